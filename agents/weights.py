"""The page about the trained players of `weights/`: `python -m arkade_agents.weights` prints it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from arkade_agents.shipped import shipped_file, shipped_games

HEAD = (
    "# Trained players",
    "",
    "What the agent `ppo` plays, a file per game: weights as arrays, and `about` as JSON, which holds all settings of the",
    "run (a recipe may have been tuned since). Minutes are those of one core of its own; a run on another machine gets as",
    "far as its speed allows. Shares of the wins are those on deals that were not learned from, all seats, with 95 %",
    "intervals. A file joins as a copy of a run's `player.npz`, named by its game; `python -m arkade_agents.weights` then",
    "prints this page anew.",
    "",
    "| game | command | decisions imitated, learned from | against random | against greedy | games |",
    "|---|---|---|---|---|---|",
)


def about_file(path: Path) -> dict[str, Any]:
    """What a player's file says of itself, without loading the player."""
    with np.load(path, allow_pickle=False) as file:
        return json.loads(str(file["about"]))


def command(about: dict[str, Any]) -> str:
    """The command that trains such a player."""
    trained, options = about["trained"], about["options"]
    return (
        f"arkade train {about['game']} --players {options['num_players']} --minutes {trained['minutes']:g} "
        f"--seed {trained['seed']}"
    )


def markdown() -> str:
    """The page about the files: how each was trained, and what it wins."""
    rows = []
    for path in map(shipped_file, shipped_games()):
        about = about_file(path)
        trained = about["trained"]
        wins = [_share(trained["final"][name]) for name in ("random", trained["recipe"]["teacher"])]
        games = trained["final"]["random"]["games"]
        learned = f"{trained['imitated']['decisions'] / 1e6:.1f} M, {trained['learned']['decisions'] / 1e6:.1f} M"
        rows.append(f"| {about['game']} | `{command(about)}` | {learned} | {' | '.join(wins)} | {games:,} |")
    return "\n".join([*HEAD, *rows]) + "\n"


def _share(result: dict[str, Any]) -> str:
    (low, high), share = result["intervals"][0], result["shares"][0]
    return f"{100 * share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


if __name__ == "__main__":
    print(markdown(), end="")
