"""Named blocks of an observation: where they are, their shape, and what raw numbers are divided by.

A game lists every part of its observation once, as groups; layout and offsets are read off them.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence

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


Bound = int | str | Sequence[int]  # a string is the name of a bound that options set; a sequence has one per number


@dataclasses.dataclass(frozen=True)
class Group:
    """`rows` rows of the same parts within a block; a part is its words, how many numbers it has, and their bound."""

    block: str
    rows: int
    parts: Mapping[str, tuple[int, Bound]]

    @property
    def width(self) -> int:
        """How many numbers one row holds."""
        return sum(size for size, _ in self.parts.values())

    def starts(self) -> list[int]:
        """Where each part begins in a row."""
        sizes = [size for size, _ in self.parts.values()]
        return [sum(sizes[:i]) for i in range(len(sizes))]

    def bounds(self, named: Mapping[str, ArrayLike]) -> np.ndarray:
        """The bounds of all rows."""
        row = [
            np.broadcast_to(named[bound] if isinstance(bound, str) else np.asarray(bound), size)
            for size, bound in self.parts.values()
        ]
        return np.tile(np.concatenate(row), self.rows)

    def words(self) -> str:
        """The parts for people: words [how many] ≤ bound, where these are not 1; lists of bounds are left out."""
        texts = []
        for words, (size, bound) in self.parts.items():
            many = f" [{size}]" if size > 1 else ""
            texts.append(words + many + (f" ≤ {bound}" if isinstance(bound, (int, str)) and bound != 1 else ""))
        return "; ".join(texts)


def layout_of(groups: Mapping[str, Group], named: Mapping[str, ArrayLike] | None = None) -> ObservationLayout:
    """The blocks that groups make, in order; `named` holds the bounds that are given by name."""
    blocks = []
    for name in dict.fromkeys(group.block for group in groups.values()):
        members = [group for group in groups.values() if group.block == name]
        bounds = np.concatenate([group.bounds(named or {}) for group in members])
        one = members[0].rows == 1 or len(members) > 1
        shape = (len(bounds),) if one else (members[0].rows, members[0].width)
        words = members[0].words() if len(members) == 1 else "; ".join(f"{g.rows} × ({g.words()})" for g in members)
        blocks.append(Block(name, shape, bounds.reshape(shape), words))
    return ObservationLayout(blocks)


def starts_of(groups: Mapping[str, Group], name: str) -> list[int]:
    """Where the parts of a group's first row begin in the observation."""
    before = list(groups)[: list(groups).index(name)]
    start = sum(groups[other].rows * groups[other].width for other in before)
    return [start + at for at in groups[name].starts()]
