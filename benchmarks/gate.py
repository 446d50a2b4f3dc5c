"""The gate against slower kernels: `python -m arkade_benchmarks.gate` (`make gate`).

No clock is compared with another day's: each kernel runs in short slices, in turn with the yardstick, in one process.
The quickest slice of each is what neither other programs nor interrupts disturbed; their ratio, the cost of a step in
steps of the yardstick, is a property of the code and the processor. The committed ratios are those of one processor
and one numba. A kernel that costs more than TOLERANCE above its own is measured again, longer and in new processes,
before it fails: where code and arrays lie in memory is settled once per process.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

import arkade
import arkade_benchmarks.connect_four  # noqa: F401  registers "connect_four"
from arkade_benchmarks.report import machine
from arkade_benchmarks.timing import YARD_ROWS, Yardstick, timed

RATIOS = Path(__file__).with_name("gate.json")
TOLERANCE = 0.10
SLICES, ATTEMPTS = 40, 8  # slices in an attempt
PROCESSES = 3  # in which a kernel may show that it is quick
ROWS, STEPS, LOOKS, YARD_STEPS = 64, 256, 10, 1000  # of a slice, a millisecond or so: always the same games
GAMES: dict[str, dict[str, Any]] = {
    "connect_four": {},
    "replicants": {"num_players": 4},
    "enclosure": {"num_players": 2},
    "hiddenark": {"num_players": 4},
    "biohack": {"num_players": 4},
}


@dataclasses.dataclass(frozen=True)
class Kernel:
    """What is measured: a name, the work of a slice, and how many steps or observations that is."""

    name: str
    work: Callable[[], object]
    count: int


def kernel(name: str, what: str, planted: float = 0.0) -> Kernel:
    """A game's random play ("play") or its raw observations ("observe"), on new arrays.

    `planted`: by this share more work than is counted.
    """
    game = arkade.make(name, **GAMES[name])
    start = game.new(ROWS)
    game.reset(start, np.arange(ROWS))
    states, later = start.copy(), np.tile(start, 4)
    game.rollout(later, STEPS // 2)
    seen = np.zeros((len(later), game.observation_size), np.uint8)

    def play() -> None:
        states[:] = start
        game.rollout(states, round(STEPS * (1 + planted)))

    def observe() -> None:
        for _ in range(round(LOOKS * (1 + planted))):
            game.observe(later, dtype=np.uint8, out=seen)

    if what == "play":
        return Kernel(f"{name}: play", play, STEPS * ROWS)
    return Kernel(f"{name}: observe", observe, LOOKS * len(later))


def measure(start: Callable[[], Kernel], yard: Yardstick, limit: float = 0.0) -> float:
    """The cost of a step, or of an observation, in steps of the yardstick; measured longer while it is above `limit`.

    Every attempt has arrays of its own beside those of the attempts before: how arrays lie in memory can cost a third.
    """
    best, best_yard, kept = float("inf"), float("inf"), []
    for _ in range(ATTEMPTS):
        kept.append(start())
        work, count = kept[-1].work, kept[-1].count
        work(), yard.run(YARD_STEPS)  # compile
        for _ in range(SLICES):
            best = min(best, timed(work).cpu / count)
            best_yard = min(best_yard, timed(lambda: yard.run(YARD_STEPS)).cpu / (YARD_STEPS * YARD_ROWS))
        if best / best_yard <= limit:
            break
    return best / best_yard


def ratio_here(name: str, what: str, planted: float, limit: float) -> float:
    """The cost of a game's kernel, measured in this process."""
    return measure(partial(kernel, name, what, planted), Yardstick(), limit)


def ratio_elsewhere(name: str, what: str, planted: float, limit: float) -> float:
    """The same in a new process."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        return process.submit(ratio_here, name, what, planted, limit).result()


def conditions() -> str:
    """What ratios depend on besides the code."""
    about = machine()
    return f"{about['processor']}, numba {about['numba']}"


def judge(ratios: Mapping[str, float], reference: Mapping[str, float]) -> list[str]:
    """What is slower than the reference allows, or has none, in words."""
    found = []
    for name, ratio in ratios.items():
        if name not in reference:
            found.append(f"{name}: no reference ratio")
        elif ratio > reference[name] * (1 + TOLERANCE):
            found.append(f"{name}: {ratio / reference[name] - 1:+.0%} against the reference")
    return found


def main() -> int:
    """The command: 0 where nothing is slower, 1 where something is, 2 where there is no reference for this machine."""
    parser = argparse.ArgumentParser(
        prog="python -m arkade_benchmarks.gate", description="Fail where a kernel is slower."
    )
    parser.add_argument("games", nargs="*", help=f"of {', '.join(GAMES)} (all)")
    parser.add_argument("--write", action="store_true", help="write the ratios of this processor as the reference")
    parser.add_argument(
        "--plant", type=float, default=0.0, metavar="SHARE", help="slow down by this share, to see it fail"
    )
    arguments = parser.parse_args()
    if unknown := set(arguments.games) - set(GAMES):
        parser.error(f"no game {', '.join(sorted(unknown))}; games are {', '.join(GAMES)}")
    told: dict[str, dict[str, float]] = json.loads(RATIOS.read_text(encoding="utf-8"))
    reference = told.get(conditions(), {})
    if not reference and not arguments.write:
        print(f"no reference ratios for {conditions()}: run with --write on a commit that is known to be quick")
        return 2
    ratios = dict[str, float]()
    for name in arguments.games or GAMES:
        for what in ("play", "observe"):
            label = f"{name}: {what}"
            limit = 0.0 if arguments.write else reference.get(label, 0) * (1 + TOLERANCE)
            ratio = ratio_here(name, what, arguments.plant, limit)
            for _ in range(PROCESSES - 1):
                if ratio <= limit or not limit:
                    break
                ratio = min(ratio, ratio_elsewhere(name, what, arguments.plant, limit))
            ratios[label] = ratio
            change = f"  {ratio / reference[label] - 1:+.1%}" if label in reference else ""
            print(f"{label:24} {ratio:7.3f} steps of the yardstick{change}", flush=True)
    if arguments.write:
        told[conditions()] = reference | {name: round(ratio, 3) for name, ratio in ratios.items()}
        RATIOS.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
        return 0
    slower = judge(ratios, reference)
    print("\n".join(slower) or f"nothing is more than {TOLERANCE:.0%} slower")
    return int(bool(slower))


if __name__ == "__main__":
    sys.exit(main())
