"""Start-up: what a first BatchEnv costs, with an empty kernel cache and with a full one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from arkade_benchmarks.timing import CPU, WALL, Figure, figure

_SCRIPT = """
import json, sys, time
start = time.perf_counter()
import arkade
from arkade.envs.batch import BatchEnv
imported = time.perf_counter()
name, options = json.loads(sys.argv[1])
env = BatchEnv(name, 64, **options)
env.reset()
env.step(env.sample())
end = time.perf_counter()
print(json.dumps({"import": imported - start, "wall": end - start, "cpu": time.process_time()}))
"""

COLD = "cold start: compile all of a first BatchEnv"
WARM = "warm start: import to first step"
COLD_LIMIT = "compiling: the rules once for each loop that a first environment uses"
WARM_LIMIT = "importing numpy and numba, then reading machine code from the cache"


def first_step(game_name: str, options: dict[str, Any], cache: str) -> dict[str, float]:
    """Seconds of a new process from the import of arkade to the first step of a BatchEnv, and its CPU seconds."""
    command = [sys.executable, "-c", _SCRIPT, json.dumps([game_name, options])]
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the first step of {game_name} failed in a new process:\n{done.stderr}")
    return json.loads(done.stdout)


def startup(game_name: str, *, warm_runs: int = 5, **options: Any) -> tuple[Figure, Figure]:
    """Cold start in CPU seconds (one run: it is long), and warm start in wall seconds."""
    with tempfile.TemporaryDirectory(prefix="arkade-cold-") as cache:
        cold = first_step(game_name, options, cache)
        warm = [first_step(game_name, options, cache)["wall"] for _ in range(warm_runs)]
    start = figure(
        COLD, "s", [cold["cpu"]], clock=CPU, walls=[cold["wall"]], limit=COLD_LIMIT,
        counts="CPU seconds of a new process from the import to the first step, with an empty cache; one run",
    )  # fmt: skip
    again = figure(
        WARM, "s", warm, clock=WALL, limit=WARM_LIMIT,
        counts="seconds of a new process from the import to the first step, with a full cache",
    )  # fmt: skip
    return start, again
