"""Points in their parts, for people (RULES.md section 11)."""

from __future__ import annotations

import numpy as np

from arkade.game import Game
from arkade.jit import loop
from biohack_env.scoring import (
    coin_points,
    milestone_points,
    noble_points,
    printed_points,
    row_points,
    scientist_points,
    score_of,
    solo_points,
    token_points,
)

PARTS = ("track", "printed", "noble", "scientist", "rows", "milestones", "coins", "tokens", "solo", "total")


@loop
def _part_rows(states, tables, parts):
    """Write the parts of every player's points."""
    t = tables[0]
    for e in range(states.shape[0]):
        s = states[e]
        for p in range(s.num_players):
            parts[e, p, 0] = s.ep[p]
            parts[e, p, 1] = printed_points(s, t, p)
            parts[e, p, 2] = noble_points(s, t, p)
            parts[e, p, 3] = scientist_points(s, t, p)
            parts[e, p, 4] = row_points(s, t, p)
            parts[e, p, 5] = milestone_points(s, t, p)
            parts[e, p, 6] = coin_points(s, t, p)
            parts[e, p, 7] = token_points(s, t, p)
            parts[e, p, 8] = solo_points(s, p)
            parts[e, p, 9] = score_of(s, t, p)


def breakdown(game: Game, state: np.ndarray) -> list[dict[str, int]]:
    """Each player's points in their parts, as if the game ended now."""
    parts = np.zeros((1, game.num_players, len(PARTS)), np.int64)
    _part_rows(game.check(state), game.tables, parts)
    return [dict(zip(PARTS, row, strict=True)) for row in parts[0].tolist()]
