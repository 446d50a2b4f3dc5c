"""What the current player may do: one `_may_<phase>` per phase (RULES.md section 6)."""

from __future__ import annotations

from arkade.bits import lowest_bit, spread_bits
from arkade.jit import kernel
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
    N_DIRECTIONS,
    PAY,
    RESCUE,
    ROW,
    SLOT,
    STATION,
    STEP,
    TAKE,
    TAKE_BLIND,
    TAKE_FACE_UP,
    USE_TOKEN,
    VESSEL,
)
from hiddenark_env.components import AWARDS, FISH_SPACES, PIECES, ROWS, SLOTS
from hiddenark_env.pieces import (
    can_enter,
    is_lowest,
    may_build_station,
    may_build_vessel,
    may_rescue,
    stations_with_room,
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
from hiddenark_env.state import AT_LOCATION, FACEDOWN, Phase
from hiddenark_env.tables import USE_ALWAYS, USE_BUILD, USE_OTHER_UPGRADE, USE_RESCUE, USE_UPGRADE

N_ROWS = len(ROWS)


@kernel(hot=True)
def legal(s, t, mask):
    """Write the mask of the current player; all 0 when over (RULES.md 5.1, section 6, D44)."""
    for a in range(mask.shape[0]):
        mask[a] = 0
    if s.over != LIVE:
        return
    p = int(s.current_player)
    match s.phase:
        case Phase.MAIN:
            _may_act(s, t, p, mask)
        case Phase.OPPORTUNITY:
            _mark_display(s, mask, TAKE_FACE_UP)
            mask[TAKE_BLIND] = s.pool_n > 0
            _may_investigate(s, mask)
        case Phase.PAY:
            spread_bits(mask, PAY, may_pay(s, p))
        case Phase.CHOOSE:
            spread_bits(mask, TAKE, may_take(s, t, p))
        case Phase.SLOT:
            spread_bits(mask, SLOT, _open_slots(s, t, p))
        case Phase.SETUP:
            spread_bits(mask, STATION, s.free_locations)
        case Phase.RETURN:
            spread_bits(mask, VESSEL, stations_with_room(s, p))
        case Phase.OVERFLOW:
            _may_overflow(s, t, p, mask)
        case Phase.AWARD:
            spread_bits(mask, AWARD, may_award(s, t))
        case Phase.BLOCK:
            spread_bits(mask, BLOCK, may_block(s, t, p))
        case _:
            _mark_display(s, mask, DISCARD_FACE_UP)


# --- step 1 -----------------------------------------------------------------------------------------------------------


@kernel
def _mark_display(s, mask, first):
    """Face-up tokens, the first one of each kind (R10, R62)."""
    for i in range(s.n_face_up):
        is_first = 1
        for j in range(i):
            is_first &= s.face_up[j] != s.face_up[i]
        mask[first + i] = is_first


@kernel
def may_award(s, t):
    """Bits of the awards with fewer tokens than points (R62, D37)."""
    bits = 0
    for a in range(AWARDS):
        bits |= int(s.award_tokens[a] < t.award_vp[side(s), a, 0]) << a
    return bits


@kernel
def _may_investigate(s, mask):
    """Facedown tiles, once per turn in Discovery (R64, D38)."""
    if s.discovery and not s.investigated:
        for f in range(FISH_SPACES):
            mask[INVESTIGATE + f] = s.fish_at[f] == FACEDOWN


# --- step 2 -----------------------------------------------------------------------------------------------------------


@kernel
def _may_act(s, t, p, mask):
    """Rows, tokens, upgrades, buildings, movement and rescues; in transit only going on (R20-R22, R27, R28, D11, D12)."""
    units = total(s, p)
    if s.moves == 0 and s.move_open:
        mask[CONVERT] = s.op_rescue
        mask[EXTEND] = units >= 2
    if s.transit != NONE:
        if s.moves >= 1:
            _may_step(s, t, p, int(s.transit), mask)
        return
    if s.moves >= 1:
        _may_move(s, t, p, mask)
    if s.science_left + s.any_left > 0:
        spread_bits(mask, TAKE, may_take(s, t, p))
    else:
        mask[FINISH] = s.row != NONE
    if s.row == NONE:
        for row in range(N_ROWS):
            mask[ROW + row] = row != s.last_row[p] or units >= 2
    _may_use_pieces(s, t, p, mask)
    _may_investigate(s, mask)


@kernel
def _may_use_pieces(s, t, p, mask):
    """Rescues, buildings and kept tokens, whose use depends on the others (R16-R18, R22-R24, R34-R36, D8, D10)."""
    held = int(s.held_bits[p])
    able = USE_ALWAYS
    if s.rescues + s.op_rescue >= 1 or held & t.rescue_kinds != 0:
        rescues = may_rescue(s, t, p)
        if rescues != 0:
            able |= USE_RESCUE
            if s.rescues + s.op_rescue >= 1:
                spread_bits(mask, RESCUE, rescues)
    if s.builds > 0 or held & t.build_kinds != 0:
        stations, vessels = may_build_station(s, t, p), may_build_vessel(s, t, p)
        if stations or vessels != 0:
            able |= USE_BUILD
        if s.builds > 0:
            if stations:
                spread_bits(mask, STATION, s.free_locations)
            for j in range(PIECES):
                mask[VESSEL + j] = (vessels >> j) & 1
    if held != 0:
        _may_use_tokens(s, t, p, held, able, mask)


@kernel
def _may_use_tokens(s, t, p, held, able, mask):
    """Kept tokens that are of use, and upgrade tokens that can be installed (R14, R19, R39, D21)."""
    able |= tracks_with_room(s, t, p)
    upgrades = held & int(t.upgrade_kinds)
    if upgrades != 0 and s.free_slots[p] != 0:
        able |= USE_UPGRADE
        if upgrades & (upgrades - 1) != 0 or s.held[p, lowest_bit(upgrades)] >= 2:
            able |= USE_OTHER_UPGRADE
        if s.installs > 0 or (s.upgrade_open and _open_slots(s, t, p) != 0):
            spread_bits(mask, INSTALL, upgrades)
    while held != 0:
        kind = lowest_bit(held)
        held &= held - 1
        mask[USE_TOKEN + kind] = t.token_use[kind] & able != 0


@kernel
def _open_slots(s, t, p):
    """Bits of the empty slots that can be paid for, the first one of each price and row (R39, D21)."""
    bits, free = 0, int(s.free_slots[p])
    for slot in range(SLOTS):
        if (free >> slot) & 1 and free & t.slot_twins[slot] == 0:
            bits |= int(s.installs > 0 or is_payable(s, p, t.slot_cost[slot])) << slot
    return bits


# --- movement ---------------------------------------------------------------------------------------------------------


@kernel
def _may_move(s, t, p, mask):
    """Steps of vessels at sea, and from a station to where its arrow points (R26, R29)."""
    for v in range(s.n_vessel[p]):
        if not is_lowest(s, p, v):
            continue
        if s.vessel_pos[p, v] >= AT_LOCATION:
            arrow = t.arrow[s.board, s.vessel_pos[p, v] - AT_LOCATION]
            mask[LAUNCH + v] = can_enter(s, t, p, v, arrow)
        else:
            _may_step(s, t, p, v, mask)


@kernel
def _may_step(s, t, p, v, mask):
    """Steps of a vessel at sea, orthogonally (R15, R26, R31, D12)."""
    for d in range(N_DIRECTIONS):
        y = int(t.neighbour[s.board, s.vessel_pos[p, v], d])
        if y != NONE:
            mask[STEP + N_DIRECTIONS * v + d] = can_enter(s, t, p, v, y)


# --- overflow and blocker ---------------------------------------------------------------------------------------------


@kernel
def _may_overflow(s, t, p, mask):
    """Convert two units; give up an odd one or pair it with another resource (R43, D16)."""
    r = overflowing(s)
    targets = overflow_targets(s, t, p, r)
    if s.excess[r] >= 2:
        spread_bits(mask, TAKE, targets)
    elif s.excess_partner != NONE:
        spread_bits(mask, TAKE, targets & ~(1 << int(s.excess_partner)))
    else:
        mask[FINISH] = 1
        spread_bits(mask, PAY, may_pair(s, t, p, r))


@kernel
def may_block(s, t, p):
    """Bits of the tiles that the blocker may go to: of another colour, without an own vessel (R61, D37)."""
    bits = 0
    for f in range(FISH_SPACES):
        differs = s.blocker == NONE or t.fish_colour[s.board, f] != t.fish_colour[s.board, s.blocker]
        is_free = s.fish_at[f] != NONE and s.sea_count[t.fish_sea[s.board, f]] == 0
        bits |= int(differs and is_free) << f
    return bits
