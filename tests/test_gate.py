"""The gate against slower kernels: what it measures, when it looks again, and what it says."""

import json
import time

import pytest

import arkade
from arkade_benchmarks import gate
from arkade_benchmarks.timing import Yardstick


def spin(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


@pytest.fixture
def yard(monkeypatch):
    """A yardstick whose step takes about a microsecond, and short attempts."""
    monkeypatch.setattr(gate, "SLICES", 3)
    monkeypatch.setattr(gate, "YARD_STEPS", 20)
    yard = Yardstick()
    monkeypatch.setattr(yard, "run", lambda steps: spin(1e-6 * steps * gate.YARD_ROWS))
    return yard


def test_a_ratio_is_the_cost_of_a_step_in_steps_of_the_yardstick(yard):
    kernel = gate.Kernel("three", lambda: spin(3e-3), 1000)
    assert gate.measure(lambda: kernel, yard) == pytest.approx(3, rel=0.2)


def test_a_kernel_above_its_limit_is_measured_longer(yard):
    calls = []
    kernel = gate.Kernel("three", lambda: calls.append(1) or spin(3e-3), 1000)
    gate.measure(lambda: kernel, yard, limit=100)
    assert len(calls) == 1 + gate.SLICES
    calls.clear()
    gate.measure(lambda: kernel, yard, limit=0.01)
    assert len(calls) == gate.ATTEMPTS * (1 + gate.SLICES)


@pytest.mark.parametrize(("planted", "steps", "looks"), [(0.0, 256, 10), (0.2, 307, 12)])
def test_a_slice_is_always_the_same_work_and_a_planted_slow_down_is_that_much_more(monkeypatch, planted, steps, looks):
    play, observe = (gate.kernel("connect_four", what, planted) for what in ("play", "observe"))
    seen = []
    monkeypatch.setattr(arkade.Game, "rollout", lambda game, states, n: seen.append((states.tobytes(), n)))
    monkeypatch.setattr(arkade.Game, "observe", lambda game, states, dtype, out: seen.append((states.tobytes(), 1)))
    play.work(), play.work()
    assert seen[0] == seen[1] and seen[0][1] == steps
    observe.work()
    assert len(seen) == 2 + looks and len(set(seen[2:])) == 1
    assert (play.count, observe.count) == (256 * gate.ROWS, 10 * 4 * gate.ROWS)


def test_twenty_per_cent_fail_and_noise_does_not():
    reference = {"a: play": 5.0, "b: play": 10.0}
    assert gate.judge({"a: play": 5.4, "b: play": 9.0}, reference) == []
    assert gate.judge({"a: play": 6.0, "b: play": 10.0}, reference) == ["a: play: +20% against the reference"]
    assert gate.judge({"c: play": 1.0}, reference) == ["c: play: no reference ratio"]


def run(monkeypatch, tmp_path, ratios, *words, told=None, elsewhere=None):
    """The command with measured ratios replaced by `ratios`, those of new processes by `elsewhere`.

    Returns its exit code and the file of references.
    """
    path = tmp_path / "gate.json"
    path.write_text(json.dumps({} if told is None else {gate.conditions(): told}), encoding="utf-8")
    monkeypatch.setattr(gate, "RATIOS", path)
    monkeypatch.setattr(gate, "ratio_here", lambda name, what, *_: ratios[f"{name}: {what}"])
    monkeypatch.setattr(gate, "ratio_elsewhere", lambda name, what, *_: (elsewhere or ratios)[f"{name}: {what}"])
    monkeypatch.setattr("sys.argv", ["gate", "connect_four", *words])
    return gate.main(), json.loads(path.read_text(encoding="utf-8"))


def test_the_command_writes_references_and_then_fails_where_something_is_slower(monkeypatch, tmp_path, capsys):
    ratios = {"connect_four: play": 1.2, "connect_four: observe": 1.4}
    code, told = run(monkeypatch, tmp_path, ratios, "--write")
    assert code == 0 and told == {gate.conditions(): ratios}
    assert run(monkeypatch, tmp_path, ratios, told=ratios)[0] == 0
    assert "nothing is more than 10% slower" in capsys.readouterr().out
    slower = ratios | {"connect_four: play": 1.44}
    assert run(monkeypatch, tmp_path, slower, told=ratios)[0] == 1
    assert "connect_four: play: +20% against the reference" in capsys.readouterr().out


def test_a_kernel_that_is_quick_in_a_new_process_is_not_slower(monkeypatch, tmp_path):
    told = {"connect_four: play": 1.2, "connect_four: observe": 1.4}
    assert run(monkeypatch, tmp_path, told | {"connect_four: observe": 2.1}, told=told, elsewhere=told)[0] == 0


def test_a_new_process_measures_the_same_kernel():
    assert 0.2 < gate.ratio_elsewhere("connect_four", "play", 0.0, 1e9) < 5


def test_another_processor_has_no_reference(monkeypatch, tmp_path, capsys):
    assert run(monkeypatch, tmp_path, {})[0] == 2
    assert "no reference ratios for" in capsys.readouterr().out


def test_committed_ratios_are_of_all_kernels():
    names = {f"{game}: {what}" for game in gate.GAMES for what in ("play", "observe")}
    told = json.loads(gate.RATIOS.read_text(encoding="utf-8"))
    assert told and all(set(ratios) == names for ratios in told.values())
