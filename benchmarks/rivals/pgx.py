"""Random play in Pgx on the CPU: `vmap` of the step with its own `auto_reset`, jitted; a step per call, or a scan of steps."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

from arkade_benchmarks.rivals import jax_loops
from arkade_benchmarks.rivals.measure import Row, main

GENERATOR = "threefry2x32"  # the others of JAX run one after the other under vmap
BATCHES = (1, 64, 1024, 4096, 16_384)
GAMES = {"connect_four": BATCHES, "backgammon": (1024,), "sparrow_mahjong": (1024,), "go_9x9": (1024,)}


def batched(name: str, n: int) -> tuple[Any, jax_loops.Step]:
    """`n` new games, and one step of uniformly random play in all of them."""
    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def play(states: Any, key: jax.Array) -> Any:
        actions = jax_loops.choose(states.legal_action_mask, jax.random.uniform(key, (n,)))
        keys = jnp.stack([jnp.arange(n, dtype=jnp.uint32), jnp.full(n, key[1])], axis=1)  # cheaper than to split
        return step(states, actions, keys)

    return jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), n)), play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name, batches in GAMES.items():
        seen = pgx.make(name).init(jax.random.PRNGKey(0)).observation
        shown = f"{seen.size} {seen.dtype}"
        found += jax_loops.rows(batched, name, batches, shown, "jit(vmap(step))", in_place=True)
    return found


if __name__ == "__main__":
    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_default_prng_impl", GENERATOR)
    settings = {"platform": "cpu", "generator": GENERATOR, "threads": "as JAX chooses: all cores"}
    main("Pgx", ("pgx", "jax", "jaxlib", "numpy"), settings, rows())
