"""Groups of an observation: the blocks they make, and where their parts begin."""

from __future__ import annotations

import numpy as np
import pytest

from arkade.layout import Group, layout_of, starts_of

GROUPS = {
    "turn": Group("turn", 1, {"round": (1, "rounds"), "own": (1, 1)}),
    "hands": Group("hands", 3, {"present": (1, 1), "cards": (2, [4, 5])}),
    "crew": Group("station", 2, {"room": (3, 1)}),
    "rooms": Group("station", 3, {"built": (1, 1)}),
}
LAYOUT = layout_of(GROUPS, {"rounds": np.array([60])})


def test_groups_make_blocks_one_after_the_other() -> None:
    assert [(name, block.shape) for name, block in LAYOUT.blocks.items()] == [
        ("turn", (2,)),
        ("hands", (3, 3)),
        ("station", (9,)),
    ]
    assert LAYOUT.bounds.tolist() == [60, 1, *[1, 4, 5] * 3, *[1] * 9]


def test_parts_begin_where_the_layout_has_them() -> None:
    assert starts_of(GROUPS, "turn") == [0, 1]
    assert starts_of(GROUPS, "hands") == [2, 3]
    assert starts_of(GROUPS, "rooms") == [LAYOUT.start("station") + 6]
    assert GROUPS["hands"].width == 3


def test_words_name_parts_numbers_and_bounds() -> None:
    words = {name: block.meaning for name, block in LAYOUT.blocks.items()}
    assert words["turn"] == "round ≤ rounds; own"
    assert words["hands"] == "present; cards [2]"
    assert words["station"] == "2 × (room [3]); 3 × (built)"


def test_a_bound_by_name_must_be_given() -> None:
    with pytest.raises(KeyError, match="rounds"):
        layout_of(GROUPS)
