"""Random numbers that live inside the state: `rng` is a splitmix64 counter.

The order of draws is part of each game's RULES.md: same seed and actions, same bytes, in every implementation.
"""

from __future__ import annotations

import numpy as np

from arkade.jit import kernel, wraps_around

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)

DETERMINIZE = np.uint64(0xD1B54A32D192ED03)  # keeps the streams of determinize apart from those of reset


@kernel(hot=True)
@wraps_around
def mix(z):
    """Scramble 64 bits (the output function of splitmix64)."""
    z = np.uint64(z)
    z = (z ^ (z >> _S30)) * _MIX_1
    z = (z ^ (z >> _S27)) * _MIX_2
    return z ^ (z >> _S31)


@kernel(hot=True)
@wraps_around
def next64(s):
    """The next 64 random bits of state `s`."""
    s.rng = np.uint64(s.rng) + GOLDEN
    return mix(s.rng)


@kernel(hot=True)
@wraps_around
def below(s, n):
    """A uniform integer in 0..n-1 from state `s`: the high 32 bits of the next number, scaled."""
    return int(((next64(s) >> _S32) * np.uint64(n)) >> _S32)


@kernel
def shuffle(s, items, start, stop):
    """Shuffle `items[start:stop]` in place, Fisher-Yates from the end."""
    for i in range(stop - 1, start, -1):
        j = start + below(s, i - start + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


@kernel(hot=True)
@wraps_around
def hash2(a, b):
    """Scramble two numbers into 64 bits: seeds of autoreset games, choices that must not touch a state."""
    return mix(mix(np.uint64(a) + GOLDEN) ^ np.uint64(b))


@kernel(hot=True)
@wraps_around
def scaled(bits, n):
    """A uniform integer in 0..n-1 from 64 random bits."""
    return int(((np.uint64(bits) >> _S32) * np.uint64(n)) >> _S32)


@kernel
@wraps_around
def reseed(s, seed):
    """Start the generator of `s` anew for `determinize`, apart from every stream that `reset` can start."""
    s.rng = mix(np.uint64(seed) ^ DETERMINIZE)
