"""Tournaments: all line-ups on common deals, ratings and intervals, and files that survive a kill."""

import json

import numpy as np
import pytest
from typer.testing import CliRunner

import arkade
import toy_env  # noqa: F401  registers "toy"
from arkade.cli import app
from arkade_agents import evaluate, standings, tournament
from arkade_agents.tournament import line_ups, play_tournament

AGENTS = ["random", "greedy", "search:20"]


@pytest.fixture(scope="module")
def toy():
    return arkade.make("toy", num_players=2)


@pytest.fixture(scope="module")
def played(toy, tmp_path_factory):
    return play_tournament(toy, AGENTS, 200, out=tmp_path_factory.mktemp("tournament"))


@pytest.mark.parametrize(("num_players", "count"), [(2, 3), (3, 7), (4, 12), (6, 25)])
def test_line_ups_are_all_choices_with_two_different_agents(num_players, count):
    found = line_ups(AGENTS, num_players)
    assert len(found) == len(set(found)) == count
    assert all(len(set(line_up)) > 1 and len(line_up) == num_players for line_up in found)


def test_every_deal_is_played_in_all_rotations(played):
    assert set(played.places) == {("random", "greedy"), ("random", "search:20"), ("greedy", "search:20")}
    for line_up in played.places:
        assert played.places[line_up].shape == played.points[line_up].shape == (100, 2, 2)
        assert played.shares(line_up).sum(axis=2) == pytest.approx(1)
        best = played.points[line_up].max(axis=2, keepdims=True)
        assert ((played.points[line_up] == best) == (played.places[line_up] == 1)).all()


def test_a_line_up_wins_what_evaluate_says(toy, played, monkeypatch):
    monkeypatch.setattr(evaluate, "DEALS", tournament.DEALS)
    there = evaluate.evaluate(toy, ["random", "greedy"], 200)
    found = {pairing.line_up: pairing for pairing in standings.pairings(played)}["random", "greedy"]
    assert tuple(found.shares.values()) == pytest.approx(there.shares)
    for mine, theirs in zip(found.intervals.values(), there.intervals):
        assert mine == pytest.approx(theirs)


def test_the_stronger_agent_is_rated_higher():
    """Planted results: a wins three of four games against b, b all against c, a and c tie."""
    places = {
        ("a", "b"): np.tile([[[1, 2], [1, 2]], [[1, 2], [2, 1]]], (20, 1, 1)),
        ("b", "c"): np.tile([[[1, 2], [1, 2]]], (40, 1, 1)),
        ("a", "c"): np.ones((40, 2, 2), np.int64),
    }
    points = {line_up: 3.0 - found for line_up, found in places.items()}
    table = standings.standings(tournament.Tournament(dict(agents=["c", "a", "b"]), places, points))
    assert [one.agent for one in table][-1] == "c"
    assert [one.rating for one in table] == sorted((one.rating for one in table), reverse=True)
    by_name = {one.agent: one for one in table}
    assert [by_name[name].share for name in "abc"] == pytest.approx([0.625, 0.625, 0.25])
    assert [by_name[name].points for name in "abc"] == pytest.approx([1.875, 1.625, 1.5])
    assert by_name["a"].rating > by_name["c"].rating + 2 * by_name["c"].deviation
    assert all(one.games == 160 and one.interval[0] < one.share < one.interval[1] for one in table)


def test_every_agent_gets_its_share(played):
    table = standings.standings(played)
    assert {one.agent for one in table} == set(AGENTS)
    assert sum(one.share for one in table) == pytest.approx(1.5)
    assert all(one.games == 400 for one in table)


def test_more_than_two_players(tmp_path):
    found = play_tournament(arkade.make("toy", num_players=3), ["random", "greedy"], 30, out=tmp_path)
    assert {line_up: places.shape for line_up, places in found.places.items()} == {
        ("random", "random", "greedy"): (10, 3, 3),
        ("random", "greedy", "greedy"): (10, 3, 3),
    }
    assert {one.agent for one in standings.standings(found)} == {"random", "greedy"}
    for pairing in standings.pairings(found):
        assert sum(share * pairing.line_up.count(agent) for agent, share in pairing.shares.items()) == pytest.approx(1)


class Killed(BaseException):
    """What a kill looks like from inside."""


def test_a_killed_tournament_goes_on(toy, played, tmp_path, monkeypatch):
    lines, play = [], tournament._play

    def until_killed(*args):
        if len(lines) == 5:
            raise Killed
        lines.append(args)
        return play(*args)

    monkeypatch.setattr(tournament, "_play", until_killed)
    with pytest.raises(Killed):
        play_tournament(toy, AGENTS, 200, out=tmp_path)
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"line_up": ["random", "gre')  # cut off in the middle of a line
    monkeypatch.setattr(tournament, "_play", lambda *args: lines.append(args) or play(*args))
    again = play_tournament(toy, AGENTS, 200, out=tmp_path)
    assert len(lines) == 3 * 7
    assert standings.to_dict(again) == standings.to_dict(played)
    play_tournament(toy, AGENTS, 200, out=tmp_path)
    assert len(lines) == 3 * 7  # nothing left to play


def test_more_games_and_further_agents_use_what_was_played(toy, played, tmp_path, monkeypatch):
    play_tournament(toy, AGENTS[:2], 120, out=tmp_path)
    sizes, play = [], tournament._play
    monkeypatch.setattr(tournament, "_play", lambda *args: sizes.append(args[3]) or play(*args))
    found = play_tournament(toy, AGENTS, 200, out=tmp_path)
    assert sum(sizes) < 300
    assert all((found.places[line_up] == played.places[line_up]).all() for line_up in played.places)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (dict(seed=1), "seed 0, not 1: choose another folder"),
        (dict(game=arkade.make("toy", num_players=2, max_tricks=2)), "options .*: choose another folder"),
    ],
)
def test_another_tournament_needs_another_folder(toy, tmp_path, change, message):
    play_tournament(toy, ["random", "greedy"], 4, out=tmp_path)
    with pytest.raises(ValueError, match=message):
        play_tournament(change.pop("game", toy), ["random", "greedy"], 4, out=tmp_path, **change)


def test_an_agent_that_plays_otherwise_needs_another_folder(toy, tmp_path, monkeypatch):
    play_tournament(toy, ["random", "search:5"], 4, out=tmp_path)
    monkeypatch.setattr(tournament, "describe", lambda game, name, agent: dict(kind="other"))
    with pytest.raises(ValueError, match="choose another folder"):
        play_tournament(toy, ["random", "search:5"], 4, out=tmp_path)


def test_a_broken_line_is_named(toy, tmp_path):
    play_tournament(toy, ["random", "greedy"], 4, out=tmp_path)
    path = tmp_path / "games.jsonl"
    path.write_text(path.read_text() + '{"line_up": 3}\n')
    with pytest.raises(ValueError, match="games.jsonl, line 2: no record of games"):
        play_tournament(toy, ["random", "greedy"], 4, out=tmp_path)


@pytest.mark.parametrize(
    ("agents", "options", "games", "message"),
    [
        (["random"], {}, 4, "at least two, all different"),
        (["random", "random"], {}, 4, "at least two, all different"),
        (["random", "nobody"], {}, 4, "no agent 'nobody'"),
        (["random", "greedy"], {}, 0, "games=0"),
    ],
)
def test_bad_tournaments_are_refused(agents, options, games, message, tmp_path):
    with pytest.raises(ValueError, match=message):
        play_tournament(arkade.make("toy", **options), agents, games, out=tmp_path)
    with pytest.raises(ValueError, match="2 players or more"):
        line_ups(["random", "greedy"], 1)


def test_threads_change_nothing(toy, tmp_path, played):
    two = play_tournament(toy, AGENTS, 40, out=tmp_path, num_threads=2)
    for line_up, places in two.places.items():
        assert (places[:16] == played.places[line_up][:16]).all()


def test_the_command_shows_a_table_and_says_what_was_run(tmp_path):
    words = ["tournament", "toy", "--players", "2", "--games", "60", "--out", str(tmp_path)]
    done = CliRunner().invoke(app, [*words, "--agents", "random", "greedy", "search:5"])
    assert done.exit_code == 0, done.output
    assert "even share 50.0 %" in done.output and "search:5" in done.output and "line-ups" in done.output
    assert (tmp_path / "tournament.png").read_bytes().startswith(b"\x89PNG")
    report = json.loads((tmp_path / "tournament.json").read_text())
    assert report["plan"]["agents"]["search:5"]["simulations"] == 5
    assert report["plan"]["options"]["num_players"] == 2 and report["plan"]["games"] == 60
    for one in report["standings"]:
        low, high = one["interval"]
        assert 0 <= low <= one["share"] <= high <= 1
    assert np.array([json.loads(line)["places"] for line in (tmp_path / "games.jsonl").open()][0]).shape == (32, 2)
    done = CliRunner().invoke(app, [*words, "--agents", "random,greedy", "--seed", "4"])
    assert done.exit_code == 2 and "choose another folder" in " ".join(done.output.split())
