"""Trained players that come with the package, in `weights/`: `make_agent("ppo")`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade.game import Game

if TYPE_CHECKING:
    from arkade_agents.ppo_agent import PPOAgent

FOLDER = Path(__file__).parent / "weights"


class ShippedAgent:
    """Plays the file of the game it is asked about, loaded when that game is first met."""

    name = "ppo"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._players: dict[str, PPOAgent] = {}

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """The most likely action of `players[row]`, who is to move, for every row; -1 for a row that is over."""
        if game.name not in self._players:
            from arkade_agents.ppo_agent import PPOAgent  # brings torch, which nobody else needs

            self._players[game.name] = PPOAgent.load(shipped_file(game.name), self.seed)
        return self._players[game.name].act(game, states, players)


def shipped_games() -> list[str]:
    """The games with a trained player."""
    return sorted(path.stem for path in FOLDER.glob("*.npz"))


def shipped_file(game: str) -> Path:
    """The file of a game's player; ValueError where there is none."""
    path = FOLDER / f"{game}.npz"
    if not path.is_file():
        there = ", ".join(shipped_games()) or "none"
        raise ValueError(
            f"no trained player of {game} comes with arkade (there are: {there}); "
            f"`arkade train {game}` writes one, whose player.npz is an agent, too"
        )
    return path
