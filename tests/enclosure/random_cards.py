"""Random card sets and board layouts that use everything RULES.md section 3 allows, for tests beside the house set.

The same seed gives the same files: `random_cards(seed, folder)`.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

import enclosure_env
from card_files import read_table, write_table
from enclosure_env.grid import PAIRS
from enclosure_env.state import SWAPS

HOUSE = Path(enclosure_env.__file__).parent / "cards"
CREATURES, AREAS = "sgatwc", "MKFDC"
SIZES = dict(zip(AREAS, (3, 3, 3, 3, 4)))
CELLS = [(row, column) for row in range(4) for column in range(4)]
LOW_FEATURES = {  # thresholds that play can reach
    **{f"creature_tags.{letter}": 5 for letter in CREATURES},
    **{f"habitat_tags.{letter}": 5 for letter in AREAS},
    **{"basic_done": 9, "advanced_done": 3, "max_creature_tags": 6, "distinct_habitat_tags": 5, "tokens": 16},
    "max_same_tokens": 5,
    **{f"occupied.{letter}": size for letter, size in SIZES.items()},
}
MOST_TAGS = 127

Place = tuple[int, int]  # row, column


class Writer:
    """Values of card files, drawn from one generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.easy = self.chance(0.5)  # cards ask for little: they can be completed by chance

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *words: Any) -> Any:
        return self.random.choice(words)

    def number(self, low: int, high: int) -> int:
        """Low numbers are likelier."""
        return min(self.random.randint(low, high), self.random.randint(low, high))

    # --- habitat ------------------------------------------------------------------------------------------------------

    def habitat(self) -> tuple[list[str], list[list[int]]]:
        """Rows and start cells: a city between two of its corners, the other areas anywhere."""
        city = self.city()
        others = [place for place in CELLS if place not in city]
        self.random.shuffle(others)
        areas = {letter: others[3 * i : 3 * i + 3] for i, letter in enumerate("MKFD")}
        letters = {place: letter for letter, places in [*areas.items(), ("C", city)] for place in places}
        rows = ["".join(letters[row, column] for column in range(4)) for row in range(4)]
        start = [self.outermost(areas[letter], axis, end) for letter, axis, end in (("M", 1, min), ("K", 0, min))]
        start += [self.outermost(areas[letter], axis, end) for letter, axis, end in (("F", 1, max), ("D", 0, max))]
        return rows, [list(place) for place in (*start, min(city), max(city))]

    def city(self) -> list[Place]:
        while True:
            (top, left), (bottom, right) = sorted(self.random.sample(CELLS, 2))
            inside = [(r, c) for r, c in CELLS if top <= r <= bottom and left <= c <= right]
            between = [place for place in inside if place not in ((top, left), (bottom, right))]
            if left <= right and len(between) >= 2:
                return [(top, left), *self.random.sample(between, 2), (bottom, right)]

    def outermost(self, places: list[Place], axis: int, end: Any) -> Place:
        best = end(place[axis] for place in places)
        return self.pick(*(place for place in places if place[axis] == best))

    # --- movement cards -----------------------------------------------------------------------------------------------

    def pattern(self) -> str:
        height, width = self.pick(*(size for size in CELLS if (size[0] + 1) * (size[1] + 1) > 1))
        cells = [(row, column) for row in range(height + 1) for column in range(width + 1)]
        marks = self.random.sample(cells, min(len(cells), self.number(2, 6)))
        rows = range(height + 1)
        return "/".join("".join("X" if (r, c) in marks else "." for c in range(width + 1)) for r in rows)

    def movement(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        named = self.chance(0.5)
        for row in rows:
            row["name"] = f"Card {row['id']}" if named else row["name"]
            row["pattern"] = self.pattern() if row["kind"] == "swap" else ""
        return rows

    # --- research cards -----------------------------------------------------------------------------------------------

    def requirement(self) -> str:
        """Up to six different terms that fit into the areas."""
        wanted, terms = self.number(1, 2 if self.easy else 6), Counter[tuple[str, str]]()
        while len(terms) < wanted:
            creature, area = self.pick(*CREATURES), self.pick(*AREAS)
            tokens = 1 if self.easy else self.number(1, self.pick(1, 1, 4))
            in_area = sum(k for (_, other), k in terms.items() if other == area)
            of_creature = sum(k for (other, _), k in terms.items() if other == creature)
            if (creature, area) not in terms and in_area + tokens <= SIZES[area] and of_creature + tokens <= 5:
                terms[creature, area] = tokens
        return " ".join(f"{c}{k if k > 1 or self.chance(0.2) else ''}@{a}" for (c, a), k in terms.items())

    def tags(self, letters: str) -> str:
        if self.chance(0.85):
            return ""
        chosen = self.random.sample(letters, self.random.randint(0, 3))
        return " ".join(f"{letter}{self.pick('', 1, 2, self.number(1, 9))}" for letter in chosen) or "none"

    def research(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        """Cards that together have no more tags of a kind than allowed."""
        while True:
            for row in rows:
                row["requirement"], row["push"] = self.requirement(), self.pick(*CREATURES, "none")
                row["ep"] = str(self.pick(self.number(0, 15), self.number(1, 4)))
                row["creature_tags"], row["habitat_tags"] = self.tags(CREATURES), self.tags(AREAS)
            if max(count_tags(rows).values()) <= MOST_TAGS:
                return rows

    # --- milestones ---------------------------------------------------------------------------------------------------

    def conditions(self) -> str:
        features = self.random.sample(list(LOW_FEATURES), self.number(1, 4))
        texts = []
        for feature in features:
            most = 126 if self.chance(0.05) else LOW_FEATURES[feature]
            texts.append(f"{feature}{self.pick('>=', ' >= ')}{self.number(1, most)}")
        return self.pick(" & ", "&").join(texts)

    def milestones(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        for row in rows:
            private = row["id"].startswith("m")
            row["alt1"], row["alt2"] = self.conditions(), self.conditions() if self.chance(0.5) else ""
            row["ep"] = str(self.number(0, 15))
            per_tag = self.random.randint(0, 5) if private else 0
            row["ep_per_tag"], row["ep_tag"] = str(per_tag), self.pick(*LOW_FEATURES) if per_tag else ""
        return rows


def count_tags(rows: list[dict[str, str]]) -> Counter[str]:
    """Tags of each kind on all cards, by the larger of what the requirement and what the override says."""
    total = Counter[str]()
    for row in rows:
        for creature, area in ((term[:-2], term[-1]) for term in row["requirement"].split()):
            total[creature[0]] += int(creature[1:] or 1)
            total[area] += 1
        for term in f"{row['creature_tags']} {row['habitat_tags']}".replace("none", "").split():
            total[term[0]] += int(term[1:] or 1)
    return total


def random_cards(seed: int, folder: Path) -> Path:
    """Write the card set of `seed` into `folder`, which is made anew; returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    writer = Writer(seed)
    for file, change in (
        ("movement", writer.movement),
        ("research", writer.research),
        ("milestones", writer.milestones),
    ):
        write_table(folder / f"{file}.csv", change(read_table(HOUSE / f"{file}.csv")))
    rows, start = writer.habitat()
    text = f"rows = {rows}\nstart = {start}\nsource = 'random'\n"
    (folder / "habitat.toml").write_text(text, encoding="utf-8")
    return folder


def allowed_pairs(tables: np.ndarray) -> np.ndarray:
    """uint8[card, pair] of a card set's tables: 1 where the swap card allows the pair."""
    bits = np.ascontiguousarray(tables["pair_allowed"]).view(np.uint8)
    return np.unpackbits(bits.reshape(SWAPS, -1), axis=1, bitorder="little")[:, :PAIRS]
