"""A cheap value of a position, for greedy play and search (RULES.md section 9); everything it reads is open.

What a player has and may still get, in points; what lasts is worth the more the more turns are left. The numbers in
pairs, for competitive games and for teams, were found by a search over greedy play.
"""

from __future__ import annotations

import math

from arkade.bits import lowest_bit
from arkade.jit import kernel
from arkade.records import LIVE, NONE
from arkade.verbs import MARGIN, WIN
from hiddenark_env.components import FISH_SPACES, SLOTS_PER_ROW
from hiddenark_env.pieces import gross_cost_of, may_build_station, meets_needs
from hiddenark_env.scoring import GOOD_BAND, place, resource_points, score, team_result, team_score
from hiddenark_env.state import AT_LOCATION, COMPETITIVE, N_RESOURCES, THRESHOLDS, Pay, Row
from hiddenark_env.tables import FAR
from hiddenark_env.turns import refills_allowed

LEAD, TEAM_LEAD = 25.0, 60.0  # a lead of this many points is a value of tanh(1)

# The course of the game: rescues in a turn; turns to come when the end is triggered, and in the final round.
PACE = (0.34, 0.41)
AFTER_TRIGGER, FINAL_TURN = 1.5, 0.5
TURN_OF_TEAM = 2.95  # points that a turn costs a team: tokens of the pool
MEAN_OF_TEAM = 0.35  # weight of the mean of all players beside the lowest

# What things are worth in points, beside those that are scored:
UNIT, UNIT_AT_END, FULL_TRACK = (0.55, 0.31), (0.29, 0.26), (0.015, 0.026)  # less for each before it on its track
ENDING = (1.71, 4.02)  # turns before the end from which on units lose worth
VESSEL, STATION = (0.16, 0.15), (0.09, 0.10)  # in each turn
DISCOUNT = (0.30, 0.21)  # in each rescue to come
KEPT, KEPT_ENDING = (0.63, 0.59), (1.82, 3.67)  # share of a token's worth; turns before the end
SHARES = (  # of the turns to come that use a row
    (0.22, 0.42, 0.11, 0.34),
    (0.20, 0.36, 0.06, 0.43),
)
OP_SHARE = (SHARES[0][Row.OPERATION], SHARES[1][Row.OPERATION])

# What is granted in this turn and not used: steps, rescues, builds, free gains; the best install and the others.
MOVE, RESCUE, BUILD, FREE_GAIN = (0.25, 0.11), (0.53, 0.39), (0.67, 0.56), (0.50, 0.66)
BEST_INSTALL, MORE_INSTALLS = (0.76, 1.15), (0.28, 0.43)
DEDICATED = (1.34, 2.24)  # a row that is being paid for

# A tile: beside its VP, the first of its colour, for its discount, its token; share of its cost that counts.
TILE, NEW_COLOUR, NEW_DISCOUNT, TILE_TOKEN, COST = (1.93, 2.10), (0.83, 0.57), (0.49, 0.59), (0.59, 0.56), (0.64, 0.85)
THIS_TURN, LATER = (0.64, 0.57), (0.59, 0.37)  # share of a tile's worth before it is rescued, and for
# each step, each unit that is lacking (a missing one counts two), with a need unmet, of a second tile:
STEP, SHORT, UNMET, NEXT_BEST = (0.79, 0.83), (1.00, 0.80), (0.47, 0.57), (0.48, 0.39)
AGAIN = (1.00, 0.60)  # where Operation was the last row


@kernel
def evaluate(s, t, player):
    """`player`'s lead over the mean of the others, in co-op and solo the team's over the bound of a success."""
    if s.over != LIVE:
        return place(s, t, player, WIN) if s.mode == COMPETITIVE else team_result(s, t, MARGIN)
    if s.mode != COMPETITIVE:
        return _team_value(s, t)
    own, others, turns = 0.0, 0.0, _turns_to_come(s, 0)
    for p in range(s.num_players):
        worth = _worth(s, t, p, turns, 0)
        if p == player:
            own = worth
        else:
            others += worth
    return math.tanh((own - others / (s.num_players - 1)) / LEAD)


@kernel
def _team_value(s, t):
    """What counts is the lowest score; the others a little, so that everybody plays on. Turns use up the pool (R58)."""
    n, lowest, mean, turns = int(s.num_players), math.inf, 0.0, _turns_to_come(s, 1)
    for p in range(n):
        worth = _worth(s, t, p, turns, 1)
        lowest = min(lowest, worth)
        mean += worth / n
    least = score(s, t, 0)
    for p in range(1, n):
        least = min(least, score(s, t, p))
    beside = team_score(s, t) - least - TURN_OF_TEAM * min(turns * n, float(s.pool_n))
    worth = (1 - MEAN_OF_TEAM) * lowest + MEAN_OF_TEAM * mean + beside
    return math.tanh((worth - t.rating[n - 1, GOOD_BAND]) / TEAM_LEAD)


@kernel
def _turns_to_come(s, m):
    """About how many turns each player has left, by the rescues that it takes to end the game (R44, R49, R50)."""
    rescues, few = 0, THRESHOLDS[s.num_players - 1]
    turns = FINAL_TURN if s.end_state == 2 else AFTER_TRIGGER
    if s.end_state == 0:
        refills = refills_allowed(s) - int(s.refills_done)
        rescues = max(0, int(s.tiles_left) - few) + refills * (FISH_SPACES - few)
    return min(turns + rescues / (s.num_players * PACE[m]), float(s.max_rounds - s.round) + FINAL_TURN)


@kernel
def _worth(s, t, p, turns, m):
    """What `p` has scored and holds, and what tiles may still bring; `m` 0 in competitive games, 1 for a team."""
    points = float(score(s, t, p) - resource_points(s, p))
    unit = UNIT_AT_END[m] + (UNIT[m] - UNIT_AT_END[m]) * min(1.0, turns / ENDING[m])
    for r in range(N_RESOURCES):
        units = int(s.res[p, r])
        points += units * (unit - FULL_TRACK[m] * units)
        points += DISCOUNT[m] * PACE[m] * turns * s.discount[p, r]
    points += turns * (VESSEL[m] * s.n_vessel[p] + STATION[m] * s.n_station[p])
    points += _tokens_worth(s, t, p, turns, m)
    if s.current_player == p:
        points += _granted_worth(s, t, p, unit, turns, m) + _owed_worth(s, t, p, unit, turns, m)
    return points + _tiles_worth(s, t, p, unit, m)


@kernel
def _tokens_worth(s, t, p, turns, m):
    """Kept and installed tokens, and one that is being installed."""
    points, held = 0.0, int(s.held_bits[p])
    kept = KEPT[m] * min(1.0, turns / KEPT_ENDING[m])
    while held != 0:
        kind = lowest_bit(held)
        points += kept * s.held[p, kind] * t.token_worth[m, kind]
        held &= held - 1
    taken = int(t.all_slots) & ~int(s.free_slots[p])
    while taken != 0:
        slot = lowest_bit(taken)
        points += turns * SHARES[m][slot // SLOTS_PER_ROW] * t.token_worth[m, s.slot_token[p, slot]]
        taken &= taken - 1
    if s.install_token != NONE and s.current_player == p:
        points += BEST_INSTALL[m] * turns * OP_SHARE[m] * t.token_worth[m, s.install_token]
    return points


@kernel
def _installs_worth(s, t, p, turns, m):
    """What is gained by installing the best kept upgrade, if that is free, and a part of the others."""
    kinds = int(s.held_bits[p]) & int(t.upgrade_kinds)
    if kinds == 0 or s.free_slots[p] == 0 or (s.installs == 0 and s.upgrade_open == 0):
        return 0.0
    gain, best, every = max(0.0, turns * OP_SHARE[m] - KEPT[m]), 0.0, 0.0
    while kinds != 0:
        kind = lowest_bit(kinds)
        best = max(best, gain * t.token_worth[m, kind])
        every += gain * t.token_worth[m, kind] * s.held[p, kind]
        kinds &= kinds - 1
    if s.installs == 0:
        return MORE_INSTALLS[m] * every
    return BEST_INSTALL[m] * best + MORE_INSTALLS[m] * (every - best)


@kernel
def _granted_worth(s, t, p, unit, turns, m):
    """What the current player may still do in this turn."""
    points = MOVE[m] * _moves(s) + RESCUE[m] * (s.rescues + s.op_rescue) + FREE_GAIN[m] * (s.science_left + s.any_left)
    if s.builds > 0 and may_build_station(s, t, p):
        points += BUILD[m] * (t.station_vp + STATION[m] * turns - unit * t.station_cost[s.n_station[p]])
    for r in range(N_RESOURCES):
        points += unit * s.pending[r] + unit / 2 * s.excess[r]
    return points + _installs_worth(s, t, p, turns, m)


@kernel
def _moves(s):
    """Steps left, with the one that is being paid for."""
    return int(s.moves) + int(s.pay_kind == Pay.EXTEND)


@kernel
def _owed_worth(s, t, p, unit, turns, m):
    """What is being paid for, less the units that are still to be given."""
    points = -unit * s.pay_give
    match s.pay_kind:
        case Pay.DEDICATION:
            points += DEDICATED[m]
        case Pay.STATION:
            points += t.station_vp + STATION[m] * turns
        case Pay.VESSEL:
            points += t.vessel_vp + VESSEL[m] * turns
        case Pay.RESCUE:
            points += TILE[m] + t.tile_vp[s.fish_at[t.sea_fish[s.board, s.vessel_pos[p, s.pay_arg]]]]
    return points


# --- tiles ------------------------------------------------------------------------------------------------------------


@kernel
def _tiles_worth(s, t, p, unit, m):
    """The best tile that `p` may reach, and a part of the next best."""
    best, second = 0.0, 0.0
    for f in range(FISH_SPACES):
        if s.fish_at[f] >= 0 and s.blocker != f:
            worth = _tile_worth(s, t, p, f, unit, m)
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
    return best + NEXT_BEST[m] * second


@kernel
def _tile_worth(s, t, p, f, unit, m):
    """What rescuing a tile would bring `p`, the less the more steps and units it takes."""
    tile = int(s.fish_at[f])
    worth, short, spare = TILE[m] + t.tile_vp[tile], 0, 0
    if s.colour_count[p, t.tile_colour[tile]] == 0:
        worth += NEW_COLOUR[m]
    if s.fish_token[f] != NONE:
        worth += TILE_TOKEN[m] * t.token_worth[m, s.fish_token[f]]
    for r in range(N_RESOURCES):
        net = max(0, gross_cost_of(s, t, f, r) - int(s.discount[p, r]))
        left = int(s.res[p, r]) - net
        short += max(0, -left)
        spare += max(0, left)
        worth += NEW_DISCOUNT[m] * t.tile_discount[tile, r] - COST[m] * unit * net
    if not meets_needs(s, t, p, tile):
        worth *= UNMET[m]
    worth = (worth - unit * short) * SHORT[m] ** max(0, 2 * short - spare)
    steps = _steps_to(s, t, p, t.fish_sea[s.board, f])
    if s.current_player == p:
        steps = max(0, steps - _moves(s))
        if steps == 0 and s.rescues + s.op_rescue > 0 and spare >= 2 * short:
            return max(0.0, worth) * THIS_TURN[m]
    again = AGAIN[m] if s.last_row[p] == Row.OPERATION else 1.0
    return max(0.0, worth) * LATER[m] * again * STEP[m] ** steps


@kernel
def _steps_to(s, t, p, y):
    """Steps of `p`'s nearest vessel to a sea space."""
    nearest = FAR
    for v in range(s.n_vessel[p]):
        place = int(s.vessel_pos[p, v])
        if place >= AT_LOCATION:
            steps = 1 + int(t.distance[s.board, t.arrow[s.board, place - AT_LOCATION], y])
        else:
            steps = int(t.distance[s.board, place, y])
        nearest = min(nearest, steps)
    return nearest
