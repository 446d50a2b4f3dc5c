"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time.

One number, the seed, says everything about a game: players, options, card set, how each player chooses, deal and
choices. To see a game again:

    python -m tests.hiddenark.lockstep --seed 123
"""

from __future__ import annotations

import argparse
import functools
import itertools
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
from hiddenark.random_cards import random_cards
from hiddenark_env.actions import ACTIONS
from hiddenark_env.hiddenark_v0 import game as make_game
from referee.hiddenark import Referee

SEATS = (*itertools.product(("competitive", "coop"), (2, 3, 4)), ("solo", 1))
VARIANTS = ("discovery", "uphill", "long_game")
KINDS = len(SEATS) * 2  # of games: a seed's kind is seed % KINDS; every second one has random cards
REWARDS = ("win", "rank", "margin")

# --- how players choose -----------------------------------------------------------------------------------------------

Legal = list[int]
Policy = Callable[[random.Random, Legal], int]
KIND_OF = [ACTIONS.decode(a)[0] for a in range(ACTIONS.size)]


def weighted(weights: dict[str, float]) -> Policy:
    def choose(choices: random.Random, legal: Legal) -> int:
        return choices.choices(legal, [weights.get(KIND_OF[a], 1) for a in legal])[0]

    return choose


def any_legal(choices: random.Random, legal: Legal) -> int:
    return choices.choice(legal)


def by_kind(choices: random.Random, legal: Legal) -> int:
    """A kind of action first, then an action of it."""
    kind = choices.choice(sorted({KIND_OF[a] for a in legal}))
    return choices.choice([a for a in legal if KIND_OF[a] == kind])


def lowest(choices: random.Random, legal: Legal) -> int:
    return legal[0] if choices.random() < 0.9 else choices.choice(legal)


def highest(choices: random.Random, legal: Legal) -> int:
    return legal[-1]


_RESCUE = {"rescue": 60, "launch": 5, "step": 6, "station": 3, "vessel": 3, "row": 4, "finish": 0.1, "install": 3}
POLICIES: dict[str, Policy] = {
    "any_legal": any_legal,
    "by_kind": by_kind,
    "lowest": lowest,
    "highest": highest,
    "rescuing": weighted({**_RESCUE, "extend": 0.2, "convert": 0.5}),
    "crowding": weighted({"step": 20, "launch": 20, "convert": 9, "extend": 9, "vessel": 30, "finish": 0.1}),
    "hoarding": weighted({"use_token": 0.02, "install": 20, "slot": 5, "finish": 3, "row": 0.5}),
    "spending": weighted({"use_token": 9, "station": 20, "vessel": 20, "rescue": 60, "finish": 0.02}),
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


class Difference(AssertionError):
    """Kernels and referee do not agree; says where, and how to see it again."""


@functools.cache
def _house_game(**options: Any) -> arkade.Game:
    return make_game(**options)


class Sides:
    """A game on both sides."""

    def __init__(self, setup: Setup, folder: Path, choices: random.Random) -> None:
        cards = None if setup.card_seed is None else random_cards(setup.card_seed, folder)
        rules = dict(setup.rules)
        if cards is not None:
            rules["board"] %= len(list((cards / "boards").glob("*.toml"))) - 1
        self.game = _house_game(**rules) if cards is None else make_game(cards=cards, **rules)
        self.states, self.mask = self.game.new(1), np.empty((1, self.game.num_actions), np.int8)
        self.referee = Referee(cards=cards, **rules)
        deal = choices.getrandbits(64)
        self.game.reset(self.states, deal)
        self.referee.reset(deal)

    def step(self, action: int) -> None:
        self.game.step(self.states, action)
        self.referee.step(action)

    def compare(self) -> Legal:
        """Both sides are in the same position and allow the same actions, which are returned, and the same results."""
        position, other = self.game.to_dict(self.states), self.referee.to_dict()
        if position != other:
            lines = [f"  {key}: kernel {a!r}, referee {b!r}" for key, a, b in differences(position, other)]
            raise AssertionError("\n".join(["positions differ:", *lines]))
        legal = self.referee.legal()
        ours = np.flatnonzero(self.game.legal(self.states, self.mask)[0]).tolist()
        if ours != legal:
            only = [[ACTIONS.describe(a) for a in sorted(set(x) - set(y))] for x, y in ((ours, legal), (legal, ours))]
            raise AssertionError(f"legal only for the kernel {only[0]}, only for the referee {only[1]}")
        over = int(self.states["over"][0])
        if over or len(legal) % 8 == 0:
            self.compare_results()
        if len(legal) % 8 == 1 and self.game.from_dict(position).tobytes() != self.states.tobytes():
            raise AssertionError("from_dict(to_dict(s)) is not s")
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


def differences(a: dict[str, Any], b: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Where two positions differ; of `turn` which fields."""
    for key in sorted(a.keys() | b.keys()):
        x, y = a.get(key), b.get(key)
        if key == "turn" and isinstance(x, dict) and isinstance(y, dict):
            yield from (
                (f"turn.{name}", x.get(name), y.get(name)) for name in x.keys() | y.keys() if x.get(name) != y.get(name)
            )
        elif x != y:
            yield key, x, y


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
        last = ", ".join(f"{a} {ACTIONS.describe(a)}" for a in actions[-3:]) or "none"
        raise Difference(
            f"{setup}\nat step {len(actions)} after the actions … {last}\n{type(error).__name__}: {error}\n"
            f"see it again: python -m tests.hiddenark.lockstep --seed {setup.seed}"
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
