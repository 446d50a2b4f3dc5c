"""The TABLES record of Biohack: card, board and track data read from `cards/`, passed to every kernel as `t`.

Numbers that differ by side of the main board are held by number of players. Amounts of genes are words: a byte for
each gene and two zeros. Lines of effects are by id (`CardSet.lines`), two for each effect, NONE where it has fewer.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arkade.records import NONE, tables_dtype
from biohack_env.card_set import CardSet, check_folder, load_cards
from biohack_env.components import (
    ADVANCED,
    BOARDS,
    CLASSES,
    COIN,
    CREATURES,
    CREATURES_OF,
    DIE_FACES,
    GENES,
    LINES,
    LINES_OF_EFFECT,
    LOCATIONS,
    MILESTONES,
    PLAYER_SIDES,
    PLAYERS,
    RESERVATIONS,
    RESOURCES,
    SCIENTISTS,
    SOLO_CARDS,
    SPACES,
    SPACES_OF_AREAS,
    TERMS_OF_SCORE,
    TILES,
)
from biohack_env.grammar import Genes, Kind, Line, Score
from biohack_env.state import COLUMNS, GENE_LANES, Node

__all__ = ["CONVERSIONS", "TABLES", "UNITS", "CardSet", "build_tables", "check_folder", "load_cards"]

TABLES_OF = PLAYERS + 1  # rows of what differs by number of players; row 0 is not used
UNITS = (2, 2, 1, 1, 1, 0, 2, 0, 0)  # of a resource that an ALLEY option pays or gains (R46, R47)
CONVERSIONS = (  # resource paid, resource gained (RULES.md section 8)
    *((COIN, 0), (COIN, 1), (0, COIN), (0, 1), (1, COIN), (1, 0)),
    *((COIN, 2), (COIN, 3), (2, COIN), (2, 3), (3, COIN), (3, 2)),
    *((COIN, 4), (4, COIN)),
)
OPTION_OF_CONVERSION = (*[0] * 6, *[1] * 6, *[2] * 2)
ALLEY_SETS = 1 << COIN + 1  # sets of resources that ALLEY's top row deals in
POLICE_SPACES = tuple(ADVANCED.index(name) for name in ("biofarm_gene", "alley_feral", "dna_buy", "tile0"))  # (R76)

TABLES_FIELDS = [
    # lines of effects
    ("line_kind", "i1", LINES),  # Kind
    ("line_a", "i1", LINES),
    ("line_b", "i1", LINES),
    ("line_c", "i1", LINES),
    ("line_vec", "i1", (LINES, len(RESOURCES))),
    ("line_pay", "i1", (LINES, len(RESOURCES))),
    ("line_genes", "i1", (LINES, GENE_LANES)),  # the genes of line_vec
    ("line_entries", "i2", LINES),  # bits of the resources in line_vec
    ("node_of_kind", "i1", len(Kind)),  # Node that an open line of this kind asks at
    # creatures
    ("card_class", "i1", CREATURES),
    ("cost", "i1", (CREATURES, GENE_LANES)),
    ("card_genes", "i1", CREATURES),  # bits of the genes in the cost (R64)
    ("card_ep", "i1", CREATURES),
    ("card_location", "i1", CREATURES),  # of commons, else NONE
    ("card_lines", "i2", (CREATURES, LINES_OF_EFFECT)),
    ("card_disc", "i1", (CREATURES, GENE_LANES)),
    ("card_wild", "i1", CREATURES),
    ("class_cards", "i8", len(CLASSES)),  # bits by card
    # scores: creatures, then scientists
    ("term_count", "i1", (CREATURES + SCIENTISTS, TERMS_OF_SCORE)),  # Count, NONE
    ("term_amount", "i1", (CREATURES + SCIENTISTS, TERMS_OF_SCORE)),
    ("term_genes", "i1", (CREATURES + SCIENTISTS, TERMS_OF_SCORE)),  # bits
    ("term_class", "i1", (CREATURES + SCIENTISTS, TERMS_OF_SCORE)),
    # scientists
    ("plan_lines", "i2", (SCIENTISTS, LINES_OF_EFFECT)),
    ("sci_disc", "i1", (SCIENTISTS, GENE_LANES)),
    ("sci_wild", "i1", SCIENTISTS),
    # milestone cards
    ("need", "i1", (MILESTONES, GENE_LANES)),
    ("need_genes", "i1", MILESTONES),  # bits
    ("need_sum", "i1", (MILESTONES, 1 << len(GENES))),  # icons of each set of genes (D33)
    ("need_class", "i1", (MILESTONES, len(CLASSES))),
    ("need_types", "i1", MILESTONES),
    # tiles, boards, locations, spaces, tracks
    ("tile_lines", "i2", (TILES, LINES_OF_EFFECT)),
    ("tile_visits", "i1", TILES),  # bits of the locations that it lets visit
    ("bonus_lines", "i2", (BOARDS, len(PLAYER_SIDES), SPACES, LINES_OF_EFFECT)),
    ("location_lines", "i2", (TABLES_OF, len(LOCATIONS), PLAYERS, LINES_OF_EFFECT)),  # by players, Nomans left
    ("location_rows", "i1", TABLES_OF),
    ("space_lines", "i2", (len(SPACES_OF_AREAS), 2, LINES_OF_EFFECT)),  # bonus, main
    ("reservation_lines", "i2", (RESERVATIONS, LINES_OF_EFFECT)),
    ("first_column", "i1", TABLES_OF),  # of the display
    ("display_price", "i1", (TABLES_OF, COLUMNS)),  # by column
    ("deck_price", "i1", TABLES_OF),
    ("rounds", "i1", TABLES_OF),
    ("start_coins", "i1", (TABLES_OF, PLAYERS)),  # by turn order
    ("start_medicine", "i1", (TABLES_OF, PLAYERS)),
    ("injury_penalty", "i1", TABLES_OF),
    ("coins_per_ep", "i1", TABLES_OF),
    ("token_ep", "i1", TABLES_OF),
    ("row_ep", "i1", (TABLES_OF, PLAYERS)),  # by space
    ("milestone_ep", "i1", (TABLES_OF, PLAYERS)),
    ("tiles_shown", "i1", TABLES_OF),
    ("die", "i1", DIE_FACES),  # results
    ("die_faces", "i1"),
    # solo cards
    ("solo_location", "i1", SOLO_CARDS),
    ("solo_police", "i1", (SOLO_CARDS, 2)),  # advanced spaces
    ("solo_cleared", "i2", SOLO_CARDS),  # bits of display slots
    # ALLEY
    ("unit", "i1", len(RESOURCES)),
    ("conversion_pays", "i1", len(CONVERSIONS)),  # resource
    ("conversion_gains", "i1", len(CONVERSIONS)),
    ("option_of", "i1", len(CONVERSIONS)),
    ("conversions_of", "i2", 3),  # bits of an option's conversions
    ("conversions_paying", "i2", ALLEY_SETS),  # bits of the conversions that pay one of a set of resources
    ("conversions_gaining", "i2", ALLEY_SETS),
]
TABLES = tables_dtype(TABLES_FIELDS, __file__)

_NODES = {
    **{Kind.PICK: Node.PICK, Kind.WILD: Node.WILD, Kind.DIE: Node.DIE, Kind.BUY: Node.BUY, Kind.CREATE: Node.CREATE},
    **{Kind.ALLEY: Node.ALLEY, Kind.DNA: Node.DNA, Kind.REPORT: Node.DNA, Kind.UNLOCK: Node.DNA},
    **{Kind.RESERVE: Node.RESERVE, Kind.TRADE: Node.TRADE, Kind.COMMON: Node.IMPROVE},
}


def build_tables(cards: CardSet) -> np.ndarray:
    """TABLES[1] of a card set."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    for i, line in enumerate(cards.lines):
        _write_line(t, i, line)
    for kind, node in _NODES.items():
        t["node_of_kind"][kind] = node
    t["term_count"] = NONE
    _write_creatures(t, cards)
    _write_scientists(t, cards)
    _write_milestones(t, cards)
    for i, tile in enumerate(cards.tiles):
        t["tile_lines"][i] = cards.ids(tile.effect)
        t["tile_visits"][i] = sum({1 << line.a for line in tile.effect if line.kind == Kind.VISIT})
    _write_boards(t, cards)
    for n in range(1, TABLES_OF):
        _write_tracks(t, cards, n)
    for i, card in enumerate(cards.solo):
        t["solo_location"][i], t["solo_police"][i] = card.location, [POLICE_SPACES[area] for area in card.police]
        slots = [COLUMNS * (place // 3) + 1 + place % 3 for place in card.cleared]  # side A has columns 1 to 3
        t["solo_cleared"][i] = sum(1 << slot for slot in slots)
    t["die"][: len(cards.die)], t["die_faces"] = cards.die, len(cards.die)
    _write_alley(t)
    return tables


def _word(genes: Sequence[int]) -> list[int]:
    """Amounts of genes in a word's bytes."""
    return [*genes[: len(GENES)], 0, 0]


def _bits(genes: Genes) -> int:
    return sum(1 << g for g, n in enumerate(genes) if n)


def _write_line(t: np.void, i: int, line: Line) -> None:
    t["line_kind"][i], t["line_a"][i], t["line_b"][i], t["line_c"][i] = line.kind, line.a, line.b, line.c
    t["line_vec"][i], t["line_pay"][i], t["line_genes"][i] = line.vec, line.pay, _word(line.vec)
    t["line_entries"][i] = _bits(line.vec)


def _write_score(t: np.void, row: int, score: Score) -> None:
    for i, term in enumerate(score):
        t["term_count"][row, i], t["term_amount"][row, i] = term.count, term.amount
        t["term_genes"][row, i], t["term_class"][row, i] = term.genes, term.creature_class


def _write_creatures(t: np.void, cards: CardSet) -> None:
    for i, card in enumerate(cards.creatures):
        t["card_class"][i], t["cost"][i], t["card_genes"][i] = card.creature_class, _word(card.cost), _bits(card.cost)
        t["card_ep"][i], t["card_location"][i], t["card_lines"][i] = card.ep, card.location, cards.ids(card.effect)
        t["card_disc"][i], t["card_wild"][i] = _word(card.discount), card.wild
        _write_score(t, i, card.score)
    firsts = np.cumsum((0, *CREATURES_OF))
    for c, size in enumerate(CREATURES_OF):
        t["class_cards"][c] = ((1 << size) - 1) << int(firsts[c])


def _write_scientists(t: np.void, cards: CardSet) -> None:
    for i, scientist in enumerate(cards.scientists):
        t["plan_lines"][i], t["sci_wild"][i] = cards.ids(scientist.plan), scientist.wild
        t["sci_disc"][i] = _word(scientist.discount)
        _write_score(t, CREATURES + i, scientist.score)


def _write_milestones(t: np.void, cards: CardSet) -> None:
    for i, card in enumerate(cards.milestones):
        t["need"][i], t["need_genes"][i] = _word(card.genes), _bits(card.genes)
        t["need_sum"][i] = [sum(n for g, n in enumerate(card.genes) if k >> g & 1) for k in range(1 << len(GENES))]
        t["need_class"][i], t["need_types"][i] = card.classes, card.types


def _write_boards(t: np.void, cards: CardSet) -> None:
    for board, sides in enumerate(cards.boards):
        for side, effects in enumerate(sides):
            t["bonus_lines"][board, side] = [cards.ids(effect) for effect in effects]
    t["location_lines"] = NONE
    for n in range(1, TABLES_OF):
        for location, effects in enumerate(cards.locations[n]):
            t["location_lines"][n, location, : len(effects)] = [cards.ids(effect) for effect in effects]
            t["location_rows"][n] = len(effects)
    t["space_lines"] = [[cards.ids(space.bonus), cards.ids(space.main)] for space in cards.spaces]
    t["reservation_lines"] = [cards.ids(effect) for effect in cards.tracks.reservation]


def _write_tracks(t: np.void, cards: CardSet, n: int) -> None:
    tracks, side = cards.tracks, int(n > 2)
    prices = tracks.display_price[side]
    t["first_column"][n] = first = COLUMNS - len(prices)
    t["display_price"][n, first:] = prices
    t["rounds"][n] = tracks.solo_rounds if n == 1 else tracks.rounds[side]
    t["tiles_shown"][n] = 4 if side else 2
    for key in ("deck_price", "injury_penalty", "coins_per_ep", "token_ep"):
        t[key][n] = getattr(tracks, key)[side]
    for key in ("start_coins", "start_medicine", "row_ep", "milestone_ep"):
        values = getattr(tracks, key)[side]
        t[key][n, : len(values)] = values


def _write_alley(t: np.void) -> None:
    t["unit"], t["option_of"] = UNITS, OPTION_OF_CONVERSION
    for i, (pays, gains) in enumerate(CONVERSIONS):
        t["conversion_pays"][i], t["conversion_gains"][i] = pays, gains
        t["conversions_of"][OPTION_OF_CONVERSION[i]] |= 1 << i
        for k in range(ALLEY_SETS):
            t["conversions_paying"][k] |= (k >> pays & 1) << i
            t["conversions_gaining"][k] |= (k >> gains & 1) << i
