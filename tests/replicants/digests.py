"""What kernels compute, as digests to compare between processes and modes of numba.

python -m tests.replicants.digests            (prints JSON; NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 before it)
python -m tests.replicants.digests --fuzz 1000    (long random play of all kinds first)
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import arkade
import digests
from random_play import dealt
from replicants.random_cards import random_cards

HOUSE = [dict(num_players=n, usc=usc) for n in (2, 4) for usc in (False, True)]
CARD_SEEDS = range(10)


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
        return digests.digests(games(Path(folder)))


def starts() -> Iterator[tuple[arkade.Game, np.ndarray]]:
    """Deals with all numbers of players, options and many card sets."""
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(40):
            options: dict[str, Any] = dict(num_players=2 + seed % 5, usc=seed // 5 % 2 == 1)
            if seed >= 10:
                options |= dict(cards=random_cards(1000 + seed, Path(folder) / "cards"), max_rounds=25)
            game = arkade.make("replicants", **options)
            yield game, dealt(game, 64, seed)


if __name__ == "__main__":
    digests.main(all_digests, starts)
