"""Writes the golden playthroughs: replays of games that must play the same, byte for byte, for ever.

Run it only after a change of rules, cards, random stream, action ids or state record that is meant, and look at the
difference:

    python -m tests.enclosure.make_golden
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np

import arkade
from arkade.replay import Replay, record, save
from enclosure.lockstep import POLICIES, full_ids

GOLDEN = Path(__file__).parent / "golden"
GAMES: dict[str, dict[str, Any]] = {
    **{f"{n}p": dict(num_players=n) for n in (2, 3, 4)},
    **{f"{n}p-max_rounds-1000": dict(num_players=n, max_rounds=1000) for n in (2, 3, 4)},
    "2p-max_rounds-1": dict(num_players=2, max_rounds=1),
    "2p-compact_actions": dict(num_players=2, max_rounds=1000, compact_actions=True),
    "3p-draw": dict(num_players=3, max_rounds=20, truncation_result="draw"),
    "4p-compact_actions-draw": dict(num_players=4, max_rounds=30, truncation_result="draw", compact_actions=True),
}
ACTIVE = ("by_kind", "completing", "delaying", "pushing", "declining")


def playthrough(name: str) -> Replay:
    """The game of a name: deal, players and choices follow from it."""
    game, choices = arkade.make("enclosure", **GAMES[name]), random.Random(name)
    full, policies = full_ids(game), [POLICIES[choices.choice(ACTIVE)] for _ in range(game.num_players)]
    seed, state, actions = choices.getrandbits(64), game.new(1), []
    game.reset(state, seed)
    while not game.over(state)[0]:
        policy = policies[int(game.current_player(state)[0])]
        legal = [full[a] for a in np.flatnonzero(game.legal(state)[0])]
        actions.append(full.index(policy(choices, legal)))
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
