"""Where the time of a step goes: `python -m arkade_benchmarks.profile`, also a part of `make bench`.

Random play in passes: each part of a step is done in all games before the next part begins, so that each can be timed,
less a pass that does nothing. Few games stay in the nearest caches; of many, every pass brings all from memory again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from arkade import loops
from arkade.conformance import random_action_rows
from arkade.game import Game
from arkade_benchmarks.kernels import pass_deal, pass_nothing, pass_step
from arkade_benchmarks.layers import dealt
from arkade_benchmarks.report import SHOWN, machine
from arkade_benchmarks.stats import median_interval

FEW, MANY = 256, 65_536  # games
ROUNDS = {FEW: 400, MANY: 12}
WARM_UP = 40  # steps before the first that is timed, away from the deal
PARTS = {
    "mask": "the legal actions, written as int8",
    "choice": "a uniformly random action, drawn from the mask",
    "draw": "the same action without a mask, as random play in the kernel draws it",
    "observation": "the raw observation of whoever is to move",
    "step": "the transition",
    "deal": "a new game where one ended, shared out over all games",
}
BANDWIDTH_BYTES = 1 << 28


def passes(game: Game, states: np.ndarray, rounds: int) -> dict[str, list[float]]:
    """Nanoseconds per game of every part, and of a pass that does nothing: a sample per round but the first, which compiles."""
    n, tables, seed = len(states), game.tables, np.uint64(0)
    masks, scratch = np.zeros((n, game.num_actions), np.int8), np.zeros(game.num_actions, np.int8)
    raw, scale = np.zeros(game.observation_size, np.uint8), np.zeros(game.observation_size, np.float32)
    seen = np.zeros((n, game.observation_size), np.uint8)
    actions, players = np.zeros((2, n), np.int64)
    spent: dict[str, list[float]] = {name: [] for name in ("nothing", *PARTS)}

    def timed(name: str, work: Callable[..., Any], *args: Any) -> None:
        start = time.thread_time_ns()
        work(*args)
        spent[name].append((time.thread_time_ns() - start) / n)

    for i in range(1 + rounds):
        timed("nothing", pass_nothing, states, tables, players)
        timed("draw", random_action_rows, states, tables, scratch, seed, i, actions)
        timed("mask", loops.legal_rows, states, tables, masks)
        timed("choice", loops.sample_rows, masks, seed, i, actions)
        timed("observation", loops.observe_rows, states, tables, players, raw, scale, seen)
        timed("step", pass_step, states, tables, actions)
        timed("deal", pass_deal, states, tables, game.blank, np.uint64(i))
    return {name: samples[1:] for name, samples in spent.items()}


def profile(name: str, **options: Any) -> dict[str, Any]:
    """What every part of a step costs in few and in many games: median and 95 % interval, in ns per game."""
    game = arkade.make(name, **options)
    parts: dict[str, Any] = {part: {} for part in PARTS}
    for n, rounds in ROUNDS.items():
        states = dealt(game, n)
        game.rollout(states, WARM_UP)
        spent = passes(game, states, rounds)
        nothing = median_interval(spent["nothing"])[0]
        for part in PARTS:
            samples = [sample - nothing for sample in spent[part]]
            parts[part][str(n)] = [round(value, 2) for value in median_interval(samples)]
    return dict(
        game=game.name, options=dict(game.options), parts=parts, observation_bytes=game.observation_size,
        state_bytes=game.state_dtype.itemsize, actions=game.num_actions,
    )  # fmt: skip


def bandwidth() -> float:
    """Bytes per ns, that is GB/s, that one core writes to memory: a large array set to one number."""
    memory = np.zeros(BANDWIDTH_BYTES, np.uint8)
    seconds = []
    for i in range(7):
        start = time.thread_time_ns()
        memory.fill(i)
        seconds.append(time.thread_time_ns() - start)
    return BANDWIDTH_BYTES / min(seconds)


def table(found: dict[str, Any]) -> str:
    """A row per game and part, as Markdown."""
    lines = [
        f"`python -m arkade_benchmarks.profile` on {found['machine']['processor']}: random play in which every part is a pass\n"
        f"of its own over all games, in CPU time; medians of {ROUNDS[FEW]} passes and 95 % intervals. {FEW} games stay in the\n"
        f"nearest caches, {MANY:,} come from memory in every pass. One core writes {found['write_gb_s']:.1f} GB/s to memory.\n",
        "| game | part | ns, 256 games | share of mask to deal | ns, 65,536 games | memory traffic, ns |",
        "|---|---|---|---|---|---|",
    ]
    for one in found["games"]:
        whole = sum(one["parts"][part][str(FEW)][0] for part in PARTS if part != "draw")
        title = f"{one['game']}, {one['options']['num_players']} players"
        for part in PARTS:
            (few, low, high), many = one["parts"][part][str(FEW)], one["parts"][part][str(MANY)][0]
            share = "" if part == "draw" else f"{few / whole:.0%}"
            lines.append(
                f"| {title} | {part} | {few:.1f} ({low:.1f}–{high:.1f}) | {share} | {many:.1f} | {many - few:.1f} |"
            )
            title = ""
        rate = one["observation_bytes"] / one["parts"]["observation"][str(MANY)][0]
        lines.append(
            f"| | observations, {one['observation_bytes']:,} bytes each | | | {rate:.1f} GB/s | "
            f"{rate / found['write_gb_s']:.0%} of what can be written |"
        )
    lines.append("\n" + "\n".join(f"- {part}: {words}" for part, words in PARTS.items()))
    return "\n".join(lines)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m arkade_benchmarks.profile", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME:PLAYERS", help="such as replicants:4 (all that README shows)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    arguments = parser.parse_args()
    wanted = [pair.split(":") for pair in arguments.games] or [[name, str(n)] for name, n in SHOWN.items()]
    found: dict[str, Any] = dict(machine=machine(), write_gb_s=bandwidth(), games=[])
    for name, players in wanted:
        found["games"].append(profile(name, num_players=int(players)))
    print(table(found))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
