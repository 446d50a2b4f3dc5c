"""How strong the baselines are: one player of a kind among others of another, for every number of players."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import arkade
from arkade.game import Game
from arkade_agents import Agent
from arkade_agents.evaluate import Evaluation, evaluate

PAIRS = (("greedy", "random"), ("ppo", "random"), ("ppo", "greedy"))  # who plays among whom


@dataclasses.dataclass(frozen=True)
class Baseline:
    """What `agent` won as the only one of its kind: its share of the wins with a 95 % interval."""

    num_players: int
    agent: str
    among: str
    share: float
    interval: tuple[float, float]
    games: int
    mean_rounds: float | None


def baselines(
    game_name: str,
    counts: Sequence[int],
    minutes: float = 1.0,
    games: int = 1000,
    seed: int = 0,
    out: str | Path = "runs/baselines",
    **options: Any,
) -> Iterator[Baseline]:
    """Yield every figure of the table as soon as it is known: greedy, and with `minutes` > 0 a player trained so long.

    The players are kept in `out`, with a `baselines.json` that holds all figures so far.
    """
    found: list[Baseline] = []
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for n in counts:
        game = arkade.make(game_name, num_players=n, **options)
        players: dict[str, str | Path | Agent] = {"greedy": "greedy", "random": "random"}
        if minutes > 0:
            players["ppo"] = _trained(game, minutes, seed, folder / f"{n}-players")
        for agent, among in PAIRS:
            if agent in players:
                result = evaluate(game, [players[agent], players[among]], games, seed)
                found.append(_baseline(n, agent, among, result))
                report = dict(game=game_name, options=options, minutes=minutes, seed=seed)
                report["baselines"] = [dataclasses.asdict(baseline) for baseline in found]
                (folder / "baselines.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
                yield found[-1]


def _trained(game: Game, minutes: float, seed: int, folder: Path) -> Path:
    from arkade_agents import ppo

    ppo.train(game, minutes=minutes, seed=seed, out=folder, final_games=game.num_players)
    return folder / "player.npz"


def _baseline(num_players: int, agent: str, among: str, result: Evaluation) -> Baseline:
    return Baseline(num_players, agent, among, result.shares[0], result.intervals[0], result.games, result.mean_rounds)


def markdown(found: Sequence[Baseline]) -> str:
    """The table for people: a row per number of players, a column per pair."""
    pairs = [pair for pair in PAIRS if any((b.agent, b.among) == pair for b in found)]
    lines = ["| players | even share | " + " | ".join(f"{agent} among {among}" for agent, among in pairs) + " |"]
    lines.append("|---" * (len(pairs) + 2) + "|")
    for n in sorted({b.num_players for b in found}):
        cells = [str(n), f"{100 / n:.1f} %"]
        for pair in pairs:
            cells += [
                f"{100 * b.share:.1f} % ({100 * b.interval[0]:.1f}–{100 * b.interval[1]:.1f})"
                for b in found
                if b.num_players == n and (b.agent, b.among) == pair
            ] or ["–"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
