"""Points, standings and results (RULES.md section 10)."""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel
from arkade.records import LIVE
from arkade.results import write_results
from replicants_env.conditions import count_level
from replicants_env.effects import MAX_LEVEL
from replicants_env.state import PLAYERS, REPS

MARGIN_UNIT = 36  # a margin of this many points is a result of 1
_BASE = REPS + 1  # one more than any count of replicants


@kernel
def scores(s, t, out):
    """Write each player's points (D24)."""
    for p in range(s.num_players):
        out[p] = s.vp[p]


@kernel
def rank_key(s, p):
    """Points, then most L4, L3, L2, replicants, as one number: larger is better (R34)."""
    key = int(s.vp[p])
    for level in range(MAX_LEVEL, 1, -1):
        key = key * _BASE + count_level(s, p, level)
    return key * _BASE + int(s.rep_count[p])


@kernel
def write_keys(s, keys):
    """Write each player's rank key."""
    for p in range(s.num_players):
        keys[p] = rank_key(s, p)


@kernel
def returns(s, t, reward, out):
    """Write each player's result: WIN, RANK or MARGIN; 0 while the game is live (D34, D35)."""
    n = int(s.num_players)
    if s.over == LIVE:
        for p in range(n):
            out[p] = 0
        return
    keys = np.empty(PLAYERS, np.int64)
    write_keys(s, keys)
    write_results(keys, s.vp, n, reward, MARGIN_UNIT, out)
