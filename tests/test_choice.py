"""Random legal actions: uniform, the same from a mask, from a set of bits and from windows; compiled and with JIT off."""

import os
import subprocess
import sys

import numpy as np
import pytest

from arkade.bits import BITS, add_bits, new_words, nth_bit, write_flags
from arkade.choice import choose, choose_bit, choose_offered
from arkade.jit import loop
from arkade.records import NONE


@loop
def _choose(masks, bits, out):
    for e in range(len(masks)):
        out[e] = choose(masks[e], bits[e])


@loop
def _choose_bit(firsts, parts, count, bits, out, mask):
    words = new_words()
    for w in range(count + 1):
        words[w] = 0
    for i in range(len(firsts)):
        add_bits(words, firsts[i], parts[i])
    for e in range(len(bits)):
        out[e] = choose_bit(words, count, bits[e])
    write_flags(words, mask)


@loop
def _choose_offered(offers, bits, out):
    for e in range(len(offers)):
        out[e] = choose_offered(offers[e, 0], offers[e, 1], offers[e, 2], offers[e, 3], bits[e])


@loop
def _nth(word, out):
    for n in range(len(out)):
        out[n] = nth_bit(word, n)


def drawn(legal, bits):
    """What 64 random bits choose of the legal actions."""
    return legal[(int(bits) >> 32) * len(legal) >> 32] if len(legal) else NONE


@pytest.mark.parametrize("size", [1, 7, 63, 64, 65, 128, 153, 717, 2000])
def test_a_mask_of_any_size(size):
    random = np.random.default_rng(size)
    masks = (random.random((60, size)) < random.random((60, 1)) ** 2).astype(np.int8)
    bits, out = random.integers(0, 1 << 64, len(masks), np.uint64), np.zeros(len(masks), np.int64)
    _choose(masks, bits, out)
    assert out.tolist() == [drawn(np.flatnonzero(mask), b) for mask, b in zip(masks, bits, strict=True)]


def test_each_legal_action_is_equally_likely():
    random = np.random.default_rng(0)
    mask = (random.random(200) < 0.2).astype(np.int8)
    n, legal = 20_000, np.flatnonzero(mask)
    out = np.zeros(n, np.int64)
    _choose(np.tile(mask, (n, 1)), random.integers(0, 1 << 64, n, np.uint64), out)
    counts = np.bincount(out, minlength=200)
    assert set(np.flatnonzero(counts)) == set(legal)
    assert np.sum((counts[legal] - n / len(legal)) ** 2) / (n / len(legal)) < len(legal) + 5 * np.sqrt(2 * len(legal))


@pytest.mark.parametrize("size", [64, 65, 127, 128, 194, 717])
def test_a_set_of_bits_is_a_mask(size):
    random = np.random.default_rng(size)
    for count in (0, 1, 5):
        firsts, parts = random.integers(0, size - BITS + 1, count), random.integers(0, 1 << 64, count, np.uint64)
        wanted = np.zeros(size, np.int8)
        for first, part in zip(firsts, parts, strict=True):
            wanted[first : first + BITS] |= np.unpackbits(np.array([part]).view(np.uint8), bitorder="little").view(
                np.int8
            )
        masks = np.full((3, size), 99, np.int8)
        bits, out = random.integers(0, 1 << 64, 50, np.uint64), np.zeros(50, np.int64)
        _choose_bit(firsts, parts, -(-size // BITS), bits, out, masks[1])
        assert masks[1].tolist() == wanted.tolist() and (masks[[0, 2]] == 99).all()
        assert out.tolist() == [drawn(np.flatnonzero(wanted), b) for b in bits]


def test_two_windows_one_after_the_other():
    random = np.random.default_rng(1)
    near, far = random.integers(0, 1 << 20, (2, 200)) * random.integers(0, 2, (2, 200))
    far[0] = near[0] = 0
    near[1] = 1 << 62
    offers = np.stack([np.full(200, 3), near, np.full(200, 70), far], axis=1)
    bits, out = random.integers(0, 1 << 64, 200, np.uint64), np.zeros(200, np.int64)
    _choose_offered(offers, bits, out)
    for (first, offered, second, further), b, found in zip(offers.tolist(), bits, out, strict=True):
        legal = [
            start + i for start, window in ((first, offered), (second, further)) for i in range(63) if window >> i & 1
        ]
        assert found == drawn(legal, b)


def test_every_bit_of_a_word_has_its_place():
    random = np.random.default_rng(2)
    for word in [(1 << 64) - 1, 1, 1 << 63, *random.integers(0, 1 << 64, 50, np.uint64).tolist()]:
        places = [i for i in range(BITS) if word >> i & 1]
        out = np.zeros(len(places), np.int64)
        _nth(np.uint64(word), out)
        assert out.tolist() == places


def test_the_same_with_jit_off():
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        __file__,
        "-k",
        "not jit_off and not equally",
    ]
    done = subprocess.run(
        command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
