"""The value of a position: what it rewards, that it agrees with results, and that greedy play with it wins."""

from __future__ import annotations

import functools
import math
from typing import Any

import numpy as np
import pytest

import arkade
from arkade_agents.greedy import GreedyAgent
from biohack_env.evaluate import LEAD
from random_play import dealt


@functools.cache
def make(**options: Any) -> arkade.Game:
    return arkade.make("biohack", **options)


# --- what it rewards --------------------------------------------------------------------------------------------------


def lead(**position: Any) -> float:
    """The value of a position with two players for the first, in points."""
    return LEAD * math.atanh(make(num_players=2).evaluate(make(num_players=2).from_dict(position), 0)[0])


def test_points_coins_and_genes_are_worth_something() -> None:
    scientists = {"scientist": [3, 2]}
    assert lead(ep=[5, 0], **scientists) - lead(**scientists) == pytest.approx(5)
    assert lead(ep=[0, 5], **scientists) - lead(**scientists) == pytest.approx(-5)
    assert lead(coins=[14, 10]) > lead(coins=[12, 10]) > lead(coins=[10, 10])
    assert lead(genes={0: {"feral": 1}}) > lead(genes={0: {"avian": 1}}) > lead(genes={0: {"mammal": 1}}) > lead()
    assert lead(medicine=[2, 1]) > lead() > lead(injured=[1, 0])


def test_creatures_are_worth_more_than_their_cards_and_cards_more_the_better_they_are_paid() -> None:
    made, card = lead(tableau=[[20], []]), {"hand": [[20], []]}
    paid = lead(**card, genes={0: {"mammal": 4, "avian": 2}})
    part = lead(**card, genes={0: {"mammal": 4}})
    assert made > paid - lead(genes={0: {"mammal": 4, "avian": 2}}) + lead()
    assert (
        paid - lead(genes={0: {"mammal": 4, "avian": 2}})
        > part - lead(genes={0: {"mammal": 4}})
        > lead(**card) - lead()
    )


def test_what_an_opponent_hides_is_not_read() -> None:
    assert lead(hand=[[], [36]]) == lead(hand=[[], [47]])
    known = [lead(hand=[[], [card]], hand_known=[[], [card]], genes={1: {"mammal": 10}}) for card in (0, 37)]
    assert known[0] != known[1]


def test_nomans_are_worth_something_until_they_have_acted() -> None:
    spent = lead(basic={"dna": [1, 0]})
    assert lead(at_public={"bank": [0]}) > lead() > spent > lead(basic={"dna": [2, 0]})


def test_creatures_that_a_milestone_asks_for_are_worth_more() -> None:
    """Milestone 8, two creatures with feral, of which one is there."""
    asked = {"milestone": [8, 1, 2, 3]}
    with_feral = lead(tableau=[[3, 7], []], **asked) - lead(tableau=[[3], []], **asked)
    without = lead(tableau=[[3, 7], []]) - lead(tableau=[[3], []])
    assert with_feral > without


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4])
def test_values_at_the_end_agree_with_the_results(n: int) -> None:
    game = make(num_players=n)
    states = dealt(game, 200, n)
    results = game.playout(states)
    for player in range(n):
        assert game.evaluate(states, np.full(200, player)) == pytest.approx(results[:, player], abs=1e-6)


@pytest.mark.parametrize("challenge", range(5))
def test_alone_a_loss_is_below_every_win(challenge: int) -> None:
    game = make(num_players=1, challenge=challenge)
    states = play(game, {0}, 400)
    values, won = game.evaluate(states, np.zeros(400, int)), game.returns(states)[:, 0] > 0
    assert (values[won] == 1).all() and (values[~won] <= -0.5).all() and len(set(values[~won])) > 1


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


@pytest.mark.parametrize("n", [2, 3, 4])
def test_looking_one_step_ahead_beats_random_play(n: int) -> None:
    game = make(num_players=n)
    states = play(game, {n - 1}, 100)
    assert (game.returns(states)[:, n - 1] > 0).mean() >= 0.98


@pytest.mark.parametrize("n", [2, 3, 4])
def test_greedy_players_create_creatures_and_use_everything(n: int) -> None:
    game = make(num_players=n)
    states = play(game, set(range(n)), 60)
    assert states["count"][:, :n].sum(axis=2).mean() > 4.5
    assert game.scores(states).mean() > {2: 75, 3: 60, 4: 50}[n]
    assert (states["milestone_token"] >= 0).any(axis=(1, 2)).mean() > 0.5
    assert (states["row_token"] >= 0).any(axis=(1, 2)).mean() > 0.9 and (states["locks"][:, :n] < 2).any()


@pytest.mark.parametrize(("challenge", "least"), [(0, 0.1), (1, 0.02), (2, 0.04), (3, 0.005), (4, 0.15)])
def test_greedy_wins_some_games_alone(challenge: int, least: float) -> None:
    game = make(num_players=1, challenge=challenge)
    states = play(game, {0}, 400)
    assert (game.returns(states)[:, 0] > 0).mean() >= least
