"""Dealing a game, and dealing anew what a player cannot know."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import NONE
from arkade.rng import below, reseed, shuffle
from toy_env.rules import draw_card, start_trick
from toy_env.state import CARDS, COPIES, HAND, RANKS


@kernel
def reset(s, t, seed):
    """Shuffle the deck, deal three cards to everybody and start the first trick."""
    s.rng = seed
    for card in range(CARDS):
        s.deck[card] = card // COPIES
    shuffle(s, s.deck, 0, CARDS)
    for _ in range(HAND):
        for p in range(s.num_players):
            draw_card(s, p)
    s.leader = below(s, s.num_players)
    start_trick(s, t)


@kernel
def determinize(s, t, player, seed):
    """Shuffle the deck, the other hands and the other cards face down together and deal them anew."""
    reseed(s, seed)
    held = s.deck_pos
    for p in range(s.num_players):
        if p != player:
            if s.played[p] != NONE:
                held -= 1
                s.deck[held] = s.played[p]
            for rank in range(RANKS):
                for _ in range(s.hand[p, rank]):
                    held -= 1
                    s.deck[held] = rank
    shuffle(s, s.deck, held, CARDS)
    for p in range(s.num_players):
        if p != player:
            n_cards = 0
            for rank in range(RANKS):
                n_cards += s.hand[p, rank]
                s.hand[p, rank] = 0
            for _ in range(n_cards):
                s.hand[p, s.deck[held]] += 1
                s.deck[held] = NONE
                held += 1
            if s.played[p] != NONE:
                s.played[p] = s.deck[held]
                s.deck[held] = NONE
                held += 1
