"""Map files that are none, and what others mean (RULES.md 4.6): each kind of malformed map has its message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arkade.data import CardError
from hiddenark.toml_files import as_toml, change, write_toml
from hiddenark_env.components import DIRECTIONS
from hiddenark_env.map_file import Map, read_map

ROWS = [
    "L> F0 F1 F2 F3 F4 L<",
    "L> F0 F1 F2 F3 F4 L<",
    ".. ~~ *2 ~~ ~~ *9 ..",
]
NAMES = ["arica", "berbera", "colombo", "dakar"]  # (0, 0), (0, 6), (1, 0), (1, 6)
SMALL: dict[str, Any] = {"grid": "\n".join(ROWS), "locations": NAMES, "source": "house"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A small map with nothing but what it must have, and two VP tokens."""
    write_toml(tmp_path / "small.toml", SMALL)
    return tmp_path / "small.toml"


def with_cells(**cells: str) -> str:
    """The small grid with other cells; `r0c6` is row 0, column 6."""
    rows = [row.split() for row in ROWS]
    for place, cell in cells.items():
        r, c = map(int, place[1:].split("c"))
        rows[r][c] = cell
    return "\n".join(map(" ".join, rows))


def problems(file: Path) -> list[str]:
    """What is wrong with a map file."""
    try:
        read_map(file)
    except CardError as error:
        return list(error.problems)
    return []


# --- the grid ---------------------------------------------------------------------------------------------------------

CELL = ".. (nothing), ~~ (sea), *1 to *9 (a VP token), F0 to F4 (a fish space), L^ L> Lv L< (a location)"
GRID = "a text of lines, each a row of cells with blanks between"
BEYOND = "an arrow to a sea space, or where it ends in arrows"

GRID_ERRORS: list[tuple[Any, str, str]] = [
    (3, "3", GRID),
    ([*ROWS], "[", GRID),
    ("", "''", GRID),
    ("\n  \n", "'", GRID),
    (f"{ROWS[0]}\n{ROWS[1]}\n{ROWS[2]} ..", "8 cells in row 2", "7, as in row 0"),
    (f"{ROWS[0]}\n\n{ROWS[1]}\n~~", "1 cells in row 2", "7, as in row 0"),
    *[
        (with_cells(r2c4=cell), f"{cell!r} in row 2, column 4", CELL)
        for cell in ("~", "##", "*0", "*x", "*10", "**", "F5", "F", "f0", "L", "LL", "L2", ">L", "...", "~~~", "F00")
    ],
    (with_cells(r0c1="~~"), "1 fish spaces F0 (north_pacific)", "2"),
    (with_cells(r2c1="F4"), "3 fish spaces F4 (polar)", "2"),
    (with_cells(r0c0=".."), "3 locations", "4 to 32"),
    (with_cells() + "\n" + "\n".join([" ".join(["L^"] * 7)] * 5), "39 locations", "4 to 32"),
    (with_cells() + "\n" + "\n".join([" ".join(["~~"] * 7)] * 8), "71 sea spaces", "1 to 64"),
    (with_cells() + "\n" + "\n".join([" ".join(["*2"] * 7)] * 2), "16 VP spaces", "0 to 10"),
    (with_cells(r0c0="L<"), "L< of 'arica' in row 0, column 0, an arrow to off the map", BEYOND),
    (with_cells(r0c6="Lv"), "Lv of 'berbera' in row 0, column 6, an arrow to a location in row 1, column 6", BEYOND),
    (with_cells(r1c6="Lv"), "Lv of 'dakar' in row 1, column 6, an arrow to land in row 2, column 6", BEYOND),
    (with_cells(r2c3="..", r2c4="..", r0c3="..", r1c3=".."), "0 fish spaces F2 (atlantic)", "2"),
]


@pytest.mark.parametrize(("grid", "found", "allowed"), GRID_ERRORS)
def test_a_malformed_grid_is_named(file: Path, grid: object, found: str, allowed: str) -> None:
    line = change(file, grid=grid)["grid"]
    message = problems(file)[0]
    assert message.startswith(f"{file}, line {line}, key 'grid': found {found}"), message
    assert message.endswith(f"; allowed: {allowed}"), message


def test_all_malformed_cells_and_arrows_are_told_at_once(file: Path) -> None:
    change(file, grid=with_cells(r0c1="x", r2c0="F9"))
    assert [message.partition("found ")[2][:4] for message in problems(file)] == ["'x' ", "'F9'"]
    change(file, grid=with_cells(r0c0="L<", r1c6="Lv"))
    assert [message.partition(" of ")[2][:7] for message in problems(file)] == ["'arica'", "'dakar'"]


def test_fish_that_no_way_leads_to_are_named(file: Path) -> None:
    change(file, grid=with_cells(r2c2=".."), walls=[[0, 2, 0, 3], [1, 2, 1, 3]])
    places = "row 0, column 1; row 0, column 2; row 1, column 1; row 1, column 2"
    (message,) = problems(file)
    assert message.endswith(
        f"found fish spaces cut off from most of the sea: {places}; allowed: a sea that is connected"
    )
    change(file, walls=[[0, 2, 0, 3]])
    assert problems(file) == []


def test_sea_that_no_way_leads_to_is_named(file: Path) -> None:
    change(file, walls=[[2, 1, 1, 1], [2, 1, 2, 2]])
    assert "found sea spaces cut off from most of the sea: row 2, column 1; allowed: " in problems(file)[0]
    change(file, walls=[], grid=with_cells(r2c4="..", r2c0="~~", r2c6="~~"))
    assert problems(file) == []


# --- the other keys ---------------------------------------------------------------------------------------------------

YES = "true or false"
WALLS = "a list of [row, column, row, column], rows and columns counted from 0"
LINKS = "a list of [row, column, direction, row, column], rows and columns counted from 0, directions N, E, S, W"
ARROWS = "a list of [location, row, column], rows and columns counted from 0"
SOURCES = "a list of [row, column, source], rows and columns counted from 0, sources rulebook, derived, house"
SEA = "sea spaces"

KEY_ERRORS: list[tuple[str, Any, str, str]] = [
    *[(key, value, repr(value), YES) for key in ("wrap_x", "wrap_y") for value in (1, "yes", [])],
    *[("locations", value, repr(value), "a list of names") for value in ("a", 4, ["a", 1], ["a", " "], [["a"]])],
    ("locations", NAMES[:3], "3 names", "4, one for each L cell of the grid"),
    ("locations", [*NAMES, "essen"], "5 names", "4, one for each L cell of the grid"),
    ("locations", [*NAMES[:3], "arica"], "'arica' twice", "a name that no other location has"),
    *[
        ("walls", value, repr(value), WALLS)
        for value in (1, [2, 1, 2, 2], [[2, 1, 2]], [[2, 1, 2, -2]], [[2, 1, 2, True]], [[2, 1, 2, 2, 2]], ["2122"])
    ],
    ("walls", [[2, 1, 2, 0]], "[2, 1, 2, 0], where row 2, column 0 is land", SEA),
    ("walls", [[0, 0, 0, 1]], "[0, 0, 0, 1], where row 0, column 0 is a location", SEA),
    ("walls", [[2, 1, 3, 1]], "[2, 1, 3, 1], where row 3, column 1 is off the map", SEA),
    ("walls", [[2, 1, 2, 7]], "[2, 1, 2, 7], where row 2, column 7 is off the map", SEA),
    ("walls", [[2, 1, 2, 3]], "[2, 1, 2, 3]", "two sea spaces beside each other"),
    ("walls", [[2, 1, 2, 1]], "[2, 1, 2, 1]", "two sea spaces beside each other"),
    ("walls", [[0, 1, 2, 1]], "[0, 1, 2, 1]", "two sea spaces beside each other"),
    *[
        ("links", value, repr(value), LINKS)
        for value in (1, [[2, 1, 2, 5]], [[2, 1, "X", 2, 5]], [[2, 1, 3, 2, 5]], [[2, 1, "n", 2, 5]], [["S", 2, 1]])
    ],
    ("links", [[2, 0, "S", 2, 5]], "[2, 0, 'S', 2, 5], where row 2, column 0 is land", SEA),
    ("links", [[2, 1, "S", 0, 6]], "[2, 1, 'S', 0, 6], where row 0, column 6 is a location", SEA),
    ("links", [[2, 1, "S", 9, 1]], "[2, 1, 'S', 9, 1], where row 9, column 1 is off the map", SEA),
    ("links", [[2, 1, "S", 2, 1]], "[2, 1, 'S', 2, 1]", "two different sea spaces"),
    (
        "links",
        [[2, 1, "S", 2, 5], [2, 1, "S", 2, 4]],
        "[2, 1, 'S', 2, 4], row 2, column 1 S for the second time",
        "each direction once",
    ),
    (
        "links",
        [[2, 1, "S", 2, 5]],
        "a step S from row 2, column 1 to row 2, column 5 without a way back",
        "steps with a way back: links are one-way, give both",
    ),
    (
        "links",
        [[2, 1, "E", 2, 5], [2, 5, "S", 2, 1]],
        "a step W from row 2, column 2 to row 2, column 1 without a way back",
        "steps with a way back: links are one-way, give both",
    ),
    *[
        ("arrows", value, repr(value), ARROWS)
        for value in (1, [["arica", 2]], [[0, 2, 1]], [["arica", 2, -1]], [["arica", "2", 1]], ["arica"])
    ],
    ("arrows", [["lima", 2, 1]], "['lima', 2, 1]", f"each at most once, {', '.join(NAMES)}"),
    ("arrows", [["arica", 2, 1], ["arica", 2, 2]], "['arica', 2, 2]", f"each at most once, {', '.join(NAMES)}"),
    ("arrows", [["arica", 2, 0]], "['arica', 2, 0], where row 2, column 0 is land", SEA),
    ("arrows", [["arica", 1, 0]], "['arica', 1, 0], where row 1, column 0 is a location", SEA),
    ("arrows", [["arica", 5, 5]], "['arica', 5, 5], where row 5, column 5 is off the map", SEA),
    *[("source", value, repr(value), "'rulebook' or 'derived' or 'house'") for value in ("", "mine", 1, ["house"])],
    *[
        ("sources", value, repr(value), SOURCES)
        for value in (1, [[0, 0]], [[0, 0, "mine"]], [[0, -1, "house"]], [["house", 0, 0]])
    ],
    ("sources", [[3, 0, "house"]], "row 3, column 0", "a row from 0 to 2 and a column from 0 to 6"),
    ("sources", [[0, 7, "house"]], "row 0, column 7", "a row from 0 to 2 and a column from 0 to 6"),
]


@pytest.mark.parametrize(("key", "value", "found", "allowed"), KEY_ERRORS)
def test_a_malformed_value_is_named(file: Path, key: str, value: object, found: str, allowed: str) -> None:
    line = change(file, **{key: value})[key]
    assert problems(file) == [f"{file}, line {line}, key {key!r}: found {found}; allowed: {allowed}"]


@pytest.mark.parametrize("key", ["grid", "locations", "source"])
def test_a_missing_key_is_named(file: Path, key: str) -> None:
    change(file, **{key: None})
    (message,) = problems(file)
    assert message.startswith(
        f"{file}, key {key!r}: found no such key; allowed: grid, wrap_x, wrap_y, locations, walls"
    )


def test_an_unknown_key_is_named(file: Path) -> None:
    change(file, wrap_z=True)
    assert problems(file)[0].startswith(f"{file}, line 4, key 'wrap_z': found an unknown key; allowed: grid, wrap_x")


def test_a_line_does_not_join_its_own_end(file: Path) -> None:
    row = "L> F0 F0 F1 F1 F2 F2 F3 F3 F4 F4 L< L^ L^"
    arrows = [["colombo", 0, 1], ["dakar", 0, 1]]
    line = change(file, grid=row, locations=["arica", "berbera", "colombo", "dakar"], arrows=arrows, wrap_y=True)
    found = "true, where the map is 1 cell across; allowed: false, or at least two cells across"
    assert problems(file) == [f"{file}, line {line['wrap_y']}, key 'wrap_y': found {found}"]
    change(file, wrap_y=False)
    assert problems(file) == []


@pytest.mark.parametrize("name", ["2nd", "_map", "a map", "a.b", "ä", "-a"])
def test_a_map_whose_file_has_no_name_is_named(tmp_path: Path, name: str) -> None:
    file = tmp_path / f"{name}.toml"
    write_toml(file, SMALL)
    allowed = "a letter, then letters, digits, _ and -, as the map is named after its file"
    assert problems(file) == [f"{file}: found the file name {name!r}; allowed: {allowed}"]


def test_counts_names_and_sources_are_checked_together(file: Path) -> None:
    change(file, grid=with_cells(r0c1="~~"), locations=NAMES[:2], sources=[[9, 9, "house"]])
    assert [message.partition("key ")[2].partition(":")[0] for message in problems(file)] == [
        "'grid'",
        "'locations'",
        "'sources'",
    ]


# --- what other maps mean ---------------------------------------------------------------------------------------------


def step(one: Map, place: tuple[int, int], direction: str) -> tuple[int, int] | None:
    """Where a step leads."""
    space = one.neighbours[one.sea_ids[place]][DIRECTIONS.index(direction)]
    return None if space == -1 else one.sea[space]


def test_a_small_map_is_read_as_drawn(file: Path) -> None:
    one = read_map(file)
    assert one.name == "small" and one.source == "house"
    assert one.sea == (*((r, c) for r in (0, 1) for c in range(1, 6)), *((2, c) for c in range(1, 6)))
    assert one.fish == tuple(range(10)) and one.fish_colours == (0, 1, 2, 3, 4) * 2
    assert [one.sea[space] for space in one.vp] == [(2, 2), (2, 5)] and one.vp_values == (2, 9)
    assert one.locations == tuple(NAMES) and one.location_ids["dakar"] == 3
    assert one.location_places == ((0, 0), (0, 6), (1, 0), (1, 6))
    assert [one.sea[space] for space in one.arrows] == [(0, 1), (0, 5), (1, 1), (1, 5)]
    assert [step(one, (1, 1), direction) for direction in DIRECTIONS] == [(0, 1), (1, 2), (2, 1), None]
    assert [step(one, (0, 5), direction) for direction in DIRECTIONS] == [None, None, (1, 5), (0, 4)]


def test_edges_join_where_they_wrap(file: Path) -> None:
    change(file, grid=with_cells(r2c0="~~", r2c6="~~"), wrap_x=True)
    one = read_map(file)
    assert (step(one, (2, 0), "W"), step(one, (2, 6), "E")) == ((2, 6), (2, 0))
    assert (step(one, (2, 1), "S"), step(one, (0, 1), "N")) == (None, None)
    change(file, wrap_x=False, wrap_y=True)
    one = read_map(file)
    assert (step(one, (2, 1), "S"), step(one, (0, 1), "N")) == ((0, 1), (2, 1))
    assert (step(one, (2, 0), "W"), step(one, (2, 6), "E")) == (None, None)


def test_arrows_point_over_edges_that_wrap(file: Path) -> None:
    rows = [" ".join(row.split()[1:]) for row in ROWS]  # without the first column: two locations less
    change(file, grid="\n".join([*rows, ".. ~~ .. L^ Lv .."]), wrap_x=True, wrap_y=True)
    assert [read_map(file).sea[space] for space in read_map(file).arrows] == [(0, 4), (1, 4), (2, 3), (0, 4)]
    grid = "\n".join(rows).replace("L<", "L>")
    change(file, grid=grid + "\n.. ~~ .. L^ Lv ..")
    assert [read_map(file).sea[space] for space in read_map(file).arrows] == [(0, 0), (1, 0), (2, 3), (0, 4)]


def test_a_wall_parts_two_neighbours_both_ways(file: Path) -> None:
    change(file, walls=[[2, 2, 2, 3]])
    one = read_map(file)
    assert (step(one, (2, 2), "E"), step(one, (2, 3), "W")) == (None, None)
    assert (step(one, (2, 2), "W"), step(one, (2, 2), "N")) == ((2, 1), (1, 2))


def test_a_wall_parts_neighbours_over_an_edge_too(file: Path) -> None:
    change(file, grid=with_cells(r2c0="~~", r2c6="~~"), wrap_x=True, walls=[[2, 6, 2, 0]])
    one = read_map(file)
    assert (step(one, (2, 0), "W"), step(one, (2, 6), "E"), step(one, (2, 0), "E")) == (None, None, (2, 1))


def test_links_add_and_replace_steps(file: Path) -> None:
    change(file, links=[[2, 1, "S", 2, 5], [2, 5, "E", 2, 1]])
    one = read_map(file)
    assert (step(one, (2, 1), "S"), step(one, (2, 5), "E"), step(one, (2, 1), "N")) == ((2, 5), (2, 1), (1, 1))
    change(file, links=[[2, 1, "E", 2, 3], [2, 3, "W", 2, 1]], walls=[[2, 2, 2, 1], [2, 2, 2, 3]])
    one = read_map(file)
    assert (step(one, (2, 1), "E"), step(one, (2, 3), "W"), step(one, (2, 2), "E")) == ((2, 3), (2, 1), None)


def test_a_link_leads_through_a_wall(file: Path) -> None:
    change(file, walls=[[2, 1, 2, 2]], links=[[2, 1, "E", 2, 2], [2, 2, "S", 2, 1]])
    one = read_map(file)
    assert (step(one, (2, 1), "E"), step(one, (2, 2), "S"), step(one, (2, 2), "W")) == ((2, 2), (2, 1), None)


def test_an_arrow_may_end_elsewhere_than_it_shows(file: Path) -> None:
    change(file, grid=with_cells(r1c6="Lv"), arrows=[["dakar", 2, 4], ["arica", 2, 1]])
    one = read_map(file)
    assert [one.sea[space] for space in one.arrows] == [(2, 1), (0, 5), (1, 1), (2, 4)]


def test_cells_may_have_sources_of_their_own(file: Path) -> None:
    change(file, source="derived", sources=[[0, 0, "rulebook"], [2, 6, "house"]])
    assert read_map(file).source == "derived"


def test_values_are_written_as_they_are_read() -> None:
    assert as_toml({"a": [1, True, "x\n"]}) == '{a = [1, true, "x\\n"]}'
