"""Loops that are measured and belong to no game."""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel, loop
from arkade.rng import mix

YARD_BYTES = 128


@kernel
def _yard(row, bits):
    count = 0
    for i in range(row.shape[0]):
        count += row[i]
    row[count & 63] = np.int64(bits) & 1
    return count


@loop
def yardstick(rows, steps, counts):
    """The reference: per step one random number, a sum over 128 bytes and a store; about a small game's step."""
    for e in range(rows.shape[0]):
        bits = np.uint64(e)
        total = 0
        for _ in range(steps):
            bits = mix(bits)
            total += _yard(rows[e], bits)
        counts[e] = total


@loop
def copy_states(states, tables, times):
    """Copy the first state over every other row, `times` times."""
    for _ in range(times):
        for e in range(1, states.shape[0]):
            states[e] = states[0]
