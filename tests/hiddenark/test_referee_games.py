"""Random games of the referee with the invariants of RULES.md 12, over modes, player counts, maps and variants."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from hiddenark.invariants import check_position, check_transit
from hiddenark.vector_play import NAMES
from referee.hiddenark import Referee

SEATS = [("solo", 1), *((mode, n) for mode in ("competitive", "coop") for n in (2, 3, 4))]
SETUPS = [(*seats, *variants) for seats in SEATS for variants in itertools.product((False, True), repeat=3)]
# Kinds of actions by how often they are chosen, so that fish are rescued and games end.
WEIGHTS = {"rescue": 60, "launch": 4, "step": 6, "station": 3, "vessel": 3, "row": 4, "use_token": 3, "finish": 0.2}
WEIGHTS |= {"install": 3, "extend": 0.3, "convert": 1}


def play(game: Referee, choices: random.Random, weighted: bool, every: int) -> int:
    """To the end, with checks after every so many actions; the number of actions."""
    steps = 0
    while not game.over:
        legal = game.legal()
        assert legal and legal == sorted(set(legal)), game.turn
        if steps % every == 0 or game.turn.transit >= 0:
            check_position(game.to_dict(), game.cards)
            check_transit(game.to_dict(), game.map, legal)
        weights = [WEIGHTS.get(NAMES[action].split("(")[0], 1) if weighted else 1 for action in legal]
        game.step(choices.choices(legal, weights)[0])
        steps += 1
    check_position(game.to_dict(), game.cards)
    return steps


@pytest.mark.parametrize("mode, n", SEATS)
def test_invariants_hold_in_random_games(mode: str, n: int) -> None:
    for i, (discovery, uphill, long_game) in enumerate(itertools.product((False, True), repeat=3)):
        game = Referee(n, mode, i % 2, discovery, uphill, long_game, max_rounds=6)
        game.reset(i)
        play(game, random.Random(i), weighted=i % 3 > 0, every=2)
        assert game.legal() == [] and game.current_player == -1 and game.over == 2


def test_games_come_to_their_end() -> None:
    """Some games with rescues: refills, the last round, tiles with tokens and escalation."""
    ends = []
    for seed, (mode, n) in enumerate(SEATS):
        game = Referee(n, mode, seed % 2, long_game=seed % 2 == 1, max_rounds=150)
        game.reset(seed)
        play(game, random.Random(seed), weighted=True, every=10)
        ends.append(game.over)
        if game.over == 1:
            assert game.end_state == 2 and game.refills_done == (3 if game.long_game else 2)
        assert all(len(game.returns(reward)) == n for reward in ("win", "rank", "margin"))
    assert 1 in ends


def test_positions_come_back_from_their_dictionaries() -> None:
    """Invariant 14, in every phase, also through text; both go on in the same way (12)."""
    phases = set()
    for seed, (mode, n, discovery, uphill, long_game) in enumerate(SETUPS[::3]):
        game = Referee(n, mode, seed % 2, discovery, uphill, long_game, max_rounds=4)
        game.reset(seed)
        choices = random.Random(seed)
        while not game.over:
            if choices.random() < 0.1 or game.turn.phase not in phases:
                again = Referee.from_dict(json.loads(json.dumps(game.to_dict())))
                assert again.to_dict() == game.to_dict() and again.legal() == game.legal()
            else:
                again = None
            phases.add(game.turn.phase)
            action = choices.choice(game.legal())
            for copy in filter(None, (game, again)):
                copy.step(action)
            assert again is None or again.to_dict() == game.to_dict()
        assert Referee.from_dict(game.to_dict()).to_dict() == game.to_dict()
    assert len(phases) >= 11, phases


def test_illegal_actions_are_refused() -> None:
    game = Referee()
    game.reset(0)
    with pytest.raises(ValueError, match="action 0 is illegal in phase setup"):
        game.step(0)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"resources": []}, "resources"),
        ({"num_players": 5}, "num_players: 5"),
        ({"num_players": 1}, "num_players: 1"),
        ({"board": "atlantis"}, "board: 'atlantis'"),
        ({"row": "sleep"}, "row: 'sleep'"),
        ({"res": [[9, 0, 0, 0, 0]]}, "res: 9"),
        ({"stations": [["bahia"], ["bahia"]]}, "stations"),
        ({"vessels": [["oman"]]}, "vessels: 'oman'"),
        ({"vessels": [["bahia"] * 3]}, "vessels: 'bahia'"),
        ({"vessels": [["bahia"] * 5]}, "vessels"),
        ({"fish": {0: 0}}, "fish: 0"),
        ({"fish": {1: 0}, "own": [[0]]}, "fish, own"),
        ({"fish": {1: 0}, "undrawn": [0]}, "undrawn"),
        ({"fish": {1: "facedown"}, "undrawn": []}, "facedown"),
        ({"fish": {}, "fish_token": {1: "any2"}}, "fish_token: 1"),
        ({"fish": {1: 0}, "fish_esc": {1: [0, 0, 0]}}, "fish_esc"),
        ({"held": [{"any2": 1}]}, "held: 'any2'"),
        ({"slots": [{0: "once_move3"}]}, "slots: 'once_move3'"),
        ({"slots": [{3: "up_chem"}]}, "slots: 3"),
        ({"fish": {1: 0}, "blocker": 1}, "blocker: 1"),
        ({"mode": "solo", "blocker": 1}, "blocker: 1"),
        ({"current_player": 2}, "current_player: 2"),
        ({"round": 0}, "round: 0"),
        ({"round": 201}, "round: 201"),
        ({"phase": "pay"}, "phase: 'pay'"),
        ({"turn": {}, "row": "build"}, "row: 'build'"),
        ({"turn": {"speed": 1}}, "speed"),
        ({"turn": {"phase": "over"}}, "over: 0"),
        ({"turn": {"gain_token": 13}}, "gain_token: 13"),
        ({"turn": {"transit": 0}}, "transit: 0"),
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Referee.from_dict({"stations": [["bahia"]], **change})
