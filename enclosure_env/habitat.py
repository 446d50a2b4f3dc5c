"""The verbs that move tokens in a habitat, and what is counted there (R18-R23)."""

from __future__ import annotations

from arkade.jit import kernel
from enclosure_env.grid import SIDE
from enclosure_env.state import (
    ADVANCED_DONE,
    AREA_TAGS,
    AREAS,
    BASIC_DONE,
    CARD_FEATURES,
    CARDS,
    CELLS,
    COUNT_WORDS,
    CREATURE_TAGS,
    CREATURES,
    DISTINCT_AREA_TAGS,
    FEATURES,
    MAX_CREATURE_TAGS,
    MAX_SAME_TOKENS,
    OCCUPIED,
    PRIVATES,
    PUBLIC_SLOTS,
    TOKENS,
)

_OF_WORD = CREATURES // COUNT_WORDS  # creatures counted in a word
_CREATURE_BITS = 4 * AREAS
_CREATURE_MASK = (1 << _CREATURE_BITS) - 1
_SUM = 0x11111  # times five nibbles: their sum in the fifth


@kernel(hot=True)
def swap_tokens(s, t, p, a, b):
    """Swap what stands in two cells of `p`'s habitat (R22)."""
    at_a, at_b = int(s.habitat[p, a]), int(s.habitat[p, b])
    s.habitat[p, a] = at_b
    s.habitat[p, b] = at_a
    for w in range(COUNT_WORDS):
        s.area_count[p, w] += t.token_count[at_a, b, w] - t.token_count[at_a, a, w]
        s.area_count[p, w] += t.token_count[at_b, a, w] - t.token_count[at_b, b, w]
    moved = int(at_a != 0) - int(at_b != 0)
    s.features[p, OCCUPIED + t.area[b]] += moved
    s.features[p, OCCUPIED + t.area[a]] -= moved


@kernel(hot=True)
def push_token(s, t, p, creature, line):
    """Push a token of the supply along a line; one pushed out returns to the supply (R19-R21, D4)."""
    s.supply[creature] -= 1
    moving = creature + 1
    for i in range(SIDE):
        cell = t.line_cells[line, i]
        standing = int(s.habitat[p, cell])
        s.habitat[p, cell] = moving
        for w in range(COUNT_WORDS):
            s.area_count[p, w] += t.token_count[moving, cell, w] - t.token_count[standing, cell, w]
        moving = standing
        if moving == 0:
            s.features[p, TOKENS] += 1
            s.features[p, OCCUPIED + t.area[cell]] += 1
            break
    if moving != 0:
        s.supply[moving - 1] += 1
    most = 0
    for c in range(CREATURES):
        most = max(most, count_tokens(s, p, c))
    s.features[p, MAX_SAME_TOKENS] = most


@kernel(hot=True)
def count_tokens(s, p, creature):
    """How many tokens of a creature stand in `p`'s habitat."""
    counts = (s.area_count[p, creature // _OF_WORD] >> _CREATURE_BITS * (creature % _OF_WORD)) & _CREATURE_MASK
    return (counts * _SUM >> 4 * (AREAS - 1)) & 15


@kernel
def add_tags(s, t, p, card):
    """Add what completing `card` adds to `p`'s features (D8)."""
    for f in range(CARD_FEATURES):
        s.features[p, f] += t.card_features[card, f]


@kernel
def count_kinds_of_tags(s, p):
    """Write `p`'s largest number of tags of one creature, and the number of areas with tags."""
    most, areas = 0, 0
    for creature in range(CREATURES):
        most = max(most, int(s.features[p, CREATURE_TAGS + creature]))
    for area in range(AREAS):
        areas += int(s.features[p, AREA_TAGS + area] > 0)
    s.features[p, MAX_CREATURE_TAGS] = most
    s.features[p, DISTINCT_AREA_TAGS] = areas


@kernel(hot=True)
def count_done(s, p):
    """How many research cards `p` has completed."""
    return int(s.features[p, BASIC_DONE]) + int(s.features[p, ADVANCED_DONE])


@kernel
def recount(s, t, p):
    """Write `area_count`, `features`, `card_score` and `public_score` of `p` anew."""
    for f in range(FEATURES):
        s.features[p, f] = 0
    for w in range(COUNT_WORDS):
        s.area_count[p, w] = 0
    for cell in range(CELLS):
        token = s.habitat[p, cell]
        for w in range(COUNT_WORDS):
            s.area_count[p, w] += t.token_count[token, cell, w]
        s.features[p, TOKENS] += token != 0
        s.features[p, OCCUPIED + t.area[cell]] += token != 0
    for creature in range(CREATURES):
        s.features[p, MAX_SAME_TOKENS] = max(int(s.features[p, MAX_SAME_TOKENS]), count_tokens(s, p, creature))
    s.card_score[p], s.public_score[p] = 0, 0
    for card in range(CARDS):
        if (s.done[p] >> card) & 1:
            add_tags(s, t, p, card)
            s.card_score[p] += t.card_ep[card]
    count_kinds_of_tags(s, p)
    for slot in range(PUBLIC_SLOTS):
        if s.public_owner[slot] == p:
            s.public_score[p] += t.milestone_ep[PRIVATES + s.public_milestone[slot]]
