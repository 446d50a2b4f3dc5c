"""Texts and pictures: everything is there, everybody sees the same, and the state stays as it is."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import types
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from hiddenark.lockstep import POLICIES
from hiddenark.random_cards import random_cards
from hiddenark_env import render
from hiddenark_env.components import RESOURCES
from hiddenark_env.scoring_parts import breakdown
from hiddenark_env.state import Phase
from svg_reading import (
    SVG,
    Table,
    check_hidden,
    check_lines,
    check_pictures,
    check_states_stay,
    fitting,
    viewers,
    words_of,
)

SETUPS: dict[str, dict[str, Any]] = {
    "2p": dict(discovery=True),
    "4p-house_polar": dict(num_players=4, board="house_polar"),
    "3p-coop": dict(num_players=3, mode="coop", uphill=True),
    "solo": dict(mode="solo", long_game=True),
    "random_cards": dict(num_players=3),
}


@pytest.fixture(scope="module", params=SETUPS)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game, and positions of it; one game has another map and other cards."""
    options = dict(SETUPS[request.param])
    if request.param == "random_cards":
        options["cards"] = random_cards(11, tmp_path_factory.mktemp("cards") / "cards")
    game = arkade.make("hiddenark", max_rounds=40, **options)
    return game, positions(game, seed=game.num_players)


def positions(game: arkade.Game, seed: int) -> list[np.ndarray]:
    """Of every sort of decision in some games the second position, and two ends."""
    choices, seen, found = random.Random(seed), Counter(), []
    for number in range(6):
        state = game.new()
        game.reset(state, seed + number)
        policy = POLICIES[("rescuing", "by_kind", "crowding")[number % 3]]
        while not game.over(state)[0]:
            s = state[0]
            sort = (int(s["phase"]), int(s["row"]), bool(s["refills_done"]), int(s["end_state"]))
            seen[sort] += 1
            if seen[sort] == 2:
                found.append(state.copy())
            game.step(state, policy(choices, np.flatnonzero(game.legal(state)[0]).tolist()))
        found += [state.copy()] * (number in (0, 3))
    return found


# --- every position, every viewer -------------------------------------------------------------------------------------


def test_positions_are_of_all_sorts(table: Table) -> None:
    game, states = table
    phases = {Phase(int(state["phase"][0])) for state in states}
    assert len(states) > 12
    assert phases >= {Phase.OPPORTUNITY, Phase.FLIP, Phase.CHOOSE, Phase.MAIN, Phase.PAY, Phase.OVERFLOW, Phase.OVER}
    if game.options["mode"] == "solo":
        assert phases >= {Phase.REMOVE, Phase.AWARD, Phase.BLOCK}


def test_a_picture_is_well_formed_and_needs_nothing_from_outside(table: Table) -> None:
    check_pictures(table)


def test_texts_and_pictures_leave_the_state_alone(table: Table) -> None:
    check_states_stay(table)


def test_lines_fit_a_terminal_of_100_columns(table: Table) -> None:
    check_lines(table)


def test_what_will_be_drawn_is_not_shown(table: Table) -> None:
    check_hidden(table)


def test_everybody_sees_the_same(table: Table) -> None:
    """There is no private information (D2)."""
    game, states = table
    for state in states:
        assert len({game.text(state, player) for player in viewers(game)}) == 1
        assert len({game.svg(state, player) for player in viewers(game)}) == 1


def test_players_are_shown(table: Table) -> None:
    """Points, tracks, stations, tokens kept and installed, tiles: in text and picture."""
    game, states = table
    for state in states:
        position, parts = game.to_dict(state), breakdown(game, state)
        for said in (fitting(game.text(state)), fitting(words_of(game.svg(state)))):
            for p in range(game.num_players):
                own = said.split(f"PLAYER {p} ")[1].split("PLAYER ")[0]
                assert f"{parts[p]['total']} points" in own and f"awards {parts[p]['awards']}" in own
                for name, units in zip(RESOURCES, position["res"][p]):
                    assert f"{name} {units}" in own
                for name in position["stations"][p]:
                    assert name in own
                assert f"vessels {len(position['vessels'][p])}" in own
                for key, count in position["held"][p].items():
                    assert (f"{key} {count}" if count > 1 else key) in own
                for slot, key in position["slots"][p].items():
                    assert f"{slot}: {key}" in own
                for tile in position["own"][p]:
                    assert fitting(game.cards.tiles[tile].name) in own


def test_the_map_is_shown(table: Table) -> None:
    """Tiles with name, cost, points, token, escalation and blocker; VP tokens; vessels at sea."""
    game, states = table
    one = game.cards.maps[game.blank["board"][0]]
    for state in states:
        position, text = game.to_dict(state), game.text(state)
        grid = text.split("\n\n")[1].splitlines()
        lines = [fitting(line) for line in re.split(r"^fish ", text.split("\n\n")[2], flags=re.MULTILINE)[1:]]
        for f, space in enumerate(one.fish):
            row, column = one.sea[space]
            tile, line = position["fish"].get(f), lines[f]
            mark = {None: "~~", "facedown": "??"}.get(tile) or f"{tile:02}"
            assert grid[row][3 * column : 3 * column + 2] == mark
            assert ("facedown" in line) == (tile == "facedown")
            if isinstance(tile, int):
                fish = game.cards.tiles[tile]
                assert fitting(f"{tile:02} {fish.name}: ") in line and f"; {fish.vp} VP" in line
                assert all(f"{n} {name}" in line for n, name in zip(fish.cost, RESOURCES) if n)
            assert position["fish_token"].get(f, "") in line
            assert ("blocked" in line) == (position["blocker"] == f)
            assert ("escalation" in line) == (f in position["fish_esc"])
        for i, space in enumerate(one.vp):
            row, column = one.sea[space]
            shown = "~~" if i in position["vp_taken"] else f"*{one.vp_values[i]}"
            assert grid[row][3 * column : 3 * column + 2] == shown
        for p, places in enumerate(position["vessels"]):
            for v, place in enumerate(places):
                at_sea = not isinstance(place, str)
                where = f"player {p}'s vessel {v} at ({place[0]},{place[1]})"
                assert (where in fitting(text)) == at_sea


def test_the_picture_shows_pieces_and_tiles(table: Table) -> None:
    game, states = table
    for state in states:
        position, picture = game.to_dict(state), game.svg(state)
        titles = [node.text or "" for node in ET.fromstring(picture).iter(f"{SVG}title")]
        for p in range(game.num_players):
            for name in position["stations"][p]:
                assert f"{name}: player {p}" in titles
            for v in range(len(position["vessels"][p])):
                assert f"player {p}, vessel {v}" in titles
        for name, key in position["loc_token"].items():
            assert f"{name}: {key}" in titles
        assert sum(title.startswith("facedown") for title in titles) == list(position["fish"].values()).count(
            "facedown"
        )
        for tile in position["fish"].values():
            if tile != "facedown":
                assert any(title.startswith(f"{tile} {game.cards.tiles[tile].name}: ") for title in titles)


def test_supplies_are_shown(table: Table) -> None:
    game, states = table
    for state in states:
        position, text = game.to_dict(state), fitting(game.text(state))
        assert f"face up {', '.join(position['face_up']) or '–'}" in text
        assert f"{sum(position['pool'].values())} tokens; used {sum(position['discard'].values())}" in text
        for name, key in position["loc_token"].items():
            assert f"{name} {key}" in text


def test_the_head_says_who_decides_what(table: Table) -> None:
    game, states = table
    for state in states:
        s, (head, facts, question) = state[0], game.text(state).splitlines()[:3]
        assert f"{game.options['mode']}, {game.num_players} player{'s' * (game.num_players > 1)}, " in head
        assert f"round {s['round']} of 40" in head or (s["round"] == 0 and "setup" in head)
        assert f"{s['refills_done']} refill" in facts
        for name in ("discovery", "uphill", "long_game"):
            assert (name.replace("_", " ") in facts) == game.options[name]
        if not game.over(state)[0]:
            assert f">>> player {s['current_player']} {render.QUESTIONS[Phase(s['phase'])]}" in question


# --- the end ----------------------------------------------------------------------------------------------------------


def shown(position: dict[str, Any], **options: Any) -> str:
    game = arkade.make("hiddenark", **options)
    return game.text(game.from_dict(position))


def test_the_end_is_announced() -> None:
    assert "the end is near" in shown({"end_state": 1})
    assert "the final round" in shown({"end_state": 2})


def test_winners_ties_and_stopped_games() -> None:
    over = {"turn": {"phase": "over", "over": 1}, "end_state": 2}
    assert "the game is over: winner player 1\n" in shown(over | {"own": [[0], [5]]})
    tied = shown(over | {"own": [[0], [1]], "res": [[0] * 5, [0] * 5]}, num_players=3)
    assert "winner player 0, player 1\n" in tied
    stopped = {"turn": {"phase": "over", "over": 2}, "round": 200}
    assert "stopped by the limit of rounds: winner player 0\n" in shown(stopped | {"own": [[0]]})


def test_a_team_is_rated() -> None:
    over = {"turn": {"phase": "over", "over": 1}, "end_state": 2, "pool": {"any2": 60}}
    game = arkade.make("hiddenark", mode="coop")
    text = game.text(game.from_dict(over | {"stations": [["bahia"], ["perth"]], "vessels": [["bahia"], ["perth"]]}))
    assert f"team score 120, {game.cards.bands[1].name}" in text


# --- other card sets --------------------------------------------------------------------------------------------------


def test_awkward_names_are_drawn_too() -> None:
    game = arkade.make("hiddenark", num_players=4)
    awkward = 'R&D <"Ünit"> of the long name'
    tiles = tuple(dataclasses.replace(tile, name=f"{awkward} {i}") for i, tile in enumerate(game.cards.tiles))
    cards = dataclasses.replace(game.cards, tiles=tiles)
    for state in positions(game, seed=8)[:5]:
        other = types.SimpleNamespace(
            cards=cards, num_players=4, tables=game.tables, check=game.check, to_dict=game.to_dict, returns=game.returns
        )
        assert awkward in fitting(words_of(render.svg(other, state)))
        assert all(len(line) <= 140 for line in render.text(other, state).splitlines())


def test_the_picture_in_the_docs_is_up_to_date() -> None:
    docs = Path(__file__).parents[2] / "docs"
    position = json.loads((docs / "hiddenark.json").read_text(encoding="utf-8"))
    game = arkade.make("hiddenark", num_players=position["num_players"])
    assert (docs / "hiddenark.svg").read_text(encoding="utf-8") == game.svg(game.from_dict(position)), (
        "draw docs/hiddenark.svg anew: game.svg of docs/hiddenark.json"
    )
