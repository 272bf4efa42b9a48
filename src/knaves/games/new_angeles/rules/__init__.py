"""The rules, one module per chapter of the Rules Reference (numbers are its entries):

`rounds` rounds, turns and phases (3, 18, 25, 44, 51, 55)
`deal` the deal in its five steps (16), with `counteroffers` (16.3, 15), `support` (16.4, 59) and cards laid as `offers`
`statement` a statement of how an offer will be resolved, and keeping it
`hands` cards that leave a hand by choice (2.4, 2.5)
`action_cards` resolving an action card (32, 11)
`effects` from a card file to the rules, with `effects_on_city` and `effects_on_players`
`city` districts, units, unrest, production: what follows from choices
`timing` when assets speak, `assets` the windows in which they may be used (6, 26), `asset_abilities` what each does
`claim` claiming an asset (9)
`end_of_turn` End of Turn abilities (22)
`events` the Event Phase (24, 25)
`investments` what an investment pays (33)
"""
