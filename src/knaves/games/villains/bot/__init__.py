"""The `rules` bot: a sensible beginner."""
