"""PettingZoo's parallel interface to a game of turns: the action of the agent to move counts, the others' do not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from arkade.envs.aec import RawAEC
from arkade.game import Game

Seen = dict[str, dict[str, np.ndarray]]


class Parallel(ParallelEnv):
    """A game for PettingZoo in which every step is one action of the agent whose mask is not all zero."""

    def __init__(self, game: Game | str, **options: Any) -> None:
        self.aec = RawAEC(game, **options)
        self.game = self.aec.game
        self.metadata = self.aec.metadata
        self.render_mode = self.aec.render_mode
        self.possible_agents = self.aec.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, the same object every time."""
        return self.aec.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, the same object every time."""
        return self.aec.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, dict[str, Any]]]:
        """Deal a game, as `RawAEC.reset` does; returns everybody's observations and infos."""
        self.aec.reset(seed, options)
        self.agents = self.aec.agents[:]
        return self._observe(), dict(self.aec.infos)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[Seen, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Play the action of the agent to move; ValueError where `actions` has none of it."""
        if not self.agents:
            raise RuntimeError("the game is over: call reset()")
        agent = self.aec.agent_selection
        if agent not in actions:
            raise ValueError(f"{agent} is to move, but actions has only {', '.join(actions) or 'nothing'}")
        aec = self.aec
        aec.step(actions[agent])
        seen = self._observe()
        if any(aec.terminations.values()) or any(aec.truncations.values()):
            self.agents = []
        return seen, dict(aec.rewards), dict(aec.terminations), dict(aec.truncations), dict(aec.infos)

    def render(self) -> str | None:
        """The position as text ("ansi") or picture ("svg"), everything seen."""
        return self.aec.render()

    def close(self) -> None:
        """Nothing to release."""

    def _observe(self) -> Seen:
        return {agent: self.aec.observe(agent) for agent in self.aec.agents}


def parallel_env(game: Game | str, **options: Any) -> Parallel:
    """A game for PettingZoo's parallel interface; keywords as of `RawAEC` and the game's options."""
    return Parallel(game, **options)
