"""Results of a game that is over, from a key and points per player: win, rank, margin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arkade.jit import kernel
from arkade.verbs import MARGIN, WIN


@kernel
def standing(keys, n, p):
    """How many of `n` players are better than `p`, and how many tie with `p`, itself included; larger keys are better."""
    better, tied = 0, 0
    for q in range(n):
        better += keys[q] > keys[p]
        tied += keys[q] == keys[p]
    return better, tied


@kernel
def win(n, better, tied):
    """n - 1 for a sole winner, shared by those who tie for best, -1 for the others; divided by n - 1, so the sum is 0."""
    return (n / tied - 1) / (n - 1) if better == 0 else -1 / (n - 1)


@kernel
def rank(n, better, tied):
    """From 1 for the best to -1 for the last in equal steps; those who tie share the mean of their places."""
    return 1 - 2 * (better + (tied - 1) / 2) / (n - 1)


@kernel
def margin(points, n, p, unit):
    """The lead of `p` over the best other player in units of `unit` points, cut at -1 and 1."""
    best_other = int(points[1 if p == 0 else 0])
    for q in range(n):
        if q != p:
            best_other = max(best_other, int(points[q]))
    return max(-1.0, min(1.0, (points[p] - best_other) / unit))


@kernel
def write_results(keys, points, n, reward, unit, out):
    """Write each player's result: WIN, RANK or MARGIN."""
    for p in range(n):
        better, tied = standing(keys, n, p)
        if reward == MARGIN:
            out[p] = margin(points, n, p, unit)
        else:
            out[p] = win(n, better, tied) if reward == WIN else rank(n, better, tied)


@kernel
def final_value(keys, n, p):
    """For `evaluate`: 1 for a sole winner, less for a shared win, 0 where all tie, -1 for everybody else."""
    better, tied = standing(keys, n, p)
    return -1.0 if better > 0 else (n / tied - 1) / (n - 1)


def places(keys: Sequence[Any]) -> list[int]:
    """The place of each key, 1 for the largest; equal ones share one."""
    return [1 + sum(other > key for other in keys) for key in keys]
