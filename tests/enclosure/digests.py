"""What kernels compute, as digests to compare between processes and modes of numba.

python -m tests.enclosure.digests            (prints JSON; NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 before it)
python -m tests.enclosure.digests --fuzz 1000    (long random play of all kinds first)
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from arkade.jit import JIT
from enclosure.random_cards import random_cards
from enclosure.starts import late_position
from replicants.digests import digest_game

CARD_SEEDS = range(6)


def games(folder: Path) -> Iterator[tuple[str, arkade.Game]]:
    """All numbers of players, both numberings of the actions; random card sets."""
    for n in (2, 3, 4):
        yield f"{n}p", arkade.make("enclosure", num_players=n, max_rounds=6)
        yield f"{n}p-compact", arkade.make("enclosure", num_players=n, max_rounds=5, compact_actions=True)
    for seed in CARD_SEEDS:
        options = dict(num_players=2 + seed % 3, max_rounds=7, compact_actions=seed % 2 == 0)
        cards = random_cards(seed, folder / "cards")
        yield f"random_cards({seed})", arkade.make("enclosure", cards=cards, **options)


def all_digests() -> dict[str, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        return {name: digest_game(game, seed) for seed, (name, game) in enumerate(games(Path(folder)))}


def fuzz(steps: int) -> int:
    """Random play of all kinds, from positions near the end too, looking at everything; decisions made."""
    rows, decisions = 64, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(24):
            options: dict[str, Any] = dict(num_players=2 + seed % 3, max_rounds=40, compact_actions=seed % 4 == 0)
            if seed >= 9:
                options |= dict(cards=random_cards(1000 + seed, Path(folder) / "cards"))
            game, choices = arkade.make("enclosure", **options), random.Random(seed)
            late = [late_position(choices, game.cards, game.num_players, 40) for _ in range(rows)]
            states = np.concatenate([game.from_dict(position) for position in late])
            for part in range(10):
                game.rollout(states, steps // 10, seed=part)
                for player in range(game.num_players):
                    worlds = states.copy()
                    game.determinize(worlds, np.full(rows, player), part)
                    game.observe(worlds, np.full(rows, player), np.uint8)
                    game.evaluate(worlds, np.full(rows, player))
            decisions += rows * steps
    return decisions


def main() -> None:
    parser = argparse.ArgumentParser(description="digests of what the kernels compute")
    parser.add_argument("--fuzz", type=int, default=0, help="steps of random play in each of 24 x 64 games first")
    decisions = fuzz(given.fuzz) if (given := parser.parse_args()).fuzz else 0
    print(json.dumps({"jit": JIT, "decisions": decisions, "digests": all_digests()}))


if __name__ == "__main__":
    main()
