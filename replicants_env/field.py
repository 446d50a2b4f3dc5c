"""The resource field: dealing it, repairing it, counting its intersections (R13-R17)."""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel
from arkade.records import NONE
from arkade.rng import shuffle
from replicants_env.state import DRONES, FIELD_CARDS, KINDS, PAIRS, PLAYERS, Y_CARDS


@kernel
def deal_field(s):
    """Shuffle the field deck, deal the two axes, and repair the field until all four kinds are out (R13, R14)."""
    if s.field_stacked:
        s.field_stacked = 0
    else:
        gather_field_deck(s)
        shuffle(s, s.field_deck, 0, FIELD_CARDS)
    s.field_pos = 0
    for i in range(s.num_players):
        s.field_x[i] = next_field_card(s)
    for i in range(Y_CARDS):
        s.field_y[i] = next_field_card(s)
    present = 0
    for i in range(s.num_players):
        present |= 1 << int(s.field_x[i])
    for i in range(Y_CARDS):
        present |= 1 << int(s.field_y[i])
    if present != (1 << KINDS) - 1:
        _repair_field(s)
    count_pairs(s)


@kernel
def next_field_card(s):
    """Deal the next card of the field deck."""
    kind = s.field_deck[s.field_pos]
    s.field_deck[s.field_pos] = NONE
    s.field_pos += 1
    return kind


@kernel
def _repair_field(s):
    """While a kind is absent replace the newest card of the most populous kinds (R14, R15, D5-D7)."""
    n = int(s.num_players)
    cards = n + Y_CARDS
    kind = np.empty(PLAYERS + Y_CARDS, np.int64)
    placed = np.empty(PLAYERS + Y_CARDS, np.int64)
    count = np.zeros(KINDS, np.int64)
    for i in range(cards):
        kind[i] = s.field_x[i] if i < n else s.field_y[i - n]
        placed[i] = i
        count[kind[i]] += 1
    latest = cards
    while min(min(count[0], count[1]), min(count[2], count[3])) == 0:
        most = max(max(count[0], count[1]), max(count[2], count[3]))
        newest = -1
        for i in range(cards):
            if count[kind[i]] == most and (newest < 0 or placed[i] > placed[newest]):
                newest = i
        count[kind[newest]] -= 1
        kind[newest] = next_field_card(s)
        count[kind[newest]] += 1
        placed[newest] = latest
        latest += 1
    for i in range(cards):
        if i < n:
            s.field_x[i] = kind[i]
        else:
            s.field_y[i - n] = kind[i]


@kernel
def count_pairs(s):
    """Count the intersections that show each pair of kinds (D4); drones already there are not looked at."""
    x0, x1, x2, x3, y0, y1, y2, y3 = 0, 0, 0, 0, 0, 0, 0, 0
    for i in range(s.num_players):
        kind = s.field_x[i]
        x0, x1, x2, x3 = x0 + (kind == 0), x1 + (kind == 1), x2 + (kind == 2), x3 + (kind == 3)
    for i in range(Y_CARDS):
        kind = s.field_y[i]
        y0, y1, y2, y3 = y0 + (kind == 0), y1 + (kind == 1), y2 + (kind == 2), y3 + (kind == 3)
    s.pair_free[0] = x0 * y0
    s.pair_free[1] = x0 * y1 + x1 * y0
    s.pair_free[2] = x0 * y2 + x2 * y0
    s.pair_free[3] = x0 * y3 + x3 * y0
    s.pair_free[4] = x1 * y1
    s.pair_free[5] = x1 * y2 + x2 * y1
    s.pair_free[6] = x1 * y3 + x3 * y1
    s.pair_free[7] = x2 * y2
    s.pair_free[8] = x2 * y3 + x3 * y2
    s.pair_free[9] = x3 * y3


@kernel(hot=True)
def pair_kinds(pair):
    """The two kinds of a pair, lower first."""
    a = int(pair >= 4) + int(pair >= 7) + int(pair >= 9)
    return a, pair - a * (2 * KINDS - 1 - a) // 2


@kernel
def clear_field(s):
    """Drones come back, the field cards return to the field deck (R32)."""
    for p in range(s.num_players):
        s.field_x[p] = NONE
        for drone in range(DRONES):
            s.drone_pair[p, drone] = NONE
    for i in range(Y_CARDS):
        s.field_y[i] = NONE
    for pair in range(PAIRS):
        s.pair_free[pair] = 0
    s.drones_placed = 0
    s.field_pos = 0
    if not s.field_stacked:
        gather_field_deck(s)


@kernel
def gather_field_deck(s):
    """Put the field deck in kind order, ready to be shuffled."""
    for i in range(FIELD_CARDS):
        s.field_deck[i] = i // (FIELD_CARDS // KINDS)
