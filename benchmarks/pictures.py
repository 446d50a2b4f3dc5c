"""The README's pictures of results, the same bytes for the same results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arkade_benchmarks.rivals import table
from arkade_benchmarks.stats import median_interval

COLOURS = ("#4477aa", "#ee6677", "#228833", "#aa3377", "#ccbb44", "#66ccee", "#888888", "#222222")
BATCH = re.compile(r"BatchEnv, ([\d,]+) games?, (\w+) observations$")


def batches(bench: Sequence[dict[str, Any]], shown: Mapping[str, int], titles: Mapping[str, str], path: Path) -> None:
    """Steps per second of a BatchEnv by its number of games: without observations and with raw ones."""
    picture = _picture(9, 3.6)
    for axes, kind in zip(picture.subplots(1, 2, sharey=True), ("no", "uint8"), strict=True):
        for report, colour in zip(_chosen(bench, shown), COLOURS, strict=False):
            points = sorted(
                (int(found[1].replace(",", "")), figure)
                for figure in report["figures"]
                if (found := BATCH.match(figure["name"])) and found[2] == kind
            )
            sizes, medians = [size for size, _ in points], [figure["median"] for _, figure in points]
            spread = [[f["median"] - f["low"] for _, f in points], [f["high"] - f["median"] for _, f in points]]
            axes.errorbar(sizes, medians, spread, color=colour, marker="o", markersize=3, label=titles[report["game"]])
        axes.set(xscale="log", yscale="log", xlabel="games in a batch", title=f"{kind} observations")
        axes.spines[["top", "right"]].set_visible(False)
    picture.axes[0].set_ylabel("steps per second, one core")
    picture.axes[0].legend(frameon=False)
    _save(picture, path)


def rivals(found: dict[str, Any], path: Path) -> None:
    """Connect Four: steps per second of each suite by batch size, its quickest mode at each."""
    best: dict[str, dict[int, float]] = {}
    for suite, row in table.measured(found):
        if row["game"] == table.COMMON and row["shown"] != "none" and row["kind"] != table.COMPILED:
            best.setdefault(suite, {}).setdefault(row["batch"], median_interval(row["samples"])[0])
    picture = _picture(7, 3.6)
    axes = picture.add_subplot()
    for (suite, rates), colour in zip(sorted(best.items()), COLOURS, strict=False):
        axes.plot(*zip(*sorted(rates.items()), strict=True), color=colour, marker="o", markersize=4, label=suite)
    axes.set(xscale="log", yscale="log", xlabel="games in a call from Python", ylabel="steps per second")
    axes.set_title("Connect Four with masks and observations", loc="left", fontsize=10)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    _save(picture, path)


def _chosen(bench: Sequence[dict[str, Any]], shown: Mapping[str, int]) -> list[dict[str, Any]]:
    return [report for report in bench if report["options"]["num_players"] == shown.get(report["game"])]


def _picture(width: float, height: float) -> Any:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def _save(picture: Any, path: Path) -> None:
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": "arkade", "svg.fonttype": "none"}):
        picture.savefig(path, metadata={"Date": None})
