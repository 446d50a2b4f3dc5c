"""Player boards, locations, experiment spaces, tracks and die, read from their files (RULES.md 5.9–5.11)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from arkade import data
from arkade.data import Cell, Row, check_row_count, gather, read_csv
from biohack_env.components import (
    BOARDS,
    COLUMNS,
    DIE_FACES,
    DIE_RESULTS,
    LOCATIONS,
    MAIN_SIDES,
    MEDICINE,
    MOST_COINS,
    MOST_EP,
    MOST_ROUNDS,
    MOST_TIMES,
    PLAYER_SIDES,
    PLAYERS,
    RESERVATIONS,
    SEATS,
    SOURCES,
    SPACE_NAMES,
    SPACES_OF_AREAS,
)
from biohack_env.grammar import Effect, Kind, Line, read_effect


@dataclasses.dataclass(frozen=True)
class Space:
    """An experiment space of the main board; `sides` are the letters of the sides that have it."""

    name: str
    sides: str
    bonus: Effect
    main: Effect
    source: str


@dataclasses.dataclass(frozen=True)
class Tracks:
    """Numbers of the main board, each for side A and side B; `solo_rounds` for a game alone.

    `display_price` from the left, `start_coins` and `start_medicine` by turn order, `row_ep` and `milestone_ep` from
    the leftmost milestone space, `reservation` has the effect under each space of the reservation track.
    """

    display_price: tuple[tuple[int, ...], ...]
    deck_price: tuple[int, ...]
    rounds: tuple[int, ...]
    solo_rounds: int
    start_coins: tuple[tuple[int, ...], ...]
    start_medicine: tuple[tuple[int, ...], ...]
    injury_penalty: tuple[int, ...]
    coins_per_ep: tuple[int, ...]
    token_ep: tuple[int, ...]
    row_ep: tuple[tuple[int, ...], ...]
    milestone_ep: tuple[tuple[int, ...], ...]
    reservation: tuple[Effect, ...]


Boards = tuple[tuple[tuple[Effect, ...], ...], ...]  # placement bonuses by board, side and space
Locations = tuple[tuple[tuple[Effect, ...], ...], ...]  # actions by number of players, location and Nomans left


def effect_without(cell: Cell, kinds: Sequence[Kind], where: str) -> Effect:
    """The effect of a cell where lines of some kinds may not stand."""
    effect = read_effect(cell)
    for line in effect:
        if line.kind in kinds:
            cell.fail(f"no {line.kind.name.lower()} {where}")
    return effect


def refuse_return(cell: Cell, *effects: Effect) -> None:
    """Fail where one place can injure the Noman there and heal it: it could come back for ever (D61)."""
    lines = [line for effect in effects for line in effect]
    for i, line in enumerate(lines):
        others = (*lines[:i], *lines[i + 1 :])
        if line.kind in (Kind.DIE, Kind.VISIT) and any(_may_heal(other) for other in others):
            cell.fail("no medicine from a place that rolls the die, where an injured Noman could come back for ever")


def _may_heal(line: Line) -> bool:
    return line.kind == Kind.VISIT or line.vec[MEDICINE] > 0


# --- player boards ----------------------------------------------------------------------------------------------------


def read_boards(path: Path) -> Boards:
    """The placement bonuses of every board and side."""
    rows = read_csv(path, ("board", "side", *SPACE_NAMES, "source"))
    check_row_count(path, rows, BOARDS * 2, BOARDS * 2, "sides of player boards")
    sides = gather(partial(_board, row, *divmod(i, 2)) for i, row in enumerate(rows))
    return tuple(tuple(sides[2 * board : 2 * board + 2]) for board in range(BOARDS))


def _board(row: Row, board: int, side: int) -> tuple[Effect, ...]:
    row["board"].integer(board, board)
    row["side"].one_of((PLAYER_SIDES[side],))
    row["source"].one_of(SOURCES)
    return tuple(effect_without(row[name], (Kind.CREATE, Kind.RESERVE), "as a placement bonus") for name in SPACE_NAMES)


# --- locations --------------------------------------------------------------------------------------------------------


def read_locations(path: Path) -> Locations:
    """The actions of the locations; a player alone uses those of two."""
    rows = read_csv(path, ("players", "location", "rem", "effect", "source"))
    places = [(n, location, rem) for n in (4, 3, 2) for location in LOCATIONS for rem in reversed(range(n))]
    check_row_count(path, rows, len(places), len(places), "rows of locations")
    effects = dict(
        zip(places, gather(partial(_location, *pair) for pair in zip(rows, places, strict=True)), strict=True)
    )
    tables = {
        n: tuple(tuple(effects[n, location, rem] for rem in range(n)) for location in LOCATIONS)
        for n in range(2, PLAYERS + 1)
    }
    return ((), tables[2], *tables.values())


def _location(row: Row, place: tuple[int, str, int]) -> Effect:
    players, location, rem = place
    row["players"].integer(players, players)
    row["location"].one_of((location,))
    row["rem"].integer(rem, rem)
    row["source"].one_of(SOURCES)
    effect = effect_without(row["effect"], (Kind.CREATE, Kind.RESERVE, Kind.VISIT), "at a location")
    refuse_return(row["effect"], effect)
    return effect


# --- experiment spaces ------------------------------------------------------------------------------------------------


def read_spaces(path: Path) -> tuple[Space, ...]:
    """The experiment spaces of the main board, by experiment code."""
    rows = read_csv(path, ("space", "side", "bonus", "main", "source"))
    check_row_count(path, rows, len(SPACES_OF_AREAS), len(SPACES_OF_AREAS), "experiment spaces")
    return tuple(gather(partial(_space, *pair) for pair in zip(rows, SPACES_OF_AREAS, strict=True)))


def _space(row: Row, name: str) -> Space:
    row["space"].one_of((name,))
    sides = row["side"].one_of(("B",) if name.endswith("_reserve") else ("AB",))
    if name in ("biofarm", "alley", "dna") and row["bonus"].text != "none":
        row["bonus"].fail("none, as a basic space has no bonus")
    where = (Kind.RESERVE,) if "A" in sides else ()
    words = "on a space of side A, which has no reservation track"
    bonus, main = (effect_without(row[column], where, words) for column in ("bonus", "main"))
    refuse_return(row["main"], bonus, main)
    return Space(name, sides, bonus, main, row["source"].one_of(SOURCES))


# --- tracks -----------------------------------------------------------------------------------------------------------

_LIMITS: dict[str, tuple[tuple[int, int], int, int]] = {  # values on side A and B, lowest, highest
    "display_price": (COLUMNS, 0, MOST_TIMES),
    "deck_price": ((1, 1), 0, MOST_TIMES),
    "rounds": ((1, 1), 1, MOST_ROUNDS),
    "solo_rounds": ((1, 0), 1, len(LOCATIONS) - 1),  # a round turns a solo card and shows the next
    "start_coins": (SEATS, 0, MOST_COINS),
    "start_medicine": (SEATS, 0, 2),
    "injury_penalty": ((1, 1), 0, MOST_EP),
    "coins_per_ep": ((1, 1), 1, MOST_EP),
    "token_ep": ((1, 1), 0, MOST_EP),
    "row_ep": (SEATS, 0, MOST_EP),
    "milestone_ep": (SEATS, 0, MOST_EP),
    "reservation": ((0, RESERVATIONS), 0, 0),
}
_LISTS = ("display_price", "start_coins", "start_medicine", "row_ep", "milestone_ep")
_TRACK_PLACES = [
    (key, side, position)
    for key, (lengths, _, _) in _LIMITS.items()
    for side, length in zip(MAIN_SIDES, lengths, strict=True)
    for position in range(length)
]


def read_tracks(path: Path) -> Tracks:
    """The numbers of the main board."""
    rows = read_csv(path, ("key", "side", "position", "value", "source"))
    check_row_count(path, rows, len(_TRACK_PLACES), len(_TRACK_PLACES), "values of tracks")
    found = gather(partial(_track, *pair) for pair in zip(rows, _TRACK_PLACES, strict=True))
    values = dict(zip(_TRACK_PLACES, found, strict=True))

    def along(key: str, side: str) -> tuple[int | Effect, ...]:
        return tuple(value for (other, its_side, _), value in values.items() if (other, its_side) == (key, side))

    fields: dict[str, object] = {key: tuple(along(key, side) for side in MAIN_SIDES) for key in _LISTS}
    for key in ("deck_price", "rounds", "injury_penalty", "coins_per_ep", "token_ep"):
        fields[key] = tuple(along(key, side)[0] for side in MAIN_SIDES)
    (solo_rounds,) = along("solo_rounds", "A")
    return Tracks(solo_rounds=solo_rounds, reservation=along("reservation", "B"), **fields)  # type: ignore[arg-type]


def _track(row: Row, place: tuple[str, str, int]) -> int | Effect:
    key, side, position = place
    row["key"].one_of((key,))
    row["side"].one_of((side,))
    row["position"].integer(position, position)
    row["source"].one_of(SOURCES)
    if key == "reservation":
        return effect_without(row["value"], (Kind.RESERVE,), "as a planning effect")
    _, low, high = _LIMITS[key]
    return row["value"].integer(low, high)


# --- danger die -------------------------------------------------------------------------------------------------------


def read_die(path: Path) -> tuple[int, ...]:
    """The result on each face."""
    rows = read_csv(path, ("face", "result", "source"))
    data.check_ids(rows, "face")
    check_row_count(path, rows, 1, DIE_FACES, "faces")
    return tuple(gather(partial(_face, row) for row in rows))


def _face(row: Row) -> int:
    row["source"].one_of(SOURCES)
    return row["result"].integer(0, DIE_RESULTS - 1)
