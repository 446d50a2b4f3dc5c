"""Scenario dictionaries (RULES.md 11.1): round trips at every decision, defaults and short forms, every error."""

from __future__ import annotations

import copy
import csv
import functools
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
import random_play
from replicants.scenario_errors import (
    AUGUR,
    BROKER,
    BUILD,
    CORE_ERRORS,
    DRONE,
    HERE,
    KEEP,
    KEEPING,
    PAYING,
    REDEAL,
    SETUP,
    STACK,
    STATION,
    STOWING,
    USC_ERRORS,
    WAIVE,
    WAIVING,
)
from replicants.vector_text import Case, read_cases
from replicants_env.actions import ACTIONS
from replicants_env.card_set import HOUSE
from replicants_env.scenario import KEYS
from replicants_env.state import Pend, Step

IDS = {ACTIONS.describe(a): a for a in range(ACTIONS.size)}


@functools.cache
def game_of(num_players: int = 2, usc: bool = False, max_rounds: int = 60) -> arkade.Game:
    return arkade.make("replicants", num_players=num_players, usc=usc, max_rounds=max_rounds)


def check_round_trip(game: arkade.Game, state: np.ndarray) -> dict[str, Any]:
    """The same bytes come back from the dictionary, and from its JSON text."""
    position = random_play.check_round_trip(game, state)
    assert tuple(position) == KEYS
    return position


# --- round trips (I11) ------------------------------------------------------------------------------------------------


@pytest.mark.fuzz
@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
@pytest.mark.parametrize("num_players", range(2, 7))
def test_every_decision_of_random_games_comes_back(num_players: int, usc: bool, fuzz_factor: int) -> None:
    game = game_of(num_players, usc, max_rounds=4)
    for seed in range(fuzz_factor):
        random = np.random.default_rng(seed)
        states = game.new(1)
        game.reset(states, seed)
        while not game.over(states)[0]:
            check_round_trip(game, states)
            game.step(states, random.choice(np.flatnonzero(game.legal(states)[0])))
        assert check_round_trip(game, states)["at"] == "over"


def vector_nodes(case: Case, game: arkade.Game) -> set[str]:
    """Check the round trip along a test vector; the kinds of questions met."""
    states = game.from_dict(case.scenario)
    positions = [check_round_trip(game, states)]
    for action in (action for line in case.lines for action in line.actions):
        game.step(states, IDS[action])
        positions.append(check_round_trip(game, states))
    return {position["pending"]["kind"] for position in positions if position["pending"]}


def test_every_kind_of_question_comes_back(tmp_path: Path) -> None:
    kinds = offers(tmp_path) | readying()
    for case in read_cases():
        if case.card is None:
            kinds |= vector_nodes(case, game_of(**case.options))
    assert kinds == {kind.name.lower() for kind in Pend} - {"nothing"}


def offers(tmp_path: Path) -> set[str]:
    """An optional white power, offered in setup and in step build."""
    cards = tmp_path / "cards"
    shutil.copytree(HOUSE, cards)
    with (cards / "replicants.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows[59] |= dict(trigger="white", mode="opt", cond="", pay="N", effect="points:1")
    with (cards / "replicants.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    game = arkade.make("replicants", num_players=2, cards=cards)
    in_setup = game.from_dict({"at": "setup", "hand": ["N", "N"], "reps": [["Quartet@4"], ["Shortcut@4"]]})
    in_build = game.from_dict({"at": "build", "hand": ["NNPPPHS", "N"], "reps": [["Shortcut@3"], ["Quartet@4"]]})
    game.step(in_build, IDS["level_up(0)"])
    positions = [check_round_trip(game, states) for states in (in_setup, in_build)]
    assert [position["current_player"] for position in positions] == [1, 0]
    return {position["pending"]["kind"] for position in positions}


def readying() -> set[str]:
    """Two of three levelled replicants are readied (D29)."""
    game = game_of()
    reps = ["Second Shift@4", "Enlightenment@2l", "Anvil Choir@2l", "Gearscribe@2l"]
    states = game.from_dict({"at": "build", "reps": [reps, []]})
    game.step(states, IDS["use_ability(0)"])
    return {check_round_trip(game, states)["pending"]["kind"]}


def test_what_was_dealt_before_is_no_matter() -> None:
    """Loading leaves no byte open."""
    game = game_of()
    states = game.new(1)
    game.reset(states, 7)
    assert {game.from_dict(game.to_dict(states)).tobytes() for _ in range(20)} == {states.tobytes()}


# --- defaults, short forms, what is derived ---------------------------------------------------------------------------


def loaded(position: dict[str, Any], usc: bool = False) -> dict[str, Any]:
    game = game_of(usc=usc)
    return game.to_dict(game.from_dict(position))


def test_defaults() -> None:
    game = game_of()
    position = loaded({"at": "drone", "x": "NP", "y": "NPHS", "reps": [["Quartet@4"], []], "first_player": 1})
    names = [card.name for card in game.cards.replicants]
    assert position == {
        **{"num_players": 2, "usc": 0, "max_rounds": 60, "at": "drone", "round": 3},
        **{"first_player": 1, "drone_first": 1, "current_player": 1, "win_slot": 0},
        **{"setup_hand": None, "setup_l4": [None] * 2, "setup_discard": [None] * 2, "own_discard": [None] * 2},
        **{"reps": [["Quartet@4"], []], "deck": [name for name in names if name != "Quartet"], "drawn": []},
        **{"hand": ["", ""], "produced": ["", ""], "locker": ["", ""], "supply": [23] * 4},
        **{"doubles": [0, 0], "level_ups": [0, 0], "bonus": [0, 0]},
        **{"x": "NP", "y": "NPHS", "field_deck": "NNPPHHHSSS", "stack_field": None, "placed": []},
        **{"crew": [[1, 1]] * 2, "crew_moved": [[], []], "built": {}, "armed": [[], []], "pending": None, "rng": 0},
    }
    assert loaded(SETUP)["round"] == 0
    assert loaded({**DRONE, "max_rounds": None, "reps": None}) == loaded(DRONE)


def test_cards_named_anywhere_are_not_in_the_default_deck() -> None:
    own = {"own_discard": ["Quartet", None], "reps": [["Haggler@1"], ["Shortcut@1"]], "drawn": ["Shortcut"]}
    position = loaded({**DRONE, **own})
    assert len(position["deck"]) == 57
    assert not {"Quartet", "Haggler", "Shortcut"} & set(position["deck"])
    assert len(loaded(SETUP)["deck"]) == 50
    assert loaded({**DRONE, "deck": []})["deck"] == []


SHORT_FORMS = [
    (DRONE | {"hand": ["NNPS", ""]}, {"hand": {0: "SNPN"}}),
    (DRONE | {"hand": ["NNPS", ""]}, {"hand": {"0": [2, 1, 0, 1], "1": None}}),
    (DRONE | {"bonus": [0, 4]}, {"bonus": {"1": 4}}),
    (DRONE | {"reps": [["Haggler@1lg"], []]}, {"reps": [["Haggler@1gl"], None]}),
    (DRONE | {"placed": ["0:NP", "1:PS"]}, {"placed": ("0:PN", "1:SP")}),
    (SETUP, {"setup_hand": [sorted(hand) for hand in SETUP["setup_hand"]]}),
    (SETUP | {"setup_l4": [3, None]}, {"setup_l4": {"0": 3}}),
]


@pytest.mark.parametrize(("position", "short"), SHORT_FORMS)
def test_short_forms(position: dict[str, Any], short: dict[str, Any]) -> None:
    assert loaded({**position, **short}) == loaded(position)


def test_short_forms_of_the_station() -> None:
    long = STATION | {"crew": [[0, 2], [1, 4]], "built": {"4": 1, "5": 0}, "armed": [[2], []], "crew_moved": [[1], []]}
    short = {"crew": {0: (0, 2), 1: [1, 4]}, "built": {4: 1, 5: 0}, "armed": {0: {2}}, "crew_moved": {"0": [1]}}
    assert loaded(STATION | short, usc=True) == loaded(long, usc=True)
    later = {**DRONE, "crew": {1: [2, 0]}}
    assert loaded(later, usc=True)["crew"] == [[1, 1], [0, 2]]  # U8: sorted but in step station


def test_derived_fields() -> None:
    game = game_of()
    placed = ["1:NN", "0:NP", "1:PS"]
    reps = [["Quartet@4u", "Haggler@2l", "Shortcut@1g"], ["Monument Bloom@4", "Arc Oracle@3"]]
    states = game.from_dict({**DRONE, "drone_first": 1, "placed": placed, "reps": reps, "bonus": [2, 250]})
    s = states[0]
    assert s["vp"][:2].tolist() == [9, 255]  # D24; points stop at 255
    assert s["rep_count"].tolist() == [3, 2, 0, 0, 0, 0]
    assert s["trig_mask"][:2].tolist() == [1 << Step.AFTER_DRONE, 1 << Step.SETUP]
    assert (s["used"][0], s["levelled"][0], s["gained"][0]) == (0b001, 0b010, 0b100)
    assert s["pair_free"].tolist() == [0, 1, 1, 1, 1, 1, 0, 0, 0, 0]
    assert (s["drones_placed"], s["current_player"]) == (3, 0)
    assert s["drone_pair"][:2].tolist() == [[1, -1, -1, -1], [0, 6, -1, -1]]
    build = game.from_dict({**BUILD, "first_player": 1, "current_player": 0})[0]
    assert (build["order_pos"], build["current_player"]) == (1, 0)
    assert (build["deck_pos"], build["deck_len"]) == (0, 58)


@pytest.mark.parametrize(("bonus", "over"), [(35, 2), (36, 1)])
def test_over_says_why(bonus: int, over: int) -> None:
    game = game_of()
    states = game.from_dict({"at": "over", "bonus": [0, bonus]})
    assert (states["over"][0], states["current_player"][0]) == (over, -1)
    assert not game.legal(states).any()


def test_loading_changes_neither_the_dictionary_nor_the_game() -> None:
    game = game_of()
    position = {**BUILD, "hand": {0: [0, 1, 1, 0]}, "rng": 2**64 - 1}
    before, blank = copy.deepcopy(position), game.blank.tobytes()
    states = game.from_dict(position)
    assert (position, game.blank.tobytes()) == (before, blank)
    assert states["rng"][0] == 2**64 - 1
    game.step(states, IDS["level_up(0)"])  # and it can be played


def test_a_stacked_field_is_dealt_once() -> None:
    game = game_of()
    states = game.from_dict({"at": "replenish", "stack_field": STACK})
    position = game.to_dict(states)
    assert (position["x"], position["y"], position["field_deck"]) == ("NP", "HSNP", STACK[6:])
    assert position["stack_field"] is None
    waiting = loaded({**BUILD, "stack_field": STACK})
    assert waiting["stack_field"] == waiting["field_deck"] == STACK


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("position", "key"), [case[1:] for case in CORE_ERRORS], ids=[case[0] for case in CORE_ERRORS])
def test_core_errors_name_the_key(position: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match=rf"^{key}: "):
        game_of().from_dict(position)


@pytest.mark.parametrize(("position", "key"), [case[1:] for case in USC_ERRORS], ids=[case[0] for case in USC_ERRORS])
def test_usc_errors_name_the_key(position: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match=rf"^{key}: "):
        game_of(usc=True).from_dict(position)


def test_the_positions_that_errors_are_made_from_are_good() -> None:
    for position, asked in ((AUGUR, REDEAL), (KEEP, KEEPING), (WAIVE, WAIVING), (BROKER, PAYING)):
        assert loaded(position | {"pending": asked})["pending"]["kind"] == asked["kind"]
    for position in (BUILD, DRONE, SETUP):
        loaded(position)
    for position in (STATION, HERE | {"pending": STOWING}):
        loaded(position, usc=True)


def test_every_key_has_an_error() -> None:
    assert {key for _, _, key in CORE_ERRORS + USC_ERRORS} == {*KEYS, "hnad"}


def test_errors_say_what_was_found_and_what_is_allowed() -> None:
    with pytest.raises(ValueError, match=r"^reps: 'Quartet@5'; allowed is Name@level, level 1 to 4, and each of"):
        game_of().from_dict({"at": "build", "reps": [["Quartet@5"], []]})
    with pytest.raises(ValueError, match=r"^num_players: 3; allowed is 2, as in this game"):
        game_of().from_dict({"at": "build", "num_players": 3})
