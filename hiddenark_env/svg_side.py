"""Beside the map: tokens to take, supplies, how far the game is, awards."""

from __future__ import annotations

from typing import Any

from arkade.drawing import circle, rect, text
from arkade.panels import FAINT, GOLD, INK, MUTED, PAPER, SHADE, badge, box, caption, fitted
from hiddenark_env.card_set import CardSet
from hiddenark_env.components import COLOURS, FISH_SPACES, TILES_PER_COLOUR, WORLD_WIDE
from hiddenark_env.svg_parts import ALERT, BACKS, PLAYER, token

WIDTH = 336


def side(
    position: dict[str, Any], cards: CardSet, award_side: int, few: int, refills: int, x: float, y: float, height: float
) -> list[str]:
    """The panel at (x, y): a refill is due at `few` tiles, `refills` times."""
    return [
        *box(x, y, WIDTH, height),
        *_display(position, cards, x + 18, y),
        *_supplies(position, x + 18, y + 184),
        *_course(position, few, refills, x + 18, y + 280),
        *_awards(position, cards, award_side, x + 18, y + 340),
    ]


def _display(position: dict[str, Any], cards: CardSet, x: float, y: float) -> list[str]:
    """The face-up tokens."""
    kinds = {kind.key: kind for kind in cards.tokens}
    drawn = [caption(x, y + 28, "Opportunity tokens")]
    for i in range(5):
        at, top = x + (42 if i < 3 else 96) + 108 * (i % 3), y + 64 + 72 * (i // 3)
        if i >= len(position["face_up"]):
            drawn.append(circle(at, top, 21, fill="none", stroke=FAINT, stroke_dasharray="3 3"))
            continue
        key = position["face_up"][i]
        drawn.append(token(at, top, 23, kinds[key], f"face up: {key}"))
        drawn.append(fitted(at, top + 38, key.replace("_", " "), 108, 10.5, bold=False, fill=MUTED, anchor="middle"))
    return drawn


def _supplies(position: dict[str, Any], x: float, y: float) -> list[str]:
    """Pool, used tokens, escalation tokens."""
    left = sum(position["esc_left"].values())
    piles = [("pool", sum(position["pool"].values()), INK), ("used", sum(position["discard"].values()), MUTED)]
    piles += [("escalation", left, ALERT)] if position["uphill"] or position["mode"] != "competitive" else []
    drawn = [caption(x, y + 20, "Supplies")]
    for i, (name, n, colour) in enumerate(piles):
        drawn.append(rect(x + 102 * i, y + 30, 92, 46, rx=9, fill=SHADE))
        drawn.append(text(x + 102 * i + 46, y + 53, str(n), 19, bold=True, fill=colour, anchor="middle"))
        drawn.append(text(x + 102 * i + 46, y + 68, name, 10, fill=MUTED, anchor="middle"))
    return drawn


def _course(position: dict[str, Any], few: int, refills: int, x: float, y: float) -> list[str]:
    """Tiles left, down to where a refill is due, and how many refills there were."""
    left, done = len(position["fish"]), position["refills_done"]
    drawn = [caption(x, y + 14, f"Tiles: {left}, refill at {few}; refills: {done} of {refills}")]
    for i in range(FISH_SPACES):
        fill = (GOLD if i < few else BACKS[0]) if i < left else SHADE
        drawn.append(rect(x + 30 * i, y + 24, 26, 10, rx=4, fill=fill))
    return drawn


def _awards(position: dict[str, Any], cards: CardSet, award_side: int, x: float, y: float) -> list[str]:
    """A line for each award: points, tokens on it, each player's tiles; undrawn tiles of the colour."""
    drawn = [caption(x, y, "Awards"), caption(x + 300, y, "undrawn", anchor="end")]
    players = len(position["own"])
    for award in range(WORLD_WIDE + 1):
        top = y + 12 + 38 * award
        values = [n for n in cards.awards[award_side][award] if n]
        colour = BACKS[award] if award < WORLD_WIDE else INK
        name = COLOURS[award].replace("_", " ") if award < WORLD_WIDE else "world wide"
        drawn.append(rect(x, top, 10, 24, rx=4, fill=colour))
        drawn.append(text(x + 18, top + 10.5, name, 11, bold=True, fill=INK))
        points = " / ".join(map(str, values)) or "0"
        on_it = position["award_tokens"][award]
        drawn.append(text(x + 18, top + 23, points + (f"  less {on_it}" if on_it else ""), 10.5, fill=MUTED))
        if award == WORLD_WIDE:
            continue
        for p in range(players):
            n = sum(tile // TILES_PER_COLOUR == award for tile in position["own"][p])
            at = x + 132 + 34 * p
            drawn.append(badge(at, top + 12, n, 11, PLAYER[p] if n else SHADE, PAPER if n else FAINT))
        undrawn = sum(tile // TILES_PER_COLOUR == award for tile in position["undrawn"])
        drawn.append(text(x + 300, top + 17, str(undrawn), 13, bold=True, fill=MUTED, anchor="end"))
    return drawn
