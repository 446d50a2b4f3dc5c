"""The card set as plain Python, read from a folder of card files; every limit of RULES.md 3.1 and 4 is checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from arkade import data
from arkade.data import Cell, Row, check_row_count, gather, read_csv, read_toml, whole
from replicants_env.grammar import (
    ALL_KINDS,
    ANY_LEVEL,
    NEW_LEVEL,
    TRIGGERS,
    Ability,
    Cond,
    Deed,
    Effect,
    Mode,
    Pattern,
    Term,
    card_ability,
    pattern,
    room_ability,
)
from replicants_env.state import CARDS, CREW, DEAL, DRONES, FIELD_CARDS, KINDS, LETTERS, PLAYERS, REPS, ROOMS, Y_CARDS

__all__ = [
    "ALL_KINDS",
    "ANY_LEVEL",
    "NEW_LEVEL",
    "TRIGGERS",
    "Ability",
    "CardSet",
    "Cond",
    "Deed",
    "Effect",
    "Mode",
    "Pattern",
    "Replicant",
    "Room",
    "Term",
    "check_folder",
    "load_cards",
]

HOUSE = Path(__file__).parent / "cards"
FEWEST_CARDS = 40
COST_LENGTHS = {"cost2": 2, "cost3": 4, "cost4": 6}


@dataclasses.dataclass(frozen=True)
class Replicant:
    """One replicant card; `costs` are the prices of L2, L3 and L4 as letters."""

    name: str
    maker: str
    costs: tuple[str, ...]
    ability: Ability
    source: str


@dataclasses.dataclass(frozen=True)
class Room:
    """One room of the station (RULES.md 4)."""

    name: str
    core: bool
    adjacent: tuple[int, ...]
    build: str
    build_points: int
    when_turn: bool
    ability: Ability
    source: str


@dataclasses.dataclass(frozen=True)
class CardSet:
    """All that a folder of card files says; ids are places in `replicants`, `rooms` and `hives`.

    `resources` (names) and `supply` (cards in a pile) are in kind order.
    """

    folder: Path
    replicants: tuple[Replicant, ...]
    rooms: tuple[Room, ...]
    resources: tuple[str, ...]
    supply: tuple[int, ...]
    hives: tuple[str, ...]
    rules: dict[str, Any]
    usc: dict[str, Any]

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of each replicant by its name."""
        return {card.name: i for i, card in enumerate(self.replicants)}

    def card(self, name: str) -> int:
        """The id of the replicant with this name; KeyError if there is none."""
        return self.ids[name]


def load_cards(folder: str | Path | None = None) -> CardSet:
    """The card set of `folder` (None: the house set).

    Raises CardError with the problems of all files, each with file, line, column, what was found and what is allowed.
    """
    path, found = data.read_folder(HOUSE if folder is None else folder, _READERS)
    replicants, resources, hives, rules, rooms, usc = found
    start_room = usc["start_room"]
    if start_room >= len(rooms) or not rooms[start_room].core:
        core = ", ".join(str(i) for i, room in enumerate(rooms) if room.core) or "usc_rooms.csv has none"
        raise data.key_problem(path / "usc.toml", "start_room", str(start_room), f"the id of a core room ({core})")
    names, supply = zip(*resources, strict=True)
    return CardSet(path, replicants, rooms, names, supply, hives, rules, usc)


def check_folder(folder: str | Path) -> list[str]:
    """What is wrong with the card files of `folder`, one message per problem; empty where it can be played."""
    return data.folder_problems(load_cards, folder)


# --- core game --------------------------------------------------------------------------------------------------------

_RULES = {
    "target_vp": whole(1, 100),
    "level_vp": data.wholes(4, 0, 12, rising=True),
    "drones": whole(DRONES, DRONES),
    "deal": whole(DEAL, DEAL),
    "y_cards": whole(Y_CARDS, Y_CARDS),
    "rep_max": whole(DEAL, REPS),
    "max_rounds": whole(1, 255),
}


def _read_rules(path: Path) -> dict[str, Any]:
    return read_toml(path, _RULES)


def _read_resources(path: Path) -> list[tuple[str, int]]:
    """Name and supply of each kind."""
    rows = read_csv(path, ("code", "name", "colour", "field_cards", "supply", "source"), unique=("code", "name"))
    check_row_count(path, rows, KINDS, KINDS, "resources")
    return gather(partial(_resource, row, letter) for row, letter in zip(rows, LETTERS, strict=True))


def _resource(row: Row, letter: str) -> tuple[str, int]:
    if row["code"].text != letter:
        row["code"].fail(f"{letter}, as the order is {', '.join(LETTERS)}")
    row["colour"].name()
    row["field_cards"].integer(FIELD_CARDS // KINDS, FIELD_CARDS // KINDS)
    row["source"].name()
    return row["name"].name(), row["supply"].integer(8, 60)


def _read_hives(path: Path) -> tuple[str, ...]:
    """The names of the hives, one per player."""
    rows = read_csv(path, ("id", "name", "source"), unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, PLAYERS, PLAYERS, "hives")
    return tuple(gather(partial(_hive, row) for row in rows))


def _hive(row: Row) -> str:
    row["source"].name()
    return row["name"].name()


def _read_replicants(path: Path) -> tuple[Replicant, ...]:
    columns = ("id", "name", "maker", *COST_LENGTHS, "trigger", "mode", "cond", "pay", "effect", "source")
    rows = read_csv(path, columns, unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, FEWEST_CARDS, CARDS, "replicants")
    return tuple(gather(partial(_replicant, row) for row in rows))


def _replicant(row: Row) -> Replicant:
    name = row["name"].name()
    if "@" in name:  # scenario dictionaries write "Name@level"
        row["name"].fail("a name without @")
    costs = tuple(_cost(row[column], length) for column, length in COST_LENGTHS.items())
    return Replicant(name, row["maker"].name(), costs, card_ability(row), row["source"].name())


def _cost(cell: Cell, length: int) -> str:
    if len(cell.text) != length or set(cell.text) - set(LETTERS):
        cell.fail(f"{length} letters of {LETTERS}")
    return cell.text


# --- U.S.C. expansion -------------------------------------------------------------------------------------------------

_USC = {
    "crew": whole(CREW, CREW),
    "start_room": whole(0, ROOMS - 1),
    "move_range": whole(1, 4),
    "shelf_total": whole(0, 138),
}


def _read_usc(path: Path) -> dict[str, Any]:
    return read_toml(path, _USC)


def _read_rooms(path: Path) -> tuple[Room, ...]:
    columns = ("id", "name", "kind", "adjacent", "build", "build_points", "cost", "when", "effect", "source")
    rows = read_csv(path, columns, unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, 1, ROOMS, "rooms")
    rooms = gather(partial(_room, row, len(rows)) for row in rows)
    for i, room in enumerate(rooms):
        for j in room.adjacent:
            if i not in rooms[j].adjacent:
                rows[i]["adjacent"].fail(f"rooms that name room {i} too, which room {j} does not")
    return tuple(rooms)


def _room(row: Row, n_rooms: int) -> Room:
    core = row["kind"].one_of(("core", "annex")) == "core"
    if core and row["build"].text:
        row["build"].fail("nothing, as a core room stands from the start")
    if pattern(row["build"]).stars:
        row["build"].fail(f"letters of {LETTERS}, no stars")
    when_turn = row["when"].one_of(("now", "turn")) == "turn"
    return Room(
        name=row["name"].name(),
        core=core,
        adjacent=_neighbours(row, n_rooms),
        build=row["build"].text,
        build_points=row["build_points"].integer(0, 0 if core else 6),
        when_turn=when_turn,
        ability=room_ability(row, when_turn),
        source=row["source"].name(),
    )


def _neighbours(row: Row, n_rooms: int) -> tuple[int, ...]:
    words, others = row["adjacent"].text.split(), [str(i) for i in range(n_rooms) if str(i) != row["id"].text]
    if len(set(words)) < len(words) or set(words) - set(others):
        row["adjacent"].fail(f"each at most once and with blanks between, {' '.join(others)}")
    return tuple(int(word) for word in words)


_READERS: dict[str, Callable[[Path], Any]] = {
    "replicants.csv": _read_replicants,
    "resources.csv": _read_resources,
    "hives.csv": _read_hives,
    "rules.toml": _read_rules,
    "usc_rooms.csv": _read_rooms,
    "usc.toml": _read_usc,
}
FILES = tuple(_READERS)
