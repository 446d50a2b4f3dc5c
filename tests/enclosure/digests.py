"""What kernels compute, as digests to compare between processes and modes of numba.

python -m tests.enclosure.digests            (prints JSON; NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 before it)
python -m tests.enclosure.digests --fuzz 1000    (long random play of all kinds first)
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import arkade
import digests
from enclosure.random_cards import random_cards
from enclosure.starts import late_position

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
        return digests.digests(games(Path(folder)))


def starts() -> Iterator[tuple[arkade.Game, np.ndarray]]:
    """Positions near the end with all numbers of players, options and card sets."""
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(24):
            options: dict[str, Any] = dict(num_players=2 + seed % 3, max_rounds=40, compact_actions=seed % 4 == 0)
            if seed >= 9:
                options |= dict(cards=random_cards(1000 + seed, Path(folder) / "cards"))
            game, choices = arkade.make("enclosure", **options), random.Random(seed)
            late = [late_position(choices, game.cards, game.num_players, 40) for _ in range(64)]
            yield game, np.concatenate([game.from_dict(position) for position in late])


if __name__ == "__main__":
    digests.main(all_digests, starts)
