"""The picture of a position: head, table, and each player's side."""

from __future__ import annotations

from arkade.drawing import document, group, text, text_width
from arkade.panels import FAINT, GOLD, GROUND, INK, MUTED, banner, fitted, title
from arkade.records import LIVE, NONE
from enclosure_env.state import AREA_NAMES, AREAS, Phase
from enclosure_env.svg_cards import pushes
from enclosure_env.svg_parts import PLAYER, area_chip, badge
from enclosure_env.svg_seats import SEAT_HEIGHT, seat_box
from enclosure_env.svg_table import DISPLAYS, TABLE_HEIGHT, displays, right_side
from enclosure_env.view import View

WIDTH = 1380
MARGIN = 28
GAP = 14
_INNER = WIDTH - 2 * MARGIN


def draw(v: View) -> str:
    """A position as an SVG picture."""
    table, side = 136, MARGIN + DISPLAYS + GAP
    parts = {"head": _title(v), "question": _banner(v, 72), "displays": displays(v, MARGIN, table)}
    parts |= right_side(v, side, table, WIDTH - MARGIN - side)
    drawn, y = [group(part, class_=name) for name, part in parts.items()], table + TABLE_HEIGHT
    for seat in v.seats:
        drawn += seat_box(v, seat, MARGIN, y + GAP, _INNER)
        y += GAP + SEAT_HEIGHT
    drawn += _legend(MARGIN, y + 28)
    return document(WIDTH, y + 46, _summary(v), drawn, GROUND)


def _summary(v: View) -> str:
    points = ", ".join(f"{seat.label} {seat.score}" for seat in v.seats)
    return f"Enclosure, round {v.round + 1}. EP: {points}."


def _title(v: View) -> list[str]:
    seen = "everything seen" if v.viewer is None else f"seen by player {v.viewer}"
    last = ", the last: twelve cards completed" if v.end_triggered and v.over == LIVE else ""
    when = f"Round {v.round + 1} of {v.max_rounds}{last}"
    return title(MARGIN, 48, WIDTH - MARGIN, "Enclosure", f"{len(v.seats)} players", when, seen)


def _banner(v: View, y: float) -> list[str]:
    """Who decides what; at the end who has won."""
    over = v.over != LIVE
    colour = GOLD if over else PLAYER[v.current] if v.current != NONE else FAINT
    players = [seat.player for seat in v.seats if seat.rank == 1] if over else [v.current] if v.current != NONE else []
    drawn = banner(MARGIN, y, _INNER, 48, colour)
    drawn += [badge(MARGIN + 26 + 30 * i, y + 24, player, 13) for i, player in enumerate(players)]
    headline = v.headline[:1].upper() + v.headline[1:]
    drawn.append(fitted(MARGIN + 20 + 30 * len(players), y + 30, headline, _INNER - 300, 17, fill=INK))
    if v.phase == Phase.EFFECTS:
        drawn += pushes(v.pending, WIDTH - MARGIN - 16 - 30 * sum(v.pending), y + 24)
    return drawn


def _legend(x: float, y: float) -> list[str]:
    """Which colours are which areas, and what green means."""
    drawn = []
    for area in range(AREAS):
        drawn += [area_chip(x + 9, y - 4, area, 18), text(x + 24, y, AREA_NAMES[area], 11.5, fill=MUTED)]
        x += 42 + text_width(AREA_NAMES[area], 11.5)
    words = "tick: a requirement is met   ·   green edge: can be completed   ·   golden segments: advanced cards"
    return [*drawn, text(x + 10, y, words, 11.5, fill=MUTED)]
