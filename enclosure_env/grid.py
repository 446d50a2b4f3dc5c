"""The grid of a habitat: cells, unordered pairs of cells, lines of a push, and where a swap pattern can lie."""

from __future__ import annotations

from collections.abc import Sequence

from enclosure_env.state import CELLS

SIDE = 4  # cell = SIDE * row + column
SIDES = "NESW"
PAIRS = 120
LINES = 16


def pair_index(a: int, b: int) -> int:
    """The index of an unordered pair of different cells (RULES.md section 5)."""
    a, b = sorted((a, b))
    d = b - a
    if d <= CELLS // 2:
        return CELLS * (d - 1) + a
    return CELLS * (CELLS - 1 - d) + b


def _pair_cells(pair: int) -> tuple[int, int]:
    shift, cell = divmod(pair, CELLS)
    a, b = sorted((cell, (cell + shift + 1) % CELLS))
    return a, b


PAIR_CELLS = [_pair_cells(pair) for pair in range(PAIRS)]  # pair -> its cells, lower first


def _line_cells(side: str, k: int) -> list[int]:
    """The cells that a push from this side passes, in order of travel (D2)."""
    last = SIDE - 1
    return [
        {"N": SIDE * i + k, "E": SIDE * k + last - i, "S": SIDE * (last - i) + k, "W": SIDE * k + i}[side]
        for i in range(SIDE)
    ]


LINE_NAMES = [f"{side}{k}" for side in SIDES for k in range(SIDE)]
LINE_CELLS = [_line_cells(name[0], int(name[1])) for name in LINE_NAMES]


def pattern_pairs(rows: Sequence[str]) -> set[int]:
    """The pairs that a swap card reaches: two marked cells of its image in any orientation, anywhere (D5)."""
    pairs = set()
    for image in _orientations(tuple(rows)):
        marked = [(r, c) for r, row in enumerate(image) for c, mark in enumerate(row) if mark == "X"]
        for top in range(SIDE - len(image) + 1):
            for left in range(SIDE - len(image[0]) + 1):
                cells = [SIDE * (top + r) + left + c for r, c in marked]
                pairs |= {pair_index(a, b) for a in cells for b in cells if a < b}
    return pairs


def _orientations(rows: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The image rotated and flipped (R23)."""
    images = set()
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        images |= {rows, tuple(row[::-1] for row in rows)}
    return images
