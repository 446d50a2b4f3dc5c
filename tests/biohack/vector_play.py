"""A game that plays a test vector of RULES.md 12; what it needs of the game is the interface of the referee."""

from __future__ import annotations

from typing import Any

from biohack.vector_text import action_ids, actions, scenario
from referee.biohack import Referee

NAMES = {action: name for name, action in action_ids().items()}


class Play:
    """A game that stands where a vector begins, with the actions of the vector."""

    def __init__(self, vector: str, **changes: Any):
        self.game = Referee.from_dict({**scenario(vector), **changes})
        self.script = actions(vector)
        self.position = self.game.to_dict()

    def __getattr__(self, key: str) -> Any:
        return self.position[key]

    def legal(self, kind: str = "") -> list[str]:
        """Names of legal actions, of one kind or of all."""
        return [name for name in map(NAMES.get, self.game.legal()) if not kind or name.split(":")[0] == kind]

    def may(self, text: str, kind: str = "") -> None:
        """Exactly these are legal, of one kind or of all."""
        assert self.legal(kind) == text.split()

    def play(self, name: str) -> None:
        """An action that the vector does not name among its own."""
        assert name in self.legal(), (name, self.legal())
        self.game.step(action_ids()[name])
        self.position = self.game.to_dict()

    def next(self, text: str) -> None:
        """Play the next actions of the vector, which are these."""
        for name in text.split():
            assert name == self.script.pop(0)
            self.play(name)

    def at(self, seat: int, node: str) -> None:
        """This player has this decision."""
        assert (self.current_player, self.node) == (seat, node)

    def home(self, seat: int) -> int:
        """Nomans at home: 3 less all others."""
        away = sum(seat in there for there in self.at_public.values())
        away += sum(counts[seat] for counts in self.basic.values()) + list(self.adv.values()).count(seat)
        return 3 - away - self.injured[seat]

    def parts(self, seat: int) -> dict[str, int]:
        """The parts of a score that are not 0."""
        return {name: points for name, points in self.game.breakdown(seat).items() if points}
