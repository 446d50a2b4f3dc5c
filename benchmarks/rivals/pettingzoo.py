"""Random play in PettingZoo's classic games: the loop of its documentation, with `raw_env` and with the wrapped `env`."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from functools import partial

import numpy as np

from arkade_benchmarks.rivals.measure import SINGLE, Row, main

GAMES = ("connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6", "go_v5", "chess_v6")


def loop(name: str, door: str) -> Callable[[int], int]:
    """`last`, a choice among the ones of the mask, `step`; turns of players that are done are not counted."""
    env = getattr(importlib.import_module(f"pettingzoo.classic.{name}"), door)()
    env.reset(seed=0)
    pick = random.Random(0).random

    def play(rounds: int) -> int:
        steps = 0
        while steps < rounds:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(pick() * len(legal))])
            steps += 1
        return steps

    return play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name in GAMES:
        env = importlib.import_module(f"pettingzoo.classic.{name}").env()
        env.reset(seed=0)
        seen = env.observe(env.agent_selection)["observation"]
        shown = f"{np.size(seen)} {seen.dtype}"
        for door in ("raw_env", "env"):
            found.append(Row(name.rpartition("_")[0], SINGLE, door, 1, shown, partial(loop, name, door)))
    return found


if __name__ == "__main__":
    main("PettingZoo", ("pettingzoo", "numpy", "rlcard"), {"threads": 1}, rows())
