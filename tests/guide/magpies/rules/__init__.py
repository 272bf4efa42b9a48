"""The book of Magpies, one module per chapter: turn (with sets) and end."""
