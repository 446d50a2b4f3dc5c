"""Words of bits and bytes, compiled and with JIT off."""

import os
import subprocess
import sys

import numpy as np

import arkade
from arkade.bits import (
    CHUNK,
    borrowed,
    cap_bytes,
    cap_chunk,
    cap_shorts,
    count_bits,
    count_bytes,
    fetch_ahead,
    least_bytes,
    load_word,
    lowest_bit,
    positive_bits,
    present_bits,
    reach_bytes,
    spread_bits,
    spread_byte,
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
def _positive(items, index):
    return positive_bits(items, index)


@loop
def _present(items, index):
    return present_bits(items, index)


@loop
def _spread(masks, first, bits):
    spread_bits(borrowed(masks)[0], first, bits)


@loop
def _byte_words(words, out):
    x, y = words[0], words[1]
    out[0] = least_bytes(x, y)
    out[1] = cap_bytes(x, 9)
    out[2] = subtract_bytes(x, y)
    out[3] = reach_bytes(x, y)
    out[4] = sum_bytes(x & np.uint64(0x0F0F0F0F0F0F0F0F))
    out[5] = spread_byte(int(x & np.uint64(0xFFFF)))
    out[6] = count_bytes(x)


@loop
def _cap_chunk(items, out):
    cap_chunk(items, 3, 10, out, 2)


@loop
def _cap_shorts(items, out):
    for i in range(out.shape[0]):
        out[i] = cap_shorts(items, i, 100)


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


def test_positive_bytes_become_bits():
    items = np.array([0, 1, 127, 0, 0, 2, 0, 64, 0, 3, 0], np.int8)
    for index in range(4):
        expected = sum(int(n > 0) << i for i, n in enumerate(items[index : index + 8].tolist()))
        assert _positive(items, index) == expected


def test_bytes_from_0_on_become_bits():
    items = np.array([0, -1, 127, -128, 0, 2, -2, 64, 0, -3, 0], np.int8)
    for index in range(4):
        expected = sum(int(n >= 0) << i for i, n in enumerate(items[index : index + 8].tolist()))
        assert _present(items, index) == expected


def test_bits_become_bytes_up_to_the_end_of_the_mask():
    for size in (3, 8, 21, 64):
        for first in range(size):
            for bits in (1, 0b1011, 1 << 9 | 1 << 7, (1 << 40) - 1):
                bits &= (1 << size - first) - 1
                masks = np.zeros((2, size), np.int8)
                masks[0, -1] = 1
                _spread(masks, first, bits)
                expected = [bits >> i - first & 1 if i >= first else 0 for i in range(size)]
                assert masks[0].tolist() == [*expected[:-1], 1]
                assert not masks[1].any()


def test_eight_numbers_at_once():
    random = np.random.default_rng(0)
    for i in range(200):
        x, y = random.integers(0, 128 if i else 2, (2, 8))
        words, out = np.array([x, y], np.uint8).view(np.uint64).reshape(2), np.zeros(7, np.uint64)
        _byte_words(words, out)
        found = out.view(np.uint8).reshape(7, 8).astype(int).tolist()
        wanted = [np.minimum(x, y), np.minimum(x, 9), np.maximum(x - y, 0), x >= y]
        assert found[:4] == [row.astype(int).tolist() for row in wanted]
        assert out[4] == (x & 15).sum() and found[5] == [int(x[0]) >> i & 1 for i in range(8)]
        assert out[6] == (x > 0).sum()


def test_a_chunk_is_cut_and_nothing_beside_it_is_written():
    items, out = np.arange(CHUNK + 8, dtype=np.int8), np.full(CHUNK + 8, 99, np.uint8)
    _cap_chunk(items, out)
    assert out.tolist() == [99, 99, *range(3, 10), *[10] * (CHUNK - 7), *[99] * 6]


def test_eight_shorts_are_cut_into_a_word():
    items = np.array([0, 1, -1, 100, 101, 300, -300, 32767, -32768, 99, 256, 511], np.int16)
    out = np.zeros(5, np.uint64)
    _cap_shorts(items, out)
    for i in range(5):
        assert out[i : i + 1].view(np.uint8).tolist() == items[i : i + 8].clip(0, 100).tolist()


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
