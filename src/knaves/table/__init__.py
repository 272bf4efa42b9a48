"""One running game with people in it. Knows nothing of HTTP.

`Hall` has all tables; a `Table` is one; `Page` is all that a seat may see of it; `TablePlan` says what to open.
"""

from knaves.core.errors import KnavesError, Refused
from knaves.table.errors import Forbidden, NoTable, Stale, TooMuch
from knaves.table.house.hall import Hall
from knaves.table.pages.page import AskCard, LogLine, Page, SeatCard
from knaves.table.people.table_plan import Clock, SeatPlan, Summary, TablePlan, Ticket, Who
from knaves.table.table import Table

__all__ = [
    "AskCard",
    "Clock",
    "Forbidden",
    "Hall",
    "KnavesError",
    "LogLine",
    "NoTable",
    "Page",
    "Refused",
    "SeatCard",
    "SeatPlan",
    "Stale",
    "Summary",
    "Table",
    "TablePlan",
    "Ticket",
    "TooMuch",
    "Who",
]
