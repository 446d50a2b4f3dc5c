"""A training run that is killed goes on as if it had not been, and its log says all that happened."""

import csv
import dataclasses
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import small_run
from arkade.envs.sb3 import SB3VecEnv
from arkade_agents import checkpoint, ppo, training_log
from arkade_agents.checkpoint import Checkpoint
from game_cases import CASES, IDS, make


@pytest.fixture(scope="module", autouse=True)
def count_steps():
    """Let runs end after a number of steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ppo, "Clock", small_run.StepClock)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run that nothing stopped."""
    folder = tmp_path_factory.mktemp("whole")
    small_run.run(folder)
    return folder


def arrays(folder):
    with np.load(folder / "player.npz") as file:
        return {name: file[name] for name in file.files if name != "about"}


def report(folder):
    """What the run says of itself, but for seconds that depend on the machine."""
    text = (folder / "training.json").read_text()
    found = json.loads(text, object_hook=lambda entry: {k: v for k, v in entry.items() if k != "seconds_compiling"})
    for result in found["final"].values():
        del result["seconds"]
    return {name: value for name, value in found.items() if name != "in_words"}


def kill(folder, at):
    """Run in a process of its own until SIGKILL ends it at step `at`."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    command = [sys.executable, small_run.__file__, str(folder), str(at)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert not (folder / "player.npz").exists()


def test_a_run_that_was_killed_gives_the_player_of_one_that_was_not(whole, tmp_path):
    """Killed while it imitates, then, having gone on, in the middle of a rollout."""
    kill(tmp_path, 70)
    held = torch.load(tmp_path / "checkpoint.pt", weights_only=True)["state"]
    assert held["act"] == "imitate" and 0 < held["imitated"]["passes"] < 6
    kill(tmp_path, 300)
    held = torch.load(tmp_path / "checkpoint.pt", weights_only=True)["state"]
    assert held["act"] == "reinforce" and 0.2 < held["seconds"] < 0.6 and held["rows"]
    small_run.run(tmp_path)
    ours, theirs = arrays(tmp_path), arrays(whole)
    assert ours.keys() == theirs.keys() and all(np.array_equal(ours[name], theirs[name]) for name in ours)
    assert (tmp_path / "log.csv").read_text() == (whole / "log.csv").read_text()
    assert report(tmp_path) == report(whole)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in whole.iterdir()}


def test_another_seed_gives_another_player(whole, tmp_path):
    small_run.run(tmp_path, seed=4)
    ours, theirs = arrays(tmp_path), arrays(whole)
    assert any(not np.array_equal(ours[name], theirs[name]) for name in ours)


def stop(folder, monkeypatch, at):
    """Run until step `at`, in this process."""

    class Stopped(BaseException):
        pass

    def step(clock):
        clock.steps += 1
        if clock.steps == at:
            raise Stopped

    with monkeypatch.context() as patch, pytest.raises(Stopped):
        patch.setattr(small_run.StepClock, "_step", step)
        small_run.run(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (dict(seed=4), "with seed 3, not 4: choose another folder"),
        (dict(minutes=2 / 60), "with minutes 0.01"),
        (
            dict(recipe=dataclasses.replace(small_run.RECIPE, gamma=0.5)),
            "with recipe's gamma 0.98, not 0.5: choose another folder",
        ),
    ],
    ids=["seed", "minutes", "recipe"],
)
def test_a_run_with_other_settings_is_refused(changes, message, tmp_path, monkeypatch):
    stop(tmp_path, monkeypatch, 150)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(ValueError, match=f"checkpoint.pt is of a run that is not over, .*{message}"):
        small_run.run(tmp_path, **changes)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_run_that_was_stopped_at_the_end_is_only_measured(whole, tmp_path, monkeypatch):
    def no_measurement(run, games):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(ppo.Run, "finish", no_measurement)
        small_run.run(tmp_path)
    monkeypatch.setattr(small_run.StepClock, "left", None)  # asked of whoever learns
    small_run.run(tmp_path)
    assert report(tmp_path) == report(whole)


def test_a_run_that_is_over_is_no_obstacle_to_the_next(tmp_path):
    brief = dict(recipe=dataclasses.replace(small_run.RECIPE, check_games=2), final_games=2)
    small_run.run(tmp_path, **brief)
    first = (tmp_path / "log.csv").read_text()
    small_run.run(tmp_path, seed=5, **brief)
    assert (tmp_path / "log.csv").read_text() != first


# --- the file ------------------------------------------------------------------------------------------------------


def test_a_checkpoint_that_was_cut_off_while_written_leaves_the_one_before(tmp_path, monkeypatch):
    held = Checkpoint(tmp_path / "checkpoint.pt", dict(seed=1))
    held.save(lambda: dict(seconds=1.0))

    def torn(state, path):
        path.write_bytes(b"PK")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(checkpoint.torch, "save", torn)
        held.save(lambda: dict(seconds=2.0))
    assert held.load() == dict(seconds=1.0)
    held.save(lambda: dict(seconds=3.0))
    assert held.load() == dict(seconds=3.0)
    held.remove()
    assert held.load() is None and not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"PK", b"\x80\x02K\x01."], ids=["empty", "torn", "pickle"])
def test_other_files_are_no_checkpoints(content, tmp_path):
    (tmp_path / "checkpoint.pt").write_bytes(content)
    with pytest.raises(ValueError, match="is no checkpoint that `arkade train` wrote"):
        Checkpoint(tmp_path / "checkpoint.pt", {}).load()


def test_writing_takes_a_small_share_of_the_time(tmp_path, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(checkpoint.time, "perf_counter", lambda: now[0])
    held = Checkpoint(tmp_path / "checkpoint.pt", {})
    assert held.due()
    monkeypatch.setattr(checkpoint.torch, "save", lambda state, path: (now.__setitem__(0, 2.0), path.touch()))
    held.save(dict)  # takes 2 s
    now[0] += 99.0
    assert not held.due()
    now[0] += 1.0
    assert held.due()


def test_random_generators_go_on_where_they_were():
    torch.manual_seed(5)
    np.random.seed(5)
    np.random.normal()
    held = checkpoint.random_state()
    drawn = torch.rand(3), np.random.normal(size=3)
    checkpoint.set_random_state(held)
    assert torch.equal(torch.rand(3), drawn[0]) and np.array_equal(np.random.normal(size=3), drawn[1])


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_games_go_on_where_they_were(case):
    env, other = (SB3VecEnv(make(case), 6, seed=seed, reward="margin_change", observations="uint8") for seed in (1, 1))
    env.reset()
    for _ in range(25):
        seen, *_ = env.step(env.action_masks().argmax(axis=1))
    held = env.positions()
    assert np.array_equal(other.go_on_from(held), seen)
    for _ in range(25):
        assert np.array_equal(other.action_masks(), env.action_masks())
        actions = env.action_masks().argmax(axis=1)
        for ours, theirs in zip(env.step(actions)[:3], other.step(actions)[:3]):
            assert np.array_equal(ours, theirs)
    assert other.states.tobytes() == env.states.tobytes() != held[0].tobytes()


# --- the log -------------------------------------------------------------------------------------------------------


def test_the_log_has_a_line_per_rollout(whole):
    with (whole / "log.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    learned = json.loads((whole / "training.json").read_text())["learned"]["decisions"]
    size = small_run.RECIPE.num_envs * small_run.RECIPE.n_steps
    assert tuple(rows[0]) == training_log.COLUMNS
    assert [int(row["decisions"]) for row in rows] == list(range(size, learned + 1, size)) and len(rows) > 10
    seconds, rates = ([float(row[name]) for row in rows] for name in ("seconds", "learning_rate"))
    assert seconds == sorted(seconds) and rates == sorted(rates, reverse=True)
    for row in rows:
        for whom in ("teacher", "pool"):
            assert 0 <= float(row[f"share_against_{whom}"]) <= 1 and int(row[f"games_against_{whom}"]) > 0
        losses = [float(row[name]) for name in training_log.LOSSES]
        assert np.isfinite(losses).all() and float(row["value_loss"]) > 0 > float(row["entropy_loss"])
        assert float(row["decisions_per_second"]) > 0 and float(row["explained_variance"]) <= 1


def test_tensorboard_gets_the_same(tmp_path, monkeypatch):
    class Writer:
        told = []

        def write(self, values, excluded, step):
            assert sorted(values) == sorted(excluded)
            self.told.append((step, values))

        def close(self):
            self.told.append("closed")

    monkeypatch.setattr(training_log, "tensorboard", lambda folder: [Writer()])
    row = dict.fromkeys(training_log.COLUMNS, 0.5) | dict(decisions=512, share_against_pool=None)
    log = training_log.TrainingLog(tmp_path, [row])
    log.add(row | dict(decisions=1024))
    log.close()
    ((step, values), closed) = Writer.told
    assert step == 1024 and closed == "closed" and values["rollout/kl"] == 0.5
    assert "rollout/share_against_pool" not in values
    assert len(log.path.read_text().splitlines()) == 3


def test_tensorboard_is_left_out_where_it_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(training_log.importlib.util, "find_spec", lambda name: None)
    assert training_log.tensorboard(tmp_path) == [] and not list(tmp_path.iterdir())
