"""The same bytes with JIT on and off, with bounds checks, in every process, batch size, row order and thread count."""

from __future__ import annotations

from pathlib import Path

import pytest

import arkade
from hiddenark.random_cards import random_cards
from modes import ModesOfNumba, check_rows, check_threads

OUT_OF_BOUNDS = """
import arkade
game = arkade.make("hiddenark")
states = game.new(1)
game.reset(states, 1)
states["current_player"] = 9
try:
    game.observe(states, 0)
    states["phase"] = 9
    game.legal(states)
except IndexError:
    print("noticed")
"""


class TestModesOfNumba(ModesOfNumba):
    digests, fuzz, decisions, out_of_bounds = "hiddenark.digests", 1000, 2_016_000, OUT_OF_BOUNDS


# --- batches, rows, threads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["competitive", "solo"])
@pytest.mark.parametrize("cards", [None, 3], ids=["house", "random_cards"])
def test_batch_size_and_row_order_change_nothing(mode: str, cards: int | None, tmp_path: Path) -> None:
    folder = {} if cards is None else {"cards": random_cards(cards, tmp_path / "cards")}
    game = arkade.make("hiddenark", mode=mode, max_rounds=4, **folder)
    assert (check_rows(game, steps=100)["over"] != 0).any()


def test_threads_change_nothing() -> None:
    check_threads(arkade.make("hiddenark", num_players=4, max_rounds=8), steps=700)
