"""One running game with people in it. Knows nothing of HTTP."""
