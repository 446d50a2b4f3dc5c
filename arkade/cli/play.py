"""`arkade play`: a person against agents in the terminal."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from rich.prompt import Prompt

from arkade.cli.tools import Cards, GameName, Options, Players, Seed, console, make_game
from arkade.game import Game

if TYPE_CHECKING:
    from arkade_agents import Agent

HELP = "a number plays that action, b shows the board again, svg FILE writes it as a picture, q leaves"


@dataclasses.dataclass
class Table:
    """A game in progress: one state, the person's seat, everybody else's agent."""

    game: Game
    state: np.ndarray
    person: int
    agents: dict[int, Agent]

    @property
    def mover(self) -> int:
        """Who decides now, -1 after the end."""
        return int(self.game.current_player(self.state)[0])

    def legal(self) -> list[int]:
        """The legal actions."""
        return np.flatnonzero(self.game.legal(self.state)[0]).tolist()


def play(
    game_name: GameName,
    players: Players = None,
    option: Options = None,
    cards: Cards = None,
    seat: Annotated[int, typer.Option("--seat", min=0, help="Your seat, counted from 0.")] = 0,
    against: Annotated[
        str, typer.Option("--against", help="random, greedy, ppo, search:1000 or a player's .npz file.")
    ] = "greedy",
    seed: Seed = 0,
) -> None:
    """Play against agents in the terminal.

    Example: arkade play replicants --players 2 --against greedy --seed 7
    """
    from arkade_agents import make_agent

    game = make_game(game_name, players, option, cards)
    if seat >= game.num_players:
        raise ValueError(f"--seat {seat}: allowed is 0 to {game.num_players - 1}")
    state = game.new(1)
    game.reset(state, seed)
    others = [player for player in range(game.num_players) if player != seat]
    table = Table(game, state, seat, {player: make_agent(against, seed + player) for player in others})
    console.print(f"You are player {seat}; {HELP}.", highlight=False)
    shown = False
    while table.mover >= 0:
        if table.mover != seat:
            _agent_moves(table)
            shown = False
            continue
        if not shown:
            show_board(table)
        action = ask(table)
        if action is None:
            console.print("You have left the game.")
            return
        game.step(state, [action])
        shown = False
    show_board(table)
    show_result(table)


def _agent_moves(table: Table) -> None:
    player = table.mover
    action = int(table.agents[player].act(table.game, table.state, np.array([player]))[0])
    said = table.game.words(table.state, action) if is_seen(table, action) else "decides in secret"
    table.game.step(table.state, [action])
    console.print(f"player {player}: {said}", markup=False, highlight=False)


def is_seen(table: Table, action: int) -> bool:
    """Whether the person can tell `action` of another player from every other legal one by what follows it."""
    legal = table.legal()
    worlds = np.repeat(table.state, len(legal))
    table.game.step(worlds, legal)
    seen = table.game.observe(worlds, np.full(len(legal), table.person), dtype=np.uint8)
    same = (seen == seen[legal.index(action)]).all(axis=1)
    return len(legal) == 1 or int(same.sum()) == 1


def show_board(table: Table) -> None:
    """Print the position as the person sees it."""
    console.print()
    console.print(table.game.text(table.state, player=table.person), markup=False, highlight=False, soft_wrap=True)


def ask(table: Table) -> int | None:
    """The action that the person chooses; None to leave the game."""
    legal = table.legal()
    for number, action in enumerate(legal, start=1):
        console.print(f"{number:>4}  {table.game.words(table.state, action)}", markup=False, highlight=False)
    while True:
        try:
            answer = Prompt.ask("your action", console=console).strip()
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        if answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        if answer == "q":
            return None
        if answer == "b":
            show_board(table)
        elif answer.startswith("svg "):
            _write_picture(table, Path(answer[4:].strip()))
        else:
            console.print(f"{answer!r}? 1 to {len(legal)}: {HELP}.", markup=False, highlight=False)


def _write_picture(table: Table, path: Path) -> None:
    try:
        path.write_text(table.game.svg(table.state, player=table.person), encoding="utf-8")
    except OSError as error:
        console.print(f"{path} cannot be written: {error.strerror}", markup=False, highlight=False)
    else:
        console.print(f"{path} written", markup=False, highlight=False)


def show_result(table: Table) -> None:
    """Print the final points, and who has won."""
    scores = table.game.scores(table.state)[0]
    returns = table.game.returns(table.state, "rank")[0]
    for player in np.argsort(-returns, kind="stable"):
        name = "you" if player == table.person else f"player {player}"
        won = ", won" if returns[player] == returns.max() else ""
        console.print(f"{name}: {scores[player]} points{won}", markup=False, highlight=False)
