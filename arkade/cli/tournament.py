"""`arkade tournament`: agents against each other in all line-ups, with ratings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from arkade_agents.standings import Pairing, Standing

MANY = 12  # line-ups that are shown one by one


def tournament(
    game_name: GameName,
    more: MoreAgents = None,
    agents: Agents = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games of each line-up, in whole deals.")] = 200,
    players: Players = None,
    option: Options = None,
    cards: Cards = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Threads of each search.")] = 1,
    ray: Annotated[bool, typer.Option("--ray", help="On the Ray cluster of RAY_ADDRESS or this machine.")] = False,
    out: Annotated[Path | None, typer.Option("--out", help="Folder of games, table and picture.")] = None,
) -> None:
    """Let agents play each other in all line-ups: ratings, shares of the wins, tournament.json and tournament.png.

    All line-ups get the same deals in all seat rotations. A run that was stopped goes on where it was.

    Example: arkade tournament replicants --players 2 --agents random greedy search:100
    """
    from arkade_agents import cluster, standings
    from arkade_agents.tournament import play_tournament

    game = make_game(game_name, players, option, cards)
    names = agent_names(agents, more)
    folder = out or Path("runs") / f"{game.name}-{game.num_players}-tournament"
    run = cluster.on_ray(threads) if ray else map
    found = play_tournament(game, names, games, seed, out=folder, num_threads=threads, run=run, progress=True)
    _show_standings(standings.standings(found), game.num_players)
    pairings = standings.pairings(found)
    if len(pairings) <= MANY:
        _show_pairings(pairings)
    standings.write_json(found, folder / "tournament.json")
    standings.plot(found, folder / "tournament.png")
    console.print(f"{folder}: tournament.json, tournament.png, games.jsonl, plan.json", markup=False, highlight=False)


def _show_standings(table: list[Standing], num_players: int) -> None:
    shown = Table("agent", title=f"{num_players} players, even share {100 / num_players:.1f} %", title_justify="left")
    for column in ("rating", "± 2 s.d.", "wins", "95 % interval", "points", "games"):
        shown.add_column(column, justify="right")
    for one in table:
        shown.add_row(
            one.agent, f"{one.rating:.1f}", f"{2 * one.deviation:.1f}", f"{100 * one.share:.1f} %",
            _interval(one.interval), f"{one.points:.1f}", f"{one.games:,}",
        )  # fmt: skip
    console.print(shown)


def _show_pairings(pairings: list[Pairing]) -> None:
    shown = Table("line-up", "share of the wins per seat, 95 % interval", title="line-ups", title_justify="left")
    for pairing in pairings:
        told = [
            f"{agent} {100 * share:.1f} % ({_interval(pairing.intervals[agent])})"
            for agent, share in pairing.shares.items()
        ]
        shown.add_row(", ".join(pairing.line_up), "\n".join(told))
    console.print(shown)


def _interval(interval: tuple[float, float]) -> str:
    return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}"
