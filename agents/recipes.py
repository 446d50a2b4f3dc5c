"""How to train and how to search: settings per game, read from `recipes/GAME.toml`.

A file has a table per length of a run (LENGTHS), the same under `team` for games in which all players share one result,
and `search`. A table names what differs from the table around it, and that one what differs from Recipe's defaults.
"""

from __future__ import annotations

import dataclasses
import functools
import tomllib
import typing
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

FOLDER = Path(__file__).parent / "recipes"
LENGTHS = {"minute": 0.0, "ten_minutes": 5.0, "long": 30.0}  # and from how many minutes on each is meant
TEAM, SEARCH = "team", "search"


@dataclasses.dataclass(frozen=True)
class Recipe:
    """The settings of one training run."""

    # Imitation of a teacher that plays all seats; some moves are random, so that it is seen out of trouble, too.
    teacher: str = "greedy"
    imitation_seconds: float = 12.0  # or 60 % of a short run
    imitation_decisions: int = 120_000  # collected per pass, then learned from `imitation_epochs` times
    imitation_epochs: int = 4
    imitation_noise: float = 0.05  # share of random moves
    imitation_learning_rate: float = 2e-3

    # How many of its own steps ahead greedy judges each action for the policy, which imitates that greedy then; 0: it
    # sees no judgement, and imitates the teacher.
    look_ahead: int = 0

    # MaskablePPO against the teacher and, in longer runs, a pool of earlier selves.
    num_envs: int = 512
    n_steps: int = 16
    batch_size: int = 1024
    n_epochs: int = 2
    learning_rate: float = 1.5e-3  # falls to a tenth
    gamma: float = 0.98
    gae_lambda: float = 0.9
    entropy: float = 0.003
    clip: float = 0.2
    reward_scale: float = 0.05  # of the change of the margin in points, which is the reward
    pool_share: float = 0.0  # of the games are played against the pool, the others against the teacher
    pool_size: int = 8
    pool_checks: int = 1  # a self joins the pool at every so many-th check
    input_width: int = 64  # of the layer that policy and value share
    layers: tuple[int, ...] = (64,)  # of each of them after that

    checks: int = 2  # evaluations after that of the imitated player, evenly in time, the last one at the end
    check_games: int = 600


@dataclasses.dataclass(frozen=True)
class SearchRecipe:
    """The settings of a tree search."""

    playout: str = "random"  # random actions; "greedy": the best one step ahead; "value": random, judged at once
    depth: int | None = None  # steps of a playout until `evaluate` judges the position; None: to the end
    exploration: float = 0.7  # of actions tried seldom, in units of the results, which are in [-1, 1]
    prior: float = 0.0  # visits that the value one step ahead counts for
    widening: float = 0.0  # a position of v visits tries widening * sqrt(v + 1) actions, the best first; 0: all


Kind = TypeVar("Kind", Recipe, SearchRecipe)


def recipe_for(game: str, minutes: float, shared: bool = False) -> Recipe:
    """The game's recipe for a run of so many minutes; `shared`: where all players share one result."""
    path = FOLDER / f"{game}.toml"
    return read_recipe(path if path.exists() else FOLDER / "default.toml", minutes, shared)


def read_recipe(path: str | Path, minutes: float, shared: bool = False, table: str | None = None) -> Recipe:
    """The recipe of a file: of `table`, such as "long" or "team.minute", or else of the table for so many minutes.

    Raises ValueError for a file with a mistake, in whatever table it is.
    """
    tables = _read(Path(path))
    if table is None:
        length = [name for name, least in LENGTHS.items() if minutes >= least][-1]
        table = f"{TEAM}.{length}" if shared else length
    elif table not in tables or table == SEARCH:
        raise ValueError(f"{path}: no recipe {table!r}; allowed is {', '.join(t for t in tables if t != SEARCH)}")
    return tables[table]


@functools.cache
def search_recipe_for(game: str) -> SearchRecipe:
    """The game's settings of a search."""
    path = FOLDER / f"{game}.toml"
    return _read(path)[SEARCH] if path.exists() else SearchRecipe()


def _read(path: Path) -> dict[str, Any]:
    """The recipe of every table of a file, whether it is written there or not."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no TOML file: {error}") from None
    lengths = _take_tables(path, "", given, [*LENGTHS, TEAM, SEARCH])
    team = lengths.pop(TEAM)
    found: dict[str, Any] = {SEARCH: _fill(path, SEARCH, SearchRecipe(), lengths.pop(SEARCH))}
    common = _fill(path, "", Recipe(), given)
    found |= {name: _fill(path, name, common, table) for name, table in lengths.items()}
    lengths = _take_tables(path, TEAM, team, LENGTHS)
    common = _fill(path, TEAM, common, team)
    return found | {f"{TEAM}.{name}": _fill(path, f"{TEAM}.{name}", common, table) for name, table in lengths.items()}


def _take_tables(path: Path, where: str, table: dict[str, Any], names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Take the tables `names` out of a table; one that is not there is empty."""
    found = {name: table.pop(name, {}) for name in names}
    for name, inner in found.items():
        if not isinstance(inner, dict):
            raise ValueError(f"{path}: {f'{where}.' if where else ''}{name} = {inner!r}: expected a table")
    return found


def _fill(path: Path, where: str, recipe: Kind, given: dict[str, Any]) -> Kind:
    """The recipe with what a table gives in place of its own."""
    place = f"{path}, table {where}" if where else str(path)
    kinds = typing.get_type_hints(type(recipe))
    changes: dict[str, Any] = {}
    for key, value in given.items():
        if key not in kinds:
            raise ValueError(
                f"{place}: unknown {'table' if isinstance(value, dict) else 'key'} {key}; {_allowed(where, kinds)}"
            )
        fits, expected = KINDS[kinds[key]]
        if not fits(value):
            raise ValueError(f"{place}: {key} = {value!r}: expected {expected}")
        changes[key] = tuple(value) if isinstance(value, list) else value
    return dataclasses.replace(recipe, **changes)


def _allowed(where: str, kinds: Iterable[str]) -> str:
    tables = {"": [*LENGTHS, TEAM, SEARCH], TEAM: [*LENGTHS]}.get(where, [])
    return f"allowed is {', '.join(kinds)}" + (f", and tables {', '.join(tables)}" if tables else "")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: Any) -> bool:
    return _is_whole(value) or (isinstance(value, float) and 0 <= value < float("inf"))


# For the type of a setting: what fits, and that in words.
KINDS: dict[Any, tuple[Callable[[Any], bool], str]] = {
    bool: (lambda value: isinstance(value, bool), "true or false"),
    str: (lambda value: isinstance(value, str), "a text"),
    int: (_is_whole, "a whole number from 0"),
    int | None: (_is_whole, "a whole number from 0"),
    float: (_is_number, "a number from 0"),
    tuple[int, ...]: (
        lambda value: isinstance(value, list) and all(map(_is_whole, value)),
        "a list of whole numbers from 0",
    ),
}
