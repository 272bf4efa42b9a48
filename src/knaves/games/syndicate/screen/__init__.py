"""The board of The Syndicate in the browser."""
