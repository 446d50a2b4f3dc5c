"""The README's clause table: every clause of RULES.md is there, every function it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import arkade
import replicants_env
from clause_table import Documents

DOCUMENTS = Documents(replicants_env)


def test_every_clause_of_the_rules_is_in_the_table() -> None:
    assert len(DOCUMENTS.clauses("RDU")) > 95
    DOCUMENTS.check_clauses("RDU")


def test_every_function_of_the_table_exists() -> None:
    assert len(DOCUMENTS.functions()) > 40
    DOCUMENTS.check_functions()


def test_every_test_of_the_table_exists() -> None:
    here = Path(__file__).parent
    vectors = re.findall(r"^T(\d+)", (here / "vectors.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    DOCUMENTS.check_tests(here, {f"T{int(number)}" for number in vectors} | DOCUMENTS.clauses("I"))


def test_the_action_and_observation_tables_are_those_of_the_code() -> None:
    DOCUMENTS.check_tables(arkade.make("replicants"))


def test_every_file_of_the_folder_is_in_the_readme() -> None:
    DOCUMENTS.check_files("replicants_v0.py")
