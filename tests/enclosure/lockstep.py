"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time.

One number, the seed, says everything about a game: players, options, card set and layout, where it starts, how each
player chooses, deal and choices. To see a game again:

    python -m tests.enclosure.lockstep --seed 123
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
from enclosure.random_cards import random_cards
from enclosure.starts import late_position
from referee.enclosure import Referee

PLAYERS = (2, 3, 4)
STARTS = ("fresh", "long", "late")  # 60 rounds, 1000 rounds, a position with 10 or 11 completed cards per seat
KINDS = len(PLAYERS) * len(STARTS) * 2  # of games: a seed's kind is seed % KINDS; every second one has random cards
REWARDS = ("win", "rank", "margin")

# --- how players choose -----------------------------------------------------------------------------------------------

Legal = list[int]
Policy = Callable[[random.Random, Legal], int]
FULL = arkade.make("enclosure").actions  # the referee's ids

SWAP, PUSH, END_TURN = FULL.range("swap"), FULL.range("push"), FULL.start("end_turn")
TAKES = frozenset(
    a for kind in ("take_basic", "take_advanced", "draw_basic", "draw_advanced") for a in FULL.range(kind)
)
RARE = frozenset(a for kind in ("complete", "claim_private", "claim_public") for a in FULL.range(kind))
KIND_OF = [FULL.decode(a)[0] for a in range(FULL.size)]
IDLE = ("end_turn", "skip_effects")


def any_legal(choices: random.Random, legal: Legal) -> int:
    return choices.choice(legal)


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


def lowest(choices: random.Random, legal: Legal) -> int:
    return legal[0]


def highest(choices: random.Random, legal: Legal) -> int:
    return legal[-1]


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
    if choices.random() < 0.25:
        policies = [choices.choice(list(POLICIES))] * n
    else:
        policies = choices.choices([*POLICIES, *OFTEN, *OFTEN], k=n)
    limits = {"fresh": [60, 60, 25, 6, 1], "long": [1000], "late": [60, 60, 20]}[start]
    result, compact = choices.choice(("standing", "draw")), choices.random() < 0.3
    cards = None if house else choices.getrandbits(32)
    return Setup(seed, n, start, choices.choice(limits), result, compact, cards, tuple(policies))


class Difference(AssertionError):
    """Kernels and referee do not agree; says where, and how to see it again."""


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return arkade.make("enclosure", **options)


def full_ids(game: arkade.Game) -> list[int]:
    """The referee's id of each action of a game, which `compact_actions` renumbers."""
    return [FULL.encode(kind, **params) for kind, params in map(game.actions.decode, range(game.num_actions))]


class Sides:
    """A game on both sides: kernels with their ids, the referee with the full ones."""

    def __init__(self, setup: Setup, folder: Path, choices: random.Random) -> None:
        options: dict[str, Any] = dict(setup.rules, compact_actions=setup.compact_actions)
        cards = None if setup.card_seed is None else random_cards(setup.card_seed, folder)
        self.game = _house_game(**options) if cards is None else arkade.make("enclosure", cards=cards, **options)
        self.full = full_ids(self.game)
        self.compact = {a: own for own, a in enumerate(self.full)}
        self.states, self.mask = self.game.new(1), np.empty((1, self.game.num_actions), np.int8)
        if setup.start == "late":
            position = late_position(choices, self.game.cards, setup.num_players, setup.max_rounds)
            self.states = self.game.from_dict(position)
            self.referee = Referee.from_dict(position, cards=cards, **setup.rules)
        else:
            deal = choices.getrandbits(64)
            self.referee = Referee(cards=cards, **setup.rules)
            self.game.reset(self.states, deal)
            self.referee.reset(deal)

    def step(self, action: int) -> None:
        self.game.step(self.states, self.compact[action])
        self.referee.step(action)

    def compare(self) -> Legal:
        """Both sides are in the same position and allow the same actions, which are returned, and the same results."""
        position, other = self.game.to_dict(self.states), self.referee.to_dict()
        if position != other:
            keys = sorted(k for k in position.keys() | other.keys() if position.get(k) != other.get(k))
            lines = [f"  {key}: kernel {position.get(key)!r}, referee {other.get(key)!r}" for key in keys]
            raise AssertionError("\n".join(["positions differ:", *lines]))
        legal = self.referee.legal()
        ours = [self.full[a] for a in np.flatnonzero(self.game.legal(self.states, self.mask)[0])]
        if ours != legal:
            only = [[FULL.describe(a) for a in sorted(set(x) - set(y))] for x, y in ((ours, legal), (legal, ours))]
            raise AssertionError(f"legal only for the kernel {only[0]}, only for the referee {only[1]}")
        over, theirs = int(self.states["over"][0]), self.referee.over
        if over != theirs:
            raise AssertionError(f"over: kernel {over}, referee {theirs}")
        if over or len(legal) % 8 == 0:
            self.compare_results()
        return legal

    def compare_results(self) -> None:
        """Scores and results of all kinds; results are 0 while the game runs."""
        scores = self.game.scores(self.states)[0].tolist()
        if scores != self.referee.scores():
            raise AssertionError(f"scores: kernel {scores}, referee {self.referee.scores()}")
        for reward in REWARDS:
            ours, theirs = self.game.returns(self.states, reward)[0].tolist(), self.referee.returns(reward)
            if any(abs(a - b) > 1e-6 for a, b in zip(ours, theirs, strict=True)):
                raise AssertionError(f"returns({reward!r}): kernel {ours}, referee {theirs}")


def play(setup: Setup, folder: Path, most: int | None = None, seen: set[str] | None = None) -> int:
    """Play one game on both sides, at most `most` steps; Difference at the first one. Returns the number of steps.

    `folder` is where a random card set is written; how games ended and the kinds of actions played are added to `seen`.
    """
    choices, actions = random.Random(setup.seed ^ 0x5EED), []
    policies = [POLICIES[name] for name in setup.policies]
    try:
        sides = Sides(setup, folder, choices)
        while legal := sides.compare():
            if len(actions) == most:
                return len(actions)
            actions.append(policies[sides.referee.current_player](choices, legal))
            sides.step(actions[-1])
        if seen is not None:
            seen |= {("live", "ended", "stopped")[sides.referee.over], *(KIND_OF[a] for a in actions)}
        return len(actions)
    except Exception as error:
        last = ", ".join(f"{a} {FULL.describe(a)}" for a in actions[-3:]) or "none"
        raise Difference(
            f"{setup}\nat step {len(actions)} after the actions … {last}\n{type(error).__name__}: {error}\n"
            f"see it again: python -m tests.enclosure.lockstep --seed {setup.seed}"
        ) from error


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
