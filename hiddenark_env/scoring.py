"""Points, ratings, standings and results (RULES.md section 9)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import LIVE, NONE
from arkade.verbs import MARGIN, RANK, WIN
from hiddenark_env.components import BANDS, FISH_SPACES, POSITIONS, SIDES, SLOTS, WORLD_WIDE
from hiddenark_env.state import COMPETITIVE, ESCALATIONS_PER_TILE, N_COLOURS, N_RESOURCES, SOLO

MARGIN_UNIT = 100  # a margin of this many points is a result of 1
GOOD_BAND = 4  # a rating from here on is a success
RESOURCES_PER_VP = 4  # (R53)
MANY, TWO = (SIDES.index(name) for name in ("many", "two"))


@kernel
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
    points = station_points(s, t, p) + vessel_points(s, t, p) + int(s.fish_vp[p]) + int(s.token_vp[p])
    return points + resource_points(s, p) + award_points(s, t, p)


@kernel
def station_points(s, t, p):
    """Points of stations without the starting ones (R51, D37)."""
    return t.station_vp * (int(s.n_station[p]) - (2 if s.mode == SOLO else 1))


@kernel
def vessel_points(s, t, p):
    """Points of vessels without the starting ones (R51, D37)."""
    return t.vessel_vp * (int(s.n_vessel[p]) - (2 if s.mode == SOLO else 1))


@kernel
def resource_points(s, p):
    """A point for every four resources (R53, D35)."""
    units = 0
    for r in range(N_RESOURCES):
        units += s.res[p, r]
    return units // RESOURCES_PER_VP


@kernel
def award_points(s, t, p):
    """Points of awards, by colour and World Wide (R54, R55, D32, D33, D37)."""
    points, colours = 0, 0
    for c in range(N_COLOURS):
        if s.colour_count[p, c] > 0:
            points += _award(s, t, p, c)
            colours += 1
    if colours == N_COLOURS:
        points += t.award_vp[side(s), WORLD_WIDE, 0] - s.award_tokens[WORLD_WIDE]
    return points


@kernel
def _award(s, t, p, c):
    """Points of a colour's award; tied players share those of as many positions, rounded down (D32)."""
    better, tied = 0, 0
    for q in range(s.num_players):
        better += s.colour_count[q, c] > s.colour_count[p, c]
        tied += s.colour_count[q, c] == s.colour_count[p, c]
    shared = 0
    for position in range(better, min(better + tied, len(POSITIONS))):
        shared += t.award_vp[side(s), c, position]
    return shared // tied - int(s.award_tokens[c])


@kernel
def count_tiles(s, p):
    """How many tiles `p` has rescued."""
    tiles = 0
    for c in range(N_COLOURS):
        tiles += s.colour_count[p, c]
    return tiles


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
