"""RLlib plays legal actions only, and learns to beat random play."""

import pytest
import ray
import torch
from ray.rllib.core.columns import Columns
from rllib_ppo import MaskedPolicy, Player, config, train

import arkade
from arkade_agents.evaluate import evaluate

REPLICANTS = "arkade/Replicants-v0"


class Unmasked(MaskedPolicy):
    """What would play if masks were forgotten."""

    def _forward(self, batch, **keywords):
        return {Columns.ACTION_DIST_INPUTS: self.policy(batch[Columns.OBS]["observation"])}


@pytest.fixture(autouse=True)
def connected(address):
    ray.init(address, ignore_reinit_error=True)


def test_an_illegal_action_would_not_go_unnoticed():
    algorithm = config(REPLICANTS, module=Unmasked).env_runners(num_env_runners=0).build_algo()
    with pytest.raises(RuntimeError) as caught:
        algorithm.train()
    assert isinstance(caught.value.__cause__, arkade.IllegalAction)
    algorithm.stop()


def test_an_illegal_action_has_no_probability_and_a_game_that_is_over_is_no_trouble():
    algorithm = config(REPLICANTS).env_runners(num_env_runners=0).build_algo()
    module = algorithm.get_module()
    masks = torch.zeros(3, module.action_space.n, dtype=torch.int8)
    masks[0, 7] = masks[1, :5] = 1
    seen = dict(observation=torch.rand(3, module.observation_space["observation"].shape[0]), action_mask=masks)
    logits = module.forward_exploration({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
    shares = logits.softmax(-1)
    assert (shares[:2][masks[:2] == 0] == 0).all() and (shares[:2][masks[:2] == 1] > 0).all()
    assert torch.isfinite(logits).all()
    algorithm.stop()


def test_it_learns_to_beat_random_play():
    game = arkade.make("replicants", num_players=2)
    found = evaluate(game, [Player(train(REPLICANTS, iterations=20, seed=1)), "random"], games=400, seed=1)
    print(found.describe())
    assert found.intervals[0][0] > 0.8
