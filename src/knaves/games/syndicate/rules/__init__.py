"""The rules, one module for each chapter of the sheet:

`turn` On your turn: draw, Action phase
`mission` the Mission phase
`abilities` Action, Power and Revealed abilities, and an accuser's reward
`at_any_time` what may be done at any time
`accusation` Accusations
"""
