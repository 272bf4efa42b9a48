"""The rules, one module for each chapter of the book, in the order of a round:

`round` Each Round, from phase to phase
`option_phase` Option Phase
`action` Actions, the one that a player has in a turn
`choosing_items` Choosing Items, and the steps of a double cube
`contacts` Contact Cards
`protect_citizens` Protect Citizens
`arrest` Arrest a Villain, with `damage` its arithmetic and `dice` rolling again
`retaliation` Villain Retaliation and Villain Strikes
`end_of_round` End of the Round, and of the game
"""
