"""The `arkade` command: what it prints, what it refuses, and that `import arkade` stays light."""

import ast
import csv
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import arkade
import toy_env  # noqa: F401  registers "toy"
from arkade import replay
from arkade.cli import app
from arkade.cli import play as cli_play
from arkade.cli.tools import player_counts

CARDS = Path(__file__).parent.parent / "replicants_env" / "cards"
COMMANDS = (
    "list",
    "info",
    "warmup",
    "bench",
    "train",
    "eval",
    "tournament",
    "baselines",
    "record",
    "play",
    "replay",
    "cards check",
)


def run(*words, keys=None):
    return CliRunner().invoke(app, [str(word) for word in words], input=keys)


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(command):
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert f"Example: arkade {command}" in " ".join(result.output.split())


def test_list_shows_every_game():
    result = run("list")
    assert result.exit_code == 0
    assert all(name in result.output for name in arkade.games())


@pytest.mark.parametrize(
    ("game", "counts"),
    [("replicants", [2, 3, 4, 5, 6]), ("enclosure", [2, 3, 4]), ("hiddenark", [1, 2, 3, 4]), ("biohack", [1, 2, 3, 4])],
)
def test_one_player_counts_where_that_is_a_mode_of_its_own(game, counts):
    assert player_counts(game) == counts
    assert f"{counts[0]}–{counts[-1]}" in next(line for line in run("list").output.splitlines() if game in line)


def test_info_shows_options_actions_and_observation():
    result = run("info", "replicants", "-n", 2, "-o", "usc=true")
    game = arkade.make("replicants", num_players=2, usc=True)
    assert result.exit_code == 0
    for words in (f"{game.num_actions} actions", f"{game.observation_size} numbers", "num_players", "2 players"):
        assert words in result.output
    assert all(kind in result.output for kind in game.actions.kinds)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["info", "chess"], "no game 'chess'; games are"),
        (["warmup", "chess"], "no game 'chess'; games are"),
        (["bench", "chess", "--quick"], "no game 'chess'; games are"),
        (["info", "toy", "-n", 9], "num_players=9: allowed is a whole number from 2 to 3"),
        (["info", "toy", "-o", "colour=red"], "toy has no option 'colour'"),
        (["info", "toy", "-o", "max_tricks"], "expected KEY=VALUE"),
        (["info", "toy", "-o", "max_tricks=2", "-o", "max_tricks=3"], "max_tricks was given twice"),
        (["info", "replicants", "--cards", "no/such/folder"], "no/such/folder: found nothing; allowed: a card folder"),
        (["play", "toy", "--seat", 2], "--seat 2: allowed is 0 to 1"),
        (["play", "toy", "--against", "nobody"], "no agent 'nobody'"),
        (["eval", "toy", "--agents", "greedy,nobody"], "no agent 'nobody'"),
        (["eval", "toy", "--agents", "greedy,greedy,greedy"], "3 agents: allowed is 1 to 2"),
        (["bench", "toy", "--quick", "--plot", "figure.doc"], "a picture is a .png or .svg file"),
        (["bench", "toy", "--quick", "--json", "no/such/folder/b.json"], "there is no folder"),
        (["bench", "toy", "--quick", "--compare", "no_such.json"], "no_such.json holds no figures"),
        (["bench", "toy", "--players", 2, "--all-players"], "--players and --all-players: only one of the two"),
        (["train", "chess", "--minutes", "0.1"], "no game 'chess'; games are"),
        (["cards", "check", "no/such/folder"], "no/such/folder is not a folder"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert message in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_unknown_command_is_refused():
    assert run("lists").exit_code == 2


WARMUP = """
import toy_env
import arkade
from arkade import learner_loops, loops
from arkade.cli import warmup
for name, call in warmup.parts(arkade.make("toy")):
    call()
names = NAMES
print([name for module, name in names if not getattr(globals()[module], name).signatures])
"""


def test_warmup_compiles_every_loop_in_a_new_process():
    names = [(module, name) for module in ("loops", "learner_loops") for name in _loops_of(module)]
    assert len(names) > 15
    environment = os.environ | {"PYTHONPATH": str(Path(toy_env.__file__).parent.parent)}
    code = WARMUP.replace("NAMES", repr(names))
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def _loops_of(module):
    """The functions of a module of arkade that are decorated with `@loop`."""
    tree = ast.parse((Path(arkade.__file__).parent / f"{module}.py").read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [node.name for node in functions if any("loop" in ast.unparse(word) for word in node.decorator_list)]


def test_warmup_says_what_is_ready():
    result = run("warmup", "toy")
    assert result.exit_code == 0
    assert "ready: toy" in result.output


def test_bench_writes_a_table_a_file_and_a_picture(tmp_path):
    json_file, picture = tmp_path / "bench.json", tmp_path / "bench.png"
    result = run("bench", "toy", "--quick", "--runs", 1, "--json", json_file, "--plot", picture)
    assert result.exit_code == 0, result.output
    assert "yardstick" in result.output and "What is counted, and what limits it" in result.output
    (report,) = json.loads(json_file.read_text())
    assert report["game"] == "toy" and report["machine"]["numba"]
    for figure in report["figures"]:
        assert 0 < figure["low"] <= figure["median"] <= figure["high"]
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_bench_compares_with_older_figures_for_every_number_of_players(tmp_path):
    json_file = tmp_path / "bench.json"
    assert run("bench", "toy", "--quick", "--json", json_file).exit_code == 0
    result = run("bench", "toy", "--quick", "--all-players", "--compare", json_file)
    words = " ".join(result.output.split())
    assert result.exit_code == 0, result.output
    assert "new / old: toy, num_players=2" in words and "first divided by the yardstick" in words
    assert "num_players=3, max_tricks=6: not among the older figures" in words


def test_eval_shares_add_up(tmp_path):
    json_file = tmp_path / "eval.json"
    result = run("eval", "toy", "--agents", "greedy,random", "--games", 200, "--json", json_file)
    assert result.exit_code == 0, result.output
    assert "200 games" in result.output
    assert sum(json.loads(json_file.read_text())["shares"]) == pytest.approx(1)


def test_train_writes_a_player_that_eval_knows(tmp_path):
    result = run("train", "toy", "--minutes", "0.03", "--out", tmp_path / "run")
    assert result.exit_code == 0, result.output
    assert "against greedy" in result.output
    player = tmp_path / "run" / "player.npz"
    result = run("eval", "toy", "--agents", f"{player},random", "--games", 20)
    assert result.exit_code == 0, result.output


def test_train_takes_a_recipe_of_ones_own(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("[long]\nimitation_decisions = 300\nnum_envs = 16\ncheck_games = 20\n")
    result = run("train", "toy", "--minutes", "0.01", "--out", tmp_path / "run", "--recipe", f"{file}:long")
    assert result.exit_code == 0, result.output
    assert json.loads((tmp_path / "run" / "training.json").read_text())["recipe"]["num_envs"] == 16
    for given, message in ((f"{file}:hour", "no recipe 'hour'"), (tmp_path / "none.toml", "none.toml")):
        result = run("train", "toy", "--minutes", "0.01", "--out", tmp_path / "other", "--recipe", given)
        assert result.exit_code == 2 and message in result.stderr.replace("\n", "")


def test_cards_check_accepts_our_own_cards():
    result = run("cards", "check", CARDS)
    assert result.exit_code == 0, result.output
    assert "a card set of replicants, nothing wrong" in " ".join(result.output.split())


def test_cards_check_names_file_line_and_column(tmp_path):
    folder = tmp_path / "cards"
    shutil.copytree(CARDS, folder)
    path = folder / "replicants.csv"
    rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
    column = rows[0].index("cost2") if "cost2" in rows[0] else len(rows[0]) - 3
    rows[4][column] = "XYZ"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    result = run("cards", "check", folder)
    assert result.exit_code == 1
    for words in ("replicants.csv", "line 5", rows[0][column], "XYZ", "allowed"):
        assert words in result.output


def test_cards_check_of_a_folder_of_nothing(tmp_path):
    result = run("cards", "check", tmp_path)
    assert result.exit_code == 2
    assert "--game" in result.output


# --- play ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["toy", "replicants"])
def test_play_to_the_end_with_the_first_action_each_time(name):
    options = ["-o", "max_rounds=2"] if name == "replicants" else []
    result = run("play", name, "-n", 2, "--against", "random", "--seed", 3, *options, keys="1\n" * 400)
    assert result.exit_code == 0, result.output
    assert "points, won" in result.output and "you: " in result.output


def test_play_says_actions_in_words():
    result = run("play", "enclosure", "--seed", 3, keys="q\n")
    assert ": move " in result.output and "end the turn" in result.output and "swap(" not in result.output
    result = run("play", "replicants", "-n", 2, "--seed", 3, keys="1\nq\n")
    assert " enter at L4 (" in result.output and "  discard " in result.output and "setup_" not in result.output


def test_play_helps_shows_draws_and_leaves(tmp_path):
    picture = tmp_path / "board.svg"
    result = run("play", "toy", "--against", "random", keys=f"0\nwhat\nb\nsvg {picture}\nsvg {tmp_path}/no/x.svg\nq\n")
    assert result.exit_code == 0
    assert "'what'?" in result.output and "cannot be written" in " ".join(result.output.split())
    assert "You have left the game." in result.output
    assert "<svg" in picture.read_text()


def test_play_ends_with_its_input():
    result = run("play", "toy", "--against", "random", keys="")
    assert result.exit_code == 0
    assert "You have left the game." in result.output


def test_what_others_choose_in_secret_is_not_told():
    game = arkade.make("toy", num_players=2)
    states = game.new(1)
    for seed in range(50):  # a seed whose first player has a real choice of cards to put face down
        game.reset(states, seed)
        legal = np.flatnonzero(game.legal(states)[0])
        if len(legal) > 2:
            break
    mover = int(game.current_player(states)[0])
    table = cli_play.Table(game, states, 1 - mover, {})
    before = states.copy()
    assert not any(cli_play.is_seen(table, int(action)) for action in legal)
    assert (states == before).all()
    own = cli_play.Table(game, states, mover, {})
    assert all(cli_play.is_seen(own, int(action)) for action in legal)


# --- baselines ----------------------------------------------------------------------------------------------------


def test_baselines_are_a_table_of_every_number_of_players(tmp_path):
    result = run("baselines", "toy", "--minutes", "0", "--games", "40", "--out", tmp_path)
    assert result.exit_code == 0, result.output
    rows = [line for line in result.stdout.splitlines() if line.startswith("| ")]
    assert rows[0] == "| players | even share | greedy among random |"
    assert [row.split(" | ")[0].removeprefix("| ") for row in rows[1:]] == ["2", "3"]
    report = json.loads((tmp_path / "baselines.json").read_text())
    assert [figure["num_players"] for figure in report["baselines"]] == [2, 3]
    assert all(low <= f["share"] <= high for f in report["baselines"] for low, high in [f["interval"]])


# --- replays ------------------------------------------------------------------------------------------------------


def test_a_recorded_game_is_checked_and_shown(tmp_path):
    recorded, changed = tmp_path / "game.txt", tmp_path / "changed.txt"
    game = arkade.make("toy", num_players=2)
    states, actions = game.new(1), []
    game.reset(states, 3)
    while not game.over(states).any():
        actions.append(int(game.legal(states)[0].argmax()))
        game.step(states, actions[-1])
    replay.save(recorded, replay.record(game, 3, actions))
    result = run("replay", str(recorded), "--step", "1")
    assert result.exit_code == 0
    assert f"{len(actions)} actions, ended" in result.output
    game.reset(states, 3)
    game.step(states, actions[0])
    assert game.text(states).splitlines()[0] in result.output
    result = run("replay", str(recorded), "--step", str(len(actions) + 1))
    assert result.exit_code == 2
    assert f"the game has {len(actions)} actions" in result.stderr
    changed.write_text(recorded.read_text().replace("seed: 3", "seed: 4"))
    result = run("replay", str(changed))
    assert result.exit_code == 2
    assert "line 6, the deal: hash is" in result.stderr.replace("\n", " ")


# --- imports ------------------------------------------------------------------------------------------------------

HEAVY = ("torch", "stable_baselines3", "sb3_contrib", "typer", "rich", "matplotlib", "replicants_env", "arkade_agents")


def test_import_arkade_is_light():
    code = f"import arkade, sys; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_command_is_installed_and_light():
    code = "import arkade.cli, sys; print([name for name in ('torch', 'stable_baselines3', 'matplotlib') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    command = Path(sys.executable).parent / "arkade"
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"arkade {arkade.__version__}"
