"""Random card sets, player boards and maps that use everything RULES.md 4 allows, for tests beside the house set.

The same seed gives the same files: `random_cards(seed, folder)`.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import hiddenark_env
from card_files import read_table, write_table
from hiddenark.random_maps import random_map
from hiddenark.toml_files import write_toml

HOUSE = Path(hiddenark_env.__file__).parent / "cards"
RESOURCES = ("chem", "marine", "cons", "tech", "money")
EFFECTS = (*RESOURCES, "any", "science", "move", "rescue", "build", "upgrade", "vp")
COLOURS = ("north_pacific", "south_pacific", "atlantic", "indian", "polar")
MOST, MOST_VP, MOST_BOUND = 15, 31, 999
TOKENS, KEPT, KINDS = 106, 32, 64
TILES, PER_COLOUR = 30, 6
ESCALATIONS, ESCALATION_KINDS = 24, 16


class Writer:
    """Values of card files, drawn from one generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.wild = self.chance(0.3)  # numbers up to the limits; otherwise such as people would print

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *words: Any) -> Any:
        return self.random.choice(words)

    def number(self, low: int, usual: int, most: int = MOST) -> int:
        """Low numbers are likelier, and few are above the usual."""
        if self.wild and self.chance(0.15):
            return self.random.randint(low, most)
        return min(self.random.randint(low, usual), self.random.randint(low, usual))

    def shares(self, total: int, n: int) -> list[int]:
        """`n` counts that add up to `total`; some may be 0."""
        cuts = sorted(self.random.choices(range(total + 1), k=n - 1))
        return [b - a for a, b in zip([0, *cuts], [*cuts, total])]

    # --- tokens -------------------------------------------------------------------------------------------------------

    def tokens(self) -> list[dict[str, Any]]:
        kept = sorted(self.random.sample(range(KEPT), self.random.randint(1, KEPT if self.wild else 16)))
        instant = sorted(self.random.sample(range(KEPT, KINDS), self.random.randint(1, KINDS - KEPT)))
        ids = [*kept, *instant] if self.chance(0.95) else self.pick(kept, instant)
        counts = self.shares(TOKENS, len(ids))
        return [self.token(i, count) for i, count in zip(ids, counts)]

    def token(self, i: int, count: int) -> dict[str, Any]:
        effect = dict.fromkeys(EFFECTS, 0)
        for name in self.random.sample(EFFECTS, self.pick(1, 1, 1, 2, 2, 3, 12 if self.wild else 3)):
            effect[name] = self.number(1, 4, MOST_VP if name == "vp" else MOST)
        if self.wild and self.chance(0.05):
            effect = dict.fromkeys(EFFECTS, 0)
        token_class = "instant" if i >= KEPT else self.pick("once", "upgrade")
        return {"id": i, "key": f"token {i}", "class": token_class, "count": count, **effect, "source": "house"}

    # --- fish and escalation ------------------------------------------------------------------------------------------

    def fish(self) -> list[dict[str, Any]]:
        return [self.tile(i) for i in range(TILES)]

    def tile(self, i: int) -> dict[str, Any]:
        asked = self.random.sample(RESOURCES, self.random.randint(0, 5))
        given = self.random.sample(RESOURCES, self.pick(0, 1, 1, 2, 5 if self.wild else 1))
        return {
            "tile": i,
            "colour": COLOURS[i // PER_COLOUR],
            "name": f"Fish {i}",
            **{name: self.number(0, 5) if name in asked else 0 for name in RESOURCES},
            "vp": self.number(0, 10, MOST_VP),
            **{f"d_{name}": self.number(0, 2) if name in given else 0 for name in RESOURCES},
            "need_stations": self.pick(0, 0, 0, 1, 2, self.number(0, 4, 4)),
            "need_vessels": self.pick(0, 0, 0, 1, 2, self.number(0, 4, 4)),
            "source": "house",
        }

    def escalation(self) -> list[dict[str, Any]]:
        n = self.random.randint(1, ESCALATION_KINDS)
        rows = []
        for i, count in enumerate(self.shares(ESCALATIONS, n)):
            asked = self.random.sample(RESOURCES, self.pick(0, 1, 1, 2, 5))
            adds = {name: self.number(0, 4) if name in asked else 0 for name in RESOURCES}
            rows.append({"id": i, **adds, "count": count, "source": "house"})
        return rows

    # --- awards and ratings -------------------------------------------------------------------------------------------

    def awards(self) -> list[dict[str, Any]]:
        rows = []
        for side in ("many", "two"):
            for award in range(len(COLOURS) + 1):
                values = sorted((self.number(0, 9, MOST_VP) for _ in range(4)), reverse=True)
                values = [values[0], 0, 0, 0] if award == len(COLOURS) else values
                positions = dict(zip(("first", "second", "third", "fourth"), values))
                rows.append({"side": side, "award": award, **positions, "source": "house"})
        return rows

    def ratings(self) -> list[dict[str, Any]]:
        columns = [f"players_{n}" for n in (1, 2, 3, 4)]
        most = self.pick(60, 200, MOST_BOUND)
        bounds = {column: sorted(self.random.sample(range(1, most + 1), 8)) for column in columns}
        return [
            {
                "band": band,
                "name": f"Band {band}",
                **{column: bounds[column][band - 1] if band else "" for column in columns},
                "source": "house",
                "name_source": "house",
            }
            for band in range(9)
        ]

    # --- player board and maps ----------------------------------------------------------------------------------------

    def player_board(self) -> dict[str, Any]:
        cap = [self.random.randint(1, MOST) if self.wild else self.random.randint(5, 12) for _ in RESOURCES]
        values: dict[str, Any] = {
            "cap": cap,
            "start": [min(most, self.number(0, 4)) for most in cap],
            "station_cost": [self.number(0, 8) for _ in range(3)],
            "vessel_cost": [self.number(0, 8) for _ in range(3)],
            "station_vp": self.number(0, 8, MOST_VP),
            "vessel_vp": self.number(0, 8, MOST_VP),
            "base_move": self.number(0, 3),
            "research": self.number(0, 5),
            "slot_cost": [
                [
                    [self.pick(0, 0, 0, 0, self.number(0, 3)) for _ in RESOURCES]
                    for _ in range(self.random.randint(0, 4))
                ]
                for _ in range(4)
            ],
        }
        return values | {"source": dict.fromkeys(values, "house")}

    def maps(self, folder: Path) -> None:
        """One to four maps, in half of the sets a house map among them."""
        for name in self.random.sample(["alpha", "Beta-2", "a_third", "z", "a"], self.random.randint(1, 3)):
            write_toml(folder / f"{name}.toml", random_map(self.random))
        if self.chance(0.5):
            shutil.copy(HOUSE / "boards" / f"{self.pick('house_equator', 'house_polar')}.toml", folder)


def random_cards(seed: int, folder: Path) -> Path:
    """Write the card set of `seed` into `folder`, which is made anew; returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "boards").mkdir(parents=True)
    writer = Writer(seed)
    house = writer.chance(0.25)  # the house tokens and tiles on other maps
    for file, make in (
        ("tokens", writer.tokens),
        ("fish", writer.fish),
        ("escalation", writer.escalation),
        ("awards", writer.awards),
        ("ratings", writer.ratings),
    ):
        rows = read_table(HOUSE / f"{file}.csv") if house else make()
        write_table(folder / f"{file}.csv", rows)
    write_toml(folder / "boards" / "player_board.toml", writer.player_board())
    writer.maps(folder / "boards")
    return folder
