"""AgileRL runs our VectorEnv and learns to beat random play."""

import pytest
from train import Player, make_env, train

import arkade
from arkade_agents.evaluate import evaluate


def test_an_illegal_action_would_not_go_unnoticed():
    envs = make_env(4, seed=1)
    _, infos = envs.reset()
    with pytest.raises(arkade.IllegalAction):
        envs.step(infos["action_mask"].argmin(axis=1))


def test_it_learns_to_beat_random_play():
    game = arkade.make("replicants", num_players=2)
    found = evaluate(game, [Player(train(seed=1)), "random"], games=400, seed=1)
    print(found.describe())
    assert found.intervals[0][0] > 0.8
