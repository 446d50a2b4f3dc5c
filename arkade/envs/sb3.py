"""Stable-Baselines3: a VecEnv with action masks that stays batched end to end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from arkade.envs.common import check_seed
from arkade.envs.gym import observation_space
from arkade.envs.learner import LearnerGames
from arkade.game import Game
from arkade.records import LIVE


class SB3VecEnv(VecEnv):
    """`num_envs` games with one learner each for Stable-Baselines3; keywords as of `GymEnv`.

    MaskablePPO finds the masks through `env_method("action_masks")`. Observations alternate between two arrays: those
    of the step before stay as they were. An info at the end holds `terminal_observation`, `winner_share`, `episode`
    (what Monitor would report) and `TimeLimit.truncated` False: a game stopped by a limit has paid its result, to
    bootstrap its value would count that twice.
    """

    def __init__(self, game: Game | str, num_envs: int, *, seed: int = 0, **keywords: Any) -> None:
        self._games = LearnerGames(game, num_envs, autoreset="same_step", seed=seed, **keywords)
        self.game = self._games.game
        self.action_mask_size = self.game.num_actions
        self._buffers = (self._games.buffers()[0], self._games.buffers()[0])
        self._masks = self._games.buffers()[1]
        self._next_seed: int | None = None
        self._actions = np.zeros(self._games.num_envs, np.int64)
        self._start = time.time()
        super().__init__(self._games.num_envs, observation_space(self._games), spaces.Discrete(self.game.num_actions))

    @property
    def states(self) -> np.ndarray:
        """STATE[n]: the positions."""
        return self._games.states

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Use `seed` from the next `reset` on; None changes nothing."""
        if seed is not None:
            self._next_seed = int(check_seed(seed))
        return [seed] * self.num_envs

    def reset(self) -> np.ndarray:
        """Deal new games to all rows."""
        self._games.reset(self._flip(), self._masks, self._next_seed)
        self._next_seed = None
        return self._buffers[0]

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = np.ascontiguousarray(actions, np.int64).reshape(self.num_envs)

    def step_wait(self) -> tuple[np.ndarray, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions, then the opponents until every learner is asked again."""
        observations, learners = self._flip(), self._games.learners
        self._games.step(self._actions, observations, self._masks)
        dones = learners["over"] != LIVE
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for e in np.flatnonzero(dones):
            infos[e] = self._final_info(int(e))
        return observations, learners["reward"].astype(np.float32), dones, infos

    def positions(self) -> tuple[np.ndarray, np.ndarray]:
        """Copies of all that decides how the games go on, for `go_on_from`."""
        return self._games.states.copy(), self._games.learners.copy()

    def go_on_from(self, positions: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
        """Take up the games where they were between two steps; returns the observations, in place of `reset`."""
        self._games.restore(*positions, self._flip(), self._masks)
        return self._buffers[0]

    def action_masks(self) -> NDArray[np.int8]:
        """The int8 masks (n, A) of legal actions, overwritten by the next step."""
        return self._masks

    def has_attr(self, attr_name: str) -> bool:
        """Whether the environment has an attribute or method of this name."""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once per row asked for."""
        if attr_name == "render_mode":
            return [None for _ in self._get_indices(indices)]
        return [getattr(self, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: the rows share one environment."""
        raise AttributeError(f"{attr_name}: rows of {type(self).__name__} have no attributes of their own to set")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **keywords: Any) -> Any:
        """`action_masks` of the rows asked for, as one array; there is no other method of a row."""
        if method_name != "action_masks":
            raise AttributeError(f"{method_name}: the only method of a row is action_masks")
        return self._masks if indices is None else self._masks[list(self._get_indices(indices))]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """False: rows are no Gymnasium environments."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing to release."""

    def _flip(self) -> np.ndarray:
        self._buffers = self._buffers[::-1]
        return self._buffers[0]

    def _final_info(self, e: int) -> dict[str, Any]:
        learner = self._games.learners[e]
        episode = {"r": float(learner["total"]), "l": int(learner["length"]), "t": round(time.time() - self._start, 6)}
        return {
            "terminal_observation": self._games.final_observations[e].copy(),
            "TimeLimit.truncated": False,
            "winner_share": float(learner["winner_share"]),
            "episode": episode,
        }
