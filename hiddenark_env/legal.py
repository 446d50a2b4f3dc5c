"""What the current player may do: one `_may_<phase>` per phase (RULES.md section 6)."""

from __future__ import annotations

import numpy as np

from arkade.bits import BITS, add_bits, gather_bits, lowest_bit, new_words, write_flags
from arkade.choice import choose_bit
from arkade.jit import kernel, wraps_around
from arkade.records import LIVE, NONE
from hiddenark_env.actions import (
    AWARD,
    BLOCK,
    CONVERT,
    DISCARD_FACE_UP,
    EXTEND,
    FINISH,
    INSTALL,
    INVESTIGATE,
    LAUNCH,
    PAY,
    RESCUE,
    ROW,
    SIZE,
    SLOT,
    STATION,
    STEP,
    TAKE,
    TAKE_BLIND,
    TAKE_FACE_UP,
    USE_TOKEN,
    VESSEL,
)
from hiddenark_env.components import AWARDS, FISH_SPACES, KEPT_KINDS, ROWS, SLOTS
from hiddenark_env.pieces import (
    blocked_space,
    closed_ways,
    dead_ends,
    fleet,
    full_spaces,
    lowest_vessels,
    may_build_station,
    may_build_vessel,
    payable_tiles,
    rescues_on,
    stations_with_room,
    tiles_at_sea,
)
from hiddenark_env.resources import (
    is_payable,
    may_pair,
    may_pay,
    may_take,
    overflow_targets,
    overflowing,
    total,
    tracks_with_room,
)
from hiddenark_env.scoring import side
from hiddenark_env.state import FACE_UP, FACEDOWN, Phase
from hiddenark_env.tables import USE_ALWAYS, USE_BUILD, USE_OTHER_UPGRADE, USE_RESCUE, USE_UPGRADE, USES_AT_ONCE

N_ROWS = len(ROWS)
MASK_WORDS = -(-SIZE // BITS)  # in a set of actions
_S4, _S8 = np.uint64(4), np.uint64(8)
_ONE, _BYTE, _SHORT = np.uint64(1), np.uint64(0xFF), np.uint64(0xFFFF)
_NIBBLES, _BYTES = np.uint64(0x0F0F0F0F), np.uint64(0x00FF00FF)  # the lower half of each byte, each second byte


@kernel(hot=True)
def legal(s, t, mask):
    """Write the mask of the current player; all 0 when over (RULES.md 5.1, section 6, D44)."""
    words = new_words()
    _write_set(s, t, words)
    write_flags(words, mask)


@kernel(hot=True)
def random_action(s, t, mask, bits):
    """A random legal action, straight from the set."""
    words = new_words()
    _write_set(s, t, words)
    return choose_bit(words, MASK_WORDS, bits)


@kernel(hot=True)
def _write_set(s, t, words):
    """Write the set of the legal actions: a bit for each."""
    for w in range(MASK_WORDS + 1):
        words[w] = 0
    if s.over != LIVE:
        return
    p = int(s.current_player)
    match s.phase:
        case Phase.MAIN:
            _may_act(s, t, p, words)
        case Phase.OPPORTUNITY:
            add_bits(words, TAKE_FACE_UP, _display(s))
            add_bits(words, TAKE_BLIND, int(s.pool_n > 0))
            add_bits(words, INVESTIGATE, _may_investigate(s))
        case Phase.PAY:
            add_bits(words, PAY, may_pay(s, p))
        case Phase.CHOOSE:
            add_bits(words, TAKE, may_take(s, t, p))
        case Phase.SLOT:
            add_bits(words, SLOT, _open_slots(s, t, p))
        case Phase.SETUP:
            add_bits(words, STATION, s.free_locations)
        case Phase.RETURN:
            add_bits(words, VESSEL, stations_with_room(s, p))
        case Phase.OVERFLOW:
            _may_overflow(s, t, p, words)
        case Phase.AWARD:
            add_bits(words, AWARD, may_award(s, t))
        case Phase.BLOCK:
            add_bits(words, BLOCK, may_block(s, t, p))
        case _:
            add_bits(words, DISCARD_FACE_UP, _display(s))


# --- step 1 -----------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def _display(s):
    """Bits of the face-up tokens, the first one of each kind (R10, R62)."""
    bits = 0
    for i in range(FACE_UP):
        is_first = int(s.face_up[i] != NONE)
        for j in range(i):
            is_first &= int(s.face_up[j] != s.face_up[i])
        bits |= is_first << i
    return bits


@kernel
def may_award(s, t):
    """Bits of the awards with fewer tokens than points (R62, D37)."""
    bits = 0
    for a in range(AWARDS):
        bits |= int(s.award_tokens[a] < t.award_vp[side(s), a, 0]) << a
    return bits


@kernel(hot=True)
def _may_investigate(s):
    """Bits of the facedown tiles, once per turn in Discovery (R64, D38)."""
    bits = 0
    if s.discovery and not s.investigated:
        for f in range(FISH_SPACES):
            bits |= int(s.fish_at[f] == FACEDOWN) << f
    return bits


# --- step 2 -----------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def _may_act(s, t, p, words):
    """Rows, tokens, upgrades, buildings, movement and rescues; in transit only going on (R20-R22, R27, R28, D11, D12)."""
    tiles, has_two = tiles_at_sea(s, t), int(total(s, p) >= 2)
    spaces, near, ways = fleet(s, t, p)
    buys = int(s.moves == 0) & int(s.move_open)
    add_bits(words, CONVERT, buys & int(s.op_rescue))
    add_bits(words, EXTEND, buys & has_two)
    if s.moves >= 1:
        movers = lowest_vessels(s, p) if s.transit == NONE else _ONE << np.uint64(8 * s.transit)
        full = full_spaces(s, t, tiles)
        ends = dead_ends(s, t, p, near & full, full)
        if ends != 0:
            ways &= ~closed_ways(s, t, p, ends)
        _may_move(ways & movers * _BYTE, words)
    if s.transit != NONE:
        return
    if s.science_left + s.any_left > 0:
        add_bits(words, TAKE, may_take(s, t, p))
    else:
        add_bits(words, FINISH, int(s.row != NONE))
    if s.row == NONE:
        last = 1 << (N_ROWS if s.last_row[p] == NONE or has_two else int(s.last_row[p]))
        add_bits(words, ROW, (1 << N_ROWS) - 1 & ~last)
    add_bits(words, INVESTIGATE, _may_investigate(s))
    _may_use_pieces(s, t, p, spaces & tiles & ~blocked_space(s, t), words)


@kernel(hot=True)
@wraps_around
def _may_move(ways, words):
    """Steps and launches, from a byte of ways for each vessel (R26, R29)."""
    steps = ways & _NIBBLES
    steps = (steps | steps >> _S4) & _BYTES
    add_bits(words, STEP, (steps | steps >> _S8) & _SHORT)
    add_bits(words, LAUNCH, gather_bits(ways >> _S4))


@kernel(hot=True)
def _may_use_pieces(s, t, p, tiles, words):
    """Rescues, buildings and kept tokens, whose use depends on the others (R16-R18, R22-R24, R34-R36, D8, D10)."""
    held, rescues, builds = int(s.held_bits[p]), int(s.rescues + s.op_rescue >= 1), int(s.builds > 0)
    able = USE_ALWAYS
    asks = rescues | int(held & t.rescue_kinds != 0)
    tiles = payable_tiles(s, t, p, tiles * np.uint64(asks))
    if tiles != 0:
        vessels = rescues_on(s, p, tiles)
        able |= USE_RESCUE * int(vessels != 0)
        add_bits(words, RESCUE, vessels * rescues)
    asks = builds | int(held & t.build_kinds != 0)
    station, vessel = may_build_station(s, t, p) & asks, may_build_vessel(s, t, p) & asks
    homes = stations_with_room(s, p) if vessel else 0
    add_bits(words, STATION, s.free_locations * (station & builds))
    add_bits(words, VESSEL, homes * builds)
    _may_use_tokens(s, t, p, held, able | USE_BUILD * int(station | homes != 0), words)


@kernel(hot=True)
def _may_use_tokens(s, t, p, held, able, words):
    """Kept tokens that are of use, and upgrade tokens that can be installed (R14, R19, R39, D21)."""
    able |= tracks_with_room(s, t, p)
    upgrades = held & int(t.upgrade_kinds)
    can_install = int(upgrades != 0) & int(s.free_slots[p] != 0)
    two_kinds, two = upgrades & (upgrades - 1), s.held[p, lowest_bit(upgrades | 1 << KEPT_KINDS - 1)] >= 2
    able |= can_install * (USE_UPGRADE | USE_OTHER_UPGRADE * (int(two_kinds != 0) | int(two)))
    if can_install & (int(s.installs > 0) | int(s.upgrade_open)):
        if s.installs > 0 or _open_slots(s, t, p) != 0:
            add_bits(words, INSTALL, upgrades)
    useful = t.useful_kinds[0, able % USES_AT_ONCE] | t.useful_kinds[1, able // USES_AT_ONCE]
    add_bits(words, USE_TOKEN, held & useful)


@kernel
def _open_slots(s, t, p):
    """Bits of the empty slots that can be paid for, the first one of each price and row (R39, D21)."""
    bits, free = 0, int(s.free_slots[p])
    for slot in range(SLOTS):
        if (free >> slot) & 1 and free & t.slot_twins[slot] == 0:
            bits |= int(s.installs > 0 or is_payable(s, p, t.slot_cost[slot])) << slot
    return bits


# --- overflow and blocker ---------------------------------------------------------------------------------------------


@kernel(hot=True)
def _may_overflow(s, t, p, words):
    """Convert two units; give up an odd one or pair it with another resource (R43, D16)."""
    r = overflowing(s)
    targets = overflow_targets(s, t, p, r)
    if s.excess[r] >= 2:
        add_bits(words, TAKE, targets)
    elif s.excess_partner != NONE:
        add_bits(words, TAKE, targets & ~(1 << int(s.excess_partner)))
    else:
        add_bits(words, FINISH, 1)
        add_bits(words, PAY, may_pair(s, t, p, r))


@kernel
def may_block(s, t, p):
    """Bits of the tiles that the blocker may go to: of another colour, without an own vessel (R61, D37)."""
    bits = 0
    for f in range(FISH_SPACES):
        differs = s.blocker == NONE or t.fish_colour[s.board, f] != t.fish_colour[s.board, s.blocker]
        is_free = s.fish_at[f] != NONE and s.sea_count[t.fish_sea[s.board, f]] == 0
        bits |= int(differs and is_free) << f
    return bits
