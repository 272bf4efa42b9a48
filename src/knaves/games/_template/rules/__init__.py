"""The book of Cutpurses, one module per chapter."""
