"""What one pair of eyes may see of a table."""
