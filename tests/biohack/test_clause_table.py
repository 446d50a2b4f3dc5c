"""The README's clause table: every clause of RULES.md is there, every function it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import arkade
import biohack_env
from biohack_env.state import STATE
from clause_table import Documents, spelled_out

DOCUMENTS = Documents(biohack_env)


def test_every_clause_of_the_rules_is_in_the_table() -> None:
    assert len(DOCUMENTS.clauses("RD")) == 85 + 4 + 61
    DOCUMENTS.check_clauses("RD")


def test_every_function_of_the_table_exists() -> None:
    assert len(DOCUMENTS.functions()) > 75
    DOCUMENTS.check_functions()


def test_every_test_of_the_table_exists() -> None:
    section = DOCUMENTS.rules.split("## 12.")[1].split("\n## ")[0]
    vectors = {f"V{number}" for number in re.findall(r"^\| (\d+) \|", section, flags=re.MULTILINE)}
    (sentence,) = [line for line in section.splitlines() if line.startswith("Invariants after every step: ")]
    invariants = {f"I{number}" for number in re.findall(r"(?:: |; )\((\d+)\) ", sentence)}
    assert (len(vectors), len(invariants)) == (38, 16)
    assert set().union(*(spelled_out(cell, "V") for cell in DOCUMENTS.cells(3))) == vectors
    assert set().union(*(spelled_out(cell, "I") for cell in DOCUMENTS.cells(3))) == invariants
    DOCUMENTS.check_tests(Path(__file__).parent, invariants)


def test_every_file_of_the_folder_is_in_the_readme() -> None:
    DOCUMENTS.check_files("biohack_v0.py")


def test_the_action_and_observation_tables_are_those_of_the_code() -> None:
    DOCUMENTS.check_tables(arkade.make("biohack"))


def test_the_rules_list_every_field_and_the_sizes() -> None:
    record = DOCUMENTS.rules.split("## 6.")[1].split("\n## ")[0]
    named = set(re.findall(r"\b[a-z_]+\b", " ".join(re.findall(r"^\| ([^|]*) \|", record, flags=re.MULTILINE))))
    assert named - {"field"} == {name for name in STATE.names or () if not name.startswith("padding")}
    game = arkade.make("biohack")
    sizes = f"State {STATE.itemsize} bytes; {game.num_actions} actions; observation {game.observation_size:,}."
    assert sizes in DOCUMENTS.rules


def test_the_rules_and_the_code_number_the_actions_alike() -> None:
    section = DOCUMENTS.rules.split("## 8.")[1].split("\n## ")[0]
    printed = [
        (kind, int(offset), int(size))
        for kind, offset, size in re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \|", section, flags=re.MULTILINE)
    ]
    assert printed == [(name, start, size) for name, start, size, *_ in arkade.make("biohack").actions.rows()]


def test_the_rules_and_the_code_size_the_observation_alike() -> None:
    section = DOCUMENTS.rules.split("## 10.")[1].split("\n## ")[0]
    sizes = {}
    for block, size in re.findall(r"^\| (\w+) \| ([\d×]+) \|", section, flags=re.MULTILINE):
        n = 1
        for factor in size.split("×"):
            n *= int(factor)
        sizes[block] = n
    assert sizes == {name: size for name, _, size, *_ in arkade.make("biohack").observation_layout.rows()}
