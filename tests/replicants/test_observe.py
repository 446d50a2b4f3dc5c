"""The observation, number by number, against a second reading of RULES.md section 9 from the scenario dictionary."""

from __future__ import annotations

import functools
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from replicants.observation_reading import Reading, one_hot
from replicants.random_cards import random_cards
from replicants_env.state import Pend, Step

ROOT = Path(__file__).parents[2]
GAMES = [(n, usc) for n in range(2, 7) for usc in (False, True)]
BLOCKS = {"global": 50, "seats": 18, "field": 26, "players": 132, "cards": 360, "own_reps": 900, "setup": 175}
BLOCKS |= {"usc": 254, "pending": 54}


@functools.cache
def make(n: int = 2, usc: bool = False) -> arkade.Game:
    return arkade.make("replicants", num_players=n, usc=usc)


def random_positions(game: arkade.Game, seed: int, rows: int = 24, every: int = 7) -> np.ndarray:
    """Positions all along some random games."""
    states = game.new(rows)
    game.reset(states, np.arange(rows) + 1000 * seed)
    kept = [states.copy()]
    for i in range(30):
        game.rollout(states, every, seed=i)
        kept.append(states.copy())
    ends = game.new(4)
    game.reset(ends, np.arange(4) + seed)
    game.playout(ends, seed=seed)
    return np.concatenate([*kept, ends])


def check(game: arkade.Game, state: np.ndarray) -> None:
    """Compare every block of every player's observation of a position."""
    for player in range(game.num_players):
        reading = Reading(game, state, player)
        raw = game.observe(state, player, np.uint8)[0]
        for name in BLOCKS:
            got = raw[game.observation_layout.slices[name]].tolist()
            assert got == getattr(reading, f"block_{name}")(), (name, player, game.to_dict(state))


# --- all numbers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "usc"), GAMES)
def test_blocks_have_the_sizes_of_the_rules(n: int, usc: bool) -> None:
    layout = make(n, usc).observation_layout
    assert {name: block.size for name, block in layout.blocks.items()} == BLOCKS
    assert layout.size == 1969


@pytest.mark.fuzz
@pytest.mark.parametrize(("n", "usc"), GAMES)
def test_every_number_is_as_the_rules_say(n: int, usc: bool, fuzz_factor: int) -> None:
    game = make(n, usc)
    for seed in range(fuzz_factor):
        states = random_positions(game, seed)
        for i in range(seed % 5, len(states), 5):
            check(game, states[i : i + 1])


@pytest.mark.parametrize(("n", "usc"), GAMES)
def test_raw_numbers_keep_their_bounds_and_floats_are_scaled(n: int, usc: bool) -> None:
    game = make(n, usc)
    layout, states = game.observation_layout, random_positions(game, 3, rows=64)
    for player in range(n):
        players = np.full(len(states), player)
        raw, floats = game.observe(states, players, np.uint8), game.observe(states, players)
        assert (raw <= layout.bounds).all()
        assert (floats == raw * layout.scale).all() and floats.max() <= 1


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(4))
def test_raw_numbers_keep_their_bounds_with_other_cards(seed: int, tmp_path: Path, fuzz_factor: int) -> None:
    for k in range(fuzz_factor):
        cards = random_cards(100 * k + seed, tmp_path / str(k))
        game = arkade.make("replicants", num_players=2 + (seed + k) % 5, usc=bool(seed % 2), cards=cards)
        states = random_positions(game, seed, rows=16)
        for player in range(game.num_players):
            raw = game.observe(states, np.full(len(states), player), np.uint8)
            wrong = np.argwhere(raw > game.observation_layout.bounds)
            assert len(wrong) == 0, (cards, wrong[:3])
        building = (states["step"] == Step.BUILD) & (states["pend_kind"] == 0) & (states["over"] == 0)
        level_ups = game.legal(states)[:, game.actions.range("level_up")]
        reps = game.observation_layout.view(game.observe(states, dtype=np.uint8), "own_reps")
        assert (reps[building, :, 7] == level_ups[building]).all()


# --- single numbers by hand -------------------------------------------------------------------------------------------


def view(position: dict[str, Any], player: int, block: str, n: int = 2, usc: bool = False) -> np.ndarray:
    game = make(n, usc)
    state = game.from_dict({"num_players": n, "usc": int(usc), **position})
    return game.observation_layout.view(game.observe(state, player, np.uint8), block)[0]


BUILD = {
    "at": "build",
    "first_player": 1,
    "current_player": 1,
    "round": 9,
    "hand": ["NNNNNNNNNNNNNNP", "PHHHS"],
    "reps": [["Quartet@4u", "Iron Aurora@2l"], ["Haggler@4", "Enlightenment@2", "Gearscribe@1", "Anvil Choir@1g"]],
    "bonus": [41, 0],
}


def test_players_are_seen_from_the_observer_on_and_large_hands_are_cut() -> None:
    seen = view(BUILD, 1, "players")
    assert seen[0].tolist() == [1, 0, 1, 3, 1, *[0] * 8, 7, 0, 4, 2, 1, 0, 1, 0, 0]  # 6 + 1 VP
    assert seen[1].tolist() == [1, 12, 1, 0, 0, *[0] * 8, 48, 40, 4, 0, 1, 0, 1, 0, 0]  # 14 N in hand, 41 bonus points
    assert not seen[2:].any()
    assert view(BUILD, 0, "players")[0].tolist() == seen[1].tolist()


def test_cards_carry_level_and_whether_they_are_spent() -> None:
    cards, seen = make().cards.card, view(BUILD, 1, "cards")
    assert {c: int(seen[0, c]) for c in np.flatnonzero(seen[0])} == {
        cards("Haggler"): 8,
        cards("Enlightenment"): 4,
        cards("Gearscribe"): 2,
        cards("Anvil Choir"): 3,  # gained this round: may not level
    }
    assert {c: int(seen[1, c]) for c in np.flatnonzero(seen[1])} == {cards("Quartet"): 9, cards("Iron Aurora"): 5}


def test_own_replicants_show_what_is_affordable_with_discounts() -> None:
    rows = view(BUILD, 1, "own_reps")
    assert rows[:4, :9].tolist() == [
        [1, 0, 0, 0, 1, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0, 1, 0],  # PPHH against PHHHS: Haggler waives the missing P
        [1, 1, 0, 0, 0, 0, 0, 1, 0],
        [1, 1, 0, 0, 0, 1, 0, 0, 1],
    ]
    assert rows[:4, 9:13].tolist() == [[0, 0, 0, 0], [0, 2, 2, 0], [0, 0, 1, 1], [0, 1, 1, 0]]
    assert not rows[4:].any()
    used = {**BUILD, "reps": [BUILD["reps"][0], ["Haggler@4u", *BUILD["reps"][1][1:]]]}
    assert view(used, 1, "own_reps")[:4, 6].tolist() == [1, 0, 0, 0]
    assert view(used, 1, "own_reps")[:4, 7].tolist() == [0, 0, 1, 0]


def test_affordable_is_seen_out_of_turn() -> None:
    waiting = {**BUILD, "reps": [["Quartet@4", "Emberwright@1"], BUILD["reps"][1]]}
    assert view(waiting, 0, "own_reps")[:2, 7].tolist() == [0, 1]


def test_fast_track_frees_gained_replicants() -> None:
    position = {**BUILD, "armed": [[], [9]], "built": {9: 0}, "drawn": []}
    assert view(position, 1, "own_reps", usc=True)[3, 5:9].tolist() == [0, 0, 1, 1]
    assert view(position, 1, "cards", usc=True)[0, make().cards.card("Anvil Choir")] == 2
    assert view(position, 0, "usc", usc=True)[182 + 12 : 182 + 24].tolist() == one_hot(12, 9)


def test_the_field_counts_kinds_pairs_and_undealt_cards() -> None:
    seen = view({"at": "drone", "x": "NP", "y": "NPHS", "placed": ["0:NN", "1:NS"]}, 0, "field")
    assert seen[4:12].tolist() == [1, 1, 0, 0, 1, 1, 1, 1]
    assert seen[12:22].tolist() == [0, 2, 1, 0, 1, 1, 1, 0, 0, 0]
    assert seen[22:].tolist() == [2, 2, 3, 3]
    players = view({"at": "drone", "x": "NP", "y": "NPHS", "placed": ["0:NN", "1:NS", "0:PP"]}, 0, "players")
    assert players[:2, 15].tolist() == [2, 3]


def test_seats_are_relative_to_the_observer() -> None:
    position = {"at": "drone", "x": "NPH", "y": "NPHS", "first_player": 2, "drone_first": 1, "placed": ["1:NN"]}
    seen = view(position, 1, "seats", n=3).reshape(3, 6)
    assert seen.argmax(axis=1).tolist() == [1, 1, 0] and seen.sum() == 3  # seat 2 acts, 2 is first, 1 placed first
    seen = view(position, 2, "seats", n=3).reshape(3, 6)
    assert seen.argmax(axis=1).tolist() == [0, 0, 2]


def test_a_question_shows_who_asks_and_what_is_open() -> None:
    waive = {
        "at": "build",
        "hand": ["PPHHHS", "HS"],
        "reps": [["Haggler@4", "Enlightenment@2"], ["Quartet@4"]],
        "pending": {"kind": "waive", "source": 1, "stage": 0, "left": 1, "floor": 0, "paid": "", "vec": "PPHH"},
    }
    for player in (0, 1):  # questions are open to all
        seen = view(waive, player, "pending")
        assert seen[:32].tolist() == make().tables[0]["features"][make().cards.card("Enlightenment")].tolist()
        assert seen[32:].tolist() == [*[0] * 12, 0, 2, 2, 0, *[0] * 4, 0, 0]
        assert view(waive, player, "global")[28 + Pend.WAIVE] == 1


def test_a_room_that_asks_is_a_room() -> None:
    position = {
        "at": "station",
        "x": "NP",
        "y": "NPHS",
        "locker": ["NNP", ""],
        "built": {8: 1},
        "crew": [[8, 1], [1, 1]],
        "crew_moved": [[0], []],
        "pending": {"kind": "pay_any", "source": 40, "stage": 0, "left": 1, "floor": 0, "paid": "N", "vec": ""},
    }
    seen = view(position, 0, "pending", usc=True)
    assert not seen[:32].any() and seen[32:44].tolist() == one_hot(12, 8)
    assert seen[48:52].tolist() == [1, 0, 0, 0]
    station = view(position, 0, "usc", usc=True)
    assert station[:12].tolist() == one_hot(12, 1, 8) and station[12:24].tolist() == [0, 2, *[0] * 10]
    assert station[72:98].tolist() == [*one_hot(12, 8), 1, *one_hot(12, 1), 0]
    assert station[98 + 8 * 7 : 98 + 9 * 7].tolist() == [1, 0, 1, 0, 0, 0, 0]  # built by the left neighbour


def test_the_own_discard_is_seen_until_it_is_drawn() -> None:
    card = make().cards.card("Swarmtide")
    position = {
        "at": "build",
        "hand": ["PHPHPH", "HS"],
        "own_discard": ["Swarmtide", "Quartet"],
        "deck": ["Haggler", "Quartet", "Swarmtide"],
        "reps": [["Cosmopolite@4", "Anvil Choir@1"], ["Underdog@4", "Arc Oracle@1"]],
    }
    seen = view(position, 0, "cards")
    assert seen[0, card] == 1 and seen[1, card] == 0 and seen[0, make().cards.card("Quartet")] == 0
    assert view(position, 1, "cards")[:, card].tolist() == [0] * 6
    drawn = {
        **position,
        "deck": ["Haggler", "Quartet"],
        "drawn": ["Swarmtide"],
        "reps": [position["reps"][0], [*position["reps"][1], "Swarmtide@1g"]],
    }
    assert view(drawn, 0, "cards")[:2, card].tolist() == [0, 3]


# --- hidden things ----------------------------------------------------------------------------------------------------


def test_setup_shows_the_own_hand_and_choices_only() -> None:
    game = make()
    state = game.new()
    game.reset(state, 4)
    before = game.observe(state, 1, np.uint8)[0]
    rows = game.observation_layout.view(before, "setup")
    assert rows[:, 32].tolist() == [1] * 5 and not rows[:, 33:].any()
    game.step(state, [game.actions.encode("setup_l4", index=2)])
    game.step(state, [game.actions.encode("setup_discard", index=4)])
    own = game.observation_layout.view(game.observe(state, 0, np.uint8)[0], "setup")
    assert own[:, 33].tolist() == [0, 0, 1, 0, 0] and own[:, 34].tolist() == [0, 0, 0, 0, 1]
    for index in (0, 1, 3):  # what the other player chose does not show, only that it is the own turn
        other = state.copy()
        other["setup_l4"][0, 0], other["setup_disc"][0, 0] = index, (index + 1) % 5
        assert (game.observe(other, 1, np.uint8) == game.observe(state, 1, np.uint8)).all()


@pytest.mark.parametrize(("n", "usc"), GAMES)
def test_hidden_fields_do_not_show(n: int, usc: bool) -> None:
    game, random = make(n, usc), np.random.default_rng(5)
    states = random_positions(game, 7, rows=32)
    for player in range(n):
        seen = game.observe(states, np.full(len(states), player), np.uint8)
        changed = states.copy()
        changed["rng"] ^= np.uint64(0xABCDEF)
        for s in changed:
            random.shuffle(s["field_deck"][s["field_pos"] :])
            if s["setup_hand"][0, 0] < 0:
                deck = s["deck"][s["deck_pos"] : s["deck_len"]]
                random.shuffle(deck)
                for other in range(n):
                    if other != player:
                        s["own_discard"][other] = random.integers(60)
            else:
                for other in range(n):
                    if other != player:
                        s["setup_hand"][other] = np.sort(random.permutation(60)[:5])
        assert (game.observe(changed, np.full(len(states), player), np.uint8) == seen).all()


ONE_MORE = "supply pair_free hand produced locker doubles level_ups bonus_vp vp rep_level room_built armed crew".split()
PER_PLAYER = {"hand", "produced", "locker", "doubles", "level_ups", "bonus_vp", "vp", "rep_level", "armed", "crew"}


def test_what_is_open_does_show() -> None:
    """Every field that a player may know changes the observation."""
    game = make(3, True)
    states = random_positions(game, 11, rows=8)
    state = states[(states["step"] == Step.DRONE) & (states["drones_placed"] > 3)][:1].copy()
    seen = game.observe(state, 0, np.uint8)

    def shows(field: str, where: int | tuple[int, ...], value: int) -> bool:
        other = state.copy()
        other[field][where] = value
        return bool((game.observe(other, 0, np.uint8) != seen).any())

    for field in "round step current_player first_player drone_first pend_kind deck_pos drones_placed".split():
        now = int(state[field][0])
        assert shows(field, 0, now + 1 if now == 0 else now - 1), field
    for field in ONE_MORE:
        for player in range(3) if field in PER_PLAYER else [0]:
            where = (0, player, 1)[: state[field].ndim]
            now = int(state[field][where])
            assert shows(field, where, now - 1 if now >= 3 else now + 1), (field, player)
    for player in range(3):
        for field, bit in (("levelled", 2), ("gained", 2), ("used", 1)):  # slot 1 is below L4, slot 0 at L4
            assert shows(field, (0, player), int(state[field][0, player]) ^ bit), (field, player)
    for axis in ("field_x", "field_y"):
        assert shows(axis, (0, 0), (int(state[axis][0, 0]) + 1) % 4), axis


# --- the same in plain Python -----------------------------------------------------------------------------------------

DIGEST = """
import sys
sys.path[:0] = sys.argv[1:3]
from replicants import test_observe
print(test_observe.digest())
"""


def digest() -> str:
    """A hash of all observations of some positions, and of their values."""
    game = make(3, True)
    states = game.new(6)
    game.reset(states, np.arange(6))
    sha = hashlib.sha256()
    for i in range(8):
        game.rollout(states, 9, seed=i)
        for player in range(3):
            sha.update(game.observe(states, np.full(6, player), np.uint8).tobytes())
            sha.update(game.evaluate(states, np.full(6, player)).tobytes())
    return sha.hexdigest()


def test_plain_python_observes_and_values_the_same() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DIGEST, str(ROOT), str(ROOT / "tests")],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == digest()
