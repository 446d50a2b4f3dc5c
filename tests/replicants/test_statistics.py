"""Uniformly random play has the statistics of RULES.md section 12, and the field the exact repair frequency."""

from __future__ import annotations

import functools
import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import arkade
from random_play import dealt, random_play
from replicants_env.scenario import resume_rows
from replicants_env.state import FIELD_CARDS, KINDS, Step

GAMES = 4_000
SIGMAS = 4
# (mean, standard error) for n = 2..6
CORE = {
    "rounds": [(20.85, 0.06), (19.27, 0.05), (18.61, 0.04), (18.19, 0.04), (17.78, 0.04)],
    "decisions": [(213.6, 0.6), (303.1, 0.8), (394.3, 1.0), (484.0, 1.1), (571.1, 1.3)],
    "drawn": [(5.91, 0.01), (5.51, 0.01), (5.26, 0.01), (5.07, 0.01), (4.95, 0.01)],
}
USC = {
    "rounds": [(14.96, 0.06), (14.06, 0.05), (13.84, 0.05), (13.90, 0.05), (14.71, 0.05)],
    "decisions": [(227.6, 1.0), (325.6, 1.3), (430.5, 1.5), (541.2, 1.8), (679.9, 2.3)],
}
REPAIRS = {2: 0.4406, 3: 0.2727, 4: 0.1534, 5: 0.0769, 6: 0.0330}
REPLACED = {2: 0.994, 3: 0.552, 4: 0.278, 5: 0.124, 6: 0.046}  # cards per Replenish, ± 0.003


def play_games(game: arkade.Game) -> dict[str, np.ndarray]:
    """Rounds, decisions, cards drawn per player and the winner's points of random games."""
    decisions = np.zeros(GAMES)
    states = game.new(0)
    for _, after, actions in random_play(game, dealt(game, GAMES, seed=2024), seed=2024):
        decisions += actions >= 0
        states = after
    assert (states["over"] == 1).all()
    n = game.num_players
    drawn = states["rep_count"][:, :n].mean(axis=1) - 4
    return {"rounds": states["round"], "decisions": decisions, "drawn": drawn, "vp": states["vp"].max(axis=1)}


def deviation(values: np.ndarray, mean: float, error: float = 0.0) -> float:
    """How many standard errors the mean of `values` is off `mean`, which has an error of its own."""
    return abs(values.mean() - mean) / math.hypot(values.std(ddof=1) / math.sqrt(len(values)), error)


@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
@pytest.mark.parametrize("num_players", range(2, 7))
def test_random_play_takes_as_long_as_the_rules_say(num_players: int, usc: bool) -> None:
    measured = play_games(arkade.make("replicants", num_players=num_players, usc=usc))
    for name, expected in (USC if usc else CORE).items():
        off = deviation(measured[name], *expected[num_players - 2])
        assert off < SIGMAS, f"{name}: {measured[name].mean():.2f} is {off:.1f} standard errors off"
    if not usc:
        assert abs(measured["vp"].mean() - 37.15) < 0.3  # for all n together 37.15


# --- the field --------------------------------------------------------------------------------------------------------


@functools.cache
def chance_of_repair(n: int) -> float:
    """1 - P(all four kinds among n + 4 of 16 cards), by inclusion and exclusion."""
    cards = n + 4
    ways = sum((-1) ** k * math.comb(4, k) * math.comb(FIELD_CARDS - 4 * k, cards) for k in range(KINDS))
    return float(1 - Fraction(ways, math.comb(FIELD_CARDS, cards)))


def replenish(game: arkade.Game, times: int, seed: int) -> np.ndarray:
    """The states after `times` independent Replenish steps."""
    states = np.repeat(game.from_dict({"at": "drone", "x": "NPHSNP"[: game.num_players], "y": "NPHS"}), times)
    for name in ("field_x", "field_y"):
        states[name] = -1
    states["step"], states["field_pos"] = Step.REPLENISH, 0
    states["rng"] = arkade.deal_seeds(seed, np.zeros(times, np.int64))
    resume_rows(states, game.tables)
    assert (states["step"] == Step.DRONE).all()
    return states


@pytest.mark.parametrize("num_players", range(2, 7))
def test_the_field_is_repaired_as_often_as_chance_says(num_players: int) -> None:
    times = 40_000
    states = replenish(arkade.make("replicants", num_players=num_players), times, seed=7)
    replaced = states["field_pos"].astype(int) - (num_players + 4)
    exact = chance_of_repair(num_players)
    assert round(exact, 4) == REPAIRS[num_players]
    assert deviation(replaced > 0, exact) < SIGMAS
    assert deviation(replaced, REPLACED[num_players], 0.003) < SIGMAS
    assert replaced.max() <= {2: 7, 3: 6, 4: 5, 5: 4, 6: 3}[num_players]  # D7


def test_every_kind_is_as_likely_in_every_place() -> None:
    n, times = 6, 40_000
    states = replenish(arkade.make("replicants", num_players=n), times, seed=8)
    whole = states[states["field_pos"] == n + 4]  # not repaired
    field = np.concatenate([whole["field_x"], whole["field_y"], whole["field_deck"][:, n + 4 :]], axis=1)
    for kind, place in itertools.product(range(KINDS), range(FIELD_CARDS)):
        share = (field[:, place] == kind).mean()
        assert abs(share - 0.25) < 5 * math.sqrt(0.25 * 0.75 / len(whole)), (kind, place)
