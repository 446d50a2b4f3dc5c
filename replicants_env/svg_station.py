"""The station of the U.S.C. expansion: rooms, ways between them, crew, builders."""

from __future__ import annotations

import cmath
import math

from arkade.drawing import element, group, line, rect, text
from arkade.panels import FAINT, GOLD, GROUND, INK, MUTED, PAPER, box, fitted, pill
from arkade.records import NONE
from replicants_env.card_set import Room
from replicants_env.svg_parts import PLAYER, badge, dots, lines, paragraph
from replicants_env.view import View
from replicants_env.words import room_words

WIDTH, HEIGHT = 152, 94  # of a room
Place = tuple[float, float]


def station(v: View, x: float, y: float, width: float, height: float) -> list[str]:
    """The rooms around the core, with ways between adjacent ones."""
    centre = x + width / 2, y + height / 2 + 8
    radius = width / 2 - WIDTH / 2 - 2, height / 2 - HEIGHT / 2 - 18
    places = room_places(v.cards.rooms, centre, radius)
    panel = box(x, y, width, height, "Station")
    panel.append(
        element(
            "ellipse",
            cx=centre[0],
            cy=centre[1],
            rx=radius[0],
            ry=radius[1],
            fill="none",
            stroke=GROUND,
            stroke_width=26,
        )
    )
    panel.append(
        text(x + width - 18, y + height - 14, "discs: crew, outlined when moved", 10.5, fill=MUTED, anchor="end")
    )
    for a, room in enumerate(v.cards.rooms):
        panel += [_way(v, places, a, b) for b in room.adjacent if a < b]
    return panel + [group(_room(v, r), *_corner(place), class_="room") for r, place in enumerate(places)]


def _corner(place: Place) -> Place:
    return place[0] - WIDTH / 2, place[1] - HEIGHT / 2


def room_places(rooms: tuple[Room, ...], centre: Place, radius: Place) -> list[Place]:
    """Middles of the rooms: core rooms on a small ring, annexes on a large one, each near the core it hangs on."""
    core = [r for r, room in enumerate(rooms) if room.core]
    angles = {r: -0.75 * math.pi + i * math.tau / len(core) for i, r in enumerate(core)}
    wanted = {r: _towards(rooms[r], angles) for r in range(len(rooms)) if r not in angles}
    annexes = sorted(wanted, key=lambda r: (wanted[r], r))
    step = math.tau / max(1, len(annexes))
    turn = cmath.phase(sum((cmath.rect(1, wanted[r] - i * step) for i, r in enumerate(annexes)), 0j))
    small = (118.0, 88.0) if len(core) > 1 else (0.0, 0.0)
    places = {r: _on_ring(centre, small, angle) for r, angle in angles.items()}
    places |= {r: _on_ring(centre, radius, turn + i * step) for i, r in enumerate(annexes)}
    return [places[r] for r in range(len(rooms))]


def _towards(room: Room, angles: dict[int, float]) -> float:
    return cmath.phase(sum((cmath.rect(1, angles[r]) for r in room.adjacent if r in angles), 0j))


def _on_ring(centre: Place, radius: Place, angle: float) -> Place:
    return centre[0] + radius[0] * math.cos(angle), centre[1] + radius[1] * math.sin(angle)


def _way(v: View, places: list[Place], a: int, b: int) -> str:
    open_way = a in v.builders and b in v.builders
    style = {"stroke": "#8593a3", "stroke_width": 4} if open_way else {"stroke": FAINT, "stroke_dasharray": "3 4"}
    return line(*places[a], *places[b], **style)


def _room(v: View, r: int) -> list[str]:
    """One room: name, what it does, who built it or what building costs, who is there."""
    room, built = v.cards.rooms[r], r in v.builders
    style = {"fill": PAPER, "stroke": INK if room.core else "#8593a3", "stroke_width": 1.6 if room.core else 1.2}
    if not built:
        style = {"fill": "#fafbfc", "stroke": FAINT, "stroke_dasharray": "4 3"}
    space = WIDTH - 20 if room.core or not built else WIDTH - 52
    drawn = [rect(0, 0, WIDTH, HEIGHT, rx=12, **style)]
    drawn.append(fitted(10, 18, f"{r} {room.name}", space, 11.5, fill=INK if built else MUTED))
    drawn += paragraph(10, 33, lines(room_words(room), WIDTH - 20, 9.5), 9.5, INK if built else "#8b95a1", not built)
    return drawn + (_owner(v, r) + _guests(v, r) if built else _price(room))


def _price(room: Room) -> list[str]:
    points = f"+{room.build_points} point{'s' * (room.build_points != 1)}" if room.build_points else ""
    drawn = [text(10, HEIGHT - 9, "build", 9.5, bold=True, fill=MUTED), *dots(41, HEIGHT - 12.5, room.build, 6)]
    return [*drawn, text(WIDTH - 10, HEIGHT - 9, points, 9.5, fill=MUTED, anchor="end")]


def _owner(v: View, r: int) -> list[str]:
    """The builder's mark, and who has the room's effect waiting."""
    drawn = []
    if v.builders[r] != NONE:
        drawn.append(rect(WIDTH - 36, 7, 28, 15, rx=5, fill=PLAYER[v.builders[r]]))
        drawn.append(text(WIDTH - 22, 18, f"by {v.builders[r]}", 9, bold=True, fill=PAPER, anchor="middle"))
    armed = [seat.player for seat in v.seats if r in seat.armed]
    x = WIDTH - 17 * len(armed)
    if armed:
        drawn.append(pill(x - 49, HEIGHT - 14, "armed", GOLD, size=8.5)[0])
    return drawn + [badge(x + 17 * i, HEIGHT - 14, player, 7.5) for i, player in enumerate(armed)]


def _guests(v: View, r: int) -> list[str]:
    """The crew in a room; an outline has moved already."""
    crew = [(seat.player, moved) for seat in v.seats for place, moved in seat.crew if place == r]
    step = min(17, (WIDTH - 24) / max(1, len(crew)))
    return [badge(17 + i * step, HEIGHT - 14, player, 7.5, hollow=moved) for i, (player, moved) in enumerate(crew)]
