"""New Angeles as the engine knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core import deals
from knaves.core.cards import Card
from knaves.core.game import Game, Value, reads, shares
from knaves.core.offers import notes
from knaves.core.step import Option
from knaves.core.words import counted
from knaves.games.new_angeles import bot, domains, encode, figures, scenario, setup, text_board, view, words
from knaves.games.new_angeles.cards import ACTIONS, ANDROID, box
from knaves.games.new_angeles.cards.own import OwnCity
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules import effects as _effects  # noqa: F401  # a save may name any step of theirs
from knaves.games.new_angeles.rules.city import LIMITED, reserve
from knaves.games.new_angeles.state import NewAngeles


class NewAngelesGame(Game[NewAngeles]):
    id = "new_angeles"
    card_file = OwnCity
    state = NewAngeles
    masks = frozenset(
        {
            "backs",
            "cleared",
            "exhausted",
            "faceup",
            "moved",
            "named",
            "sick",
            "spent",
            "taken",
            "used",
            "voices",
        }
    )
    verbs = words.VERBS
    events = words.EVENTS
    pieces = frozenset({"card", "asset", "event", "investment", "rival", "demand"})
    interjection_verbs = deals.VERBS
    quits = frozenset({"keep_rival"})
    moments = {
        "main_offer": ("An asset is revealed, and the active player is about to propose.", "65"),
        "end_of_turn": ("The deal is over, and the turn ends.", "65"),
        "end_of_round": ("The event is resolved, and the round ends.", "65"),
        "before_the_demand": ("The investments are paid, and the demand comes next.", "65"),
    }
    unseen = {
        "bound": "follows from the statement and the card being resolved, which are seen",
        "cleared": "what the card being resolved has done so far is in the log",
        "moved": "what the card being resolved has done so far is in the log",
        "offer_no": "counts offers; those that stand are seen",
        "offers_made": "how much of the menu of offers a seat has used up",
        "pool": "which hidden cards cannot be told from one another",
        "pools": "counts them",
        "rises": "how often threat rose since Sunny LeBeau was asked; each rise is in the log",
        "seat_of": "the same as the corporation of each seat",
        "sick": "what the card being resolved has done so far is in the log",
        "voices": "follows from the assets in play",
        "void": "a cost that could not be paid is in the log",
    }
    one_winner = False
    counts, counts_by, goal = "capital", "turn", 25

    set_up = staticmethod(setup.set_up)
    speakers = staticmethod(DEALS.speakers)
    interjections = staticmethod(DEALS.menu)
    interject = staticmethod(DEALS.interject)
    admits = staticmethod(DEALS.admits)
    rests = staticmethod(DEALS.rests)
    forms = staticmethod(DEALS.forms)
    fills = staticmethod(DEALS.fills)
    deals = staticmethod(notes)
    arrange = staticmethod(scenario.arrange)
    common = staticmethod(view.common)
    view_with = shares(view.view)
    view = staticmethod(view.view)
    name = staticmethod(words.name)
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

    def new_state(self, seats: int, options: Mapping[str, Value]) -> NewAngeles:
        return NewAngeles(seats, bool(options["trading"]))

    def equip(self, s: NewAngeles, options: Mapping[str, Value]) -> None:
        s.box = box(str(options["cards"]))

    def speaks(self, options: Mapping[str, Value]) -> bool:
        return bool(options["trading"])

    def pieces_count(self, s: NewAngeles) -> Mapping[str, int]:
        cards = [*s.discard, *(c for pile in (*s.decks, *s.hands, *s.support) for c in pile)]
        cards += [slot for slot in (s.main, *s.counters) if 0 <= slot < ACTIONS]
        assets = [*s.asset_deck, *s.track, *(a for row in s.assets for a in row)]
        assets += [s.revealed] if s.revealed >= 0 else []
        held = sum(1 for seat in s.holder if seat >= 0)
        return {
            "action cards": len(set(cards)),
            "doubled action cards": len(cards) - len(set(cards)),
            "assets": len(set(assets)),
            "assets without an owner": held - sum(len(row) for row in s.assets),
            "demands": len({*s.demand_deck, s.demand}),
            "events": len(set(s.event_deck)),
            "investments": len({*s.investment_deck, *s.investment, *s.dealt}),
            "rival cards": len(set(s.rivals)),
            "emergency cards": sum(1 for owner in s.emergency if owner >= 0),
            "androids": sum(1 for here in s.city if here & ANDROID),
            "pieces the box does not have": sum(max(0, -reserve(s, p)) for p in LIMITED),
        }

    def face_name(self, s: NewAngeles, kind: str, face: int) -> str:
        rows: Sequence[Card] = {
            "card": s.box.actions,
            "asset": s.box.assets,
            "event": s.box.events,
            "investment": s.box.investments,
            "rival": s.box.rivals,
            "demand": s.box.demands,
        }[kind]
        return rows[face].name

    def back_name(self, kind: str) -> str:
        return words.BACK_NAMES[kind]

    def card_list(self, own: str = "") -> Sequence[Card]:
        b = box(own)
        titles = {row.id: row for row in b.actions}
        groups: tuple[Sequence[Card], ...] = (
            b.corps,
            tuple(titles.values()),
            b.assets,
            b.demands,
            b.investments,
            b.events,
            b.rivals,
            b.setups,
        )
        return [row for group in groups for row in group]

    def check_cards(self, own: str) -> str:
        mine = box(own)
        cards = counted(len(mine.setups), "setup card")
        return f"{len(mine.districts)} districts and {cards}, ready to play with."

    def stage(self, s: NewAngeles) -> int:
        return s.turn

    def pointless(self, s: NewAngeles, seat: int, option: Option) -> bool:
        return option[0] in deals.OFFERING


GAME = NewAngelesGame()
