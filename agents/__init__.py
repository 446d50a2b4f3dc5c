"""Players for any arkade game: `make_agent` of "random", "greedy", "search:1000", "ppo" or "runs/player.npz".

An agent sees a Game and nothing else: `agent.act(game, states, players)` returns one legal action per row, where
`players[row]` is the player to move in `states[row]`, and -1 for a row that is over. What it plays depends on the row
alone, never on the other rows.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade.game import Game
from arkade_agents.greedy import GreedyAgent
from arkade_agents.random_agent import RandomAgent
from arkade_agents.search import SearchAgent
from arkade_agents.shipped import ShippedAgent

__all__ = ["Agent", "GreedyAgent", "RandomAgent", "SearchAgent", "ShippedAgent", "make_agent"]

ALLOWED = (
    "agents are 'random', 'greedy', 'greedy:STEPS', 'search:SIMULATIONS', 'ppo' and the .npz file of a trained player"
)


@runtime_checkable
class Agent(Protocol):
    """A player: a name, and actions for many positions at once."""

    name: str

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """A legal action of `players[row]`, who is to move, for every row; -1 for a row that is over."""
        ...


def make_agent(spec: str | Path | Agent, seed: int = 0, num_threads: int = 1) -> Agent:
    """The agent of a name or of a trained player's .npz file; an agent is passed through.

    Names are "random", "greedy", "greedy:3" for one that looks so many of its own steps ahead, "search" with a number of
    simulations ("search:1000"; "search" alone means 100), and "ppo", the trained player that comes with the package.
    `num_threads` is for searches. ValueError says what is allowed.
    """
    if not isinstance(spec, (str, Path)):
        if isinstance(spec, Agent):
            return spec
        raise ValueError(f"agent {spec!r}: allowed is a name, the path of a .npz file, or an object with name and act")
    match str(spec):
        case "random":
            return RandomAgent(seed)
        case "greedy":
            return GreedyAgent(seed)
        case "ppo":
            return ShippedAgent(seed)
        case "search":
            return SearchAgent(seed=seed, num_threads=num_threads)
    kind, _, number = str(spec).partition(":")
    if kind == "search" and number.isdecimal():
        return SearchAgent(int(number), seed=seed, num_threads=num_threads)
    if kind == "greedy" and number.isdecimal():
        return GreedyAgent(seed, steps=int(number))
    path = Path(spec)
    if path.suffix != ".npz":
        raise ValueError(f"no agent {str(spec)!r}: {ALLOWED}")
    if not path.is_file():
        raise ValueError(f"no file {path}: `arkade train` writes one")
    from arkade_agents.ppo_agent import PPOAgent  # brings torch, which nobody else needs

    return PPOAgent.load(path, seed)
