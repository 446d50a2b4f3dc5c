"""Eight small numbers at once: byte lanes of a word, the first byte lowest."""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel

ONES = np.uint64(0x0101010101010101)
_S1, _S2 = np.uint64(1), np.uint64(2)


@kernel(hot=True)
def differing_bytes(x, y):
    """1 in each byte, of bytes 0..7, in which two words differ."""
    z = x ^ y
    return (z | (z >> _S1) | (z >> _S2)) & ONES
