"""What a game's README and RULES.md say of clauses, functions, tests and files."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import arkade
from arkade.tables_doc import updated


class Documents:
    """The README and RULES.md of a game's package, and the rows of the README's clause table."""

    def __init__(self, package: ModuleType) -> None:
        self.package = package.__name__
        self.folder = Path(str(package.__file__)).parent
        self.readme = (self.folder / "README.md").read_text(encoding="utf-8")
        self.rules = (self.folder / "RULES.md").read_text(encoding="utf-8")
        table = self.readme.split("## Every clause")[1].split("##")[0]
        self.rows = [line for line in table.splitlines() if line.startswith("| ")][1:]

    def cells(self, column: int) -> list[str]:
        return [row.split("|")[column] for row in self.rows]

    def clauses(self, letters: str) -> set[str]:
        """The clauses that tables of the rules define."""
        return set(re.findall(rf"^\| ([{letters}]\d+) \|", self.rules, flags=re.MULTILINE))

    def functions(self) -> set[str]:
        """The functions that the clause table names, as module.function."""
        return {name for cell in self.cells(2) for name in re.findall(r"`([a-z_0-9]+\.[a-z_]+)`", cell)}

    def check_clauses(self, letters: str) -> None:
        """The clause table names exactly the clauses of the rules."""
        assert set().union(*(spelled_out(cell, letters) for cell in self.cells(1))) == self.clauses(letters)

    def check_functions(self) -> None:
        for name in sorted(self.functions()):
            module, function = name.split(".")
            assert hasattr(importlib.import_module(f"{self.package}.{module}"), function), name

    def check_tests(self, folder: Path, known: set[str]) -> None:
        """The tests that the clause table names are files of `folder`, its vectors and invariants are `known`."""
        for cell in self.cells(3):
            for name in re.findall(r"`(test_\w+\.py)`", cell):
                assert (folder / name).exists(), name
            assert spelled_out(cell, "TI") <= known

    def check_tables(self, game: arkade.Game) -> None:
        """The action and observation tables of the README are those of the code."""
        assert updated(self.readme, game) == self.readme

    def check_files(self, door: str) -> None:
        """Every file of the package but its door is in the README."""
        files = {path.name for path in self.folder.glob("*.py")} - {"__init__.py", door}
        named = set(re.findall(r"`(\w+\.py)`", self.readme)) | {path.name for path in self.folder.glob("svg*.py")}
        assert "`svg*.py`" in self.readme
        assert files <= named


def spelled_out(cell: str, letters: str) -> set[str]:
    """The clauses that a cell names, ranges such as R13–R16 spelled out; T05 is T5."""
    found = set()
    for letter, first, last in re.findall(rf"\b([{letters}])(\d+)(?:–[{letters}](\d+))?", cell):
        found |= {f"{letter}{k}" for k in range(int(first), int(last or first) + 1)}
    return found
