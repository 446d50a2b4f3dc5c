"""The house set: it is what RULES.md section 3 prints, and keeps the promises made there (T35)."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest

from card_files import read_table
from enclosure_env.card_set import HOUSE, Research, load_cards
from enclosure_env.grid import PAIR_CELLS, pattern_pairs
from enclosure_env.state import (
    AREA_LETTERS,
    AREA_SIZES,
    AREAS,
    BASIC,
    CREATURE_LETTERS,
    CREATURES,
    FEATURE_NAMES,
    SWAPS,
)

RULES = Path(HOUSE).parent / "RULES.md"
CARDS = load_cards()
PAIRS = [{PAIR_CELLS[pair] for pair in pattern_pairs(card.pattern)} for card in CARDS.movements[:SWAPS]]
BASICS, ADVANCEDS = CARDS.research[:BASIC], CARDS.research[BASIC:]


def printed(header: str) -> list[dict[str, str]]:
    """The table of RULES.md whose header begins so; `-` stands for an empty cell."""
    lines = RULES.read_text(encoding="utf-8").splitlines()
    (start,) = [i for i, line in enumerate(lines) if line.startswith(header)]
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[start:])
    names, _, *table = ([cell.strip(" `") for cell in line.strip().strip("|").split("|")] for line in rows)
    return [dict(zip(names, ("" if cell == "-" else cell for cell in cells), strict=True)) for cells in table]


@pytest.mark.parametrize(
    ("file", "header", "unprinted"),
    [
        ("movement.csv", "| id | name | kind | pattern |", {}),
        ("research.csv", "| id | name | tier |", {"creature_tags": "", "habitat_tags": "", "source": "house"}),
        ("milestones.csv", "| id | name | alt1 |", {}),
    ],
)
def test_card_files_are_the_tables_of_the_rules(file: str, header: str, unprinted: dict[str, str]) -> None:
    rows = read_table(HOUSE / file)
    assert rows == [{column: (row | unprinted)[column] for column in rows[0]} for row in printed(header)]


def test_habitat_is_a_pinwheel_around_the_city() -> None:
    areas = {letter: [c for c in range(16) if CARDS.area[c] == a] for a, letter in enumerate(AREA_LETTERS)}
    outer = {"M": [0, 1, 2], "K": [3, 7, 11], "F": [13, 14, 15], "D": [4, 8, 12]}
    assert areas == {**outer, "C": [5, 6, 9, 10]}
    assert CARDS.start == (0, 3, 15, 12, 5, 10)
    assert tuple(map(len, areas.values())) == AREA_SIZES


# --- movement cards ---------------------------------------------------------------------------------------------------


def test_t35_pairs_of_cells_that_swap_cards_reach() -> None:
    assert [len(pairs) for pairs in PAIRS] == [24, 18, 24, 24, 24]
    assert len(set().union(*PAIRS)) == 106
    assert PAIRS[3] & PAIRS[4] == {(0, 2), (1, 3), (0, 8), (4, 12), (3, 11), (7, 15), (12, 14), (13, 15)}


def test_other_swap_cards_share_no_pair() -> None:
    shared = {(i, j) for i, j in itertools.combinations(range(SWAPS), 2) if PAIRS[i] & PAIRS[j]}
    assert shared == {(3, 4)}


def test_how_many_pairs_join_two_areas() -> None:
    joining = [sum(CARDS.area[a] != CARDS.area[b] for a, b in pairs) for pairs in PAIRS]
    assert joining == [
        int(row["of them between two areas"]) for row in printed("| id | name | kind |") if row["pattern"]
    ]


# --- research cards ---------------------------------------------------------------------------------------------------


def needs(card: Research) -> Counter[tuple[int, int]]:
    return Counter({(term.creature, term.area): term.tokens for term in card.need})


def test_t35_every_creature_is_asked_for_equally_often_in_every_area() -> None:
    assert len(BASICS) == 36 and len(ADVANCEDS) == 12
    total = sum((needs(card) for card in CARDS.research), Counter())
    assert total == dict.fromkeys(itertools.product(range(CREATURES), range(AREAS)), 4)


def test_t35_points_and_tags() -> None:
    assert sum(card.ep for card in CARDS.research) == 156
    assert [sum(card.creature_tags[i] for card in CARDS.research) for i in range(CREATURES)] == [20] * CREATURES
    assert [sum(card.habitat_tags[i] for card in CARDS.research) for i in range(AREAS)] == [23, 23, 23, 23, 22]


def test_tags_are_those_of_the_requirement() -> None:
    """D8: a creature tag per token, an area tag per term."""
    for card in CARDS.research:
        creatures = Counter(creature for creature, _ in needs(card).elements())
        areas = Counter(area for _, area in needs(card))
        assert card.creature_tags == tuple(creatures[i] for i in range(CREATURES))
        assert card.habitat_tags == tuple(areas[i] for i in range(AREAS))


TIERS = {"B1": (12, 1, 1, 1), "B2": (18, 2, 2, 2), "B3": (6, 3, 3, 4), "A4": (6, 4, 4, 6), "A5": (6, 5, 4, 8)}


@pytest.mark.parametrize("tier", TIERS)
def test_tiers(tier: str) -> None:
    n, tokens, terms, ep = TIERS[tier]
    cards = [card for card in CARDS.research if card.tier == tier]
    assert len(cards) == n
    for card in cards:
        assert (needs(card).total(), len(card.need), card.ep) == (tokens, terms, ep)
    tags = {"B1": 2, "B2": 6, "B3": 3, "A4": 4, "A5": 5}[tier]
    assert [sum(card.creature_tags[i] for card in cards) for i in range(CREATURES)] == [tags] * CREATURES
    pushes = Counter(card.push for card in cards)
    assert pushes == ({-1: 6} if tier == "A5" else dict.fromkeys(range(CREATURES), n // CREATURES))


def test_no_card_pushes_a_creature_that_it_asks_for() -> None:
    assert all(card.push not in {creature for creature, _ in needs(card)} for card in CARDS.research)


def test_who_asks_for_more_is_worth_more() -> None:
    for first, second in itertools.permutations(CARDS.research, 2):
        if needs(first) < needs(second) or (needs(first) == needs(second)):
            assert first.ep < second.ep, (first.id, second.id)


def test_pairs_of_creatures_and_areas() -> None:
    ones = {card.need[0][:2] for card in BASICS if card.tier == "B1"}
    twos = {frozenset(creature for creature, _ in needs(card)) for card in BASICS if card.tier == "B2"}
    assert len(ones) == 12
    assert twos == {frozenset(pair) for pair in itertools.combinations(range(CREATURES), 2)}


# --- milestones -------------------------------------------------------------------------------------------------------


def test_private_milestones_are_one_per_creature() -> None:
    """R43, D14, D15: three tags of the creature or six basic cards; an EP for each of its tags."""
    for creature, milestone in enumerate(CARDS.private):
        assert milestone.id == f"m_{CREATURE_LETTERS[creature]}"
        words = [[(FEATURE_NAMES[f], k) for f, k in alternative] for alternative in milestone.alternatives]
        assert words == [[(f"creature_tags.{CREATURE_LETTERS[creature]}", 3)], [("basic_done", 6)]]
        assert (milestone.ep, milestone.ep_tag, milestone.ep_per_tag) == (0, creature, 1)


def test_public_milestones_have_the_points_of_the_reference() -> None:
    """R44."""
    assert [milestone.ep for milestone in CARDS.public] == [3, 3, 3, 5, 4, 5, 4, 5, 3, 4, 4, 4]
    assert all(len(milestone.alternatives) == 1 for milestone in CARDS.public)
    assert all((milestone.ep_tag, milestone.ep_per_tag) == (-1, 0) for milestone in CARDS.public)


def test_every_row_says_its_source() -> None:
    rows = [row for file in ("movement.csv", "research.csv", "milestones.csv") for row in read_table(HOUSE / file)]
    assert Counter(row["source"] for row in rows) == {"house": 5 + 48, "rulebook": 1 + 18}
