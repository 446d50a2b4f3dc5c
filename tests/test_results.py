"""Results from keys and points, and places."""

from __future__ import annotations

import numpy as np
import pytest

from arkade.jit import loop
from arkade.results import places, write_results
from arkade.verbs import MARGIN, RANK, WIN


@loop
def results(keys, points, reward, out):
    """Write the results of all players."""
    write_results(keys, points, len(out), reward, 10, out)


@pytest.mark.parametrize(
    ("keys", "win", "rank"),
    [
        ([5, 3], [1, -1], [1, -1]),
        ([5, 5], [0, 0], [0, 0]),
        ([1, 9, 5], [-0.5, 1, -0.5], [-1, 1, 0]),
        ([9, 9, 5], [0.25, 0.25, -0.5], [0.5, 0.5, -1]),
        ([9, 2, 2, 1], [1, -1 / 3, -1 / 3, -1 / 3], [1, 0, 0, -1]),
        ([4, 4, 4, 4], [0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_win_and_rank(keys: list[int], win: list[float], rank: list[float]) -> None:
    out = np.empty(len(keys), np.float32)
    for reward, expected in ((WIN, win), (RANK, rank)):
        results(np.array(keys), np.array(keys), reward, out)
        assert out == pytest.approx(expected)
    assert places(keys) == [1 + sorted(keys, reverse=True).index(key) for key in keys]


def test_the_margin_is_the_lead_over_the_best_other_player_within_bounds() -> None:
    out = np.empty(3, np.float32)
    results(np.array([3, 2, 1]), np.array([12, 8, 8], np.int16), MARGIN, out)
    assert out == pytest.approx([0.4, -0.4, -0.4])
    results(np.array([3, 2, 1]), np.array([40, 8, 8], np.int16), MARGIN, out)
    assert out == pytest.approx([1, -1, -1])
    results(np.array([3, 2, 1]), np.array([-2, -7, -9], np.int16), MARGIN, out)
    assert out == pytest.approx([0.5, -0.5, -0.7])
