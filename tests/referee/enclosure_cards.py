"""Card data of Enclosure as the referee reads it (RULES.md 3): csv and toml files, nothing checked."""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

CREATURES = "sgatwc"
AREAS = "MKFDC"
SIZE = 4  # rows and columns of a habitat; cells are numbered row by row from the top left

Pair = tuple[int, int]  # two different cells, the smaller first


@dataclass(frozen=True)
class Movement:
    """A movement card; `pairs` are the pairs of spaces its image can indicate (none for the push card)."""

    number: int
    name: str
    kind: str
    pairs: frozenset[Pair]


@dataclass(frozen=True)
class Research:
    """A research card; `need` holds the tokens asked for by (creature, area), `push` is empty for no effect."""

    name: str
    advanced: bool
    need: Counter
    push: str
    ep: int
    creature_tags: Counter
    habitat_tags: Counter


@dataclass(frozen=True)
class Milestone:
    """A milestone; each alternative lists (feature, least value), all of which have to hold."""

    name: str
    alternatives: list[list[tuple[str, int]]]
    ep: int
    ep_tag: str
    ep_per_tag: int

    def met(self, features: dict[str, int]) -> bool:
        """One alternative is enough (R35)."""
        return any(all(features[name] >= least for name, least in terms) for terms in self.alternatives)

    def worth(self, features: dict[str, int]) -> int:
        """EP of the completed card (D15)."""
        return self.ep + (self.ep_per_tag * features[self.ep_tag] if self.ep_tag else 0)


def read_table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [{key: (value or "").strip() for key, value in row.items()} for row in csv.DictReader(file)]


# ---- Movement cards --------------------------------------------------------------------------------------------------


def rotated(image: list[str]) -> list[str]:
    """A quarter turn clockwise."""
    return ["".join(column) for column in zip(*reversed(image))]


def flipped(image: list[str]) -> list[str]:
    return [row[::-1] for row in image]


def orientations(image: list[str]) -> list[list[str]]:
    """The image in its eight orientations (R23, D5)."""
    images = []
    for _ in range(4):
        images += [image, flipped(image)]
        image = rotated(image)
    return images


def placements(image: list[str]) -> list[list[int]]:
    """The cells marked by an image in every place where its whole frame lies inside the habitat (D5)."""
    marks = [(row, column) for row, line in enumerate(image) for column, sign in enumerate(line) if sign == "X"]
    downs, rights = range(SIZE - len(image) + 1), range(SIZE - len(image[0]) + 1)
    return [[SIZE * (down + row) + right + column for row, column in marks] for down in downs for right in rights]


def indicated(pattern: str) -> frozenset[Pair]:
    """Every pair of spaces a card can indicate: any two marked cells, in any orientation, anywhere (R22, R23, D5)."""
    if not pattern:
        return frozenset()
    covered = [cells for image in orientations(pattern.split("/")) for cells in placements(image)]
    return frozenset((a, b) for cells in covered for a in cells for b in cells if a < b)


def read_movement(row: dict[str, str]) -> Movement:
    return Movement(int(row["id"]), row["name"], row["kind"], indicated(row["pattern"]))


# ---- Research cards and milestones -----------------------------------------------------------------------------------


def parse_requirement(text: str) -> Counter:
    """`g2@C a@M` as a count by (creature, area)."""
    need: Counter = Counter()
    for term in text.split():
        creature, count, area = re.fullmatch(r"([a-z])(\d*)@([A-Z])", term).groups()
        need[creature, area] += int(count or 1)
    return need


def parse_tags(text: str, derived: Counter) -> Counter:
    """Tags written on the card take the place of the derived ones; `none` are no tags at all (3.3, D8)."""
    if not text:
        return derived
    tags: Counter = Counter()
    for term in text.split() if text != "none" else []:
        tags[term[0]] += int(term[1:] or 1)
    return tags


def read_research(row: dict[str, str]) -> Research:
    """A required token is a creature tag, a term is an area tag (D8)."""
    need = parse_requirement(row["requirement"])
    creature_tags, habitat_tags = Counter(), Counter(area for _, area in need)
    for (creature, _), count in need.items():
        creature_tags[creature] += count
    push = "" if row["push"] == "none" else row["push"]
    tags = parse_tags(row["creature_tags"], creature_tags), parse_tags(row["habitat_tags"], habitat_tags)
    return Research(row["id"], row["id"][0] == "a", need, push, int(row["ep"]), *tags)


def parse_alternative(text: str) -> list[tuple[str, int]]:
    terms = [term.split(">=") for term in text.split("&")]
    return [(name.strip(), int(least)) for name, least in terms]


def read_milestone(row: dict[str, str]) -> Milestone:
    texts = [text for text in (row["alt1"], row["alt2"]) if text not in ("", "-")]
    ep_tag = "" if row["ep_tag"] == "-" else row["ep_tag"]
    alternatives = [parse_alternative(text) for text in texts]
    return Milestone(row["id"], alternatives, int(row["ep"]), ep_tag, int(row["ep_per_tag"] or 0))


class Cards:
    """The data files of one folder."""

    def __init__(self, folder: Path):
        habitat = tomllib.loads((folder / "habitat.toml").read_text(encoding="utf-8"))
        self.area = "".join(habitat["rows"])  # by cell
        self.start = [SIZE * row + column for row, column in habitat["start"]]
        movement = sorted(map(read_movement, read_table(folder / "movement.csv")), key=lambda card: card.number)
        self.movement = {card.name: card for card in movement}
        research = [read_research(row) for row in read_table(folder / "research.csv")]
        self.research = {card.name: card for card in sorted(research, key=lambda card: (card.advanced, card.name))}
        self.basic = [name for name, card in self.research.items() if not card.advanced]
        self.advanced = [name for name, card in self.research.items() if card.advanced]
        milestones = [read_milestone(row) for row in read_table(folder / "milestones.csv")]
        self.private = dict(zip(CREATURES, milestones))  # the private rows come first, in creature order
        self.public = {milestone.name: milestone for milestone in milestones[len(CREATURES) :]}
