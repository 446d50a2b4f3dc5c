"""Random play in EnvPool: its vectorised board games, by its synchronous calls and by the asynchronous ones that it advises.

Every player's observation is produced at every step. Choices are made by a compiled loop, so that they cost EnvPool
next to nothing. The step after an end only deals anew: it is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import envpool
import numba
import numpy as np

from arkade_benchmarks.rivals.measure import BATCH, SINGLE, Row, main

BATCHES = (1, 64, 1024, 4096)
GAMES = {"ConnectFour-v1": "connect_four", "Backgammon-v1": "backgammon", "SparrowMahjong-v1": "sparrow_mahjong"}


@numba.njit
def choose(masks: Any, seed: int, actions: Any) -> None:
    """A uniformly random legal action of each mask; 0 where nothing is legal."""
    for e in range(len(masks)):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        left = (seed >> 8) * masks[e].sum() >> 23
        actions[e] = 0
        for a in range(masks.shape[1]):
            if masks[e, a]:
                if left == 0:
                    actions[e] = a
                    break
                left -= 1


def synchronous(name: str, n: int, num_threads: int) -> Callable[[int], int]:
    """`step` of all games."""
    env = envpool.make(name, env_type="gymnasium", num_envs=n, num_threads=num_threads)
    _, info = env.reset()
    actions = np.zeros(n, np.int32)

    def play(rounds: int) -> int:
        nonlocal info
        ended = 0
        for i in range(rounds):
            choose(info["legal_action_mask"], i, actions)
            _, _, terminated, truncated, info = env.step(actions)
            ended += int((terminated | truncated).sum())
        return n * rounds - ended

    return play


def asynchronous(name: str, n: int, num_threads: int) -> Callable[[int], int]:
    """`send` and `recv` of batches of half the games."""
    env = envpool.make(name, env_type="gymnasium", num_envs=2 * n, batch_size=n, num_threads=num_threads)
    env.async_reset()
    actions, waiting = np.zeros(n, np.int32), [env.recv() for _ in range(2)]

    def send(shown: Any, seed: int) -> None:
        choose(shown[4]["legal_action_mask"], seed, actions)
        env.send(actions, shown[4]["env_id"])

    def play(rounds: int) -> int:
        """`rounds` batches, from none under way to none under way: nothing is computed between two samples."""
        ended = 0
        for i, shown in enumerate(waiting[:rounds]):
            send(shown, i)
        del waiting[:rounds]
        for i in range(rounds):
            shown = env.recv()
            ended += int((shown[2] | shown[3]).sum())
            if i < rounds - 2:
                send(shown, i)
            else:
                waiting.append(shown)
        return n * rounds - ended

    return play


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name, game in GAMES.items():
        space = envpool.make(name, env_type="gymnasium", num_envs=1).observation_space
        shown = f"{int(np.prod(space.shape))} {space.dtype} a player"
        for n in BATCHES if game == "connect_four" else BATCHES[2:3]:
            kind = SINGLE if n == 1 else BATCH
            found.append(Row(game, kind, "step, 1 thread", n, shown, partial(synchronous, name, n, 1)))
            if n > 1:
                found.append(Row(game, kind, "step, 2 threads", n, shown, partial(synchronous, name, n, 2)))
                found.append(Row(game, kind, "send and recv, 2 threads", n, shown, partial(asynchronous, name, n, 2)))
    return found


if __name__ == "__main__":
    main("EnvPool", ("envpool", "numpy", "numba", "gymnasium"), {"env_type": "gymnasium"}, rows())
