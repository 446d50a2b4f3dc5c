"""Who wins how often: all seat rotations of the same deals, every game in step.

`evaluate(game, ["greedy", "random"])` plays each deal once for every rotation of the line-up, so that neither a seat
nor a lucky deal favours anybody, and reports each agent's share of the wins with an interval. Where all players share
one result, each agent takes all seats of every deal, and whose team has the most points of them wins the deal.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arkade.envs.common import deal_seeds
from arkade.game import Game
from arkade.records import LIVE, NONE
from arkade_agents import Agent, make_agent

DEALS = 2048  # deals played in step
Z = 1.959964  # 95 %


@dataclasses.dataclass(frozen=True)
class Evaluation:
    """What a line-up won: one entry per seat of the line-up in every tuple.

    A win counts 1, shared by w players 1 / w; `shares` add up to 1. `intervals` are 95 % Wilson intervals, widened
    where the games of one deal agree with each other. `mean_scores` are points at the end, those of the team where
    all share one result; then `mean_ratings` are the results of kind "rank", -1 to 1.
    """

    game: str
    options: dict[str, Any]
    agents: tuple[str, ...]
    shares: tuple[float, ...]
    intervals: tuple[tuple[float, float], ...]
    mean_scores: tuple[float, ...]
    games: int
    seed: int
    mean_decisions: float
    mean_rounds: float | None  # at the end, as the game counts them (some from 0); None where it counts none
    seconds: float
    mean_ratings: tuple[float, ...] | None = None

    def describe(self) -> str:
        """A line per agent, then one about the games."""
        lines = [
            f"{name:>12}  {100 * share:5.1f} % of the wins ({100 * low:.1f}–{100 * high:.1f})  {score:6.1f} points"
            for name, share, (low, high), score in zip(
                self.agents, self.shares, self.intervals, self.mean_scores, strict=True
            )
        ]
        if self.mean_ratings is not None:
            lines = [f"{line}, rated {rating:.2f}" for line, rating in zip(lines, self.mean_ratings, strict=True)]
        rounds = "" if self.mean_rounds is None else f", {self.mean_rounds:.1f} rounds"
        each = f"{self.mean_decisions:.0f} decisions{rounds} each"
        seats = "all seats" if self.mean_ratings is None else "each agent in all seats; ratings are from -1 to 1"
        return "\n".join([*lines, f"{self.games:,} games, {seats}, {each}, {self.seconds:.1f} s"])

    def to_dict(self) -> dict[str, Any]:
        """Plain Python for JSON."""
        return dataclasses.asdict(self)


def evaluate(
    game: Game,
    agents: Sequence[str | Path | Agent],
    games: int = 1000,
    seed: int = 0,
    *,
    progress: bool = False,
) -> Evaluation:
    """Play `games` games (rounded up to whole deals) between `agents`, in all seat rotations of the same deals.

    Where there are fewer agents than players, the last one takes the seats that are left. Where all players share one
    result, there may be any number of agents, and each plays `games` games by itself. Same arguments, same result.
    Raises ValueError for too many or unknown agents.
    """
    if games < 1:
        raise ValueError(f"games={games!r}: allowed is a whole number from 1")
    if game.shared:
        return _evaluate_teams(game, agents, games, seed, progress)
    line_up = fill_line_up(game, [make_agent(agent) for agent in agents])
    seats, start = game.num_players, time.perf_counter()
    deals = -(-games // seats)
    shares, scores = np.empty((deals * seats, seats)), np.empty((deals * seats, seats))
    decisions, rounds = 0, 0.0
    with games_bar(deals * seats, progress) as report:
        for batch, first in enumerate(range(0, deals, DEALS)):
            states, seat_of = deal_rotations(game, batch, min(DEALS, deals - first), seed)
            decisions += play_games(game, line_up, states, seat_of, report)
            rows = slice(first * seats, first * seats + len(states))
            shares[rows] = np.take_along_axis(win_shares(game, states), seat_of, axis=1)
            scores[rows] = np.take_along_axis(game.scores(states), seat_of, axis=1)
            rounds += float(states["round"].sum()) if "round" in (states.dtype.names or ()) else np.nan
    return Evaluation(
        game=game.name,
        options=dict(game.options),
        agents=tuple(agent.name for agent in line_up),
        shares=tuple(map(float, shares.mean(axis=0))),
        intervals=tuple(wilson(shares[:, i].reshape(deals, seats)) for i in range(seats)),
        mean_scores=tuple(map(float, scores.mean(axis=0))),
        games=deals * seats,
        seed=seed,
        mean_decisions=decisions / (deals * seats),
        mean_rounds=None if np.isnan(rounds) else rounds / (deals * seats),
        seconds=time.perf_counter() - start,
    )


def _evaluate_teams(
    game: Game, agents: Sequence[str | Path | Agent], games: int, seed: int, progress: bool
) -> Evaluation:
    """Each agent plays the same deals in all seats; a deal is won by the most points, shared by equal ones."""
    if not agents:
        raise ValueError("0 agents: allowed is 1 or more")
    teams, start = [make_agent(agent) for agent in agents], time.perf_counter()
    points, ratings = np.empty((games, len(teams))), np.empty((games, len(teams)))
    decisions, rounds, seats = 0, 0.0, game.num_players
    with games_bar(games * len(teams), progress) as report:
        for batch, first in enumerate(range(0, games, DEALS)):
            deals = game.new(min(DEALS, games - first))
            game.reset(deals, deal_seeds(seed, np.full(len(deals), batch)))
            for i, team in enumerate(teams):
                states, rows = deals.copy(), slice(first, first + len(deals))
                decisions += play_games(
                    game, [team] * seats, states, np.tile(np.arange(seats), (len(deals), 1)), report
                )
                points[rows, i] = game.leads(states, 0)
                ratings[rows, i] = game.returns(states, "rank")[:, 0]
                rounds += float(states["round"].sum()) if "round" in (states.dtype.names or ()) else np.nan
    won = points == points.max(axis=1, keepdims=True)
    shares = won / won.sum(axis=1, keepdims=True)
    return Evaluation(
        game=game.name,
        options=dict(game.options),
        agents=tuple(team.name for team in teams),
        shares=tuple(map(float, shares.mean(axis=0))),
        intervals=tuple(wilson(shares[:, i : i + 1]) for i in range(len(teams))),
        mean_scores=tuple(map(float, points.mean(axis=0))),
        games=games * len(teams),
        seed=seed,
        mean_decisions=decisions / (games * len(teams)),
        mean_rounds=None if np.isnan(rounds) else rounds / (games * len(teams)),
        seconds=time.perf_counter() - start,
        mean_ratings=tuple(map(float, ratings.mean(axis=0))),
    )


def win_shares(game: Game, states: np.ndarray) -> NDArray[np.float64]:
    """1 / w for each of the w winners of every finished game, (n, P)."""
    results = game.returns(states, "win")
    won = results == results.max(axis=1, keepdims=True)
    return won / won.sum(axis=1, keepdims=True)


def wilson(shares: NDArray[np.float64]) -> tuple[float, float]:
    """The 95 % Wilson interval of a share from results in [0, 1], one row per deal."""
    deals, seats = shares.shape
    n, p = deals * seats, float(shares.mean())
    spread = p * (1 - p)
    if spread > 0:  # games of one deal are alike: they count for fewer
        n /= max(1.0, float(shares.mean(axis=1).var()) * seats / spread)
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * (spread / n + Z * Z / (4 * n * n)) ** 0.5
    return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))  # holds p, rounded as it may be


def fill_line_up(game: Game, agents: Sequence[Agent]) -> list[Agent]:
    """An agent per player: the last one takes the seats that are left; ValueError for too many."""
    if not 1 <= len(agents) <= game.num_players:
        raise ValueError(f"{len(agents)} agents: allowed is 1 to {game.num_players}, the number of players")
    return [*agents, *[agents[-1]] * (game.num_players - len(agents))]


def deal_rotations(game: Game, batch: int, deals: int, seed: int) -> tuple[np.ndarray, NDArray[np.int64]]:
    """Batch number `batch` of `deals` deals, every one once per rotation, and each agent's seat in every row."""
    seats = game.num_players
    states = game.new(deals)
    game.reset(states, deal_seeds(seed, np.full(deals, batch)))
    turns = np.tile(np.arange(seats), deals)
    return np.repeat(states, seats), (np.arange(seats)[None, :] + turns[:, None]) % seats


def play_games(
    game: Game,
    line_up: list[Agent],
    states: np.ndarray,
    seat_of: NDArray[np.int64],
    report: Callable[[int], None] = lambda ended: None,
    keep: Callable[[NDArray[np.int64]], None] = lambda actions: None,
) -> int:
    """Play all rows to their end, in place; returns how many decisions that took.

    `keep` gets the actions of every row at each step, -1 where the game is over.
    """
    agent_at = np.argsort(seat_of, axis=1)  # the line-up's agent in each seat
    first_of = np.array([line_up.index(agent) for agent in line_up])
    decisions, live = 0, np.flatnonzero(states["over"] == LIVE)
    while len(live):
        players = states["current_player"].astype(np.int64)
        turn = first_of[agent_at[live, players[live]]]
        actions = np.full(len(states), NONE, np.int64)
        for i in np.unique(turn):
            rows = live[turn == i]
            actions[rows] = line_up[i].act(game, states[rows], players[rows])
        game.step(states, actions)
        keep(actions)
        decisions += len(live)
        still = states["over"][live] == LIVE
        report(len(live) - int(still.sum()))
        live = live[still]
    return decisions


@contextlib.contextmanager
def games_bar(total: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar of games, or nothing; yields what reports that some more have ended."""
    if not shown:
        yield lambda ended: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as bar:
        task = bar.add_task("games", total=total)
        yield lambda ended: bar.advance(task, ended)
