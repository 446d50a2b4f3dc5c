"""A cheap value of a position, for greedy play and search (RULES.md section 10)."""

from __future__ import annotations

import math

import numpy as np

from arkade.jit import kernel
from arkade.records import LIVE
from arkade.results import final_value
from replicants_env.card_set import Effect, Mode
from replicants_env.conditions import is_condition_true
from replicants_env.effects import MAX_LEVEL, count_cards, has_bit
from replicants_env.scoring import write_keys
from replicants_env.state import PLAYERS, STATIC_BIT, Step
from replicants_env.tables import TERMS

LEAD = 12.0  # a lead of this many points is a value of tanh(1)
PAYABLE = 0.8  # what a point is worth that the hand can pay for, against one that is scored
LOCKER = 0.2  # points that a card in the locker is worth, at the start of the game


@kernel
def evaluate(s, t, player):
    """`player`'s lead over the best other player, in points and in what the hands can pay for; open fields only."""
    if s.over != LIVE:
        keys = np.empty(PLAYERS, np.int64)
        write_keys(s, keys)
        return final_value(keys, int(s.num_players), player)
    own, best_other = 0.0, -math.inf
    for p in range(s.num_players):
        worth = s.vp[p] + PAYABLE * _payable_points(s, t, p)
        if s.usc:
            worth += LOCKER * max(0.0, 1.0 - s.vp[p] / t.target_vp) * count_cards(s.locker[p])
        if p == player:
            own = worth
        else:
            best_other = max(best_other, worth)
    return math.tanh((own - best_other) / LEAD)


@kernel
def _payable_points(s, t, p):
    """Points of the level-ups that `p`'s hand pays for this round, dearest first, and a little for those it misses.

    A level-up missing m cards counts for an eighth each time: 8 ** -m.
    """
    if not _may_still_build(s, p):
        return 0.0
    h0, h1, h2, h3, free = _spendable(s, t, p)
    blocked = int(s.levelled[p]) | int(s.gained[p])
    points = 0.0
    for level in range(MAX_LEVEL - 1, 0, -1):
        step_vp = t.level_vp[level + 1] - t.level_vp[level]
        for slot in range(s.rep_count[p]):
            if s.rep_level[p, slot] != level or has_bit(blocked, slot):
                continue
            cost = t.cost[s.rep_card[p, slot], level]
            p0, p1, p2, p3 = min(h0, cost[0]), min(h1, cost[1]), min(h2, cost[2]), min(h3, cost[3])
            missing = 2 * level - p0 - p1 - p2 - p3
            if missing <= free:
                h0, h1, h2, h3, free = h0 - p0, h1 - p1, h2 - p2, h3 - p3, free - missing
                points += step_vp
            else:
                points += step_vp / (1 << 3 * missing)
    return points


@kernel
def _may_still_build(s, p):
    """Is `p`'s own build go of this round still to come or going on?"""
    n = int(s.num_players)
    return s.step < Step.BUILD or (s.step == Step.BUILD and (p - s.first_player + n) % n >= s.order_pos)


@kernel
def _spendable(s, t, p):
    """`p`'s hand with what After Drone abilities would gain now, and cards of any kind: (N, P, H, S, any)."""
    h0, h1, h2, h3 = int(s.hand[p, 0]), int(s.hand[p, 1]), int(s.hand[p, 2]), int(s.hand[p, 3])
    free = 0
    gaining = has_bit(s.trig_mask[p], Step.AFTER_DRONE) and s.step <= Step.AFTER_DRONE
    if not gaining and not has_bit(s.trig_mask[p], STATIC_BIT):
        return h0, h1, h2, h3, free
    for slot in range(s.rep_count[p]):
        if s.rep_level[p, slot] != MAX_LEVEL or has_bit(s.used[p], slot):
            continue
        row = int(s.rep_card[p, slot])
        automatic = gaining and t.trigger[row] == Step.AFTER_DRONE and t.mode[row] == Mode.AUTO
        if not (automatic or t.static[row]) or not is_condition_true(s, t, p, row, 0):
            continue
        for i in range(TERMS):
            if t.eff_kind[row, i] == Effect.GAIN:
                vec = t.eff_vec[row, i]
                h0, h1, h2, h3 = h0 + vec[0], h1 + vec[1], h2 + vec[2], h3 + vec[3]
            free += t.eff_stars[row, i]
    return h0, h1, h2, h3, free
