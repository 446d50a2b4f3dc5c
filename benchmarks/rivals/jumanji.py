"""Random play in Jumanji on the CPU: `VmapAutoResetWrapper`, jitted; a step per call, or a scan of steps. One player each."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import jumanji
from jumanji.wrappers import VmapAutoResetWrapper

from arkade_benchmarks.rivals.measure import BATCH, COMPILED, SINGLE, Row, main

STEPS = 32  # in a scan
GAMES = {"Game2048-v1": (1, 1024), "Minesweeper-v0": (1024,), "Tetris-v0": (1024,)}


def choose(mask: jax.Array, uniform: jax.Array) -> jax.Array:
    """A uniformly random legal action of each mask: one random number and running sums; a row of numbers if it has axes."""
    sums = jnp.cumsum(mask.reshape(len(mask), -1), axis=1)
    flat = jnp.argmax(sums > jnp.floor(uniform * sums[:, -1])[:, None], axis=1)
    return flat if mask.ndim == 2 else jnp.stack(jnp.unravel_index(flat, mask.shape[1:]), axis=1)


def batched(name: str, n: int) -> tuple[Any, Callable[[Any, jax.Array], Any]]:
    """`n` new games, and one step of uniformly random play in all of them."""
    env = VmapAutoResetWrapper(jumanji.make(name))

    def play(now: Any, key: jax.Array) -> Any:
        state, timestep = now
        return env.step(state, choose(timestep.observation.action_mask, jax.random.uniform(key, (n,))))

    return jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), n)), play


def calls(name: str, n: int) -> Callable[[int], int]:
    """One step of all games in each call."""
    now, step_all = batched(name, n)
    key = jax.random.PRNGKey(1)

    @jax.jit
    def step(now: Any, key: jax.Array) -> Any:
        key, choice = jax.random.split(key)
        return step_all(now, choice), key

    def play(rounds: int) -> int:
        nonlocal now, key
        for _ in range(rounds):
            now, key = step(now, key)
        jax.block_until_ready(now)
        return n * rounds

    return play


def scan(name: str, n: int) -> Callable[[int], int]:
    """`STEPS` steps of all games in each call."""
    now, step = batched(name, n)

    @jax.jit
    def steps(now: Any, key: jax.Array) -> Any:
        return jax.lax.scan(lambda last, one: (step(last, one), None), now, jax.random.split(key, STEPS))[0]

    played = 0

    def play(rounds: int) -> int:
        nonlocal now, played
        for _ in range(rounds):
            played += 1
            now = steps(now, jax.random.PRNGKey(played))
        jax.block_until_ready(now)
        return n * STEPS * rounds

    return play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name, batches in GAMES.items():
        shown = "the state's own fields"
        for n in batches:
            kind = SINGLE if n == 1 else BATCH
            found.append(Row(name, kind, "jit(step), a step per call", n, shown, partial(calls, name, n)))
            if n > 1:
                found.append(Row(name, COMPILED, f"scan of {STEPS} steps", n, shown, partial(scan, name, n)))
    return found


if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    settings = {"platform": "cpu", "threads": "as JAX chooses: all cores"}
    main("Jumanji", ("jumanji", "jax", "jaxlib", "numpy"), settings, rows())
