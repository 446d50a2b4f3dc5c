"""Tests of Biohack. `python -m tests.biohack.lockstep` finds the other helpers of the tests like pytest does."""

import sys
from pathlib import Path

TESTS = str(Path(__file__).parents[1])
if TESTS not in sys.path:
    sys.path.insert(0, TESTS)
