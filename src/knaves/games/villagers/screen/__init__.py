"""The board of Villagers & Villains in the browser."""
