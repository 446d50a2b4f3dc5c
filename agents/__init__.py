"""Players for any arkade game: `make_agent("random")`, `make_agent("greedy")`, `make_agent("runs/player.zip")`.

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

__all__ = ["Agent", "GreedyAgent", "RandomAgent", "make_agent"]


@runtime_checkable
class Agent(Protocol):
    """A player: a name, and actions for many positions at once."""

    name: str

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """A legal action of `players[row]`, who is to move, for every row; -1 for a row that is over."""
        ...


def make_agent(spec: str | Path | Agent, seed: int = 0) -> Agent:
    """The agent of a name ("random", "greedy") or of a trained player's .zip file; an agent is passed through.

    ValueError says what is allowed.
    """
    if not isinstance(spec, (str, Path)):
        if isinstance(spec, Agent):
            return spec
        raise ValueError(f"agent {spec!r}: allowed is a name, the path of a .zip file, or an object with name and act")
    match str(spec):
        case "random":
            return RandomAgent(seed)
        case "greedy":
            return GreedyAgent(seed)
    path = Path(spec)
    if path.suffix != ".zip":
        raise ValueError(f"no agent {str(spec)!r}: agents are 'random', 'greedy' and the .zip file of a trained player")
    if not path.is_file():
        raise ValueError(f"no file {path}: `arkade train` writes one")
    from arkade_agents.ppo_agent import PPOAgent  # brings torch, which nobody else needs

    return PPOAgent.load(path, seed)
