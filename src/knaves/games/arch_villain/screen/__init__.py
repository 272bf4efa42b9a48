"""The board of Arch Villain in the browser."""
