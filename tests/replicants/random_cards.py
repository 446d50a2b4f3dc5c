"""Random card sets that use everything the grammar of RULES.md 3.1 and 4 allows, for tests beside the house set.

The same seed gives the same files: `random_cards(seed, folder)`.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path
from typing import Any

import replicants_env
from card_files import read_table, write_table

HOUSE = Path(replicants_env.__file__).parent / "cards"
KINDS = "NPHS"
ROUND = (
    "before_first on_first after_first before_replenish on_replenish after_replenish before_station on_station "
    "after_station before_drone after_drone before_build after_build before_discard after_discard before_end on_end "
    "after_end"
).split()
TIMINGS = [*["white"] * 3, *["on_build"] * 6, *["on_drone"] * 2, *["on_discard"] * 2, "before_build", *ROUND]
FIELD_WINDOWS = ROUND[ROUND.index("on_replenish") : ROUND.index("before_drone") + 1]


class Writer:
    """Words of the grammar, drawn from one generator."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.timing = self.pick(*TIMINGS)  # many cards of a set share it: several abilities come up together

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def pick(self, *words: Any) -> Any:
        return self.random.choice(words)

    def number(self, low: int, high: int) -> int:
        """Low numbers are likelier: they can be reached in play."""
        return min(self.random.randint(low, high), self.random.randint(low, high))

    # --- patterns and conditions --------------------------------------------------------------------------------------

    def letters(self, low: int, high: int) -> str:
        return "".join(self.random.choices(KINDS, k=self.random.randint(low, high)))

    def kinds(self) -> str:
        return "".join(self.random.sample(KINDS, self.random.randint(1, 4)))

    def pattern(self, stars: int = 3, limits: bool = True) -> str:
        """Up to 3 letters and `stars` stars, perhaps limited to some kinds."""
        n_stars = self.random.randint(0, stars)
        letters = self.letters(0, 3)
        words = letters + "*" * n_stars or ("*" if stars else self.letters(1, 1))
        return words + (f"/{self.kinds()}" if "*" in words and limits and self.chance(0.4) else "")

    def term(self, trigger: str, static: bool) -> str:
        terms = ["first", "not_first", "fewest", f"produced:{self.letters(1, 2)}", f"lacks:{self.kinds()}"]
        terms += [f"kinds:{self.number(1, 4)}", f"doubles:{self.number(1, 3)}", f"levelled:{self.number(1, 4)}"]
        terms += [f"unspent:{self.number(1, 6)}", f"l4:{self.number(1, 4)}", f"reps:{self.number(4, 9)}"]
        if trigger == "on_build" and not static:
            terms += [f"reached:{self.random.randint(2, 4)}"] * 4
        if trigger == "on_drone":
            terms += [f"drone:{self.letters(1, 2)}", f"drone:{self.letters(1, 1)}"] * 3
        return self.pick(*terms)

    def condition(self, trigger: str, static: bool) -> str:
        if self.chance(0.55):
            return ""
        terms = [self.term(trigger, static) for _ in range(2 if self.chance(0.3) else 1)]
        return self.pick("&", " & ").join(terms)

    # --- effects ------------------------------------------------------------------------------------------------------

    def discount(self) -> str:
        if self.chance(0.25):
            return "rapid"
        level = self.pick("L2", "L3", "L4", "any", "new")
        return f"{self.pick('discount', 'discount_all')}:{level}:{self.pattern(2, limits=False)}"

    def effect(self, trigger: str, mode: str) -> str:
        building = trigger == "on_build" and mode == "opt"
        stars = 0 if trigger == "on_build" and mode == "auto" else 3
        effects = [f"gain:{self.pattern(stars)}"] * 2
        effects += [f"draw:{self.number(1, 2)}", f"points:{self.number(1, 6)}"]
        if building or trigger == "white" or trigger in ROUND:
            effects.append(f"promote:L{self.random.randint(2, 3)}x{self.random.randint(1, 3)}")
        if building or trigger == "before_build":
            effects += [f"ready:{self.random.randint(1, 3)}"] * 5
        if trigger in FIELD_WINDOWS:
            effects += [f"redeal:{self.random.randint(1, 3)}"] * 2
        return self.pick(*effects)

    def ability(self) -> dict[str, str]:
        """The columns trigger, mode, cond, pay and effect of a card."""
        trigger = self.timing if self.chance(0.3) else self.pick(*TIMINGS)
        static = trigger == "on_build" and self.chance(0.4)
        mode = "auto" if static or trigger in ("on_drone", "on_discard") else self.pick("auto", "opt", "opt")
        more = self.chance(0.4)
        if trigger == "on_discard":
            effects = [f"keep:{self.number(1, 8)}"]
        elif static:
            effects = [self.discount() for _ in range(1 + more)]
        else:
            effects = [self.effect(trigger, mode) for _ in range(1 + more)]
            if trigger == "on_first" and self.chance(0.6):
                effects[0] = f"first_shift:{self.random.randint(-20, 20)}"
        pay = self.pattern(2) if mode == "opt" and self.chance(0.5) else ""
        return dict(
            trigger=trigger, mode=mode, cond=self.condition(trigger, static), pay=pay, effect="; ".join(effects)
        )

    def function(self) -> dict[str, str]:
        """The columns cost, when and effect of a room."""
        cost = "" if self.chance(0.3) else self.pattern(2)
        if self.chance(0.35):
            return dict(cost=cost, when="turn", effect="; ".join(self.discount() for _ in range(self.pick(1, 1, 2))))
        effects = [f"stow:{self.pattern()}", f"draw:{self.number(1, 2)}", f"points:{self.number(1, 6)}"]
        effects += [f"redeal:{self.random.randint(1, 3)}", "lead", "build", "build"]
        return dict(cost=cost, when="now", effect="; ".join(self.random.sample(effects, self.pick(1, 1, 2))))

    # --- files --------------------------------------------------------------------------------------------------------

    def replicants(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        """40 to 60 cards; some keep the power of the house set, some sets have other costs."""
        new_costs, kept = self.chance(0.3), self.pick(0.0, 0.0, 0.4)
        if self.chance(0.4):
            rows = rows[: self.random.randint(40, 59)]
        for row in rows:
            if not self.chance(kept):
                row |= self.ability()
            if new_costs:
                row |= {f"cost{level}": self.letters(length, length) for level, length in ((2, 2), (3, 4), (4, 6))}
        return rows

    def rooms(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        """Other functions in the house's station, or another station of 2 to 12 rooms."""
        if self.chance(0.4):
            rows = self.station(rows)
        for row in rows:
            if self.chance(0.8):
                row |= self.function()
        return rows

    def station(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        n = self.random.randint(2, len(rows))
        doors = {frozenset((room, self.random.randrange(room))) for room in range(1, n)}
        doors |= {frozenset(self.random.sample(range(n), 2)) for _ in range(self.random.randint(0, n))}
        for room, row in enumerate(rows[:n]):
            core = room == 0 or self.chance(0.4)
            row["kind"] = "core" if core else "annex"
            row["adjacent"] = " ".join(str(other) for other in range(n) if {room, other} in doors)
            row["build"] = "" if core else self.letters(0, 4)
            row["build_points"] = "0" if core else str(self.number(0, 6))
        return rows[:n]

    def rules(self) -> dict[str, Any]:
        level_vp = sorted(self.random.randint(0, 12) for _ in range(4)) if self.chance(0.2) else [0, 1, 3, 6]
        return {
            "target_vp": self.pick(36, 36, self.random.randint(1, 100)),
            "level_vp": level_vp,
            **{"drones": 4, "deal": 5, "y_cards": 4},
            "rep_max": self.pick(20, 20, self.random.randint(5, 20)),
            "max_rounds": self.pick(60, 12, self.random.randint(1, 30)),
        }

    def usc(self, rooms: list[dict[str, str]]) -> dict[str, Any]:
        core = [room for room, row in enumerate(rooms) if row["kind"] == "core"]
        return {
            "crew": 2,
            "start_room": self.pick(*core),
            "move_range": self.random.randint(1, 4),
            "shelf_total": self.pick(12, 12, 0, 138, self.random.randint(0, 138)),
        }


def random_cards(seed: int, folder: Path) -> Path:
    """Write the card set of `seed` into `folder`, which is made anew; returns it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HOUSE, folder)
    writer = Writer(seed)
    rooms = writer.rooms(read_table(folder / "usc_rooms.csv"))
    resources = read_table(folder / "resources.csv")
    if writer.chance(0.3):
        for row in resources:
            row["supply"] = str(writer.random.randint(8, 60))
    write_table(folder / "replicants.csv", writer.replicants(read_table(folder / "replicants.csv")))
    write_table(folder / "usc_rooms.csv", rooms)
    write_table(folder / "resources.csv", resources)
    for name, values in (("rules", writer.rules()), ("usc", writer.usc(rooms))):
        text = "".join(f"{key} = {value}\n" for key, value in values.items())
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder
