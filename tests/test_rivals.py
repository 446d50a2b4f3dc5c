"""The run of other suites beside arkade: its workers, its tables, and that these say who is quickest."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from arkade_benchmarks.rivals import __main__ as rivals
from arkade_benchmarks.rivals import measure, table

ROOT = Path(__file__).parent.parent


def row(game, kind, rate, shown="84 uint8", mode="step"):
    samples = [0.9 * rate, rate, 1.1 * rate]
    return dict(game=game, kind=kind, mode=mode, batch=1, shown=shown, samples=samples, cpu_samples=samples)


def found(**rows):
    suites = [
        dict(suite=suite.replace("_", " "), versions={"x": "1"}, settings={}, rows=of) for suite, of in rows.items()
    ]
    machine = dict(processor="a processor", cores=2, load=0.1)
    return dict(machine=machine, rounds=3, seconds=0.5, suites=suites, not_measured={"PufferLib": "no wheel"})


def test_a_row_counts_steps_and_takes_about_as_long_as_it_should(monkeypatch):
    """On a clock that only playing moves: a millisecond a round on the wall, two of CPU time."""
    now, played = [0.0], []
    monkeypatch.setattr(measure.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(measure.time, "process_time", lambda: 2 * now[0])

    def play(rounds):
        played.append(rounds)
        now[0] += 1e-3 * rounds
        return 10 * rounds

    one = measure.Row("game", measure.SINGLE, "mode", 1, "none", lambda: play)
    for _ in range(2):
        told = one.sample(0.05)
        assert told == {"rate": pytest.approx(10_000), "cpu_rate": pytest.approx(5_000)}
        assert played[-1] == 50


def test_the_table_says_who_is_quickest_and_how_far_the_limit_is():
    ours, theirs = row("connect_four", measure.BATCH, 100), row("connect_four", measure.BATCH, 200)
    limit = row("connect_four", measure.BATCH, 150)
    text = table.markdown(found(arkade=[ours], Rival=[theirs], plain_C=[limit]))
    assert "Rival is quickest: 2 times arkade." in text and "makes 1.50 times the steps of arkade" in text
    text = table.markdown(found(arkade=[theirs], Rival=[ours]))
    assert "arkade is quickest: 2 times Rival." in text
    assert text.index("| arkade |") < text.index("| Rival |")


def test_rows_without_observations_do_not_win():
    blind = row("connect_four", measure.COMPILED, 900, shown="none")
    ours = row("connect_four", measure.COMPILED, 100)
    assert "Only arkade has this mode." in table.markdown(found(arkade=[ours], Rival=[blind]))


def test_the_table_shows_the_quickest_mode_of_own_games_and_what_failed():
    slow, quick = row("chess", measure.SINGLE, 10, mode="slow"), row("chess", measure.SINGLE, 20, mode="quick")
    failed = dict(row("shogi", measure.SINGLE, 1), samples=[], error="ValueError: no shogi")
    text = table.markdown(found(arkade=[row("connect_four", measure.SINGLE, 5)], Rival=[slow, quick, failed]))
    assert "| Rival: chess | quick |" in text and "| slow |" not in text
    assert "shogi, step, batch 1: not measured, ValueError: no shogi" in text
    assert "PufferLib: not measured, no wheel" in text


def test_suites_are_measured_in_rounds_in_processes_of_their_own(tmp_path):
    path = tmp_path / "rivals.json"
    command = [
        sys.executable,
        "-m",
        "arkade_benchmarks.rivals",
        "plain_c",
        "openspiel",
        "--environments",
        f"{tmp_path}/{{}}",
    ]
    options = ["--rounds", "2", "--seconds", "0.002", "--json", str(path)]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(path.read_text(encoding="utf-8"))
    (suite,) = told["suites"]
    assert suite["suite"] == "plain C" and all(len(row["samples"]) == 2 for row in suite["rows"])
    assert told["not_measured"]["openspiel"] == f"there is no {tmp_path}/openspiel"
    assert path.with_suffix(".md").read_text(encoding="utf-8") == table.markdown(told)


def test_every_rival_has_a_module_and_a_pinned_environment():
    folder = ROOT / "benchmarks" / "rivals"
    for name in rivals.RIVALS:
        assert (folder / f"{name}.py").is_file()
        assert "==" in (folder / f"{name}.txt").read_text(encoding="utf-8")
    words = next(
        line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if line.startswith("RIVALS")
    )
    assert tuple(words.split()[2:]) == rivals.RIVALS
