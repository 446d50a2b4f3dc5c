"""The picture of a position: head, main board, basement and DNA INC., each player's side."""

from __future__ import annotations

from arkade.drawing import document, group, text
from arkade.panels import FAINT, GOLD, GROUND, INK, MUTED, banner, fitted, title
from arkade.records import LIVE, NONE
from biohack_env.components import GENES
from biohack_env.svg_board import LOCATIONS_WIDTH, locations, locations_height, order, spaces, spaces_height
from biohack_env.svg_parts import GENE_FILL, PLAYER, badge, gene
from biohack_env.svg_seats import SEAT_HEIGHT, SEAT_WIDTH, seat_box
from biohack_env.svg_table import DISPLAY_WIDTH, TABLE_HEIGHT, display, dna
from biohack_env.view import View
from biohack_env.words import CHALLENGES

WIDTH = 1480
MARGIN = 24
GAP = 14
_INNER = WIDTH - 2 * MARGIN


def draw(v: View) -> str:
    """A position as an SVG picture."""
    side = MARGIN + LOCATIONS_WIDTH + GAP
    top = 130
    middle = top + locations_height(v) + GAP
    table = middle + spaces_height(v) + GAP
    parts = {
        "head": _title(v),
        "question": _banner(v, 68),
        "locations": locations(v, MARGIN, top),
        "order": order(v, side, top, WIDTH - MARGIN - side),
        "spaces": spaces(v, MARGIN, middle, _INNER),
        "basement": display(v, MARGIN, table),
        "dna": dna(v, MARGIN + DISPLAY_WIDTH + GAP, table, _INNER - DISPLAY_WIDTH - GAP),
    }
    drawn, y = [group(part, class_=name) for name, part in parts.items()], table + TABLE_HEIGHT + GAP
    for i, seat in enumerate(v.seats):
        drawn.append(seat_box(v, seat, MARGIN + i % 2 * (SEAT_WIDTH + GAP), y + i // 2 * (SEAT_HEIGHT + GAP)))
    bottom = y + (len(v.seats) + 1) // 2 * (SEAT_HEIGHT + GAP)
    if len(v.seats) % 2 == 1:
        drawn += _legend(MARGIN + SEAT_WIDTH + GAP + 24, bottom - SEAT_HEIGHT + 12)
    return document(WIDTH, bottom + 10, _summary(v), drawn, GROUND)


def _summary(v: View) -> str:
    points = ", ".join(f"{seat.label} {seat.score}" for seat in v.seats)
    return f"Biohack, round {v.round} of {v.rounds}. EP: {points}."


def _title(v: View) -> list[str]:
    seen = "everything seen" if v.viewer is None else f"seen by player {v.viewer}"
    players = "solo" if len(v.seats) == 1 else f"{len(v.seats)} players"
    players += f", {CHALLENGES[v.challenge]} challenge" if v.challenge else ""
    players += ", with the Enclosure module" if v.enclosure else ""
    return title(MARGIN, 46, WIDTH - MARGIN, "Biohack", players, f"Round {v.round} of {v.rounds}", seen)


def _banner(v: View, y: float) -> list[str]:
    """Who decides what, with the cards looked at; at the end who has won."""
    over = v.over != LIVE
    colour = GOLD if over else PLAYER[v.current] if v.current != NONE else FAINT
    players = [seat.player for seat in v.seats if seat.rank == 1] if over else [v.current]
    drawn = banner(MARGIN, y, _INNER, 48, colour)
    drawn += [badge(MARGIN + 26 + 30 * i, y + 24, player, 13) for i, player in enumerate(players)]
    headline = v.headline[:1].upper() + v.headline[1:]
    looks = " or ".join(card.name for card in v.look)
    words = f"{headline}: {looks}" if looks else headline
    drawn.append(fitted(MARGIN + 20 + 30 * len(players), y + 30, words, _INNER - 60 - 30 * len(players), 17, fill=INK))
    return drawn


def _legend(x: float, y: float) -> list[str]:
    """The types of genes, and cards looked at, in the free place beside an odd number of players."""
    drawn = [text(x, y, "Genes", 13, bold=True, fill=MUTED)]
    for i, name in enumerate(GENES):
        left, top = x + i % 3 * 150, y + 28 + i // 3 * 30
        drawn += [gene(left + 10, top, i, 11), text(left + 28, top + 5, name, 13, fill=GENE_FILL[i])]
    words = "lit row: what the next Noman retrieved brings   ·   dashed card: only its owner knows it"
    return [*drawn, text(x, y + 110, words, 11.5, fill=MUTED)]
