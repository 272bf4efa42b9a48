"""What docks beside the city: a fight, an attack, a card on the table, a token with a choice."""

from __future__ import annotations

import msgspec

from knaves.core.board import LETTERS, BoardChoice, joined
from knaves.core.things import number_of
from knaves.games.villains.cards import CHAMPION, FACTION, FACTION_IDS, UNIT_IDS
from knaves.games.villains.cards.rows import Upgrade
from knaves.games.villains.screen.answers import FactionAnswers, LastAttack
from knaves.games.villains.screen.city import CHAMPION_WORDS, rule_words, unit_look
from knaves.games.villains.state import FORM_OF, KIND, OWNER_OF, READIED, WOUNDED
from knaves.games.villains.text_board import strikers
from knaves.games.villains.view.types import FactionCardView, FactionSeatView
from knaves.games.villains.words import with_mark

FACTORY = 4
ASKS = {
    "hit": "Who takes the hit?",
    "attack": "Who attacks, and whom?",
    "assassinate": "Who is hit?",
    "duel": "Whom do you call out?",
}
ATTACKING = ("attack_bonus", "patsy_dice")  # upgrades that change how units attack
TOKEN_TYPES = ("deploy", "card", "move", "battle")


class CardInFull(msgspec.Struct, frozen=True):
    """A card with all its words."""

    cost: int
    name: str
    target: str
    target_icon: str
    text: str


class SeatName(msgspec.Struct, frozen=True):
    letter: str
    name: str


class FightDie(msgspec.Struct, frozen=True):
    dom: str
    key: str
    hit: bool
    face: int
    need: int


class AttackLine(msgspec.Struct, frozen=True):
    """Who attacked whom, and the dice."""

    by: SeatName
    on: SeatName
    dice: list[FightDie]


class FightNote(msgspec.Struct, frozen=True):
    letter: str
    text: str


class UnitCard(msgspec.Struct, frozen=True):
    thing: str
    css: str
    letter: str
    look: str
    name: str
    dice: str  # as printed; "" where the question says what they need here
    influence: int
    tip: str  # what a champion does


class SheetButton(msgspec.Struct, frozen=True):
    """A seat or a token type to choose, or an answer with its number."""

    thing: str
    css: str
    letter: str
    text: str
    option: str
    number: int


class TurnDots(msgspec.Struct, frozen=True):
    """Attacks of a player that are still to come."""

    letter: str
    name: str
    dots: str
    units: str


class Docked(msgspec.Struct, frozen=True):
    seat: str
    label: str
    title: str
    fighting: bool
    attack: AttackLine | None
    notes: list[FightNote]
    asks: str
    units: list[UnitCard]
    foes: list[SheetButton]
    cards: list[CardInFull]
    answers: list[SheetButton]
    uses: list[SheetButton]
    order: list[TurnDots] | None


def docked(answers: FactionAnswers) -> Docked | None:
    """None: nothing docks."""
    scene, view, fight = answers.scene, answers.view, answers.view["fight"]
    uses = scene.verb("use_as")
    if not (answers.fighting or view["open_cards"] or uses or answers.units):
        return None
    place = f": {view['areas'][answers.here]['name']}" if answers.here >= 0 else ""
    of_a_card = answers.rule == "attack.2"
    last = answers.last_attack() if answers.fighting and not of_a_card else None
    return Docked(
        seat=scene.letter or "none",
        label="Fight" if answers.fighting else "On the table",
        title=f"{'Combat' if fight else 'Attack'}{place}" if answers.fighting else "On the table",
        fighting=answers.fighting,
        attack=attack_line(answers, last) if last else None,
        notes=notes(answers) if answers.fighting and not of_a_card else [],  # factory.2
        asks=ASKS.get(answers.struck, ""),
        units=[unit_card(answers, unit) for unit in answers.units],
        foes=[foe(answers, thing) for thing in answers.foes] if answers.fighting else [],
        cards=[face(card) for card in view["open_cards"]],
        answers=[plain_answer(choice) for choice in scene.verb("suffer", "cancel", "play_free", "take")],
        uses=[token_type(choice) for choice in uses],
        order=None
        if fight is None
        else [
            TurnDots(
                LETTERS[seat],
                seat_name(answers, seat).name,
                "●" * fight["left"][seat],
                strikers(fight["units"][seat]),
            )
            for seat in fight["order"]
            if fight["left"][seat]
        ],
    )


def face(card: FactionCardView) -> CardInFull:
    target = card["target"] or ""
    text = with_mark(card["text"], card["kau"])
    return CardInFull(card["cost"], card["name"], target.capitalize(), target, text)


def seat_name(answers: FactionAnswers, seat: int) -> SeatName:
    name = answers.scene.seats[seat].name
    return SeatName(LETTERS[seat], "you" if seat == answers.scene.eye else name)


def attack_line(answers: FactionAnswers, last: LastAttack) -> AttackLine:
    seats = [number_of(thing) for thing in last.line.things if thing.startswith("seat:")]
    by, on = seats[0], next((seat for seat in seats if seat != seats[0]), seats[0])
    dice = [
        FightDie(
            f"die-{place}", f"{line.seq}-{place}", bool(line.numbers[2]), line.numbers[0], line.numbers[1]
        )
        for place, line in enumerate(last.dice, 1)
    ]
    return AttackLine(seat_name(answers, by), seat_name(answers, on), dice)


def notes(answers: FactionAnswers) -> list[FightNote]:
    """What changes attack rolls."""
    view = answers.view
    holder = view["areas"][FACTORY]["owner"]
    factory = [FightNote(LETTERS[holder], "holds the Factory: +2.")] if isinstance(holder, int) else []
    upgrades = [
        FightNote(LETTERS[seat["seat"]], f"{one.name}: {one.text}")
        for seat in view["seats"]
        for one in upgrade_of(seat)
        if any(effect.verb in ATTACKING for effect in one.effects)
    ]
    rules = [FightNote(LETTERS[rule["by"]], rule_words(rule)) for rule in view["rules"] if rule["of_attacks"]]
    return [*factory, *upgrades, *rules]


def upgrade_of(seat: FactionSeatView) -> tuple[Upgrade, ...]:
    """The one that a player has, if any."""
    if not seat["upgrade"] or seat["faction"] is None:
        return ()
    return FACTION[FACTION_IDS.index(seat["faction"])].upgrade[seat["upgrade"] - 1 : seat["upgrade"]]


def unit_card(answers: FactionAnswers, unit: int) -> UnitCard:
    owner, form = OWNER_OF[unit], FORM_OF[unit]
    seat, kind, thing = answers.view["seats"][owner], KIND[form], f"unit:{unit}"
    kit = seat["kit"][kind]
    return UnitCard(
        thing=thing,
        css=joined(
            "ucard",
            answers.scene.glow(thing),
            "ucard--r" if READIED[form] else "",
            "ucard--w" if WOUNDED[form] else "",
        ),
        letter=LETTERS[owner],
        look=unit_look(UNIT_IDS[kind], seat["faction"] or ""),
        name=kit["name"],
        dice="" if answers.struck == "attack" else " ".join([f"{need}+" for need in kit["dice"]]) or "–",
        influence=kit["influence"],
        tip=CHAMPION_WORDS.get(seat["faction"] or "", "") if kind == CHAMPION else "",
    )


def foe(answers: FactionAnswers, thing: str) -> SheetButton:
    seat = number_of(thing)
    name = answers.scene.seats[seat].name
    return SheetButton(thing, joined("foe", answers.scene.glow(thing)), LETTERS[seat], name, "", 0)


def plain_answer(choice: BoardChoice) -> SheetButton:
    return SheetButton("", "opt", "", choice.label, choice.json, choice.number)


def token_type(choice: BoardChoice) -> SheetButton:
    return SheetButton(choice.things[0], "", "", TOKEN_TYPES[choice.numbers[0]], "", 0)
