"""Gymnasium: one learner in one game, its opponents play by themselves."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arkade.envs.common import RENDER_MODES, action_index, check_render_mode, check_seed, draw
from arkade.envs.learner import LearnerGames
from arkade.game import Game
from arkade.records import ENDED, LIVE

Seen = np.ndarray | dict[str, np.ndarray]


def observation_space(games: LearnerGames) -> spaces.Box:
    """The space of one learner's observations: float32 in [0, 1], or raw uint8 up to each element's bound."""
    if games.dtype == np.uint8:
        bounds = games.game.observation_layout.bounds
        return spaces.Box(np.zeros_like(bounds), bounds, dtype=np.uint8)
    return spaces.Box(0.0, 1.0, (games.game.observation_size,), np.float32)


def masked_space(games: LearnerGames) -> spaces.Dict:
    """The space of observations with their masks, as PettingZoo has them."""
    mask = spaces.Box(0, 1, (games.game.num_actions,), np.int8)
    return spaces.Dict({"observation": observation_space(games), "action_mask": mask})


class GymEnv(gymnasium.Env):
    """One game with one learner; keywords as of `LearnerGames` (opponents, seat, reward, …) and the game's options.

    The mask of legal actions is in `info["action_mask"]` and comes from `action_masks()`; it is all zero after the end.
    With `dict_observations` an observation is `{"observation": …, "action_mask": …}`, as PettingZoo's. `seed` is that of
    a first `reset` without one; None draws one.
    At the end `info` also has `winner_share` (1/w for each of w winners) and `scores`, the points of all players.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        *,
        dict_observations: bool = False,
        render_mode: str | None = None,
        seed: int | None = None,
        **keywords: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.dict_observations = dict_observations
        self._first_seed = None if seed is None else int(check_seed(seed))
        self._games = LearnerGames(game, 1, autoreset="disabled", **keywords)
        self.game = self._games.game
        self.observation_space = masked_space(self._games) if dict_observations else observation_space(self._games)
        self.action_space = spaces.Discrete(self.game.num_actions)
        self._action = np.zeros(1, np.int64)
        self._masks: NDArray[np.int8] = np.zeros((1, self.game.num_actions), np.int8)
        self._live = False
        self._seeded = False

    @property
    def states(self) -> np.ndarray:
        """STATE[1]: the position."""
        return self._games.states

    @property
    def player(self) -> int:
        """The learner's player in this game."""
        return int(self._games.learners["player"][0])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Deal the first game of `seed`, or without one the next game of the old seed."""
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63)) if self._first_seed is None else self._first_seed
        self._seeded = True
        observations, self._masks = self._games.buffers()
        self._games.reset(observations, self._masks, seed)
        self._live = True
        return self._seen(observations), {"action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action, then the opponents until the learner is asked again or the game is over."""
        if not self._live:
            raise RuntimeError("no game is running: call reset()")
        games = self._games
        self._action[0] = action_index(action)
        observations, masks = games.buffers()
        games.step(self._action, observations, masks)
        self._masks = masks
        info: dict[str, Any] = {"action_mask": self.action_masks()}
        over = games.learners["over"].item(0)
        if over != LIVE:
            self._live = False
            info["winner_share"] = games.learners["winner_share"].item(0)
            info["scores"] = self.game.scores(games.states)[0]
        ended = over == ENDED
        return self._seen(observations), games.learners["reward"].item(0), ended, over != LIVE and not ended, info

    def action_masks(self) -> NDArray[np.int8]:
        """The int8 mask (A,) of legal actions."""
        return self._masks[0].copy()

    def render(self) -> str | None:
        """The position as the learner sees it, as text ("ansi") or picture ("svg")."""
        return draw(self.game, self.states, self.render_mode, self.player)

    def _seen(self, observations: np.ndarray) -> Seen:
        if self.dict_observations:
            return {"observation": observations[0], "action_mask": self.action_masks()}
        return observations[0]
