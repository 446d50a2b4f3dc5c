"""`arkade train` and `arkade eval`: players that learn, and what they win."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Annotated

import numba
import typer

from arkade.cli.tools import (
    Cards,
    GameName,
    Options,
    Players,
    Seed,
    console,
    errors,
    fail,
    make_game,
    player_counts,
    read_options,
)
from arkade.cli.warmup import Part, game_states
from arkade.game import Game


def train(
    game_name: GameName,
    minutes: Annotated[float, typer.Option("--minutes", min=0.01, help="Time to learn, imitation included.")] = 1.0,
    out: Annotated[Path | None, typer.Option("--out", help="Folder of the player (runs/GAME).")] = None,
    players: Players = 2,
    option: Options = None,
    cards: Cards = None,
    recipe: Annotated[
        str | None,
        typer.Option("--recipe", metavar="FILE[:TABLE]", help="Settings of your own, as in agents/recipes/GAME.toml."),
    ] = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="Torch threads; 2 only on idle cores.")] = 1,
) -> None:
    """Train a masked-PPO player and show what it wins against the baselines.

    A run that was stopped goes on where it was when the same command is given again.

    Example: arkade train replicants --minutes 1 --out runs/replicants
    """
    game = make_game(game_name, players, option, cards)
    from arkade_agents import ppo, recipes

    own = None
    if recipe is not None:
        file, colon, table = recipe.partition(":")
        own = recipes.read_recipe(file, minutes, game.shared, table if colon else None)
    folder = out or Path("runs") / game_name
    try:
        ppo.train(game, minutes=minutes, seed=seed, out=folder, recipe=own, num_threads=threads)
    except ppo.TrainingCollapsed as error:
        fail(str(error))


def evaluate(
    game_name: GameName,
    agents: Annotated[str, typer.Option("--agents", "-a", help="Agents, with commas between; the last fills up.")],
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games, rounded up to whole deals.")] = 1000,
    players: Players = None,
    option: Options = None,
    cards: Cards = None,
    seed: Seed = 0,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the result to a file.")] = None,
) -> None:
    """Let agents play each other: the same deals in all seat rotations, share of the wins with its interval.

    Example: arkade eval replicants --players 2 --agents greedy,random --games 1000
    """
    from arkade_agents import evaluate as matches

    game = make_game(game_name, players, option, cards)
    names = [name.strip() for name in agents.split(",")]
    result = matches.evaluate(game, names, games, seed, progress=True)
    console.print(result.describe(), markup=False, highlight=False)
    if json_file:
        json_file.write_text(json.dumps(result.to_dict(), indent=1) + "\n", encoding="utf-8")


def baselines(
    game_name: GameName,
    players: Annotated[
        list[int] | None, typer.Option("--players", "-n", help="A number of players (all from 2).")
    ] = None,
    minutes: Annotated[float, typer.Option("--minutes", min=0, help="Time to train each player; 0: none.")] = 1.0,
    games: Annotated[int, typer.Option("--games", "-g", min=1, help="Games per figure.")] = 1000,
    option: Options = None,
    cards: Cards = None,
    seed: Seed = 0,
    out: Annotated[Path | None, typer.Option("--out", help="Folder of players and figures.")] = None,
) -> None:
    """Measure the baseline agents for every number of players from 2, and print the table.

    Example: arkade baselines replicants --minutes 1 --games 1000
    """
    from arkade_agents import baselines as strength

    counts = players or [count for count in player_counts(game_name) if count > 1]
    options = read_options(option) | ({} if cards is None else {"cards": str(cards)})
    folder, found = out or Path("runs") / f"{game_name}-baselines", []
    for figure in strength.baselines(game_name, counts, minutes, games, seed, folder, **options):
        found.append(figure)
        told = f"{figure.num_players} players: {figure.agent} among {figure.among} wins {100 * figure.share:.1f} %"
        errors.print(told, markup=False, highlight=False)
    console.print(strength.markdown(found), markup=False, highlight=False, soft_wrap=True)


def agent_parts(game: Game) -> list[Part]:
    """What there is to compile for the agents of a game."""
    from arkade_agents import Agent, SearchAgent, make_agent

    def act(agent: Agent) -> None:
        states = game_states(game)
        agent.act(game, states, game.current_player(states))

    found: list[Part] = [("greedy", partial(act, make_agent("greedy"))), ("search", partial(act, SearchAgent(1)))]
    if numba.config.NUMBA_NUM_THREADS > 1:  # type: ignore[attr-defined]
        found.append(("search, threaded", partial(act, SearchAgent(1, num_threads=2))))
    return found
