"""Golden playthroughs: replays of games that must play the same, byte for byte, for ever."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from arkade.actions import ActionTable
from arkade.replay import Replay, load, play, record, save, to_text
from lockstep import Policy, full_ids


def playthrough(game: arkade.Game, name: str, full: ActionTable, policies: Sequence[Policy]) -> Replay:
    """The game of a name: deal, players and choices follow from it; `policies` choose among ids of `full`."""
    choices, full_of = random.Random(name), full_ids(game, full)
    players = [choices.choice(policies) for _ in range(game.num_players)]
    seed, state, actions = choices.getrandbits(64), game.new(1), []
    game.reset(state, seed)
    while not game.over(state)[0]:
        legal = [full_of[a] for a in np.flatnonzero(game.legal(state)[0])]
        actions.append(full_of.index(players[int(game.current_player(state)[0])](choices, legal)))
        game.step(state, actions[-1])
    return record(game, seed, actions)


def write(folder: Path, names: Mapping[str, Any], playthrough: Callable[[str], Replay]) -> None:
    """Write the replays of all names into an emptied folder, and say what they are."""
    folder.mkdir(exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for name in names:
        replay = playthrough(name)
        save(folder / f"{name}.txt", replay)
        print(f"{name}: {len(replay.actions)} actions, {replay.end}, scores {replay.scores}")


def check_files(files: Sequence[Path], names: Mapping[str, Any], playthrough: Callable[[str], Replay]) -> None:
    """The files are those that `write` would write."""
    written = {path.stem: path.read_text(encoding="utf-8") for path in files}
    assert written == {name: to_text(playthrough(name)) for name in names}


def check_referee(path: Path, referee: Any, full: ActionTable) -> None:
    """The referee, set up with the replay's options, plays it to the same end."""
    replay = load(path)
    game, state = play(replay)
    full_of = full_ids(game, full)
    referee.reset(replay.seed)
    for action in replay.actions:
        referee.step(full_of[action])
    assert referee.to_dict() == game.to_dict(state)
    assert (tuple(referee.scores()), referee.over) == (replay.scores, ("live", "ended", "stopped").index(replay.end))
