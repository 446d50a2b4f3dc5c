"""Card data of Biohack as the referee reads it (RULES.md 4 and 5): csv files, nothing checked."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path

GENES = ("mammal", "aquatic", "avian", "reptile", "primate", "feral")
RESOURCES = (*GENES, "coin", "medicine", "ep")
MAMMAL, AQUATIC, AVIAN, REPTILE, PRIMATE, FERAL, COIN, MEDICINE, EP = range(9)
CLASSES = ("common", "artisan", "noble")
COMMON, ARTISAN, NOBLE = range(3)
ROWS = (4, 3, 2)  # spaces of a player board per class (R39)
LOCATIONS = ("mountain", "river", "bank", "hospital", "basement")
SPACES = ("biofarm", "biofarm_gene", "biofarm_reserve", "alley", "alley_feral", "alley_reserve")
SPACES += ("dna", "dna_buy", "dna_reserve", "tile0", "tile1", "tile2", "tile3")
BASIC = ("biofarm", "alley", "dna")
ADVANCED = tuple(space for space in SPACES if space not in BASIC)
SIDES = ("basic", "advanced")
BOARD_SPACES = tuple(f"{name}{i}" for name, size in zip(CLASSES, ROWS) for i in range(size))
FIRST_SPACE = (0, 4, 7)  # of each row, in BOARD_SPACES
TOKEN_SPACES = ("common1", "common2", "common3", "artisan1", "artisan2", "noble1")  # R90


@dataclass(frozen=True)
class Line:
    """One line of an effect (section 4): its kind, up to two numbers, a word, and what is gained and paid.

    `n`, `d` and `word` are in the order of the grammar, `word` being S, `display` or `any`, `biofarm` or `other`, L.
    """

    kind: str
    n: int = 0
    d: int = 0
    word: str = ""
    gains: dict[int, int] = field(default_factory=dict, hash=False)
    pays: dict[int, int] = field(default_factory=dict, hash=False)
    text: str = field(default="", compare=False)


@dataclass(frozen=True)
class Term:
    """One term of a score: `e` and the genes or the class that are counted."""

    kind: str
    e: int
    genes: tuple[int, ...] = ()
    cls: int = -1


@dataclass(frozen=True)
class Creature:
    number: int
    name: str
    cls: int
    cost: list[int]
    ep: int
    location: str
    effect: list[Line]
    discount: list[int]
    wild: int
    score: list[Term]

    @property
    def genes(self) -> list[int]:
        """Its gene icons (R64, D17)."""
        return [g for g in range(6) if self.cost[g]]


@dataclass(frozen=True)
class Scientist:
    plan: list[Line]
    discount: list[int]
    wild: int
    score: list[Term]


@dataclass(frozen=True)
class Milestone:
    """What a report needs: gene icons, creatures of each class, different genes."""

    icons: list[int]
    least: list[int]
    types: int


@dataclass(frozen=True)
class Solo:
    """`police` are the two advanced spaces, `x` the display slots that are cleared."""

    location: str
    police: list[str]
    x: list[int]


# ---- Words -----------------------------------------------------------------------------------------------------------


def amounts(words: list[str]) -> dict[int, int]:
    """`mammal 2 coin 1`, in the order of resources."""
    found = {RESOURCES.index(name): int(n) for name, n in zip(words[::2], words[1::2])}
    return dict(sorted(found.items()))


def amounts_text(given: dict[int, int]) -> str:
    return " ".join(f"{RESOURCES[r]} {n}" for r, n in given.items())


def parse_line(text: str) -> Line:
    """A line in the grammar of section 4, also `common s`."""
    kind, *words = text.split()
    if kind == "gain":
        gains = amounts(words)
        return Line(kind, gains=gains, text=f"gain {amounts_text(gains)}")
    if kind == "pick":
        gains = amounts(words[1:])
        return Line(kind, int(words[0]), gains=gains, text=f"pick {words[0]} {amounts_text(gains)}")
    if kind == "wild":
        genes = [g for g in range(6) if words[1] == "all" or GENES[g] in words[1:]]
        names = "all" if len(genes) == 6 else " ".join(GENES[g] for g in genes)
        return Line(kind, int(words[0]), gains=dict.fromkeys(genes, 1), text=f"wild {words[0]} {names}")
    if kind == "trade":
        arrow = words.index(">")
        pays, gains = amounts(words[1:arrow]), amounts(words[arrow + 1 :])
        text = f"trade {words[0]} {amounts_text(pays)} > {amounts_text(gains)}"
        return Line(kind, int(words[0]), gains=gains, pays=pays, text=text)
    if kind == "visit":
        return Line(kind, int(words[1]), word=words[0], text=" ".join([kind, *words]))
    numbers = [int(word) for word in words if word.isdigit()]
    names = [word for word in words if not word.isdigit()]
    return Line(kind, *numbers, **({"word": names[0]} if names else {}), text=" ".join([kind, *words]))


def parse_effect(text: str) -> list[Line]:
    """Up to two lines separated by `;`."""
    parts = [part.strip() for part in text.split(";")]
    return [parse_line(part) for part in parts if part and part != "none"]


def parse_term(text: str) -> Term:
    kind, *words = text.split()
    genes = tuple(GENES.index(name) for name in words[0].split("|")) if kind == "gene" else ()
    return Term(kind, int(words[-1]), genes, CLASSES.index(words[0]) if kind == "class" else -1)


def parse_score(text: str) -> list[Term]:
    parts = [part.strip() for part in text.split(";")]
    return [parse_term(part) for part in parts if part and part != "none"]


def parse_discount(text: str) -> list[int]:
    """Genes off, each with its number."""
    found = amounts(text.split()) if text not in ("", "none") else {}
    return [found.get(g, 0) for g in range(6)]


# ---- Files -----------------------------------------------------------------------------------------------------------


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{key: (value or "").strip() for key, value in row.items() if key} for row in csv.DictReader(file)]


def by_id(path: Path) -> list[dict[str, str]]:
    return sorted(read_table(path), key=lambda row: int(row["id"]))


def number(text: str) -> int:
    """A number; an empty cell, or `none`, is 0."""
    return int(text) if text not in ("", "none") else 0


def read_creature(row: dict[str, str]) -> Creature:
    return Creature(
        int(row["id"]),
        row["name"],
        CLASSES.index(row["class"]),
        [number(row[gene]) for gene in GENES],
        number(row["ep"]),
        row["location"],
        parse_effect(row["effect"]),
        parse_discount(row["discount"]),
        number(row["wild"]),
        parse_score(row["score"]),
    )


def read_scientist(row: dict[str, str]) -> Scientist:
    return Scientist(
        parse_effect(row["plan"]), parse_discount(row["discount"]), number(row["wild"]), parse_score(row["score"])
    )


def read_milestone(row: dict[str, str]) -> Milestone:
    least = [number(row[f"min_{name}"]) for name in CLASSES]
    return Milestone([number(row[gene]) for gene in GENES], least, number(row["min_types"]))


# The advanced space of each area on side A (D3, R76).
POLICE = {"biofarm": "biofarm_gene", "alley": "alley_feral", "dna": "dna_buy", "downtown": "tile0"}


def read_solo(row: dict[str, str]) -> Solo:
    """`x` has the rows common, artisan and noble, and columns 1 to 3 of the display."""
    rows = row["x"].split("/")
    x = [4 * cls + 1 + column for cls, marks in enumerate(rows) for column, mark in enumerate(marks) if mark == "X"]
    return Solo(row["location"], [POLICE[row["police_a"]], POLICE[row["police_b"]]], x)


class Cards:
    """The data files of one folder."""

    def __init__(self, folder: Path):
        self.creatures = [read_creature(row) for row in by_id(folder / "creatures.csv")]
        self.scientists = [read_scientist(row) for row in by_id(folder / "scientists.csv")]
        self.milestones = [read_milestone(row) for row in by_id(folder / "milestones.csv")]
        self.tiles = [parse_effect(row["effect"]) for row in by_id(folder / "tiles.csv")]
        self.solo = [read_solo(row) for row in by_id(folder / "solo.csv")]
        self.by_class = [[card.number for card in self.creatures if card.cls == cls] for cls in range(3)]
        self.die = [
            int(row["result"]) for row in sorted(read_table(folder / "die.csv"), key=lambda row: int(row["face"]))
        ]
        self.bonus: dict[tuple[int, str], list[list[Line]]] = {}
        for row in read_table(folder / "boards.csv"):
            effects = [parse_effect(row[space]) for space in BOARD_SPACES]
            self.bonus[int(row["board"]), row["side"]] = effects
        self.read_locations(folder / "locations.csv")
        self.read_spaces(folder / "spaces.csv")
        self.read_tracks(folder / "tracks.csv")

    def read_locations(self, path: Path) -> None:
        """The lines by players, location and Nomans left there."""
        self.locations: dict[tuple[int, str, int], list[Line]] = {}
        for row in read_table(path):
            self.locations[int(row["players"]), row["location"], int(row["rem"])] = parse_effect(row["effect"])

    def read_spaces(self, path: Path) -> None:
        """Bonus and main lines of the experiment spaces that are printed on a side of the main board."""
        self.spaces: dict[str, dict[str, tuple[list[Line], list[Line]]]] = {"A": {}, "B": {}}
        for row in read_table(path):
            for side in row["side"]:
                self.spaces[side][row["space"]] = (parse_effect(row["bonus"]), parse_effect(row["main"]))

    def read_tracks(self, path: Path) -> None:
        """Values of each track by key and side, in the order of positions."""
        self.tracks: dict[tuple[str, str], list[str]] = {}
        for row in sorted(read_table(path), key=lambda row: number(row["position"])):
            for side in row["side"]:
                self.tracks.setdefault((row["key"], side), []).append(row["value"])
