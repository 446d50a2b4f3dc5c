"""The picture of a position: head, table, and each player's side."""

from __future__ import annotations

from arkade.drawing import document, group, rect, text, text_width
from arkade.panels import FAINT, GOLD, GROUND, HAIR, INK, MUTED, PAPER, banner, fitted, title
from arkade.records import LIVE, NONE
from replicants_env.svg_parts import PLAYER, badge, coloured
from replicants_env.svg_seats import seat_box, seat_height
from replicants_env.svg_station import station
from replicants_env.svg_table import FIELD_HEIGHT, field, legend, race, supply, supply_height
from replicants_env.view import View
from replicants_env.words import PHASES, phase_of, step_words

WIDTH = 1360
MARGIN = 32
GAP = 14
_INNER = WIDTH - 2 * MARGIN
_FIELD = 540  # width of the field


def draw(v: View) -> str:
    """A position as an SVG picture."""
    head = {"head": _title(v), "phases": _phases(v, 72), "question": _banner(v, 112)}
    drawn = _classed(head)
    table, y = _table(v, 172)
    drawn += table
    for seat in v.seats:
        y += GAP
        drawn += seat_box(v, seat, MARGIN, y, _INNER)
        y += seat_height(v, seat)
    drawn += legend(v, MARGIN, y + 30)
    return document(WIDTH, round(y + 52), _summary(v), drawn, GROUND)


def _summary(v: View) -> str:
    points = ", ".join(f"{seat.label} {seat.vp}" for seat in v.seats)
    return f"Replicants!, round {v.round}, {step_words(v.step)}. Points: {points}."


# --- head -------------------------------------------------------------------------------------------------------------


def _title(v: View) -> list[str]:
    when = f"Round {v.round} of {v.max_rounds}" if v.round else "Before round 1"
    seen = "everything seen" if v.viewer is None else f"seen by {v.seats[v.viewer].label}"
    players = f"{len(v.seats)} players" + (", with the U.S.C." if v.usc else "")
    return title(MARGIN, 52, WIDTH - MARGIN, "Replicants!", players, when, seen)


def _phases(v: View, y: float) -> list[str]:
    """The phases of a round in a row; the present one, with the moment in it, stands out."""
    now = phase_of(v.step)
    names = [(i, phase) for i, phase in enumerate(PHASES) if v.usc or phase != "Station"]
    step = (_INNER + 8) / len(names)
    drawn = []
    for k, (i, phase) in enumerate(names):
        fill, ink = (INK, PAPER) if i == now else (PAPER, MUTED)
        stroke = None if i == now else HAIR
        drawn.append(rect(MARGIN + k * step, y, step - 8, 28, rx=14, fill=fill, stroke=stroke))
        words = step_words(v.step) if i == now and "_" in v.step.name else phase
        middle = MARGIN + k * step + step / 2 - 4
        drawn.append(text(middle, y + 18.5, words, 12.5, bold=i == now, fill=ink, anchor="middle"))
    return drawn


def _banner(v: View, y: float) -> list[str]:
    """Who decides what; at the end who has won."""
    over = v.over != LIVE
    winners = [seat.player for seat in v.seats if seat.rank == 1]
    colour = GOLD if over else PLAYER[v.current] if v.current != NONE else FAINT
    drawn = banner(MARGIN, y, _INNER, 46, colour)
    players = winners if over else [v.current] if v.current != NONE else []
    drawn += [badge(MARGIN + 26 + 30 * i, y + 23, player, 13) for i, player in enumerate(players)]
    x = MARGIN + 20 + 30 * len(players)
    if over or v.current == NONE:
        headline = v.headline[:1].upper() + v.headline[1:]
        return [*drawn, fitted(x, y + 29, headline, _INNER - 80, 17, fill=INK)]
    who = f"{v.seats[v.current].hive}: "
    drawn.append(text(x, y + 29, who, 17, bold=True, fill=INK))
    words = " · ".join([v.headline, *v.details])
    return [*drawn, coloured(x + text_width(who, 17, bold=True) + 4, y + 29, words, 16)]


# --- table ------------------------------------------------------------------------------------------------------------


def _table(v: View, y: float) -> tuple[list[str], float]:
    """Field, piles, points and station; and where they end."""
    side, wide = MARGIN + _FIELD + GAP, _INNER - _FIELD - GAP
    bars, piles = 48 + 27 * len(v.seats), supply_height(v)
    if v.usc:
        top = y + FIELD_HEIGHT + GAP
        end = top + piles + GAP + bars
        parts = {
            "field": field(v, MARGIN, y, _FIELD, FIELD_HEIGHT),
            "piles": supply(v, MARGIN, top, _FIELD),
            "points": race(v, MARGIN, end - bars, _FIELD, bars),
            "station": station(v, side, y, wide, end - y),
        }
        return _classed(parts), end
    height = max(FIELD_HEIGHT, piles + GAP + bars)
    rest = height - piles - GAP
    parts = {
        "field": field(v, MARGIN, y, _FIELD, height),
        "piles": supply(v, side, y, wide),
        "points": race(v, side, y + piles + GAP, wide, rest),
    }
    return _classed(parts), y + height


def _classed(parts: dict[str, list[str]]) -> list[str]:
    return [group(drawn, class_=name) for name, drawn in parts.items()]
