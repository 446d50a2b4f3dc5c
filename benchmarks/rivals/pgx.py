"""Random play in Pgx on the CPU: `vmap` of the step with its own `auto_reset`, jitted; a step per call, or a scan of steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

from arkade_benchmarks.rivals.measure import BATCH, COMPILED, SINGLE, Row, main

GENERATOR = "threefry2x32"  # the others of JAX run one after the other under vmap
STEPS = 32  # in a scan
BATCHES = (1, 64, 1024, 4096, 16_384)
GAMES = {"connect_four": BATCHES, "backgammon": (1024,), "sparrow_mahjong": (1024,), "go_9x9": (1024,)}


def choose(mask: jax.Array, uniform: jax.Array) -> jax.Array:
    """A uniformly random legal action of each mask: one random number and running sums."""
    sums = jnp.cumsum(mask, axis=1)
    return jnp.argmax(sums > jnp.floor(uniform * sums[:, -1])[:, None], axis=1)


def batched(name: str, n: int) -> tuple[Any, Callable[[Any, jax.Array], Any]]:
    """`n` new games, and one step of uniformly random play in all of them."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(states: Any, key: jax.Array) -> Any:
        actions = choose(states.legal_action_mask, jax.random.uniform(key, (n,)))
        keys = jnp.stack([jnp.arange(n, dtype=jnp.uint32), jnp.full(n, key[1])], axis=1)  # cheaper than to split
        return step(states, actions, keys)

    return jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n)), play


def calls(name: str, n: int) -> Callable[[int], int]:
    """One step of all games in each call."""
    states, step_all = batched(name, n)
    key = jax.random.PRNGKey(1)

    @partial(jax.jit, donate_argnums=(0, 1))
    def step(states: Any, key: jax.Array) -> Any:
        key, choice = jax.random.split(key)
        return step_all(states, choice), key

    def play(rounds: int) -> int:
        nonlocal states, key
        for _ in range(rounds):
            states, key = step(states, key)
        jax.block_until_ready(states)
        return n * rounds

    return play


def scan(name: str, n: int) -> Callable[[int], int]:
    """`STEPS` steps of all games in each call."""
    states, step = batched(name, n)

    @partial(jax.jit, donate_argnums=0)
    def steps(states: Any, key: jax.Array) -> Any:
        return jax.lax.scan(lambda now, one: (step(now, one), None), states, jax.random.split(key, STEPS))[0]

    played = 0

    def play(rounds: int) -> int:
        nonlocal states, played
        for _ in range(rounds):
            played += 1
            states = steps(states, jax.random.PRNGKey(played))
        jax.block_until_ready(states)
        return n * STEPS * rounds

    return play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name, batches in GAMES.items():
        env = pgx.make(name)
        states = env.init(jax.random.PRNGKey(0))
        shown = f"{states.observation.size} {states.observation.dtype}"
        for n in batches:
            kind = SINGLE if n == 1 else BATCH
            found.append(Row(name, kind, "jit(vmap(step)), a step per call", n, shown, partial(calls, name, n)))
            if n > 1:
                found.append(Row(name, COMPILED, f"scan of {STEPS} steps", n, shown, partial(scan, name, n)))
    return found


if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_default_prng_impl", GENERATOR)
    settings = {"platform": "cpu", "generator": GENERATOR, "threads": "as JAX chooses: all cores"}
    main("Pgx", ("pgx", "jax", "jaxlib", "numpy"), settings, rows())
