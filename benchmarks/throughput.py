"""Throughput of every layer of a game, from the kernel to PettingZoo."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from gymnasium.wrappers import OrderEnforcing

import arkade
from arkade.envs import aec
from arkade.envs.batch import BatchEnv
from arkade.envs.gym import GymEnv
from arkade.game import Game
from arkade_agents.search import SearchAgent
from arkade_benchmarks.kernels import copy_states
from arkade_benchmarks.report import Report, machine
from arkade_benchmarks.timing import Figure, Yardstick, measure, measure_pairs

BATCH, LARGE = 4096, 65_536
ROLLOUT_ROWS = 256
SIMULATIONS = 200

LIMITS = {
    "rollout": "the rules: what a step makes of the cards, and finding the legal actions",
    "playout": "the rules: a game is some hundreds of steps",
    "search": "the rules: every playout deals hidden cards anew and plays a whole random game from near the start",
    "batch": "the rules; choosing actions is a pass of its own over all masks. Memory counts from some 32,000 games on",
    "batch uint8": "computing the observation, which takes longer than the step",
    "batch float32": "computing the observation, then scaling every number of it",
    "gymnasium": "Python: the calls around the kernel, which plays all opponents in one call",
    "aec": "Python: a `last`, a choice and a `step` for every turn, and new arrays for each",
    "aec env": "as the raw loop, through the wrapper that checks the order of calls",
    "threads": "starting and joining the threads in small batches, memory in large ones; idle cores needed",
    "copy": "moving the bytes of a state within the fastest cache",
}


def throughput(
    game_name: str = "replicants",
    *,
    quick: bool = False,
    runs: int = 5,
    on_figure: Callable[[Figure], Any] | None = None,
    **options: Any,
) -> Report:
    """Measure every layer; `quick` takes three short runs of the first layers only."""
    game = arkade.make(game_name, **options)
    figures = []
    for figure in _figures(game, quick, 3 if quick else runs):
        figures.append(figure)
        if on_figure:
            on_figure(figure)
    return Report(game.name, dict(game.options), machine(), tuple(figures))


def n_figures(quick: bool) -> int:
    """How many figures `throughput` takes."""
    return 5 if quick else 13


def _figures(game: Game, quick: bool, runs: int) -> Iterator[Figure]:
    yard = Yardstick()
    seconds = 0.1 if quick else 0.4
    rate = partial(measure, yard=yard, runs=runs, seconds=seconds)
    yield measure(
        "yardstick", "steps/s", 1e5, lambda n: yard.run(int(n * 1e5 / 64)), yard=yard, runs=runs, seconds=seconds,
        limit="the reference loop that ratios refer to",
    )  # fmt: skip
    states = _dealt(game, ROLLOUT_ROWS)
    yield rate(
        "kernel: random play", "steps/s", ROLLOUT_ROWS * 10, lambda n: game.rollout(states, 10 * n),
        limit=LIMITS["rollout"],
    )  # fmt: skip
    for observations, key in ((None, "batch"), ("uint8", "batch uint8"), ("float32", "batch float32")):
        name = f"BatchEnv, {BATCH:,} games, {observations or 'no'} observations"
        work = partial(_step_batch, _batch(game, BATCH, observations, 1))
        yield rate(name, "steps/s", BATCH, work, limit=LIMITS[key])
    if quick:
        return
    yield rate("kernel: whole random games", "games/s", 64, partial(_play_out, game), limit=LIMITS["playout"])
    yield rate("tree search, whole random games", "playouts/s", 8 * SIMULATIONS, _search(game), limit=LIMITS["search"])
    yield from _facades(game, rate)
    for n in (BATCH, LARGE):
        yield _two_threads(game, n, runs)
    copies = _dealt(game, 65)
    yield rate(
        "kernel: copy a state", "copies/s", 64, lambda n: copy_states(copies, game.tables, n), limit=LIMITS["copy"]
    )


def _dealt(game: Game, n: int) -> np.ndarray:
    states = game.new(n)
    game.reset(states, np.arange(n))
    return states


def _batch(game: Game, n: int, observations: str | None, num_threads: int) -> BatchEnv:
    env = BatchEnv(game, n, observations=observations, num_threads=num_threads)
    env.reset()
    for _ in range(20):  # away from the deal, where all games look alike
        env.step(env.sample())
    return env


def _step_batch(env: BatchEnv, rounds: int) -> None:
    for _ in range(rounds):
        env.step(env.sample())


def _play_out(game: Game, rounds: int) -> None:
    for seed in range(rounds):
        states = game.new(64)
        game.reset(states, np.arange(64))
        game.playout(states, seed=seed)


def _search(game: Game) -> Callable[[int], None]:
    agent = SearchAgent(SIMULATIONS, playout="random", prior=0.0, widening=0.0)

    def searches(rounds: int) -> None:
        for seed in range(rounds):
            states = game.new(8)
            game.reset(states, np.arange(8) + 8 * seed)
            agent.search(game, states)

    return searches


def _two_threads(game: Game, n: int, runs: int) -> Figure:
    """Only the steps are timed; the choice of random actions runs on one thread."""

    def seconds(env: BatchEnv) -> float:
        spent = 0.0
        for _ in range(max(4, 400_000 // n)):
            actions = env.sample()
            start = time.perf_counter()
            env.step(actions)
            spent += time.perf_counter() - start
        return spent

    one, two = _batch(game, n, None, 1), _batch(game, n, None, 2)
    return measure_pairs(
        f"two threads against one, {n:,} games", "x", lambda: seconds(one), lambda: seconds(two), runs=runs,
        limit=LIMITS["threads"],
    )  # fmt: skip


def _gymnasium(game: Game) -> Callable[[int], None]:
    env = OrderEnforcing(GymEnv(game, seat=0, opponents="random"))  # what `gymnasium.make` gives
    mask = env.reset(seed=0)[1]["action_mask"]
    choices = np.random.default_rng(0).integers(0, 1 << 30, 1024).tolist()

    def steps(rounds: int) -> None:
        nonlocal mask
        for i in range(100 * rounds):
            legal = mask.nonzero()[0]
            _, _, terminated, truncated, info = env.step(legal[choices[i & 1023] % len(legal)])
            mask = env.reset()[1]["action_mask"] if terminated or truncated else info["action_mask"]

    return steps


def _aec(game: Game, checked: bool) -> Callable[[int], None]:
    env: Any = (aec.env if checked else aec.raw_env)(game)
    env.reset(seed=0)
    choices = np.random.default_rng(0).integers(0, 1 << 30, 1024).tolist()

    def turns(rounds: int) -> None:
        for i in range(100 * rounds):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[choices[i & 1023] % len(legal)])

    return turns


def _facades(game: Game, rate: Callable[..., Figure]) -> Iterator[Figure]:
    yield rate("Gymnasium, one player against random", "steps/s", 100, _gymnasium(game), limit=LIMITS["gymnasium"])
    yield rate("PettingZoo, raw AEC loop", "turns/s", 100, _aec(game, checked=False), limit=LIMITS["aec"])
    yield rate("PettingZoo, env()", "turns/s", 100, _aec(game, checked=True), limit=LIMITS["aec env"])
