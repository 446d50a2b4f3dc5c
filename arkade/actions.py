"""Named action kinds and their ranges of ids: encode, decode, describe."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping, Sequence


@dataclasses.dataclass(frozen=True)
class Kind:
    """One kind of action: parameters with the number of their values, the last one running fastest.

    `choices` lists the parameter values of each id in order where they are not all combinations, `canonical` brings
    given parameters into the form that `choices` lists, `text` names an id's parameters for people.
    """

    name: str
    params: Mapping[str, int] = dataclasses.field(default_factory=dict)
    choices: Sequence[tuple[int, ...]] | None = None
    canonical: Callable[..., tuple[int, ...]] | None = None
    text: Callable[..., str] | None = None
    meaning: str = ""

    def values(self) -> list[tuple[int, ...]]:
        """The parameter values of every id of this kind, in order."""
        if self.choices is not None:
            return [tuple(choice) for choice in self.choices]
        return list(itertools.product(*(range(size) for size in self.params.values())))


class ActionTable:
    """All kinds of a game, one after the other: `size` ids, 0..size-1."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        if len(self.kinds) != len(kinds):
            raise ValueError("two action kinds share a name")
        self._decode: list[tuple[Kind, tuple[int, ...]]] = []
        self._starts: dict[str, int] = {}
        for kind in kinds:
            self._starts[kind.name] = len(self._decode)
            self._decode += [(kind, values) for values in kind.values()]
        self.size = len(self._decode)
        self._encode = {(kind.name, values): a for a, (kind, values) in enumerate(self._decode)}

    def start(self, kind: str) -> int:
        """The first id of a kind."""
        return self._starts[self._kind(kind).name]

    def range(self, kind: str) -> range:
        """The ids of a kind."""
        start = self.start(kind)
        return range(start, start + len(self.kinds[kind].values()))

    def encode(self, kind: str, **params: int) -> int:
        """The id of an action; ValueError names what was wrong and what is allowed."""
        wanted = self._kind(kind)
        if set(params) != set(wanted.params):
            raise ValueError(f"{kind} takes the parameters {list(wanted.params)}, got {sorted(params)}")
        for name, value in params.items():
            if not 0 <= value < wanted.params[name]:
                raise ValueError(f"{kind}: {name}={value} is not in 0..{wanted.params[name] - 1}")
        values = tuple(int(params[name]) for name in wanted.params)
        return self._encode[kind, wanted.canonical(*values) if wanted.canonical else values]

    def decode(self, action: int) -> tuple[str, dict[str, int]]:
        """The kind and parameters of an id."""
        kind, values = self._at(action)
        return kind.name, dict(zip(kind.params, values, strict=True))

    def describe(self, action: int) -> str:
        """An id in words, such as `place_drone(NP)`."""
        kind, values = self._at(action)
        if kind.text is not None:
            return f"{kind.name}({kind.text(*values)})"
        return f"{kind.name}({', '.join(map(str, values))})" if values else kind.name

    def rows(self) -> list[tuple[str, int, int, str, str]]:
        """A row per kind for people: name, first id, number of ids, parameters, meaning."""
        return [
            (kind.name, self.start(kind.name), len(kind.values()), ", ".join(kind.params) or "–", kind.meaning)
            for kind in self.kinds.values()
        ]

    def _kind(self, name: str) -> Kind:
        if name not in self.kinds:
            raise ValueError(f"no action kind {name!r}; kinds are {', '.join(self.kinds)}")
        return self.kinds[name]

    def _at(self, action: int) -> tuple[Kind, tuple[int, ...]]:
        if not 0 <= action < self.size:
            raise ValueError(f"action {action} is not in 0..{self.size - 1}")
        return self._decode[action]
