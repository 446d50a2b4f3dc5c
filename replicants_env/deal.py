"""Dealing a game, and dealing anew what an observer cannot see (RULES.md D42, section 8)."""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel
from arkade.records import NONE
from arkade.rng import below, reseed, shuffle
from replicants_env.legal import note_offer
from replicants_env.rules import run_on
from replicants_env.state import CARDS, DEAL, FIELD_CARDS, Step


@kernel
def reset(s, t, seed):
    """Shuffle the replicants, deal 5 to each player, sorted, and ask for the first setup decision (R6, D12)."""
    n = int(s.num_players)
    s.rng = seed
    for card in range(t.n_cards):
        s.deck[card] = card
    shuffle(s, s.deck, 0, int(t.n_cards))
    for p in range(n):
        for i in range(DEAL):
            s.setup_hand[p, i] = s.deck[p * DEAL + i]
        _sort_hand(s, p)
    _drop_dealt(s, t)
    run_on(s, t, NONE)


@kernel
def _drop_dealt(s, t):
    """Close the gap that the dealt cards leave on top of the deck."""
    dealt = int(s.num_players) * DEAL
    s.deck_len = t.n_cards - dealt
    for i in range(t.n_cards):
        s.deck[i] = s.deck[i + dealt] if i < s.deck_len else NONE


@kernel
def _sort_hand(s, p):
    for i in range(1, DEAL):
        card = s.setup_hand[p, i]
        j = i
        while j > 0 and s.setup_hand[p, j - 1] > card:
            s.setup_hand[p, j] = s.setup_hand[p, j - 1]
            j -= 1
        s.setup_hand[p, j] = card


@kernel
def determinize(s, t, player, seed):
    """Deal anew all that `player` cannot know; observation and mask of `player` stay the same (RULES.md 8)."""
    reseed(s, seed)
    if s.step == Step.SETUP and s.setup_hand[0, 0] != NONE:
        _redeal_setup(s, player)
        note_offer(s, t)
    else:
        _redeal_deck(s, player)
    shuffle(s, s.field_deck, int(s.field_pos), FIELD_CARDS)


@kernel
def _redeal_setup(s, player):
    """Deal the other players' hands and the deck anew, and draw the choices of those who have chosen."""
    cards = np.empty(CARDS, np.int64)
    n = 0
    for p in range(s.num_players):
        if p != player:
            for i in range(DEAL):
                cards[n] = s.setup_hand[p, i]
                n += 1
    for i in range(s.deck_pos, s.deck_len):
        cards[n] = s.deck[i]
        n += 1
    shuffle(s, cards, 0, n)
    n = 0
    for p in range(s.num_players):
        if p != player:
            for i in range(DEAL):
                s.setup_hand[p, i] = cards[n]
                n += 1
            _sort_hand(s, p)
            if s.setup_l4[p] != NONE:
                s.setup_l4[p] = below(s, DEAL)
            if s.setup_disc[p] != NONE:
                s.setup_disc[p] = (s.setup_l4[p] + 1 + below(s, DEAL - 1)) % DEAL
    for i in range(s.deck_pos, s.deck_len):
        s.deck[i] = cards[n]
        n += 1


@kernel
def _redeal_deck(s, player):
    """Shuffle the undrawn cards, the player's own discard staying among the last n, and who discarded the others."""
    n = int(s.num_players)
    bottom = max(0, int(s.deck_len) - n)  # the discards lie from here on
    top, stop = int(s.deck_pos), int(s.deck_len)
    own = s.own_discard[player]
    shuffle(s, s.deck, top, stop)
    for i in range(top, stop):
        if own != NONE and s.deck[i] == own:
            lowest = max(top, bottom)
            j = lowest + below(s, stop - lowest)
            s.deck[i] = s.deck[j]
            s.deck[j] = own
            break
    discards = np.empty(stop - bottom, np.int64)
    others = 0
    for i in range(bottom, stop):
        if s.deck[i] != own:
            discards[others] = s.deck[i]
            others += 1
    shuffle(s, discards, 0, others)
    for p in range(n):
        if p != player and s.own_discard[p] != NONE and others > 0:
            others -= 1
            s.own_discard[p] = discards[others]
