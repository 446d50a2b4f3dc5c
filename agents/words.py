"""What a training run did, in words."""

from __future__ import annotations

from typing import Any

from arkade.game import Game


def company(game: Game, other: str) -> str:
    """How a learner plays where `other` takes the other seats."""
    return "alone" if game.num_players == 1 else f"{'with' if game.shared else 'against'} {other}"


def in_words(summary: dict[str, Any]) -> list[str]:
    """What was imitated, what was learned and against whom, and what the player wins."""
    imitated, learned, recipe = summary["imitated"], summary["learned"], summary["recipe"]
    steps = recipe["look_ahead"]
    shown = f", and what greedy thinks of each action, {steps} step{'s' * (steps > 1)} ahead" if steps else ""
    paid = "the team's points" if _is_team(summary) else "the lead in points"
    lines = [
        f"sees:     {imitated['columns']:,} numbers of the observation{shown}",
        f"imitated: {imitated['decisions']:,} decisions of {imitated['player']} playing itself, in {imitated['seconds']:.0f} s; "
        f"agrees in {100 * imitated['agreement']:.0f} %",
        f"learned:  {learned['decisions']:,} decisions of MaskablePPO in {learned['seconds']:.0f} s, "
        f"{_games(summary)}; reward: change of {paid}",
    ]
    for name, result in summary["final"].items():
        low, high = result["intervals"][0]
        lines.append(
            f"wins:     {100 * result['shares'][0]:.1f} % against {name} ({100 * low:.1f}–{100 * high:.1f}, "
            f"{result['games']:,} games, {'the same deals' if _is_team(summary) else 'all seats'}, most likely action)"
        )
        if _is_team(summary):
            (own, other), (rating, its) = result["mean_scores"][:2], result["mean_ratings"][:2]
            lines.append(f"          {own:.1f} points, rated {rating:.2f}; {name} {other:.1f}, rated {its:.2f}")
    return lines


def _is_team(summary: dict[str, Any]) -> bool:
    """Whether all players share one result."""
    return all(result["mean_ratings"] is not None for result in summary["final"].values())


def _games(summary: dict[str, Any]) -> str:
    """Who else played the games that were learned from."""
    teacher, pool = summary["recipe"]["teacher"], summary["recipe"]["pool_share"]
    if not _is_team(summary):
        return f"{100 * (1 - pool):.0f} % of the games against {teacher}, {100 * pool:.0f} % against earlier selves"
    if summary["options"].get("num_players") == 1:
        return "alone"
    return f"{100 * (1 - pool):.0f} % of the games with {teacher}, {100 * pool:.0f} % with earlier selves"


def percents(shares: dict[str, float]) -> str:
    return ", ".join(f"{100 * share:.1f} % against {name}" for name, share in shares.items())
