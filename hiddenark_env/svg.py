"""The picture of a position: the map with what lies and stands on it, and everything else in words."""

from __future__ import annotations

from typing import Any

from arkade.drawing import circle, document, hint, line, rect, text
from hiddenark_env.card_set import CardSet
from hiddenark_env.components import COLOURS, RESOURCES
from hiddenark_env.map_file import Map

CELL, MARGIN, LINE = 56, 28, 17
SEA, LAND, INK, MUTED, GOLD, PAPER = "#cfe3ef", "#eee7d8", "#1c2733", "#5c6b78", "#c99a2e", "#fbfaf7"
SEATS = ("#c8553d", "#2f6f9f", "#4b8f5a", "#7d5ba6")
WATERS = ("#7fb7d6", "#e0cfa4", "#8fc49a", "#d98a80", "#dfe9f2")  # by colour of fish tiles
STEPS = {"^": (0, -1), ">": (1, 0), "v": (0, 1), "<": (-1, 0)}


def draw(one: Map, position: dict[str, Any], head: list[str], lines: list[str], cards: CardSet) -> str:
    """A position as an SVG picture; `head` and `lines` are its words."""
    top = MARGIN + LINE * (len(head) + 1)
    drawn = [
        text(MARGIN, MARGIN + LINE * i, words, 14 if i else 18, bold=i == 0, fill=INK) for i, words in enumerate(head)
    ]
    for r, row in enumerate(one.grid):
        for c, cell in enumerate(row):
            drawn += _cell(cell, MARGIN + CELL * c, top + CELL * r)
    for f, tile in position["fish"].items():
        drawn += _tile(one, position, cards, f, tile, top)
    for i, value in enumerate(one.vp_values):
        if i not in position["vp_taken"]:
            x, y = _centre(one.sea[one.vp[i]], top)
            drawn += [
                circle(x, y, 13, fill=GOLD),
                text(x, y + 5, str(value), 14, bold=True, anchor="middle", fill="white"),
            ]
    drawn += _pieces(one, position, top)
    y = top + CELL * len(one.grid) + 2 * LINE
    drawn += [
        text(MARGIN, y + LINE * i, words.replace(" ", "\u00a0"), 12.5, fill=INK if words[:1] != " " else MUTED)
        for i, words in enumerate(lines)
    ]
    width = max(2 * MARGIN + CELL * len(one.grid[0]), 820)
    return document(width, y + LINE * len(lines) + MARGIN, head[0], drawn, PAPER)


def _centre(place: tuple[int, int], top: float) -> tuple[float, float]:
    return MARGIN + CELL * (place[1] + 0.5), top + CELL * (place[0] + 0.5)


def _cell(cell: str, x: float, y: float) -> list[str]:
    """Sea, land, or a location with its arrow."""
    is_sea = cell[0] in "~*F"
    drawn = [rect(x + 1, y + 1, CELL - 2, CELL - 2, rx=4, fill=SEA if is_sea else LAND)]
    if cell[0] == "F":
        drawn.append(
            rect(x + 5, y + 5, CELL - 10, CELL - 10, rx=6, fill="none", stroke=WATERS[int(cell[1])], stroke_width=3)
        )
    if cell[0] == "L":
        dx, dy = STEPS[cell[1]]
        mx, my = x + CELL / 2, y + CELL / 2
        drawn.append(line(mx, my, mx + 25 * dx, my + 25 * dy, stroke=MUTED, stroke_width=4))
        drawn.append(circle(mx, my, 17, fill="white", stroke=MUTED, stroke_width=2))
    return drawn


def _tile(one: Map, position: dict[str, Any], cards: CardSet, f: int, tile: Any, top: float) -> list[str]:
    """A fish tile, with its name and cost for the pointer."""
    x, y = _centre(one.sea[one.fish[f]], top)
    colour = one.fish_colours[f]
    words, mark = f"facedown, {COLOURS[colour]}", "?"
    if tile != "facedown":
        fish = cards.tiles[tile]
        cost = ", ".join(f"{n} {name}" for n, name in zip(fish.cost, RESOURCES, strict=True) if n)
        words, mark = f"{tile} {fish.name}: {cost}; {fish.vp} VP", str(fish.vp)
    drawn = [hint(rect(x - 21, y - 21, 42, 42, rx=6, fill=WATERS[colour], stroke=INK), words)]
    drawn.append(text(x, y + 5, mark, 15, bold=True, anchor="middle", fill=INK))
    if f in position["fish_token"]:
        drawn.append(hint(circle(x + 15, y - 15, 6, fill="white", stroke=INK), position["fish_token"][f]))
    for i, _ in enumerate(position["fish_esc"].get(f, [])):
        drawn.append(circle(x - 15 + 9 * i, y - 15, 4, fill="#b3261e"))
    if position["blocker"] == f:
        drawn.append(line(x - 20, y - 20, x + 20, y + 20, stroke=INK, stroke_width=4))
    return drawn


def _pieces(one: Map, position: dict[str, Any], top: float) -> list[str]:
    """Stations, tokens on free locations, and vessels."""
    drawn = []
    for name, key in position["loc_token"].items():
        x, y = _centre(one.location_places[one.location_ids[name]], top)
        drawn.append(hint(circle(x, y, 9, fill="#f1d9a0", stroke=MUTED), f"{name}: {key}"))
    standing: dict[tuple[int, int], int] = {}
    for p, stations in enumerate(position["stations"]):
        for name in stations:
            x, y = _centre(one.location_places[one.location_ids[name]], top)
            drawn.append(hint(rect(x - 10, y - 10, 20, 20, fill=SEATS[p], stroke=INK), f"{name}: player {p}"))
        for v, place in enumerate(position["vessels"][p]):
            at = one.location_places[one.location_ids[place]] if isinstance(place, str) else tuple(place)
            x, y = _centre(at, top)
            i = standing[at] = standing.get(at, -1) + 1
            x, y = x - 13 + 16 * i, y + 16
            drawn += [hint(circle(x, y, 7, fill=SEATS[p], stroke="white", stroke_width=2), f"player {p}, vessel {v}")]
    return drawn
