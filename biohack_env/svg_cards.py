"""Cards: creatures on display, in hand and in play, milestone cards, scientists."""

from __future__ import annotations

from arkade.drawing import circle, element, group, hint, rect, text
from arkade.panels import CREAM, FAINT, GOLD, HAIR, INK, MUTED, PAPER, SHADE, fitted
from biohack_env.card_set import Creature, Scientist
from biohack_env.components import CLASSES
from biohack_env.svg_parts import (
    CLASS_FILL,
    LOCATION_FILL,
    Icon,
    costs,
    discounts,
    effect,
    effect_icons,
    gene,
    row,
    star,
    word,
)
from biohack_env.view import Goal, Seat, View
from biohack_env.words import LOCATION_NAMES, card_words, discount_words, milestone_words, score_words

CARD, CARD_HEIGHT = 178, 78
DISCARD = "#8a94a0"


def ability_icons(card: Creature, r: float) -> list[Icon]:
    """What a creature does once created, in icons and few words."""
    name = CLASSES[card.creature_class]
    if name == "common":
        place = word(LOCATION_NAMES[card.location], r * 1.15, True, LOCATION_FILL[card.location])
        return [place, *effect_icons(card.effect, r)]
    if name == "artisan":
        return discounts(card.discount, card.wild, r)
    return [word(score_words(card.score), r * 1.3)]


def creature(x: float, y: float, card: Creature, width: float = CARD, height: float = CARD_HEIGHT) -> str:
    """A creature card."""
    fill, small = CLASS_FILL[card.creature_class], height < 72
    r = 6.6 if small else 7.4
    drawn = [
        rect(0, 0, width, height, rx=7, fill=PAPER, stroke=fill, stroke_width=1.4),
        rect(0, 0, width, 19, rx=7, fill=fill),
        rect(0, 10, width, 9, fill=fill),
        fitted(7, 13.6, card.name, width - (30 if card.ep else 14), 10.5, fill=PAPER),
        row(7, 19 + (height - 19) * 0.29, costs(card.cost, r), width - 14),
        row(7, 19 + (height - 19) * 0.74, ability_icons(card, r), width - 14),
    ]
    if card.ep:
        drawn.append(star(width - 13, 10, str(card.ep), 9))
    return hint(group(drawn, x, y, class_="creature"), card_words(card))


def chip(x: float, y: float, card: Creature, width: float, height: float, secret: bool) -> str:
    """A card in hand: name and cost; a dashed edge where not everybody knows it."""
    fill = CLASS_FILL[card.creature_class]
    drawn = [
        rect(
            0,
            0,
            width,
            height,
            rx=6,
            fill=PAPER,
            stroke=fill,
            stroke_width=1.2,
            stroke_dasharray="4 3" if secret else None,
        ),
        rect(0, 0, 5, height, rx=2, fill=fill),
        fitted(10, 12.5, card.name, width - 14, 9.5, fill=INK),
        row(10, height - 10.5, costs(card.cost, 5.8), width - 14),
    ]
    return hint(group(drawn, x, y, class_="in-hand"), card_words(card))


def back(x: float, y: float, creature_class: int, width: float, height: float, words: str = "") -> str:
    """A card face down: only its class is seen."""
    fill = CLASS_FILL[creature_class]
    drawn = [
        rect(0, 0, width, height, rx=6, fill=fill, fill_opacity=0.85),
        rect(4, 4, width - 8, height - 8, rx=4, fill="none", stroke=PAPER, stroke_opacity=0.6),
        fitted(
            width / 2, height / 2 + 3.5, words or CLASSES[creature_class], width - 14, 10, fill=PAPER, anchor="middle"
        ),
    ]
    return group(drawn, x, y, class_="face-down")


def empty(x: float, y: float, width: float, height: float) -> str:
    """A place without a card."""
    return rect(x, y, width, height, rx=7, fill=SHADE, stroke=HAIR, stroke_dasharray="4 4")


# --- milestones -------------------------------------------------------------------------------------------------------


def token_spaces(
    x: float, y: float, values: tuple[int, ...], tokens: tuple[int, ...], fills: tuple[str, ...]
) -> list[str]:
    """Milestone spaces with their EP, and the tokens there."""
    drawn = []
    for i, ep in enumerate(values):
        left = x + 36 * i
        if i < len(tokens):
            drawn.append(
                circle(left + 12, y, 11.5, fill=fills[tokens[i]], stroke=PAPER, stroke_width=1.2, class_="token")
            )
            drawn.append(text(left + 12, y + 4, str(tokens[i]), 12, bold=True, fill=PAPER, anchor="middle"))
            drawn.append(star(left + 25, y + 7, str(ep), 7.5))
        else:
            drawn.append(circle(left + 12, y, 11, fill=SHADE, stroke=FAINT, stroke_dasharray="3 2"))
            drawn.append(star(left + 12, y, str(ep), 9))
    return drawn


def milestone(x: float, y: float, goal: Goal, values: tuple[int, ...], fills: tuple[str, ...], width: float) -> str:
    """A milestone card: name, icons that are asked for, spaces for tokens."""
    card = goal.card
    icons: list[Icon] = [(gene(8, 0, i, 8), 16) for i, n in enumerate(card.genes) for _ in range(n)]
    icons += [word(f"{n} {CLASSES[c]}", 10, True, CLASS_FILL[c]) for c, n in enumerate(card.classes) if n]
    icons += [word(f"{card.types} types", 10, True)] if card.types else []
    drawn = [
        rect(0, 0, width, 84, rx=9, fill=CREAM, stroke=GOLD),
        fitted(10, 17, card.name, width - 20, 12, fill=INK),
        row(10, 36, icons, width - 20),
        *token_spaces(10, 65, values, goal.tokens, fills),
        *[_able(width - 16 - 24 * i, 65, p, fills) for i, p in enumerate(reversed(goal.met_by))],
    ]
    return hint(group(drawn, x, y, class_="milestone"), f"{card.name}: {milestone_words(card)}")


def _able(x: float, y: float, player: int, fills: tuple[str, ...]) -> str:
    """A player who meets the condition of a milestone card: a tick in the player's colour."""
    tick = element(
        "path", d=f"M{x - 4.5:.2f},{y:.2f} l3.2,3.6 l6,-7.2", fill="none", stroke=PAPER, stroke_width=2.4, stroke_linecap="round"
    )  # fmt: skip
    return hint(group([circle(x, y, 9, fill=fills[player]), tick], class_="able"), f"player {player} could report it")


# --- scientists -------------------------------------------------------------------------------------------------------


def scientist(v: View, seat: Seat, x: float, y: float, width: float, height: float) -> str:
    """A scientist: planning effect, discount and score from top to bottom, locked rows grey."""
    card, drawn = seat.scientist, [rect(0, 0, width, height, rx=7, fill="#eef3f4", stroke="#6b8790", stroke_width=1.2)]
    if card is None:
        drawn.append(text(width / 2, height / 2 + 4, "scientist to be picked", 10, fill=MUTED, anchor="middle"))
        return group(drawn, x, y, class_="scientist")
    drawn.append(fitted(8, 13.5, card.name, width - 16, 10.5, fill=INK))
    step = (height - 20) / 3
    for i, part in enumerate(_rows(card, width - 34)):
        middle, locked = 18 + step * (i + 0.5), i > 0 and seat.locks >= 3 - i
        drawn.append(group([part], 26, round(middle, 2), opacity=0.4 if locked else None))
        drawn.append(_mark(14, middle, i, locked, seat.sci_used))
    return hint(group(drawn, x, y, class_="scientist"), _scientist_words(card))


def _rows(card: Scientist, width: float) -> tuple[str, str, str]:
    return (
        effect(0, 0, card.plan, width, 6),
        row(0, 0, discounts(card.discount, card.wild, 6) or [word("–")], width),
        row(0, 0, [word(score_words(card.score), 9)], width),
    )


def _mark(x: float, y: float, i: int, locked: bool, used: bool) -> str:
    """A lock, or what the row is for."""
    if locked:
        arc = circle(x, y - 2.4, 3.2, fill="none", stroke=DISCARD, stroke_width=1.5)
        return hint(arc + rect(x - 4.4, y - 1.6, 8.8, 7, rx=1.6, fill=DISCARD, class_="lock"), "locked")
    words = ("plan", "used" if used else "once", "end")[i]
    return text(x, y + 3, words, 7.4, bold=True, fill=MUTED, anchor="middle")


def _scientist_words(card: Scientist) -> str:
    return f"{card.name}: discount {discount_words(card.discount, card.wild)}; {score_words(card.score)}"
