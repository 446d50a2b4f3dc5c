"""Scenario dictionaries (RULES.md 11.1): round trips at every decision, defaults and short forms, every error."""

from __future__ import annotations

import copy
import functools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
import random_play
from hiddenark.lockstep import POLICIES, SEATS
from hiddenark.random_cards import random_cards
from hiddenark.scenario_errors import ERRORS, FREE, IN_TRANSIT, OVER, THREE, TURN_ERRORS
from hiddenark_env.scenario import KEYS, OF_TURN
from hiddenark_env.scenario_turn import NONE_ALLOWED, TURN_FIELDS
from hiddenark_env.state import Phase

IDS = [f"{mode}-{n}p" for mode, n in SEATS]


@functools.cache
def game_of(**options: Any) -> arkade.Game:
    return arkade.make("hiddenark", **options)


def loaded(position: dict[str, Any], **options: Any) -> dict[str, Any]:
    game = game_of(**options)
    return game.to_dict(game.from_dict(position))


# --- round trips ------------------------------------------------------------------------------------------------------


def phases_of(game: arkade.Game, states: np.ndarray, seed: int) -> set[str]:
    """Check the round trip at every decision until the end; the phases met."""
    choices, phases = random.Random(seed), set()
    policy = POLICIES["rescuing" if seed % 2 else "by_kind"]
    while True:
        position = random_play.check_round_trip(game, states)
        assert tuple(position) == tuple(key for key in KEYS if key not in OF_TURN)
        phases.add(position["turn"]["phase"])
        if game.over(states)[0]:
            return phases
        game.step(states, policy(choices, np.flatnonzero(game.legal(states)[0]).tolist()))


def dealt(game: arkade.Game, seed: int) -> np.ndarray:
    states = game.new(1)
    game.reset(states, seed)
    return states


@pytest.mark.fuzz
def test_every_decision_of_random_games_comes_back(fuzz_factor: int) -> None:
    phases: set[str] = set()
    for mode, n in SEATS:
        game = game_of(mode=mode, num_players=n, max_rounds=12, discovery=True)
        for seed in range(2 * fuzz_factor):
            phases |= phases_of(game, dealt(game, seed), seed)
    assert phases == {phase.name.lower() for phase in Phase}


def test_positions_of_other_card_sets_come_back(tmp_path: Path) -> None:
    for seed in range(8):
        game = arkade.make("hiddenark", max_rounds=4, cards=random_cards(seed, tmp_path / "cards"))
        phases_of(game, dealt(game, seed), seed)


def test_what_was_dealt_before_is_no_matter() -> None:
    """Loading leaves no byte open."""
    game = game_of()
    states = dealt(game, 7)
    assert {game.from_dict(game.to_dict(states)).tobytes() for _ in range(20)} == {states.tobytes()}


# --- defaults, short forms, what is derived ---------------------------------------------------------------------------


def test_defaults() -> None:
    empty = {
        name: [0] * 5 if name in ("pending", "late", "excess") else -(name in NONE_ALLOWED) for name in TURN_FIELDS
    }
    assert loaded({}) == {
        **{"num_players": 2, "mode": "competitive", "board": "house_equator"},
        **{"discovery": False, "uphill": False, "long_game": False, "max_rounds": 200},
        **{"round": 2, "current_player": 0, "refills_done": 0, "end_state": 0},
        **{"res": [[0] * 5] * 2, "stations": [[], []], "vessels": [[], []], "held": [{}, {}], "slots": [{}, {}]},
        **{"own": [[], []], "token_vp": [0, 0], "last_row": [-1, -1], "fish": {}, "undrawn": list(range(30))},
        **{"fish_token": {}, "fish_esc": {}, "loc_token": {}, "face_up": [], "pool": {}, "discard": {}},
        "esc_left": {e: (3, 2, 1)[e % 3] for e in range(12)},
        **{"vp_taken": [], "blocker": -1, "award_tokens": [0] * 6, "rng": 0},
        "turn": {"phase": "main", "base": "main", "step_count": 0, "over": 0, **empty},
    }
    assert loaded(dict.fromkeys(KEYS)) == loaded({})


def test_what_is_named_nowhere_is_undrawn_or_left() -> None:
    position = loaded({"fish": {1: 2, 3: "facedown"}, "own": [[24], [29]], "fish_esc": {1: [2, 0]}})
    assert position["undrawn"] == [tile for tile in range(30) if tile not in (2, 24, 29)]
    assert 2 not in position["esc_left"] and position["esc_left"][0] == 2


SHORT_FORMS = [
    ({"res": [[1, 2, 3, 4, 5], [0] * 5]}, {"res": [(1, 2, 3, 4, 5)]}),
    ({"stations": [["bahia"], []], "vessels": [["bahia", [4, 5]], []]}, {"stations": [("bahia",)], "vessels": [["bahia", (4, 5)]]}),
    ({"held": [{}, {"up_chem": 2}]}, {"held": [None, {"up_chem": 2, "up_tech": 0}]}),
    ({"slots": [{4: "up_chem"}, {}]}, {"slots": [{"4": "up_chem"}]}),
    ({"own": [[3, 9], []]}, {"own": [{9, 3}]}),
    ({"last_row": ["research", -1]}, {"last_row": ["research"]}),
    ({"fish": {1: 0, 3: "facedown"}}, {"fish": {"1": 0, "3": "facedown"}}),
    ({"esc_left": {0: 2}}, {"esc_left": {"0": 2, "1": 0}}),
    ({"mode": "competitive", "board": "house_equator"}, {"mode": 0, "board": 0}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "short"), SHORT_FORMS)
def test_short_forms(position: dict[str, Any], short: dict[str, Any]) -> None:
    assert loaded(short) == loaded(position)
    assert loaded(json.loads(json.dumps(position))) == loaded(position)


def test_derived_fields() -> None:
    position = {"own": [[0, 7, 13], [24]], "stations": [["greenland", "peru"]], "vessels": [["peru", [4, 5], [4, 5]]]}
    position |= {"held": [{"once_build": 1, "up_chem": 3}], "slots": [{8: "up_chem"}], "fish": {1: 2, 3: "facedown"}}
    position |= {"vp_taken": [0, 9], "pool": {"any2": 5, "tech3": 2}, "face_up": ["any2"], "token_vp": [4]}
    game = game_of()
    s = game.from_dict(position)[0]
    assert s["colour_count"][:2].tolist() == [[1, 1, 1, 0, 0], [0, 0, 0, 0, 1]]
    assert s["discount"][0].tolist() == [2, 1, 2, 0, 0] and s["fish_vp"][:2].tolist() == [12, 4]
    assert (s["n_station"][0], s["n_vessel"][0], s["sea_count"].sum()) == (2, 3, 2)
    assert s["loc_owner"].tolist().count(0) == 2
    assert s["free_locations"] == (1 << 20) - 1 & ~(1 << 0) & ~(1 << 12)
    assert s["held_bits"][0] == 1 << 2 | 1 << 4 and not s["free_slots"][0] >> 8 & 1
    assert (s["tiles_left"], s["pool_n"], s["n_face_up"], s["vp_left"]) == (2, 7, 1, 0b0111111110)


def test_a_chosen_row_grants_what_it_gives() -> None:
    position = {"row": "operation", "slots": [{4: "up_chem"}], "moves": 2, "vessels": [[[4, 5]]], "rescues": 1}
    turn = loaded(position)["turn"]
    assert (turn["row"], turn["moves"], turn["op_rescue"], turn["move_open"], turn["rescues"]) == (1, 4, 1, 1, 1)
    assert loaded(position)["res"][0] == [1, 0, 0, 0, 0] and loaded(position)["last_row"] == ["operation", -1]


def test_step_1_begins_with_a_reveal() -> None:
    position = loaded({"phase": "opportunity", "opp_left": 2, "face_up": ["any2"], "pool": {"tech3": 9}})
    assert position["face_up"] == ["any2"] + ["tech3"] * 4 and position["pool"] == {"tech3": 5}
    assert (position["turn"]["phase"], position["turn"]["opp_left"]) == ("opportunity", 2)


def test_options_of_the_game_stay() -> None:
    game = arkade.make("hiddenark", mode="solo", long_game=True, max_rounds=7)
    states = game.from_dict({"refills_done": 3, "fish": {1: 0}, "blocker": 1})
    assert (states["max_rounds"][0], game.to_dict(states)["max_rounds"]) == (7, 7)
    assert game.from_dict({"max_rounds": 65535, "round": 65535})["max_rounds"][0] == 65535
    with pytest.raises(ValueError, match="^blocker: 2; allowed is a fish space with a tile$"):
        game.from_dict({"blocker": 2})


def test_loading_changes_neither_the_dictionary_nor_the_game() -> None:
    game = game_of()
    position = {"held": [{"once_move3": 1}], "rng": 2**64 - 1, "fish": {1: 0}}
    before, blank = copy.deepcopy(position), game.blank.tobytes()
    states = game.from_dict(position)
    assert (position, game.blank.tobytes()) == (before, blank)
    assert states["rng"][0] == 2**64 - 1
    game.step(states, game.actions.encode("row", row=0))  # and it can be played


# --- errors -----------------------------------------------------------------------------------------------------------

CASES = ERRORS + TURN_ERRORS


@pytest.mark.parametrize(("position", "key"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_errors_name_the_key(position: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match=rf"^{key}: "):
        game_of().from_dict(position)


def test_the_positions_that_errors_are_made_from_are_good() -> None:
    for position in (
        {"turn": FREE},
        {"turn": OVER},
        THREE | {"turn": IN_TRANSIT},
        {"phase": "opportunity", "opp_left": 2},
    ):
        assert loaded(position | {"pool": {"any2": 9}})


def test_every_key_has_an_error() -> None:
    assert {key for _, _, key in ERRORS} == {*KEYS, "resources"}


def test_errors_say_what_was_found_and_what_is_allowed() -> None:
    with pytest.raises(ValueError, match=r"^res: 9; allowed is a whole number from 0 to 8$"):
        game_of().from_dict({"res": [[9, 0, 0, 0, 0]]})
    with pytest.raises(ValueError, match=r"^num_players: 3; allowed is 2, as in this game$"):
        game_of().from_dict({"num_players": 3})
    with pytest.raises(ValueError, match=r"^vessels: 'oman'; allowed is a location with a station of player 0$"):
        game_of().from_dict({"vessels": [["oman"]]})
    with pytest.raises(ValueError, match=r"^resources: unknown key; keys are num_players, mode, "):
        game_of().from_dict({"resources": 3})
