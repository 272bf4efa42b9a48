"""One running game with people in it. Knows nothing of HTTP.

`Hall` has all tables; a `Table` is one; `Page` is all that a seat may see of it; `Plan` is what people say to open one.
"""

from knaves.core.errors import KnavesError, Refused
from knaves.table.errors import Forbidden, NoTable, Stale, TooMuch
from knaves.table.house.hall import Hall
from knaves.table.pages.page import (
    AskCard,
    DealCard,
    Line,
    Mark,
    Moment,
    OptionCard,
    OrderCard,
    Page,
    ResultCard,
    SeatCard,
    UndoCard,
    UndoTarget,
)
from knaves.table.people.plan import Clock, Plan, SeatPlan, Summary, Ticket, Who
from knaves.table.table import Table

__all__ = [
    "AskCard",
    "Clock",
    "DealCard",
    "Forbidden",
    "Hall",
    "KnavesError",
    "Line",
    "Mark",
    "Moment",
    "NoTable",
    "OptionCard",
    "OrderCard",
    "Page",
    "Plan",
    "Refused",
    "ResultCard",
    "SeatCard",
    "SeatPlan",
    "Stale",
    "Summary",
    "Table",
    "Ticket",
    "TooMuch",
    "UndoCard",
    "UndoTarget",
    "Who",
]
