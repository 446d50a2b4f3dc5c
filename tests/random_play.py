"""Random games played side by side, and invariants checked on whole batches of states."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade.records import NONE


def random_play(
    game: arkade.Game, start: np.ndarray, seed: int, prefer: Collection[int] = ()
) -> Iterator[tuple[np.ndarray, np.ndarray, NDArray[np.int64]]]:
    """Play random games on from `start` to their ends: (before, after, actions) of every step.

    Both arrays are reused; a game that is over stays as it is. The first `after` is the start: `before` is then the
    same, and no action was played (NONE). Actions in `prefer` are chosen whenever one of them is legal.
    """
    random, preferred = np.random.default_rng(seed), np.isin(np.arange(game.num_actions), list(prefer))
    states, before, actions = start.copy(), start.copy(), np.full(len(start), NONE, np.int64)
    yield before, states, actions
    while not game.over(states).all():
        masks = game.legal(states)
        rare = masks * preferred
        masks = np.where(rare.any(axis=1)[:, None], rare, masks)
        chosen = np.where(masks, random.random(masks.shape, np.float32), -1).argmax(axis=1)
        actions[:] = np.where(game.over(states), NONE, chosen)
        before[:] = states
        game.step(states, actions)
        yield before, states, actions


def dealt(game: arkade.Game, games: int, seed: int) -> np.ndarray:
    """STATE[games], dealt."""
    states = game.new(games)
    game.reset(states, arkade.deal_seeds(seed, np.zeros(games, np.int64)))
    return states


class Broken(AssertionError):
    """An invariant that does not hold; says which, in which row, and shows the position."""


def hold(game: arkade.Game, states: np.ndarray, holds: np.ndarray, what: str) -> None:
    """Raise Broken for the first row in which something does not hold."""
    rows = np.flatnonzero(~np.asarray(holds).reshape(len(states), -1).all(axis=1))
    if len(rows):
        raise Broken(f"{what} [row {rows[0]} of {game!r}]: {game.to_dict(states[rows[0] : rows[0] + 1])}")
