"""What `arkade bench` measures: every layer once, with figures that make sense."""

import time

import pytest

import toy_env  # noqa: F401  registers "toy"
from arkade.jit import cache_root
from arkade_benchmarks import report, startup, throughput, timing


def test_every_layer_is_measured():
    seen = []
    found = throughput.throughput("toy", runs=1, on_figure=seen.append)
    assert list(found.figures) == seen
    assert len(seen) == throughput.n_figures(quick=False)
    assert len({figure.name for figure in seen}) == len(seen)
    assert all(figure.low > 0 and figure.limit for figure in seen)
    yardstick = seen[0]
    assert yardstick.ratio == pytest.approx(1, rel=0.5)


def test_a_rate_counts_the_work_done():
    def work(rounds):
        end = time.thread_time() + 0.002 * rounds
        while time.thread_time() < end:
            pass

    yard = timing.Yardstick()
    figure = timing.measure("work", "units/s", 10, work, yard=yard, runs=3, seconds=0.02, limit="the clock")
    assert figure.median == pytest.approx(5000, rel=0.1)


def test_pairs_are_compared_by_the_clock_on_the_wall():
    figure = timing.measure_pairs("pair", "x", lambda: 3.0, lambda: 1.5, runs=3, limit="nothing")
    assert (figure.median, figure.low, figure.high, figure.clock) == (2.0, 2.0, 2.0, "wall")


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
