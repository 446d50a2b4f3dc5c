"""The world map: sea and coasts, locations with their arrows, and what lies and stands on them."""

from __future__ import annotations

import math
from typing import Any

from arkade.drawing import circle, element, group, hint, line, rect, text
from arkade.panels import GOLD, INK, MUTED, PAPER, fitted
from hiddenark_env.card_set import CardSet
from hiddenark_env.components import COLOURS
from hiddenark_env.map_file import Map
from hiddenark_env.svg_parts import (
    ALERT,
    BACKS,
    UNITS,
    amounts_in_words,
    boat,
    shape,
    station,
    tile,
    tile_back,
    token,
    vessel,
)

CELL, EDGE = 80, 16  # of a space, and of the water around the map
TILE = 66
SEA, WAVE, LAND, COAST, WALL = "#cfe4f1", "#b9d6e8", "#f1e6cc", "#c9b489", "#8b7748"
SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))  # by direction, in rows and columns
_SPOTS = ((-17, 22), (17, 22), (0, 4))  # of vessels in a space
_BESIDE = (-31, 31)  # of one on a tile


class Board:
    """A map drawn at (x, y); `position` is a dictionary of `to_dict`."""

    def __init__(self, one: Map, cards: CardSet, position: dict[str, Any], x: float, y: float) -> None:
        self.one, self.cards, self.position = one, cards, position
        self.x, self.y = x + EDGE, y + EDGE
        self.kinds = {token.key: token for token in cards.tokens}

    def draw(self) -> list[str]:
        """Everything, the lowest first."""
        width, height = size(self.one)
        frame = rect(self.x - EDGE, self.y - EDGE, width, height, rx=14, fill=SEA)
        layers = [self._water(), self._land(), self._borders(), self._locations(), self._vp(), self._fish()]
        return [frame, *(group(layer) for layer in layers), group(self._pieces(), class_="pieces")]

    def _middle(self, place: tuple[int, int]) -> tuple[float, float]:
        return self.x + CELL * (place[1] + 0.5), self.y + CELL * (place[0] + 0.5)

    def _water(self) -> list[str]:
        """A pale frame around every sea space."""
        drawn = []
        for place in self.one.sea:
            x, y = self._middle(place)
            drawn.append(rect(x - 38, y - 38, 76, 76, rx=10, fill="none", stroke=WAVE, stroke_width=1.3))
        return drawn

    def _is_land(self, r: int, c: int) -> bool:
        grid = self.one.grid
        return 0 <= r < len(grid) and 0 <= c < len(grid[0]) and grid[r][c][0] not in "~*F"

    def _land(self) -> list[str]:
        """Land without seams, then its coasts."""
        cells = [(r, c) for r, row in enumerate(self.one.grid) for c, _ in enumerate(row) if self._is_land(r, c)]
        drawn = [
            rect(self.x + CELL * c - 0.5, self.y + CELL * r - 0.5, CELL + 1, CELL + 1, fill=LAND) for r, c in cells
        ]
        for r, c in cells:
            x, y = self._middle((r, c))
            for dr, dc in SIDES:
                if not self._is_land(r + dr, c + dc):
                    drawn.append(_side(x, y, dr, dc, stroke=COAST, stroke_width=3))
        return drawn

    def _borders(self) -> list[str]:
        """Walls between sea spaces, edges that join, and steps to elsewhere."""
        drawn, places = [], self.one.sea_ids
        rows, columns = len(self.one.grid), len(self.one.grid[0])
        for i, (r, c) in enumerate(self.one.sea):
            x, y = self._middle((r, c))
            for direction, (dr, dc) in enumerate(SIDES):
                beside, to = (r + dr, c + dc), self.one.neighbours[i][direction]
                if beside in places and to != places[beside]:
                    drawn.append(_side(x, y, dr, dc, stroke=WALL, stroke_width=6))
                if to < 0 or (beside in places and to == places[beside]):
                    continue
                wraps = self.one.sea[to] == (beside[0] % rows, beside[1] % columns)
                drawn.append(_chevron(x + 44 * dc, y + 44 * dr, dr, dc))
                if not wraps:
                    x2, y2 = self._middle(self.one.sea[to])
                    drawn.append(line(x, y, x2, y2, stroke=MUTED, stroke_width=1.2, stroke_dasharray="2 5"))
        return drawn

    def _points_down(self, j: int) -> bool:
        """Does the arrow of a location take the place of its name?"""
        (r, c), (r2, c2) = self.one.location_places[j], self.one.sea[self.one.arrows[j]]
        return r2 > r and abs(c2 - c) <= r2 - r

    def _circle(self, j: int) -> tuple[float, float]:
        """The middle of a location's circle: off the middle of its space, to leave room for the name."""
        x, y = self._middle(self.one.location_places[j])
        return x, y + (6 if self._points_down(j) else -5)

    def _locations(self) -> list[str]:
        """Circles on land, arrows into the sea, names, and tokens that nobody has taken."""
        drawn = []
        for j, name in enumerate(self.one.locations):
            x, y = self._circle(j)
            goal = self._middle(self.one.sea[self.one.arrows[j]])
            drawn.append(_arrow(x, y, *goal))
            drawn.append(circle(x, y, 24, fill=PAPER, stroke=WALL, stroke_width=2))
            words = name.replace("_", " ")
            under = y - 30 if self._points_down(j) else y + 37
            drawn.append(fitted(x, under, words, CELL - 6, 9.5, bold=False, fill=MUTED, anchor="middle"))
            key = self.position["loc_token"].get(name)
            if key:
                drawn.append(token(x, y, 19, self.kinds[key], f"{name}: {key}"))
        return drawn

    def _vp(self) -> list[str]:
        """VP tokens that nobody has taken."""
        drawn = []
        for i, value in enumerate(self.one.vp_values):
            if i not in self.position["vp_taken"]:
                x, y = self._middle(self.one.sea[self.one.vp[i]])
                disc = circle(x, y, 17, fill=GOLD, stroke=PAPER, stroke_width=2)
                number = text(x, y + 6, str(value), 17, bold=True, fill=PAPER, anchor="middle")
                drawn.append(hint(disc + number, f"VP token: {value}"))
        return drawn

    def _fish(self) -> list[str]:
        """Fish spaces; on tiles their tokens, escalation and the blocking vessel."""
        drawn, position = [], self.position
        for f, space in enumerate(self.one.fish):
            x, y = self._middle(self.one.sea[space])
            x, y, colour = x - TILE / 2, y - TILE / 2, self.one.fish_colours[f]
            i = position["fish"].get(f)
            if i is None:
                ring = dict(fill="none", stroke=BACKS[colour], stroke_width=3, stroke_dasharray="6 4")
                drawn.append(hint(rect(x, y, TILE, TILE, rx=7, **ring), f"empty, {COLOURS[colour]}"))
                continue
            if i == "facedown":
                drawn.append(tile_back(x, y, TILE, colour, f"facedown, {COLOURS[colour]}"))
            else:
                drawn.append(tile(x, y, TILE, i, self.cards.tiles[i]))
            if f in position["fish_token"]:
                key = position["fish_token"][f]
                drawn.append(token(x + TILE - 1, y + 1, 12, self.kinds[key], key))
            drawn += [self._escalation(x, y, n, e) for n, e in enumerate(position["fish_esc"].get(f, []))]
            if position["blocker"] == f:
                drawn.append(_blocker(x + TILE / 2, y + TILE / 2))
        return drawn

    def _escalation(self, x: float, y: float, n: int, kind: int) -> str:
        """What one token adds to the cost of the tile at (x, y)."""
        cost = self.cards.escalations[kind].cost
        words, colour = f"+{sum(cost)}", UNITS[cost.index(max(cost))]
        x, y = x - 17, y + 22 + 21 * n
        badge = rect(x, y - 9, 23, 18, rx=5, fill=colour, stroke=ALERT, stroke_width=2.4)
        number = text(x + 11.5, y + 4.2, words, 11.5, bold=True, fill=PAPER, anchor="middle")
        return hint(badge + number, f"escalation {kind}: {amounts_in_words(cost)}")

    def _pieces(self) -> list[str]:
        """Stations and vessels."""
        drawn, standing = [], dict[tuple[int, int], int]()
        tiles = {self.one.sea[self.one.fish[f]] for f in self.position["fish"]}
        for p, names in enumerate(self.position["stations"]):
            for name in names:
                x, y = self._circle(self.one.location_ids[name])
                drawn.append(station(x, y - 2, p, f"{name}: player {p}", 1.35))
        for p, places in enumerate(self.position["vessels"]):
            for v, place in enumerate(places):
                home = self.one.location_ids[place] if isinstance(place, str) else None
                at = tuple(place) if home is None else self.one.location_places[home]
                x, y = self._middle(at) if home is None else self._circle(home)
                i = standing[at] = standing.get(at, -1) + 1
                dx, dy = _BESIDE if at in tiles and i == 0 else _SPOTS[min(i, 2)]
                drawn.append(vessel(x + dx, y + dy - (0 if home is None else 5), p, f"player {p}, vessel {v}", 1.05))
        return drawn


def size(one: Map) -> tuple[float, float]:
    """Width and height of a drawn map."""
    return CELL * len(one.grid[0]) + 2 * EDGE, CELL * len(one.grid) + 2 * EDGE


def _arrow(x: float, y: float, x2: float, y2: float) -> str:
    """An arrow from a location towards a sea space."""
    length = math.hypot(x2 - x, y2 - y)
    dx, dy = (x2 - x) / length, (y2 - y) / length
    points = [(24, -6), (34, -6), (34, -11), (46, 0), (34, 11), (34, 6), (24, 6)]
    ends = [f"{x + along * dx - across * dy:.1f} {y + along * dy + across * dx:.1f}" for along, across in points]
    return element("path", d=f"M{' L'.join(ends)} Z", fill=WALL)


def _side(x: float, y: float, dr: int, dc: int, **attributes: Any) -> str:
    """The side of a space around (x, y) in one direction."""
    x, y, half = x + dc * CELL / 2, y + dr * CELL / 2, CELL / 2
    along = (half, 0) if dr else (0, half)
    ends = (x - along[0], y - along[1], x + along[0], y + along[1])
    return line(*ends, stroke_linecap="round", **attributes)


def _chevron(x: float, y: float, dr: int, dc: int) -> str:
    """A mark on an edge behind which the sea goes on."""
    d = f"M{-4 * abs(dr) - 3 * dc} {-4 * abs(dc) - 3 * dr} L{3 * dc} {3 * dr} L{4 * abs(dr) - 3 * dc} {4 * abs(dc) - 3 * dr}"
    return shape(d, x, y, fill="none", stroke=MUTED, stroke_width=1.8, stroke_linecap="round")


def _blocker(x: float, y: float) -> str:
    """The foreign vessel of a solo game."""
    veil = rect(x - TILE / 2, y - TILE / 2, TILE, TILE, rx=7, fill=INK, fill_opacity=0.28)
    foreign = boat(x, y, 1.7, fill=INK)
    return hint(group([veil, foreign]), "the blocking vessel")
