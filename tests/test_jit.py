"""The kernel dialect: compiled and plain Python agree, and machine code on disk never outlives its source."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import arkade
import toy_env  # noqa: F401  (registers itself)
from arkade import jit, verbs
from arkade.records import state_dtype, tables_dtype

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PLAY = """
import sys
import numpy as np, toy_env, arkade
from arkade.envs.learner import LearnerGames
name, steps = sys.argv[1], int(sys.argv[2])
game = arkade.make(name, num_players=3)
states = game.new(4)
game.reset(states, 5)
out = [game.rollout(states, steps, seed=1), states]
worlds = states.copy()
live = ~game.over(worlds)
game.determinize(worlds, 1, 9)
out += [worlds, game.observe(states, [0, 1, 2, 0]), game.observe(states, [2, 0, 1, 1], np.uint8), game.legal(states)]
out += [game.scores(states), np.round(game.evaluate(states, 0), 6)]
ends = states[:1].copy()
game.playout(ends, seed=3)
out += [ends] + [game.returns(ends, reward) for reward in ("win", "rank", "margin")]
env = arkade.BatchEnv(game, 2, seed=2)
env.reset()
for _ in range(steps // 2):
    batch = env.step(env.sample())
out += [env.states, batch.observation, batch.rewards]
games = LearnerGames(game, 2, reward="margin_change")
seen, masks = games.buffers()
games.reset(seen, masks)
for _ in range(steps // 8):
    games.step(masks.argmax(axis=1), seen, masks)
out += [games.states, games.learners, seen, masks]
import hashlib
print(hashlib.sha256(b"".join(np.ascontiguousarray(a).tobytes() for a in out)).hexdigest())
"""
ROLL = """
import sys, numpy as np, toy_env, arkade
from arkade import loops
game = arkade.make("toy")
states = game.new(3)
game.reset(states, 1)
game.playout(states)
hits = sum(loops.playout.stats.cache_hits.values()) if hasattr(loops.playout, "stats") else 0
print(game.scores(states).tolist(), hits)
"""


def python(code, *args, cache=None, path=(), **environ):
    """Run code in a new process; returns its last line and what it wrote to stderr."""
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*path, ROOT, TESTS])), **environ}
    if cache is not None:
        variables["NUMBA_CACHE_DIR"] = str(cache)
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, args)], capture_output=True, text=True, env=variables, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()[-1], done.stderr


@pytest.mark.parametrize(("name", "steps"), [("toy", 400), ("replicants", 160)])
def test_compiled_and_plain_python_give_the_same_bytes(name, steps):
    compiled, plain = (python(PLAY, name, steps, NUMBA_DISABLE_JIT=off)[0] for off in ("0", "1"))
    assert compiled == plain


def test_bounds_checked_kernels_give_the_same_bytes_from_a_folder_of_their_own(tmp_path):
    checked, _ = python(ROLL, cache=tmp_path, NUMBA_BOUNDSCHECK="1")
    assert [folder.name.endswith("-bounds") for folder in tmp_path.glob("kernels-*")] == [True]
    assert checked == python(ROLL, NUMBA_DISABLE_JIT="1")[0]


def test_an_edited_rule_of_a_game_outside_the_suite_holds_in_the_next_process(tmp_path):
    package, cache = tmp_path / "games" / "toy_env", tmp_path / "cache"
    shutil.copytree(TESTS / "toy_env", package, ignore=shutil.ignore_patterns("__pycache__"))
    first, _ = python(ROLL, cache=cache, path=[package.parent])
    again, _ = python(ROLL, cache=cache, path=[package.parent])
    assert first.endswith("0") and again == first[:-1] + "1"  # the second process finds its machine code
    rules = (package / "rules.py").read_text()
    (package / "rules.py").write_text(
        rules.replace("+= 2 * s.prize", "+= 3 * s.prize").replace("+= s.prize", "+= 5 * s.prize")
    )
    edited, _ = python(ROLL, cache=cache, path=[package.parent])
    assert edited.endswith("0") and edited != first
    assert edited[:-2] == python(ROLL, path=[package.parent], NUMBA_DISABLE_JIT="1")[0][:-2]
    (package / "rules.py").write_text(rules)
    back, _ = python(ROLL, cache=cache, path=[package.parent])
    assert back == again
    assert not list(tmp_path.rglob("*.nbi")) == [] and not list(package.rglob("*.nbi"))


def test_an_edit_in_a_subpackage_of_a_game_counts(tmp_path):
    package = tmp_path / "deep_game"
    (package / "cards").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "cards" / "__init__.py").write_text("COST = 1\n")
    jit.digest.cache_clear()
    before = tables_dtype([("x", "i1")], str(package / "tables.py"))
    (package / "cards" / "__init__.py").write_text("COST = 2\n")
    jit.digest.cache_clear()
    assert tables_dtype([("x", "i1")], str(package / "tables.py")) != before


def test_a_cache_folder_that_cannot_be_written_warns_once_and_runs_uncached(tmp_path):
    (tmp_path / "file").touch()
    beside = set(ROOT.glob("arkade/__pycache__/*.nbi")) | set(TESTS.glob("toy_env/__pycache__/*.nbi"))
    line, warnings = python(ROLL, cache=tmp_path / "file" / "below")
    assert line == python(ROLL, NUMBA_DISABLE_JIT="1")[0]
    assert warnings.count("RuntimeWarning: arkade compiles anew in every process") == 1
    assert set(ROOT.glob("arkade/__pycache__/*.nbi")) | set(TESTS.glob("toy_env/__pycache__/*.nbi")) == beside


def test_old_cache_folders_are_pruned_and_young_ones_kept(tmp_path):
    old, young = tmp_path / "kernels-old", tmp_path / "kernels-young"
    old.mkdir()
    young.mkdir()
    os.utime(old, (0, 0))
    python("import arkade; print()", cache=tmp_path)
    assert not old.exists() and young.exists()


FORK = """
import os, sys, toy_env, arkade
game = arkade.make("toy")
states = game.new(64)
game.reset(states, 1)
game.rollout(states, 10, num_threads=int(sys.argv[1]))
child = os.fork()
if child == 0:
    try:
        game.rollout(states, 10, num_threads=1)
        game.rollout(states, 10, num_threads=2)
        os._exit(1)
    except RuntimeError as error:
        os._exit(7 if "forked child" in str(error) else 2)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_forked_child_of_a_process_that_used_threads_is_refused_threads():
    assert python(FORK, 2, NUMBA_NUM_THREADS="2")[0] == "7"


def test_a_forked_child_may_use_threads_where_its_parent_did_not():
    assert python(FORK, 1, NUMBA_NUM_THREADS="2")[0] == "1"


def test_a_state_of_no_registered_game_is_named():
    stranger = np.zeros(
        1, state_dtype([("rng", "u8"), ("num_players", "i1"), ("current_player", "i1"), ("over", "i1")])
    )
    with pytest.raises(TypeError, match="no game registered a kernel 'step' for states of type"):
        verbs.step(stranger[0], None, 0)
    with pytest.raises(ValueError, match="states of toy are arrays of its STATE dtype, got"):
        arkade.make("toy").legal(stranger)


def test_registering_a_game_needs_every_verb():
    kernels = dict.fromkeys([verb for verb in verbs.VERBS if verb != "observe"], lambda s: None)
    with pytest.raises(TypeError, match=r"missing \['observe'\], unknown \['draw'\]"):
        verbs.register_kernels(np.dtype("i8"), **kernels, draw=lambda s: None)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ([("rng", "u8")], "state field 'num_players' must be a scalar i1"),
        ([("rng", "i8"), ("num_players", "i1"), ("current_player", "i1"), ("over", "i1")], "'rng' must be a scalar u8"),
        (
            [("rng", "u8"), ("num_players", "i1"), ("current_player", "i1"), ("over", "i1"), ("deck", "u1", 3)],
            "'deck' is uint8: fields are signed",
        ),
    ],
)
def test_a_state_must_have_what_every_loop_needs(fields, message):
    with pytest.raises(ValueError, match=message):
        state_dtype(fields)


def test_a_record_with_jit_off_counts_in_whole_numbers_and_refuses_what_does_not_fit():
    states = arkade.make("toy").new(1)
    record = jit.Records(states)[0]
    record.points[0] = 100
    assert record.points[0] * 1000 == 100_000 and type(record.points[0]) is int and type(record.trick) is int
    with pytest.raises(OverflowError):
        record.trick = 300
    with pytest.raises(OverflowError):
        record.hand[0, 1] = -200
    for index in (-1, (0, -1)):
        with pytest.raises(IndexError, match="negative index -1"):
            record.hand[index]
        with pytest.raises(IndexError, match="negative index -1"):
            record.hand[index] = 0
    with pytest.raises(AttributeError, match="no field 'colour'"):
        _ = record.colour
    with pytest.raises(AttributeError, match="no field 'colour'"):
        record.colour = 1


def test_states_of_another_game_shape_or_order_are_refused():
    game = arkade.make("toy")
    states = game.new(4)
    game.reset(states, 0)
    with pytest.raises(ValueError, match="one contiguous row of records, got shape"):
        game.legal(states[::2])
    with pytest.raises(ValueError, match="one contiguous row of records, got shape"):
        game.legal(states.reshape(2, 2))
    with pytest.raises(ValueError, match="got int64"):
        game.legal(np.zeros(3, np.int64))
    unaligned = np.frombuffer(states.tobytes(), np.dtype(states.dtype.descr)).copy()  # as np.load gives it back
    assert np.array_equal(game.legal(unaligned), game.legal(states))


def test_saved_states_come_back_and_those_of_other_options_do_not(tmp_path):
    game, other = arkade.make("toy", num_players=3), arkade.make("toy", num_players=2)
    states = game.new(4)
    game.reset(states, 2)
    game.save(tmp_path / "states.npz", states)
    assert game.load(tmp_path / "states.npz").tobytes() == states.tobytes()
    with pytest.raises(ValueError, match="holds states of .*'num_players': 3.*this is .*'num_players': 2"):
        other.load(tmp_path / "states.npz")
