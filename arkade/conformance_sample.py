"""Random games of one Game, and positions from them, for `arkade.conformance`."""

from __future__ import annotations

import dataclasses
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from arkade.envs.common import deal_seeds
from arkade.game import Game, IllegalAction
from arkade.records import NONE


class ConformanceError(AssertionError):
    """A promise that a game does not keep; says which, where, and the seed that shows it."""


@dataclasses.dataclass(frozen=True)
class Sample:
    """Random games of one Game: their deals, actions and results, and some positions from them."""

    game: Game
    seed: int
    deals: NDArray[np.uint64]
    log: list[NDArray[np.int64]]  # one action per game and step, NONE after a game's end
    finals: np.ndarray  # STATE[games]
    states: np.ndarray  # STATE[positions]: the ends, and positions on the way
    labels: list[str]  # where each of them is from

    def each(self) -> list[tuple[np.ndarray, str]]:
        """Every position as its own STATE[1] with its label."""
        return [(self.states[i : i + 1].copy(), label) for i, label in enumerate(self.labels)]

    def fail(self, what: str, where: str = "") -> NoReturn:
        """Raise the ConformanceError of this game."""
        raise ConformanceError(f"{self.game!r}: {what} [{where + ', ' if where else ''}seed={self.seed}]")


def play_sample(game: Game, games: int, seed: int, positions: int) -> Sample:
    """Play random games in step and keep positions, spread evenly over all that occurred."""
    deals = deal_seeds(seed, np.zeros(games, np.int64))
    states, random = game.new(games), np.random.default_rng(seed)
    game.reset(states, deals)
    kept: list[np.ndarray] = []
    labels: list[str] = []
    log: list[NDArray[np.int64]] = []
    while not game.over(states).all():
        for e in np.flatnonzero(~game.over(states)):
            kept.append(states[e : e + 1].copy())
            labels.append(f"game {e} (deal {deals[e]}), step {len(log)}")
        masks = game.legal(states)
        empty = np.flatnonzero(~game.over(states) & ~masks.any(axis=1))
        if len(empty):
            where = f"game {empty[0]} (deal {deals[empty[0]]}), step {len(log)}, seed={seed}"
            raise ConformanceError(f"{game!r}: nothing is legal in a live game [{where}]")
        log.append(_choose(masks, random))
        try:
            game.step(states, log[-1])
        except IllegalAction as error:
            raise ConformanceError(f"{game!r}: an action of the mask is refused: {error} [seed={seed}]") from None
    ends = [(states[e : e + 1].copy(), f"end of game {e} (deal {deals[e]})") for e in range(games)]
    step = max(1, len(kept) // max(1, positions - games))
    chosen = ends + list(zip(kept[::step], labels[::step], strict=True))
    return Sample(
        game, seed, deals, log, states, np.concatenate([s for s, _ in chosen]), [where for _, where in chosen]
    )


def _choose(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action per row, NONE where there is none."""
    chosen = np.where(masks, random.random(masks.shape), -1.0).argmax(axis=1)
    return np.where(masks.any(axis=1), chosen, NONE)
