"""Texts and pictures: everything a player may see is there, nothing else is, and the state stays as it is."""

from __future__ import annotations

import dataclasses
import types
import xml.etree.ElementTree as ET
from collections import Counter

import numpy as np
import pytest

import arkade
from replicants_env import render
from replicants_env.actions import PAIR_KINDS
from replicants_env.state import LETTERS, Step
from replicants_env.view import view
from replicants_env.words import ability_words, plain, trigger_words
from svg_reading import (
    SVG,
    check_hidden,
    check_lines,
    check_pictures,
    check_states_stay,
    fitting,
    of_class,
    said_in,
    words_of,
)

GAMES = [(n, usc) for n in range(2, 7) for usc in (False, True)]
PLAYED = 8  # games


@pytest.fixture(scope="module", params=GAMES, ids=lambda option: f"{option[0]}p{'-usc' * option[1]}")
def table(request: pytest.FixtureRequest) -> tuple[arkade.Game, list[np.ndarray]]:
    """A game, and positions of random play."""
    n, usc = request.param
    game = arkade.make("replicants", num_players=n, usc=usc)
    return game, positions(game, seed=100 * n + usc)


def positions(game: arkade.Game, seed: int) -> list[np.ndarray]:
    """Of every kind of decision in some random games the second position, and the end of the last game."""
    rng, seen, found = np.random.default_rng(seed), Counter(), []
    state = game.new()
    for number in range(PLAYED):
        game.reset(state, seed + number)
        while not game.over(state)[0]:
            kind = (int(state["step"][0]), int(state["pend_kind"][0]))
            seen[kind] += 1
            if seen[kind] == 2:
                found.append(state.copy())
            game.step(state, rng.choice(np.flatnonzero(game.legal(state)[0])))
    return [*found, state]


# --- every position, every viewer -------------------------------------------------------------------------------------


def test_a_picture_is_well_formed_and_needs_nothing_from_outside(table) -> None:
    check_pictures(table)


def test_texts_and_pictures_leave_the_state_alone(table) -> None:
    check_states_stay(table)


def test_lines_fit_a_terminal_of_100_columns(table) -> None:
    check_lines(table)


def test_every_drawn_thing_lies_inside_the_picture(table) -> None:
    game, states = table
    root = ET.fromstring(game.svg(states[-1]))
    width, height = float(root.get("width")), float(root.get("height"))
    for node in of_class(game.svg(states[-1]), "replicant"):
        x, y = map(float, node.get("transform").removeprefix("translate(").removesuffix(")").split())
        card = node.find(f"{SVG}rect")
        assert 0 <= x <= width - float(card.get("width"))
        assert 0 <= y <= height - float(card.get("height"))


def test_open_facts_are_seen_by_everybody(table) -> None:
    game, states = table
    for state in states:
        s = state[0]
        for player in (None, 0):
            text, picture = game.text(state, player), game.svg(state, player)
            said = words_of(picture)
            for p in range(game.num_players):
                assert game.cards.hives[p] in text
                assert game.cards.hives[p] in said
                assert f" {s['vp'][p]} points" in text
                assert f"\n{s['vp'][p]}\n" in said
                for slot in range(s["rep_count"][p]):
                    name = game.cards.replicants[s["rep_card"][p, slot]].name
                    assert name in text
                    assert name in said
            assert f"Deck        {s['deck_len'] - s['deck_pos']} replicant" in text
            assert f"\n{s['deck_len'] - s['deck_pos']}\n" in said
            assert (f"round {s['round']} of {s['max_rounds']}" if s["round"] else "before round 1") in text
            assert (f"Round {s['round']} of {s['max_rounds']}" if s["round"] else "Before round 1") in said


def test_resources_are_counted(table) -> None:
    game, states = table
    for state in states:
        s, text = state[0], game.text(state)
        piles = "  ".join(f"{letter} {count:<2}" for letter, count in zip(LETTERS, s["supply"], strict=True))
        assert f"Piles       {piles}".rstrip() in text
        for p in range(game.num_players):
            for name in ("hand", "produced", *["locker"] * int(s["usc"])):
                held = "".join(letter * count for letter, count in zip(LETTERS, s[name][p], strict=True))
                assert f"{name} {held or '-'}" in fitting(text)


def test_every_replicant_is_a_card_with_its_level_cost_power_and_marks(table) -> None:
    game, states = table
    for state in states:
        s = state[0]
        cards = of_class(game.svg(state), "replicant")
        reps = [(p, slot) for p in range(game.num_players) for slot in range(s["rep_count"][p])]
        if s["step"] == Step.SETUP and s["round"] == 0:
            continue
        assert len(cards) == len(reps)
        for card, (p, slot) in zip(cards, reps, strict=True):
            said = "\n".join("".join(node.itertext()) for node in card.iter(f"{SVG}text"))
            replicant, level = game.cards.replicants[s["rep_card"][p, slot]], int(s["rep_level"][p, slot])
            assert replicant.name in said
            assert f"{slot} · {replicant.maker}" in said
            assert f"L{level}" in said
            assert plain(ability_words(replicant.ability)) in fitting(said)
            assert trigger_words(replicant.ability) in said
            if level < 4:
                assert "".join(said.partition(f"\nL{level + 1}\n")[2].split()).startswith(replicant.costs[level - 1])
            for mark in ("levelled", "gained", "used"):
                assert (f"\n{mark}" in said) == bool(s[mark][p] >> slot & 1)


def test_every_drone_is_on_the_field_or_with_its_player(table) -> None:
    game, states = table
    for state in states:
        if (state["field_x"][0, 0] < 0) or state["over"][0]:
            continue
        drones = of_class(game.svg(state), "drone")
        numbers = Counter("".join(drone.itertext()) for drone in drones)
        assert numbers == {str(p): 4 for p in range(game.num_players)}
        placed = view(game, state).drones
        assert len(placed) == state["drones_placed"][0]


def test_drones_lie_where_their_pair_crosses(table) -> None:
    game, states = table
    for state in states:
        seen = view(game, state)
        pairs = {p: Counter() for p in range(game.num_players)}
        for (column, row), p in seen.drones.items():
            pairs[p][PAIR_KINDS.index(tuple(sorted((seen.x[column], seen.y[row]))))] += 1
        for p in range(game.num_players):
            assert pairs[p] == Counter(pair for pair in state["drone_pair"][0, p].tolist() if pair >= 0)


def test_the_question_is_asked_and_the_asker_named(table) -> None:
    game, states = table
    for state in states[:-1]:
        hive = game.cards.hives[state["current_player"][0]]
        seen = view(game, state)
        assert seen.question
        assert f">>> {hive} (player {state['current_player'][0]}) is to decide: " in game.text(state)
        assert seen.question in fitting(game.text(state))
        asked = said_in(game.svg(state), "question")[0]
        assert asked.startswith(f"{state['current_player'][0]}|{hive}: |")
        assert seen.headline in words_of(game.svg(state))


def test_the_end_names_the_winners(table) -> None:
    game, states = table
    won = [p for p, result in enumerate(game.returns(states[-1])[0]) if result == max(game.returns(states[-1])[0])]
    for shown in (game.text(states[-1]), words_of(game.svg(states[-1]))):
        line = next(line for line in shown.splitlines() if "wins with" in line or "share the win" in line)
        assert [p for p in range(game.num_players) if f"(player {p})" in line] == won


def test_the_station_is_drawn_with_the_expansion_only(table) -> None:
    game, states = table
    for state in states:
        rooms = of_class(game.svg(state), "room")
        text = game.text(state)
        assert len(rooms) == (len(game.cards.rooms) if game.options["usc"] else 0)
        assert ("Station   (" in text) == game.options["usc"]
        for r, node in enumerate(rooms):
            said = fitting("\n".join("".join(child.itertext()) for child in node.iter(f"{SVG}text")))
            room, built = game.cards.rooms[r], bool(state["room_built"][0] >> r & 1)
            assert f"{r} {room.name}" in said
            assert f"{r} {room.name}" in text
            assert plain(ability_words(room.ability)) in said
            crew = [p for p in range(game.num_players) for place in state["crew"][0, p] if place == r]
            armed = [p for p in range(game.num_players) if state["armed"][0, p] >> r & 1]
            builder = state["room_builder"][0, r]
            if built:
                assert (f"by {builder}" in said) == (builder >= 0)
                assert said.endswith(" ".join(map(str, [*["armed"] * bool(armed), *armed, *crew])))
            else:
                assert f"build {' '.join(room.build)}" in said


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_no_card_is_named_that_the_viewer_cannot_see(table) -> None:
    game, states = table
    for state in states:
        s = state[0]
        for player in range(game.num_players):
            seen = {c for p in range(game.num_players) for c in s["rep_card"][p] if c >= 0}
            seen |= {c for c in s["setup_hand"][player] if c >= 0} | ({int(s["own_discard"][player])} - {-1})
            shown = game.text(state, player) + game.svg(state, player)
            for card, replicant in enumerate(game.cards.replicants):
                if card not in seen:
                    assert replicant.name not in shown


def test_the_own_discard_is_seen_until_somebody_draws_it() -> None:
    game = arkade.make("replicants", num_players=2)
    state = positions(game, seed=5)[-1]
    s = state[0]
    s["rep_count"][:] = 0
    s["rep_card"][:] = -1
    s["own_discard"][:2] = 17, 23
    names = [game.cards.replicants[card].name for card in (17, 23)]
    assert [name in game.text(state, 0) + game.svg(state, 0) for name in names] == [True, False]
    assert all(name in game.text(state) and name in game.svg(state) for name in names)
    s["rep_card"][1, 0], s["rep_level"][1, 0], s["rep_count"][1] = 17, 1, 1
    assert "discarded" not in game.text(state, 0)
    assert "discarded" not in game.svg(state, 0)


def test_nothing_changes_when_the_hidden_cards_are_dealt_anew(table) -> None:
    check_hidden(table)


def test_others_hold_face_down_cards_in_setup(table) -> None:
    game, states = table
    setup = next(state for state in states if state["step"][0] == Step.SETUP)
    assert len(of_class(game.svg(setup), "face-down")) == 0
    assert len(of_class(game.svg(setup, 0), "face-down")) == 5 * (game.num_players - 1)
    assert len(of_class(game.svg(setup, 0), "replicant")) == 5
    assert game.text(setup, 0).count("5 cards face down") == game.num_players - 1


def test_own_choices_of_setup_are_marked_and_those_of_others_are_not() -> None:
    game = arkade.make("replicants", num_players=2)
    state = game.new()
    game.reset(state, 1)
    for name in ("setup_l4", "setup_discard"):
        game.step(state, game.actions.encode(name, index=3 if name == "setup_l4" else 1))
    assert "[L4]" in game.text(state, 0)
    assert "[discarded]" in game.text(state, 0)
    assert "[" not in game.text(state, 1).partition(">>>")[2]
    assert "\nL4\n" in words_of(game.svg(state, 0)).partition("\ndiscarded\n")[2] + "\nL4\n"
    assert "\ndiscarded\n" not in words_of(game.svg(state, 1))


def test_who_sees_everything_sees_both_decks(table) -> None:
    game, states = table
    state = states[-1]
    s = state[0]
    deck = ", ".join(game.cards.replicants[card].name for card in s["deck"][s["deck_pos"] : s["deck_len"]])
    order = "".join(LETTERS[kind] for kind in s["field_deck"][s["field_pos"] :])
    assert deck in fitting(game.text(state))
    assert not deck or deck in words_of(game.svg(state))
    assert f"next {order}" in game.text(state)
    assert f"next {order}" in words_of(game.svg(state))
    assert f"next {order}" not in game.text(state, 0) + words_of(game.svg(state, 0))


# --- the drawing rule (D4) --------------------------------------------------------------------------------------------


def test_equal_pairs_fill_the_columns_from_left_to_right_and_each_from_the_top() -> None:
    game = arkade.make("replicants", num_players=2)
    state = game.new()
    s = state[0]
    s["step"], s["round"], s["current_player"], s["first_player"], s["drone_first"] = Step.DRONE, 1, 1, 0, 1
    s["field_x"][:2], s["field_y"][:] = (0, 0), (1, 2, 1, 3)
    s["drones_placed"] = 3
    pair = PAIR_KINDS.index((0, 1))
    s["drone_pair"][1, :2], s["drone_pair"][0, 0] = pair, pair
    assert view(game, state).drones == {(0, 0): 1, (0, 2): 0, (1, 0): 1}


def test_a_drone_without_a_cell_is_an_error() -> None:
    game = arkade.make("replicants", num_players=2)
    state = game.new()
    s = state[0]
    s["field_x"][:2], s["field_y"][:] = (0, 0), (1, 2, 1, 3)
    s["drones_placed"], s["drone_pair"][0, 0] = 1, PAIR_KINDS.index((3, 3))
    with pytest.raises(ValueError, match="no free intersection shows SS"):
        game.text(state)


# --- the end ----------------------------------------------------------------------------------------------------------


def test_tied_players_share_the_win_and_a_stopped_game_says_so() -> None:
    game = arkade.make("replicants", num_players=3)
    state = game.new()
    s = state[0]
    s["step"], s["over"], s["current_player"], s["round"] = Step.OVER, 2, -1, 60
    s["vp"][:3] = 12, 9, 12
    for shown in (game.text(state), words_of(game.svg(state))):
        assert "topped at the last round" in fitting(shown)
        assert "share the win with 12 points" in fitting(shown)
    assert [seat.rank for seat in view(game, state).seats] == [1, 3, 1]


def test_equal_points_are_ranked_by_levels() -> None:
    game = arkade.make("replicants", num_players=5)
    state = game.new()
    rows = ([4, 3, 2], [4, 3, 1], [4, 3, 2, 1], [4, 2, 2, 2], [4, 4])
    for p, levels in enumerate(rows):
        state["vp"][0, p], state["rep_count"][0, p] = 12, len(levels)
        state["rep_level"][0, p, : len(levels)] = levels
        state["rep_card"][0, p, : len(levels)] = range(10 * p, 10 * p + len(levels))
    assert [seat.rank for seat in view(game, state).seats] == [3, 4, 2, 5, 1]


# --- other card sets --------------------------------------------------------------------------------------------------


def test_awkward_names_are_drawn_too() -> None:
    house = arkade.make("replicants").cards
    awkward = 'R&D <"Ünit"> of the long, long name'
    replicants = tuple(dataclasses.replace(card, name=f"{awkward} {i}") for i, card in enumerate(house.replicants))
    cards = dataclasses.replace(house, replicants=replicants, hives=(awkward,) * 6)
    game = arkade.make("replicants", num_players=2)
    for state in positions(game, seed=8):
        shown = words_of(render.svg(types.SimpleNamespace(cards=cards), state))
        assert awkward in shown
        assert awkward in fitting(render.text(types.SimpleNamespace(cards=cards), state))
