"""The engine. It has never heard of a villain."""
