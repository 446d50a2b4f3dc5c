"""Many machines: batches of games, random rollouts and searches as tasks of a Ray cluster.

What is played depends on seeds and row numbers alone, so results are those of the local run. Whoever splits work takes
a `Map`: the built-in `map`, or what `on_ray()` returns, the same on a cluster. Ray is an extra: only `on_ray` imports it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkade.game import Game
from arkade_agents.search import Search, SearchAgent

Map = Callable[[Callable[[Any], Any], Iterable[Any]], Iterable[Any]]
INSTALL = "`make ray` makes an environment with it, pip install 'arkade[ray]' installs it into yours"
AHEAD = 4  # tasks that wait or run, for each processor of the cluster


def on_ray(num_cpus: int = 1) -> Map:
    """`map` on a Ray cluster: results as they come, in any order; each job takes `num_cpus` processors.

    Connects to the cluster of RAY_ADDRESS, or to that of this machine, which it starts where there is none.
    ModuleNotFoundError says what to install, ValueError that no machine has so many processors.
    """
    try:
        import ray
    except ModuleNotFoundError:
        raise ModuleNotFoundError(f"this needs Ray: {INSTALL}", name="ray") from None
    if not ray.is_initialized():
        ray.init(log_to_driver=False, logging_level="WARNING")
    most = int(max(machine["Resources"].get("CPU", 0) for machine in ray.nodes() if machine["Alive"]))
    if not 1 <= num_cpus <= most:
        raise ValueError(f"num_cpus={num_cpus!r}: allowed is 1 to {most}, all that one machine of the cluster has")
    return functools.partial(_ray_map, ray, num_cpus)


def _ray_map(ray: Any, num_cpus: int, function: Callable[[Any], Any], jobs: Iterable[Any]) -> Iterator[Any]:
    task = ray.remote(num_cpus=num_cpus)(lambda job: function(job))
    room, jobs = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)) // num_cpus), iter(jobs)
    running = [task.remote(job) for job in itertools.islice(jobs, room)]
    try:
        while running:
            done, running = ray.wait(running)
            running += [task.remote(job) for job in itertools.islice(jobs, len(done))]
            yield from ray.get(done)
    finally:
        for one in running:
            ray.cancel(one)


def rollout(
    game: Game, states: np.ndarray, steps: int, seed: int = 0, *, run: Map, rows: int = 16_384
) -> NDArray[np.int64]:
    """`game.rollout` in parts of `rows` rows, in place: the same states and the same counts."""

    def play(first: int, part: np.ndarray) -> tuple[np.ndarray, NDArray[np.int64]]:
        return part, game.rollout(part, steps, seed, first_row=first)

    return _in_place(states, _by_parts(run, play, game.check(states), rows))


def playout(
    game: Game, states: np.ndarray, seed: int = 0, reward: str = "win", *, run: Map, rows: int = 16_384
) -> NDArray[np.float32]:
    """`game.playout` in parts of `rows` rows, in place: the same states and the same results."""

    def play(first: int, part: np.ndarray) -> tuple[np.ndarray, NDArray[np.float32]]:
        return part, game.playout(part, seed, reward, first_row=first)

    return _in_place(states, _by_parts(run, play, game.check(states), rows))


def search(agent: SearchAgent, game: Game, states: np.ndarray, *, run: Map, rows: int = 16) -> Search:
    """`agent.search` in parts of `rows` rows: the same actions, visits and values."""
    parts = _by_parts(run, lambda first, part: agent.search(game, part), game.check(states), rows)
    columns = ([getattr(found, name) for found in parts] for name in ("actions", "visits", "values"))
    return Search(*map(np.concatenate, columns))


def _by_parts(run: Map, work: Callable[[int, np.ndarray], Any], states: np.ndarray, rows: int) -> list[Any]:
    """What `work(first row, copy of the part)` returns for every part, in the order of the rows."""
    if rows < 1:
        raise ValueError(f"rows={rows!r}: allowed is a whole number from 1")
    jobs = [(first, states[first : first + rows]) for first in range(0, max(1, len(states)), rows)]
    done = run(lambda job: (job[0], work(job[0], job[1].copy())), jobs)
    return [found for _, found in sorted(done, key=lambda pair: pair[0])]


def _in_place(states: np.ndarray, parts: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
    """Write the parts' states into `states`; returns what came with them."""
    states[:] = np.concatenate([played for played, _ in parts])
    return np.concatenate([found for _, found in parts])
