"""Words of bits and bytes, compiled and with JIT off."""

import os
import subprocess
import sys

import numpy as np

import arkade
from arkade.bits import (
    borrowed,
    cap_bytes,
    count_bits,
    count_bytes,
    fetch_ahead,
    load_word,
    lowest_bit,
    spread_bits,
    store_word,
    subtract_bytes,
    sum_bytes,
)
from arkade.jit import loop


@loop
def _words(items, index, word):
    before = load_word(items, index)
    store_word(items, index, word)
    return before


@loop
def _bits(numbers, lowest, counts):
    for i in range(numbers.shape[0]):
        lowest[i] = lowest_bit(numbers[i])
        counts[i] = count_bits(numbers[i])


@loop
def _spread(masks, first, bits):
    spread_bits(borrowed(masks)[0], first, bits)


def test_a_word_is_eight_bytes_lowest_first():
    items = np.arange(20, dtype=np.int8)
    assert _words(items, 3, np.uint64(0x0102030405060708)) == 0x0A09080706050403
    assert items.tolist() == [0, 1, 2, 8, 7, 6, 5, 4, 3, 2, 1, *range(11, 20)]


def test_lowest_and_count():
    numbers = np.array([1, 2, 12, 1 << 40, -1, -(1 << 62), (1 << 62) - 1], np.int64)
    lowest, counts = np.zeros((2, len(numbers)), np.int64)
    _bits(numbers, lowest, counts)
    assert lowest.tolist() == [0, 1, 2, 40, 0, 62, 0]
    assert counts.tolist() == [1, 1, 2, 1, 64, 2, 62]


def test_bits_become_bytes_up_to_the_end_of_the_mask():
    for size in (3, 8, 21, 64):
        for first in range(size):
            for bits in (1, 0b1011, 1 << 9 | 1 << 7, (1 << 40) - 1):
                bits &= (1 << size - first) - 1
                masks = np.zeros((2, size), np.int8)
                _spread(masks, first, bits)
                assert masks[0].tolist() == [bits >> i - first & 1 if i >= first else 0 for i in range(size)]
                assert not masks[1].any()


@loop
def _numbers(a, b, most, capped, rest, sums):
    for i in range(a.shape[0]):
        word, other = load_word(a[i], 0), load_word(b[i], 0)
        store_word(capped[i], 0, cap_bytes(word, most))
        store_word(rest[i], 0, subtract_bytes(word, other))
        sums[i, 0] = sum_bytes(cap_bytes(word, 31))
        sums[i, 1] = count_bytes(word)


def test_eight_small_numbers_in_a_word():
    random = np.random.default_rng(1)
    a, b = random.integers(0, 128, (2, 200, 8)).astype(np.int8)
    a[random.random(a.shape) < 0.3] = 0
    a[0], b[0], a[1], b[1] = 0, 0, 127, 127
    for most in (0, 1, 10, 126, 127):
        capped, rest, sums = np.zeros_like(a), np.zeros_like(a), np.zeros((200, 2), np.int64)
        _numbers(a, b, most, capped, rest, sums)
        assert (capped == np.minimum(a, most)).all()
    assert (rest == np.maximum(0, a.astype(int) - b)).all()
    assert (sums[:, 0] == np.minimum(a, 31).sum(axis=1)).all() and (sums[:, 1] == (a > 0).sum(axis=1)).all()


def test_the_same_with_jit_off():
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__, "-k", "not jit_off"]
    done = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@loop
def _fetch(states):
    for e in range(states.shape[0]):
        fetch_ahead(states, e)


def test_fetching_ahead_changes_nothing():
    states = arkade.make("replicants").new(3)
    before = states.tobytes()
    _fetch(states)
    assert states.tobytes() == before
