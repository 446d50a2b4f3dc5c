"""Agents: legal play everywhere, honest look-ahead, and a fair measure of who wins."""

import numpy as np
import pytest
from other_toys import other_toy

import arkade
import arkade_agents.evaluate as matches
from arkade.jit import kernel
from arkade_agents import Agent, GreedyAgent, RandomAgent, make_agent
from arkade_agents.evaluate import evaluate, wilson
from arkade_agents.greedy import SMALL
from game_cases import CASES, IDS, make
from tiny_games import CHOICES, tree
from toy_env.state import CARDS, RANKS

AGENTS = ["random", "greedy", "greedy:3", "search:10"]


def positions(game, n=200, steps=40, seed=0):
    """Positions reached by random play, some of them early and some late."""
    states = game.new(n)
    game.reset(states, np.arange(n) + seed)
    for part in range(4):
        rows = slice(part * n // 4, (part + 1) * n // 4)
        moved = states[rows].copy()
        game.rollout(moved, 1 + part * steps, seed)
        states[rows] = moved
    return states[states["over"] == 0]


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_action_is_legal_and_the_positions_stay_as_they_were(case, name):
    game, agent = make(case), make_agent(name)
    states = positions(game)
    before = states.tobytes()
    actions = agent.act(game, states, game.current_player(states))
    assert actions.shape == (len(states),) and actions.dtype == np.int64
    assert states.tobytes() == before
    assert (np.take_along_axis(game.legal(states), actions[:, None], axis=1) == 1).all()


@pytest.mark.parametrize("usc", [False, True])
@pytest.mark.parametrize("num_players", range(2, 7))
def test_agents_play_whole_games_at_all_counts_and_options(num_players, usc):
    game = arkade.make("replicants", num_players=num_players, usc=usc)
    result = evaluate(game, ["greedy", "random"], games=2 * num_players)
    assert result.games == 2 * num_players
    assert sum(result.shares) == pytest.approx(1)


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_an_action_depends_on_its_row_alone(case, name):
    game, agent = make(case), make_agent(name, seed=3)
    states = positions(game)
    players = game.current_player(states)
    together = agent.act(game, states, players)
    order = np.random.default_rng(0).permutation(len(states))
    assert (agent.act(game, states[order], players[order]) == together[order]).all()
    alone = [agent.act(game, states[e : e + 1], players[e : e + 1])[0] for e in range(0, len(states), 7)]
    assert alone == together[::7].tolist()


@pytest.mark.parametrize("name", AGENTS)
def test_a_game_that_is_over_gets_no_action(name):
    game = make(CASES[0])
    states = game.new(3)
    game.reset(states, [0, 1, 2])
    last = states[1:2].copy()
    game.playout(last)
    states[1] = last[0]
    actions = make_agent(name).act(game, states, game.current_player(states))
    assert actions[1] == arkade.NONE and (actions[[0, 2]] >= 0).all()


def test_random_play_is_uniform_and_follows_the_seed():
    game = make(CASES[0])
    states = positions(game, n=4000, steps=1)
    masks = game.legal(states)
    wide = states[masks.sum(axis=1) == 2]
    players = game.current_player(wide)
    actions = RandomAgent(1).act(game, wide, players)
    first = (actions == game.legal(wide).argmax(axis=1)).mean()
    assert len(wide) > 500 and abs(first - 0.5) < 4 * 0.5 / len(wide) ** 0.5
    assert (actions != RandomAgent(2).act(game, wide, players)).any()
    assert (actions == RandomAgent(1).act(game, wide, players)).all()


def test_greedy_takes_what_evaluate_likes_best():
    """Where no chance and no hidden card is in reach, the best step of the position itself."""
    game = arkade.make("replicants", num_players=2)
    states = positions(game)
    drones = states[(states["step"] == 14) & (states["drones_placed"] < 5)][:20]  # place_drone; Step.DRONE is 14
    assert len(drones) > 5
    players = game.current_player(drones)
    actions = GreedyAgent().act(game, drones, players)
    for e, (player, chosen) in enumerate(zip(players, actions, strict=True)):
        legal = np.flatnonzero(game.legal(drones[e : e + 1])[0])
        after = np.repeat(drones[e : e + 1], len(legal))
        game.step(after, legal)
        worth = dict(zip(legal.tolist(), game.evaluate(after, np.full(len(legal), player)), strict=True))
        assert worth[chosen] == max(worth.values())


def test_greedy_judges_its_choice_best_and_nothing_that_is_not_legal():
    game = arkade.make("replicants", num_players=2)
    states = positions(game)
    states = states[states["over"] == 0][:200]
    judged, masks = GreedyAgent().judge(game, states), game.legal(states)
    chosen = GreedyAgent().act(game, states, game.current_player(states))
    assert (np.take_along_axis(judged, chosen[:, None], axis=1) == 255).all()
    assert (judged[masks == 0] == 0).all() and (judged[masks == 1] < 255).any()


def test_more_steps_see_the_best_of_what_one_may_do_next():
    """Alone in a tree of two choices two steps show every leaf, one step none; with another to move nothing is added."""
    payoff = np.random.default_rng(0).uniform(-1, 1, (CHOICES**2, 1))
    alone = tree(1, payoff, 2)
    start = dealt_once(alone)
    leaves = payoff.reshape(CHOICES, CHOICES)
    wanted = np.rint(255 * np.exp((leaves.max(axis=1) - leaves.max()) / SMALL))
    assert GreedyAgent(steps=2).judge(alone, start)[0].tolist() == wanted.tolist()
    assert GreedyAgent(steps=9).act(alone, start, [0]) == leaves.max(axis=1).argmax()
    assert GreedyAgent().judge(alone, start)[0].tolist() == [255] * CHOICES
    in_turn = tree(2, np.repeat(payoff, 2, axis=1), 2)
    assert GreedyAgent(steps=2).judge(in_turn, dealt_once(in_turn))[0].tolist() == [255] * CHOICES


def dealt_once(game):
    states = game.new(1)
    game.reset(states, 0)
    return states


def test_three_steps_beat_one():
    result = evaluate(arkade.make("enclosure", num_players=2), ["greedy:3", "greedy"], games=200)
    assert result.shares[0] > 0.6


def test_greedy_beats_random():
    game = arkade.make("replicants", num_players=2)
    result = evaluate(game, ["greedy", "random"], games=600)
    assert result.shares[0] >= 0.97
    assert result.mean_rounds is not None


def test_greedy_needs_few_rounds_against_itself():
    result = evaluate(arkade.make("replicants", num_players=2), ["greedy"], games=300)
    assert result.mean_rounds <= 11.5


class Cheat:
    """Greedy that steps the position itself: it sees the cards and the dice to come."""

    name = "cheat"

    def act(self, game, states, players):
        masks, best = game.legal(states), np.full(states.shape, -np.inf)
        actions = np.full(len(states), arkade.NONE)
        for action in range(game.num_actions):
            rows = np.flatnonzero(masks[:, action])
            after = states[rows]
            game.step(after, np.full(len(rows), action))
            worth = game.evaluate(after, players[rows])
            better = worth > best[rows]
            best[rows[better]], actions[rows[better]] = worth[better], action
        return actions


def gambles(game, agent):
    """How many prizes the agent gambles, and which share of these gambles would win."""
    gamble = game.actions.encode("gamble")
    states = game.new(4000)
    game.reset(states, np.arange(4000))
    game.rollout(states, 7)
    states = states[game.legal(states)[:, gamble] == 1]
    players = game.current_player(states)
    chosen = states[agent.act(game, states, players) == gamble]
    winners = game.current_player(chosen)
    before = game.scores(chosen)
    game.step(chosen, np.full(len(chosen), gamble))
    won = np.take_along_axis(game.scores(chosen) - before, winners[:, None], axis=1) > 0
    return len(chosen), won.mean()


def test_greedy_does_not_know_the_dice_to_come():
    game = arkade.make("toy", num_players=2)
    n, won = gambles(game, Cheat())
    assert n > 200 and won == 1  # the test can tell
    n, won = gambles(game, GreedyAgent())
    assert n > 200 and abs(won - 0.5) < 4 * 0.5 / n**0.5


@pytest.mark.parametrize("steps", [1, 3])
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_greedy_plays_as_if_it_did_not_know_the_hidden_cards(case, steps):
    """The same knowledge, other cards on the deck and in other hands: what it likes does not follow the cards."""
    game, agent = make(case), GreedyAgent(worlds=64, steps=steps)
    states = positions(game)
    players = game.current_player(states)
    actions = agent.act(game, states, players)
    for seed in range(3):
        planted = states.copy()
        game.determinize(planted, players, np.arange(len(states)) + 1000 * seed)
        assert (agent.act(game, planted, players) == actions).mean() > 0.9
    if case == CASES[0]:  # the test can tell
        assert (Cheat().act(game, planted, players) == Cheat().act(game, states, players)).mean() < 0.9


@kernel
def likes_cards(s, t, player):
    """A value that makes the next card of the deck worth knowing: the strength in hand."""
    strength = 0
    for rank in range(RANKS):
        strength += s.hand[player, rank] * t.strength[rank]
    return strength / MOST_STRENGTH


MOST_STRENGTH = CARDS * RANKS


def test_greedy_plays_as_if_it_did_not_know_the_top_of_the_deck():
    """Where the card on top would change the choice of who sees it, greedy chooses the same whichever lies there."""
    game = other_toy("likes_cards", 2, evaluate=likes_cards)
    states = game.new(4000)
    game.reset(states, np.arange(4000))
    game.rollout(states, 1)
    players = game.current_player(states)
    planted = [plant_top(states, rank) for rank in range(RANKS)]
    choices = {
        agent: np.array([agent.act(game, p, players) for p in planted]) for agent in (Cheat(), GreedyAgent(0, 200))
    }
    cheat, greedy = ((chosen == chosen[0]).all(axis=0) for chosen in choices.values())
    tempted = ~cheat
    assert tempted.sum() > 100  # the test can tell
    assert greedy[tempted].mean() > 0.9


def plant_top(states, rank):
    """The positions with a card of `rank` on top of the deck, where there is one in it."""
    planted = states.copy()
    for row in planted:
        top = int(row["deck_pos"])
        places = np.flatnonzero(row["deck"][top:] == rank) + top
        if len(places):
            row["deck"][[top, places[0]]] = row["deck"][[places[0], top]]
    return planted


def test_more_worlds_settle_the_dice():
    """Keeping a prize and gambling it are worth the same on average: with many worlds the mean decides."""
    few, _ = gambles(arkade.make("toy", num_players=2), GreedyAgent(worlds=1))
    many, _ = gambles(arkade.make("toy", num_players=2), GreedyAgent(worlds=50))
    assert few > 0 and many > 0
    with pytest.raises(ValueError, match="worlds=0"):
        GreedyAgent(worlds=0)


# --- evaluate ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_one_agent_in_all_seats_shares_exactly(case):
    game = make(case)
    result = evaluate(game, ["greedy"], games=60)
    shown = 1 if game.shared else game.num_players  # a team is one
    assert result.shares == pytest.approx([1 / shown] * shown)
    assert result.agents == ("greedy",) * shown


@pytest.mark.parametrize("line_up", [["greedy", "random"], ["random", "greedy", "random"]])
def test_shares_add_up_and_lie_in_their_intervals(line_up):
    result = evaluate(arkade.make("replicants", num_players=3), line_up, games=99)
    assert sum(result.shares) == pytest.approx(1)
    assert all(
        0 <= low <= share <= high <= 1 for share, (low, high) in zip(result.shares, result.intervals, strict=True)
    )
    greedy = line_up.index("greedy")
    assert result.shares[greedy] > 0.9
    assert result.mean_scores[greedy] == max(result.mean_scores)


def test_an_order_of_the_line_up_favours_nobody():
    game = arkade.make("replicants", num_players=2)
    there = evaluate(game, ["greedy", "random"], games=100)
    back = evaluate(game, ["random", "greedy"], games=100)
    assert there.shares == back.shares[::-1] and there.mean_decisions == back.mean_decisions


def test_the_same_arguments_give_the_same_result():
    game = make(CASES[1])

    def measure(seed):
        return {**evaluate(game, ["greedy", "random"], 90, seed).to_dict(), "seconds": None}

    assert measure(5) == measure(5)
    assert measure(5) != measure(6)


def test_many_games_are_played_in_batches(monkeypatch):
    game = make(CASES[0])
    monkeypatch.setattr(matches, "DEALS", 7)
    result = evaluate(game, ["greedy", "random"], games=61)
    assert result.games == 62 and sum(result.shares) == pytest.approx(1)


def test_wins_are_shared():
    game = make(CASES[0])
    states = game.new(3)
    game.reset(states, [0, 1, 2])
    game.playout(states)
    states["points"][:, :2] = [[3, 1], [2, 2], [0, 4]]
    assert matches.win_shares(game, states).tolist() == [[1, 0], [0.5, 0.5], [0, 1]]


def test_wilson_intervals():
    low, high = wilson(np.tile([1.0, 0.0], (50, 1)).reshape(100, 1))
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)  # 50 of 100, from the formula's textbook table
    for deals in range(1, 60):
        assert wilson(np.ones((deals, 2)))[1] == 1 and wilson(np.zeros((deals, 2)))[0] == 0
    assert wilson(np.ones((50, 2)))[0] == pytest.approx(0.963, abs=1e-3)
    alike = np.repeat(np.arange(50) % 2, 2).reshape(50, 2).astype(float)
    assert wilson(alike)[0] == pytest.approx(wilson(alike[:, :1])[0], abs=5e-3)  # two alike count as one


@pytest.mark.parametrize(
    ("agents", "message"),
    [
        ([], "0 agents: allowed is 1 to 2"),
        (["random"] * 3, "3 agents: allowed is 1 to 2"),
        (["greedily"], "no agent 'greedily'"),
        (["nowhere.npz"], "no file nowhere.npz"),
        ([3], "agent 3: allowed is"),
    ],
)
def test_bad_line_ups_are_refused(agents, message):
    with pytest.raises(ValueError, match=message):
        evaluate(make(CASES[0]), agents, games=4)


def test_no_games_are_refused():
    with pytest.raises(ValueError, match="games=0"):
        evaluate(make(CASES[0]), ["random"], games=0)


def test_own_agents_pass_through_and_a_progress_bar_can_be_shown(capsys):
    cheat = Cheat()
    assert make_agent(cheat) is cheat and isinstance(cheat, Agent)
    result = evaluate(make(CASES[0]), [cheat, "random"], games=20, progress=True)
    assert result.agents == ("cheat", "random") and result.shares[0] > 0.5
    assert "20 games" in result.describe()
