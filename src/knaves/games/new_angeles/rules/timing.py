"""When assets speak: the moments of a turn, and which assets have them."""

from __future__ import annotations

from knaves.games.new_angeles.state import (
    CAPRICE_NISEI,
    CHIEF_GORMAN,
    EIKO,
    ISABEL_MCGUIRE,
    JACKSON_HOWARD,
    LILY_LOCKWELL,
    LOCUST_COMPANY,
    MARK_YALE,
    MIDORI,
    MONICA_SINGH,
    RACHEL_BECKMANN,
    SAUL_EUSTECIO,
    SUNNY_LEBEAU,
    TANAKA,
    THE_FALL_GUY,
)

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
) = range(13)  # in the order of box.MOMENTS

SPEAKERS = (
    (LILY_LOCKWELL,),
    (JACKSON_HOWARD,),
    (CAPRICE_NISEI, MARK_YALE),
    (THE_FALL_GUY,),
    (CHIEF_GORMAN,),
    (ISABEL_MCGUIRE, LOCUST_COMPANY),
    (EIKO,),
    (TANAKA,),
    (MIDORI,),
    (SAUL_EUSTECIO,),
    (MONICA_SINGH,),
    (SUNNY_LEBEAU,),
    (RACHEL_BECKMANN,),
)

PROMPTS = (
    ("A turn begins. Use an asset?", "6.6"),
    ("An asset is revealed. Use one of yours?", "16.1"),
    ("An offer is proposed. Use an asset?", "6.4"),
    ("You have made the main offer. Use an asset?", "16.2"),
    ("There is a counteroffer. Use an asset?", "15.8"),
    ("The Support step begins. Use an asset?", "16.4"),
    ("A player abstains. Use an asset?", "59.2"),
    ("The Resolution step begins. Use an asset?", "16.5"),
    ("The offers are tied. Use an asset?", "16.5a"),
    ("The countering player wins. Use an asset?", "16.5"),
    ("You lose the deal. Use an asset?", "16.5"),
    ("Threat has risen. Use an asset?", "63"),
    ("The deal is over. Use an asset?", "16.5"),
)
