"""Card files: CSV and TOML read with errors that name file, line and column, what was found and what is allowed."""

from __future__ import annotations

import csv
import dataclasses
import io
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

T = TypeVar("T")


class CardError(ValueError):
    """Malformed card files; each of `problems` says where, what was found and what is allowed."""

    def __init__(self, *problems: str) -> None:
        super().__init__(*problems)

    @property
    def problems(self) -> tuple[str, ...]:
        """One message per problem."""
        return self.args

    def __str__(self) -> str:
        return "\n".join(self.problems)


def problem(path: Path, found: str, allowed: str, line: int | None = None, place: str = "") -> CardError:
    """The CardError of one place in a file; `place` is a column or a key."""
    where = [str(path), f"line {line}" if line else "", place]
    return CardError(f"{', '.join(word for word in where if word)}: found {found}; allowed: {allowed}")


def gather(calls: Iterable[Callable[[], T]]) -> list[T]:
    """The results of all calls; where some raise CardError, one CardError with the problems of all."""
    results: list[T] = []
    problems: list[str] = []
    for call in calls:
        try:
            results.append(call())
        except CardError as error:
            problems.extend(error.problems)
    if problems:
        raise CardError(*problems)
    return results


def whole_number(text: str, low: int, high: int) -> int | None:
    """`text` as a whole number from `low` to `high`, None if it is none; only ASCII digits after an optional minus."""
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        return None
    return int(text) if low <= int(text) <= high else None


def whole_words(low: int, high: int) -> str:
    """What `whole_number` allows, in words."""
    return str(low) if low == high else f"a whole number from {low} to {high}"


# --- CSV --------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Cell:
    """One value of a CSV file and the place it was read from."""

    text: str
    file: Path
    line: int
    column: str

    def fail(self, allowed: str) -> NoReturn:
        """Raise the CardError of this cell."""
        raise problem(self.file, repr(self.text), allowed, self.line, f"column {self.column!r}")

    def integer(self, low: int, high: int) -> int:
        """The cell as a whole number from `low` to `high`."""
        value = whole_number(self.text, low, high)
        if value is None:
            self.fail(whole_words(low, high))
        return value

    def one_of(self, names: Collection[str]) -> str:
        """The cell as one of `names`."""
        if self.text not in names:
            self.fail(", ".join(names))
        return self.text

    def name(self) -> str:
        """The cell as a text that is not empty."""
        if not self.text:
            self.fail("a text that is not empty")
        return self.text


Row = dict[str, Cell]


def read_csv(
    path: Path, columns: Sequence[str], defaults: Mapping[str, str] | None = None, unique: Sequence[str] = ()
) -> list[Row]:
    """The rows of a CSV file with these columns, in any order.

    A column with a default may be left out. Values of `unique` columns may not repeat. Blanks around a cell and blank
    lines do not count.
    """
    defaults = defaults or {}
    records = [(line, [cell.strip() for cell in cells]) for line, cells in _records(path) if cells]
    if not records:
        raise problem(path, "an empty file", f"a header with the columns {', '.join(columns)}", 1)
    (header_line, header), *body = records
    _check_header(path, header_line, header, columns, defaults)
    rows = []
    for line, cells in body:
        if len(cells) != len(header):
            raise problem(path, f"{len(cells)} cells", f"{len(header)}, one per column of line {header_line}", line)
        texts = {**defaults, **dict(zip(header, cells, strict=True))}
        rows.append({column: Cell(texts[column], path, line, column) for column in columns})
    for column in unique:
        _refuse_repeats([row[column] for row in rows])
    return rows


def _records(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of every record; a quoted cell may hold line ends."""
    reader = csv.reader(io.StringIO(_read(path), newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise problem(path, f"a malformed line ({error})", "cells with commas between, whole in quotes", line) from None


def _check_header(
    path: Path, line: int, header: Sequence[str], columns: Sequence[str], defaults: Mapping[str, str]
) -> None:
    allowed = ", ".join(columns)
    for name in header:
        place = f"column {name!r}"
        if name not in columns:
            raise problem(path, "an unknown column", allowed, line, place)
        if header.count(name) > 1:
            raise problem(path, "the same column twice", "each column once", line, place)
    for name in columns:
        if name not in header and name not in defaults:
            raise problem(path, "no such column", allowed, line, f"column {name!r}")


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
            row[column].fail(f"{i}, as ids count up from 0")


def check_row_count(path: Path, rows: Sequence[Row], low: int, high: int, noun: str) -> None:
    """Require from `low` to `high` rows; the error names the first row too many, or the last there is."""
    if not low <= len(rows) <= high:
        cells = [next(iter(row.values())) for row in rows[: high + 1]]
        line = cells[-1].line if cells else 1
        raise problem(path, f"{len(rows)} {noun}", str(low) if low == high else f"{low} to {high}", line)


# --- TOML -------------------------------------------------------------------------------------------------------------

Check = tuple[Callable[[Any], bool], str]  # is a value allowed, and what is, in words


def read_toml(path: Path, keys: Mapping[str, Check], defaults: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The values of a TOML file with these keys, each checked; a key with a default may be left out."""
    defaults = defaults or {}
    try:
        found = tomllib.loads(_read(path))
    except tomllib.TOMLDecodeError as error:
        raise problem(path, f"text that is not TOML ({error})", "lines such as key = value, each key once") from None
    for key in found:
        if key not in keys:
            raise key_problem(path, key, "an unknown key", ", ".join(keys))
    for key, (is_allowed, words) in keys.items():
        if key not in found and key not in defaults:
            raise key_problem(path, key, "no such key", f"{', '.join(keys)}; {key} is {words}")
        if key in found and not is_allowed(found[key]):
            raise key_problem(path, key, repr(found[key]), words)
    return {**defaults, **found}


def key_problem(path: Path, key: str, found: str, allowed: str) -> CardError:
    """The CardError of one key of a TOML file."""
    pattern = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    lines = [number for number, line in enumerate(_read(path).split("\n"), start=1) if pattern.match(line)]
    return problem(path, found, allowed, lines[0] if lines else None, f"key {key!r}")


def whole(low: int, high: int) -> Check:
    """A whole number from `low` to `high`."""
    return lambda value: type(value) is int and low <= value <= high, whole_words(low, high)


def wholes(length: int, low: int, high: int, rising: bool = False) -> Check:
    """A list of `length` whole numbers from `low` to `high`; with `rising` none is less than the one before."""
    number, words = whole(low, high)

    def is_allowed(value: Any) -> bool:
        right = isinstance(value, list) and len(value) == length and all(number(entry) for entry in value)
        return right and (not rising or value == sorted(value))

    return is_allowed, f"a list of {length}, each {words}" + (", none less than the one before" if rising else "")


def one_of(*values: Any) -> Check:
    """One of these values."""
    words = " or ".join(repr(value) for value in values)
    return lambda value: any(value == v and type(value) is type(v) for v in values), words


def text() -> Check:
    """A text that is not empty."""
    return lambda value: isinstance(value, str) and value.strip() != "", "a text that is not empty"


# --- folders and files ------------------------------------------------------------------------------------------------


def card_folder(folder: str | Path, files: Sequence[str]) -> Path:
    """`folder` as a path; CardError where it is no folder or lacks one of `files`."""
    path = Path(folder)
    if not path.is_dir():
        found = "a file" if path.exists() else "nothing"
        raise problem(path, found, f"a card folder, which holds {', '.join(files)}")
    missing = [file for file in files if not (path / file).is_file()]
    if missing:
        raise problem(path, f"no file {', '.join(missing)}", f"a card folder, which holds {', '.join(files)}")
    return path


def read_folder(folder: str | Path, readers: Mapping[str, Callable[[Path], Any]]) -> tuple[Path, list[Any]]:
    """The path of a card folder, and what the reader of each file makes of it; CardError with all files' problems."""
    path = card_folder(folder, tuple(readers))
    return path, gather(partial(read, path / file) for file, read in readers.items())


def folder_problems(load: Callable[[str | Path], Any], folder: str | Path) -> list[str]:
    """What is wrong with the card files of `folder`, which `load` reads, one message per problem; empty for nothing."""
    try:
        load(folder)
    except CardError as error:
        return list(error.problems)
    return []


def _read(path: Path) -> str:
    """The text of a file, without a byte order mark."""
    try:
        content = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise problem(path, f"the byte 0x{error.object[error.start]:02x}", "text in UTF-8", line) from None
    except OSError as error:
        raise problem(path, f"a file that cannot be read ({error.strerror})", "a text file in UTF-8") from None
    if "\0" in content:
        raise problem(path, "the byte 0x00", "text in UTF-8", content[: content.index("\0")].count("\n") + 1)
    return content
