"""Reads the test vectors of RULES.md 11.3 into cases of plain Python.

    - **T16 impossible effect lapses at once** (R31, D11). Given `habitat0 ws.g/…; supply s0`. `complete` ⇒ `phase main`; …

A case is a scenario, and steps of actions with what must hold after them; *Before* is a step without actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import enclosure_env

RULES = Path(enclosure_env.__file__).with_name("RULES.md")
NUMBERS = {"ap", "round", "current_player", "max_rounds", "num_players", "end_triggered", "truncated", "n_basic_deck"}
NUMBERS_BY_SEAT = {"score", "private_done"}
BY_SEAT = {"habitat", "hand", "research", "done", "private", "counts", "creature_tags", "habitat_tags"}


@dataclass(frozen=True)
class Check:
    """Something that must hold: `name` is a value's, a digit at its end a seat, or legal, illegal, legal exactly."""

    name: str
    value: Any


@dataclass(frozen=True)
class Step:
    """Actions as text, and what must hold after the last one."""

    actions: list[str]
    checks: list[Check]


@dataclass(frozen=True)
class Case:
    """One test vector."""

    name: str
    title: str
    scenario: dict[str, Any]
    steps: list[Step]

    def __str__(self) -> str:
        return f"{self.name} {self.title}"


def read_texts() -> dict[str, tuple[str, str]]:
    """Title and text of each vector, by name."""
    section = RULES.read_text(encoding="utf-8").split("### 11.3")[1]
    found = re.findall(r"^- \*\*(T\d\d) (.+?)\*\*(?: \([^)]*\))?\. (.+)$", section, re.MULTILINE)
    return {name: (title, text) for name, title, text in found}


def read_cases() -> list[Case]:
    """The vectors that give a position."""
    texts = read_texts().items()
    return [_case(name, title, text) for name, (title, text) in texts if re.match("Given .*(Before: | ⇒ )", text)]


def _case(name: str, title: str, text: str) -> Case:
    given, *sentences = _top_level(text, ". ")
    assert given.startswith("Given "), f"{name}: {given!r}"
    scenario: dict[str, Any] = {}
    for phrase in "".join(re.findall("`([^`]*)`", given)).split("; "):
        if phrase:
            _give(scenario, phrase)
    steps = [Step([], _checks(s.removeprefix("Before: "))) for s in sentences if s.startswith("Before: ")]
    for sentence in sentences:
        played, arrow, checks = sentence.partition(" ⇒ ")
        if arrow:
            steps.append(Step(re.findall("`([^`]*)`", played), _checks(checks)))
    return Case(name, title, scenario, steps)


# --- the given position -----------------------------------------------------------------------------------------------


def _give(scenario: dict[str, Any], phrase: str) -> None:
    """Add a phrase such as `hand0 step+airlift` or `private_done seat 0` to a scenario dictionary."""
    key, _, text = phrase.partition(" ")
    if key == "private_done":
        scenario[key] = [int(text.removeprefix("seat "))]
    elif key == "public_owner":
        slot, seat = re.fullmatch(r"slot (\d): seat (\d)", text).groups()
        scenario[key] = {int(slot): int(seat)}
    elif key[-1].isdigit():
        scenario.setdefault(key[:-1], {})[int(key[-1])] = read_value(key, text)
    elif key in ("public", "basic_deck"):
        scenario[key] = text.split()
    else:
        scenario[key] = read_value(key, text)


# --- what must hold ---------------------------------------------------------------------------------------------------


def _checks(text: str) -> list[Check]:
    return [check for part in _top_level(text.rstrip("."), "; ") for check in _check(part)]


def _check(part: str) -> Iterator[Check]:
    if part == "no legal action":
        yield Check("legal exactly", [])
        return
    found = re.fullmatch(r"(legal exactly |legal |illegal |)`([^`]*)`", part)
    assert found, f"cannot read {part!r}"
    if found[1]:
        yield Check(found[1].strip(), _top_level(found[2], ", "))
    else:
        name, _, value = found[2].partition(" ")
        yield Check(name, read_value(name, value))


def read_value(name: str, text: str) -> Any:
    """The value of `name` as the vectors write it."""
    key = name.rstrip("0123456789")
    if text.startswith("["):
        return [None if word == "-" else float(word) for word in text.strip("[]").split(", ")]
    if key in NUMBERS | NUMBERS_BY_SEAT:
        return int(text)
    if key in ("supply", "pending"):
        return {} if text == "none" else {word[0]: int(word[1:]) for word in text.split()}
    if key in ("hand", "research", "done"):
        return [] if text == "none" else [name for word in text.split("+") for name in _span(word)]
    if key.endswith("_display"):
        return [None if word == "-" else word for word in text.split()]
    if key == "counts":
        return [int(count) for count in text.split("/")]
    return text


def _span(word: str) -> list[str]:
    """`b01..b03` is b01, b02, b03."""
    first, dots, last = word.partition("..")
    return [f"{first[0]}{i:02}" for i in range(int(first[1:]), int(last[1:]) + 1)] if dots else [word]


def _top_level(text: str, separator: str) -> list[str]:
    """The parts of `text` between separators outside backticks and brackets."""
    parts, start, depth, quoted = [], 0, 0, False
    for i, char in enumerate(text):
        quoted ^= char == "`"
        depth += (char == "(") - (char == ")")
        if not quoted and depth == 0 and text.startswith(separator, i):
            parts.append(text[start:i])
            start = i + len(separator)
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]
