"""Folders of card files that are none, and what others mean: each kind of malformed file has its message.

Maps have their own, `test_maps.py`.
"""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from card_files import put, read_table, write_table
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
from hiddenark.toml_files import change
from hiddenark_env.card_set import FILES, HOUSE, check_folder, load_cards
from hiddenark_env.components import EFFECTS, POSITIONS, RESOURCES

TABLES = [file for file in FILES if file.endswith(".csv")]
BOARD = "boards/player_board.toml"
NAMES = "a text that is not empty"
SOURCES = "rulebook, derived, house"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the house cards."""
    return copied(HOUSE, tmp_path)


# --- malformed cells: file and row, the cells put there, the column that is named, what its message allows ------------

KEPT, INSTANT = ("tokens.csv", 0), ("tokens.csv", 13)
FISH, LAST_FISH = ("fish.csv", 0), ("fish.csv", 29)
ESCALATION = ("escalation.csv", 0)
MANY, MANY_WORLD_WIDE, TWO = ("awards.csv", 0), ("awards.csv", 5), ("awards.csv", 6)
LOWEST, LOW, HIGH = ("ratings.csv", 0), ("ratings.csv", 1), ("ratings.csv", 2)
AMOUNT = "a whole number from 0 to 15"
BAD_AMOUNTS = ["", "-1", "16", "1.5", "x", "+1"]
BAD_VP = ["", "-1", "32", "x"]
BAD_SOURCES = ["", "mine", "House", "derived / house"]
COUNT = "a whole number from 0 to 106"

CELL_ERRORS: list[tuple[Place, str, list[str], str]] = [
    (KEPT, "id", ["", "-1", "32", "x", "47"], "a whole number from 0 to 31"),
    (INSTANT, "id", ["", "-1", "31", "64", "x"], "a whole number from 32 to 63"),
    (("tokens.csv", 1), "id", ["0", "00"], "more than 0, as the ids rise"),
    (("tokens.csv", 14), "id", ["32"], "more than 32, as the ids rise"),
    (KEPT, "key", [""], NAMES),
    (KEPT, "class", ["", "Once", "1x", "kept"], "once, upgrade, instant"),
    (KEPT, "count", ["", "-1", "107", "x"], COUNT),
    *[(KEPT, effect, BAD_AMOUNTS, AMOUNT) for effect in EFFECTS if effect != "vp"],
    (KEPT, "vp", BAD_VP, "a whole number from 0 to 31"),
    (KEPT, "source", BAD_SOURCES, SOURCES),
    (FISH, "tile", ["1", "", "x"], "0, as ids count up from 0"),
    (LAST_FISH, "tile", ["30", "28"], "29, as ids count up from 0"),
    (FISH, "colour", ["", "polar", "0", "North_Pacific"], "north_pacific"),
    (LAST_FISH, "colour", ["indian"], "polar"),
    (FISH, "name", [""], NAMES),
    *[(FISH, resource, BAD_AMOUNTS, AMOUNT) for resource in RESOURCES],
    (FISH, "vp", BAD_VP, "a whole number from 0 to 31"),
    *[(FISH, f"d_{resource}", BAD_AMOUNTS, AMOUNT) for resource in RESOURCES],
    *[(FISH, need, ["", "-1", "5", "x"], "a whole number from 0 to 4") for need in ("need_stations", "need_vessels")],
    (FISH, "source", BAD_SOURCES, SOURCES),
    (ESCALATION, "id", ["1", "", "x"], "0, as ids count up from 0"),
    *[(ESCALATION, resource, BAD_AMOUNTS, AMOUNT) for resource in RESOURCES],
    (ESCALATION, "count", ["", "-1", "25", "x"], "a whole number from 0 to 24"),
    (ESCALATION, "source", BAD_SOURCES, SOURCES),
    (MANY, "side", ["two", "", "Many", "4"], "many"),
    (TWO, "side", ["many", ""], "two"),
    (MANY, "award", ["1", "", "x", "north_pacific"], "0"),
    (MANY_WORLD_WIDE, "award", ["6", "0", "world_wide"], "5"),
    (MANY, "first", BAD_VP, "a whole number from 0 to 31"),
    (MANY, "second", ["", "-1", "8", "x"], "a whole number from 0 to 7"),
    (MANY, "third", ["", "6", "x"], "a whole number from 0 to 5"),
    (MANY, "fourth", ["", "4", "x"], "a whole number from 0 to 3"),
    *[(MANY_WORLD_WIDE, position, ["1", "", "x"], "0") for position in POSITIONS[1:]],
    (MANY, "source", BAD_SOURCES, SOURCES),
    (LOWEST, "band", ["1", "", "x"], "0, as ids count up from 0"),
    (LOWEST, "name", [""], NAMES),
    *[
        (LOWEST, f"players_{n}", ["0", "1", "x"], "nothing, as every score below band 1 is in band 0")
        for n in (1, 2, 3, 4)
    ],
    *[(LOW, f"players_{n}", ["", "0", "-1", "1000", "x", "1.5"], "a whole number from 1 to 999") for n in (1, 2, 3, 4)],
    (HIGH, "players_1", ["100", "99", "1"], "more than 100, as the bounds rise"),
    (HIGH, "players_2", ["90"], "more than 90, as the bounds rise"),
    (HIGH, "players_3", ["51"], "more than 51, as the bounds rise"),
    (HIGH, "players_4", ["31"], "more than 31, as the bounds rise"),
    (HIGH, "source", BAD_SOURCES, SOURCES),
    (HIGH, "name_source", BAD_SOURCES, SOURCES),
]


@pytest.mark.parametrize(("place", "column", "text", "allowed"), cases(CELL_ERRORS))
def test_a_malformed_cell_is_named(folder: Path, place: Place, column: str, text: str, allowed: str) -> None:
    assert allowed_of_cell(check_folder, folder, place, column, text) == allowed


def test_the_class_of_a_token_says_which_ids_it_may_have(folder: Path) -> None:
    put(folder / "tokens.csv", 12, **{"class": "instant"})
    put(folder / "tokens.csv", 13, **{"class": "upgrade"})
    assert check_folder(folder) == [
        f"{folder / 'tokens.csv'}, line 14, column 'id': found '12'; allowed: a whole number from 32 to 63",
        f"{folder / 'tokens.csv'}, line 15, column 'id': found '32'; allowed: a whole number from 0 to 31",
    ]


@pytest.mark.parametrize(("file", "column"), [("tokens.csv", "key"), ("fish.csv", "name"), ("ratings.csv", "name")])
def test_a_repeated_name_is_told_with_both_lines(folder: Path, file: str, column: str) -> None:
    check_repeated_name(check_folder, folder, file, column)


def test_every_column_has_a_malformed_cell() -> None:
    named = {(place[0], column) for place, column, *_ in CELL_ERRORS}
    assert named == {(file, column) for file in TABLES for column in read_table(HOUSE / file)[0]}


@pytest.mark.parametrize(
    ("file", "copies", "noun"), [("tokens.csv", 106, "opportunity tokens"), ("escalation.csv", 24, "escalation tokens")]
)
def test_copies_add_up_to_the_contents_of_the_box(folder: Path, file: str, copies: int, noun: str) -> None:
    count = int(read_table(folder / file)[0]["count"])
    for more in (-1, 1):
        put(folder / file, 0, count=str(count + more))
        where = f"{folder / file}, column 'count'"
        assert check_folder(folder) == [f"{where}: found {copies + more} {noun} in all rows; allowed: {copies}"]


# --- the player board -------------------------------------------------------------------------------------------------

FIVE = "a list of 5, each a whole number from 0 to 15"
CAPS = "a list of 5, each a whole number from 1 to 15"
THREE = "a list of 3, each a whole number from 0 to 15"
VP = "a whole number from 0 to 31"
SLOTS = f"a list of 4 rows (build, operation, upgrade, research), each a list of up to 4 prices, each {FIVE}"
PRICE = [0, 0, 0, 0, 1]
GIVEN = dict.fromkeys(tomllib.loads((HOUSE / BOARD).read_text(encoding="utf-8"))["source"], "house")
SOURCE = f"a table that gives each other key one of {SOURCES}"

BOARD_ERRORS: list[tuple[str, list[Any], str]] = [
    ("cap", [8, [8] * 4, [8] * 6, [8, 8, 8, 8, 16], [8, 8, 8, 8, 0], [8, 8, 8, 8, "8"], [8, 8, 8, 8, True]], CAPS),
    ("start", [1, [1] * 4, [1, 1, 1, 1, -1], [1, 1, 1, 1, 16], [1, 1, 1, 1, 1.5]], FIVE),
    ("station_cost", [3, [3, 5], [3, 5, 7, 9], [3, 5, 16], [3, 5, -1]], THREE),
    ("vessel_cost", [2, [2, 4], [2, 4, 6, 8], [2, 4, "6"]], THREE),
    ("station_vp", [-1, 32, "5", 5.0, True, [5]], VP),
    ("vessel_vp", [-1, 32, "3"], VP),
    ("base_move", [-1, 16, "1"], AMOUNT),
    ("research", [-1, 16, "3"], AMOUNT),
    ("slot_cost", [1, [], [[PRICE]] * 3, [[PRICE]] * 5, [PRICE] * 4, [[PRICE] * 5] * 4, [[[0] * 4]] * 4], SLOTS),
    ("slot_cost", [[[], [], [], [[0, 0, 0, 0, 16]]], [[], [], [], ["free"]], [[], [], [], "free"]], SLOTS),
    (
        "source",
        ["house", {}, {**GIVEN, "cap": "mine"}, {**GIVEN, "other": "house"}, {**GIVEN, "cap": ["house"]}],
        SOURCE,
    ),
    ("source", [{key: word for key, word in GIVEN.items() if key != "cap"}], SOURCE),
]


@pytest.mark.parametrize(
    ("key", "value", "allowed"), [(key, value, allowed) for key, values, allowed in BOARD_ERRORS for value in values]
)
def test_a_malformed_value_of_the_player_board_is_named(folder: Path, key: str, value: Any, allowed: str) -> None:
    line = change(folder / BOARD, **{key: value})[key]
    assert check_folder(folder) == [f"{folder / BOARD}, line {line}, key {key!r}: found {value!r}; allowed: {allowed}"]


@pytest.mark.parametrize("r", range(5), ids=RESOURCES)
def test_a_track_does_not_start_beyond_its_end(folder: Path, r: int) -> None:
    lines = change(folder / BOARD, cap=[7] * 5, start=[8 if i == r else 7 for i in range(5)])
    where = f"{folder / BOARD}, line {lines['start']}, key 'start'"
    assert check_folder(folder) == [f"{where}: found 8 for {RESOURCES[r]}; allowed: at most its cap, 7"]


@pytest.mark.parametrize("key", [*GIVEN, "source"])
def test_a_missing_or_unknown_key_is_named(folder: Path, key: str) -> None:
    change(folder / BOARD, **{key: None})
    start = f"{folder / BOARD}, key {key!r}: found no such key; allowed: {', '.join([*GIVEN, 'source'])}; {key} is a "
    assert check_folder(folder)[0].startswith(start)
    shutil.copy(HOUSE / BOARD, folder / BOARD)
    line = change(folder / BOARD, **{f"{key}_": 1})[f"{key}_"]
    where = f"{folder / BOARD}, line {line}, key '{key}_'"
    assert check_folder(folder) == [f"{where}: found an unknown key; allowed: {', '.join([*GIVEN, 'source'])}"]


# --- whole files ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "rows", "noun"),
    [("fish.csv", 30, "fish tiles"), ("awards.csv", 12, "awards"), ("ratings.csv", 9, "ratings")],
)
def test_a_table_has_too_few_or_too_many_rows(folder: Path, file: str, rows: int, noun: str) -> None:
    check_rows(check_folder, folder, file, rows, noun)


def test_there_are_at_most_16_kinds_of_escalation_and_one_at_least(folder: Path) -> None:
    file = folder / "escalation.csv"
    table = [dict(read_table(file)[0], id=str(i), count="24" if i == 0 else "0") for i in range(17)]
    write_table(file, table[:16])
    assert check_folder(folder) == []
    write_table(file, table)
    assert check_folder(folder) == [f"{file}, line 18: found 17 kinds of escalation tokens; allowed: 1 to 16"]
    write_table(file, table[:1])
    assert check_folder(folder) == []
    file.write_text(file.read_text(encoding="utf-8").splitlines()[0])
    assert check_folder(folder) == [f"{file}, line 1: found 0 kinds of escalation tokens; allowed: 1 to 16"]


def test_all_64_kinds_of_tokens_may_be_used_and_none_may_be_missing(folder: Path) -> None:
    file = folder / "tokens.csv"
    first = read_table(file)[0]
    rows = [
        {
            **first,
            "id": str(i),
            "key": f"t{i}",
            "class": "upgrade" if i < 32 else "instant",
            "count": "106" if i == 40 else "0",
        }
        for i in range(64)
    ]
    write_table(file, rows)
    assert check_folder(folder) == []
    write_table(file, [*rows, {**rows[-1], "key": "t64"}])
    assert check_folder(folder) == [f"{file}, line 66: found 65 kinds of tokens; allowed: 1 to 64"]
    file.write_text(file.read_text(encoding="utf-8").splitlines()[0])
    assert check_folder(folder) == [f"{file}, line 1: found 0 kinds of tokens; allowed: 1 to 64"]


@pytest.mark.parametrize("file", TABLES)
def test_a_table_lacks_repeats_or_adds_a_column(folder: Path, file: str) -> None:
    check_columns(check_folder, folder, file, EFFECTS if file == "tokens.csv" else ())


@pytest.mark.parametrize("file", FILES)
def test_a_folder_lacks_a_file_or_has_an_empty_or_unreadable_one(folder: Path, file: str) -> None:
    check_file(check_folder, folder, file, FILES)


@pytest.mark.parametrize("file", [BOARD, "boards/house_polar.toml"])
def test_a_file_is_no_toml(folder: Path, file: str) -> None:
    (folder / file).write_text("cap = [1,\n")
    (problem,) = check_folder(folder)
    assert problem.startswith(f"{folder / file}: found text that is not TOML (")


def test_there_is_a_map_and_there_are_at_most_four(folder: Path) -> None:
    boards = folder / "boards"
    for name in ("a", "b"):
        shutil.copy(boards / "house_polar.toml", boards / f"{name}.toml")
    assert list(load_cards(folder).map_ids) == ["a", "b", "house_equator", "house_polar"]
    shutil.copy(boards / "house_polar.toml", boards / "c.toml")
    files = "a.toml, b.toml, c.toml, house_equator.toml, house_polar.toml"
    allowed = "allowed: 1 to 4 beside player_board.toml"
    assert check_folder(folder) == [f"{boards}: found 5 maps: {files}; {allowed}"]
    for file in files.split(", "):
        (boards / file).unlink()
    assert check_folder(folder) == [f"{boards}: found 0 maps; {allowed}"]


def test_all_problems_of_a_folder_are_told_at_once(folder: Path) -> None:
    put(folder / "tokens.csv", 3, move="x")
    put(folder / "tokens.csv", 20, count="-1")
    put(folder / "fish.csv", 8, vp="40")
    put(folder / "escalation.csv", 2, chem="x")
    put(folder / "awards.csv", 1, second="9")
    put(folder / "ratings.csv", 4, players_2="x")
    line = change(folder / BOARD, research="3")["research"]
    lines = [change(folder / "boards" / f"house_{name}.toml", source="me")["source"] for name in ("equator", "polar")]
    places = [
        "tokens.csv, line 5, column 'move'",
        "tokens.csv, line 22, column 'count'",
        "fish.csv, line 10, column 'vp'",
        "escalation.csv, line 4, column 'chem'",
        "awards.csv, line 3, column 'second'",
        "ratings.csv, line 6, column 'players_2'",
        f"{BOARD}, line {line}, key 'research'",
        f"boards/house_equator.toml, line {lines[0]}, key 'source'",
        f"boards/house_polar.toml, line {lines[1]}, key 'source'",
    ]
    check_all_at_once(check_folder, load_cards, folder, places)


def test_no_folder_is_no_card_set(tmp_path: Path) -> None:
    check_no_folder(check_folder, HOUSE, tmp_path)


# --- what other folders mean ------------------------------------------------------------------------------------------


def test_cells_are_read_as_written(folder: Path) -> None:
    put(
        folder / "tokens.csv",
        4,
        **{"id": "31", "class": "once", "key": "a b", "vp": "31", "any": "15", "source": "derived"},
    )
    rows = read_table(folder / "tokens.csv")
    write_table(folder / "tokens.csv", [*rows[:4], *rows[5:13], rows[4], *rows[13:]])
    put(folder / "fish.csv", 29, name="X", money="15", vp="0", d_tech="3", need_stations="4", need_vessels="1")
    put(folder / "escalation.csv", 1, money="7", marine="15", source="rulebook")
    put(folder / "awards.csv", 6, first="31", second="31", third="2", fourth="1")
    put(folder / "ratings.csv", 8, name="Top", players_4="999")
    cards = load_cards(folder)
    token = cards.tokens[12]
    assert (token.id, token.key, token.token_class, token.count) == (31, "a b", "once", 4)
    assert token.effect == (1, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 31) and token.source == "derived"
    tile = cards.tiles[29]
    assert (tile.colour, tile.name, tile.cost, tile.vp) == (4, "X", (2, 0, 4, 3, 15), 0)
    assert (tile.discount, tile.need_stations, tile.need_vessels) == ((1, 0, 0, 3, 0), 4, 1)
    assert (cards.escalations[1].cost, cards.escalations[1].number) == ((2, 15, 0, 0, 7), 24)
    assert cards.awards[1][0] == (31, 31, 2, 1) and cards.awards[1][1] == (6, 3, 0, 0)
    assert (cards.bands[8].name, cards.bands[8].bounds) == ("Top", (201, 191, 151, 999))


def test_a_column_of_an_effect_may_be_left_out(folder: Path) -> None:
    rows = read_table(folder / "tokens.csv")
    write_table(folder / "tokens.csv", [{key: row[key] for key in row if key not in ("science", "vp")} for row in rows])
    assert load_cards(folder).tokens == load_cards().tokens


def test_another_player_board_is_read(folder: Path) -> None:
    slots = [[], [[1, 2, 3, 4, 5]], [[0] * 5] * 4, []]
    change(folder / BOARD, cap=[15, 1, 2, 3, 4], start=[0, 1, 2, 3, 4], slot_cost=slots, base_move=0, vessel_vp=31)
    board = load_cards(folder).board
    assert (board.cap, board.start, board.base_move, board.vessel_vp) == ((15, 1, 2, 3, 4), (0, 1, 2, 3, 4), 0, 31)
    assert board.slot_cost == ((), ((1, 2, 3, 4, 5),), ((0,) * 5,) * 4, ())
    assert (board.station_cost, board.station_vp) == ((3, 5, 7), 5)


def test_columns_may_stand_in_any_order(folder: Path) -> None:
    reverse_columns(folder, TABLES)
    cards, house = load_cards(folder), load_cards()
    assert (cards.tokens, cards.tiles, cards.escalations) == (house.tokens, house.tiles, house.escalations)
    assert (cards.awards, cards.bands, cards.board, cards.maps) == (house.awards, house.bands, house.board, house.maps)


def test_other_files_of_the_folder_are_no_maps(folder: Path) -> None:
    (folder / "boards" / "notes.txt").write_text("mine")
    (folder / "notes.toml").write_text("mine")
    assert check_folder(folder) == []
    assert len(load_cards(folder).maps) == 2
