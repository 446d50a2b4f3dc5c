"""Card data of Replicants! as the referee reads it (RULES.md 3.1 and 4): csv and toml files, nothing checked."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

KINDS = "NPHS"


@dataclass(frozen=True)
class Pattern:
    """Letters and stars; `allowed` are the kinds a star may stand for."""

    letters: str = ""
    stars: int = 0
    allowed: str = KINDS


@dataclass(frozen=True)
class Effect:
    """One effect; `level` is L2, L3, L4, any or new (discounts) or the level promote stops at."""

    kind: str
    k: int = 0
    level: str = ""
    pattern: Pattern = Pattern()


@dataclass(frozen=True)
class Ability:
    """What a replicant does at L4, or a room when used; `cond` holds terms such as (produced, NN)."""

    trigger: str
    mode: str
    cond: list[tuple[str, str]]
    pay: Pattern
    effects: list[Effect]

    @property
    def static(self) -> bool:
        """Only discounts or rapid: never comes up, only applies (D45)."""
        return all(effect.kind in ("discount", "discount_all", "rapid") for effect in self.effects)


@dataclass(frozen=True)
class Card:
    name: str
    cost: dict[int, Counter]  # by the level it leads to
    ability: Ability


@dataclass(frozen=True)
class Room:
    core: bool
    adjacent: list[int]
    build: Counter
    build_points: int
    turn: bool
    ability: Ability


def parse_pattern(text: str) -> Pattern:
    body, _, limit = text.strip().partition("/")
    return Pattern("".join(kind * body.count(kind) for kind in KINDS), body.count("*"), limit or KINDS)


def parse_condition(text: str) -> list[tuple[str, str]]:
    terms = [term.strip().partition(":") for term in text.split("&") if term.strip()]
    return [(kind, arg) for kind, _, arg in terms]


def parse_effect(text: str) -> Effect:
    kind, *args = text.strip().split(":")
    if kind in ("gain", "stow"):
        return Effect(kind, pattern=parse_pattern(args[0]))
    if kind in ("discount", "discount_all"):
        return Effect(kind, level=args[0], pattern=parse_pattern(args[1]))
    if kind == "promote":
        level, _, count = args[0].partition("x")
        return Effect(kind, k=int(count), level=level)
    return Effect(kind, k=int(args[0]) if args else 0)


def parse_effects(text: str) -> list[Effect]:
    return [parse_effect(part) for part in text.split(";") if part.strip()]


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{key: value.strip() for key, value in row.items()} for row in csv.DictReader(file)]


def read_card(row: dict[str, str]) -> Card:
    pay, effects = parse_pattern(row["pay"]), parse_effects(row["effect"])
    ability = Ability(row["trigger"], row["mode"], parse_condition(row["cond"]), pay, effects)
    return Card(row["name"], {level: Counter(row[f"cost{level}"]) for level in (2, 3, 4)}, ability)


def read_room(row: dict[str, str]) -> Room:
    ability = Ability("station", "auto", [], parse_pattern(row["cost"]), parse_effects(row["effect"]))
    adjacent, points = [int(room) for room in row["adjacent"].split()], int(row["build_points"] or 0)
    return Room(row["kind"] == "core", adjacent, Counter(row["build"]), points, row["when"] == "turn", ability)


class Cards:
    """The data files of one folder."""

    def __init__(self, folder: Path):
        self.cards = [read_card(row) for row in read_table(folder / "replicants.csv")]
        self.rooms = [read_room(row) for row in read_table(folder / "usc_rooms.csv")]
        resources = {row["code"]: row for row in read_table(folder / "resources.csv")}
        self.supply = {kind: int(resources[kind]["supply"]) for kind in KINDS}
        self.field_cards = "".join(kind * int(resources[kind]["field_cards"]) for kind in KINDS)
        self.ids = {card.name: number for number, card in enumerate(self.cards)}
        self.numbers: dict = {}  # of rules.toml and usc.toml
        for name in ("rules.toml", "usc.toml"):
            self.numbers |= tomllib.loads((folder / name).read_text(encoding="utf-8"))
