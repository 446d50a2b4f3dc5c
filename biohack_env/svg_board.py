"""The main board: locations, experiment spaces and tiles, rounds and turn order, solo card."""

from __future__ import annotations

from arkade.drawing import circle, group, hint, rect, text
from arkade.panels import CREAM, FAINT, GOLD, HAIR, INK, MUTED, PAPER, SHADE, box, caption, fitted
from arkade.records import NONE
from biohack_env.components import CLASSES, LOCATIONS, POLICE_AREAS, SPACES_OF_AREAS, TILE_SPACES
from biohack_env.state import POLICE, Phase
from biohack_env.svg_parts import LOCATION_FILL, badge, effect, nomans
from biohack_env.view import Place, View
from biohack_env.words import AREA_NAMES, LOCATION_NAMES

LOCATIONS_WIDTH = 902
_ROW = 22


def locations_height(v: View) -> float:
    """How high the panel of the locations is."""
    return max(106 + _ROW * len(v.cards.locations[len(v.seats)][0]), 196 if v.side == 1 else 0)


# --- locations --------------------------------------------------------------------------------------------------------


def locations(v: View, x: float, y: float) -> list[str]:
    """The five locations: rows by Nomans left, Nomans there; the row that the next one retrieved gets is lit."""
    drawn = box(x, y, LOCATIONS_WIDTH, locations_height(v), "Locations: Nomans left, and what the action gives")
    step = (LOCATIONS_WIDTH - 28) / len(LOCATIONS)
    for i in range(len(LOCATIONS)):
        drawn.append(group(_location(v, i, step - 8), x + 18 + i * step, y + 38, class_="location"))
    return drawn


def _location(v: View, i: int, width: float) -> list[str]:
    table, there = v.cards.locations[len(v.seats)][i], v.locations[i]
    height = 24 + _ROW * len(table) + 32
    lit = int(POLICE in there) if len(v.seats) == 1 else len(there) - 1
    drawn = [
        rect(0, 0, width, height, rx=9, fill=PAPER, stroke=LOCATION_FILL[i], stroke_width=1.3),
        rect(0, 0, width, 22, rx=9, fill=LOCATION_FILL[i]),
        rect(0, 12, width, 10, fill=LOCATION_FILL[i]),
        text(width / 2, 15.5, LOCATION_NAMES[i], 11, bold=True, fill=PAPER, anchor="middle", letter_spacing=1),
    ]
    for place, left in enumerate(reversed(range(len(table)))):
        middle = 24 + _ROW * (place + 0.5)
        if left == lit and there:
            drawn.append(rect(4, middle - 10, width - 8, 20, rx=5, fill=CREAM, stroke=GOLD, class_="lit"))
        drawn.append(text(13, middle + 4, str(left), 11, bold=True, fill=MUTED, anchor="middle"))
        drawn.append(effect(24, middle, table[left], width - 32, 7.4))
    step = min(22.0, (width - 16) / max(len(there), 1))
    return drawn + nomans(width / 2 - step * len(there) / 2, height - 6, there, step, 23, "assistant")


# --- experiment spaces ------------------------------------------------------------------------------------------------


def spaces_height(v: View) -> float:
    """How high the panel of the experiment spaces is: an area has two or three spaces."""
    return 58 + 40 * (2 + v.side)


def spaces(v: View, x: float, y: float, width: float) -> list[str]:
    """BIOFARM, ALLEY, DNA INC. and DOWNTOWN with who stands on each space."""
    drawn = box(x, y, width, spaces_height(v), "Experiment spaces")
    drawn.append(caption(x + width - 18, y + 25, f"{v.tiles_left} tiles left", anchor="end"))
    step = (width - 24) / 4
    for i, place in enumerate(v.basic):
        own = [place, *(other for other in v.advanced if other.name.startswith(f"{place.name}_"))]
        drawn += [_heading(x + 18 + i * step, y + 46, AREA_NAMES[place.name])]
        drawn += [_space(v, one, x + 18 + i * step, y + 53 + 40 * k, step - 12, 36) for k, one in enumerate(own)]
    tiles = [place for place in v.advanced if place.name in TILE_SPACES]
    drawn.append(_heading(x + 18 + 3 * step, y + 46, "DOWNTOWN"))
    high = (spaces_height(v) - 60) / len(tiles)
    drawn += [_tile(v, one, x + 18 + 3 * step, y + 53 + high * k, step - 12, high - 3) for k, one in enumerate(tiles)]
    return drawn


def _heading(x: float, y: float, words: str) -> str:
    return text(x, y, words, 11, bold=True, fill=INK, letter_spacing=1)


def _space(v: View, place: Place, x: float, y: float, width: float, height: float) -> str:
    card = v.cards.spaces[SPACES_OF_AREAS.index(place.name)]
    basic = place.name in AREA_NAMES
    drawn = [rect(0, 0, width, height, rx=8, fill=SHADE if basic else PAPER, stroke=HAIR)]
    if basic:
        drawn += [text(11, 15, "basic", 9, fill=MUTED), effect(11, 26, card.main, 126, 6)]
        step = min(17.0, (width - 150) / max(len(place.players), 1))
        drawn += nomans(146, height - 7, place.players, step, 22)
    else:
        drawn.append(circle(20, height / 2, 14, fill=SHADE, stroke=FAINT, stroke_dasharray="3 2"))
        drawn += nomans(10, height - 7, place.players, 20, 24)
        drawn.append(text(44, 15, place.name.split("_")[1], 9, fill=MUTED))
        drawn.append(effect(44, 26, card.bonus, width - 54, 6))
    return group(drawn, x, y, class_="space")


def _tile(v: View, place: Place, x: float, y: float, width: float, height: float) -> str:
    tile = v.tiles[TILE_SPACES.index(place.name)]
    middle = height / 2
    r = min(12.0, middle - 1)
    drawn = [
        rect(0, 0, width, height, rx=8, fill=CREAM, stroke=GOLD),
        circle(18, middle, r, fill=PAPER, stroke=FAINT, stroke_dasharray="3 2"),
        *nomans(8, middle + r * 0.85, place.players, 20, 1.9 * r),
        fitted(36, middle + 3.6, tile.name, 104, 10.5, fill=INK),
        effect(144, middle, tile.effect, width - 154, 6.4),
    ]
    return hint(group(drawn, x, y, class_="tile"), tile.name)


# --- rounds, order, solo card -----------------------------------------------------------------------------------------


def order(v: View, x: float, y: float, width: float) -> list[str]:
    """Round track, initiative and reservation track; alone the solo card."""
    drawn = box(
        x, y, width, locations_height(v), "Rounds and turn order" if v.solo_card == NONE else "Rounds and solo card"
    )
    for i in range(1, v.rounds + 1):
        left, now = x + 18 + 34 * (i - 1), i == v.round
        drawn.append(rect(left, y + 38, 28, 28, rx=6, fill=GOLD if now else SHADE, stroke=HAIR))
        drawn.append(text(left + 14, y + 57, str(i), 14, bold=True, fill=PAPER if now else MUTED, anchor="middle"))
    drawn.append(text(x + 30 + 34 * v.rounds, y + 57, f"{v.phase.name.lower()} phase", 12, fill=MUTED))
    if v.solo_card != NONE:
        return drawn + _solo(v, x + 18, y + 76, width - 36)
    drawn.append(caption(x + 18, y + 88, "Initiative"))
    for i, player in enumerate(v.order):
        drawn.append(badge(x + 118 + 34 * i, y + 84, player, 12))
        if v.seats[player].passed and v.phase == Phase.RESEARCH:
            drawn.append(text(x + 118 + 34 * i, y + 108, "passed", 8, fill=MUTED, anchor="middle"))
    return drawn + (_reservations(v, x + 18, y + 118, width - 36) if v.side == 1 else [])


def _reservations(v: View, x: float, y: float, width: float) -> list[str]:
    drawn, step = [caption(x, y + 2, "Reservation track")], width / len(v.reserve)
    for i, player in enumerate(v.reserve):
        left = x + i * step
        drawn.append(rect(left, y + 12, step - 8, 56, rx=8, fill=SHADE, stroke=HAIR))
        drawn.append(text(left + 10, y + 30, str(i + 1), 12, bold=True, fill=MUTED))
        if player != NONE:
            drawn.append(badge(left + step / 2 - 2, y + 29, player, 12))
        drawn.append(effect(left + 5, y + 55, v.cards.tracks.reservation[i], step - 18, 6, middle=True))
    return drawn


def _solo(v: View, x: float, y: float, width: float) -> list[str]:
    """The face of the top card: where the next assistant goes, which spaces of the display are cleared."""
    card = v.cards.solo[v.solo_card]
    drawn = [
        rect(x, y, 210, 64, rx=8, fill=PAPER, stroke=LOCATION_FILL[card.location], stroke_width=1.4),
        text(x + 12, y + 24, LOCATION_NAMES[card.location], 13, bold=True, fill=LOCATION_FILL[card.location]),
        text(x + 12, y + 44, "assistant; X: cleared", 10, fill=MUTED),
    ]
    for place in range(9):
        left, top = x + 152 + 17 * (place % 3), y + 8 + 17 * (place // 3)
        drawn.append(rect(left, top, 14, 14, rx=2, fill=SHADE, stroke=HAIR))
        if place in card.cleared:
            drawn.append(text(left + 7, top + 11.4, "X", 11, bold=True, fill=INK, anchor="middle"))
    if v.viewer is None:
        names = ", ".join(POLICE_AREAS[area] for area in card.police)
        drawn.append(fitted(x + 224, y + 26, f"police: {names}", width - 230, 11, bold=False, fill=MUTED))
        later = ", ".join(LOCATIONS[v.cards.solo[i].location] for i in v.solo_next)
        drawn.append(fitted(x + 224, y + 46, f"next: {later or 'none'}", width - 230, 11, bold=False, fill=MUTED))
    return [
        group(drawn, class_="solo"),
        hint(rect(x, y, 210, 64, rx=8, fill="none"), f"clears {len(card.cleared)} of {3 * len(CLASSES)}"),
    ]
