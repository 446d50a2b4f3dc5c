"""TorchRL runs our VectorEnv and learns to beat random play."""

import pytest
from torchrl.envs import check_env_specs
from train import Player, make_env, train

import arkade
from arkade_agents.evaluate import evaluate


def test_torchrl_accepts_the_environment():
    check_env_specs(make_env(4))


def test_an_illegal_action_would_not_go_unnoticed():
    env = make_env(4, seed=1)
    shown = env.reset()
    shown["action"] = shown["action_mask"].int().argmin(-1)
    with pytest.raises(arkade.IllegalAction):
        env.step(shown)


def test_it_learns_to_beat_random_play():
    game = arkade.make("replicants", num_players=2)
    found = evaluate(game, [Player(train(seed=1)), "random"], games=400, seed=1)
    print(found.describe())
    assert found.intervals[0][0] > 0.8
