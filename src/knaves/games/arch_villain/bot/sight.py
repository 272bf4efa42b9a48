"""The table as the advice reads it: filled from what a seat sees, or from the state of a world that is imagined.

Both say the same (tests/laws/test_advice.py). Nothing but the order of the decks is hidden in this game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from knaves.core.things import number_of
from knaves.games.arch_villain.cards.names import ITEMS, KINDS, SKILLS, TOKENS, TURNS, TYPES, VILLAIN
from knaves.games.arch_villain.rules.damage import hand_damage
from knaves.games.arch_villain.rules.dice import cost_of_six
from knaves.games.arch_villain.state import ARREST_DICE, NO_DICE, HeroCity
from knaves.games.arch_villain.view import printed
from knaves.games.arch_villain.view.types import HeroCardView, HeroCityView

SET_KINDS = ("power", "weapon", "talent")


class Lying(NamedTuple):
    """A card in sight: its slot, and what stands on it."""

    slot: int
    card: HeroCardView


class SpaceSight(NamedTuple):
    open: bool
    tokens: Sequence[int]  # groups, in the order of ITEMS
    cards: list[Lying]


class Laid(NamedTuple):
    """A die on a card."""

    slot: int
    pips: int
    item: bool


class Me:
    """The hero who has to answer."""

    def __init__(self, seat: int, cards: list[Lying]) -> None:
        self.seat = seat
        self.cards = cards
        self.energy = self.health = self.dice = self.fist = 0
        self.skills: Sequence[int] = ()
        self.ends: Sequence[int] = ()
        self.weapon_bonus = self.free_pips = self.armour = 0
        self.first_sixes_fail = self.fewer_villain_dice = 0
        self.ones_are_sixes = False
        self.ignored: Sequence[bool] = ()  # by type of power
        self.squares = 0
        self.counts = dict.fromkeys(SET_KINDS, 0)
        for lying in cards:
            card = lying.card
            self.squares += card.get("squares", 0)
            kind = card["kind"]
            if kind in self.counts:
                self.counts[kind] += 1
        self.fewest = min(self.counts.values())


class HeroSight:
    """What lies on the table."""

    def __init__(self, me: Me) -> None:
        self.me = me
        self.round = self.rounds = self.turn_number = 0
        self.turn = ""
        self.turn_dice: Sequence[int] = ()
        self.order: list[int] = []
        self.spaces: list[SpaceSight] = []
        self.reward_points: list[int] = []
        self.reward_keys: list[str] = []
        self.groups: dict[str, int] = {}  # how many tokens a group of them has
        self.decks: dict[str, int] = {}
        self.villain = False  # is there one?
        self.defence = self.prize = self.cost_of_six = 0
        self.special: list[int] = [0] * len(TYPES)  # numbers of the round are in it; 0: none
        self.own_dice = False  # are dice on the table the hero's?
        self.pool: list[int] = []
        self.placed: list[Laid] = []
        self.raised = 0

    def card(self, slot: int) -> HeroCardView:
        """A card that is in sight."""
        raise NotImplementedError


class SeenHeroes(HeroSight):
    """From a view."""

    def __init__(self, v: HeroCityView) -> None:
        seat = v["you"]
        assert seat is not None
        row = v["players"][seat]
        me = Me(seat, [Lying(number_of(card["id"]), card) for card in row["cards"]])
        super().__init__(me)
        self.view = v
        me.energy, me.health, me.dice, me.fist = row["energy"], row["health"], row["dice"], row["fist"]
        me.skills, me.ends = list(row["skills"].values()), list(row["ends"].values())
        traits = row["traits"]
        me.weapon_bonus, me.free_pips = traits.get("weapon_bonus", 0), traits.get("free_pips", 0)
        me.armour, me.first_sixes_fail = traits.get("armour", 0), traits.get("first_sixes_fail", 0)
        me.fewer_villain_dice = traits.get("fewer_villain_dice", 0)
        me.ones_are_sixes = "ones_are_sixes" in traits
        me.ignored = [kind in row["ignored"] for kind in TYPES]
        self.round, self.rounds = v["round"], v["rounds"]
        self.turn, self.turn_number, self.turn_dice = v["turn"], v["turn_number"], v["turn_dice"]
        self.order = v["order"]
        for space in v["spaces"]:
            cards = [Lying(number_of(card["id"]), card) for card in space["cards"]]
            self.spaces.append(
                SpaceSight(space["open"], [space["tokens"][item] for item in ITEMS[:TOKENS]], cards)
            )
        self.reward_points = [reward["points"] for reward in v["rewards"]]
        self.reward_keys = [reward["key"] for reward in v["rewards"]]
        self.groups = {item["key"]: item["amount"] for item in v["green"]}
        self.decks = v["decks"]
        villain, dice = v["villain"], v["dice"]
        if villain is not None:
            self.villain = True
            self.defence, self.prize = villain["defence"], villain["points"]
            self.cost_of_six = villain["cost_of_six"]
            more, special = v["bonus"]["defence"], villain["special"]
            self.special = [special[kind] + more if kind in special else 0 for kind in TYPES]
        if dice is not None:
            self.own_dice, self.pool, self.raised = dice["of"] == "hero", dice["pool"], dice["pips"]
            self.placed = [Laid(number_of(one["card"]), one["pips"], one["item"]) for one in dice["placed"]]

    def card(self, slot: int) -> HeroCardView:
        v = self.view
        rows = [*(p["cards"] for p in v["players"]), *(sp["cards"] for sp in v["spaces"])]
        for row in rows:
            for card in row:
                if number_of(card["id"]) == slot:
                    return card
        assert v["held"] is not None
        return v["held"]


class ImaginedHeroes(HeroSight):
    """From a state."""

    def __init__(self, s: HeroCity, seat: int) -> None:
        box, face = s.box, s.face
        me = Me(seat, [Lying(slot, printed(box, face[slot])) for slot in s.hand[seat]])
        super().__init__(me)
        self.state = s
        traits = s.traits(seat)
        me.energy, me.health = s.energy[seat], s.health[seat]
        me.dice = s.dice_tokens[seat] + traits.extra_dice
        me.fist = hand_damage(s, seat, traits)
        me.skills = s.skill[seat * len(SKILLS) : seat * len(SKILLS) + len(SKILLS)]
        me.ends = box.heroes[s.hero[seat]].skills
        me.weapon_bonus, me.free_pips, me.armour = traits.weapon_bonus, traits.free_pips, traits.armour
        me.first_sixes_fail, me.fewer_villain_dice = traits.first_sixes_fail, traits.fewer_villain_dice
        me.ones_are_sixes = traits.ones_are_sixes
        me.ignored = [bool(traits.ignored >> kind & 1) for kind in range(len(TYPES))]
        self.round, self.rounds = s.round, box.rounds
        self.turn, self.turn_number, self.turn_dice = TURNS[s.turn], s.turn, box.turn_dice
        self.order = s.order
        opened = box.open[s.seats]
        for at, slots in enumerate(s.lying):
            cards = [Lying(slot, printed(box, face[slot])) for slot in slots]
            self.spaces.append(SpaceSight(at in opened, s.tokens[at * TOKENS : at * TOKENS + TOKENS], cards))
        self.reward_points = [reward.points for reward in box.rewards]
        self.reward_keys = [reward.id for reward in box.rewards]
        self.groups = {item.id: item.amount for item in box.tables.item}
        self.decks = {kind: len(s.decks[number]) for number, kind in enumerate(KINDS)}
        if s.result is None and s.decks[VILLAIN]:
            number, more, villain = s.villain_number, box.defence[s.round], s.villain
            self.villain = True
            self.defence, self.prize = villain.red + more, villain.red + box.round_points[s.round]
            self.cost_of_six = cost_of_six(s)
            self.special = [special + more if special else 0 for special in box.special[number]]
        if s.combat != NO_DICE:
            self.own_dice = s.combat == ARREST_DICE
            self.pool = [pips for pips in range(1, 7) for _ in range(s.pool[pips])]
            if self.own_dice:
                self.placed = [Laid(die.slot, die.pips, die.item) for die in s.placed]
                self.raised = s.pips

    def card(self, slot: int) -> HeroCardView:
        return printed(self.state.box, self.state.face[slot])
