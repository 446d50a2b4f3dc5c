"""The numbers of an observation: their names, where they are and their bounds (RULES.md section 9).

GROUPS lists every part once; the layout and the offsets that `observe` writes to are read off it.
"""

from __future__ import annotations

import numpy as np

from arkade.layout import Bound, Group, ObservationLayout, layout_of, starts_of
from replicants_env.effects import MAX_LEVEL
from replicants_env.state import CARDS, CREW, DEAL, DRONES, FIELD_CARDS, KINDS, PAIRS, PLAYERS, REPS, ROOMS, Pend, Step
from replicants_env.tables import FEATURE_BOUNDS, FEATURES

FEWEST_PLAYERS = 2
SPENT = 1  # in `cards`, added to 2 * level: spent for this round
OWN_DISCARD = 1  # in `cards`: the observer's own discard, not drawn yet
MOST_VP, MOST_BONUS_VP, MOST_IN_HAND, MOST_PRODUCED, MOST_LEVEL_UPS = 60, 40, 12, 8, 20  # numbers are cut at these
MOST_ANSWERS, MOST_IN_QUESTION = 8, 8

_FEATURES: dict[str, tuple[int, Bound]] = {"card features": (FEATURES, FEATURE_BOUNDS)}
_FEATURES_IN_FULL: dict[str, tuple[int, Bound]] = {
    "card features (costs of L2, L3, L4, 4 each; trigger 7: white, before, on, after drones, build, discard, "
    "end; letters of its condition 4; letters and stars of its gain 4 + 1; draw; points; price; optional)": (
        FEATURES,
        FEATURE_BOUNDS,
    )
}

GROUPS = {
    "global": Group(
        "global",
        1,
        {
            "round": (1, "max_rounds"),
            "step": (len(Step), 1),
            "open question": (len(Pend), 1),
            "answers left": (1, MOST_ANSWERS),
            "own turn": (1, 1),
            "usc": (1, 1),
            "2 to 6 players": (PLAYERS - FEWEST_PLAYERS + 1, 1),
            "cards in the deck": (1, CARDS - (DEAL - 1) * FEWEST_PLAYERS),
            "drones placed": (1, DRONES * PLAYERS),
            "VP of the leader": (1, MOST_VP),
        },
    ),
    "seats": Group(
        "seats",
        1,
        {"to act": (PLAYERS, 1), "first player": (PLAYERS, 1), "first drone": (PLAYERS, 1)},
    ),
    "field": Group(
        "field",
        1,
        {
            "piles": (KINDS, "supply"),
            "x axis": (KINDS, FIELD_CARDS // KINDS),
            "y axis": (KINDS, FIELD_CARDS // KINDS),
            "free intersections by pair": (PAIRS, 16),
            "undealt field cards": (KINDS, FIELD_CARDS // KINDS),
        },
    ),
    "players": Group(
        "players",
        PLAYERS,
        {
            "present": (1, 1),
            "hand": (KINDS, MOST_IN_HAND),
            "produced": (KINDS, MOST_PRODUCED),
            "locker": (KINDS, "shelf"),
            "VP": (1, MOST_VP),
            "bonus VP": (1, MOST_BONUS_VP),
            "drones left": (1, DRONES),
            "replicants at L1, L2, L3, L4": (MAX_LEVEL, REPS),
            "level-ups": (1, MOST_LEVEL_UPS),
            "doubles": (1, DRONES),
        },
    ),
    "cards": Group("cards", PLAYERS, {"2 level + spent, 1 own discard": (CARDS, 2 * MAX_LEVEL + SPENT)}),
    "own_reps": Group(
        "own_reps",
        REPS,
        {
            "present": (1, 1),
            "level": (MAX_LEVEL, 1),
            "may not level": (1, 1),
            "used": (1, 1),
            "affordable now": (1, 1),
            "gained": (1, 1),
            "next cost": (KINDS, 6),
            **_FEATURES,
        },
    ),
    "setup": Group(
        "setup", DEAL, {**_FEATURES_IN_FULL, "present": (1, 1), "chosen as L4": (1, 1), "chosen as discard": (1, 1)}
    ),
    "crew": Group("usc", PLAYERS, {"crew by room": (ROOMS, CREW)}),
    "own_crew": Group("usc", CREW, {"room": (ROOMS, 1), "moved": (1, 1)}),
    "rooms": Group("usc", ROOMS, {"built": (1, 1), "builder": (PLAYERS, 1)}),
    "armed": Group("usc", PLAYERS, {"armed by room": (ROOMS, 1)}),
    "pending": Group(
        "pending",
        1,
        {
            **_FEATURES,
            "room": (ROOMS, 1),
            "cards in question": (KINDS, MOST_IN_QUESTION),
            "kinds paid": (KINDS, 1),
            "lowest answer": (1, REPS),
            "stage": (1, 2),
        },
    ),
}


def layout(tables_row: np.void, num_players: int, usc: bool, max_rounds: int) -> ObservationLayout:
    """The blocks of an observation; sizes are the same for all options, some bounds follow cards and options."""
    shelf = int(tables_row["shelf_total"])
    named = {
        "max_rounds": np.array([max_rounds]),
        "supply": tables_row["supply"],
        "shelf": np.full(KINDS, max(1, shelf // num_players)) if shelf else tables_row["supply"],  # U7
    }
    return layout_of(GROUPS, named)


def starts(name: str) -> list[int]:
    """Where the parts of a group's first row begin in the observation."""
    return starts_of(GROUPS, name)
