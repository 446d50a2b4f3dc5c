"""The random player: every legal action equally likely."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade.game import Game
from arkade.jit import loop
from arkade.records import NONE
from arkade.rng import hash2, scaled


class RandomAgent:
    """Plays uniformly random legal actions, drawn from a hash of its seed and the position."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = np.uint64(seed)

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """A random legal action for every row; -1 for a row that is over."""
        out = np.empty(len(states), np.int64)
        random_rows(game.legal(states), game.hash(states), self.seed, out)
        return out


@loop
def random_rows(masks, hashes, seed, out):
    """Write a uniformly random legal action of every row, NONE where there is none."""
    for e in range(masks.shape[0]):
        n_legal = 0
        for action in range(masks.shape[1]):
            n_legal += masks[e, action]
        left = scaled(hash2(hashes[e], seed), n_legal)
        out[e] = NONE
        for action in range(masks.shape[1]):
            if masks[e, action]:
                if left == 0:
                    out[e] = action
                left -= 1
