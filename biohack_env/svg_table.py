"""The basement display with its decks, and DNA INC. with milestone cards and creation milestones."""

from __future__ import annotations

from arkade.drawing import hint, text
from arkade.panels import CREAM, GOLD, INK, MUTED, box, caption, pill
from biohack_env.components import CLASSES, ROWS
from biohack_env.state import COLUMNS
from biohack_env.svg_cards import CARD_HEIGHT, back, creature, empty, milestone, token_spaces
from biohack_env.svg_parts import CLASS_FILL, PLAYER, coin
from biohack_env.view import Pile, View, first_column

DISPLAY_WIDTH = 902
TABLE_HEIGHT = 52 + 3 * (CARD_HEIGHT + 8) + 8
_DECK = 84


def display(v: View, x: float, y: float) -> list[str]:
    """Decks on the left, four columns or three of each class, their prices above."""
    prices = v.cards.tracks.display_price[v.side]
    drawn = box(x, y, DISPLAY_WIDTH, TABLE_HEIGHT, "Basement")
    left = x + 18 + _DECK + 14
    step = (DISPLAY_WIDTH - 18 - _DECK - 14 - 10) / len(prices)
    drawn.append(coin(x + 18 + _DECK / 2, y + 38, str(v.cards.tracks.deck_price[v.side])))
    for i, price in enumerate(prices):
        middle = left + step * i + (step - 8) / 2
        free = text(middle, y + 42, "free", 11, bold=True, fill=MUTED, anchor="middle")
        drawn.append(coin(middle, y + 38, str(price)) if price else free)
    for c in range(len(CLASSES)):
        top = y + 52 + c * (CARD_HEIGHT + 8)
        drawn.append(_deck(v.piles[c], c, x + 18, top))
        for i in range(len(prices)):
            card, at = v.display[COLUMNS * c + first_column(v) + i], left + step * i
            drawn.append(creature(at, top, card, step - 8) if card else empty(at, top, step - 8, CARD_HEIGHT))
    return drawn


def _deck(pile: Pile, c: int, x: float, y: float) -> str:
    drawn = back(x, y, c, _DECK, CARD_HEIGHT) + text(
        x + _DECK / 2, y + 20, str(pile.count), 14, bold=True, fill=CREAM, anchor="middle"
    )
    discards = f"discarded {len(pile.discards)}"
    drawn += text(x + _DECK / 2, y + CARD_HEIGHT - 10, discards, 8.5, fill=CREAM, anchor="middle")
    known = ", ".join(f"{place + 1} {card.name}" for place, card in pile.known)
    names = ", ".join(card.name for card in pile.discards) or "nothing"
    words = f"{CLASSES[c]} deck, top first: {known}" if known else f"{CLASSES[c]} deck, face down"
    return hint(drawn, f"{words}; discarded {names}")


def dna(v: View, x: float, y: float, width: float) -> list[str]:
    """Milestone cards, then creation milestones by row."""
    drawn = box(x, y, width, TABLE_HEIGHT, "DNA INC. milestones")
    inner = (width - 36 - 10) / 2
    values = v.cards.tracks.milestone_ep[v.side]
    for i, goal in enumerate(v.goals):
        left, top = x + 18 + i % 2 * (inner + 10), y + 36 + i // 2 * 92
        drawn.append(milestone(left, top, goal, values, PLAYER, inner))
    drawn.append(caption(x + 18, y + 234, "Creation milestones"))
    for c, (name, size) in enumerate(zip(CLASSES, ROWS, strict=True)):
        top = y + 252 + 26 * c
        tag, _ = pill(x + 18, top, f"{size} {name}", CLASS_FILL[c], size=10)
        drawn += [tag, *token_spaces(x + 118, top - 2, v.cards.tracks.row_ep[v.side], v.rows[c], PLAYER)]
    if v.end_triggered:
        drawn.append(pill(x + width - 150, y + 240, "7 creatures: last round", GOLD, INK)[0])
    return drawn
