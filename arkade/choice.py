"""Choosing a legal action uniformly at random: from a mask, or from what a mask is made of.

All take 64 random bits and give the same action for the same bits and the same legal actions, NONE where there is none.
"""

from __future__ import annotations

import numpy as np

from arkade.bits import BITS, borrowed, count_bits, load_flags, nth_bit
from arkade.jit import kernel
from arkade.records import NONE
from arkade.rng import scaled


@kernel(hot=True)
def choose(mask, bits):
    """A random legal action of an int8 mask."""
    mask = borrowed(mask)
    total = 0
    for start in range(0, mask.shape[0], BITS):
        total += count_bits(_flags(mask, start))
    if total == 0:
        return NONE
    left = scaled(bits, total)
    passed = before = first = 0
    for start in range(0, mask.shape[0], BITS):
        passed += count_bits(_flags(mask, start))
        if passed <= left:
            before, first = passed, start + BITS
    return first + nth_bit(_flags(mask, first), left - before)


@kernel(hot=True)
def _flags(mask, start):
    """A word of 64 actions of a mask from `start` on, zeros beyond its end."""
    end = mask.shape[0]
    if start + BITS <= end:
        return load_flags(mask, start)
    if end >= BITS:
        return load_flags(mask, end - BITS) >> np.uint64(start + BITS - end)
    bits = np.uint64(0)
    for a in range(end):
        bits |= np.uint64(mask[a] != 0) << np.uint64(a)
    return bits


@kernel(hot=True)
def choose_bit(words, count, bits):
    """A random legal action, where bit i of word w of the first `count` words stands for action 64 * w + i."""
    total = 0
    for w in range(count):
        total += count_bits(words[w])
    if total == 0:
        return NONE
    left = scaled(bits, total)
    passed = before = word = 0
    for w in range(count):
        passed += count_bits(words[w])
        if passed <= left:
            before, word = passed, w + 1
    return BITS * word + nth_bit(words[word], left - before)


@kernel(hot=True)
def choose_offered(first, offered, second, further, bits):
    """A random legal action of two windows: those of `offered` from action `first` on, then `further` from `second` on."""
    near = count_bits(offered)
    total = near + count_bits(further)
    if total == 0:
        return NONE
    left = scaled(bits, total)
    is_near = left < near
    word, n = (offered, left) if is_near else (further, left - near)
    return (first if is_near else second) + nth_bit(np.uint64(word), n)
