"""Colours, and the small things that every part of the picture is made of."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

from arkade import panels
from arkade.drawing import NBSP, circle, group, line, rect, spans, text, wrap
from arkade.panels import FAINT, HAIR, INK, PAPER
from replicants_env.state import LETTERS
from replicants_env.words import plain

TRIGGER = "#cf2f7b"  # pink, as the first line of a power
KIND_FILL = ("#e8559b", "#f5bd23", "#43a663", "#3f86d6")
KIND_INK = ("#ffffff", "#4a3500", "#ffffff", "#ffffff")
KIND_WORD = ("#c2307a", "#a06f00", "#26803f", "#2463ae")
PLAYER = ("#1f9184", "#5b7f9e", "#d5602a", "#41407a", "#8a6b33", "#9263b5")


def dot(x: float, y: float, kind: int, r: float = 7, solid: bool = True) -> str:
    """A resource: a disc in its colour with its letter; an outline where it is missing."""
    fill, ink = (KIND_FILL[kind], KIND_INK[kind]) if solid else (PAPER, KIND_WORD[kind])
    disc = circle(x, y, r if solid else r - 0.6, fill=fill, stroke=None if solid else KIND_FILL[kind], stroke_width=1.2)
    return disc + text(x, y + r * 0.46, LETTERS[kind], r * 1.28, bold=True, fill=ink, anchor="middle")


def dots(x: float, y: float, letters: str, r: float = 7, have: Sequence[int] | None = None) -> list[str]:
    """A row of resources from `x` on; of those that `have` does not cover only the outline."""
    left = list(have) if have is not None else [len(letters)] * len(LETTERS)
    drawn = []
    for i, letter in enumerate(letters):
        kind = LETTERS.index(letter)
        drawn.append(dot(x + r + i * (2 * r + 1.6), y, kind, r, solid=left[kind] > 0))
        left[kind] -= 1
    return drawn


def count_chip(x: float, y: float, kind: int, count: int, width: float = 30) -> str:
    """How many of a kind: a pill in its colour, a pale one for none."""
    fill, ink = (KIND_FILL[kind], KIND_INK[kind]) if count else ("none", FAINT)
    pill = rect(x - width / 2, y - 9, width, 18, rx=9, fill=fill, stroke=None if count else HAIR)
    return pill + text(x, y + 4.2, str(count), 11.5, bold=bool(count), fill=ink, anchor="middle")


def badge(x: float, y: float, player: int, r: float = 11, hollow: bool = False) -> str:
    """A player's number on a disc of the player's colour."""
    fill, ink = (PAPER, PLAYER[player]) if hollow else (PLAYER[player], PAPER)
    return panels.badge(x, y, player, r, fill, ink, edge=PLAYER[player])


def drone(x: float, y: float, player: int, r: float = 15) -> str:
    """A drone seen from above: four rotors around a body with the player's number."""
    arm, colour = r * 0.72, PLAYER[player]
    corners = [(-arm, -arm), (arm, -arm), (arm, arm), (-arm, arm)]
    parts = [line(0, 0, cx, cy, stroke=colour, stroke_width=r * 0.2) for cx, cy in corners]
    parts += [circle(cx, cy, r * 0.42, fill=PAPER, stroke=colour, stroke_width=r * 0.13) for cx, cy in corners]
    parts += [circle(cx, cy, r * 0.11, fill=colour) for cx, cy in corners]
    return group([*parts, badge(0, 0, player, r * 0.62)], x, y, class_="drone")


def coloured(x: float, y: float, words: str, size: float, fill: str = INK, faded: bool = False, **rest: Any) -> str:
    """A line whose resource letters in braces are bold and in their colours."""
    parts: list[tuple[str, dict[str, object]]] = []
    for piece in re.split(r"(\{[^}]*\})", words):
        if piece.startswith("{"):
            parts += [(letter, _letter_style(letter, faded)) for letter in piece[1:-1]]
        elif piece:
            parts.append((piece, {}))
    return spans(x, y, parts, size, fill=fill, **rest)


def _letter_style(letter: str, faded: bool) -> dict[str, object]:
    return {"fill": KIND_WORD[LETTERS.index(letter)], "font_weight": 700, "fill_opacity": 0.6 if faded else None}


def lines(words: str, width: float, size: float) -> list[str]:
    """Words with resource letters in braces, broken into lines of at most `width`."""
    glued = words.replace("gain {", f"gain{NBSP}{{")
    shown, rest = wrap(plain(glued), width, size), iter(glued.split(" "))
    return [" ".join(itertools.islice(rest, len(line.split(" ")))).replace(NBSP, " ") for line in shown]


def paragraph(
    x: float, y: float, broken: Sequence[str], size: float, fill: str = INK, faded: bool = False, **rest: Any
) -> list[str]:
    """Lines one below the other, the first on the base line `y`."""
    return [coloured(x, y + i * size * 1.25, words, size, fill, faded, **rest) for i, words in enumerate(broken)]
