"""Eight bytes of an array at once: byte lanes of a word, the first byte lowest."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from arkade.jit import JIT, kernel

BYTES = 8  # of a word
ONES = np.uint64(0x0101010101010101)
TOPS = np.uint64(0x8080808080808080)  # the highest bit of each byte
_S7 = np.uint64(7)


def _load(items: Any, at: int) -> np.uint64:
    return np.uint64(items.reshape(-1)[at : at + BYTES].view(np.uint64)[0])


def _store(items: Any, at: int, word: np.uint64) -> None:
    items.reshape(-1)[at : at + BYTES].view(np.uint64)[0] = word


def _pointer(context: Any, builder: Any, kind: Any, items: Any, at: Any) -> Any:
    array = context.make_array(kind)(context, builder, items)
    start = builder.bitcast(array.data, ir.IntType(8).as_pointer())
    return builder.bitcast(builder.gep(start, [at]), ir.IntType(64).as_pointer())


def _load_intrinsic(typing: Any, items: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = builder.load(_pointer(context, builder, signature.args[0], *args))
        word.align = 1
        return word

    return types.uint64(items, types.int64), code


def _store_intrinsic(typing: Any, items: Any, at: Any, word: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        items, at, word = args
        builder.store(word, _pointer(context, builder, signature.args[0], items, at)).align = 1
        return context.get_dummy_value()

    return types.void(items, types.int64, types.uint64), code


load_word = intrinsic(_load_intrinsic) if JIT else _load
store_word = intrinsic(_store_intrinsic) if JIT else _store


@kernel(hot=True)
def least_bytes(x, y):
    """The smaller one of each two bytes 0..127."""
    kept = ((y | TOPS) - x) & TOPS  # where x is no more than y
    kept = kept - (kept >> _S7)
    return (x & kept) | (y & ~kept)
