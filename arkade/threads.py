"""Threaded loops, with the fork that would kill a process refused."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import numba

_threaded_in: int | None = None  # the process that made a threaded call


def check_num_threads(num_threads: int) -> int:
    """`num_threads` if this machine has them; ValueError naming what is allowed."""
    most = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
    if not isinstance(num_threads, int) or not 1 <= num_threads <= most:
        raise ValueError(f"num_threads={num_threads!r}: allowed is 1 to {most} on this machine")
    return num_threads


@contextlib.contextmanager
def threads(num_threads: int) -> Iterator[bool]:
    """Run the threaded loops inside on `num_threads` threads; yields False where one thread needs no threaded loop.

    Raises RuntimeError in a forked child of a process that has used threads: OpenMP would kill it without a word.
    """
    global _threaded_in
    if check_num_threads(num_threads) == 1:
        yield False
        return
    if _threaded_in is not None and _threaded_in != os.getpid():
        raise RuntimeError(
            "num_threads > 1 in a forked child of a process that has used threads: OpenMP would kill it; "
            "use num_threads=1, or start workers with the 'spawn' or 'forkserver' method"
        )
    _threaded_in = os.getpid()
    before = numba.get_num_threads()
    numba.set_num_threads(num_threads)
    try:
        yield True
    finally:
        numba.set_num_threads(before)
