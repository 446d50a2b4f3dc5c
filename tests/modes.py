"""The same bytes in every mode of numba, process, batch size, row order and thread count: what tests of it share."""

from __future__ import annotations

import functools
import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import arkade

TESTS = Path(__file__).parent
MODES = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")


# --- processes --------------------------------------------------------------------------------------------------------


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
def digests_of(module: str, *arguments: str, **mode: str) -> dict[str, Any]:
    """What `module`, a game's digests, prints in another process."""
    return json.loads(run("-m", module, *arguments, **mode))


@functools.cache
def digests_here(module: str) -> dict[str, dict[str, str]]:
    """What `module` computes in this process."""
    return importlib.import_module(module).all_digests()


class ModesOfNumba:
    """Tests of a game: the digests of module `digests` are equal in every process and every mode of numba.

    `fuzz` is what makes that module play `decisions` random decisions first; `out_of_bounds` is a program that reads
    beyond a field's end and prints what a bounds check makes of it, "noticed".
    """

    digests: str
    fuzz: int
    decisions: int
    out_of_bounds: str

    def test_another_process_computes_the_same(self) -> None:
        assert digests_of(self.digests) == {"jit": True, "decisions": 0, "digests": digests_here(self.digests)}

    def test_without_jit_the_same(self) -> None:
        found = digests_of(self.digests, NUMBA_DISABLE_JIT="1")
        assert found == {"jit": False, "decisions": 0, "digests": digests_here(self.digests)}

    def test_no_index_out_of_bounds_in_millions_of_decisions(self) -> None:
        """A bounds-checked process plays all kinds of games, and computes the same; it does notice a wrong index."""
        found = digests_of(self.digests, "--fuzz", str(self.fuzz), NUMBA_BOUNDSCHECK="1")
        assert found == {"jit": True, "decisions": self.decisions, "digests": digests_here(self.digests)}
        assert run("-c", self.out_of_bounds, NUMBA_BOUNDSCHECK="1").strip() == "noticed"

    def test_digests_tell_games_apart(self) -> None:
        here = digests_here(self.digests)
        for verb in ("rollout", "legal", "observe uint8", "observe float32", "determinize"):
            assert len({each[verb] for each in here.values()}) == len(here), verb


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
    """The states after the actions of a log."""
    states = game.new(len(deals))
    game.reset(states, deals)
    for actions in log:
        game.step(states, actions)
    return states


def check_rows(game: arkade.Game, steps: int) -> np.ndarray:
    """Batch size and row order change nothing; returns the states after `steps` steps of random games."""
    deals, log = logs(game, rows=24, steps=steps)
    whole = played(game, deals, log)
    order = np.random.default_rng(2).permutation(24)
    assert played(game, deals[order], log[:, order]).tobytes() == whole[order].tobytes()
    for size in (1, 5, 24):
        parts = [played(game, deals[i : i + size], log[:, i : i + size]) for i in range(0, 24, size)]
        assert np.concatenate(parts).tobytes() == whole.tobytes()
    players = np.arange(24) % game.num_players
    observed = game.observe(whole, players, np.uint8)
    assert (game.observe(whole[order].copy(), players[order], np.uint8) == observed[order]).all()
    worlds, others = whole.copy(), played(game, deals[order], log[:, order])
    game.determinize(worlds, players, np.arange(24))
    game.determinize(others, players[order], np.arange(24)[order])
    assert others.tobytes() == worlds[order].tobytes()
    return whole


def check_threads(game: arkade.Game, steps: int) -> None:
    """Neither threads nor further rows change what a row plays."""
    results = []
    for rows, threads in ((33, 1), (33, 2), (64, 2)):
        states = game.new(rows)
        game.reset(states, arkade.deal_seeds(5, np.zeros(rows, np.int64)))
        ends = game.rollout(states, steps, seed=9, num_threads=threads)
        assert ends.sum() > 0
        results.append((states[:33].tobytes(), ends[:33].tolist()))
    assert results[0] == results[1] == results[2]
