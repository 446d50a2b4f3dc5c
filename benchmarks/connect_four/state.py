"""The STATE and TABLES records of Connect Four.

A board is a 56-bit set of discs: bit 8 * column + row, row 0 at the bottom. Two bits of each byte stay empty, so no
line runs on into the next column.
"""

from __future__ import annotations

import numpy as np

from arkade.records import NONE, state_dtype, tables_dtype

PLAYERS, ROWS, COLUMNS, LINE = 2, 6, 7, 4
CELLS = ROWS * COLUMNS
PER_COLUMN = 8  # bits
BOTTOM = sum(1 << PER_COLUMN * column for column in range(COLUMNS))  # the lowest row

STATE = state_dtype(
    [
        ("rng", "u8"),  # no chance in this game
        ("num_players", "i1"),  # 2
        ("current_player", "i1"),  # NONE when over
        ("over", "i1"),  # 0 live, 1 ended
        ("moves", "i1"),  # discs on the board
        ("winner", "i1"),  # NONE while live, and in a draw
        ("boards", "i8", PLAYERS),  # each player's discs
    ]
)
TABLES = tables_dtype([("nothing", "i1")], __file__)


def blank() -> np.ndarray:
    """STATE[1] of the empty board."""
    states = np.zeros(1, STATE)
    states["num_players"], states["winner"] = PLAYERS, NONE
    return states
