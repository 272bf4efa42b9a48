"""Common questions to the single games of a folder, answered by DuckDB (extra `lab`).

`games`, `seats` and `figures` are views over the folder's Parquet files; whoever knows SQL asks what he likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from knaves.core.errors import BadSetup, KnavesError

TABLES = ("games", "seats", "figures")


class Question(NamedTuple):
    title: str
    sql: str  # {column} stands for one column of the seats at a time, if there is a `prefix`
    prefix: str = ""


class Findings(NamedTuple):
    title: str
    head: list[str]
    rows: list[tuple[object, ...]]


QUESTIONS: Mapping[str, Question] = {
    "wins": Question(
        "Who wins",
        "select bot, seat, count(*) as games, avg(win) as wins, avg(score) as score "
        "from seats group by all order by all",
    ),
    "sides": Question(
        "Wins by{name}",
        "select {column} as side, count(*) as seats, avg(win) as wins, avg(score) as score "
        "from seats group by all order by wins desc",
        "side ",
    ),
    "seats": Question(
        "Wins by{name} and seat",
        "select {column} as side, seat, count(*) as games, avg(win) as wins from seats group by all order by all",
        "side ",
    ),
    "points": Question(
        "Points from{name}",
        "select win > 0 as won, count(*) as seats, avg({column}) as mean, median({column}) as median, "
        "max({column}) as most from seats group by all order by all",
        "points ",
    ),
    "length": Question(
        "How long games are",
        "select count(*) as games, min(decisions) as shortest, quantile_cont(decisions, 0.1) as tenth, "
        "median(decisions) as median, quantile_cont(decisions, 0.9) as nine_tenths, max(decisions) as longest, "
        "median(length) as rounds from games",
    ),
    "lead": Question(
        "How close games are: the best score above the next",
        "with placed as (select game, score, row_number() over (partition by game order by score desc, seat) as place "
        "from seats), leads as (select max(score) filter (place = 1) - max(score) filter (place = 2) as lead "
        "from placed group by game) select avg(lead) as mean, median(lead) as median, "
        "avg((lead = 0)::int) as level, quantile_cont(lead, 0.9) as nine_tenths from leads",
    ),
    "ends": Question(
        "How games end",
        "select reason, count(*) as games, avg(decisions) as decisions "
        "from games group by all order by games desc, reason limit 20",
    ),
    "figures": Question(
        "Figures of a game",
        "select figure, count(*) as games, avg(value) as mean, min(value) as least, median(value) as median, "
        "max(value) as most from figures group by all order by figure",
    ),
}


def ask(folder: Path, question: str) -> list[Findings]:
    """The answers to one of the common questions."""
    if question not in QUESTIONS:
        raise BadSetup(f"Nobody knows the question {question!r}; there are: {', '.join(QUESTIONS)}.")
    title, sql, prefix = QUESTIONS[question]
    if not prefix:
        return [_run(folder, title, sql)]
    columns = [str(row[0]) for row in _run(folder, "", "select column_name from (describe seats)").rows]
    return [
        _run(
            folder,
            title.replace("{name}", column.removeprefix(prefix.strip())),
            sql.format(column=_quoted(column)),
        )
        for column in columns
        if column.startswith(prefix)
    ]


def ask_sql(folder: Path, sql: str) -> Findings:
    return _run(folder, "", sql)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _run(folder: Path, title: str, sql: str) -> Findings:
    try:
        import duckdb
    except ImportError:
        raise BadSetup("Questions to single games need the extra `lab`: pip install 'knaves[lab]'.") from None
    if not (folder / "games").is_dir():
        raise BadSetup(
            f"There are no single games in {folder}: `knaves simulate GAME --to FOLDER` keeps them."
        )
    with duckdb.connect() as base:
        for name in TABLES:
            base.execute(f"create view {name} as from read_parquet({_text(folder / name / '*.parquet')})")
        try:
            found = base.execute(sql)
            return Findings(title, [column[0] for column in found.description or []], found.fetchall())
        except duckdb.Error as error:
            raise KnavesError(f"DuckDB does not understand that: {str(error).splitlines()[0]}") from None


def _text(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"
