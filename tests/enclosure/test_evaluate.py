"""The value of a position is what RULES.md section 8 says; nothing hidden enters; greedy play with it ends games."""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from arkade.records import ENDED
from arkade_agents.greedy import GreedyAgent
from enclosure.observation_writing import AREAS, CREATURES, Table
from enclosure.random_cards import random_cards
from enclosure_env.card_set import Milestone, Research
from enclosure_env.grid import PAIR_CELLS, pattern_pairs
from random_play import dealt, random_play

EAGER = ("complete", "claim_private", "claim_public")


@functools.cache
def make(n: int = 2) -> arkade.Game:
    return arkade.make("enclosure", num_players=n)


# --- the formula ------------------------------------------------------------------------------------------------------


def worth(table: Table, p: int) -> float:
    """What `p` has and may get, in points, from a scenario dictionary."""
    position, hand, features = table.position, table.position["hand"][p], table.features(p)
    numbers = table.player(p)  # card EP, public EP, private EP, score: of small scores nothing is cut
    swaps = [card for card in table.cards.movements[:5] if card.name in hand]
    push = table.cards.movements[5].name in hand
    points = true_score(table, p) + 0.2 * len(position["done"][p]) + 0.15 * len(swaps) + 0.4 * push + 0.5 * features[15]
    own, private = table.private(p)
    for name in position["research"][p]:
        card = table.cards.research[table.cards.research_ids[name]]
        points += (1 + card.ep + 0.7 * card.creature_tags[own]) * 0.6 ** (1 + moves(table, p, card, swaps))
    if numbers[137]:
        points += 2
    else:
        points += (1 + 0.3 * private_ep(table, p)) * 0.5 ** shortfall(features, private)
    for milestone, owner in zip(table.publics(), position["public_owner"]):
        if owner is None:
            points += 0.4 * milestone.ep * 0.5 ** shortfall(features, milestone)
    return points


def private_ep(table: Table, p: int) -> int:
    _, milestone = table.private(p)
    return milestone.ep + milestone.ep_per_tag * (table.features(p)[milestone.ep_tag] if milestone.ep_per_tag else 0)


def true_score(table: Table, p: int) -> int:
    publics = zip(table.publics(), table.position["public_owner"])
    claimed = sum(milestone.ep for milestone, owner in publics if owner == p)
    own = private_ep(table, p) if p in table.position["private_done"] else 0
    return sum(card.ep for card in table.done(p)) + claimed + own


def moves(table: Table, p: int, card: Research, swaps: list[Any]) -> int:
    """Tokens that the card lacks; those that no swap card in hand can bring at once count twice."""
    pairs = {PAIR_CELLS[pair] for swap in swaps for pair in pattern_pairs(swap.pattern)}
    total, areas, board = 0, table.cards.area, table.boards[p]
    for creature, area, count in card.need:
        letter = CREATURES[creature]
        lacking = max(0, count - table.tokens(p)[letter, AREAS[area]])
        outside = [cell for cell in range(16) if board[cell] == letter and areas[cell] != area]
        near = [x for x in outside if any(x in ab and areas[sum(ab) - x] == area for ab in pairs)]
        total += lacking + max(0, lacking - len(near))
    return total


def shortfall(features: list[int], milestone: Milestone) -> int:
    return min(sum(max(0, c.threshold - features[c.feature]) for c in each) for each in milestone.alternatives)


def check_values(game: arkade.Game, states: np.ndarray) -> None:
    for row in np.flatnonzero(~game.over(states)):
        table = Table(game.cards, game.to_dict(states[row : row + 1]))
        worths = [worth(table, p) for p in range(game.num_players)]
        for p in range(game.num_players):
            lead = worths[p] - max(w for q, w in enumerate(worths) if q != p)
            value = game.evaluate(states[row : row + 1], p)[0]
            assert value == pytest.approx(math.tanh(lead / 20), abs=1e-9), table.position


@pytest.mark.parametrize("n", [2, 3, 4])
def test_values_of_random_positions(n: int) -> None:
    game = make(n)
    prefer = [a for kind in EAGER for a in game.actions.range(kind)]
    for step, (_, states, _) in enumerate(random_play(game, dealt(game, 4, n), n, prefer)):
        if step % 40 == 0:
            check_values(game, states)


def test_values_with_other_cards(tmp_path: Path) -> None:
    for seed in range(6):
        cards = random_cards(seed, tmp_path / "cards")
        game = arkade.make("enclosure", num_players=2 + seed % 3, max_rounds=10, cards=cards)
        prefer = [a for kind in EAGER for a in game.actions.range(kind)]
        for step, (_, states, _) in enumerate(random_play(game, dealt(game, 2, seed), seed, prefer)):
            if step % 30 == 0:
                check_values(game, states)


# --- what it rewards --------------------------------------------------------------------------------------------------


def lead(**position: Any) -> float:
    """The value of a position with two players, in points."""
    return 20 * math.atanh(make().evaluate(make().from_dict(position), 0)[0])


def test_a_card_is_worth_more_the_less_it_lacks_and_most_when_completed() -> None:
    """a07 asks for a@K c@F s@D g2@C."""
    boards = ["..../..../..../....", "...a/..../..../....", "...a/s.../..../....", "...a/s.../..../..c.", "...a/s.../.g../..c.",
              "...a/sg../.g../..c."]  # fmt: skip
    leads = [lead(research={0: ["a07"]}, habitat={0: board}) - 0.5 * i for i, board in enumerate(boards)]
    assert leads == sorted(leads) and len(set(leads)) == len(leads)
    assert lead(done={0: ["a07"]}, habitat={0: boards[-1]}) > leads[-1] + 2


def test_a_token_that_a_card_in_hand_can_bring_counts_more() -> None:
    """b01 asks for w@M; the Werewolf stands beside the mountain, and far from it."""
    board = {0: "..../.w../..../...."}
    near = lead(research={0: ["b01"]}, habitat=board, hand={0: ["step"]})
    far = lead(research={0: ["b01"]}, habitat=board, hand={0: ["airlift"]}) - 0.4 + 0.15
    assert near - far == pytest.approx(2 * (0.6**2 - 0.6**3))


# --- the end ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4])
def test_values_at_the_end_agree_with_the_results(n: int) -> None:
    game = arkade.make("enclosure", num_players=n, max_rounds=3)
    states = dealt(game, 200, n)
    results = game.playout(states)
    for player in range(n):
        values = game.evaluate(states, np.full(200, player))
        won = results[:, player] > -1 / (n - 1) + 1e-6
        assert values[won] == pytest.approx(results[won, player], abs=1e-6) and (values[~won] == -1).all()


# --- hidden things, strength ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 4])
def test_values_do_not_see_hidden_cards(n: int) -> None:
    game = make(n)
    states = dealt(game, 64, n)
    for i in range(12):
        for player in range(n):
            players, worlds = np.full(64, player), states.copy()
            game.determinize(worlds, players, np.arange(64) + 1000 * i)
            assert (game.evaluate(worlds, players) == game.evaluate(states, players)).all()
        game.rollout(states, 11, seed=i)


def play(game: arkade.Game, greedy: set[int], deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Win shares by player, and the last states, of games in which the players `greedy` are that, the others random."""
    states, agent, random, turn = dealt(game, deals, seed=1), GreedyAgent(), np.random.default_rng(0), 0
    while not game.over(states).all():
        masks, players = game.legal(states), game.current_player(states)
        actions = np.where(masks.any(axis=1), np.where(masks, random.random(masks.shape), -1).argmax(axis=1), -1)
        rows = np.flatnonzero(np.isin(players, list(greedy)))
        actions[rows] = agent.act(game, states[rows], players[rows])
        game.step(states, actions)
        turn += 1
    return ((game.returns(states) * (game.num_players - 1) + 1) / game.num_players).mean(axis=0), states


@pytest.mark.parametrize("n", [2, 3, 4])
def test_greedy_games_end_by_themselves_in_time(n: int) -> None:
    _, states = play(make(n), set(range(n)), 200)
    assert (states["over"] == ENDED).mean() >= 0.99
    assert 11 <= states["round"].mean() + 1 <= 14
    scores = make(n).scores(states).mean()
    assert scores > {2: 52, 3: 45, 4: 39}[n]  # RULES.md section 10: sensible scripted play


@pytest.mark.parametrize("seat", [0, 1])
def test_looking_one_step_ahead_beats_random_play(seat: int) -> None:
    shares, states = play(make(), {seat}, 100)
    assert shares[seat] >= 0.98 and (states["over"] == ENDED).mean() >= 0.95


@pytest.mark.parametrize("n", [3, 4])
def test_looking_one_step_ahead_beats_random_play_at_larger_tables(n: int) -> None:
    assert play(make(n), {1}, 60)[0][1] >= 0.95
