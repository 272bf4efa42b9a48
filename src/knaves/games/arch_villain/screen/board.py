"""What stands on the board: the city with its items, the villain with the running total, own cards with their dice."""

from __future__ import annotations

import msgspec

from knaves.core.board import LETTERS, Board, BoardScene, BoardSeat, joined, player_css
from knaves.core.ending import PLACES
from knaves.games.arch_villain.cards.names import ITEMS, KINDS, SKILLS, VILLAIN
from knaves.games.arch_villain.screen.answers import HeroAnswers
from knaves.games.arch_villain.screen.rig import Rig, rig
from knaves.games.arch_villain.screen.stakes import at_stake
from knaves.games.arch_villain.screen.tracks import ScoreTrack, TurnTrack, score_track, turn_track
from knaves.games.arch_villain.screen.villain import VillainPanel, villain_sheet
from knaves.games.arch_villain.view.types import ActionSpaceView, HeroCardView, HeroCubesView, HeroView
from knaves.games.arch_villain.words import sets_words

OF_HEROES = KINDS[:VILLAIN]
COUNTED = ("health", "energy")  # tokens that say how much


class CardCount(msgspec.Struct, frozen=True):
    kind: str
    count: int


class HeroRow(msgspec.Struct, frozen=True):
    letter: str
    css: str
    hero: str
    note: str
    score: int
    leads: bool
    mine: bool
    skills: list[str]
    health: int
    dice: int
    energy: int
    cards: list[CardCount]
    card_names: list[str]
    set_points: int
    icon: str
    doing: str


class ItemOnSpace(msgspec.Struct, frozen=True):
    """A card on an action space."""

    id: str
    key: str
    css: str
    name: str
    cost: int
    shop: bool
    big: bool


class LooseToken(msgspec.Struct, frozen=True):
    dom: str
    css: str
    option: str
    label: str
    title: str
    amount: str
    count: int


class Spot(msgspec.Struct, frozen=True):
    id: str
    css: str
    name: str
    open: bool
    players: int
    key: int | None
    items: list[ItemOnSpace]
    tokens: list[LooseToken]


class ListRow(msgspec.Struct, frozen=True):
    """A row of the green list or of the rewards."""

    id: str
    css: str
    name: str
    points: int
    note: str
    letters: list[str]
    house: bool


class DeckButton(msgspec.Struct, frozen=True):
    id: str
    css: str
    title: str
    count: int


class HeldCard(msgspec.Struct, frozen=True):
    id: str
    key: str
    css: str
    name: str
    cost: int
    text: str


class LossRow(msgspec.Struct, frozen=True):
    health: int
    energy: int
    letters: list[str]


class HeroBoard(Board, frozen=True, kw_only=True):
    css: str
    where: str
    heroes: list[HeroRow]
    sets: str
    score: ScoreTrack
    turns: TurnTrack
    decks: list[DeckButton]
    held: HeldCard | None
    spots: list[Spot]
    stock: bool
    green: list[ListRow]
    rewards: list[ListRow]
    loss: LossRow
    rig: Rig
    villain: VillainPanel
    fighting: bool


def board(scene: BoardScene) -> HeroBoard:
    answers = HeroAnswers(scene)
    view = answers.view
    stakes, hints = at_stake(answers)
    wide = answers.stock or answers.shopping or answers.placing or view["held"]
    step = "stocking the city" if answers.stock else f"turn “{view['turn']}”"
    best = max(player["score"] for player in view["players"])
    return HeroBoard(
        stakes=stakes,
        hints=hints,
        css=joined("table--arch", "table--city" if wide else ""),
        where=f"Round {view['round']} of {view['rounds']} · {step}",
        heroes=[hero_row(answers, seat, best) for seat in scene.order()],
        sets=sets_words(view["sets"]),
        score=score_track([player["score"] for player in view["players"]], view["cubes"]),
        turns=turn_track(view, answers.stock),
        decks=[
            DeckButton(
                f"deck:{number}",
                joined(f"deck q-{kind}", scene.glow(f"deck:{number}")),
                deck_words(kind, [card["name"] for card in view["discards"] if card["kind"] == kind]),
                view["decks"][kind],
            )
            for number, kind in enumerate(OF_HEROES)
        ],
        held=held(answers, view["held"]) if view["held"] else None,
        spots=[spot(answers, row, number) for number, row in enumerate(view["spaces"])],
        stock=answers.stock,
        green=[green_row(answers, row, kind) for row, kind in zip(view["green"], ITEMS, strict=True)],
        rewards=[reward_row(answers, row) for row in view["rewards"]],
        loss=LossRow(
            view["loss_pays"]["health"], view["loss_pays"]["energy"], [LETTERS[seat] for seat in view["loss"]]
        ),
        rig=rig(answers),
        villain=villain_sheet(answers),
        fighting=answers.mine,
    )


def deck_words(kind: str, discards: list[str]) -> str:
    return f"{kind} deck" + (f"; discarded: {', '.join(discards)}" if discards else "")


# -- heroes -----------------------------------------------------------------------------------------


def hero_row(answers: HeroAnswers, seat: BoardSeat, best: int) -> HeroRow:
    row, mine = answers.view["players"][seat.seat], seat.seat == answers.scene.eye
    icon, doing = fate(answers, row, seat, mine)
    kinds = [card["kind"] for card in row["cards"]]
    return HeroRow(
        letter=seat.letter,
        css=player_css(seat, mine, "" if row["fate"] == "in" else "player--out"),
        hero=row["hero_name"],
        note=", ".join(word for word in ("" if mine else seat.name, seat.note) if word),
        score=row["score"],
        leads=row["score"] == best > 0,
        mine=mine,
        skills=[f"k{row['skills'][name]} of{row['ends'][name]} q-{name}" for name in SKILLS],
        health=row["health"],
        dice=row["dice"],
        energy=row["energy"],
        cards=[CardCount(kind, kinds.count(kind)) for kind in OF_HEROES if kind in kinds],
        card_names=[card["name"] for card in row["cards"]],
        set_points=row["set_points"],
        icon=icon,
        doing=doing,
    )


def fate(answers: HeroAnswers, row: HeroView, seat: BoardSeat, mine: bool) -> tuple[str, str]:
    """An icon and a few words: what a hero does or has done in this round."""
    view = answers.view
    if seat.waited:
        return "sands-of-time", "Your call" if mine else "Deciding"
    if row["fate"] == "arrested":
        return "handcuffs", f"Arrested on “{row['arrested_on']}”"
    if row["fate"] == "left":
        return (
            "walking-boot",
            f"Left: {view['rewards'][row['reward']]['name'] if row['reward'] is not None else ''}",
        )
    if row["fate"] == "knocked out":
        return "falling", "Knocked out"
    return "", f"Plays {PLACES[view['order'].index(seat.seat)]}" if view["villain"] else ""


# -- the city ---------------------------------------------------------------------------------------


def spot(answers: HeroAnswers, row: ActionSpaceView, number: int) -> Spot:
    scene, cards = answers.scene, row["cards"]
    loose = any(row["tokens"].values())
    takes = answers.takes.get(number, {})
    lit_cards = [card for card in cards if answers.shopping and scene.can(card["id"])]
    here = answers.shopping and not scene.verb("free") and bool(takes or lit_cards)
    glow = (
        scene.glow(row["id"]) if answers.placing and scene.can(row["id"]) else "" if row["open"] else "is-off"
    )
    big = len(cards) < 2 or (len(cards) == 2 and not loose)
    return Spot(
        id=row["id"],
        css=joined(f"spot spot--{'open' if here else shape(len(cards), loose)}", glow),
        name=row["name"],
        open=row["open"],
        players=row["players"],
        key=scene.key(row["id"]) if answers.placing else None,
        items=[item(answers, card, big) for card in cards],
        tokens=[
            loose_token(answers, number, name, count, takes.get(name, ""))
            for name, count in row["tokens"].items()
            if count
        ],
    )


def shape(cards: int, loose: bool) -> str:
    """How the cards of a space lie: as large as there is room for."""
    if cards < 2:
        return "big"
    if cards == 2 and not loose:
        return "two"
    return "list" if cards == 2 or (cards == 3 and not loose) else "tiles"


def item(answers: HeroAnswers, card: HeroCardView, big: bool) -> ItemOnSpace:
    glow = answers.scene.glow(card["id"]) if answers.shopping and answers.scene.can(card["id"]) else ""
    return ItemOnSpace(
        id=card["id"],
        key=card["key"],
        css=joined(f"item item--{card['kind'][0]}", glow),
        name=card["name"],
        cost=card["cost"],
        shop=answers.shopping,
        big=big,
    )


def loose_token(answers: HeroAnswers, number: int, name: str, count: int, option: str) -> LooseToken:
    green = answers.view["green"][ITEMS.index(name)]
    return LooseToken(
        dom=f"tok-{number}-{name}",
        css=joined(f"item tok q-{name}", "is-choosable" if option else ""),
        option=option,
        label=f"take {green['name']}",
        title=green["name"],
        amount=str(green["amount"]) if name in COUNTED else "",
        count=count,
    )


def held(answers: HeroAnswers, card: HeroCardView) -> HeldCard:
    return HeldCard(
        id=card["id"],
        key=card["key"],
        css=joined(f"heldcard item--{card['kind'][0]}", answers.scene.glow(card["id"])),
        name=card["name"],
        cost=card["cost"],
        text=card["text"],
    )


def green_row(answers: HeroAnswers, row: HeroCubesView, kind: str) -> ListRow:
    stock, cubes, endless = answers.stock, row["cubes"], row["endless"]
    glow = "" if answers.takes else answers.scene.glow(row["id"])
    note = "none left" if not row["left"] else "∞" if endless and not stock else ""
    return ListRow(
        id=row["id"],
        css=joined(
            f"row7 q-{kind}",
            glow,
            "taken" if cubes and not endless else "",
            "free" if not stock and not cubes and not endless else "",
        ),
        name=row["name"],
        points=0,
        note=note,
        letters=[] if note else [LETTERS[seat] for seat in cubes],
        house=False,
    )


def reward_row(answers: HeroAnswers, row: HeroCubesView) -> ListRow:
    kind = "red" if row["points"] else f"q-{row['key']}"
    return ListRow(
        id=row["id"],
        css=joined(f"row7 {kind}", answers.scene.glow(row["id"]), "taken" if row["cubes"] else ""),
        name="points" if row["points"] else row["name"],
        points=row["points"],
        note="none left" if not row["cubes"] and not row["left"] else "",
        letters=[LETTERS[seat] for seat in row["cubes"]],
        house=not row["cubes"] and bool(row["left"]) and row["source"] == "house",
    )
