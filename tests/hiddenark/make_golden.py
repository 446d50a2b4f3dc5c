"""Writes the golden playthroughs: replays of games that must play the same, byte for byte, for ever.

Run it only after a change of rules, cards, random stream, action ids or state record that is meant, and look at the
difference:

    python -m tests.hiddenark.make_golden
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import arkade
import golden
from arkade.replay import Replay
from hiddenark.lockstep import POLICIES
from hiddenark_env.actions import ACTIONS

GOLDEN = Path(__file__).parent / "golden"
ALL = dict(discovery=True, uphill=True, long_game=True)
GAMES: dict[str, dict[str, Any]] = {
    **{f"{n}p": dict(num_players=n) for n in (2, 3, 4)},
    **{f"{n}p-house_polar": dict(num_players=n, board="house_polar") for n in (2, 4)},
    **{f"{n}p-coop": dict(num_players=n, mode="coop") for n in (2, 3, 4)},
    "solo": dict(mode="solo"),
    "2p-discovery": dict(discovery=True),
    "3p-uphill": dict(num_players=3, uphill=True),
    "4p-long_game": dict(num_players=4, long_game=True),
    "2p-max_rounds-1": dict(max_rounds=1),
    "3p-max_rounds-65535": dict(num_players=3, max_rounds=65535),
    "3p-coop-all_variants": dict(num_players=3, mode="coop", board="house_polar", **ALL),
    "solo-all_variants": dict(mode="solo", board="house_polar", **ALL),
}
ACTIVE = ("rescuing", "rescuing", "spending")


def playthrough(name: str) -> Replay:
    """The game of a name."""
    policies = [POLICIES[policy] for policy in ACTIVE]
    return golden.playthrough(arkade.make("hiddenark", **GAMES[name]), name, ACTIONS, policies)


if __name__ == "__main__":
    golden.write(GOLDEN, GAMES, playthrough)
