"""Gymnasium's VectorEnv: many games in step, one learner each, batched end to end."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from arkade.envs.common import RENDER_MODES, check_render_mode, check_seed, draw
from arkade.envs.gym import Seen, masked_space, observation_space
from arkade.envs.learner import LearnerGames
from arkade.game import Game
from arkade.records import ENDED, LIVE, STOPPED

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}

Infos = dict[str, Any]


class GymVectorEnv(VectorEnv):
    """`num_envs` games with one learner each; keywords as of `GymEnv`.

    All three autoreset modes; `metadata["autoreset_mode"]` says which. `copy=False` hands out the same arrays again in
    the next step. One seed serves all rows: game k of row e is dealt from a hash of (seed, e, k).
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        dict_observations: bool = False,
        render_mode: str | None = None,
        seed: int | None = None,
        **keywords: Any,
    ) -> None:
        super().__init__()
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "autoreset_mode": self.autoreset_mode,
        }
        self.render_mode = check_render_mode(render_mode)
        self._first_seed = None if seed is None else int(check_seed(seed))
        self._games = LearnerGames(game, num_envs, autoreset=_MODES[self.autoreset_mode], **keywords)
        self.game = self._games.game
        self.num_envs = self._games.num_envs
        self.copy = copy
        self.dict_observations = dict_observations
        self.single_observation_space: spaces.Space = (
            masked_space(self._games) if dict_observations else observation_space(self._games)
        )
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._observations, self._masks = self._games.buffers()
        self._reset_once = False

    @property
    def states(self) -> np.ndarray:
        """STATE[n]: the positions."""
        return self._games.states

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, Infos]:
        """Deal new games to all rows, or to those of the bool array `options["reset_mask"]` (n,)."""
        super().reset(seed=seed)
        rows = self._check_rows((options or {}).get("reset_mask"))
        if seed is None and not self._reset_once:
            seed = int(self.np_random.integers(2**63)) if self._first_seed is None else self._first_seed
        if not self._reset_once:
            rows = np.ones(self.num_envs, np.bool_)
        self._reset_once = True
        self._games.reset(self._observations, self._masks, seed, rows)
        infos: Infos = {}
        self._add(infos, "action_mask", self._masks * rows[:, None], rows)
        return self._seen(), infos

    def step(self, actions: ArrayLike) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]:
        """Play one action per row, then the opponents until every learner is asked again."""
        actions = self._check_actions(actions)
        learners = self._games.learners
        self._games.step(actions, self._observations, self._masks)
        over = learners["over"]
        ends = over != LIVE
        infos: Infos = {}
        everywhere = np.ones(self.num_envs, np.bool_)
        if ends.any():
            result: Infos = {}
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                self._add_final(infos, ends, result)
            else:
                result = infos
            self._add(result, "winner_share", learners["winner_share"] * ends, ends)
        self._add(infos, "action_mask", self._out(self._masks), everywhere)
        return self._seen(), learners["reward"].copy(), over == ENDED, over == STOPPED, infos

    def action_masks(self) -> NDArray[np.int8]:
        """The int8 masks (n, A) of legal actions; all zero in a row whose game is over."""
        return self._out(self._masks)

    def render(self) -> tuple[str | None, ...]:  # type: ignore[override]
        """Every position as its learner sees it."""
        players = self._games.learners["player"]
        return tuple(
            draw(self.game, self.states[e : e + 1], self.render_mode, int(players[e])) for e in range(self.num_envs)
        )

    def _add_final(self, infos: Infos, ends: NDArray[np.bool_], result: Infos) -> None:
        final, no_mask = np.full(self.num_envs, None, dtype=object), np.zeros_like(self._masks[0])
        for e in np.flatnonzero(ends):
            seen = self._games.final_observations[e].copy()
            final[e] = {"observation": seen, "action_mask": no_mask.copy()} if self.dict_observations else seen
        self._add(infos, "final_obs", final, ends)
        self._add(result, "action_mask", np.zeros_like(self._masks), ends)
        self._add(infos, "final_info", result, ends)

    @staticmethod
    def _add(infos: Infos, key: str, value: Any, rows: NDArray[np.bool_]) -> None:
        infos[key], infos[f"_{key}"] = value, rows.copy()

    def _seen(self) -> Seen:
        if self.dict_observations:
            return {"observation": self._out(self._observations), "action_mask": self._out(self._masks)}
        return self._out(self._observations)

    def _out(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _check_rows(self, rows: Any) -> NDArray[np.bool_]:
        if rows is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(rows, np.ndarray) or rows.dtype != np.bool_ or rows.shape != (self.num_envs,):
            raise ValueError(f"options['reset_mask'] must be a bool array of shape ({self.num_envs},)")
        if not rows.any():
            raise ValueError("options['reset_mask'] selects no row")
        return rows

    def _check_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.num_envs} integers, got {array.dtype} of shape {array.shape}")
        if not self._reset_once:
            raise RuntimeError("call reset() before step()")
        if self.autoreset_mode is AutoresetMode.DISABLED and (self._games.learners["over"] != LIVE).any():
            rows = np.flatnonzero(self._games.learners["over"] != LIVE)
            raise RuntimeError(f"the games of rows {rows.tolist()} are over: reset them with options['reset_mask']")
        return np.ascontiguousarray(array, np.int64)
