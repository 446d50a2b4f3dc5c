"""What is learned from: games side by side against teacher and pool, each move's reward and mask."""

import dataclasses

import numpy as np
import pytest
import torch

import small_run
from arkade_agents import GreedyAgent
from arkade_agents.model import about_player, make_model
from arkade_agents.sight import Sight
from arkade_agents.training_env import Pool, training_env
from game_cases import CASES, IDS, make


def test_a_training_env_splits_its_games_between_teacher_and_pool():
    game = make(CASES[0])
    columns = np.array([1, 3, 4])
    agent = GreedyAgent()
    pool = Pool(2, 0)
    pool.selves = [agent]
    env = training_env(game, agent, pool, 10, 0.3, Sight(columns), reward="margin_change", seed=0)
    assert [part.num_envs for part in env.parts] == [7, 3]
    seen = env.reset()
    assert seen.shape == (10, 3) and env.observation_space.contains(seen[0])
    masks = env.env_method("action_masks")
    whole = np.concatenate([game.observe(part.states, dtype=np.uint8) for part in env.parts])
    assert (seen == whole[:, columns]).all()
    assert (masks == np.concatenate([game.legal(part.states) for part in env.parts])).all()
    observations, rewards, dones, infos = env.step(masks.argmax(axis=1))
    assert observations.shape == (10, 3) and rewards.shape == dones.shape == (10,) and len(infos) == 10


def small_env(case, against_pool=0.25):
    """A training env of 8 games in which greedy is the teacher and the only earlier self."""
    game, agent = make(case), GreedyAgent()
    pool = Pool(2, 0)
    pool.selves = [agent]
    sight = Sight(np.arange(game.observation_size))
    return training_env(game, agent, pool, 8, against_pool, sight, reward="margin_change", reward_scale=0.1, seed=3)


@pytest.mark.parametrize("case", [CASES[1], CASES[3], CASES[9]], ids=[IDS[1], IDS[3], IDS[9]])
def test_a_seat_is_paid_from_its_move_to_its_next_move(case):
    """Every reward is what the learner's own lead grew by until it was asked again, others' moves included.

    That of a first move counts from the deal, so that all of them add up to the lead at the end.
    """
    env, seats, paid_between = small_env(case), set(), 0
    game, first = env.parts[0].game, np.ones(8, np.bool_)
    env.reset()
    for _ in range(150):
        before = [part.positions() for part in env.parts]
        players = np.concatenate([learners["player"] for _, learners in before])
        leads = np.concatenate([game.leads(states, learners["player"]) for states, learners in before])
        assert (np.concatenate([states["current_player"] for states, _ in before]) == players).all()
        _, rewards, dones, _ = env.step(env.env_method("action_masks").argmax(axis=1))
        after = np.concatenate([game.leads(part.states, part.positions()[1]["player"]) for part in env.parts])
        own = ~dones & ~first
        assert rewards[own] == pytest.approx(0.1 * (after - leads)[own], abs=1e-6)
        paid_between += int((rewards[own] != 0).sum())
        seats, first = seats | set(players.tolist()), dones
    assert seats == set(range(game.num_players)) and (paid_between > 0 or case[0] == "toy")


def test_a_rollout_keeps_the_mask_of_every_move_and_no_move_breaks_it():
    """Also where the policy likes illegal actions best."""
    env, kept = small_env(CASES[2]), []
    game, play = env.parts[0].game, env.step_async
    recipe = dataclasses.replace(small_run.RECIPE, num_envs=8, n_steps=32, batch_size=64)
    model = make_model(game, recipe, about_player(game, recipe, env.sight.columns), env, seed=1)
    with torch.no_grad():
        model.policy.action_net.bias[:] = torch.linspace(20, -20, game.num_actions)
    env.step_async = lambda actions: (
        kept.append(np.concatenate([game.legal(p.states) for p in env.parts])),
        play(actions),
    )
    model.learn(8 * 32)
    buffer, masks = model.rollout_buffer, np.stack(kept).swapaxes(0, 1).reshape(8 * 32, -1)
    assert np.array_equal(buffer.action_masks.reshape(masks.shape), masks)
    assert (np.take_along_axis(masks, buffer.actions.astype(np.int64).reshape(-1, 1), axis=1) == 1).all()
    assert masks.min(axis=1).max() == 0  # there was always something illegal to like


def test_a_pool_keeps_the_first_self_and_the_latest():
    class Self:
        def __init__(self, number):
            self.number = number

        def copy(self):
            return Self(self.number)

    pool = Pool(3, 0)
    for number in range(5):
        pool.add(Self(number))
    assert [member.number for member in pool.selves] == [0, 3, 4]
