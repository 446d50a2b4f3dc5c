"""The 153 actions of Replicants! (RULES.md section 6), the same for all player counts and options."""

from __future__ import annotations

import itertools

from arkade.actions import ActionTable, Kind
from replicants_env.state import CREW, DEAL, KINDS, LETTERS, REPS, ROOMS

PAIR_KINDS = list(itertools.combinations_with_replacement(range(KINDS), 2))  # pair -> its two kinds, lower first


def _pair_text(x: int, y: int) -> str:
    return LETTERS[x] + LETTERS[y]


ACTIONS = ActionTable(
    [
        Kind("setup_l4", {"index": DEAL}, meaning="put this card of the sorted dealt hand into play at L4"),
        Kind("setup_discard", {"index": DEAL}, meaning="discard this card of the sorted dealt hand"),
        Kind(
            "place_drone",
            {"x": KINDS, "y": KINDS},
            choices=PAIR_KINDS,
            canonical=lambda x, y: (min(x, y), max(x, y)),
            text=_pair_text,
            meaning="place a drone where these two kinds cross and take both",
        ),
        Kind("level_up", {"slot": REPS}, meaning="pay for the next level of this replicant"),
        Kind("use_ability", {"slot": REPS}, meaning="use this replicant's optional ability"),
        Kind("choose_resource", {"resource": KINDS}, text=lambda r: LETTERS[r], meaning="answer a question for a kind"),
        Kind("choose_replicant", {"slot": REPS}, meaning="answer a question for a replicant"),
        Kind(
            "redeal",
            {"axis": 2, "resource": KINDS},
            text=lambda axis, r: "xy"[axis] + LETTERS[r],
            meaning="replace the first field card of this kind on this axis (x = 0, y = 1)",
        ),
        Kind("pass", meaning="end the build or the station go, decline what is optional"),
        Kind(
            "go_use",
            {"crew": CREW, "room": ROOMS},
            text=lambda crew, room: f"{crew}:{room}",
            meaning="move this crew member into this room and use it",
        ),
        Kind(
            "go_only",
            {"crew": CREW, "room": ROOMS},
            text=lambda crew, room: f"{crew}:{room}",
            meaning="move this crew member into this room without using it",
        ),
        Kind("build_room", {"room": ROOMS}, meaning="build this annex"),
    ]
)

# First ids, for kernels.
SETUP_L4 = ACTIONS.start("setup_l4")
SETUP_DISCARD = ACTIONS.start("setup_discard")
PLACE_DRONE = ACTIONS.start("place_drone")
LEVEL_UP = ACTIONS.start("level_up")
USE_ABILITY = ACTIONS.start("use_ability")
CHOOSE_RESOURCE = ACTIONS.start("choose_resource")
CHOOSE_REPLICANT = ACTIONS.start("choose_replicant")
REDEAL = ACTIONS.start("redeal")
PASS = ACTIONS.start("pass")
GO_USE = ACTIONS.start("go_use")
GO_ONLY = ACTIONS.start("go_only")
BUILD_ROOM = ACTIONS.start("build_room")
