"""Gymnasium: one learner, opponents that play by themselves."""

import copy
import os
import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import arkade
from arkade.envs.gym import GymEnv
from arkade.envs.learner import LearnerGames
from arkade.learner_loops import DEALT, PLAYING
from game_cases import CASES, IDS, first_legal, make
from hiddenark_env.scoring_parts import team_result

TITLES = {
    "toy": "Toy",
    "replicants": "Replicants",
    "enclosure": "Enclosure",
    "hiddenark": "HiddenArk",
    "biohack": "Biohack",
}
GYM_IDS = {name: f"arkade/{title}-v0" for name, title in TITLES.items()}


def play(env, seed=None, choose=lambda mask: int(mask.argmax())):
    """Play one game; returns the rewards, the last observation and the last info."""
    _, info = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        observation, reward, terminated, truncated, info = env.step(choose(info["action_mask"]))
        rewards.append(reward)
        over = terminated or truncated
    return rewards, observation, info


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_gymnasium_accepts_the_environment(name, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for observations in ("float32", "uint8"):
            env = gymnasium.make(GYM_IDS[name], on_illegal="lose", observations=observations, **options)
            check_env(env.unwrapped)


def test_an_observation_holds_the_mask_where_that_is_asked_for():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("arkade/Toy-v0", dict_observations=True, on_illegal="lose").unwrapped)
    plain, masked = GymEnv("toy", num_players=3), GymEnv("toy", num_players=3, dict_observations=True)
    (one, info), (two, _), over = plain.reset(seed=4), masked.reset(seed=4), False
    while not over:
        assert two in masked.observation_space and two["action_mask"].any()
        assert np.array_equal(one, two["observation"]) and np.array_equal(info["action_mask"], two["action_mask"])
        action = int(two["action_mask"].argmax())
        two["action_mask"][:] = 0  # theirs to keep
        assert masked.action_masks()[action]
        (one, *_, info), (two, _, over, _, _) = plain.step(action), masked.step(action)
    assert not two["action_mask"].any() and not info["action_mask"].any()


def test_a_game_for_one_has_an_id_of_its_own():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("arkade/HiddenArkSolo-v0", on_illegal="lose", max_rounds=3)
        assert env.unwrapped.game.options == arkade.make("hiddenark", mode="solo", max_rounds=3).options
        check_env(env.unwrapped)
        for challenge in range(5):
            env = gymnasium.make("arkade/BiohackSolo-v0", on_illegal="lose", challenge=challenge)
            assert env.unwrapped.game.options == arkade.make("biohack", num_players=1, challenge=challenge).options
            check_env(env.unwrapped)
    envs = gymnasium.make_vec("arkade/HiddenArkSolo-v0", num_envs=4, max_rounds=3)
    assert envs.reset(seed=1)[0].shape[0] == 4


def test_gymnasium_finds_the_game_through_its_module():
    code = "import gymnasium; print(gymnasium.make('arkade:arkade/Replicants-v0', num_players=2).unwrapped.game)"
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env=environ)
    assert "num_players=2" in done.stdout, done.stderr


def test_making_by_name_gives_the_options_to_the_game():
    env = gymnasium.make("arkade/Toy-v0", num_players=3, max_tricks=2)
    assert env.unwrapped.game.options == {"num_players": 3, "max_tricks": 2}
    with pytest.raises(ValueError, match="no option 'colour'"):
        gymnasium.make("arkade/Toy-v0", colour="red")


@pytest.mark.parametrize("case", CASES, ids=IDS)
@pytest.mark.parametrize("reward", ["win", "rank", "margin"])
def test_the_learner_is_paid_its_return_at_the_end(case, reward):
    env = GymEnv(make(case), seat="rotate", reward=reward, reward_scale=2.0)
    seats = set()
    for seed in [7] + [None] * 5:
        rewards, observation, info = play(env, seed)
        returns = env.game.returns(env.states, reward)[0]
        assert not any(rewards[:-1]) and rewards[-1] == 2.0 * float(returns[env.player])
        assert not info["action_mask"].any() and not env.action_masks().any()
        assert np.array_equal(observation, env.game.observe(env.states, [env.player])[0])
        assert np.array_equal(info["scores"], env.game.scores(env.states)[0])
        wins = env.game.returns(env.states, "win")[0]
        best = wins == wins.max()
        share = float(wins[env.player] > 0) if env.game.shared else best[env.player] / best.sum()
        assert info["winner_share"] == pytest.approx(share)
        seats.add(env.player)
    assert seats == set(range(env.game.num_players))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_margin_change_pays_move_by_move_and_adds_up_to_the_final_lead(case):
    game = make(case)
    seat = min(1, game.num_players - 1)
    env, paid_early = GymEnv(game, seat=seat, reward="margin_change", reward_scale=0.5), 0
    for seed in range(5):
        rewards, _, _ = play(env, seed)
        first = game.new(1)
        game.reset(first, arkade.deal_seeds(seed, [0]))
        assert sum(rewards) == pytest.approx(0.5 * (lead(game, env.states, seat) - lead(game, first, seat)))
        paid_early += any(rewards[:-1])
    assert paid_early


def lead(game, state, player):
    """The team's points where all share one result, else the player's less the best other's, if there is one."""
    if game.shared and game.name == "hiddenark":
        return team_result(game, state)[0]
    scores = game.scores(state)[0]
    return int(scores[player]) - (int(np.delete(scores, player).max()) if len(scores) > 1 else 0)


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    runs = [play(GymEnv("toy", num_players=3), seed)[1].tobytes() for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]
    one, other = GymEnv("toy"), GymEnv("toy")
    assert (
        one.reset()[0].tobytes() != other.reset()[0].tobytes() or one.reset()[0].tobytes() != other.reset()[0].tobytes()
    )


def test_a_seed_given_at_the_start_is_that_of_the_first_reset():
    given, told = GymEnv("toy", num_players=3, seed=5), GymEnv("toy", num_players=3)
    assert [play(given)[1].tobytes() for _ in range(2)] == [play(told, seed)[1].tobytes() for seed in (5, None)]
    with pytest.raises(ValueError, match="seed=-1"):
        GymEnv("toy", seed=-1)


def test_opponents_may_be_agents_functions_or_a_list_in_turn_order():
    asked = []

    class Agent:
        def act(self, game, states, players):
            asked.extend(players.tolist())
            assert np.array_equal(game.current_player(states), players)
            return first_legal(game, states, players)

    env = GymEnv("toy", num_players=3, seat=1, opponents=["random", Agent()])
    for seed in range(3):
        play(env, seed)
    assert set(asked) == {0}  # the second opponent after player 1
    env = GymEnv("toy", num_players=3, seat=1, opponents=Agent())
    play(env, 0)
    assert set(asked) == {0, 2}
    same = GymEnv("toy", num_players=3, seat=1, opponents=first_legal)
    assert play(same, 0)[1].tobytes() == play(env, 0)[1].tobytes()


def test_an_opponents_illegal_action_is_named():
    env = GymEnv("toy", seat=0, opponents=lambda game, states, players: np.full(len(states), 99))
    with pytest.raises(arkade.IllegalAction, match="opponent 1: row 0: action 99"):
        play(env, 0)


def test_an_opponent_cannot_change_the_game_behind_the_rules():
    def cheat(game, states, players):
        chosen = first_legal(game, states, players)
        states["points"] += 5
        return chosen

    honest, cheated = GymEnv("toy", seat=0, opponents=first_legal), GymEnv("toy", seat=0, opponents=cheat)
    assert play(honest, 3)[1].tobytes() == play(cheated, 3)[1].tobytes()


def splitmix(z):
    """The output function of splitmix64, written once more."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        z = (z ^ (z >> shift)) * factor % 2**64
    return z ^ (z >> 31)


def hashed(*numbers):
    """All numbers as one of 64 bits: how a seed, a row, a game and a move become a choice."""
    h = numbers[0]
    for number in numbers[1:]:
        h = splitmix(splitmix((h + 0x9E3779B97F4A7C15) % 2**64) ^ number)
    return h


def play_opponents(game, states, seed, k, moves):
    """Let random opponents play in game `k` of every row until player 0 is to move; counts their moves."""
    choices_role = 2
    for e in range(len(states)):
        row = states[e : e + 1]
        while game.current_player(row)[0] > 0:
            legal = np.flatnonzero(game.legal(row)[0])
            bits = hashed(seed, choices_role, e, k, moves[e])
            game.step(row, [legal[(bits >> 32) * len(legal) >> 32]])
            moves[e] += 1


def test_random_opponents_choose_by_a_hash_of_seed_row_game_and_move():
    seed, n = 77, 5
    games = LearnerGames("toy", n, num_players=3, seat=0, seed=seed, autoreset="disabled")
    observations, masks = games.buffers()
    game, expected = games.game, games.game.new(n)
    for k in range(2):
        games.reset(observations, masks)
        game.reset(expected, arkade.deal_seeds(seed, np.full(n, k)))
        moves = [0] * n
        play_opponents(game, expected, seed, k, moves)
        for _ in range(4):
            assert games.states.tobytes() == expected.tobytes()
            actions = masks.argmax(axis=1)
            games.step(actions, observations, masks)
            game.step(expected, actions)
            play_opponents(game, expected, seed, k, moves)
        assert min(moves) > 0


def test_winners_share_the_win():
    games = LearnerGames("toy", 300, num_players=3, autoreset="disabled", seed=1)
    observations, masks = games.buffers()
    games.reset(observations, masks)
    while not games.game.over(games.states).all():
        games.step(masks.argmax(axis=1), observations, masks)
    returns = games.game.returns(games.states)
    best = returns == returns.max(axis=1, keepdims=True)
    shares = best[np.arange(300), games.learners["player"]] / best.sum(axis=1)
    assert {0.0, 0.5, 1.0} <= set(shares.tolist())
    assert np.allclose(games.learners["winner_share"], shares)


@pytest.mark.parametrize("seat", ["rotate", "random", 2])
def test_seats(seat):
    games = LearnerGames("toy", 40, num_players=3, seat=seat, seed=1)
    observations, masks = games.buffers()
    games.reset(observations, masks)
    players = games.learners["player"].copy()
    if seat == "rotate":
        assert np.array_equal(players, np.arange(40) % 3)
    elif seat == "random":
        assert set(players.tolist()) == {0, 1, 2}
    else:
        assert set(players.tolist()) == {2}
    assert np.array_equal(games.game.current_player(games.states), players)
    assert not np.isin(games.learners["stage"], (PLAYING, DEALT)).any()
    games.reset(observations, masks)
    if seat == "rotate":
        assert np.array_equal(games.learners["player"], (np.arange(40) + 1) % 3)


def test_an_illegal_action_raises_and_changes_nothing_or_loses():
    env = GymEnv("toy")
    _, info = env.reset(seed=0)
    before = env.states.tobytes()
    for wrong in (env.game.actions.encode("keep"), -1, 99):
        with pytest.raises(arkade.IllegalAction, match=f"action {wrong}"):
            env.step(wrong)
    with pytest.raises(ValueError, match="not a whole number"):
        env.step(0.5)
    assert env.states.tobytes() == before
    env.step(int(info["action_mask"].argmax()))
    losing = GymEnv("toy", on_illegal="lose", reward_scale=3.0)
    losing.reset(seed=0)
    observation, reward, terminated, truncated, info = losing.step(99)
    assert (reward, terminated, truncated, info["winner_share"]) == (-3.0, True, False, 0.0)
    with pytest.raises(RuntimeError, match="call reset"):
        losing.step(0)


def test_a_step_before_reset_or_after_the_end_is_refused():
    env = GymEnv("toy")
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    play(env, 0)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)


@pytest.mark.parametrize("through", [copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))], ids=["copy", "pickle"])
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_copy_in_mid_game_is_the_same_game(case, through):
    env = GymEnv(make(case))
    _, info = env.reset(seed=4)
    info = env.step(int(info["action_mask"].argmax()))[4]
    other = through(env)
    for _ in range(2):
        action = int(env.action_masks().argmax())
        one, two = env.step(action), other.step(action)
        assert one[0].tobytes() == two[0].tobytes() and one[1:4] == two[1:4]
    assert env.states.tobytes() == other.states.tobytes()


def test_pictures_show_what_the_learner_sees():
    env = gymnasium.make("arkade/Toy-v0", render_mode="ansi", seat=0)
    env.reset(seed=0)
    assert env.render().count("hand ?") == 1
    assert GymEnv("toy").render() is None


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"opponents": ["random", "random"]}, "opponents: 2 were given, there are 1"),
        ({"opponents": "greedy"}, "opponent 'greedy': allowed is 'random'"),
        ({"seat": 2}, "seat=2: allowed is 0..1, 'rotate' or 'random'"),
        ({"seat": "first"}, "seat='first': allowed is 'rotate', 'random'"),
        ({"reward": "points"}, "reward='points': allowed is 'win', 'rank', 'margin', 'margin_change'"),
        ({"render_mode": "human"}, "render_mode='human'"),
        ({"observations": None}, "observations=None"),
    ],
)
def test_bad_arguments_are_named(keywords, message):
    with pytest.raises(ValueError, match=message):
        GymEnv("toy", **keywords)
