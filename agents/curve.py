"""The picture of a training run: win shares over time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arkade_agents.training_log import Row


def plot_curve(summary: dict[str, Any], rows: Sequence[Row], path: Path) -> None:
    """Draw the win share in training, from the log's rows, and at every check over the seconds of a run, as a PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    teacher = summary["recipe"]["teacher"]
    for whom, label in (("teacher", f"training, against {teacher}"), ("pool", "training, earlier selves")):
        keys = ("seconds", f"share_against_{whom}", f"games_against_{whom}")
        found = [[row[key] for key in keys] for row in rows if row[f"games_against_{whom}"]]
        if found:
            seconds, shares, games = np.array(found, np.float64).T
            axes.plot(seconds, 100 * _smooth(shares, games), linewidth=1, alpha=0.7, label=label)
    for name in summary["checks"][0]["shares"]:
        points = [(check["seconds"], 100 * check["shares"][name]) for check in summary["checks"]]
        axes.plot(*zip(*points, strict=True), "o", label=f"checks, against {name}")
    axes.axvspan(
        0, summary["imitated"]["seconds"], alpha=0.1, color="grey", label=f"imitates {summary['imitated']['player']}"
    )
    axes.set(xlabel="seconds", ylabel="share of the wins, %", ylim=(0, 100))
    axes.set_title(f"{summary['game']}, {summary['options'].get('num_players', '')} players, seed {summary['seed']}")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=120)


def _smooth(shares: np.ndarray, games: np.ndarray, width: int = 9) -> np.ndarray:
    """The mean over `width` rollouts, weighted by games."""
    window = np.ones(min(width, len(shares)))
    return np.convolve(shares * games, window, "same") / np.convolve(games, window, "same")
