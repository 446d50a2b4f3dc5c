"""Named blocks of an observation: where they are, their shape, and what raw numbers are divided by."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclasses.dataclass(frozen=True)
class Block:
    """One block: `bounds` is what raw numbers are cut at and divided by, one number or one per element."""

    name: str
    shape: tuple[int, ...]
    bounds: ArrayLike
    meaning: str = ""

    @property
    def size(self) -> int:
        """How many numbers the block holds."""
        return math.prod(self.shape)


class ObservationLayout:
    """The blocks of a game's observation, one after the other: `size` numbers.

    `bounds` (uint8, D) is the largest raw value of each element; `scale` (float32, D) is 1 / bounds.
    """

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = {block.name: block for block in blocks}
        if len(self.blocks) != len(blocks):
            raise ValueError("two observation blocks share a name")
        self.slices: dict[str, slice] = {}
        start = 0
        for block in blocks:
            self.slices[block.name] = slice(start, start + block.size)
            start += block.size
        self.size = start
        self.bounds: NDArray[np.uint8] = np.concatenate(
            [np.broadcast_to(np.asarray(block.bounds), block.shape).ravel() for block in blocks]
        ).astype(np.uint8)
        self.scale: NDArray[np.float32] = (1 / self.bounds.astype(np.float64)).astype(np.float32)

    def start(self, name: str) -> int:
        """The first index of a block."""
        return self.slices[name].start

    def view(self, observation: np.ndarray, name: str) -> np.ndarray:
        """One block of an observation (..., D), in the block's shape."""
        return observation[..., self.slices[name]].reshape(*observation.shape[:-1], *self.blocks[name].shape)

    def rows(self) -> list[tuple[str, int, int, tuple[int, ...], str]]:
        """A row per block for people: name, start, size, shape, meaning."""
        return [
            (block.name, self.start(block.name), block.size, block.shape, block.meaning)
            for block in self.blocks.values()
        ]
