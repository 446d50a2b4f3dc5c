"""Stations and vessels: where there is room, what a step does, what can be rescued (RULES.md 5.6, R35, R36, D27)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import NONE
from hiddenark_env.components import PIECES
from hiddenark_env.resources import is_money_payable, is_payable, total
from hiddenark_env.state import AT_LOCATION, ESCALATIONS_PER_TILE

VESSELS_PER_SPACE = 2  # of any colour (R31), and per location (R24)


@kernel(hot=True)
def has_space(s, t, p, v, y):
    """Is there room for vessel `v` on a sea space? (R31, R33, R61)"""
    occupants = int(s.sea_count[y]) - int(s.vessel_pos[p, v] == y)
    f = int(t.sea_fish[s.board, y])
    if f == NONE:
        return occupants < VESSELS_PER_SPACE
    if s.blocker == f:
        return False
    return occupants < (1 if s.fish_at[f] >= 0 else VESSELS_PER_SPACE)


@kernel
def can_go_on(s, t, p, v, y):
    """Do the steps that are left and can be bought lead from a full space to one with room? (D12)"""
    steps = int(s.moves) - 1 + int(s.op_rescue) + total(s, p) // 2
    for space in range(t.n_sea[s.board]):
        if t.distance[s.board, y, space] <= steps and has_space(s, t, p, v, space):
            return True
    return False


@kernel
def can_enter(s, t, p, v, y):
    """May vessel `v` move upon a sea space, to stay or to cross it?"""
    return has_space(s, t, p, v, y) or can_go_on(s, t, p, v, y)


@kernel
def enter(s, t, p, v, y):
    """Move vessel `v` upon a sea space and take its VP token (R32, D24)."""
    s.transit = NONE if has_space(s, t, p, v, y) else v
    leave(s, p, v)
    s.vessel_pos[p, v] = y
    s.sea_count[y] += 1
    s.moves -= 1
    vp = int(t.sea_vp[s.board, y])
    if vp != NONE and (int(s.vp_left) >> vp) & 1:
        s.vp_left &= ~(1 << vp)
        s.token_vp[p] += t.vp_value[s.board, vp]


@kernel
def leave(s, p, v):
    """Take a vessel off its sea space."""
    if s.vessel_pos[p, v] < AT_LOCATION:
        s.sea_count[s.vessel_pos[p, v]] -= 1


@kernel(hot=True)
def is_lowest(s, p, v):
    """Is `v` the first of `p`'s vessels in its place? The others there are just like it (RULES.md 5.6)."""
    for u in range(v):
        if s.vessel_pos[p, u] == s.vessel_pos[p, v]:
            return False
    return True


@kernel
def stations_with_room(s, p):
    """Bits by index of `p`'s stations with fewer than two vessels (R24, R36)."""
    bits = 0
    for j in range(s.n_station[p]):
        at = 0
        for v in range(PIECES):
            at += s.vessel_pos[p, v] == AT_LOCATION + s.station_loc[p, j]
        bits |= int(at < VESSELS_PER_SPACE) << j
    return bits


@kernel
def may_build_station(s, t, p):
    """Is a station left and payable, and a location empty? (R22, R23)"""
    n = s.n_station[p]
    return n < PIECES and s.free_locations != 0 and is_money_payable(s, p, t.station_cost[n])


@kernel
def may_build_vessel(s, t, p):
    """Bits by station of where a vessel can be built; 0 where none is left or payable (R22, R24)."""
    n = s.n_vessel[p]
    return stations_with_room(s, p) if n < PIECES and is_money_payable(s, p, t.vessel_cost[n]) else 0


# --- rescue -----------------------------------------------------------------------------------------------------------


@kernel
def net_cost(s, t, p, f):
    """What rescuing the tile of a space costs `p`: the tile, its escalation, less discounts (R38, R57, D27)."""
    return (
        _net_cost_of(s, t, p, f, 0),
        _net_cost_of(s, t, p, f, 1),
        _net_cost_of(s, t, p, f, 2),
        _net_cost_of(s, t, p, f, 3),
        _net_cost_of(s, t, p, f, 4),
    )


@kernel
def _net_cost_of(s, t, p, f, r):
    return max(0, gross_cost_of(s, t, f, r) - int(s.discount[p, r]))


@kernel
def gross_cost_of(s, t, f, r):
    """How much of `r` the tile of a space costs with its escalation; a facedown tile none of its own."""
    cost = int(t.tile_cost[s.fish_at[f], r]) if s.fish_at[f] >= 0 else 0
    for i in range(ESCALATIONS_PER_TILE):
        if s.fish_esc[f, i] != NONE:
            cost += t.esc_cost[s.fish_esc[f, i], r]
    return cost


@kernel
def meets_needs(s, t, p, tile):
    """Has `p` the stations and vessels that a tile asks for? (R35, D25)"""
    return s.n_station[p] >= t.tile_need_station[tile] and s.n_vessel[p] >= t.tile_need_vessel[tile]


@kernel
def may_rescue(s, t, p):
    """Bits by vessel of the rescues that `p` can pay for, whatever rescues are left (R34-R36)."""
    bits, n_at_sea = 0, 0
    for v in range(s.n_vessel[p]):
        n_at_sea += s.vessel_pos[p, v] < AT_LOCATION
    if n_at_sea == 0:
        return 0
    for v in range(s.n_vessel[p]):
        place = int(s.vessel_pos[p, v])
        if place >= AT_LOCATION:
            continue
        f = int(t.sea_fish[s.board, place])
        if f == NONE or s.fish_at[f] < 0 or s.blocker == f or not is_lowest(s, p, v):
            continue
        if meets_needs(s, t, p, s.fish_at[f]) and is_payable(s, p, net_cost(s, t, p, f)):
            bits |= 1 << v
    return bits if bits != 0 and stations_with_room(s, p) != 0 else 0
