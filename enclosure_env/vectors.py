"""Comparisons of many bytes at once: all pairs of cells, all features."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from arkade.bits import BITS, intrinsic
from arkade.jit import JIT
from enclosure_env.grid import PAIR_CELLS, PAIRS
from enclosure_env.state import CELLS, FEATURES

# The two cells of each pair, in the order of the pairs; then, up to two words of bits, cells that never differ.
FIRST, SECOND = np.array([*PAIR_CELLS, *[(0, 0)] * (2 * BITS - PAIRS)]).T

LEAST_BYTES = 32  # of an alternative of a milestone: FEATURES of them, then ANYTHING
ANYTHING = -128  # is reached by any feature

if JIT:

    @intrinsic
    def differing_pairs(typing_context: Any, cells: Any) -> Any:
        """Two words: bit i, or bit i - 64 of the second one, is set where the cells of pair i differ."""
        vector = ir.VectorType(ir.IntType(8), CELLS)

        def build(context, builder, signature, args):
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            held = builder.load(builder.bitcast(data, vector.as_pointer()), align=1)

            def picked(which):
                lanes = ir.Constant(ir.VectorType(ir.IntType(32), BITS), which.tolist())
                return builder.shuffle_vector(held, held, lanes)

            words = []
            for at in (0, BITS):
                part = slice(at, at + BITS)
                differs = builder.icmp_unsigned("!=", picked(FIRST[part]), picked(SECOND[part]))
                words.append(builder.bitcast(differs, ir.IntType(64)))
            return context.make_tuple(builder, signature.return_type, words)

        return types.UniTuple(types.uint64, 2)(cells), build

    @intrinsic
    def reaches_either(typing_context: Any, features: Any, least: Any) -> Any:
        """Is no feature below the number for it in one of the two rows of LEAST_BYTES that begin at `least`?

        Reads on in memory where `features` end, so they must lie within a record.
        """
        row, rows = (ir.VectorType(ir.IntType(8), n * LEAST_BYTES) for n in (1, 2))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), 2 * LEAST_BYTES), [*range(LEAST_BYTES)] * 2)
        half, both = ir.IntType(LEAST_BYTES), ir.VectorType(ir.IntType(LEAST_BYTES), 2)

        def build(context, builder, signature, args):
            held, asked = (
                builder.load(
                    builder.bitcast(context.make_array(kind)(context, builder, arg).data, vector.as_pointer()), align=1
                )
                for kind, arg, vector in zip(signature.args, args, (row, rows), strict=True)
            )
            held = builder.shuffle_vector(held, held, lanes)
            short = builder.bitcast(builder.icmp_signed("<", held, asked), both)
            met = [
                builder.icmp_unsigned("==", builder.extract_element(short, ir.Constant(ir.IntType(32), i)), half(0))
                for i in range(2)
            ]
            return builder.or_(*met)

        return types.boolean(features, least), build

else:

    def differing_pairs(cells):
        """Two words: bit i, or bit i - 64 of the second one, is set where the cells of pair i differ."""
        held = np.asarray(cells)
        low, high = np.packbits(held[FIRST] != held[SECOND], bitorder="little").view(np.uint64)
        return low, high

    def reaches_either(features, least):
        """Is no feature below the number for it in one of the two rows of LEAST_BYTES that begin at `least`?"""
        return bool((np.asarray(features) >= np.asarray(least)[:, :FEATURES]).all(axis=1).any())
