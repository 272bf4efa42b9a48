"""The compiled build: the same package, with its core and rules as machine code. See README.md beside this file."""
