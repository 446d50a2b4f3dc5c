"""Random games of the referee with the invariants of RULES.md 12, over player counts, sides, module and challenges."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from biohack.invariants import check_position
from biohack.vector_play import NAMES
from referee.biohack import Referee

SEATS = (1, 2, 3, 4)
# Kinds of actions by how often they are chosen, so that creatures are made and milestones reported.
WEIGHTS = {"create": 30, "use_scientist": 30, "report": 30, "unlock": 10, "retrieve": 5, "pass": 0.2, "done": 0.5}
WEIGHTS |= {"heal": 3, "reroll": 0.5, "take": 3}


def weight(action: int) -> float:
    return WEIGHTS.get(NAMES[action].split(":")[0], 1)


def play(game: Referee, choices: random.Random, weighted: bool, every: int, nodes: set[str]) -> None:
    """To the end, with checks after every so many steps; adds the nodes that were met."""
    while not game.over:
        legal = game.legal()
        assert legal and legal == sorted(set(legal))
        nodes.add(game.node)
        if game.steps % every == 0:
            before = game.to_dict()
            check_position(before, game.cards)
        action = choices.choices(legal, [weight(a) if weighted else 1 for a in legal])[0]
        game.step(action)
        if (game.steps - 1) % every == 0:
            unchanged = {**game.to_dict(), "steps": before["steps"], "rng": before["rng"]}
            # A roll may come out as it was.
            assert unchanged != before or NAMES[action].startswith("reroll"), NAMES[action]
        assert game.steps < 5000
    assert game.legal() == [] and game.current_player == -1 and game.over == 1
    check_position(game.to_dict(), game.cards)


@pytest.mark.parametrize("n", SEATS)
@pytest.mark.parametrize("side", ["basic", "advanced", "choose"])
@pytest.mark.parametrize("enclosure", [False, True])
def test_invariants_hold_in_random_games(n: int, side: str, enclosure: bool) -> None:
    nodes: set[str] = set()
    for seed in range(8):
        game = Referee(n, side, enclosure)
        game.reset(seed)
        play(game, random.Random(seed), weighted=seed % 2 == 1, every=3, nodes=nodes)
        check_results(game)
    assert len(nodes) >= 11, nodes
    assert ("side" in nodes) == (side == "choose")


@pytest.mark.parametrize("challenge", range(5))
def test_invariants_hold_in_challenges(challenge: int) -> None:
    ends = set()
    for seed in range(20):
        game = Referee(1, challenge=challenge)
        game.reset(seed)
        play(game, random.Random(seed), weighted=seed % 2 == 1, every=3, nodes=set())
        check_results(game)
        ends.add(game.lost)
    assert ends == ({0, 1} if challenge == 4 else {0})


def check_results(game: Referee) -> None:
    """Rewards sum to 0 with several players (12); solo is won or lost."""
    assert [player.score for player in game.players] == game.scores()
    for reward in ("win", "rank", "margin"):
        results = game.returns(reward)
        assert len(results) == game.num_players and all(-1 <= result <= 1 for result in results)
        if game.num_players > 1 and reward != "margin":
            assert sum(results) == pytest.approx(0)
    assert game.num_players > 1 or game.returns("win")[0] in (-1, 1)


def test_positions_come_back_from_their_dictionaries() -> None:
    """Invariant 13, at every node, also through text; both go on in the same way."""
    nodes: set[str] = set()
    for seed, (n, side) in enumerate(itertools.product(SEATS, ("advanced", "choose"))):
        game = Referee(n, side, enclosure=seed % 2 == 1, challenge=4 if side == "choose" and n == 1 else 0)
        game.reset(seed)
        choices = random.Random(seed)
        while not game.over:
            legal, again = game.legal(), None
            if choices.random() < 0.1 or game.node not in nodes:
                again = Referee.from_dict(json.loads(json.dumps(game.to_dict())))
                assert again.to_dict() == game.to_dict() and again.legal() == legal
            nodes.add(game.node)
            action = choices.choices(legal, list(map(weight, legal)))[0]
            for one in filter(None, (game, again)):
                one.step(action)
            assert again is None or again.to_dict() == game.to_dict()
        assert Referee.from_dict(game.to_dict()).to_dict() == game.to_dict()
    assert len(nodes) >= 16, nodes


def test_the_same_seed_is_the_same_game() -> None:
    games = [Referee(3), Referee(3)]
    games[1].reset(1)
    for game in games:
        game.reset(7)
        play(game, random.Random(7), weighted=True, every=50, nodes=set())
    assert games[0].to_dict() == games[1].to_dict()


def test_every_action_has_a_name() -> None:
    assert sorted(NAMES) == list(range(166))


def test_illegal_actions_are_refused() -> None:
    game = Referee()
    game.reset(0)
    with pytest.raises(ValueError, match=r"^action 0 is illegal at node scientist; legal: \[8, 9"):
        game.step(0)


def test_options_that_cannot_be_are_refused() -> None:
    for options, message in [
        ({"num_players": 5}, "num_players: 5"),
        ({"num_players": 2, "challenge": 1}, "challenge: 1"),
        ({"num_players": 1, "challenge": 5}, "challenge: 5"),
        ({"board_side": "left"}, "board_side: 'left'"),
        ({"num_players": 2, "board_side": ["basic"]}, "board_side"),
    ]:
        with pytest.raises(ValueError, match=message):
            Referee(**options)


@pytest.mark.parametrize(
    "change, message",
    [
        ({"creatures": []}, "creatures: 'unknown key'"),
        ({"solo_pos": 1}, "solo_pos: 'unknown key'"),
        ({"num_players": 5}, "num_players: 5"),
        ({"round": 6}, "round: 6"),
        ({"phase": "night"}, "phase: 'night'"),
        ({"node": "sleep"}, "node: 'sleep'"),
        ({"node": "select"}, "node: 'select'"),
        ({"node": "over"}, "node: 'over'"),
        ({"current_player": 2}, "current_player: 2"),
        ({"order": [0, 0]}, "order"),
        ({"passed": [0]}, "passed: 0"),
        ({"reserve": [0, None, None, None]}, "reserve"),
        ({"num_players": 3, "reserve": [0, 0, None, None]}, "reserve"),
        ({"scientist": [1, 1]}, "scientist"),
        ({"coins": [-1, 0]}, "coins: -1"),
        ({"medicine": {"0": 3}}, "medicine: 3"),
        ({"locks": {2: 0}}, "locks: 2"),
        ({"ep": [1]}, "ep"),
        ({"genes": {0: {"coin": 1}}}, "genes: 'coin'"),
        ({"token": {0: {"common1": "avian"}}}, "token"),
        ({"enclosure": True, "token": {0: {"common1": "avian"}}, "tableau": {0: [0, 1]}}, "token"),
        ({"loc_choice": {0: ["bank"]}}, "loc_choice"),
        ({"used": {0: [0]}}, "used"),
        ({"display": [0] * 12}, "display"),
        ({"display": [None] * 12, "deck": [[], [], []]}, "deck: 0"),
        ({"recycled": [3]}, "recycled"),
        ({"deck_known": {0: [0]}}, "deck_known: 0"),
        ({"milestone": [0, 1, 2, 10]}, "milestone: 10"),
        ({"milestone_token": [[0, 0], [], [], []]}, "milestone_token"),
        ({"tile": [0, 1, 2, 3]}, "tile"),
        ({"tile_deck": [0, 0]}, "tile_deck"),
        ({"num_players": 1, "solo_deck": [0, 1, 6, 9, 12]}, "solo_deck"),
        ({"at_public": {"sea": [0]}}, "at_public: 'sea'"),
        ({"at_public": {"bank": ["assistant"]}}, "at_public"),
        ({"adv": {"biofarm_reserve": 0}}, "adv: 'biofarm_reserve'"),
        ({"adv": {"biofarm_gene": "police"}}, "adv: 'police'"),
        ({"basic": {"dna": [4, 0]}}, "basic: 4"),
        ({"stack": ["*sleep"]}, r"stack: '\*sleep'"),
        ({"stack": ["alley"], "node": "alley"}, "stack"),
        ({"pick_left": 1}, "pick_left: 1"),
        ({"cur_space": "bank"}, "node: 'turn'"),
        ({"look": [3]}, "look"),
        ({"cursor": 1}, "cursor: 1"),
        ({"lost": 1}, "lost: 1"),
    ],
)
def test_positions_that_cannot_be_are_refused(change: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Referee.from_dict({"num_players": 2, **change})
