"""The middle of the table: the field with its drones, piles and decks, and the race for points."""

from __future__ import annotations

from arkade.drawing import group, hint, line, rect, text, text_width
from arkade.panels import FAINT, GROUND, HAIR, INK, MUTED, PAPER, box, caption, fitted
from replicants_env.state import FIELD_CARDS, LETTERS, Y_CARDS
from replicants_env.svg_parts import KIND_FILL, KIND_INK, PLAYER, badge, dot, drone
from replicants_env.view import Seat, View

FIELD_HEIGHT = 336
_SUPPLY_HEIGHT = 148


# --- the field --------------------------------------------------------------------------------------------------------


def field(v: View, x: float, y: float, width: float, height: float) -> list[str]:
    """The x cards as columns, the y cards as rows, drones where they cross."""
    panel = box(x, y, width, height, "Field")
    columns = len(v.seats)
    side, top = 62, 92
    cell = min(104, (width - 40 - side) / columns), (height - top - 18) / Y_CARDS
    left = x + (width - side - columns * cell[0]) / 2 + side
    panel += [_axis_card(v.x, i, left + i * cell[0] + cell[0] / 2, y + 63, 46, 34) for i in range(columns)]
    for row in range(Y_CARDS):
        middle = y + top + (row + 0.5) * cell[1]
        panel.append(_axis_card(v.y, row, left - side / 2, middle, 46, 34))
        panel += [_cell(v, i, row, left + i * cell[0], middle - cell[1] / 2, *cell) for i in range(columns)]
    return panel if v.x else [*panel, text(x + width - 18, y + 25, "not dealt", 11, fill=MUTED, anchor="end")]


def _axis_card(kinds: tuple[int, ...], i: int, x: float, y: float, width: float, height: float) -> str:
    """A field card around (x, y), or its empty place."""
    out = i < len(kinds)
    fill, edge = (KIND_FILL[kinds[i]], None) if out else ("none", FAINT)
    dashes = None if out else "4 3"
    place = rect(x - width / 2, y - height / 2, width, height, rx=7, fill=fill, stroke=edge, stroke_dasharray=dashes)
    if not out:
        return place
    return place + text(x, y + 6.5, LETTERS[kinds[i]], 18, bold=True, fill=KIND_INK[kinds[i]], anchor="middle")


def _cell(v: View, column: int, row: int, x: float, y: float, width: float, height: float) -> str:
    middle = x + width / 2, y + height / 2
    ground = rect(x + 3, y + 3, width - 6, height - 6, rx=8, fill=GROUND)
    if not v.x:
        return ground
    if (column, row) in v.drones:
        return ground + drone(*middle, v.drones[column, row], 20)
    pair = [dot(middle[0] + dx, middle[1], kind, 8) for dx, kind in ((-9, v.x[column]), (9, v.y[row]))]
    return ground + group(pair, opacity=0.75)


# --- piles and decks --------------------------------------------------------------------------------------------------


def supply_height(v: View) -> float:
    """How tall the piles and decks are; those who see the next cards need a line more."""
    return _SUPPLY_HEIGHT + 20 * bool(v.deck)


def supply(v: View, x: float, y: float, width: float) -> list[str]:
    """The four piles, the field deck, and the deck of replicants."""
    panel = box(x, y, width, supply_height(v), "Piles")
    step = min(62, width * 0.118)
    for kind in range(len(LETTERS)):
        panel.append(hint(_pile(x + 44 + kind * step, y + 84, kind, v.supply[kind]), v.cards.resources[kind]))
    middle = x + 44 + 4 * step
    panel.append(caption(middle - 8, y + 25, "Field deck"))
    panel += _field_deck(v, middle - 8, y + 46)
    right = middle + 118
    panel += [caption(right, y + 25, "Deck"), hint(_deck(v, right, y), _deck_hint(v))]
    return [*panel, *_next_cards(v, x + 25, y + 150, width - 44)]


def _pile(x: float, y: float, kind: int, count: int) -> str:
    if count == 0:
        return rect(x - 19, y - 27, 38, 54, rx=6, fill="none", stroke=KIND_FILL[kind], stroke_dasharray="4 3") + text(
            x, y + 6, "0", 15, bold=True, fill=MUTED, anchor="middle"
        )
    under = [
        rect(x - 19 + 2 * i, y - 27 - 2 * i, 38, 54, rx=6, fill=KIND_FILL[kind], stroke=PAPER)
        for i in range(2 if count > 1 else 0, -1, -1)
    ]
    letter = text(x, y - 5, LETTERS[kind], 17, bold=True, fill=KIND_INK[kind], anchor="middle")
    return "".join(under) + letter + text(x, y + 16, str(count), 13, bold=True, fill=KIND_INK[kind], anchor="middle")


def _field_deck(v: View, x: float, y: float) -> list[str]:
    """The cards that are not out, by kind."""
    drawn = []
    for kind, count in enumerate(v.undealt):
        left, top = x + 22 + kind % 2 * 46, y + 12 + kind // 2 * 30
        drawn += [dot(left - 14, top, kind, 7), text(left, top + 4.5, str(count), 13, bold=True, fill=INK)]
    left_over = f"{sum(v.undealt)} of {FIELD_CARDS} undealt"
    drawn.append(text(x, y + 69, left_over, 10.5, fill=MUTED))
    if v.field_order:
        drawn.append(fitted(x, y + 84, f"next {v.field_order}", 108, 10.5, bold=False, fill=MUTED))
    return drawn


def _deck(v: View, x: float, y: float) -> str:
    """The face-down deck and its size."""
    back = rect(x, y + 57, 38, 54, rx=6, fill="none", stroke=FAINT, stroke_dasharray="4 3")
    if v.deck_left:
        back = "".join(card_back(x + 2 * i, y + 57 - 2 * i, 38, 54) for i in (2, 1, 0))
    parts = [back, text(x + 52, y + 76, str(v.deck_left), 21, bold=True, fill=INK)]
    parts.append(text(x + 52, y + 92, "replicant" if v.deck_left == 1 else "replicants", 10.5, fill=MUTED))
    return "".join(parts)


def _next_cards(v: View, x: float, y: float, width: float) -> list[str]:
    """The next cards of the deck, for those who see everything."""
    words = "next replicants: "
    for i, name in enumerate(v.deck):
        longer = f"{words}{', ' * (i > 0)}{name}"
        if text_width(longer, 10.5) > width:
            break
        words = longer
    return [text(x, y, words, 10.5, fill=MUTED)] if v.deck else []


def _deck_hint(v: View) -> str:
    return f"Deck, top first: {', '.join(v.deck)}" if v.deck else "Deck of replicants, face down"


def card_back(x: float, y: float, width: float, height: float) -> str:
    """A card face down."""
    frame = rect(x, y, width, height, rx=6, fill="#39465a", stroke=PAPER)
    inset = rect(x + 4, y + 4, width - 8, height - 8, rx=4, fill="none", stroke="#7f8da3")
    return frame + inset + text(x + width / 2, y + height / 2 + 7, "R", 19, bold=True, fill="#aeb9c9", anchor="middle")


# --- points -----------------------------------------------------------------------------------------------------------


def race(v: View, x: float, y: float, width: float, height: float) -> list[str]:
    """A bar of points for each player, up to the points that end the game."""
    panel = box(x, y, width, height, f"Points: the game ends at {v.target}")
    start, length = x + 136, width - 136 - 172
    most = max(v.target, *(seat.vp for seat in v.seats))
    goal, step = start + length * v.target / most, (height - 48) / len(v.seats)
    for seat in v.seats:
        panel += _bar(seat, x, y + 38 + step * (seat.player + 0.5), start, length, most)
    panel.append(line(goal, y + 36, goal, y + height - 10, stroke=INK, stroke_width=1.5, stroke_dasharray="2 3"))
    return panel


def _bar(seat: Seat, x: float, y: float, start: float, length: float, most: int) -> list[str]:
    colour, unit = PLAYER[seat.player], length / most
    points, cards = seat.vp * unit, max(0, seat.vp - seat.bonus) * unit
    levels = [rep.level for rep in seat.reps]
    counts = "  ".join(f"{levels.count(level)}×L{level}" for level in (4, 3, 2) if level in levels)
    return [
        badge(x + 29, y, seat.player, 10),
        fitted(x + 46, y + 4.5, seat.hive, 84, 13, fill=INK),
        rect(start, y - 7, length, 14, rx=7, fill=GROUND),
        rect(start, y - 7, points, 14, rx=min(7, points / 2), fill=colour, fill_opacity=0.5),
        rect(start, y - 7, cards, 14, rx=min(7, cards / 2), fill=colour),
        text(start + length + 10, y + 5, str(seat.vp), 15, bold=True, fill=INK),
        text(start + length + 42, y + 4.5, counts, 10.5, fill=MUTED),
    ]


def legend(v: View, x: float, y: float) -> list[str]:
    """What colours and outlines mean."""
    drawn = []
    for kind, name in enumerate(v.cards.resources):
        drawn += [dot(x + 7, y - 4, kind, 7), text(x + 20, y, name, 11.5, fill=MUTED)]
        x += 34 + len(name) * 7.4
    words = "outlined: not in hand   ·   pink: when a power acts, grey until L4   ·   paler part of a bar: bonus points"
    return [*drawn, line(x, y - 12, x, y + 4, stroke=HAIR), text(x + 16, y, words, 11.5, fill=MUTED)]
