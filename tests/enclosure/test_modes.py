"""The same bytes with JIT on and off, with bounds checks, in every process, batch size, row order and thread count."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from enclosure.digests import all_digests
from enclosure.random_cards import random_cards
from replicants.test_modes import logs, played, run

OUT_OF_BOUNDS = """
import arkade
game = arkade.make("enclosure", num_players=2)
states = game.new(1)
game.reset(states, 1)
states["research_count"] = 5
try:
    game.legal(states)
except IndexError:
    print("noticed")
"""


@functools.cache
def digests_of(*arguments: str, **mode: str) -> dict[str, Any]:
    return json.loads(run("-m", "enclosure.digests", *arguments, **mode))


@pytest.fixture(scope="module")
def here() -> dict[str, dict[str, str]]:
    """The digests of this process."""
    return all_digests()


def test_another_process_computes_the_same(here) -> None:
    assert digests_of() == {"jit": True, "decisions": 0, "digests": here}


def test_without_jit_the_same(here) -> None:
    assert digests_of(NUMBA_DISABLE_JIT="1") == {"jit": False, "decisions": 0, "digests": here}


def test_no_index_out_of_bounds_in_millions_of_decisions(here) -> None:
    """A bounds-checked process plays all kinds of games, and computes the same; it does notice a wrong index."""
    assert digests_of("--fuzz", "1500", NUMBA_BOUNDSCHECK="1") == {"jit": True, "decisions": 2_304_000, "digests": here}
    assert run("-c", OUT_OF_BOUNDS, NUMBA_BOUNDSCHECK="1").strip() == "noticed"


def test_digests_tell_games_apart(here) -> None:
    for verb in ("rollout", "legal", "observe uint8", "observe float32", "determinize"):
        assert len({digests[verb] for digests in here.values()}) == len(here), verb


# --- batches, rows, threads -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("compact", [False, True], ids=["full", "compact"])
@pytest.mark.parametrize("cards", [None, 3], ids=["house", "random_cards"])
def test_batch_size_and_row_order_change_nothing(compact: bool, cards: int | None, tmp_path: Path) -> None:
    folder = {} if cards is None else {"cards": random_cards(cards, tmp_path / "cards")}
    game = arkade.make("enclosure", num_players=3, compact_actions=compact, max_rounds=6, **folder)
    deals, log = logs(game, rows=24, steps=60)
    whole = played(game, deals, log)
    assert (whole["over"] != 0).any()
    order = np.random.default_rng(2).permutation(24)
    assert played(game, deals[order], log[:, order]).tobytes() == whole[order].tobytes()
    for size in (1, 5, 24):
        parts = [played(game, deals[i : i + size], log[:, i : i + size]) for i in range(0, 24, size)]
        assert np.concatenate(parts).tobytes() == whole.tobytes()
    players = np.arange(24) % 3
    observed = game.observe(whole, players, np.uint8)
    assert (game.observe(whole[order].copy(), players[order], np.uint8) == observed[order]).all()
    game.determinize(whole, players, np.arange(24))
    worlds = played(game, deals[order], log[:, order])
    game.determinize(worlds, players[order], np.arange(24)[order])
    assert worlds.tobytes() == whole[order].tobytes()


def test_threads_change_nothing() -> None:
    game = arkade.make("enclosure", num_players=4, max_rounds=8)
    results = []
    for rows, threads in ((33, 1), (33, 2), (64, 2)):
        states = game.new(rows)
        game.reset(states, arkade.deal_seeds(5, np.zeros(rows, np.int64)))
        ends = game.rollout(states, 700, seed=9, num_threads=threads)
        assert ends.sum() > 0
        results.append((states[:33].tobytes(), ends[:33].tolist()))
    assert results[0] == results[1] == results[2]
