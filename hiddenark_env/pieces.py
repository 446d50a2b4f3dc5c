"""Stations and vessels: where there is room, what a step does, what can be rescued (RULES.md 5.6, R35, R36, D27)."""

from __future__ import annotations

import numpy as np

from arkade.bits import lowest_bit, natural_bits, reach_flags
from arkade.jit import kernel
from arkade.records import NONE
from hiddenark_env.components import FISH_SPACES, PIECES, SEA_SPACES
from hiddenark_env.resources import is_money_payable, is_payable, total
from hiddenark_env.state import AT_LOCATION, ESCALATIONS_PER_TILE
from hiddenark_env.tables import FAR, FISH_AT_ONCE, N_WAYS

VESSELS_PER_SPACE = 2  # of any colour (R31), and per location (R24)
_ONE = np.uint64(1)


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


@kernel(hot=True)
def tiles_at_sea(s, t):
    """Bits of the sea spaces with a face-up tile."""
    board = np.uint64(s.board)
    low, high = natural_bits(s.fish_at, 0) % FISH_AT_ONCE, natural_bits(s.fish_at, FISH_SPACES // 2) % FISH_AT_ONCE
    return t.tiles_at_sea[board, 0, np.uint64(low)] | t.tiles_at_sea[board, 1, np.uint64(high)]


@kernel(hot=True)
def blocked_space(s, t):
    """The bit of the sea space with the blocker (R61)."""
    return np.uint64(0) if s.blocker == NONE else _ONE << np.uint64(t.fish_sea[s.board, s.blocker])


@kernel(hot=True)
def full_spaces(s, t):
    """Bits of the sea spaces that have no room for another vessel (R31, R33, R61)."""
    some, two = reach_flags(s.sea_count, 1), reach_flags(s.sea_count, VESSELS_PER_SPACE)
    return some & tiles_at_sea(s, t) | two | blocked_space(s, t)


@kernel
def can_go_on(s, t, p, v, y, full):
    """Do the steps that are left and can be bought lead from a full space to one with room? (D12)"""
    steps = int(s.moves) - 1 + int(s.op_rescue) + total(s, p) // 2
    beyond = reach_flags(t.distance[s.board, y], 1 + min(steps, FAR - 1))
    place = int(s.vessel_pos[p, v])
    if place < AT_LOCATION and has_space(s, t, p, v, place):
        full &= ~(_ONE << np.uint64(place))
    return ~(beyond | full) != 0


@kernel(hot=True)
def may_move(s, t, p, vessels):
    """Where these vessels, bits, may move to, to stay or to cross: bits 4 * vessel + way of `exits` (R15, R26, D12)."""
    full = full_spaces(s, t)
    ways, closed = 0, 0
    for v in range(PIECES):
        for way in range(N_WAYS):
            y = int(t.exits[s.board, 1 + s.vessel_pos[p, v], way])
            exists = vessels >> v & int(y != NONE)
            ways |= exists << N_WAYS * v + way
            closed |= (exists & np.int64(full >> np.uint64(y & SEA_SPACES - 1))) << N_WAYS * v + way
    while closed != 0:
        way = lowest_bit(closed)
        closed &= closed - 1
        v = way // N_WAYS
        if not can_go_on(s, t, p, v, t.exits[s.board, 1 + s.vessel_pos[p, v], way % N_WAYS], full):
            ways &= ~(1 << way)
    return ways


@kernel(hot=True)
def split_ways(s, p, ways):
    """Such bits parted: steps of vessels at sea as they are, launches by vessel (R29)."""
    homes = 0
    for v in range(PIECES):
        homes |= int(s.vessel_pos[p, v] >= AT_LOCATION) << N_WAYS * v
    launches = ways & homes
    steps = ways & ~(homes * ((1 << N_WAYS) - 1))
    return steps, (launches | launches >> 3 | launches >> 6 | launches >> 9) & (1 << PIECES) - 1


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
    """1 where `v` is the first of `p`'s vessels in its place: the others there are just like it (RULES.md 5.6)."""
    lowest = 1
    for u in range(v):
        lowest &= int(s.vessel_pos[p, u] != s.vessel_pos[p, v])
    return lowest


@kernel(hot=True)
def lowest_vessels(s, p):
    """Bits of the vessels that are the first in their place."""
    bits = 0
    for v in range(PIECES):
        bits |= is_lowest(s, p, v) << v
    return bits


@kernel(hot=True)
def stations_with_room(s, p):
    """Bits by index of `p`'s stations with fewer than two vessels (R24, R36)."""
    bits = 0
    for j in range(s.n_station[p]):
        at = 0
        for v in range(PIECES):
            at += int(s.vessel_pos[p, v] == AT_LOCATION + s.station_loc[p, j])
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


@kernel(hot=True)
def may_rescue(s, t, p):
    """Bits by vessel of the rescues that `p` can pay for, whatever rescues are left (R34-R36)."""
    tiles = tiles_at_sea(s, t) & ~blocked_space(s, t)
    here, bits = 0, 0
    for v in range(PIECES):
        place = int(s.vessel_pos[p, v])
        is_at_sea = int(0 <= place < AT_LOCATION)
        here |= (is_at_sea & np.int64(tiles >> np.uint64(place & SEA_SPACES - 1))) << v
    while here != 0:
        v = lowest_bit(here)
        here &= here - 1
        f = int(t.sea_fish[s.board, s.vessel_pos[p, v]])
        if is_lowest(s, p, v) and meets_needs(s, t, p, s.fish_at[f]) and is_payable(s, p, net_cost(s, t, p, f)):
            bits |= 1 << v
    return bits if bits != 0 and stations_with_room(s, p) != 0 else 0
