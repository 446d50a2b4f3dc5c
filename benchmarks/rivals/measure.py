"""Rows of a suite, measured when asked: what every module of this package shares. Standard library only."""

from __future__ import annotations

import argparse
import dataclasses
import importlib.metadata
import json
import platform
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

SINGLE = "one game per call from Python"
BATCH = "a batch per call from Python"
COMPILED = "the whole loop compiled"


@dataclasses.dataclass
class Row:
    """One way to play a game: `start` sets it up and returns what plays about that many rounds and says its steps."""

    game: str
    kind: str  # SINGLE, BATCH or COMPILED
    mode: str  # what is called
    batch: int
    shown: str  # the observation that each step produces, or "none"
    start: Callable[[], Callable[[int], int]]
    work: Callable[[int], int] | None = None
    rounds: int = 1

    def about(self) -> dict[str, Any]:
        """What the row is, for JSON."""
        return dict(game=self.game, kind=self.kind, mode=self.mode, batch=self.batch, shown=self.shown)

    def sample(self, seconds: float) -> dict[str, float]:
        """Steps per second by the clock and per CPU second of all threads; the first call sets up and compiles."""
        if self.work is None:
            self.work = self.start()
            self.work(1)
            spent = 0.0
            while spent < seconds / 8 and self.rounds < 1 << 30:
                self.rounds *= 2
                before = time.perf_counter()
                self.work(self.rounds)
                spent = time.perf_counter() - before
            self.rounds = max(1, round(self.rounds * seconds / spent))
        wall, cpu = time.perf_counter(), time.process_time()
        steps = self.work(self.rounds)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        return dict(rate=steps / wall, cpu_rate=steps / max(cpu, 1e-9))


def main(suite: str, packages: Sequence[str], settings: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """Print one JSON of all rows; with `--serve` first what there is, then a sample for each request on the input."""
    parser = argparse.ArgumentParser(description=f"Random play in {suite}.")
    parser.add_argument("--serve", action="store_true", help='answer lines such as {"row": 0, "seconds": 0.5}')
    parser.add_argument("--samples", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a sample")
    arguments = parser.parse_args()
    versions = {name: importlib.metadata.version(name) for name in packages} | {"python": platform.python_version()}
    shown = [row.about() for row in rows]
    about = dict(suite=suite, versions=versions, settings=dict(settings), rows=shown)
    if not arguments.serve:
        for row, one in zip(rows, shown, strict=True):
            one["samples"] = [row.sample(arguments.seconds) for _ in range(arguments.samples)]
        print(json.dumps(about, indent=1))
        return
    answers, sys.stdout = sys.stdout, sys.stderr  # what a suite prints is no answer
    print(json.dumps(about), file=answers, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer: dict[str, Any] = rows[request["row"]].sample(request["seconds"])
        except Exception as error:  # the run goes on with the other rows, and its report says what failed
            answer = dict(error=f"{type(error).__name__}: {error}")
        print(json.dumps(answer), file=answers, flush=True)
