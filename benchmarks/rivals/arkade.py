"""Random play in arkade: the Connect Four of this folder's neighbour, and the four games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import arkade
import arkade_benchmarks.connect_four  # noqa: F401  registers "connect_four"
from arkade.envs import aec
from arkade_benchmarks.kernels import play_observed
from arkade_benchmarks.rivals.measure import BATCH, COMPILED, SINGLE, Row, main

GAMES = {
    "connect_four": 2,
    "replicants": 4,
    "enclosure": 2,
    "hiddenark": 4,
    "biohack": 4,
}
ROWS, STEPS = 256, 20
BATCHES = (1, 64, 1024, 4096, 65_536)


def make(name: str) -> arkade.Game:
    """A game at the number of players that is measured."""
    return arkade.make(name, num_players=GAMES[name])


def kernel(name: str, observing: bool) -> Callable[[int], int]:
    """Random play inside a compiled loop, with a raw observation before each step or without."""
    game, played = make(name), 0
    states = game.new(ROWS)
    game.reset(states, np.arange(ROWS))
    buffers = np.zeros(game.num_actions, np.int8), np.zeros(game.observation_size, np.uint8), np.zeros(ROWS, np.int64)

    def play(rounds: int) -> int:
        nonlocal played
        played += 1
        steps = STEPS * rounds
        if observing:
            play_observed(states, game.tables, game.blank, steps, np.uint64(played), *buffers)
        else:
            game.rollout(states, steps, seed=played)
        return ROWS * steps

    return play


def batch(name: str, n: int, observations: str | None, num_threads: int) -> Callable[[int], int]:
    """`BatchEnv`: a call that chooses and a call that steps."""
    env = arkade.BatchEnv(make(name), n, observations=observations, num_threads=num_threads)
    env.reset()

    def play(rounds: int) -> int:
        for _ in range(rounds):
            env.step(env.sample())
        return n * rounds

    return play


def agents(name: str, checked: bool) -> Callable[[int], int]:
    """PettingZoo's loop: `last`, a choice, `step`."""
    env: Any = (aec.env if checked else aec.raw_env)(make(name))
    env.reset(seed=0)
    choices = np.random.default_rng(0).integers(0, 1 << 30, 1024).tolist()

    def play(rounds: int) -> int:
        steps = 0
        while steps < rounds:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[choices[steps & 1023] % len(legal)])
            steps += 1
        return steps

    return play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name in GAMES:
        raw = f"{make(name).observation_size} uint8"
        scaled = f"{make(name).observation_size} float32"
        all_batches = BATCHES if name == "connect_four" else (4096,)
        found += [
            Row(name, COMPILED, "kernel, no observation", ROWS, "none", partial(kernel, name, False)),
            Row(name, COMPILED, "kernel", ROWS, raw, partial(kernel, name, True)),
            Row(name, SINGLE, "PettingZoo raw_env", 1, scaled, partial(agents, name, False)),
            Row(name, SINGLE, "PettingZoo env", 1, scaled, partial(agents, name, True)),
        ]
        for n in all_batches:
            kind = SINGLE if n == 1 else BATCH
            found.append(Row(name, kind, "BatchEnv", n, raw, partial(batch, name, n, "uint8", 1)))
        found.append(Row(name, BATCH, "BatchEnv", 4096, scaled, partial(batch, name, 4096, "float32", 1)))
        for n in all_batches[-2:]:
            found.append(Row(name, BATCH, "BatchEnv, 2 threads", n, raw, partial(batch, name, n, "uint8", 2)))
    return found


if __name__ == "__main__":
    main(
        "arkade",
        ("arkade", "numpy", "numba", "pettingzoo"),
        {"players": ", ".join(f"{count} in {name}" for name, count in GAMES.items())},
        rows(),
    )
