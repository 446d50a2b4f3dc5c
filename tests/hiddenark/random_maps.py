"""Random maps that use everything RULES.md 4.6 allows, each valid by the way it is drawn.

The same generator state gives the same map: `random_map(random)`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

Place = tuple[int, int]  # row, column

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
MARKS = dict(zip("NESW", "^>v<"))
COLOURS, FISH, MOST_VP_SPACES = 5, 2, 10
FEWEST_SEA, MOST_SEA, FEWEST_LOCATIONS, MOST_LOCATIONS = 12, 64, 4, 32


class Drawing:
    """A map while it is drawn: a connected sea, then what lies in it and around it."""

    def __init__(self, generator: random.Random) -> None:
        self.random = generator
        self.rows, self.columns = generator.randint(2, 9), generator.randint(2, 12)
        while self.rows * self.columns < FEWEST_SEA + FEWEST_LOCATIONS:
            self.columns += 1
        self.wraps = {"N": self.chance(0.3), "E": self.chance(0.5)}
        self.cells = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        self.sea = self.grow()
        self.steps = {(a, d): b for a in self.sea for d in STEPS if (b := self.beside(a, d)) in self.sea}
        self.walls: list[list[int]] = []
        self.links: list[list[Any]] = []

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def beside(self, place: Place, direction: str) -> Place | None:
        """The cell next to a place."""
        (r, c), (dr, dc) = place, STEPS[direction]
        r, c = r + dr, c + dc
        if self.wraps["N"]:
            r %= self.rows
        if self.wraps["E"]:
            c %= self.columns
        return (r, c) if (r, c) in self.cells else None

    def grow(self) -> list[Place]:
        """A sea that grows from one cell, in reading order."""
        most = min(MOST_SEA, len(self.cells) - FEWEST_LOCATIONS)
        wanted = self.random.randint(FEWEST_SEA, most)
        sea = [self.random.choice(self.cells)]
        while len(sea) < wanted:
            shores = {self.beside(place, direction) for place in sea for direction in STEPS} - {None, *sea}
            sea.append(self.random.choice(sorted(shore for shore in shores if shore)))
        return sorted(sea)

    def is_connected(self, steps: dict[tuple[Place, str], Place]) -> bool:
        reached, new = {self.sea[0]}, [self.sea[0]]
        while new:
            place = new.pop()
            ahead = {steps[place, direction] for direction in STEPS if (place, direction) in steps} - reached
            reached |= ahead
            new += ahead
        return len(reached) == len(self.sea)

    def build_walls(self, n: int) -> None:
        """Part neighbours where the sea stays connected."""
        for _ in range(n):
            (a, _), b = self.random.choice(sorted(self.steps.items()))
            left = {key: step for key, step in self.steps.items() if {key[0], step} != {a, b}}
            if a != b and self.is_connected(left):
                self.steps = left
                self.walls.append([*a, *b])

    def join(self, n: int) -> None:
        """Add steps, and the way back, in directions that lead nowhere yet."""
        for _ in range(n):
            ends = [(a, d) for a in self.sea for d in STEPS if (a, d) not in self.steps]
            if len({a for a, _ in ends}) < 2:
                return
            a, d = self.random.choice(ends)
            b, back = self.random.choice([end for end in ends if end[0] != a])
            self.links += [[*a, d, *b], [*b, back, *a]]
            self.steps |= {(a, d): b, (b, back): a}

    def locations(self) -> dict[Place, tuple[str, Place | None]]:
        """Land with its mark, and where its arrow ends if that is not shown."""
        land = sorted(set(self.cells) - set(self.sea))
        n = self.random.randint(FEWEST_LOCATIONS, min(MOST_LOCATIONS, len(land)))
        found: dict[Place, tuple[str, Place | None]] = {}
        for place in sorted(self.random.sample(land, n)):
            shown = [direction for direction in STEPS if self.beside(place, direction) in self.sea]
            if shown and self.chance(0.9):
                found[place] = MARKS[self.random.choice(shown)], None
            else:
                found[place] = self.random.choice("^>v<"), self.random.choice(self.sea)
        return found


def random_map(generator: random.Random) -> dict[str, Any]:
    """The keys of a map file."""
    drawing = Drawing(generator)
    if drawing.chance(0.4):
        drawing.build_walls(generator.randint(1, 6))
    if drawing.chance(0.3):
        drawing.join(generator.randint(1, 4))
    spaces = generator.sample(drawing.sea, min(len(drawing.sea), COLOURS * FISH + generator.randint(0, MOST_VP_SPACES)))
    cells = dict.fromkeys(drawing.cells, "..") | dict.fromkeys(drawing.sea, "~~")
    for i, place in enumerate(spaces):
        cells[place] = (
            f"F{i // FISH}" if i < COLOURS * FISH else f"*{generator.choice((2, 2, generator.randint(1, 9)))}"
        )
    locations = drawing.locations()
    cells |= {place: f"L{mark}" for place, (mark, _) in locations.items()}
    names = [f"{generator.choice(('port', 'Cape', 'isle of'))} {i}" for i in range(len(locations))]
    values = {
        "grid": "\n".join(lines(cells, drawing.rows, drawing.columns)),
        "locations": names,
        "wrap_y": drawing.wraps["N"],
        "wrap_x": drawing.wraps["E"],
        "walls": drawing.walls,
        "links": drawing.links,
        "arrows": [[name, *end] for name, (_, end) in zip(names, locations.values()) if end],
        "sources": [[*place, "derived"] for place in spaces[:2]],
        "source": "house",
    }
    return {key: value for key, value in values.items() if value or drawing.chance(0.5)}


def lines(cells: dict[Place, str], rows: int, columns: int) -> Iterable[str]:
    return (" ".join(cells[r, c] for c in range(columns)) for r in range(rows))
