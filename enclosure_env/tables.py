"""The TABLES record of Enclosure: layout, movement, research and milestone data, passed to every kernel as `t`.

Byte lanes: `pair_allowed` and `milestone_min` are words of eight bytes, `need` and `token_count` words of 15 nibbles,
the first of them lowest.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from arkade.records import tables_dtype
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
    FEATURE_WORDS,
    FEATURES,
    MILESTONES,
    NIBBLES,
    SWAPS,
)

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

PAIR_WORDS = PAIRS // 8
ALTERNATIVES = 2  # of a milestone
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
    ("pair_allowed", "u8", (SWAPS, PAIR_WORDS)),  # a byte per pair: 1 where the card allows it
    # research cards
    ("need", "u8", (CARDS, COUNT_WORDS)),  # tokens per (creature, area), as area_count
    ("card_ep", "i1", CARDS),
    ("card_push", "i1", CARDS),  # creature of the push effect, NONE
    ("card_features", "i1", (CARDS, FEATURES)),  # what completing the card adds to the features (D8)
    ("card_numbers", "u1", (CARDS, 8 * CARD_NUMBER_WORDS)),  # what is observed of the card
    # milestones: private ones by creature, then public ones
    ("milestone_min", "u8", (MILESTONES, ALTERNATIVES, FEATURE_WORDS)),  # least features; NEVER where there is none
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
    for card, allowed in enumerate(_allowed_pairs(cards)):
        t["pair_allowed"][card] = np.array([pair in allowed for pair in range(PAIRS)]).view(np.uint64)
    _write_swaps(t, swap_actions(cards, compact_actions))
    t["compact"] = compact_actions
    for c, card in enumerate(cards.research):
        _write_card(t, c, card)
    for m, milestone in enumerate(cards.milestones):
        least = np.full((ALTERNATIVES, FEATURES), NEVER, np.int8)
        for i, alternative in enumerate(milestone.alternatives):
            least[i] = 0
            for feature, threshold in alternative:
                least[i, feature] = threshold
        t["milestone_min"][m] = least.view(np.uint64)
        t["milestone_ep"][m], t["milestone_tag"][m] = milestone.ep, milestone.ep_tag
        t["milestone_per_tag"][m] = milestone.ep_per_tag
    return tables


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
