"""Words of bits and bytes in kernels: what numba has no word for, with the same results where JIT is off."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending
from numba.core import cgutils, types
from numba.np import arrayobj

from arkade.jit import JIT, kernel, wraps_around

WORD = 8  # bytes in a word
CHUNK = 32  # bytes that `cap_chunk` writes
BITS = 64  # bits of a word, bytes of a mask that are handled at once
MOST_WORDS = 16  # of a set of bits

intrinsic: Any = extending.intrinsic

if JIT:
    _i64 = ir.IntType(64)
    _eight = ir.VectorType(ir.IntType(8), WORD)

    _flags = ir.VectorType(ir.IntType(1), BITS)
    _flag_bytes = ir.VectorType(ir.IntType(8), BITS)

    def _word_pointer(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
        data = context.make_array(kind)(context, builder, array).data
        return builder.bitcast(builder.gep(data, [index]), _i64.as_pointer())

    @intrinsic
    def load_word(typing_context, items, index):
        """The 8 bytes of the contiguous array of bytes `items` from `index` on, the first one lowest."""

        def build(context, builder, signature, args):
            pointer = _word_pointer(context, builder, signature.args[0], *args)
            return builder.load(pointer, align=1)

        return types.uint64(items, types.int64), build

    @intrinsic
    def store_word(typing_context, items, index, word):
        """Write the 8 bytes of `word` into the contiguous array of bytes `items` from `index` on, the lowest first."""

        def build(context, builder, signature, args):
            pointer = _word_pointer(context, builder, signature.args[0], *args[:2])
            builder.store(args[2], pointer, align=1)
            return context.get_dummy_value()

        return types.void(items, types.int64, types.uint64), build

    @intrinsic
    def load_flags(typing_context, items, index):
        """A word whose bit i says whether byte `index + i` of the contiguous array of bytes `items` is not 0."""

        def build(context, builder, signature, args):
            pointer = _word_pointer(context, builder, signature.args[0], *args)
            flags = builder.load(builder.bitcast(pointer, _flag_bytes.as_pointer()), align=1)
            return builder.bitcast(builder.icmp_unsigned("!=", flags, ir.Constant(_flag_bytes, [0] * BITS)), _i64)

        return types.uint64(items, types.int64), build

    @intrinsic
    def store_flags(typing_context, items, index, bits):
        """Write 1 or 0 for each of the BITS bits of a word into the contiguous array of bytes `items` from `index` on."""

        def build(context, builder, signature, args):
            pointer = _word_pointer(context, builder, signature.args[0], *args[:2])
            flags = builder.zext(builder.bitcast(args[2], _flags), _flag_bytes)
            builder.store(flags, builder.bitcast(pointer, _flag_bytes.as_pointer()), align=1)
            return context.get_dummy_value()

        return types.void(items, types.int64, types.uint64), build

    @intrinsic
    def cap_chunk(typing_context, items, index, most, out, at):
        """Write CHUNK bytes of `items` from `index` on into `out` from `at` on, each at most `most`."""
        byte = ir.IntType(8)
        chunk = ir.VectorType(byte, CHUNK)

        def build(context, builder, signature, args):
            kinds = signature.args
            source = builder.bitcast(_word_pointer(context, builder, kinds[0], *args[:2]), chunk.as_pointer())
            target = builder.bitcast(_word_pointer(context, builder, kinds[3], *args[3:]), chunk.as_pointer())
            nothing = ir.Constant(chunk, ir.Undefined)
            bound = builder.insert_element(nothing, builder.trunc(args[2], byte), ir.Constant(ir.IntType(32), 0))
            first = ir.Constant(ir.VectorType(ir.IntType(32), CHUNK), [0] * CHUNK)
            bounds = builder.shuffle_vector(bound, nothing, first)
            numbers = builder.load(source, align=1)
            cut = builder.select(builder.icmp_unsigned("<", numbers, bounds), numbers, bounds)
            builder.store(cut, target, align=1)
            return context.get_dummy_value()

        return types.void(items, types.int64, types.int64, out, types.int64), build

    @intrinsic
    def cap_shorts(typing_context, items, index, most):
        """A word of eight numbers of the contiguous array of int16 `items` from `index` on, 0 at least, `most` at most.

        Reads on in memory where `items` ends, so it must lie within a record, and such bytes are cut off or written over.
        """
        shorts = ir.VectorType(ir.IntType(16), WORD)

        def build(context, builder, signature, args):
            pointer = _word_pointer(context, builder, signature.args[0], *args[:2])
            numbers = builder.load(builder.bitcast(pointer, shorts.as_pointer()), align=1)
            nothing = ir.Constant(shorts, ir.Undefined)
            first = ir.Constant(ir.VectorType(ir.IntType(32), WORD), [0] * WORD)
            bound = builder.trunc(args[2], ir.IntType(16))
            bounds = builder.insert_element(nothing, bound, ir.Constant(ir.IntType(32), 0))
            bounds = builder.shuffle_vector(bounds, nothing, first)
            cut = builder.select(builder.icmp_signed("<", numbers, bounds), numbers, bounds)
            zeros = ir.Constant(shorts, [0] * WORD)
            cut = builder.select(builder.icmp_signed(">", cut, zeros), cut, zeros)
            return builder.bitcast(builder.trunc(cut, _eight), _i64)

        return types.uint64(items, types.int64, types.int64), build

    def _by_bytes(work: Any) -> Any:
        """How to build a word from two words, eight bytes at once."""

        def build(context, builder, signature, args):
            x, y = (builder.bitcast(arg, _eight) for arg in args)
            return builder.bitcast(work(builder, x, y), _i64)

        return build

    def _lesser(builder: Any, x: Any, y: Any) -> Any:
        return builder.select(builder.icmp_unsigned("<", x, y), x, y)

    @intrinsic
    def least_bytes(typing_context, x, y):
        """The lesser of the two numbers in each byte."""
        return types.uint64(types.uint64, types.uint64), _by_bytes(_lesser)

    @intrinsic
    def subtract_bytes(typing_context, x, y):
        """Each byte of `x` less that of `y`, at least 0."""
        return types.uint64(types.uint64, types.uint64), _by_bytes(lambda b, x, y: b.sub(x, _lesser(b, x, y)))

    @intrinsic
    def lowest_bit(typing_context, bits):
        """The number of the lowest bit that is set in `bits`, which must not be 0."""

        def build(context, builder, signature, args):
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), build

    @intrinsic
    def count_bits(typing_context, bits):
        """How many bits are set in `bits`."""

        def build(context, builder, signature, args):
            return builder.ctpop(args[0])

        return types.int64(types.int64), build

    @intrinsic
    def borrowed(typing_context, array):
        """The same array, not counted as a reference: views of it cost nothing while the caller holds the array."""

        def build(context, builder, signature, args):
            view = context.make_array(signature.args[0])(context, builder, args[0])
            view.meminfo = cgutils.get_null_value(view.meminfo.type)
            view.parent = cgutils.get_null_value(view.parent.type)
            return view._getvalue()

        return array(array), build

    @intrinsic
    def new_words(typing_context):
        """MOST_WORDS words of any content, for as long as the function that calls this runs."""

        def build(context, builder, signature, args):
            words = context.make_array(array)(context, builder)
            place = cgutils.alloca_once(builder, _i64, size=MOST_WORDS)
            size = ir.Constant(_i64, MOST_WORDS)
            arrayobj.populate_array(words, place, [size], [ir.Constant(_i64, WORD)], ir.Constant(_i64, WORD), None)
            return words._getvalue()

        array = types.Array(types.uint64, 1, "C")
        return array(), build

    @intrinsic
    def fetch_ahead(typing_context, records, e):
        """Bring record `e` of an array into the nearest cache, ahead of its use."""

        def build(context, builder, signature, args):
            array = context.make_array(signature.args[0])(context, builder, args[0])
            size = context.get_abi_sizeof(context.get_data_type(signature.args[0].dtype))
            start = builder.bitcast(builder.gep(array.data, [args[1]]), ir.IntType(8).as_pointer())
            i32 = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [start.type, i32, i32, i32])
            prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            for at in range(0, size, 64):
                line = builder.gep(start, [ir.Constant(_i64, at)])
                builder.call(prefetch, [line, ir.Constant(i32, 1), ir.Constant(i32, 3), ir.Constant(i32, 1)])
            return context.get_dummy_value()

        return types.void(records, types.int64), build

else:

    def load_word(items, index):
        """The 8 bytes of the contiguous array of bytes `items` from `index` on, the first one lowest."""
        return np.uint64(int.from_bytes(np.asarray(items)[index : index + WORD].tobytes(), "little"))

    def store_word(items, index, word):
        """Write the 8 bytes of `word` into the contiguous array of bytes `items` from `index` on, the lowest first."""
        np.asarray(items)[index : index + WORD] = np.frombuffer(
            int(word).to_bytes(WORD, "little"), np.asarray(items).dtype
        )

    def load_flags(items, index):
        """A word whose bit i says whether byte `index + i` of the contiguous array of bytes `items` is not 0."""
        flags = np.asarray(items)[index : index + BITS] != 0
        return np.packbits(flags, bitorder="little").view(np.uint64)[0]

    def store_flags(items, index, bits):
        """Write 1 or 0 for each of the BITS bits of a word into the contiguous array of bytes `items` from `index` on."""
        word = np.array([bits], np.uint64).view(np.uint8)
        np.asarray(items)[index : index + BITS] = np.unpackbits(word, bitorder="little")

    def cap_chunk(items, index, most, out, at):
        """Write CHUNK bytes of `items` from `index` on into `out` from `at` on, each at most `most`."""
        np.asarray(out)[at : at + CHUNK] = np.minimum(np.asarray(items)[index : index + CHUNK], most)

    def cap_shorts(items, index, most):
        """A word of eight numbers of the contiguous array of int16 `items` from `index` on, 0 at least, `most` at most.

        Beyond the end of `items` the word holds zeros, where compiled code reads on in memory.
        """
        numbers = np.zeros(WORD, np.uint8)
        part = np.clip(np.asarray(items)[index : index + WORD], 0, most)
        numbers[: len(part)] = part
        return load_word(numbers, 0)

    def least_bytes(x, y):
        """The lesser of the two numbers in each byte."""
        return _on_bytes(np.minimum, x, y)

    def subtract_bytes(x, y):
        """Each byte of `x` less that of `y`, at least 0."""
        return _on_bytes(lambda x, y: x - np.minimum(x, y), x, y)

    def _on_bytes(work: Any, x: Any, y: Any) -> np.uint64:
        return work(*(np.array([word], np.uint64).view(np.uint8) for word in (x, y))).view(np.uint64)[0]

    def lowest_bit(bits):
        """The number of the lowest bit that is set in `bits`, which must not be 0."""
        return (int(bits) & -int(bits)).bit_length() - 1

    def count_bits(bits):
        """How many bits are set in `bits`."""
        return (int(bits) & (1 << 64) - 1).bit_count()

    def borrowed(array):
        """The same array, not counted as a reference: views of it cost nothing while the caller holds the array."""
        return array

    def new_words():
        """MOST_WORDS words of any content, for as long as the function that calls this runs."""
        return np.zeros(MOST_WORDS, np.uint64)

    def fetch_ahead(records, e):
        """Bring record `e` of an array into the nearest cache, ahead of its use."""


_ONES = np.uint64(0x0101010101010101)
_TOPS = np.uint64(0x8080808080808080)
_DIAGONAL = np.uint64(0x8040201008040201)  # bit i of byte i
_BELOW_TOP = np.uint64(0x7F7F7F7F7F7F7F7F)
_GATHER = np.uint64(0x0102040810204080)  # a product with it gathers bit 0 of each byte in the top byte
_PAIRS, _FOURS, _EIGHTS = (np.uint64(word) for word in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F))
_S1, _S2, _S4, _S7, _S8, _S56 = (np.uint64(shift) for shift in (1, 2, 4, 7, 8, 56))


@kernel(hot=True)
@wraps_around
def spread_byte(bits):
    """A word whose byte i is bit i of `bits`, the lowest eight."""
    lanes = np.uint64(bits & 255) * _ONES & _DIAGONAL
    return (lanes + _BELOW_TOP) >> _S7 & _ONES


@kernel(hot=True)
def spread_bits(mask, first, bits):
    """Set `mask[first + i]`, 0 or 1, to 1 where bit i of `bits` is set; eight at a time."""
    while bits != 0:
        if first + WORD <= mask.shape[0]:
            store_word(mask, first, load_word(mask, first) | spread_byte(bits))
        else:
            for i in range(mask.shape[0] - first):
                mask[first + i] |= bits >> i & 1
        first += WORD
        bits >>= WORD


# --- sets of bits: bit i of word w stands for number 64 * w + i ---------------------------------------------------------


@kernel(hot=True)
@wraps_around
def add_bits(words, first, bits):
    """Add the numbers `first + i` for the bits i of `bits` to a set; touches the word of `first` and the next one."""
    w, shift = first >> 6, np.uint64(first & 63)
    words[w] |= np.uint64(bits) << shift
    words[w + 1] |= np.uint64(bits) >> _S1 >> (np.uint64(63) - shift)


@kernel(hot=True)
def write_flags(words, mask):
    """Write 1 for each number of a set and 0 for all others into an int8 mask of BITS bytes at least."""
    end = mask.shape[0]
    for w in range(end // BITS):
        store_flags(mask, BITS * w, words[w])
    rest = np.uint64(end % BITS)
    if rest != 0:
        last = end // BITS
        bits = words[last - 1] >> rest | words[last] << (np.uint64(BITS) - rest)
        store_flags(mask, end - BITS, bits)


# --- eight bytes of 0..127 in a word ----------------------------------------------------------------------------------


@kernel(hot=True)
@wraps_around
def cap_bytes(x, most):
    """Each byte, at most `most`."""
    return least_bytes(x, _ONES * np.uint64(most))


@kernel(hot=True)
def reach_bytes(x, y):
    """1 in each byte where `x` has at least what `y` has, else 0."""
    return ((x | _TOPS) - y & _TOPS) >> _S7


@kernel(hot=True)
@wraps_around
def sum_bytes(x):
    """The sum of the bytes, 255 at most."""
    return int(x * _ONES >> _S56)


@kernel(hot=True)
@wraps_around
def count_bytes(x):
    """How many bytes are more than 0."""
    return int(((x + _BELOW_TOP & _TOPS) >> _S7) * _ONES >> _S56)


@kernel(hot=True)
@wraps_around
def gather_bits(x):
    """Bit i is the lowest bit of byte i of `x`."""
    return np.int64((x & _ONES) * _GATHER >> _S56)


@kernel(hot=True)
@wraps_around
def positive_bits(items, index):
    """Bit i says whether `items[index + i]` is more than 0: eight of an int8 array of 0..127."""
    return gather_bits((load_word(items, index) + _BELOW_TOP) >> _S7)


@kernel(hot=True)
def present_bits(items, index):
    """Bit i says whether `items[index + i]` is 0 or more, not NONE: eight of an int8 array."""
    return gather_bits(~load_word(items, index) >> _S7)


# --- bits of a word ---------------------------------------------------------------------------------------------------


@kernel(hot=True)
@wraps_around
def nth_bit(bits, n):
    """The number of the bit of `bits` that `n` lower ones are set before; more than `n` must be set.

    A product with _ONES leaves running sums in the bytes of a word: of the bits in each byte, then of one byte's bits.
    """
    pairs = bits - (bits >> _S1 & _PAIRS)
    fours = (pairs & _FOURS) + (pairs >> _S2 & _FOURS)
    sums = (fours + (fours >> _S4) & _EIGHTS) * _ONES
    byte = _bytes_up_to(sums, n)
    below = int(sums << _S8 >> np.uint64(WORD * byte)) & 255
    return WORD * byte + _bytes_up_to(spread_byte(int(bits >> np.uint64(WORD * byte))) * _ONES, n - below)


@kernel(hot=True)
@wraps_around
def _bytes_up_to(sums, n):
    """How many of eight bytes that never fall are at most `n`, all up to 127."""
    return count_bits((np.uint64(n) * _ONES | _TOPS) - sums & _TOPS)
