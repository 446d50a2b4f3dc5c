"""Random games played side by side, and what holds in every game, checked on whole batches of states."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade import loops
from arkade.records import LIVE, NONE, PADDING


def random_play(
    game: arkade.Game, start: np.ndarray, seed: int, prefer: Collection[int] = ()
) -> Iterator[tuple[np.ndarray, np.ndarray, NDArray[np.int64]]]:
    """Play random games on from `start` to their ends: (before, after, actions) of every step.

    Both arrays are reused; a game that is over stays as it is. The first `after` is the start: `before` is then the
    same, and no action was played (NONE). Actions in `prefer` are chosen whenever one of them is legal.
    """
    preferred, step = np.isin(np.arange(game.num_actions), list(prefer)).astype(np.int8), 0
    states, before, actions = start.copy(), start.copy(), np.full(len(start), NONE, np.int64)
    yield before, states, actions
    while not game.over(states).all():
        masks = game.legal(states)
        rare = masks * preferred
        masks = np.where(rare.any(axis=1)[:, None], rare, masks)
        loops.sample_rows(masks, np.uint64(seed), step, actions)
        before[:] = states
        game.step(states, actions)
        yield before, states, actions
        step += 1


def dealt(game: arkade.Game, games: int, seed: int) -> np.ndarray:
    """STATE[games], dealt."""
    states = game.new(games)
    game.reset(states, arkade.deal_seeds(seed, np.zeros(games, np.int64)))
    return states


# --- what holds -------------------------------------------------------------------------------------------------------


class Broken(AssertionError):
    """An invariant that does not hold; says which, in which row, and shows the position."""


def hold(game: arkade.Game, states: np.ndarray, holds: np.ndarray, what: str) -> None:
    """Raise Broken for the first row in which something does not hold."""
    rows = np.flatnonzero(~np.asarray(holds).reshape(len(states), -1).all(axis=1))
    if len(rows):
        raise Broken(f"{what} [row {rows[0]} of {game!r}]: {game.to_dict(states[rows[0] : rows[0] + 1])}")


def check_padding(game: arkade.Game, s: np.ndarray) -> None:
    """Padding is never written."""
    for name in s.dtype.names or ():
        if name.startswith(PADDING):
            hold(game, s, s[name] == 0, "padding")


def check_observations(game: arkade.Game, s: np.ndarray, name: str) -> None:
    """`name`, an invariant: observations lie within the bounds; the float form is the raw one, scaled."""
    layout = game.observation_layout
    for p in range(game.num_players):
        players = np.full(len(s), p)
        raw, scaled = game.observe(s, players, np.uint8), game.observe(s, players, np.float32)
        hold(game, s, raw <= layout.bounds, f"{name}: observation of player {p} above its bound")
        hold(game, s, np.abs(scaled - raw / layout.bounds.astype(float)) < 1e-6, f"{name}: float = raw / bound")
        hold(game, s, (scaled >= 0) & (scaled <= 1), f"{name}: observation outside [0, 1]")


def check_results(game: arkade.Game, s: np.ndarray, name: str, draws: NDArray[np.bool_] | bool = False) -> None:
    """`name`: `win` and `rank` sum to 0; results lie in [-1, 1] and are 0 while the game runs, or in rows of `draws`."""
    nothing = (s["over"] == LIVE) | draws
    for reward in ("win", "rank", "margin"):
        results = game.returns(s, reward)
        hold(game, s, (results == 0) | ~nothing[:, None], f"{name}: {reward} while the game runs, or in a draw")
        hold(game, s, np.abs(results) <= 1, f"{name}: {reward} outside [-1, 1]")
        if reward != "margin":
            hold(game, s, np.abs(results.sum(axis=1)) < 1e-5, f"{name}: {reward} does not sum to 0")


def check_round_trip(game: arkade.Game, s: np.ndarray, row: int = 0) -> dict[str, Any]:
    """The dictionary of a position, which is returned, and its JSON text give the same bytes back."""
    state = s[row : row + 1]
    position = game.to_dict(state)
    for form in (position, json.loads(json.dumps(position))):
        again = game.from_dict(form)
        if again.tobytes() != state.tobytes():
            names = [name for name in s.dtype.names or () if (again[name] != state[name]).any()]
            raise Broken(f"from_dict(to_dict(s)) differs in {names}: {position}")
    return position
