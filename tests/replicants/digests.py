"""What kernels compute, as digests to compare between processes and modes of numba.

python -m tests.replicants.digests            (prints JSON; NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 before it)
python -m tests.replicants.digests --fuzz 1000    (long random play of all kinds first)
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from arkade.jit import JIT
from replicants.random_cards import random_cards

ROWS, STEPS = 3, 40
HOUSE = [dict(num_players=n, usc=usc) for n in (2, 4) for usc in (False, True)]
CARD_SEEDS = range(10)


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


def games(folder: Path) -> Iterator[tuple[str, arkade.Game]]:
    """Two and four players, core and usc, with the house set; random card sets with all numbers of players."""
    for options in HOUSE:
        yield f"{options['num_players']}p-{'usc' if options['usc'] else 'core'}", arkade.make("replicants", **options)
    for seed in CARD_SEEDS:
        cards = random_cards(seed, folder / "cards")
        options = dict(num_players=2 + seed % 5, usc=seed % 2 == 0, max_rounds=12)
        yield f"random_cards({seed})", arkade.make("replicants", cards=cards, **options)


def all_digests() -> dict[str, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        return {name: digest_game(game, seed) for seed, (name, game) in enumerate(games(Path(folder)))}


def fuzz(steps: int) -> int:
    """Random play with all numbers of players, options and many card sets, looking at everything; decisions made."""
    rows, decisions = 64, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(40):
            options: dict[str, Any] = dict(num_players=2 + seed % 5, usc=seed // 5 % 2 == 1)
            if seed >= 10:
                options |= dict(cards=random_cards(1000 + seed, Path(folder) / "cards"), max_rounds=25)
            game = arkade.make("replicants", **options)
            states = game.new(rows)
            game.reset(states, arkade.deal_seeds(seed, np.zeros(rows, np.int64)))
            for part in range(10):
                game.rollout(states, steps // 10, seed=part)
                for player in range(game.num_players):
                    worlds = states.copy()
                    game.determinize(worlds, np.full(rows, player), part)
                    game.observe(worlds, np.full(rows, player), np.uint8)
            decisions += rows * steps
    return decisions


def main() -> None:
    parser = argparse.ArgumentParser(description="digests of what the kernels compute")
    parser.add_argument("--fuzz", type=int, default=0, help="steps of random play in each of 40 x 64 games first")
    decisions = fuzz(given.fuzz) if (given := parser.parse_args()).fuzz else 0
    print(json.dumps({"jit": JIT, "decisions": decisions, "digests": all_digests()}))


if __name__ == "__main__":
    main()
