"""Reading and changing card files in tests."""

from __future__ import annotations

import csv
from pathlib import Path


def read_table(file: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def write_table(file: Path, rows: list[dict[str, str]]) -> None:
    """Write rows with the columns of the first one."""
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def put(file: Path, row: int, **cells: str) -> None:
    """Write cells into the row with this place."""
    rows = read_table(file)
    rows[row] |= cells
    write_table(file, rows)


def put_value(file: Path, key: str, value: str) -> int:
    """Write the value of a key of a TOML file; returns its line."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    (at,) = [i for i, line in enumerate(lines) if line.startswith(f"{key} = ")]
    lines[at] = f"{key} = {value}\n"
    file.write_text("".join(lines), encoding="utf-8")
    return at + 1
