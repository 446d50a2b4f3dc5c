"""How a figure is taken: several runs, each beside a run of the yardstick in the same process."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence

import numpy as np

from arkade_benchmarks.kernels import YARD_BYTES, yardstick
from arkade_benchmarks.stats import median_interval

YARD_ROWS, YARD_STEPS = 64, 20_000
CPU, WALL, NO_CLOCK = "cpu", "wall", "none"


@dataclasses.dataclass(frozen=True)
class Figure:
    """One measured layer: the `median` of all samples in `unit`, `low` to `high` its 95 % bootstrap interval.

    A single-thread figure counts CPU time (`clock` "cpu"), so that other programs disturb it less; `wall` is the
    median by the clock on the wall. `ratio` is the median of `ratios`: each rate / the yardstick's beside it.
    """

    name: str
    unit: str
    median: float
    low: float
    high: float
    wall: float
    ratio: float | None
    clock: str  # CPU, WALL or NO_CLOCK: a size
    counts: str  # what exactly is counted
    limit: str  # what limits this layer
    samples: list[float]
    ratios: list[float]


def figure(
    name: str,
    unit: str,
    samples: Sequence[float],
    *,
    clock: str,
    counts: str,
    limit: str,
    walls: Sequence[float] | None = None,
    ratios: Sequence[float] = (),
) -> Figure:
    """A Figure of samples."""
    ratio = median_interval(ratios)[0] if ratios else None
    wall = median_interval(walls or samples)[0]
    return Figure(
        name, unit, *median_interval(samples), wall, ratio, clock, counts, limit, list(samples), list(ratios)
    )  # fmt: skip


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


def size_of_run(work: Callable[[int], object], seconds: float, clock: str = CPU) -> int:
    """How many rounds of `work` take about `seconds`; the first call has compiled all it needs."""
    work(1)
    rounds = 1
    while True:
        times = timed(lambda n=rounds: work(n))  # type: ignore[misc]
        spent = times.wall if clock == WALL else times.cpu
        if spent > seconds / 4 or rounds > 1 << 24:
            return max(1, round(rounds * seconds / spent))
        rounds *= 4


@dataclasses.dataclass(frozen=True)
class Meter:
    """Takes figures of `runs` samples of about `seconds` each."""

    yard: Yardstick
    runs: int
    seconds: float

    def rate(
        self,
        name: str,
        unit: str,
        per_round: float,
        work: Callable[[int], object],
        *,
        counts: str,
        limit: str,
        clock: str = CPU,
    ) -> Figure:
        """The rate of work that does `per_round` units in each round; by the WALL clock where it uses threads."""
        rounds = size_of_run(work, self.seconds, clock)
        rates, walls, ratios = [], [], []
        for _ in range(self.runs):
            reference = self.yard.run()
            spent = timed(lambda: work(rounds))
            walls.append(per_round * rounds / spent.wall)
            rates.append(walls[-1] if clock == WALL else per_round * rounds / spent.cpu)
            ratios.append(rates[-1] / reference)
        if clock == WALL:
            ratios = []
        return figure(name, unit, rates, clock=clock, counts=counts, limit=limit, walls=walls, ratios=ratios)

    def pairs(
        self, name: str, first: Callable[[], float], second: Callable[[], float], *, counts: str, limit: str
    ) -> Figure:
        """How many times shorter `second` takes than `first`, in wall seconds, measured in turn."""
        first(), second()
        ratios = [first() / second() for _ in range(self.runs)]
        return figure(name, "x", ratios, clock=WALL, counts=counts, limit=limit)


def size(name: str, number: float, *, counts: str, limit: str) -> Figure:
    """A size in bytes: nothing random in it."""
    return figure(name, "bytes", [number], clock=NO_CLOCK, counts=counts, limit=limit)
