"""The strength ladder: one player of each kind among players of the next weaker kind, in every seat of common deals.

A step is shown where the 95 % interval of that player's share of the wins lies above the even share.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arkade.game import Game
from arkade_agents.standings import pairings
from arkade_agents.tournament import LineUp, Tournament, play_tournament

AGENTS = ("random", "greedy", "search:100", "search:1000")


@dataclasses.dataclass(frozen=True)
class Step:
    """What `agent` won as the only one of its kind."""

    agent: str
    among: str
    num_players: int
    share: float
    interval: tuple[float, float]
    games: int

    @property
    def is_shown(self) -> bool:
        """Does it win more than its even share?"""
        return self.interval[0] > 1 / self.num_players


def climb(game: Game, games: int, agents: Sequence[str] = AGENTS, seed: int = 0, **how: Any) -> Tournament:
    """Play `games` games of every step; `how` as for `play_tournament`, which says what is kept and goes on."""
    return play_tournament(game, agents, games, seed, pairings=line_ups(agents, game.num_players), **how)


def line_ups(agents: Sequence[str], num_players: int) -> list[LineUp]:
    """One of each agent among the next weaker ones; `agents` from the weakest up."""
    return [(agent, *[among] * (num_players - 1)) for among, agent in itertools.pairwise(agents)]


def steps(found: Tournament) -> list[Step]:
    """All steps, from the lowest up."""
    result = []
    for pairing in pairings(found):
        agent, among, *_ = pairing.line_up
        seats = len(pairing.line_up)
        result.append(Step(agent, among, seats, pairing.shares[agent], pairing.intervals[agent], pairing.games))
    return result


def record(found: Tournament, folder: Path) -> None:
    """Put the steps into `ladder.json` of a folder, in place of earlier ones of this game, and write `ladder.md` anew."""
    path = folder / "ladder.json"
    runs = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    run: dict[str, Any] = dict(plan=found.plan, steps=[dataclasses.asdict(step) for step in steps(found)])
    others = [other for other in runs if any(other["plan"][key] != run["plan"][key] for key in ("game", "options"))]
    runs = sorted([*others, run], key=lambda run: (run["plan"]["game"], run["plan"]["options"]["num_players"]))
    path.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")
    (folder / "ladder.md").write_text(markdown(runs), encoding="utf-8")


ABOUT = """# The strength ladder

One player of a kind among players of the next weaker kind, in every seat of the same deals: its share of the wins, with
a 95 % interval. A step is **shown** where the interval lies above the even share. Each table is from the command below
it, which also wrote this page and `ladder.json`, with all that was run.
"""


def markdown(runs: Sequence[dict[str, Any]]) -> str:
    """The page for people: a table per game and number of players, and its command."""
    parts = [ABOUT]
    for run in runs:
        plan = run["plan"]
        players = plan["options"]["num_players"]
        command = f"arkade ladder {plan['game']} --players {players} --games {plan['games']} --seed {plan['seed']}"
        if list(plan["agents"]) != list(AGENTS):
            command += f" --agents {' '.join(plan['agents'])}"
        lines = [
            f"## {plan['game']}, {players} players",
            "",
            f"Even share {100 / players:.1f} %.",
            "",
            "| step | share of the wins | 95 % interval | games | |",
            "|---|---|---|---|---|",
        ]
        for fields in run["steps"]:
            step = Step(**fields)
            low, high = step.interval
            cells = (
                f"{step.agent} among {step.among}", f"{100 * step.share:.1f} %", f"{100 * low:.1f}–{100 * high:.1f}",
                f"{step.games:,}", "shown" if step.is_shown else "not shown",
            )  # fmt: skip
            lines.append("| " + " | ".join(cells) + " |")
        parts.append("\n".join([*lines, "", f"`{command}`", ""]))
    return "\n".join(parts)
