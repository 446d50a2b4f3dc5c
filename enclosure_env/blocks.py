"""The numbers of an observation: their names, where they are and their bounds (RULES.md section 7).

GROUPS lists every part once; the layout and the offsets that `observe` writes to are read off it.
"""

from __future__ import annotations

from arkade.layout import Bound, Group, layout_of, starts_of
from enclosure_env.state import (
    ADVANCED,
    AP_BASE,
    AREA_SIZES,
    AREAS,
    BASIC,
    CARDS,
    CELLS,
    CREATURES,
    FEATURES,
    FEWEST_PLAYERS,
    MOVEMENTS,
    OCCUPIED,
    PLAYERS,
    PRIVATES,
    PUBLIC_SLOTS,
    PUBLICS,
    SLOTS,
    SPACES,
)
from enclosure_env.tables import MOST_TAGS_OBSERVED

# Numbers are cut at these.
MOST_CREATURE_TAGS, MOST_AREA_TAGS, MOST_BASIC_DONE = 20, 24, 15
MOST_CARD_EP, MOST_PUBLIC_EP, MOST_PRIVATE_EP, MOST_SCORE = 100, 25, 20, 140
MOST_NEEDED, MOST_MISSING, MOST_EP = 4, 6, 15
MOST_ROUNDS, MOST_SUPPLY, MOST_PENDING = 20, 8, 4

FEATURE_BOUNDS = (
    *[MOST_CREATURE_TAGS] * CREATURES,
    *[MOST_AREA_TAGS] * AREAS,
    *(MOST_BASIC_DONE, ADVANCED, MOST_CREATURE_TAGS, AREAS, CELLS, 8),
    *AREA_SIZES,
    *[1] * (FEATURES - OCCUPIED - AREAS),
)
_FEATURE_WORDS = (
    "creature tags [6], area tags [5], basic and advanced cards completed, most tags of a creature, areas with tags, "
    "tokens, most of a creature, occupied spaces by area [5], 0 0"
)


_CARD: dict[str, tuple[int, Bound]] = {
    "present": (1, 1),
    "tokens needed, by creature and area": (CREATURES * AREAS, MOST_NEEDED),
    "push effect": (CREATURES, 1),
    "EP": (1, MOST_EP),
    "advanced": (1, 1),
    "creature tags": (CREATURES, MOST_TAGS_OBSERVED),
    "area tags": (AREAS, MOST_TAGS_OBSERVED),
    "fulfilled": (1, 1),
    "tokens missing": (1, MOST_MISSING),
}

GROUPS = {
    "players": Group(
        "players",
        PLAYERS,
        {
            "present": (1, 1),
            "creature by cell": (CELLS * CREATURES, 1),
            "movement cards in hand": (MOVEMENTS, 1),
            _FEATURE_WORDS: (FEATURES, FEATURE_BOUNDS),
            "EP of research cards": (1, MOST_CARD_EP),
            "EP of public milestones": (1, MOST_PUBLIC_EP),
            "EP of the private milestone, if completed": (1, MOST_PRIVATE_EP),
            "score": (1, MOST_SCORE),
            "private milestone": (PRIVATES, 1),
            "private milestone completed": (1, 1),
            "private milestone can be completed": (1, 1),
            "to act": (1, 1),
            "seat": (PLAYERS, 1),
        },
    ),
    "research": Group("research", PLAYERS * SPACES, _CARD),
    "displays": Group("displays", SLOTS, _CARD),
    "publics": Group(
        "publics",
        PUBLIC_SLOTS,
        {
            "milestone": (PUBLICS, 1),
            "used": (1, 1),
            "unclaimed": (1, 1),
            "owner": (PLAYERS, 1),
            "condition met, by player": (PLAYERS, 1),
        },
    ),
    "unseen": Group("unseen", 1, {"card is in a deck": (CARDS, 1)}),
    "global": Group(
        "global",
        1,
        {
            "supply": (CREATURES, MOST_SUPPLY),
            "waiting effects": (CREATURES, MOST_PENDING),
            "main phase": (1, 1),
            "effects phase": (1, 1),
            "action points": (AP_BASE + 2, 1),
            "round": (1, MOST_ROUNDS),
            "rounds left": (1, MOST_ROUNDS),
            "end triggered": (1, 1),
            "2 to 4 players": (PLAYERS - FEWEST_PLAYERS + 1, 1),
            "basic deck": (1, BASIC),
            "advanced deck": (1, ADVANCED),
        },
    ),
}
LAYOUT = layout_of(GROUPS)


def starts(name: str) -> list[int]:
    """Where the parts of a block's first row begin in the observation."""
    return starts_of(GROUPS, name)
