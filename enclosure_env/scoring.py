"""Points, standings and results (RULES.md section 8)."""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel
from arkade.records import LIVE, NONE, STOPPED
from arkade.results import write_results
from enclosure_env.state import ADVANCED, ADVANCED_DONE, CELLS, PLAYERS, TOKENS

MARGIN_UNIT = 30  # a margin of this many points is a result of 1


@kernel
def scores(s, t, out):
    """Write each player's points (R41)."""
    for p in range(s.num_players):
        out[p] = score(s, t, p)


@kernel
def score(s, t, p):
    """EP of completed cards and milestones of `p`, as if the game ended now."""
    own = private_score(s, t, p) if s.private_done[p] else 0
    return int(s.card_score[p]) + int(s.public_score[p]) + own


@kernel
def private_score(s, t, p):
    """What `p`'s private milestone is worth, if completed (D15)."""
    milestone = s.private_milestone[p]
    points, tag = int(t.milestone_ep[milestone]), int(t.milestone_tag[milestone])
    if tag != NONE:
        points += t.milestone_per_tag[milestone] * s.features[p, tag]
    return points


@kernel
def rank_key(s, t, p):
    """Points, then advanced cards, then tokens, as one number: larger is better (R42, D26)."""
    key = score(s, t, p) * (ADVANCED + 1) + int(s.features[p, ADVANCED_DONE])
    return key * (CELLS + 1) + int(s.features[p, TOKENS])


@kernel
def write_keys(s, t, keys):
    """Write each player's rank key."""
    for p in range(s.num_players):
        keys[p] = rank_key(s, t, p)


@kernel
def returns(s, t, reward, out):
    """Write each player's result: WIN, RANK or MARGIN; 0 while the game is live, and where a stopped one is a draw."""
    n = int(s.num_players)
    if s.over == LIVE or (s.over == STOPPED and s.draw_if_stopped):
        for p in range(n):
            out[p] = 0
        return
    keys, points = np.empty(PLAYERS, np.int64), np.empty(PLAYERS, np.int64)
    write_keys(s, t, keys)
    scores(s, t, points)
    write_results(keys, points, n, reward, MARGIN_UNIT, out)
