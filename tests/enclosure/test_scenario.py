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
from enclosure.lockstep import POLICIES
from enclosure.random_cards import random_cards
from enclosure.scenario_errors import BOARD, EFFECTS, ERRORS, OVER
from enclosure.starts import late_position
from enclosure_env.scenario import KEYS
from enclosure_env.state import FEATURE_NAMES

LETTERS = "sgatwc"


@functools.cache
def game_of(num_players: int = 2, **options: Any) -> arkade.Game:
    return arkade.make("enclosure", num_players=num_players, **options)


def loaded(position: dict[str, Any], num_players: int = 2) -> dict[str, Any]:
    game = game_of(num_players)
    return game.to_dict(game.from_dict(position))


def check_round_trip(game: arkade.Game, state: np.ndarray) -> dict[str, Any]:
    """The same bytes come back from the dictionary, and from its JSON text."""
    position = random_play.check_round_trip(game, state)
    assert tuple(position) == KEYS
    return position


# --- round trips ------------------------------------------------------------------------------------------------------


def phases_of(game: arkade.Game, states: np.ndarray, seed: int) -> set[str]:
    """Check the round trip at every decision until the end; the phases met."""
    choices, phases = random.Random(seed), set()
    while not game.over(states)[0]:
        phases.add(check_round_trip(game, states)["phase"])
        legal = np.flatnonzero(game.legal(states)[0]).tolist()
        game.step(states, POLICIES["completing" if seed % 2 else "any_legal"](choices, legal))
    return phases | {check_round_trip(game, states)["phase"]}


@pytest.mark.fuzz
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_decision_of_random_games_comes_back(num_players: int, fuzz_factor: int) -> None:
    game, phases = game_of(num_players, max_rounds=8), set()
    for seed in range(4 * fuzz_factor):
        states = game.new(1)
        game.reset(states, seed)
        phases |= phases_of(game, states, seed)
        late = late_position(random.Random(seed), game.cards, num_players, max_rounds=8)
        phases |= phases_of(game, game.from_dict(late), seed)
    assert phases == {"main", "effects", "game_over"}


def test_positions_of_other_card_sets_come_back(tmp_path: Path) -> None:
    for seed in range(8):
        game = arkade.make("enclosure", max_rounds=5, cards=random_cards(seed, tmp_path / "cards"))
        states = game.new(1)
        game.reset(states, seed)
        phases_of(game, states, seed)


def test_what_was_dealt_before_is_no_matter() -> None:
    """Loading leaves no byte open."""
    game = game_of()
    states = game.new(1)
    game.reset(states, 7)
    assert {game.from_dict(game.to_dict(states)).tobytes() for _ in range(20)} == {states.tobytes()}


# --- defaults, short forms, what is derived ---------------------------------------------------------------------------


def test_t36_defaults() -> None:
    basics, advanceds = [f"b{i:02}" for i in range(1, 37)], [f"a{i:02}" for i in range(1, 13)]
    assert loaded({}) == {
        **{"num_players": 2, "max_rounds": 60, "current_player": 0, "phase": "main", "ap": 3, "round": 0},
        **{"habitat": [BOARD] * 2, "supply": dict.fromkeys(LETTERS, 4)},
        "hand": [["step", "slant", "hook", "pincer", "span", "airlift"]] * 2,
        **{"research": [[], []], "done": [[], []], "private": ["s", "g"], "private_done": []},
        **{"public": ["p01", "p02", "p03"], "public_owner": [None] * 3},
        **{"basic_display": basics[:5], "advanced_display": advanceds[:4]},
        **{"basic_deck": basics[5:], "advanced_deck": advanceds[4:]},
        **{"pending": dict.fromkeys(LETTERS, 0), "rng": 0},
    }


def test_defaults_of_four_players() -> None:
    position = loaded({}, num_players=4)
    assert (position["private"], position["public"]) == (["s", "g", "a", "t"], ["p01", "p02", "p03", "p04", "p05"])
    assert position["supply"] == dict.fromkeys(LETTERS, 4)
    assert loaded(dict.fromkeys(KEYS), num_players=4) == position


def test_cards_named_anywhere_are_in_no_default() -> None:
    position = loaded({"done": {0: ["b01", "a02"]}, "research": {1: ["b03"]}, "basic_deck": ["b04", "b20"]})
    assert position["basic_display"] == ["b02", "b05", "b06", "b07", "b08"]
    assert position["basic_deck"] == ["b04", "b20"]
    assert position["advanced_display"] == ["a01", "a03", "a04", "a05"]
    assert position["advanced_deck"] == [f"a{i:02}" for i in range(6, 13)]
    shown = loaded({"basic_display": ["b36", None, "b01", None, None]})
    assert (shown["basic_display"], shown["basic_deck"][:2]) == (["b36", None, "b01", None, None], ["b02", "b03"])
    assert len(shown["basic_deck"]) == 34


def test_displays_run_out_of_cards_from_the_last_slot() -> None:
    cards = [f"a{i:02}" for i in range(1, 13)]
    position = loaded({"done": {0: cards[:10]}})
    assert (position["advanced_display"], position["advanced_deck"]) == (["a11", "a12", None, None], [])


def test_the_supply_is_what_is_on_no_board() -> None:
    position = loaded({"habitat": ["sss./..../..../....", "sss./..../..../...."], "supply": {"g": 2}})
    assert position["supply"] == {"s": 0, "g": 2, "a": 6, "t": 6, "w": 6, "c": 6}


SHORT_FORMS = [
    ({"habitat": [BOARD, "sgat/wc../..../...."]}, {"habitat": {1: "sgat/wc../..../...."}}),
    ({"hand": [["step", "span"], []]}, {"hand": {"0": ("span", "step"), "1": []}}),
    ({"research": [[], ["b09", "b02"]]}, {"research": [None, ["b09", "b02"]]}),
    ({"done": [["b01", "a01"], []]}, {"done": {0: {"a01", "b01"}}}),
    ({"private": ["c", "g"]}, {"private": {"0": "c"}}),
    ({"private_done": [0, 1]}, {"private_done": (1, 0)}),
    ({"public_owner": [None, 1, None]}, {"public_owner": {"1": 1}}),
    ({**EFFECTS, "pending": dict.fromkeys(LETTERS, 0) | {"s": 1, "g": 1}}, EFFECTS),
]


@pytest.mark.parametrize(("position", "short"), SHORT_FORMS)
def test_short_forms(position: dict[str, Any], short: dict[str, Any]) -> None:
    assert loaded(short) == loaded(position)
    assert loaded(json.loads(json.dumps(position))) == loaded(position)


def test_derived_fields() -> None:
    game = game_of()
    done = ["b13", "b14", "b31", "a07"]  # g@C a@M, a@C c@K, s@M g@M a@F, a@K c@F s@D g2@C
    position = {"done": {0: done}, "habitat": {0: "sss./gw../..../..ww"}, "public": ["p08", "p03", "p09"]}
    s = game.from_dict(position | {"public_owner": {1: 0, 2: 1}, "private_done": [0], "private": {0: "a"}})[0]
    features = {name: int(value) for name, value in zip(FEATURE_NAMES, s["features"][0])}
    assert [features[f"creature_tags.{letter}"] for letter in LETTERS] == [2, 4, 4, 0, 0, 2]
    assert [features[f"habitat_tags.{letter}"] for letter in "MKFDC"] == [3, 2, 2, 1, 3]
    assert [features[f"occupied.{letter}"] for letter in "MKFDC"] == [3, 0, 2, 1, 1]
    assert (features["basic_done"], features["advanced_done"]) == (3, 1)
    assert (features["max_creature_tags"], features["distinct_habitat_tags"]) == (4, 5)
    assert (features["tokens"], features["max_same_tokens"]) == (7, 3)
    assert (s["card_score"][0], s["public_score"][:2].tolist()) == (16, [3, 3])
    assert game.scores(game.from_dict(position | {"private_done": [0], "private": {0: "a"}}))[0].tolist() == [20, 0]
    assert (s["end_triggered"], s["over"], s["research_count"][0]) == (0, 0, 0)


@pytest.mark.parametrize(("cards", "triggered", "over"), [(11, 0, 2), (12, 1, 1), (15, 1, 1)])
def test_over_says_why(cards: int, triggered: int, over: int) -> None:
    done = {1: [f"b{i:02}" for i in range(1, cards + 1)]}
    states = game_of().from_dict({**OVER, "done": done})
    assert (states["end_triggered"][0], states["over"][0], states["current_player"][0]) == (triggered, over, -1)
    assert not game_of().legal(states).any()
    assert game_of().from_dict({"done": done})["end_triggered"][0] == triggered


def test_options_of_the_game_stay() -> None:
    game = game_of(truncation_result="draw", compact_actions=True, max_rounds=7)
    states = game.from_dict({"phase": "game_over", "done": {0: ["b01"]}})
    assert game.returns(states)[0].tolist() == [0, 0]
    assert (states["max_rounds"][0], game.to_dict(states)["max_rounds"]) == (7, 7)
    assert game.from_dict({"max_rounds": 1000, "round": 999})["max_rounds"][0] == 1000


def test_loading_changes_neither_the_dictionary_nor_the_game() -> None:
    game = game_of()
    position = {"hand": {0: ["step"]}, "rng": 2**64 - 1, "public_owner": {1: 1}}
    before, blank = copy.deepcopy(position), game.blank.tobytes()
    states = game.from_dict(position)
    assert (position, game.blank.tobytes()) == (before, blank)
    assert states["rng"][0] == 2**64 - 1
    game.step(states, game.actions.encode("swap", card=0, a=0, b=1))  # and it can be played


def test_a_position_without_ap_stands_for_a_milestone() -> None:
    position = {"ap": 0, "done": {0: ["b09", "b10", "b11"]}, "public": ["p03", "p09", "p12"]}
    game = game_of()
    states = game.from_dict(position)
    legal = np.flatnonzero(game.legal(states)[0]).tolist()
    assert legal == [game.actions.encode("claim_public", slot=0), game.actions.encode("end_turn")]


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("position", "key"), [case[1:] for case in ERRORS], ids=[case[0] for case in ERRORS])
def test_errors_name_the_key(position: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match=rf"^{key}: "):
        game_of().from_dict(position)


def test_the_positions_that_errors_are_made_from_are_good() -> None:
    for position in (EFFECTS, OVER, {"supply": {"s": 0}}, {"ap": 4, "private_done": [0]}):
        assert loaded(position)


def test_every_key_has_an_error() -> None:
    assert {key for _, _, key in ERRORS} == {*KEYS, "habitats"}


def test_errors_say_what_was_found_and_what_is_allowed() -> None:
    with pytest.raises(ValueError, match=r"^private: 'x'; allowed is one of s, g, a, t, w, c$"):
        game_of().from_dict({"private": {0: "x"}})
    with pytest.raises(ValueError, match=r"^num_players: 3; allowed is 2, as in this game$"):
        game_of().from_dict({"num_players": 3})
    with pytest.raises(ValueError, match=r"^basic_deck: 'b20'; allowed is no card twice; it lies in done already$"):
        game_of().from_dict({"basic_deck": ["b20"], "done": {0: ["b20"]}})
    with pytest.raises(ValueError, match=r"^turns: unknown key; keys are num_players, max_rounds, "):
        game_of().from_dict({"turns": 3})
