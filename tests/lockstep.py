"""Kernels and referee play the same games in step: same legal actions, same position, same results, every time."""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from arkade.actions import ActionTable

REWARDS = ("win", "rank", "margin")
STEPS = 200_000  # that `make test` compares
SEED = int(os.environ.get("ARKADE_FUZZ_SEED", 0))

# --- how players choose -----------------------------------------------------------------------------------------------

Legal = list[int]
Policy = Callable[[random.Random, Legal], int]


def any_legal(choices: random.Random, legal: Legal) -> int:
    return choices.choice(legal)


def lowest(choices: random.Random, legal: Legal) -> int:
    return legal[0]


def highest(choices: random.Random, legal: Legal) -> int:
    return legal[-1]


def mostly_lowest(choices: random.Random, legal: Legal) -> int:
    return legal[0] if choices.random() < 0.9 else choices.choice(legal)


def kinds_of(actions: ActionTable) -> list[str]:
    """The kind of every action."""
    return [actions.decode(a)[0] for a in range(actions.size)]


def weighted(kind_of: Sequence[str], weights: Mapping[str, float]) -> Policy:
    """Actions of some kinds so many times as often as others."""

    def choose(choices: random.Random, legal: Legal) -> int:
        return choices.choices(legal, [weights.get(kind_of[a], 1) for a in legal])[0]

    return choose


def by_kind(kind_of: Sequence[str]) -> Policy:
    """A kind of action first, then an action of it."""

    def choose(choices: random.Random, legal: Legal) -> int:
        kind = choices.choice(sorted({kind_of[a] for a in legal}))
        return choices.choice([a for a in legal if kind_of[a] == kind])

    return choose


def policies_of(choices: random.Random, n: int, policies: Sequence[str], often: Sequence[str]) -> list[str]:
    """Who plays how: sometimes all alike; those of `often` thrice as often as others."""
    if choices.random() < 0.25:
        return [choices.choice(policies)] * n
    return choices.choices([*policies, *often, *often], k=n)


# --- a game on both sides ---------------------------------------------------------------------------------------------


def full_ids(game: arkade.Game, full: ActionTable) -> list[int]:
    """The referee's id, which is one of `full`, of each action of a game, which may number fewer."""
    return [full.encode(kind, **params) for kind, params in map(game.actions.decode, range(game.num_actions))]


class Sides:
    """A game on both sides: kernels with their ids, the referee with those of `full`."""

    def __init__(self, game: arkade.Game, states: np.ndarray, referee: Any, full: ActionTable) -> None:
        self.game, self.states, self.referee, self.actions = game, states, referee, full
        self.full = full_ids(game, full)
        self.own = {a: own for own, a in enumerate(self.full)}
        self.mask = np.empty((1, game.num_actions), np.int8)
        self.legal: Legal | None = None  # in the position that was compared last

    @classmethod
    def dealt(cls, game: arkade.Game, referee: Any, full: ActionTable, deal: int) -> Sides:
        """The same deal on both sides."""
        states = game.new(1)
        game.reset(states, deal)
        referee.reset(deal)
        return cls(game, states, referee, full)

    def step(self, action: int) -> None:
        self.game.step(self.states, self.own[action])
        self.referee.step(action, self.legal)
        self.legal = None

    def compare(self) -> Legal:
        """Both sides are in the same position and allow the same actions, which are returned, and the same results."""
        position, other = self.game.to_dict(self.states), self.referee.to_dict()
        if position != other:
            lines = [f"  {key}: kernel {a!r}, referee {b!r}" for key, a, b in differences(position, other)]
            raise AssertionError("\n".join(["positions differ:", *lines]))
        legal = self.referee.legal()
        ours = [self.full[a] for a in np.flatnonzero(self.game.legal(self.states, self.mask)[0])]
        if ours != legal:
            describe = self.actions.describe
            only = [[describe(a) for a in sorted(set(x) - set(y))] for x, y in ((ours, legal), (legal, ours))]
            raise AssertionError(f"legal only for the kernel {only[0]}, only for the referee {only[1]}")
        over, theirs = int(self.states["over"][0]), self.referee.over
        if over != theirs:
            raise AssertionError(f"over: kernel {over}, referee {theirs}")
        if over or len(legal) % 8 == 0:
            self.compare_results()
        self.legal = legal
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


class RoundTrips(Sides):
    """Both sides, and now and then the kernels' position as a dictionary and back."""

    def compare(self) -> Legal:
        """As `Sides.compare`; every eighth position must come back byte for byte."""
        legal = super().compare()
        if len(legal) % 8 == 1:
            back = self.game.from_dict(self.game.to_dict(self.states))
            if back.tobytes() != self.states.tobytes():
                raise AssertionError("from_dict(to_dict(s)) is not s")
        return legal


def differences(a: Mapping[str, Any], b: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, Any, Any]]:
    """The keys at which two positions differ, with both values; of dictionaries in them the keys there."""
    for key in sorted(a.keys() | b.keys()):
        x, y = a.get(key), b.get(key)
        if isinstance(x, dict) and isinstance(y, dict):
            yield from differences(x, y, f"{within}{key}.")
        elif x != y:
            yield f"{within}{key}", x, y


# --- many games -------------------------------------------------------------------------------------------------------


class Difference(AssertionError):
    """Kernels and referee do not agree; says where, and how to see it again."""


@dataclass(frozen=True)
class Lockstep:
    """How the games of one kind are played: one number, the seed, says everything about a game.

    `setup_of` says what a seed stands for, `sides` puts that on the table (a random card set goes into the folder),
    `meets` names what an action, about to be played, belongs to. A seed's kind is its rest modulo `kinds`.
    """

    module: str
    kinds: int
    policies: Mapping[str, Policy]
    setup_of: Callable[[int], Any]
    sides: Callable[[Any, Path, random.Random], Sides]
    meets: Callable[[Sides, int], str]

    def play(self, setup: Any, folder: Path, most: int | None = None, seen: set[str] | None = None) -> int:
        """Play one game on both sides, at most `most` steps; Difference at the first one. Returns the number of steps.

        `folder` is where a random card set is written; what was met, and how the game ended, is added to `seen`.
        """
        choices, actions, sides = random.Random(setup.seed ^ 0x5EED), [], None
        seen = set() if seen is None else seen
        policies = [self.policies[name] for name in setup.policies]
        try:
            sides = self.sides(setup, folder, choices)
            while legal := sides.compare():
                if len(actions) == most:
                    return len(actions)
                actions.append(policies[sides.referee.current_player](choices, legal))
                seen.add(self.meets(sides, actions[-1]))
                sides.step(actions[-1])
            seen.add(("live", "ended", "stopped")[sides.referee.over])
            return len(actions)
        except Exception as error:
            last = ", ".join(f"{a} {sides.actions.describe(a)}" for a in actions[-3:]) if sides and actions else "none"
            raise Difference(
                f"{setup}\nat step {len(actions)} after the actions … {last}\n{type(error).__name__}: {error}\n"
                f"see it again: python -m {self.module} --seed {setup.seed}"
            ) from error

    def play_many(
        self,
        seeds: Iterator[int],
        steps: int,
        report: Callable[[str], None] | None = None,
        seen: set[str] | None = None,
    ) -> int:
        """Play the games of `seeds` until `steps` steps have been compared; `report` gets a line every half minute."""
        done, games, start = 0, 0, time.monotonic()
        spoken = start
        with tempfile.TemporaryDirectory() as folder:
            while done < steps:
                done += self.play(self.setup_of(next(seeds)), Path(folder) / "cards", steps - done, seen)
                games += 1
                now = time.monotonic()
                if report and now - spoken > 30:
                    spoken, rate = now, done / (now - start)
                    report(f"lockstep: {done:,} of {steps:,} steps equal, {games:,} games, {rate:,.0f}/s")
        return done

    def seeds(self, kind: int, seed: int = SEED) -> itertools.count[int]:
        """Seeds of the games of one kind; another `seed` gives other games."""
        return itertools.count(kind + self.kinds * 1_000_000 * seed, self.kinds)

    def check(self, kind: int, name: str, fuzz_factor: int, capfd: Any) -> None:
        """Compare this kind's share of the steps of a test run."""

        def report(line: str) -> None:
            with capfd.disabled():
                print(f"{name}: {line}", file=sys.stderr, flush=True)

        steps = -(-int(os.environ.get("ARKADE_FUZZ_STEPS", STEPS * fuzz_factor)) // self.kinds)
        assert self.play_many(self.seeds(kind), steps, report) == steps

    def main(self) -> None:
        """The command line: play the game of a seed, or many from it on."""
        parser = argparse.ArgumentParser(description="play kernels and referee in lockstep")
        parser.add_argument("--seed", type=int, required=True, help="the game of this seed, or the first with --steps")
        parser.add_argument("--steps", type=int, help="play the games of this and the next seeds for so many steps")
        given = parser.parse_args()
        if given.steps is None:
            with tempfile.TemporaryDirectory() as folder:
                setup = self.setup_of(given.seed)
                print(setup)
                print(f"{self.play(setup, Path(folder) / 'cards')} steps equal")
        else:
            seeds = iter(range(given.seed, sys.maxsize))
            print(f"{self.play_many(seeds, given.steps, lambda line: print(line, flush=True)):,} steps equal")
