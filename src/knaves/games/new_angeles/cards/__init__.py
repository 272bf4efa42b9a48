"""The box: all static data of the game, read once, and what the numbers of the rules stand for."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from knaves.core.cards import Card, check_cards, faces, house_rows, house_text, read_rows
from knaves.core.errors import BadCards
from knaves.games.new_angeles.cards import rows
from knaves.games.new_angeles.cards.effects import HandSize, MultiplyDraw, Reward
from knaves.games.new_angeles.cards.own import OwnCity, OwnFile

RESOURCES = ("energy", "consumables", "tech", "entertainment", "credits")  # 49
TYPES = ("construction", "biotech", "labor", "media", "security")  # 2.3
GENERAL = -1
CORPS = ("globalsec", "haas_bioroid", "jinteki", "melange_mining", "nbn", "weyland")
GLOBALSEC, HAAS, JINTEKI, MELANGE, NBN, WEYLAND = range(6)
BACKS = ("human_first", "orgcrime", "outage", "unrest")
SPACES = (1, 2, 0, 3, 4, 0, 5, 6, 0)  # the round track; 0 is a demand round (51.1)
HAND = 5  # 30
THREAT_END = 25  # 63

# A district is one number, a bit for each thing in it.
ANDROID, HUMAN_FIRST, ORGCRIME, PRISEC, ILLNESS, OUTAGE, DEVELOPMENT, PROTEST, STRIKE = (
    1 << n for n in range(9)
)
ENEMY = HUMAN_FIRST | ORGCRIME
UNREST = PROTEST | STRIKE
IDLE = STRIKE | OUTAGE  # produces nothing (27.3)
PIECES = {
    "android": ANDROID,
    "human_first": HUMAN_FIRST,
    "orgcrime": ORGCRIME,
    "prisec": PRISEC,
    "illness": ILLNESS,
    "outage": OUTAGE,
    "development": DEVELOPMENT,
    "protest": PROTEST,
    "strike": STRIKE,
    "enemy": ENEMY,
}
PIECE_NAMES = {
    ANDROID: "android",
    HUMAN_FIRST: "Human First",
    ORGCRIME: "orgcrime",
    PRISEC: "prisec",
    ILLNESS: "illness",
    OUTAGE: "outage",
    DEVELOPMENT: "development",
    PROTEST: "protest",
    STRIKE: "strike",
}

# The moments of a turn at which an asset may be used, by the timing in its row.
MOMENTS = (
    "turn_start",
    "asset_revealed",
    "offer_proposed",
    "main_offer_made",
    "counter_made",
    "support_start",
    "abstained",
    "resolution_start",
    "tied",
    "counter_won",
    "active_lost",
    "threat_rose",
    "deal_end",
)

# Slots: where each kind of card begins.
ACTIONS = 100
FIRST_EMERGENCY = 100
FIRST_ASSET = 106
FIRST_DEMAND = 140
FIRST_INVESTMENT = 149
FIRST_EVENT = 161
FIRST_RIVAL = 177
DECKS = 16  # more than there are
FEDERALIST = 6  # the face of that rival card


def _deck(name: str, kind: type[rows.Row], count: int) -> tuple[rows.Row, ...]:
    return cast(tuple[rows.Row, ...], _read_deck(name, kind, count))


@lru_cache(DECKS)
def _read_deck(name: str, kind: type[Card], count: int) -> tuple[Card, ...]:
    """Not again for every file of a player."""
    text = house_text(__package__, f"{name}.toml")
    found = read_rows(text, f"{name}.toml", rows.DeckFile[kind]).card  # type: ignore[valid-type]  # a real class
    made: tuple[Card, ...] = found
    check_cards(made, text, f"{name}.toml", {}, "id")
    if sum(row.copies for row in made) != count:
        raise BadCards(f"{name}.toml: there must be {count} cards.")
    return made


class NewAngelesBox:
    """Everything that never changes during a game. `face` numbers index its tables."""

    def __init__(self, own: str) -> None:
        self.kept: dict[str, dict[object, object]] = {}
        board = house_rows(__package__, "board.toml", rows.CityFile)
        self.demands = _deck("demands", rows.Demand, 9)
        self.needs = tuple(tuple(d.needs[r] for r in RESOURCES) for d in self.demands)  # type: ignore[index]  # RESOURCES are the keys
        self.setups = _deck("setups", rows.Setup, 6)
        mine, file = OwnCity(), None
        if own:
            limits = {piece.name: piece.count for piece in board.piece}
            unrest = limits.pop("unrest")
            needed = {
                name: max(need) for name, need in zip(RESOURCES, zip(*self.needs, strict=True), strict=True)
            }
            file = OwnFile(own, needed, {**limits, "protest": unrest, "strike": unrest})
            mine = file.rows
            self.setups = mine.card or self.setups
        self.corps = _deck("corps", rows.Corp, 6)
        titles = _deck("actions", rows.Action, ACTIONS)
        by_type = [row for kind in TYPES for row in titles if row.type == kind]
        self.actions = [*faces(by_type), *_deck("emergency", rows.Action, 6)]
        self.type = tuple(TYPES.index(row.type) if row.type else -1 for row in self.actions)
        self.assets = _deck("assets", rows.Asset, 34)
        self.voice = tuple(
            1 << MOMENTS.index(row.timing) if row.timing in MOMENTS else 0 for row in self.assets
        )
        self.speakers = tuple(
            tuple(face for face, row in enumerate(self.assets) if row.timing == when) for when in MOMENTS
        )
        self.at_end_of_turn = sum(
            1 << face for face, row in enumerate(self.assets) if row.timing == "end_of_turn"
        )
        self.price_taker = next(face for face, row in enumerate(self.assets) if row.step == "TakePrice")
        self.rewards: dict[str, tuple[tuple[int, int], ...]] = {
            when: tuple(
                (face, effect.capital)
                for face, row in enumerate(self.assets)
                for effect in row.effects
                if isinstance(effect, Reward) and effect.when == when
            )
            for when in ("right_wins", "illness_threat")
        }
        played = [(face, effect) for face, row in enumerate(self.assets) for effect in row.effects]
        self.hand_sizes = tuple((face, by.add) for face, by in played if isinstance(by, HandSize))
        self.draw_times = tuple((face, by.by) for face, by in played if isinstance(by, MultiplyDraw))
        self.investments = _deck("investments", rows.Investment, 12)
        self.events = _deck("events", rows.EventCard, 16)
        self.back = tuple(BACKS.index(event.back) for event in self.events)
        self.with_back = tuple(
            tuple(face for face, one in enumerate(self.back) if one == back) for back in range(len(BACKS))
        )
        self.rivals = _deck("rivals", rows.Rival, 7)
        self.districts = tuple(sorted(mine.district or board.district, key=lambda d: d.number))
        if file:
            decks = (self.corps, self.actions, self.assets, self.investments, self.events, self.demands)
            cards = [row.name for deck in (*decks, self.rivals) for row in deck]
            file.check_names(cards, [row.name for row in self.setups], [row.name for row in self.districts])
        self._read_board(mine.track or board.track, board.piece)
        self.sheets = tuple(
            tuple(
                tuple((TYPES.index(x.type) if x.type in TYPES else GENERAL, x.count) for x in side)
                for side in (corp.draw_four, corp.draw_many)
            )
            for corp in self.corps
        )

    def _read_board(self, tracks: tuple[rows.ResourceTrack, ...], pieces: tuple[rows.Stack, ...]) -> None:
        last = {str(track.name): track.last for track in tracks}
        self.last = tuple(last[name] for name in RESOURCES)
        self.exit = (0, *(d.exit for d in self.districts))
        self.tier = (0, *(d.tier for d in self.districts))
        self.yields: tuple[tuple[tuple[int, int], ...], ...] = (
            (),
            *(
                tuple((RESOURCES.index(y.resource), y.amount) for y in (d.primary, d.secondary) if y)
                for d in self.districts
            ),
        )
        self.count = {PIECES.get(p.name, UNREST): p.count for p in pieces}

    def topmost(self, corp: int, seats: int) -> int:
        """The first type on the corp sheet; GENERAL for Melange Mining (ruling R8)."""
        kind: int = self.sheets[corp][seats > 4][0][0]
        return kind


@lru_cache(maxsize=16)  # card files of guests come and go
def box(own: str = "") -> NewAngelesBox:
    return NewAngelesBox(own)
