"""What kernels compute, as digests to compare between processes and modes of numba."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

import arkade
from arkade.jit import JIT

ROWS, STEPS = 3, 40


class Digests:
    """A sha256 per verb."""

    def __init__(self) -> None:
        self.shas: dict[str, Any] = {}

    def add(self, verb: str, array: np.ndarray) -> None:
        self.shas.setdefault(verb, hashlib.sha256()).update(np.ascontiguousarray(array).tobytes())

    def hex(self) -> dict[str, str]:
        return {verb: sha.hexdigest()[:16] for verb, sha in self.shas.items()}


def digest_game(game: arkade.Game, seed: int, steps: int = STEPS) -> dict[str, str]:
    """Random play, step by step, with everything that is asked on the way."""
    digests, states = Digests(), game.new(ROWS)
    game.reset(states, arkade.deal_seeds(seed, np.zeros(ROWS, np.int64)))
    for step in range(steps):
        digests.add("rollout", states)
        digests.add("legal", game.legal(states))
        player = step % game.num_players
        for dtype in (np.uint8, np.float32):
            digests.add(f"observe {dtype.__name__}", game.observe(states, np.full(ROWS, player), dtype))
        worlds = states.copy()
        game.determinize(worlds, np.full(ROWS, player), step)
        digests.add("determinize", worlds)
        game.rollout(states, 1, seed=step)
    game.rollout(states, steps, seed=steps)
    digests.add("rollout", states)
    return digests.hex()


def digests(games: Iterable[tuple[str, arkade.Game]]) -> dict[str, dict[str, str]]:
    """The digests of named games."""
    return {name: digest_game(game, seed) for seed, (name, game) in enumerate(games)}


def play_looking(game: arkade.Game, states: np.ndarray, steps: int) -> int:
    """Play on at random, looking at everything ten times on the way; decisions made."""
    for part in range(10):
        game.rollout(states, steps // 10, seed=part)
        for player in range(game.num_players):
            worlds, players = states.copy(), np.full(len(states), player)
            game.determinize(worlds, players, part)
            game.observe(worlds, players, np.uint8)
            game.evaluate(worlds, players)
    return steps * len(states)


def main(
    all_digests: Callable[[], dict[str, dict[str, str]]],
    starts: Callable[[], Iterator[tuple[arkade.Game, np.ndarray]]],
) -> None:
    """The command line of a game's digests: `starts` are games and positions to play on from at random."""
    parser = argparse.ArgumentParser(description="digests of what the kernels compute")
    parser.add_argument("--fuzz", type=int, default=0, help="steps of random play in each row of many games first")
    steps = parser.parse_args().fuzz
    decisions = sum(play_looking(game, states, steps) for game, states in starts()) if steps else 0
    print(json.dumps({"jit": JIT, "decisions": decisions, "digests": all_digests()}))
