"""Resolving abilities and level-ups: the price, then the effects, with questions in between (D25).

A question (`pend_` fields) interrupts the ability, window or build that it belongs to; when nothing is left to ask,
`close_question` resumes it.
"""

from __future__ import annotations

from arkade.bits import lowest_bit
from arkade.jit import kernel
from replicants_env.card_set import Effect, Mode
from replicants_env.conditions import discounted_cost, is_condition_true, is_usable
from replicants_env.effects import (
    MAX_LEVEL,
    ability_row,
    apply_effect,
    discard_hand,
    has_bit,
    is_white,
    pay_from_hand,
    pay_from_locker,
    raise_level,
    unused_powers,
)
from replicants_env.state import KINDS, ROOM_SOURCE, Pend, Step
from replicants_env.tables import TERMS

_PRICE, _LAST_EFFECT = 0, TERMS  # stages of an ability


# --- price and effects ------------------------------------------------------------------------------------------------


@kernel
def activate(s, t, p, source):
    """Begin an ability or a room's function; True where a question is open."""
    s.pend_src = source
    s.pend_stage = _PRICE
    s.pend_paid = 0
    return _resolve(s, t, p)


@kernel
def _resolve(s, t, p):
    """Work through the stages of ability `pend_src` from `pend_stage` on; True where a question is open."""
    row = ability_row(s, p, s.pend_src)
    while s.pend_stage <= _LAST_EFFECT:
        if s.pend_stage == _PRICE:
            _pay_letters(s, t, p, row)
            asks = ask(s, Pend.PAY_ANY, t.pay_stars[row])
        elif s.pend_src >= ROOM_SOURCE and t.room_when_turn[s.pend_src - ROOM_SOURCE]:
            s.armed[p] |= 1 << (int(s.pend_src) - ROOM_SOURCE)
            break
        else:
            i = int(s.pend_stage) - 1
            apply_effect(s, t, p, row, i)
            match t.eff_kind[row, i]:
                case Effect.GAIN:
                    asks = ask(s, Pend.GAIN_ANY, t.eff_stars[row, i])
                case Effect.STOW:
                    asks = ask(s, Pend.STOW_ANY, t.eff_stars[row, i])
                case Effect.PROMOTE:
                    asks = ask(s, Pend.PROMOTE, t.eff_k[row, i])
                case Effect.READY:
                    asks = ask(s, Pend.READY, t.eff_k[row, i])
                case Effect.REDEAL:
                    asks = ask(s, Pend.REDEAL, t.eff_k[row, i])
                case Effect.BUILD:
                    s.pend_kind = Pend.BUILD_ROOM
                    asks = True
                case _:
                    asks = False
        if asks:
            return True
        s.pend_stage += 1
    clear_pending(s)
    return False


@kernel
def _pay_letters(s, t, p, row):
    """Pay the letters of a price: cards from the hand, room costs from the locker, its first card as royalty (U11)."""
    royalty = True
    for r in range(KINDS):
        if t.pay_vec[row, r] > 0:
            s.pend_paid |= 1 << r
            if s.pend_src >= ROOM_SOURCE:
                for _ in range(t.pay_vec[row, r]):
                    pay_from_locker(s, t, p, r, s.pend_src - ROOM_SOURCE, royalty)
                    royalty = False
            else:
                s.hand[p, r] -= t.pay_vec[row, r]
                s.supply[r] += t.pay_vec[row, r]


@kernel(hot=True)
def ask(s, kind, left):
    """Ask for up to `left` choices; False where none are to be made."""
    if left == 0:
        return False
    s.pend_kind = kind
    s.pend_left = left
    s.pend_floor = 0
    return True


@kernel(hot=True)
def clear_pending(s):
    """Nothing is pending (D43)."""
    s.pend_kind = Pend.NOTHING
    s.pend_src = 0
    s.pend_stage = 0
    s.pend_left = 0
    s.pend_floor = 0
    s.pend_paid = 0


@kernel
def close_question(s, t, p):
    """All is answered: go on with the ability or level-up in progress, and after it with what it interrupted."""
    if s.pend_kind == Pend.WAIVE:
        pay_level_up(s, t, p)
    elif s.pend_kind == Pend.KEEP:
        finish_keep(s, t, p)
    else:
        source = int(s.pend_src)
        s.pend_kind = Pend.NOTHING
        s.pend_left = 0
        s.pend_floor = 0
        s.pend_stage += 1
        if not _resolve(s, t, p):
            after_ability(s, t, p, source)


@kernel
def after_ability(s, t, p, source):
    """What an ability that asked questions had interrupted; windows and the station go on of themselves."""
    if s.step == Step.DRONE:
        act_on_drone(s, t, p)
    elif s.step == Step.BUILD and is_white(t, ability_row(s, p, source)):
        act_on_build(s, t, p, MAX_LEVEL)


# --- level-ups --------------------------------------------------------------------------------------------------------


@kernel
def pay_level_up(s, t, p):
    """Pay `pend_vec`, use up the discounts that helped, and level up replicant `pend_src`."""
    slot = int(s.pend_src)
    discounted_cost(s, t, p, slot, True)
    pay_from_hand(s, p, s.pend_vec)
    clear_pending(s)
    for r in range(KINDS):
        s.pend_vec[r] = 0
    if not level_up(s, t, p, slot):
        act_on_build(s, t, p, s.rep_level[p, slot])


@kernel
def level_up(s, t, p, slot):
    """Level up, paid or promoted; True where a white power asks a question before anything else happens."""
    raise_level(s, t, p, slot)
    return s.rep_level[p, slot] == MAX_LEVEL and is_white(t, s.rep_card[p, slot]) and act_white(s, t, p, slot)


@kernel
def act_white(s, t, p, slot):
    """A white power acts at once (R27); an optional one is offered if usable. True where a question is open."""
    row = s.rep_card[p, slot]
    if t.mode[row] == Mode.OPT:
        if not is_usable(s, t, p, row):
            return False
        s.pend_kind = Pend.OFFER
        s.pend_src = slot
        return True
    return is_condition_true(s, t, p, row, 0) and activate(s, t, p, slot)


@kernel
def act_on_build(s, t, p, reached):
    """Automatic On Build abilities after an own level-up in step build; they ask nothing (RULES.md 3.1)."""
    if s.step != Step.BUILD or not has_bit(s.trig_mask[p], Step.BUILD):
        return
    left = unused_powers(s, p)
    while left != 0:
        slot = lowest_bit(left)
        left &= left - 1
        row = s.rep_card[p, slot]
        automatic = t.trigger[row] == Step.BUILD and t.mode[row] == Mode.AUTO and not t.static[row]
        if automatic and is_condition_true(s, t, p, row, reached):
            s.used[p] |= 1 << slot
            for i in range(TERMS):
                apply_effect(s, t, p, row, i)


# --- windows, drones and keeping --------------------------------------------------------------------------------------


@kernel
def act_automatically(s, t, p, trigger):
    """Resolve `p`'s automatic abilities with this trigger from `win_slot` on; True where one asks a question."""
    if not has_bit(s.trig_mask[p], trigger):
        return False
    left = unused_powers(s, p) & -1 << int(s.win_slot)
    while left != 0:
        slot = lowest_bit(left)
        left &= left - 1
        row = s.rep_card[p, slot]
        if t.trigger[row] == trigger and t.mode[row] == Mode.AUTO and is_condition_true(s, t, p, row, 0):
            s.win_slot = slot + 1
            s.used[p] |= 1 << slot
            if activate(s, t, p, slot):
                return True
    return False


@kernel
def act_on_drone(s, t, p):
    """On Drone abilities look at what this drone has just taken (D17)."""
    if not act_automatically(s, t, p, Step.DRONE):
        for r in range(KINDS):
            s.pend_vec[r] = 0
        s.win_slot = 0


@kernel
def finish_keep(s, t, p):
    """Discard what is left in hand; the cards set aside in `pend_vec` come back to hand (D30)."""
    discard_hand(s, t, p)
    for r in range(KINDS):
        s.hand[p, r] = s.pend_vec[r]
        s.pend_vec[r] = 0
    clear_pending(s)
    next_in_order(s)


@kernel(hot=True)
def next_in_order(s):
    """The next player of this step comes up."""
    s.order_pos += 1
    s.win_slot = 0
