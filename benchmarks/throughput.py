"""Throughput of every layer of a game, from the kernel to PettingZoo and Stable-Baselines3."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import arkade
from arkade.envs.batch import BatchEnv
from arkade.game import Game
from arkade_benchmarks import layers
from arkade_benchmarks.report import Report, machine
from arkade_benchmarks.timing import CPU, WALL, Figure, Meter, Yardstick, size

BATCHES = (1, 64, 1024, 4096, 65_536)
BATCH, LARGE, LEARNERS = 4096, 65_536, 1024
RUNS, QUICK_RUNS = 9, 3
SECONDS, QUICK_SECONDS = 0.25, 0.1

COUNTS = {
    "yardstick": "one random number, a sum over 128 bytes and a store",
    "kernel": "a step: finding the legal actions, a uniform choice among them, transition, a new deal where a game ended; 256 games, row after row",
    "observed": "a step as above, drawn from a mask, and before it the raw observation of whoever is to move",
    "games": "a game: deal, all steps to the end, results",
    "playouts": "a playout of the tree search: hidden cards dealt anew, the way down the tree, a random game to the end",
    "batch": "a step of one of the games: a call that chooses for all, a call that steps all; masks, rewards, new deals",
    "threads": "seconds of the step alone (random actions are chosen before, on one thread): one thread's / two threads'",
    "gymnasium": "a step of the learner; all opponents' moves until its next turn, its mask and float32 observation",
    "learners": "a step of one of the learners, as in Gymnasium; choosing at random from the masks is in it",
    "aec": "a turn: `last` with mask and float32 observation, a choice, `step`; turns of players that are done are not",
    "copy": "a copy of a state record",
    "state": "one state record",
    "memory": "all arrays of a BatchEnv of 1,000 games after `reset`",
}
LIMITS = {
    "yardstick": "the reference loop that ratios refer to",
    "kernel": "the rules: finding the legal actions, and what a step makes of the cards",
    "observed": "computing the observation",
    "games": "the rules: a game is some hundreds of steps",
    "playouts": "the rules: every playout deals hidden cards anew and plays a whole random game from near the start",
    None: "the rules; choosing actions is a pass of its own over all masks. Memory counts from some 32,000 games on",
    "uint8": "computing the observation, which takes longer than the step",
    "float32": "computing the observation, then scaling every number of it",
    "threads": "starting and joining the threads in small batches, memory in large ones; idle cores needed",
    "gymnasium": "Python: the calls around the kernel, which plays all opponents in one call",
    "learners": "the rules: the opponents' moves; then the observations",
    "aec": "Python: a `last`, a choice and a `step` for every turn, and new arrays for each",
    "aec env": "as the raw loop, through the wrapper that checks the order of calls",
    "copy": "moving the bytes of a state within the fastest cache",
    "state": "the largest number of players: rows of absent ones are there too",
    "memory": "states, masks and two observations (the next and the last of a game) of every row",
}

Take = Callable[[Meter], Figure]


def throughput(
    game_name: str = "replicants",
    *,
    quick: bool = False,
    runs: int = RUNS,
    seconds: float = SECONDS,
    on_figure: Callable[[Figure], Any] | None = None,
    **options: Any,
) -> Report:
    """Measure every layer; `quick` takes three short runs of the first layers only."""
    game = arkade.make(game_name, **options)
    meter = Meter(Yardstick(), QUICK_RUNS if quick else runs, QUICK_SECONDS if quick else seconds)
    figures = []
    for take in plan(game, quick):
        figures.append(take(meter))
        if on_figure:
            on_figure(figures[-1])
    return Report(game.name, dict(game.options), machine(), tuple(figures))


def plan(game: Game, quick: bool = False) -> list[Take]:
    """What takes each figure, in order."""
    taken = [
        _rate("yardstick", "steps/s", layers.STEPS * layers.ROWS, "yardstick", "yardstick", _yard),
        _rate("kernel: random play", "steps/s", layers.STEPS * layers.ROWS, "kernel", "kernel", layers.kernel, game),
        *(_batch(game, BATCH, observations) for observations in (None, "uint8", "float32")),
    ]
    return taken if quick else [*taken, *_kernels(game), *_batches(game), *_facades(game), *_sizes(game)]


def _rate(
    name: str, unit: str, per_round: float, counts: str, limit: str | None, start: Callable[..., Any], *args: Any
) -> Take:
    """A rate whose work is set up only when it is taken."""
    return lambda meter: meter.rate(
        name, unit, per_round, start(*args), counts=COUNTS[counts], limit=LIMITS[limit], clock=CPU
    )


def _yard() -> layers.Work:
    yard = Yardstick()
    return lambda rounds: yard.run(layers.STEPS * layers.ROWS * rounds // len(yard.rows))


def _kernels(game: Game) -> list[Take]:
    steps = layers.STEPS * layers.ROWS
    playouts = layers.SEARCHES * layers.SIMULATIONS
    return [
        _rate("kernel: random play, raw observations", "steps/s", steps, "observed", "observed", layers.kernel_observed, game),
        _rate("kernel: whole random games", "games/s", 64, "games", "games", layers.whole_games, game),
        _rate("tree search, whole random games", "playouts/s", playouts, "playouts", "playouts", layers.search, game),
        _rate("kernel: copy a state", "copies/s", 64, "copy", "copy", layers.copies, game),
    ]  # fmt: skip


def _batch(game: Game, n: int, observations: str | None, num_threads: int = 1) -> Take:
    threads = f", {num_threads} threads" if num_threads > 1 else ""
    name = f"BatchEnv, {n:,} game{'s' * (n > 1)}, {observations or 'no'} observations{threads}"
    clock = WALL if num_threads > 1 else CPU
    return lambda meter: meter.rate(
        name, "steps/s", n, layers.batch(game, n, observations, num_threads), counts=COUNTS["batch"],
        limit=LIMITS[observations], clock=clock,
    )  # fmt: skip


def _batches(game: Game) -> list[Take]:
    kinds = (None, "uint8", "float32")
    one = [_batch(game, n, kind) for n in BATCHES if n != BATCH for kind in kinds]
    two = [_batch(game, n, kind, 2) for n in (BATCH, LARGE) for kind in (None, "uint8")]
    return [*one, *two, *(_two_threads(game, n) for n in (BATCH, LARGE))]


def _two_threads(game: Game, n: int) -> Take:
    """Only the steps are timed; the choice of random actions runs on one thread."""

    def seconds(env: BatchEnv) -> float:
        spent = 0.0
        for _ in range(max(4, 400_000 // n)):
            actions = env.sample()
            start = time.perf_counter()
            env.step(actions)
            spent += time.perf_counter() - start
        return spent

    def take(meter: Meter) -> Figure:
        one, two = (layers.batch_env(game, n, None, threads) for threads in (1, 2))
        name = f"two threads against one, {n:,} games"
        return meter.pairs(
            name, lambda: seconds(one), lambda: seconds(two), counts=COUNTS["threads"], limit=LIMITS["threads"]
        )

    return take


def _facades(game: Game) -> list[Take]:
    calls = layers.CALLS
    taken = [
        _rate("Gymnasium, one player against random", "steps/s", calls, "gymnasium", "gymnasium", layers.gymnasium, game),
        _rate(f"VectorEnv, {LEARNERS:,} games", "steps/s", LEARNERS, "learners", "learners", layers.vector, game, LEARNERS),
        _rate("PettingZoo, raw AEC loop", "turns/s", calls, "aec", "aec", layers.agents, game, False),
        _rate("PettingZoo, env()", "turns/s", calls, "aec", "aec env", layers.agents, game, True),
    ]  # fmt: skip
    if layers.HAS_SB3:
        name = f"SB3 VecEnv, {LEARNERS:,} games"
        taken.append(_rate(name, "steps/s", LEARNERS, "learners", "learners", layers.sb3, game, LEARNERS))
    return taken


def _sizes(game: Game) -> list[Take]:
    def memory(observations: str | None) -> Take:
        name = f"memory of 1,000 games, {observations or 'no'} observations"
        return lambda meter: size(
            name, layers.batch_bytes(game, 1000, observations), counts=COUNTS["memory"], limit=LIMITS["memory"]
        )

    state = size("state", game.state_dtype.itemsize, counts=COUNTS["state"], limit=LIMITS["state"])
    return [lambda meter: state, *(memory(kind) for kind in (None, "uint8", "float32"))]
