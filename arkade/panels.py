"""Colours and the parts that pictures of positions share: panels, captions, badges, pills, a player's frame."""

from __future__ import annotations

from collections.abc import Iterable

from arkade.drawing import circle, fit, rect, text, text_width

INK, MUTED, FAINT, HAIR = "#1f2a37", "#667282", "#b9c2cc", "#dde2e8"
PAPER, GROUND, SHADE, GOLD, CREAM = "#ffffff", "#f3f1ec", "#f1f3f5", "#d9a520", "#fff9e8"


def box(x: float, y: float, width: float, height: float, title: str = "") -> list[str]:
    """A white panel with its title."""
    panel = [rect(x, y, width, height, rx=14, fill=PAPER, stroke=HAIR)]
    return panel + ([caption(x + 18, y + 25, title)] if title else [])


def caption(x: float, y: float, words: str, **attributes: object) -> str:
    """A small heading."""
    return text(x, y, words.upper(), 10.5, bold=True, fill=MUTED, letter_spacing=1, **attributes)


def badge(x: float, y: float, number: int, r: float, fill: str, ink: str = PAPER, edge: str = PAPER) -> str:
    """A number on a disc."""
    disc = circle(x, y, r, fill=fill, stroke=edge, stroke_width=1.4)
    return disc + text(x, y + r * 0.42, str(number), r * 1.15, bold=True, fill=ink, anchor="middle")


def pill(x: float, y: float, words: str, fill: str, ink: str = PAPER, size: float = 9.5) -> tuple[str, float]:
    """Words on a rounded ground from `x` on, and how wide that is."""
    width = text_width(words, size, bold=True) + size * 1.3
    ground = rect(x, y - size * 0.95, width, size * 1.75, rx=size * 0.87, fill=fill)
    return ground + text(x + width / 2, y + size * 0.28, words, size, bold=True, fill=ink, anchor="middle"), width


def pills(x: float, y: float, tags: Iterable[tuple[str, str]], size: float) -> list[str]:
    """A row of pills from `x` on: words and the colour of their ground."""
    drawn = []
    for words, fill in tags:
        tag, width = pill(x, y, words, fill, size=size)
        drawn.append(tag)
        x += width + 4
    return drawn


def fitted(x: float, y: float, words: str, width: float, size: float, bold: bool = True, **attributes: object) -> str:
    """Words on one line, smaller where they would not fit."""
    return text(x, y, words, round(fit(words, width, size, bold), 2), bold=bold, **attributes)


def title(x: float, y: float, right: float, name: str, players: str, when: str, seen: str) -> list[str]:
    """The head of a picture from `x` to `right`: the game and its players; how far it is, and who sees it."""
    return [
        text(x, y, name, 34, bold=True, fill=INK),
        text(x + text_width(name, 34, bold=True) + 14, y, players, 14, fill=MUTED),
        text(right, y - 15, when, 18, bold=True, fill=INK, anchor="end"),
        text(right, y + 3, seen, 12, fill=MUTED, anchor="end"),
    ]


def banner(x: float, y: float, width: float, height: float, colour: str) -> list[str]:
    """A panel in a pale colour."""
    shape = dict(rx=14, x=x, y=y, width=width, height=height)
    return [rect(**shape, fill=PAPER), rect(**shape, fill=colour, fill_opacity=0.16)]


def frame(x: float, y: float, width: float, height: float, colour: str, is_on: bool) -> list[str]:
    """A player's panel: a stripe in the player's colour, the edge too where it is the player's turn."""
    edge, thick = (colour, 2.5) if is_on else (HAIR, 1)
    return [
        rect(x, y, width, height, rx=14, fill=PAPER, stroke=edge, stroke_width=thick),
        rect(x, y + 14, 6, height - 28, rx=3, fill=colour),
    ]
