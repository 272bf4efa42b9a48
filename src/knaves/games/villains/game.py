"""Villains as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core import deals
from knaves.core.cards import Card
from knaves.core.game import Game, Value, reads, shares
from knaves.core.offers import notes
from knaves.core.step import Option
from knaves.games.villains import bot, domains, encode, figures, scenario, setup, text_board, view, words
from knaves.games.villains.cards import FACTION, MIX, PLAN, TOKEN, TOKEN_MIX, box
from knaves.games.villains.cards.rows import ActionFile
from knaves.games.villains.deals import DEALS
from knaves.games.villains.rules import at_any_time, pay
from knaves.games.villains.state import FactionCity


class Villains(Game[FactionCity]):
    id = "villains"
    card_file = ActionFile
    state = FactionCity
    verbs = words.VERBS
    events = words.EVENTS
    pieces = frozenset(words.BACK_NAMES)
    interjection_verbs = deals.VERBS | {"purse"}
    quits = frozenset({"discard", "enough", "hold_fire"})
    counts_by = "turn"
    unseen = {
        "nuker": "whose Suitcase Nuke it was: the rule card in the area says so",
        "forced": "which promises the rules overrode: the log says so, and they lapse with the turn",
        "offer_no": "counts offers; those that stand are seen",
        "purse_set": "how often the way of paying may still be changed: the menu says so",
        "trading": "an option of the game, which everybody knows",
    }
    moments = {"cannot_pay": ("Who cannot pay may make a deal before the chance is lost.", "deals.1")}

    set_up = staticmethod(setup.set_up)
    interjections = staticmethod(at_any_time.menu)
    speakers = staticmethod(at_any_time.speakers)
    interject = staticmethod(at_any_time.interject)
    forms = staticmethod(DEALS.forms)
    fills = staticmethod(DEALS.fills)
    deals = staticmethod(notes)
    arrange = staticmethod(scenario.arrange)
    common = staticmethod(view.common)
    view_with = shares(view.view)
    view = staticmethod(view.view)
    name = staticmethod(words.name)
    face_name = staticmethod(words.face_name)
    seat_behind = staticmethod(words.seat_behind)
    board = reads(text_board.board)
    domains = staticmethod(domains.domains)
    rows = staticmethod(encode.rows)
    advise = reads(bot.advise)
    advise_state = staticmethod(bot.advise_state)
    value_inputs = staticmethod(bot.value_inputs)
    value_inputs_size = staticmethod(bot.value_inputs_size)
    promising = staticmethod(bot.promising)
    tally = staticmethod(figures.tally)
    sources = staticmethod(figures.sources)
    sides = staticmethod(figures.sides)
    standing = reads(figures.standing)
    ending = reads(figures.ending)

    def new_state(self, seats: int, options: Mapping[str, Value]) -> FactionCity:
        return FactionCity(seats, bool(options["deals"]))

    def equip(self, s: FactionCity, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def admits(self, s: FactionCity, seat: int, option: Option) -> bool:
        return (pay.admits if option[0] == "purse" else DEALS.admits)(s, seat, option)

    def pieces_count(self, s: FactionCity) -> Mapping[str, int]:
        cards = [
            *s.deck,
            *s.discard,
            *s.table,
            *(rule.slot for rule in s.rules),
            *(slot for slot in s.target if slot >= 0),
            *(slot for hand in s.hand for slot in hand),
        ]
        plans = [slot for zone in (s.plans, s.plan_deck, s.scored) for row in zone for slot in row]
        tokens = [*(slot for row in s.spare for slot in row), *(t for t in s.track if t >= 0)]
        left = [f for f in range(8) if not plans or f not in s.faction]
        return {
            "action cards": len(set(cards)) if len(cards) == len(set(cards)) else -1,
            "plans": len(set(plans)) + 8 * len(left),
            "action tokens": len(set(tokens)) + sum(len(TOKEN_MIX[f]) for f in left),
            "units": sum(s.reserve) + sum(s.force) + len(s.graves) + sum(sum(MIX[f]) for f in left),
        }

    def back_name(self, kind: str) -> str:
        return words.BACK_NAMES[kind]

    def card_list(self, own: str = "") -> Sequence[Card]:
        return [*box(own).titles, *PLAN, *FACTION, *TOKEN]

    def check_cards(self, own: str) -> str:
        rows = box(own).titles
        house = sum(row.source == "house" for row in rows)
        return (
            f"{len(rows)} titles on 72 action cards, {house} of the titles house cards, ready to play with."
        )

    def stage(self, s: FactionCity) -> int:
        return s.turn * len(s.up) + sum(map(bool, s.up)) // s.seats  # a round of tokens was revealed

    def pointless(self, s: FactionCity, seat: int, option: Option) -> bool:
        return option[0] in deals.OFFERING or option[0] == "purse"


GAME = Villains()
