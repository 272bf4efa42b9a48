"""Each Round: from the option phase over the turns to the end of the round."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.arch_villain.cards.names import ALARM, ENERGY, FIRST_BLUE, HEALTH, RANGE
from knaves.games.arch_villain.rules.action import act, choices, why_not_action
from knaves.games.arch_villain.rules.end_of_round import end_of_game, end_of_round
from knaves.games.arch_villain.rules.option_phase import OptionPhase
from knaves.games.arch_villain.rules.protect_citizens import LastRewards
from knaves.games.arch_villain.rules.retaliation import Retaliation, villain_strikes
from knaves.games.arch_villain.state import IN, ROUND_BEGINS, HeroCity


class FiveRounds(Step[HeroCity]):
    """Five rounds."""

    lines = ("open", "place", "turn", "after", "last", "close")

    def open(self, s: HeroCity) -> None:
        s.turn = ALARM  # setup.2, end.11
        s.stocked = 0
        s.tell("round", s.round, s.villain_slot)
        for seat in s.order:
            traits = s.traits(seat)
            if traits.round_energy:
                s.grant(seat, ENERGY, traits.round_energy, ROUND_BEGINS)
            if traits.round_health:
                s.grant(seat, HEALTH, traits.round_health, ROUND_BEGINS)

    def place(self, s: HeroCity) -> Step[HeroCity] | None:
        return OptionPhase() if s.box.placements[s.round] else None

    def turn(self, s: HeroCity) -> Step[HeroCity]:
        s.tell("turn", s.turn)
        return ActionTurn()

    def after(self, s: HeroCity) -> None:
        villain_strikes(s)
        if IN in s.fate and s.turn + 1 < len(s.box.turn_dice):  # end.1, round.6
            s.turn += 1  # round.5
            self.go("turn")

    def last(self, s: HeroCity) -> Step[HeroCity] | None:
        return LastRewards() if IN in s.fate else None

    def close(self, s: HeroCity) -> None:
        end_of_round(s)
        if s.round == s.box.rounds:
            end_of_game(s)
            return
        s.round += 1  # end.6
        self.go("open")


class ActionTurn(Step[HeroCity]):
    """One action for each player still in the round (round.1), and the villain's answer."""

    lines = ("next_player", "choose", "act", "answer_back")
    asks = {"choose": ("Choose your action.", "round.2")}

    place: int = 0  # in the order

    def next_player(self, s: HeroCity) -> None:
        order, fate, place = s.order, s.fate, self.place
        while place < s.seats and fate[order[place]] != IN:
            place += 1
        self.place = place
        if place >= s.seats:
            self.go("end")

    def choose(self, s: HeroCity) -> Choice:
        seat = s.order[self.place]
        return Choice(seat, choices(s, seat))

    def act(self, s: HeroCity) -> Step[HeroCity] | None:
        s.hand_back(0)
        return act(s, s.order[self.place], self.answer)

    def answer_back(self, s: HeroCity) -> Step[HeroCity] | None:
        seat = s.order[self.place]
        self.place += 1
        self.go("next_player")
        calm = s.returned and s.returned[0]
        if s.turn >= FIRST_BLUE and s.fate[seat] == IN and not calm:  # retaliate.1, R7
            return Retaliation(seat)
        return None

    def why_not(self, s: HeroCity, seat: int, kind: str, thing: int) -> Refused | None:
        return why_not_action(s, seat, kind, thing)

    def refuse(self, s: HeroCity, seat: int, option: Option) -> Refused | None:
        if option[0] == "arrest" and s.turn == ALARM:
            return Refused("No arrest may be tried on the alarm turn.", "round.3")
        if option[0] == "two_spaces" and not (s.turn == RANGE and s.traits(seat).two_spaces):
            return Refused(
                "Two spaces are one on the range turn only, for who has a card that says so.", "faq.3"
            )
        return None
