"""The laboratory: ten thousand games at once."""
