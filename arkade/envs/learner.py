"""`LearnerGames`: n games with one learner each and opponents that play by themselves.

The engine of the Gymnasium and SB3 façades. A learner's reward counts from its move to its next move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from arkade import learner_loops as ll
from arkade.envs.common import check_lose, check_num_envs, check_observations, check_seed, resolve_game
from arkade.game import Game, IllegalAction
from arkade.verbs import REWARDS

LEARNER_REWARDS = {**REWARDS, "margin_change": ll.MARGIN_CHANGE}
AUTORESET = {"disabled": ll.DISABLED, "next_step": ll.NEXT_STEP, "same_step": ll.SAME_STEP}
SEATS = {"rotate": ll.ROTATE, "random": ll.RANDOM_SEAT}


class Agent(Protocol):
    """Who can be an opponent: one action for every state, for the player to move there."""

    def act(self, game: Game, states: np.ndarray, players: NDArray[np.int64]) -> NDArray[np.int64]:
        """Legal actions (n,) of `players` (n,), who are to move in `states` (n,)."""
        ...


Opponent = str | Agent | Callable[[Game, np.ndarray, NDArray[np.int64]], NDArray[np.int64]]


class LearnerGames:
    """`num_envs` games with one learner each.

    - `opponents`: "random" (played inside the kernel), an agent, a function like `Agent.act`, or a list of these, one
      per opponent in turn order after the learner.
    - `seat`: the learner's player, "rotate" (row e sits at (e + k) mod P in its game k) or "random" (by the deal).
    - `reward`: "win", "rank" or "margin", paid at the end; or "margin_change", paid at each move: by how many points
      the learner's lead over the best other player, or where all share one result their points, grew since its last
      move (`Game.leads`; these add up to the growth in the whole game).
      `reward_scale` multiplies all of them.
    - `on_illegal`: "raise", or "lose": the game ends and the learner gets -1 (times `reward_scale`).

    `learners` holds a record per row (`arkade.learner_loops.LEARNER`): reward, over, winner_share, player, …
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | str = "rotate",
        reward: str = "win",
        reward_scale: float = 1.0,
        observations: str = "float32",
        autoreset: str = "same_step",
        on_illegal: str = "raise",
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.game = resolve_game(game, options)
        self.num_envs = n = check_num_envs(num_envs)
        if observations is None:
            raise ValueError("observations=None: a learner needs 'float32' or 'uint8'")
        self.dtype = check_observations(observations)
        self._agents, self._opponents = _seat_opponents(opponents, self.game.num_players - 1)
        width, size, players = self.game.observation_size, self.game.num_actions, self.game.num_players
        self.states = self.game.new(n)
        self.learners = np.zeros(n, ll.LEARNER)
        self._settings = np.zeros(1, ll.SETTINGS)
        self._settings["seed"] = check_seed(seed)
        self._settings["seat"] = _check_seat(seat, players)
        self._settings["reward"] = _choice("reward", reward, LEARNER_REWARDS)
        self._settings["reward_scale"] = reward_scale
        self._settings["autoreset"] = _choice("autoreset", autoreset, AUTORESET)
        self._settings["lose"] = check_lose(on_illegal)
        self._scratch = (
            np.empty(size, np.int8),
            np.zeros(width, np.uint8),
            np.zeros(players, np.int32),
            np.zeros(players, np.float32),
        )
        self._scale = self.game.observation_layout.scale
        self._no_actions = np.zeros(n, np.int64)
        self.final_observations = np.zeros((n, width), self.dtype)
        self._restart = True

    def buffers(self) -> tuple[np.ndarray, NDArray[np.int8]]:
        """New arrays for the observations (n, D) and masks (n, A) that `reset` and `step` fill."""
        shape = (self.num_envs, self.game.observation_size)
        return np.empty(shape, self.dtype), np.empty((self.num_envs, self.game.num_actions), np.int8)

    def reset(
        self,
        observations: np.ndarray,
        masks: NDArray[np.int8],
        seed: int | None = None,
        rows: NDArray[np.bool_] | None = None,
    ) -> None:
        """Deal new games to all or some rows: from the beginning of `seed`, or the next games of the old one."""
        rows = np.ones(self.num_envs, np.bool_) if rows is None else rows
        if seed is not None:
            self._settings["seed"] = check_seed(seed)
        if seed is not None or self._restart:
            self.learners["game"][rows] = -1
        self._restart = False
        for name in ("reward", "over", "winner_share", "total", "length"):
            self.learners[name][rows] = 0
        self.learners["stage"][rows] = ll.TO_DEAL
        self._play(self._no_actions, observations, masks, ll.GO_ON)

    def step(self, actions: NDArray[np.int64], observations: np.ndarray, masks: NDArray[np.int8]) -> None:
        """Play the learners' actions (int64, n), then the opponents until every learner is asked again.

        Raises IllegalAction where a learner's action is refused (nothing has changed) or an opponent's.
        """
        self._play(actions, observations, masks, ll.ACT)

    def restore(
        self, states: np.ndarray, learners: np.ndarray, observations: np.ndarray, masks: NDArray[np.int8]
    ) -> None:
        """Go on from copies of `states` and `learners` between two steps, filling the arrays as the first one did.

        No row may be over, as after every step with "same_step".
        """
        self.states[:], self.learners[:] = states, learners
        self._restart = False
        self.game.observe(self.states, self.learners["player"], self.dtype, out=observations)
        self.game.legal(self.states, out=masks)

    def _play(self, actions: NDArray[np.int64], observations: np.ndarray, masks: NDArray[np.int8], mode: int) -> None:
        game, out = self.game, (observations, masks, self.final_observations)
        waiting = ll.play(
            self.states, game.tables, game.blank, self._settings, self.learners, self._opponents, actions,
            self._scratch, self._scale, out, mode,
        )  # fmt: skip
        if waiting < 0:
            row = -1 - waiting
            game.raise_illegal(self.states, row, int(actions[row]))
        while waiting:
            self._ask_agents()
            waiting = ll.play(
                self.states, game.tables, game.blank, self._settings, self.learners, self._opponents, actions,
                self._scratch, self._scale, out, ll.GO_ON,
            )  # fmt: skip

    def _ask_agents(self) -> None:
        """Let every agent that is to move play one action in each of its rows."""
        players = self.states["current_player"].astype(np.int64)
        playing = (self.learners["stage"] == ll.PLAYING) | (self.learners["stage"] == ll.DEALT)
        places = (players - self.learners["player"] - 1) % self.game.num_players
        numbers = np.where(playing, self._opponents[np.minimum(places, len(self._opponents) - 1)], 0)
        for number, act in enumerate(self._agents, start=1):
            rows = np.flatnonzero(numbers == number)
            if len(rows):
                states = self.states[rows]
                try:
                    self.game.step(states, act(self.game, states.copy(), players[rows]))
                except IllegalAction as error:
                    raise IllegalAction(f"opponent {number}: {error}") from None
                self.states[rows] = states


def _seat_opponents(
    opponents: Opponent | Sequence[Opponent], n_opponents: int
) -> tuple[list[Callable[..., Any]], NDArray[np.int64]]:
    """The agents among the opponents, and per opponent 0 for random play or the number of its agent from 1."""
    given = list(opponents) if isinstance(opponents, (list, tuple)) else [opponents] * n_opponents
    if len(given) != n_opponents:
        raise ValueError(f"opponents: {len(given)} were given, there are {n_opponents}")
    agents: list[Any] = []
    numbers = np.full(n_opponents, ll.RANDOM_PLAY, np.int64)
    for i, opponent in enumerate(given):
        if opponent == "random":
            continue
        act = getattr(opponent, "act", opponent)
        if not callable(act):
            raise ValueError(f"opponent {opponent!r}: allowed is 'random', an object with act(), or a function")
        if act not in agents:
            agents.append(act)
        numbers[i] = agents.index(act) + 1
    return agents, numbers


def _check_seat(seat: int | str, players: int) -> int:
    if isinstance(seat, str):
        return _choice("seat", seat, SEATS)
    if not 0 <= seat < players:
        raise ValueError(f"seat={seat!r}: allowed is 0..{players - 1}, 'rotate' or 'random'")
    return int(seat)


def _choice(name: str, value: str, allowed: dict[str, int]) -> int:
    if value not in allowed:
        raise ValueError(f"{name}={value!r}: allowed is {', '.join(map(repr, allowed))}")
    return allowed[value]
