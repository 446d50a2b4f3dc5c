"""Comparisons of all sea spaces at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types

from arkade.bits import BITS, intrinsic
from arkade.jit import JIT
from hiddenark_env.components import SEA_SPACES

assert SEA_SPACES == BITS  # sets of sea spaces are words

if JIT:

    @intrinsic
    def spaces_with(typing_context: Any, numbers: Any, least: Any) -> Any:
        """Bits of the sea spaces whose number, an int8, is `least` or more."""
        vector, i8, i32 = ir.VectorType(ir.IntType(8), SEA_SPACES), ir.IntType(8), ir.IntType(32)

        def build(context, builder, signature, args):
            data = context.make_array(signature.args[0])(context, builder, args[0]).data
            held = builder.load(builder.bitcast(data, vector.as_pointer()), align=1)
            nothing = ir.Constant(vector, ir.Undefined)
            bound = builder.insert_element(nothing, builder.trunc(args[1], i8), i32(0))
            bounds = builder.shuffle_vector(
                bound, nothing, ir.Constant(ir.VectorType(i32, SEA_SPACES), [0] * SEA_SPACES)
            )
            return builder.bitcast(builder.icmp_signed(">=", held, bounds), ir.IntType(SEA_SPACES))

        return types.uint64(numbers, types.int64), build

else:

    def spaces_with(numbers, least):
        """Bits of the sea spaces whose number, an int8, is `least` or more."""
        return np.packbits(np.asarray(numbers) >= least, bitorder="little").view(np.uint64)[0]
