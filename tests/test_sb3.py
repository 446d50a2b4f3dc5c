"""Stable-Baselines3: a VecEnv that stays batched."""

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import VecMonitor

import arkade
from arkade.envs.sb3 import SB3VecEnv
from game_cases import CASES, IDS, make


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_masks_reach_sb3_as_one_array(case):
    env = SB3VecEnv(make(case), 5)
    observations = env.reset()
    assert observations.shape == (5, env.game.observation_size) and observations in env_space(env)
    assert is_masking_supported(env) and not env.has_attr("no_such_thing")
    for _ in range(10):
        masks = get_action_masks(env)
        assert masks.dtype == np.int8 and np.array_equal(masks, env.game.legal(env.states))
        assert np.array_equal(env.env_method("action_masks", indices=[3, 1]), masks[[3, 1]])
        env.step(masks.argmax(axis=1))


def env_space(env):
    from gymnasium.vector.utils import batch_space

    return batch_space(env.observation_space, env.num_envs)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_an_end_shows_the_last_observation_and_is_never_bootstrapped(case):
    game = make(case)
    env, ends = SB3VecEnv(game, 6, seed=2, reward="rank"), 0
    env.reset()
    while ends < 8:
        kept = env.states.copy()
        observations, rewards, dones, infos = env.step(get_action_masks(env).argmax(axis=1))
        assert rewards.dtype == np.float32 and dones.dtype == np.bool_
        assert all((info == {}) is not done for info, done in zip(infos, dones.tolist()))
        for e in np.flatnonzero(dones):
            ends += 1
            assert infos[e]["TimeLimit.truncated"] is False
            assert infos[e]["terminal_observation"].shape == (game.observation_size,)
            assert infos[e]["episode"]["r"] == pytest.approx(rewards[e]) and infos[e]["episode"]["l"] > 0
            succeeds = rewards[e] >= 0 if game.shared else rewards[e] == 1  # a good rating, or the only winner
            assert (infos[e]["winner_share"] == 1) == succeeds
        assert np.array_equal(observations, game.observe(env.states, env._games.learners["player"]))
        assert kept.tobytes() != env.states.tobytes()


def test_the_observations_of_the_step_before_are_not_overwritten():
    env = SB3VecEnv("toy", 4)
    first = env.reset()
    kept = first.copy()
    second, *_ = env.step(get_action_masks(env).argmax(axis=1))
    assert np.array_equal(first, kept) and second is not first


def test_seed_starts_again_at_the_next_reset():
    env = SB3VecEnv("toy", 4, seed=5)
    first = env.reset().copy()
    assert not np.array_equal(env.reset(), first)
    assert env.seed(5) == [5] * 4
    assert np.array_equal(env.reset(), first)
    env.seed(None)
    assert not np.array_equal(env.reset(), first)


def test_vec_monitor_counts_as_the_environment_does():
    env, counted = VecMonitor(SB3VecEnv("toy", 4, reward="margin_change")), 0
    env.reset()
    for _ in range(60):
        own = env.venv._games.learners
        _, _, dones, infos = env.step(get_action_masks(env).argmax(axis=1))
        for e in np.flatnonzero(dones):
            assert infos[e]["episode"]["r"] == pytest.approx(float(own["total"][e]), abs=1e-4)
            assert infos[e]["episode"]["l"] == own["length"][e]
            counted += 1
    assert counted > 10


def test_the_interface_of_a_row_is_its_masks():
    env = SB3VecEnv("toy", 3)
    assert env.get_attr("render_mode") == [None] * 3
    assert env.get_attr("num_envs", indices=1) == [3]
    assert env.env_is_wrapped(object) == [False] * 3
    with pytest.raises(AttributeError, match="only method of a row is action_masks"):
        env.env_method("render")
    with pytest.raises(AttributeError, match="no attributes of their own"):
        env.set_attr("seat", 1)
    env.close()


def test_an_illegal_action_raises_and_changes_nothing():
    env = SB3VecEnv("toy", 3)
    env.reset()
    actions, before = get_action_masks(env).argmax(axis=1), env.states.tobytes()
    actions[2] = env.game.actions.encode("keep")
    with pytest.raises(arkade.IllegalAction, match="row 2"):
        env.step(actions)
    assert env.states.tobytes() == before


@pytest.mark.parametrize("observations", ["float32", "uint8"])
def test_maskable_ppo_learns_the_toy(observations):
    torch.set_num_threads(1)
    env = SB3VecEnv("toy", 64, observations=observations, reward="margin_change", seed=1)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=512, n_epochs=4, learning_rate=2e-3, seed=3)
    model.learn(64 * 32 * 8)
    test = SB3VecEnv("toy", 256, observations=observations, seed=9)
    seen, shares = test.reset(), []
    for _ in range(40):
        actions, _ = model.predict(seen, action_masks=get_action_masks(test), deterministic=True)
        seen, _, dones, infos = test.step(actions)
        shares += [infos[e]["winner_share"] for e in np.flatnonzero(dones)]
    assert len(shares) > 500 and np.mean(shares) > 0.55
