"""What is sent to open pages on every change."""
