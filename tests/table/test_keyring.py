"""Codes and words: what they open, for whom, how often and how long; and that nothing of it lies in the open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from knaves.table.log.sqlite import SqliteStorage
from knaves.table.log.storage import Key
from knaves.table.people import keyring
from knaves.table.people.keyring import CARRY_SECONDS, LETTERS, PART_SECONDS, Keyring, OpenedByCode
from tests.table.kit import Watch, played

KEY, OTHER = b"k" * 32, b"o" * 32
CODE_OF_X = "TRB2PT"
SEALED = bytes.fromhex(
    "b71842a04c0e5573d03037db87cfb5e9ab18edd359030dfa95e6dc69b969f1113e2048788bcefafe7666b3e512d0fbd3"
    "6566adb38adedef51b49731e650aea15e4c9368fb93099f655deba70cc537b074b69e8eef5158bf133c633a092d55cf6b5191972"
)


@pytest.mark.parametrize("secret", ["", "s", "a secret of a table", "ü" * 200])
def test_what_is_sealed_opens_with_its_key_alone(secret: str) -> None:
    sealed = keyring.seal(secret, KEY)
    assert keyring.unseal(sealed, KEY) == secret and keyring.unseal(sealed, OTHER) == ""
    assert len(secret) < 4 or secret.encode() not in sealed
    assert len(sealed) == 32 + len(secret.encode())


def test_whoever_changes_a_byte_opens_nothing() -> None:
    sealed = keyring.seal("a secret", KEY)
    for at in range(len(sealed)):
        changed = bytearray(sealed)
        changed[at] ^= 1
        assert keyring.unseal(bytes(changed), KEY) == "", at
    assert keyring.unseal(b"", KEY) == keyring.unseal(sealed[:-1], KEY) == ""


def test_the_same_secret_never_looks_the_same_twice() -> None:
    one, two = (keyring.seal("x" * 150, KEY) for _ in range(2))
    assert one != two and one[32:] != two[32:]
    hidden = one[32:]
    assert len({hidden[at : at + 50] for at in (0, 50, 100)}) == 3, "nor does a part of it"


def test_codes_can_be_read_aloud_and_typed_anyhow() -> None:
    for code in (keyring.new_code(), keyring.code_for("x"), keyring.code_for("y")):
        assert len(code) == 6 and set(code) <= set(LETTERS) and not set(code) & set("AEIOU01")
        assert keyring.read_code(f" {code[:3].lower()}-{code[3:]}\n") == code
    assert keyring.code_for("x") == keyring.code_for("x") != keyring.code_for("y")
    assert len({keyring.new_code() for _ in range(50)}) == 50
    assert len({letter for n in range(200) for letter in keyring.code_for(str(n))}) == len(LETTERS)


def test_words_are_four_of_the_list() -> None:
    words = keyring.new_words()
    assert len(words.split()) == 4 and set(words.split()) <= set(keyring.all_words())
    assert keyring.read_code("  " + words.upper().replace(" ", ", ") + "!") == words
    assert keyring.read_code(" ".join(words.split()[:3])) == ""
    assert keyring.read_code(words + " " + words.split()[0]) == ""


@pytest.mark.parametrize(
    "text", ["", "BCDFG", "BCDFGHJ", "BCDFGA", "BCDFG!", "four words not listed", "x" * 5000]
)
def test_what_is_no_code_is_nothing(text: str) -> None:
    assert keyring.read_code(text) == ""


@asynccontextmanager
async def ring() -> AsyncIterator[tuple[Keyring, Watch, SqliteStorage]]:
    now = Watch()
    storage = SqliteStorage(":memory:")
    try:
        yield Keyring(storage, now), now, storage
    finally:
        await storage.close()


@played
async def test_a_code_for_another_device_opens_once_and_for_ten_minutes() -> None:
    async with ring() as (keys, now, _):
        code, mark = await keys.carry("t1", "secret of Ann")
        assert await keys.waits("t1", mark) and not await keys.waits("t2", mark)
        assert not await keys.waits("t1", code)
        assert await keys.look(code) == [OpenedByCode("t1", "secret of Ann")], "looking does not use it"
        assert await keys.open(code) == [OpenedByCode("t1", "secret of Ann")]
        assert await keys.open(code) == await keys.look(code) == []
        assert not await keys.waits("t1", mark)
        late, mark = await keys.carry("t1", "secret of Ann")
        now.time += CARRY_SECONDS - 1
        assert await keys.look(late) and await keys.waits("t1", mark)
        now.time += 1
        assert not await keys.waits("t1", mark)
        assert await keys.look(late) == await keys.open(late) == []
        assert await keys.open("") == await keys.look("") == []


@played
async def test_codes_that_are_over_do_not_lie_about() -> None:
    """A guest may ask for many: a row of each stays no longer than twice its time."""
    async with ring() as (keys, now, storage):
        marks = [(await keys.carry("t1", "secret of Ann")).mark for _ in range(3)]
        words = keyring.new_words()
        await keys.remember(words, "t1", "for ever")
        now.time += CARRY_SECONDS - 1
        await keys.carry("t1", "secret of Bob")
        assert [len(await storage.keys(mark)) for mark in marks] == [1, 1, 1]
        now.time += 1
        later = await keys.carry("t1", "secret of Cyd")
        assert [len(await storage.keys(mark)) for mark in marks] == [1, 1, 1], "to the last second"
        now.time += CARRY_SECONDS
        await keys.invite("t2", "invite")
        assert [len(await storage.keys(mark)) for mark in marks] == [0, 0, 0]
        assert await storage.keys(later.mark) and await keys.open(words)


@played
async def test_a_page_goes_once_and_soon_and_codes_are_no_secrets_of_it() -> None:
    async with ring() as (keys, now, _):
        secret = await keys.part("t", "goodbye")
        assert await keys.parting("u", secret) == "", "of another table"
        assert await keys.parting("t", secret) == "goodbye"
        assert await keys.parting("t", secret) == "", "once"
        late = await keys.part("t", "goodbye")
        now.time += PART_SECONDS + 1
        assert await keys.parting("t", late) == ""
        code, _ = await keys.carry("t", "seat")
        assert await keys.parting("t", code) == "" and await keys.open(code)


@played
async def test_an_invitation_opens_for_everybody_and_always_by_the_same_code() -> None:
    async with ring() as (keys, now, storage):
        code = await keys.invite("t1", "invite")
        assert await keys.invite("t1", "invite") == code == keyring.code_for("invite")
        assert await Keyring(storage, now).invite("t1", "invite") == code, "another process says the same"
        now.time += 10 * 365 * 86400
        for _ in range(3):
            assert set(await keys.open(code)) == {OpenedByCode("t1", "invite")}


@played
async def test_words_open_all_tables_until_there_are_others() -> None:
    async with ring() as (keys, _, storage):
        words, others = keyring.new_words(), keyring.new_words()
        await keys.remember(words, "t1", "one")
        await keys.remember(words, "t2", "two")
        await keys.remember(words, "t2", "two")
        found = {OpenedByCode("t1", "one"), OpenedByCode("t2", "two")}
        assert set(await keys.open(words)) == found and len(await keys.open(words)) == 2
        await keys.renew(words, others)
        assert await keys.open(words) == [] and set(await keys.open(others)) == found
        assert await keys.remember(others, "t2", "two") == others
        mine = await keys.remember(words, "t3", "three")
        assert mine not in (words, others), "an old browser gets words of its own"
        assert await keys.open(words) == [] and set(await keys.open(others)) == found
        assert await keys.open(mine) == [OpenedByCode("t3", "three")]
        place = keyring._lock_of(others).place
        kept = await storage.keys(place)
        assert {key.table for key in kept} == {"t1", "t2"}
        assert not any(b"one" in key.sealed or b"two" in key.sealed for key in kept), (
            "nothing lies in the open"
        )


def test_codes_and_seals_of_today_are_those_of_tomorrow() -> None:
    """Written down: codes stand on paper, and sealed secrets in files that outlive a program."""
    assert keyring.code_for("x") == CODE_OF_X
    assert (
        keyring.unseal(SEALED, KEY) == "well kept, for more than one block of sixty-four bytes of the stream"
    )
    assert keyring.read_code(" " * 34 + "BCDFGH") == "BCDFGH" and keyring.read_code(" " * 35 + "BCDFGH") == ""


def test_where_a_secret_is_kept_tells_nothing_of_its_key() -> None:
    one, two = keyring._lock_of("BCDFGH"), keyring._lock_of("BCDFGJ")
    assert len(one.key) == 32 and len(one.place) == 40 and one.key.hex() not in one.place
    assert one.place != two.place and one.key != two.key and one.place not in one.key.hex()


def test_words_may_stand_in_a_line_but_not_in_a_letter() -> None:
    words = " ".join(keyring.all_words()[:4])
    assert keyring.read_code(words.ljust(99)) == words and keyring.read_code(words.ljust(100)) == ""


@played
async def test_an_invitation_is_put_down_once_and_what_was_is_forgotten_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ring() as (keys, _, storage):
        put: list[str] = []
        plain = storage.put_key

        async def counted(place: str, key: Key) -> None:
            put.append(place)
            await plain(place, key)

        monkeypatch.setattr(storage, "put_key", counted)
        for _ in range(2):
            await keys.invite("t1", "invite")
        assert len(put) == 1
        keys._written |= {(str(n), "t2") for n in range(9_999)}
        await keys.invite("t3", "invite")
        assert len(keys._written) == 10_001, "ten thousand are kept, and one more"
        await keys.invite("t4", "invite")
        assert keys._written == {(keyring.code_for("invite"), "t4")}
