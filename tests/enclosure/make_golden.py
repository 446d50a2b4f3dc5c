"""Writes the golden playthroughs: replays of games that must play the same, byte for byte, for ever.

Run it only after a change of rules, cards, random stream, action ids or state record that is meant, and look at the
difference:

    python -m tests.enclosure.make_golden
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arkade
import golden
from arkade.replay import Replay
from enclosure.lockstep import FULL, POLICIES

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
    """The game of a name."""
    policies = [POLICIES[policy] for policy in ACTIVE]
    return golden.playthrough(arkade.make("enclosure", **GAMES[name]), name, FULL, policies)


if __name__ == "__main__":
    golden.write(GOLDEN, GAMES, playthrough)
