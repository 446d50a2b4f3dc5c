"""Stations and vessels: where there is room, what a step does, what can be rescued (RULES.md 5.6, R35, R36, D27)."""

from __future__ import annotations

import numpy as np

from arkade.bits import (
    cap_shorts,
    least_bytes,
    load_word,
    lowest_bit,
    present_bits,
    subtract_bytes,
    sum_bytes,
)
from arkade.jit import kernel
from arkade.records import NONE
from hiddenark_env.components import FISH_SPACES, PIECES
from hiddenark_env.resources import is_money_payable, total
from hiddenark_env.state import AT_LOCATION, ESCALATIONS_PER_TILE
from hiddenark_env.tables import BEFORE_TILES, FAR, FISH_AT_ONCE, LAUNCHES, N_WAYS, NEAR, SPACE, WAYS
from hiddenark_env.vectors import spaces_with

VESSELS_PER_SPACE = 2  # of any colour (R31), and per location (R24)
MOST_BYTE = 127  # in a word of eight numbers
_ONE, _LAUNCH = np.uint64(1), np.uint64(LAUNCHES)
_FIVE = np.uint64(0xFFFFFFFFFF)  # the first numbers of a word


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
    low, high = present_bits(s.fish_at, 0) % FISH_AT_ONCE, present_bits(s.fish_at, FISH_SPACES // 2) % FISH_AT_ONCE
    return t.tiles_at_sea[board, 0, np.uint64(low)] | t.tiles_at_sea[board, 1, np.uint64(high)]


@kernel(hot=True)
def blocked_space(s, t):
    """The bit of the sea space with the blocker (R61)."""
    return np.uint64(0) if s.blocker == NONE else _ONE << np.uint64(t.fish_sea[s.board, s.blocker])


@kernel(hot=True)
def full_spaces(s, t, tiles):
    """Bits of the sea spaces that have no room for another vessel, where face-up tiles are on `tiles` (R31, R33, R61)."""
    some, two = spaces_with(s.sea_count, 1), spaces_with(s.sea_count, VESSELS_PER_SPACE)
    return some & tiles | two | blocked_space(s, t)


@kernel(hot=True)
def fleet(s, t, p):
    """What the places of `p`'s vessels say: bits of their sea spaces, of the spaces near, and a byte of ways for each."""
    board = np.uint64(s.board)
    spaces, near, ways = np.uint64(0), np.uint64(0), np.uint64(0)
    for v in range(PIECES):
        place = np.uint64(1 + s.vessel_pos[p, v])
        spaces |= t.places[board, place, SPACE]
        near |= t.places[board, place, NEAR]
        ways |= t.places[board, place, WAYS] << np.uint64(8 * v)
    return spaces, near, ways


@kernel(hot=True)
def steps_to_go(s, p):
    """Steps that are left and can be bought after this one."""
    return int(s.moves) - 1 + int(s.op_rescue) + total(s, p) // 2


@kernel(hot=True)
def dead_ends(s, t, p, spaces, full):
    """Those of the full spaces, bits, from which no step that is left or can be bought leads to one with room (D12)."""
    ends = np.uint64(0)
    while spaces != 0:
        beyond = spaces_with(t.distance[s.board, lowest_bit(spaces)], 1 + min(steps_to_go(s, p), FAR - 1))
        if ~(beyond | full) == 0:
            ends |= spaces & ~(spaces - _ONE)
        spaces &= spaces - _ONE
    return ends


@kernel
def closed_ways(s, t, p, ends):
    """The ways to dead ends, a byte for each vessel; a vessel may also go back to where it makes room itself (D12)."""
    closed = np.uint64(0)
    for v in range(PIECES):
        place = int(s.vessel_pos[p, v])
        for way in range(N_WAYS):
            y = int(t.exits[s.board, 1 + place, way])
            if y == NONE or ends >> np.uint64(y) & _ONE == 0:
                continue
            if place >= AT_LOCATION:
                closed |= _LAUNCH << np.uint64(8 * v)
            elif t.distance[s.board, y, place] > steps_to_go(s, p) or not has_space(s, t, p, v, place):
                closed |= _ONE << np.uint64(8 * v + way)
    return closed


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
    """A word with 1 in the bytes of the vessels that are the first in their place."""
    ones = np.uint64(0)
    for v in range(PIECES):
        ones |= np.uint64(is_lowest(s, p, v)) << np.uint64(8 * v)
    return ones


@kernel(hot=True)
def stations_with_room(s, p):
    """Bits by index of `p`'s stations with fewer than two vessels (R24, R36); one vessel at home fills none."""
    at_home = 0
    for v in range(PIECES):
        at_home += int(s.vessel_pos[p, v] >= AT_LOCATION)
    stations = (1 << int(s.n_station[p])) - 1
    return stations if at_home < VESSELS_PER_SPACE else stations & ~_full_stations(s, p)


@kernel
def _full_stations(s, p):
    bits = 0
    for j in range(PIECES):
        at = 0
        for v in range(PIECES):
            at += int(s.vessel_pos[p, v] == AT_LOCATION + s.station_loc[p, j])
        bits |= int(at >= VESSELS_PER_SPACE) << j
    return bits


@kernel(hot=True)
def may_build_station(s, t, p):
    """1 where a station is left and payable, and a location empty (R22, R23)."""
    n = int(s.n_station[p])
    is_left = int(n < PIECES)
    return is_left & int(s.free_locations != 0) & is_money_payable(s, p, t.station_cost[n * is_left])


@kernel(hot=True)
def may_build_vessel(s, t, p):
    """1 where a vessel is left and payable, whatever stations have room (R22, R24)."""
    n = int(s.n_vessel[p])
    is_left = int(n < PIECES)
    return is_left & is_money_payable(s, p, t.vessel_cost[n * is_left])


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


@kernel(hot=True)
def gross_cost(s, t, f):
    """A word of what the tile of a space costs with its escalation, of each resource; a facedown tile nothing."""
    first, second = t.esc_numbers[np.uint64(1 + s.fish_esc[f, 0])], t.esc_numbers[np.uint64(1 + s.fish_esc[f, 1])]
    tile = load_word(t.tile_costs[np.uint64(s.fish_at[f] + BEFORE_TILES)], 0)
    return tile + (load_word(first, 0) + load_word(second, 0) & _FIVE)


@kernel
def gross_cost_of(s, t, f, r):
    """How much of `r` the tile of a space costs with its escalation; a facedown tile none of its own."""
    cost = int(t.tile_cost[s.fish_at[f], r]) if s.fish_at[f] >= 0 else 0
    for i in range(ESCALATIONS_PER_TILE):
        if s.fish_esc[f, i] != NONE:
            cost += t.esc_cost[s.fish_esc[f, i], r]
    return cost


@kernel(hot=True)
def meets_needs(s, t, p, tile):
    """1 where `p` has the stations and vessels that a tile asks for (R35, D25)."""
    return int(s.n_station[p] >= t.tile_need_station[tile]) & int(s.n_vessel[p] >= t.tile_need_vessel[tile])


@kernel(hot=True)
def payable_tiles(s, t, p, spaces):
    """Those of the sea spaces with face-up tiles, bits, whose tile `p` can pay for and meets the needs of (R34, R35)."""
    found, discounts = np.uint64(0), cap_shorts(s.discount[p], 0, MOST_BYTE)
    units, held = total(s, p), load_word(s.res[p], 0) + cap_shorts(s.pending, 0, MOST_BYTE)
    while spaces != 0:
        f = np.uint64(t.sea_fish[np.uint64(s.board), lowest_bit(spaces)])
        net = subtract_bytes(gross_cost(s, t, f), discounts) & _FIVE
        paid = sum_bytes(least_bytes(held, net))
        is_payable = int(units - paid >= 2 * (sum_bytes(net) - paid))  # the rest by two other units for one (R42)
        rest = spaces & (spaces - _ONE)
        found |= (spaces - rest) * np.uint64(is_payable & meets_needs(s, t, p, s.fish_at[f]))
        spaces = rest
    return found


@kernel
def rescues_on(s, p, spaces):
    """Bits by vessel of the rescues on these spaces, bits; none where no station has room (R36)."""
    bits = 0
    for v in range(PIECES):
        place = int(s.vessel_pos[p, v])
        is_there = place != NONE and place < AT_LOCATION and spaces >> np.uint64(place) & _ONE != 0
        bits |= int(is_there and is_lowest(s, p, v)) << v
    return bits if stations_with_room(s, p) != 0 else 0
