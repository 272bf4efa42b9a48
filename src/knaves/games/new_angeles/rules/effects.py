"""From an effect in a card file to what the rules do."""

from __future__ import annotations

from knaves.core.step import Step
from knaves.games.new_angeles.cards import PIECES, RESOURCES
from knaves.games.new_angeles.cards import effects as vocabulary
from knaves.games.new_angeles.rules.action_cards import Doer
from knaves.games.new_angeles.rules.city import move_enemies, rouse
from knaves.games.new_angeles.rules.effects_on_city import (
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
from knaves.games.new_angeles.rules.effects_on_players import (
    DeployForces,
    EachDraws,
    FillPot,
    FlatterPlayer,
    InvestIn,
    SortEvents,
    StockUp,
)
from knaves.games.new_angeles.state import NewAngeles

Next = Step[NewAngeles] | None


def ready(effect: vocabulary.ActionEffect) -> Doer:
    """The function that carries out this effect for a resolver."""
    on_city = ready_on_city(effect)
    return on_city if on_city is not None else ready_on_players(effect)


def ready_on_city(effect: vocabulary.ActionEffect) -> Doer | None:
    match effect:
        case vocabulary.Remove(piece=name, cost=True):
            return lambda s, who: cost_of(s, who, PIECES[name])
        case vocabulary.Remove(piece=name, up_to=up_to, exactly=exactly):
            return lambda s, who: RemovePieces(who, PIECES[name], up_to or exactly, up_to > 0)
        case vocabulary.PlacesPieces(where="cleared", piece=name):
            return lambda s, who: PlacePieces(who, PIECES[name], 1, s.cleared) if s.cleared else None
        case vocabulary.PlacesPieces(piece=name, times=times):
            return lambda s, who: PlacePieces(who, PIECES[name], times, 0)
        case vocabulary.Calm(stages=stages, districts=number, up_to=optional, repeat=repeat):
            return lambda s, who: LowerUnrest(who, stages, number, optional, repeat)
        case vocabulary.CalmsOrRemoves(stages=stages, piece=name):
            return lambda s, who: CalmOrRemove(who, stages, PIECES[name])
        case vocabulary.Rouse(where="cleared"):
            return rouse_cleared
        case vocabulary.Rouse(districts=number):
            return lambda s, who: RaiseUnrest(who, number)
        case vocabulary.MoveEnemies():
            return move_cleared
        case vocabulary.MovesAndroids(up_to=up_to, exactly=exactly):
            return lambda s, who: MoveAndroids(who, up_to or exactly, up_to > 0)
        case vocabulary.Liquidate():
            return lambda s, who: LiquidateDistrict(who)
        case vocabulary.PrisecArrest():
            return lambda s, who: ArrestUnits(who)
        case vocabulary.Scorch():
            return lambda s, who: ScorchEarth(who)
        case _:
            return None


def ready_on_players(effect: vocabulary.ActionEffect) -> Doer:
    match effect:
        case vocabulary.Stock(resources=number, amount=amount):
            return lambda s, who: StockUp(who, number, amount)
        case vocabulary.Spend(resource=name, amount=amount, else_threat=threat):
            resource = RESOURCES.index(name)
            return lambda s, who: spend(s, resource, amount, threat)
        case vocabulary.Earn(capital=capital):
            return lambda s, who: s.gain(who, capital)
        case vocabulary.Pot(lower_threat=lower):
            return lambda s, who: FillPot(who, lower)
        case vocabulary.SortsEvents(look=look):
            return lambda s, who: SortEvents(who, look)
        case vocabulary.Flatter(capital=capital, supporter=more):
            return lambda s, who: FlatterPlayer(who, capital, more)
        case vocabulary.Invest(amounts=amounts):
            return lambda s, who: InvestIn(who, amounts)
        case vocabulary.EveryoneDraws(cards=number, supporter=more, optional=optional):
            return lambda s, who: EachDraws(who, number, more, optional)
        case vocabulary.Deploy(cards=number):
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
        s.tell("none_to_spend", resource)
        s.raise_threat(threat)
    return None
