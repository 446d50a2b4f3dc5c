"""What a training run shows while it goes on: a bar of its time, and lines above it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


class Report:
    """Shows nothing; the quiet form, and the base of the loud one."""

    def at(self, seconds: float, doing: str) -> None:
        """Move the bar."""

    def line(self, text: str) -> None:
        """Print a line above the bar."""


class Bar(Report):
    """A progress bar of seconds."""

    def __init__(self, progress: Any, total: float) -> None:
        self._progress = progress
        self._task = progress.add_task("compiling", total=total)

    def at(self, seconds: float, doing: str) -> None:
        self._progress.update(self._task, completed=seconds, description=doing)

    def line(self, text: str) -> None:
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)


@contextlib.contextmanager
def report(total: float, shown: bool) -> Iterator[Report]:
    """A bar of `total` seconds, or nothing."""
    if not shown:
        yield Report()
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:32}"), BarColumn(), TextColumn("{task.completed:.0f}/{task.total:.0f} s"))
    with Progress(*columns, transient=True) as progress:
        yield Bar(progress, total)
