"""Points in their parts, and the rating of a team, for people (RULES.md section 9)."""

from __future__ import annotations

import numpy as np

from arkade.game import Game
from arkade.jit import loop
from hiddenark_env.scoring import (
    award_points,
    band,
    rank_key,
    resource_points,
    score,
    station_points,
    team_score,
    vessel_points,
)

PARTS = ("stations", "vessels", "fish", "tokens", "resources", "awards", "total")


@loop
def _part_rows(states, tables, parts, keys, ratings):
    """Write the parts of every player's points, the rank keys, and the team's score and band."""
    t = tables[0]
    for e in range(states.shape[0]):
        s = states[e]
        for p in range(s.num_players):
            parts[e, p, 0] = station_points(s, t, p)
            parts[e, p, 1] = vessel_points(s, t, p)
            parts[e, p, 2] = s.fish_vp[p]
            parts[e, p, 3] = s.token_vp[p]
            parts[e, p, 4] = resource_points(s, p)
            parts[e, p, 5] = award_points(s, t, p)
            parts[e, p, 6] = score(s, t, p)
            keys[e, p] = rank_key(s, t, p)
        ratings[e, 0] = team_score(s, t)
        ratings[e, 1] = band(s, t, ratings[e, 0])


def _parts(game: Game, state: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n = game.num_players
    parts, keys, ratings = (
        np.zeros((1, n, len(PARTS)), np.int64),
        np.zeros((1, n), np.int64),
        np.zeros((1, 2), np.int64),
    )
    _part_rows(game.check(state), game.tables, parts, keys, ratings)
    return parts[0], keys[0], ratings[0]


def breakdown(game: Game, state: np.ndarray) -> list[dict[str, int]]:
    """Each player's points in their parts, as if the game ended now."""
    return [dict(zip(PARTS, row, strict=True)) for row in _parts(game, state)[0].tolist()]


def rank_keys(game: Game, state: np.ndarray) -> list[int]:
    """A number for each player that says who is ahead: points, then tiles, then upgrades (R56)."""
    return _parts(game, state)[1].tolist()


def team_result(game: Game, state: np.ndarray) -> tuple[int, int]:
    """The score of the team and its band (R58, R59)."""
    points, rating = _parts(game, state)[2].tolist()
    return points, rating
