"""What each action does: one `_do_<action>` per kind (RULES.md section 6), then `settle`."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import NONE
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
    SLOT,
    STATION,
    STEP,
    TAKE,
    TAKE_BLIND,
    USE_TOKEN,
    VESSEL,
)
from hiddenark_env.pieces import enter
from hiddenark_env.resources import apply_effect, gain, lose, overflowing, owe, pay_unit, start_payment
from hiddenark_env.state import MONEY, N_RESOURCES, SOLO, Pay, Phase
from hiddenark_env.supply import draw_tile, draw_token, take_from_display
from hiddenark_env.tables import N_WAYS
from hiddenark_env.turns import (
    choose_row,
    convert_excess,
    go_home,
    install,
    place_station,
    place_vessel,
    settle,
    start_rescue,
)


@kernel(hot=True)
def step(s, t, action):
    """Play a legal action and what follows of itself (RULES.md 5.1)."""
    p, a = int(s.current_player), int(action)
    s.step_count += 1
    if a < TAKE or a >= INVESTIGATE:
        s.take_min = 0
    if a < ROW:
        _do_pick(s, t, p, a)
    elif a < LAUNCH:
        _do_on_board(s, t, p, a)
    elif a < CONVERT:
        _do_move(s, t, p, a)
    elif a < TAKE:
        _do_pay(s, t, p, a)
    elif a < INVESTIGATE:
        _do_take(s, t, p, a - TAKE)
    elif a < BLOCK:
        s.investigated = 1
        draw_tile(s, t, a - INVESTIGATE)
    else:
        s.blocker = a - BLOCK
        s.block_due = 0
    settle(s, t)


# --- step 1, and the end of a turn ------------------------------------------------------------------------------------


@kernel
def _do_pick(s, t, p, a):
    """`finish`, `take_face_up`, `take_blind`, `discard_face_up`, `award` (R10, R62, D3, D4)."""
    if a == FINISH:
        _do_finish(s)
    elif a <= TAKE_BLIND:
        if a == TAKE_BLIND:
            s.gain_token = draw_token(s)
            s.flip_due = 1
        else:
            s.gain_token = take_from_display(s, a - 1)
        s.opp_done = 1
        s.remove_due = s.mode == SOLO
    elif a < AWARD:
        kind = take_from_display(s, a - DISCARD_FACE_UP)
        if s.phase == Phase.FLIP:
            s.flip_due = 0
            s.pool[kind] += 1
            s.pool_n += 1  # (D3)
        else:
            s.remove_due = 0
            s.award_token = kind
    else:
        s.award_tokens[a - AWARD] += 1
        s.award_token = NONE


@kernel
def _do_finish(s):
    """Give up an odd unit of overflow, or end the turn: what still waits overflows (D16, D17)."""
    if s.phase == Phase.OVERFLOW:
        s.excess[overflowing(s)] = 0
        return
    for r in range(N_RESOURCES):
        s.excess[r] += s.pending[r]
        s.pending[r] = 0
        s.late[r] = 0
    s.turn_done = 1


# --- rows, tokens, buildings ------------------------------------------------------------------------------------------


@kernel
def _do_on_board(s, t, p, a):
    """`row`, `use_token`, `install`, `slot`, `station`, `vessel` (R14, R19, R20, R22-R24, R36, R39, D20, D21)."""
    if a < USE_TOKEN:
        row = a - ROW
        if row == s.last_row[p]:
            owe(s, Pay.DEDICATION, row, 2)  # (R20)
        else:
            choose_row(s, t, p, row)
    elif a < INSTALL:
        _give_up(s, p, a - USE_TOKEN)
        apply_effect(s, t, p, a - USE_TOKEN, False)
        s.discard[a - USE_TOKEN] += 1
    elif a < SLOT:
        _give_up(s, p, a - INSTALL)
        s.install_token = a - INSTALL
    elif a < STATION:
        _do_slot(s, t, p, a - SLOT)
    elif a < VESSEL:
        _do_station(s, t, p, a - STATION)
    elif s.phase == Phase.RETURN:
        go_home(s, p, a - VESSEL)
    else:
        s.builds -= 1
        _pay_money(s, t, p, Pay.VESSEL, a - VESSEL, t.vessel_cost[s.n_vessel[p]])


@kernel
def _give_up(s, p, kind):
    """Take a kept token from the player (R14, R19)."""
    s.held[p, kind] -= 1
    if s.held[p, kind] == 0:
        s.held_bits[p] &= ~(1 << kind)


@kernel
def _do_slot(s, t, p, slot):
    """Install for free, or for the price of the slot (R39)."""
    if s.installs > 0:
        s.installs -= 1
        install(s, t, p, slot)
    else:
        start_payment(s, t, p, Pay.INSTALL, slot, t.slot_cost[slot])


@kernel
def _do_station(s, t, p, location):
    """Build a station; in setup place one with a vessel (R8, R22)."""
    if s.phase == Phase.SETUP:
        place_station(s, p, location)
        place_vessel(s, p, location)
    else:
        s.builds -= 1
        _pay_money(s, t, p, Pay.STATION, location, t.station_cost[s.n_station[p]])


@kernel
def _pay_money(s, t, p, kind, argument, cost):
    """Pay Money as far as there is, any two units for each that is missing (R22, R42)."""
    paid = min(int(cost), int(s.res[p, MONEY]) + int(s.pending[MONEY]))
    lose(s, t, p, MONEY, paid)
    owe(s, kind, argument, 2 * (cost - paid))


# --- movement, payments, gains ----------------------------------------------------------------------------------------


@kernel
def _do_move(s, t, p, a):
    """`launch` and `step` (R26, R29)."""
    v, way = (a - LAUNCH, 0) if a < STEP else ((a - STEP) // N_WAYS, (a - STEP) % N_WAYS)
    enter(s, t, p, v, t.exits[s.board, 1 + s.vessel_pos[p, v], way])


@kernel
def _do_pay(s, t, p, a):
    """`convert`, `extend`, `rescue`, `pay` (R27, R28, R34, R42, D10, D11, D16)."""
    if a == CONVERT:
        s.op_rescue = 0  # (R27)
        s.moves = 1
    elif a == EXTEND:
        owe(s, Pay.EXTEND, 0, 2)  # (R28)
    elif a < PAY:
        if s.rescues > 0:
            s.rescues -= 1
        else:
            s.op_rescue = 0  # (D10)
        start_rescue(s, t, p, a - RESCUE)
    elif s.phase == Phase.OVERFLOW:
        s.excess_partner = a - PAY
    else:
        pay_unit(s, t, p, a - PAY)


@kernel
def _do_take(s, t, p, c):
    """A free gain, or what overflow becomes (R41, R43, D16, D18, D19; RULES.md 5.4, 5.5)."""
    if s.phase == Phase.OVERFLOW:
        _convert(s, t, p, overflowing(s), c)
        s.take_min = 0
        return
    if s.science_left > 0:
        s.science_left -= 1
    else:
        s.any_left -= 1
    s.take_min = c
    gain(s, t, p, c, 1)


@kernel
def _convert(s, t, p, r, to):
    """Two units of excess become one, or the odd one and its partner (R43, D16)."""
    if s.excess_partner == NONE:
        convert_excess(s, t, p, r, to)
        return
    partner = int(s.excess_partner)
    s.excess_partner = NONE
    s.excess[r] = 0
    lose(s, t, p, partner, 1)
    gain(s, t, p, to, 1)
