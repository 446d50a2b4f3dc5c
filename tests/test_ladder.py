"""The strength ladder: who plays among whom, what is shown, and the page that a command writes."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import arkade
import toy_env  # noqa: F401  registers "toy"
from arkade.cli import app
from arkade_agents import ladder
from arkade_agents.evaluate import evaluate
from arkade_agents.tournament import Tournament

DOCS = Path(__file__).parent.parent / "docs"


def test_one_of_each_kind_plays_among_the_next_weaker_kind():
    assert ladder.line_ups(["random", "greedy", "search:5"], 3) == [
        ("greedy", "random", "random"),
        ("search:5", "greedy", "greedy"),
    ]


@pytest.mark.parametrize(("won", "shown"), [(19, True), (10, True), (6, False), (2, False)])
def test_a_step_is_shown_where_the_interval_lies_above_the_even_share(won, shown):
    """Planted results of 4 players: "strong" wins so many of 20 deals, in every seat."""
    places = np.full((20, 4, 4), 2)
    places[:won, :, 0] = places[won:, :, 1] = 1
    plan = dict(agents=["weak", "strong"])
    line_up = ("strong", "weak", "weak", "weak")
    (step,) = ladder.steps(Tournament(plan, {line_up: places}, {line_up: -places.astype(float)}))
    assert (step.agent, step.among, step.num_players, step.games) == ("strong", "weak", 4, 80)
    assert step.share == pytest.approx(won / 20) and step.interval[0] < step.share < step.interval[1]
    assert step.is_shown == shown


def test_the_command_goes_on_and_writes_the_page(tmp_path):
    words = ["ladder", "toy", "--players", "3", "--out", str(tmp_path / "games"), "--record", str(tmp_path)]
    for games in (30, 60):
        done = CliRunner().invoke(app, [*words, "--games", str(games), "--agents", "random", "greedy", "search:5"])
        assert done.exit_code == 0, done.output
        assert "even share 33.3 %" in done.output and "search:5 among greedy" in done.output
    (run,) = json.loads((tmp_path / "ladder.json").read_text())
    assert run["plan"]["games"] == 60 and run["plan"]["agents"]["search:5"]["simulations"] == 5
    assert [step["games"] for step in run["steps"]] == [60, 60]
    page = (tmp_path / "ladder.md").read_text()
    assert (
        "## toy, 3 players" in page
        and "`arkade ladder toy --players 3 --games 60 --seed 0 --agents random greedy search:5`" in page
    )
    done = CliRunner().invoke(app, [*words[:-1], str(tmp_path / "nowhere")])
    assert done.exit_code == 2 and "no such folder" in " ".join(done.output.split())


def test_the_page_is_of_the_file_beside_it():
    runs = json.loads((DOCS / "ladder.json").read_text(encoding="utf-8"))
    assert (DOCS / "ladder.md").read_text(encoding="utf-8") == ladder.markdown(runs)


def test_a_search_of_a_hundred_beats_greedy_in_replicants():
    result = evaluate(arkade.make("replicants", num_players=2), ["search:100", "greedy"], games=24, seed=5)
    assert result.intervals[0][0] > 0.5
