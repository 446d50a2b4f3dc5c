"""Recorded games: what is loaded is what was played."""

import dataclasses
import json
import time

import numpy as np
import pytest
from typer.testing import CliRunner

import arkade
import toy_env  # noqa: F401  registers "toy"
from arkade.cli import app
from arkade_agents import dataset

OPTIONS = dict(num_players=3, max_tricks=4)


@pytest.fixture(scope="module")
def game():
    return arkade.make("toy", **OPTIONS)


@pytest.fixture(scope="module", params=["random", "random,greedy"])
def file(request, game, tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "games.npz"
    dataset.save(path, dataset.record(game, request.param.split(","), 50, seed=7))
    return path


def test_what_is_loaded_is_what_was_played(game, file):
    """Step every decision: the next row follows from it; the last one of a game ends it with the results."""
    found = dataset.load(file)
    assert found.game.options == game.options and len(found.seeds) == 50
    after = found.states.copy()
    game.step(after, found.actions)
    last = np.append(found.games[1:] != found.games[:-1], True)
    assert after[~last].tobytes() == found.states[1:][~last[:-1]].tobytes()
    assert (after["over"] != 0).tolist() == last.tolist()
    assert (game.returns(after[last]) == found.returns).all() and (game.scores(after[last]) == found.scores).all()
    first = np.flatnonzero(np.append(True, last[:-1]))
    dealt = game.new(50)
    game.reset(dealt, found.seeds)
    assert found.states[first].tobytes() == dealt.tobytes()
    assert len(set(found.seeds.tolist())) == 50


def test_observations_masks_and_players_are_those_of_the_mover(game, file):
    found = dataset.load(file)
    assert (found.observations == game.observe(found.states, dtype=np.uint8)).all()
    assert (found.masks == game.legal(found.states)).all()
    assert (found.players == game.current_player(found.states)).all()
    scaled = dataset.load(file, observations="float32").observations
    assert scaled.dtype == np.float32 and (scaled == game.observe(found.states)).all()
    assert dataset.load(file, observations=None).observations.shape == (0, game.observation_size)
    assert (dataset.load(file, reward="rank").returns != found.returns).any()


def test_a_part_of_the_games_can_be_loaded(file):
    whole, part = dataset.load(file), dataset.load(file, slice(20, 30))
    rows = (whole.games >= 20) & (whole.games < 30)
    assert part.states.tobytes() == whole.states[rows].tobytes()
    assert (part.actions == whole.actions[rows]).all() and (part.games == whole.games[rows] - 20).all()
    assert (part.returns == whole.returns[20:30]).all() and (part.seats == whole.seats[20:30]).all()
    assert len(dataset.load(file, slice(0)).actions) == 0


def test_agents_play_what_their_seats_say(game, tmp_path):
    path = tmp_path / "games.npz"
    dataset.save(path, dataset.record(game, ["greedy", "random"], 12))
    found = dataset.load(path)
    assert found.about["line_up"] == ["greedy", "random", "random"]
    assert found.seats[:3].tolist() == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]
    by = found.seats[found.games, found.players]
    greedy = arkade_agent("greedy").act(game, found.states, found.players)
    assert (found.actions[by == 0] == greedy[by == 0]).all()
    assert (found.actions[by != 0] != greedy[by != 0]).any()


def arkade_agent(name):
    from arkade_agents import make_agent

    return make_agent(name)


@pytest.mark.parametrize("agents", [["random"], ["random", "greedy"]])
def test_batches_and_seeds(game, agents, monkeypatch):
    whole = dataset.record(game, agents, 20, seed=3)
    monkeypatch.setattr(dataset, "AT_ONCE", 7)
    parts = dataset.record(game, agents, 20, seed=3)
    for field in dataclasses.fields(dataset.Recording):
        assert np.array_equal(getattr(whole, field.name), getattr(parts, field.name)), field.name
    assert (dataset.record(game, agents, 20, seed=4).seeds != whole.seeds).all()


def test_random_choices_are_uniform(game):
    recording = dataset.record(game, ["random"], 4000)
    first = recording.actions[np.cumsum(recording.lengths) - recording.lengths]
    dealt = game.new(4000)
    game.reset(dealt, recording.seeds)
    masks = game.legal(dealt)
    two = masks.sum(axis=1) == 2
    assert two.sum() > 1000
    assert (first[two] == masks[two].argmax(axis=1)).mean() == pytest.approx(0.5, abs=4 * 0.5 / two.sum() ** 0.5)


def test_a_million_random_decisions_a_second():
    game = arkade.make("replicants", num_players=2)
    dataset.record(game, ["random"], 10)
    start = time.thread_time()
    recording = dataset.record(game, ["random"], 4000)
    assert len(recording.actions) / (time.thread_time() - start) > 1e6


def test_a_file_is_a_few_bytes_a_decision(tmp_path, game):
    dataset.save(tmp_path / "games.npz", dataset.record(game, ["random"], 2000))
    with np.load(tmp_path / "games.npz") as file:
        assert (tmp_path / "games.npz").stat().st_size < 3 * len(file["actions"]) + 60 * 2000


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (dict(actions=lambda r: np.where(np.arange(len(r.actions)) == 30, 99, r.actions)), "does not play as recorded"),
        (dict(hashes=lambda r: r.hashes + np.uint64(np.arange(50) == 9)), "game 9 does not play as recorded"),
        (dict(lengths=lambda r: np.append(r.lengths[:-1], r.lengths[-1] - 1)), "game 49 does not play as recorded"),
        (dict(about=lambda r: r.about | dict(version="9")), "toy version 9, this is 0"),
        (dict(about=lambda r: r.about | dict(format=9)), "format 9, this arkade"),
    ],
)
def test_games_that_do_not_play_as_recorded_are_refused(file, tmp_path, change, message):
    recording = dataset.read(file)
    (name, changed), *_ = change.items()
    dataset.save(tmp_path / "x.npz", dataclasses.replace(recording, **{name: changed(recording)}))
    with pytest.raises(ValueError, match=message):
        dataset.load(tmp_path / "x.npz")


def test_bad_input_is_refused(game, file, tmp_path):
    with pytest.raises(ValueError, match="games=0"):
        dataset.record(game, ["random"], 0)
    with pytest.raises(ValueError, match="4 agents: allowed is 1 to 3"):
        dataset.record(game, ["random"] * 4, 1)
    with pytest.raises(ValueError, match="observations='int8'"):
        dataset.load(file, observations="int8")
    np.savez(tmp_path / "other.npz", a=1)
    with pytest.raises(ValueError, match="no recording that `arkade record` wrote"):
        dataset.load(tmp_path / "other.npz")


def test_the_command_writes_a_file(tmp_path):
    path = tmp_path / "games.npz"
    words = ["record", "toy", "--players", "2", "--games", "20", "--out", str(path), "--agents", "greedy", "random"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "20 games" in done.output
    about = dataset.load(path).about
    assert json.loads(json.dumps(about))["agents"] == {"greedy": {"kind": "greedy"}, "random": {"kind": "random"}}
    words[words.index(str(path))] = str(tmp_path / "no" / "games.npz")
    assert CliRunner().invoke(app, words).exit_code == 2
