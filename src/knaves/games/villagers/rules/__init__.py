"""The rule sheet, one module per chapter."""
