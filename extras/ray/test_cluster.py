"""Games, random play and searches on a cluster are those of this machine."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
import ray

import arkade
from arkade_agents import SearchAgent, cluster
from arkade_agents.tournament import play_tournament

AGENTS = ["random", "greedy", "search:2"]
GAMES = 96  # of each of three line-ups, 32 in a task


@pytest.fixture(scope="module")
def game():
    return arkade.make("replicants", num_players=2)


@pytest.fixture(scope="module")
def here(game, tmp_path_factory):
    """The tournament as this process plays it."""
    folder = tmp_path_factory.mktemp("here")
    play_tournament(game, AGENTS, GAMES, seed=5, out=folder)
    return folder


@pytest.fixture
def run(on_the_cluster):
    return cluster.on_ray()


def lines(folder):
    """The games of a folder, sorted, without the time they took."""
    found = [json.loads(line) for line in (folder / "games.jsonl").open()]
    return sorted((dict(line, seconds=0) for line in found), key=json.dumps)


def dealt(game, n):
    states = game.new(n)
    game.reset(states, range(n))
    return states


def test_tasks_run_on_both_machines_in_processes_of_their_own(run):
    def where(job):
        time.sleep(0.5)
        return ray.get_runtime_context().get_node_id(), os.getpid()

    machines, processes = zip(*run(where, range(12)), strict=True)
    assert len(set(machines)) == 2 and os.getpid() not in processes


def test_random_play_is_that_of_this_machine(run, game):
    ours, theirs = dealt(game, 100), dealt(game, 100)
    assert np.array_equal(cluster.rollout(game, ours, 200, 7, run=run, rows=30), game.rollout(theirs, 200, 7))
    assert ours.tobytes() == theirs.tobytes()
    assert np.array_equal(cluster.playout(game, ours, 7, run=run, rows=30), game.playout(theirs, 7))
    assert ours.tobytes() == theirs.tobytes()


def test_a_search_is_that_of_this_machine(run, game):
    agent, states = SearchAgent(50), dealt(game, 20)
    ours, theirs = cluster.search(agent, game, states, run=run, rows=3), agent.search(game, states)
    for name in ("actions", "visits", "values"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name))


def test_an_error_in_a_task_is_raised_here_and_the_rest_is_given_up(run):
    def work(job):
        if job == 3:
            raise ValueError("job 3 went wrong")
        return job

    with pytest.raises(ValueError, match="job 3 went wrong"):
        list(run(work, range(1000)))


def test_more_processors_than_a_machine_has_are_refused(run):
    with pytest.raises(ValueError, match="num_cpus=2: allowed is 1 to 1, all that one machine of the cluster has"):
        cluster.on_ray(2)


def test_a_tournament_is_that_of_this_machine(run, game, here, tmp_path):
    play_tournament(game, AGENTS, GAMES, seed=5, out=tmp_path, run=run)
    assert lines(tmp_path) == lines(here)


def test_a_killed_tournament_goes_on(on_the_cluster, here, tmp_path):
    words = [sys.executable, "-c", "from arkade.cli import main; main()", "tournament", "replicants", "--ray"]
    words += ["--players", "2", "--games", str(GAMES), "--seed", "5", "--out", str(tmp_path), "--agents", *AGENTS]
    file, command = tmp_path / "games.jsonl", subprocess.Popen(words)
    while command.poll() is None and not (file.exists() and file.read_text().count("\n") > 1):
        time.sleep(0.01)
    command.send_signal(signal.SIGKILL)
    command.wait()
    assert 1 < len(lines(tmp_path)) < 9
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "even share 50.0 %" in done.stdout, done.stderr
    assert lines(tmp_path) == lines(here)
