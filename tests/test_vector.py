"""Gymnasium's VectorEnv, in all three autoreset modes."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import DictInfoToList, NormalizeReward, RecordEpisodeStatistics

import arkade
from arkade.envs.gym import GymEnv
from arkade.envs.vector import GymVectorEnv
from game_cases import CASES, IDS, first_legal, make

MODES = list(AutoresetMode)


def masked(infos):
    """The first legal action of every row; 0 where a game is over."""
    return infos["action_mask"].argmax(axis=1)


def without_scores(infos):
    """Infos as Gymnasium collects them, less the points, which only single environments report."""
    kept = {key: value for key, value in infos.items() if key not in ("scores", "_scores")}
    if "final_info" in kept:
        kept["final_info"] = without_scores(kept["final_info"])
    return kept


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_does_what_gymnasiums_own_vector_of_single_environments_does(case, mode):
    game = make(case)
    ours = GymVectorEnv(game, 1, autoreset_mode=mode, reward="margin")
    theirs = SyncVectorEnv([lambda: GymEnv(game, reward="margin")], autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    (one, infos), (two, their_infos) = ours.reset(seed=3), theirs.reset(seed=3)
    ends = 0
    while ends < 3:
        assert one.tobytes() == two.tobytes() and one.dtype == two.dtype
        assert data_equivalence(without_scores(infos), without_scores(their_infos), exact=True)
        actions = masked(infos)
        one, *flags, infos = ours.step(actions)
        two, *their_flags, their_infos = theirs.step(actions)
        assert data_equivalence(flags, their_flags, exact=True)
        if flags[1][0] or flags[2][0]:
            ends += 1
            if mode is AutoresetMode.DISABLED:
                options = {"reset_mask": np.array([True])}
                (one, infos), (two, their_infos) = (
                    ours.reset(options=dict(options)),
                    theirs.reset(options=dict(options)),
                )


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_observations_with_masks_are_what_gymnasiums_own_vector_shows(mode):
    keywords = {"dict_observations": True, "num_players": 3}
    ours = GymVectorEnv("toy", 1, autoreset_mode=mode, **keywords)
    theirs = SyncVectorEnv([lambda: GymEnv("toy", **keywords)], autoreset_mode=mode)
    assert ours.single_observation_space == theirs.single_observation_space
    assert ours.observation_space == theirs.observation_space
    (one, infos), (two, their_infos) = ours.reset(seed=3), theirs.reset(seed=3)
    for _ in range(40):
        assert one in ours.observation_space and data_equivalence(one, two, exact=True)
        assert np.array_equal(one["action_mask"], ours.action_masks())
        assert data_equivalence(without_scores(infos), without_scores(their_infos), exact=True)
        actions = one["action_mask"].argmax(axis=1)
        one, _, *ends, infos = ours.step(actions)
        two, *_, their_infos = theirs.step(actions)
        if mode is AutoresetMode.DISABLED and any(ends):
            one, infos = ours.reset(options={"reset_mask": np.array([True])})
            two, their_infos = theirs.reset(options={"reset_mask": np.array([True])})


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_an_end_is_shown_as_the_mode_says(mode):
    env = GymVectorEnv("toy", 6, autoreset_mode=mode, num_players=3)
    _, infos = env.reset(seed=0)
    while True:
        observations, rewards, terminated, truncated, infos = env.step(masked(infos))
        if terminated.any():
            break
    e = int(np.flatnonzero(terminated)[0])
    if mode is AutoresetMode.SAME_STEP:
        assert infos["final_obs"][e].shape == observations[e].shape and infos["_final_obs"][e]
        assert (infos["final_obs"][e] != observations[e]).any() and infos["action_mask"][e].any()
        assert infos["final_info"]["_winner_share"][e] and not infos["final_info"]["action_mask"][e].any()
        assert all(infos["final_obs"][i] is None for i in np.flatnonzero(~terminated))
        return
    assert not infos["action_mask"][e].any() and infos["_winner_share"][e]
    assert np.array_equal(
        observations[e], env.game.observe(env.states[e : e + 1], env._games.learners["player"][e : e + 1])[0]
    )
    if mode is AutoresetMode.NEXT_STEP:
        _, rewards, terminated, truncated, infos = env.step(np.where(np.arange(6) == e, 99, masked(infos)))
        assert not (terminated[e] or truncated[e] or rewards[e]) and infos["action_mask"][e].any()
    else:
        with pytest.raises(RuntimeError, match=rf"rows \[.*{e}.*\] are over: reset them"):
            env.step(masked(infos))
        others = np.arange(6) != e
        kept = env.states[others].copy()
        observations, infos = env.reset(options={"reset_mask": ~others})
        assert env.states[others].tobytes() == kept.tobytes()
        assert infos["action_mask"][e].any() and not infos["_action_mask"][others].any()


@pytest.mark.parametrize("mode", MODES[:2], ids=lambda mode: mode.value)
def test_gymnasiums_wrappers_count_episodes_right(mode):
    env = RecordEpisodeStatistics(GymVectorEnv("toy", 5, autoreset_mode=mode, reward="margin_change"))
    _, infos = env.reset(seed=1)
    total, seen = np.zeros(5), 0
    for _ in range(60):
        _, rewards, terminated, truncated, infos = env.step(masked(infos))
        over = terminated | truncated
        total += rewards
        for e in np.flatnonzero(over):
            assert infos["episode"]["r"][e] == pytest.approx(total[e])
            seen += 1
        total[over] = 0
    assert seen > 10


def test_other_wrappers_run_over_it():
    env = DictInfoToList(NormalizeReward(GymVectorEnv("toy", 3, autoreset_mode=AutoresetMode.SAME_STEP)))
    _, infos = env.reset(seed=1)
    for _ in range(20):
        *_, infos = env.step(np.array([info["action_mask"].argmax() for info in infos]))
    assert len(infos) == 3


@pytest.mark.parametrize("name", ["Toy", "Replicants"])
def test_make_vec_makes_it_without_a_warning(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make_vec(f"arkade/{name}-v0", num_envs=3, num_players=3, opponents="random")
        assert isinstance(env.unwrapped, GymVectorEnv) and env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
        assert env.reset(seed=0)[0] in env.observation_space
        sync = gymnasium.make_vec(f"arkade/{name}-v0", num_envs=2, vectorization_mode="sync", num_players=2)
        sync.reset(seed=0)


def test_rows_do_not_depend_on_how_many_there_are_nor_on_who_plays_the_opponents():
    def run(n, opponents):
        env = GymVectorEnv("toy", n, num_players=3, opponents=opponents, autoreset_mode="SameStep")
        seen, infos = env.reset(seed=2)
        for _ in range(40):
            seen, *_, infos = env.step(masked(infos))
        return env.states[:3].tobytes(), seen[:3].tobytes()

    assert run(3, "random") == run(8, "random")
    assert run(3, first_legal) == run(8, first_legal) == run(8, [first_legal, lambda *asked: first_legal(*asked)])
    assert run(3, ["random", first_legal]) != run(3, first_legal)


def test_observations_with_masks_are_the_same_games():
    plain, masks = (GymVectorEnv("toy", 4, dict_observations=given, copy=given) for given in (False, True))
    (one, infos), (two, _) = plain.reset(seed=0), masks.reset(seed=0)
    for _ in range(20):
        kept = {key: array.copy() for key, array in two.items()}
        assert np.array_equal(one, two["observation"]) and np.array_equal(infos["action_mask"], two["action_mask"])
        (one, *_, infos), before = plain.step(masked(infos)), two
        two, *_ = masks.step(before["action_mask"].argmax(axis=1))
        assert data_equivalence(before, kept, exact=True)


def test_a_seed_given_at_the_start_is_that_of_the_first_reset():
    given, told = GymVectorEnv("toy", 4, seed=5), GymVectorEnv("toy", 4)
    assert np.array_equal(given.reset()[0], told.reset(seed=5)[0])
    assert np.array_equal(given.reset()[0], told.reset()[0])


def test_arrays_are_copies_unless_told_otherwise():
    for copy in (True, False):
        env = GymVectorEnv("toy", 4, copy=copy)
        first, infos = env.reset(seed=0)
        kept = first.copy()
        second, *_ = env.step(masked(infos))
        assert (second is first) is not copy
        assert np.array_equal(first, kept) is copy


def test_an_illegal_action_raises_and_changes_nothing_or_loses():
    env = GymVectorEnv("toy", 3)
    _, infos = env.reset(seed=0)
    before, actions = env.states.tobytes(), masked(infos)
    actions[1] = 99
    with pytest.raises(arkade.IllegalAction, match="row 1: action 99"):
        env.step(actions)
    assert env.states.tobytes() == before
    losing = GymVectorEnv("toy", 3, on_illegal="lose")
    losing.reset(seed=0)
    _, rewards, terminated, truncated, infos = losing.step(actions)
    assert rewards[1] == -1 and terminated[1] and not truncated.any() and infos["winner_share"][1] == 0


def test_render_shows_every_game():
    env = GymVectorEnv("toy", 3, render_mode="ansi")
    env.reset(seed=0)
    assert [text.startswith("trick 1") for text in env.render()] == [True] * 3
    env.close()


def test_bad_arguments_are_named():
    env = GymVectorEnv("toy", 3)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step([0, 0, 0])
    env.reset(seed=0)
    with pytest.raises(ValueError, match="actions must be 3 integers"):
        env.step([0, 0])
    for wrong in (np.array([True]), np.array([1, 0, 1]), [True, False, True]):
        with pytest.raises(ValueError, match="reset_mask.*bool array of shape"):
            env.reset(options={"reset_mask": wrong})
    with pytest.raises(ValueError, match="selects no row"):
        env.reset(options={"reset_mask": np.zeros(3, bool)})
    with pytest.raises(ValueError, match="'Never' is not a valid AutoresetMode"):
        GymVectorEnv("toy", 3, autoreset_mode="Never")
