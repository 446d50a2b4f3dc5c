"""Points, standings and results (RULES.md section 10)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import LIVE
from arkade.verbs import MARGIN, WIN
from replicants_env.conditions import count_level
from replicants_env.effects import MAX_LEVEL
from replicants_env.state import REPS

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
def returns(s, t, reward, out):
    """Write each player's result: WIN, RANK or MARGIN; 0 while the game is live (D34, D35)."""
    n = int(s.num_players)
    for p in range(n):
        if s.over == LIVE:
            out[p] = 0
        elif reward == MARGIN:
            out[p] = _margin(s, p)
        else:
            better, tied, best = _standing(s, p)
            if reward == WIN:
                out[p] = (n / tied - 1) / (n - 1) if better == 0 else -1 / (n - 1)
                if best == n:
                    out[p] = 0
            else:
                out[p] = 1 - 2 * (better + (tied - 1) / 2) / (n - 1)


@kernel
def _standing(s, p):
    """How many players are better than `p`, how many tie with `p` (itself included), how many tie for best."""
    key, best_key = rank_key(s, p), 0
    better, tied, best = 0, 0, 0
    for q in range(s.num_players):
        other = rank_key(s, q)
        better += other > key
        tied += other == key
        if other > best_key:
            best_key, best = other, 0
        best += other == best_key
    return better, tied, best


@kernel
def _margin(s, p):
    best_other = 0
    for q in range(s.num_players):
        if q != p:
            best_other = max(best_other, int(s.vp[q]))
    return max(-1.0, min(1.0, (int(s.vp[p]) - best_other) / MARGIN_UNIT))
