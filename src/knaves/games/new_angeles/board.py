from __future__ import annotations
from knaves.games.new_angeles.view import TableView
def draw_board(v: TableView) -> str:
    return "x"
