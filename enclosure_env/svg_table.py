"""The middle of the table: displays and decks, the supply, public milestones."""

from __future__ import annotations

from arkade.drawing import text
from arkade.panels import FAINT, INK, MUTED, box, caption
from enclosure_env.state import CREATURE_NAMES
from enclosure_env.svg_cards import CARD, CARD_HEIGHT, deck, empty_place, milestone, research_card
from enclosure_env.svg_parts import badge, token
from enclosure_env.view import Card, View

GAP = 8
DECK = 84  # width of a deck's place
DISPLAYS = 36 + DECK + 5 * (CARD + GAP)
TABLE_HEIGHT = 2 * CARD_HEIGHT + 64
_SUPPLY_HEIGHT = 92


def displays(v: View, x: float, y: float) -> list[str]:
    """Both decks and displays, the cards held against one player's habitat."""
    drawn = box(x, y, DISPLAYS, TABLE_HEIGHT, "Displays")
    drawn.append(caption(x + DISPLAYS - 42, y + 25, "ticks: habitat of player", anchor="end"))
    drawn.append(badge(x + DISPLAYS - 28, y + 21, v.looker, 9))
    for which, row in enumerate((v.basic, v.advanced)):
        top = y + 40 + which * (CARD_HEIGHT + GAP)
        drawn.append(deck(v, which, x + 18, top))
        drawn += [_place(card, x + 18 + DECK + i * (CARD + GAP), top) for i, card in enumerate(row)]
    return drawn


def _place(card: Card | None, x: float, y: float) -> str:
    return research_card(card, x, y) if card else empty_place(x, y, "gap")


def supply(v: View, x: float, y: float, width: float) -> list[str]:
    """The tokens that can be pushed in."""
    drawn = box(x, y, width, _SUPPLY_HEIGHT, "Supply")
    step = (width - 36) / len(v.supply)
    for creature, count in enumerate(v.supply):
        middle = x + 18 + (creature + 0.5) * step
        if count:
            drawn.append(token(middle - 12, y + 56, creature, 17))
        else:
            drawn.append(token(middle - 12, y + 56, creature, 10, solid=False))
        drawn.append(text(middle + 11, y + 62, str(count), 17, bold=True, fill=INK if count else FAINT))
        drawn.append(text(middle - 2, y + 84, CREATURE_NAMES[creature], 9, fill=MUTED, anchor="middle"))
    return drawn


def publics(v: View, x: float, y: float, width: float) -> list[str]:
    """Public milestones: free ones, and who has completed the others."""
    height = TABLE_HEIGHT - _SUPPLY_HEIGHT - 14
    drawn = box(x, y, width, height, "Public milestones")
    columns = 2 if len(v.public) > 2 else 1
    inner = (width - 36 - (columns - 1) * GAP) / columns
    for i, goal in enumerate(v.public):
        drawn.append(milestone(goal, x + 18 + i % columns * (inner + GAP), y + 36 + i // columns * 50, inner))
    return drawn


def right_side(v: View, x: float, y: float, width: float) -> dict[str, list[str]]:
    """Supply above public milestones."""
    return {"supply": supply(v, x, y, width), "publics": publics(v, x, y + _SUPPLY_HEIGHT + 14, width)}
