"""What a player may do: one `_may_<action>` per kind of action (RULES.md section 5)."""

from __future__ import annotations

import numpy as np

from arkade.bits import WORD, load_word, store_word
from arkade.jit import kernel, wraps_around
from arkade.records import LIVE, NONE
from enclosure_env.actions import (
    CLAIM_PRIVATE,
    CLAIM_PUBLIC,
    COLLECT,
    COMPLETE,
    DRAW,
    END_TURN,
    PUSH,
    SKIP_EFFECTS,
    TAKE,
)
from enclosure_env.conditions import can_claim_private, can_claim_public, can_push_effect, fulfilled_slots, has_space
from enclosure_env.grid import LINE_NAMES, LINES, PAIRS
from enclosure_env.lanes import ONES, differing_bytes
from enclosure_env.state import (
    ALL_MOVEMENTS,
    CELLS,
    CREATURES,
    DECKS,
    PUBLIC_SLOTS,
    PUSH_CARD,
    SLOTS,
    SWAPS,
    Phase,
)
from enclosure_env.tables import PAIR_WORDS

_S8, _S56 = np.uint64(8), np.uint64(56)
# Bytes of the lines that enter a corner along a row: closed while the corner is empty (D3).
_E0, _E3, _W0, _W3 = (np.uint64(1 << 8 * (LINE_NAMES.index(name) % WORD)) for name in ("E0", "E3", "W0", "W3"))


@kernel(hot=True)
def legal(s, t, mask):
    """Write the mask of the current player; all 0 when over."""
    if s.over != LIVE:
        for a in range(mask.shape[0]):
            mask[a] = 0
        return
    p, first = int(s.current_player), int(t.n_swaps)
    main = s.phase == Phase.MAIN
    ap = int(s.ap) if main else 0
    hand = int(s.hand[p]) if ap >= 1 else 0
    if t.compact:
        _may_swap_compact(s, t, p, hand, mask)
    else:
        _may_swap(s, t, p, hand, mask)
    _may_push(s, p, main, hand, mask, first + PUSH)
    _may_do_other(s, t, p, main, ap, mask, first)


@kernel(hot=True)
@wraps_around
def _may_swap(s, t, p, hand, mask):
    """Swap cards in hand: allowed pairs whose cells differ (R22, D6)."""
    differing = (SWAPS - 1) * PAIRS  # the last card's place holds what differs until its turn comes
    _compare_pairs(s, p, mask, differing)
    for card in range(SWAPS):
        in_hand = np.uint64(0) - np.uint64((hand >> card) & 1)
        for w in range(PAIR_WORDS):
            word = load_word(mask, differing + WORD * w) & np.uint64(t.pair_allowed[card, w])
            store_word(mask, PAIRS * card + WORD * w, word & in_hand)


@kernel(hot=True)
def _compare_pairs(s, p, mask, at):
    """Write 1 for each pair of cells that differ.

    A habitat is compared with itself turned by 1 to 8 cells, cell by cell: that is the order of the pairs.
    """
    low, high = load_word(s.habitat[p], 0), load_word(s.habitat[p], WORD)
    turned_low, turned_high = low, high
    for turn in range(CELLS // 2 - 1):
        turned_low, turned_high = (
            (turned_low >> _S8) | (turned_high << _S56),
            (turned_high >> _S8) | (turned_low << _S56),
        )
        store_word(mask, at + CELLS * turn, differing_bytes(low, turned_low))
        store_word(mask, at + CELLS * turn + WORD, differing_bytes(high, turned_high))
    store_word(mask, at + PAIRS - WORD, differing_bytes(low, high))  # turned by 8, cells 0-7 meet 8-15


@kernel
def _may_swap_compact(s, t, p, hand, mask):
    """As `_may_swap`, for the swaps that the cards allow."""
    for action in range(t.n_swaps):
        differ = s.habitat[p, t.swap_a[action]] != s.habitat[p, t.swap_b[action]]
        mask[action] = int(differ) & (hand >> int(t.swap_card[action]))


@kernel(hot=True)
@wraps_around
def _may_push(s, p, main, hand, mask, first):
    """Push a creature of the supply, by card or as a waiting effect, on any line that is no duplicate (D2, D3)."""
    north_east = ONES - (_E0 * _is_empty(s, p, 3) + _E3 * _is_empty(s, p, 15))
    south_west = ONES - (_W0 * _is_empty(s, p, 0) + _W3 * _is_empty(s, p, 12))
    by_card = (hand >> PUSH_CARD) & 1
    for creature in range(CREATURES):
        may = (by_card & int(s.supply[creature] > 0)) if main else int(can_push_effect(s, creature))
        every = np.uint64(0) - np.uint64(may)
        store_word(mask, first + LINES * creature, north_east & every)
        store_word(mask, first + LINES * creature + WORD, south_west & every)


@kernel(hot=True)
def _is_empty(s, p, cell):
    return np.uint64(s.habitat[p, cell] == 0)


@kernel(hot=True)
def _may_do_other(s, t, p, main, ap, mask, first):
    """Cards, milestones, and the end of the effects or the turn."""
    take = ap >= 1 and has_space(s, p)
    for slot in range(SLOTS):
        mask[first + TAKE + slot] = take and s.display[slot] != NONE
    for deck in range(DECKS):
        mask[first + DRAW + deck] = take and s.deck_count[deck] > 0
    mask[first + COLLECT] = ap >= 2 and s.hand[p] != ALL_MOVEMENTS
    mask[first + COMPLETE] = ap >= 2 and fulfilled_slots(s, t, p) != 0
    mask[first + CLAIM_PRIVATE] = main and can_claim_private(s, t, p)
    for slot in range(PUBLIC_SLOTS):
        mask[first + CLAIM_PUBLIC + slot] = main and can_claim_public(s, t, p, slot)
    mask[first + SKIP_EFFECTS] = not main
    mask[first + END_TURN] = main
