"""Cards, player board and maps of Hidden Ark as the referee reads them (RULES.md 4): csv and toml, nothing checked."""

from __future__ import annotations

import csv
import tomllib
from dataclasses import dataclass
from pathlib import Path

RESOURCES = ("chem", "marine", "cons", "tech", "money")
SCIENCES = range(4)
COLOURS = ("north_pacific", "south_pacific", "atlantic", "indian", "polar")
ROWS = ("build", "operation", "upgrade", "research")
EFFECTS = (*RESOURCES, "any", "science", "move", "rescue", "build", "upgrade", "vp")
SLOTS_PER_ROW = 4
TWO_SIDE = "two"
DIRECTIONS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
ARROWS = dict(zip("^>v<", "NESW"))

Cell = tuple[int, int]  # row and column of a map
Place = str | Cell  # where a vessel is: a location by name, or a sea space


@dataclass(frozen=True)
class Token:
    """A kind of opportunity token; `effect` has the words of section 4 with their numbers, none of them 0."""

    number: int
    key: str
    kind: str
    count: int
    effect: dict[str, int]


@dataclass(frozen=True)
class Tile:
    """A fish species tile."""

    colour: int
    cost: list[int]
    vp: int
    discount: list[int]
    need_stations: int
    need_vessels: int


@dataclass(frozen=True)
class Escalation:
    adds: list[int]
    count: int


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{key: (value or "").strip() for key, value in row.items()} for row in csv.DictReader(file)]


def numbers(row: dict[str, str], names: list[str] | tuple[str, ...]) -> list[int]:
    return [int(row[name] or 0) for name in names]


def read_token(row: dict[str, str]) -> Token:
    effect = {name: int(row[name]) for name in EFFECTS if int(row[name] or 0)}
    return Token(int(row["id"]), row["key"], row["class"], int(row["count"]), effect)


def read_tile(row: dict[str, str]) -> Tile:
    discount = numbers(row, [f"d_{name}" for name in RESOURCES])
    needs = numbers(row, ("need_stations", "need_vessels"))
    return Tile(COLOURS.index(row["colour"]), numbers(row, RESOURCES), int(row["vp"]), discount, *needs)


# ---- Maps ------------------------------------------------------------------------------------------------------------


class Map:
    """One side of the game board (4.6); every list is in reading order."""

    def __init__(self, path: Path):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        rows = [line.split() for line in data["grid"].splitlines() if line.strip()]
        signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
        self.name = path.stem
        self.size = (len(rows), len(rows[0]))
        self.wraps = (data.get("wrap_y", False), data.get("wrap_x", False))
        self.sea = [cell for cell, sign in signs.items() if sign == "~~" or sign[0] in "*F"]
        self.fish = {cell: int(sign[1]) for cell, sign in signs.items() if sign[0] == "F"}
        self.vp = {cell: int(sign[1]) for cell, sign in signs.items() if sign[0] == "*"}
        self.locations = list(data["locations"])
        self.read_steps(data.get("walls", []), data.get("links", []))
        self.read_arrows([cell for cell, sign in signs.items() if sign[0] == "L"], signs, data.get("arrows", []))

    def beyond(self, cell: Cell, direction: str) -> Cell:
        """The cell next to one; edges that join are crossed, others are left."""
        moved = [position + step for position, step in zip(cell, DIRECTIONS[direction])]
        return tuple(at % size if wraps else at for at, size, wraps in zip(moved, self.size, self.wraps))

    def read_steps(self, walls: list, links: list) -> None:
        """The space that a step from a space in a direction leads to, where there is one."""
        walled = {frozenset({(r, c), (r2, c2)}) for r, c, r2, c2 in walls}
        self.steps: dict[tuple[Cell, str], Cell] = {}
        for cell in self.sea:
            for direction in DIRECTIONS:
                to = self.beyond(cell, direction)
                if to in self.sea and frozenset({cell, to}) not in walled:
                    self.steps[cell, direction] = to
        for r, c, direction, r2, c2 in links:
            self.steps[(r, c), direction] = (r2, c2)

    def read_arrows(self, cells: list[Cell], signs: dict[Cell, str], arrows: list) -> None:
        """The only space to which a vessel can leave a location (R29)."""
        self.arrow = {name: self.beyond(cell, ARROWS[signs[cell][1]]) for name, cell in zip(self.locations, cells)}
        self.arrow |= {name: (r, c) for name, r, c in arrows}


# ---- All together ----------------------------------------------------------------------------------------------------


class Cards:
    """The data files of one folder."""

    def __init__(self, folder: Path):
        tokens = sorted(map(read_token, read_table(folder / "tokens.csv")), key=lambda token: token.number)
        self.tokens = {token.key: token for token in tokens}
        self.token_by_number = {token.number: token for token in tokens}
        fish = sorted(read_table(folder / "fish.csv"), key=lambda row: int(row["tile"]))
        self.tiles = {int(row["tile"]): read_tile(row) for row in fish}
        escalation = sorted(read_table(folder / "escalation.csv"), key=lambda row: int(row["id"]))
        self.escalation = {int(row["id"]): Escalation(numbers(row, RESOURCES), int(row["count"])) for row in escalation}
        self.awards: dict[str, dict[int, list[int]]] = {}
        for row in read_table(folder / "awards.csv"):
            places = numbers(row, ("first", "second", "third", "fourth"))
            self.awards.setdefault(row["side"], {})[int(row["award"])] = places
        bands = sorted(read_table(folder / "ratings.csv"), key=lambda row: int(row["band"]))
        self.bounds = {n: numbers_from_1(bands, f"players_{n}") for n in range(1, 5)}
        self.read_player_board(tomllib.loads((folder / "boards" / "player_board.toml").read_text(encoding="utf-8")))
        paths = sorted((folder / "boards").glob("*.toml"), key=lambda path: path.name)
        self.maps = [Map(path) for path in paths if path.name != "player_board.toml"]

    def read_player_board(self, board: dict) -> None:
        """4.5; `slots` is the price by slot id."""
        self.cap, self.start = board["cap"], board["start"]
        self.station_cost, self.vessel_cost = board["station_cost"], board["vessel_cost"]
        self.station_vp, self.vessel_vp = board["station_vp"], board["vessel_vp"]
        self.base_move, self.research = board["base_move"], board["research"]
        self.slots: dict[int, list[int]] = {}
        for row, prices in enumerate(board["slot_cost"]):
            for index, price in enumerate(prices):
                self.slots[SLOTS_PER_ROW * row + index] = price


def numbers_from_1(bands: list[dict[str, str]], column: str) -> list[int]:
    """The lower bounds of the bands after band 0."""
    return [int(row[column]) for row in bands if int(row["band"]) > 0]
