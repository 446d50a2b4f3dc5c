"""The `arkade` command."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

import arkade
from arkade.cli import bench, ladder, play, record, replays, tournament, train, warmup
from arkade.cli.tools import (
    Cards,
    Commands,
    GameName,
    Options,
    Players,
    console,
    game_module,
    game_options,
    make_game,
    player_counts,
    progress_bar,
)

app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, rich_markup_mode="rich")
cards_app = typer.Typer(no_args_is_help=True, help="Work on card files.")
app.add_typer(cards_app, name="cards")
app.command("bench")(bench.bench)
app.command("train")(train.train)
app.command("eval")(train.evaluate)
app.command("tournament")(tournament.tournament)
app.command("ladder")(ladder.ladder)
app.command("baselines")(train.baselines)
app.command("play")(play.play)
app.command("record")(record.record)
app.command("replay")(replays.replay)


def main() -> None:
    """The entry point of the command."""
    app()


def _show_version(wanted: bool) -> None:
    if wanted:
        console.print(f"arkade {arkade.__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and stop.")
    ] = False,
) -> None:
    """Reinforcement-learning environments for modern board games."""


@app.command("list")
def list_games() -> None:
    """Show the games there are.

    Example: arkade list
    """
    table = Table("game", "version", "players", "actions", "observation", "about")
    for name in arkade.games():
        game = arkade.make(name)
        players = player_counts(name)
        package = importlib.import_module(game_module(name).__package__)
        about = (package.__doc__ or "").partition("\n")[0]
        sizes = str(game.num_actions), str(game.observation_size)
        table.add_row(name, game.version, f"{min(players)}–{max(players)}", *sizes, about)
    console.print(table)


@app.command()
def info(game_name: GameName, players: Players = None, option: Options = None, cards: Cards = None) -> None:
    """Show a game's options, actions and observation.

    Example: arkade info replicants --players 2 --option usc=true
    """
    game = make_game(game_name, players, option, cards)
    size = game.state_dtype.itemsize
    console.print(f"[bold]{game.name}[/bold]-v{game.version}: {game.num_players} players, {size} bytes a state")
    table = Table("option", "here", "default", "allowed", "meaning", title="options", title_justify="left")
    for one in game_options(game_name):
        table.add_row(one.name, repr(game.options[one.name]), repr(one.default), one.describe(), one.meaning)
    console.print(table)
    title = f"{game.num_actions} actions"
    table = Table("kind", "first id", "ids", "parameters", "meaning", title=title, title_justify="left")
    for row in game.actions.rows():
        table.add_row(*map(str, row))
    console.print(table)
    title = f"observation of {game.observation_size} numbers"
    table = Table("block", "start", "size", "shape", "meaning", title=title, title_justify="left")
    for name, start, count, shape, meaning in game.observation_layout.rows():
        table.add_row(name, str(start), str(count), " x ".join(map(str, shape)) or "1", meaning)
    console.print(table)


@app.command("warmup")
def warm_up(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games (all).")] = None,
) -> None:
    """Compile ahead, so that later processes start at once.

    Example: arkade warmup replicants
    """
    work: list[tuple[str, str, Callable[[], object]]] = []
    for name in games or arkade.games():
        game = arkade.make(name)
        work += [(name, part, call) for part, call in [*warmup.parts(game), *train.agent_parts(game)]]
    with progress_bar() as bar:
        task = bar.add_task("compiling", total=len(work))
        for name, part, call in work:
            bar.update(task, description=f"{name}: {part}")
            call()
            bar.advance(task)
    console.print(f"ready: {', '.join(games or arkade.games())}")


@cards_app.callback()
def _cards() -> None:
    """Work on card files."""


@cards_app.command("check")
def check_cards(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of card files.", show_default=False)],
    game_name: Annotated[
        str | None, typer.Option("--game", help="The game (the one whose files the folder has).", show_default=False)
    ] = None,
) -> None:
    """Check a folder of card files; exit with 1 where something is wrong.

    Example: arkade cards check my_cards --game replicants
    """
    name = game_name or _game_of_cards(folder)
    problems = importlib.import_module(f"{game_module(name).__package__}.card_set").check_folder(folder)
    for problem in problems:
        console.print(problem, markup=False, highlight=False, soft_wrap=True)
    if problems:
        raise typer.Exit(1)
    game = arkade.make(name, cards=str(folder))
    console.print(f"{folder}: a card set of {game.name}, nothing wrong", markup=False, highlight=False)


def _game_of_cards(folder: Path) -> str:
    """The game whose own card files have most names in common with those of `folder`."""
    if not folder.is_dir():
        raise ValueError(f"{folder} is not a folder")
    files = {path.name for path in folder.iterdir()}

    def n_common(name: str) -> int:
        house = Path(game_module(name).__file__).parent / "cards"
        return len(files & {path.name for path in house.glob("*")})

    best = max(arkade.games(), key=n_common)
    if not n_common(best):
        raise ValueError(f"{folder} holds no card file of any game; say which game with --game")
    return best
