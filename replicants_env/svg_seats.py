"""A player's side of the table: points, resources, and the row of replicants."""

from __future__ import annotations

from arkade.drawing import group, rect, text
from arkade.panels import CREAM, FAINT, GOLD, HAIR, INK, MUTED, PAPER, SHADE, fitted, frame, pill, pills
from arkade.records import LIVE
from replicants_env.state import LETTERS
from replicants_env.svg_parts import PLAYER, TRIGGER, badge, count_chip, dots, drone, lines, paragraph
from replicants_env.svg_table import card_back
from replicants_env.view import Rep, Seat, View
from replicants_env.words import power, trigger_words

CARD = 139  # width of a card
BACK = 68  # width of a card face down
GAP = 8
PER_ROW = 7
SIDE = 262  # where the cards begin
_INNER = CARD - 20
_SMALL, _LARGE = 9.5, 10.5  # sizes of a power's words


def seat_height(v: View, seat: Seat) -> float:
    """How tall a player's side is."""
    rows = sum(_row_height(row) + GAP for row in _rows(seat))
    return max(rows + 20, 152 + 24 * v.usc + 20 * bool(seat.armed) + 18 * bool(seat.discard))


def seat_box(v: View, seat: Seat, x: float, y: float, width: float) -> list[str]:
    """One player's side: who, what, and the cards."""
    sides = frame(x, y, width, seat_height(v, seat), PLAYER[seat.player], v.current == seat.player)
    info = group(_info(v, seat), x + 22, y, class_="player-info")
    return [group([*sides, info, *_cards(seat, x + SIDE, y + 14)], class_="player")]


# --- who and what -----------------------------------------------------------------------------------------------------


def _info(v: View, seat: Seat) -> list[str]:
    drawn = [badge(14, 30, seat.player, 14), fitted(37, 29, seat.hive, 122, 18, fill=INK), *_tags(v, seat)]
    drawn.append(text(222, 35, str(seat.vp), 30, bold=True, fill=INK, anchor="end"))
    drawn.append(text(222, 49, "points", 10, fill=MUTED, anchor="end"))
    held = [("hand", seat.hand), ("produced", seat.produced)] + [("locker", seat.locker)] * v.usc
    for i, (label, counts) in enumerate(held):
        y = 76 + 24 * i
        shelf = f" (max {seat.shelf})" if label == "locker" and seat.shelf is not None else ""
        drawn.append(text(0, y + 4, label + shelf, 11, fill=MUTED))
        drawn += [count_chip(102 + 36 * kind, y, kind, counts[kind]) for kind in range(len(LETTERS))]
    return drawn + _notes(v, seat, 80 + 24 * len(held))


def _tags(v: View, seat: Seat) -> list[str]:
    """First player, first drone, whose decision it is, and the final place."""
    tags = [("1st player", GOLD)] * (seat.player == v.first)
    tags += [("1st drone", MUTED)] * (seat.player == v.drone_first != v.first)
    tags += [("to decide", PLAYER[seat.player])] * (seat.player == v.current)
    tags += [(f"place {seat.rank}", GOLD if seat.rank == 1 else MUTED)] * (v.over != LIVE)
    return pills(37, 45, tags, size=8.5)


def _notes(v: View, seat: Seat, y: float) -> list[str]:
    """Drones left, what happened this round, what is armed, what was discarded."""
    drawn, x = [], 0.0
    if v.x:
        drawn = [drone(11 + 28 * i, y, seat.player, 9.5) for i in range(seat.drones_left)]
        x = 28.0 * seat.drones_left + 4 * bool(seat.drones_left)
    facts = [f"{seat.bonus} bonus point{'s' * (seat.bonus != 1)}"] * bool(seat.bonus)
    facts += [f"{seat.level_ups} level-up{'s' * (seat.level_ups != 1)}"] * bool(seat.level_ups)
    facts += [f"{seat.doubles} double{'s' * (seat.doubles != 1)}"] * bool(seat.doubles)
    if facts:
        drawn.append(fitted(x, y + 5, ", ".join(facts), 226 - x, 11, bold=False, fill=MUTED))
    y += 28 if drawn else 5
    if seat.armed:
        names = ", ".join(v.cards.rooms[room].name for room in seat.armed)
        drawn.append(fitted(0, y + 2, f"armed: {names}", 222, 11, bold=False, fill=INK))
        y += 20
    if seat.discard:
        drawn.append(fitted(0, y, f"discarded {seat.discard}", 222, 11, bold=False, fill=MUTED))
    return drawn


# --- cards ------------------------------------------------------------------------------------------------------------


def _rows(seat: Seat) -> list[list[Rep | None]]:
    """Replicants and dealt cards, in rows; None is a card face down."""
    cards: list[Rep | None] = [*seat.reps, *seat.dealt, *[None] * seat.face_down]
    return [cards[i : i + PER_ROW] for i in range(0, len(cards), PER_ROW)]


def _row_height(row: list[Rep | None]) -> float:
    return max(_card_height(rep) if rep else BACK * 1.42 for rep in row)


def _cards(seat: Seat, x: float, y: float) -> list[str]:
    drawn = []
    for row in _rows(seat):
        height = _row_height(row)
        for i, rep in enumerate(row):
            if rep:
                drawn.append(group(_card(rep, seat, height), x + i * (CARD + GAP), y, class_="replicant"))
            else:
                back = card_back(x + i * (BACK + GAP), y, BACK, BACK * 1.42)
                drawn.append(group([back], class_="face-down"))
        y += height + GAP
    return drawn


def _size(rep: Rep) -> float:
    return _LARGE if rep.level == 4 else _SMALL


def _words(rep: Rep) -> list[str]:
    return lines(power(rep.card), _INNER, _size(rep))


def _power_top(rep: Rep) -> float:
    """Base line of the trigger: below the prices."""
    return {0: 87, 4: 54}.get(rep.level, 76)


def _card_height(rep: Rep) -> float:
    bottom = 20 + 17 * bool(rep.marks)
    return max(104, _power_top(rep) + 13 + (len(_words(rep)) - 1) * _size(rep) * 1.25 + bottom)


def _card(rep: Rep, seat: Seat, height: float) -> list[str]:
    blocked, top = "levelled" in rep.marks or "gained" in rep.marks, rep.level == 4
    fill = CREAM if top else SHADE if blocked else PAPER
    drawn = [
        rect(0, 0, CARD, height, rx=9, fill=fill, stroke=GOLD if top else FAINT),
        fitted(10, 19, rep.card.name, _INNER, 12, fill=INK),
        fitted(10, 33, f"{rep.slot} · {rep.card.maker}", _INNER - 30, 9, bold=False, fill=MUTED),
    ]
    drawn += _level(rep) if rep.level else _prices(rep)
    if rep.cost:
        drawn.append(text(10, 57, f"L{rep.level + 1}", 10, bold=True, fill=MUTED))
        drawn += dots(29, 53.5, rep.cost, 7, seat.hand)
    return drawn + _power(rep) + _marks(rep, height) + _bar(rep, seat, height)


def _level(rep: Rep) -> list[str]:
    fill, ink = (GOLD, PAPER) if rep.level == 4 else ("#e4e8ed", INK)
    badge_ground = rect(CARD - 36, 23, 27, 14, rx=7, fill=fill)
    return [badge_ground, text(CARD - 22.5, 33.5, f"L{rep.level}", 10, bold=True, fill=ink, anchor="middle")]


def _prices(rep: Rep) -> list[str]:
    """All three prices of a card that is not in play yet."""
    drawn = []
    for i, cost in enumerate(rep.card.costs):
        drawn.append(text(10, 49.5 + 12 * i, f"L{i + 2}", 8.5, bold=True, fill=MUTED))
        drawn += dots(27, 46.5 + 12 * i, cost, 5)
    return drawn


def _power(rep: Rep) -> list[str]:
    """The trigger in pink and the power in words, pale until L4."""
    y, size, pale = _power_top(rep), _size(rep), 1 <= rep.level <= 3
    trigger = text(
        10, y, trigger_words(rep.card.ability), size, bold=True, fill=TRIGGER, fill_opacity=0.55 if pale else None
    )
    return [trigger, *paragraph(10, y + 13, _words(rep), size, "#8b95a1" if pale else INK, pale)]


def _marks(rep: Rep, height: float) -> list[str]:
    drawn, x = [], 10.0
    for mark in rep.marks:
        fill = {"used": GOLD, "L4": GOLD, "discarded": "#b4443c"}.get(mark, MUTED)
        tag, width = pill(x, height - 17, mark, fill, size=8.5)
        drawn.append(tag)
        x += width + 4
    return drawn


def _bar(rep: Rep, seat: Seat, height: float) -> list[str]:
    """Four segments, as many of them filled as the replicant has levels."""
    width = (_INNER - 9) / 4
    return [
        rect(10 + i * (width + 3), height - 7, width, 3, rx=1.5, fill=PLAYER[seat.player] if i < rep.level else HAIR)
        for i in range(4 if rep.level else 0)
    ]
