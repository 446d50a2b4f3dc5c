"""Markdown tables of a game's actions and observation, and keeping a README's copies of them up to date.

A README holds each table between `<!-- actions -->` and `<!-- /actions -->`, `<!-- observation -->` and
`<!-- /observation -->`. `python -m arkade.tables_doc GAME README` writes them anew.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from arkade.actions import ActionTable
from arkade.game import Game
from arkade.layout import ObservationLayout


def action_table(actions: ActionTable) -> str:
    """A row per kind of action: name, ids, parameters, meaning."""
    rows = [(f"`{name}`", _span(start, size), params, meaning) for name, start, size, params, meaning in actions.rows()]
    return markdown_table(("Kind", "Ids", "Parameters", "Meaning"), rows)


def observation_table(layout: ObservationLayout) -> str:
    """A row per block: name, elements, shape, what its numbers are."""
    rows = [
        (f"`{name}`", _span(start, size), " × ".join(map(str, shape)), meaning)
        for name, start, size, shape, meaning in layout.rows()
    ]
    return markdown_table(("Block", "Elements", "Shape", "Numbers"), rows)


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; `|` within a cell is escaped."""
    lines = [head, ["---"] * len(head), *([cell.replace("|", r"\|") for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def replaced(text: str, name: str, table: str) -> str:
    """`text` with `table` between the markers of `name`; ValueError where the markers do not stand there once."""
    start, stop = f"<!-- {name} -->", f"<!-- /{name} -->"
    for marker in (start, stop):
        if text.count(marker) != 1:
            raise ValueError(f"marker {marker} stands {text.count(marker)} times; allowed: once")
    before, rest = text.split(start)
    if stop not in rest:
        raise ValueError(f"marker {stop} stands before {start}; allowed: after it")
    return f"{before}{start}\n{table}\n{stop}{rest.split(stop)[1]}"


def updated(text: str, game: Game) -> str:
    """A README's text with the tables of `game`."""
    text = replaced(text, "actions", action_table(game.actions))
    return replaced(text, "observation", observation_table(game.observation_layout))


def update(path: str | Path, game: Game) -> bool:
    """Write the tables of `game` into a README; says whether that changed it. ValueError names file and marker."""
    path = Path(path)
    text = path.read_text(encoding="utf-8")
    try:
        new = updated(text, game)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    if new != text:
        path.write_text(new, encoding="utf-8")
    return new != text


def is_up_to_date(path: str | Path, game: Game) -> bool:
    """Does a README hold the tables of `game`?"""
    text = Path(path).read_text(encoding="utf-8")
    return updated(text, game) == text


def _span(start: int, size: int) -> str:
    return f"{start}–{start + size - 1}" if size > 1 else str(start)


if __name__ == "__main__":
    from arkade.registry import make

    if len(sys.argv) != 3:
        sys.exit("usage: python -m arkade.tables_doc GAME README")
    print("rewritten" if update(sys.argv[2], make(sys.argv[1])) else "up to date")
