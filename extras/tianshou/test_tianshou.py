"""Tianshou runs our environments and learns to beat random play."""

import numpy as np
import pytest
from tianshou.algorithm import MARLRandomDiscreteMaskedOffPolicyAlgorithm, MultiAgentOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from train import Player, make_env, train

import arkade
from arkade_agents.evaluate import evaluate
from replicants_env import replicants_v0


def test_an_illegal_action_would_not_go_unnoticed():
    envs = DummyVectorEnv([make_env] * 3)
    envs.seed(1)
    shown, _ = envs.reset()
    with pytest.raises(arkade.IllegalAction):
        envs.step(np.array([row["action_mask"].argmin() for row in shown]))


def test_tianshou_plays_all_seats_through_pettingzoo():
    def make() -> PettingZooEnv:
        return PettingZooEnv(replicants_v0.env(num_players=2))

    players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=make().action_space) for _ in range(2)]
    everybody = MultiAgentOffPolicyAlgorithm(algorithms=players, env=make())
    envs = DummyVectorEnv([make] * 2)
    envs.seed(1)
    np.random.seed(1)  # who plays at random uses it
    collector = Collector(everybody, envs, VectorReplayBuffer(4000, 2))
    collector.reset()
    found = collector.collect(n_episode=4)
    assert found.returns.shape == (4, 2) and (np.sort(found.returns) == [-1, 1]).all()


def test_it_learns_to_beat_random_play():
    game = arkade.make("replicants", num_players=2)
    found = evaluate(game, [Player(train(seed=1)), "random"], games=400, seed=1)
    print(found.describe())
    assert found.intervals[0][0] > 0.8
