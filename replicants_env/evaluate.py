"""A cheap value of a position, for greedy play and search (RULES.md section 10)."""

from __future__ import annotations

import math

from arkade.jit import kernel
from arkade.records import LIVE
from replicants_env.conditions import may_level
from replicants_env.effects import MAX_LEVEL
from replicants_env.scoring import rank_key
from replicants_env.state import Step

_BEST_OPEN = 0.99  # an unfinished game is never worth as much as a won one
_PROMISE = 0.9  # a payable level-up is worth a little less than one that is made
_SPREAD = 12  # points of lead that count as a good position


@kernel
def evaluate(s, t, player):
    """How well `player` stands, in [-1, 1]: points and promise against the best other's; after the end the result."""
    if s.over != LIVE:
        return _result(s, player)
    best_other = -1.0
    for p in range(s.num_players):
        if p != player:
            best_other = max(best_other, _standing(s, t, p))
    return _BEST_OPEN * math.tanh((_standing(s, t, player) - best_other) / _SPREAD)


@kernel
def _result(s, player):
    own, value = rank_key(s, player), 1.0
    for p in range(s.num_players):
        other = rank_key(s, p)
        if other > own:
            return -1.0
        if other == own and p != player:
            value = 0.0
    return value


@kernel
def _standing(s, t, p):
    """Points, and until the own build is over what the hand promises for level-ups, dearest first."""
    value = float(s.vp[p])
    if s.step > Step.BUILD or (s.step == Step.BUILD and _has_built(s, p)):
        return value
    h0, h1, h2, h3 = int(s.hand[p, 0]), int(s.hand[p, 1]), int(s.hand[p, 2]), int(s.hand[p, 3])
    for level in range(MAX_LEVEL - 1, 0, -1):
        gain = float(t.level_vp[level + 1] - t.level_vp[level])
        for slot in range(s.rep_count[p]):
            if s.rep_level[p, slot] != level or not may_level(s, t, p, slot):
                continue
            card = s.rep_card[p, slot]
            n0, n1 = int(t.cost[card, level, 0]), int(t.cost[card, level, 1])
            n2, n3 = int(t.cost[card, level, 2]), int(t.cost[card, level, 3])
            held = min(h0, n0) + min(h1, n1) + min(h2, n2) + min(h3, n3)
            if held == n0 + n1 + n2 + n3:
                value += _PROMISE * gain
                h0, h1, h2, h3 = h0 - n0, h1 - n1, h2 - n2, h3 - n3
            else:
                share = held / (n0 + n1 + n2 + n3)
                cube = share * share * share
                value += _PROMISE * gain * cube * cube
    return value


@kernel
def _has_built(s, p):
    place = int(p) - int(s.first_player)
    return (place + int(s.num_players) if place < 0 else place) < s.order_pos
