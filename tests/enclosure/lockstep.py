"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time.

One number, the seed, says everything about a game: players, options, card set and layout, where it starts, how each
player chooses, deal and choices. To see a game again:

    python -m tests.enclosure.lockstep --seed 123
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arkade
from enclosure.random_cards import random_cards
from enclosure.starts import late_position
from lockstep import Legal, Lockstep, Policy, Sides, any_legal, highest, kinds_of, lowest, policies_of
from referee.enclosure import Referee

PLAYERS = (2, 3, 4)
STARTS = ("fresh", "long", "late")  # 60 rounds, 1000 rounds, a position with 10 or 11 completed cards per seat
KINDS = len(PLAYERS) * len(STARTS) * 2  # of games: a seed's kind is seed % KINDS; every second one has random cards

# --- how players choose -----------------------------------------------------------------------------------------------

FULL = arkade.make("enclosure").actions  # the referee's ids

SWAP, PUSH, END_TURN = FULL.range("swap"), FULL.range("push"), FULL.start("end_turn")
TAKES = frozenset(
    a for kind in ("take_basic", "take_advanced", "draw_basic", "draw_advanced") for a in FULL.range(kind)
)
RARE = frozenset(a for kind in ("complete", "claim_private", "claim_public") for a in FULL.range(kind))
KIND_OF = kinds_of(FULL)
IDLE = ("end_turn", "skip_effects")


def by_kind(choices: random.Random, legal: Legal) -> int:
    """A kind of action first, then an action of it; ends the turn only when nothing else is legal."""
    kinds = sorted({KIND_OF[a] for a in legal})
    kind = choices.choice([kind for kind in kinds if kind not in IDLE] or kinds)
    return choices.choice([a for a in legal if KIND_OF[a] == kind])


def completing(choices: random.Random, legal: Legal) -> int:
    """Completes cards and milestones whenever it can."""
    rare = [a for a in legal if a in RARE]
    return choices.choice(rare) if rare else by_kind(choices, legal)


def delaying(choices: random.Random, legal: Legal) -> int:
    """Completes cards but claims nothing before it must: milestones stay open, turns end with AP 0."""
    wanted = [a for a in legal if KIND_OF[a] == "complete"] or [a for a in legal if "claim" not in KIND_OF[a]]
    return by_kind(choices, wanted or legal)


def pushing(choices: random.Random, legal: Legal) -> int:
    """Pushes and collects: habitats fill, the supply runs dry, tokens leave."""
    pushes = [a for a in legal if a in PUSH or KIND_OF[a] == "collect"]
    return choices.choice(pushes) if pushes else completing(choices, legal)


def taking(choices: random.Random, legal: Legal) -> int:
    """Takes cards: decks run dry, research areas fill."""
    takes = [a for a in legal if a in TAKES]
    return choices.choice(takes) if takes else completing(choices, legal)


def declining(choices: random.Random, legal: Legal) -> int:
    """Completes, and uses no effect."""
    skips = [a for a in legal if KIND_OF[a] == "skip_effects"]
    return skips[0] if skips else completing(choices, legal)


def idling(choices: random.Random, legal: Legal) -> int:
    return END_TURN if END_TURN in legal and choices.random() < 0.6 else completing(choices, legal)


POLICIES: dict[str, Policy] = {
    policy.__name__: policy
    for policy in (*(any_legal, by_kind, completing, delaying, pushing, taking, declining, idling, lowest, highest),)
}
OFTEN = ("any_legal", "by_kind", "completing", "delaying", "pushing")


# --- games ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setup:
    """What a seed stands for."""

    seed: int
    num_players: int
    start: str
    max_rounds: int
    truncation_result: str
    compact_actions: bool
    card_seed: int | None  # of `random_cards`; None: the house set
    policies: tuple[str, ...]  # one per player

    @property
    def rules(self) -> dict[str, Any]:
        """The options that both sides know."""
        return {key: getattr(self, key) for key in ("num_players", "max_rounds", "truncation_result")}

    def __str__(self) -> str:
        cards = "house" if self.card_seed is None else f"random_cards({self.card_seed})"
        options = ", ".join(f"{key}={value!r}" for key, value in self.rules.items())
        compact = ", compact_actions=True" if self.compact_actions else ""
        return f"seed {self.seed}: {options}{compact}, cards {cards}; {self.start}; {', '.join(self.policies)}"


def setup_of(seed: int) -> Setup:
    """The game of a seed."""
    kind, choices = seed % KINDS, random.Random(seed)
    n, start, house = PLAYERS[kind % 3], STARTS[kind // 3 % 3], kind // 9 == 0
    policies = policies_of(choices, n, list(POLICIES), OFTEN)
    limits = {"fresh": [60, 60, 25, 6, 1], "long": [1000], "late": [60, 60, 20]}[start]
    result, compact = choices.choice(("standing", "draw")), choices.random() < 0.3
    cards = None if house else choices.getrandbits(32)
    return Setup(seed, n, start, choices.choice(limits), result, compact, cards, tuple(policies))


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return arkade.make("enclosure", **options)


def sides_of(setup: Setup, folder: Path, choices: random.Random) -> Sides:
    """The game of a setup on both sides, dealt or late."""
    options: dict[str, Any] = dict(setup.rules, compact_actions=setup.compact_actions)
    cards = None if setup.card_seed is None else random_cards(setup.card_seed, folder)
    game = _house_game(**options) if cards is None else arkade.make("enclosure", cards=cards, **options)
    if setup.start == "late":
        position = late_position(choices, game.cards, setup.num_players, setup.max_rounds)
        referee = Referee.from_dict(position, cards=cards, **setup.rules)
        return Sides(game, game.from_dict(position), referee, FULL)
    return Sides.dealt(game, Referee(cards=cards, **setup.rules), FULL, choices.getrandbits(64))


LOCKSTEP = Lockstep(
    "tests.enclosure.lockstep", KINDS, POLICIES, setup_of, sides_of, lambda sides, action: KIND_OF[action]
)


if __name__ == "__main__":
    LOCKSTEP.main()
