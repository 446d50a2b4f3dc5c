"""The same bytes with JIT on and off, with bounds checks, in every process, batch size, row order and thread count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import arkade
from biohack.random_cards import random_cards
from modes import ModesOfNumba, check_rows, check_threads

OUT_OF_BOUNDS = """
import arkade
game = arkade.make("biohack")
states = game.new(1)
game.reset(states, 1)
states["solo_pos"] = 99
states["num_players"] = 1
try:
    game.observe(states, 0)
except IndexError:
    print("noticed")
"""


class TestModesOfNumba(ModesOfNumba):
    digests, fuzz, decisions, out_of_bounds = "biohack.digests", 700, 2_016_000, OUT_OF_BOUNDS


# --- batches, rows, threads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"num_players": 1, "challenge": 4}], ids=["4p", "solo"])
@pytest.mark.parametrize("cards", [None, 3], ids=["house", "random_cards"])
def test_batch_size_and_row_order_change_nothing(options: dict[str, Any], cards: int | None, tmp_path: Path) -> None:
    folder = {} if cards is None else {"cards": random_cards(cards, tmp_path / "cards")}
    game = arkade.make("biohack", **options, **folder)
    assert (check_rows(game, steps=500)["over"] != 0).any()


def test_threads_change_nothing() -> None:
    check_threads(arkade.make("biohack", num_players=3), steps=700)
