"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time.

One number, the seed, says everything about a game: players, options, card set, how each player chooses, deal and
choices. To see a game again:

    python -m tests.biohack.lockstep --seed 123
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arkade
from biohack.random_cards import random_cards
from biohack_env.actions import ACTIONS
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
    policies_of,
    weighted,
)
from referee.biohack import Referee

SEATS = (1, 2, 3, 4)
SIDES = ("basic", "advanced", "choose")
CHALLENGES = 5
KINDS = len(SEATS) * 2  # of games: a seed's kind is seed % KINDS; every second one has random cards

# --- how players choose -----------------------------------------------------------------------------------------------

KIND_OF = kinds_of(ACTIONS)
_CREATE = {"create": 60, "use_scientist": 40, "report": 30, "unlock": 15, "pass": 0.1, "done": 0.3, "retrieve": 4}
POLICIES: dict[str, Policy] = {
    "any_legal": any_legal,
    "by_kind": by_kind(KIND_OF),
    "lowest": mostly_lowest,
    "highest": highest,
    "creating": weighted(KIND_OF, {**_CREATE, "take": 3, "heal": 2}),
    "buying": weighted(KIND_OF, {"take": 20, "deck": 40, "done": 0.1, "retrieve": 9, "accept": 5}),
    "rolling": weighted(KIND_OF, {"reroll": 20, "retrieve": 20, "done": 3, "heal": 0.2, "accept": 0.5}),
    "dealing": weighted(KIND_OF, {"convert": 20, "alley": 20, "accept": 20, "reserve": 20, "plan": 20, "done": 0.1}),
    "unlocking": weighted(KIND_OF, {**_CREATE, "unlock": 60, "convert": 0.2, "alley": 0.2}),
}
OFTEN = ("any_legal", "by_kind", "creating", "creating", "unlocking")


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """What a seed stands for."""

    seed: int
    rules: dict[str, Any]  # the options
    card_seed: int | None  # of `random_cards`; None: the house set
    policies: tuple[str, ...]  # one per player

    def __str__(self) -> str:
        cards = "house" if self.card_seed is None else f"random_cards({self.card_seed})"
        options = ", ".join(f"{key}={value!r}" for key, value in self.rules.items())
        return f"seed {self.seed}: {options}, cards {cards}; {', '.join(self.policies)}"


def setup_of(seed: int) -> Setup:
    """The game of a seed."""
    kind, choices = seed % KINDS, random.Random(seed)
    n = SEATS[kind % len(SEATS)]
    rules: dict[str, Any] = {"num_players": n, "board_side": choices.choice(SIDES)}
    if choices.random() < 0.3:
        rules["board_side"] = tuple(choices.choices(SIDES, k=n))
    rules["enclosure"] = choices.random() < 0.35
    rules["challenge"] = choices.randrange(CHALLENGES) if n == 1 else 0
    policies = policies_of(choices, n, list(POLICIES), OFTEN)
    return Setup(seed, rules, choices.getrandbits(32) if kind >= len(SEATS) else None, tuple(policies))


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return arkade.make("biohack", **options)


def sides_of(setup: Setup, folder: Path, choices: random.Random) -> Sides:
    """The game of a setup, dealt on both sides."""
    if setup.card_seed is None:
        game, referee = _house_game(**setup.rules), Referee(**setup.rules)
    else:
        cards = random_cards(setup.card_seed, folder)
        game, referee = arkade.make("biohack", cards=cards, **setup.rules), Referee(cards=cards, **setup.rules)
    return RoundTrips.dealt(game, referee, ACTIONS, choices.getrandbits(64))


LOCKSTEP = Lockstep(
    "tests.biohack.lockstep", KINDS, POLICIES, setup_of, sides_of, lambda sides, action: KIND_OF[action]
)


if __name__ == "__main__":
    LOCKSTEP.main()
