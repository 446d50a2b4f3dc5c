"""Work in parts, in any order, on any machine: results are those of one call; and what is said where Ray is missing."""

import json
import pickle
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

import arkade
import toy_env  # noqa: F401  registers "toy"
from arkade.cli import app
from arkade_agents import SearchAgent, cluster, standings
from arkade_agents.tournament import play_tournament
from game_cases import CASES, IDS, make

AGENTS = ["random", "greedy", "search:5"]


def backwards(function, jobs):
    """A `Map` whose last result comes first, each job and result through a pickle."""
    for job in reversed(list(jobs)):
        yield pickle.loads(pickle.dumps(function(pickle.loads(pickle.dumps(job)))))


def dealt(game, n=10):
    states = game.new(n)
    game.reset(states, range(n))
    return states


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_part_of_a_batch_is_played_as_it_is_there(case):
    game = make(case)
    whole, part = dealt(game), dealt(game)[4:7].copy()
    counts = game.rollout(whole, 90, seed=3)
    assert np.array_equal(game.rollout(part, 90, seed=3, first_row=4), counts[4:7])
    assert part.tobytes() == whole[4:7].tobytes()
    results = game.playout(whole, seed=3)
    assert np.array_equal(game.playout(part, seed=3, first_row=4), results[4:7])
    assert part.tobytes() == whole[4:7].tobytes()


def test_a_part_played_as_the_first_rows_would_be_another_game():
    game = arkade.make("toy")
    whole, part = dealt(game), dealt(game)[4:7].copy()
    game.rollout(whole, 90, seed=3)
    game.rollout(part, 90, seed=3)
    assert part.tobytes() != whole[4:7].tobytes()


@pytest.mark.parametrize("run", [map, backwards])
@pytest.mark.parametrize("rows", [1, 3, 10, 64])
def test_random_play_in_parts_is_that_of_one_call(run, rows):
    game = arkade.make("toy", num_players=3)
    ours, theirs = dealt(game), dealt(game)
    assert np.array_equal(cluster.rollout(game, ours, 50, 7, run=run, rows=rows), game.rollout(theirs, 50, 7))
    assert ours.tobytes() == theirs.tobytes()
    found = cluster.playout(game, ours, 7, "margin", run=run, rows=rows)
    assert np.array_equal(found, game.playout(theirs, 7, "margin"))
    assert ours.tobytes() == theirs.tobytes()


@pytest.mark.parametrize("rows", [1, 3, 64])
def test_a_search_in_parts_finds_what_one_call_finds(rows):
    game, agent = arkade.make("toy"), SearchAgent(30)
    states = dealt(game)
    ours, theirs = cluster.search(agent, game, states, run=backwards, rows=rows), agent.search(game, states)
    for name in ("actions", "visits", "values"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name))


def test_no_rows_are_no_work():
    game = arkade.make("toy")
    assert cluster.rollout(game, game.new(0), 5, run=map).shape == (0,)
    assert cluster.search(SearchAgent(5), game, game.new(0), run=map).visits.shape == (0, game.num_actions)
    with pytest.raises(ValueError, match="rows=0: allowed is a whole number from 1"):
        cluster.rollout(game, game.new(1), 5, run=map, rows=0)


def lines(folder):
    """The games of a folder, sorted, without the time they took."""
    found = [json.loads(line) for line in (folder / "games.jsonl").open()]
    return sorted((dict(line, seconds=0) for line in found), key=json.dumps)


def test_a_tournament_is_the_same_in_any_order_and_goes_on_after_a_kill(tmp_path):
    game = arkade.make("toy")

    def killed(function, jobs):
        yield from list(backwards(function, jobs))[:4]
        raise KeyboardInterrupt

    here = play_tournament(game, AGENTS, 100, out=tmp_path / "here")
    with pytest.raises(KeyboardInterrupt):
        play_tournament(game, AGENTS, 100, out=tmp_path / "there", run=killed)
    assert len(lines(tmp_path / "there")) == 4
    there = play_tournament(game, AGENTS, 100, out=tmp_path / "there", run=backwards)
    assert lines(tmp_path / "there") == lines(tmp_path / "here")
    assert standings.to_dict(there) == standings.to_dict(here)


def test_without_ray_an_error_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ModuleNotFoundError, match=r"make ray.*pip install 'arkade\[ray\]'"):
        cluster.on_ray()
    words = ["tournament", "toy", "--agents", "random", "greedy", "--ray", "--out", str(tmp_path / "games")]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2 and "pip install 'arkade[ray]'" in " ".join(done.output.split())
    assert not (tmp_path / "games").exists()


def test_a_game_with_other_cards_than_where_it_was_pickled_is_refused(monkeypatch):
    pickled = pickle.dumps(arkade.make("toy"))
    monkeypatch.setattr(arkade.Game, "digest", lambda game: "another")
    with pytest.raises(ValueError, match="toy.* was pickled with another version or other cards than are here"):
        pickle.loads(pickled)
