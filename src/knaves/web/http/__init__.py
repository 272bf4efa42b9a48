"""Headers, names, caps and connections."""
