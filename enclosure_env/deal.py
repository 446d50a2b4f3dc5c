"""Dealing a game, and dealing anew what nobody can see (RULES.md D30, D31)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.rng import reseed, shuffle
from enclosure_env.habitat import recount
from enclosure_env.rules import refill_displays
from enclosure_env.state import (
    ADVANCED,
    ALL_MOVEMENTS,
    AP_BASE,
    BASIC,
    CARDS,
    CREATURES,
    MOVEMENTS,
    PRIVATES,
    PUBLICS,
    SUPPLY,
)


@kernel
def reset(s, t, seed):
    """Set the game up by chance; the first player's turn begins (R5-R12). `deck` is the table to shuffle on."""
    n, deck = int(s.num_players), s.deck
    s.rng = seed
    for creature in range(CREATURES):
        s.supply[creature] = SUPPLY
    for p in range(n):
        _shuffle_ids(s, CREATURES)
        for i in range(CREATURES):
            s.habitat[p, t.start[i]] = deck[i] + 1
        recount(s, t, p)
    for p in range(n):
        _shuffle_ids(s, MOVEMENTS)
        s.hand[p] = ALL_MOVEMENTS
        for i in range(n - 1 - p):
            s.hand[p] &= ~(1 << deck[i])
    _shuffle_ids(s, PRIVATES)
    for p in range(n):
        s.private_milestone[p] = deck[p]
    _shuffle_ids(s, PUBLICS)
    for slot in range(n + 1):
        s.public_milestone[slot] = deck[slot]
    for card in range(CARDS):
        deck[card] = card
    s.deck_count[0], s.deck_count[1] = BASIC, ADVANCED
    _shuffle_decks(s)
    refill_displays(s)
    s.ap = AP_BASE


@kernel
def _shuffle_ids(s, n):
    """Write the ids 0..n-1 in random order to the front of `deck`."""
    for i in range(n):
        s.deck[i] = i
    shuffle(s, s.deck, 0, n)


@kernel
def _shuffle_decks(s):
    """Shuffle both decks, the basic one first."""
    shuffle(s, s.deck, 0, int(s.deck_count[0]))
    shuffle(s, s.deck, BASIC, BASIC + int(s.deck_count[1]))


@kernel
def determinize(s, t, player, seed):
    """Shuffle the decks anew: their order is all that anybody cannot know (D17)."""
    reseed(s, seed)
    _shuffle_decks(s)
