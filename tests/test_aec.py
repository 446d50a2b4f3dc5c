"""PettingZoo: agents that act in turn, and the parallel form."""

import copy
import os
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import arkade
from arkade.envs.aec import env, raw_env
from arkade.envs.parallel import parallel_env
from game_cases import CASES, IDS

DICT_WARNINGS = {  # what api_test says of every Dict observation outside PettingZoo's own list
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


def play_to_the_end(aec, choose=lambda mask: int(mask.argmax())):
    """Play until every agent is gone; returns what each was paid."""
    paid = {}
    for agent in aec.agent_iter():
        observation, reward, terminated, truncated, _ = aec.last()
        paid[agent] = paid.get(agent, 0.0) + reward
        aec.step(None if terminated or truncated else choose(observation["action_mask"]))
    return paid


@pytest.mark.parametrize("door", [raw_env, env])
@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_pettingzoo_accepts_the_environment(name, options, door):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(door(name, **options), num_cycles=100)
    assert {str(warning.message) for warning in caught} == DICT_WARNINGS
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seed_test(lambda: door(name, **options), num_cycles=100)


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_pettingzoo_accepts_the_parallel_environment(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(name, **options), num_cycles=200)
        parallel_seed_test(lambda: parallel_env(name, on_illegal="lose", **options), num_cycles=100)


@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_all_agents_end_together_and_are_paid_the_returns(reward):
    aec = raw_env("toy", num_players=3, reward=reward)
    for seed in range(5):
        aec.reset(seed=seed)
        paid = play_to_the_end(aec)
        returns = aec.game.returns(aec.state_record, reward)[0]
        assert paid == {f"player_{p}": float(returns[p]) for p in range(3)}
        assert not aec.agents


def test_the_end_is_terminated_or_truncated_and_never_both():
    for tricks, name in ((6, "terminations"), (2, "truncations")):
        aec = raw_env("toy", num_players=2, max_tricks=tricks)
        aec.reset(seed=0)
        while not aec.game.over(aec.state_record)[0]:
            aec.step(int(aec.last()[0]["action_mask"].argmax()))
        flags = {"terminations": set(aec.terminations.values()), "truncations": set(aec.truncations.values())}
        assert flags.pop(name) == {True} and list(flags.values()) == [{False}]


def test_only_the_agent_to_move_has_a_mask_and_nobody_after_the_end():
    aec = raw_env("toy", num_players=3)
    aec.reset(seed=3)
    while not aec.game.over(aec.state_record)[0]:
        for agent in aec.agents:
            mask = aec.observe(agent)["action_mask"]
            assert mask.any() == (agent == aec.agent_selection)
            assert np.array_equal(mask, aec.infos[agent]["action_mask"])
        aec.step(int(aec.last()[0]["action_mask"].argmax()))
    for agent in aec.agents:
        assert not aec.observe(agent)["action_mask"].any() and not aec.infos[agent]["action_mask"].any()


def test_an_agent_can_be_selected_several_times_in_a_row():
    aec = raw_env("toy", num_players=2)
    aec.reset(seed=1)
    selected = []
    for agent in aec.agent_iter():
        observation, _, terminated, truncated, _ = aec.last()
        selected.append(agent)
        aec.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
    assert any(a == b for a, b in zip(selected, selected[1:]))


def test_arrays_that_were_handed_out_stay_as_they_were():
    aec = raw_env("toy")
    aec.reset(seed=1)
    observation, info = aec.last()[0], aec.last()[4]
    kept = copy.deepcopy((observation, info))
    observation["action_mask"][:] = info["action_mask"][:] = 1
    with pytest.raises(arkade.IllegalAction):
        aec.step(aec.game.actions.encode("keep"))
    assert np.array_equal(aec.observe(aec.agent_selection)["action_mask"], kept[0]["action_mask"])
    observation["action_mask"][:] = info["action_mask"][:] = kept[0]["action_mask"]
    aec.step(int(observation["action_mask"].argmax()))
    assert all(np.array_equal(observation[key], kept[0][key]) for key in observation)
    assert np.array_equal(info["action_mask"], kept[1]["action_mask"])


def test_an_illegal_action_raises_and_changes_nothing_or_loses():
    aec = env("toy", num_players=3)
    aec.reset(seed=2)
    before, agent = aec.state_record.tobytes(), aec.agent_selection
    for wrong in (aec.game.actions.encode("keep"), -1, 99):
        with pytest.raises(arkade.IllegalAction, match=f"action {wrong}"):
            aec.step(wrong)
    for wrong in (None, 0.5, "pass"):
        with pytest.raises(ValueError, match="not a whole number"):
            aec.step(wrong)
    assert aec.state_record.tobytes() == before and aec.agent_selection == agent
    losing = env("toy", num_players=3, on_illegal="lose")
    losing.reset(seed=2)
    losing.step(99)
    assert losing.rewards == {a: -1.0 if a == agent else 0.0 for a in losing.possible_agents}
    assert set(losing.terminations.values()) == {True}
    assert play_to_the_end(losing)[agent] == -1.0


@pytest.mark.parametrize("through", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))], ids=["copy", "pickle"])
@pytest.mark.parametrize("door", [raw_env, env])
@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_a_copy_in_mid_game_is_the_same_game_and_independent(name, options, door, through):
    one = door(name, **options)
    one.reset(seed=4)
    for _ in range(7):
        one.step(int(one.last()[0]["action_mask"].argmax()))
    other = through(one)
    assert other.agent_selection == one.agent_selection
    before = one.state_record.tobytes()
    assert other.state_record.tobytes() == before
    ending = play_to_the_end(other)
    assert one.state_record.tobytes() == before
    assert play_to_the_end(one) == ending
    assert one.state_record.tobytes() == other.state_record.tobytes()


def test_a_pickle_opens_in_a_process_that_does_not_know_the_game():
    one = env("toy", num_players=3)
    one.reset(seed=4)
    one.step(int(one.last()[0]["action_mask"].argmax()))
    code = (
        "import pickle, sys; e = pickle.loads(sys.stdin.buffer.read()); "
        "e.step(int(e.last()[0]['action_mask'].argmax())); print(e.game, e.state_record.tobytes().hex())"
    )
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(one), capture_output=True, env=environ)
    one.step(int(one.last()[0]["action_mask"].argmax()))
    assert done.stdout.decode().split()[-1] == one.state_record.tobytes().hex(), done.stderr.decode()


def test_reset_deals_row_0_of_its_seed_game_after_game():
    aec, expected = raw_env("toy"), arkade.make("toy").new(1)
    for k, seed in enumerate([11, None, None]):
        aec.reset(seed=seed)
        aec.game.reset(expected, arkade.deal_seeds(11, [k]))
        assert aec.state_record.tobytes() == expected.tobytes()
    one, other = raw_env("toy"), raw_env("toy")
    one.reset()
    other.reset()
    assert one.state_record.tobytes() != other.state_record.tobytes()


def test_pictures_and_texts():
    for mode, start in (("ansi", "trick 1"), ("svg", "<svg"), (None, None)):
        for made in (env("toy", render_mode=mode), parallel_env("toy", render_mode=mode)):
            made.reset(seed=0)
            picture = made.render()
            assert picture is None if start is None else picture.startswith(start)
            made.close()
    with pytest.raises(ValueError, match="render_mode='human': allowed is 'ansi', 'svg' or None"):
        env("toy", render_mode="human")


def test_order_is_enforced():
    aec = env("toy")
    for call in (lambda: aec.step(0), lambda: aec.last(), lambda: aec.observe("player_0"), lambda: aec.render()):
        with pytest.raises(AssertionError, match="reset"):
            call()
    assert str(aec) == "toy_v0"


@pytest.mark.parametrize("name", ["toy", "replicants"])
def test_pettingzoo_makes_the_game_by_its_name(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        aec = pettingzoo.make("aec", f"arkade/{name}_v0", num_players=3)
        parallel = pettingzoo.make("parallel", f"arkade/{name}_v0", num_players=3)
    aec.reset(seed=5)
    observations, infos = parallel.reset(seed=5)
    assert aec.unwrapped.state_record.tobytes() == parallel.aec.state_record.tobytes()
    for agent, seen in observations.items():
        assert seen["observation"].tobytes() == aec.observe(agent)["observation"].tobytes()
        assert np.array_equal(infos[agent]["action_mask"], seen["action_mask"])


def test_the_parallel_form_plays_the_acting_agents_action_and_ignores_the_rest():
    parallel = parallel_env("toy", num_players=3)
    observations, _ = parallel.reset(seed=6)
    turns = 0
    while parallel.agents:
        acting = [agent for agent in parallel.agents if observations[agent]["action_mask"].any()]
        assert len(acting) == 1
        actions = dict.fromkeys(parallel.agents, 99)
        actions[acting[0]] = int(observations[acting[0]]["action_mask"].argmax())
        observations, rewards, terminations, truncations, infos = parallel.step(actions)
        turns += 1
    assert turns > 12 and set(terminations.values()) == {True}
    returns = parallel.game.returns(parallel.aec.state_record)[0].tolist()
    assert list(rewards.values()) == returns
    with pytest.raises(RuntimeError, match="call reset"):
        parallel.step({})
    parallel.reset()
    with pytest.raises(ValueError, match="is to move, but actions has only nothing"):
        parallel.step({})


def test_the_toys_own_door_makes_the_same_environment():
    from toy_env import toy_v0

    aec = toy_v0.env(num_players=3, render_mode="ansi")
    aec.reset(seed=1)
    assert aec.num_agents == 3 and "trick 1" in aec.render()
