"""TorchRL runs our VectorEnv and learns to beat random play."""

import pytest
import torch
from torchrl.envs import PettingZooWrapper, check_env_specs
from train import Player, make_env, train

import arkade
from arkade_agents.evaluate import evaluate
from replicants_env import replicants_v0


def test_torchrl_accepts_the_environment():
    check_env_specs(make_env(4))


def test_an_illegal_action_would_not_go_unnoticed():
    env = make_env(4, seed=1)
    shown = env.reset()
    shown["action"] = shown["action_mask"].int().argmin(-1)
    with pytest.raises(arkade.IllegalAction):
        env.step(shown)


def test_torchrl_plays_all_seats_through_pettingzoo():
    env = PettingZooWrapper(replicants_v0.env(num_players=2), use_mask=True, categorical_actions=True)
    torch.manual_seed(env.set_seed(1))
    game = env.rollout(1000)
    rewards = [game["next", player, "reward"].sum().item() for player in env.group_map]
    assert game["next", "done"][-1] and sorted(rewards) == [-1, 1]
    for player in env.group_map:
        idle = ~game[player, "mask"].flatten()
        assert idle.any() and game[player, "action_mask"][idle].all()  # TorchRL's own mask of an agent not to move


def test_it_learns_to_beat_random_play():
    game = arkade.make("replicants", num_players=2)
    found = evaluate(game, [Player(train(seed=1)), "random"], games=400, seed=1)
    print(found.describe())
    assert found.intervals[0][0] > 0.8
