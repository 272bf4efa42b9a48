"""What is written: records, where they are kept, and the pen."""
