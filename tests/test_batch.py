"""BatchEnv: many games in step."""

import copy
import pickle
import tracemalloc

import numba
import numpy as np
import pytest

import arkade
from arkade import BatchEnv, IllegalAction
from arkade.envs.transitions import PlayerTransitions
from game_cases import CASES, IDS, make


def snapshot(batch):
    arrays = (getattr(batch, name) for name in batch.__slots__)
    return [None if array is None else array.tobytes() for array in arrays]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_shapes_and_types(case):
    game = make(case)
    env = BatchEnv(game, 5)
    for shown in (env.reset, lambda: env.step(env.sample())):
        batch = shown()
        assert batch.observation.shape == (5, game.observation_size) and batch.observation.dtype == np.float32
        assert batch.action_mask.shape == (5, game.num_actions) and batch.action_mask.dtype == np.int8
        assert batch.current_player.shape == (5,)
        assert batch.rewards.shape == (5, game.num_players) and batch.rewards.dtype == np.float32
        assert batch.terminated.dtype == batch.truncated.dtype == np.bool_
        assert batch.final_scores.shape == (5, game.num_players)
        assert batch.final_observation.shape == batch.observation.shape
        assert all(getattr(batch, name).flags.c_contiguous for name in batch.__slots__)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_game_that_ends_is_paid_and_the_next_one_dealt_from_its_hash(case):
    game = make(case)
    env = BatchEnv(game, 4, seed=9)
    env.reset()
    dealt, ends = np.zeros(4, np.int64), 0
    while ends < 6:
        before, actions = env.states.copy(), env.sample().copy()
        batch = env.step(actions)
        game.step(before, actions)
        movers = np.argwhere(game.over(before))[:, 0]
        assert np.array_equal(batch.terminated | batch.truncated, game.over(before))
        assert np.array_equal(batch.truncated, before["over"] == 2)
        assert np.array_equal(batch.rewards, game.returns(before))
        assert np.array_equal(batch.final_scores, np.where(game.over(before)[:, None], game.scores(before), 0))
        for e in movers:
            dealt[e] += 1
            ends += 1
            fresh = game.new(1)
            game.reset(fresh, arkade.deal_seeds(9, dealt)[e])
            assert env.states[e].tobytes() == fresh.tobytes()
        assert np.array_equal(batch.action_mask, game.legal(env.states))
        assert np.array_equal(batch.observation, game.observe(env.states))
        assert np.array_equal(batch.current_player, game.current_player(env.states))


@pytest.mark.parametrize("observations", ["float32", "uint8"])
def test_the_final_observation_is_the_last_movers_view_of_the_end(observations):
    env = BatchEnv("toy", 6, num_players=3, observations=observations)
    env.reset()
    ends = 0
    while ends < 5:
        before, actions = env.states.copy(), env.sample().copy()
        movers = env.game.current_player(before)
        batch = env.step(actions)
        env.game.step(before, actions)
        over = env.game.over(before)
        seen = env.game.observe(before, movers, dtype=batch.observation.dtype)
        assert np.array_equal(batch.final_observation[over], seen[over])
        ends += over.sum()


def test_without_observations_there_are_none_and_the_games_are_the_same():
    envs = [BatchEnv("toy", 8, observations=kind) for kind in ("float32", "uint8", None)]
    batches = [env.reset() for env in envs]
    for _ in range(60):
        batches = [env.step(env.sample()) for env in envs]
    assert batches[2].observation is None and batches[2].final_observation is None
    assert envs[0].states.tobytes() == envs[1].states.tobytes() == envs[2].states.tobytes()
    assert np.array_equal(batches[0].observation, batches[1].observation * envs[0].game.observation_layout.scale)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_neither_threads_nor_the_batch_size_change_a_byte(case):
    game, threads = make(case), min(2, numba.config.NUMBA_NUM_THREADS)
    one, two, more = (
        BatchEnv(game, 6, seed=3),
        BatchEnv(game, 6, seed=3, num_threads=threads),
        BatchEnv(game, 9, seed=3),
    )
    for env in (one, two, more):
        env.reset()
    for _ in range(120):
        batches = [env.step(env.sample()) for env in (one, two, more)]
        assert snapshot(batches[0])[:-1] == snapshot(batches[1])[:-1]
        assert np.array_equal(batches[0].observation, batches[2].observation[:6])
    assert one.states.tobytes() == two.states.tobytes() == more.states[:6].tobytes()


def test_an_illegal_action_raises_and_nothing_has_changed():
    env = BatchEnv("toy", 4, seed=1)
    batch = env.reset()
    states, seen = env.states.copy(), snapshot(batch)
    for wrong in (env.game.actions.encode("keep"), -1, env.game.num_actions):
        actions = env.sample().copy()
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=f"row 2: action {wrong} .*of player"):
            env.step(actions)
        assert env.states.tobytes() == states.tobytes() and snapshot(batch) == seen


def test_an_illegal_action_can_lose_the_game_instead():
    env = BatchEnv("toy", 3, num_players=3, on_illegal="lose", seed=1)
    batch = env.reset()
    mover, actions = int(batch.current_player[1]), env.sample().copy()
    actions[1] = env.game.actions.encode("keep")
    batch = env.step(actions)
    assert batch.terminated.tolist() == [False, True, False] and not batch.truncated.any()
    assert batch.rewards[1].tolist() == [-1.0 if p == mover else 0.0 for p in range(3)]
    fresh = env.game.new(1)
    env.game.reset(fresh, arkade.deal_seeds(1, [0, 1, 0])[1])
    assert env.states[1].tobytes() == fresh.tobytes()


def test_reset_deals_the_next_games_or_starts_a_seed_again():
    env, game = BatchEnv("toy", 3, seed=4), arkade.make("toy")
    expected = game.new(3)
    for k, seed in [(0, None), (1, None), (0, 4), (0, 5), (1, None)]:
        env.reset(seed)
        game.reset(expected, arkade.deal_seeds(5 if seed == 5 or (k == 1 and env._seed == 5) else 4, np.full(3, k)))
        assert env.states.tobytes() == expected.tobytes()


def test_samples_are_legal_uniform_and_reproducible():
    env = BatchEnv("toy", 4000, seed=2)
    mask = env.reset().action_mask.copy()
    first, second = env.sample().copy(), env.sample().copy()
    assert mask[np.arange(4000), first].all() and (first != second).any()
    env.reset(2)
    assert np.array_equal(env.sample(), first)
    counts = np.bincount(first[mask.sum(axis=1) == 3], minlength=4)[:4]
    assert counts.min() > 0.8 * counts.mean()


def test_playing_random_actions_is_what_rollout_does():
    env = BatchEnv("toy", 5, seed=6, observations=None)
    env.reset()
    states, ends = env.states.copy(), 0
    counts = env.game.rollout(states, 100, seed=6)
    for _ in range(100):
        batch = env.step(env.sample())
        ends += batch.terminated.sum() + batch.truncated.sum()
    live = ~env.game.over(states)
    assert counts.sum() == ends > 20
    assert states[live].tobytes() == env.states[live].tobytes()


def test_a_step_allocates_nothing_that_grows_with_the_batch():
    env = BatchEnv("toy", 2000, seed=6)
    batch = env.reset()
    arrays = [getattr(batch, name) for name in batch.__slots__]
    env.step(env.sample())
    tracemalloc.start()
    for _ in range(20):
        batch = env.step(env.sample())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000
    assert all(a is getattr(batch, name) for a, name in zip(arrays, batch.__slots__))


@pytest.mark.parametrize(
    "through", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)
def test_a_copy_goes_on_with_the_same_games(through):
    env = BatchEnv("toy", 4, seed=8)
    env.reset()
    for _ in range(9):
        env.step(env.sample())
    other = through(env)
    for _ in range(30):
        batch, again = env.step(env.sample()), other.step(other.sample())
        assert snapshot(batch) == snapshot(again)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"num_envs": 0}, "num_envs=0"),
        ({"num_envs": 2.0}, "num_envs=2.0"),
        ({"seed": -1}, "seed=-1"),
        ({"reward": "vp"}, "reward='vp': allowed is 'win', 'rank', 'margin'"),
        ({"observations": "float64"}, "observations='float64': allowed is 'float32', 'uint8' or None"),
        ({"num_threads": 0}, "num_threads=0: allowed is 1 to"),
        ({"on_illegal": "ignore"}, "on_illegal='ignore': allowed is 'raise' or 'lose'"),
        ({"num_players": 7}, "num_players=7: allowed is a whole number from 2 to 3"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 3}, "game must be a name or a Game"),
    ],
)
def test_bad_arguments_are_named(keywords, message):
    with pytest.raises(ValueError, match=message):
        BatchEnv(**{"game": "toy", "num_envs": 2, **keywords})


def test_options_cannot_be_given_to_a_configured_game():
    with pytest.raises(ValueError, match="configured already"):
        BatchEnv(arkade.make("toy"), 2, num_players=3)


def test_bad_actions_are_named():
    env = BatchEnv("toy", 3)
    with pytest.raises(RuntimeError, match="reset"):
        env.step([0, 0, 0])
    env.reset()
    for wrong in ([0, 0], np.zeros(3), np.zeros((3, 1), int)):
        with pytest.raises(ValueError, match="actions must be 3 integers"):
            env.step(wrong)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_move_becomes_one_transition_of_its_player(case):
    game, n = make(case), 3
    env = BatchEnv(game, n, seed=5, reward="rank")
    batch, transitions = env.reset(), PlayerTransitions(env)
    moves, paid, expected, last = 0, np.zeros((n, game.num_players)), np.zeros((n, game.num_players)), {}
    complete = 0
    for _ in range(300):
        seen, masks, players = batch.observation.copy(), batch.action_mask.copy(), batch.current_player.copy()
        actions = env.sample().copy()
        for e in range(n):
            last.setdefault((e, players[e]), []).append((seen[e].tobytes(), actions[e]))
        moves += n
        batch, done = transitions.step(actions)
        complete += len(done.row)
        for i, (e, p) in enumerate(zip(done.row, done.player)):
            assert last[e, p].pop(0) == (done.observation[i].tobytes(), done.action[i])
            assert done.action_mask[i][done.action[i]] == 1
            paid[e, p] += done.reward[i]
            if done.done[i]:
                assert not done.next_observation[i].any() and not done.next_action_mask[i].any()
            else:
                assert p == players[e] and done.next_observation[i].tobytes() == seen[e].tobytes()
                assert np.array_equal(done.next_action_mask[i], masks[e]) and done.reward[i] == 0
        expected += batch.rewards
        assert np.allclose(paid, expected)
    assert moves - complete == sum(map(len, last.values())) <= n * game.num_players and expected.any()


def test_transitions_need_observations():
    with pytest.raises(ValueError, match="need an environment with observations"):
        PlayerTransitions(BatchEnv("toy", 2, observations=None))
