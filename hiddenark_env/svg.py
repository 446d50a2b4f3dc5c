"""The picture of a position: what is asked, the world map, what lies beside it, the players."""

from __future__ import annotations

import dataclasses
from typing import Any

from arkade.drawing import circle, document, text, text_width
from arkade.panels import GOLD, GROUND, INK, MUTED, badge, banner, title
from hiddenark_env.card_set import CardSet
from hiddenark_env.components import RESOURCES
from hiddenark_env.map_file import Map
from hiddenark_env.svg_map import Board, size
from hiddenark_env.svg_parts import PLAYER, UNITS
from hiddenark_env.svg_players import HEIGHT, panel, seats
from hiddenark_env.svg_side import WIDTH, side

_MARGIN, _GAP, _TOP = 28, 14, 128
_LEAST = 1376 - WIDTH - _GAP  # width for the map


@dataclasses.dataclass(frozen=True)
class Scene:
    """What a picture shows: a position as a dictionary, and what is said about it."""

    one: Map
    cards: CardSet
    position: dict[str, Any]
    points: list[dict[str, int]]  # of each player in their parts
    current: int  # player to act, -1 after the end
    players: str
    when: str
    facts: str
    question: str
    award_side: int
    few: int  # tiles at which a refill is due
    refills: int  # allowed


def draw(scene: Scene) -> str:
    """A position as an SVG picture."""
    width, height = size(scene.one)
    across = max(width, _LEAST)
    whole = across + _GAP + WIDTH
    height = max(height, 540)
    board = Board(scene.one, scene.cards, scene.position, _MARGIN + (across - width) / 2, _TOP)
    args = (scene.position, scene.cards, scene.award_side, scene.few, scene.refills)
    drawn = [
        *title(_MARGIN, 52, _MARGIN + whole, "Hidden Ark", scene.players, scene.when, scene.facts),
        *_asked(scene, _MARGIN, 72, whole),
        *board.draw(),
        *side(*args, _MARGIN + across + _GAP, _TOP, height),
    ]
    y = _TOP + height + _GAP
    for seat in seats(scene.position, scene.points, scene.current):
        drawn.append(panel(seat, scene.cards, _MARGIN, y, whole))
        y += HEIGHT + _GAP
    drawn += _legend(_MARGIN, y + 12)
    return document(whole + 2 * _MARGIN, y + 34, f"Hidden Ark, {scene.players}, {scene.when}", drawn, GROUND)


def _asked(scene: Scene, x: float, y: float, width: float) -> list[str]:
    """Who decides what."""
    p = scene.current
    colour = GOLD if p < 0 else PLAYER[p]
    drawn = banner(x, y, width, 42, colour)
    if p >= 0:
        drawn.append(badge(x + 24, y + 21, p, 12, colour))
    return [*drawn, text(x + 46, y + 27, scene.question, 16, bold=True, fill=INK)]


def _legend(x: float, y: float) -> list[str]:
    """What colours and edges mean."""
    drawn = []
    for resource, name in enumerate(RESOURCES):
        drawn += [circle(x + 7, y - 4, 7, fill=UNITS[resource]), text(x + 19, y, name, 12, fill=MUTED)]
        x += 34 + text_width(name, 12)
    words = "edge of a token: pale at once, dark kept, golden upgrade · corner of a tile: cost above, discount below"
    return [*drawn, text(x + 14, y, words, 12, fill=MUTED)]
