"""Writing player boards and maps in tests: one line a key, so that a message's line can be told."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any


def as_toml(value: Any) -> str:
    """A value in TOML; texts, numbers and lists look as in JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {as_toml(entry)}" for key, entry in value.items()) + "}"
    return json.dumps(value)


def write_toml(file: Path, values: dict[str, Any]) -> None:
    """Write a file, a line for each key."""
    file.write_text("".join(f"{key} = {as_toml(value)}\n" for key, value in values.items()), encoding="utf-8")


def change(file: Path, **values: Any) -> dict[str, int]:
    """Write these values into a file, None takes the key out; returns the line of each key that is left."""
    found = tomllib.loads(file.read_text(encoding="utf-8")) | values
    left = {key: value for key, value in found.items() if value is not None}
    write_toml(file, left)
    return {key: line for line, key in enumerate(left, start=1)}
