"""The kernels behind the interface of a referee, so that one test can run on both."""

from __future__ import annotations

from typing import Any

import numpy as np

import arkade


class Kernel:
    """One game on the kernels, with the interface of the referee."""

    def __init__(self, game: arkade.Game, states: np.ndarray) -> None:
        self.game, self.states = game, states

    @property
    def over(self) -> int:
        return int(self.states["over"][0])

    @property
    def current_player(self) -> int:
        return int(self.states["current_player"][0])

    def legal(self) -> list[int]:
        return np.flatnonzero(self.game.legal(self.states)[0]).tolist()

    def step(self, action: int) -> None:
        self.game.step(self.states, action)

    def to_dict(self) -> dict[str, Any]:
        return self.game.to_dict(self.states)

    def scores(self) -> list[int]:
        return self.game.scores(self.states)[0].tolist()

    def returns(self, reward: str) -> list[float]:
        return self.game.returns(self.states, reward)[0].tolist()
