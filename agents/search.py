"""The searching player: information-set Monte Carlo tree search from what the player to move knows.

`SearchAgent(1000).act(game, states, players)` searches all rows, on `num_threads` threads. Same seed and same knowledge,
same action: the other rows, the number of threads and the true deck and dice change nothing.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import numba
import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade.bits import borrowed
from arkade.game import Game, reward_code
from arkade.jit import kernel, loop
from arkade.records import LIVE, NONE
from arkade.threads import check_num_threads, threads
from arkade_agents.recipes import SearchRecipe, search_recipe_for
from arkade_agents.tree import GREEDY, NODE, PLAYERS, RANDOM, SETTINGS, TO_THE_END, grow_tree, most_visited

MOST_SIMULATIONS = 1_000_000
PLAYOUTS = {"random": RANDOM, "greedy": GREEDY, "value": RANDOM}
AT_ONCE = 50_000  # simulations in one call of the kernel, so that a person can interrupt


@dataclasses.dataclass(frozen=True)
class Search:
    """What a search found, a row per position: the action chosen (-1: over), visits (n, A), mean results (n, P)."""

    actions: NDArray[np.int64]
    visits: NDArray[np.int32]
    values: NDArray[np.float64]


class SearchAgent:
    """Takes the action that most of its `simulations` went through.

    Settings that are None are the game's own (`recipes.search_recipe_for`); see `SearchRecipe` for what they mean.
    `reward` is what playouts to the end are worth: "win", "rank" or "margin".
    """

    def __init__(
        self,
        simulations: int = 100,
        playout: str | None = None,
        depth: int | None = None,
        exploration: float | None = None,
        prior: float | None = None,
        widening: float | None = None,
        *,
        reward: str = "win",
        seed: int = 0,
        num_threads: int = 1,
    ) -> None:
        if not isinstance(simulations, int) or not 1 <= simulations <= MOST_SIMULATIONS:
            allowed = f"a whole number from 1 to {MOST_SIMULATIONS:,}"
            raise ValueError(f"simulations={simulations!r}: allowed is {allowed}")
        given = dict(playout=playout, depth=depth, exploration=exploration, prior=prior, widening=widening)
        self._given: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
        if playout is not None:
            self._given["depth"] = depth
        check_recipe(SearchRecipe(**self._given))
        self.name = f"search:{simulations}"
        self.simulations = simulations
        self.reward = reward_code(reward)
        self.seed = np.uint64(seed)
        self.num_threads = check_num_threads(num_threads)

    def recipe(self, game: Game) -> SearchRecipe:
        """The settings of its search in a game."""
        return dataclasses.replace(search_recipe_for(game.name), **self._given)

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """The best action of `players[row]`, who is to move, for every row; -1 for a row that is over."""
        return self.search(game, states).actions

    def search(self, game: Game, states: np.ndarray) -> Search:
        """What a search from every row finds; a row that is over has no visits."""
        states, n = game.check(states), len(states)
        if game.num_players > PLAYERS:
            raise ValueError(f"{game!r}: a search is for 1 to {PLAYERS} players")
        found = Search(
            np.full(n, NONE, np.int64), np.zeros((n, game.num_actions), np.int32), np.zeros((n, game.num_players))
        )
        settings = self._settings(game)
        with threads(self.num_threads) as threaded:
            chunks = min(self.num_threads, max(1, n))
            scratch = _scratch(game, chunks, self.simulations + 1)
            run = search_rows_threaded if threaded else search_rows
            size = chunks * max(1, AT_ONCE // self.simulations)
            for start in range(0, n, size):
                rows = slice(start, start + size)
                out = (found.actions[rows], found.visits[rows], found.values[rows])
                run(states[rows], game.tables, settings, self.seed, *scratch, *out)
        return found

    def _settings(self, game: Game) -> np.ndarray:
        recipe = check_recipe(self.recipe(game))
        settings = np.zeros(1, SETTINGS)
        settings["simulations"], settings["reward"] = self.simulations, self.reward
        settings["policy"] = PLAYOUTS[recipe.playout]
        if recipe.depth is None:
            settings["depth"] = 0 if recipe.playout == "value" else TO_THE_END
        else:
            settings["depth"] = recipe.depth
        for name in ("exploration", "prior", "widening"):
            settings[name] = getattr(recipe, name)
        return settings


def check_recipe(recipe: SearchRecipe) -> SearchRecipe:
    """The recipe, if a search can use it; ValueError says what is allowed."""
    if recipe.playout not in PLAYOUTS:
        raise ValueError(f"playout={recipe.playout!r}: allowed is {', '.join(map(repr, PLAYOUTS))}")
    if recipe.depth is not None and (not isinstance(recipe.depth, int) or recipe.depth < 0):
        raise ValueError(f"depth={recipe.depth!r}: allowed is a whole number from 0, or None: to the end")
    for name in ("exploration", "prior", "widening"):
        value = getattr(recipe, name)
        if not 0 <= value < float("inf"):
            raise ValueError(f"{name}={value!r}: allowed is a number from 0")
    return recipe


def _scratch(game: Game, chunks: int, size: int) -> tuple[np.ndarray, ...]:
    return (
        game.new(2 * chunks),
        np.empty(size * chunks, NODE),
        np.empty((chunks, game.num_actions), np.int8),
        np.empty((chunks, game.num_actions)),
        np.empty((chunks, game.observation_size), np.uint8),
        np.empty((chunks, PLAYERS)),
    )


@kernel
def _search_row(states, t, r, seed, copies, nodes, mask, values, raw, result, actions, visits, means, e):
    s = states[e]
    if s.over != LIVE:
        return
    player = int(s.current_player)
    known = grow_tree(s, t, r, seed, copies, nodes, mask, values, raw, result)
    actions[e] = most_visited(nodes, player, known)
    node = int(nodes[0].first)
    while node != NONE:
        visits[e, nodes[node].action] = nodes[node].visits
        node = int(nodes[node].next)
    for p in range(s.num_players):
        means[e, p] = nodes[0].total[p] / nodes[0].visits


@loop
def search_rows(states, tables, settings, seed, copies, nodes, masks, values, raws, results, actions, visits, means):
    """Write what a search from every row finds; rows that are over stay as they are. Scratch: see `_scratch`."""
    t, r = tables[0], settings[0]
    mask, value, raw, result = borrowed(masks)[0], borrowed(values)[0], borrowed(raws)[0], borrowed(results)[0]
    for e in range(states.shape[0]):
        _search_row(states, t, r, seed, copies, nodes, mask, value, raw, result, actions, visits, means, e)


@loop(parallel=True)
def search_rows_threaded(
    states, tables, settings, seed, copies, nodes, masks, values, raws, results, actions, visits, means
):
    """`search_rows` with every so many-th row for each row of `masks`, on as many threads."""
    chunks = masks.shape[0]
    size = nodes.shape[0] // chunks
    for c in numba.prange(chunks):
        t, r = tables[0], settings[0]
        own_copies, own_nodes = copies[2 * c : 2 * c + 2], nodes[c * size : (c + 1) * size]
        mask, value, raw, result = borrowed(masks)[c], borrowed(values)[c], borrowed(raws)[c], borrowed(results)[c]
        for e in range(c, states.shape[0], chunks):
            _search_row(states, t, r, seed, own_copies, own_nodes, mask, value, raw, result, actions, visits, means, e)
