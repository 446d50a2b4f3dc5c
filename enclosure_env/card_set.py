"""The card set as plain Python, read from a folder of card files; every check of RULES.md section 3 is made."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple

from arkade import data
from arkade.data import Cell, Row, check_row_count, gather, key_problem, problem, read_csv, read_toml
from arkade.records import NONE
from enclosure_env.grid import SIDE
from enclosure_env.state import (
    ADVANCED,
    AREA_LETTERS,
    AREA_SIZES,
    AREAS,
    BASIC,
    CELLS,
    CREATURE_LETTERS,
    CREATURES,
    FEATURE_NAMES,
    MOVEMENTS,
    PRIVATES,
    PUBLICS,
    SWAPS,
)

HOUSE = Path(__file__).parent / "cards"
MOST_TERMS = 6  # of a requirement
MOST_COUNT = 4  # tokens that one term asks for
MOST_OF_CREATURE = 5  # tokens of a creature that a card asks for: what two players can leave to one of them
MOST_TAGS = 127  # tags of one kind on all cards together
MOST_CARD_TAGS = 9  # tags of one kind that the data may give to a card
MOST_EP = 15
MOST_EP_PER_TAG = 5
MOST_THRESHOLD = 126


@dataclasses.dataclass(frozen=True)
class Movement:
    """A type of movement card; `pattern` holds the rows of a swap card's image, the push card has none."""

    name: str
    pattern: tuple[str, ...]
    source: str


class Term(NamedTuple):
    """What a requirement asks for: so many tokens of a creature in an area."""

    creature: int
    area: int
    tokens: int


@dataclasses.dataclass(frozen=True)
class Research:
    """A research card; `push` is the creature of its effect or NONE, tags are counted by creature and by area (D8)."""

    id: str
    name: str
    tier: str
    need: tuple[Term, ...]
    push: int
    ep: int
    creature_tags: tuple[int, ...]
    habitat_tags: tuple[int, ...]
    source: str


class Condition(NamedTuple):
    """A number of a player that must reach a threshold; `feature` is a place in FEATURE_NAMES."""

    feature: int
    threshold: int


@dataclasses.dataclass(frozen=True)
class Milestone:
    """A milestone card: one of its alternatives must hold in full.

    At the end it is worth `ep` and `ep_per_tag` for each unit of `ep_tag`, a place in FEATURE_NAMES or NONE.
    """

    id: str
    name: str
    alternatives: tuple[tuple[Condition, ...], ...]
    ep: int
    ep_tag: int
    ep_per_tag: int
    source: str


@dataclasses.dataclass(frozen=True)
class CardSet:
    """All that a folder of card files says; internal ids are places in `movements`, `research` and `milestones`.

    `area` is the area of each cell, `start` holds the six start cells in the order of R6.
    """

    folder: Path
    area: tuple[int, ...]
    start: tuple[int, ...]
    movements: tuple[Movement, ...]
    research: tuple[Research, ...]
    milestones: tuple[Milestone, ...]

    @property
    def private(self) -> tuple[Milestone, ...]:
        """The private milestones, one per creature."""
        return self.milestones[:PRIVATES]

    @property
    def public(self) -> tuple[Milestone, ...]:
        """The public milestones."""
        return self.milestones[PRIVATES:]

    @cached_property
    def movement_ids(self) -> dict[str, int]:
        """The internal id of each movement card by its name."""
        return {card.name: i for i, card in enumerate(self.movements)}

    @cached_property
    def research_ids(self) -> dict[str, int]:
        """The internal id of each research card by its printed id: b01 is 0."""
        return {card.id: i for i, card in enumerate(self.research)}

    @cached_property
    def public_ids(self) -> dict[str, int]:
        """The internal id of each public milestone by its printed id: p01 is 0."""
        return {card.id: i for i, card in enumerate(self.public)}


def load_cards(folder: str | Path | None = None) -> CardSet:
    """The card set of `folder` (None: the house set).

    Raises CardError with the problems of all files, each with file, line, column, what was found and what is allowed.
    """
    path, found = data.read_folder(HOUSE if folder is None else folder, _READERS)
    (area, start), movements, research, milestones = found
    return CardSet(path, area, start, movements, research, milestones)


def check_folder(folder: str | Path) -> list[str]:
    """What is wrong with the card files of `folder`, one message per problem; empty where it can be played."""
    return data.folder_problems(load_cards, folder)


# --- habitat.toml -----------------------------------------------------------------------------------------------------


def _are_rows(value: Any) -> bool:
    texts = isinstance(value, list) and len(value) == SIDE and all(isinstance(row, str) for row in value)
    return texts and all(len(row) == SIDE and not set(row) - set(AREA_LETTERS) for row in value)


def _are_places(value: Any) -> bool:
    number, _ = data.wholes(2, 0, SIDE - 1)
    return isinstance(value, list) and len(value) == len(_STARTS) and all(number(place) for place in value)


# Area of each start cell, what no other cell of its area may be, and on which axes (0 row, 1 column) and sides (R6).
_STARTS = (
    ("M", "left of it", ((1, -1),)),
    ("K", "above it", ((0, -1),)),
    ("F", "right of it", ((1, 1),)),
    ("D", "below it", ((0, 1),)),
    ("C", "above or left of it", ((0, -1), (1, -1))),
    ("C", "below or right of it", ((0, 1), (1, 1))),
)
_HABITAT = {
    "rows": (_are_rows, f"a list of {SIDE} texts, each {SIDE} letters of {AREA_LETTERS}"),
    "start": (_are_places, f"a list of {len(_STARTS)} pairs [row, column], each a whole number from 0 to {SIDE - 1}"),
    "source": data.text(),
}


def _read_habitat(path: Path) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The area of each cell, and the start cells."""
    values = read_toml(path, _HABITAT)
    letters = "".join(values["rows"])
    for letter, size in zip(AREA_LETTERS, AREA_SIZES, strict=True):
        if letters.count(letter) != size:
            raise key_problem(path, "rows", f"{letters.count(letter)} cells of {letter}", str(size))
    places = [tuple(place) for place in values["start"]]
    for i, place in enumerate(places):
        if place in places[:i]:
            raise key_problem(path, "start", f"the cell {list(place)} twice", "six different cells")
        _check_start(path, letters, i, place)
    area = tuple(AREA_LETTERS.index(letter) for letter in letters)
    return area, tuple(SIDE * row + column for row, column in places)


def _check_start(path: Path, letters: str, i: int, place: tuple[int, ...]) -> None:
    letter, where, sides = _STARTS[i]
    area = [divmod(cell, SIDE) for cell in range(CELLS) if letters[cell] == letter]
    if place not in area or any((other[axis] - place[axis]) * side > 0 for other in area for axis, side in sides):
        found, allowed = f"{list(place)} as cell {i + 1}", f"a cell of {letter} with no other {letter} {where}"
        raise key_problem(path, "start", found, allowed)


# --- movement.csv -----------------------------------------------------------------------------------------------------


def _read_movement(path: Path) -> tuple[Movement, ...]:
    rows = read_csv(path, ("id", "name", "kind", "pattern", "source"), unique=("name",))
    data.check_ids(rows)
    check_row_count(path, rows, MOVEMENTS, MOVEMENTS, "movement cards")
    return tuple(gather(partial(_movement, row, i < SWAPS) for i, row in enumerate(rows)))


def _movement(row: Row, swaps: bool) -> Movement:
    row["kind"].one_of(("swap",) if swaps else ("push",))
    if not swaps and row["pattern"].text:
        row["pattern"].fail("nothing, as this card pushes")
    pattern = _pattern(row["pattern"]) if swaps else ()
    return Movement(row["name"].name(), pattern, row["source"].name())


def _pattern(cell: Cell) -> tuple[str, ...]:
    rows = tuple(cell.text.split("/"))
    fits = len(rows) <= SIDE and len(set(map(len, rows))) == 1 and 1 <= len(rows[0]) <= SIDE
    if not fits or set(cell.text) - set("X./") or cell.text.count("X") < 2:
        cell.fail(f"1 to {SIDE} rows joined by /, of one length up to {SIDE}, made of X and ., with two X or more")
    return rows


# --- research.csv -----------------------------------------------------------------------------------------------------

_COLUMNS = ("id", "name", "tier", "requirement", "push", "ep", "creature_tags", "habitat_tags", "source")
_TERM = re.compile(rf"([{CREATURE_LETTERS}])([1-{MOST_COUNT}]?)@([{AREA_LETTERS}])")


def _read_research(path: Path) -> tuple[Research, ...]:
    rows = read_csv(path, _COLUMNS, unique=("name",))
    ids = [f"b{i + 1:02}" for i in range(BASIC)] + [f"a{i + 1:02}" for i in range(ADVANCED)]
    check_row_count(path, rows, len(ids), len(ids), "research cards")
    _check_order(rows, ids)
    cards = tuple(gather(partial(_research, row) for row in rows))
    for letters, column in ((CREATURE_LETTERS, "creature_tags"), (AREA_LETTERS, "habitat_tags")):
        for i, letter in enumerate(letters):
            total = sum(getattr(card, column)[i] for card in cards)
            if total > MOST_TAGS:
                place = f"columns 'requirement' and {column!r}"
                raise problem(path, f"{total} tags of {letter} on all cards", f"at most {MOST_TAGS}", place=place)
    return cards


def _check_order(rows: Sequence[Row], ids: Sequence[str]) -> None:
    for row, wanted in zip(rows, ids, strict=True):
        if row["id"].text != wanted:
            row["id"].fail(f"{wanted}, as the ids are {ids[0]} to {ids[-1]} in order")


def _research(row: Row) -> Research:
    need = _need(row["requirement"])
    push = row["push"].one_of((*CREATURE_LETTERS, "none"))
    by_creature, by_area = Counter[int](), Counter(term.area for term in need)
    for term in need:
        by_creature[term.creature] += term.tokens
    return Research(
        id=row["id"].text,
        name=row["name"].name(),
        tier=row["tier"].text,
        need=need,
        push=NONE if push == "none" else CREATURE_LETTERS.index(push),
        ep=row["ep"].integer(0, MOST_EP),
        creature_tags=_tags(row["creature_tags"], CREATURE_LETTERS, by_creature),
        habitat_tags=_tags(row["habitat_tags"], AREA_LETTERS, by_area),
        source=row["source"].name(),
    )


def _need(cell: Cell) -> tuple[Term, ...]:
    matches = [_TERM.fullmatch(word) for word in cell.text.split()]
    terms = [
        Term(CREATURE_LETTERS.index(found[1]), AREA_LETTERS.index(found[3]), int(found[2] or 1))
        for found in matches
        if found
    ]
    if len(terms) < len(matches) or not 1 <= len(terms) <= MOST_TERMS:
        cell.fail(
            f"1 to {MOST_TERMS} terms with blanks between, each creature[count]@area: creature {CREATURE_LETTERS}, "
            f"count 1 to {MOST_COUNT}, area {AREA_LETTERS}"
        )
    if len({(term.creature, term.area) for term in terms}) < len(terms):
        cell.fail("each creature in an area at most once")
    for area in range(AREAS):
        if sum(term.tokens for term in terms if term.area == area) > AREA_SIZES[area]:
            cell.fail(f"no more tokens in {AREA_LETTERS[area]} than it has cells, {AREA_SIZES[area]}")
    for creature in range(CREATURES):
        if sum(term.tokens for term in terms if term.creature == creature) > MOST_OF_CREATURE:
            cell.fail(f"at most {MOST_OF_CREATURE} tokens of {CREATURE_LETTERS[creature]}")
    return tuple(terms)


def _tags(cell: Cell, letters: str, derived: Counter[int]) -> tuple[int, ...]:
    """Tags by letter: those that the data gives, else those of the requirement (D8)."""
    if not cell.text:
        return tuple(derived[i] for i in range(len(letters)))
    words = [] if cell.text == "none" else cell.text.split()
    found = {word[0]: int(word[1:] or 1) for word in words if re.fullmatch(rf"[{letters}][1-{MOST_CARD_TAGS}]?", word)}
    if len(found) < len(words):
        cell.fail(
            f"nothing, none, or letters of {letters}, each once, with a count 1 to {MOST_CARD_TAGS}, as {letters[0]}2"
        )
    return tuple(found.get(letter, 0) for letter in letters)


# --- milestones.csv ---------------------------------------------------------------------------------------------------

_CONDITION = re.compile(r"\s*([a-zA-Z_.]+)\s*>=\s*([0-9]{1,3})\s*")


def _read_milestones(path: Path) -> tuple[Milestone, ...]:
    rows = read_csv(path, ("id", "name", "alt1", "alt2", "ep", "ep_tag", "ep_per_tag", "source"), unique=("name",))
    ids = [f"m_{letter}" for letter in CREATURE_LETTERS] + [f"p{i + 1:02}" for i in range(PUBLICS)]
    check_row_count(path, rows, len(ids), len(ids), "milestones")
    _check_order(rows, ids)
    return tuple(gather(partial(_milestone, row) for row in rows))


def _milestone(row: Row) -> Milestone:
    private, tag = row["id"].text.startswith("m"), row["ep_tag"]
    alternatives = [_conditions(row[column]) for column in ("alt1", "alt2") if row[column].text or column == "alt1"]
    ep_per_tag = row["ep_per_tag"].integer(0, MOST_EP_PER_TAG if private else 0)
    if ep_per_tag == 0 and tag.text:
        tag.fail("nothing where ep_per_tag is 0")
    return Milestone(
        id=row["id"].text,
        name=row["name"].name(),
        alternatives=tuple(alternatives),
        ep=row["ep"].integer(0, MOST_EP),
        ep_tag=FEATURE_NAMES.index(tag.one_of(FEATURE_NAMES)) if ep_per_tag else NONE,
        ep_per_tag=ep_per_tag,
        source=row["source"].name(),
    )


def _conditions(cell: Cell) -> tuple[Condition, ...]:
    found = [_CONDITION.fullmatch(word) for word in cell.text.split("&")]
    conditions = [
        Condition(FEATURE_NAMES.index(match[1]), int(match[2]))
        for match in found
        if match and match[1] in FEATURE_NAMES and 1 <= int(match[2]) <= MOST_THRESHOLD
    ]
    if len(conditions) < len(found):
        cell.fail(f"feature>=1 to {MOST_THRESHOLD}, several joined by &; features are {', '.join(FEATURE_NAMES)}")
    if len({condition.feature for condition in conditions}) < len(conditions):
        cell.fail("each feature at most once")
    return tuple(conditions)


_READERS: dict[str, Callable[[Path], Any]] = {
    "habitat.toml": _read_habitat,
    "movement.csv": _read_movement,
    "research.csv": _read_research,
    "milestones.csv": _read_milestones,
}
FILES = tuple(_READERS)
