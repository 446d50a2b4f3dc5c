"""What every part of the picture shows: creatures, areas, and the habitat that they live in."""

from __future__ import annotations

from collections.abc import Sequence

from arkade import panels
from arkade.drawing import circle, element, group, hint, rect, text
from arkade.panels import FAINT, INK, PAPER
from arkade.records import NONE
from enclosure_env.grid import SIDE
from enclosure_env.state import AREA_LETTERS, AREA_NAMES, CELLS, CREATURE_LETTERS, CREATURE_NAMES

PLAYER = ("#1f9184", "#d5602a", "#41407a", "#8a6b33")
GREEN = "#2f8f4e"
CREATURE_FILL = ("#a9622a", "#2468b0", "#d99a06", "#3b8a3f", "#6a4fa3", "#bb3131")
AREA_FILL = ("#d5d0de", "#bfe0ef", "#c9e2bd", "#f3dfae", "#d4d8de")
AREA_INK = ("#a59cb8", "#7dbcd8", "#8abb77", "#d9b765", "#a3abb6")
_GAP = 3  # between two cells of different areas


def badge(x: float, y: float, player: int, r: float = 11) -> str:
    """A player's number on a disc of the player's colour."""
    return panels.badge(x, y, player, r, PLAYER[player])


# --- creatures: emblems in a square of 20 around the origin -----------------------------------------------------------


def _stroke(path: str, width: float = 1.7) -> str:
    return element(
        "path", d=path, fill="none", stroke=PAPER, stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )


def _fill(path: str) -> str:
    return element("path", d=path, fill=PAPER)


def _eye(x: float, y: float, creature: int, r: float = 0.9) -> str:
    return circle(x, y, r, fill=CREATURE_FILL[creature])


def _mirrored(path: str) -> str:
    return element("g", path, transform="scale(-1 1)")


_HORN = _stroke("M1.6,-1 C5,-2 6.6,-4.5 5.8,-8.4 M5.6,-4.6 L8.8,-6.6")
_WOLF = "M-6.6,-8 L-2.4,-4.4 L2.4,-4.4 L6.6,-8 L6,0.6 L2.2,4.4 L1.4,7.4 L-1.4,7.4 L-2.2,4.4 L-6,0.6 Z"
_HOUND = "M-2.9,-3.6 L-1,-1.9 L1,-1.9 L2.9,-3.6 L2.6,0.4 L0.8,2.8 L-0.8,2.8 L-2.6,0.4 Z"
_EMBLEMS = (
    # Sumesh, a head with two branched horns
    _HORN + _mirrored(_HORN) + _fill("M-3.2,-1.4 L3.2,-1.4 L2.4,4 Q0,9.4 -2.4,4 Z") + _fill("M3,-0.8 L6.4,0.4 L3,1.6 Z")
    + _fill("M-3,-0.8 L-6.4,0.4 L-3,1.6 Z") + _eye(-1.4, 1.4, 0, 0.7) + _eye(1.4, 1.4, 0, 0.7),
    # Gajamina, an elephant with the tail of a fish
    _fill("M-7,-0.5 Q-6,-6 0.5,-5 Q4,-4.4 5,-1 L8.8,-4.6 Q7.4,0.4 8.8,5 L5,1.6 Q2.6,5.2 -2,5 Q-6,4.6 -7,-0.5 Z")
    + _stroke("M-6,0.5 Q-9.4,2 -8,7", 2.2) + _stroke("M-4.2,3.4 Q-6,4.6 -5.6,6.6", 1.3) + _eye(-3.4, -1.6, 1),
    # Safat, a bird that never lands
    _fill("M-9.4,-3 Q-4.6,-7.6 -0.4,-1.8 Q0.6,-3.4 1.6,-2.4 Q6,-7 9.4,-4 Q4.6,-3 2.4,1 Q2.4,4.4 -1,6.6 Q-0.6,3.4 -2.2,1.6 Q-4.4,-2.8 -9.4,-3 Z"),
    # Tsuchinoko, a thick snake with a thin tail
    _stroke("M-3.4,-5 C2,-8.6 8.4,-5.4 5.4,-1.6 C3.4,1 -4.6,-0.4 -4.8,3", 5.2) + _stroke("M-4.8,3 C-5,7.8 3,6 7.6,4.4", 2.4)
    + _fill("M-9,-3.4 Q-7.4,-7.4 -2.8,-7.2 L-2.4,-3 Q-5.4,-0.4 -9,-3.4 Z") + _eye(-5.6, -4.6, 3)
    + _stroke("M-8.6,-3.4 L-10.4,-2.2 M-9.6,-2.8 L-9.8,-1.4", 0.8),
    # Werewolf, its head
    _fill(_WOLF) + _eye(-2.4, -0.8, 4) + _eye(2.4, -0.8, 4) + _eye(0, 5.6, 4, 1.1),
    # Cerberus, three heads
    "".join(
        element("g", _fill(_HOUND) + _eye(-1, -0.3, 5, 0.45) + _eye(1, -0.3, 5, 0.45), transform=move)
        for move in ("translate(-5.6 1.2) scale(1.15)", "translate(5.6 1.2) scale(1.15)", "translate(0 -2.8) scale(1.3)")
    ) + _fill("M-6.8,5.2 Q-5,3.6 -3.6,4.8 L0,2.4 L3.6,4.8 Q5,3.6 6.8,5.2 Q4.6,9 0,9 Q-4.6,9 -6.8,5.2 Z"),
)  # fmt: skip


def token(x: float, y: float, creature: int, r: float, solid: bool = True) -> str:
    """A creature token: emblem on a disc, its letter where there is no room; an outline where it is missing."""
    fill = CREATURE_FILL[creature]
    if r < 11:
        ink = PAPER if solid else fill
        disc = circle(x, y, r - 0.6, fill=fill if solid else PAPER, stroke=PAPER if solid else fill, stroke_width=1.2)
        return disc + text(x, y + r * 0.4, CREATURE_LETTERS[creature], r * 1.3, bold=True, fill=ink, anchor="middle")
    edge = circle(0, 0, 11.2, fill=fill, stroke=PAPER, stroke_width=1.2)
    drawn = element("g", edge, _emblem(creature), transform=f"translate({x:.2f} {y:.2f}) scale({r / 12:.3f})")
    return hint(drawn, CREATURE_NAMES[creature])


def _emblem(creature: int) -> str:
    return element("g", _EMBLEMS[creature], transform="scale(0.93)")


# --- areas: a motif in a square of 20 around the origin ---------------------------------------------------------------

_MOTIFS = (
    "M-9,7 L-2,-6 L2,1 L4,-2 L9,7 Z",
    "M-9,-2 Q-6,-6 -3,-2 T3,-2 T9,-2 M-9,5 Q-6,1 -3,5 T3,5 T9,5",
    "M-4,-8 L1,3 L-9,3 Z M-5,3 L-3,3 L-3,7 L-5,7 Z M5,-4 L9,4 L1,4 Z M4,4 L6,4 L6,7 L4,7 Z",
    "M-9,6 Q-4,-3 1,6 Z M-1,6 Q4,0 9,6 Z M2,-5 a2.6,2.6 0 1,0 5.2,0 a2.6,2.6 0 1,0 -5.2,0 Z",
    "M-8,7 L-8,-2 L-3,-2 L-3,7 Z M-2,7 L-2,-8 L3,-8 L3,7 Z M4,7 L4,-4 L8,-4 L8,7 Z",
)


def motif(x: float, y: float, area: int, size: float, fill: str | None = None) -> str:
    """The picture of an area, `size` wide."""
    ink = fill or AREA_INK[area]
    style = {"fill": "none", "stroke": ink, "stroke_width": 2} if AREA_LETTERS[area] == "K" else {"fill": ink}
    path = element("path", d=_MOTIFS[area], stroke_linecap="round", **style)
    return element("g", path, transform=f"translate({x:.2f} {y:.2f}) scale({size / 20:.3f})")


def area_chip(x: float, y: float, area: int, size: float) -> str:
    """A small square of an area around (x, y)."""
    ground = rect(x - size / 2, y - size / 2, size, size, rx=size * 0.22, fill=AREA_FILL[area], stroke=AREA_INK[area])
    return hint(ground + motif(x, y, area, size * 0.78, "#5f6b7a"), AREA_NAMES[area])


# --- the habitat ------------------------------------------------------------------------------------------------------


def habitat(areas: Sequence[int], creatures: Sequence[int], x: float, y: float, size: float) -> list[str]:
    """The sixteen spaces in their areas, with cell numbers and tokens."""
    step = size / SIDE
    drawn = [rect(x - 6, y - 6, size + 12, size + 12, rx=12, fill=PAPER, stroke=FAINT)]
    for cell in range(CELLS):
        left, top = x + cell % SIDE * step, y + cell // SIDE * step
        drawn += _ground(areas, cell, left, top, step)
    for cell in range(CELLS):
        left, top = x + cell % SIDE * step, y + cell // SIDE * step
        drawn.append(group(_space(areas[cell], cell, creatures[cell], step), left, top, class_="space"))
    return drawn


def _ground(areas: Sequence[int], cell: int, x: float, y: float, step: float) -> list[str]:
    """The ground of a space, and bridges to spaces of the same area to the right and below."""
    fill, row, column = AREA_FILL[areas[cell]], cell // SIDE, cell % SIDE
    drawn = [rect(x + _GAP / 2, y + _GAP / 2, step - _GAP, step - _GAP, rx=8, fill=fill)]
    if column + 1 < SIDE and areas[cell + 1] == areas[cell]:
        drawn.append(rect(x + step / 2, y + _GAP / 2, step, step - _GAP, fill=fill))
    if row + 1 < SIDE and areas[cell + SIDE] == areas[cell]:
        drawn.append(rect(x + _GAP / 2, y + step / 2, step - _GAP, step, fill=fill))
    if len(drawn) == 3 and areas[cell + SIDE + 1] == areas[cell]:
        drawn.append(rect(x + step - _GAP, y + step - _GAP, 2 * _GAP, 2 * _GAP, fill=fill))
    return drawn


def _space(area: int, cell: int, creature: int, step: float) -> list[str]:
    drawn = [rect(4, 4, step - 8, step - 8, rx=6, fill=PAPER, fill_opacity=0.38)]
    if creature == NONE:
        drawn.append(motif(step / 2, step / 2, area, step * 0.5))
    else:
        drawn.append(token(step / 2 + 1, step / 2 + 2, creature, step * 0.36))
    drawn.append(text(6.5, 13, str(cell), 8, fill=INK, fill_opacity=0.6))
    return drawn


def check(x: float, y: float, r: float = 7) -> str:
    """A green tick."""
    tick = element(
        "path", d=f"M{x - r * 0.45:.2f},{y:.2f} l{r * 0.32:.2f},{r * 0.36:.2f} l{r * 0.6:.2f},{-r * 0.72:.2f}",
        fill="none", stroke=PAPER, stroke_width=r * 0.26, stroke_linecap="round", stroke_linejoin="round",
    )  # fmt: skip
    return circle(x, y, r, fill=GREEN) + tick
