"""A game that plays a test vector of RULES.md 11.2; what it needs of the game is the interface of the referee."""

from __future__ import annotations

from typing import Any

from hiddenark.vector_text import action_ids, actions, names, scenario
from referee.hiddenark import Referee

NAMES = {action: name for name, action in action_ids().items()}


class Play:
    """A game that stands where a vector begins, with the actions of the vector."""

    def __init__(self, vector: str, variant: str = "", **changes: Any):
        self.game = Referee.from_dict({**scenario(vector, variant), **changes})
        self.script = actions(vector, variant)
        self.position = self.game.to_dict()

    def __getattr__(self, key: str) -> Any:
        """A key of the position or of its turn."""
        return self.position[key] if key in self.position else self.position["turn"][key]

    def legal(self, kind: str = "") -> set[str]:
        return {name for name in map(NAMES.get, self.game.legal()) if name.split("(")[0] == kind or not kind}

    def may(self, text: str, kind: str = "") -> None:
        """Exactly these are legal, of one kind or of all."""
        assert self.legal(kind) == set(names(text))

    def next(self, text: str) -> None:
        """Play the next actions of the vector, which are these."""
        for name in names(text):
            assert name == self.script.pop(0) and name in self.legal(), (name, self.legal())
            self.game.step(action_ids()[name])
        self.position = self.game.to_dict()

    def has(self, units: tuple[int, ...], seat: int = 0) -> None:
        assert tuple(self.res[seat]) == units

    def discount(self, seat: int) -> tuple[int, ...]:
        return tuple(self.game.discount(self.game.players[seat]))

    def parts(self, name: str) -> tuple[int, ...]:
        return tuple(self.game.breakdown(seat)[name] for seat in range(self.num_players))

    def turns_to_come(self) -> list[tuple[int, int]]:
        """Round and seat of each turn until the end, which is soon."""
        turns: list[tuple[int, int]] = []
        while not self.game.over:
            legal = self.game.legal()
            self.game.step(legal[0])
            turns.append((self.round, self.current_player))
            self.position = self.game.to_dict()
        return sorted(set(turns))
