"""Loops that are measured and belong to no game."""

from __future__ import annotations

import numpy as np

from arkade.bits import borrowed
from arkade.jit import kernel, loop
from arkade.loops import choice_stream, deal_seed
from arkade.records import LIVE
from arkade.rng import hash2, mix
from arkade.verbs import observe, random_action, reset, step

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


@loop
def play_observed(states, tables, blank, steps, seed, mask, out, games):
    """`arkade.loops.rollout`, with the raw observation of whoever is to move written into `out` before each action."""
    t = tables[0]
    mask, out = borrowed(mask), borrowed(out)
    for e in range(states.shape[0]):
        s = states[e]
        stream = choice_stream(seed, e)
        finished = 0
        for i in range(steps):
            if s.over != LIVE:
                states[e] = blank[0]
                reset(s, t, deal_seed(seed, e, finished))
            observe(s, t, s.current_player, out)
            step(s, t, random_action(s, t, mask, hash2(stream, i)))
            if s.over != LIVE:
                finished += 1
        games[e] = finished
