"""Dealing a game, and dealing anew what an observer cannot see (RULES.md sections 7 and 9)."""

from __future__ import annotations

import numpy as np

from arkade.bits import count_bits, lowest_bit
from arkade.jit import kernel
from arkade.records import LIVE, NONE
from arkade.rng import below, reseed, shuffle
from biohack_env.actions import SUBSETS
from biohack_env.components import (
    BOARDS,
    CLASSES,
    CREATURES,
    LOCATIONS,
    MILESTONE_CARDS,
    MILESTONES,
    SOLO_PER_LOCATION,
    TILES,
    TOKEN_SPACES,
)
from biohack_env.creation import helped_cards
from biohack_env.effects import has_bit, refill_display, reveal_tiles
from biohack_env.legal import note_offer
from biohack_env.rules import run_on
from biohack_env.state import Node, Phase

_FIRST_SUBSET = (0, 0, 5, 15, 25)  # of each size


@kernel
def reset(s, t, seed):
    """Shuffle and lay out decks, milestones, tiles, boards and tokens, and ask for the first decision (R3-R7)."""
    s.rng = seed
    for c in range(len(CLASSES)):
        cards, n = int(t.class_cards[c]), 0
        while cards != 0:
            s.deck[c, n] = lowest_bit(cards)
            cards &= cards - 1
            n += 1
        s.deck_len[c] = n
        shuffle(s, s.deck[c], 0, n)
    refill_display(s, t)
    items = np.empty(MILESTONES, np.int64)
    _shuffle_numbers(s, items, MILESTONES)
    for position in range(MILESTONE_CARDS):
        s.milestone[position] = items[position]
    _shuffle_numbers(s, s.tile_deck, TILES)
    s.tile_len = TILES
    reveal_tiles(s, t)
    _shuffle_numbers(s, items, BOARDS)
    for p in range(s.num_players):
        s.board[p] = items[p]
    if s.enclosure:
        for p in range(s.num_players):
            _shuffle_numbers(s, s.token[p], len(TOKEN_SPACES))
    if s.num_players == 1:
        for location in range(len(LOCATIONS)):
            s.solo_deck[location] = SOLO_PER_LOCATION * location + below(s, SOLO_PER_LOCATION)
        shuffle(s, s.solo_deck, 0, len(LOCATIONS))
    s.phase = Phase.SETUP
    s.node = Node.SIDE
    run_on(s, t, NONE)


@kernel
def _shuffle_numbers(s, items, n):
    """Write 0..n-1 in random order."""
    for i in range(n):
        items[i] = i
    shuffle(s, items, 0, n)


# --- hidden information -----------------------------------------------------------------------------------------------


@kernel
def determinize(s, t, player, seed):
    """Deal anew all that `player` cannot know; observation and mask of `player` stay the same (RULES.md 9)."""
    reseed(s, seed)
    asked = int(s.current_player)
    while True:
        for c in range(len(CLASSES)):
            _redeal_cards(s, player, int(t.class_cards[c]) & ~int(s.recycled), c)
            _redeal_cards(s, player, int(t.class_cards[c]) & int(s.recycled), c)
        if asked == player or not s.sci_on or helped_cards(s, t, asked) != 0:
            break  # who takes the scientist's discount has a card that it helps
    for p in range(s.num_players):
        if p != player and s.loc_choice[p] != 0:
            size = count_bits(int(s.loc_choice[p]))
            first = _FIRST_SUBSET[size]
            s.loc_choice[p] = SUBSETS[first + below(s, _FIRST_SUBSET[size + 1] - first)]
    shuffle(s, s.tile_deck, 0, int(s.tile_len))
    if s.num_players == 1:
        _redeal_solo_cards(s, t)
    if s.over == LIVE and asked != player:
        note_offer(s, t)


@kernel
def _redeal_cards(s, player, group, c):
    """Shuffle those cards of a group of one class that `player` cannot place: in the deck, hands and before eyes."""
    cards = np.empty(CREATURES, np.int64)
    n = 0
    known = int(s.deck_known[player, c])
    for i in range(s.deck_len[c]):
        if not has_bit(known, i) and has_bit(group, s.deck[c, i]):
            cards[n] = s.deck[c, i]
            n += 1
    for p in range(s.num_players):
        left = _unknown_hand(s, player, p, group)
        while left != 0:
            cards[n] = lowest_bit(left)
            left &= left - 1
            n += 1
    looked = _looked_at(s, player, group)
    for i in range(2):
        if has_bit(looked, i):
            cards[n] = s.look[i]
            n += 1
    shuffle(s, cards, 0, n)
    n = 0
    for i in range(s.deck_len[c]):
        if not has_bit(known, i) and has_bit(group, s.deck[c, i]):
            s.deck[c, i] = cards[n]
            n += 1
    for p in range(s.num_players):
        hidden = _unknown_hand(s, player, p, group)
        s.hand[p] ^= hidden
        for _ in range(count_bits(hidden)):
            s.hand[p] |= 1 << cards[n]
            n += 1
    for i in range(2):
        if has_bit(looked, i):
            s.look[i] = cards[n]
            n += 1


@kernel
def _unknown_hand(s, player, p, group):
    """The cards of a group in `p`'s hand that `player` does not know; a creature being created is seen."""
    if p == player:
        return 0
    cards = int(s.hand[p]) & ~int(s.hand_known[p]) & group
    if p == s.current_player and s.alloc_card != NONE:
        cards &= ~(1 << int(s.alloc_card))
    return cards


@kernel
def _looked_at(s, player, group):
    """Which of the two cards that another player looks at belong to a group, as bits."""
    if s.look_class == NONE or s.current_player == player:
        return 0
    return int(has_bit(group, s.look[0])) | int(has_bit(group, s.look[1])) << 1


@kernel
def _redeal_solo_cards(s, t):
    """Solo cards not seen yet: one of each location in any order; the top one keeps what its assistant side shows."""
    top = int(s.solo_pos)
    shuffle(s, s.solo_deck, min(top + 1, len(LOCATIONS)), len(LOCATIONS))
    for i in range(top, len(LOCATIONS)):
        card, first = int(s.solo_deck[i]), int(s.solo_deck[i]) // SOLO_PER_LOCATION * SOLO_PER_LOCATION
        other = first + below(s, SOLO_PER_LOCATION)
        while i == top and t.solo_cleared[other] != t.solo_cleared[card]:
            other = first + below(s, SOLO_PER_LOCATION)
        s.solo_deck[i] = other
