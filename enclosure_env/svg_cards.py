"""Cards: research, movement, milestones, and decks face down."""

from __future__ import annotations

from arkade.drawing import circle, element, group, hint, rect, text, text_width, wrap
from arkade.panels import CREAM, FAINT, GOLD, HAIR, INK, MUTED, PAPER, SHADE, fitted, pill
from arkade.records import NONE
from enclosure_env.card_set import Movement, Term
from enclosure_env.grid import SIDE
from enclosure_env.svg_parts import AREA_FILL, AREA_INK, GREEN, badge, check, motif, token
from enclosure_env.view import Card, Goal, View
from enclosure_env.words import milestone_words, term_words, worth_words

CARD, CARD_HEIGHT = 124, 114
_ADVANCED_BAND, _BASIC_BAND = "#39465a", "#8793a1"
_TILE, _TILE_HEIGHT = 25, 36  # of a term


# --- research cards ---------------------------------------------------------------------------------------------------


def research_card(card: Card, x: float, y: float) -> str:
    """A research card: EP, name, requirement with what is met, push effect."""
    printed = card.card
    edge, width = (GREEN, 2.4) if card.met else (FAINT, 1)
    band = _ADVANCED_BAND if printed.id.startswith("a") else _BASIC_BAND
    drawn = [
        rect(0, 0, CARD, CARD_HEIGHT, rx=9, fill=CREAM if card.met else PAPER, stroke=edge, stroke_width=width),
        element("path", d=f"M1.5,20 V9 Q1.5,1.5 9,1.5 H{CARD - 9} Q{CARD - 1.5},1.5 {CARD - 1.5},9 V20 Z", fill=band),
        text(9, 15, printed.id, 11, bold=True, fill=PAPER),
        _ep(CARD - 17, 20, printed.ep),
        *_name(printed.name),
        _requirement(card),
        *_push(printed.push),
    ]
    if card.met:
        drawn.append(check(CARD - 13, CARD_HEIGHT - 13, 8))
    return group(drawn, x, y, class_="research-card met" if card.met else "research-card")


def _ep(x: float, y: float, ep: int) -> str:
    disc = circle(x, y, 12, fill=GOLD, stroke=PAPER, stroke_width=1.5)
    return disc + text(x, y + 4.8, str(ep), 13.5, bold=True, fill=PAPER, anchor="middle")


def _name(name: str) -> list[str]:
    lines = wrap(name, CARD - 40, 10, bold=True)
    lines = [*lines[:1], " ".join(lines[1:])] if len(lines) > 2 else lines
    return [fitted(9, 33 + 11.5 * i, words, CARD - 40 + 25 * i, 10, fill=INK) for i, words in enumerate(lines)]


def _requirement(card: Card) -> str:
    """A tile for each term, in the colour of its area; a tick where it is met. Many tiles are smaller."""
    drawn, x = [], 0.0
    for term, met in card.terms:
        width = _TILE + (term.tokens - 1) * 11.0
        tile = group(_term(term, met, width), x, 0, class_="term met" if met else "term")
        drawn.append(hint(tile, term_words(term)))
        x += width + 3
    size = min(1.0, (CARD - 14) / (x - 3))
    return element("g", *drawn, transform=f"translate(8 {52 + (1 - size) * _TILE_HEIGHT / 2:.2f}) scale({size:.3f})")


def _term(term: Term, met: bool, width: float) -> list[str]:
    edge = GREEN if met else AREA_INK[term.area]
    drawn = [rect(0, 0, width, _TILE_HEIGHT, rx=6, fill=AREA_FILL[term.area], stroke=edge)]
    drawn.append(motif(width / 2, 8.5, term.area, 13, "#5f6b7a"))
    drawn += [token(12.5 + 11 * i, 24.5, term.creature, 9.4) for i in range(term.tokens)]
    return [*drawn, check(width - 3, 3, 5)] if met else drawn


def _push(push: int) -> list[str]:
    """The push effect: an arrow into a box, and the creature."""
    if push == NONE:
        return [text(9, CARD_HEIGHT - 9, "no push", 9, fill=FAINT)]
    y = CARD_HEIGHT - 13
    arrow = element("path", d=f"M38,{y} h11 m-4,-4 l4.5,4 l-4.5,4", fill="none", stroke=MUTED, stroke_width=1.6)
    return [text(9, y + 3.4, "push", 9.5, fill=MUTED), arrow, token(61, y, push, 8.6)]


def empty_place(x: float, y: float, *lines: str) -> str:
    """A place without a card, and words in its middle."""
    frame = rect(0, 0, CARD, CARD_HEIGHT, rx=9, fill=SHADE, stroke=FAINT, stroke_dasharray="4 3")
    top = CARD_HEIGHT / 2 + 4 - 7 * (len(lines) - 1)
    words = [text(CARD / 2, top + 14 * i, line, 10.5, fill=MUTED, anchor="middle") for i, line in enumerate(lines)]
    return group([frame, *words], x, y, class_="empty-place")


def deck(v: View, which: int, x: float, y: float) -> str:
    """A deck face down, with its size; who sees the order finds it under the pointer."""
    count, name = v.deck_counts[which], ("basic", "advanced")[which]
    fill = (_BASIC_BAND, _ADVANCED_BAND)[which]
    drawn = []
    for i in range(min(3, count), 0, -1):
        drawn.append(rect(2.5 * i - 2.5, 5 - 2.5 * i, 72, 104, rx=8, fill=fill, stroke=PAPER))
    if count == 0:
        drawn.append(rect(0, 2.5, 72, 104, rx=8, fill="none", stroke=FAINT, stroke_dasharray="4 3"))
    ink = PAPER if count else MUTED
    drawn.append(text(36, 57, str(count), 25, bold=True, fill=ink, anchor="middle"))
    drawn.append(text(36, 74, name, 10, fill=ink, anchor="middle"))
    order = f"{name} deck, top first: {', '.join(v.decks[which])}" if v.decks[which] else f"{name} deck, face down"
    return hint(group(drawn, x, y + 2, class_="deck"), order)


# --- movement cards ---------------------------------------------------------------------------------------------------


def movement_card(card: Movement, x: float, y: float, in_hand: bool) -> str:
    """A movement card with its image; grey where it lies in the discard pile."""
    fill, ink, mark = (PAPER, INK, "#2c6e8f") if in_hand else (SHADE, MUTED, FAINT)
    drawn = [rect(0, 0, 46, 60, rx=7, fill=fill, stroke=mark if in_hand else HAIR, stroke_width=1.2)]
    drawn += _image(card.pattern, mark) if card.pattern else _push_image(mark)
    drawn.append(fitted(23, 54, card.name, 40, 9.5, bold=in_hand, fill=ink, anchor="middle"))
    return group(drawn, x, y, class_="in-hand" if in_hand else "discarded")


def _image(pattern: tuple[str, ...], mark: str) -> list[str]:
    """The image as printed, in the middle of the card."""
    step = 9.0
    left, top = 23 - len(pattern[0]) * step / 2, 24 - len(pattern) * step / 2
    return [
        rect(left + column * step + 0.7, top + row * step + 0.7, step - 1.4, step - 1.4, rx=1.8,
             fill=mark if letter == "X" else "none", stroke=mark, stroke_width=0.7)
        for row, letters in enumerate(pattern)
        for column, letter in enumerate(letters)
    ]  # fmt: skip


def _push_image(mark: str) -> list[str]:
    """An arrow into a habitat."""
    step = 7.0
    grid = [
        rect(15 + column * step, 11 + row * step, step - 1.2, step - 1.2, rx=1.4, fill="none", stroke=mark, stroke_width=0.7)
        for row in range(SIDE)
        for column in range(SIDE)
    ]  # fmt: skip
    arrow = "M4,21.5 h15 m-4.5,-4.5 l5,4.5 l-5,4.5"
    return [*grid, element("path", d=arrow, fill="none", stroke=mark, stroke_width=2.2)]


# --- milestones -------------------------------------------------------------------------------------------------------


def milestone(goal: Goal, x: float, y: float, width: float, worth: str = "") -> str:
    """A milestone: name, EP, condition, who meets it, who has completed it; `worth` adds what it is worth now."""
    taken = goal.owner != NONE
    fill, ink = (SHADE, MUTED) if taken else (CREAM, INK)
    edge, thick = (GREEN, 1.8) if goal.met_by and not taken else (FAINT, 1)
    signs, used = _signs(goal, width - 10)
    ep = worth_words(goal.milestone)
    room = width - 28 - used - text_width(ep, 11, bold=True)
    name_width = min(room, text_width(goal.milestone.name, 12.5, bold=True))
    drawn = [
        rect(0, 0, width, 44, rx=9, fill=fill, stroke=edge, stroke_width=thick),
        fitted(12, 19, goal.milestone.name, room, 12.5, fill=ink),
        text(16 + name_width, 19, ep, 11, bold=True, fill="#9a7100"),
        fitted(12, 35, milestone_words(goal.milestone) + worth, width - 24, 10.5, bold=False, fill=MUTED),
        *signs,
    ]
    return group(drawn, x, y, class_="milestone")


def _signs(goal: Goal, right: float) -> tuple[list[str], float]:
    """Who has completed a milestone, or who meets it, left of `right`; and how wide that is."""
    if goal.owner != NONE:
        return [badge(right - 10, 16, goal.owner, 10)], 26
    if not goal.met_by:
        return [], 0
    badges = [badge(right - 8 - 21 * i, 15, player, 8) for i, player in enumerate(reversed(goal.met_by))]
    tag, width = pill(0, 0, "met", GREEN, size=8)
    used = 21 * len(badges) + 4 + width
    return [*badges, group([tag], right - used, 16)], used + 4


def pushes(pending: tuple[int, ...], x: float, y: float) -> list[str]:
    """The creatures of waiting push effects."""
    drawn = []
    for creature, count in enumerate(pending):
        for _ in range(count):
            drawn.append(token(x, y, creature, 13))
            x += 30
    return drawn
