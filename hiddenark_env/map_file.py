"""One side of the game board, read from a map file; every check of RULES.md 4.6 is made."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from arkade import data
from arkade.data import CardError, Check, gather, key_problem, problem, read_toml
from arkade.records import NONE
from hiddenark_env.components import (
    COLOURS,
    DIRECTIONS,
    FEWEST_LOCATIONS,
    FISH_PER_COLOUR,
    LOCATIONS,
    MOST_SPACE_VP,
    SEA_SPACES,
    SOURCES,
    VP_SPACES,
)

Place = tuple[int, int]  # row and column of a cell

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
ARROWS = dict(zip("^>v<", DIRECTIONS, strict=True))
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_CELL = re.compile(rf"\.\.|~~|\*[1-{MOST_SPACE_VP}]|F[0-{len(COLOURS) - 1}]|L[\^>v<]")
_CELL_WORDS = (
    f".. (nothing), ~~ (sea), *1 to *{MOST_SPACE_VP} (a VP token), F0 to F{len(COLOURS) - 1} (a fish space), "
    "L^ L> Lv L< (a location)"
)


@dataclasses.dataclass(frozen=True)
class Map:
    """A map; ids of sea spaces, locations, fish spaces and VP spaces are places in these tuples, in reading order.

    `sea` and `location_places` are cells; `arrows`, `fish` and `vp` are sea spaces. `neighbours` has a sea space or
    NONE for each of the four directions.
    """

    name: str
    grid: tuple[tuple[str, ...], ...]
    sea: tuple[Place, ...]
    neighbours: tuple[tuple[int, ...], ...]
    locations: tuple[str, ...]
    location_places: tuple[Place, ...]
    arrows: tuple[int, ...]
    fish: tuple[int, ...]
    fish_colours: tuple[int, ...]
    vp: tuple[int, ...]
    vp_values: tuple[int, ...]
    source: str

    @cached_property
    def sea_ids(self) -> dict[Place, int]:
        """The id of each sea space by its cell."""
        return {place: i for i, place in enumerate(self.sea)}

    @cached_property
    def location_ids(self) -> dict[str, int]:
        """The id of each location by its name."""
        return {name: i for i, name in enumerate(self.locations)}


def read_map(path: Path) -> Map:
    """The map of a file, which is named after it; CardError with what is wrong."""
    if not NAME.fullmatch(path.stem):
        words = "a letter, then letters, digits, _ and -, as the map is named after its file"
        raise problem(path, f"the file name {path.stem!r}", words)
    reader = _Reader(path, read_toml(path, _KEYS, _DEFAULTS))
    gather([reader.check_counts, reader.check_locations, reader.check_sources])
    neighbours, arrows = reader.neighbours(), reader.arrows()
    _check_ways_back(reader, neighbours)
    _check_reach(reader, neighbours)
    ids, fish, vp = reader.sea_ids, reader.places("F"), reader.places("*")
    return Map(
        name=path.stem,
        grid=reader.grid,
        sea=tuple(ids),
        neighbours=tuple(tuple(ids[step] if step else NONE for step in neighbours[place].values()) for place in ids),
        locations=tuple(reader.values["locations"]),
        location_places=tuple(reader.places("L")),
        arrows=tuple(ids[place] for place in arrows),
        fish=tuple(ids[place] for place in fish),
        fish_colours=tuple(int(reader.cell(place)[1]) for place in fish),
        vp=tuple(ids[place] for place in vp),
        vp_values=tuple(int(reader.cell(place)[1]) for place in vp),
        source=reader.values["source"],
    )


# --- the keys ---------------------------------------------------------------------------------------------------------


def _is_index(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_direction(value: Any) -> bool:
    return value in DIRECTIONS


def _lists_of(words: str, *kinds: Callable[[Any], bool]) -> Check:
    """A list of lists whose entries are of these kinds."""

    def is_entry(entry: Any) -> bool:
        right = isinstance(entry, list) and len(entry) == len(kinds)
        return right and all(kind(value) for kind, value in zip(kinds, entry, strict=True))

    return lambda value: isinstance(value, list) and all(map(is_entry, value)), f"a list of {words}"


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and value.strip() != ""


_YES_OR_NO: Check = (lambda value: isinstance(value, bool), "true or false")
_COUNT_WORDS = "rows and columns counted from 0"
_KEYS: dict[str, Check] = {
    "grid": (_is_text, "a text of lines, each a row of cells with blanks between"),
    "wrap_x": _YES_OR_NO,
    "wrap_y": _YES_OR_NO,
    "locations": (lambda value: isinstance(value, list) and all(map(_is_text, value)), "a list of names"),
    "walls": _lists_of(f"[row, column, row, column], {_COUNT_WORDS}", *[_is_index] * 4),
    "links": _lists_of(
        f"[row, column, direction, row, column], {_COUNT_WORDS}, directions {', '.join(DIRECTIONS)}",
        *[_is_index] * 2,
        _is_direction,
        *[_is_index] * 2,
    ),
    "arrows": _lists_of(f"[location, row, column], {_COUNT_WORDS}", _is_text, *[_is_index] * 2),
    "source": data.one_of(*SOURCES),
    "sources": _lists_of(
        f"[row, column, source], {_COUNT_WORDS}, sources {', '.join(SOURCES)}",
        *[_is_index] * 2,
        lambda value: value in SOURCES,
    ),
}
_DEFAULTS: dict[str, Any] = {"wrap_x": False, "wrap_y": False, "walls": [], "links": [], "arrows": [], "sources": []}

Neighbours = dict[Place, dict[str, Place | None]]  # of each sea space, by direction


class _Reader:
    """The grid of a map file, and what its other keys say about it."""

    def __init__(self, path: Path, values: dict[str, Any]) -> None:
        self.path, self.values = path, values
        self.grid = self._grid()
        self.rows, self.columns = len(self.grid), len(self.grid[0])
        self.wraps = values["wrap_y"], values["wrap_x"]
        for key, wraps, length in zip(("wrap_y", "wrap_x"), self.wraps, (self.rows, self.columns), strict=True):
            if wraps and length < 2:
                raise self.fail(key, "true, where the map is 1 cell across", "false, or at least two cells across")
        self.sea_ids = {place: i for i, place in enumerate(self.places("~*F"))}

    def fail(self, key: str, found: str, allowed: str) -> CardError:
        return key_problem(self.path, key, found, allowed)

    def _grid(self) -> tuple[tuple[str, ...], ...]:
        grid = tuple(tuple(line.split()) for line in self.values["grid"].splitlines() if line.strip())
        for r, row in enumerate(grid):
            if len(row) != len(grid[0]):
                raise self.fail("grid", f"{len(row)} cells in row {r}", f"{len(grid[0])}, as in row 0")
        problems = [
            self.fail("grid", f"{cell!r} in {_words((r, c))}", _CELL_WORDS)
            for r, row in enumerate(grid)
            for c, cell in enumerate(row)
            if not _CELL.fullmatch(cell)
        ]
        if problems:
            raise CardError(*(text for error in problems for text in error.problems))
        return grid

    def cell(self, place: Place) -> str:
        return self.grid[place[0]][place[1]]

    def places(self, marks: str) -> list[Place]:
        """The cells that begin with one of these marks, in reading order."""
        cells = ((r, c) for r in range(self.rows) for c in range(self.columns))
        return [place for place in cells if self.cell(place)[0] in marks]

    def beside(self, place: Place, direction: str) -> Place | None:
        """The cell next to a place, over an edge where it wraps."""
        row, column = place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]
        if self.wraps[0]:
            row %= self.rows
        if self.wraps[1]:
            column %= self.columns
        return (row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None

    # --- counts and names ---------------------------------------------------------------------------------------------

    def check_counts(self) -> None:
        colours = [self.cell(place) for place in self.places("F")]
        for c, colour in enumerate(COLOURS):
            if (n := colours.count(f"F{c}")) != FISH_PER_COLOUR:
                raise self.fail("grid", f"{n} fish spaces F{c} ({colour})", str(FISH_PER_COLOUR))
        for noun, marks, low, high in (
            ("sea spaces", "~*F", 1, SEA_SPACES),
            ("VP spaces", "*", 0, VP_SPACES),
            ("locations", "L", FEWEST_LOCATIONS, LOCATIONS),
        ):
            if not low <= (n := len(self.places(marks))) <= high:
                raise self.fail("grid", f"{n} {noun}", f"{low} to {high}")

    def check_locations(self) -> None:
        names, circles = self.values["locations"], len(self.places("L"))
        if len(names) != circles:
            raise self.fail("locations", f"{len(names)} names", f"{circles}, one for each L cell of the grid")
        for name in names:
            if names.count(name) > 1:
                raise self.fail("locations", f"{name!r} twice", "a name that no other location has")

    def check_sources(self) -> None:
        for r, c, _ in self.values["sources"]:
            if r >= self.rows or c >= self.columns:
                words = f"a row from 0 to {self.rows - 1} and a column from 0 to {self.columns - 1}"
                raise self.fail("sources", _words((r, c)), words)

    # --- steps --------------------------------------------------------------------------------------------------------

    def sea_at(self, key: str, entry: list[Any], place: Place) -> Place:
        """A place that an entry names, which must be sea."""
        if place not in self.sea_ids:
            raise self.fail(key, f"{entry}, where {_words(place)} is {self.what_is(place)}", "sea spaces")
        return place

    def what_is(self, place: Place | None) -> str:
        if place is None or place[0] >= self.rows or place[1] >= self.columns:
            return "off the map"
        return {".": "land", "L": "a location"}.get(self.cell(place)[0], "sea")

    def neighbours(self) -> Neighbours:
        """The steps from each sea space: what lies beside it, less the walls, then the links."""
        found: Neighbours = {}
        for place in self.sea_ids:
            beside = {direction: self.beside(place, direction) for direction in DIRECTIONS}
            found[place] = {direction: step if step in self.sea_ids else None for direction, step in beside.items()}
        for wall in self.values["walls"]:
            a, b = (self.sea_at("walls", wall, (wall[i], wall[i + 1])) for i in (0, 2))
            if b not in [self.beside(a, direction) for direction in DIRECTIONS]:
                raise self.fail("walls", f"{wall}", "two sea spaces beside each other")
            for here, there in ((a, b), (b, a)):
                found[here] = {direction: None if step == there else step for direction, step in found[here].items()}
        done = []
        for link in self.values["links"]:
            a, b = self.sea_at("links", link, (link[0], link[1])), self.sea_at("links", link, (link[3], link[4]))
            if a == b:
                raise self.fail("links", f"{link}", "two different sea spaces")
            if (a, link[2]) in done:
                raise self.fail("links", f"{link}, {_words(a)} {link[2]} for the second time", "each direction once")
            found[a][link[2]] = b
            done.append((a, link[2]))
        return found

    def arrows(self) -> list[Place]:
        """Where the arrow of each location ends, a sea space (R29)."""
        given: dict[str, Place] = {}
        for entry in self.values["arrows"]:
            name = entry[0]
            if name not in self.values["locations"] or name in given:
                raise self.fail("arrows", f"{entry}", f"each at most once, {', '.join(self.values['locations'])}")
            given[name] = self.sea_at("arrows", entry, (entry[1], entry[2]))
        shown = zip(self.values["locations"], self.places("L"), strict=True)
        return gather(partial(self._arrow, name, place, given.get(name)) for name, place in shown)

    def _arrow(self, name: str, place: Place, given: Place | None) -> Place:
        end = given or self.beside(place, ARROWS[self.cell(place)[1]])
        if end is None or end not in self.sea_ids:
            where = f" in {_words(end)}" if end else ""
            found = f"{self.cell(place)} of {name!r} in {_words(place)}, an arrow to {self.what_is(end)}{where}"
            raise self.fail("grid", found, "an arrow to a sea space, or where it ends in arrows")
        return end


def _words(place: Place) -> str:
    return f"row {place[0]}, column {place[1]}"


def _check_ways_back(reader: _Reader, neighbours: Neighbours) -> None:
    """Every step has one back; only links can lack it."""
    for place, steps in neighbours.items():
        for direction, step in steps.items():
            if step is not None and place not in neighbours[step].values():
                found = f"a step {direction} from {_words(place)} to {_words(step)} without a way back"
                raise reader.fail("links", found, "steps with a way back: links are one-way, give both")


def _check_reach(reader: _Reader, neighbours: Neighbours) -> None:
    """All sea spaces hang together."""
    seas = sorted(_seas(neighbours), key=len)
    lost = sorted(place for sea in seas[:-1] for place in sea)
    if lost:
        fish = [place for place in lost if reader.cell(place)[0] == "F"]
        noun, places = ("fish spaces", fish) if fish else ("sea spaces", lost)
        found = f"{noun} cut off from most of the sea: {'; '.join(map(_words, places))}"
        raise reader.fail("grid", found, "a sea that is connected")


def _seas(neighbours: Neighbours) -> list[set[Place]]:
    """The parts of the sea that are connected."""
    seas: list[set[Place]] = []
    left = set(neighbours)
    while left:
        sea, new = set[Place](), {min(left)}
        while new:
            sea |= new
            new = {step for place in new for step in neighbours[place].values() if step is not None} - sea
        seas.append(sea)
        left -= sea
    return seas
