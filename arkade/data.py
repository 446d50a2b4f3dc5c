"""Card files: CSV and TOML read with errors that name file, line and column, what was found and what is allowed."""

from __future__ import annotations

import csv
import dataclasses
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn


class CardError(ValueError):
    """A malformed card file; the message says where, what was found and what is allowed."""


@dataclasses.dataclass(frozen=True)
class Cell:
    """One value of a card file and the place it was read from."""

    text: str
    file: Path
    line: int
    column: str

    def fail(self, allowed: str) -> NoReturn:
        """Raise the CardError of this cell."""
        raise CardError(f"{self.file}, line {self.line}, column {self.column!r}: {self.text!r}; allowed: {allowed}")

    def integer(self, low: int, high: int) -> int:
        """The cell as a whole number from `low` to `high`."""
        try:
            value = int(self.text)
        except ValueError:
            self.fail(f"a whole number from {low} to {high}")
        if not low <= value <= high:
            self.fail(f"a whole number from {low} to {high}")
        return value

    def one_of(self, names: Collection[str]) -> str:
        """The cell as one of `names`."""
        if self.text not in names:
            self.fail("one of " + ", ".join(repr(name) for name in names))
        return self.text

    def name(self) -> str:
        """The cell as a text that is not empty."""
        if not self.text:
            self.fail("a text that is not empty")
        return self.text


Row = dict[str, Cell]


def read_csv(path: Path, columns: Sequence[str], unique: Sequence[str] = ()) -> list[Row]:
    """The rows of a CSV file with exactly these columns, in any order; values of `unique` columns may not repeat."""
    table = list(csv.reader(_read(path).splitlines()))
    if not table:
        raise CardError(f"{path}, line 1: the file is empty; allowed: a header with the columns {', '.join(columns)}")
    header = [name.strip() for name in table[0]]
    for name in columns:
        if header.count(name) != 1:
            found = "missing" if name not in header else "there twice"
            raise CardError(f"{path}, line 1: column {name!r} is {found}; allowed: {', '.join(columns)}")
    for name in header:
        if name not in columns:
            raise CardError(f"{path}, line 1: unknown column {name!r}; allowed: {', '.join(columns)}")
    rows = []
    for line, values in enumerate(table[1:], start=2):
        if not values:
            continue
        if len(values) != len(header):
            raise CardError(f"{path}, line {line}: {len(values)} cells; allowed: {len(header)}, one per column")
        rows.append({name: Cell(v.strip(), path, line, name) for name, v in zip(header, values, strict=True)})
    for column in unique:
        _refuse_repeats([row[column] for row in rows])
    return rows


def _refuse_repeats(cells: Sequence[Cell]) -> None:
    first: dict[str, int] = {}
    for cell in cells:
        if cell.text in first:
            cell.fail(f"a value that no other row has (line {first[cell.text]} has it)")
        first[cell.text] = cell.line


def check_ids(rows: Sequence[Row], column: str = "id") -> None:
    """Require the ids 0, 1, 2, … in order."""
    for i, row in enumerate(rows):
        if row[column].text != str(i):
            row[column].fail(f"{i}: ids count up from 0")


Check = Callable[[Any], bool]


def read_toml(path: Path, keys: Mapping[str, tuple[Check, str]]) -> dict[str, Any]:
    """The values of a TOML file with exactly these keys; each has a check and the words for what it allows."""
    try:
        values = tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise CardError(f"{path}: not a TOML file: {error}") from None
    for key in keys:
        if key not in values:
            raise CardError(f"{path}: key {key!r} is missing; allowed: {', '.join(keys)}")
    for key, value in values.items():
        if key not in keys:
            raise CardError(f"{path}: unknown key {key!r}; allowed: {', '.join(keys)}")
        check, allowed = keys[key]
        if not check(value):
            raise CardError(f"{path}: key {key!r}: {value!r}; allowed: {allowed}")
    return values


def whole(low: int, high: int) -> tuple[Check, str]:
    """The check of a whole number from `low` to `high`, for `read_toml`."""
    words = str(low) if low == high else f"a whole number from {low} to {high}"
    return lambda value: type(value) is int and low <= value <= high, words


def card_folder(folder: str | Path, files: Sequence[str]) -> Path:
    """`folder` as a path; CardError where it is no folder or lacks one of `files`."""
    path = Path(folder)
    if not path.is_dir():
        raise CardError(f"{path} is not a folder; a card folder holds {', '.join(files)}")
    missing = [file for file in files if not (path / file).is_file()]
    if missing:
        raise CardError(f"{path} lacks {', '.join(missing)}; a card folder holds {', '.join(files)}")
    return path


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CardError(f"{path}: not UTF-8 text: {error}") from None
    except OSError as error:
        raise CardError(f"{path}: cannot be read: {error.strerror}") from None
