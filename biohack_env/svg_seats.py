"""A player's side: points, Nomans and stores on the left, the player board, the hand below."""

from __future__ import annotations

from arkade.drawing import group, hint, rect, text
from arkade.panels import FAINT, GOLD, HAIR, INK, MUTED, SHADE, caption, fitted, frame, pill, pills
from arkade.records import LIVE, NONE
from biohack_env.components import CLASSES, GENES, ROWS, TOKEN_SPACES
from biohack_env.state import TO_CHOOSE
from biohack_env.svg_cards import back, chip, creature, scientist
from biohack_env.svg_parts import CLASS_FILL, PLAYER, badge, coin, effect, gene, medicine, noman, stored
from biohack_env.view import Seat, View, side_name
from biohack_env.words import LOCATION_NAMES

SEAT_WIDTH, SEAT_HEIGHT = 709, 338
_LEFT, _BOARD, _SPACE, _ROW = 18, 172, 132, 74
_CARD, _CARD_HEIGHT = _SPACE - 6, _ROW - 6


def seat_box(v: View, seat: Seat, x: float, y: float) -> str:
    """One player's side."""
    drawn = frame(0, 0, SEAT_WIDTH, SEAT_HEIGHT, PLAYER[seat.player], v.current == seat.player)
    drawn.append(group(_info(v, seat), _LEFT, 0, class_="player-info"))
    drawn.append(group(_board(v, seat), _BOARD, 14, class_="player-board"))
    drawn.append(group(_hand(seat), _BOARD, 14 + 3 * _ROW + 4, class_="hand"))
    return group(drawn, x, y, class_="player")


# --- points and stores ------------------------------------------------------------------------------------------------


def _info(v: View, seat: Seat) -> list[str]:
    drawn = [badge(13, 30, seat.player, 13), text(33, 29, f"Player {seat.player}", 14, bold=True, fill=INK)]
    parts = ", ".join(f"{name} {n}" for name, n in seat.parts.items() if n and name != "total")
    score = text(142, 34, str(seat.score), 25, bold=True, fill=INK, anchor="end") + text(
        142, 46, "EP", 9, fill=MUTED, anchor="end"
    )
    drawn.append(hint(score, parts or "nothing"))
    drawn += pills(33, 45, _tags(v, seat), size=7.5)
    for i in range(3):
        drawn.append(_noman(seat, i))
    drawn.append(coin(13, 104, str(seat.coins), 12))
    drawn += [medicine(46 + 26 * i, 104, i < seat.medicine, 10) for i in range(2)]
    drawn.append(text(99, 108, f"track {seat.ep}", 10, fill=MUTED))
    for i in range(len(GENES)):
        drawn += stored(0, 134 + 20 * i, i, seat.genes[i], 142)
    drawn.append(text(0, 268, f"board {seat.board}, {side_name(seat)}", 10, fill=MUTED))
    return drawn + _secrets(v, seat)


def _tags(v: View, seat: Seat) -> list[tuple[str, str]]:
    tags = [("to act", PLAYER[seat.player])] * (seat.player == v.current)
    tags += [("passed", MUTED)] * (seat.passed and v.over == LIVE)
    return tags + [(f"place {seat.rank}", GOLD if seat.rank == 1 else MUTED)] * (v.over != LIVE and len(v.seats) > 1)


def _noman(seat: Seat, i: int) -> str:
    """The i-th Noman: standing at home, lying where it is hurt, an outline where it is away."""
    x = 12 + 26 * i
    if i < seat.home:
        return group([noman(x, 84, seat.player, 26)], class_="at-home")
    if i < seat.home + seat.injured:
        lying = noman(0, 0, seat.player, 22, "injured")
        turned = f'<g transform="translate({x + 10} 78) rotate(-90)" opacity="0.75">{lying}</g>'
        return hint(group([turned], class_="injured"), "injured")
    return hint(rect(x - 7, 60, 14, 24, rx=6, fill="none", stroke=FAINT, stroke_dasharray="3 2", class_="away"), "away")


def _secrets(v: View, seat: Seat) -> list[str]:
    """Locations chosen and not yet revealed; Enclosure tokens kept."""
    drawn = []
    if seat.choice is None or seat.choice:
        words = "has chosen" if seat.choice is None else ", ".join(LOCATION_NAMES[i].title() for i in seat.choice)
        drawn.append(fitted(0, 286, words, 142, 10, fill=PLAYER[seat.player]))
    if seat.kept:
        drawn.append(text(0, 306, "tokens", 9, fill=MUTED))
        drawn += [gene(44 + 17 * i, 303, which, 7.5) for i, which in enumerate(seat.kept)]
    return drawn


# --- player board -----------------------------------------------------------------------------------------------------


def _board(v: View, seat: Seat) -> list[str]:
    drawn = []
    for c, size in enumerate(ROWS):
        for i in range(size):
            space = sum(ROWS[:c]) + i
            drawn += _space(v, seat, c, space, _SPACE * i, _ROW * c)
    drawn.append(scientist(v, seat, 2 * _SPACE, 2 * _ROW, 2 * _SPACE - 6, _CARD_HEIGHT))
    total = sum(seat.counts)
    drawn.append(text(3 * _SPACE + 10, _ROW + 22, f"{total} of 9 creatures", 10.5, bold=True, fill=MUTED))
    for i in range(9):
        fill = (GOLD if total >= 7 else PLAYER[seat.player]) if i < total else HAIR
        drawn.append(rect(3 * _SPACE + 10 + 12.6 * i, _ROW + 30, 10.6, 10, rx=3, fill=fill))
    return drawn


def _space(v: View, seat: Seat, c: int, space: int, x: float, y: float) -> list[str]:
    card = seat.tableau[space]
    if card is not None:
        drawn = [creature(x, y, card, _CARD, _CARD_HEIGHT)]
        if space in seat.used:
            drawn.append(rect(x, y, _CARD, _CARD_HEIGHT, rx=7, fill="#ffffff", fill_opacity=0.45, class_="used"))
            drawn.append(pill(x + _CARD - 36, y + _CARD_HEIGHT - 9, "used", MUTED, size=8.5)[0])
        return drawn
    ground = rect(
        x, y, _CARD, _CARD_HEIGHT, rx=7, fill=SHADE, stroke=CLASS_FILL[c], stroke_opacity=0.55, stroke_dasharray="4 4"
    )
    bonus = v.cards.boards[seat.board][seat.side][space] if seat.side != TO_CHOOSE else ()
    drawn = [ground, text(x + 8, y + 14, CLASSES[c], 9, fill=CLASS_FILL[c])]
    if bonus:
        drawn.append(effect(x + 8, y + _CARD_HEIGHT / 2 + 4, bonus, _CARD - 16, 7, middle=True))
    which = seat.tokens[TOKEN_SPACES.index(space)] if space in TOKEN_SPACES else NONE
    if which != NONE:
        token = rect(x + _CARD - 28, y + 3, 25, 25, rx=6, fill=INK) + gene(x + _CARD - 15.5, y + 15.5, which, 9)
        drawn.append(hint(group([token], class_="creature-token"), v.cards.tokens[which]))
    return drawn


# --- hand -------------------------------------------------------------------------------------------------------------


def _hand(seat: Seat) -> list[str]:
    """The cards that the viewer knows, then the others face down."""
    hidden = [c for c, n in enumerate(seat.hidden) for _ in range(n)]
    n = len(seat.hand) + len(hidden)
    if n == 0:
        return [caption(0, 18, "No cards in hand")]
    columns = max(4, -(-n // 2))
    step, high = 4 * _SPACE / columns, 38
    drawn = []
    for i in range(n):
        x, y = step * (i % columns), (high + 5) * (i // columns)
        if i < len(seat.hand):
            drawn.append(chip(x, y, seat.hand[i], step - 6, high, seat.secret[i]))
        else:
            drawn.append(back(x, y, hidden[i - len(seat.hand)], step - 6, high))
    return drawn
