"""What `arkade bench` measures: every layer once, with figures that make sense, and what changed since another run."""

import dataclasses
import json
import time

import numpy as np
import pytest

import arkade
import toy_env  # noqa: F401  registers "toy"
from arkade.jit import cache_root
from arkade_benchmarks import compare, layers, profile, report, startup, stats, throughput, timing


@pytest.fixture(scope="module")
def found():
    return throughput.throughput("toy", runs=2, seconds=0.001)


def test_every_layer_is_measured(found):
    names = [figure.name for figure in found.figures]
    assert len(names) == len(set(names)) == len(throughput.plan(arkade.make("toy")))
    assert all(figure.low > 0 and figure.counts and figure.limit for figure in found.figures)
    assert all(figure.low <= figure.median <= figure.high for figure in found.figures)
    for words in ("kernel: ", "BatchEnv, 1 game, no", "BatchEnv, 65,536 games, float32", "2 threads", "Gymnasium"):
        assert any(words in name for name in names), words
    for words in ("VectorEnv", "raw AEC", "env()", "SB3 VecEnv", "tree search", "state", "memory of 1,000 games"):
        assert any(words in name for name in names), words


def test_a_quick_run_is_told_figure_by_figure():
    seen = []
    quick = throughput.throughput("toy", quick=True, on_figure=seen.append)
    assert list(quick.figures) == seen and len(seen) == 5
    assert seen[0].ratio == pytest.approx(1, rel=0.5)


def test_a_rate_counts_the_work_done():
    def work(rounds):
        end = time.thread_time() + 0.002 * rounds
        while time.thread_time() < end:
            pass

    meter = timing.Meter(timing.Yardstick(), 3, 0.02)
    figure = meter.rate("work", "units/s", 10, work, counts="units", limit="the clock")
    assert figure.median == pytest.approx(5000, rel=0.1)
    assert (len(figure.samples), len(figure.ratios), figure.clock) == (3, 3, "cpu")


def test_pairs_are_compared_by_the_clock_on_the_wall():
    meter = timing.Meter(timing.Yardstick(), 3, 0.02)
    figure = meter.pairs("pair", lambda: 3.0, lambda: 1.5, counts="seconds", limit="nothing")
    assert (figure.median, figure.low, figure.high, figure.clock) == (2.0, 2.0, 2.0, "wall")


def test_memory_counts_the_arrays_of_a_batch():
    game = arkade.make("toy")
    env = layers.batch_env(game, 1000, "uint8", 1)
    least = env.states.nbytes + env.batch.observation.nbytes + env.batch.action_mask.nbytes
    assert least < layers.batch_bytes(game, 1000, "uint8") < 2 * least + 100_000


def test_first_step_in_a_new_process():
    spent = startup.first_step("replicants", {"num_players": 2}, str(cache_root()))
    assert 0 < spent["import"] < spent["wall"]


def test_first_step_says_what_went_wrong(tmp_path):
    with pytest.raises(RuntimeError, match="no game 'chess'"):
        startup.first_step("chess", {}, str(tmp_path))


@pytest.mark.parametrize(
    ("value", "words"), [(12.34e6, "12.3 M steps/s"), (1500, "1.5 k steps/s"), (0.25, "0.25 steps/s")]
)
def test_quantities_are_short(value, words):
    assert report.quantity(value, "steps/s") == words


def test_intervals_hold_the_median_as_often_as_they_say():
    random = np.random.default_rng(0)
    holds = [low <= 0 <= high for _, low, high in (stats.median_interval(random.normal(size=15)) for _ in range(200))]
    assert 0.88 < np.mean(holds) <= 1
    assert stats.median_interval([3.0]) == (3.0, 3.0, 3.0)


def test_a_ratio_says_which_way(found, tmp_path):
    report.write_json([found], tmp_path / "old.json")
    (old,) = compare.read_json(tmp_path / "old.json")
    assert {change.ratio for change in compare.changes(found, old)} == {1.0}
    kernel = next(figure for figure in found.figures if figure.name == "kernel: random play")
    quicker = dataclasses.replace(kernel, ratios=[1.5 * ratio for ratio in kernel.ratios])
    old_kernel = dataclasses.asdict(kernel)
    change = compare.change(quicker, old_kernel | {"ratios": kernel.ratios[:1] * 2})
    assert change.by_yardstick and change.verdict == ("better" if change.low > 1 else "")
    start = timing.figure("start", "s", [2.0, 2.0], clock="wall", counts="", limit="")
    assert compare.change(start, dataclasses.asdict(start) | {"samples": [1.0, 1.0]}).verdict == "worse"
    assert compare.earlier(found, [old]) is old
    assert compare.earlier(dataclasses.replace(found, options={"num_players": 3}), [old]) is None
    old["machine"]["numba"] = "0.1"
    assert compare.machine_differences(found, old) == [f"numba: 0.1 then, {found.machine['numba']} now"]


@pytest.mark.parametrize("text", ["{}}", "[{}]", json.dumps([{"figures": [{"samples": []}]}])])
def test_a_file_that_holds_no_figures_is_refused(tmp_path, text):
    path = tmp_path / "old.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match="old.json holds"):
        compare.read_json(path)


def test_the_parts_of_a_step_are_told_apart(monkeypatch):
    monkeypatch.setattr(profile, "ROUNDS", {profile.FEW: 60, profile.MANY: 2})
    found = profile.profile("replicants", num_players=2)
    cost = {part: found["parts"][part][str(profile.FEW)][0] for part in profile.PARTS}
    assert cost["observation"] > cost["step"] > cost["mask"] and cost["draw"] < cost["mask"] + cost["choice"]
    text = profile.table(dict(machine=report.machine(), write_gb_s=10.0, games=[found]))
    assert "replicants, 2 players | mask" in text and "of what can be written" in text


def test_passes_are_random_play():
    """Six of them lead to where six steps of a rollout lead, and what did nothing is timed, too."""
    game = arkade.make("replicants", num_players=2)
    played, passed = layers.dealt(game, 8), layers.dealt(game, 8)
    spent = profile.passes(game, passed, 5)
    game.rollout(played, 6)
    assert played.tobytes() == passed.tobytes()
    assert set(spent) == {"nothing", *profile.PARTS} and all(len(samples) == 5 for samples in spent.values())
