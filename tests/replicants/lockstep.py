"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time.

One number, the seed, says everything about a game: players, expansion, round limit, card set, how each player
chooses, deal and choices. To see a game again:

    python -m tests.replicants.lockstep --seed 123
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arkade
from lockstep import Legal, Lockstep, Policy, Sides, any_legal, highest, lowest, policies_of
from referee.replicants import Referee
from replicants.random_cards import random_cards
from replicants_env.actions import ACTIONS

KINDS = 20  # of games: 2..6 players, core or usc, house set or random cards; a seed's kind is seed % KINDS
PLAYERS = (2, 3, 4, 5, 6)

# --- how players choose -----------------------------------------------------------------------------------------------

PASS = ACTIONS.start("pass")
LEVEL_UP = ACTIONS.range("level_up")
PLACE_DRONE = ACTIONS.range("place_drone")
GO_ONLY = ACTIONS.range("go_only")
QUESTIONS = [a for kind in ("choose_resource", "choose_replicant", "redeal", "build_room") for a in ACTIONS.range(kind)]
RARE = frozenset([*QUESTIONS, *ACTIONS.range("use_ability"), *ACTIONS.range("go_use")])
DOUBLES = frozenset(ACTIONS.encode("place_drone", x=kind, y=kind) for kind in range(4))


def rare_first(choices: random.Random, legal: Legal) -> int:
    """Abilities, rooms and whatever leads to questions."""
    rare = [a for a in legal if a in RARE]
    return choices.choice(rare) if rare and choices.random() < 0.9 else choices.choice(legal)


def passing(choices: random.Random, legal: Legal) -> int:
    return PASS if PASS in legal else choices.choice(legal)


def never_passing(choices: random.Random, legal: Legal) -> int:
    return choices.choice([a for a in legal if a != PASS])


def hoarding(choices: random.Random, legal: Legal) -> int:
    """Uses everything but levels nothing up: hands and lockers fill, piles run dry."""
    others = [a for a in legal if a not in LEVEL_UP and a not in GO_ONLY and a != PASS]
    return choices.choice(others) if others else choices.choice(legal) if PASS not in legal else PASS


def levelling(choices: random.Random, legal: Legal) -> int:
    """Levels up whenever it can, the newest replicant first."""
    ups = [a for a in legal if a in LEVEL_UP]
    return ups[-1] if ups else choices.choice([a for a in legal if a != PASS])


def doubling(choices: random.Random, legal: Legal) -> int:
    """Takes two cards of a kind: single piles run dry."""
    doubles = [a for a in legal if a in DOUBLES]
    return doubles[0] if doubles else choices.choice(legal)


POLICIES: dict[str, Policy] = {
    policy.__name__: policy
    for policy in (*(any_legal, rare_first, passing, never_passing, hoarding, levelling, doubling, lowest, highest),)
}
OFTEN = ("any_legal", "rare_first", "levelling", "never_passing")  # their games go on to many abilities


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """What a seed stands for."""

    seed: int
    num_players: int
    usc: bool
    max_rounds: int | None  # None: the card set's own
    card_seed: int | None  # of `random_cards`; None: the house set
    policies: tuple[str, ...]  # one per player

    def __str__(self) -> str:
        cards = "house" if self.card_seed is None else f"random_cards({self.card_seed})"
        limit = "" if self.max_rounds is None else f", max_rounds={self.max_rounds}"
        who = ", ".join(self.policies)
        return f"seed {self.seed}: num_players={self.num_players}, usc={self.usc}{limit}, cards {cards}; {who}"


def setup_of(seed: int) -> Setup:
    """The game of a seed."""
    kind, choices = seed % KINDS, random.Random(seed)
    n, usc, house = PLAYERS[kind % 5], kind // 5 % 2 == 1, kind // 10 == 0
    policies = policies_of(choices, n, list(POLICIES), OFTEN)
    limits = [None, None, 60, 25, 12, 6, choices.randint(1, 5)]
    patient = all(policy in ("hoarding", "passing", "lowest") for policy in policies)  # nobody would ever win
    limit = choices.randint(1, 15) if patient else choices.choice(limits)
    return Setup(seed, n, usc, limit, None if house else choices.getrandbits(32), tuple(policies))


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return arkade.make("replicants", **options)


def sides_of(setup: Setup, folder: Path, choices: random.Random) -> Sides:
    """The game of a setup on both sides, dealt."""
    options: dict[str, Any] = dict(num_players=setup.num_players, usc=setup.usc)
    if setup.max_rounds is not None:
        options["max_rounds"] = setup.max_rounds
    cards = None if setup.card_seed is None else random_cards(setup.card_seed, folder)
    game = _house_game(**options) if cards is None else arkade.make("replicants", cards=cards, **options)
    referee = Referee(cards=cards, **options | {"max_rounds": game.options["max_rounds"]})
    return Sides.dealt(game, referee, ACTIONS, choices.getrandbits(64))


LOCKSTEP = Lockstep(
    "tests.replicants.lockstep", KINDS, POLICIES, setup_of, sides_of, lambda sides, action: sides.referee.node()
)


if __name__ == "__main__":
    LOCKSTEP.main()
