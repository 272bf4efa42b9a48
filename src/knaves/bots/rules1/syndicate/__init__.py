"""Frozen advice: see the package above."""
