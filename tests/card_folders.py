"""What the card folders of all games keep to: how each kind of malformed folder is told."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arkade.data import CardError
from card_files import put, read_table, write_table

Check = Callable[[Path], list[str]]
Place = tuple[str, int]  # file and row


def copied(house: Path, tmp_path: Path) -> Path:
    """A copy of the house cards."""
    return Path(shutil.copytree(house, tmp_path / "cards"))


def cases(errors: Iterable[tuple[Place, str, list[str], str]]) -> list[tuple[Place, str, str, str]]:
    """A case for each malformed text of a cell."""
    return [(place, column, text, allowed) for place, column, texts, allowed in errors for text in texts]


def allowed_of_cell(check: Check, folder: Path, place: Place, column: str, text: str) -> str:
    """Put a malformed text into a cell, which is named; returns what is allowed instead."""
    file, row = place
    put(folder / file, row, **{column: text})
    (problem,) = check(folder)
    start = f"{folder / file}, line {row + 2}, column {column!r}: found {text!r}; allowed: "
    assert problem.startswith(start)
    return problem.removeprefix(start)


def check_repeated_name(check: Check, folder: Path, file: str, column: str = "name") -> None:
    """A repeated name is told with both lines."""
    name = read_table(folder / file)[1][column]
    put(folder / file, 4, **{column: name})
    place = f"{folder / file}, line 6, column {column!r}"
    assert check(folder) == [f"{place}: found {name!r}; allowed: a value that no other row has (line 3 has it)"]


def check_rows(check: Check, folder: Path, file: str, rows: int, noun: str) -> None:
    """A table has a row too few or too many."""
    table = read_table(folder / file)
    extra = {**table[-1], next(iter(table[0])): str(rows), "name": "One more"}
    extra = {column: extra[column] for column in table[0]}
    for wanted, line in ((table[:-1], rows), ([*table, extra], rows + 2)):
        write_table(folder / file, wanted)
        assert check(folder) == [f"{folder / file}, line {line}: found {len(wanted)} {noun}; allowed: {rows}"]


def check_columns(check: Check, folder: Path, file: str, optional: Collection[str] = ()) -> None:
    """A table lacks, repeats or adds a column; `optional` ones may be left out."""
    table = read_table(folder / file)
    for column in table[0]:
        write_table(folder / file, [{key: row[key] for key in row if key != column} for row in table])
        if column in optional:
            assert not any("column" in problem and "no such" in problem for problem in check(folder))
        else:
            assert f"line 1, column {column!r}: found no such column; allowed: " in check(folder)[0]
        write_table(folder / file, [row | {f"{column}_": "x"} for row in table])
        assert f"line 1, column '{column}_': found an unknown column" in check(folder)[0]
        (folder / file).write_text((folder / file).read_text().replace(f"{column}_\n", f"{column}\n"))
        assert f"line 1, column {column!r}: found the same column twice" in check(folder)[0]


def check_file(check: Check, folder: Path, file: str, files: Sequence[str]) -> None:
    """A folder lacks a file, or has an empty or unreadable one."""
    (folder / file).write_bytes(b"\xff\xfe")
    assert check(folder) == [f"{folder / file}, line 1: found the byte 0xff; allowed: text in UTF-8"]
    (folder / file).write_text("")
    (problem,) = check(folder)
    assert problem.startswith(f"{folder / file}, ") and ("an empty file" in problem or "no such key" in problem)
    (folder / file).unlink()
    allowed = f"a card folder, which holds {', '.join(files)}"
    assert check(folder) == [f"{folder}: found no file {file}; allowed: {allowed}"]


def check_all_at_once(check: Check, load: Callable[[Path], Any], folder: Path, places: list[str]) -> None:
    """All problems of a folder are told at once: at these places, in this order, and by the error of loading it."""
    problems = check(folder)
    assert [words.removeprefix(f"{folder}/").partition(": ")[0] for words in problems] == places
    with pytest.raises(CardError) as caught:
        load(folder)
    assert list(caught.value.problems) == problems


def check_no_folder(check: Check, house: Path, tmp_path: Path) -> None:
    """The house cards are a card set, what does not exist is none."""
    assert check(house) == []
    assert check(tmp_path / "none")[0].startswith(f"{tmp_path / 'none'}: found nothing; allowed: a card folder")


def reverse_columns(folder: Path, files: Iterable[str]) -> None:
    """Write the columns of tables in another order, which means the same."""
    for file in files:
        write_table(folder / file, [dict(reversed(row.items())) for row in read_table(folder / file)])
