"""The test vectors T01-T46 of RULES.md 11.2 and a few more, on the kernels and on the referee.

Besides what a vector lists, everything that its actions and the steps it passes cannot change must stay as it was.
"""

from __future__ import annotations

import functools
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
import replicants_env
import two_sides
from card_files import put, read_table
from referee.replicants import Referee
from replicants.vector_text import VECTORS, Case, Line, Node, read_cases
from replicants_env.actions import ACTIONS
from replicants_env.scenario_pieces import PAIRS, STEPS

PACKAGE = Path(replicants_env.__file__).parent
MORE = """
M01 {n: 2, usc: 1, at: station, x: NP, y: NPHS, crew: [(2, 0), (1, 1)]}
   pass, pass -> crew [(0, 2), (1, 1)]; node seat 0 drone {place_drone{NN,NP,NH,NS,PP,PH,PS}}   # U8: sorted afterwards
M02 {n: 2, at: after_drone, supply: [0, 0, 1, 3], hand: [SS, HS], reps: [[Shortcut@4], [Blueprint Ghost@1]]}
   card 59 replaced: trigger=after_drone, mode=opt, cond="", pay=*, effect=gain:**
   use_ability(0) -> hand0 HS; supply [0, 0, 0, 4]; node seat 1 build {level_up{0} pass}   # D25: as T46, but S > H
M03 {n: 2, at: after_drone, supply: [0, 0, 0, 3], hand: [SS, HS], reps: [[Shortcut@4], [Blueprint Ghost@1]]}
   card 59 replaced: trigger=after_drone, mode=opt, cond="", pay=*, effect=gain:**
   use_ability(0) -> hand0 SSS; supply [0, 0, 0, 2]; node seat 1 build {level_up{0} pass}   # D25: nothing but S
"""
CASES = read_cases()
IDS = {ACTIONS.describe(a): a for a in range(ACTIONS.size)}
LETTERS = "NPHS"


# --- two implementations behind one interface -------------------------------------------------------------------------


class Kernel(two_sides.Kernel):
    """The kernels, with what vectors ask for."""

    @classmethod
    def from_dict(cls, scenario: dict[str, Any], cards: Path | None = None) -> Kernel:
        make = _house_game if cards is None else functools.partial(arkade.make, "replicants", cards=cards)
        game = make(num_players=scenario["num_players"], usc=bool(scenario.get("usc", 0)))
        return cls(game, game.from_dict(scenario))

    def free_pairs(self) -> Counter[str]:
        return Counter(dict(zip(PAIRS, self.states["pair_free"][0].tolist(), strict=True)))

    def node(self) -> str:
        position = self.to_dict()
        step, index = position["at"], position["setup_l4"][self.current_player]
        if position["pending"]:
            return position["pending"]["kind"]
        if step == "setup":
            return "setup_l4" if index is None else "setup_discard"
        return f"window:{step}" if step.startswith(("before_", "on_", "after_")) else step

    def rank_keys(self) -> list[tuple[int, ...]]:
        """Points and numbers of replicants; the order that `returns` sees must be theirs (R34)."""
        levels = self.states["rep_level"][0, : self.game.num_players]
        numbers = zip(self.scores(), *((levels == level).sum(axis=1).tolist() for level in (4, 3, 2)), strict=True)
        keys = [(*key, count) for key, count in zip(numbers, (levels > 0).sum(axis=1).tolist(), strict=True)]
        results = self.game.returns(self.states, "rank")[0].tolist()
        for p, q in np.ndindex(len(keys), len(keys)):
            assert (results[p] > results[q]) == (keys[p] > keys[q])
        return keys


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return arkade.make("replicants", **options)


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[Case], Path | None]:
    """The card folder of a case: the house set, or a copy with one row replaced."""

    def make(case: Case) -> Path | None:
        if case.card is None:
            return None
        cards = tmp_path / "cards"
        shutil.copytree(PACKAGE / "cards", cards)
        number, columns = case.card
        put(cards / "replicants.csv", number, **columns)
        return cards

    return make


def _card_rows() -> list[dict[str, str]]:
    return read_table(PACKAGE / "cards" / "replicants.csv")


# --- what a vector lists ----------------------------------------------------------------------------------------------


def shown(play: Kernel | Referee, name: str) -> Any:
    """The value that a vector lists under `name`; a digit at its end is a seat."""
    position = play.to_dict()
    match name:
        case "node":
            legal = frozenset(ACTIONS.describe(a) for a in play.legal())
            return Node(play.current_player, play.node(), legal)
        case "over":
            return position["at"] == "over" and play.legal() == [] and play.current_player == -1
        case "vp":
            return play.scores()
        case "rank keys":
            return [list(key) for key in play.rank_keys()]
        case "pair_free":
            return {pair: count for pair, count in play.free_pairs().items() if count}
        case "bonus_vp":
            return position["bonus"]
        case "room_builder":
            return {int(room): builder for room, builder in position["built"].items()}
        case "deck_left":
            return len(position["deck"])
        case "field cards left":
            return len(position["field_deck"])
    return position[name[:-1]][int(name[-1])] if name[-1].isdigit() else position[name]


# --- what may change besides ------------------------------------------------------------------------------------------

CURSORS = {"at", "current_player", "win_slot", "pending"}
ABILITY = {"hand", "supply", "reps", "deck", "drawn", "bonus", "level_ups", "x", "y", "field_deck"}
LEVEL_UP = {"reps", "hand", "supply", "level_ups", "deck", "drawn", "bonus", "armed"}
FOLLOWS = {  # what an action can change in its player's things and in what is shared
    "setup_l4": {"setup_l4"},
    "setup_discard": {"setup_discard"},
    "place_drone": {"placed", "hand", "produced", "doubles", "supply", "reps"},
    "level_up": LEVEL_UP,
    "use_ability": ABILITY,
    "choose_resource": LEVEL_UP | {"locker"},
    "choose_replicant": LEVEL_UP,
    "redeal": {"x", "y", "field_deck"},
    "pass": set(),
    "go_use": {"crew", "crew_moved", "locker", "supply", "bonus", "deck", "drawn", "reps", "armed", "drone_first"},
    "go_only": {"crew", "crew_moved"},
    "build_room": {"built", "locker", "supply", "bonus"},
}
STEP_WORK = {  # what going through a step can change for everybody
    "setup": ABILITY | {"setup_hand", "setup_l4", "setup_discard", "own_discard", "rng", "round"},
    "first": {"first_player", "drone_first", "rng"},
    "replenish": {"x", "y", "field_deck", "stack_field", "rng"},
    "station": {"crew", "crew_moved"},
    "drone": FOLLOWS["place_drone"],
    "discard": {"hand", "locker", "supply", "reps"},
    "after_end": {"round", "produced", "doubles", "level_ups", "reps", "armed", "x", "y", "field_deck", "placed"},
}
MEANS = {  # the keys behind a listed name, where they are not the name itself
    "vp": {"reps", "bonus"},
    "bonus_vp": {"bonus"},
    "deck_left": {"deck"},
    "field cards left": {"field_deck"},
    "room_builder": {"built"},
}


def passed_steps(before: dict[str, Any], after: dict[str, Any], case: Case) -> set[str]:
    """Steps that the engine has gone through; windows only where an L4 replicant is triggered there."""
    names = list(STEPS)
    start, stop = names.index(before["at"]), names.index(after["at"])
    if after["at"] == "over":
        passed = names[start : names.index("after_end")]
    elif before["at"] != "setup" and after["round"] > before["round"]:
        passed = names[start:-1] + names[1:stop]
    else:
        passed = names[start:stop]
    if after["at"] not in ("setup", "station", "drone", "build", "over"):
        passed.append(after["at"])  # others may have had their part of it already
    triggers = {row["name"]: row["trigger"] for row in _card_rows()}
    if case.card is not None:
        triggers[_card_rows()[case.card[0]]["name"]] = case.card[1]["trigger"]
    grown = (rep.split("@") for row in after["reps"] for rep in row)
    active = {triggers[name] for name, level in grown if level.startswith("4")}
    return {step for step in passed if step in STEP_WORK or step in active}


def check_rest(case: Case, line: Line, before: dict[str, Any], after: dict[str, Any], movers: set[int]) -> None:
    """Whatever is not listed, and no consequence of the actions and steps, is as it was; nothing was lost."""
    everybody = set(CURSORS)
    for step in passed_steps(before, after, case):
        everybody |= STEP_WORK.get(step, ABILITY)
    listed: set[str] = set()
    for name in line.expected:
        listed |= MEANS.get(name, {name.rstrip("0123456789")})
    own = set().union(*(FOLLOWS[action.split("(")[0]] for action in line.actions))
    for key, value in after.items():
        if key in everybody | listed or value == before[key]:
            continue
        assert key in own, f"{key} changed from {before[key]} to {value}"
        if isinstance(value, list) and len(value) == case.options["num_players"] and key not in ("supply", "deck"):
            changed = {p for p, entry in enumerate(value) if entry != before[key][p]}
            may = movers | royalties(line, before) if key == "locker" else movers
            assert changed <= may, f"{key} of players {changed} changed, players {movers} acted"
    assert resources(after) == resources(before)  # I1
    assert cards(after) == cards(before)  # I2


def royalties(line: Line, before: dict[str, Any]) -> set[int]:
    """Builders of the annexes that were used: they may have been paid (U11)."""
    used = [action.rstrip(")").split(":")[1] for action in line.actions if action.startswith("go_use")]
    return {before["built"][room] for room in used if room in before["built"]}


def resources(position: dict[str, Any]) -> list[int]:
    """How many cards of each kind are anywhere."""
    pending = position["pending"]
    kept = pending["vec"] if pending and pending["kind"] == "keep" else ""
    held = "".join([*position["hand"], *position["locker"], kept])
    return [count + held.count(letter) for count, letter in zip(position["supply"], LETTERS, strict=True)]


def cards(position: dict[str, Any]) -> list[str]:
    """All replicants anywhere."""
    lying = [rep.split("@")[0] for row in position["reps"] for rep in row] + position["deck"]
    return sorted(lying + [name for hand in position["setup_hand"] or [] for name in hand])


def as_loaded(scenario: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The position before the engine ran on: what the scenario says, in canonical form, else what is there now."""
    before = dict(after, pending=None) | {"round": 0 if scenario["at"] == "setup" else 3}
    for key, value in scenario.items():
        if key in ("hand", "produced", "locker"):
            value = ["".join(sorted(entry, key=LETTERS.index)) for entry in value]
        before[key] = {str(room): p for room, p in value.items()} if key == "built" else value
    if "supply" not in scenario:
        before["supply"] = [23 - n for n in resources(before | {"supply": [0, 0, 0, 0]})]
    return before


# --- the tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("implementation", [Kernel, Referee])
@pytest.mark.parametrize("case", CASES + read_cases(MORE), ids=str)
def test_vector(case: Case, implementation: type[Kernel | Referee], folder: Callable[[Case], Path | None]) -> None:
    play = implementation.from_dict(case.scenario, cards=folder(case))
    before = as_loaded(case.scenario, play.to_dict())
    for line in case.lines:
        movers = set()
        for action in line.actions:
            assert IDS[action] in play.legal(), f"{action} is not legal"
            movers.add(play.current_player)
            play.step(IDS[action])
        for name, expected in line.expected.items():
            assert shown(play, name) == expected, name
        after = play.to_dict()
        check_rest(case, line, before, after, movers)
        before = after


def test_the_vectors_are_those_of_the_rules() -> None:
    rules = (PACKAGE / "RULES.md").read_text(encoding="utf-8")
    assert VECTORS.read_text(encoding="utf-8") in rules.split("### 11.2")[1]
    assert [case.name for case in CASES] == [f"T{i:02}" for i in range(1, 47)]


def test_every_phrase_of_the_vectors_is_read() -> None:
    n_phrases = sum(line.count("; ") + 1 for line in _bodies())
    assert sum(len(line.expected) - ("x" in line.expected) for case in CASES for line in case.lines) == n_phrases


def _bodies() -> list[str]:
    lines = VECTORS.read_text(encoding="utf-8").splitlines()
    return [line.partition(" -> ")[2].partition(" # ")[0] for line in lines if line.startswith(" ") and " -> " in line]
