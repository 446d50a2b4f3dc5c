"""Reads the test vectors of RULES.md 11.2 (`vectors.txt`) into cases of plain Python.

A case is a scenario, and lines of actions with what must hold after them:

    T17 {n: 2, at: build, hand: [PPPHHHHS, HS], ...}
       level_up(2), level_up(0) -> node seat 0 promote {choose_replicant{1,3}}   # comment
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).with_name("vectors.txt")


@dataclass(frozen=True)
class Node:
    """Who has to decide what: `legal` are the legal actions as text, `choose_resource(P)`."""

    seat: int
    kind: str
    legal: frozenset[str]


@dataclass(frozen=True)
class Line:
    """Actions, and what must hold after the last one: name -> value as the vectors write it."""

    actions: list[str]
    expected: dict[str, Any]


@dataclass(frozen=True)
class Case:
    """One test vector; `card` replaces columns of one row of replicants.csv, `options` are those of the game."""

    name: str
    options: dict[str, Any]
    scenario: dict[str, Any]
    lines: list[Line]
    comment: str
    card: tuple[int, dict[str, str]] | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.comment}"


def read_cases(text: str | None = None) -> list[Case]:
    """All cases, in order."""
    lines = (VECTORS.read_text(encoding="utf-8") if text is None else text).splitlines()
    blocks: list[list[str]] = []
    for line in filter(str.strip, lines):
        if not line.startswith(" "):
            blocks.append([])
        blocks[-1].append(line.strip())
    return [_case(block) for block in blocks]


def _case(block: list[str]) -> Case:
    name, _, rest = block[0].partition(" ")
    scenario = _scenario(read_value(rest))
    card, lines, comments = None, [], []
    for text in block[1:]:
        if text.startswith("card "):
            card = _card(text)
            continue
        body, _, comment = text.partition(" # ")
        comments += [comment.strip()] if comment else []
        lines.append(_line(body))
    options = {"num_players": scenario["num_players"], "usc": bool(scenario.get("usc", 0))}
    return Case(name, options, scenario, lines, "; ".join(comments), card)


def _scenario(values: dict[str, Any]) -> dict[str, Any]:
    """`n` is num_players; drones stand in one bracket without commas."""
    scenario = {"num_players" if key == "n" else key: value for key, value in values.items()}
    if "placed" in scenario:
        scenario["placed"] = scenario["placed"][0].split()
    return scenario


def _card(text: str) -> tuple[int, dict[str, str]]:
    """`card 59 replaced: trigger=on_drone, pay="", ...`"""
    number, _, columns = text.removeprefix("card ").partition(" replaced: ")
    pairs = (part.split("=", 1) for part in columns.split(", "))
    return int(number), {column: value.strip('"') for column, value in pairs}


def _line(text: str) -> Line:
    actions, arrow, expected = text.partition(" -> ")
    assert arrow, f"no arrow in {text!r}"
    played = [] if actions == "(start)" else re.split(r", (?=[a-z])", actions)
    return Line(played, dict(pair for part in _top_level(expected, ";") for pair in _expected(part)))


def _expected(text: str) -> Iterator[tuple[str, Any]]:
    """One phrase such as `supply [1, 23, 23, 23]`, `hand0 HS`, `field cards left 7`, `GAME OVER`."""
    if text == "GAME OVER":
        yield "over", True
    elif text.startswith("node "):
        yield "node", _node(text)
    elif match := re.fullmatch(r"x (\w+) y (\w+)", text):
        yield from zip("xy", match.groups(), strict=True)
    else:
        match = re.fullmatch(r"([a-z_ ]+\d?) ([\[{(-].*|\w+)", text)
        assert match, f"cannot read {text!r}"
        yield match[1], _counted(match[2]) if match[1] == "pair_free" else read_value(match[2])


def _counted(text: str) -> dict[str, int]:
    """`{NN:1 NP:2}`"""
    return {pair: int(count) for pair, count in (part.split(":") for part in text.strip("{}").split())}


def _node(text: str) -> Node:
    match = re.fullmatch(r"node seat (\d) (\S+) \{(.*)\}", text)
    assert match, f"cannot read {text!r}"
    legal = []
    for kind in _top_level(match[3], " "):
        name, brace, parameters = kind.partition("{")
        legal += [f"{name}({parameter})" for parameter in parameters.rstrip("}").split(",")] if brace else [name]
    return Node(int(match[1]), match[2], frozenset(legal))


# --- values -----------------------------------------------------------------------------------------------------------

_CLOSING = {"[": "]", "(": ")", "{": "}"}


def read_value(text: str) -> Any:
    """`[..]` and `(..)` are lists, `{a: b}` a dict, `{a}` and `{}` lists, `-` no resources, digits a number."""
    text = text.strip()
    if text[:1] not in _CLOSING:
        return "" if text == "-" else int(text) if text.isdigit() else text
    assert text.endswith(_CLOSING[text[0]]), f"no closing bracket in {text!r}"
    parts = _top_level(text[1:-1], ",")
    if text[0] == "{" and parts and ":" in _outside(parts[0]):
        return {_key(key): read_value(value) for key, _, value in (part.partition(":") for part in parts)}
    return [read_value(part) for part in parts]


def _key(text: str) -> Any:
    return int(text) if text.strip().isdigit() else text.strip()


def _outside(text: str) -> str:
    """What stands before the first bracket."""
    return re.split(r"[\[({]", text)[0]


def _top_level(text: str, separator: str) -> list[str]:
    """The parts of `text` between separators outside brackets, stripped; no empty ones."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "[({") - (char in "])}")
        if char == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]
