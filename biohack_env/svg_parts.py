"""Icons of the picture: genes, coins, medicine, EP, Nomans, and rows of them that say what an effect does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arkade import panels
from arkade.drawing import circle, element, group, hint, line, rect, text, text_width
from arkade.panels import GOLD, INK, MUTED, PAPER
from biohack_env.components import COIN, EP, GENES, MEDICINE
from biohack_env.grammar import Amounts, Effect, Genes, Kind, Line
from biohack_env.state import POLICE
from biohack_env.words import LOCATION_NAMES, effect_words, resource_words

PLAYER = ("#1f9184", "#d5602a", "#41407a", "#8a6b33")
OTHER = "#4b5563"  # assistants and police
GENE_FILL = ("#a9622a", "#2468b0", "#d99a06", "#3b8a3f", "#7a4fa3", "#bb2f3a")
CLASS_FILL = ("#4b7f5c", "#3a69a8", "#7d4496")
LOCATION_FILL = ("#7d6650", "#2f7fa0", "#a0842a", "#b04a5a", "#525c6b")
RED = "#c23340"
Icon = tuple[str, float]  # drawn with its middle at the origin's height from x = 0 on, and how wide it is


def badge(x: float, y: float, player: int, r: float = 11) -> str:
    """A player's number on a disc of the player's colour."""
    return panels.badge(x, y, player, r, PLAYER[player])


def noman(x: float, y: float, player: int, size: float = 20, name: str = "police") -> str:
    """A bioroid standing with its feet at `y`: in a player's colour, or grey; lying where it is hurt."""
    fill = OTHER if player == POLICE else PLAYER[player]
    head = circle(0, -16, 4.4, fill=fill, stroke=PAPER, stroke_width=0.8)
    body = element(
        "path", d="M-5,-11 L5,-11 L7,-3 L4.6,-2.6 L3.4,-7 L3.4,0 L0.8,0 L0.8,-4.4 L-0.8,-4.4 L-0.8,0 L-3.4,0 L-3.4,-7 "
        "L-4.6,-2.6 L-7,-3 Z", fill=fill, stroke=PAPER, stroke_width=0.8, stroke_linejoin="round",
    )  # fmt: skip
    visor = line(-2.4, -16.4, 2.4, -16.4, stroke=PAPER, stroke_width=1.3, stroke_linecap="round")
    drawn = element("g", body, head, visor, transform=f"translate({x:.2f} {y:.2f}) scale({size / 20:.3f})")
    return hint(drawn, name if player == POLICE else f"Noman of player {player}")


def nomans(x: float, y: float, players: Sequence[int], step: float = 17, size: float = 20, name: str = "") -> list[str]:
    """Nomans side by side from `x` on."""
    return [group([noman(x + step * (i + 0.5), y, p, size, name)], class_="noman") for i, p in enumerate(players)]


# --- genes: emblems in a square of 20 around the origin ---------------------------------------------------------------


def _fill(path: str, fill: str = PAPER) -> str:
    return element("path", d=path, fill=fill)


def _stroke(path: str, width: float) -> str:
    return element(
        "path", d=path, fill="none", stroke=PAPER, stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )


def _dot(x: float, y: float, r: float, fill: str = PAPER) -> str:
    return circle(x, y, r, fill=fill)


_EMBLEMS = (
    # a paw
    _fill("M0,-0.6 C3.4,-0.6 5.6,3 4.6,5.4 C3.8,7.4 1.6,6 0,6 C-1.6,6 -3.8,7.4 -4.6,5.4 C-5.6,3 -3.4,-0.6 0,-0.6 Z")
    + _dot(-5.6, -1.2, 1.9) + _dot(-2.2, -4.6, 2) + _dot(2.2, -4.6, 2) + _dot(5.6, -1.2, 1.9),
    # a fish
    _fill("M-6.8,0 C-4,-5.4 2,-5 4.2,-0.8 L7.6,-4 L7.6,4 L4.2,0.8 C2,5 -4,5.4 -6.8,0 Z") + _dot(-3.6, -1, 1.1, GENE_FILL[1]),
    # a bird in flight
    _fill("M-8,-2.6 Q-4,-6.6 -0.4,-1.8 Q0.6,-3.2 1.6,-2.2 Q5,-6.4 8,-3.6 Q4,-2.6 2.2,1 Q2,4 -0.8,6 Q-0.6,3.2 -2,1.4 Q-4,-2.4 -8,-2.6 Z"),
    # a snake
    _stroke("M5.6,-4.6 C1,-7.4 -6,-5 -4.4,-1.6 C-3,1 5,-0.4 4.8,3 C4.6,6.4 -2,6 -5.6,4.6", 2.7) + _dot(5.4, -4.4, 2.3)
    + _dot(5.9, -4.9, 0.7, GENE_FILL[3]),
    # the face of an ape
    _dot(-5.4, -0.8, 2) + _dot(5.4, -0.8, 2) + _dot(0, -1.2, 5) + _fill("M-3.8,1.6 Q0,-1.6 3.8,1.6 Q4.6,6.6 0,6.6 Q-4.6,6.6 -3.8,1.6 Z")
    + _dot(-1.8, -1.6, 0.95, GENE_FILL[4]) + _dot(1.8, -1.6, 0.95, GENE_FILL[4]) + element("path", d="M-1.8,4 Q0,5 1.8,4", fill="none", stroke=GENE_FILL[4], stroke_width=0.9),
    # three claws
    "".join(_fill(f"M{x - 1.2},-6.4 Q{x + 2.6},-1 {x - 1},6.8 Q{x + 0.2},0 {x - 1.2},-6.4 Z") for x in (-3.6, 0.4, 4.4)),
)  # fmt: skip


def gene(x: float, y: float, which: int, r: float = 8) -> str:
    """A gene: its emblem on a disc."""
    disc = circle(0, 0, 10, fill=GENE_FILL[which])
    drawn = element("g", disc, _EMBLEMS[which], transform=f"translate({x:.2f} {y:.2f}) scale({r / 10:.3f})")
    return hint(drawn, f"{GENES[which]} gene")


def coin(x: float, y: float, words: str, r: float = 8) -> str:
    """A coin with a number."""
    disc = circle(x, y, r, fill="#e9c348", stroke="#b38a12", stroke_width=1.1)
    size = r * (1.15 if len(words) < 2 else 0.95)
    return hint(disc + text(x, y + size * 0.36, words, size, bold=True, fill="#5f4706", anchor="middle"), "coins")


def medicine(x: float, y: float, full: bool = True, r: float = 8) -> str:
    """A medicine token, full or empty."""
    ink = RED if full else "#c7ccd3"
    ground = rect(x - r, y - r, 2 * r, 2 * r, rx=r * 0.45, fill=PAPER, stroke=ink, stroke_width=1.3)
    cross = element(
        "path", d=f"M{x:.2f},{y - r * 0.62:.2f} v{r * 1.24:.2f} M{x - r * 0.62:.2f},{y:.2f} h{r * 1.24:.2f}",
        stroke=ink, stroke_width=r * 0.42, fill="none",
    )  # fmt: skip
    return hint(ground + cross, "medicine" if full else "empty medicine")


def star(x: float, y: float, words: str, r: float = 9) -> str:
    """Evaluation points in a hexagon."""
    corners = [(0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5)]
    path = "M" + " L".join(f"{x + r * a:.2f},{y + r * b:.2f}" for a, b in corners) + " Z"
    size = r * (1.05 if len(words) < 2 else 0.88)
    ground = element("path", d=path, fill=INK, stroke=GOLD, stroke_width=1.2)
    return hint(ground + text(x, y + size * 0.36, words, size, bold=True, fill=PAPER, anchor="middle"), f"{words} EP")


# --- rows of icons ----------------------------------------------------------------------------------------------------


def word(words: str, size: float = 10, bold: bool = False, fill: str = INK) -> Icon:
    """Words in a row of icons."""
    return text(0, size * 0.36, words, size, bold=bold, fill=fill), text_width(words, size, bold)


def _resource(resource: int, n: int, r: float) -> list[Icon]:
    if resource == COIN:
        return [(coin(r, 0, str(n), r), 2 * r)]
    if resource == EP:
        return [(star(r, 0, str(n), r * 1.1), 2 * r)]
    drawn = medicine(r, 0, True, r * 0.9) if resource == MEDICINE else gene(r, 0, resource, r)
    return [word(str(n), r * 1.3, bold=True)] * (n > 1) + [(drawn, 2 * r)]


def _several(amounts: Amounts, r: float, between: str = "") -> list[Icon]:
    icons: list[Icon] = []
    for resource, n in enumerate(amounts):
        if n:
            icons += [word(between, r * 1.3, fill=MUTED)] if between and icons else []
            icons += _resource(resource, n, r)
    return icons


def costs(genes: Genes, r: float) -> list[Icon]:
    """Genes of a cost: a number before each."""
    return [
        icon
        for i, n in enumerate(genes)
        if n
        for icon in (word(str(n), r * 1.35, bold=True), (gene(r, 0, i, r), 2 * r))
    ]


def discounts(genes: Genes, wild: int, r: float) -> list[Icon]:
    """Genes that a discount takes off."""
    icons = [
        icon for i, n in enumerate(genes) if n for icon in (word(f"−{n}", r * 1.3, True), (gene(r, 0, i, r), 2 * r))
    ]
    return icons + ([word(f"−{wild}", r * 1.3, True), any_gene(r)] if wild else [])


def any_gene(r: float) -> Icon:
    """A gene of any type: a disc of six colours."""
    turns = [(0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5), (0, -1)]
    parts = [
        element(
            "path", d=f"M{r:.2f},0 L{r + r * a:.2f},{r * b:.2f} A{r},{r} 0 0 1 {r + r * c:.2f},{r * d:.2f} Z", fill=fill
        )
        for fill, (a, b), (c, d) in zip(GENE_FILL, turns, turns[1:], strict=False)
    ]
    return hint("".join(parts), "a gene of any type"), 2 * r


def die(r: float) -> Icon:
    """The danger die."""
    ground = rect(0, -r, 2 * r, 2 * r, rx=r * 0.4, fill=INK)
    claws = element("g", _EMBLEMS[5], transform=f"translate({r:.2f} 0) scale({r / 11:.3f})")
    return hint(ground + claws, "danger die"), 2 * r


def _card_icon(r: float) -> Icon:
    width = r * 1.5
    card = rect(0, -r, width, 2 * r, rx=2, fill=PAPER, stroke=INK, stroke_width=1.2)
    return card + circle(width / 2, -r * 0.2, r * 0.45, fill=CLASS_FILL[1]), width


def _line_icons(one: Line, r: float) -> list[Icon]:
    """What a line does, in icons and few words."""
    size, times = r * 1.25, [word(f"×{one.a}", r * 1.25, True)] if one.a > 1 else []
    match one.kind:
        case Kind.GAIN:
            return _several(one.vec, r)
        case Kind.PICK:
            return ([word(f"{one.a} of", size)] if one.a > 1 else []) + _several(one.vec, r, "/")
        case Kind.WILD:
            genes = [i for i in range(len(GENES)) if one.vec[i]]
            return times + ([any_gene(r)] if len(genes) == len(GENES) else _several(one.vec, r, "/"))
        case Kind.DIE:
            return [die(r)] + ([word(f"+{one.a} free", size)] if one.a else [])
        case Kind.BUY:
            off = [word("−", size, True), (coin(r, 0, str(one.b), r), 2 * r)] if one.b else []
            return [word("buy", size), _card_icon(r), *times, *off, *([] if one.c else [word("display", size)])]
        case Kind.CREATE:
            off = [word(f"−{one.b}", size, True), any_gene(r)] if one.b else []
            return [word("create", size), *times, *off]
        case Kind.TRADE:
            return [*times, *_several(one.pay, r), word("→", size), *_several(one.vec, r)]
        case Kind.UNLOCK:
            return [word("unlock", size), (coin(r, 0, str(one.a), r), 2 * r)]
        case Kind.DNA:
            return [word("report + unlock", size), (coin(r, 0, str(one.a), r), 2 * r)]
        case Kind.REROLL:
            return [die(r), word(f"again ×{one.a}", size)]
        case Kind.BUY_DISCOUNT:
            return [word("buy −", size), (coin(r, 0, str(one.a), r), 2 * r)]
        case Kind.EXTRA_BUY:
            return [word("buy +", size), _card_icon(r), *times]
        case Kind.VISIT:
            return [word(f"do {LOCATION_NAMES[one.a]}, row {one.b + 1}", size)]
    return [word({Kind.ALLEY: "convert", Kind.REPORT: "report", Kind.RESERVE: "reserve turn"}.get(one.kind, "–"), size)]


def effect_icons(effect: Effect, r: float = 7) -> list[Icon]:
    """What an effect does."""
    icons: list[Icon] = []
    for one in effect:
        icons += ([word("+", r * 1.3, fill=MUTED)] if icons else []) + _line_icons(one, r)
    return icons


def row(x: float, y: float, icons: Iterable[Icon], width: float, gap: float = 2.5, middle: bool = False) -> str:
    """Icons side by side with their middle at `y`, smaller where they would be wider than `width`."""
    icons = list(icons)
    total = sum(w for _, w in icons) + gap * max(len(icons) - 1, 0)
    scale = min(1.0, width / total) if total else 1.0
    drawn, at = [], 0.0
    for markup, w in icons:
        drawn.append(group([markup], round(at, 2)))
        at += w + gap
    left = x + (width - total * scale) / 2 if middle else x
    return element("g", *drawn, transform=f"translate({left:.2f} {y:.2f}) scale({scale:.3f})")


def effect(x: float, y: float, what: Effect, width: float, r: float = 7, middle: bool = False) -> str:
    """What an effect does, in icons; its words show while the pointer rests there."""
    return hint(row(x, y, effect_icons(what, r), width, middle=middle), effect_words(what))


def stored(x: float, y: float, which: int, n: int, width: float) -> list[str]:
    """A player's genes of a type on their track of ten."""
    step = (width - 44) / 10
    drawn = [gene(x + 8, y, which, 8), text(x + 34, y + 4, str(n), 11.5, bold=True, fill=INK, anchor="end")]
    for i in range(10):
        fill = GENE_FILL[which] if i < n else "#e7eaee"
        drawn.append(rect(x + 40 + i * step, y - 4.5, step - 1.6, 9, rx=2, fill=fill))
    return [hint("".join(drawn), resource_words(which, n))]
