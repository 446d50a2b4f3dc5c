"""Values of a scenario dictionary: numbers, lists, and one value per seat; each error names key, found and allowed.

Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import numpy as np

from arkade.game import Game

Given = dict[str, Any]  # the scenario dictionary with every key, None where the default holds


def given_keys(position: Mapping[str, Any], keys: Collection[str]) -> Given:
    """Every key with its value or None; ValueError for an unknown key."""
    unknown = [key for key in position if key not in keys]
    if unknown:
        raise ValueError(f"{unknown[0]}: unknown key; keys are {', '.join(keys)}")
    return {key: position.get(key) for key in keys}


def error(key: str, found: Any, allowed: str) -> ValueError:
    """What to raise where a key holds something that is not allowed."""
    return ValueError(f"{key}: {found!r}; allowed is {allowed}")


def whole(key: str, value: Any, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise error(key, value, f"a whole number from {low} to {high}" if low < high else str(low))
    return int(value)


def number(given: Given, key: str, low: int, high: int, default: int) -> int:
    """The whole number that a key holds, or its default."""
    return default if given[key] is None else whole(key, given[key], low, high)


def items(key: str, value: Any, length: int | None = None) -> list[Any]:
    """The items of a list (or tuple, or set); `length`: how many there must be."""
    if isinstance(value, (str, Mapping)) or not isinstance(value, Collection) or length not in (None, len(value)):
        raise error(key, value, "a list" if length is None else f"a list of {length}")
    return list(value)


def by_number(key: str, value: Any) -> dict[Any, Any]:
    """A mapping with its keys as ints, which JSON turns into texts."""
    if not isinstance(value, Mapping):
        raise error(key, value, "a dict by number")
    return {int(k) if isinstance(k, str) and k.isdecimal() else k: entry for k, entry in value.items()}


def numbered(
    given: Given, key: str, length: int, read: Callable[[str, Any], Any], defaults: Collection[Any]
) -> list[Any]:
    """One value per number 0..length-1, from a list or from a dict by number; a default for None and what is unnamed."""
    value = given[key]
    if value is None or isinstance(value, Mapping):
        by_place = {whole(key, i, 0, length - 1): entry for i, entry in by_number(key, value or {}).items()}
        entries = [by_place.get(i) for i in range(length)]
    else:
        entries = items(key, value, length)
    return [default if entry is None else read(key, entry) for entry, default in zip(entries, defaults, strict=True)]


def seats(game: Game, given: Given, key: str, read: Callable[[str, Any], Any], default: Any) -> list[Any]:
    """One value per seat, from a list or from a dict by seat; `default` for None and seats that are not named."""
    return numbered(given, key, game.num_players, read, [default] * game.num_players)


def one_of(key: str, value: Any, names: Collection[str]) -> str:
    """One of these names."""
    if not isinstance(value, str) or value not in names:
        raise error(key, value, f"one of {', '.join(names)}")
    return value


def bit_set(key: str, value: Any, allowed: Collection[int]) -> int:
    """A list of numbers, each at most once, as bits."""
    numbers = items(key, value)
    if any(isinstance(i, bool) or not isinstance(i, (int, np.integer)) or i not in allowed for i in numbers):
        raise error(key, value, f"a list of {', '.join(map(str, allowed)) or 'nothing here'}")
    if len(set(numbers)) < len(numbers):
        raise error(key, value, "each number at most once")
    return sum(1 << int(i) for i in numbers)


def bits(word: int) -> list[int]:
    """The numbers of a `bit_set`, lowest first."""
    rest, numbers = int(word), []
    while rest > 0:
        numbers.append((rest & -rest).bit_length() - 1)
        rest &= rest - 1
    return numbers


def different(key: str, value: Any, names: Collection[str]) -> list[str]:
    """A list of these names, each at most once."""
    found = [one_of(key, name, names) for name in items(key, value)]
    if len(set(found)) < len(found):
        raise error(key, value, "each name at most once")
    return found


def check_unique(places: Iterable[tuple[str, Collection[str]]]) -> None:
    """Require that no card lies twice; `places` are keys with the names that lie there."""
    seen: dict[str, str] = {}
    for key, names in places:
        for name in names:
            if name in seen:
                raise error(key, name, f"no card twice; it lies in {seen[name]} already")
            seen[name] = key


def check_options(game: Game, given: Given, keys: Iterable[str]) -> None:
    """Require that options of the game which a position names are those of this game."""
    for key in keys:
        if given[key] not in (None, int(game.options[key])):
            raise error(key, given[key], f"{game.options[key]!r}, as in this game")
