"""From an effect in a card file to what the rules do."""

from __future__ import annotations

from knaves.core.step import Step
from knaves.games.new_angeles import cards
from knaves.games.new_angeles.box import PIECES, RESOURCES
from knaves.games.new_angeles.city import move_enemies, rouse
from knaves.games.new_angeles.districts import (
    ArrestUnits,
    CalmOrRemove,
    LiquidateDistrict,
    LowerUnrest,
    MoveAndroids,
    PlacePieces,
    RaiseUnrest,
    RemovePieces,
    ScorchEarth,
    cost_of,
)
from knaves.games.new_angeles.players import (
    DeployForces,
    EachDraws,
    FillPot,
    FlatterPlayer,
    InvestIn,
    SortEvents,
    StockUp,
)
from knaves.games.new_angeles.resolve import Doer
from knaves.games.new_angeles.state import NewAngeles

Next = Step[NewAngeles] | None


def ready(effect: cards.ActionEffect) -> Doer:
    """The function that carries out this effect for a resolver."""
    on_city = ready_on_city(effect)
    return on_city if on_city is not None else ready_on_players(effect)


def ready_on_city(effect: cards.ActionEffect) -> Doer | None:
    match effect:
        case cards.Remove(piece=name, cost=True):
            return lambda s, who: cost_of(s, who, PIECES[name])
        case cards.Remove(piece=name, up_to=up_to, exactly=exactly):
            return lambda s, who: RemovePieces(who, PIECES[name], up_to or exactly, up_to > 0)
        case cards.Place(where="cleared", piece=name):
            return lambda s, who: PlacePieces(who, PIECES[name], 1, s.cleared) if s.cleared else None
        case cards.Place(piece=name, times=times):
            return lambda s, who: PlacePieces(who, PIECES[name], times, 0)
        case cards.Calm(stages=stages, districts=number, up_to=optional, repeat=repeat):
            return lambda s, who: LowerUnrest(who, stages, number, optional, repeat)
        case cards.CalmOrRemove(stages=stages, piece=name):
            return lambda s, who: CalmOrRemove(who, stages, PIECES[name])
        case cards.Rouse(where="cleared"):
            return rouse_cleared
        case cards.Rouse(districts=number):
            return lambda s, who: RaiseUnrest(who, number)
        case cards.MoveEnemies():
            return move_cleared
        case cards.MoveAndroids(up_to=up_to, exactly=exactly):
            return lambda s, who: MoveAndroids(who, up_to or exactly, up_to > 0)
        case cards.Liquidate():
            return lambda s, who: LiquidateDistrict(who)
        case cards.Arrest():
            return lambda s, who: ArrestUnits(who)
        case cards.Scorch():
            return lambda s, who: ScorchEarth(who)
        case _:
            return None


def ready_on_players(effect: cards.ActionEffect) -> Doer:
    match effect:
        case cards.Stock(resources=number, amount=amount):
            return lambda s, who: StockUp(who, number, amount)
        case cards.Spend(resource=name, amount=amount, else_threat=threat):
            resource = RESOURCES.index(name)
            return lambda s, who: spend(s, resource, amount, threat)
        case cards.Earn(capital=capital):
            return lambda s, who: s.gain(who, capital)
        case cards.Pot(lower_threat=lower):
            return lambda s, who: FillPot(who, lower)
        case cards.SortEvents(look=look):
            return lambda s, who: SortEvents(who, look)
        case cards.Flatter(capital=capital, supporter=more):
            return lambda s, who: FlatterPlayer(who, capital, more)
        case cards.Invest(amounts=amounts):
            return lambda s, who: InvestIn(who, amounts)
        case cards.EachDraws(cards=number, supporter=more, optional=optional):
            return lambda s, who: EachDraws(who, number, more, optional)
        case cards.Deploy(cards=number):
            return lambda s, who: DeployForces(who, number)
        case _:
            raise AssertionError(effect)


def rouse_cleared(s: NewAngeles, who: int) -> Next:
    """Ruling R35"""
    for d in range(1, 11):
        if s.cleared >> d & 1:
            rouse(s, d)
    return None


def move_cleared(s: NewAngeles, who: int) -> Next:
    for d in range(1, 11):
        if s.cleared >> d & 1 and s.result is None:
            move_enemies(s, d)
    return None


def spend(s: NewAngeles, resource: int, amount: int, threat: int) -> Next:
    if s.supply[resource]:
        s.supply[resource] -= amount
        s.tell("spent", resource, amount)
    else:
        s.raise_threat(threat)
    return None
