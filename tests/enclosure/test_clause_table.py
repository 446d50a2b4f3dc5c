"""The README's clause table: every clause of RULES.md is there, every function it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import arkade
import enclosure_env
from clause_table import Documents

DOCUMENTS = Documents(enclosure_env)


def test_every_clause_of_the_rules_is_in_the_table() -> None:
    assert len(DOCUMENTS.clauses("RD")) >= 44 + 29
    DOCUMENTS.check_clauses("RD")


def test_every_function_of_the_table_exists() -> None:
    assert len(DOCUMENTS.functions()) > 30
    DOCUMENTS.check_functions()


def test_every_test_of_the_table_exists() -> None:
    vectors = {f"T{int(number)}" for number in re.findall(r"^- \*\*T(\d+) ", DOCUMENTS.rules, flags=re.MULTILINE)}
    invariants = DOCUMENTS.clauses("I")
    assert (len(vectors), len(invariants)) == (37, 14)
    DOCUMENTS.check_tests(Path(__file__).parent, vectors | invariants)


def test_every_file_of_the_folder_is_in_the_readme() -> None:
    DOCUMENTS.check_files("enclosure_v0.py")


def test_the_action_and_observation_tables_are_those_of_the_code() -> None:
    DOCUMENTS.check_tables(arkade.make("enclosure"))
