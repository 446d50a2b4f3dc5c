"""A cheap value of a position, for greedy play and search (RULES.md section 9); everything it reads is open."""

from __future__ import annotations

import math

from arkade.jit import kernel
from arkade.records import LIVE, NONE
from arkade.verbs import MARGIN, WIN
from hiddenark_env.components import FISH_SPACES, SLOTS
from hiddenark_env.pieces import gross_cost_of, may_build_station, meets_needs
from hiddenark_env.scoring import GOOD_BAND, place, resource_points, score, team_result, team_score
from hiddenark_env.state import AT_LOCATION, COMPETITIVE, N_RESOURCES, Pay
from hiddenark_env.tables import FAR
from hiddenark_env.turns import refills_allowed

LEAD, TEAM_LEAD = 25.0, 60.0  # a lead of this many points is a value of tanh(1)
# What things are worth in points, beside those that are scored:
UNIT, UNIT_AT_END, FULL_TRACK = 0.6, 0.25, 0.02  # a unit; what a unit loses for each one before it on its track
STEP_OF_VESSEL, STATION = 1.2, 1.0  # of each vessel and station on the map
KEPT, INSTALLED, DISCOUNT = 0.6, 0.9, 0.5  # a token's worth kept, and for each refill to come installed; a discount
MOVE, RESCUE, BUILD, INSTALL, FREE_GAIN = 0.2, 0.6, 0.8, 1.0, 0.5  # what is granted in this turn and not used
ROW = 1.5  # a row that is being paid for
TILE = 2.0  # a tile beside its VP, for awards
THIS_TURN, LATER, STEP, SHORT, UNMET = 0.85, 0.55, 0.93, 0.85, 0.4  # of a tile's worth; for each step and unit it lacks


@kernel
def evaluate(s, t, player):
    """`player`'s lead over the best other player, in co-op and solo the team's over the bound of a success."""
    if s.over != LIVE:
        return place(s, t, player, WIN) if s.mode == COMPETITIVE else team_result(s, t, MARGIN)
    if s.mode != COMPETITIVE:
        return _team_value(s, t)
    own, best_other = 0.0, -math.inf
    for p in range(s.num_players):
        worth = _worth(s, t, p)
        if p == player:
            own = worth
        else:
            best_other = max(best_other, worth)
    return math.tanh((own - best_other) / LEAD)


@kernel
def _team_value(s, t):
    """What counts is the lowest score; the others a little, so that everybody plays on."""
    n, lowest, mean = int(s.num_players), math.inf, 0.0
    for p in range(n):
        worth = _worth(s, t, p)
        lowest = min(lowest, worth)
        mean += worth / n
    least = score(s, t, 0)
    for p in range(1, n):
        least = min(least, score(s, t, p))
    beside = team_score(s, t) - least  # pool and escalation
    return math.tanh((0.7 * lowest + 0.3 * mean + beside - t.rating[n - 1, GOOD_BAND]) / TEAM_LEAD)


@kernel
def _worth(s, t, p):
    """What `p` has scored and holds, and what tiles may still bring."""
    horizon = 0.0 if s.end_state != 0 else 1.0 + refills_allowed(s) - s.refills_done
    points = float(score(s, t, p) - resource_points(s, p))
    unit = UNIT if s.end_state == 0 else UNIT_AT_END
    for r in range(N_RESOURCES):
        units = int(s.res[p, r])
        points += units * (unit - FULL_TRACK * units)
        points += DISCOUNT * horizon * s.discount[p, r]
    points += horizon / 2 * (STEP_OF_VESSEL * s.n_vessel[p] + STATION * s.n_station[p])
    points += _tokens_worth(s, t, p, horizon)
    if s.current_player == p:
        points += _granted_worth(s, t, p, unit) + _owed_worth(s, t, p, unit, horizon)
    return points + _tiles_worth(s, t, p, unit)


@kernel
def _tokens_worth(s, t, p, horizon):
    """Kept and installed tokens."""
    points, held, kind = 0.0, int(s.held_bits[p]), 0
    while held != 0:
        if held & 1:
            points += KEPT * s.held[p, kind] * t.token_worth[kind]
        held >>= 1
        kind += 1
    for slot in range(SLOTS):
        if s.slot_token[p, slot] != NONE:
            points += INSTALLED * horizon * t.token_worth[s.slot_token[p, slot]]
    return points


@kernel
def _granted_worth(s, t, p, unit):
    """What the current player may still do in this turn."""
    points = MOVE * _moves(s) + RESCUE * (s.rescues + s.op_rescue) + FREE_GAIN * (s.science_left + s.any_left)
    if s.builds > 0 and may_build_station(s, t, p):
        points += BUILD * (t.station_vp + STATION - unit * t.station_cost[s.n_station[p]])
    if s.installs > 0 and s.held_bits[p] & t.upgrade_kinds != 0:
        points += INSTALL
    for r in range(N_RESOURCES):
        points += unit * s.pending[r] + unit / 2 * s.excess[r]
    return points


@kernel
def _moves(s):
    """Steps left, with the one that is being paid for."""
    return int(s.moves) + int(s.pay_kind == Pay.EXTEND)


@kernel
def _owed_worth(s, t, p, unit, horizon):
    """What is being paid for, less the units that are still to be given."""
    points = -unit * s.pay_give
    match s.pay_kind:
        case Pay.DEDICATION:
            points += ROW
        case Pay.STATION:
            points += t.station_vp + STATION * horizon / 2
        case Pay.VESSEL:
            points += t.vessel_vp + STEP_OF_VESSEL * horizon / 2
        case Pay.RESCUE:
            points += TILE + t.tile_vp[s.fish_at[t.sea_fish[s.board, s.vessel_pos[p, s.pay_arg]]]]
    return points


# --- tiles ------------------------------------------------------------------------------------------------------------


@kernel
def _tiles_worth(s, t, p, unit):
    """The best tile that `p` may reach, and a part of the next best."""
    best, second = 0.0, 0.0
    for f in range(FISH_SPACES):
        if s.fish_at[f] >= 0 and s.blocker != f:
            worth = _tile_worth(s, t, p, f, unit)
            if worth > best:
                best, second = worth, best
            elif worth > second:
                second = worth
    return best + second / 2


@kernel
def _tile_worth(s, t, p, f, unit):
    """What rescuing a tile would bring `p`, the less the more steps and units it takes."""
    tile = int(s.fish_at[f])
    worth, short, spare = TILE + t.tile_vp[tile], 0, 0
    for r in range(N_RESOURCES):
        net = max(0, gross_cost_of(s, t, f, r) - int(s.discount[p, r]))
        left = int(s.res[p, r]) - net
        short += max(0, -left)
        spare += max(0, left)
        worth += DISCOUNT * t.tile_discount[tile, r] - unit / 2 * net
    if not meets_needs(s, t, p, tile):
        worth *= UNMET
    worth = (worth - unit * short) * SHORT ** max(0, 2 * short - spare)
    steps = _steps_to(s, t, p, t.fish_sea[s.board, f])
    if s.current_player == p:
        steps = max(0, steps - _moves(s))
        if steps == 0 and s.rescues + s.op_rescue > 0 and spare >= 2 * short:
            return max(0.0, worth) * THIS_TURN
    return max(0.0, worth) * LATER * STEP**steps


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
