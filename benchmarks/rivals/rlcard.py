"""Random play in RLCard: its environment's own `step`, with the mask made of the legal actions that it names."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import numpy as np
import rlcard

from arkade_benchmarks.rivals.measure import SINGLE, Row, main

GAMES = ("leduc-holdem", "no-limit-holdem", "uno", "gin-rummy", "doudizhu", "mahjong")


def loop(name: str) -> Callable[[int], int]:
    """`step` with a random legal action, and `reset` after each game."""
    env = rlcard.make(name, config={"seed": 0})
    state, _ = env.reset()
    mask = np.zeros(env.num_actions, np.int8)
    choose = random.Random(0).choice

    def play(rounds: int) -> int:
        nonlocal state
        for _ in range(rounds):
            if env.is_over():
                state, _ = env.reset()
            legal = list(state["legal_actions"])
            mask.fill(0)
            mask[legal] = 1
            state, _ = env.step(choose(legal))
        return rounds

    return play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name in GAMES:
        state, _ = rlcard.make(name).reset()
        shown = f"{np.size(state['obs'])} {state['obs'].dtype}"
        found.append(Row(name, SINGLE, "Env.step", 1, shown, partial(loop, name)))
    return found


if __name__ == "__main__":
    main("RLCard", ("rlcard", "numpy"), {"threads": 1}, rows())
