"""The board of Villains in the browser."""
