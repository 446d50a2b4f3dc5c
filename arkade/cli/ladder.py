"""`arkade ladder`: does each kind of player beat the next weaker kind?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

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


def ladder(
    game_name: GameName,
    more: MoreAgents = None,
    agents: Agents = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games of each step, in whole deals.")] = 160,
    players: Players = None,
    option: Options = None,
    cards: Cards = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads of each search.")] = 1,
    out: Annotated[Path | None, typer.Option("--out", help="Folder of the games.")] = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="Folder whose ladder.json and .md get the steps.")
    ] = None,
) -> None:
    """Let one player of each kind play among players of the next weaker kind; agents from the weakest up.

    All steps get the same deals, with the one player in every seat. A run that was stopped goes on where it was.

    Example: arkade ladder replicants --players 4 --games 160
    """
    from arkade_agents import ladder as strength

    game = make_game(game_name, players, option, cards)
    names = agent_names(agents, more) or list(strength.AGENTS)
    if record and not record.is_dir():
        raise ValueError(f"--record {record}: there is no such folder")
    folder = out or Path("runs") / f"{game.name}-{game.num_players}-ladder"
    found = strength.climb(game, games, names, seed, out=folder, num_threads=threads, progress=True)
    shown = Table(
        "step", title=f"{game.num_players} players, even share {100 / game.num_players:.1f} %", title_justify="left"
    )
    for column in ("wins", "95 % interval", "games", ""):
        shown.add_column(column, justify="right")
    for step in strength.steps(found):
        low, high = step.interval
        shown.add_row(
            f"{step.agent} among {step.among}", f"{100 * step.share:.1f} %", f"{100 * low:.1f}–{100 * high:.1f}",
            f"{step.games:,}", "shown" if step.is_shown else "not shown",
        )  # fmt: skip
    console.print(shown)
    if record:
        strength.record(found, record)
