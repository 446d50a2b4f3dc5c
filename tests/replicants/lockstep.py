"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time.

One number, the seed, says everything about a game: players, expansion, round limit, card set, how each player
chooses, deal and choices. To see a game again:

    python -m tests.replicants.lockstep --seed 123
"""

from __future__ import annotations

import argparse
import functools
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from referee.replicants import Referee
from replicants.random_cards import random_cards
from replicants_env.actions import ACTIONS

KINDS = 20  # of games: 2..6 players, core or usc, house set or random cards; a seed's kind is seed % KINDS
PLAYERS = (2, 3, 4, 5, 6)
REWARDS = ("win", "rank", "margin")

# --- how players choose -----------------------------------------------------------------------------------------------

Legal = list[int]
Policy = Callable[[random.Random, Legal], int]

PASS = ACTIONS.start("pass")
LEVEL_UP = ACTIONS.range("level_up")
PLACE_DRONE = ACTIONS.range("place_drone")
GO_ONLY = ACTIONS.range("go_only")
QUESTIONS = [a for kind in ("choose_resource", "choose_replicant", "redeal", "build_room") for a in ACTIONS.range(kind)]
RARE = frozenset([*QUESTIONS, *ACTIONS.range("use_ability"), *ACTIONS.range("go_use")])
DOUBLES = frozenset(ACTIONS.encode("place_drone", x=kind, y=kind) for kind in range(4))


def any_legal(choices: random.Random, legal: Legal) -> int:
    return choices.choice(legal)


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


def lowest(choices: random.Random, legal: Legal) -> int:
    return legal[0]


def highest(choices: random.Random, legal: Legal) -> int:
    return legal[-1]


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
    if choices.random() < 0.25:
        policies = [choices.choice(list(POLICIES))] * n
    else:
        policies = choices.choices([*POLICIES, *OFTEN, *OFTEN], k=n)
    limits = [None, None, 60, 25, 12, 6, choices.randint(1, 5)]
    patient = all(policy in ("hoarding", "passing", "lowest") for policy in policies)  # nobody would ever win
    limit = choices.randint(1, 15) if patient else choices.choice(limits)
    return Setup(seed, n, usc, limit, None if house else choices.getrandbits(32), tuple(policies))


class Difference(AssertionError):
    """Kernels and referee do not agree; says where, and how to see it again."""


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return arkade.make("replicants", **options)


def _two_sides(setup: Setup, folder: Path) -> tuple[arkade.Game, Referee]:
    options: dict[str, Any] = dict(num_players=setup.num_players, usc=setup.usc)
    if setup.max_rounds is not None:
        options["max_rounds"] = setup.max_rounds
    cards = None
    if setup.card_seed is None:
        game = _house_game(**options)
    else:
        cards = random_cards(setup.card_seed, folder)
        game = arkade.make("replicants", cards=cards, **options)
    options["max_rounds"] = game.options["max_rounds"]
    return game, Referee(cards=cards, **options)


def play(setup: Setup, folder: Path, most: int | None = None, seen: set[str] | None = None) -> int:
    """Play one game on both sides, at most `most` steps; Difference at the first one. Returns the number of steps.

    `folder` is where a random card set is written; the names of the decisions met are added to `seen`.
    """
    game, referee = _two_sides(setup, folder)
    choices = random.Random(setup.seed ^ 0x5EED)
    policies = [POLICIES[name] for name in setup.policies]
    deal, states, mask = choices.getrandbits(64), game.new(1), np.empty((1, game.num_actions), np.int8)
    actions: list[int] = []
    try:
        game.reset(states, deal)
        referee.reset(deal)
        while True:
            legal = referee.legal()
            _compare(game, states, referee, legal, np.flatnonzero(game.legal(states, mask)[0]).tolist())
            if referee.over or len(actions) == most:
                return len(actions)
            if seen is not None:
                seen.add(referee.node())
            actions.append(policies[referee.current_player](choices, legal))
            game.step(states, actions[-1])
            referee.step(actions[-1])
    except Exception as error:
        last = ", ".join(f"{a} {ACTIONS.describe(a)}" for a in actions[-3:]) or "none"
        raise Difference(
            f"{setup}\nat step {len(actions)} after the actions … {last}\n{type(error).__name__}: {error}\n"
            f"see it again: python -m tests.replicants.lockstep --seed {setup.seed}"
        ) from error


def _compare(game: arkade.Game, states: np.ndarray, referee: Referee, legal: Legal, kernel_legal: Legal) -> None:
    """Both sides are in the same position, allow the same actions and give the same results."""
    position, other = game.to_dict(states), referee.to_dict()
    if position != other:
        lines = [f"  {key}: kernel {position.get(key)!r}, referee {other.get(key)!r}" for key in sorted(
            key for key in position.keys() | other.keys() if position.get(key) != other.get(key)
        )]  # fmt: skip
        raise AssertionError("\n".join([f"positions differ at {referee.node()}:", *lines]))
    if kernel_legal != legal:
        only = [
            [ACTIONS.describe(a) for a in set(x) - set(y)] for x, y in ((kernel_legal, legal), (legal, kernel_legal))
        ]
        raise AssertionError(
            f"legal only for the kernel {only[0]}, only for the referee {only[1]}, at {referee.node()}"
        )
    if int(states["over"][0]) != referee.over:
        raise AssertionError(f"over: kernel {states['over'][0]}, referee {referee.over}")
    if referee.over or len(legal) % 8 == 0:
        _compare_results(game, states, referee)


def _compare_results(game: arkade.Game, states: np.ndarray, referee: Referee) -> None:
    """Scores and results of all kinds; they are 0 while the game runs."""
    if game.scores(states)[0].tolist() != referee.scores():
        raise AssertionError(f"scores: kernel {game.scores(states)[0].tolist()}, referee {referee.scores()}")
    for reward in REWARDS:
        ours, theirs = game.returns(states, reward)[0].tolist(), referee.returns(reward)
        if any(abs(a - b) > 1e-6 for a, b in zip(ours, theirs, strict=True)):
            raise AssertionError(f"returns({reward!r}): kernel {ours}, referee {theirs}")


def play_many(
    seeds: Iterator[int], steps: int, report: Callable[[str], None] | None = None, seen: set[str] | None = None
) -> int:
    """Play the games of `seeds` until `steps` steps have been compared; `report` gets a line every half minute."""
    done, games, start = 0, 0, time.monotonic()
    spoken = start
    with tempfile.TemporaryDirectory() as folder:
        while done < steps:
            done += play(setup_of(next(seeds)), Path(folder) / "cards", steps - done, seen)
            games += 1
            now = time.monotonic()
            if report and now - spoken > 30:
                spoken = now
                report(f"lockstep: {done:,} of {steps:,} steps equal, {games:,} games, {done / (now - start):,.0f}/s")
    return done


def main() -> None:
    parser = argparse.ArgumentParser(description="play kernels and referee in lockstep")
    parser.add_argument("--seed", type=int, required=True, help="the game of this seed, or the first with --steps")
    parser.add_argument("--steps", type=int, help="play the games of this and the next seeds for so many steps")
    given = parser.parse_args()
    if given.steps is None:
        with tempfile.TemporaryDirectory() as folder:
            setup = setup_of(given.seed)
            print(setup)
            print(f"{play(setup, Path(folder) / 'cards')} steps equal")
    else:
        seeds = iter(range(given.seed, sys.maxsize))
        print(f"{play_many(seeds, given.steps, lambda line: print(line, flush=True)):,} steps equal")


if __name__ == "__main__":
    main()
