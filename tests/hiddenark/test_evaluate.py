"""The value of a position: what it rewards, that it agrees with results, and that greedy play with it wins."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest

import arkade
from arkade.records import ENDED, NONE
from arkade_agents.greedy import GreedyAgent
from hiddenark_env.evaluate import LEAD
from hiddenark_env.scoring_parts import team_result
from random_play import dealt

S0: dict[str, Any] = {"stations": [["bahia"], ["perth"]], "vessels": [["bahia"], ["perth"]]}


@functools.cache
def make(**options: Any) -> arkade.Game:
    return arkade.make("hiddenark", **options)


# --- what it rewards --------------------------------------------------------------------------------------------------


def lead(**position: Any) -> float:
    """The value of a position with two players for the first, in points."""
    return LEAD * math.atanh(make().evaluate(make().from_dict(S0 | position), 0)[0])


def test_points_units_tokens_and_pieces_are_worth_something() -> None:
    even = lead()
    assert even == pytest.approx(0, abs=1e-9)
    assert lead(own=[[2]]) > lead(own=[[0]]) > even
    assert lead(own=[[], [0]]) < even
    assert lead(res=[[3, 0, 0, 0, 0]]) > lead(res=[[2, 0, 0, 0, 0]]) > even
    assert lead(held=[{"once_rescue": 1}]) > even and lead(token_vp=[2]) > even
    assert lead(slots=[{4: "up_chem"}]) > lead(held=[{"up_chem": 1}]) > even
    assert lead(stations=[["bahia", "peru"], ["perth"]]) > even


def test_a_tile_is_worth_more_the_nearer_and_the_better_paid_it_is() -> None:
    """Tile 16 costs 2 chem, 3 cons, 3 tech and asks for two stations; (5,5) is its space."""
    with_tile: dict[str, Any] = {"stations": [["bahia", "peru"], ["perth"]], "fish": {7: 16}}
    leads = [lead(**with_tile, vessels=[[place], ["perth"]]) for place in ([1, 1], [4, 5], [5, 5])]
    assert leads == sorted(leads) and len(set(leads)) == 3
    paid = {"res": [[2, 0, 3, 3, 0]]}
    without = with_tile | {"fish": {}}
    assert lead(**with_tile, **paid) - lead(**without, **paid) > lead(**with_tile) - lead(**without)


def test_what_is_owed_is_not_free() -> None:
    """Two units for a step that leads nowhere count from the moment it is asked for."""
    at_sea = {"vessels": [[[3, 5]], ["perth"]], "row": "operation", "res": [[3, 3, 3, 3, 3]]}
    game = make()
    states = game.from_dict(S0 | at_sea)
    states["moves"] = 0
    before = game.evaluate(states, 0)[0]
    game.step(states, game.actions.encode("extend"))
    assert states["pay_give"][0] == 2 and game.evaluate(states, 0)[0] < before


@pytest.mark.parametrize("other", [1, 2, 3])
def test_what_any_other_player_gains_counts_against_a_player(other: int) -> None:
    """Whoever is ahead: the best other one alone would make values jump from turn to turn."""
    game = make(num_players=4)
    own = [[], [0, 1], [2], []]
    before = game.evaluate(game.from_dict(S0 | {"own": own}), 0)[0]
    own[other] = [*own[other], 3]
    assert game.evaluate(game.from_dict(S0 | {"own": own}), 0)[0] < before


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4])
def test_values_at_the_end_agree_with_the_results(n: int) -> None:
    game = make(num_players=n, max_rounds=3)
    states = dealt(game, 200, n)
    results = game.playout(states)
    for player in range(n):
        values = game.evaluate(states, np.full(200, player))
        assert values == pytest.approx(results[:, player], abs=1e-6)


@pytest.mark.parametrize(("mode", "n"), [("coop", 3), ("solo", 1)])
def test_a_team_has_one_value(mode: str, n: int) -> None:
    game = make(mode=mode, num_players=n, max_rounds=3)
    states = dealt(game, 100, n)
    for _ in range(10):
        values = [game.evaluate(states, np.full(100, player)) for player in range(n)]
        assert all((value == values[0]).all() for value in values) and (np.abs(values[0]) <= 1).all()
        game.rollout(states, 9)
    game.playout(states)
    assert game.evaluate(states, np.zeros(100, int)) == pytest.approx(game.returns(states, "margin")[:, 0], abs=1e-6)


# --- strength ---------------------------------------------------------------------------------------------------------


def play(game: arkade.Game, greedy: set[int], deals: int) -> np.ndarray:
    """The last states of games in which the players `greedy` are that, the others random."""
    states, agent, random = dealt(game, deals, seed=1), GreedyAgent(), np.random.default_rng(0)
    while not game.over(states).all():
        masks, players = game.legal(states), game.current_player(states)
        actions = np.where(masks.any(axis=1), np.where(masks, random.random(masks.shape), -1).argmax(axis=1), -1)
        rows = np.flatnonzero(np.isin(players, list(greedy)))
        actions[rows] = agent.act(game, states[rows], players[rows])
        game.step(states, actions)
    return states


@pytest.mark.parametrize(("n", "seat"), [(2, 0), (2, 1), (3, 1), (4, 3)])
def test_looking_one_step_ahead_beats_random_play(n: int, seat: int) -> None:
    game = make(num_players=n)
    states = play(game, {seat}, 100)
    results = game.returns(states)
    assert (results[:, seat] == results.max(axis=1)).mean() >= 0.95 and (states["over"] == ENDED).mean() >= 0.95


@pytest.mark.parametrize("n", [2, 3, 4])
def test_greedy_games_end_by_themselves_and_use_everything(n: int) -> None:
    game = make(num_players=n)
    states = play(game, set(range(n)), 60)
    assert (states["over"] == ENDED).mean() >= 0.99 and 14 <= states["round"].mean() <= 18.5
    assert game.scores(states).mean() > {2: 77, 3: 68, 4: 59}[n]
    assert states["n_station"][:, :n].mean() > 2 and states["n_vessel"][:, :n].mean() > 1.8
    assert (states["slot_token"][:, :n] != NONE).sum(axis=2).mean() > 1


@pytest.mark.parametrize(("mode", "n", "bands"), [("solo", 1, 1), ("coop", 2, 0.8), ("coop", 3, 0.7), ("coop", 4, 0.4)])
def test_a_greedy_team_is_rated_above_a_random_one(mode: str, n: int, bands: float) -> None:
    """Though four random players have all 200 rounds to collect points in."""
    game, ratings = make(mode=mode, num_players=n), []
    for greedy in (set(range(n)), set()):
        states = play(game, greedy, 40)
        ratings.append(np.mean([team_result(game, states[i : i + 1])[1] for i in range(len(states))]))
        assert not greedy or states["round"].mean() < 40
    assert ratings[0] >= ratings[1] + bands, ratings
