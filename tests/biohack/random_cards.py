"""Random card sets that use everything RULES.md 4 and 5 allow, for tests beside the house set.

The same seed gives the same files: `random_cards(seed, folder)`.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import biohack_env
from card_files import read_table, write_table

HOUSE = Path(biohack_env.__file__).parent / "cards"
GENES = ("mammal", "aquatic", "avian", "reptile", "primate", "feral")
RESOURCES = (*GENES, "coin", "medicine", "ep")
LOCATIONS = ("mountain", "river", "bank", "hospital", "basement")
AREAS = ("biofarm", "alley", "dna", "downtown")
CLASSES = ("common", "artisan", "noble")
ROWS = (4, 3, 2)
BONUS = ("create", "reserve")  # what may not stand there
OF_COMMON = ("create", "alley", "dna", "die", "reserve", "visit")
AT_LOCATION = ("create", "visit", "reserve")
LINES = 200  # different ones, well below the limit


class Writer:
    """Values of card files, drawn from one generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.wild = self.chance(0.3)  # numbers up to the limits; otherwise such as people would print
        self.lines: list[str] = []
        self.kinds: dict[str, Callable[[], str]] = {
            "gain": lambda: f"gain {self.amounts()}",
            "pick": self.pick_line,
            "wild": self.wild_line,
            "die": lambda: f"die {self.number(0, 2, 9)} {self.pick('none', 'mountain', 'river')}",
            "buy": lambda: f"buy {self.number(1, 2, 9)} {self.number(0, 2, 9)} {self.pick('display', 'any')}",
            "create": self.create_line,
            "alley": lambda: "alley",
            "dna": lambda: f"dna {self.number(0, 5, 30)}",
            "report": lambda: "report",
            "unlock": lambda: f"unlock {self.number(0, 5, 30)}",
            "reserve": lambda: "reserve",
            "trade": self.trade_line,
            "reroll": lambda: f"reroll {self.number(1, 2, 9)}",
            "extra_buy": lambda: f"extra_buy {self.number(1, 2, 9)}",
            "buy_discount": lambda: f"buy_discount {self.number(1, 2, 9)}",
            "visit": lambda: f"visit {self.pick(*LOCATIONS)} {self.random.randint(0, 3)}",
        }

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *words: Any) -> Any:
        return self.random.choice(words)

    def number(self, low: int, usual: int, most: int) -> int:
        """Low numbers are likelier, and few are above the usual."""
        if self.wild and self.chance(0.15):
            return self.random.randint(low, most)
        return min(self.random.randint(low, usual), self.random.randint(low, usual))

    # --- lines --------------------------------------------------------------------------------------------------------

    def amounts(self, names: Sequence[str] = RESOURCES, fewest: int = 1) -> str:
        most = len(names) if self.wild and self.chance(0.1) else min(3, len(names))
        found = self.random.sample(names, max(fewest, self.random.randint(1, most)))
        return " ".join(f"{name} {self.number(1, 3, 12)}" for name in found)

    def pick_line(self) -> str:
        entries = self.amounts(fewest=2)
        return f"pick {self.random.randint(1, len(entries.split()) // 2)} {entries}"

    def wild_line(self) -> str:
        genes = ["all"] if self.chance(0.5) else self.random.sample(GENES, self.random.randint(1, 5))
        return f"wild {self.number(1, 2, 9)} {' '.join(genes)}"

    def create_line(self) -> str:
        place, off = self.pick("other", "biofarm"), self.pick(0, 0, self.number(1, 3, 9))
        return f"create {1 if off else self.number(1, 2, 9)} {off} {place}"

    def trade_line(self) -> str:
        names = self.random.sample(RESOURCES[:-1], self.random.randint(2, 4))
        left, right = names[:1], names[1:] if self.chance(0.8) else ["ep"]
        pay, vec = self.amounts(left), self.amounts(right)
        return f"trade {self.number(1, 3, 9)} {pay} > {vec}"

    def line(self, without: Sequence[str] = ()) -> str:
        """A line of a kind that may stand there; old ones again where there are many."""
        allowed = [line for line in self.lines if line.split()[0] not in without]
        if len(self.lines) >= LINES or (allowed and self.chance(0.2)):
            return self.pick(*allowed)
        kinds = [kind for kind in self.kinds if kind not in without]
        line = self.kinds[self.pick(*kinds) if self.chance(0.6) else self.pick("gain", "gain", "pick")]()
        if line not in self.lines:
            self.lines.append(line)
        return line

    def effect(self, without: Sequence[str] = ("reserve",), nothing: float = 0.1) -> str:
        if self.chance(nothing):
            return "none"
        return "; ".join(self.line(without) for _ in range(self.pick(1, 1, 2)))

    def place(self, write: Callable[[], list[str]]) -> list[str]:
        """Effects of one place, written anew until it cannot both injure and heal a Noman (D61)."""
        while True:
            effects = write()
            lines = [line.strip() for effect in effects for line in effect.split(";")]
            risky = [line.startswith(("die", "visit")) for line in lines]
            healing = ["medicine" in line or line.startswith("visit") for line in lines]
            if not any(a and b for i, a in enumerate(risky) for j, b in enumerate(healing) if i != j):
                return effects

    # --- cards --------------------------------------------------------------------------------------------------------

    def costs(self) -> dict[str, int]:
        asked = self.random.sample(GENES, self.random.randint(1, 5))
        return {gene: self.number(1, 4, 10) if gene in asked else 0 for gene in GENES}

    def discount(self) -> str:
        return "none" if self.chance(0.2) else self.amounts(GENES)

    def term(self) -> str:
        kind = self.pick("gene", "gene", "class", "report", "rows", "types", "coins", "stored", "medicine", "flat")
        words = {"gene": ["|".join(self.random.sample(GENES, self.pick(1, 1, 2)))], "class": [self.pick(*CLASSES)]}
        return " ".join([kind, *words.get(kind, []), str(self.number(1, 5, 60))])

    def score(self) -> str:
        return "none" if self.chance(0.1) else "; ".join(self.term() for _ in range(self.pick(1, 1, 2)))

    def creature(self, i: int) -> dict[str, Any]:
        card: dict[str, Any] = {"id": i, "name": f"Creature {i}", "class": CLASSES[(i >= 20) + (i >= 36)]}
        card |= self.costs() | {"ep": self.number(0, 8, 60)}
        card |= {"location": "none", "effect": "none", "discount": "none", "wild": 0, "score": "none"}
        if card["class"] == "common":
            location = self.pick(*LOCATIONS)
            without = OF_COMMON + (("buy",) if location == "basement" else ())
            card |= {"location": location, "effect": self.effect(without)}
        elif card["class"] == "artisan":
            card |= {"discount": self.discount(), "wild": self.pick(0, 0, self.number(1, 2, 9))}
        else:
            card |= {"ep": 0, "score": self.score()}
        return card | {"source": "house"}

    def creatures(self) -> list[dict[str, Any]]:
        return [self.creature(i) for i in range(48)]

    def scientists(self) -> list[dict[str, Any]]:
        return [
            {"id": i, "name": f"Dr. {i}", "plan": self.effect(), "discount": self.discount()}
            | {"wild": self.pick(0, 0, self.number(1, 2, 9)), "score": self.score(), "source": "house"}
            for i in range(6)
        ]

    def milestone(self, i: int) -> dict[str, Any]:
        genes = dict.fromkeys(GENES, 0)
        for gene in self.random.choices(GENES, k=self.pick(0, 1, 2, 3, 4, 9 if self.wild else 4)):
            genes[gene] += 1
        least = {f"min_{name}": self.pick(0, 0, 0, self.random.randint(0, most)) for name, most in zip(CLASSES, ROWS)}
        types = self.pick(0, 0, self.random.randint(0, 6))
        if not any((*genes.values(), *least.values(), types)):
            types = 3
        return {"id": i, "name": f"Milestone {i}", **genes, **least, "min_types": types, "source": "house"}

    def milestones(self) -> list[dict[str, Any]]:
        return [self.milestone(i) for i in range(10)]

    def tiles(self) -> list[dict[str, Any]]:
        return [
            {"id": i, "name": f"Tile {i}", "effect": self.place(lambda: [self.effect()])[0], "source": "house"}
            for i in range(20)
        ]

    def die(self) -> list[dict[str, Any]]:
        n = self.random.randint(1, 12) if self.wild else 6
        return [{"face": i, "result": self.random.randint(0, 3), "source": "house"} for i in range(n)]

    def solo(self) -> list[dict[str, Any]]:
        rows = []
        for i in range(15):
            a, b = self.random.sample(AREAS, 2)
            x = "/".join("".join(self.pick(".", ".", "X") for _ in range(3)) for _ in CLASSES)
            rows.append(
                {"id": i, "location": LOCATIONS[i // 3], "police_a": a, "police_b": b, "x": x, "source": "house"}
            )
        if self.chance(0.5):  # the face of a location gives nothing away
            for i, row in enumerate(rows):
                row["x"] = rows[i - i % 3]["x"]
        return rows

    # --- boards: the house files with other values --------------------------------------------------------------------

    def boards(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = list(read_table(HOUSE / "boards.csv"))
        for row in rows:
            row |= {name: self.effect(BONUS, 0.4) for name in row if name not in ("board", "side", "source")}
        return rows

    def locations(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = list(read_table(HOUSE / "locations.csv"))
        for row in rows:
            if self.chance(0.6):
                (row["effect"],) = self.place(lambda: [self.effect(AT_LOCATION)])
        return rows

    def spaces(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = list(read_table(HOUSE / "spaces.csv"))
        for row in rows:
            row["bonus"], row["main"] = self.place(partial(self.space, row["space"], dict(row)))
        return rows

    def space(self, name: str, printed: dict[str, Any]) -> list[str]:
        """Bonus and main action of a space, some as printed."""
        without = () if printed["side"] == "B" else ("reserve",)
        new_bonus, new_main = name not in AREAS and self.chance(0.5), self.chance(0.3)
        return [
            self.effect(without) if new_bonus else printed["bonus"],
            self.effect(without) if new_main else printed["main"],
        ]

    def tracks(self) -> list[dict[str, Any]]:
        limits = {"display_price": (0, 3, 9), "deck_price": (0, 3, 9), "start_coins": (0, 12, 60)} | {
            "start_medicine": (0, 2, 2), "coins_per_ep": (1, 6, 60), "injury_penalty": (0, 12, 60)
        }  # fmt: skip
        rows: list[dict[str, Any]] = list(read_table(HOUSE / "tracks.csv"))
        for row in rows:
            if row["key"] == "reservation":
                row["value"] = self.effect()
            elif row["key"].endswith("rounds"):
                most = 4 if row["key"] == "solo_rounds" else 5
                row["value"] = self.random.randint(1, most) if self.wild or self.chance(0.2) else row["value"]
            else:
                row["value"] = self.number(*limits.get(row["key"], (0, 10, 60)))
        return rows


def random_cards(seed: int, folder: Path) -> Path:
    """Write the card set of `seed` into `folder`, which is made anew; returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    writer = Writer(seed)
    house = writer.chance(0.25)  # the house boards with other cards
    for file, make in (
        ("creatures", writer.creatures),
        ("scientists", writer.scientists),
        ("milestones", writer.milestones),
        ("tiles", writer.tiles),
        ("die", writer.die),
        ("solo", writer.solo),
        ("boards", writer.boards),
        ("locations", writer.locations),
        ("spaces", writer.spaces),
        ("tracks", writer.tracks),
    ):
        of_board = file in ("boards", "locations", "spaces", "tracks")
        write_table(folder / f"{file}.csv", read_table(HOUSE / f"{file}.csv") if house and of_board else make())
    shutil.copy(HOUSE / "tokens.csv", folder)
    return folder
