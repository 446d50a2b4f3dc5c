"""What was measured, as plain Python for JSON and as a picture."""

from __future__ import annotations

import dataclasses
import importlib.metadata
import json
import os
import platform
from pathlib import Path
from typing import Any

from arkade_benchmarks.timing import Figure

SHOWN = {"replicants": 4, "enclosure": 2, "hiddenark": 4, "biohack": 4}  # games and players that the README shows
PACKAGES = ("arkade", "numpy", "numba", "llvmlite", "gymnasium", "pettingzoo")


@dataclasses.dataclass(frozen=True)
class Report:
    """All figures of one game on one machine."""

    game: str
    options: dict[str, Any]
    machine: dict[str, Any]
    figures: tuple[Figure, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain Python for JSON."""
        return dataclasses.asdict(self)


def machine() -> dict[str, Any]:
    """Processor, cores, load and versions."""
    about: dict[str, Any] = {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "system": platform.system(),
        "python": platform.python_version(),
    }
    return about | {name: importlib.metadata.version(name) for name in PACKAGES}


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def write_json(reports: list[Report], path: Path) -> None:
    """Write all reports to a file."""
    path.write_text(json.dumps([report.to_dict() for report in reports], indent=1) + "\n", encoding="utf-8")


def quantity(value: float, unit: str = "") -> str:
    """A number with three digits that count, a letter for its size, and its unit."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:.3g} {letter}{' ' * bool(unit)}{unit}"
    return f"{value:.3g} {unit}".rstrip()


def plot(reports: list[Report], path: Path) -> None:
    """Draw the rates as bars, on a scale of powers of ten, and write the picture."""
    from matplotlib.figure import Figure as Picture

    bars = [
        (f"{figure.name}\n{report.game}" if len(reports) > 1 else figure.name, figure)
        for report in reports
        for figure in report.figures
        if figure.unit.endswith("/s")
    ][::-1]
    picture = Picture(figsize=(9, 1.6 + 0.42 * len(bars)), layout="constrained")
    axes = picture.add_subplot()
    medians = [figure.median for _, figure in bars]
    spread = [[f.median - f.low for _, f in bars], [f.high - f.median for _, f in bars]]
    axes.barh([name for name, _ in bars], medians, xerr=spread, color="#4477aa", ecolor="#222222")
    for i, (_, figure) in enumerate(bars):
        axes.annotate(
            quantity(figure.median, figure.unit), (figure.high, i), (6, 0), textcoords="offset points", va="center"
        )
    axes.set_xscale("log")
    axes.set_xlim(right=max(figure.high for _, figure in bars) * 8)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("per second, one core")
    about = reports[0].machine
    games = ", ".join(f"{report.game} ({report.options.get('num_players')} players)" for report in reports)
    axes.set_title(f"{games} on {about['processor']}, numba {about['numba']}", loc="left", fontsize=10)
    picture.savefig(path, dpi=150)
