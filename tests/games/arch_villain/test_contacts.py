"""Contact Cards: one test for each, and the rules they share."""

from __future__ import annotations

import pytest

import knaves
from knaves.core.selection import answers_for
from knaves.core.step import things_of
from knaves.games.arch_villain.cards.effects import FreeCard, GainTokens, Reroll
from knaves.games.arch_villain.cards.names import HEALTH
from knaves.games.arch_villain.rules.contacts import contact_options
from tests.games.arch_villain.table import BOX, GAME, asked, events, options, say, seen, slot, state, table
from tests.support import clause, refused, with_dice


def uses(contact: str) -> list[int]:
    return BOX.uses_of[BOX.face_of[contact]]


def call(p: knaves.Position, contact: str, which: int) -> None:
    p.apply(asked(p), ("contact", slot(p, contact), uses(contact)[which]))


def having(contact: str, **words: object) -> knaves.Position:
    return table(2, [{"cards": [contact], "energy": 10}], **words)


def own(p: knaves.Position) -> list[str]:
    return [str(card["key"]) for card in seen(p)["players"][0]["cards"]]


@clause(GAME, "contact.1")
def test_a_contact_is_the_action_of_the_turn() -> None:
    p = having("city_patron")
    call(p, "city_patron", 0)
    assert asked(p) == 1


@clause(GAME, "contact.2")
def test_each_contact_once_a_round() -> None:
    p = having("city_patron")
    call(p, "city_patron", 0)
    say(p, "green", "energy")
    assert not options(p, "contact")
    assert refused(p, 0, "contact", slot(p, "city_patron"), uses("city_patron")[1]).clause == "contact.2"
    for reward in ("health", "power"):
        say(p, "protect", reward)
    while asked(p) != 0 or not options(p, "contact"):
        p.apply(asked(p), options(p)[0])
    assert seen(p)["round"] == 2


@clause(GAME, "contact.3", "contact.4", "contact.7")
def test_the_physician_brings_a_talent_off_the_board() -> None:
    lying = {"dockside": ["gene_bank", "boxer", "die"], "rooftops": ["surgeon", "profiler"]}
    p = having("physician", spaces=lying)
    call(p, "physician", 0)
    free = {o[1:][0] for o in options(p, "free")}
    assert free == {slot(p, card) for card in ("gene_bank", "surgeon", "profiler")}
    assert refused(p, 0, "free", slot(p, "boxer")).clause == "contact.3"
    say(p, "free", "surgeon")
    assert own(p) == ["physician", "surgeon"]
    assert seen(p)["players"][0]["energy"] == 10
    assert [card["key"] for card in seen(p)["spaces"][2]["cards"]] == ["profiler"]
    assert seen(p)["spaces"][0]["tokens"]["die"] == 1  # the rest of the board is not touched


@clause(GAME, "contact.3", "contact.4")
def test_the_physician_brings_a_talent_off_the_deck() -> None:
    p = having("physician", decks={"talent": ["surgeon"]})
    call(p, "physician", 0)
    assert own(p) == ["physician", "surgeon"]
    assert seen(p)["players"][0]["energy"] == 10
    assert asked(p) == 1


@clause(GAME, "contact.5", "contact.6")
def test_a25_another_talent_may_be_bought_or_goes_on_the_board() -> None:
    price = BOX.cost[BOX.face_of["boxer"]]
    p = having("physician", decks={"talent": ["boxer"]})
    call(p, "physician", 0)
    say(p, "buy", "boxer", price)
    assert own(p) == ["physician", "boxer"]
    assert seen(p)["players"][0]["energy"] == 10 - price
    p = table(2, [{"cards": ["physician"], "energy": 0}], decks={"talent": ["boxer"]})
    call(p, "physician", 0)
    assert {o[0] for o in options(p)} == {"leave"}
    say(p, "leave", "boxer", "old_town")
    assert own(p) == ["physician"]
    assert [card["key"] for card in seen(p)["spaces"][1]["cards"]] == ["boxer"]


@clause(GAME, "contact.7")
def test_the_physician_heals_three() -> None:
    p = having("physician")
    before = seen(p)["players"][0]["health"]
    call(p, "physician", 1)
    assert seen(p)["players"][0]["health"] == before + 3


def test_tech_genius() -> None:
    p = having("tech_genius", decks={"power": ["lightning"]})
    labels = [p.label(o, 0) for o in options(p, "contact")]
    assert labels == ["Tech Genius: a free power (technical procedure or technical mishap)"]
    call(p, "tech_genius", 1)
    assert own(p) == ["tech_genius", "lightning"]
    assert isinstance(BOX.uses[uses("tech_genius")[0]][1], Reroll)


def test_a_used_tech_genius_does_not_roll_again() -> None:
    p = table(2, [{"cards": ["tech_genius", "lightning"], "dice": 3, "energy": 0, "health": 20}], turn="2")
    call(p, "tech_genius", 1)
    while asked(p) != 0 or not options(p, "arrest"):
        p.apply(asked(p), next(o for o in options(p) if o[0] in ("leave", "draw", "green")))
    with_dice(p, 6, 5, 4)
    p.apply(0, options(p, "arrest")[0])
    assert not options(p, "again")


OTHERS = ["quartermaster", "old_mentor", "laboratory_chief", "police_captain", "gadget_maker", "city_patron"]
TOKENS = {"energy": "energy", "health": "health", "die": "dice"}


@pytest.mark.parametrize("contact", OTHERS)
def test_every_use_of_the_others(contact: str) -> None:
    face = BOX.face_of[contact]
    for which, number in enumerate(BOX.uses_of[face]):
        use = BOX.uses[number][1]
        assert isinstance(use, FreeCard | GainTokens)
        if isinstance(use, GainTokens):
            p = having(contact)
            before = dict(seen(p)["players"][0])
            call(p, contact, which)
            if use.item == "cubes":
                say(p, "train", 1, 2 * use.amount)
                assert seen(p)["players"][0]["skills"]["strength"] == 2 * use.amount
            else:
                what = TOKENS[use.item]
                assert seen(p)["players"][0][what] == before[what] + use.amount  # type: ignore[literal-required, operator]
            continue
        rows = getattr(BOX.tables, use.kind)
        right = [row.id for row in rows if BOX.symbol[BOX.face_of[row.id]] in use.symbols]
        wrong = [row.id for row in rows if row.id not in right]
        p = having(contact, spaces={"dockside": [right[0], wrong[0]]}, decks={use.kind: [right[1]]})
        call(p, contact, which)
        assert [o[1:][0] for o in options(p, "free")] == [slot(p, right[0])]
        heard = events(p)
        p.apply(0, options(p, "draw")[0])
        assert [event.kind for event in heard][:2] == ["drew", "free_card"]
        assert own(p) == [contact, right[1]]


def test_a_contact_that_can_bring_nothing_is_not_offered() -> None:
    every = [weapon.id for weapon in BOX.tables.weapon]
    p = table(2, [{"cards": ["quartermaster"]}, {"cards": every}])
    assert [o[1:][1] for o in options(p, "contact")] == [uses("quartermaster")[1]]
    assert state(p).decks[1] == ()


@clause(GAME, "contact.3", "contact.4", "box.3")
def test_a_contact_is_called_only_for_what_it_could_bring() -> None:
    s = state(having("physician", spaces={"dockside": ["surgeon"]}))
    s.supply[HEALTH] = 0
    search = [("contact", s.hand[0][0], uses("physician")[0])]
    assert contact_options(s, 0) == search, "there is no health left"
    talents, s.decks[2] = s.decks[2], ()
    assert contact_options(s, 0) == search, "no deck, but a match on the board"
    s.lying[0] = ()
    assert not contact_options(s, 0)
    s.decks[2] = talents
    assert contact_options(s, 0) == search


@clause(GAME, "faq.4")
def test_illusions_do_not_turn_the_villains_dice() -> None:
    player = {"cards": ["tech_genius", "illusions"], "health": 9}
    p = table(2, [player], turn="2", villain="crimson_death", step="retaliation", dice=[6, 6])
    with_dice(p, 1, 1)
    say(p, "again", 6)
    say(p, "again", 6)
    assert state(p).health[0] == 9, "a 1 of the villain stays a 1"


def test_no_more_dice_are_asked_for_than_lie_there() -> None:
    p = table(2, [{"cards": ["tech_genius"], "dice": 1, "energy": 0}], turn="3")
    with_dice(p, 2)
    say(p, "arrest", state(p).villain_slot)
    with_dice(p, 5)
    say(p, "again", 2)
    assert not options(p, "again"), "the only die was rolled again at once"


@clause(GAME, "faq.4")
def test_dice_that_show_the_same_are_chosen_at_once() -> None:
    p = table(2, [{"cards": ["tech_genius"], "dice": 4, "energy": 0}], turn="3")
    with_dice(p, 2, 2, 2, 5)
    say(p, "arrest", state(p).villain_slot)
    assert answers_for(p, 0, [2]) == [("again", 2), ("roll",)]
    assert answers_for(p, 0, [2, 2]) == [("again", 2), ("again", 2)]
    for wrong in ([], [5, 5], [2, 2, 2]):
        with pytest.raises(knaves.Refused, match=r"."):
            answers_for(p, 0, wrong)
    say(p, "again", 2)
    assert answers_for(p, 0, [2]) == [("again", 2)] and answers_for(p, 0, []) == [("roll",)]


@clause(GAME, "contact.3", "contact.4")
def test_without_a_deck_there_is_nothing_to_draw() -> None:
    p = having("physician", spaces={"dockside": ["surgeon", "field_medic"]})
    state(p).decks[2] = ()
    call(p, "physician", 0)
    assert [o[0] for o in options(p)] == ["free", "free"]


@clause(GAME, "contact.2")
def test_one_contact_does_not_make_another_fresh() -> None:
    p = table(2, [{"cards": ["city_patron", "quartermaster"], "health": 20}])
    patron, quartermaster = slot(p, "city_patron"), slot(p, "quartermaster")
    for one in (patron, quartermaster):
        p.apply(0, next(option for option in options(p, "contact") if things_of(option)[0] == one))
        say(p, "green", "energy")
    assert asked(p) == 0 and not options(p, "contact"), "both are used until the round ends"


@clause(GAME, "contact.2", "faq.4")
def test_dice_rolled_again_make_no_other_contact_fresh() -> None:
    player = {"cards": ["city_patron", "tech_genius"], "health": 20, "dice": 2}
    p = table(2, [player], turn="2", villain="crimson_death")
    with_dice(p, 1, 1)
    call(p, "city_patron", 0)
    with_dice(p, 1, 1)
    say(p, "green", "energy")
    with_dice(p, 2, 3)
    say(p, "arrest", state(p).villain_slot)
    with_dice(p, 2)
    say(p, "again", 3)
    say(p, "roll")
    s = state(p)
    assert not any(s.contact_fresh(slot(p, contact)) for contact in ("city_patron", "tech_genius"))
