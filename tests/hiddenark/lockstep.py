"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time.

One number, the seed, says everything about a game: players, options, card set, how each player chooses, deal and
choices. To see a game again:

    python -m tests.hiddenark.lockstep --seed 123
"""

from __future__ import annotations

import functools
import itertools
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arkade
from hiddenark.random_cards import random_cards
from hiddenark_env.actions import ACTIONS
from lockstep import (
    Lockstep,
    Policy,
    RoundTrips,
    Sides,
    any_legal,
    by_kind,
    highest,
    kinds_of,
    mostly_lowest,
    weighted,
)
from referee.hiddenark import Referee

SEATS = (*itertools.product(("competitive", "coop"), (2, 3, 4)), ("solo", 1))
VARIANTS = ("discovery", "uphill", "long_game")
KINDS = len(SEATS) * 2  # of games: a seed's kind is seed % KINDS; every second one has random cards

# --- how players choose -----------------------------------------------------------------------------------------------

KIND_OF = kinds_of(ACTIONS)
_RESCUE = {"rescue": 60, "launch": 5, "step": 6, "station": 3, "vessel": 3, "row": 4, "finish": 0.1, "install": 3}
POLICIES: dict[str, Policy] = {
    "any_legal": any_legal,
    "by_kind": by_kind(KIND_OF),
    "lowest": mostly_lowest,
    "highest": highest,
    "rescuing": weighted(KIND_OF, {**_RESCUE, "extend": 0.2, "convert": 0.5}),
    "crowding": weighted(KIND_OF, {"step": 20, "launch": 20, "convert": 9, "extend": 9, "vessel": 30, "finish": 0.1}),
    "hoarding": weighted(KIND_OF, {"use_token": 0.02, "install": 20, "slot": 5, "finish": 3, "row": 0.5}),
    "spending": weighted(KIND_OF, {"use_token": 9, "station": 20, "vessel": 20, "rescue": 60, "finish": 0.02}),
}
OFTEN = ("any_legal", "by_kind", "rescuing", "rescuing", "rescuing", "crowding")


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """What a seed stands for."""

    seed: int
    rules: dict[str, Any]  # the options, `board` by number
    card_seed: int | None  # of `random_cards`; None: the house set
    policies: tuple[str, ...]  # one per player

    def __str__(self) -> str:
        cards = "house" if self.card_seed is None else f"random_cards({self.card_seed})"
        options = ", ".join(f"{key}={value!r}" for key, value in self.rules.items())
        return f"seed {self.seed}: {options}, cards {cards}; {', '.join(self.policies)}"


def setup_of(seed: int) -> Setup:
    """The game of a seed."""
    kind, choices = seed % KINDS, random.Random(seed)
    mode, n = SEATS[kind % len(SEATS)]
    rules: dict[str, Any] = {"num_players": n, "mode": mode, "board": choices.randrange(2)}
    rules |= {name: choices.random() < 0.35 for name in VARIANTS}
    rules["max_rounds"] = choices.choice((200, 200, 60, 20, 7, 1))
    policies = [choices.choice([*POLICIES, *OFTEN])] * n
    if choices.random() < 0.6:
        policies = choices.choices([*POLICIES, *OFTEN, *OFTEN], k=n)
    return Setup(seed, rules, choices.getrandbits(32) if kind >= len(SEATS) else None, tuple(policies))


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return arkade.make("hiddenark", **options)


def sides_of(setup: Setup, folder: Path, choices: random.Random) -> Sides:
    """The game of a setup, dealt on both sides."""
    cards = None if setup.card_seed is None else random_cards(setup.card_seed, folder)
    rules = dict(setup.rules)
    if cards is not None:
        rules["board"] %= len(list((cards / "boards").glob("*.toml"))) - 1
    game = _house_game(**rules) if cards is None else arkade.make("hiddenark", cards=cards, **rules)
    return RoundTrips.dealt(game, Referee(cards=cards, **rules), ACTIONS, choices.getrandbits(64))


LOCKSTEP = Lockstep(
    "tests.hiddenark.lockstep", KINDS, POLICIES, setup_of, sides_of, lambda sides, action: KIND_OF[action]
)


if __name__ == "__main__":
    LOCKSTEP.main()
