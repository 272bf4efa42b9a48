"""The arena is fair: same deals from every seat, honest intervals, nothing played twice or lost when broken off."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from knaves.cli import main
from knaves.core.errors import BadSetup
from knaves.lab import arena_file
from knaves.lab.arena import Block, Contest, contest, play_block, run, seed_of
from knaves.lab.durations import Durations, together
from knaves.lab.ratings import block_share, rate, standings, tally


def toy(*bots: str, games: int = 12, seats: int = 3, fresh: bool = False, alone: bool = False) -> Contest:
    return contest("_template", seats, bots, games, 1, {}, fresh=fresh, alone=alone)


def timeless(blocks: list[Block]) -> list[Block]:
    return [msgspec.structs.replace(block, durations={}) for block in blocks]


def test_a_bot_against_itself_is_exactly_at_par() -> None:
    what = contest("villagers", 3, ["rules1"], 9, 1, {})
    (faced,) = standings(what, run(what)).faced
    assert faced.games == 9 and faced.share.value == pytest.approx(faced.par) and faced.verdict == ""


def test_random_bots_against_themselves_are_at_par_too() -> None:
    what = toy("random", games=30)
    (faced,) = standings(what, run(what)).faced
    assert faced.share.value == pytest.approx(faced.par)


def test_the_lone_bot_has_every_seat_of_every_deal_once() -> None:
    block = play_block(toy("rules1", "random"), "rules1", "random", 4)
    assert len(block.winners) == 3 and block.deal == 4
    again = play_block(toy("rules1", "random"), "rules1", "random", 4)
    assert timeless([block]) == timeless([again])


def test_line_ups_go_both_ways() -> None:
    assert toy("rules1", "random").line_ups() == [("rules1", "random"), ("random", "rules1")]
    assert toy("rules1", "random", seats=2).line_ups() == [("rules1", "random")]
    assert toy("rules1", "random", alone=True).line_ups() == [("rules1", "random")]
    assert toy("random").line_ups() == [("random", "random")]
    assert len(toy("rules1", "random", "fair").line_ups()) == 6


def test_games_come_in_whole_blocks_and_fresh_deals_are_others() -> None:
    assert toy("random", games=10).games == 12
    screen, fresh = toy("random"), toy("random", fresh=True)
    assert not {seed_of(screen, deal) for deal in range(800)} & {seed_of(fresh, deal) for deal in range(800)}


def test_who_wins_does_not_depend_on_the_number_of_processes() -> None:
    what = toy("rules1", "random")
    assert timeless(run(what, 1)) == timeless(run(what, 2))


def test_what_is_known_is_not_played_again() -> None:
    what = toy("rules1", "random")
    blocks = run(what)
    played: list[Block] = []
    assert timeless(run(what, 1, blocks[:3], played.append)) == timeless(blocks)
    assert len(played) == len(blocks) - 3


def test_a_stronger_bot_is_told_from_a_weaker_one() -> None:
    what = contest("villagers", 3, ["rules1", "random"], 18, 1, {})
    found = standings(what, run(what))
    alone, among = found.faced
    assert alone.verdict == "stronger" and alone.share.low < alone.share.value
    assert among.verdict == "weaker"
    assert found.ratings["rules1"].value == 0 and found.ratings["random"].high < 0
    assert found.paces["rules1"].decisions > 0
    assert found.paces["rules1"].mean <= found.paces["rules1"].most


def test_plackett_luce_finds_the_strengths_that_games_were_made_of() -> None:
    # a is twice, c half as strong as b: at a table of four the lone seat has s / (s + 3 t) of the wins
    strength = {"a": 2.0, "b": 1.0, "c": 0.5}
    sums = {}
    for one, s in strength.items():
        for many, t in strength.items():
            if one != many:
                won = 20_000 * s / (s + 3 * t)
                sums[one, many] = (won, 20_000 - won)
    found = rate(["a", "b", "c"], sums, 4, "b")
    assert found["a"] == pytest.approx(120.4, abs=0.5)  # 400 log10 2
    assert found["b"] == 0 and found["c"] == pytest.approx(-120.4, abs=0.5)


def test_a_bot_that_never_won_is_not_sure_of_its_rating() -> None:
    blocks = [Block("a", "rules1", deal, [(1,), (0,), (0,)], 9, {}) for deal in range(20)]
    what = Contest("_template", 3, ("a", "rules1"), 60, 1)
    rating = standings(what, blocks).ratings["a"]
    assert rating.low + 100 < rating.high < 0


def test_intervals_count_blocks_and_not_games() -> None:
    loose = block_share([0, 4] * 20, 4)  # a deal decides all of its games: as if there were only forty
    tight = block_share([2, 2] * 19 + [1, 3], 4)
    assert loose.value == tight.value == 0.5
    assert loose.high - loose.low == pytest.approx(2 * 1.96 * 0.5 / 40**0.5, rel=0.15)
    assert tight.high - tight.low < 0.1
    alike = block_share([1] * 10, 4)
    assert alike.low < 0.25 < alike.high  # ten equal blocks prove nothing beyond their games


def test_shared_wins_count_in_parts_and_games_nobody_won_lower_the_par() -> None:
    block = Block("a", "b", 0, [(0, 1), (), (1,)], 9, {})
    assert tally(block) == (0.5, 1.5, 1.0, 1)
    found = standings(Contest("_template", 3, ("a", "b"), 3, 1), [block]).faced[0]
    assert found.par == pytest.approx(2 / 9) and found.unwon == 1
    assert found.share.value == pytest.approx(0.5 / 3) and found.wins.value == pytest.approx(1 / 3)


def test_durations() -> None:
    some, more = Durations(), Durations()
    for ms in range(1, 100):
        some.add(ms / 1000)
    more.add(2.0)
    whole = together([some, more])
    assert whole.count == 100 and whole.longest == 2.0 and whole.mean == pytest.approx(0.0695)
    assert whole.within(0.95) == pytest.approx(0.095, rel=0.1)
    assert whole.within(1.0) == 2.0 and Durations().within(0.95) == 0


def test_an_arena_that_was_broken_off_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    what, file = toy("rules1", "random"), tmp_path / "arena.json"
    made = arena_file.made_with("_template", 3)
    blocks = run(what)
    file.write_bytes(arena_file.write(what, made, blocks[:5], done=False))
    assert arena_file.read(file.read_bytes()).standings is None
    words = [
        "arena",
        "_template",
        "--seats",
        "3",
        "--bots",
        "rules1,random",
        "--jobs",
        "1",
        "--json",
        str(file),
    ]
    main([*words, "--games", "12"])
    kept = arena_file.read(file.read_bytes())
    assert kept.blocks[:5] == blocks[:5], "those of the file, with their own times"
    assert timeless(kept.blocks) == timeless(blocks)
    assert kept.standings is not None and "deals for screening" in capsys.readouterr().out
    main([*words, "--games", "15"])  # the same with more games
    assert len(arena_file.read(file.read_bytes()).blocks) == 10


def test_an_arena_is_played_in_pieces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No time at all is enough for one block; what it says is kept, and the rest is played later."""
    file = tmp_path / "arena.json"
    words = ["arena", "_template", "--seats", "3", "--bots", "rules1,random", "--alone", "--json", str(file)]
    main([*words, "--games", "12", "--minutes", "0"])
    kept = arena_file.read(file.read_bytes())
    assert len(kept.blocks) == 1 and kept.standings is not None
    assert kept.standings.faced[0].games == 3 and "3 of 12 games" in capsys.readouterr().out
    main([*words, "--games", "12"])
    whole = arena_file.read(file.read_bytes())
    assert whole.blocks[:1] == kept.blocks and len(whole.blocks) == 4
    assert "12 games" in capsys.readouterr().out
    assert timeless(whole.blocks) == timeless(run(toy("rules1", "random", alone=True)))


def test_a_contest_stops_in_time_with_several_processes() -> None:
    found = run(toy("rules1", "random", games=60), jobs=2, seconds=0.0)
    assert 1 <= len(found) < 40


def test_a_file_of_another_contest_or_program_is_refused() -> None:
    what, made = toy("rules1", "random"), arena_file.made_with("_template", 3)
    data = arena_file.write(what, made, [], done=False)
    assert arena_file.go_on(data, what, made) == []
    with pytest.raises(arena_file.BadArena, match="another contest"):
        arena_file.go_on(data, toy("rules1", "random", fresh=True), made)
    with pytest.raises(arena_file.BadArena, match="another program"):
        arena_file.go_on(data, what, msgspec.structs.replace(made, source="0"))
    with pytest.raises(arena_file.BadArena, match="no file of an arena"):
        arena_file.read(b"{}")


@pytest.mark.parametrize(
    ("seats", "bots", "games", "words"),
    [(7, ["random"], 3, "not 7"), (3, ["random"], 0, "not 0"), (3, ["rules1", "rules1"], 3, "once")],
)
def test_what_cannot_be_played_is_refused(seats: int, bots: list[str], games: int, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        contest("_template", seats, bots, games, 1, {})
    with pytest.raises(BadSetup, match="no bot called"):
        contest("_template", 3, ["genius"], 3, 1, {})


def test_a_game_without_an_end_is_lost_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    from knaves.core.game import About
    from knaves.games import find

    game = find("_template")
    short: About = msgspec.structs.replace(game.about, longest=2)
    monkeypatch.setitem(game.__dict__, "about", short)
    assert play_block(toy("random"), "random", "random", 0).winners == [(), (), ()]
