"""Random play with JAX: a step of all games in each call, or a scan of steps, both compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from arkade_benchmarks.rivals.measure import BATCH, COMPILED, SINGLE, Row

STEPS = 32  # in a scan

Step = Callable[[Any, jax.Array], Any]  # games and a random key -> the games after a step of random play
Batched = Callable[[str, int], tuple[Any, Step]]  # a game's name and how many -> new games, and their step


def choose(mask: jax.Array, uniform: jax.Array) -> jax.Array:
    """A uniformly random legal action of each mask: one random number and running sums; a row of numbers if it has axes."""
    sums = jnp.cumsum(mask.reshape(len(mask), -1), axis=1)
    flat = jnp.argmax(sums > jnp.floor(uniform * sums[:, -1])[:, None], axis=1)
    return flat if mask.ndim == 2 else jnp.stack(jnp.unravel_index(flat, mask.shape[1:]), axis=1)


def calls(batched: Batched, name: str, n: int, in_place: bool) -> Callable[[int], int]:
    """One step of all games in each call; `in_place` lets it write over the games before."""
    games, step_all = batched(name, n)
    key = jax.random.PRNGKey(1)

    @partial(jax.jit, donate_argnums=(0, 1) if in_place else ())
    def step(games: Any, key: jax.Array) -> Any:
        key, choice = jax.random.split(key)
        return step_all(games, choice), key

    def play(rounds: int) -> int:
        nonlocal games, key
        for _ in range(rounds):
            games, key = step(games, key)
        jax.block_until_ready(games)
        return n * rounds

    return play


def scan(batched: Batched, name: str, n: int, in_place: bool) -> Callable[[int], int]:
    """`STEPS` steps of all games in each call."""
    games, step = batched(name, n)

    @partial(jax.jit, donate_argnums=0 if in_place else ())
    def steps(games: Any, key: jax.Array) -> Any:
        return jax.lax.scan(lambda now, one: (step(now, one), None), games, jax.random.split(key, STEPS))[0]

    played = 0

    def play(rounds: int) -> int:
        nonlocal games, played
        for _ in range(rounds):
            played += 1
            games = steps(games, jax.random.PRNGKey(played))
        jax.block_until_ready(games)
        return n * STEPS * rounds

    return play


def rows(batched: Batched, name: str, batches: tuple[int, ...], shown: str, what: str, in_place: bool) -> list[Row]:
    """A row of calls for every batch size, and one of scans for those of more than one game; `what` is a step."""
    found = []
    for n in batches:
        work = partial(calls, batched, name, n, in_place)
        found.append(Row(name, SINGLE if n == 1 else BATCH, f"{what}, a step per call", n, shown, work))
        if n > 1:
            work = partial(scan, batched, name, n, in_place)
            found.append(Row(name, COMPILED, f"scan of {STEPS} steps", n, shown, work))
    return found
