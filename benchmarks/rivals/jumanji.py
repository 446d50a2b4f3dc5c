"""Random play in Jumanji on the CPU: `VmapAutoResetWrapper`, jitted; a step per call, or a scan of steps. One player each."""

from __future__ import annotations

from typing import Any

import jax
import jumanji
from jumanji.wrappers import VmapAutoResetWrapper

from arkade_benchmarks.rivals import jax_loops
from arkade_benchmarks.rivals.measure import Row, main

GAMES = {"Game2048-v1": (1, 1024), "Minesweeper-v0": (1024,), "Tetris-v0": (1024,)}


def batched(name: str, n: int) -> tuple[Any, jax_loops.Step]:
    """`n` new games, and one step of uniformly random play in all of them."""
    env = VmapAutoResetWrapper(jumanji.make(name))

    def play(now: Any, key: jax.Array) -> Any:
        state, timestep = now
        return env.step(state, jax_loops.choose(timestep.observation.action_mask, jax.random.uniform(key, (n,))))

    return jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), n)), play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name, batches in GAMES.items():
        found += jax_loops.rows(batched, name, batches, "the state's own fields", "jit(step)", in_place=False)
    return found


if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    settings = {"platform": "cpu", "threads": "as JAX chooses: all cores"}
    main("Jumanji", ("jumanji", "jax", "jaxlib", "numpy"), settings, rows())
