"""Standing orders: they answer, they end themselves, and they say why."""

from __future__ import annotations

from typing import cast

import msgspec

from knaves.table import Clock, TooMuch
from tests.table.kit import ANN, BOB, BOT, CY, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]


@played
async def test_pass_until_something_happens(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        number = await table.order(bob.token, 1, "pass", ("pass",), unless=("rolled",))
        assert [order.id for order in bob.page.orders] == [number] and ann.page.orders == ()
        await ann.do("pass")
        assert ann.ask.yours  # Bob was not asked
        assert ann.page.log[-1].text == "Bob passes."
        await ann.do("roll")
        await ann.do("pass")
        assert bob.ask.yours and bob.page.orders == ()
        ended = [line.text for line in bob.page.log if line.text.startswith("Your standing order")]
        assert len(ended) == 1 and "Ann rolls" in ended[0]
        assert not any("standing order" in line.text for line in ann.page.log)  # nobody else's business


@played
async def test_me_means_any_event_that_names_my_seat(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob, cy), _ = await sit(hall, toy, ANN, BOB, CY)
        await table.order(cy.token, 2, "pass", ("pass",), unless=("me",))
        await ann.do("pass")
        await bob.do("pass")
        assert ann.ask.yours
        offer = next(c for c in cy.ask.interjections if "seat:0" in c.things)
        await cy.do(*offer.option)
        await ann.do("accept")
        await ann.do("pass")
        await bob.do("pass")
        assert cy.ask.yours and cy.page.orders == ()


@played
async def test_always_and_so_many_times(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "always", ("decline",))
        await table.order(bob.token, 1, "always", ("pass",), times=1)
        offer = next(c for c in ann.ask.options if c.verb == "offer")
        await ann.do(*offer.option)
        assert ann.ask.yours and ann.view["coins"] == [5, 5]  # declined at once
        assert [order.times for order in bob.page.orders] == [0, 1]
        await ann.do("pass")
        assert ann.ask.yours
        await ann.do("pass")
        assert bob.ask.yours and len(bob.page.orders) == 1
        assert any("it has answered once" in line.text for line in bob.page.log)


@played
async def test_never_answers_when_one_is_left(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "never", ("accept",))
        offer = next(c for c in ann.ask.options if c.verb == "offer")
        await ann.do(*offer.option)
        assert ann.page.log[-1].text == "Bob declines what Ann offers."
        for verb in ("dig", "roll", "peek", "trip"):
            await table.order(ann.token, 0, "never", (verb,))
        await table.idle()
        assert ann.ask.yours  # pass and end are left: still a choice


@played
async def test_never_ends_when_nothing_else_is_possible(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "never", ("accept",))
        await table.order(bob.token, 1, "never", ("decline",))
        offer = next(c for c in ann.ask.options if c.verb == "offer")
        await ann.do(*offer.option)
        assert any("nothing else could be answered" in line.text for line in bob.page.log)


@played
async def test_an_order_with_a_place_ends_when_its_answer_is_not_possible() -> None:
    async with open_hall() as hall:
        table, (ann, *_), _ = await sit(hall, "_template", ANN, BOT, BOT)
        card = ann.ask.options[0].option
        await table.order(ann.token, 0, "always", card, clause="round.1")
        await table.idle()
        # it plays the card once, and next time the card is gone
        while ann.page.orders and ann.page.status == "running":
            await ann.first()
        assert any("not possible this time" in line.text for line in ann.page.log)


@played
async def test_an_order_whose_answer_is_taken_back_ends(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        await table.order(ann.token, 0, "always", ("dig",), times=3)
        await table.idle()
        assert ann.view["coins"] == [9, 5] and ann.page.orders == ()
        await table.undo(ann.token, 0)
        await table.idle()
        assert ann.view["coins"] == [8, 5]


@played
async def test_orders_are_for_whoever_gave_them(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "pass", ("pass",))
        await table.seating.leave(bob.token, 1)
        await refuses(table.seating.claim(ticket.invite, 1, "Eve"))
        await ann.do("pass")
        assert table.book.played[-1].by == "bot"  # whoever minds the seat has a mind of his own
        await table.seating.take_back(bob.token, 1)
        await ann.do("pass")
        assert table.book.played[-1].by == "order"


@played
async def test_what_is_no_order_is_refused(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        before = table.book.seq
        await refuses(table.order(ann.token, 0, "maybe", ("pass",)))  # type: ignore[arg-type]
        await refuses(table.order(ann.token, 0, "always", ("fly",)))
        await refuses(table.order(ann.token, 0, "always", ("pass",), unless=("nothing",)))
        await refuses(table.order(ann.token, 0, "always", ("pass",), times=-1))
        await refuses(table.order(ann.token, 0, "always", ("pass",), clause="x" * 99))
        await refuses(table.order(bob.token, 0, "always", ("pass",)))
        await refuses(table.cancel_order(ann.token, 0, 1))
        assert table.book.seq == before
        for _ in range(20):
            await table.order(bob.token, 1, "never", ("dig",))
        await refuses(table.order(bob.token, 1, "never", ("dig",)), TooMuch)
        await refuses(table.cancel_order(ann.token, 0, bob.page.orders[0].id))
        await table.cancel_order(bob.token, 1, bob.page.orders[0].id)
        assert len(bob.page.orders) == 19


@played
async def test_nobody_else_notices_a_private_order(toy: str) -> None:
    """No number grows and no push comes: not when it is given, not when it ends, not in what follows."""
    async with open_hall(now=Watch()) as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB, clock=Clock("move", 600))

        def seen() -> bytes:
            return msgspec.json.encode(
                (ann.page, table.page(ticket.watch), table.summary(), table.marks(ticket.watch), ann.ask.seq)
            )

        before = seen()
        async with table.changes((0,)) as hers, table.changes() as public, table.changes((1,)) as his:
            for changes in (hers, public, his):
                await anext(changes)
            number = await table.order(bob.token, 1, "never", ("dig",))
            assert seen() == before and bob.page.orders
            await table.cancel_order(bob.token, 1, number)
            assert seen() == before and any("standing order ends" in line.text for line in bob.page.log)
            assert not hers._event.is_set() and not public._event.is_set()
            await anext(his)
            await ann.do("dig")
            assert hers._event.is_set() and public._event.is_set()
            assert ann.page.seq == msgspec.json.decode(before)[0]["seq"] + 1  # no gap tells of it later
        rows = await hall.storage.read(table.id)
        assert [row.seq for row in rows] == list(range(1, table.book.written + 1))
        assert table.book.written == table.book.seq + 2
        assert [await table.order(ann.token, 0, "never", ("dig",)) for _ in range(2)] == [1, 2]


@played
async def test_what_an_order_answered_counts_as_answered(toy: str) -> None:
    """What happened after it is new to the seat, and what happened before it is not."""
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "always", ("pass",))
        await ann.do("pass")
        assert table.book.played[-1].by == "order"
        page = bob.page
        assert page.since == table.book.played[-1].seq
        assert not any(line.new for line in page.log)
        await ann.do("dig")
        assert [line.text for line in bob.page.log if line.new] == ["Ann digs."]


@played
async def test_orders_that_have_nothing_to_say_leave_it_to_the_next(toy: str) -> None:
    """One for another place, one that leaves a choice, one for pauses; then one that answers."""
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "always", ("dig",), clause="yard.9")
        await table.order(bob.token, 1, "never", ("trip",))
        await table.order(bob.token, 1, "moments", ("moments",))
        await table.order(bob.token, 1, "always", ("pass",))
        await ann.do("pass")
        assert ann.ask.yours and table.book.played[-1].option == ("pass",)
        assert len(bob.page.orders) == 4


@played
async def test_what_was_told_before_an_order_or_to_others_does_not_end_it(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("roll")
        await table.order(bob.token, 1, "pass", ("pass",), unless=("rolled",))
        await table.say(ann.token, 0, "rolled")  # said, not thrown
        await ann.do("pass")
        assert ann.ask.yours and len(bob.page.orders) == 1
        await ann.do("roll")
        await ann.do("pass")
        assert bob.ask.yours
        (ended,) = [line.text for line in bob.page.log if line.text.startswith("Your standing order")]
        assert ended.startswith("Your standing order ends: Ann rolls") and not ended.endswith("..")


@played
async def test_a_bot_plays_on_until_the_round_is_over() -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, "villagers", ANN, BOT, BOT)
        round_then = cast(int, ann.view["round"])
        await table.order(ann.token, 0, "bot", ("bot",))
        assert [(order.kind, order.label) for order in ann.page.orders] == [
            ("bot", f"a bot plays until round {round_then} is over")
        ]
        await table.idle()
        assert ann.ask.yours and ann.view["round"] == round_then + 1 and ann.page.orders == ()
        mine = [answer for answer in table.book.played if answer.seat == 0]
        assert mine and {answer.by for answer in mine} == {"order"}
        assert any("Your standing order ends: the round is over" in line.text for line in ann.page.log)


@played
async def test_a_game_that_counts_no_rounds_has_none_to_finish(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _), _ = await sit(hall, toy, ANN, BOB)
        await refuses(table.order(ann.token, 0, "bot", ("bot",)))
        await refuses(table.order(ann.token, 0, "bot", ("bot", 3)))
        await refuses(table.order(ann.token, 0, "always", ("bot",)))
        assert ann.page.orders == ()


@played
async def test_choosing_ahead_is_an_order_for_one_answer() -> None:
    """What is foreseen names only what the seat has seen; what is chosen is sent when it is asked, and only then."""
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, "villagers", ANN, BOB)
        while (card := await table.ahead(bob.token, 1)).options == ():
            await (bob if bob.ask.yours else ann).first()
        assert card.prompt and card.clause and not bob.ask.yours
        state = table.progress.position.state
        assert all(table.progress.position.knows(1, thing) for one in card.options for thing in one.things)
        assert state is table.progress.position.state  # nothing was played for it
        wanted = card.options[-1].option
        await table.order(bob.token, 1, "always", wanted, card.clause, ("me",), 1)
        while ann.ask.yours:
            await ann.first()
        await table.idle()
        by_order = [answer.option for answer in table.book.played if answer.by == "order"]
        ended = [line.text for line in bob.page.log if line.text.startswith("Your standing order ends")]
        assert by_order == [wanted] or ended  # sent, or dropped with a word


@played
async def test_who_is_asked_chooses_nothing_ahead(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        assert (await table.ahead(ann.token, 0)).options == ()
        assert {one.verb for one in (await table.ahead(bob.token, 1)).options} >= {"pass"}
        await refuses(table.ahead(ann.token, 1))
