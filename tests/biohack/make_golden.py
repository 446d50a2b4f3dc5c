"""Writes the golden playthroughs: replays of games that must play the same, byte for byte, for ever.

Run it only after a change of rules, cards, random stream, action ids or state record that is meant, and look at the
difference:

    python -m tests.biohack.make_golden
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arkade
import golden
from arkade.replay import Replay
from biohack.lockstep import POLICIES
from biohack_env.actions import ACTIONS

GOLDEN = Path(__file__).parent / "golden"
GAMES: dict[str, dict[str, Any]] = {
    **{f"{n}p": dict(num_players=n) for n in (2, 3, 4)},
    **{f"{n}p-advanced": dict(num_players=n, board_side="advanced") for n in (2, 4)},
    "3p-choose": dict(num_players=3, board_side="choose"),
    "4p-mixed": dict(board_side=["basic", "advanced", "choose", "choose"]),
    **{f"{n}p-enclosure": dict(num_players=n, enclosure=True) for n in (2, 3, 4)},
    **{f"solo-challenge-{challenge}": dict(num_players=1, challenge=challenge) for challenge in range(5)},
    "solo-advanced-enclosure": dict(num_players=1, board_side="advanced", enclosure=True),
}
ACTIVE = ("creating", "creating", "unlocking", "by_kind")


def playthrough(name: str) -> Replay:
    """The game of a name."""
    policies = [POLICIES[policy] for policy in ACTIVE]
    return golden.playthrough(arkade.make("biohack", **GAMES[name]), name, ACTIONS, policies)


if __name__ == "__main__":
    golden.write(GOLDEN, GAMES, playthrough)
