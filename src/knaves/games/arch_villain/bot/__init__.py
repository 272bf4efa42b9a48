"""The `rules` bot: a sensible hero."""
