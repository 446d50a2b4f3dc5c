"""What MaskablePPO plays in: games against the teacher and games against earlier selves, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import ArrayLike, NDArray
from stable_baselines3.common.vec_env import VecEnv

from arkade.envs.sb3 import SB3VecEnv
from arkade.game import Game
from arkade_agents import Agent
from arkade_agents.checkpoint import pack, unpack
from arkade_agents.network import build_policy, weights_of
from arkade_agents.ppo_agent import PPOAgent
from arkade_agents.sight import Sight


class Pool:
    """Earlier selves: all games of a rollout meet one of them, drawn anew by `draw`."""

    name = "pool"

    def __init__(self, size: int, seed: int) -> None:
        self.size = size
        self.selves: list[PPOAgent] = []
        self._dice = np.random.default_rng(seed)
        self._now: Agent | None = None

    def add(self, agent: PPOAgent) -> None:
        """Let a copy of `agent` as it is now join; the pool keeps the first and the latest ones."""
        self.selves.append(agent.copy())
        if len(self.selves) > self.size:
            del self.selves[1]

    def draw(self) -> None:
        """Draw who plays from now on."""
        self._now = self.selves[self._dice.integers(len(self.selves))]

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """The actions of who was drawn."""
        if self._now is None:
            self.draw()
        assert self._now is not None
        return self._now.act(game, states, players)

    def state(self) -> dict[str, Any]:
        """What `restore` needs before the next `draw`."""
        return dict(selves=[weights_of(agent.policy) for agent in self.selves], dice=self._dice.bit_generator.state)

    def restore(self, state: dict[str, Any], about: dict[str, Any]) -> None:
        """Hold the selves of a state, players that `about` describes."""
        self.selves = [PPOAgent(build_policy(about, weights), about) for weights in state["selves"]]
        self._dice.bit_generator.state = state["dice"]


class SideBySide(VecEnv):
    """Some SB3VecEnvs as one, showing what `sight` shows."""

    def __init__(self, parts: Sequence[SB3VecEnv], sight: Sight) -> None:
        self.parts = list(parts)
        self.sight = sight
        sizes = [part.num_envs for part in parts]
        self._stops = np.cumsum(sizes)[:-1]
        high = sight.bounds(parts[0].game)
        space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        super().__init__(sum(sizes), space, parts[0].action_space)

    def reset(self) -> np.ndarray:
        """Deal new games to all rows."""
        return self._join([part.reset() for part in self.parts])

    def step_async(self, actions: np.ndarray) -> None:
        """Hand each part its actions."""
        for part, share in zip(self.parts, np.split(actions, self._stops), strict=True):
            part.step_async(share)

    def step_wait(self) -> tuple[np.ndarray, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions in each part."""
        observations, rewards, dones, infos = zip(*(part.step_wait() for part in self.parts), strict=True)
        return self._join(observations), np.concatenate(rewards), np.concatenate(dones), sum(infos, [])

    def state(self) -> list[list[torch.Tensor]]:
        """The positions of all games, for `go_on_from`."""
        return [[pack(array) for array in part.positions()] for part in self.parts]

    def go_on_from(self, state: list[list[torch.Tensor]]) -> np.ndarray:
        """Take up the games where they were; returns the observations, in place of `reset`."""
        observations = []
        for part, held in zip(self.parts, state, strict=True):
            dtypes = [array.dtype for array in part.positions()]
            states, learners = (unpack(*pair) for pair in zip(held, dtypes, strict=True))
            observations.append(part.go_on_from((states, learners)))
        return self._join(observations)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **keywords: Any) -> Any:
        """`action_masks` of all rows as one array."""
        return np.concatenate([part.env_method(method_name) for part in self.parts])

    def has_attr(self, attr_name: str) -> bool:
        """Whether the parts have an attribute or method of this name."""
        return self.parts[0].has_attr(attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The first part's attribute, once per row."""
        return [self.parts[0].get_attr(attr_name, 0)[0]] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused, as by the parts."""
        self.parts[0].set_attr(attr_name, value, indices)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """False: rows are no Gymnasium environments."""
        return [False] * self.num_envs

    def close(self) -> None:
        """Nothing to release."""

    def _join(self, observations: Sequence[np.ndarray]) -> np.ndarray:
        pairs = zip(self.parts, observations, strict=True)
        return np.concatenate([self.sight.of(part.game, part.states, seen) for part, seen in pairs])


def training_env(
    game: Game,
    teacher: Agent,
    pool: Pool,
    num_envs: int,
    pool_share: float,
    sight: Sight,
    **keywords: Any,
) -> SideBySide:
    """`num_envs` games, a share of them against the pool, the others against the teacher; all seats in turn."""
    against_pool = round(num_envs * pool_share)
    shares = [(teacher, num_envs - against_pool, 0), (pool, against_pool, 1)]
    seed = keywords.pop("seed")
    parts = [
        SB3VecEnv(game, n, opponents=opponent, observations="uint8", seed=2 * seed + i, **keywords)
        for opponent, n, i in shares
        if n
    ]
    return SideBySide(parts, sight)
