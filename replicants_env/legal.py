"""What a player may do: one `_may_<decision>` per decision, read by `legal` and by forced steps alike.

A decision's legal actions are an *offer* of three numbers: the first id of a window of ids, bits within that window,
and 1 if `pass` is legal too. A live state holds the offer of its decision, so that a mask costs next to nothing.
"""

from __future__ import annotations

from arkade.bits import WORD, count_bits, lowest_bit, positive_bits, spread_bits
from arkade.choice import choose_offered
from arkade.jit import kernel
from arkade.records import NONE
from replicants_env.actions import (
    BUILD_ROOM,
    CHOOSE_REPLICANT,
    CHOOSE_RESOURCE,
    GO_ONLY,
    GO_USE,
    LEVEL_UP,
    PASS,
    PLACE_DRONE,
    REDEAL,
    SETUP_DISCARD,
    SETUP_L4,
    USE_ABILITY,
)
from replicants_env.card_set import Mode
from replicants_env.conditions import (
    can_afford,
    covers,
    is_rapid,
    is_room_usable,
    is_usable,
    may_build_room,
    may_redeal,
    packed_hand,
    promotable,
    reachable_rooms,
    readiable,
)
from replicants_env.effects import ability_row, has_bit, shelf_room, unused_powers
from replicants_env.state import CREW, DEAL, KINDS, OPTION_BIT, PAIRS, ROOM_SOURCE, ROOMS, STATIC_BIT, Pend, Step


@kernel(hot=True)
def legal(s, t, mask):
    """Write the mask of the current player; all 0 when over."""
    for a in range(mask.shape[0]):
        mask[a] = 0
    spread_bits(mask, s.legal_first, s.legal_bits)
    mask[PASS] = s.legal_pass


@kernel(hot=True)
def random_action(s, t, mask, bits):
    """A random legal action, straight from the offer."""
    may_pass, offered = int(s.legal_pass), int(s.legal_bits)
    if s.legal_first < PASS:
        return choose_offered(int(s.legal_first), offered, PASS, may_pass, bits)
    return choose_offered(PASS, may_pass, int(s.legal_first), offered, bits)


@kernel(hot=True)
def note_offer(s, t):
    """Note the legal actions of a decision in the state; returns the only one, or NONE where there are several (D2)."""
    first, bits, may_pass = offer(s, t)
    s.legal_first = first
    s.legal_bits = bits
    s.legal_pass = may_pass
    if bits == 0:
        return PASS
    if may_pass or bits & (bits - 1) != 0:
        return NONE
    return first + lowest_bit(bits)


@kernel(hot=True)
def offer(s, t):
    """The legal actions of the current player: (first id, bits from there on, may pass)."""
    p = int(s.current_player)
    if s.pend_kind != Pend.NOTHING:
        return _may_answer(s, t, p)
    match s.step:
        case Step.DRONE:
            return PLACE_DRONE, _may_place(s), 0
        case Step.BUILD:
            bits = _may_level_up(s, t, p)
            if may_have_options(s, p):
                bits |= usable_abilities(s, t, p) << (USE_ABILITY - LEVEL_UP)
            return LEVEL_UP, bits, 1
        case Step.STATION:
            return GO_USE, _may_go(s, t, p), 1
        case Step.SETUP:
            return _may_set_up(s, p)
    return USE_ABILITY, usable_abilities(s, t, p), 1


@kernel
def _may_answer(s, t, p):
    match s.pend_kind:
        case Pend.PROMOTE | Pend.READY:
            return CHOOSE_REPLICANT, _may_choose_replicant(s, t, p), 0
        case Pend.REDEAL:
            row = ability_row(s, p, s.pend_src)
            return REDEAL, may_redeal(s), int(s.pend_left < t.eff_k[row, s.pend_stage - 1])
        case Pend.BUILD_ROOM:
            return BUILD_ROOM, may_build_room(s, t, p), 0
        case Pend.OFFER:
            return USE_ABILITY, 1 << int(s.pend_src), 1
        case Pend.KEEP:
            if s.usc:
                return CHOOSE_RESOURCE, _held_kinds(s, p), 1
    return CHOOSE_RESOURCE, _may_choose_resource(s, t, p), 0


@kernel
def is_question_open(s, t):
    """Is there something left to choose in the pending question?"""
    if s.pend_kind == Pend.BUILD_ROOM or s.pend_kind == Pend.OFFER or s.pend_left > 0:
        _, bits, _ = _may_answer(s, t, int(s.current_player))
        return bits != 0
    return False


# --- setup and drones -------------------------------------------------------------------------------------------------


@kernel
def _may_set_up(s, p):
    """First the card for L4, then another one to discard (R6)."""
    every = (1 << DEAL) - 1
    if s.setup_l4[p] == NONE:
        return SETUP_L4, every, 0
    return SETUP_DISCARD, every & ~(1 << int(s.setup_l4[p])), 0


@kernel(hot=True)
def _may_place(s):
    """Any pair of kinds with a free intersection (R17, D4)."""
    behind = PAIRS - WORD
    return positive_bits(s.pair_free, 0) | positive_bits(s.pair_free, behind) << behind


# --- build ------------------------------------------------------------------------------------------------------------


@kernel
def _may_level_up(s, t, p):
    """Replicants that may level and are payable (R21-R26)."""
    bits, hand = 0, packed_hand(s, p)
    discounts = s.armed[p] != 0 or has_bit(s.trig_mask[p], STATIC_BIT)
    blocked = int(s.levelled[p])
    if s.gained[p] != 0 and not (discounts and is_rapid(s, t, p)):
        blocked |= s.gained[p]
    left = (1 << int(s.rep_count[p])) - 1 & ~(blocked | s.powers[p])
    while left != 0:
        slot = lowest_bit(left)
        left &= left - 1
        if discounts:
            bits |= int(can_afford(s, t, p, slot, hand)) << slot
        else:
            bits |= int(covers(hand, t.cost_packed[s.rep_card[p, slot], s.rep_level[p, slot]])) << slot
    return bits


@kernel(hot=True)
def may_have_options(s, p):
    """Has `p` an optional ability, and one with this step's trigger?"""
    return has_bit(s.trig_mask[p], OPTION_BIT) and has_bit(s.trig_mask[p], s.step)


@kernel
def usable_abilities(s, t, p):
    """Slots whose optional ability may be used in this step (D14, D16)."""
    bits, left = 0, unused_powers(s, p)
    while left != 0:
        slot = lowest_bit(left)
        left &= left - 1
        row = s.rep_card[p, slot]
        if t.trigger[row] == s.step and t.mode[row] == Mode.OPT:
            bits |= int(is_usable(s, t, p, row)) << slot
    return bits


# --- answers to questions ---------------------------------------------------------------------------------------------


@kernel
def _may_choose_resource(s, t, p):
    """Kinds in ascending order, so that every choice of several cards has one path (D18)."""
    a0, a1, a2, a3 = _available(s, t, p, 0), _available(s, t, p, 1), _available(s, t, p, 2), _available(s, t, p, 3)
    floor = s.pend_floor
    a0, a1, a2 = a0 * (floor <= 0), a1 * (floor <= 1), a2 * (floor <= 2)
    need = min(int(s.pend_left), a0 + a1 + a2 + a3)
    bits = int(a3 > 0 and a3 >= need) << 3
    bits |= int(a2 > 0 and a2 + a3 >= need) << 2
    bits |= int(a1 > 0 and a1 + a2 + a3 >= need) << 1
    return bits | int(a0 > 0)


@kernel
def _available(s, t, p, r):
    """How many cards of kind `r` the open question may take."""
    match s.pend_kind:
        case Pend.WAIVE:
            return int(s.pend_vec[r])
        case Pend.KEEP:
            return int(s.hand[p, r])
        case Pend.PAY_ANY:
            row = ability_row(s, p, s.pend_src)
            have = s.locker[p, r] if s.pend_src >= ROOM_SOURCE else s.hand[p, r]
            return int(have) if has_bit(t.pay_set[row], r) else 0
    if has_bit(s.pend_paid, r) and not _is_exclusion_lifted(s, t, p):
        return 0
    return _takeable(s, t, p, r)


@kernel
def _takeable(s, t, p, r):
    """How many cards of kind `r` a star of the effect in progress could take, what was paid left aside."""
    row, i = ability_row(s, p, s.pend_src), s.pend_stage - 1
    if not has_bit(t.eff_set[row, i], r):
        return 0
    if s.pend_kind == Pend.STOW_ANY:
        return min(int(s.supply[r]), shelf_room(s, t, p, r))
    return int(s.supply[r])


@kernel
def _is_exclusion_lifted(s, t, p):
    """Are kinds just paid allowed, since there was nothing else at the effect's first star? (D25, D43)"""
    row = ability_row(s, p, s.pend_src)
    if s.pend_left < t.eff_stars[row, s.pend_stage - 1]:
        return has_bit(s.pend_paid, s.pend_floor)
    for r in range(KINDS):
        if not has_bit(s.pend_paid, r) and _takeable(s, t, p, r) > 0:
            return False
    return True


@kernel
def _held_kinds(s, p):
    """Kinds from the floor on that `p` still has in hand (D30 with the U.S.C.)."""
    bits = 0
    for r in range(s.pend_floor, KINDS):
        bits |= int(s.hand[p, r] > 0) << r
    return bits


@kernel
def _may_choose_replicant(s, t, p):
    """Slots in ascending order, so that as many as possible are chosen (D26, D29)."""
    if s.pend_kind == Pend.READY:
        eligible = readiable(s, p)
    else:
        eligible = promotable(s, t, p, t.eff_level[ability_row(s, p, s.pend_src), s.pend_stage - 1])
    eligible &= -1 << int(s.pend_floor)
    n_eligible = count_bits(eligible)
    spare = n_eligible - min(int(s.pend_left), n_eligible)
    # The first `spare + 1` eligible slots leave enough behind them.
    bits = 0
    while spare >= 0 and eligible != 0:
        lowest = eligible & -eligible
        bits |= lowest
        eligible ^= lowest
        spare -= 1
    return bits


# --- station ----------------------------------------------------------------------------------------------------------


@kernel
def _may_go(s, t, p):
    """Moves of the crew that have not moved, with and without using the room (U4-U8)."""
    bits = 0
    for crew in range(CREW):
        if has_bit(s.crew_moved[p], crew) or (crew > 0 and s.crew_moved[p] == 0 and s.crew[p, 0] == s.crew[p, crew]):
            continue
        reach = reachable_rooms(s, t, s.crew[p, crew])
        for room in range(t.n_rooms):
            if has_bit(reach, room):
                use = int(is_room_usable(s, t, p, room))
                bits |= use << (crew * ROOMS + room) | 1 << (GO_ONLY - GO_USE + crew * ROOMS + room)
    return bits
