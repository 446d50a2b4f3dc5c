"""The STATE record of Higher Card, its sizes and codes."""

from __future__ import annotations

import numpy as np

from arkade.records import NONE, state_dtype

PLAYERS, RANKS, COPIES, HAND = 3, 4, 3, 3
CARDS = RANKS * COPIES
PLAYING, PRIZE = 0, 1  # values of `phase`: playing a card, deciding about the prize

STATE = state_dtype(
    [
        ("rng", "u8"),  # seen by nobody
        ("num_players", "i1"),  # 2..3
        ("current_player", "i1"),  # NONE when over
        ("over", "i1"),  # 0 live, 1 all cards played, 2 stopped by max_tricks
        ("max_tricks", "i1"),  # 1..6
        ("trick", "i1"),  # tricks finished
        ("phase", "i1"),  # PLAYING or PRIZE
        ("leader", "i1"),  # who plays the first card of the trick
        ("prize", "i1"),  # 1..3 points for this trick
        ("deck_pos", "i1"),  # next card of the deck
        ("deck", "i1", CARDS),  # ranks, NONE once drawn; seen by nobody
        ("hand", "i1", (PLAYERS, RANKS)),  # cards of each rank; seen by the owner
        ("played", "i1", PLAYERS),  # rank face down in this trick, NONE; seen by the owner
        ("shown", "i1", PLAYERS),  # rank shown in the trick before, NONE
        ("points", "i2", PLAYERS),
    ]
)


def blank(num_players: int, max_tricks: int) -> np.ndarray:
    """STATE[1] before the deal: options written, unused places NONE."""
    states = np.zeros(1, STATE)
    states["num_players"], states["max_tricks"] = num_players, max_tricks
    states["deck"] = states["played"] = states["shown"] = NONE
    return states
