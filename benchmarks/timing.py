"""How a figure is taken: several runs, each beside a run of the yardstick in the same process."""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable

import numpy as np

from arkade_benchmarks.kernels import YARD_BYTES, yardstick

YARD_ROWS, YARD_STEPS = 64, 20_000


@dataclasses.dataclass(frozen=True)
class Figure:
    """One measured layer: `median`, `low` and `high` of the rate in all runs, in `unit`.

    A single-thread figure counts CPU time (`clock` "cpu"), so that other programs disturb it less; `wall` is the
    median rate by the clock on the wall. `ratio` is the median of rate / rate of the yardstick.
    """

    name: str
    unit: str
    median: float
    low: float
    high: float
    wall: float
    ratio: float | None
    runs: int
    clock: str
    limit: str  # what limits this layer


@dataclasses.dataclass(frozen=True)
class Times:
    """CPU and wall seconds of one run."""

    cpu: float
    wall: float


def timed(work: Callable[[], object]) -> Times:
    """Do the work once, and take the CPU time of this thread and the wall time."""
    wall, cpu = time.perf_counter(), time.thread_time()
    work()
    return Times(max(time.thread_time() - cpu, 1e-9), max(time.perf_counter() - wall, 1e-9))


class Yardstick:
    """The reference loop, compiled."""

    def __init__(self) -> None:
        self.rows = np.zeros((YARD_ROWS, YARD_BYTES), np.int8)
        self.counts = np.zeros(YARD_ROWS, np.int64)
        self.run(2)

    def run(self, steps: int = YARD_STEPS) -> float:
        """Steps of the reference loop per CPU second."""
        spent = timed(lambda: yardstick(self.rows, steps, self.counts))
        return steps * YARD_ROWS / spent.cpu


def size_of_run(work: Callable[[int], object], seconds: float, start: int = 1) -> int:
    """How many rounds of `work` take about `seconds`; the first call has compiled all it needs."""
    work(start)
    rounds = start
    while True:
        spent = timed(lambda n=rounds: work(n)).wall  # type: ignore[misc]
        if spent > seconds / 4 or rounds > 1 << 24:
            return max(1, round(rounds * seconds / spent))
        rounds *= 4


def measure(
    name: str,
    unit: str,
    per_round: float,
    work: Callable[[int], object],
    *,
    yard: Yardstick,
    runs: int,
    seconds: float,
    limit: str,
) -> Figure:
    """The rate of single-thread work that does `per_round` units in each round."""
    rounds = size_of_run(work, seconds)
    rates, walls, ratios = [], [], []
    for _ in range(runs):
        reference = yard.run()
        spent = timed(lambda: work(rounds))
        rates.append(per_round * rounds / spent.cpu)
        walls.append(per_round * rounds / spent.wall)
        ratios.append(rates[-1] / reference)
    return Figure(
        name, unit, statistics.median(rates), min(rates), max(rates), statistics.median(walls),
        statistics.median(ratios), runs, "cpu", limit,
    )  # fmt: skip


def measure_pairs(
    name: str,
    unit: str,
    first: Callable[[], float],
    second: Callable[[], float],
    *,
    runs: int,
    limit: str,
) -> Figure:
    """How many times shorter `second` takes than `first`, in wall seconds, measured in turn."""
    first(), second()
    ratios = [first() / second() for _ in range(runs)]
    middle = statistics.median(ratios)
    return Figure(name, unit, middle, min(ratios), max(ratios), middle, None, runs, "wall", limit)
