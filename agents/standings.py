"""What a tournament says: ratings, shares of the wins with intervals, tables, a picture, a file."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np

from arkade_agents.evaluate import wilson
from arkade_agents.tournament import LineUp, Tournament


@dataclasses.dataclass(frozen=True)
class Standing:
    """One agent over all its games: rating (openskill's mean and deviation), share of the wins with a 95 % interval.

    `share` is per seat: 1 / players is even.
    """

    agent: str
    rating: float
    deviation: float
    share: float
    interval: tuple[float, float]
    points: float
    games: int


@dataclasses.dataclass(frozen=True)
class Pairing:
    """One line-up: each agent's share of the wins per seat, with a 95 % interval."""

    line_up: LineUp
    shares: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    games: int


def standings(found: Tournament) -> list[Standing]:
    """All agents, the best rating first."""
    ratings, result = rate(found), []
    for agent in found.agents:
        mine = [line_up for line_up in found.places if agent in line_up]
        won = np.concatenate([_seats(found.shares(line_up), line_up, agent) for line_up in mine], axis=1)
        points = np.concatenate([_seats(found.points[line_up], line_up, agent) for line_up in mine], axis=1)
        games = sum(found.places[line_up].shape[0] * found.places[line_up].shape[1] for line_up in mine)
        mu, sigma = ratings[agent]
        result.append(Standing(agent, mu, sigma, float(won.mean()), wilson(won), float(points.mean()), games))
    return sorted(result, key=lambda standing: -standing.rating)


def pairings(found: Tournament) -> list[Pairing]:
    """All line-ups."""
    result = []
    for line_up, places in found.places.items():
        won = {agent: _seats(found.shares(line_up), line_up, agent) for agent in dict.fromkeys(line_up)}
        shares = {agent: float(share.mean()) for agent, share in won.items()}
        intervals = {agent: wilson(share) for agent, share in won.items()}
        result.append(Pairing(line_up, shares, intervals, places.shape[0] * places.shape[1]))
    return result


def _seats(values: np.ndarray, line_up: LineUp, agent: str) -> np.ndarray:
    """The values of an agent's seats, (deal, rotation x seat)."""
    members = [i for i, name in enumerate(line_up) if name == agent]
    return values[:, :, members].reshape(len(values), -1).astype(np.float64)


def rate(found: Tournament) -> dict[str, tuple[float, float]]:
    """Plackett-Luce ratings (mean, deviation) from all games, taken deal by deal.

    An agent in several seats of a game takes the mean of what each of them learns.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {agent: model.rating(name=agent) for agent in found.agents}
    deals, rotations = next(iter(found.places.values())).shape[:2]
    for deal in range(deals):
        for line_up, places in found.places.items():
            for rotation in range(rotations):
                seats = [[model.rating(ratings[name].mu, ratings[name].sigma)] for name in line_up]
                rated = model.rate(seats, ranks=places[deal, rotation].astype(float).tolist())
                for agent in set(line_up):
                    mine = [team[0] for team, name in zip(rated, line_up, strict=True) if name == agent]
                    ratings[agent].mu = sum(one.mu for one in mine) / len(mine)
                    ratings[agent].sigma = sum(one.sigma for one in mine) / len(mine)
    return {agent: (float(rating.mu), float(rating.sigma)) for agent, rating in ratings.items()}


def to_dict(found: Tournament) -> dict[str, Any]:
    """Plain Python for JSON: what was run, and what came of it."""
    return dict(
        plan=found.plan,
        standings=[dataclasses.asdict(standing) for standing in standings(found)],
        line_ups=[dataclasses.asdict(pairing) for pairing in pairings(found)],
    )


def write_json(found: Tournament, path: Path) -> None:
    """Write what was run and what came of it."""
    path.write_text(json.dumps(to_dict(found), indent=1) + "\n", encoding="utf-8")


def plot(found: Tournament, path: Path) -> None:
    """Draw ratings and shares of the wins as a PNG or SVG."""
    from matplotlib.figure import Figure

    table = standings(found)[::-1]
    names = [standing.agent for standing in table]
    figure = Figure(figsize=(9, 1.6 + 0.45 * len(table)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    left.errorbar(
        [s.rating for s in table], names, xerr=[2 * s.deviation for s in table], fmt="o", color="#4477aa", capsize=3
    )
    left.set_xlabel("rating, ± 2 deviations")
    spread = np.array([[100 * (s.share - s.interval[0]), 100 * (s.interval[1] - s.share)] for s in table]).T
    right.errorbar([100 * s.share for s in table], names, xerr=spread, fmt="o", color="#aa4455", capsize=3)
    seats = len(next(iter(found.places)))
    right.axvline(100 / seats, color="grey", linewidth=1, linestyle="--")
    right.set(xlabel="share of the wins per seat, %, 95 % interval", xlim=(0, 100))
    for axes in (left, right):
        axes.grid(axis="x", alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    plan = found.plan
    figure.suptitle(f"{plan['game']}, {seats} players, {plan['games']} games of each line-up, seed {plan['seed']}")
    figure.savefig(path, dpi=150)
