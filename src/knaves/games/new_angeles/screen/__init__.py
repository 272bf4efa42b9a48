"""The board of New Angeles in the browser."""
