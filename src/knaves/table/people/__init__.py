"""Who sits where, what they say and may ask."""
