"""What kernels compute, as digests to compare between processes and modes of numba.

python -m tests.hiddenark.digests            (prints JSON; NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 before it)
python -m tests.hiddenark.digests --fuzz 1000    (long random play of all kinds first)
"""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import arkade
import digests
from hiddenark.lockstep import SEATS, VARIANTS
from hiddenark.random_cards import random_cards
from random_play import dealt

CARD_SEEDS = range(5)


def options_of(number: int) -> dict[str, Any]:
    """The options of a numbered game: all modes and numbers of players in turn, with changing variants."""
    mode, n = SEATS[number % len(SEATS)]
    return {"mode": mode, "num_players": n, **{name: number >> i & 1 == 1 for i, name in enumerate(VARIANTS)}}


def games(folder: Path) -> Iterator[tuple[str, arkade.Game]]:
    """All modes and numbers of players; random card sets and maps."""
    for number, (mode, n) in enumerate(SEATS):
        yield f"{mode}-{n}p", arkade.make("hiddenark", board=number % 2, max_rounds=5, **options_of(number))
    for seed in CARD_SEEDS:
        cards = random_cards(seed, folder / "cards")
        yield f"random_cards({seed})", arkade.make("hiddenark", cards=cards, max_rounds=5, **options_of(seed))


def all_digests() -> dict[str, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        return digests.digests(games(Path(folder)))


def starts() -> Iterator[tuple[arkade.Game, np.ndarray]]:
    """Deals of all modes, numbers of players, variants and maps, every third with random cards."""
    with tempfile.TemporaryDirectory() as folder:
        for number, house in itertools.product(range(2 * len(SEATS)), (True, True, False)):
            cards = None if house else random_cards(1000 + number, Path(folder) / "cards")
            game = arkade.make("hiddenark", cards=cards, **options_of(number + 8 * house))
            yield game, dealt(game, 48, number)


if __name__ == "__main__":
    digests.main(all_digests, starts)
