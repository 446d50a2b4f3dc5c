"""Tree search: best play in games whose values are known, no peeking, the same result for any number of threads."""

import json

import numpy as np
import pytest

import arkade
import modes
import tiny_games
import toy_env  # noqa: F401  registers "toy"
from arkade_agents import SearchAgent, make_agent
from arkade_agents.evaluate import evaluate

RANDOM = dict(playout="random", prior=0.0, widening=0.0)
WAYS = {
    "random": RANDOM,
    "greedy": dict(playout="greedy", prior=0.0, widening=0.0),
    "value": dict(playout="value", prior=0.0, widening=0.0),
    "cut": dict(playout="random", depth=2, prior=1.0, widening=0.0),
    "widening": dict(playout="value", prior=2.0, widening=2.0),
}
ways = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def dealt(game, n=1):
    states = game.new(n)
    game.reset(states, np.arange(n))
    return states


# --- games with known values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("best", range(tiny_games.CHOICES))
@ways
def test_the_only_first_move_that_wins_is_found(way, best):
    """Two moves each; one first move wins whatever the answer, the others lose to the right answer only."""
    leaves = np.arange(tiny_games.CHOICES**4)
    won = (leaves // 27 == best) | (leaves // 9 % 3 != (leaves // 27 + 1) % 3)
    payoff = np.stack([np.where(won, 1, -1), np.where(won, -1, 1)], axis=1)
    game = tiny_games.tree(2, payoff, 4)
    found = SearchAgent(2000, **way).search(game, dealt(game))
    assert found.actions.tolist() == [best]
    assert found.values[0, 0] > 0.8 and found.values[0].sum() == pytest.approx(0)


@pytest.mark.parametrize("num_players", range(3, 7))
@ways
def test_everybody_plays_for_himself(way, num_players):
    """Branch 0 pays well since nobody hurts himself to harm others, 1 pays little, 2 well if others were kind."""
    payoff = np.full((3, 3, 3, num_players), -0.2)  # by the choices of players 0, 1 and 2
    payoff[0, :, :, 0], payoff[0, :, :, 1], payoff[0, :, :, 2] = -1, -0.5, -0.5
    payoff[0, 1, :, 1], payoff[0, 1, 1, 2] = 0.5, 0.5  # what players 1 and 2 take for their own sake
    payoff[0, 1, 1, 0] = 0.8
    payoff[1, :, :, 0] = 0.2
    payoff[2, :, :, 0] = 1
    payoff[2, 2, 2, 0], payoff[2, 2, :, 1], payoff[2, 2, 2, 2] = -1, 0.5, 0.5
    game = tiny_games.tree(num_players, payoff.reshape(27, num_players), 3)
    assert tiny_games.max_n(num_players, payoff.reshape(27, num_players), 3)[0] == 0
    found = SearchAgent(20_000, exploration=1.5, **way).search(game, dealt(game))
    assert found.actions.tolist() == [0]
    assert found.values[0, :3] == pytest.approx([0.8, 0.5, 0.5], abs=0.15)


@pytest.mark.parametrize("num_players", range(1, 7))
@ways
def test_search_finds_what_backward_induction_finds(way, num_players):
    """Shuffled payoffs: the same choice in most games; where another one, it pays nearly as much."""
    random, moves, right = np.random.default_rng(num_players), 3, 0
    levels = np.linspace(-1, 1, tiny_games.CHOICES**moves)
    for _ in range(10):
        payoff = np.stack([random.permutation(levels) for _ in range(num_players)], axis=1)
        best, paid = tiny_games.max_n(num_players, payoff, moves)
        game = tiny_games.tree(num_players, payoff, moves)
        found = SearchAgent(30_000, exploration=2.0, **way).search(game, dealt(game))
        right += found.actions[0] == best and abs(found.values[0, 0] - paid[0]) < 0.2
    assert right >= 7


@ways
def test_more_simulations_decide_better(way):
    random, right = np.random.default_rng(3), {10: 0, 4000: 0}
    for _ in range(30):
        payoff = random.uniform(-1, 1, (tiny_games.CHOICES**4, 2)).astype(np.float32)
        payoff[:, 1] = -payoff[:, 0]
        game = tiny_games.tree(2, payoff, 4)
        for simulations in right:
            agent = SearchAgent(simulations, **way)
            right[simulations] += agent.act(game, dealt(game), [0])[0] == tiny_games.max_n(2, payoff, 4)[0]
    assert right[4000] >= 27 and right[4000] > right[10]


# --- what is hidden ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("winning", "choice"), [(2, tiny_games.PASS), (8, tiny_games.BET)])
@pytest.mark.parametrize("dice", [False, True])
@ways
def test_a_planted_card_or_dice_do_not_change_the_choice(way, dice, winning, choice):
    game, peeking = tiny_games.bet(winning, dice), tiny_games.bet(winning, dice, peeking=True)
    found = SearchAgent(400, **way).search(game, tiny_games.bets(game))
    assert (found.actions == choice).all()
    assert found.values[:, 0].mean() == pytest.approx(max(0, (2 * winning - 10) / 10), abs=0.1)
    if not dice or way == RANDOM:  # the test can tell: a search that knows what lies there follows it
        chosen = SearchAgent(400, **way).act(peeking, tiny_games.bets(peeking), [0] * 40)
        assert 0 < (chosen == choice).sum() < 40


@pytest.mark.parametrize("name", arkade.games())
def test_no_search_changes_its_position_and_all_simulations_are_counted(name):
    game = arkade.make(name)
    states = dealt(game, 3)
    before = states.tobytes()
    found = SearchAgent(30).search(game, states)
    assert states.tobytes() == before
    assert (found.visits.sum(axis=1) == 30).all() and (found.visits[game.legal(states) == 0] == 0).all()
    assert (np.take_along_axis(found.visits, found.actions[:, None], axis=1)[:, 0] == found.visits.max(axis=1)).all()


# --- the same result ------------------------------------------------------------------------------------------------


@ways
def test_threads_and_other_rows_change_nothing(way):
    game = arkade.make("toy", num_players=3)
    states = dealt(game, 9)
    one = SearchAgent(50, **way).search(game, states)
    two = SearchAgent(50, **way, num_threads=2).search(game, states)
    few = SearchAgent(50, **way).search(game, states[4:6].copy())
    for name in ("actions", "visits", "values"):
        assert (getattr(one, name) == getattr(two, name)).all()
        assert (getattr(one, name)[4:6] == getattr(few, name)).all()
    assert (SearchAgent(50, **way, seed=1).search(game, states).visits != one.visits).any()


def test_many_rows_are_searched_in_parts(monkeypatch):
    game = arkade.make("toy", num_players=2)
    states = dealt(game, 20)
    whole = SearchAgent(40).act(game, states, game.current_player(states))
    monkeypatch.setattr("arkade_agents.search.AT_ONCE", 120)
    for num_threads in (1, 2):
        parts = SearchAgent(40, num_threads=num_threads).act(game, states, game.current_player(states))
        assert (parts == whole).all()


SEARCH = """
import json, sys
import numpy as np, arkade, toy_env
from arkade_agents import SearchAgent
game = arkade.make("toy", num_players=3)
states = game.new(3)
game.reset(states, np.arange(3))
found = [SearchAgent(12, **way).search(game, states) for way in json.loads(sys.argv[1])]
print(json.dumps([[f.actions.tolist(), f.visits.tolist(), np.round(f.values, 9).tolist()] for f in found]))
"""


def test_without_jit_the_same():
    ways = json.dumps(list(WAYS.values()))
    assert json.loads(modes.run("-c", SEARCH, ways, NUMBA_DISABLE_JIT="1")) == json.loads(modes.run("-c", SEARCH, ways))


def test_no_index_out_of_bounds():
    ways = json.dumps(list(WAYS.values()))
    assert json.loads(modes.run("-c", SEARCH, ways, NUMBA_BOUNDSCHECK="1"))


# --- bad and odd input -----------------------------------------------------------------------------------------------


def test_a_game_that_is_over_is_not_searched():
    game = arkade.make("toy", num_players=2)
    states = dealt(game, 3)
    last = states[1:2].copy()
    game.playout(last)
    states[1] = last[0]
    found = SearchAgent(20).search(game, states)
    assert found.actions[1] == arkade.NONE and (found.actions[[0, 2]] >= 0).all()
    assert found.visits.sum(axis=1).tolist() == [20, 0, 20] and not found.values[1].any()
    assert SearchAgent(20).act(game, game.new(0), []).shape == (0,)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (dict(simulations=0), "simulations=0: allowed is a whole number from 1 to 1,000,000"),
        (dict(simulations=2_000_000), "simulations=2000000"),
        (dict(simulations=1.5), "simulations=1.5"),
        (dict(playout="clever"), "playout='clever': allowed is 'random', 'greedy', 'value'"),
        (dict(depth=-1), "depth=-1: allowed is a whole number from 0"),
        (dict(exploration=-0.1), "exploration=-0.1: allowed is a number from 0"),
        (dict(prior=float("nan")), "prior=nan"),
        (dict(widening=float("inf")), "widening=inf"),
        (dict(reward="glory"), "reward='glory': allowed is"),
        (dict(num_threads=0), "num_threads=0: allowed is"),
    ],
)
def test_bad_settings_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        SearchAgent(**given)


def test_too_many_players_are_refused():
    game = tiny_games.tree(7, np.zeros((27, 6)), 3)
    with pytest.raises(ValueError, match="1 to 6 players"):
        SearchAgent(10).search(game, dealt(game))


def test_names_say_how_many_simulations():
    assert make_agent("search").simulations == 100
    agent = make_agent("search:1000", seed=3)
    assert (agent.simulations, agent.name, agent.seed) == (1000, "search:1000", 3)
    for name in ("search:", "search:many", "search:-1", "search:0"):
        with pytest.raises(ValueError, match="simulations|no agent"):
            make_agent(name)


def test_search_beats_random_in_higher_card():
    game = arkade.make("toy", num_players=2)
    result = evaluate(game, [SearchAgent(100, **RANDOM), "random"], games=200)
    assert result.intervals[0][0] > 0.5
