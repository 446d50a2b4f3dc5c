"""What the rules do of themselves between two decisions: `settle` and the course of turns (RULES.md 5.1, 5.2)."""

from __future__ import annotations

from arkade.bits import lowest_bit
from arkade.jit import kernel
from arkade.records import ENDED, LIVE, NONE, STOPPED
from hiddenark_env.components import SLOTS_PER_ROW
from hiddenark_env.legal import may_award, may_block
from hiddenark_env.pieces import leave, net_cost, stations_with_room
from hiddenark_env.resources import (
    apply_effect,
    clear_payment,
    gain,
    overflow_targets,
    overflowing,
    pay_what_is_forced,
    start_payment,
)
from hiddenark_env.state import (
    AT_LOCATION,
    ESCALATIONS_PER_TILE,
    FACE_UP,
    N_RESOURCES,
    REFILLS,
    REFILLS_IN_LONG_GAME,
    SOLO,
    THRESHOLDS,
    Pay,
    Phase,
    Row,
)
from hiddenark_env.supply import refill, reveal

INSTANT = 2  # of `token_class`


@kernel
def settle(s, t):
    """Do what is due until a decision is awaited, or the game is over."""
    while s.over == LIVE:
        p = int(s.current_player)
        if s.pay_kind != Pay.NOTHING:
            if pay_what_is_forced(s, t, p):
                s.phase = Phase.PAY
                return
            _buy(s, t, p)
        elif s.return_vessel != NONE:
            if _must_choose_home(s, p):
                s.phase = Phase.RETURN
                return
        elif s.gain_token != NONE:
            _receive(s, t, p)
        elif overflowing(s) != NONE:
            if _must_convert(s, t, p):
                s.phase = Phase.OVERFLOW
                return
        elif s.turn_done:
            _end_turn(s)
        elif s.science_left + s.any_left > 0 and s.base != Phase.MAIN:
            s.phase = Phase.CHOOSE
            return
        elif s.block_due:
            if may_block(s, t, p) != 0:
                s.phase = Phase.BLOCK
                return
            s.block_due = 0
        elif s.refill_due:
            _check_tiles(s, t)
        elif s.install_token != NONE:
            s.phase = Phase.SLOT
            return
        elif s.base == Phase.MAIN:
            s.phase = Phase.MAIN
            return
        elif _go_on(s, t, p):
            return


@kernel
def _go_on(s, t, p):
    """Setup or step 1; True where a decision is awaited."""
    if s.base == Phase.SETUP:
        return _set_up(s, p)
    if s.opp_left == 0:
        s.base = Phase.MAIN
        return False
    return _finish_pick(s, t) if s.opp_done else _open_pick(s)


# --- payments ---------------------------------------------------------------------------------------------------------


@kernel
def _buy(s, t, p):
    """What has been paid for is done."""
    kind, argument = int(s.pay_kind), int(s.pay_arg)
    clear_payment(s)
    match kind:
        case Pay.DEDICATION:
            choose_row(s, t, p, argument)
        case Pay.EXTEND:
            s.moves += 1
        case Pay.STATION:
            place_station(s, p, argument)
        case Pay.VESSEL:
            place_vessel(s, p, s.station_loc[p, argument])
            s.moves += s.row == Row.OPERATION  # (D23)
        case Pay.RESCUE:
            _rescue(s, t, p, argument)
        case Pay.INSTALL:
            install(s, t, p, argument)


@kernel
def choose_row(s, t, p, row):
    """All bonuses installed in the row, and its action (R20, R21)."""
    s.row = row
    s.last_row[p] = row
    for slot in range(SLOTS_PER_ROW * row, SLOTS_PER_ROW * row + SLOTS_PER_ROW):
        if s.slot_token[p, slot] != NONE:
            apply_effect(s, t, p, s.slot_token[p, slot], True)
    match row:
        case Row.BUILD:
            s.builds += 1
        case Row.OPERATION:
            s.moves += t.base_move + s.n_vessel[p]
            s.move_open = 1
            s.op_rescue = 1
        case Row.UPGRADE:
            s.installs += 1
            s.upgrade_open = 1
        case Row.RESEARCH:
            s.science_left += t.research


@kernel
def install(s, t, p, slot):
    """Install the token in hand; in the row in use it counts at once (R39, R40)."""
    kind = int(s.install_token)
    s.install_token = NONE
    s.slot_token[p, slot] = kind
    s.free_slots[p] &= ~(1 << slot)
    if slot // SLOTS_PER_ROW == s.row:
        apply_effect(s, t, p, kind, True)


@kernel
def place_station(s, p, location):
    """Put a station on a location, whose token the player receives (R23)."""
    s.station_loc[p, s.n_station[p]] = location
    s.n_station[p] += 1
    s.loc_owner[location] = p
    s.free_locations &= ~(1 << location)
    s.gain_token = s.loc_token[location]
    s.loc_token[location] = NONE


@kernel
def place_vessel(s, p, location):
    """Put a new vessel on a location (R24)."""
    s.vessel_pos[p, s.n_vessel[p]] = AT_LOCATION + location
    s.n_vessel[p] += 1


@kernel
def start_rescue(s, t, p, v):
    """Pay for the rescue by vessel `v`."""
    start_payment(s, t, p, Pay.RESCUE, v, net_cost(s, t, p, t.sea_fish[s.board, s.vessel_pos[p, v]]))


@kernel
def _rescue(s, t, p, v):
    """The tile and its token go to the player, its escalation tokens leave the game (R36, R38, R48, D26)."""
    f = int(t.sea_fish[s.board, s.vessel_pos[p, v]])
    tile = int(s.fish_at[f])
    s.fish_at[f] = NONE
    s.tiles_left -= 1
    own_tile(s, t, p, tile)
    for i in range(ESCALATIONS_PER_TILE):
        s.fish_esc[f, i] = NONE
    s.gain_token = s.fish_token[f]
    s.fish_token[f] = NONE
    s.return_vessel = v
    s.block_due = s.mode == SOLO
    s.refill_due = 1


@kernel
def own_tile(s, t, p, tile):
    """Count a tile as `p`'s."""
    s.fish_own[p] |= 1 << tile
    s.fish_vp[p] += t.tile_vp[tile]
    s.colour_count[p, t.tile_colour[tile]] += 1
    for r in range(N_RESOURCES):
        s.discount[p, r] += t.tile_discount[tile, r]


# --- home, tokens, overflow -------------------------------------------------------------------------------------------


@kernel
def _must_choose_home(s, p):
    """True where several stations have room; else the vessel goes home (R36)."""
    homes = stations_with_room(s, p)
    if homes & (homes - 1) != 0:
        return True
    go_home(s, p, lowest_bit(homes))
    return False


@kernel
def go_home(s, p, j):
    """Bring the vessel on its way home to an own station."""
    v = int(s.return_vessel)
    leave(s, p, v)
    s.vessel_pos[p, v] = AT_LOCATION + s.station_loc[p, j]
    s.return_vessel = NONE


@kernel
def _receive(s, t, p):
    """An instant acts at once, other tokens are kept (R8, R13, R14)."""
    kind = int(s.gain_token)
    s.gain_token = NONE
    if t.token_class[kind] == INSTANT:
        apply_effect(s, t, p, kind, False)
        s.discard[kind] += 1
    else:
        s.held[p, kind] += 1
        s.held_bits[p] |= 1 << kind


@kernel
def _must_convert(s, t, p):
    """Overflow flows in where there is room, is lost where there is no target; True where there is a choice."""
    for r in range(N_RESOURCES):
        n = int(s.excess[r])
        if n > 0:
            s.excess[r] = 0
            gain(s, t, p, r, n)
    r = overflowing(s)
    if r == NONE:
        return False
    targets = overflow_targets(s, t, p, r)
    if targets == 0:
        s.excess[r] = 0
    elif s.excess[r] >= 2 and targets & (targets - 1) == 0:
        convert_excess(s, t, p, r, lowest_bit(targets))
    else:
        return True
    return False


@kernel
def convert_excess(s, t, p, r, to):
    """Two units of excess become one of another resource (R43)."""
    s.excess[r] -= 2
    gain(s, t, p, to, 1)


# --- tiles ------------------------------------------------------------------------------------------------------------


@kernel
def refills_allowed(s):
    """How often tiles are refilled (R49, R66)."""
    return REFILLS_IN_LONG_GAME if s.long_game else REFILLS


@kernel
def _check_tiles(s, t):
    """With few tiles left a refill, or in the end none (R44, R49, D28, D30)."""
    s.refill_due = 0
    if s.end_state != 0 or s.tiles_left > THRESHOLDS[s.num_players - 1]:
        return
    if s.refills_done < refills_allowed(s):
        s.refills_done += 1
        refill(s, t)
    else:
        s.end_state = 1


# --- setup and step 1 -------------------------------------------------------------------------------------------------


@kernel
def _set_up(s, p):
    """Stations and vessels from the last player to the first, in solo two and the blocker (R8, R60, R61)."""
    if s.n_station[p] < (2 if s.mode == SOLO else 1):
        clear_turn(s)
        s.phase = Phase.SETUP
        return True
    if s.mode == SOLO and s.blocker == NONE:
        s.block_due = 1
        return False
    clear_turn(s)
    if p > 0:
        s.current_player = p - 1
    else:
        s.round = 1
        start_turn(s)
    return False


@kernel
def _open_pick(s):
    """Reveal tokens; without any, step 1 is skipped (R10, D6)."""
    reveal(s, FACE_UP)
    if s.n_face_up == 0 and s.pool_n == 0:
        s.opp_left = 0
        return False
    s.phase = Phase.OPPORTUNITY
    return True


@kernel
def _finish_pick(s, t):
    """After a pick: flip a token, in solo remove one; then the next repetition (R10, R11, R62)."""
    if s.n_face_up == 0:
        s.flip_due = 0
        s.remove_due = 0
    if s.flip_due:
        s.phase = Phase.FLIP
        return True
    if s.remove_due:
        s.phase = Phase.REMOVE
        return True
    if s.award_token != NONE:
        if may_award(s, t) != 0:
            s.phase = Phase.AWARD
            return True
        s.award_token = NONE
    s.opp_left -= 1
    s.opp_done = 0
    return False


# --- turns ------------------------------------------------------------------------------------------------------------


@kernel
def clear_turn(s):
    """All that a turn passes through is as at its start; what was granted is lost (D9, in setup D41)."""
    s.opp_left, s.opp_done, s.flip_due, s.remove_due = 0, 0, 0, 0
    s.award_token = NONE
    s.row = NONE
    s.transit = NONE
    s.moves, s.rescues, s.builds, s.installs, s.science_left, s.any_left = 0, 0, 0, 0, 0, 0
    s.move_open, s.op_rescue, s.upgrade_open, s.take_min, s.investigated, s.turn_done = 0, 0, 0, 0, 0, 0
    for r in range(N_RESOURCES):
        s.pending[r] = 0
        s.late[r] = 0
        s.excess[r] = 0
    s.excess_partner = NONE


@kernel
def start_turn(s):
    """Step 1, on the first turn twice (R9, R11, R65)."""
    s.base = Phase.OPPORTUNITY
    s.opp_left = 2 if s.round == 1 and not s.uphill else 1


@kernel
def _end_turn(s):
    """The next player's turn; after the last one the next round or the end (R50, D30, D40)."""
    clear_turn(s)
    if s.current_player + 1 < s.num_players:
        s.current_player += 1
        start_turn(s)
        return
    was_final = s.end_state == 2
    if s.end_state == 1:
        s.end_state = 2
    if was_final or s.round >= s.max_rounds:
        s.over = ENDED if was_final else STOPPED
        s.current_player = NONE
        s.phase = Phase.OVER
        s.base = Phase.MAIN
        return
    s.round += 1
    s.current_player = 0
    start_turn(s)
