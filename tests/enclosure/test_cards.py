"""Folders of card files that are none, and what others mean: each kind of malformed file has its message."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from card_files import put, put_value, read_table, write_table
from card_folders import (
    Place,
    allowed_of_cell,
    cases,
    check_all_at_once,
    check_columns,
    check_file,
    check_no_folder,
    check_repeated_name,
    check_rows,
    copied,
    reverse_columns,
)
from enclosure_env.card_set import FILES, HOUSE, Condition, Term, check_folder, load_cards
from enclosure_env.grid import pair_index, pattern_pairs
from enclosure_env.state import FEATURE_NAMES as FEATURES

NAMES = "text that is not empty"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the house cards."""
    return copied(HOUSE, tmp_path)


# --- malformed cells: file and row, the cells put there, the column that is named, what its message allows ------------

TERMS = "1 to 6 terms with blanks between, each creature[count]@area: creature sgatwc, count 1 to 4, area MKFDC"
CONDITIONS = f"feature>=1 to 126, several joined by &; features are {', '.join(FEATURES)}"
CREATURE_TAGS = "nothing, none, or letters of sgatwc, each once, with a count 1 to 9, as s2"
PATTERN = "1 to 4 rows joined by /, of one length up to 4, made of X and ., with two X or more"
FIRST_BASIC, FIRST_ADVANCED = ("research.csv", 0), ("research.csv", 36)
PRIVATE, PUBLIC = ("milestones.csv", 0), ("milestones.csv", 6)
SWAP, PUSH = ("movement.csv", 0), ("movement.csv", 5)

CELL_ERRORS = [
    (SWAP, "id", ["1", "", "x"], "0, as ids count up from 0"),
    (SWAP, "name", [""], NAMES),
    (SWAP, "kind", ["push", "", "Swap"], "swap"),
    (PUSH, "kind", ["swap", "", "move"], "push"),
    (SWAP, "pattern", ["", "X", "X.", "xx", "X X", "X,X", "XX/", "/XX", "XX//XX"], PATTERN),
    (SWAP, "pattern", ["XX/X", "X/XX", "XXXXX", "X/X/X/X/X", "....", "X-X", "XO", "1X"], PATTERN),
    (PUSH, "pattern", ["XX", "."], "nothing, as this card pushes"),
    (SWAP, "source", [""], NAMES),
    (FIRST_BASIC, "id", ["b02", "1", "", "B01", "a01"], "b01, as the ids are b01 to a12 in order"),
    (FIRST_ADVANCED, "id", ["b37", "a02", "a1"], "a01, as the ids are b01 to a12 in order"),
    (FIRST_BASIC, "name", [""], NAMES),
    (FIRST_BASIC, "requirement", ["", "w", "w@", "@M", "w@X", "x@M", "w@m", "W@M", "MM@w"], TERMS),
    (FIRST_BASIC, "requirement", ["w0@M", "w5@M", "w10@M", "2w@M", "w@M2", "w-1@M", "w @M", "w@M,s@K", "w@M;"], TERMS),
    (FIRST_BASIC, "requirement", ["s@M g@M a@M t@K w@K c@K s@F"], TERMS),
    (FIRST_BASIC, "requirement", ["w@M w@M", "w@M s@K w2@M"], "each creature in an area at most once"),
    (FIRST_BASIC, "requirement", ["w4@M", "w2@K s2@K", "w@D s@D g@D a@D"], "no more tokens in"),
    (FIRST_BASIC, "requirement", ["w4@C s@C"], "no more tokens in C than it has cells, 4"),
    (FIRST_BASIC, "requirement", ["w3@M w3@K", "w2@M w2@K w2@F"], "at most 5 tokens of w"),
    (FIRST_BASIC, "push", ["", "S", "sg", "m", "x", "no", "None"], "s, g, a, t, w, c, none"),
    (FIRST_BASIC, "ep", ["", "-1", "16", "1.5", "x", "+1"], "a whole number from 0 to 15"),
    (
        FIRST_BASIC,
        "creature_tags",
        ["s0", "s10", "2s", "x", "M", "s s", "s1 s2", "s,g", "None", "none s"],
        CREATURE_TAGS,
    ),
    (FIRST_BASIC, "habitat_tags", ["m", "s", "M0", "M M", "none M"], "nothing, none, or letters of MKFDC, each once"),
    (FIRST_BASIC, "source", [""], NAMES),
    (PRIVATE, "id", ["m_g", "p01", ""], "m_s, as the ids are m_s to p12 in order"),
    (PUBLIC, "id", ["p02", "m_s", "p1"], "p01, as the ids are m_s to p12 in order"),
    (PUBLIC, "name", [""], NAMES),
    (PUBLIC, "alt1", ["", "tokens", "tokens>=", "tokens>12", "tokens>=x", "tokens>=-1", "tokens=12"], CONDITIONS),
    (PUBLIC, "alt1", ["tokens>=0", "tokens>=127", "tokens>=1000", "score>=3", "creature_tags>=3"], CONDITIONS),
    (PUBLIC, "alt1", ["creature_tags.M>=3", "occupied.s>=1", "habitat_tags.c>=3", "Tokens>=3"], CONDITIONS),
    (PUBLIC, "alt1", ["tokens>=3 &", "& tokens>=3", "tokens>=3 | tokens>=4", "tokens>=3 occupied.M>=1"], CONDITIONS),
    (PUBLIC, "alt1", ["tokens>=3 & tokens>=4"], "each feature at most once"),
    (PRIVATE, "alt2", ["basic_done", "none", "-"], CONDITIONS),
    (PRIVATE, "alt2", ["basic_done>=6 & basic_done>=6"], "each feature at most once"),
    (PUBLIC, "ep", ["", "-1", "16", "x"], "a whole number from 0 to 15"),
    (PRIVATE, "ep_tag", ["", "s", "creature_tags", "-"], ", ".join(FEATURES)),
    (PUBLIC, "ep_tag", ["tokens", "x"], "nothing where ep_per_tag is 0"),
    (PRIVATE, "ep_per_tag", ["", "-1", "6", "x"], "a whole number from 0 to 5"),
    (PUBLIC, "ep_per_tag", ["", "1"], "0"),
    (PUBLIC, "source", [""], NAMES),
]


@pytest.mark.parametrize(("place", "column", "text", "allowed"), cases(CELL_ERRORS))
def test_a_malformed_cell_is_named(folder: Path, place: Place, column: str, text: str, allowed: str) -> None:
    assert allowed in allowed_of_cell(check_folder, folder, place, column, text)


@pytest.mark.parametrize("file", ["movement.csv", "research.csv", "milestones.csv"])
def test_a_repeated_name_is_told_with_both_lines(folder: Path, file: str) -> None:
    check_repeated_name(check_folder, folder, file)


def test_every_column_has_a_malformed_cell() -> None:
    named = {(place[0], column) for place, column, *_ in CELL_ERRORS}
    free = {("research.csv", "tier")}  # a label
    tables = [file for file in FILES if file.endswith(".csv")]
    assert named == {(file, column) for file in tables for column in read_table(HOUSE / file)[0]} - free


@pytest.mark.parametrize("letters", ["creature_tags", "habitat_tags"])
def test_tags_of_one_kind_are_limited_over_all_cards(folder: Path, letters: str) -> None:
    rows = read_table(folder / "research.csv")
    tag = "w9" if letters == "creature_tags" else "C9"
    for row in rows:
        row[letters] = "none"
    for row in rows[:14]:
        row[letters] = tag
    write_table(folder / "research.csv", rows)
    assert check_folder(folder) == []
    put(folder / "research.csv", 20, **{letters: f"{tag[0]}2"})
    place = f"{folder / 'research.csv'}, columns 'requirement' and {letters!r}"
    assert check_folder(folder) == [f"{place}: found 128 tags of {tag[0]} on all cards; allowed: at most 127"]


# --- the habitat ------------------------------------------------------------------------------------------------------

ROWS = "a list of 4 texts, each 4 letters of MKFDC"
START = "a list of 6 pairs [row, column], each a whole number from 0 to 3"
PLACES = [[0, 0], [0, 3], [3, 3], [3, 0], [1, 1], [2, 2]]


def start_with(i: int, place: object) -> str:
    """The house start cells, one of them another."""
    return str([*PLACES[:i], place, *PLACES[i + 1 :]])


HABITAT_ERRORS = [
    ("rows", '"MMMKDCCKDCCKDFFF"', "'MMMKDCCKDCCKDFFF'", ROWS),
    ("rows", '["MMMK", "DCCK", "DCCK"]', "['MMMK', 'DCCK', 'DCCK']", ROWS),
    ("rows", '["MMMK", "DCCK", "DCCK", "DFF"]', "[", ROWS),
    ("rows", '["MMMK", "DCCK", "DCCK", "DFFX"]', "[", ROWS),
    ("rows", '["MMMK", "DCCK", "DCCK", 3]', "[", ROWS),
    ("rows", '["MMMM", "DCCK", "DCCK", "DFFF"]', "4 cells of M", "3"),
    ("rows", '["MMMK", "DCCK", "DCCC", "DFFF"]', "2 cells of K", "3"),
    ("rows", '["MMMK", "DCCK", "DCCK", "FFFF"]', "4 cells of F", "3"),
    ("rows", '["MMMK", "DCCK", "DCCK", "CDFF"]', "2 cells of F", "3"),
    ("start", "[0, 3, 15, 12, 5, 10]", "[0, 3, 15, 12, 5, 10]", START),
    ("start", str(PLACES[:5]), str(PLACES[:5]), START),
    ("start", str([*PLACES, [1, 2]]), "[", START),
    ("start", "3", "3", START),
    ("start", start_with(2, [3, 4]), "[", START),
    ("start", start_with(2, [3, 3, 3]), "[", START),
    ("start", start_with(2, "3 3"), "[", START),
    ("start", start_with(2, [3, 1.5]), "[", START),
    ("start", start_with(5, [1, 1]), "the cell [1, 1] twice", "six different cells"),
    ("start", start_with(0, [0, 1]), "[0, 1] as cell 1", "a cell of M with no other M left of it"),
    ("start", start_with(0, [1, 0]), "[1, 0] as cell 1", "a cell of M with no other M left of it"),
    ("start", start_with(1, [1, 3]), "[1, 3] as cell 2", "a cell of K with no other K above it"),
    ("start", start_with(2, [3, 2]), "[3, 2] as cell 3", "a cell of F with no other F right of it"),
    ("start", start_with(3, [2, 0]), "[2, 0] as cell 4", "a cell of D with no other D below it"),
    ("start", start_with(4, [1, 2]), "[1, 2] as cell 5", "a cell of C with no other C above or left of it"),
    ("start", start_with(4, [2, 1]), "[2, 1] as cell 5", "a cell of C with no other C above or left of it"),
    ("start", start_with(5, [1, 2]), "[1, 2] as cell 6", "a cell of C with no other C below or right of it"),
    ("start", start_with(5, [2, 1]), "[2, 1] as cell 6", "a cell of C with no other C below or right of it"),
    ("source", '" "', "' '", NAMES),
    ("source", "1", "1", NAMES),
]


@pytest.mark.parametrize(("key", "value", "found", "allowed"), HABITAT_ERRORS)
def test_a_malformed_value_is_named(folder: Path, key: str, value: str, found: str, allowed: str) -> None:
    line = put_value(folder / "habitat.toml", key, value)
    (problem,) = check_folder(folder)
    where, _, words = problem.partition(": found ")
    assert where == f"{folder / 'habitat.toml'}, line {line}, key {key!r}"
    assert words.startswith(found)
    assert allowed in words.partition("allowed: ")[2]


@pytest.mark.parametrize("key", ["rows", "start", "source"])
def test_a_missing_or_unknown_key_is_named(folder: Path, key: str) -> None:
    file = folder / "habitat.toml"
    line = put_value(file, key, '"x"')
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[: line - 1] + lines[line:]))
    assert check_folder(folder)[0].startswith(f"{file}, key {key!r}: found no such key; allowed: rows, start, source; ")
    file.write_text(f"{key}s = 1\n" + file.read_text())
    words = f"{file}, line 1, key '{key}s': found an unknown key; allowed: rows, start, source"
    assert check_folder(folder) == [words]


# --- whole files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "rows", "noun"),
    [
        ("movement.csv", 6, "movement cards"),
        ("research.csv", 48, "research cards"),
        ("milestones.csv", 18, "milestones"),
    ],
)
def test_a_table_has_too_few_or_too_many_rows(folder: Path, file: str, rows: int, noun: str) -> None:
    first = read_table(folder / file)[:1]
    check_rows(check_folder, folder, file, rows, noun)
    write_table(folder / file, first)
    assert f"found 1 {noun}; allowed: {rows}" in check_folder(folder)[0]


@pytest.mark.parametrize("file", ["movement.csv", "research.csv", "milestones.csv"])
def test_a_table_lacks_repeats_or_adds_a_column(folder: Path, file: str) -> None:
    check_columns(check_folder, folder, file)


@pytest.mark.parametrize("file", FILES)
def test_a_folder_lacks_a_file_or_has_an_empty_or_unreadable_one(folder: Path, file: str) -> None:
    check_file(check_folder, folder, file, FILES)


def test_all_problems_of_a_folder_are_told_at_once(folder: Path) -> None:
    put(folder / "research.csv", 3, requirement="a@X")
    put(folder / "research.csv", 40, ep="20")
    put(folder / "milestones.csv", 8, alt1="")
    put(folder / "movement.csv", 2, pattern="X")
    put_value(folder / "habitat.toml", "source", "1")
    places = [
        "habitat.toml, line 5, key 'source'",
        "movement.csv, line 4, column 'pattern'",
        "research.csv, line 5, column 'requirement'",
        "research.csv, line 42, column 'ep'",
        "milestones.csv, line 10, column 'alt1'",
    ]
    check_all_at_once(check_folder, load_cards, folder, places)


def test_no_folder_is_no_card_set(tmp_path: Path) -> None:
    check_no_folder(check_folder, HOUSE, tmp_path)


# --- what other folders mean ------------------------------------------------------------------------------------------


def test_requirements_tags_and_conditions_are_read_as_written(folder: Path) -> None:
    put(folder / "research.csv", 0, requirement="g3@C  g@K c2@M s1@M", push="none", ep="0", tier="")
    put(folder / "research.csv", 1, creature_tags="s2 c", habitat_tags="none")
    put(
        folder / "milestones.csv", 0, alt1="tokens>=7&occupied.K >= 2", alt2="", ep="2", ep_tag="tokens", ep_per_tag="3"
    )
    cards = load_cards(folder)
    first, second = cards.research[:2]
    assert first.need == (Term(1, 4, 3), Term(1, 1, 1), Term(5, 0, 2), Term(0, 0, 1))
    assert (first.creature_tags, first.habitat_tags) == ((1, 4, 0, 0, 0, 2), (2, 1, 0, 0, 1))  # D8
    assert (first.push, first.ep, first.tier) == (-1, 0, "")
    assert (second.creature_tags, second.habitat_tags) == ((2, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0))
    tokens, coast = FEATURES.index("tokens"), FEATURES.index("occupied.K")
    milestone = cards.private[0]
    assert milestone.alternatives == ((Condition(tokens, 7), Condition(coast, 2)),)
    assert (milestone.ep, milestone.ep_tag, milestone.ep_per_tag) == (2, tokens, 3)


def test_another_layout_is_read(folder: Path) -> None:
    put_value(folder / "habitat.toml", "rows", '["KKKM", "CCMM", "CCFF", "DDDF"]')
    put_value(folder / "habitat.toml", "start", "[[1, 2], [0, 1], [3, 3], [3, 0], [1, 0], [2, 1]]")
    cards = load_cards(folder)
    assert cards.area == (1, 1, 1, 0, 4, 4, 0, 0, 4, 4, 2, 2, 3, 3, 3, 2)
    assert cards.start == (6, 1, 15, 12, 4, 9)


def apart(rows: int, columns: int) -> set[int]:
    """All pairs of cells that lie so many rows and columns from each other, or the other way round."""
    cells = list(itertools.product(range(4), repeat=2))
    return {
        pair_index(4 * a[0] + a[1], 4 * b[0] + b[1])
        for a, b in itertools.combinations(cells, 2)
        if (abs(a[0] - b[0]), abs(a[1] - b[1])) in {(rows, columns), (columns, rows)}
    }


@pytest.mark.parametrize(
    ("pattern", "pairs"),
    [
        ("X/X", apart(0, 1)),
        ("X..X", apart(0, 3)),
        ("X../..X", apart(1, 2)),
        (".X./.../X..", apart(1, 2)),
        ("X.../..../..../...X", {pair_index(0, 15), pair_index(3, 12)}),
        ("..../.XX./..../....", {pair_index(*pair) for pair in ((5, 6), (6, 10), (9, 10), (5, 9))}),
        ("XX/XX", apart(0, 1) | apart(1, 1)),
    ],
)
def test_a_pattern_is_turned_flipped_and_laid_inside_the_habitat(folder: Path, pattern: str, pairs: set[int]) -> None:
    put(folder / "movement.csv", 0, pattern=pattern)
    assert pattern_pairs(load_cards(folder).movements[0].pattern) == pairs


def test_columns_may_stand_in_any_order(folder: Path) -> None:
    reverse_columns(folder, (file for file in FILES if file.endswith(".csv")))
    cards, house = load_cards(folder), load_cards()
    assert (cards.movements, cards.research) == (house.movements, house.research)
    assert cards.milestones == house.milestones


def test_names_and_ids_find_cards() -> None:
    cards = load_cards()
    assert cards.movement_ids == {"step": 0, "slant": 1, "hook": 2, "pincer": 3, "span": 4, "airlift": 5}
    assert (cards.research_ids["b01"], cards.research_ids["a12"], cards.public_ids["p12"]) == (0, 47, 11)
    assert cards.folder == HOUSE
    assert (len(cards.private), len(cards.public)) == (6, 12)
