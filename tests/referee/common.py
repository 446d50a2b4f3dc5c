"""What referees share: chance, and results from points and rank keys."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


class Common:
    """A game whose generator is splitmix64, and whose players are compared by rank keys, larger ones being better."""

    margin_unit: int  # points that a margin of 1 stands for
    num_players: int
    rng: int

    # -- Chance --

    def next(self) -> int:
        """splitmix64."""
        mask = 2**64 - 1
        self.rng = (self.rng + 0x9E3779B97F4A7C15) & mask
        z = self.rng
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def below(self, k: int) -> int:
        return ((self.next() >> 32) * k) >> 32

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """A shuffle, Fisher-Yates from the end."""
        shuffled = list(things)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled

    # -- Results --

    @abstractmethod
    def scores(self) -> list[int]:
        """Points of each player."""

    @abstractmethod
    def rank_keys(self) -> list[tuple[Any, ...]]:
        """What players are compared by."""

    @abstractmethod
    def is_paid(self) -> bool:
        """Is the game over, and not without a result?"""

    def returns(self, reward: str = "win") -> list[float]:
        """Results; zeros while the game runs."""
        rewards = {"win": self.win, "rank": self.rank, "margin": self.margin}
        if reward not in rewards:
            raise ValueError(f"reward {reward!r}; allowed: win, rank, margin")
        return rewards[reward]() if self.is_paid() else [0.0] * self.num_players

    def win(self) -> list[float]:
        n, keys = self.num_players, self.rank_keys()
        winners = keys.count(max(keys))
        shares = [1 / winners if key == max(keys) else 0 for key in keys]
        return [(n * share - 1) / (n - 1) for share in shares]

    def rank(self) -> list[float]:
        """A tied group has the mean of the ranks it fills."""
        n, keys = self.num_players, self.rank_keys()
        ranks = [sum(other > key for other in keys) + (keys.count(key) + 1) / 2 for key in keys]
        return [(n + 1 - 2 * rank) / (n - 1) for rank in ranks]

    def margin(self) -> list[float]:
        scores = self.scores()
        others = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(self.num_players)]
        return [max(-1.0, min(1.0, (own - other) / self.margin_unit)) for own, other in zip(scores, others)]
