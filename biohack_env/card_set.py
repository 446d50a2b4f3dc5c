"""The card set as plain Python, read from a folder of card files; every check of RULES.md 4 and 5 is made."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from arkade import data
from arkade.data import Cell, Row, check_row_count, gather, problem, read_csv
from arkade.records import NONE
from biohack_env.boards import (
    Boards,
    Locations,
    Space,
    Tracks,
    effect_without,
    read_boards,
    read_die,
    read_locations,
    read_spaces,
    read_tracks,
    refuse_return,
)
from biohack_env.components import (
    CLASSES,
    CREATURES,
    CREATURES_OF,
    GENES,
    LINES,
    LOCATIONS,
    MILESTONES,
    MOST_EP,
    MOST_GENES,
    MOST_TIMES,
    POLICE_AREAS,
    ROWS,
    SCIENTISTS,
    SOLO_CARDS,
    SOLO_PER_LOCATION,
    SOURCES,
    SPACES,
    TILES,
)
from biohack_env.grammar import COMMONS, Effect, Genes, Kind, Line, Score, read_discount, read_score

__all__ = [
    "FILES",
    "HOUSE",
    "CardSet",
    "Creature",
    "Milestone",
    "Scientist",
    "SoloCard",
    "Space",
    "Tile",
    "Tracks",
    "check_folder",
    "load_cards",
]

HOUSE = Path(__file__).parent / "cards"


@dataclasses.dataclass(frozen=True)
class Creature:
    """A creature card.

    A common improves the action of `location` by `effect`, an artisan takes `discount` and `wild` genes of any type off
    a cost, a noble scores; what a class does not have is NONE, empty or 0.
    """

    name: str
    creature_class: int
    cost: Genes
    ep: int
    location: int
    effect: Effect
    discount: Genes
    wild: int
    score: Score
    source: str


@dataclasses.dataclass(frozen=True)
class Scientist:
    """A scientist card: planning effect, discount and score, from the top row to the bottom."""

    name: str
    plan: Effect
    discount: Genes
    wild: int
    score: Score
    source: str


@dataclasses.dataclass(frozen=True)
class Milestone:
    """A milestone card: gene icons on different creatures, creatures of each class, different genes."""

    name: str
    genes: Genes
    classes: tuple[int, ...]
    types: int
    source: str


@dataclasses.dataclass(frozen=True)
class Tile:
    """A downtown tile."""

    name: str
    effect: Effect
    source: str


@dataclasses.dataclass(frozen=True)
class SoloCard:
    """A solo card: the assistant's location, two places in POLICE_AREAS, spaces 3 * class + column that are cleared."""

    location: int
    police: tuple[int, int]
    cleared: tuple[int, ...]
    source: str


@dataclasses.dataclass(frozen=True)
class CardSet:
    """All that a folder of card files says; ids are places in the tuples.

    `boards` has the placement bonuses by board, side and space, `locations` the actions by number of players, location
    and Nomans left, `die` the result of each face, `tokens` the names of the Enclosure tokens by gene.
    """

    folder: Path
    creatures: tuple[Creature, ...]
    scientists: tuple[Scientist, ...]
    milestones: tuple[Milestone, ...]
    tiles: tuple[Tile, ...]
    boards: Boards
    locations: Locations
    spaces: tuple[Space, ...]
    tracks: Tracks
    die: tuple[int, ...]
    solo: tuple[SoloCard, ...]
    tokens: tuple[str, ...]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every different line of all effects; ids of lines are places here, the commons' own come first."""
        return tuple(dict.fromkeys([*COMMONS, *itertools.chain.from_iterable(self._effects())]))

    @cached_property
    def line_ids(self) -> dict[Line, int]:
        """The id of each line."""
        return {line: i for i, line in enumerate(self.lines)}

    @cached_property
    def line_texts(self) -> dict[str, int]:
        """The id of each line by its words."""
        return {line.text: i for i, line in enumerate(self.lines)}

    def ids(self, effect: Effect) -> tuple[int, int]:
        """The ids of the two lines of an effect, NONE for those it has not."""
        first, second, *_ = (*(self.line_ids[line] for line in effect), NONE, NONE)
        return first, second

    def _effects(self) -> Iterator[Effect]:
        for creature in self.creatures:
            yield creature.effect
        for scientist in self.scientists:
            yield scientist.plan
        for tile in self.tiles:
            yield tile.effect
        for table in (*self.boards, *self.locations):
            yield from itertools.chain.from_iterable(table)
        for space in self.spaces:
            yield from (space.bonus, space.main)
        yield from self.tracks.reservation


def load_cards(folder: str | Path | None = None) -> CardSet:
    """The card set of `folder` (None: the house set).

    Raises CardError with the problems of all files, each with file, line, column, what was found and what is allowed.
    """
    path, found = data.read_folder(HOUSE if folder is None else folder, _READERS)
    cards = CardSet(path, *found)
    if len(cards.lines) > LINES:
        raise problem(path, f"{len(cards.lines)} different lines in all effects", f"at most {LINES}")
    return cards


def check_folder(folder: str | Path) -> list[str]:
    """What is wrong with the card files of `folder`, one message per problem; empty where it can be played."""
    return data.folder_problems(load_cards, folder)


# --- creatures and scientists -----------------------------------------------------------------------------------------


def _read_creatures(path: Path) -> tuple[Creature, ...]:
    columns = ("id", "name", "class", *GENES, "ep", "location", "effect", "discount", "wild", "score", "source")
    rows = read_csv(path, columns, unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, CREATURES, CREATURES, "creatures")
    classes = [i for i, n in enumerate(CREATURES_OF) for _ in range(n)]
    return tuple(gather(partial(_creature, *pair) for pair in zip(rows, classes, strict=True)))


def _creature(row: Row, creature_class: int) -> Creature:
    name = CLASSES[creature_class]
    row["class"].one_of((name,))
    for column, owner, nothing in _OWNED:
        if name != owner:
            _require(row[column], nothing, f"as only {owner}s have it")
    common = name == "common"
    return Creature(
        name=row["name"].name(),
        creature_class=creature_class,
        cost=_cost(row),
        ep=row["ep"].integer(0, 0 if name == "noble" else MOST_EP),
        location=LOCATIONS.index(row["location"].one_of(LOCATIONS)) if common else NONE,
        effect=_common_effect(row) if common else (),
        discount=read_discount(row["discount"]),
        wild=row["wild"].integer(0, MOST_TIMES),
        score=read_score(row["score"]),
        source=row["source"].one_of(SOURCES),
    )


_OWNED = (
    ("location", "common", "none"),
    ("effect", "common", "none"),
    ("discount", "artisan", "none"),
    ("wild", "artisan", "0"),
    ("score", "noble", "none"),
)
_NOT_OF_COMMONS = (Kind.CREATE, Kind.ALLEY, Kind.DNA, Kind.DIE, Kind.RESERVE, Kind.VISIT)


def _require(cell: Cell, text: str, reason: str) -> None:
    if cell.text != text:
        cell.fail(f"{text}, {reason}")


def _cost(row: Row) -> Genes:
    cost = tuple(row[gene].integer(0, MOST_GENES) for gene in GENES)
    if not any(cost):
        row[GENES[0]].fail("more than 0, as the other genes of the cost are 0")
    return cost


def _common_effect(row: Row) -> Effect:
    if row["location"].text == "basement":
        return effect_without(row["effect"], (*_NOT_OF_COMMONS, Kind.BUY), "at the basement")
    return effect_without(row["effect"], _NOT_OF_COMMONS, "of a common")


def _read_scientists(path: Path) -> tuple[Scientist, ...]:
    rows = read_csv(path, ("id", "name", "plan", "discount", "wild", "score", "source"), unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, SCIENTISTS, SCIENTISTS, "scientists")
    return tuple(gather(partial(_scientist, row) for row in rows))


def _scientist(row: Row) -> Scientist:
    return Scientist(
        name=row["name"].name(),
        plan=effect_without(row["plan"], (Kind.RESERVE,), "as a planning effect"),
        discount=read_discount(row["discount"]),
        wild=row["wild"].integer(0, MOST_TIMES),
        score=read_score(row["score"]),
        source=row["source"].one_of(SOURCES),
    )


# --- milestone cards, tiles, tokens -----------------------------------------------------------------------------------


def _read_milestones(path: Path) -> tuple[Milestone, ...]:
    columns = ("id", "name", *GENES, *_LEAST, "min_types", "source")
    rows = read_csv(path, columns, unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, MILESTONES, MILESTONES, "milestone cards")
    return tuple(gather(partial(_milestone, row) for row in rows))


_LEAST = tuple(f"min_{name}" for name in CLASSES)


def _milestone(row: Row) -> Milestone:
    genes = tuple(row[gene].integer(0, SPACES) for gene in GENES)
    classes = tuple(row[column].integer(0, most) for column, most in zip(_LEAST, ROWS, strict=True))
    types = row["min_types"].integer(0, len(GENES))
    if not any((*genes, *classes, types)):
        row["min_types"].fail("more than 0, as the card asks for nothing else")
    if sum(genes) > SPACES:
        row[GENES[-1]].fail(f"at most {SPACES} genes in all, as each is on another creature")
    return Milestone(row["name"].name(), genes, classes, types, row["source"].one_of(SOURCES))


def _read_tiles(path: Path) -> tuple[Tile, ...]:
    rows = read_csv(path, ("id", "name", "effect", "source"), unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, TILES, TILES, "tiles")
    return tuple(gather(partial(_tile, row) for row in rows))


def _tile(row: Row) -> Tile:
    effect = effect_without(row["effect"], (Kind.RESERVE,), "on a tile")
    refuse_return(row["effect"], effect)
    return Tile(row["name"].name(), effect, row["source"].one_of(SOURCES))


def _read_tokens(path: Path) -> tuple[str, ...]:
    rows = read_csv(path, ("name", "gene", "source"), unique=("name",))
    check_row_count(path, rows, len(GENES), len(GENES), "tokens")
    return tuple(gather(partial(_token, *pair) for pair in zip(rows, GENES, strict=True)))


def _token(row: Row, gene: str) -> str:
    row["gene"].one_of((gene,))
    row["source"].one_of(SOURCES)
    return row["name"].name()


# --- solo cards -------------------------------------------------------------------------------------------------------


def _read_solo(path: Path) -> tuple[SoloCard, ...]:
    rows = read_csv(path, ("id", "location", "police_a", "police_b", "x", "source"))
    data.check_ids(rows)
    check_row_count(path, rows, SOLO_CARDS, SOLO_CARDS, "solo cards")
    return tuple(gather(partial(_solo, row, i // SOLO_PER_LOCATION) for i, row in enumerate(rows)))


def _solo(row: Row, location: int) -> SoloCard:
    row["location"].one_of((LOCATIONS[location],))
    first = row["police_a"].one_of(POLICE_AREAS)
    second = row["police_b"].one_of([area for area in POLICE_AREAS if area != first])
    police = (POLICE_AREAS.index(first), POLICE_AREAS.index(second))
    return SoloCard(location, police, _cleared(row["x"]), row["source"].one_of(SOURCES))


def _cleared(cell: Cell) -> tuple[int, ...]:
    rows: Sequence[str] = cell.text.split("/")
    if len(rows) != len(CLASSES) or any(len(row) != 3 or set(row) - set(".X") for row in rows):
        cell.fail("a row for each class joined by /, each three of . and X, as ..X/.X./X..")
    return tuple(i for i, mark in enumerate("".join(rows)) if mark == "X")


_READERS: dict[str, Callable[[Path], Any]] = {
    "creatures.csv": _read_creatures,
    "scientists.csv": _read_scientists,
    "milestones.csv": _read_milestones,
    "tiles.csv": _read_tiles,
    "boards.csv": read_boards,
    "locations.csv": read_locations,
    "spaces.csv": read_spaces,
    "tracks.csv": read_tracks,
    "die.csv": read_die,
    "solo.csv": _read_solo,
    "tokens.csv": _read_tokens,
}
FILES = tuple(_READERS)
