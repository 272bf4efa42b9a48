"""The book of Cutpurses, one module per chapter:

`round` a round, from the cards laid down to the purse
`whistling` whistling, at any time
"""
