"""The rules, one module a chapter of the book:

`turns` choosing factions, the turns of the game
`start_phase` the Start Phase
`place_tokens` the Place Action Tokens Step
`take_actions` the Take Actions Step: `tokens` what each token does, `deploy` and `move` units, `skills` of areas
`play_card` playing an action card, `card_effects` what it does
`combat` the Combat Step, hits and sacrifices
`end_phase` the End Phase in its eight steps: `influence` and `control` of areas, `score_plans` and their `objectives`
`pay` costs; `at_any_time` deals, and another way to pay
`factions` what only one of the factions can do
"""
