"""Tianshou runs our environments and learns to beat random play."""

import numpy as np
import pytest
from tianshou.env import DummyVectorEnv
from train import Player, make_env, train

import arkade
from arkade_agents.evaluate import evaluate


def test_an_illegal_action_would_not_go_unnoticed():
    envs = DummyVectorEnv([make_env] * 3)
    envs.seed(1)
    shown, _ = envs.reset()
    with pytest.raises(arkade.IllegalAction):
        envs.step(np.array([row["action_mask"].argmin() for row in shown]))


def test_it_learns_to_beat_random_play():
    game = arkade.make("replicants", num_players=2)
    found = evaluate(game, [Player(train(seed=1)), "random"], games=400, seed=1)
    print(found.describe())
    assert found.intervals[0][0] > 0.8
