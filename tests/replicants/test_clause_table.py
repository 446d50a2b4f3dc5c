"""The README's clause table: every clause of RULES.md is there, every function it names exists."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import arkade
import replicants_env
from arkade.tables_doc import updated

FOLDER = Path(replicants_env.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
RULES = (FOLDER / "RULES.md").read_text(encoding="utf-8")
ROWS = [line for line in README.split("## Every clause")[1].split("##")[0].splitlines() if line.startswith("| ")][1:]


def named_clauses() -> set[str]:
    """The clauses of the table's first column, ranges such as R13–R16 spelled out."""
    found = set()
    for row in ROWS:
        cell = row.split("|")[1]
        for letter, first, last in re.findall(r"\b([RDU])(\d+)(?:–[RDU](\d+))?", cell):
            found |= {f"{letter}{k}" for k in range(int(first), int(last or first) + 1)}
    return found


def test_every_clause_of_the_rules_is_in_the_table() -> None:
    clauses = set(re.findall(r"^\| ([RDU]\d+) \|", RULES, flags=re.MULTILINE))
    assert len(clauses) > 95
    assert named_clauses() == clauses


def test_every_function_of_the_table_exists() -> None:
    names = {name for row in ROWS for name in re.findall(r"`([a-z_0-9]+\.[a-z_]+)`", row.split("|")[2])}
    assert len(names) > 40
    for name in sorted(names):
        module, function = name.split(".")
        assert hasattr(importlib.import_module(f"replicants_env.{module}"), function), name


def test_every_test_of_the_table_exists() -> None:
    here = Path(__file__).parent
    vectors = set(re.findall(r"^(T\d+)", (here / "vectors.txt").read_text(), flags=re.MULTILINE))
    for row in ROWS:
        cell = row.split("|")[3]
        for name in re.findall(r"`(test_\w+\.py)`", cell):
            assert (here / name).exists(), name
        for vector in re.findall(r"\bT\d\d\b", cell):
            assert vector in vectors


def test_the_action_and_observation_tables_are_those_of_the_code() -> None:
    assert updated(README, arkade.make("replicants")) == README
