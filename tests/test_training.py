"""Training: a run of a few seconds, its files, and masks that hold."""

import dataclasses
import json
import time

import numpy as np
import pytest
import torch

import arkade
from arkade.actions import ActionTable
from arkade.game import Game
from arkade_agents import GreedyAgent, RandomAgent, make_agent, ppo
from arkade_agents.evaluate import evaluate
from arkade_agents.imitation import collect
from arkade_agents.network import MaskedPolicy, SparseProduct, draw, logits
from arkade_agents.ppo_agent import PPOAgent
from arkade_agents.recipes import Recipe
from arkade_agents.sight import Sight
from game_cases import CASES, make

TINY = Recipe(
    imitation_decisions=2000, num_envs=32, n_steps=16, batch_size=128, check_games=40, checks=2, pool_share=0.5,
    input_width=16, layers=(16,),
)  # fmt: skip
SECONDS = 4


def toy_with_many_actions(more):
    """Higher Card with `more` further actions that are never legal."""
    game = make(CASES[0])
    table = ActionTable([*game.actions.kinds.values(), dataclasses.replace(game.actions.kinds["play"], name="never")])
    while table.size < more:
        table = ActionTable(
            [*table.kinds.values(), dataclasses.replace(game.actions.kinds["play"], name=f"n{table.size}")]
        )
    return Game(
        name=game.name, version=game.version, options=game.options, tables=game.tables, blank=game.blank, actions=table,
        layout=game.observation_layout, cards=None, to_dict=game._to_dict, from_dict=game._from_dict, text=game._text,
        svg=game._svg,
    )  # fmt: skip


class ProcessorClock(ppo.Clock):
    """Counts the seconds of the processor: a busy machine must not decide whether a test passes."""

    def __init__(self, seconds, used=0.0):
        super().__init__(seconds, used)
        self.start = time.process_time() - used

    def now(self):
        return time.process_time() - self.start


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """A player trained on Replicants! for some seconds, and where its files are."""
    folder = tmp_path_factory.mktemp("run")
    game = arkade.make("replicants", num_players=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ppo, "Clock", ProcessorClock)
        return (
            ppo.train(game, SECONDS / 60, seed=1, out=folder, recipe=TINY, final_games=60, progress=False),
            folder,
            game,
        )


def test_a_run_takes_its_time_and_writes_its_files(trained):
    training, folder, _ = trained
    summary = json.loads((folder / "training.json").read_text())
    assert SECONDS <= summary["seconds"] < SECONDS + 4  # the last check is played out
    assert summary["imitated"]["decisions"] >= 2000 and summary["learned"]["decisions"] >= 32 * 16
    assert summary["checks"][-1]["when"] == "at the end" and (folder / "log.csv").read_text().count("\n") >= 1
    assert summary["recipe"] == json.loads(json.dumps(dataclasses.asdict(TINY)))
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert training.player == folder / "player.npz" and not (folder / "checkpoint.pt").exists()


def test_a_run_says_what_was_imitated_what_was_learned_and_against_whom(trained):
    words = "\n".join(trained[0].report["in_words"])
    assert "decisions of greedy playing itself" in words
    assert "50 % of the games against greedy, 50 % against earlier selves" in words
    assert "% against random" in words and "60 games, all seats" in words


def test_a_player_of_some_seconds_beats_random(trained):
    assert trained[0].against_random.shares[0] > 0.6


def test_a_saved_player_plays_as_the_one_that_was_measured(trained):
    training, _, game = trained
    agent = make_agent(training.player)
    again = evaluate(game, [agent, "random"], 60, training.against_random.seed)
    assert again.shares == training.against_random.shares
    assert again.agents == ("ppo", "random")


@pytest.mark.parametrize("deterministic", [True, False])
def test_a_player_keeps_to_the_mask_at_all_counts_and_options(trained, deterministic):
    loaded = make_agent(trained[0].player)
    agent = PPOAgent(loaded.policy, loaded.about, deterministic=deterministic, seed=4)
    for options in ({"num_players": 2}, {"num_players": 6}, {"num_players": 3, "usc": True, "max_rounds": 5}):
        game = arkade.make("replicants", **options)
        result = evaluate(game, [agent], games=12)  # an illegal action would raise
        assert sum(result.shares) == pytest.approx(1)


def test_a_drawn_action_depends_on_seed_and_position_alone(trained):
    loaded = make_agent(trained[0].player)
    game = trained[2]
    states = game.new(200)
    game.reset(states, np.arange(200))
    players = game.current_player(states)
    one, other = (PPOAgent(loaded.policy, loaded.about, deterministic=False, seed=seed) for seed in (1, 2))
    actions = one.act(game, states, players)
    assert (
        one.act(game, states[::-1].copy(), players[::-1])[::-1] == actions
    ).mean() > 0.98  # sums may round otherwise
    assert (other.act(game, states, players) != actions).any()


def test_a_player_refuses_another_game(trained):
    with pytest.raises(ValueError, match="was trained on replicants"):
        evaluate(make(CASES[0]), [make_agent(trained[0].player), "random"], games=2)


def test_a_players_file_is_small_and_holds_no_pickle(trained):
    path = trained[0].player
    with np.load(path, allow_pickle=False) as file:
        about = json.loads(str(file["about"]))
        assert all(file[name].dtype == np.float32 for name in file.files if name != "about")
        assert file["features_extractor.weight"].shape == (len(about["columns"]), TINY.input_width)
    assert path.stat().st_size < 500_000
    assert about["trained"]["recipe"]["input_width"] == about["input_width"] == TINY.input_width
    assert about["trained"]["final"]["random"]["shares"][0] == trained[0].against_random.shares[0]


def _without(arrays, about):
    del arrays["value_net.bias"]


def _wider(arrays, about):
    about["input_width"] *= 2


def _further(arrays, about):
    arrays["another"] = np.zeros(3, np.float32)


def _nameless(arrays, about):
    del about["columns"]


def _pickled(arrays, about):
    arrays["value_net.bias"] = np.array([None])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_without, "value_net.bias are missing"),
        (_wider, "have shape"),
        (_further, "another are not of this network"),
        (_nameless, "columns"),
        (_pickled, "allow_pickle"),
    ],
)
def test_changed_files_are_no_players(trained, change, message, tmp_path):
    with np.load(trained[0].player) as file:
        arrays = dict(file)
    about = json.loads(str(arrays.pop("about")))
    change(arrays, about)
    np.savez(tmp_path / "changed.npz", about=json.dumps(about), **arrays)
    with pytest.raises(ValueError, match=f"is no player that `arkade train` wrote .*{message}"):
        make_agent(tmp_path / "changed.npz")


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06" + bytes(18), b"\x93NUMPY\x01\x00"])
def test_other_files_are_no_players(content, tmp_path):
    path = tmp_path / "other.npz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is no player that `arkade train` wrote"):
        make_agent(path)


def test_masks_hold_among_thousands_of_actions(tmp_path):
    game = toy_with_many_actions(3000)
    assert game.num_actions >= 3000
    training = ppo.train(game, 2 / 60, out=tmp_path, recipe=TINY, final_games=20, progress=False)
    assert training.report["learned"]["decisions"] > 0
    agent = make_agent(training.player)
    for deterministic in (True, False):
        evaluate(game, [PPOAgent(agent.policy, agent.about, deterministic=deterministic)], games=20)


def test_what_is_not_legal_has_no_chance_however_much_it_is_liked(trained):
    agent, game = make_agent(trained[0].player), trained[2]
    states = game.new(50)
    game.reset(states, np.arange(50))
    masks = game.legal(states)
    with torch.no_grad():
        agent.policy.action_net.bias[:] = torch.linspace(100, -100, game.num_actions)
        scores = logits(agent.policy, agent.sight.of(game, states), masks)
        chances = torch.softmax(scores, dim=1).numpy()
    assert (chances[masks == 0] == 0).all() and chances.sum(axis=1) == pytest.approx(1)
    agent.deterministic = False
    actions = agent.act(game, states, game.current_player(states))
    assert (np.take_along_axis(masks, actions[:, None], axis=1) == 1).all()


def lose(game, agents, *args, **keywords):
    """Measure as if the player won next to nothing."""
    replicants = arkade.make("replicants", num_players=2)
    return evaluate(replicants, ["random", "greedy"], 100)


def test_a_run_stops_where_the_player_is_worse_than_random(tmp_path, monkeypatch):
    monkeypatch.setattr(ppo, "evaluate", lose)
    monkeypatch.setattr(ppo, "GRACE", 0.0)
    with pytest.raises(ppo.TrainingCollapsed, match="against random play, less than chance"):
        ppo.train(make(CASES[0]), 0.5 / 60, out=tmp_path, recipe=TINY, progress=False)
    assert not (tmp_path / "player.npz").exists()


def test_who_has_learned_for_a_second_only_may_be_worse_than_random(tmp_path, monkeypatch):
    monkeypatch.setattr(ppo, "evaluate", lose)
    training = ppo.train(make(CASES[0]), 0.5 / 60, out=tmp_path, recipe=TINY, progress=False)
    assert "wins:     0." in "\n".join(training.report["in_words"])


def test_a_run_gives_torch_its_threads_back(tmp_path):
    before = torch.get_num_threads()
    ppo.train(make(CASES[0]), 0.5 / 60, out=tmp_path, recipe=TINY, final_games=4, progress=True)
    assert torch.get_num_threads() == before


# --- the network ---------------------------------------------------------------------------------------------------


def test_the_sparse_product_and_its_gradient_are_the_dense_ones():
    dice = np.random.default_rng(0)
    rows = torch.from_numpy((dice.integers(1, 256, (50, 30)) * (dice.random((50, 30)) < 0.2)).astype(np.uint8))
    matrix = torch.from_numpy(dice.normal(size=(30, 7)).astype(np.float32)).requires_grad_()
    weights = torch.from_numpy(dice.normal(size=(50, 7)).astype(np.float32))
    sparse, dense = SparseProduct.apply(rows, matrix), rows.float() @ matrix
    assert torch.allclose(sparse, dense, rtol=1e-4, atol=1e-3)
    gradients = [torch.autograd.grad((product * weights).sum(), matrix)[0] for product in (sparse, dense)]
    assert torch.allclose(*gradients, rtol=1e-4, atol=1e-3)


def test_the_policy_is_that_of_maskable_ppo(trained):
    """Its values, chances and entropy are those of the class it stands in for."""
    policy, game = make_agent(trained[0].player).policy, trained[2]
    states = game.new(200)
    game.reset(states, np.arange(200))
    game.rollout(states, 30)
    states = states[states["over"] == 0]
    columns = make_agent(trained[0].player).sight.columns
    seen = torch.from_numpy(game.observe(states, dtype=np.uint8)[:, columns])
    masks = game.legal(states)
    with torch.no_grad():
        actions, values, chances = policy(seen, action_masks=masks)
        ours = policy.evaluate_actions(seen, actions, torch.from_numpy(masks).float())
        theirs = super(MaskedPolicy, policy).evaluate_actions(seen, actions, torch.from_numpy(masks).float())
        for mine, others in zip(ours, theirs, strict=True):
            assert torch.allclose(mine, others, atol=1e-4)
        assert torch.allclose(values, ours[0]) and torch.allclose(chances, ours[1])
        best, *_ = policy(seen, deterministic=True, action_masks=masks)
    assert (np.take_along_axis(masks, actions.numpy()[:, None], axis=1) == 1).all()
    assert (best == logits(policy, seen.numpy(), masks).argmax(dim=1)).all()


def test_actions_are_drawn_with_their_chances():
    scores = torch.log(torch.tensor([0.0, 0.5, 0.0, 0.3, 0.2, 0.0])).repeat(1001, 1)
    actions = draw(scores, torch.arange(1001) / 1001)
    assert torch.bincount(actions, minlength=6).tolist() == [0, 501, 0, 300, 200, 0]
    assert draw(scores[:2], torch.tensor([0.0, 1 - 2**-24])).tolist() == [1, 4]


# --- the parts -----------------------------------------------------------------------------------------------------


def test_collected_decisions_are_the_teachers():
    game = arkade.make("replicants", num_players=2)
    sight = Sight(np.arange(game.observation_size))
    found = collect(game, GreedyAgent(), 3000, seed=1, noise=0.2, gamma=0.9, reward_scale=1.0, sight=sight)
    assert len(found) >= 3000
    assert found.observations.shape == (len(found), game.observation_size) and found.observations.dtype == np.uint8
    assert (np.take_along_axis(found.masks, found.actions[:, None], axis=1) == 1).all()
    assert found.to_come.std() > 0


def test_rewards_to_come_add_up_to_the_final_margin():
    """Without discount they are the margin at the end less the margin now."""
    game = make(CASES[1])
    sight = Sight(np.arange(game.observation_size))
    found = collect(game, RandomAgent(), 1000, seed=3, noise=0.0, gamma=1.0, reward_scale=0.5, sight=sight)
    n = 16  # games of the first part
    states = game.new(n)
    game.reset(states, arkade.deal_seeds(3, np.zeros(n, np.int64)))
    first, players = states.copy(), game.current_player(states)
    while not game.over(states).all():
        game.step(states, RandomAgent().act(game, states, players))
    assert (game.leads(first, players) == 0).all()
    assert found.to_come[:n] == pytest.approx(0.5 * game.leads(states, players))


def test_a_lead_is_points_less_the_best_others():
    game = make(CASES[1])
    states = game.new(2)
    game.reset(states, 0)
    states["points"] = [[3, 5, 4], [6, 1, 2]]
    assert game.leads(states, np.array([0, 2])).tolist() == [-2, -4]


@pytest.mark.parametrize("steps", [1, 3])
def test_a_policy_that_sees_the_look_ahead_begins_as_greedy(steps, tmp_path):
    """Hardly trained it plays as well, and its file says what it has to see."""
    game = arkade.make("enclosure", num_players=2)
    recipe = dataclasses.replace(TINY, look_ahead=steps, imitation_decisions=500, pool_share=0.0, check_games=20)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ppo, "Clock", ProcessorClock)
        training = ppo.train(game, 2 / 60, seed=1, out=tmp_path, recipe=recipe, final_games=100, progress=False)
    assert training.against_random.shares[0] > 0.9
    agent = make_agent(training.player)
    states = game.new(20)
    game.reset(states, np.arange(20))
    seen = agent.sight.of(game, states)
    assert seen.shape == (20, len(agent.sight.columns) + game.num_actions)
    assert (seen[:, len(agent.sight.columns) :] == GreedyAgent(steps=steps).judge(game, states)).all()
    said = " ".join(training.report["in_words"])
    assert f"what greedy thinks of each action, {steps} step" in said
    assert f"decisions of {'greedy' if steps == 1 else 'greedy:3'} playing itself" in said


@pytest.mark.parametrize("options", [{"num_players": 1}, {"num_players": 2, "mode": "coop"}], ids=["solo", "coop"])
def test_a_team_learns_and_its_points_are_reported(options, tmp_path):
    """Deals are won against other teams on the same deals; the figures are points and rating."""
    game = arkade.make("hiddenark", max_rounds=6, **options)
    recipe = dataclasses.replace(TINY, look_ahead=1, pool_share=0.0, imitation_decisions=500, check_games=20)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ppo, "Clock", ProcessorClock)
        training = ppo.train(game, SECONDS / 60, out=tmp_path, recipe=recipe, final_games=30, progress=False)
    assert len(training.against_random.mean_scores) == 2 and training.against_random.mean_ratings is not None
    assert all(np.isfinite(check["points"]) for check in training.report["checks"])
    said = "\n".join(training.report["in_words"])
    assert "the team's points" in said and "rated" in said
    assert ("alone" in said) == (game.num_players == 1)


def test_teams_are_compared_on_the_same_deals():
    game = arkade.make("hiddenark", num_players=1)
    assert game.options["mode"] == "solo" and game.shared
    found = evaluate(game, ["greedy", "random", "greedy"], 20, seed=3)
    assert found.games == 60 and sum(found.shares) == pytest.approx(1)
    assert found.shares[0] == found.shares[2] >= 0.45 and found.mean_scores[0] > found.mean_scores[1]
    assert found.mean_ratings[0] >= found.mean_ratings[1] and "rated" in found.describe()
    assert evaluate(game, ["greedy", "random", "greedy"], 20, seed=3).shares == found.shares
