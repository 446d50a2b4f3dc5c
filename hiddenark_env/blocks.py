"""The numbers of an observation: their names, where they are and their bounds (RULES.md section 8).

`groups` lists every part once; the layout and the offsets that `observe` writes to are read off it. Some bounds belong
to the card set, sizes do not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np

from arkade.layout import Block, ObservationLayout
from hiddenark_env.components import (
    AWARDS,
    CLASSES,
    EFFECTS,
    ESCALATION_KINDS,
    FISH_SPACES,
    KEPT_KINDS,
    LOCATIONS,
    MAPS,
    MODES,
    PIECES,
    PLAYERS,
    ROWS,
    SEA_SPACES,
    SLOTS,
    TILES,
    TOKEN_KINDS,
)
from hiddenark_env.state import FACE_UP, N_COLOURS, N_RESOURCES, Pay, Phase

# Numbers are cut at these.
MOST_ROUNDS, MOST_REFILLS, MOST_TILES_LEFT, MOST_THRESHOLD, MOST_POOL = 200, 3, 10, 7, 106
MOST_MOVES, MOST_GRANTS, MOST_OPP, MOST_WAITING, MOST_ARGUMENT, MOST_GIVEN = 16, 8, 2, 8, 31, 40
MOST_PIECES, MOST_COST, MOST_DISCOUNT, MOST_COLOUR, MOST_TILES = PIECES, 15, 10, 6, TILES
MOST_FISH_VP, MOST_TOKEN_VP, MOST_AWARD_VP, MOST_SCORE, MOST_HELD, MOST_BONUS = 200, 40, 50, 250, 8, 8
MOST_VESSELS, MOST_VP_TOKEN, MOST_COPIES, MOST_ESCALATIONS, MOST_AWARD_TOKENS = 3, 9, 10, 4, 8

Part = tuple[int, int | Sequence[int]]  # how many numbers, and their bound or bounds


@dataclasses.dataclass(frozen=True)
class Group:
    """`rows` rows of the same parts, by their words."""

    rows: int
    parts: dict[str, Part]

    @property
    def width(self) -> int:
        """How many numbers one row holds."""
        return sum(size for size, _ in self.parts.values())

    def starts(self) -> list[int]:
        """Where each part begins in a row."""
        sizes = [size for size, _ in self.parts.values()]
        return [sum(sizes[:i]) for i in range(len(sizes))]

    def block(self, name: str) -> Block:
        """The block of all rows."""
        row = np.concatenate([np.broadcast_to(bound, size) for size, bound in self.parts.values()])
        words = [
            words + (f" [{size}]" if size > 1 else "") + (f" ≤ {bound}" if isinstance(bound, int) and bound > 1 else "")
            for words, (size, bound) in self.parts.items()
        ]
        shape = (self.rows, self.width) if self.rows > 1 else (self.width,)
        return Block(name, shape, np.tile(row, self.rows).reshape(shape), "; ".join(words))


def groups(effect: int, cost: int, vp: int, discount: int, number: int, cap: Sequence[int]) -> dict[str, Group]:
    """All blocks: bounds of token effects, tile costs, VP, discounts, escalation numbers and tracks are given."""
    token: dict[str, Part] = {"class of the token": (len(CLASSES), 1), "its effect": (len(EFFECTS), effect)}
    return {
        "globals": Group(1, _GLOBALS),
        "turn": Group(1, {**_TURN, **token}),
        "players": Group(PLAYERS, {"present": (1, 1), "res": (N_RESOURCES, cap), "sum": (1, sum(cap)), **_PLAYER}),
        "face_up": Group(FACE_UP, token),
        "locations": Group(LOCATIONS, {"exists": (1, 1), "owner": (PLAYERS, 1), "vessels": (1, 2), **token}),
        "fish": Group(
            FISH_SPACES,
            {
                "colour": (N_COLOURS, 1),
                "faceup": (1, 1),
                "facedown": (1, 1),
                "cost with escalation": (N_RESOURCES, cost),
                "net cost of the observer": (N_RESOURCES, cost),
                "discount": (N_RESOURCES, discount),
                "VP": (1, vp),
                "stations and vessels needed": (2, PIECES),
                "requirement met": (1, 1),
                "affordable": (1, 1),
                **token,
                "escalation tokens": (1, 2),
                "their numbers": (1, number),
                "blocked": (1, 1),
                "vessels by player": (PLAYERS, MOST_VESSELS),
            },
        ),
        "sea": Group(
            SEA_SPACES,
            {
                "own vessels": (PIECES, 1),
                "vessels of others": (PLAYERS - 1, MOST_VESSELS),
                "VP token": (1, MOST_VP_TOKEN),
            },
        ),
        "own_vessels": Group(PIECES, {"unbuilt, at a location, at sea": (3, 1), "location": (LOCATIONS, 1)}),
        "supply": Group(
            1,
            {
                "pool": (TOKEN_KINDS, MOST_COPIES),
                "discard": (TOKEN_KINDS, MOST_COPIES),
                "undrawn tile": (TILES, 1),
                "escalation tokens left": (ESCALATION_KINDS, MOST_ESCALATIONS),
                "tokens on awards": (AWARDS, MOST_AWARD_TOKENS),
            },
        ),
    }


_GLOBALS: dict[str, Part] = {
    "phase": (len(Phase), 1),
    "mode": (len(MODES), 1),
    "discovery, uphill, long game": (3, 1),
    "1 to 4 players": (PLAYERS, 1),
    "map": (MAPS, 1),
    "end state": (3, 1),
    "round": (1, MOST_ROUNDS),
    "refills done": (1, MOST_REFILLS),
    "refills to come": (1, MOST_REFILLS),
    "tiles left": (1, MOST_TILES_LEFT),
    "tiles at which a refill is due": (1, MOST_THRESHOLD),
    "pool": (1, MOST_POOL),
    "face-up tokens": (1, FACE_UP),
    "blocker on the map": (1, 1),
    "to act": (PLAYERS, 1),
    "seat of the observer": (PLAYERS, 1),
}
_TURN: dict[str, Part] = {
    "row, or none": (len(ROWS) + 1, 1),
    "moves": (1, MOST_MOVES),
    "movement granted": (1, 1),
    "rescue of the Operation row left": (1, 1),
    "rescues": (1, MOST_GRANTS),
    "builds": (1, MOST_GRANTS),
    "installs": (1, MOST_GRANTS),
    "Upgrade granted": (1, 1),
    "science steps left": (1, MOST_GRANTS),
    "free gains left": (1, MOST_GRANTS),
    "picks left": (1, MOST_OPP),
    "flip due": (1, 1),
    "removal due": (1, 1),
    "investigated": (1, 1),
    "vessel in transit, or none": (PIECES + 1, 1),
    "bonuses that wait": (N_RESOURCES, MOST_WAITING),
    "bonuses that make way": (N_RESOURCES, MOST_WAITING),
    "excess": (N_RESOURCES, MOST_WAITING),
    "partner of an odd unit, or none": (N_RESOURCES + 1, 1),
    "what is paid for": (len(Pay), 1),
    "argument of the payment": (1, MOST_ARGUMENT),
    "units to give": (1, MOST_GIVEN),
    "lowest resource to give": (1, N_RESOURCES - 1),
    "lowest track to take": (1, N_RESOURCES - 1),
    "vessel on its way home, or none": (PIECES + 1, 1),
}
_PLAYER: dict[str, Part] = {
    "stations": (1, MOST_PIECES),
    "vessels": (1, MOST_PIECES),
    "next station and vessel cost": (2, MOST_COST),
    "discount": (N_RESOURCES, MOST_DISCOUNT),
    "tiles by colour": (N_COLOURS, MOST_COLOUR),
    "tiles": (1, MOST_TILES),
    "VP of tiles": (1, MOST_FISH_VP),
    "VP of tokens": (1, MOST_TOKEN_VP),
    "VP of awards now": (1, MOST_AWARD_VP),
    "score now": (1, MOST_SCORE),
    "last row, or none": (len(ROWS) + 1, 1),
    "kept tokens": (KEPT_KINDS, MOST_HELD),
    "bonuses by row and effect": (len(ROWS) * len(EFFECTS), MOST_BONUS),
    "slot free": (SLOTS, 1),
}

GROUPS = groups(1, 1, 1, 1, 1, [1] * N_RESOURCES)  # sizes and places; bounds of a card set stand in its layout
_PLACES = ObservationLayout([group.block(name) for name, group in GROUPS.items()])


def layout(t: Any) -> ObservationLayout:
    """The layout with the bounds of a card set's tables."""
    effect, cost, vp, discount, number = (
        int(t[f"most_{name}"]) for name in ("effect", "cost", "vp", "discount", "number")
    )
    blocks = groups(effect, cost, vp, discount, number, t["cap"].tolist())
    return ObservationLayout([group.block(name) for name, group in blocks.items()])


def starts(name: str) -> list[int]:
    """Where the parts of a block's first row begin in the observation."""
    return [_PLACES.start(name) + at for at in GROUPS[name].starts()]
