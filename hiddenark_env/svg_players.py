"""The players: points, tracks, action rows with their upgrades, pieces to build, kept tokens, rescued tiles."""

from __future__ import annotations

import dataclasses
from typing import Any

from arkade.drawing import group, hint, rect, text
from arkade.panels import FAINT, GOLD, HAIR, INK, MUTED, PAPER, SHADE, badge, caption, frame, pills
from hiddenark_env.card_set import CardSet
from hiddenark_env.components import PIECES, RESOURCES, ROWS, SLOTS_PER_ROW
from hiddenark_env.svg_parts import PLAYER, UNITS, boat, empty_slot, house, small_tile, token

HEIGHT = 184
_TRACKS, _ROWS, _PIECES, _TOKENS, _TILES = 232, 506, 812, 980, 1150  # where columns begin
_STEP = 27  # from track to track


@dataclasses.dataclass(frozen=True)
class Seat:
    """What belongs to one player: a part of a `to_dict` position, and the parts of the points."""

    player: int
    points: dict[str, int]
    units: list[int]
    waiting: list[int]  # bonuses beside full tracks
    stations: list[str]
    vessels: list[Any]
    held: dict[str, int]
    slots: dict[int, str]
    own: list[int]
    last_row: Any
    is_on: bool


def seats(position: dict[str, Any], points: list[dict[str, int]], current: int) -> list[Seat]:
    """All players of a position."""
    waiting, none = position["turn"]["pending"], [0] * len(RESOURCES)
    return [
        Seat(
            player=p,
            points=parts,
            units=position["res"][p],
            waiting=waiting if p == current else none,
            stations=position["stations"][p],
            vessels=position["vessels"][p],
            held=position["held"][p],
            slots=position["slots"][p],
            own=position["own"][p],
            last_row=position["last_row"][p],
            is_on=p == current,
        )
        for p, parts in enumerate(points)
    ]


def panel(seat: Seat, cards: CardSet, x: float, y: float, width: float) -> str:
    """A player's panel."""
    drawn = frame(x, y, width, HEIGHT, PLAYER[seat.player], seat.is_on)
    columns = (_who, _tracks, _rows, _pieces, _tokens, _tiles)
    for column in columns:
        drawn += column(seat, cards, x, y)
    return hint(group(drawn, class_="player"), f"PLAYER {seat.player} ")


def _who(seat: Seat, cards: CardSet, x: float, y: float) -> list[str]:
    """Name, points and their parts."""
    drawn = [
        badge(x + 33, y + 31, seat.player, 14, PLAYER[seat.player]),
        text(x + 56, y + 37, f"Player {seat.player}", 17, bold=True, fill=INK),
        *(pills(x + 56, y + 56, [("on turn", PLAYER[seat.player])], 9.5) if seat.is_on else []),
        text(x + 26, y + 104, f"{seat.points['total']} points", 25, bold=True, fill=INK),
    ]
    words = [f"{name} {n}" for name, n in seat.points.items() if name != "total"]
    for i, part in enumerate(words):
        drawn.append(text(x + 26 + 92 * (i % 2), y + 128 + 17 * (i // 2), part, 11.5, fill=MUTED))
    return drawn


def _tracks(seat: Seat, cards: CardSet, x: float, y: float) -> list[str]:
    """A bar of fields for each resource, filled up to its value."""
    drawn, x = [caption(x + _TRACKS, y + 27, "Tracks")], x + _TRACKS
    for r, name in enumerate(RESOURCES):
        n, cap, top = seat.units[r], int(cards.board.cap[r]), y + 40 + _STEP * r
        step = min(18.5, 185 / cap)
        drawn.append(text(x, top + 14, f"{name} {n}", 12, bold=n > 0, fill=INK if n else MUTED))
        for i in range(cap):
            full = i < n
            field = dict(fill=UNITS[r] if full else SHADE, stroke=UNITS[r] if full else HAIR)
            drawn.append(rect(x + 66 + step * i, top + 2, step - 3, 16, rx=3, **field))
        if seat.waiting[r]:
            drawn.append(text(x + 69 + step * cap, top + 14, f"+{seat.waiting[r]}", 11, bold=True, fill=UNITS[r]))
    return drawn


def _rows(seat: Seat, cards: CardSet, x: float, y: float) -> list[str]:
    """The action rows with installed upgrades and free slots; a cube lies where the player acted last."""
    kinds = {kind.key: kind for kind in cards.tokens}
    drawn, x = [caption(x + _ROWS, y + 27, "Action rows")], x + _ROWS
    for row, name in enumerate(ROWS):
        middle, is_last = y + 53 + 34 * row, name == seat.last_row
        if is_last:
            cube = rect(x, middle - 6, 12, 12, rx=2, fill=PLAYER[seat.player])
            drawn.append(hint(cube, f"last row {name}"))
        drawn.append(text(x + 20, middle + 4.5, name, 13, bold=is_last, fill=INK))
        for i, price in enumerate(cards.board.slot_cost[row]):
            slot = SLOTS_PER_ROW * row + i
            at = x + 124 + 40 * i
            if slot in seat.slots:
                key = seat.slots[slot]
                drawn.append(token(at, middle, 15, kinds[key], f"{name} {slot}: {key}"))
            else:
                drawn.append(empty_slot(at, middle, 14, str(sum(price)) if sum(price) else ""))
    return drawn


def _pieces(seat: Seat, cards: CardSet, x: float, y: float) -> list[str]:
    """Stations and vessels: on the map in colour, the others with their cost."""
    drawn, x = [caption(x + _PIECES, y + 27, "To build")], x + _PIECES
    board = cards.board
    sorts = (
        ("stations", house, len(seat.stations), board.station_cost),
        ("vessels", boat, len(seat.vessels), board.vessel_cost),
    )
    for i, (name, sign, built, costs) in enumerate(sorts):
        top = y + 66 + 64 * i
        for k in range(PIECES):
            at = x + 12 + 33 * k
            if k < built:
                drawn.append(sign(at, top, 1.0, fill=PLAYER[seat.player]))
                continue
            drawn.append(sign(at, top, 1.0, fill=PAPER, stroke=FAINT, stroke_width=1.4))
            drawn.append(text(at, top + 24, str(costs[k - 1]) if k else "", 11, bold=True, fill=GOLD, anchor="middle"))
        drawn.append(hint(text(x + 1, top - 17, f"{name} {built}", 11.5, fill=MUTED), ", ".join(seat.stations) or "–"))
    return drawn


def _tokens(seat: Seat, cards: CardSet, x: float, y: float) -> list[str]:
    """Kept tokens and how many of each."""
    kinds = {kind.key: kind for kind in cards.tokens}
    drawn, x = [caption(x + _TOKENS, y + 27, "Kept tokens")], x + _TOKENS
    if not seat.held:
        drawn.append(text(x, y + 56, "none", 12, fill=FAINT))
    lines = -(-len(seat.held) // 3)
    for i, (key, n) in enumerate(seat.held.items()):
        step = min(46, 136 / max(1, lines))
        at, top = x + 17 + 52 * (i % 3), y + 56 + step * (i // 3)
        words = f"{key} {n}" if n > 1 else key
        drawn.append(token(at, top, min(16, step / 2 - 1), kinds[key], words))
        if n > 1:
            drawn.append(text(at + 17, top + 16, f"×{n}", 11.5, bold=True, fill=INK))
    return drawn


def _tiles(seat: Seat, cards: CardSet, x: float, y: float) -> list[str]:
    """Rescued tiles by colour."""
    words = f"Fish tiles: {len(seat.own)}"
    drawn, x = [caption(x + _TILES, y + 27, words)], x + _TILES
    lines = max(1, -(-len(seat.own) // 5))
    across = -(-len(seat.own) // min(lines, 3)) if seat.own else 1
    step = min(40.0, 160 / max(1, across - 1)) if across > 1 else 40.0
    for i, number in enumerate(seat.own):
        at, top = x + step * (i % across), y + 38 + 46 * (i // across)
        drawn.append(small_tile(at, top, number, cards.tiles[number]))
    return drawn
