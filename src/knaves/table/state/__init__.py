"""The table as its log tells it."""
