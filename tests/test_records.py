"""Records as plain Python."""

from __future__ import annotations

import numpy as np

from arkade.records import PADDING, plain_fields, state_dtype

FIELDS = [("rng", "u8"), ("num_players", "i1"), ("current_player", "i1"), ("over", "i1"), ("grid", "i2", (2, 3))]


def test_fields_are_ints_and_nested_lists_of_ints() -> None:
    state = np.zeros(1, state_dtype(FIELDS))
    state["rng"], state["current_player"] = 2**64 - 1, -1
    state["grid"][0, 1] = (7, -8, 9)
    fields = plain_fields(state)
    assert fields["rng"] == 2**64 - 1 and fields["current_player"] == -1 and fields["grid"] == [[0, 0, 0], [7, -8, 9]]
    assert all(type(fields[name]) is int for name in ("rng", "num_players", "over"))
    assert type(fields["grid"][1][0]) is int
    assert {name for name in fields if not name.startswith(PADDING)} == {name for name, *_ in FIELDS}
