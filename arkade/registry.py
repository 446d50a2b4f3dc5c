"""Names of games and the doors that make them; a name is a string until it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from arkade.game import Game

_doors: dict[str, str] = {"replicants": "replicants_env.replicants_v0:game"}


def register(name: str, door: str) -> None:
    """Add a game: `door` is "module:function", the function takes the options and returns a Game."""
    module, _, function = door.partition(":")
    if not module or not function:
        raise ValueError(f"door {door!r} of game {name!r}: expected 'module:function'")
    if _doors.get(name, door) != door:
        raise ValueError(f"game {name!r} is registered already, as {_doors[name]}")
    _doors[name] = door


def games() -> list[str]:
    """The names of all games."""
    return sorted(_doors)


def make(name: str, **options: Any) -> Game:
    """One configured game. Options are the game's keyword arguments; ValueError says what is allowed."""
    if name not in _doors:
        raise ValueError(f"no game {name!r}; games are {', '.join(games())}")
    module, function = _doors[name].split(":")
    return getattr(importlib.import_module(module), function)(**options)


def make_from_options(name: str, options: Mapping[str, Any]) -> Game:
    """`make` with the options in one mapping: how a Game is unpickled."""
    return make(name, **options)
