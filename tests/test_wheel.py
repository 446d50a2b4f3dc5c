"""A built wheel holds all that a game needs, and runs without the checkout."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = ("biohack_env", "enclosure_env", "hiddenark_env", "replicants_env")
SOURCES = ("arkade", *GAMES, "agents", "benchmarks")
FILES = ("setup.cfg", "pyproject.toml", "README.md", "LICENSE")

PLAY = """
import arkade, arkade_agents, arkade_benchmarks, replicants_env
from pathlib import Path
here = Path(arkade.__file__).parent.parent
assert all(Path(m.__file__).parent.parent == here for m in (arkade_agents, arkade_benchmarks, replicants_env))
game = arkade.make("replicants", num_players=2)
states = game.new(1)
game.reset(states, 5)
game.rollout(states, 20)
print(here)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(ROOT / file, source / file)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (path,) = out.glob("*.whl")
    return path


def test_wheel_holds_cards_rules_types_and_the_command(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (about,) = (name for name in names if name.endswith("entry_points.txt"))
        assert "arkade = arkade.cli:main" in archive.read(about).decode()
    for game in GAMES:
        files = [path for path in (ROOT / game / "cards").rglob("*") if path.is_file()]
        assert len(files) >= 4
        cards = {path.relative_to(ROOT).as_posix() for path in files}
        assert cards | {"arkade/py.typed", f"{game}/py.typed", f"{game}/RULES.md"} <= names
    assert any(name.endswith("LICENSE") for name in names)
    data = [path for folder in ("recipes", "weights") for path in (ROOT / "agents" / folder).iterdir()]
    assert {f"arkade_agents/{path.parent.name}/{path.name}" for path in data} <= names


def test_wheel_holds_every_module_of_the_checkout_and_nothing_else(wheel):
    installed = {"agents": "arkade_agents", "benchmarks": "arkade_benchmarks"}
    ours = {
        f"{installed.get(folder, folder)}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
    }
    with zipfile.ZipFile(wheel) as archive:
        assert {name for name in archive.namelist() if name.endswith(".py")} == ours


def test_game_runs_from_an_installed_wheel(wheel, tmp_path):
    target = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", str(target)]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    environment = os.environ | {"PYTHONPATH": str(target), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(target)
