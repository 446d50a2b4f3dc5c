"""The README's clause table: every clause of RULES.md is there, every function it names exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import arkade
import enclosure_env
from arkade.tables_doc import updated

FOLDER = Path(enclosure_env.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
RULES = (FOLDER / "RULES.md").read_text(encoding="utf-8")
ROWS = [line for line in README.split("## Every clause")[1].split("##")[0].splitlines() if line.startswith("| ")][1:]


def spelled_out(cell: str, letters: str) -> set[str]:
    """The clauses that a cell names, ranges such as R13–R16 spelled out."""
    found = set()
    for letter, first, last in re.findall(rf"\b([{letters}])(\d+)(?:–[{letters}](\d+))?", cell):
        found |= {f"{letter}{int(k)}" for k in range(int(first), int(last or first) + 1)}
    return found


def cells(column: int) -> list[str]:
    return [row.split("|")[column] for row in ROWS]


def test_every_clause_of_the_rules_is_in_the_table() -> None:
    clauses = set(re.findall(r"^\| ([RD]\d+) \|", RULES, flags=re.MULTILINE))
    assert len(clauses) >= 44 + 29
    assert set().union(*(spelled_out(cell, "RD") for cell in cells(1))) == clauses


def test_every_function_of_the_table_exists() -> None:
    names = {name for cell in cells(2) for name in re.findall(r"`([a-z_0-9]+\.[a-z_]+)`", cell)}
    assert len(names) > 30
    for name in sorted(names):
        module, function = name.split(".")
        assert hasattr(importlib.import_module(f"enclosure_env.{module}"), function), name


def test_every_test_of_the_table_exists() -> None:
    here = Path(__file__).parent
    vectors = {f"T{int(number)}" for number in re.findall(r"^- \*\*T(\d+) ", RULES, flags=re.MULTILINE)}
    invariants = set(re.findall(r"^\| (I\d+) \|", RULES, flags=re.MULTILINE))
    assert (len(vectors), len(invariants)) == (37, 14)
    for cell in cells(3):
        for name in re.findall(r"`(test_\w+\.py)`", cell):
            assert (here / name).exists(), name
        assert spelled_out(cell, "T") <= vectors
        assert spelled_out(cell, "I") <= invariants


def test_every_file_of_the_folder_is_in_the_readme() -> None:
    files = {path.name for path in FOLDER.glob("*.py")} - {"__init__.py", "enclosure_v0.py"}
    named = set(re.findall(r"`(\w+\.py)`", README)) | {path.name for path in FOLDER.glob("svg*.py")}
    assert "`svg*.py`" in README
    assert files <= named


def test_the_action_and_observation_tables_are_those_of_the_code() -> None:
    assert updated(README, arkade.make("enclosure")) == README
