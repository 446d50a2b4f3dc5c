"""Writes the golden playthroughs: replays of games that must play the same, byte for byte, for ever.

Run it only after a change of rules, cards, random stream, action ids or state record that is meant, and look at the
difference:

    python -m tests.replicants.make_golden
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from arkade.replay import Replay, record, save
from replicants.lockstep import POLICIES

GOLDEN = Path(__file__).parent / "golden"
GAMES: dict[str, dict[str, Any]] = {
    **{f"core-{n}p": dict(num_players=n, usc=False) for n in range(2, 7)},
    **{f"usc-{n}p": dict(num_players=n, usc=True) for n in range(2, 7)},
    "core-2p-max_rounds-1": dict(num_players=2, usc=False, max_rounds=1),
    "usc-4p-max_rounds-5": dict(num_players=4, usc=True, max_rounds=5),
    "core-3p-max_rounds-255": dict(num_players=3, usc=False, max_rounds=255),
}
ACTIVE = ("any_legal", "rare_first", "levelling", "never_passing")


def playthrough(name: str) -> Replay:
    """The game of a name: deal, players and choices follow from it."""
    game, choices = arkade.make("replicants", **GAMES[name]), random.Random(name)
    policies = [POLICIES[choices.choice(ACTIVE)] for _ in range(game.num_players)]
    seed, state, actions = choices.getrandbits(64), game.new(1), []
    game.reset(state, seed)
    while not game.over(state)[0]:
        policy = policies[int(game.current_player(state)[0])]
        actions.append(policy(choices, np.flatnonzero(game.legal(state)[0]).tolist()))
        game.step(state, actions[-1])
    return record(game, seed, actions)


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for path in GOLDEN.glob("*.txt"):
        path.unlink()
    for name in GAMES:
        replay = playthrough(name)
        save(GOLDEN / f"{name}.txt", replay)
        print(f"{name}: {len(replay.actions)} actions, {replay.end}, scores {replay.scores}")


if __name__ == "__main__":
    main()
