"""Colours, and the small things that every part of the picture is made of: units, tokens, tiles, vessels, stations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Any

from arkade.drawing import circle, element, group, hint, rect, text, wrap
from arkade.panels import FAINT, GOLD, INK, MUTED, PAPER, fitted
from hiddenark_env.card_set import Tile, Token
from hiddenark_env.components import EFFECTS, RESOURCES

PLAYER = ("#c8553d", "#2f6f9f", "#3f8a57", "#7d5ba6")
UNITS = ("#8d5fb3", "#2f80c2", "#4a9c5d", "#e08a3c", "#c9a227")  # by resource
BACKS = ("#6f9fd8", "#dcbf86", "#84bd8d", "#d98478", "#a9b9cc")  # by colour of fish tiles
PALE = ("#e6effa", "#faf3e3", "#e9f4ea", "#faeae7", "#eef2f6")
SLATE, ALERT = "#4d5b6b", "#b3372b"
_CLASS_EDGE = {"instant": "#b9a67c", "once": SLATE, "upgrade": GOLD}


def shape(d: str, x: float, y: float, scale: float = 1, **attributes: Any) -> str:
    """A drawn figure moved to (x, y)."""
    return element("path", d=d, transform=f"translate({x:.2f} {y:.2f}) scale({scale:.3f})", **attributes)


_BOAT = "M-11 1 L11 1 L7 9 L-7 9 Z M-1 -10 L-1 -1 L-9 -1 Z M1 -12 L1 -1 L9 -1 Z"
_HOUSE = "M-10 -1 L0 -11 L10 -1 L7.5 -1 L7.5 9 L-7.5 9 L-7.5 -1 Z"
_FISH = "M-10 0 C-5 -8 4 -7 6 -1 L11 -6 L11 6 L6 1 C4 7 -5 8 -10 0 Z"
_ARROW = "M-9 -2.5 L2 -2.5 L2 -7.5 L10 0 L2 7.5 L2 2.5 L-9 2.5 Z"
_RISE = "M0 -10 L8 -1 L3 -1 L3 9 L-3 9 L-3 -1 L-8 -1 Z"
_SIGNS = {"move": _ARROW, "rescue": _FISH, "build": _HOUSE, "upgrade": _RISE}


def vessel(x: float, y: float, player: int, words: str, scale: float = 0.9) -> str:
    """A vessel of a player."""
    return hint(shape(_BOAT, x, y, scale, fill=PLAYER[player], stroke=PAPER, stroke_width=1.6), words)


def station(x: float, y: float, player: int, words: str, scale: float = 1.0) -> str:
    """A station of a player, with the player's number."""
    house = shape(_HOUSE, x, y, scale, fill=PLAYER[player], stroke=PAPER, stroke_width=1.6)
    number = text(x, y + 6.5 * scale, str(player), 9.5 * scale, bold=True, fill=PAPER, anchor="middle")
    return hint(group([house, number]), words)


def boat(x: float, y: float, scale: float, **attributes: Any) -> str:
    """A vessel of nobody."""
    return shape(_BOAT, x, y, scale, **attributes)


def house(x: float, y: float, scale: float, **attributes: Any) -> str:
    """A station of nobody."""
    return shape(_HOUSE, x, y, scale, **attributes)


def unit(x: float, y: float, r: float, resource: int, words: str) -> str:
    """A disc in the colour of a resource, with words on it."""
    size = r * (1.3 if len(words) < 2 else 1.05)
    number = text(x, y + size * 0.36, words, size, bold=True, fill=PAPER, anchor="middle")
    return circle(x, y, r, fill=UNITS[resource]) + number


def units(x: float, y: float, r: float, amounts: Sequence[int], sign: str = "") -> tuple[list[str], float]:
    """A disc for each resource of which there is some, from `x` on, and how wide that is."""
    drawn, at = [], x
    for resource, n in enumerate(amounts):
        if n:
            drawn.append(unit(at + r, y, r, resource, f"{sign}{n}"))
            at += 2 * r + 1.5
    return drawn, at - x


def amounts_in_words(amounts: Iterable[int]) -> str:
    """`2 cons, 4 tech`."""
    return ", ".join(f"{n} {name}" for n, name in zip(amounts, RESOURCES, strict=True) if n)


# --- tokens -----------------------------------------------------------------------------------------------------------


def token(x: float, y: float, r: float, kind: Token, words: str) -> str:
    """An opportunity token: what it gives; kept ones have a dark edge, upgrades a golden one."""
    edge = _CLASS_EDGE[kind.token_class]
    disc = circle(x, y, r, fill="#fffdf6", stroke=edge, stroke_width=max(1.2, r * 0.13))
    given = [(name, n) for name, n in zip(EFFECTS, kind.effect, strict=True) if n]
    inner = r * 0.56 if len(given) < 2 else r * 0.44
    step = 2 * inner * 0.95
    start = x - step * (min(len(given), 3) - 1) / 2
    signs = [_effect(start + i * step, y, inner, name, n) for i, (name, n) in enumerate(given[:3])]
    return hint(group([disc, *signs]), words)


def _effect(x: float, y: float, r: float, name: str, n: int) -> str:
    """One effect: a disc of a resource, of several for free ones, gold for points; a sign for an action."""
    if name in RESOURCES:
        return unit(x, y, r, RESOURCES.index(name), str(n))
    size = r * 1.2
    if name in _SIGNS:
        sign = shape(_SIGNS[name], x - (r * 0.35 if n > 1 else 0), y, r / (14 if n > 1 else 11), fill=SLATE)
        number = text(x + r * 0.45, y + r * 0.95, str(n), size * 0.9, bold=True, fill=INK) if n > 1 else ""
        return sign + number
    number = text(x, y + size * 0.36, str(n), size, bold=True, fill=PAPER, anchor="middle")
    if name == "vp":
        return circle(x, y, r, fill=GOLD) + number
    colours = UNITS if name == "any" else UNITS[:4]
    return _wheel(x, y, r, colours) + circle(x, y, r * 0.72, fill=SLATE) + number


def _wheel(x: float, y: float, r: float, colours: Sequence[str]) -> str:
    """A disc of equal sectors."""
    sectors, turn = [], 2 * pi / len(colours)
    for i, colour in enumerate(colours):
        a, b = i * turn, (i + 1) * turn
        ends = f"{r * sin(a):.2f} {-r * cos(a):.2f} A{r:.2f} {r:.2f} 0 0 1 {r * sin(b):.2f} {-r * cos(b):.2f}"
        sectors.append(shape(f"M0 0 L{ends} Z", x, y, fill=colour))
    return "".join(sectors)


# --- tiles ------------------------------------------------------------------------------------------------------------


def tile_words(i: int, tile: Tile) -> str:
    """Number, name, cost, needs, points and discount."""
    needs = [f"{n} {what}" for n, what in ((tile.need_stations, "stations"), (tile.need_vessels, "vessels")) if n]
    asks = f", needs {' and '.join(needs)}" if needs else ""
    discount = f"; discount {amounts_in_words(tile.discount)}" if any(tile.discount) else ""
    return f"{i} {tile.name}: {amounts_in_words(tile.cost)}{asks}; {tile.vp} VP{discount}"


def tile(x: float, y: float, size: float, i: int, card: Tile) -> str:
    """A fish tile, face up, its corner at (x, y): cost above, name, discount and points below."""
    scale, r = size / 66, 7.4 * size / 66
    drawn = [
        rect(x, y, size, size, rx=7 * scale, fill=PALE[card.colour], stroke=BACKS[card.colour], stroke_width=3 * scale)
    ]
    paid = sum(1 for n in card.cost if n)
    r = min(r, (size - 8 * scale) / (2 * paid + 0.2 * paid)) if paid else r
    row, width = units(x, y + 12.5 * scale, r, card.cost)
    drawn.append(group(row, (size - width) / 2 + 0.7, 0))
    for line, words in enumerate(wrap(card.name, size - 6 * scale, 7.6 * scale)[:2]):
        at = y + (28 + 8.2 * line) * scale
        drawn.append(fitted(x + size / 2, at, words, size - 6 * scale, 7.6 * scale, False, fill=INK, anchor="middle"))
    points = text(
        x + size - 6 * scale, y + size - 7 * scale, str(card.vp), 21 * scale, bold=True, fill=INK, anchor="end"
    )
    drawn.append(points)
    drawn += units(x + 4 * scale, y + size - 10.5 * scale, 6.2 * scale, card.discount, "−")[0]
    needs = [house] * min(card.need_stations, 2) + [boat] * min(card.need_vessels, 2)
    for place, sign in enumerate(needs):
        drawn.append(sign(x + (11 + 13 * place) * scale, y + size - 24.5 * scale, 0.46 * scale, fill=SLATE))
    return hint(group(drawn), tile_words(i, card))


def small_tile(x: float, y: float, i: int, card: Tile) -> str:
    """A rescued tile: its points and its discount."""
    drawn = [
        rect(x, y, 36, 36, rx=6, fill=PALE[card.colour], stroke=BACKS[card.colour], stroke_width=2.4),
        text(x + 18, y + 17, str(card.vp), 15, bold=True, fill=INK, anchor="middle"),
    ]
    row, width = units(0, y + 26.5, 5.4, card.discount)
    return hint(group([*drawn, group(row, x + (36 - width) / 2)]), card.name)


def tile_back(x: float, y: float, size: float, colour: int, words: str) -> str:
    """A facedown tile."""
    drawn = [
        rect(x, y, size, size, rx=7, fill=BACKS[colour], stroke=PAPER, stroke_width=2, stroke_opacity=0.7),
        shape(_FISH, x + size / 2, y + size / 2, size / 36, fill=PAPER, fill_opacity=0.85),
    ]
    return hint(group(drawn), words)


def empty_slot(x: float, y: float, r: float, price: str) -> str:
    """A free place for an upgrade, with its price."""
    ring = circle(x, y, r, fill="none", stroke=FAINT, stroke_width=1.2, stroke_dasharray="3 2.5")
    return ring + (text(x, y + 3.3, price, 9, fill=MUTED, anchor="middle") if price else "")
