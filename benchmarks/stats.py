"""Medians and their bootstrap intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

RESAMPLES, COVERAGE = 10_000, 0.95


def median_interval(samples: Sequence[float], seed: int = 0) -> tuple[float, float, float]:
    """The median and the percentile bootstrap interval of it, 95 %; of one sample that sample three times."""
    values = np.asarray(samples, float)
    drawn = np.random.default_rng(seed).integers(len(values), size=(RESAMPLES, len(values)))
    return _middle(values, np.median(values[drawn], axis=1))


def ratio_interval(new: Sequence[float], old: Sequence[float], seed: int = 0) -> tuple[float, float, float]:
    """The ratio of two medians, new / old, and its bootstrap interval; both sets of samples are drawn anew."""
    random = np.random.default_rng(seed)
    above, below = (
        np.median(np.asarray(side, float)[random.integers(len(side), size=(RESAMPLES, len(side)))], axis=1)
        for side in (new, old)
    )
    return _middle(np.median(new) / np.median(old), above / below)


def _middle(middle: np.ndarray | float, resampled: np.ndarray) -> tuple[float, float, float]:
    tails = np.quantile(resampled, [(1 - COVERAGE) / 2, (1 + COVERAGE) / 2])
    return float(np.median(middle)), float(tails[0]), float(tails[1])
