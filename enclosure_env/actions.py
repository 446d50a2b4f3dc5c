"""The 717 actions of Enclosure, the same for all player counts and card sets, or with `compact_actions` fewer swaps."""

from __future__ import annotations

from collections.abc import Sequence

from arkade.actions import ActionTable, Kind
from enclosure_env.grid import LINE_NAMES, LINES, PAIR_CELLS
from enclosure_env.state import (
    ADVANCED_SLOTS,
    BASIC_SLOTS,
    CELLS,
    CREATURE_LETTERS,
    CREATURES,
    PUBLIC_SLOTS,
    SWAPS,
)


def action_table(movement_names: Sequence[str], swaps: Sequence[tuple[int, int]]) -> ActionTable:
    """All actions: `swaps` lists (card, pair) of the swap actions in order, the others always follow."""
    return ActionTable(
        [
            Kind(
                "swap",
                {"card": SWAPS, "a": CELLS, "b": CELLS},
                choices=[(card, *PAIR_CELLS[pair]) for card, pair in swaps],
                canonical=lambda card, a, b: (card, min(a, b), max(a, b)),
                text=lambda card, a, b: f"{movement_names[card]},{a},{b}",
                meaning="play this movement card: swap what stands in these two cells",
            ),
            *_other_kinds(),
        ]
    )


def _other_kinds() -> list[Kind]:
    return [
        Kind(
            "push",
            {"creature": CREATURES, "line": LINES},
            text=lambda creature, line: f"{CREATURE_LETTERS[creature]},{LINE_NAMES[line]}",
            meaning="push a token of the supply into the habitat from this side, by card or as a waiting effect",
        ),
        Kind("take_basic", {"slot": BASIC_SLOTS}, meaning="take this card of the basic display"),
        Kind("take_advanced", {"slot": ADVANCED_SLOTS}, meaning="take this card of the advanced display"),
        Kind("draw_basic", meaning="take the top card of the basic deck"),
        Kind("draw_advanced", meaning="take the top card of the advanced deck"),
        Kind("collect", meaning="take all discarded movement cards back into the hand"),
        Kind("complete", meaning="complete all research cards whose requirements are met"),
        Kind("claim_private", meaning="complete the private milestone"),
        Kind("claim_public", {"slot": PUBLIC_SLOTS}, meaning="complete this public milestone"),
        Kind("skip_effects", meaning="decline all waiting push effects"),
        Kind("end_turn", meaning="end the turn"),
    ]


# Where the kinds begin after the swaps, for kernels: an action less the number of swap actions.
_OTHERS = ActionTable(_other_kinds())
PUSH = _OTHERS.start("push")
TAKE = _OTHERS.start("take_basic")
DRAW = _OTHERS.start("draw_basic")
COLLECT = _OTHERS.start("collect")
COMPLETE = _OTHERS.start("complete")
CLAIM_PRIVATE = _OTHERS.start("claim_private")
CLAIM_PUBLIC = _OTHERS.start("claim_public")
SKIP_EFFECTS = _OTHERS.start("skip_effects")
END_TURN = _OTHERS.start("end_turn")
OTHERS = _OTHERS.size
