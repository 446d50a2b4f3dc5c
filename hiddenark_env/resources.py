"""Tracks of the current player: gaining, waiting bonuses, paying (RULES.md 5.2-5.4)."""

from __future__ import annotations

from arkade.bits import lowest_bit
from arkade.jit import kernel
from arkade.records import NONE
from hiddenark_env.state import MONEY, N_RESOURCES, N_SCIENCES, Pay
from hiddenark_env.tables import ANY, BUILD, MOVE, RESCUE, SCIENCE, UPGRADE, VP

EVERY = (1 << N_RESOURCES) - 1  # bits by resource
SCIENCES = (1 << N_SCIENCES) - 1


@kernel(hot=True)
def room(s, t, p, r):
    """Units of `r` that still fit, where late bonuses make way (D17)."""
    return int(t.cap[r]) - int(s.res[p, r]) + int(s.late[r])


@kernel(hot=True)
def tracks_with_room(s, t, p):
    """Bits of the resources with room."""
    bits = 0
    for r in range(N_RESOURCES):
        bits |= int(s.res[p, r] - s.late[r] < t.cap[r]) << r
    return bits


@kernel(hot=True)
def have(s, p, r):
    """Units of `r` that can be spent: what waits counts (D17)."""
    return int(s.res[p, r]) + int(s.pending[r])


@kernel(hot=True)
def total(s, p):
    """All units that can be spent."""
    units = 0
    for r in range(N_RESOURCES):
        units += have(s, p, r)
    return units


# --- gaining ----------------------------------------------------------------------------------------------------------


@kernel
def gain(s, t, p, r, n):
    """Gain `n` of `r`: late bonuses make way, the rest is excess (R13, R43, D17)."""
    fit = min(n, int(t.cap[r]) - int(s.res[p, r]))
    s.res[p, r] += fit
    n -= fit
    making_way = min(n, int(s.late[r]))
    s.late[r] -= making_way
    s.pending[r] += making_way
    s.excess[r] += n - making_way


@kernel
def gain_bonus(s, t, p, r, n):
    """Gain `n` of `r` as a bonus of the chosen row: what does not fit waits (R21, D17)."""
    fit = min(n, int(t.cap[r]) - int(s.res[p, r]))
    s.res[p, r] += fit
    s.late[r] += fit
    s.pending[r] += n - fit


@kernel
def lose(s, t, p, r, n):
    """Give `n` of `r`, those on the track first; what waits moves up (D17)."""
    from_track = min(n, int(s.res[p, r]))
    s.res[p, r] -= from_track
    s.pending[r] -= n - from_track
    s.late[r] = min(int(s.late[r]), int(s.res[p, r]))
    moving_up = min(int(s.pending[r]), int(t.cap[r]) - int(s.res[p, r]))
    s.res[p, r] += moving_up
    s.late[r] += moving_up
    s.pending[r] -= moving_up


@kernel
def apply_effect(s, t, p, kind, is_bonus):
    """Give `p` what a token depicts, as a bonus of the chosen row or not (R13, R14, R21)."""
    for r in range(N_RESOURCES):
        n = int(t.token_effect[kind, r])
        if n > 0:
            if is_bonus:
                gain_bonus(s, t, p, r, n)
            else:
                gain(s, t, p, r, n)
    s.any_left += t.token_effect[kind, ANY]
    s.science_left += t.token_effect[kind, SCIENCE]
    s.moves += t.token_effect[kind, MOVE]
    s.move_open |= t.token_effect[kind, MOVE] > 0
    s.rescues += t.token_effect[kind, RESCUE]
    s.builds += t.token_effect[kind, BUILD]
    s.installs += t.token_effect[kind, UPGRADE]
    s.upgrade_open |= t.token_effect[kind, UPGRADE] > 0
    s.token_vp[p] += t.token_effect[kind, VP]


@kernel(hot=True)
def may_take(s, t, p):
    """Bits of the resources that a free gain may be now, in ascending order (RULES.md 5.5)."""
    n, eligible = int(s.science_left), SCIENCES
    if n == 0:
        n, eligible = int(s.any_left), EVERY
    bits, with_room, above = 0, 0, 0
    for i in range(N_RESOURCES):
        r = N_RESOURCES - 1 - i
        fitting = room(s, t, p, r) * (eligible >> r & 1)
        above += fitting
        with_room |= int(fitting > 0) << r
        bits |= int(above >= n) << r
    bits &= with_room & EVERY << int(s.take_min)
    if bits != 0:
        return bits
    return with_room if with_room != 0 else 1


# --- overflow ---------------------------------------------------------------------------------------------------------


@kernel
def overflowing(s):
    """The lowest resource in excess; NONE without."""
    for r in range(N_RESOURCES):
        if s.excess[r] > 0:
            return r
    return NONE


@kernel
def overflow_targets(s, t, p, r):
    """Bits of the other tracks with room."""
    return tracks_with_room(s, t, p) & ~(1 << r)


@kernel
def may_pair(s, t, p, r):
    """Bits of the resources of which one unit may join the odd unit of excess of `r` (D16)."""
    targets, bits = overflow_targets(s, t, p, r), 0
    for x in range(N_RESOURCES):
        bits |= (int(s.res[p, x] >= 1) & int(targets & ~(1 << x) != 0)) << x
    return bits


# --- paying -----------------------------------------------------------------------------------------------------------


@kernel
def is_payable(s, p, cost):
    """Can `p` pay five amounts, where two other units stand for a missing one? (R42)"""
    short, spare = 0, 0
    for r in range(N_RESOURCES):
        left = have(s, p, r) - cost[r]
        if left < 0:
            short -= left
        else:
            spare += left
    return spare >= 2 * short


@kernel(hot=True)
def is_money_payable(s, p, cost):
    """1 where `p` can pay so much Money."""
    short = int(cost) - have(s, p, MONEY)
    return int(short <= 0) | int(total(s, p) - have(s, p, MONEY) >= 2 * short)


@kernel
def start_payment(s, t, p, kind, argument, cost):
    """Pay five amounts as far as possible; twice what is missing is still to be given."""
    short = 0
    for r in range(N_RESOURCES):
        paid = min(int(cost[r]), have(s, p, r))
        short += cost[r] - paid
        if paid > 0:
            lose(s, t, p, r, paid)
    owe(s, kind, argument, 2 * short)


@kernel
def owe(s, kind, argument, units):
    """Any so many units are still to be given."""
    s.pay_kind = kind
    s.pay_arg = argument
    s.pay_give = units
    s.pay_min = 0


@kernel(hot=True)
def may_pay(s, p):
    """Bits of the resources that may be given next: in ascending order, so that enough is left (RULES.md 5.3)."""
    bits, above = 0, 0
    for i in range(N_RESOURCES):
        r = N_RESOURCES - 1 - i
        units = have(s, p, r)
        above += units
        bits |= (int(units >= 1) & int(above >= s.pay_give)) << r
    return bits & EVERY << int(s.pay_min)


@kernel
def pay_unit(s, t, p, r):
    """Give one unit."""
    lose(s, t, p, r, 1)
    s.pay_give -= 1
    s.pay_min = r


@kernel
def pay_what_is_forced(s, t, p):
    """Give units while there is no choice; True if one is left."""
    while s.pay_give > 0:
        bits = may_pay(s, p)
        if bits & (bits - 1) != 0:
            return True
        pay_unit(s, t, p, lowest_bit(bits))
    return False


@kernel
def clear_payment(s):
    """Nothing is being paid for."""
    owe(s, Pay.NOTHING, 0, 0)
