"""Looking ahead: what each action of the player to move leads to, as `evaluate` sees it.

The steps are made in copies in which all that the player cannot know has been dealt anew, so nobody sees a hidden card
or the dice to come. The seed of that deal is a hash of what the player does know: nothing else decides what it sees.
"""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel
from arkade.records import LIVE, NONE
from arkade.rng import hash2
from arkade.verbs import determinize, evaluate, legal, observe, step

BEAM = 8  # positions that are followed further at each step
COPIES = 1 + 2 * BEAM  # positions in memory: a new one, then those followed now and those followed next


@kernel
def look_ahead(s, t, seed, worlds, steps, copies, firsts, worths, mask, further, values, sums, raw):
    """Write the mask, and to `sums` the value of every legal action, added up over `worlds` deals of what is unknown.

    Returns a hash of what is known. Scratch: `copies` STATE[COPIES], `firsts` and `worths` a number for each of them,
    `further`, a mask, and `values` one number per action, `raw` one observation.
    """
    player = s.current_player
    legal(s, t, mask)
    known = hash_known(s, t, player, raw, seed)
    for action in range(mask.shape[0]):
        sums[action] = 0
    for w in range(worlds):
        copies[1] = s
        determinize(copies[1], t, player, hash2(known, w))
        _follow(t, player, steps, copies, firsts, worths, further, values)
        for action in range(mask.shape[0]):
            if mask[action]:
                sums[action] += values[action]
    return known


@kernel
def _follow(t, player, steps, copies, firsts, worths, mask, values):
    """Write the value of every legal action in the world `copies[1]`: the best position that it was seen to lead to.

    All actions are tried; then, up to `steps` in all, those that follow on the BEAM best positions in which `player`
    is still to move.
    """
    now, then, n_now = 1, 1 + BEAM, 1
    for depth in range(steps):
        n_then = 0
        for at in range(now, now + n_now):
            if copies[at].over != LIVE or copies[at].current_player != player:
                continue
            legal(copies[at], t, mask)
            for action in range(mask.shape[0]):
                if mask[action]:
                    copies[0] = copies[at]
                    step(copies[0], t, action)
                    value, first = evaluate(copies[0], t, player), action if depth == 0 else firsts[at]
                    values[first] = value if depth == 0 else max(values[first], value)
                    if depth + 1 < steps:
                        n_then = _keep(first, value, then, n_then, copies, firsts, worths)
        now, then, n_now = then, now, n_then


@kernel
def _keep(first, value, start, count, copies, firsts, worths):
    """Keep the new position, that `first` led to, among the BEAM best from `start` on; returns how many there are."""
    at = start + count
    if count == BEAM:
        at = start
        for other in range(start + 1, start + BEAM):
            if worths[other] < worths[at]:
                at = other
        if worths[at] >= value:
            return count
        count -= 1
    copies[at] = copies[0]
    firsts[at] = first
    worths[at] = value
    return count + 1


@kernel
def hash_known(s, t, player, raw, seed):
    """A hash of what `player` may know; `raw` is scratch for the observation."""
    observe(s, t, player, raw)
    h = np.uint64(seed)
    for i in range(0, raw.shape[0] - 7, 8):
        word = np.uint64(0)
        for k in range(8):
            word = (word << np.uint64(8)) | np.uint64(raw[i + k])
        h = hash2(h, word)
    for i in range(raw.shape[0] // 8 * 8, raw.shape[0]):
        h = hash2(h, raw[i])
    return h


@kernel
def best_action(mask, values, tie):
    """The legal action with the largest value; among equals the one with the largest hash."""
    best, best_hash = NONE, np.uint64(0)
    for action in range(mask.shape[0]):
        if mask[action]:
            h = hash2(tie, action)
            if best == NONE or values[action] > values[best] or (values[action] == values[best] and h > best_hash):
                best, best_hash = action, h
    return best
