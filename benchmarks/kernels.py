"""Loops that are measured and belong to no game."""

from __future__ import annotations

import numpy as np

from arkade.bits import borrowed
from arkade.choice import choose
from arkade.jit import kernel, loop
from arkade.loops import choice_stream, deal_seed
from arkade.records import LIVE
from arkade.rng import hash2, mix
from arkade.verbs import legal, observe, reset, step

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
    """`arkade.loops.rollout`, with the mask and the raw observation of whoever is to move written before each action."""
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
            legal(s, t, mask)
            observe(s, t, s.current_player, out)
            step(s, t, choose(mask, hash2(stream, i)))
            if s.over != LIVE:
                finished += 1
        games[e] = finished


# --- passes over all games, a part of random play each ------------------------------------------------------------------


@loop
def pass_nothing(states, tables, out):
    """Read who is to move: what every pass does at least."""
    for e in range(states.shape[0]):
        out[e] = states[e].current_player


@loop
def pass_step(states, tables, actions):
    """Play an action in every game, all of which are live."""
    t = tables[0]
    for e in range(states.shape[0]):
        step(states[e], t, actions[e])


@loop
def pass_deal(states, tables, blank, seed):
    """Deal anew where a game is over."""
    t = tables[0]
    for e in range(states.shape[0]):
        if states[e].over != LIVE:
            states[e] = blank[0]
            reset(states[e], t, hash2(seed, e))
