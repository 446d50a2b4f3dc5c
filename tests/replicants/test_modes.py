"""The same bytes with JIT on and off, with bounds checks, in every process, batch size, row order and thread count."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from replicants.digests import all_digests
from replicants.random_cards import random_cards

TESTS = Path(__file__).parents[1]
MODES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
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


def run(*arguments: str, **mode: str) -> str:
    """What another Python process prints."""
    path = os.pathsep.join(filter(None, [str(TESTS.parent), str(TESTS), os.environ.get("PYTHONPATH")]))
    plain = {key: value for key, value in os.environ.items() if key not in MODES}
    result = subprocess.run(
        [sys.executable, *arguments], env=plain | mode | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


@functools.cache
def digests_of(*arguments: str, **mode: str) -> dict[str, Any]:
    return json.loads(run("-m", "replicants.digests", *arguments, **mode))


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
    assert digests_of("--fuzz", "1500", NUMBA_BOUNDSCHECK="1") == {"jit": True, "decisions": 3_840_000, "digests": here}
    assert run("-c", OUT_OF_BOUNDS, NUMBA_BOUNDSCHECK="1").strip() == "noticed"


def test_digests_tell_games_apart(here) -> None:
    for verb in ("rollout", "legal", "observe uint8", "observe float32", "determinize"):
        assert len({digests[verb] for digests in here.values()}) == len(here), verb


# --- batches, rows, threads -------------------------------------------------------------------------------------------


def logs(game: arkade.Game, rows: int, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Deals and actions of random games that go on for `steps` steps, (rows,) and (steps, rows)."""
    deals = arkade.deal_seeds(1, np.zeros(rows, np.int64))
    states, random, log = game.new(rows), np.random.default_rng(1), np.full((steps, rows), -1)
    game.reset(states, deals)
    for actions in log:
        masks = game.legal(states)
        actions[:] = np.where(masks.any(axis=1), np.where(masks, random.random(masks.shape), -1).argmax(axis=1), -1)
        game.step(states, actions)
    return deals, log


def played(game: arkade.Game, deals: np.ndarray, log: np.ndarray) -> np.ndarray:
    states = game.new(len(deals))
    game.reset(states, deals)
    for actions in log:
        game.step(states, actions)
    return states


@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
@pytest.mark.parametrize("cards", [None, 3], ids=["house", "random_cards"])
def test_batch_size_and_row_order_change_nothing(usc: bool, cards: int | None, tmp_path: Path) -> None:
    folder = {} if cards is None else {"cards": random_cards(cards, tmp_path / "cards")}
    game = arkade.make("replicants", num_players=3, usc=usc, **folder)
    deals, log = logs(game, rows=24, steps=120)
    whole = played(game, deals, log)
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


@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
def test_threads_change_nothing(usc: bool) -> None:
    game = arkade.make("replicants", num_players=4, usc=usc)
    results = []
    for rows, threads in ((33, 1), (33, 2), (64, 2)):
        states = game.new(rows)
        game.reset(states, arkade.deal_seeds(5, np.zeros(rows, np.int64)))
        ends = game.rollout(states, 700, seed=9, num_threads=threads)
        assert ends.sum() > 0
        results.append((states[:33].tobytes(), ends[:33].tolist()))
    assert results[0] == results[1] == results[2]
