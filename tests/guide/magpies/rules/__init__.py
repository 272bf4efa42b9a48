"""The book of Magpies, one module per chapter:

`turn` a turn, and sets
`end` the end
"""
