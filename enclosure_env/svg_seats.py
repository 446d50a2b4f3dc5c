"""A player's side of the table: points and tags, habitat, research area, movement cards, milestones."""

from __future__ import annotations

from arkade.drawing import circle, group, rect, text, text_width
from arkade.panels import FAINT, GOLD, HAIR, INK, MUTED, PAPER, caption, fitted, frame, pill, pills
from arkade.records import LIVE, NONE
from arkade.words import some
from enclosure_env.state import END_CARDS, SPACES
from enclosure_env.svg_cards import CARD, CARD_HEIGHT, empty_place, milestone, movement_card, research_card
from enclosure_env.svg_parts import PLAYER, area_chip, badge, habitat, token
from enclosure_env.view import Seat, View
from enclosure_env.words import worth_words

SEAT_HEIGHT = 288
HABITAT = 252
_INFO, _BOARD, _RESEARCH = 22, 234, 512  # where the three columns begin
_MOVEMENT = _RESEARCH + 2 * (CARD + 8) + 18


def seat_box(v: View, seat: Seat, x: float, y: float, width: float) -> list[str]:
    """One player's side."""
    sides = frame(x, y, width, SEAT_HEIGHT, PLAYER[seat.player], v.current == seat.player)
    parts = {
        "player-info": group(_info(v, seat), x + _INFO, y, class_="player-info"),
        "habitat": group(habitat(v.cards.area, seat.habitat, 0, 0, HABITAT), x + _BOARD, y + 18, class_="habitat"),
        "research": group(_research(seat), x + _RESEARCH, y, class_="research"),
        "movement": group(_right(v, seat, width - _MOVEMENT - 20), x + _MOVEMENT, y, class_="right"),
    }
    return [group([*sides, *parts.values()], class_="player")]


# --- who and what -----------------------------------------------------------------------------------------------------


def _info(v: View, seat: Seat) -> list[str]:
    drawn = [badge(14, 32, seat.player, 14), text(37, 31, f"Player {seat.player}", 17, bold=True, fill=INK)]
    drawn += _tags(v, seat)
    drawn.append(text(190, 40, str(seat.score), 30, bold=True, fill=INK, anchor="end"))
    drawn.append(text(190, 53, "EP", 10, fill=MUTED, anchor="end"))
    drawn += _race(seat, 84)
    drawn.append(caption(0, 134, "Tags"))
    drawn += _counts(seat, 154)
    if v.current == seat.player:
        drawn += _action_points(v, 226)
    return drawn


def _tags(v: View, seat: Seat) -> list[str]:
    """First player, whose turn it is, and the final place."""
    tags = [("first player", GOLD)] * (seat.player == 0)
    tags += [("on turn", PLAYER[seat.player])] * (seat.player == v.current)
    tags += [(f"place {seat.rank}", GOLD if seat.rank == 1 else MUTED)] * (v.over != LIVE)
    return pills(37, 47, tags, size=8)


def _race(seat: Seat, y: float) -> list[str]:
    """Completed cards on the way to the twelve that trigger the end, advanced ones golden."""
    n, step = len(seat.done), 190 / END_CARDS
    basics = n - seat.n_advanced
    words = f"{some(basics, 'basic')} + {seat.n_advanced} advanced of {END_CARDS}"
    drawn = [fitted(0, y, words, 190, 10.5, bold=False, fill=MUTED)]
    for i in range(max(END_CARDS, n)):
        fill = HAIR if i >= n else PLAYER[seat.player] if i < basics else GOLD
        if i < END_CARDS:
            drawn.append(
                rect(i * step, y + 8, step - 2.5, 13, rx=3.5, fill=fill, class_="completed" if i < n else None)
            )
        else:
            drawn.append(circle(190 - 5 * (n - i), y + 27, 2, fill=fill))
    return drawn


def _counts(seat: Seat, y: float) -> list[str]:
    """Tags of creatures and areas."""
    drawn = []
    for creature, count in enumerate(seat.creature_tags):
        drawn.append(token(8 + 32 * creature, y, creature, 8.5, solid=count > 0))
        drawn.append(_count(19 + 32 * creature, y, count))
    for area, count in enumerate(seat.area_tags):
        drawn += [area_chip(8 + 38 * area, y + 26, area, 17), _count(20 + 38 * area, y + 26, count)]
    return drawn


def _count(x: float, y: float, count: int) -> str:
    return text(x, y + 4, str(count), 11.5, bold=count > 0, fill=INK if count else FAINT)


def _action_points(v: View, y: float) -> list[str]:
    """Action points: full discs are left."""
    drawn = [text(0, y + 5, "AP", 13, bold=True, fill=MUTED)]
    for i in range(v.most_ap):
        left = i < v.ap
        fill = PLAYER[v.current] if left else PAPER
        disc = circle(36 + 27 * i, y, 10, fill=fill, stroke=PLAYER[v.current], stroke_width=1.6)
        drawn.append(group([disc], class_="action-point" if left else "spent"))
    return drawn


# --- cards ------------------------------------------------------------------------------------------------------------


def _research(seat: Seat) -> list[str]:
    """The four spaces of the research area; the last opens with the private milestone (R4, R37)."""
    drawn = []
    for i in range(SPACES):
        x, y = i % 2 * (CARD + 8), 34 + i // 2 * (CARD_HEIGHT + 10)
        if i < len(seat.research):
            drawn.append(research_card(seat.research[i], x, y))
        else:
            drawn.append(
                empty_place(x, y, *(("free",) if i < seat.spaces else ("opens with the", "private milestone")))
            )
    return [caption(0, 25, f"Research area, {len(seat.research)} of {seat.spaces}"), *drawn]


def _right(v: View, seat: Seat, width: float) -> list[str]:
    """Movement cards and milestones."""
    n_hand = sum(seat.in_hand)
    drawn = [caption(0, 25, f"Movement cards: {n_hand} in hand, {len(seat.in_hand) - n_hand} discarded")]
    order = sorted(range(len(seat.in_hand)), key=lambda card: not seat.in_hand[card])
    for i, card in enumerate(order):
        gap = 14 * (not seat.in_hand[card] and n_hand > 0)
        drawn.append(movement_card(v.cards.movements[card], 52 * i + gap, 34, seat.in_hand[card]))
    drawn.append(caption(0, 118, "Private milestone"))
    drawn.append(milestone(seat.private, 0, 126, width, _worth(seat)))
    if seat.claimed:
        drawn += [caption(0, 194, "Completed public milestones"), *_claimed(seat, width)]
    if seat.done:
        words = f"Completed cards: {' '.join(card.id for card in seat.done)}"
        drawn.append(fitted(0, SEAT_HEIGHT - 14, words, width, 10.5, bold=False, fill=MUTED))
    return drawn


def _claimed(seat: Seat, width: float) -> list[str]:
    """Names and EP of completed public milestones, on as many lines as they need."""
    drawn, x, y = [], 0.0, 214
    for card in seat.claimed:
        words = f"{card.name}, {worth_words(card)}"
        if x > 0 and x + text_width(words, 9.5, bold=True) + 13 > width:
            x, y = 0.0, y + 22
        tag, tag_width = pill(x, y, words, GOLD)
        drawn.append(tag)
        x += tag_width + 6
    return drawn


def _worth(seat: Seat) -> str:
    done = seat.private.owner != NONE
    return f"; worth {seat.worth} EP {'now' if done else 'if completed now'}"
