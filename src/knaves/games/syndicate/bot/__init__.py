"""How a `rules` bot plays."""
