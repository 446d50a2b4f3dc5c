"""The trained players that come with the package are small, say how they were made, and play as they say."""

import dataclasses
import shutil

import numpy as np
import pytest

import arkade
import small_run
from arkade_agents import ShippedAgent, make_agent, shipped, tournament, weights
from arkade_agents.evaluate import evaluate
from arkade_agents.ppo_agent import PPOAgent
from game_cases import CASES, make

GAMES = shipped.shipped_games()
SLACK = 0.07  # three standard deviations of GAMES_PLAYED games' share at one half
GAMES_PLAYED = 500
FRESH = 77  # deals that no training run and no measurement of one has seen


def test_the_page_says_what_the_files_say():
    assert (shipped.FOLDER / "README.md").read_text(encoding="utf-8") == weights.markdown()


def test_a_file_is_small_and_says_how_it_was_made():
    for name in GAMES:
        path = shipped.shipped_file(name)
        about = weights.about_file(path)
        assert path.stat().st_size < 2_000_000, name
        assert about["game"] == name and about["version"] == arkade.make(name).version
        assert about["trained"]["recipe"]["input_width"] == about["input_width"]
        assert arkade.make(name, **about["options"]).num_players == 2


def test_a_player_wins_what_its_page_says():
    for name in GAMES:
        about = weights.about_file(shipped.shipped_file(name))
        game = arkade.make(name, **about["options"])
        for other, said in about["trained"]["final"].items():
            low, high = said["intervals"][0]
            share = evaluate(game, ["ppo", other], GAMES_PLAYED, FRESH).shares[0]
            assert low - SLACK <= share <= high + SLACK, (name, other)


# --- the agent -----------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder in place of the package's that holds one player, of the toy game."""
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    recipe = dataclasses.replace(small_run.RECIPE, check_games=2, imitation_decisions=500)
    training = small_run.run(tmp_path / "run", recipe=recipe, minutes=0.01)
    shutil.copy(training.player, tmp_path / "toy.npz")
    return tmp_path


def test_the_agent_plays_the_file_of_the_game(files):
    game, agent = make(CASES[1]), make_agent("ppo")
    assert isinstance(agent, ShippedAgent) and agent.name == "ppo"
    states = game.new(100)
    game.reset(states, np.arange(100))
    players = game.current_player(states)
    loaded = PPOAgent.load(files / "toy.npz")
    assert np.array_equal(agent.act(game, states, players), loaded.act(game, states, players))
    assert weights.command(loaded.about) == "arkade train toy --players 3 --minutes 0.01 --seed 3"
    assert weights.markdown().count("\n| toy |") == 1
    assert tournament.describe(game, "ppo", agent) == tournament.describe(game, str(files / "toy.npz"), loaded)


def test_a_game_without_a_file_is_named(files):
    with pytest.raises(
        ValueError, match=r"no trained player of replicants .*there are: toy\); `arkade train replicants`"
    ):
        evaluate(arkade.make("replicants", num_players=2), ["ppo", "random"], 2)
