"""Chance and resources of Hidden Ark: draws (RULES.md D43), and how units come, wait and go (5.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from .hiddenark_cards import RESOURCES
from .hiddenark_position import COMPETITIVE, FACE_DOWN
from .hiddenark_scenario import Scenario


class Resources(Scenario):
    """The position with its bag, stacks and tracks."""

    # -- Chance (D43) --

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

    def draw_from(self, counts: Counter, order: list) -> Hashable:
        """One thing out of a bag whose things lie in order, and out of it."""
        bag = [thing for thing in order for _ in range(counts[thing])]
        drawn = bag[self.below(len(bag))]
        counts[drawn] -= 1
        return drawn

    def draw_token(self) -> str | None:
        """An opportunity token, if there is one; an empty pool takes in all used and removed ones (R12, D5, D6)."""
        self.refill_pool()
        if not self.pool.total():
            return None
        token = self.draw_from(self.pool, list(self.cards.tokens))
        self.refill_pool()
        return token

    def refill_pool(self) -> None:
        if self.mode == COMPETITIVE and not self.pool.total():
            self.pool, self.discard = self.discard, Counter()

    def draw_tile(self, colour: int) -> int:
        tiles = [tile for tile in sorted(self.undrawn) if self.cards.tiles[tile].colour == colour]
        drawn = self.draw_from(Counter(tiles), tiles)
        self.undrawn.remove(drawn)
        return drawn

    def reveal(self, total: int) -> None:
        """Draw until so many tokens are face up (R10)."""
        while len(self.face_up) < total and (token := self.draw_token()):
            self.face_up.append(token)

    def place_tile(self, space: int) -> None:
        """Face up, or facedown and not yet drawn (R2, R64)."""
        self.fish[space] = FACE_DOWN if self.discovery else self.draw_tile(self.colour(space))

    # -- Resources of the player to act (5.2) --

    def fill(self, r: int, n: int) -> int:
        """Advance a track as far as it goes; the number of units that fitted."""
        fits = min(n, self.cards.cap[r] - self.player.res[r])
        self.player.res[r] += fits
        return fits

    def gain(self, r: int, n: int) -> None:
        """Late bonuses make way for what does not fit; the rest is excess (R13, R43, D17)."""
        for _ in range(n - self.fill(r, n)):
            if self.turn.late[r] > 0:
                self.turn.late[r] -= 1
                self.turn.pending[r] += 1
            else:
                self.turn.excess[r] += 1

    def bonus(self, r: int, n: int) -> None:
        """A bonus of the chosen row; what does not fit may wait (D17)."""
        fits = self.fill(r, n)
        self.turn.late[r] += fits
        self.turn.pending[r] += n - fits

    def lose(self, r: int, n: int) -> None:
        """From the track first; what waits flows in as soon as there is room (D17)."""
        turn, res = self.turn, self.player.res
        from_track = min(n, res[r])
        res[r] -= from_track
        turn.pending[r] -= n - from_track
        turn.late[r] = min(turn.late[r], res[r])
        waiting, turn.pending[r] = turn.pending[r], 0
        self.bonus(r, waiting)

    def grant(self, effect: dict[str, int], installed: bool = False) -> None:
        """Apply an effect vector; `installed` for a token in the chosen row (5.2)."""
        turn = self.turn
        for r, name in enumerate(RESOURCES):
            (self.bonus if installed else self.gain)(r, effect.get(name, 0))
        turn.any_left += effect.get("any", 0)
        turn.science_left += effect.get("science", 0)
        turn.rescues += effect.get("rescue", 0)
        turn.builds += effect.get("build", 0)
        self.player.token_vp += effect.get("vp", 0)
        self.add_moves(effect.get("move", 0))
        self.add_installs(effect.get("upgrade", 0))

    def add_moves(self, n: int) -> None:
        self.turn.moves += n
        if n:
            self.turn.move_open = 1

    def add_installs(self, n: int) -> None:
        self.turn.installs += n
        if n:
            self.turn.upgrade_open = 1
