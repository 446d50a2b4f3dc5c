"""Points, ratings, standings and results (RULES.md section 9)."""

from __future__ import annotations

import numpy as np

from arkade.bits import load_word, reach_bytes, sum_bytes
from arkade.jit import kernel, wraps_around
from arkade.records import LIVE, NONE
from arkade.verbs import MARGIN, NO_TEAM, RANK, WIN
from hiddenark_env.components import BANDS, FISH_SPACES, PLAYERS, SIDES, SLOTS, WORLD_WIDE
from hiddenark_env.state import COMPETITIVE, ESCALATIONS_PER_TILE, N_COLOURS, SOLO

MARGIN_UNIT = 100  # a margin of this many points is a result of 1
GOOD_BAND = 4  # a rating from here on is a success
RESOURCES_PER_VP = 4  # (R53)
_ONES, _FIVE = np.uint64(0x0101010101010101), np.uint64(0xFFFFFFFFFF)  # the first five bytes of a word
_NO_TILES, _BYTE, _S8 = np.uint64(0), np.uint64(0xFF), np.uint64(8)
MANY, TWO = (SIDES.index(name) for name in ("many", "two"))


@kernel(hot=True)
def side(s):
    """Which side of the award tokens is used (R6, R60)."""
    return MANY if s.num_players > 2 else TWO


@kernel
def scores(s, t, out):
    """Write each player's points, as if the game ended now."""
    for p in range(s.num_players):
        out[p] = score(s, t, p)


@kernel
def score(s, t, p):
    """`p`'s points, as if the game ended now (R51-R55)."""
    return score_beside_awards(s, t, p) + award_points(s, t, p)


@kernel(hot=True)
def score_beside_awards(s, t, p):
    """`p`'s points but those of awards."""
    points = station_points(s, t, p) + vessel_points(s, t, p) + int(s.fish_vp[p]) + int(s.token_vp[p])
    return points + resource_points(s, p)


@kernel(hot=True)
def station_points(s, t, p):
    """Points of stations without the starting ones (R51, D37)."""
    return t.station_vp * (int(s.n_station[p]) - (2 if s.mode == SOLO else 1))


@kernel(hot=True)
def vessel_points(s, t, p):
    """Points of vessels without the starting ones (R51, D37)."""
    return t.vessel_vp * (int(s.n_vessel[p]) - (2 if s.mode == SOLO else 1))


@kernel(hot=True)
def resource_points(s, p):
    """A point for every four resources (R53, D35)."""
    return sum_bytes(load_word(s.res[p], 0) & _FIVE) // RESOURCES_PER_VP


@kernel(hot=True)
@wraps_around
def award_points(s, t, p):
    """Points of awards, by colour and World Wide (R54, R55, D32, D33, D37).

    Five colours at once: a byte for each says how many players have as many tiles as `p` or more, and how many more.
    """
    own = colours_of(s, p)
    if own == _NO_TILES:
        return 0
    reached, better = np.uint64(0), _ONES * np.uint64(PLAYERS)
    for q in range(PLAYERS):  # who does not play has no tile
        other = colours_of(s, q)
        reached += reach_bytes(other, own)
        better -= reach_bytes(own, other)
    has = reach_bytes(own, _ONES)
    places = (reached * np.uint64(PLAYERS) + better) & (has * _BYTE)
    points, award_side = 0, side(s)
    for c in range(N_COLOURS):
        points += t.award_share[award_side, c, places & _BYTE]
        places >>= _S8
    for a in range(N_COLOURS if s.mode == SOLO else 0):
        points -= int(s.colour_count[p, a] > 0) * s.award_tokens[a]
    if sum_bytes(has) == N_COLOURS:
        points += t.award_vp[award_side, WORLD_WIDE, 0] - s.award_tokens[WORLD_WIDE]
    return points


@kernel(hot=True)
def colours_of(s, p):
    """How many tiles of each colour `p` has, a byte each."""
    return load_word(s.colour_count[p], 0) & _FIVE


@kernel
def count_tiles(s, p):
    """How many tiles `p` has rescued."""
    return sum_bytes(colours_of(s, p))


@kernel
def count_upgrades(s, p):
    """How many upgrades `p` has installed (D34)."""
    upgrades = 0
    for slot in range(SLOTS):
        upgrades += s.slot_token[p, slot] != NONE
    return upgrades


@kernel
def rank_key(s, t, p):
    """Points, then tiles, then upgrades, as one number: larger is better (R56)."""
    return (score(s, t, p) * 64 + count_tiles(s, p)) * 64 + count_upgrades(s, p)


@kernel
def standing(s, t, p):
    """How many players are better than `p`, how many tie with `p` (itself included), how many tie for best."""
    key, best_key = rank_key(s, t, p), rank_key(s, t, 0)
    better, tied, best = 0, 0, 0
    for q in range(s.num_players):
        other = rank_key(s, t, q)
        better += other > key
        tied += other == key
        if other > best_key:
            best_key, best = other, 0
        best += other == best_key
    return better, tied, best


# --- co-op and solo ---------------------------------------------------------------------------------------------------


@kernel
def team_score(s, t):
    """The lowest player's score, twice the tokens of the pool, less the numbers on escalation tokens (R58)."""
    points = score(s, t, 0)
    for p in range(1, s.num_players):
        points = min(points, score(s, t, p))
    points += 2 * int(s.pool_n)
    for f in range(FISH_SPACES):
        for i in range(ESCALATIONS_PER_TILE):
            if s.fish_esc[f, i] != NONE:
                points -= int(t.esc_number[s.fish_esc[f, i]])
    return points


@kernel
def team_points(s, t):
    """The team's score in co-op and solo (R58)."""
    return team_score(s, t) if s.mode != COMPETITIVE else NO_TEAM


@kernel
def band(s, t, points):
    """The rating of a team score (R59, D36)."""
    rating = 0
    for i in range(1, BANDS):
        rating += points >= t.rating[s.num_players - 1, i]
    return rating


# --- results ----------------------------------------------------------------------------------------------------------


@kernel
def returns(s, t, reward, out):
    """Write each player's result: WIN, RANK or MARGIN; 0 while the game is live."""
    shared = 0.0
    if s.over != LIVE and s.mode != COMPETITIVE:
        shared = team_result(s, t, reward)
    for p in range(s.num_players):
        if s.over == LIVE or s.mode != COMPETITIVE:
            out[p] = shared
        elif reward == MARGIN:
            out[p] = _margin(s, t, p)
        else:
            out[p] = place(s, t, p, reward)


@kernel
def team_result(s, t, reward):
    points = team_score(s, t)
    rating = band(s, t, points)
    if reward == WIN:
        return 1.0 if rating >= GOOD_BAND else -1.0
    if reward == RANK:
        return 2 * rating / (BANDS - 1) - 1
    return _cut((points - t.rating[s.num_players - 1, GOOD_BAND]) / MARGIN_UNIT)


@kernel
def place(s, t, p, reward):
    n = int(s.num_players)
    better, tied, best = standing(s, t, p)
    if reward == WIN:
        return ((n / best if better == 0 else 0.0) - 1) / (n - 1)
    return 1 - 2 * (better + (tied - 1) / 2) / (n - 1)


@kernel
def _margin(s, t, p):
    """The lead over the mean of the others."""
    own, others = score(s, t, p), 0
    for q in range(s.num_players):
        if q != p:
            others += score(s, t, q)
    return _cut((own - others / (int(s.num_players) - 1)) / MARGIN_UNIT)


@kernel
def _cut(result):
    return max(-1.0, min(1.0, result))
