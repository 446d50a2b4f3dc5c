"""Scenario dictionaries (RULES.md 14): round trips at every decision, defaults and short forms, every error."""

from __future__ import annotations

import copy
import functools
import itertools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
import random_play
from biohack.random_cards import random_cards
from biohack.scenario_errors import ALLOC, DRAFT, ERRORS, GOOD, SELECT
from biohack_env.scenario import KEYS
from biohack_env.scenario_turn import SCRATCH
from biohack_env.state import Node

SOLO_KEYS = ("solo_deck", "solo_pos")
SET_UPS: list[dict[str, Any]] = [
    *({"num_players": n, "enclosure": n % 2 == 0} for n in (1, 2, 3, 4)),
    *({"num_players": n, "board_side": side} for n, side in ((3, "choose"), (4, "advanced"), (2, "choose"))),
    *({"num_players": 1, "challenge": challenge, "board_side": "advanced"} for challenge in (3, 4)),
]


@functools.cache
def game_of(num_players: int = 2, **options: Any) -> arkade.Game:
    return arkade.make("biohack", num_players=num_players, **options)


def loaded(position: dict[str, Any], **options: Any) -> dict[str, Any]:
    game = game_of(**options)
    return game.to_dict(game.from_dict(position))


# --- round trips ------------------------------------------------------------------------------------------------------


def nodes_of(game: arkade.Game, seed: int) -> set[str]:
    """Check the round trip at every decision of a random game; the nodes met."""
    choices, nodes = random.Random(seed), set()
    states = game.new(1)
    game.reset(states, seed)
    keys = tuple(key for key in KEYS if game.num_players == 1 or key not in SOLO_KEYS)
    while True:
        position = random_play.check_round_trip(game, states)
        assert tuple(position) == keys
        nodes.add(position["node"])
        if game.over(states)[0]:
            return nodes
        legal = np.flatnonzero(game.legal(states)[0]).tolist()
        creations = [action for action in legal if game.actions.decode(action)[0] in ("create", "accept")]
        game.step(states, choices.choice(creations or legal))


@pytest.mark.fuzz
def test_every_decision_of_random_games_comes_back(fuzz_factor: int) -> None:
    nodes: set[str] = set()
    for options in SET_UPS:
        for seed in range(2 * fuzz_factor):
            nodes |= nodes_of(game_of(**options), seed)
    assert nodes == {node.name.lower() for node in Node}


@pytest.mark.fuzz
def test_positions_of_other_card_sets_come_back(tmp_path: Path, fuzz_factor: int) -> None:
    for seed in range(8 * fuzz_factor):
        options = SET_UPS[seed % len(SET_UPS)]
        nodes_of(arkade.make("biohack", cards=random_cards(seed, tmp_path / "cards"), **options), seed)


def test_every_byte_is_written() -> None:
    """Loading leaves no byte open."""
    game = game_of()
    states = game.new(1)
    game.reset(states, 7)
    assert {game.from_dict(game.to_dict(states)).tobytes() for _ in range(20)} == {states.tobytes()}


# --- defaults, short forms, what is derived ---------------------------------------------------------------------------


def test_defaults_of_four_players() -> None:
    """BASE(4) of RULES.md 12."""
    position, scratch = loaded({}, num_players=4), dict.fromkeys(SCRATCH, 0)
    scratch |= {"alloc_cost": [0] * 6} | {key: -1 for key, (low, _) in SCRATCH.items() if low < 0}
    assert position == {
        **{"num_players": 4, "enclosure": False, "challenge": 0, "round": 2, "phase": "research", "node": "turn"},
        **{"current_player": 0, "cursor": 0, "order": [0, 1, 2, 3], "passed": [], "reserve": [None] * 4},
        **{"scientist": [0, 1, 2, 3], "board": [0, 1, 2, 3], "side": ["basic"] * 4, "coins": [10] * 4},
        **{"ep": [0] * 4, "medicine": [1] * 4, "injured": [0] * 4, "locks": [2] * 4, "sci_used": [0] * 4},
        **{"genes": [[0] * 6] * 4, "hand": [[]] * 4, "hand_known": [[]] * 4, "tableau": [[]] * 4, "used": [[]] * 4},
        **{"seventh_round": [0] * 4, "token": [[None] * 6] * 4, "token_kept": [[]] * 4, "loc_choice": [[]] * 4},
        "at_public": {name: [] for name in ("mountain", "river", "bank", "hospital", "basement")},
        **{"adv": {}, "basic": {name: [0] * 4 for name in ("biofarm", "alley", "dna")}},
        "display": [0, 1, 2, 3, 20, 21, 22, 23, 36, 37, 38, 39],
        "deck": [list(range(4, 20)), list(range(24, 36)), list(range(40, 48))],
        **{"discard": [], "recycled": [], "deck_known": [[]] * 4, "milestone": [0, 1, 2, 3]},
        **{"milestone_token": [[]] * 4, "row_token": [[]] * 3, "tile": [0, 1, 2, 3], "tile_deck": list(range(4, 20))},
        **{"stack": [], "cur_space": None, "unresolved": [], **scratch, "look": []},
        **{"lost": 0, "steps": 0, "rng": 0, "score": [0] * 4},
    }
    assert loaded(dict.fromkeys(KEYS), num_players=4) == position


def test_defaults_of_side_a_and_alone() -> None:
    two, one = loaded({}), loaded({}, num_players=1)
    assert two["display"] == one["display"] == [None, 0, 1, 2, None, 20, 21, 22, None, 36, 37, 38]
    assert two["tile"] == one["tile"] == [0, 1] and two["tile_deck"] == list(range(2, 20))
    assert not set(SOLO_KEYS) & two.keys()
    assert (one["solo_deck"], one["solo_pos"], one["scientist"]) == ([0, 3, 6, 9, 12], 2, [3])
    assert one["at_public"] == {"mountain": [], "river": ["assistant"], "bank": ["assistant"]} | {
        "hospital": [],
        "basement": [],
    }
    assert one["adv"] == {"biofarm_gene": "police", "tile0": "police"}


def test_cards_put_elsewhere_leave_their_place() -> None:
    """The space on display stays empty; what is named nowhere is in its deck."""
    position = loaded({"hand": {0: [0, 30]}, "tableau": {1: [36]}, "discard": [5]}, num_players=4)
    assert position["display"] == [None, 1, 2, 3, 20, 21, 22, 23, None, 37, 38, 39]
    assert 5 not in position["deck"][0] and 30 not in position["deck"][1] and len(position["deck"][0]) == 15
    given = loaded({"display": [None, 7] + [None] * 10})
    assert given["deck"][0] == [card for card in range(20) if card != 7] and given["deck"][2] == list(range(36, 48))
    assert loaded({"deck": [None, None, list(range(47, 38, -1))]})["deck"][2] == list(range(47, 38, -1))


def test_full_rows_have_their_tokens_and_the_7th_creature_its_round() -> None:
    tableau = {0: [0, 1, 2, 3, 20, 21, 22], 1: [4, 5, 6, 7]}
    position = loaded({"tableau": tableau, "round": 3})
    assert position["row_token"] == [[0, 1], [0], []] and position["seventh_round"] == [3, 0]
    assert loaded({"tableau": tableau, "row_token": [[1], [], []]})["row_token"] == [[1], [], []]
    assert game_of().from_dict({"tableau": tableau})["end_trigger"][0] == 1
    assert game_of().from_dict({"tableau": {0: [0, 1]}})["end_trigger"][0] == 0


SHORT_FORMS = [
    ({"coins": [10, 3]}, {"coins": {1: 3}}),
    ({"genes": [[0] * 6, [0, 0, 0, 0, 0, 2]]}, {"genes": {1: {"feral": 2}}}),
    ({"hand": [[3, 9], []]}, {"hand": [(9, 3)]} | {"hand": {0: (9, 3)}}),
    ({"tableau": [[], [8, 20]]}, {"tableau": {"1": [20, 8]}}),
    ({"at_public": {"bank": [0, 1]}}, {"at_public": {"bank": [1, 0], "river": []}}),
    ({"deck": [None] * 3}, {"deck": None}),
    ({"scientist": [0, 4]}, {"scientist": {1: 4}}),
]


@pytest.mark.parametrize(("position", "short"), SHORT_FORMS)
def test_short_forms(position: dict[str, Any], short: dict[str, Any]) -> None:
    assert loaded(short) == loaded(position)
    assert loaded(json.loads(json.dumps(position))) == loaded(position)


def test_tokens_by_space() -> None:
    position = {"token": {0: {"common2": "avian", "noble1": "feral"}}, "token_kept": {0: ["mammal"]}}
    found = loaded(position, enclosure=True)
    assert found["token"] == [[None, "avian", None, None, None, "feral"], [None] * 6]
    assert found["token_kept"] == [["mammal"], []]
    for wrong in ({"token": {0: ["avian"] * 2 + [None] * 4}}, position | {"token_kept": {0: ["feral"]}}):
        with pytest.raises(ValueError, match="^token: .*each gene once among token and token_kept of player 0$"):
            game_of(enclosure=True).from_dict(wrong)
    with pytest.raises(ValueError, match="^token: .*None on common2 of player 0, where a creature stands$"):
        game_of(enclosure=True).from_dict(position | {"tableau": {0: [0, 1, 2]}})


def test_derived_fields() -> None:
    """Caches and counts that a dictionary does not hold."""
    position = {"tableau": {0: [20, 1, 35, 41]}, "at_public": {"bank": [0], "river": [1]}, "injured": {1: 1}}
    position |= {"adv": {"tile1": 0}, "basic": {"dna": [0, 1]}, "hand": {1: [2]}, "stack": []}
    s = game_of().from_dict(position)[0]
    assert s["tableau"][0].tolist() == [1, -1, -1, -1, 20, 35, -1, 41, -1] and s["count"][0].tolist() == [1, 2, 1]
    assert s["tableau_mask"][0] == 1 << 20 | 1 << 1 | 1 << 35 | 1 << 41
    assert (s["disc"][0].tolist(), s["disc_wild"][0]) == ([2, 0, 0, 0, 0, 0, 0, 0], 1)
    assert (s["home"][:2].tolist(), s["on_location"][:2].tolist()) == ([1, 0], [1 << 2, 1 << 1])
    assert s["shown"] == 0b1110_1100_0010  # creatures 1, 2 and 20 have left the display
    assert not s["free_spaces"] >> 10 & 1 and s["free_spaces"] >> 9 & 1
    assert s["legal_first"] > 0 and game_of().legal(game_of().from_dict(position)).any()


def test_loading_changes_neither_the_dictionary_nor_the_game() -> None:
    game = game_of()
    position = {"hand": [[5], []], "at_public": {"bank": [0]}, "rng": 2**64 - 1, "deck": [None] * 3}
    before, blank = copy.deepcopy(position), game.blank.tobytes()
    states = game.from_dict(position)
    assert (position, game.blank.tobytes()) == (before, blank)
    assert states["rng"][0] == 2**64 - 1
    game.step(states, game.actions.encode("retrieve", location=2))  # and it can be played


def test_an_assistant_of_the_dictionary_is_not_taken_out_of_it() -> None:
    position = {"at_public": {"bank": ["assistant", 0]}}
    for _ in range(2):
        assert loaded(position, num_players=1)["at_public"]["bank"] == [0, "assistant"]


def test_the_end_counts_the_points_unless_they_are_given() -> None:
    over = {"node": "over", "tableau": {0: [0, 20]}, "coins": [4, 9], "ep": {1: -3}}
    assert loaded(over)["score"] == [2 + 6 + 1, -3 + 2]
    assert loaded(over | {"score": [7, 8]})["score"] == [7, 8]
    assert loaded(over)["phase"] == "over" and loaded(over)["current_player"] == -1


# --- setup ------------------------------------------------------------------------------------------------------------


def test_positions_of_the_setup() -> None:
    options: dict[str, Any] = {"board_side": ["choose", "basic", "choose"], "num_players": 3}
    game = arkade.make("biohack", **options)
    side = {"node": "side", "round": 1, "cursor": 2, "side": ["advanced", "basic", None]}
    found = game.to_dict(game.from_dict(side))
    assert (found["order"], found["scientist"], found["current_player"]) == ([], [None] * 3, 2)
    for wrong in (["basic", "basic", "basic"], [None, "basic", None]):
        with pytest.raises(ValueError, match="^side: "):
            game.from_dict(side | {"side": wrong})
    pick = {"node": "scientist", "round": 1, "order": [2, 0, 1], "cursor": 1, "scientist": [None, 4, None]}
    assert game.to_dict(game.from_dict(pick))["current_player"] == 0
    for scientists in ([None] * 3, [1, 4, None], [4, None, None]):
        with pytest.raises(ValueError, match="^scientist: "):
            game.from_dict(pick | {"scientist": scientists})
    draft = {"node": "draft", "round": 1, "order": [2, 0, 1], "cursor": 4}
    assert game.to_dict(game.from_dict(draft))["current_player"] == 0


# --- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("position", "key"), [case[1:] for case in ERRORS], ids=[case[0] for case in ERRORS])
def test_errors_name_the_key(position: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match=rf"^{key}: "):
        game_of().from_dict(position)


def test_the_positions_that_errors_are_made_from_are_good() -> None:
    for position in GOOD:
        assert loaded(position)["node"] == position["node"]
    assert loaded(SELECT)["current_player"] == 1 and loaded(DRAFT)["cursor"] == 0
    assert loaded(ALLOC)["alloc_cost"] == [1, 0, 3, 0, 0, 0]


def test_every_key_has_an_error() -> None:
    assert {key for _, _, key in ERRORS} == {*KEYS, "gold"}


@pytest.mark.parametrize(
    ("position", "key"),
    [
        ({"solo_deck": [0, 1, 6, 9, 12]}, "solo_deck"),
        ({"solo_deck": [0, 3, 6, 9]}, "solo_deck"),
        ({"solo_pos": 3}, "solo_pos"),
        ({"solo_pos": 2, "round": 1}, "solo_pos"),
        ({"solo_pos": 2, "node": "select"}, "solo_pos"),
        ({"tile_deck": [2, 3, 4]}, "tile_deck"),
        ({"adv": {"alley_feral": "guard"}}, "adv"),
        ({"at_public": {"bank": ["butler"]}}, "at_public"),
        ({"round": 5}, "round"),
        ({"node": "over", "lost": 1}, "lost"),
    ],
)
def test_errors_of_solo_positions(position: dict[str, Any], key: str) -> None:
    with pytest.raises(ValueError, match=rf"^{key}: "):
        game_of(num_players=1).from_dict(position)


@pytest.mark.parametrize(("n", "track"), [*itertools.product((3, 4), ([0, 0, None, None], [4, None, None, None]))])
def test_errors_of_the_reservation_track(n: int, track: list[int | None]) -> None:
    with pytest.raises(ValueError, match="^reserve: "):
        game_of(num_players=n).from_dict({"reserve": track})
    for node in ({"node": "select"}, {"node": "draft", "round": 1}):
        with pytest.raises(ValueError, match="^reserve: "):
            game_of(num_players=n).from_dict(node | {"reserve": [None, 0, None, None]})
    assert loaded({"reserve": [None, 0, None, 2]}, num_players=n)["reserve"] == [None, 0, None, 2]


def test_solo_cards_last_for_the_rounds_to_come() -> None:
    places = {loaded({"round": n}, num_players=1)["solo_pos"]: n for n in (4, 3, 2, 1)}
    assert places == {2: 2, 1: 1}
    assert loaded({"round": 3, "solo_pos": 3}, num_players=1)["solo_pos"] == 3
    assert loaded({"tile_deck": [2, 3, 4, 5]}, num_players=1)["tile_deck"] == [2, 3, 4, 5]


def test_errors_say_what_was_found_and_what_is_allowed() -> None:
    for position, message in (
        ({"genes": [[11] * 6] * 2}, "genes: 11; allowed is a whole number from 0 to 10"),
        ({"hand": [[22], [22]]}, "hand: 22; allowed is no card twice; it lies in hand already"),
        ({"hand_known": [[3], []]}, r"hand_known: \[3\]; allowed is cards in hand of player 0: \[\]"),
        (
            {"injured": [2, 0], "at_public": {"bank": [0], "river": [0]}},
            "injured: 4; allowed is at most 3 Nomans of player 0 in at_public, adv, basic and injured",
        ),
        ({"basic": {"alley": [3, 0]}}, "node: 'turn'; allowed is a node with a decision; this position moves on"),
        ({"gold": 3}, "gold: unknown key; keys are num_players, enclosure, challenge, round, "),
    ):
        with pytest.raises(ValueError, match=f"^{message}"):
            game_of().from_dict(position)
