"""Colours and small things that a picture is made of: panels, captions, badges, pills. Knows no game."""

from __future__ import annotations

from arkade.drawing import circle, fit, rect, text, text_width

INK, MUTED, FAINT, HAIR = "#1f2a37", "#667282", "#b9c2cc", "#dde2e8"
PAPER, GROUND, SHADE, GOLD, CREAM = "#ffffff", "#f3f1ec", "#f1f3f5", "#d9a520", "#fff9e8"
GREEN = "#2f8f4e"
PLAYER = ("#1f9184", "#d5602a", "#41407a", "#8a6b33")


def box(x: float, y: float, width: float, height: float, title: str = "") -> list[str]:
    """A white panel with its title."""
    panel = [rect(x, y, width, height, rx=14, fill=PAPER, stroke=HAIR)]
    return panel + ([caption(x + 18, y + 25, title)] if title else [])


def caption(x: float, y: float, words: str, **attributes: object) -> str:
    """A small heading."""
    return text(x, y, words.upper(), 10.5, bold=True, fill=MUTED, letter_spacing=1, **attributes)


def badge(x: float, y: float, player: int, r: float = 11) -> str:
    """A player's number on a disc of the player's colour."""
    disc = circle(x, y, r, fill=PLAYER[player], stroke=PAPER, stroke_width=1.4)
    return disc + text(x, y + r * 0.42, str(player), r * 1.15, bold=True, fill=PAPER, anchor="middle")


def pill(x: float, y: float, words: str, fill: str, ink: str = PAPER, size: float = 9.5) -> tuple[str, float]:
    """Words on a rounded ground from `x` on, and how wide that is."""
    width = text_width(words, size, bold=True) + size * 1.3
    ground = rect(x, y - size * 0.95, width, size * 1.75, rx=size * 0.87, fill=fill)
    return ground + text(x + width / 2, y + size * 0.28, words, size, bold=True, fill=ink, anchor="middle"), width


def fitted(x: float, y: float, words: str, width: float, size: float, bold: bool = True, **attributes: object) -> str:
    """Words on one line, smaller where they would not fit."""
    return text(x, y, words, round(fit(words, width, size, bold), 2), bold=bold, **attributes)
