"""The plain C Connect Four: built into a temporary folder, called on arkade's own arrays."""

from __future__ import annotations

import ctypes
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkade.envs.batch import BatchEnv
from arkade_benchmarks.connect_four.state import CELLS, COLUMNS, PLAYERS, STATE

SOURCE = Path(__file__).with_name("connect_four.c")
FLAGS = ("-O3", "-march=native", "-std=c11", "-Wall", "-Wno-parentheses", "-shared", "-fPIC")


@functools.cache
def library() -> ctypes.CDLL:
    """The compiled functions of `connect_four.c`; RuntimeError with what gcc said where it does not compile."""
    if shutil.which("gcc") is None:
        raise RuntimeError("the plain C Connect Four needs gcc on the path")
    with tempfile.TemporaryDirectory(prefix="arkade-c-") as folder:
        built = Path(folder) / "connect_four.so"
        done = subprocess.run(
            ["gcc", *FLAGS, str(SOURCE), "-o", str(built)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"gcc {' '.join(FLAGS)} {SOURCE.name}:\n{done.stderr}")
        found = ctypes.CDLL(str(built))
    found.sequences.restype = ctypes.c_int64
    return found


def compiler() -> str:
    """The compiler and its flags in a line."""
    done = subprocess.run(["gcc", "--version"], capture_output=True, text=True, check=True)
    return f"{done.stdout.splitlines()[0]} {' '.join(FLAGS[:2])}"


def _at(array: np.ndarray | None) -> ctypes.c_void_p:
    return ctypes.c_void_p(None if array is None else array.ctypes.data)


def play(states: np.ndarray, steps: int, seed: int = 0, observing: bool = False) -> NDArray[np.int64]:
    """What `Game.rollout` does; with `observing` the observation of whoever is to move is written before each move."""
    games = np.zeros(len(states), np.int64)
    mask, out = np.zeros(COLUMNS, np.uint8), np.zeros(PLAYERS * CELLS, np.uint8)
    numbers = ctypes.c_int64(len(states)), ctypes.c_int64(steps), ctypes.c_uint64(seed)
    library().play(_at(states), *numbers, _at(mask), _at(out if observing else None), _at(games))
    return games


def sequences(state: np.ndarray, depth: int) -> int:
    """How many sequences of `depth` moves there are from STATE[1]."""
    return int(library().sequences(_at(state), ctypes.c_int(depth)))


class CBatch:
    """What `BatchEnv` does in uniformly random play, in C: the same arrays, filled by the same steps."""

    def __init__(self, num_envs: int, *, seed: int = 0, observing: bool = True) -> None:
        first = BatchEnv("connect_four", num_envs, seed=seed, observations="uint8" if observing else None)
        batch = first.reset()
        self.states, self.action_mask, self.observation = first.states, batch.action_mask, batch.observation
        self.current_player, self.rewards, self.terminated = batch.current_player, batch.rewards, batch.terminated
        self.actions, self.games = np.zeros(num_envs, np.int64), np.zeros(num_envs, np.int64)
        assert self.states.dtype == STATE
        n, number = ctypes.c_int64(num_envs), ctypes.c_uint64(seed)
        self._samples = 0
        self._sample_arguments = (_at(self.action_mask), n, number)
        shown = (self.observation, self.action_mask, self.current_player, self.rewards, self.terminated)
        self._arguments: tuple[Any, ...] = (
            _at(self.states), n, number, _at(self.actions), _at(self.games), *map(_at, shown),
        )  # fmt: skip

    def step(self) -> None:
        """One random move in every row."""
        library().sample(*self._sample_arguments, ctypes.c_uint64(self._samples), _at(self.actions))
        library().advance(*self._arguments)
        self._samples += 1
