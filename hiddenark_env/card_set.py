"""The card set as plain Python, read from a folder of card files and maps; every check of RULES.md 4 is made."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from arkade import data
from arkade.data import CardError, Row, check_row_count, gather, problem, read_csv
from hiddenark_env.components import (
    AWARDS,
    BANDS,
    CLASSES,
    COLOURS,
    EFFECTS,
    ESCALATION_KINDS,
    ESCALATIONS,
    KEPT_KINDS,
    MAPS,
    MOST,
    MOST_BOUND,
    MOST_NEED,
    MOST_VP,
    PLAYERS,
    POSITIONS,
    RESOURCES,
    SIDES,
    SOURCES,
    TILES,
    TILES_PER_COLOUR,
    TOKEN_KINDS,
    TOKENS,
    WORLD_WIDE,
)
from hiddenark_env.map_file import Map, read_map
from hiddenark_env.player_board import PlayerBoard, read_player_board

__all__ = [
    "FILES",
    "HOUSE",
    "Band",
    "CardSet",
    "Escalation",
    "Map",
    "PlayerBoard",
    "Tile",
    "Token",
    "check_folder",
    "load_cards",
]

HOUSE = Path(__file__).parent / "cards"


@dataclasses.dataclass(frozen=True)
class Token:
    """A kind of opportunity token; `effect` has a number for each of EFFECTS."""

    id: int
    key: str
    token_class: str
    count: int
    effect: tuple[int, ...]
    source: str


@dataclasses.dataclass(frozen=True)
class Tile:
    """A fish species tile; `cost` and `discount` have a number for each resource."""

    colour: int
    name: str
    cost: tuple[int, ...]
    vp: int
    discount: tuple[int, ...]
    need_stations: int
    need_vessels: int
    source: str


@dataclasses.dataclass(frozen=True)
class Escalation:
    """A kind of escalation token, which adds to the cost of a tile."""

    cost: tuple[int, ...]
    count: int
    source: str

    @property
    def number(self) -> int:
        """What the token takes from the team's score (R58)."""
        return sum(self.cost)


@dataclasses.dataclass(frozen=True)
class Band:
    """A rating of co-op and solo play; `bounds` are the lowest scores with 1 to 4 players, None in band 0."""

    name: str
    bounds: tuple[int, ...] | None
    source: str
    name_source: str


@dataclasses.dataclass(frozen=True)
class CardSet:
    """All that a folder of card files and maps says; ids are places in `tiles`, `escalations`, `bands` and `maps`.

    `awards` has for each side of SIDES and each award the VP of the first to fourth.
    """

    folder: Path
    tokens: tuple[Token, ...]
    tiles: tuple[Tile, ...]
    escalations: tuple[Escalation, ...]
    awards: tuple[tuple[tuple[int, ...], ...], ...]
    bands: tuple[Band, ...]
    board: PlayerBoard
    maps: tuple[Map, ...]

    @cached_property
    def token_ids(self) -> dict[str, int]:
        """The id of each kind of opportunity token by its key."""
        return {token.key: token.id for token in self.tokens}

    @cached_property
    def map_ids(self) -> dict[str, int]:
        """The id of each map by its name."""
        return {one.name: i for i, one in enumerate(self.maps)}


def load_cards(folder: str | Path | None = None) -> CardSet:
    """The card set of `folder` (None: the house set).

    Raises CardError with the problems of all files, each with file, line, column or key, what was found and what is
    allowed.
    """
    path = data.card_folder(HOUSE if folder is None else folder, FILES)
    return CardSet(path, *gather(partial(read, path / file) for file, read in _FILES))


def check_folder(folder: str | Path) -> list[str]:
    """What is wrong with the card files and maps of `folder`, one message per problem; empty where it can be played."""
    try:
        load_cards(folder)
    except CardError as error:
        return list(error.problems)
    return []


def _amounts(row: Row, columns: Sequence[str], prefix: str = "") -> tuple[int, ...]:
    return tuple(row[prefix + column].integer(0, MOST_VP if column == "vp" else MOST) for column in columns)


def _check_copies(path: Path, counts: Sequence[int], wanted: int, noun: str) -> None:
    if sum(counts) != wanted:
        raise problem(path, f"{sum(counts)} {noun} in all rows", str(wanted), place="column 'count'")


# --- opportunity tokens -----------------------------------------------------------------------------------------------


def _read_tokens(path: Path) -> tuple[Token, ...]:
    zero = dict.fromkeys(EFFECTS, "0")
    rows = read_csv(path, ("id", "key", "class", "count", *EFFECTS, "source"), defaults=zero, unique=("key",))
    check_row_count(path, rows, 1, TOKEN_KINDS, "kinds of tokens")
    tokens = gather(partial(_token, row) for row in rows)
    for before, row, token in zip(tokens, rows[1:], tokens[1:], strict=False):
        if token.id <= before.id:
            row["id"].fail(f"more than {before.id}, as the ids rise")
    _check_copies(path, [token.count for token in tokens], TOKENS, "opportunity tokens")
    return tuple(tokens)


def _token(row: Row) -> Token:
    token_class = row["class"].one_of(CLASSES)
    instant = token_class == "instant"
    return Token(
        id=row["id"].integer(KEPT_KINDS if instant else 0, (TOKEN_KINDS if instant else KEPT_KINDS) - 1),
        key=row["key"].name(),
        token_class=token_class,
        count=row["count"].integer(0, TOKENS),
        effect=_amounts(row, EFFECTS),
        source=row["source"].one_of(SOURCES),
    )


# --- fish species tiles -----------------------------------------------------------------------------------------------


def _read_tiles(path: Path) -> tuple[Tile, ...]:
    discounts = [f"d_{resource}" for resource in RESOURCES]
    needs = ("need_stations", "need_vessels")
    columns = ("tile", "colour", "name", *RESOURCES, "vp", *discounts, *needs, "source")
    rows = read_csv(path, columns, unique=("name",))
    data.check_ids(rows, "tile")
    check_row_count(path, rows, TILES, TILES, "fish tiles")
    return tuple(gather(partial(_tile, row, i // TILES_PER_COLOUR) for i, row in enumerate(rows)))


def _tile(row: Row, colour: int) -> Tile:
    row["colour"].one_of((COLOURS[colour],))
    return Tile(
        colour=colour,
        name=row["name"].name(),
        cost=_amounts(row, RESOURCES),
        vp=row["vp"].integer(0, MOST_VP),
        discount=_amounts(row, RESOURCES, "d_"),
        need_stations=row["need_stations"].integer(0, MOST_NEED),
        need_vessels=row["need_vessels"].integer(0, MOST_NEED),
        source=row["source"].one_of(SOURCES),
    )


# --- escalation tokens ------------------------------------------------------------------------------------------------


def _read_escalations(path: Path) -> tuple[Escalation, ...]:
    rows = read_csv(path, ("id", *RESOURCES, "count", "source"))
    data.check_ids(rows)
    check_row_count(path, rows, 1, ESCALATION_KINDS, "kinds of escalation tokens")
    kinds = gather(partial(_escalation, row) for row in rows)
    _check_copies(path, [kind.count for kind in kinds], ESCALATIONS, "escalation tokens")
    return tuple(kinds)


def _escalation(row: Row) -> Escalation:
    count, source = row["count"].integer(0, ESCALATIONS), row["source"].one_of(SOURCES)
    return Escalation(_amounts(row, RESOURCES), count, source)


# --- awards and ratings -----------------------------------------------------------------------------------------------


def _read_awards(path: Path) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """VP by side, award and position."""
    rows = read_csv(path, ("side", "award", *POSITIONS, "source"))
    check_row_count(path, rows, len(SIDES) * AWARDS, len(SIDES) * AWARDS, "awards")
    values = gather(partial(_award, row, *divmod(i, AWARDS)) for i, row in enumerate(rows))
    return tuple(tuple(values[i * AWARDS : (i + 1) * AWARDS]) for i in range(len(SIDES)))


def _award(row: Row, side: int, award: int) -> tuple[int, ...]:
    row["side"].one_of((SIDES[side],))
    row["award"].integer(award, award)
    row["source"].one_of(SOURCES)
    values: list[int] = []
    for position in POSITIONS:
        most = MOST_VP if not values else 0 if award == WORLD_WIDE else values[-1]
        values.append(row[position].integer(0, most))
    return tuple(values)


def _read_bands(path: Path) -> tuple[Band, ...]:
    columns = [f"players_{n + 1}" for n in range(PLAYERS)]
    rows = read_csv(path, ("band", "name", *columns, "source", "name_source"), unique=("name",))
    data.check_ids(rows, "band")
    check_row_count(path, rows, BANDS, BANDS, "ratings")
    bands = gather(partial(_band, row, columns) for row in rows)
    for before, row, band in zip(bands, rows[1:], bands[1:], strict=False):
        for column, low, bound in zip(columns, before.bounds or (0,) * PLAYERS, band.bounds or (), strict=True):
            if bound <= low:
                row[column].fail(f"more than {low}, as the bounds rise")
    return tuple(bands)


def _band(row: Row, columns: Sequence[str]) -> Band:
    lowest = row["band"].text == "0"
    if lowest:
        for column in columns:
            if row[column].text:
                row[column].fail("nothing, as every score below band 1 is in band 0")
    return Band(
        name=row["name"].name(),
        bounds=None if lowest else tuple(row[column].integer(1, MOST_BOUND) for column in columns),
        source=row["source"].one_of(SOURCES),
        name_source=row["name_source"].one_of(SOURCES),
    )


# --- maps -------------------------------------------------------------------------------------------------------------


def _read_maps(path: Path) -> tuple[Map, ...]:
    """The maps of the folder that holds the player board, in the order of their file names."""
    files = sorted(file for file in path.parent.glob("*.toml") if file.name != path.name)
    if not 1 <= len(files) <= MAPS:
        names = f": {', '.join(file.name for file in files)}" if files else ""
        raise problem(path.parent, f"{len(files)} maps{names}", f"1 to {MAPS} beside {path.name}")
    return tuple(gather(partial(read_map, file) for file in files))


_BOARD = "boards/player_board.toml"
_FILES: tuple[tuple[str, Callable[[Path], Any]], ...] = (
    ("tokens.csv", _read_tokens),
    ("fish.csv", _read_tiles),
    ("escalation.csv", _read_escalations),
    ("awards.csv", _read_awards),
    ("ratings.csv", _read_bands),
    (_BOARD, read_player_board),
    (_BOARD, _read_maps),
)
FILES = tuple(dict.fromkeys(file for file, _ in _FILES))
