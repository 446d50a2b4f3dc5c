"""The player board, the same for all players, read from its file; every check of RULES.md 4.5 is made."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from arkade import data
from arkade.data import Check, key_problem, read_toml
from hiddenark_env.components import MOST, MOST_VP, PIECES, RESOURCES, ROWS, SLOTS_PER_ROW, SOURCES

Amounts = tuple[int, ...]  # one per resource


@dataclasses.dataclass(frozen=True)
class PlayerBoard:
    """Tracks, prices and slots.

    `cap` and `start` are the last and the first value of each track. `station_cost` and `vessel_cost` are the prices of
    the second to the fourth piece in Money. `slot_cost` has a price for each upgrade slot of each row.
    """

    cap: Amounts
    start: Amounts
    station_cost: tuple[int, ...]
    vessel_cost: tuple[int, ...]
    station_vp: int
    vessel_vp: int
    base_move: int
    research: int
    slot_cost: tuple[tuple[Amounts, ...], ...]


def read_player_board(path: Path) -> PlayerBoard:
    """The player board of a file; CardError with what is wrong."""
    values = read_toml(path, _KEYS)
    for resource, start, cap in zip(RESOURCES, values["start"], values["cap"], strict=True):
        if start > cap:
            raise key_problem(path, "start", f"{start} for {resource}", f"at most its cap, {cap}")
    del values["source"]
    numbers = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    slots = tuple(tuple(tuple(cost) for cost in row) for row in values["slot_cost"])
    return PlayerBoard(**numbers | {"slot_cost": slots})


_AMOUNTS = data.wholes(len(RESOURCES), 0, MOST)


def _are_slots(value: Any) -> bool:
    rows = isinstance(value, list) and len(value) == len(ROWS) and all(isinstance(row, list) for row in value)
    return rows and all(len(row) <= SLOTS_PER_ROW and all(_AMOUNTS[0](cost) for cost in row) for row in value)


def _are_sources(value: Any) -> bool:
    keys = set(_KEYS) - {"source"}
    return isinstance(value, dict) and set(value) == keys and all(word in SOURCES for word in value.values())


_KEYS: dict[str, Check] = {
    "cap": data.wholes(len(RESOURCES), 1, MOST),
    "start": _AMOUNTS,
    "station_cost": data.wholes(PIECES - 1, 0, MOST),
    "vessel_cost": data.wholes(PIECES - 1, 0, MOST),
    "station_vp": data.whole(0, MOST_VP),
    "vessel_vp": data.whole(0, MOST_VP),
    "base_move": data.whole(0, MOST),
    "research": data.whole(0, MOST),
    "slot_cost": (
        _are_slots,
        f"a list of {len(ROWS)} rows ({', '.join(ROWS)}), each a list of up to {SLOTS_PER_ROW} prices, each {_AMOUNTS[1]}",
    ),
    "source": (_are_sources, f"a table that gives each other key one of {', '.join(SOURCES)}"),
}
