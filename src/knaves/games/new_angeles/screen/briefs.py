"""Cards, pieces and event backs in a few words, for places where the whole text has no room."""

from __future__ import annotations

from typing import NamedTuple

from knaves.games.new_angeles.cards import PIECE_NAMES

PIECE_CSS = {
    "android": "an",
    "Human First": "hf",
    "orgcrime": "oc",
    "prisec": "ps",
    "illness": "il",
    "outage": "ou",
    "development": "de",
    "protest": "pr",
    "strike": "st",
}
PIECE_NUMBERS = {name: number for number, name in PIECE_NAMES.items() if name in PIECE_CSS}


class CardBack(NamedTuple):
    css: str
    name: str
    text: str


BACKS = {
    "human_first": CardBack(
        "hf",
        "Human First",
        "+1 for each; or +2 in tier II, +4 in tier III, else all move; or all move twice.",
    ),
    "orgcrime": CardBack(
        "oc", "orgcrime", "+1 for each (two cards); or +3 in tier II, +4 in tier III, else all move."
    ),
    "outage": CardBack(
        "ou", "outage", "+1 for each (two cards); or +5 from 3 on; or +5 in tier III, +3 in tier II."
    ),
    "unrest": CardBack(
        "pr", "unrest", "+1 for each strike, or each protest too; or +4 at 3 strikes or 6 restless."
    ),
}

EVENTS = {  # the upper halves
    "Activist Cells Awaken": "All Human First move twice.",
    "Beanstalk Beset By Protesters": "+4 in tier III, else all move.",
    "Human First Starts Riot": "+2 in tier II, else all move.",
    "Humanity Labor Hosts Union Heads": "+1 for each Human First.",
    "Beanstalk Owned By Mob?": "+4 in tier III, else all move.",
    "Gang Wars at All-Time High!": "+1 for each orgcrime.",
    "Pistoleros Hit Squads Strike!": "+3 in tier II, else all move.",
    "Tri-Maf Leaders Unite!": "+1 for each orgcrime.",
    "Crumbling Infrastructure": "+1 for each outage.",
    "Earthquake Rocks City": "+5 from 3 outages on.",
    "Helium-3 Transport Threatened": "+5 in tier III, else +3 in tier II.",
    "Rolling Outages Increase": "+1 for each outage.",
    "Average Wage Falls Again": "+4 from 3 strikes on.",
    "Report: Record Unemployment": "+4 from 6 in protest or strike on.",
    "Social Apps Spark Revolution": "+1 for each protest or strike.",
    "Welfare Programs Slashed": "+1 for each strike.",
}

ENEMY, ILLNESS, OUTAGE = (
    ("globalsec", "+1 an enemy"),
    ("jinteki", "+2 an illness"),
    ("weyland", "+2 an outage"),
)
ANDROIDS, UNREST = ("haas_bioroid", "+2 for androids"), ("nbn", "+1 a stage")
Feeds = tuple[tuple[str, str], ...]  # whose contract a card feeds, and how

BRIEF: dict[str, tuple[str, Feeds]] = {
    "clean_slate": ("Clear up to 2 illness; 1 outage in one of them", (ILLNESS,)),
    "clinical_trials": ("Clear 1 illness", (ILLNESS,)),
    "information_procurement": ("All pay into a pot: 1 a player lowers threat by 2", ()),
    "unorthodox_knowledge": ("See 3 events, sink 1, sort the others", ()),
    "ark_construction": ("1 development anywhere", ()),
    "budget_renovations": ("Clear up to 2 outages; unrest rises there", (OUTAGE,)),
    "gentrification": ("Clear 1 outage, add prisec; enemies there move", (OUTAGE,)),
    "vanity_project": ("A player gets 2, a backer 4, and gives up an asset", ()),
    "efficiency_experts": ("Move 1 android", (ANDROIDS,)),
    "high_risk_investments": ("Three players get 3, 2 and 1", ()),
    "labor_solutions": ("Move up to 3 androids; then 1 orgcrime", (ANDROIDS,)),
    "liquidation": ("A district produces now, then strikes", ()),
    "live_feeds": ("Unrest falls by 1, or clear 1 orgcrime", (UNREST, ENEMY)),
    "media_circus": ("Unrest falls by 2; then 1 Human First", (UNREST,)),
    "puff_piece": ("All may draw 2, backers 3", ()),
    "spin_doctors": ("Unrest falls in 2 districts; credits −1", (UNREST,)),
    "arrest_orders": ("1 prisec anywhere; other units there are gone", (ENEMY,)),
    "full_deployment": ("Another player draws 5, or gets the emergency card back", ()),
    "riot_control": ("Spend 1 prisec: clear 2 enemies, unrest rises once", (ENEMY,)),
    "scorched_earth": ("1 outage: no enemy left there and in one more of the tier", (ENEMY,)),
    "ruthless_tactics": ("Clear up to 4 enemies; unrest rises twice", (ENEMY,)),
    "underpaid_overclocked": ("2 resources +1, you gain 4; then 2 Human First", ()),
    "mandatory_quarantine": ("Clear up to 4 illness; then 2 outages", (ILLNESS,)),
    "energy_for_all": ("All draw 4 of a type", ()),
    "sweeps_week": ("Unrest falls by 4 in all; then 2 illness", (UNREST,)),
    "massive_reconstruction": ("Clear up to 3 outages; then 2 orgcrime", (OUTAGE,)),
}


def brief_of(title: str, text: str) -> tuple[str, Feeds]:
    """A card of a box of one's own says its whole text."""
    return BRIEF.get(title, (text, ()))
