"""What kernels compute, as digests to compare between processes and modes of numba.

python -m tests.biohack.digests            (prints JSON; NUMBA_DISABLE_JIT=1 or NUMBA_BOUNDSCHECK=1 before it)
python -m tests.biohack.digests --fuzz 1000    (long random play of all kinds first)
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
from biohack.lockstep import CHALLENGES, SEATS, SIDES
from biohack.random_cards import random_cards
from random_play import dealt

CARD_SEEDS = range(5)


def options_of(number: int) -> dict[str, Any]:
    """The options of a numbered game: all numbers of players in turn, with changing sides, module and challenges."""
    n = SEATS[number % len(SEATS)]
    round_about = number // len(SEATS)
    return {
        "num_players": n,
        "board_side": SIDES[round_about % len(SIDES)],
        "enclosure": round_about % 2 == 1,
        "challenge": round_about % CHALLENGES if n == 1 else 0,
    }


def games(folder: Path) -> Iterator[tuple[str, arkade.Game]]:
    """All numbers of players, sides and challenges; random card sets."""
    for number in (*range(8), 8, 12, 16):
        yield f"{number}", arkade.make("biohack", **options_of(number))
    for seed in CARD_SEEDS:
        yield (
            f"random_cards({seed})",
            arkade.make("biohack", cards=random_cards(seed, folder / "cards"), **options_of(seed + 4)),
        )


def all_digests() -> dict[str, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        return digests.digests(games(Path(folder)))


def starts() -> Iterator[tuple[arkade.Game, np.ndarray]]:
    """Deals of all numbers of players, sides and challenges, every third with random cards."""
    with tempfile.TemporaryDirectory() as folder:
        for number, house in itertools.product(range(5 * len(SEATS)), (True, True, False)):
            cards = None if house else random_cards(1000 + number, Path(folder) / "cards")
            game = arkade.make("biohack", cards=cards, **options_of(number))
            yield game, dealt(game, 48, number)


if __name__ == "__main__":
    digests.main(all_digests, starts)
