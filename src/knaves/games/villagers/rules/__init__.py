"""The rule sheet, one module per chapter:

`sequence` a round of six phases, the King's Favor, the end
`recruit` phase 1; `defend` phase 2; `pillage` phase 3; `earning` phase 4; `build` phase 5; `reset` phase 6
`abilities` card abilities and VEND; `timing` several of them in one turn
`bonus` what is declared for a DEFENSE roll; `dice` chances of a roll
`score` the score sheet
`variants` Pony Express and Ordinance
"""
