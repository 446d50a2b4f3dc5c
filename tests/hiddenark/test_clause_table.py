"""The README's clause table: every clause of RULES.md is there, every function it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import arkade
import hiddenark_env
from clause_table import Documents, spelled_out
from hiddenark_env.state import STATE

DOCUMENTS = Documents(hiddenark_env)


def test_every_clause_of_the_rules_is_in_the_table() -> None:
    assert len(DOCUMENTS.clauses("RD")) == 66 + 44
    DOCUMENTS.check_clauses("RD")


def test_every_function_of_the_table_exists() -> None:
    assert len(DOCUMENTS.functions()) > 60
    DOCUMENTS.check_functions()


def test_every_test_of_the_table_exists() -> None:
    vectors = set(re.findall(r"^\| (V\d+) ", DOCUMENTS.rules, flags=re.MULTILINE))
    section = DOCUMENTS.rules.split("## 12.")[1].split("\n## ")[0]
    invariants = {f"I{number}" for number in re.findall(r"^(\d+)\. ", section, flags=re.MULTILINE)}
    assert (len(vectors), len(invariants)) == (36, 14)
    assert set().union(*(spelled_out(cell, "V") for cell in DOCUMENTS.cells(3))) == vectors
    DOCUMENTS.check_tests(Path(__file__).parent, invariants)


def test_every_file_of_the_folder_is_in_the_readme() -> None:
    DOCUMENTS.check_files("hiddenark_v0.py")


def test_the_action_and_observation_tables_are_those_of_the_code() -> None:
    DOCUMENTS.check_tables(arkade.make("hiddenark"))


def test_the_rules_list_every_field_and_the_sizes() -> None:
    record = DOCUMENTS.rules.split("## 7.")[1].split("\n## ")[0]
    named = set(re.findall(r"\b[a-z_]+\b", " ".join(re.findall(r"^\| (`[^|]*) \|", record, flags=re.MULTILINE))))
    assert named == {name for name in STATE.names or () if not name.startswith("padding")}
    game = arkade.make("hiddenark")
    assert f"| {STATE.itemsize} B / {game.num_actions} / {game.observation_size} |" in DOCUMENTS.rules
