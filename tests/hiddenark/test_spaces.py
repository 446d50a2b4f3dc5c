"""Sets of sea spaces as words of bits, compiled and with JIT off."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np

from arkade.jit import loop
from hiddenark_env.components import SEA_SPACES
from hiddenark_env.vectors import spaces_with


@loop
def _spaces_with(numbers, least):
    return spaces_with(numbers, least)


def test_spaces_whose_number_reaches_a_bound_become_bits() -> None:
    numbers = np.random.default_rng(0).integers(-128, 128, SEA_SPACES, np.int8)
    for least in (-128, -1, 0, 1, 2, 100, 127):
        assert _spaces_with(numbers, least) == sum(int(n >= least) << i for i, n in enumerate(numbers.tolist()))


def test_the_same_with_jit_off() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "not jit_off"]
    done = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
