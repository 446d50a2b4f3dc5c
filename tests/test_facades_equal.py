"""One action log through every façade gives equal bytes: observation, mask and reward."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from arkade import BatchEnv
from arkade.envs.aec import env, raw_env
from arkade.envs.gym import GymEnv
from arkade.envs.parallel import parallel_env
from arkade.envs.sb3 import SB3VecEnv
from arkade.envs.vector import GymVectorEnv
from game_cases import CASES, IDS, Scripted, make, play_log

SEED = 21


@pytest.fixture(scope="module", params=CASES, ids=IDS)
def log(request):
    """A game, its positions, its actions, and what the kernels say of them."""
    game = make(request.param)
    states, actions = play_log(game, seed=SEED)
    players = game.current_player(states)
    seen, masks = game.observe(states), game.legal(states)
    return game, states, actions, players, seen, masks


def same(one, other):
    one, other = np.asarray(one), np.asarray(other)
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_batch(log, reward):
    game, states, actions, players, seen, masks = log
    batch_env = BatchEnv(game, 1, seed=SEED, reward=reward)
    batch = batch_env.reset()
    for i, action in enumerate(actions):
        assert batch_env.states.tobytes() == states[i].tobytes()
        assert same(batch.observation[0], seen[i]) and same(batch.action_mask[0], masks[i])
        assert batch.current_player[0] == players[i] and not batch.rewards.any()
        batch = batch_env.step([action])
    assert same(batch.rewards, game.returns(states[-1:], reward))
    assert same(batch.final_observation, game.observe(states[-1:], players[-2:-1]))
    assert (batch.terminated[0], batch.truncated[0]) == (states[-1]["over"] == 1, states[-1]["over"] == 2)


@pytest.mark.parametrize("door", [raw_env, env])
@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_pettingzoo(log, reward, door):
    game, states, actions, players, seen, masks = log
    aec = door(game, reward=reward)
    aec.reset(seed=SEED)
    for i, action in enumerate(actions):
        observation, paid, terminated, truncated, info = aec.last()
        assert aec.agent_selection == f"player_{players[i]}" and not (paid or terminated or truncated)
        assert same(observation["observation"], seen[i]) and same(observation["action_mask"], masks[i])
        assert same(info["action_mask"], masks[i])
        aec.step(action)
    assert same(np.array(list(aec.rewards.values()), np.float32), game.returns(states[-1:], reward)[0])
    assert set(aec.terminations.values()) == {bool(states[-1]["over"] == 1)}
    assert set(aec.truncations.values()) == {bool(states[-1]["over"] == 2)}
    for p in range(game.num_players):
        assert same(aec.observe(f"player_{p}")["observation"], game.observe(states[-1:], [p])[0])


def test_pettingzoo_parallel(log):
    game, states, actions, players, seen, masks = log
    parallel = parallel_env(game)
    observations, _ = parallel.reset(seed=SEED)
    for i, action in enumerate(actions):
        for p in range(game.num_players):
            shown = observations[f"player_{p}"]
            assert same(shown["observation"], game.observe(states[i : i + 1], [p])[0])
            assert same(shown["action_mask"], masks[i] if p == players[i] else np.zeros_like(masks[i]))
        observations, rewards, *_ = parallel.step({f"player_{players[i]}": action})
    assert same(np.array(list(rewards.values()), np.float32), game.returns(states[-1:])[0])


def learners_turns(log, player):
    """Where `player` decides in the log."""
    return [i for i in range(len(log[2])) if log[3][i] == player]


@pytest.mark.parametrize("observations", ["float32", "uint8"])
def test_gymnasium_with_opponents_who_play_the_log(log, observations):
    game, states, actions, players, _, masks = log
    seen = game.observe(states, dtype=observations)
    for player in range(game.num_players):
        single = GymEnv(game, seat=player, opponents=Scripted(game, states, actions), observations=observations)
        observation, info = single.reset(seed=SEED)
        turns = learners_turns(log, player)
        for i in turns:
            assert single.states.tobytes() == states[i].tobytes()
            assert same(observation, seen[i]) and same(info["action_mask"], masks[i])
            observation, reward, terminated, truncated, info = single.step(actions[i])
            assert (terminated or truncated) == (i == turns[-1])
        assert same(np.float32(reward), game.returns(states[-1:])[0, player])
        assert same(observation, game.observe(states[-1:], [player], observations)[0])
        assert (terminated, truncated) == (states[-1]["over"] == 1, states[-1]["over"] == 2)


@pytest.mark.parametrize("mode", list(AutoresetMode), ids=lambda mode: mode.value)
def test_gymnasium_vector(log, mode):
    game, states, actions, players, seen, masks = log
    for player in range(game.num_players):
        script = OnlyTheLog(game, states, actions)
        vector = GymVectorEnv(game, 1, seat=player, opponents=script, autoreset_mode=mode)
        observation, infos = vector.reset(seed=SEED)
        for i in learners_turns(log, player):
            assert same(observation[0], seen[i]) and same(infos["action_mask"][0], masks[i])
            observation, reward, terminated, truncated, infos = vector.step([actions[i]])
        assert same(np.float32(reward), game.returns(states[-1:])[:, player])
        last = infos["final_obs"][0] if mode is AutoresetMode.SAME_STEP else observation[0]
        assert same(last, game.observe(states[-1:], [player])[0])


def test_sb3(log):
    game, states, actions, players, seen, masks = log
    for player in range(game.num_players):
        vec = SB3VecEnv(game, 1, seat=player, opponents=OnlyTheLog(game, states, actions), seed=SEED)
        observation = vec.reset()
        for i in learners_turns(log, player):
            assert same(observation[0], seen[i]) and same(vec.action_masks()[0], masks[i])
            observation, reward, dones, infos = vec.step(np.array([actions[i]]))
        assert dones[0] and same(reward, game.returns(states[-1:])[:, player])
        assert same(infos[0]["terminal_observation"], game.observe(states[-1:], [player])[0])


class OnlyTheLog(Scripted):
    """Plays the log, and the first legal action in the game that is dealt after it."""

    def act(self, game, states, players):
        first = game.legal(states).argmax(axis=1)
        return np.array([self.script.get(h, a) for h, a in zip(game.hash(states).tolist(), first)])


def test_random_opponents_play_the_same_in_every_facade(log):
    game, n = log[0], 4
    vector = GymVectorEnv(game, n, autoreset_mode=AutoresetMode.SAME_STEP)
    vec, single = SB3VecEnv(game, n, seed=SEED), GymEnv(game)
    shown, infos = vector.reset(seed=SEED)
    sb3_shown, (alone, info) = vec.reset(), single.reset(seed=SEED)
    for _ in range(80):
        masks = infos["action_mask"]
        assert same(shown, sb3_shown) and same(masks, vec.action_masks())
        assert same(shown[0], alone) and same(masks[0], info["action_mask"])
        choices = masks.argmax(axis=1)
        shown, rewards, terminated, truncated, infos = vector.step(choices)
        sb3_shown, sb3_rewards, dones, _ = vec.step(choices)
        alone, reward, *over, info = single.step(int(choices[0]))
        assert same(rewards.astype(np.float32), sb3_rewards) and rewards[0] == reward
        assert np.array_equal(terminated | truncated, dones) and any(over) == dones[0]
        if any(over):
            assert same(infos["final_obs"][0], alone)
            alone, info = single.reset()
    assert vector.states.tobytes() == vec.states.tobytes() and single.states.tobytes() == vec.states[:1].tobytes()
