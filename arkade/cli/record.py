"""`arkade record`: games of agents as data."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from arkade.cli.tools import (
    Agents,
    Cards,
    GameName,
    MoreAgents,
    Options,
    Players,
    Seed,
    agent_names,
    console,
    make_game,
)


def record(
    game_name: GameName,
    out: Annotated[Path, typer.Option("--out", help="The .npz file to write.", show_default=False)],
    more: MoreAgents = None,
    agents: Agents = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games, each a deal of its own.")] = 1000,
    players: Players = None,
    option: Options = None,
    cards: Cards = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads of each search.")] = 1,
) -> None:
    """Record games between agents; `arkade_agents.dataset.load` gives states, observations, masks, actions, returns.

    Example: arkade record replicants --players 2 --games 10000 --out games.npz --agents greedy random
    """
    from arkade_agents import dataset

    if out.suffix != ".npz" or not out.absolute().parent.is_dir():
        raise ValueError(f"--out {out}: expected an .npz file in a folder that exists")
    game = make_game(game_name, players, option, cards)
    start = time.perf_counter()
    names = agent_names(agents, more) or ["random"]
    found = dataset.record(game, names, games, seed, num_threads=threads, progress=True)
    dataset.save(out, found)
    steps, seconds = len(found.actions), time.perf_counter() - start
    told = f"{out}: {games:,} games, {steps:,} decisions in {seconds:.1f} s, {out.stat().st_size / 1e6:.1f} MB"
    console.print(told, markup=False, highlight=False, soft_wrap=True)
