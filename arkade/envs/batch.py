"""`BatchEnv`: many games in step, numpy in and numpy out, dealt anew in the step that ends them."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade import loops
from arkade.envs.common import check_lose, check_num_envs, check_observations, check_seed, resolve_game
from arkade.game import Game, reward_code
from arkade.records import NONE
from arkade.threads import check_num_threads, threads


@dataclasses.dataclass(slots=True)
class Batch:
    """What a step shows, one row per game; the arrays are reused by the next step.

    Rewards and final scores are 0 in rows whose game goes on. `final_observation` holds, in rows whose game ended,
    the last position as its last mover saw it; other rows of it are old.
    """

    observation: np.ndarray | None  # (n, D) of the player to move, None with observations=None
    action_mask: NDArray[np.int8]  # (n, A)
    current_player: NDArray[np.int64]  # (n,)
    rewards: NDArray[np.float32]  # (n, P) in [-1, 1]
    terminated: NDArray[np.bool_]  # (n,) the game's own end
    truncated: NDArray[np.bool_]  # (n,) stopped by a limit
    final_scores: NDArray[np.int32]  # (n, P) points
    final_observation: np.ndarray | None  # (n, D)


class BatchEnv:
    """`num_envs` games of one kind in step, all players played by the caller.

    `reward` is "win", "rank" or "margin"; `observations` "float32", "uint8" (raw) or None; `on_illegal` "raise"
    (IllegalAction; nothing has changed) or "lose" (the game ends: -1 for the player, 0 for the others).
    `game`, `states` and `batch`, what the last call showed, are there to look at.
    Game k of row e is dealt from a hash of (seed, e, k): results depend neither on threads nor on the batch size.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        seed: int = 0,
        reward: str = "win",
        observations: str | None = "float32",
        num_threads: int = 1,
        on_illegal: str = "raise",
        **options: Any,
    ) -> None:
        self.game = resolve_game(game, options)
        self.num_envs = n = check_num_envs(num_envs)
        self.num_threads = check_num_threads(num_threads)
        dtype = check_observations(observations)
        self._lose = check_lose(on_illegal)
        self._seed = check_seed(seed)
        self._reward = reward_code(reward)
        self._dealt = False
        width, players = self.game.observation_size, self.game.num_players
        self.states = self.game.new(n)
        self._games = np.zeros(n, np.int64)
        self._samples = 0
        self._sample = np.empty(n, np.int64)
        self._raws = np.empty((self.num_threads, width), np.uint8)
        self._scale = self.game.observation_layout.scale
        shape = (n, width) if observations else (0, width)
        self._out = (
            np.zeros(shape, dtype),
            np.zeros((n, self.game.num_actions), np.int8),
            np.zeros(n, np.int64),
            np.zeros((n, players), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
            np.zeros((n, players), np.int32),
            np.zeros(shape, dtype),
        )
        self.batch = Batch(*self._out)
        if observations is None:
            self.batch.observation = self.batch.final_observation = None

    def reset(self, seed: int | None = None) -> Batch:
        """Deal new games to all rows: from the beginning of `seed`, or without one the next games of the old seed."""
        if seed is not None:
            self._seed = check_seed(seed)
        if seed is not None or not self._dealt:
            self._games[:] = 0
            self._samples = 0
        else:
            self._games += 1
        self._dealt = True
        return self._advance(np.full(self.num_envs, NONE), dealing=True)

    def step(self, actions: ArrayLike) -> Batch:
        """Play one action per row; where that ends a game, the next one is dealt."""
        return self._advance(self._check_actions(actions), dealing=False)

    def _advance(self, actions: NDArray[np.int64], dealing: bool) -> Batch:
        rules = (self.states, self.game.tables, self.game.blank, self._seed, self._reward, dealing, self._lose)
        args = (*rules, actions, self._games, self._raws, self._scale, self._out)
        if self.num_threads == 1:
            loops.advance(*args)
        else:
            with threads(self.num_threads):
                loops.advance_threaded(*args)
        return self.batch

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal action per row, from a hash of (seed, row, number of samples since `reset`)."""
        loops.sample_rows(self._out[1], self._seed, self._samples, self._sample)
        self._samples += 1
        return self._sample

    def _check_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        if not self._dealt:
            raise RuntimeError("call reset() before step()")
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.num_envs} integers, got {array.dtype} of shape {array.shape}")
        array = np.ascontiguousarray(array, np.int64)
        if not self._lose:
            row = loops.first_illegal(self._out[1], array)
            if row != NONE:
                self.game.raise_illegal(self.states, row, int(array[row]))
        return array
