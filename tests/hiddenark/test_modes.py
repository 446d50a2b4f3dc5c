"""The same bytes with JIT on and off, with bounds checks, in every process, batch size, row order and thread count."""

from __future__ import annotations

from pathlib import Path

import pytest

import arkade
from hiddenark.digests import all_digests
from hiddenark.random_cards import random_cards
from modes import check_rows, check_threads, check_verbs, digests_of, run

DIGESTS = "hiddenark.digests"
OUT_OF_BOUNDS = """
import arkade
game = arkade.make("hiddenark")
states = game.new(1)
game.reset(states, 1)
states["n_station"] = 9
try:
    game.observe(states, 0)
    states["phase"] = 9
    game.legal(states)
except IndexError:
    print("noticed")
"""


@pytest.fixture(scope="module")
def here() -> dict[str, dict[str, str]]:
    """The digests of this process."""
    return all_digests()


def test_another_process_computes_the_same(here) -> None:
    assert digests_of(DIGESTS) == {"jit": True, "decisions": 0, "digests": here}


def test_without_jit_the_same(here) -> None:
    assert digests_of(DIGESTS, NUMBA_DISABLE_JIT="1") == {"jit": False, "decisions": 0, "digests": here}


def test_no_index_out_of_bounds_in_millions_of_decisions(here) -> None:
    """A bounds-checked process plays all kinds of games, and computes the same; it does notice a wrong index."""
    assert digests_of(DIGESTS, "--fuzz", "1000", NUMBA_BOUNDSCHECK="1") == {
        "jit": True,
        "decisions": 2_016_000,
        "digests": here,
    }
    assert run("-c", OUT_OF_BOUNDS, NUMBA_BOUNDSCHECK="1").strip() == "noticed"


def test_digests_tell_games_apart(here) -> None:
    check_verbs(here)


# --- batches, rows, threads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["competitive", "solo"])
@pytest.mark.parametrize("cards", [None, 3], ids=["house", "random_cards"])
def test_batch_size_and_row_order_change_nothing(mode: str, cards: int | None, tmp_path: Path) -> None:
    folder = {} if cards is None else {"cards": random_cards(cards, tmp_path / "cards")}
    game = arkade.make("hiddenark", mode=mode, max_rounds=4, **folder)
    assert (check_rows(game, steps=100)["over"] != 0).any()


def test_threads_change_nothing() -> None:
    check_threads(arkade.make("hiddenark", num_players=4, max_rounds=8), steps=700)
