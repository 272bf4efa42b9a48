"""What can be asked of a table, by programs and by pages."""
