"""How options and events read, and the names of things that are no cards."""

from __future__ import annotations

from re import sub

from knaves.core import deals
from knaves.core.words import all_of, counted
from knaves.games.new_angeles.cards import BACKS, FIRST_ASSET, FIRST_EMERGENCY, PIECE_NAMES, RESOURCES, TYPES
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.state import COUNTER, MAIN, NewAngeles

VERBS = {
    # setup, refresh, end of turn
    "keep": "Keep {1:investment}",
    "draw": "Draw {1:type}",
    "end": "End your turn",
    "go_on": "Go on",
    "discard": "Discard {1:card}",
    "use": "Use {1:asset}",
    "skip": "Let it pass",
    "done": "Leave it at that",
    # the deal
    "propose": "Propose {1:card}",
    "propose_nothing": "Propose an empty offer",
    "counter": "Counter with {1:card}",
    "pass": "Make no counteroffer",
    "abstain": "Abstain",
    "back": "Support {1:side}",
    "lay": "Lay {1:card}",
    "forfeit": "Lose 1 capital",
    "award": "Award the deal to {1:side}",
    "name": "Name {1:seat}",
    "bar": "Keep {1:seat} from supporting the counteroffer",
    "lay_top": "Lay the top {1:type} card beside {2:side}",
    "take_back": "Take the counteroffer back",
    "pay_off": "Pay {1:seat} 2 capital",
    # action cards
    "remove": "Remove {1:piece} from {2:district}",
    "place": "Place {1:piece} in {2:district}",
    "calm": "Lower unrest in {1:district}",
    "rouse": "Raise unrest in {1:district}",
    "move": "Move the android from {1:district} to {2:district}",
    "liquidate": "Liquidate {1:district}",
    "arrest": "Send prisec to {1:district}",
    "scorch": "Black out {1:district}",
    "sweep": "Remove the enemy units of {1:district} too",
    "stock": "Raise {1:resource}",
    "pay": "Pay {1:payment}",
    "invest": "Name {1:seat}",
    "flatter": "{1:seat} gains capital and discards an asset",
    "scrap": "Discard {1:asset}",
    "deploy": "{1:seat} draws {2:type} cards",
    "rearm": "Turn up {2:card}, which lies before {1:seat}",
    "bottom": "{1:event} to the bottom",
    "top": "{1:event} on top",
    # assets
    "take_emergency": "From {1:holder} steal the {1:facing} {1:card}",
    "steal_asset": "From {1:holder} steal {1:asset}",
    "cash": "Gain 2 capital",
    "swap": "Of {1:holder}: {1:asset}",
    "with": "Of {1:holder}: {1:asset}",
    "gift": "Give cards to {1:seat}",
    "give": "Give {1:card}",
    "make_discard": "Give her to {1:seat}, who discards 3",
    "make_draw": "Give her to {1:seat}, who draws 3",
    "lower": "Lower {1:resource}",
    "steal_one": "Steal 1 capital from {1:seat}",
    "steal_two": "Steal 2 capital from {1:seat}",
    "tax": "{1:seat} loses 1 capital and draws 2",
    "search": "Look at the hand of {1:seat}",
    "take": "Take {1:card}",
    "leave": "Take nothing",
    "pass_on": "Gain 2 capital and give her to {1:seat}",
    "swap_rival": "Swap the rival cards",
    "keep_rival": "Keep your rival card",
    # trading
    "offer": "Offer {1:seat}{2:sum}{3:bundle}{6:vow} and ask for{4:sum}{5:bundle}{7:vow} nothing else",
    "accept": "Accept what {1:offerer} offers: {1:offer}",
    "decline": "Decline what {1:offerer} offers: {1:offer}",
    "withdraw": "Take back your offer to {1:offered}: {1:offer}",
}

EVENTS = {
    "setup": "The city begins as in {1:setup}: {2:turns}.",
    "round": "Round {1} begins.",
    "turn": "{1:seat} is the active player.",
    "drew": "{1:seat} draws {2:type}: {3:card}.",
    "restocked": "The discard pile of {1:cards} is revealed, sorted and shuffled into the decks.",
    "draw_lost": "No {2:type} card is left for {1:seat} to draw.",
    "draws_none": "{1:seat} draws nothing.",
    "sorted": "Among them: {1:card}, {2} in all.",
    "discarded": "{1:seat} discards {2:card}.",
    "discarded_hidden": "{1:seat} discards a card.",
    "revealed": "{1:asset} is revealed.",
    "proposes": "{1:seat} proposes {2:card}.",
    "proposes_nothing": "{1:seat} has no card and proposes an empty offer.",
    "passes": "{1:seat} makes no counteroffer.",
    "counters": "{1:seat} counters with {2:card}.",
    "sent_back": "{1:seat} takes {2:card} back.",
    "support": "The Support step begins.",
    "supports": "{1:seat} lays a card beside {2:side}.",
    "abstains": "{1:seat} abstains.",
    "laid_top": "{1:seat} lays the top {2:type} card beside {3:side}.",
    "lay_lost": "No {2:type} card is left for {1:seat} to lay.",
    "barred_support": "{1:seat} may not support the counteroffer.",
    "barred_trade": "{1:seat} may not trade until the deal ends.",
    "named": "{1:seat} names {2:seat}.",
    "awarded": "{1:seat} decides: {2:side} wins.",
    "won": "{1:seat} wins the deal with {2:side}.",
    "resolves": "{1:seat} resolves {2:card}.",
    "idle_effect": "This part of the card finds nothing to do.",
    "does_nothing": "{1:seat} does nothing with this part of the card.",
    "void": "The cost cannot be paid; nothing else happens.",
    "used_up": "{2:card} goes back to {1:seat}, facedown.",
    "back_unused": "{2:card} goes back to {1:seat}, faceup.",
    "claimed": "{1:seat} claims {2:asset}.",
    "uses": "{1:seat} uses {2:asset}.",
    "unused": "{1:seat} does not use {2:asset}.",
    "readied": "{1:seat} readies {2:asset}.",
    "asset_discarded": "{1:asset} goes to the bottom of the asset deck.",
    "gained": "{1:seat} gains {2} capital.",
    "lost": "{1:seat} loses {2} capital.",
    "stole": "{1:seat} takes {2} capital from {3:seat}.",
    "paid": "{1:seat} pays {2} capital to {3:seat}.",
    "rewarded": "{1:seat} gains {2} capital by {3:asset}.",
    "named_winner": "{1:seat} has named the winner and gains {2} capital.",
    "contract": "The contract of {1:seat} pays {2} capital.",
    "threat": "Threat rises by {1} to {2}.",
    "threat_falls": "Threat falls by {1} to {2}.",
    "paid_in": "{1:seat} pays {2:payment} into the pot.",
    "pot_idle": "The pot is full, but threat stands as low as it can.",
    "pot_short": "The pot holds {1} capital, less than the {2} that lower threat.",
    "illness": "The card involved illness in {1:districts}.",
    "placed": "Placed in {2:district}: {1:piece}.",
    "none_left": "The reserve has no {1:piece} left for {2:district}.",
    "moves_on": "Moved from {2:district} to {3:district}: {1:piece}.",
    "rooted": "Moved from {2:district} into The Root: {1:piece}.",
    "removed": "Removed from {2:district}: {1:piece}.",
    "android": "An android moves from {1:district} to {2:district}.",
    "unrest": "{1:district} is in {2:piece}.",
    "unrest_gone": "The outage ends the unrest in {1:district}.",
    "calmed": "Unrest in {1:district} falls by {2}.",
    "production": "The Production Phase begins.",
    "exploited": "{1:district} is exploited.",
    "idle": "{1:district} produces nothing: it is in {2:piece}.",
    "stopped": "{1:district} produces no {2:resource}: orgcrime stops it.",
    "produced": "{1:district} produces {3:resource} ({2}).",
    "overflows": "The supply of {1:resource} goes no further than {3}: {2} of it is lost.",
    "stocked": "The supply of {1:resource} rises by {2}.",
    "none_to_spend": "The supply of {1:resource} stands at 0 and cannot fall.",
    "spent": "The supply of {1:resource} falls by {2}.",
    "event": "The event “{1:event}” is resolved.",
    "harmless": "It raises no threat and moves nothing.",
    "turns": "The next round has {1:turns}.",
    "looks_at_events": "{1:seat} looks at the top {2} events.",
    "sinks": "{1:seat} puts {2:event} (back: {3:back}) at the bottom of the deck.",
    "tops": "{1:seat} puts {2:event} (back: {3:back}) on top of the deck.",
    "demand": "The demand is now {1:demand}.",
    "supply_reset": "The supply goes back to 0.",
    "demand_round": "A demand round begins.",
    "demand_met": "{1:demand}: the demand is met.",
    "demand_failed": "{1:demand}: the demand is not met.",
    "short": "The supply of {1:resource} is {2} short.",
    "invested": "{1:seat} reveals {2:investment} and gains {3} capital.",
    "invested_in_vain": "{1:seat} reveals {2:investment}, which pays nothing.",
    "investments_kept": "Everyone has chosen an investment.",
    "rearmed": "{2:card}, before {1:seat}, turns faceup.",
    "took_emergency": "{1:seat} steals {2:card} from {3:seat}.",
    "stole_asset": "{1:seat} steals {2:asset} from {3:seat}.",
    "swapped": "{1:seat} swaps {2:asset} of {3:seat} with {4:asset} of {5:seat}.",
    "gave_card": "{1:seat} gives {2:card} to {3:seat}.",
    "gave_hidden": "{1:seat} gives a card to {2:seat}.",
    "stole_card": "{1:seat} takes {2:card} from {3:seat}.",
    "stole_hidden": "{1:seat} takes a card from {2:seat}.",
    "passed_on": "{1:seat} gives {2:asset} to {3:seat}.",
    "searched": "{1:seat} looks at the hand of {2:seat}.",
    "took_nothing": "{1:seat} takes no card from {2:seat}.",
    "swapped_rival": "You swap your rival card with the one set aside.",
    "rival": "The rival card of {1:seat} is {2:rival}.",
    **deals.EVENTS,
}

# What a resolver may have to state to Caprice Nisei, word for word as it would be chosen.
STATED = (
    *("remove", "place", "calm", "rouse", "move", "liquidate", "arrest", "scorch", "sweep"),
    *("stock", "pay", "draw", "invest", "flatter", "scrap", "deploy", "rearm", "skip", "done"),
)
for _verb in STATED:
    _later = sub(r"{(\d)", lambda found: f"{{{int(found[1]) + 1}", VERBS[_verb])
    EVENTS[f"stated_{_verb}"] = f"{{1:seat}} states: {_later}."


def name(s: NewAngeles, kind: str, number: int) -> str:
    """A thing that is no hidden card, by name."""
    if kind == "district" and 1 <= number <= 10:
        return s.box.districts[number - 1].name
    if kind == "districts":
        return all_of([row.name for d, row in enumerate(s.box.districts, 1) if number >> d & 1])
    if kind == "piece":
        return PIECE_NAMES.get(number, "enemy unit")
    if kind == "type" and 0 <= number < 5:
        return TYPES[number]
    if kind == "resource" and 0 <= number < 5:
        return RESOURCES[number]
    if kind == "side":
        return {MAIN: "the main offer", COUNTER: "the counteroffer"}.get(number, "no offer")
    if kind == "setup":
        return s.box.setups[number].name
    if kind == "offer":
        return offer_name(s, number)
    if kind == "holder":
        return "nobody"  # else it is a seat
    if kind == "facing":
        return "faceup" if s.faceup >> number - FIRST_EMERGENCY & 1 else "facedown"
    if kind == "payment":
        return f"{number} capital" if number else "nothing"
    if kind == "back":
        return BACKS[number].replace("_", " ")
    if kind == "cards":
        return counted(number, "card")
    if kind == "turns":
        return counted(number, "turn")
    dealt = DEALS.name(s, kind, number)
    return str(number) if dealt is None else dealt


def offer_name(s: NewAngeles, number: int) -> str:
    return next((DEALS.text(s, row) for row in s.offers if row.number == number), "an offer")


def seat_behind(s: NewAngeles, kind: str, number: int) -> int | None:
    """People are called by their names in every sentence; their corporation stands on their sheet."""
    if kind in ("offerer", "offered"):
        rows = (row for row in s.offers if row.number == number)
        return next((row.by if kind == "offerer" else row.to for row in rows), None)
    return holder(s, number) if kind == "holder" else None


def holder(s: NewAngeles, slot: int) -> int:
    """Before whom an asset or an emergency card lies; -1: before nobody."""
    return s.emergency[slot - FIRST_EMERGENCY] if slot < FIRST_ASSET else s.holder[s.face[slot]]


BACK_NAMES = {
    "card": "an action card",
    "asset": "an asset",
    "event": "an event",
    "investment": "an investment",
    "rival": "a rival card",
    "demand": "a demand",
}
