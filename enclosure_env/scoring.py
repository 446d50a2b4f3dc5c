"""Points, standings and results (RULES.md section 8)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import LIVE, NONE, STOPPED
from arkade.verbs import MARGIN, WIN
from enclosure_env.state import ADVANCED, ADVANCED_DONE, CELLS, TOKENS

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
def returns(s, t, reward, out):
    """Write each player's result: WIN, RANK or MARGIN; 0 while the game is live, and where a stopped one is a draw."""
    n = int(s.num_players)
    nothing = s.over == LIVE or (s.over == STOPPED and s.draw_if_stopped)
    for p in range(n):
        if nothing:
            out[p] = 0
        elif reward == MARGIN:
            out[p] = _margin(s, t, p)
        else:
            better, tied, best = standing(s, t, p)
            if reward == WIN:
                share = 1 / best if better == 0 else 0.0
                out[p] = (n * share - 1) / (n - 1)
            else:
                out[p] = 1 - 2 * (better + (tied - 1) / 2) / (n - 1)


@kernel
def standing(s, t, p):
    """How many players are better than `p`, how many tie with `p` (itself included), how many tie for best."""
    key, best_key = rank_key(s, t, p), -1
    better, tied, best = 0, 0, 0
    for q in range(s.num_players):
        other = rank_key(s, t, q)
        better += other > key
        tied += other == key
        if other > best_key:
            best_key, best = other, 0
        best += other == best_key
    return better, tied, best


@kernel
def _margin(s, t, p):
    best_other = 0
    for q in range(s.num_players):
        if q != p:
            best_other = max(best_other, score(s, t, q))
    return max(-1.0, min(1.0, (score(s, t, p) - best_other) / MARGIN_UNIT))
