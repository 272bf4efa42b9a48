"""The table as text, for the terminal and for screen readers."""

from __future__ import annotations

from collections import Counter

from knaves.core.offers import spelled_out, to_remember
from knaves.core.words import SEAT_LETTERS as LETTERS
from knaves.core.words import all_of, counted
from knaves.games.villains.cards import AREA, AREA_IDS, AREAS, TOKEN_NAMES
from knaves.games.villains.view.types import (
    AreaView,
    CrewView,
    FactionCityView,
    FactionSeatView,
    KitView,
    NeedView,
    OwnTokenView,
    PlanView,
)
from knaves.games.villains.words import CAPTURED, MANY, stats, with_mark


def board(v: FactionCityView) -> str:
    lines = [
        f"Turn {v['turn']} of 4, first player {LETTERS[v['first']]}. "
        f"Deck {v['deck']}, discards {len(v['discard'])}. The Capitol is worth {v['capitol_points']} this turn."
    ]
    lines += ["", "Seat  Faction     Area Plan  Energy Res.  Cards Captured Upgrade Target"]
    for seat in v["seats"]:
        caught = "".join("P" if x == "purple" else LETTERS[int(x)] for x in seat["captured"])
        lines.append(
            f"{LETTERS[seat['seat']]}{'*' if seat['seat'] == v['you'] else ' '}    "
            f"{seat['faction'] or '-':<11} {seat['area_points']:>4} {seat['plan_points']:>4}  "
            f"{seat['energy']:>6} {seat['resources']:>4}  {seat['cards']:>5} {caught or '-':<8} "
            f"{seat['upgrade'] or '-':<7} {seat['target'] or '-?'[seat['aimed']]}"
            + "  has passed"
            * seat["passed"]
        )
    lines += [""]
    for seat in v["seats"]:
        if seat["faction"]:
            lines += [_holdings(seat, bool(v["factions"])), *_sheet(seat)]
    if v["fight"] is not None:
        rows = v["fight"]["units"]
        to_come = [f"{LETTERS[seat]} {strikers(rows[seat])}" for seat in v["fight"]["order"] if rows[seat]]
        name = v["areas"][v["fight"]["area"]]["name"]
        lines.append(f"Combat in the {name}, attacks to come: {', '.join(to_come) or 'none'}.")
    if v["attacked"] is not None:
        lines.append(f"An attack in the {v['areas'][v['attacked']]['name']}.")
    if v["fusion"]:
        lines.append(f"Mr. Fusion has played {counted(v['fusion'], 'card')} this turn.")
    if v["open_cards"]:
        lines.append(f"Being played: {', '.join(card['name'] for card in v['open_cards'])}")
    if v["discard"]:
        lines.append(f"Discards: {alike(v['discard'])}")
    lines += [""]
    for one in v["factions"]:
        lines += [f"{'taken: ' * one['taken']}{one['name']}, {one['title']}"]
        words = (f"Always: {one['passive']}", _champion(one["champion"]), _own_token(one["token"]))
        lines += [f"    {line}" for line in (*words, f"Plans: {one['focus']}.")]
    for number, area in enumerate(v["areas"]):
        lines += _area(area, number)
    for rule in v["rules"]:
        lines.append(
            f"In force everywhere: {rule['name']} ({LETTERS[rule['by']]}): {with_mark(rule['text'], rule['kau'])}"
        )
    for offer in v["offers"]:
        lines.append(
            f"Offer {offer['number']}: {LETTERS[offer['by']]} gives {LETTERS[offer['to']]} {spelled_out(offer)}."
        )
    lines += [
        f"{LETTERS[made['by']]} promised {LETTERS[made['to']]} {made['text']}: {made['fate']}"
        for made in to_remember(v["promises"], 6)
    ]
    own = v["own"]
    if own is not None:
        lines.append("")
        lines.append("Your hand:" if own["hand"] else "Your hand is empty.")
        lines += [
            f"    {c['name']} ({c['scope']} {c['kind']}, costs {c['cost']}; "
            f"target {c['target'] or 'none'}): {with_mark(c['text'], c['kau'])}"
            for c in own["hand"]
        ]
        lines += [_rack(v, own["tokens"])] if own["tokens"] else []
        lines += [_plan(plan) for plan in own["plans"]]
        if own["buried"]:
            lines.append(f"Under your plan deck: {', '.join(own['buried'])}")
    return "\n".join(lines)


def _holdings(seat: FactionSeatView, choosing: bool) -> str:
    """What lies before a player, open to all."""
    if choosing:
        return f"{LETTERS[seat['seat']]}: takes the pieces when all have chosen"
    reserve = [counted(number, kind, MANY[kind]) for kind, number in seat["reserve"].items() if number]
    parts = ["reserves " + ", ".join([*reserve, counted(seat["tokens"], "token")])]
    if seat["capitol"]:
        parts.append("capitol tokens " + ", ".join(map(str, seat["capitol"])))
    if seat["scored"]:
        parts.append("scored " + ", ".join(seat["scored"]))
    return f"{LETTERS[seat['seat']]}: " + "; ".join(parts)


def _sheet(seat: FactionSeatView) -> list[str]:
    """What stands on the faction's sheet, open to all (sheet.1)."""
    open_to_all = seat["inventory"]
    assert open_to_all is not None
    champion = _champion(seat["kit"][-1])
    tokens = [f"{n} {TOKEN_NAMES[token]}" for token, n in open_to_all["tokens"].items() if n]
    units = [_stats(one) for one, n in zip(seat["kit"], open_to_all["units"].values(), strict=True) if n]
    captures = "; ".join(CAPTURED[kind] for kind in seat["track"])
    lines = [
        f"    Always: {open_to_all['passive']} {champion} {_own_token(open_to_all['token'])}",
        f"    Units: {'; '.join(units)}. Tokens: {', '.join(tokens)}. Plans: {open_to_all['focus']}. "
        f"Captures: {captures}.",
    ]
    return lines + [f"    Upgrade {open_to_all['upgrades'][seat['upgrade'] - 1]}"] * (seat["upgrade"] > 0)


def _champion(unit: KitView) -> str:
    return f"{unit['name']}: {unit['text']}"


def _stats(unit: KitView) -> str:
    numbers = stats(unit["cost"], unit["dice"], unit["influence"], unit["tough"], unit["skilled"])
    return f"{unit['name']} {numbers}"


def alike(names: list[str]) -> str:
    """Names in order, each once."""
    return ", ".join(name if n == 1 else f"{name} ({n})" for name, n in sorted(Counter(names).items()))


def _own_token(token: OwnTokenView) -> str:
    return f"{token['name']} token: {token['text']}" + " It gives a resource back." * token["refunded"]


def _area(area: AreaView, number: int) -> list[str]:
    owner = area["owner"]
    held = "nobody" if owner is None else "the setup marker" if owner == "purple" else LETTERS[int(owner)]
    used = ", ".join(LETTERS[seat] for seat in area["used"])
    ahead = area["leader"]
    spaces: list[str] = []
    for space in area["spaces"]:
        if space["owner"] is None:
            spaces.append(".")
        else:
            face = TOKEN_NAMES[space["token"]] if space["token"] else "?"
            looked = "".join(LETTERS[seat] for seat in space["known"] if seat != space["owner"])
            mark = face if space["up"] else f"({face}, seen by {looked})" if looked else f"({face})"
            spaces.append(LETTERS[space["owner"]] + ":" + mark)
    head = (
        f"{area['name']:<11} held by {held}"
        + (f", {LETTERS[ahead]} ahead" if ahead is not None else "")
        + (f"; skill used by {used}" if used else "")
        + ("  COMBAT" if area["combat"] else "")
        + ("  DESTROYED" if area["nuked"] else "")
    )
    lines = [
        head,
        f"    control: {area['control']} Skill: {area['skill']} Next to {_neighbours(number)}.",
        "    tokens " + " ".join(spaces),
    ]
    for crew in area["crews"]:
        units = [
            counted(u["count"], marks + u["type"], marks + MANY[u["type"]])
            for u in crew["units"]
            for marks in ["wounded " * u["wounded"] + "readied " * u["readied"]]
        ]
        lines.append(
            f"    {LETTERS[crew['seat']]}: {', '.join(units) or 'no units'}"
            f"; influence {crew['influence']}"
            + (f"; has killed {dead_words(crew)}" if crew["graves"] else "")
        )
    lines += [
        f"    rule: {r['name']} ({LETTERS[r['by']]}): {with_mark(r['text'], r['kau'])}" for r in area["rules"]
    ]
    return lines


def strikers(row: dict[str, int]) -> str:
    """Units that still strike in a combat."""
    return all_of([counted(n, kind, MANY[kind]) for kind, n in row.items()])


def _neighbours(area: int) -> str:
    """The tracks of the board (area.4)."""
    near = [AREA[AREA_IDS.index(one)].name for one in AREA[area].adjacent]
    return "every other area" if len(near) == AREAS - 1 else f"the {all_of(near)}"


def dead_words(crew: CrewView) -> str:
    """The dead on a seat's space of a graveyard."""
    return ", ".join(
        [
            f"{counted(one['count'], one['type'], MANY[one['type']])} of {LETTERS[one['owner']]}"
            for one in crew["graves"]
        ]
    )


def _rack(v: FactionCityView, tokens: dict[str, str]) -> str:
    """The tokens that are not in the city."""
    laid = {space["mine"] for area in v["areas"] for space in area["spaces"]}
    left = Counter(TOKEN_NAMES[kind] for token, kind in tokens.items() if token not in laid)
    return f"Your tokens in reserve: {', '.join(f'{n} {name}' for name, n in left.items()) or 'none'}"


def _plan(plan: PlanView) -> str:
    parts = [
        f"{counted(one['points'], 'point')}: "
        + " and ".join(f"{need['text']} ({_have(need)}/{need['want']})" for need in one["needs"])
        for one in plan["objectives"]
    ]
    return f"Plan {plan['name']}: " + "; then ".join(parts)


def _have(need: NeedView) -> str:
    return "?" if need["have"] is None else str(need["have"])
