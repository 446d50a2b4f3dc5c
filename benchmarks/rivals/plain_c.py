"""Random play of Connect Four in plain C: the limit. The same states, choices, masks and observations as arkade's."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

import arkade
from arkade_benchmarks.connect_four import native
from arkade_benchmarks.rivals.measure import BATCH, COMPILED, SINGLE, Row, main

ROWS, STEPS = 256, 20


def kernel(observing: bool) -> Callable[[int], int]:
    """Random play row after row, with an observation before each step or without."""
    game, played = arkade.make("connect_four"), 0
    states = game.new(ROWS)
    game.reset(states, np.arange(ROWS))

    def play(rounds: int) -> int:
        nonlocal played
        played += 1
        native.play(states, STEPS * rounds, seed=played, observing=observing)
        return ROWS * STEPS * rounds

    return play


def batch(n: int) -> Callable[[int], int]:
    """A call that chooses and a call that steps, on the arrays of a BatchEnv."""
    env = native.CBatch(n)

    def play(rounds: int) -> int:
        for _ in range(rounds):
            env.step()
        return n * rounds

    return play


def rows() -> list[Row]:
    """All rows."""
    return [
        Row("connect_four", COMPILED, "row after row, no observation", ROWS, "none", partial(kernel, False)),
        Row("connect_four", COMPILED, "row after row", ROWS, "84 uint8", partial(kernel, True)),
        *(
            Row(
                "connect_four",
                BATCH if n > 1 else SINGLE,
                "two calls, through ctypes",
                n,
                "84 uint8",
                partial(batch, n),
            )
            for n in (1, 64, 1024, 4096, 65_536)
        ),
    ]


if __name__ == "__main__":
    main("plain C", ("numpy",), {"compiler": native.compiler(), "threads": 1}, rows())
