"""Builders of the two record types of a game: its state and its tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arkade.jit import digest, packages

NONE = -1  # no player, no card, no place

REQUIRED = {"rng": "u8", "num_players": "i1", "current_player": "i1", "over": "i1"}
PADDING = "padding_"  # how the names of filled gaps begin
LIVE, ENDED, STOPPED = 0, 1, 2  # values of the field `over`: running, the game's own end, stopped by a limit

Field = tuple[Any, ...]  # (name, dtype) or (name, dtype, shape)
Fields = dict[str, Any]  # of one record, as ints and nested lists of ints


def state_dtype(fields: Sequence[Field]) -> np.dtype:
    """The aligned dtype of a game's state; gaps of the alignment are fields `padding_…`, always 0.

    numpy's copies leave unnamed gaps as they find them: equal states would not have equal bytes.
    Raises ValueError where a field that every loop needs (`rng`, `num_players`, `current_player`, `over`) is missing
    or of another type, and where a field other than `rng` is not a signed integer.
    """
    dtype = np.dtype(list(fields), align=True)
    assert dtype.fields is not None
    for name, kind in REQUIRED.items():
        if name not in dtype.fields or dtype.fields[name][0] != np.dtype(kind):
            raise ValueError(f"state field {name!r} must be a scalar {kind}")
    for name, field in dtype.fields.items():
        if name != "rng" and field[0].base.kind != "i":
            raise ValueError(f"state field {name!r} is {field[0].base}: fields are signed integers")
    return _fill_gaps(dtype)


def plain_fields(state: np.ndarray) -> Fields:
    """Every field of STATE[1] by name, as an int or as nested lists of ints: quicker than to ask field by field."""
    names = state.dtype.names or ()
    values = zip(names, state[0].item(), strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def _fill_gaps(dtype: np.dtype) -> np.dtype:
    assert dtype.fields is not None and dtype.names is not None
    filled: list[Field] = []
    end = 0
    for name in [*dtype.names, None]:
        start = dtype.fields[name][1] if name else dtype.itemsize
        if start > end:
            filled.append((f"{PADDING}{end}", "i1", start - end))
        if name:
            filled.append((name, dtype.fields[name][0]))
            end = start + dtype.fields[name][0].itemsize
    return np.dtype(filled, align=True)


def tables_dtype(fields: Sequence[Field], source: str) -> np.dtype:
    """The aligned dtype of a game's tables; `source` is `__file__` of a module in the game's package.

    A last one-byte field is named after the package's sources: loops take the tables, so an edited game is a new
    signature to the kernel cache.
    """
    mark = f"sources_{digest(*packages(Path(source).resolve().parent))}"
    return np.dtype([*fields, (mark, "i1")], align=True)
