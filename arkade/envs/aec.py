"""PettingZoo: every player is an agent, `player_0` and so on, and acts when it is its turn."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from arkade import loops
from arkade.envs.common import (
    RENDER_MODES,
    action_index,
    check_lose,
    check_render_mode,
    deal_seeds,
    draw,
    fresh_seed,
    resolve_game,
)
from arkade.game import Game, reward_code
from arkade.records import NONE, STOPPED


class RawAEC(AECEnv):
    """One game for PettingZoo's agent-environment cycle.

    Observations are `{"observation": float32, "action_mask": int8}`, the mask is in `infos[agent]["action_mask"]` too;
    the mask of an agent that is not to move, or after the end, is all zero. An agent can be selected several times in
    a row. All agents end together and are paid then: `reward` "win", "rank" or "margin". With `on_illegal="lose"` an
    illegal action ends the game: -1 for its agent, 0 for the others; with "raise" it changes nothing.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        render_mode: str | None = None,
        reward: str = "win",
        on_illegal: str = "raise",
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = resolve_game(game, options)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "name": f"{self.game.name}_v{self.game.version}",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.reward = reward
        reward_code(reward)
        self._lose = check_lose(on_illegal)
        self.possible_agents = [f"player_{p}" for p in range(self.game.num_players)]
        self._players = {agent: p for p, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: _observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self.state_record = self.game.new(1)  # STATE[1]: the position
        self._games = np.zeros(1, np.int64)
        self._seed: np.uint64 | None = None
        self._mask = np.zeros(self.game.num_actions, np.int8)
        self._raw = np.zeros(self.game.observation_size, np.uint8)
        self._player = np.zeros(1, np.int64)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations, the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the first game of `seed`, or without one the next game of the old seed (at first a random one)."""
        if seed is not None or self._seed is None:
            self._seed, self._games[0] = fresh_seed(seed), 0
        else:
            self._games[0] += 1
        self.game.reset(self.state_record, deal_seeds(self._seed, self._games))
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos = {agent: {"action_mask": self._no_mask()} for agent in agents}
        self._skip_agent_selection = None
        mask = np.empty((1, self.game.num_actions), np.int8)
        self._select(int(self.state_record["current_player"][0]), self.game.legal(self.state_record, mask)[0])

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent, None for one that is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        index = action_index(action)
        mask = self._no_mask()
        player = loops.turn(self.state_record, self.game.tables, index, mask)
        if player == loops.REFUSED:
            if not self._lose:
                self.game.raise_illegal(self.state_record, 0, index)
            self._end({a: -1.0 if a == agent else 0.0 for a in self.agents}, truncated=False)
            return
        self._cumulative_rewards[agent] = 0.0
        if player == NONE:
            results = self.game.returns(self.state_record, self.reward)[0].tolist()
            truncated = bool(self.state_record["over"][0] == STOPPED)
            self._end(dict(zip(self.agents, results, strict=True)), truncated)
            return
        self.infos[agent] = {"action_mask": self._no_mask()}
        self._select(player, mask)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees now: new arrays."""
        game, out = self.game, np.empty((1, self.game.observation_size), np.float32)
        self._player[0] = self._players[agent]
        loops.observe_rows(self.state_record, game.tables, self._player, self._raw, game.observation_layout.scale, out)
        mask = self._mask.copy() if agent == self.agent_selection else self._no_mask()
        return {"observation": out[0], "action_mask": mask}

    def render(self) -> str | None:
        """The position as text ("ansi") or picture ("svg"), everything seen."""
        return draw(self.game, self.state_record, self.render_mode, None)

    def close(self) -> None:
        """Nothing to release."""

    def _no_mask(self) -> NDArray[np.int8]:
        return np.zeros(self.game.num_actions, np.int8)

    def _select(self, player: int, mask: NDArray[np.int8]) -> None:
        self.agent_selection = self.possible_agents[player]
        self.infos[self.agent_selection] = {"action_mask": mask}
        self._mask = mask.copy()

    def _end(self, rewards: dict[str, float], truncated: bool) -> None:
        self.rewards = rewards
        self._cumulative_rewards = dict(rewards)
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.infos = {agent: {"action_mask": self._no_mask()} for agent in self.agents}
        self._mask = self._no_mask()
        self.agent_selection = self.agents[0]


def _observation_space(game: Game) -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (game.observation_size,), np.float32),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


def raw_env(game: Game | str, **options: Any) -> RawAEC:
    """A game for PettingZoo, unwrapped; keywords as of `RawAEC` and the game's options."""
    return RawAEC(game, **options)


class OrderEnforced(OrderEnforcingWrapper):
    """PettingZoo's check that calls come in order, with `last` as one call of the game rather than five."""

    def last(self, observe: bool = True) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last step, terminated, truncated and info of the selected agent."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def __str__(self) -> str:
        return str(self.env)


def env(game: Game | str, **options: Any) -> OrderEnforced:
    """`raw_env` with PettingZoo's check that calls come in order; illegal actions are caught by the game itself."""
    return OrderEnforced(RawAEC(game, **options))


make_aec = env
