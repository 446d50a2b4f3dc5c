"""What the commands share: the console, a game from its options, errors that a person can read."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from typer.core import TyperGroup

import arkade
from arkade.game import Game, Option
from arkade.registry import door

console = Console()
errors = Console(stderr=True)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name that `arkade list` shows.", show_default=False)]
Players = Annotated[int | None, typer.Option("--players", "-n", help="Players around the table (the game's default).")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="KEY=VALUE", help="An option of the game; may be repeated.", show_default=False
    ),
]
Cards = Annotated[Path | None, typer.Option("--cards", help="A folder with another card set.", show_default=False)]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Decides everything that chance decides.")]
Agents = Annotated[
    list[str] | None,
    typer.Option("--agents", "-a", help="random, greedy, ppo, search:1000 or a player's .npz file; several."),
]
MoreAgents = Annotated[list[str] | None, typer.Argument(metavar="[AGENT]...", help="Further agents.")]


class Commands(TyperGroup):
    """Commands whose expected errors are one line for a person, and exit with 2."""

    def invoke(self, ctx: Any) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except (ValueError, OSError) as error:
            fail(str(error))
        except ModuleNotFoundError as error:
            if error.name is None or error.name.split(".")[0] in ("arkade", *arkade.games()):
                raise
            if error.name == "ray":
                fail(str(error))
            extra = "league" if error.name.startswith("openskill") else "train"
            fail(f"this command needs {error.name}: pip install 'arkade[{extra}]'")


def fail(message: str) -> None:
    """Say what was wrong and stop with exit code 2."""
    errors.print("error:", style="bold red", end=" ")
    errors.print(message, markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(2)


def read_options(given: Sequence[str] | None) -> dict[str, Any]:
    """The options that were given as KEY=VALUE; a value is JSON (4, true) or else a text."""
    options: dict[str, Any] = {}
    for item in given or ():
        key, equals, value = item.partition("=")
        if not equals or not key:
            raise ValueError(f"--option {item}: expected KEY=VALUE, such as usc=true")
        if key in options:
            raise ValueError(f"--option {item}: {key} was given twice")
        try:
            options[key] = json.loads(value)
        except json.JSONDecodeError:
            options[key] = value
    return options


def make_game(name: str, players: int | None, given: Sequence[str] | None, cards: Path | None = None) -> Game:
    """The game that a command line asks for."""
    options = read_options(given)
    if players is not None:
        options["num_players"] = players
    if cards is not None:
        options["cards"] = str(cards)
    return arkade.make(name, **options)


def agent_names(agents: Sequence[str] | None, more: Sequence[str] | None) -> list[str]:
    """The agents of `--agents one two` or `--agents one,two`."""
    return [name.strip() for given in [*(agents or ()), *(more or ())] for name in given.split(",")]


def game_module(name: str) -> Any:
    """The module of a game's public doors; ValueError names the games there are."""
    return importlib.import_module(door(name).partition(":")[0])


def game_options(name: str) -> tuple[Option, ...]:
    """The options of a game, for people."""
    return game_module(name).OPTIONS


def player_counts(name: str) -> list[int]:
    """The numbers of players that a game takes, with 1 where that is a mode of its own."""
    counts = next(list(option.allowed) for option in game_options(name) if option.name == "num_players")
    try:
        arkade.make(name, num_players=1)
    except ValueError:
        return counts
    return sorted({1, *counts})


def progress_bar() -> Progress:
    """A bar on the error stream that is gone when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=errors, transient=True)
