"""What changed between two runs of `arkade bench`: ratios of medians with bootstrap intervals."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from arkade_benchmarks.report import Report
from arkade_benchmarks.stats import ratio_interval
from arkade_benchmarks.timing import Figure

SAME = ("processor", "python", "numba", "numpy")  # of two machines whose figures can be compared as they are
LESS_IS_BETTER = ("s", "bytes")


@dataclasses.dataclass(frozen=True)
class Change:
    """New / old of one figure; `by_yardstick`: of its ratios to the yardstick, which a slower hour does not change."""

    name: str
    ratio: float
    low: float
    high: float
    by_yardstick: bool
    verdict: str  # "better", "worse", or "" where the interval holds 1


def read_json(path: Path) -> list[dict[str, Any]]:
    """The reports that `arkade bench --json` wrote; ValueError where a file holds something else."""
    try:
        reports = json.loads(path.read_text(encoding="utf-8"))
        if all(figure["samples"] for report in reports for figure in report["figures"]):
            return reports
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path} holds no figures of `arkade bench --json`: {error!r}") from None
    raise ValueError(f"{path} holds figures without samples")


def earlier(report: Report, reports: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The report of the same game with the same options, if there is one."""
    options = json.loads(json.dumps(report.options))
    return next((old for old in reports if (old["game"], old["options"]) == (report.game, options)), None)


def changes(report: Report, old: dict[str, Any]) -> Iterator[Change]:
    """The change of every figure that both have."""
    figures = {figure["name"]: figure for figure in old["figures"]}
    for figure in report.figures:
        if figure.name in figures:
            yield change(figure, figures[figure.name])


def change(new: Figure, old: dict[str, Any]) -> Change:
    """The change of one figure."""
    by_yardstick = bool(new.ratios and old["ratios"])
    sides = (new.ratios, old["ratios"]) if by_yardstick else (new.samples, old["samples"])
    ratio, low, high = ratio_interval(*sides)
    up, down = ("worse", "better") if new.unit in LESS_IS_BETTER else ("better", "worse")
    return Change(new.name, ratio, low, high, by_yardstick, up if low > 1 else down if high < 1 else "")


def machine_differences(report: Report, old: dict[str, Any]) -> list[str]:
    """What differs between the two machines, in words."""
    return [
        f"{key}: {old['machine'].get(key)} then, {report.machine.get(key)} now"
        for key in SAME
        if old["machine"].get(key) != report.machine.get(key)
    ]
