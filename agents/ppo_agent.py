"""A trained player: a policy network, asked for many positions at once, and its file.

A file is an npz archive without pickles: the weights by name, and `about` as JSON.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray

from arkade.game import Game
from arkade.records import LIVE, NONE
from arkade_agents.network import build_policy, draw, logits, weights_of
from arkade_agents.sight import Sight, judge


class PPOAgent:
    """Plays a policy with masks: its most likely action, or one drawn from a hash of the seed and the position.

    `about` says what it was trained on (game, version, options, how), which `columns` of the observation it sees,
    whether it sees what greedy's look-ahead thinks of each action, and the widths of its network.
    """

    name = "ppo"

    def __init__(self, policy: Any, about: dict[str, Any], *, deterministic: bool = True, seed: int = 0) -> None:
        self.policy = policy
        self.about = about
        self.sight = Sight(np.asarray(about["columns"], np.int64), judge(about["look_ahead"]))
        self.deterministic = deterministic
        self.seed = seed
        self._stream = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)

    @classmethod
    def load(cls, path: str | Path, seed: int = 0) -> PPOAgent:
        """The player of a file that training wrote; ValueError for any other file."""
        try:
            with np.load(path, allow_pickle=False) as file:
                arrays = dict(file)
            about = json.loads(str(arrays.pop("about")))
            policy = build_policy(about, {name: torch.from_numpy(array) for name, array in arrays.items()})
            return cls(policy, about, seed=seed)
        except (
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            RuntimeError,
            OSError,
            EOFError,
            zipfile.BadZipFile,
        ) as error:
            raise ValueError(f"{path} is no player that `arkade train` wrote ({error})") from None

    def save(self, path: str | Path) -> None:
        """Write the player's file, which `load` reads."""
        arrays = {name: tensor.numpy() for name, tensor in weights_of(self.policy).items()}
        np.savez_compressed(path, about=np.array(json.dumps(self.about)), **arrays)  # type: ignore[arg-type]

    def copy(self) -> PPOAgent:
        """The player as it is now, to keep while the policy learns on."""
        twin = build_policy(self.about, weights_of(self.policy))
        return PPOAgent(twin, self.about, deterministic=self.deterministic, seed=self.seed)

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """The action of `players[row]`, who is to move, for every row; -1 for a row that is over."""
        self._check(game)
        out = np.full(len(states), NONE, np.int64)
        live = np.flatnonzero(states["over"] == LIVE)
        if len(live):
            rows = states[live]
            with torch.inference_mode():
                scores = logits(self.policy, self.sight.of(game, rows), game.legal(rows))
                chosen = scores.argmax(dim=1) if self.deterministic else self._draw(scores, game.hash(rows))
            out[live] = chosen.numpy()
        return out

    def _draw(self, scores: torch.Tensor, hashes: NDArray[np.uint64]) -> torch.Tensor:
        """An action per row with the policy's probabilities, by a hash of seed and position."""
        bits = (hashes ^ self._stream) >> np.uint64(11)
        return draw(scores, torch.from_numpy(bits.astype(np.float64) * 2.0**-53))

    def _check(self, game: Game) -> None:
        ours = (self.about["game"], self.about["version"], self.about["observation_size"], self.about["num_actions"])
        if ours != (game.name, game.version, game.observation_size, game.num_actions):
            raise ValueError(f"this player was trained on {ours[0]} version {ours[1]}, not on {game!r}")
