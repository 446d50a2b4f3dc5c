"""`arkade replay`: check a recorded game, and look at any position of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arkade.cli.tools import console
from arkade.replay import play, verify


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A recorded game.", show_default=False)],
    step: Annotated[
        int | None, typer.Option("--step", min=0, help="Show the position after this many actions.")
    ] = None,
    cards: Annotated[Path | None, typer.Option("--cards", help="Where the card set lies now.")] = None,
) -> None:
    """Play a recorded game again and compare it with the record; with --step show a position.

    Example: arkade replay game.txt --step 40
    """
    options = {} if cards is None else {"cards": str(cards)}
    recorded = verify(file, **options)
    if step is not None:
        if step > len(recorded.actions):
            raise ValueError(f"--step {step}: the game has {len(recorded.actions)} actions")
        game, state = play(recorded, step, **options)
        console.print(game.text(state), markup=False, highlight=False)
    told = f"{len(recorded.actions)} actions, {recorded.end}, scores {' '.join(map(str, recorded.scores))}"
    console.print(f"{file}: {recorded.game} {recorded.version}, {told}; as recorded", markup=False, highlight=False)
