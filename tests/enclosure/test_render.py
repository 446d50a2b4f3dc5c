"""Texts and pictures: everything a player may see is there, nothing else is, and the state stays as it is."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import types
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import arkade
from enclosure.lockstep import POLICIES
from enclosure.random_cards import random_cards
from enclosure.starts import late_position
from enclosure_env import render
from enclosure_env.state import AREA_LETTERS, CREATURE_LETTERS, CREATURE_NAMES, Phase
from enclosure_env.view import view
from enclosure_env.words import milestone_words, term_words, worth_words
from svg_reading import (
    SVG,
    Table,
    check_hidden,
    check_inside,
    check_lines,
    check_pictures,
    check_states_stay,
    fitting,
    of_class,
    said_in,
    viewers,
    words_of,
)

LETTER_OF = dict(zip(("", *CREATURE_NAMES), f".{CREATURE_LETTERS}"))


@pytest.fixture(
    scope="module", params=[2, 3, 4, "random"], ids=lambda param: f"{param}p" if param != "random" else param
)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game, and positions of random play; one game has another layout and other cards."""
    options = {"num_players": request.param}
    if request.param == "random":
        options = {"num_players": 3, "cards": random_cards(11, tmp_path_factory.mktemp("cards") / "cards")}
    game = arkade.make("enclosure", max_rounds=12, **options)
    return game, positions(game, seed=game.num_players)


def positions(game: arkade.Game, seed: int) -> list[np.ndarray]:
    """Of every sort of decision in some games the second position, and two ends."""
    choices, seen, found = random.Random(seed), Counter(), []
    for number in range(6):
        state = game.new()
        game.reset(state, seed + number)
        if number % 2:
            state = game.from_dict(late_position(choices, game.cards, game.num_players, 12))
        while not game.over(state)[0]:
            s = state[0]
            sort = (int(s["phase"]), int(s["ap"]), bool(s["private_done"].any()), bool((s["display"] == -1).any()))
            seen[sort] += 1
            if seen[sort] == 2:
                found.append(state.copy())
            legal = np.flatnonzero(game.legal(state)[0]).tolist()
            game.step(state, POLICIES["by_kind"](choices, legal))
        found += [state.copy()] * (number >= 4)
    return found


# --- every position, every viewer -------------------------------------------------------------------------------------


def test_positions_are_of_all_sorts(table: Table) -> None:
    _, states = table
    assert len(states) > 12
    assert {int(state["phase"][0]) for state in states} == set(Phase)


def test_a_picture_is_well_formed_and_needs_nothing_from_outside(table: Table) -> None:
    check_pictures(table)


def test_texts_and_pictures_leave_the_state_alone(table: Table) -> None:
    check_states_stay(table)


def test_lines_fit_a_terminal_of_100_columns(table: Table) -> None:
    check_lines(table)


def test_habitats_are_shown(table: Table) -> None:
    """R3: sixteen spaces in five areas, with their tokens."""
    game, states = table
    areas = "".join(AREA_LETTERS[area] for area in game.cards.area)
    for state in states:
        rows = [line for line in game.text(state).splitlines() if re.match(r"   [sgatwc.]( [sgatwc.]){3}   ", line)]
        for p, habitat in enumerate(game.to_dict(state)["habitat"]):
            for i, letters in enumerate(habitat.split("/")):
                shown = f"   {' '.join(letters)}   {' '.join(areas[4 * i : 4 * i + 4])}"
                assert rows[4 * p + i].startswith(shown)
        for p, drawn in enumerate(of_class(game.svg(state), "habitat")):
            spaces = [node for node in drawn.iter() if node.get("class") == "space"]
            names = [node.findtext(f"{SVG}g/{SVG}title", "") for node in spaces]
            letters = game.to_dict(state)["habitat"][p].replace("/", "")
            assert [LETTER_OF[name] for name in names] == list(letters)


def test_facts_of_players_are_seen_by_everybody(table: Table) -> None:
    game, states = table
    for state in states:
        position, scores = game.to_dict(state), game.scores(state)[0].tolist()
        for player in viewers(game):
            text = game.text(state, player)
            infos = said_in(game.svg(state, player), "player-info")
            for p in range(game.num_players):
                assert f"Player {p}   {scores[p]} EP, " in text
                assert f"Player {p}|" in infos[p]
                assert f"|{scores[p]}|EP|" in infos[p]
                for name in position["research"][p] + position["done"][p]:
                    assert name in text
        assert f"round {position['round'] + 1} of 12" in text


def test_movement_cards_in_hand_and_discarded(table: Table) -> None:
    """R18: who holds what."""
    game, states = table
    for state in states:
        picture, text = game.svg(state, 0), fitting(game.text(state, 0))
        hands = game.to_dict(state)["hand"]
        names = [card.name for card in game.cards.movements]
        assert Counter(said_in(picture, "in-hand")) == Counter(name for hand in hands for name in hand)
        assert len(of_class(picture, "discarded")) == 6 * game.num_players - sum(map(len, hands))
        for hand in hands:
            discarded = [name for name in names if name not in hand]
            assert f"hand {', '.join(hand) or '-'}; discarded {', '.join(discarded) or '-'}" in text


def completed_by_kernel(game: arkade.Game, state: np.ndarray, p: int) -> set[str]:
    """The cards that `p` would complete."""
    trial = state.copy()
    trial["phase"], trial["ap"], trial["current_player"], trial["over"] = Phase.MAIN, 3, p, 0
    action, before = game.actions.encode("complete"), game.to_dict(trial)["done"][p]
    if not game.legal(trial)[0, action]:
        return set()
    game.step(trial, action)
    return set(game.to_dict(trial)["done"][p]) - set(before)


def test_met_requirements_are_marked(table: Table) -> None:
    """R29: what the view marks as met is what the kernels complete."""
    game, states = table
    for state in states:
        v, fulfilled = view(game, state), 0
        for seat in v.seats:
            met = {card.card.id for card in seat.research if card.met}
            assert met == completed_by_kernel(game, state, seat.player)
            fulfilled += len(met)
            for card in seat.research:
                terms = " ".join(term_words(term) + "*" * is_met for term, is_met in card.terms)
                assert fitting(f"{card.card.name} {terms}") in fitting(game.text(state))
        shown = sum(bool(card and card.met) for card in v.basic + v.advanced)
        assert len(of_class(game.svg(state), "research-card met")) == fulfilled + shown


def test_displays_are_held_against_the_habitat_of_the_viewer(table: Table) -> None:
    game, states = table
    for state in states:
        position = game.to_dict(state)
        current = int(state["current_player"][0])
        for player in viewers(game):
            v = view(game, state, player)
            assert v.looker == (max(0, current) if player is None else player)
            names = [card.card.id if card else None for card in v.basic + v.advanced]
            assert names == position["basic_display"] + position["advanced_display"]
            text = game.text(state, player)
            assert f"habitat of player {v.looker}" in text
            assert text.count(" gap\n") + text.count(" gap") >= names.count(None)
            for card in filter(None, v.basic + v.advanced):
                standing = [
                    (letter, AREA_LETTERS[area])
                    for letter, area in zip(position["habitat"][v.looker].replace("/", ""), game.cards.area)
                ]
                counts = [
                    standing.count((CREATURE_LETTERS[term.creature], AREA_LETTERS[term.area]))
                    for term in card.card.need
                ]
                assert list(card.have) == counts


def test_milestones_say_who_meets_them_and_who_has_them(table: Table) -> None:
    """R33, R38: what the view calls met is what the kernels allow to claim."""
    game, states = table
    for state in states:
        v, text, said = view(game, state), fitting(game.text(state)), words_of(game.svg(state))
        for slot, goal in enumerate(v.public):
            assert goal.milestone.name in said
            assert f"{goal.milestone.name}: {milestone_words(goal.milestone)}, {worth_words(goal.milestone)}" in text
            trial = state.copy()
            for p in range(game.num_players):
                trial["phase"], trial["current_player"], trial["over"] = Phase.MAIN, p, 0
                trial["public_owner"][0, slot] = -1
                may = bool(game.legal(trial)[0, game.actions.encode("claim_public", slot=slot)])
                assert (p in goal.met_by) == may
        for seat in v.seats:
            assert (seat.private.owner != -1) == bool(state["private_done"][0, seat.player])
            assert seat.score == game.scores(state)[0, seat.player]
            with_private = state.copy()
            with_private["private_done"][0, seat.player] = 1
            without = state.copy()
            without["private_done"][0, seat.player] = 0
            worth = game.scores(with_private)[0, seat.player] - game.scores(without)[0, seat.player]
            assert seat.worth == worth


def test_action_points_and_supply(table: Table) -> None:
    game, states = table
    for state in states:
        picture, ap = game.svg(state), int(state["ap"][0])
        assert len(of_class(picture, "action-point")) == ap
        live = not game.over(state)[0]
        private = live and bool(state["private_done"][0, state["current_player"][0]])
        assert len(of_class(picture, "spent")) == (3 + private - ap if live else 0)
        assert (f", {ap} AP\n" in game.text(state)) == live
        supply = game.to_dict(state)["supply"]
        assert "supply  " + "  ".join(f"{letter} {count}" for letter, count in supply.items()) in game.text(state)
        (shown,) = said_in(picture, "supply")
        assert re.findall(r"\|(\d)\|", shown) == [str(count) for count in supply.values()]


# --- what is hidden ---------------------------------------------------------------------------------------------------


def test_texts_and_pictures_do_not_depend_on_the_order_of_the_decks(table: Table) -> None:
    check_hidden(table)


def test_who_sees_everything_sees_the_decks(table: Table) -> None:
    game, states = table
    for state in states:
        position = game.to_dict(state)
        for key in ("basic_deck", "advanced_deck"):
            order, name = position[key], key.removesuffix("_deck")
            if order:
                assert f"next {' '.join(order)}" in fitting(game.text(state))
                assert f"{name} deck, top first: {', '.join(order)}" in words_of(game.svg(state))
            assert f"deck of {len(order)} card" in game.text(state, 0)
            assert f"{name} deck, face down" in words_of(game.svg(state, 0))
        assert "next" not in game.text(state, 0)


# --- head and end -----------------------------------------------------------------------------------------------------


def shown(position: dict, **options: int) -> tuple[str, str]:
    """Text and words of the picture."""
    game = arkade.make("enclosure", **options)
    state = game.from_dict(position)
    return fitting(game.text(state)), fitting(words_of(game.svg(state)))


def test_waiting_effects_are_named() -> None:
    position = {"phase": "effects", "ap": 1, "pending": {"s": 2, "w": 1}}
    for words in shown(position):
        assert "ush effects wait: 2 × Sumesh and Werewolf" in words


def test_a_turn_without_ap_waits_for_a_milestone() -> None:
    position = {"ap": 0, "done": {0: ["b09", "b10", "b11"]}, "public": ["p03", "p09", "p12"]}
    for words in shown(position):
        assert "omplete a milestone or end the turn" in words


def test_the_last_round_is_announced() -> None:
    done = {0: [f"b{i:02}" for i in range(1, 13)]}
    for words in shown({"done": done, "round": 7}):
        assert "ound 8 of 60, the last: " in words


def test_winners_ties_and_stopped_games() -> None:
    """R42: points, then advanced cards, then tokens; who ties in all three shares the victory."""
    over = {"phase": "game_over", "private": {0: "c", 1: "w", 2: "t"}}
    for words in shown(over | {"done": {0: ["b13"], 1: ["b14"]}}, num_players=3):
        assert "topped at the last round: player 0 and player 1 share the victory with 2 EP" in words
    tokens = {1: "s..g/.w../..c./ts.a"}
    for words in shown(over | {"done": {0: ["b13"], 1: ["b14"]}, "habitat": tokens}, num_players=3):
        assert "topped at the last round: player 1 wins with 2 EP" in words
    done = {0: [f"b{i:02}" for i in range(1, 13)], 1: ["a07"], 2: ["a08", "b31"]}
    for words in shown(over | {"done": done}, num_players=3):
        assert "topped" not in words
        assert "layer 0 and player 2 share the victory with 12 EP" not in words
        assert "layer 2 wins with 12 EP" in words
        assert "place 2" in words


# --- other card sets --------------------------------------------------------------------------------------------------


def test_awkward_names_are_drawn_too() -> None:
    game = arkade.make("enclosure")
    awkward = 'R&D <"Ünit"> of the long, long name'
    cards = dataclasses.replace(
        game.cards,
        movements=tuple(
            dataclasses.replace(card, name=f"{awkward} {i}") for i, card in enumerate(game.cards.movements)
        ),
        research=tuple(dataclasses.replace(card, name=f"{awkward} {card.id}") for card in game.cards.research),
        milestones=tuple(dataclasses.replace(card, name=f"{awkward} {card.id}") for card in game.cards.milestones),
    )
    for state in positions(game, seed=8)[:5]:
        other = types.SimpleNamespace(cards=cards)
        for words in (words_of(render.svg(other, state)), render.text(other, state)):
            assert awkward in fitting(words)


def test_a_picture_of_full_areas_and_many_cards(tmp_path: Path) -> None:
    """Six terms on a card, fifteen completed cards, five milestones of one player."""
    folder = random_cards(0, tmp_path / "cards")
    text = (folder / "research.csv").read_text()
    first = text.splitlines()[1].split(",")
    first[3] = "s@M g@K a@F t@D w@C c3@C"
    (folder / "research.csv").write_text(text.replace(text.splitlines()[1], ",".join(first)))
    game = arkade.make("enclosure", num_players=4, cards=folder)
    position = {
        "done": {0: [f"b{i:02}" for i in range(2, 14)] + ["a01", "a02", "a03"]},
        "research": {0: ["b01", "b20", "b21", "a04"]},
        "private_done": [0],
        "public_owner": [0] * 5,
    }
    state = game.from_dict(position)
    picture = game.svg(state)
    assert len([node for node in of_class(picture, "term") + of_class(picture, "term met")]) >= 6
    root = ET.fromstring(picture)
    check_inside(root)
    assert all(milestone.name in fitting(game.text(state)) for milestone in game.cards.public[:5])


def test_the_picture_in_the_docs_is_up_to_date() -> None:
    docs = Path(__file__).parents[2] / "docs"
    position = json.loads((docs / "enclosure.json").read_text(encoding="utf-8"))
    game = arkade.make("enclosure", num_players=position["num_players"])
    state = game.from_dict(position)
    drawn = game.svg(state, int(state["current_player"][0]))
    assert (docs / "enclosure.svg").read_text(encoding="utf-8") == drawn, (
        "draw docs/enclosure.svg anew: game.svg of docs/enclosure.json, seen by the player to move"
    )
