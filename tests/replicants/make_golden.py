"""Writes the golden playthroughs: replays of games that must play the same, byte for byte, for ever.

Run it only after a change of rules, cards, random stream, action ids or state record that is meant, and look at the
difference:

    python -m tests.replicants.make_golden
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arkade
import golden
from arkade.replay import Replay
from replicants.lockstep import POLICIES
from replicants_env.actions import ACTIONS

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
    """The game of a name."""
    policies = [POLICIES[policy] for policy in ACTIVE]
    return golden.playthrough(arkade.make("replicants", **GAMES[name]), name, ACTIONS, policies)


if __name__ == "__main__":
    golden.write(GOLDEN, GAMES, playthrough)
