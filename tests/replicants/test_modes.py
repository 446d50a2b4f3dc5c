"""The same bytes with JIT on and off, with bounds checks, in every process, batch size, row order and thread count."""

from __future__ import annotations

from pathlib import Path

import pytest

import arkade
from modes import ModesOfNumba, check_rows, check_threads
from replicants.random_cards import random_cards

OUT_OF_BOUNDS = """
import arkade
game = arkade.make("replicants", num_players=2)
states = game.new(1)
game.reset(states, 1)
states["current_player"] = 6  # beyond the last row
try:
    game.rollout(states, 1)
except IndexError:
    print("noticed")
"""


class TestModesOfNumba(ModesOfNumba):
    digests, fuzz, decisions, out_of_bounds = "replicants.digests", 1500, 3_840_000, OUT_OF_BOUNDS


# --- batches, rows, threads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
@pytest.mark.parametrize("cards", [None, 3], ids=["house", "random_cards"])
def test_batch_size_and_row_order_change_nothing(usc: bool, cards: int | None, tmp_path: Path) -> None:
    folder = {} if cards is None else {"cards": random_cards(cards, tmp_path / "cards")}
    game = arkade.make("replicants", num_players=3, usc=usc, **folder)
    check_rows(game, steps=120)


@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
def test_threads_change_nothing(usc: bool) -> None:
    check_threads(arkade.make("replicants", num_players=4, usc=usc), steps=700)
