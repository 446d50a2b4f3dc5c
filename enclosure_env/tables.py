"""The TABLES record of Enclosure: layout, movement, research and milestone data, passed to every kernel as `t`.

`need` and `token_count` are words of 15 nibbles, `pair_allowed` of 64 bits, the first of them lowest.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from arkade.bits import BITS
from arkade.records import NONE, tables_dtype
from enclosure_env.card_set import CardSet, Research, check_folder, load_cards
from enclosure_env.grid import LINE_CELLS, LINES, PAIR_CELLS, PAIRS, SIDE, pattern_pairs
from enclosure_env.state import (
    ADVANCED_DONE,
    AREA_TAGS,
    AREAS,
    BASIC,
    BASIC_DONE,
    CARDS,
    CELLS,
    COUNT_WORDS,
    CREATURE_TAGS,
    CREATURES,
    FEATURES,
    MILESTONES,
    NIBBLES,
    SWAPS,
)
from enclosure_env.vectors import ANYTHING, LEAST_BYTES

__all__ = [
    "CARD_NUMBER_WORDS",
    "MOST_TAGS_OBSERVED",
    "TABLES",
    "CardSet",
    "build_tables",
    "check_folder",
    "load_cards",
    "swap_actions",
]

CELL_WORDS, PAIR_WORDS = CELLS // 8, 2
ALTERNATIVES = 2  # of a milestone
TERMS = 6  # of a requirement, at most
NEVER = 127  # a threshold that no feature reaches
CARD_NUMBER_WORDS = 7  # of eight numbers: what is observed of a card, whoever looks at it; then zeros
MOST_TAGS_OBSERVED = 4  # of a card

TABLES_FIELDS = [
    # habitat
    ("area", "u1", CELLS),  # area of each cell
    ("start", "u1", CREATURES),  # cells that hold a token at the start
    ("line_cells", "u1", (LINES, SIDE)),  # in order of travel
    ("token_count", "i8", (1 + CREATURES, CELLS, COUNT_WORDS)),  # what a token (0 none) in a cell adds to area_count
    # swap actions, which come first: all, or with compact_actions those that a card allows
    ("compact", "i1"),  # 1: compact_actions
    ("n_swaps", "i2"),  # actions from here on are pushes and the rest
    ("swap_card", "u1", SWAPS * PAIRS),
    ("swap_a", "u1", SWAPS * PAIRS),  # its cells
    ("swap_b", "u1", SWAPS * PAIRS),
    ("pair_allowed", "u8", (SWAPS, PAIR_WORDS)),  # a bit per pair: set where the card allows it
    ("reach", "u8", (1 << SWAPS, AREAS, CELL_WORDS)),  # by swap cards in hand: cells next to an area, a byte per cell
    # research cards
    ("need", "u8", (CARDS, COUNT_WORDS)),  # tokens per (creature, area), as area_count
    ("term_creature", "i1", (CARDS, TERMS)),  # the same by terms, NONE beyond the last
    ("term_area", "i1", (CARDS, TERMS)),
    ("term_tokens", "i1", (CARDS, TERMS)),
    ("card_ep", "i1", CARDS),
    ("card_push", "i1", CARDS),  # creature of the push effect, NONE
    ("card_features", "i1", (CARDS, FEATURES)),  # what completing the card adds to the features (D8)
    ("card_numbers", "u1", (CARDS, 8 * CARD_NUMBER_WORDS)),  # what is observed of the card
    # milestones: private ones by creature, then public ones
    ("milestone_min", "i1", (MILESTONES, ALTERNATIVES, LEAST_BYTES)),  # least features; NEVER where there is none
    ("milestone_ep", "i1", MILESTONES),
    ("milestone_tag", "i1", MILESTONES),  # feature that milestone_per_tag is multiplied with, NONE
    ("milestone_per_tag", "i1", MILESTONES),
]
TABLES = tables_dtype(TABLES_FIELDS, __file__)


def build_tables(cards: CardSet, compact_actions: bool = False) -> np.ndarray:
    """TABLES[1] of a card set."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["area"], t["start"], t["line_cells"] = cards.area, cards.start, LINE_CELLS
    for creature in range(CREATURES):
        for cell, area in enumerate(cards.area):
            t["token_count"][1 + creature, cell] = nibbles([(creature, area, 1)])
    _write_pairs(t, cards)
    _write_swaps(t, swap_actions(cards, compact_actions))
    t["compact"] = compact_actions
    for c, card in enumerate(cards.research):
        _write_card(t, c, card)
    for m, milestone in enumerate(cards.milestones):
        least = np.full((ALTERNATIVES, LEAST_BYTES), ANYTHING, np.int8)
        least[:, :FEATURES] = NEVER
        for i, alternative in enumerate(milestone.alternatives):
            least[i, :FEATURES] = 0
            for feature, threshold in alternative:
                least[i, feature] = threshold
        t["milestone_min"][m] = least
        t["milestone_ep"][m], t["milestone_tag"][m] = milestone.ep, milestone.ep_tag
        t["milestone_per_tag"][m] = milestone.ep_per_tag
    return tables


def _write_pairs(t: np.void, cards: CardSet) -> None:
    """What each swap card allows, and what all cards in hand together reach from outside an area."""
    reach = np.zeros((1 << SWAPS, AREAS, CELLS), np.uint8)
    for card, allowed in enumerate(_allowed_pairs(cards)):
        bits = sum(1 << pair for pair in allowed)
        t["pair_allowed"][card] = bits & (1 << BITS) - 1, bits >> BITS
        held = np.flatnonzero(np.arange(1 << SWAPS) >> card & 1)
        for a, b in [PAIR_CELLS[pair] for pair in allowed]:
            if cards.area[a] != cards.area[b]:
                reach[held, cards.area[b], a] = 1
                reach[held, cards.area[a], b] = 1
    t["reach"] = reach.view(np.uint64)


def nibbles(terms: Iterable[tuple[int, int, int]]) -> NDArray[np.uint64]:
    """(creature, area, count) terms as words of nibbles."""
    words = np.zeros(COUNT_WORDS, np.uint64)
    for creature, area, count in terms:
        word, nibble = divmod(AREAS * creature + area, NIBBLES)
        words[word] += np.uint64(count << 4 * nibble)
    return words


def swap_actions(cards: CardSet, compact_actions: bool) -> list[tuple[int, int]]:
    """(card, pair) of each swap action, in order."""
    allowed = _allowed_pairs(cards) if compact_actions else [range(PAIRS)] * SWAPS
    return [(card, pair) for card in range(SWAPS) for pair in range(PAIRS) if pair in allowed[card]]


def _allowed_pairs(cards: CardSet) -> list[set[int]]:
    """The pairs that each swap card allows."""
    return [pattern_pairs(movement.pattern) for movement in cards.movements[:SWAPS]]


def _write_swaps(t: np.void, swaps: list[tuple[int, int]]) -> None:
    t["n_swaps"] = len(swaps)
    for i, (card, pair) in enumerate(swaps):
        t["swap_card"][i] = card
        t["swap_a"][i], t["swap_b"][i] = PAIR_CELLS[pair]


def _write_card(t: np.void, c: int, card: Research) -> None:
    t["need"][c] = nibbles(card.need)
    t["term_creature"][c] = NONE
    for i, term in enumerate(card.need):
        t["term_creature"][c, i], t["term_area"][c, i], t["term_tokens"][c, i] = term
    t["card_ep"][c], t["card_push"][c] = card.ep, card.push
    adds = t["card_features"][c]
    adds[CREATURE_TAGS : CREATURE_TAGS + CREATURES] = card.creature_tags
    adds[AREA_TAGS : AREA_TAGS + AREAS] = card.habitat_tags
    adds[ADVANCED_DONE if c >= BASIC else BASIC_DONE] = 1
    need = np.zeros((CREATURES, AREAS), int)
    for creature, area, count in card.need:
        need[creature, area] = count
    push = [int(card.push == creature) for creature in range(CREATURES)]
    tags = np.minimum([*card.creature_tags, *card.habitat_tags], MOST_TAGS_OBSERVED)
    numbers = [1, *need.ravel(), *push, card.ep, c >= BASIC, *tags]
    t["card_numbers"][c, : len(numbers)] = numbers
