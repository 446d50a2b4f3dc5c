"""What a policy sees of a position."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import NDArray

from arkade.game import Game
from arkade_agents.greedy import GreedyAgent


@dataclasses.dataclass(frozen=True)
class Sight:
    """Some columns of the raw observation, and where there is a judge what it thinks of each action."""

    columns: NDArray[np.int64]
    judge: GreedyAgent | None = None

    def of(self, game: Game, states: np.ndarray, observations: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """What the players to move see, (n, columns) or (n, columns + A); `observations` spares making them."""
        if observations is None:
            observations = game.observe(states, dtype=np.uint8)
        seen = observations.take(self.columns, axis=1)
        return seen if self.judge is None else np.concatenate([seen, self.judge.judge(game, states)], axis=1)

    def bounds(self, game: Game) -> NDArray[np.uint8]:
        """The largest value of each number that is seen."""
        high = game.observation_layout.bounds[self.columns]
        return high if self.judge is None else np.concatenate([high, np.full(game.num_actions, 255, np.uint8)])


def judge(steps: int) -> GreedyAgent | None:
    """Who judges a policy's actions so many steps ahead; nobody for 0."""
    return GreedyAgent(steps=steps) if steps else None
