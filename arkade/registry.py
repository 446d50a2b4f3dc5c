"""Names of games and the doors that make them; a name is a string until it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from arkade.envs.registration import register_envs
from arkade.game import Game

_doors: dict[str, str] = {}


def register(
    name: str, door: str, title: str | None = None, presets: Mapping[str, Mapping[str, Any]] | None = None
) -> None:
    """Add a game: `door` is "module:function", the function takes the options and returns a Game.

    Gymnasium and PettingZoo get to know it too: `title` is how Gymnasium writes the name, `presets` are further titles
    with options.
    """
    module, _, function = door.partition(":")
    if not module or not function:
        raise ValueError(f"door {door!r} of game {name!r}: expected 'module:function'")
    if name in _doors:
        if _doors[name] != door:
            raise ValueError(f"game {name!r} is registered already, as {_doors[name]}")
        return
    _doors[name] = door
    register_envs(name, door, title, presets)


def games() -> list[str]:
    """The names of all games."""
    return sorted(_doors)


def make(name: str, **options: Any) -> Game:
    """One configured game. Options are the game's keyword arguments; ValueError says what is allowed."""
    module, function = door(name).split(":")
    return getattr(importlib.import_module(module), function)(**options)


def door(name: str) -> str:
    """The door of a game; ValueError where there is no such game."""
    if name not in _doors:
        raise ValueError(f"no game {name!r}; games are {', '.join(games())}")
    return _doors[name]


def make_from_options(name: str, door: str, options: Mapping[str, Any], digest: str) -> Game:
    """`make` for a game that this process may not know yet: how a Game is unpickled.

    ValueError where its version or its cards are others than where it was pickled: on another machine, say.
    """
    register(name, door)
    game = make(name, **options)
    if game.digest() != digest:
        raise ValueError(f"{game!r} was pickled with another version or other cards than are here")
    return game


register("biohack", "biohack_env.biohack_v0:game", "Biohack", {"BiohackSolo": {"num_players": 1}})
register("enclosure", "enclosure_env.enclosure_v0:game")
register("hiddenark", "hiddenark_env.hiddenark_v0:game", "HiddenArk", {"HiddenArkSolo": {"mode": "solo"}})
register("replicants", "replicants_env.replicants_v0:game")
