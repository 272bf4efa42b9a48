"""The `rules` bot."""
