"""Tournaments: every line-up of some agents, the same deals in all seat rotations, kept on disk as they are played.

A folder holds `games.jsonl`, a line per line-up and batch of deals, and `plan.json`, what is played. A tournament that
was stopped goes on where it was; one with more games or further agents uses what has been played.
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib.metadata
import itertools
import json
import platform
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade.game import Game
from arkade_agents import Agent, SearchAgent, make_agent
from arkade_agents.cluster import Map
from arkade_agents.evaluate import deal_rotations, games_bar, play_games
from arkade_agents.plan import GAME, check_same, plan_of_game
from arkade_agents.shipped import ShippedAgent, shipped_file

DEALS = 16  # deals in a line of the file
LineUp = tuple[str, ...]
PACKAGES = ("arkade", "numpy", "numba")


@dataclasses.dataclass(frozen=True)
class Tournament:
    """What was played: per line-up, places and points of (deal, rotation, member of the line-up).

    `places` count from 1, who ties shares the better one. `plan` says exactly what was run.
    """

    plan: dict[str, Any]
    places: dict[LineUp, NDArray[np.int64]]
    points: dict[LineUp, NDArray[np.float64]]

    @property
    def agents(self) -> list[str]:
        """The names of the agents, as they were given."""
        return list(self.plan["agents"])

    def shares(self, line_up: LineUp) -> NDArray[np.float64]:
        """What each member won in every game: 1, shared by those who tie for first, (deal, rotation, member)."""
        won = self.places[line_up] == 1
        return won / won.sum(axis=-1, keepdims=True)


def line_ups(agents: Sequence[str], num_players: int) -> list[LineUp]:
    """All choices of `num_players` agents, repeated ones too, with at least two different ones."""
    if len(set(agents)) < len(agents) or len(agents) < 2:
        raise ValueError(f"agents {', '.join(agents)}: a tournament needs at least two, all different")
    if num_players < 2:
        raise ValueError("num_players=1: a tournament needs 2 players or more")
    return [found for found in itertools.combinations_with_replacement(agents, num_players) if len(set(found)) > 1]


def play_tournament(
    game: Game,
    agents: Sequence[str | Path],
    games: int = 200,
    seed: int = 0,
    *,
    out: str | Path,
    pairings: Sequence[LineUp] | None = None,
    num_threads: int = 1,
    run: Map = map,
    progress: bool = False,
) -> Tournament:
    """Play `games` games (rounded up to whole deals) of every line-up, or those that the folder `out` lacks.

    `pairings` are the line-ups to play, of `agents`; None: all.
    Each agent's name is what `make_agent` takes. `run` plays the batches: `map`, or `cluster.on_ray()` on many machines.
    Raises ValueError where `out` holds a tournament of another kind.
    """
    if games < 1:
        raise ValueError(f"games={games!r}: allowed is a whole number from 1")
    names = [str(agent) for agent in agents]
    every = line_ups(names, game.num_players)
    pairings = every if pairings is None else list(pairings)
    players = {name: make_agent(name, num_threads=num_threads) for name in names}
    deals = -(-games // game.num_players)
    plan = plan_of(game, players, seed) | dict(games=deals * game.num_players)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    _join(folder / "plan.json", plan)
    played = _read(folder / "games.jsonl")
    sizes = [min(DEALS, deals - first) for first in range(0, deals, DEALS)]
    missing = [
        (line_up, batch, size)
        for batch, size in enumerate(sizes)
        for line_up in pairings
        if (line_up, batch) not in played or len(played[line_up, batch]["places"]) < size * game.num_players
    ]

    def play(job: tuple[LineUp, int, int]) -> dict[str, Any]:
        line_up, batch, size = job
        line = _play(game, [players[name] for name in line_up], batch, size, seed)
        return dict(line_up=line_up, batch=batch) | line

    with (
        games_bar(sum(size for *_, size in missing) * game.num_players, progress) as report,
        (folder / "games.jsonl").open("a", encoding="utf-8") as file,
    ):
        for line in run(play, missing):
            file.write(json.dumps(line) + "\n")
            file.flush()
            played[line["line_up"], line["batch"]] = line
            report(len(line["places"]))
    return _gather(plan, pairings, played, sizes)


def _play(game: Game, line_up: list[Agent], batch: int, deals: int, seed: int) -> dict[str, Any]:
    start = time.perf_counter()
    states, seat_of = deal_rotations(game, batch, deals, seed)
    decisions = play_games(game, line_up, states, seat_of)
    results = np.take_along_axis(game.returns(states, "rank"), seat_of, axis=1)
    places = 1 + (results[:, None, :] > results[:, :, None]).sum(axis=2)
    points = np.take_along_axis(game.scores(states), seat_of, axis=1)
    seconds = round(time.perf_counter() - start, 3)
    return dict(places=places.tolist(), points=points.tolist(), decisions=decisions, seconds=seconds)


def _gather(
    plan: dict[str, Any],
    pairings: list[LineUp],
    played: dict[tuple[LineUp, int], dict[str, Any]],
    sizes: list[int],
) -> Tournament:
    def all_of(line_up: LineUp, what: str) -> NDArray[Any]:
        seats = len(line_up)
        rows = [played[line_up, batch][what][: size * seats] for batch, size in enumerate(sizes)]
        return np.concatenate([np.asarray(part) for part in rows]).reshape(-1, seats, seats)

    places = {line_up: all_of(line_up, "places") for line_up in pairings}
    return Tournament(plan, places, {line_up: all_of(line_up, "points") for line_up in pairings})


# --- what is on disk ------------------------------------------------------------------------------------------------


def plan_of(game: Game, players: dict[str, Agent], seed: int) -> dict[str, Any]:
    """What decides the results, and on what they were found."""
    return dict(
        **plan_of_game(game),
        seed=seed,
        agents={name: describe(game, name, agent) for name, agent in players.items()},
        packages={
            name: arkade.__version__ if name == "arkade" else importlib.metadata.version(name) for name in PACKAGES
        },
        python=platform.python_version(),
    )


def describe(game: Game, name: str, agent: Agent) -> dict[str, Any]:
    """All that decides how an agent plays."""
    if isinstance(agent, SearchAgent):
        return dict(simulations=agent.simulations, seed=int(agent.seed), **dataclasses.asdict(agent.recipe(game)))
    if isinstance(agent, ShippedAgent) or name.endswith(".npz"):
        path = shipped_file(game.name) if isinstance(agent, ShippedAgent) else Path(name)
        return dict(sha256=hashlib.sha256(path.read_bytes()).hexdigest())
    return dict(kind=agent.name)


def _join(path: Path, plan: dict[str, Any]) -> None:
    """Write the plan; ValueError where the folder's games were played otherwise."""
    plan = json.loads(json.dumps(plan))
    agents = dict(plan["agents"])
    if path.exists():
        before = json.loads(path.read_text(encoding="utf-8"))
        check_same(path, "tournament", before, plan, [*GAME, "seed"])
        for name, description in before["agents"].items():
            if agents.setdefault(name, description) != description:
                raise ValueError(f"{path}: {name} was {description}, not {agents[name]}: choose another folder")
    text = json.dumps(plan | dict(agents=agents), indent=1) + "\n"
    path.with_suffix(".new").write_text(text, encoding="utf-8")
    path.with_suffix(".new").replace(path)


def _read(path: Path) -> dict[tuple[LineUp, int], dict[str, Any]]:
    """All lines by line-up and batch; a last line that was cut off is dropped from the file."""
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    whole, newline, torn = text.rpartition("\n")
    if torn:
        path.write_text(whole + newline, encoding="utf-8")
    found: dict[tuple[LineUp, int], dict[str, Any]] = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            record = json.loads(line)
            found[tuple(record["line_up"]), record["batch"]] = record
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path}, line {number}: no record of games ({error})") from None
    return found
