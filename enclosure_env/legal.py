"""What a player may do: one `_may_<action>` per kind of action (RULES.md section 5)."""

from __future__ import annotations

import numpy as np

from arkade.bits import BITS, WORD, add_bits, new_words, present_bits, write_flags
from arkade.choice import choose_bit
from arkade.jit import kernel, wraps_around
from arkade.records import LIVE, NONE
from enclosure_env import actions
from enclosure_env.actions import OTHERS, PUSH, TAKE
from enclosure_env.conditions import (
    can_claim_private,
    can_claim_public,
    fulfilled_slots,
    has_space,
    in_supply,
    pushable,
)
from enclosure_env.grid import LINE_NAMES, LINES, PAIRS
from enclosure_env.state import (
    ALL_MOVEMENTS,
    DECKS,
    PUBLIC_SLOTS,
    PUSH_CARD,
    SWAPS,
    Phase,
)
from enclosure_env.vectors import differing_pairs

MASK_WORDS = -(-(SWAPS * PAIRS + OTHERS) // BITS)  # in a set of actions
_ALL_LINES = (1 << LINES) - 1
_FEW, _FOUR = np.uint64(BITS // LINES), np.uint64(15)  # creatures whose pushes fill a word
_APART = np.uint64(
    sum(1 << (LINES - 1) * i for i in range(4))
)  # a product with it takes bit i to 16 * i, and to other places
_FIRST_LINES = np.uint64(sum(1 << LINES * i for i in range(4)))
# Bits of the actions that follow pushes.
_DRAW, _COLLECT, _COMPLETE, _CLAIM_PRIVATE, _CLAIM_PUBLIC, _SKIP_EFFECTS, _END_TURN = (
    first - TAKE
    for first in (
        actions.DRAW,
        actions.COLLECT,
        actions.COMPLETE,
        actions.CLAIM_PRIVATE,
        actions.CLAIM_PUBLIC,
        actions.SKIP_EFFECTS,
        actions.END_TURN,
    )
)
# The lines that enter a corner along a row: closed while the corner is empty (D3).
_E0, _E3, _W0, _W3 = (LINE_NAMES.index(name) for name in ("E0", "E3", "W0", "W3"))


@kernel(hot=True)
def legal(s, t, mask):
    """Write the mask of the current player; all 0 when over."""
    words = new_words()
    _write_set(s, t, words)
    write_flags(words, mask)


@kernel(hot=True)
def random_action(s, t, mask, bits):
    """A random legal action, straight from the set."""
    words = new_words()
    _write_set(s, t, words)
    return choose_bit(words, MASK_WORDS, bits)


@kernel(hot=True)
def _write_set(s, t, words):
    """Write the set of the legal actions: a bit for each."""
    for w in range(MASK_WORDS + 1):
        words[w] = 0
    if s.over != LIVE:
        return
    p, first = int(s.current_player), int(t.n_swaps)
    main = s.phase == Phase.MAIN
    ap = int(s.ap) if main else 0
    hand = int(s.hand[p]) if ap >= 1 else 0
    if t.compact:
        _may_swap_compact(s, t, p, hand, words)
    else:
        _may_swap(s, t, p, hand, words)
    _may_push(s, p, main, hand, words, first + PUSH)
    add_bits(words, first + TAKE, _may_do_other(s, t, p, main, ap))


@kernel(hot=True)
@wraps_around
def _may_swap(s, t, p, hand, words):
    """Swap cards in hand: allowed pairs whose cells differ (R22, D6)."""
    low, high = differing_pairs(s.habitat[p])
    for card in range(SWAPS):
        in_hand = np.uint64(0) - np.uint64((hand >> card) & 1)
        add_bits(words, PAIRS * card, low & in_hand & np.uint64(t.pair_allowed[card, 0]))
        add_bits(words, PAIRS * card + BITS, high & in_hand & np.uint64(t.pair_allowed[card, 1]))


@kernel
def _may_swap_compact(s, t, p, hand, words):
    """As `_may_swap`, for the swaps that the cards allow."""
    for action in range(t.n_swaps):
        differ = s.habitat[p, t.swap_a[action]] != s.habitat[p, t.swap_b[action]]
        add_bits(words, action, int(differ) & (hand >> int(t.swap_card[action])))


@kernel(hot=True)
@wraps_around
def _may_push(s, p, main, hand, words, first):
    """Push a creature of the supply, by card or as a waiting effect, on any line that is no duplicate (D2, D3)."""
    closed = _is_empty(s, p, 3) << _E0 | _is_empty(s, p, 15) << _E3
    closed |= _is_empty(s, p, 0) << _W0 | _is_empty(s, p, 12) << _W3
    lines = np.uint64(_ALL_LINES & ~closed)
    by_card = in_supply(s) * ((hand >> PUSH_CARD) & 1)
    creatures = np.uint64(by_card if main else pushable(s))
    add_bits(words, first, _to_lines(creatures) * lines)
    add_bits(words, first + BITS, _to_lines(creatures >> _FEW) * lines)


@kernel(hot=True)
@wraps_around
def _to_lines(creatures):
    """The lowest four bits, each at the first line of its creature."""
    return (creatures & _FOUR) * _APART & _FIRST_LINES


@kernel(hot=True)
def _is_empty(s, p, cell):
    return int(s.habitat[p, cell] == 0)


@kernel(hot=True)
def _may_do_other(s, t, p, main, ap):
    """Bits of cards, milestones, and the end of the effects or the turn."""
    take = int(ap >= 1) & int(has_space(s, p))
    bits = (present_bits(s.display, 0) | int(s.display[WORD] != NONE) << WORD) * take
    for deck in range(DECKS):
        bits |= (take & int(s.deck_count[deck] > 0)) << (_DRAW + deck)
    bits |= (int(ap >= 2) & int(s.hand[p] != ALL_MOVEMENTS)) << _COLLECT
    bits |= int(ap >= 2 and fulfilled_slots(s, t, p) != 0) << _COMPLETE
    bits |= int(main and can_claim_private(s, t, p)) << _CLAIM_PRIVATE
    for slot in range(PUBLIC_SLOTS):
        bits |= int(main and can_claim_public(s, t, p, slot)) << (_CLAIM_PUBLIC + slot)
    return bits | int(not main) << _SKIP_EFFECTS | int(main) << _END_TURN
