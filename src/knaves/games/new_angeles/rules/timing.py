"""When assets speak: the moments of a turn, and which assets have them."""

from __future__ import annotations

(
    TURN_START,
    ASSET_REVEALED,
    OFFER_PROPOSED,
    MAIN_OFFER_MADE,
    COUNTER_MADE,
    SUPPORT_START,
    ABSTAINED,
    RESOLUTION_START,
    TIED,
    COUNTER_WON,
    ACTIVE_LOST,
    THREAT_ROSE,
    DEAL_END,
) = range(13)  # in the order of MOMENTS in cards

PROMPTS = (
    ("A turn begins.", "6.6"),
    ("An asset is revealed.", "16.1"),
    ("An offer is proposed.", "6.4"),
    ("You have made the main offer.", "16.2"),
    ("There is a counteroffer.", "15.8"),
    ("The Support step begins.", "16.4"),
    ("A player abstains.", "59.2"),
    ("The Resolution step begins.", "16.5"),
    ("The offers are tied.", "16.5a"),
    ("The countering player wins.", "16.5"),
    ("You lose the deal.", "16.5"),
    ("Threat has risen.", "63"),
    ("The deal is over.", "16.5"),
)
