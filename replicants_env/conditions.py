"""What must hold: conditions of abilities, who may level and at which price, what an effect would change."""

from __future__ import annotations

from arkade.bits import lowest_bit
from arkade.jit import kernel
from replicants_env.card_set import Cond, Effect
from replicants_env.effects import (
    BONUS_CAP,
    MAX_LEVEL,
    ability_row,
    can_draw,
    count_cards,
    has_bit,
    has_effect,
    shelf_room,
)
from replicants_env.state import CARDS, DEAL, FIELD_CARDS, KINDS, PLAYERS, ROOM_SOURCE, STATIC_BIT, Y_CARDS
from replicants_env.tables import TERMS

_CARRY = 0x80808080  # the top bit of each of four bytes


# --- conditions (RULES.md 3.1) ----------------------------------------------------------------------------------------


@kernel(hot=True)
def has_at_least(have, need):
    """Do the counts `have` cover the letters `need` in every kind?"""
    return have[0] >= need[0] and have[1] >= need[1] and have[2] >= need[2] and have[3] >= need[3]


@kernel
def has_fewest_vp(s, p):
    """Are `p`'s points no more than any other player's?"""
    for q in range(s.num_players):
        if s.vp[q] < s.vp[p]:
            return False
    return True


@kernel
def count_level(s, p, level):
    """How many of `p`'s replicants are at `level`."""
    n = 0
    for slot in range(s.rep_count[p]):
        if s.rep_level[p, slot] == level:
            n += 1
    return n


@kernel
def is_term_true(s, t, p, row, i, reached):
    """Does term `i` of the condition of ability `row` hold for `p`? `reached`: level of the level-up just made."""
    k = int(t.cond_k[row, i])
    match t.cond_kind[row, i]:
        case Cond.PRODUCED:
            return has_at_least(s.produced[p], t.cond_vec[row, i])
        case Cond.LACKS:
            for r in range(KINDS):
                if t.cond_vec[row, i, r] > 0 and s.produced[p, r] > 0:
                    return False
            return True
        case Cond.KINDS:
            kinds = 0
            for r in range(KINDS):
                if s.produced[p, r] > 0:
                    kinds += 1
            return kinds >= k
        case Cond.DOUBLES:
            return s.doubles[p] >= k
        case Cond.FIRST:
            return s.first_player == p
        case Cond.NOT_FIRST:
            return s.first_player != p
        case Cond.FEWEST:
            return has_fewest_vp(s, p)
        case Cond.LEVELLED:
            return s.level_ups[p] >= k
        case Cond.REACHED:
            return reached == k
        case Cond.DRONE:
            return has_at_least(s.pend_vec, t.cond_vec[row, i])
        case Cond.UNSPENT:
            return count_cards(s.hand[p]) >= k
        case Cond.L4:
            return count_level(s, p, MAX_LEVEL) >= k
        case Cond.REPS:
            return s.rep_count[p] >= k
    return False


@kernel
def is_condition_true(s, t, p, row, reached):
    """Do both terms of the condition of ability `row` hold for `p`? (RULES.md 3.1)"""
    for i in range(TERMS):
        if t.cond_kind[row, i] != Cond.ALWAYS and not is_term_true(s, t, p, row, i, reached):
            return False
    return True


# --- levels and prices (D27) ------------------------------------------------------------------------------------------


@kernel
def may_level(s, t, p, slot):
    """May this replicant level this round? Below L4, not levelled, not gained unless `rapid` (R22, RULES.md 5.1)."""
    if s.rep_level[p, slot] >= MAX_LEVEL or has_bit(s.levelled[p], slot):
        return False
    return not has_bit(s.gained[p], slot) or is_rapid(s, t, p)


@kernel
def is_rapid(s, t, p):
    """May `p`'s replicants gained this round level this round? (effect `rapid`)"""
    if has_bit(s.trig_mask[p], STATIC_BIT):
        left = int(s.powers[p])
        while left != 0:
            row = s.rep_card[p, lowest_bit(left)]
            left &= left - 1
            if has_effect(t, row, Effect.RAPID) and is_condition_true(s, t, p, row, 0):
                return True
    if s.armed[p] != 0:
        for room in range(t.n_rooms):
            if has_bit(s.armed[p], room) and has_effect(t, CARDS + room, Effect.RAPID):
                return True
    return False


@kernel
def fits_level(wanted, level, is_new):
    """Does a discount for `wanted` (0 any, 2..4, 5 new) fit a level-up from `level`?"""
    return wanted == 0 or wanted == level + 1 or (wanted == 5 and is_new)


@kernel
def discounted_cost(s, t, p, slot, use):
    """The next level's cost after `p`'s discounts, and the waivers they add: (N, P, H, S, waivers) (D27).

    With `use` the `discount` sources that helped are used up for the round.
    """
    card, level = s.rep_card[p, slot], int(s.rep_level[p, slot])
    n0, n1 = int(t.cost[card, level, 0]), int(t.cost[card, level, 1])
    n2, n3 = int(t.cost[card, level, 2]), int(t.cost[card, level, 3])
    is_new = slot >= DEAL - 1 and level == 1
    waivers, used = 0, int(s.used[p])
    left = int(s.armed[p]) << ROOM_SOURCE
    if has_bit(s.trig_mask[p], STATIC_BIT):
        left |= int(s.powers[p])
    while left != 0:
        source = lowest_bit(left)
        left &= left - 1
        row, room = ability_row(s, p, source), source - ROOM_SOURCE
        if room < 0 and (not t.static[row] or not is_condition_true(s, t, p, row, 0)):
            continue
        for i in range(TERMS):
            kind = t.eff_kind[row, i]
            if kind != Effect.DISCOUNT and kind != Effect.DISCOUNT_ALL:
                continue
            if kind == Effect.DISCOUNT and room < 0 and has_bit(used, source):
                continue
            if not fits_level(t.eff_level[row, i], level, is_new):
                continue
            c0, c1 = min(n0, int(t.eff_vec[row, i, 0])), min(n1, int(t.eff_vec[row, i, 1]))
            c2, c3 = min(n2, int(t.eff_vec[row, i, 2])), min(n3, int(t.eff_vec[row, i, 3]))
            stars = int(t.eff_stars[row, i])
            n0, n1, n2, n3, waivers = n0 - c0, n1 - c1, n2 - c2, n3 - c3, waivers + stars
            if use and kind == Effect.DISCOUNT and c0 + c1 + c2 + c3 + stars > 0:
                if room < 0:
                    s.used[p] |= 1 << source
                else:
                    s.armed[p] &= ~(1 << room)
    return n0, n1, n2, n3, waivers


@kernel(hot=True)
def packed_hand(s, p):
    """The hand as four bytes with their top bits set: subtracting a packed cost clears those it does not cover."""
    return int(s.hand[p, 0]) | int(s.hand[p, 1]) << 8 | int(s.hand[p, 2]) << 16 | int(s.hand[p, 3]) << 24 | _CARRY


@kernel(hot=True)
def covers(hand, cost):
    """Does a packed hand cover a packed cost in every kind?"""
    return (hand - cost) & _CARRY == _CARRY


@kernel
def can_afford(s, t, p, slot, hand):
    """Can `p` pay this replicant's next level from the present hand, given packed too? (D27)"""
    if covers(hand, t.cost_packed[s.rep_card[p, slot], s.rep_level[p, slot]]):
        return True
    if s.armed[p] == 0 and not has_bit(s.trig_mask[p], STATIC_BIT):
        return False
    n0, n1, n2, n3, waivers = discounted_cost(s, t, p, slot, False)
    return missing_cards(s, p, n0, n1, n2, n3) <= waivers


@kernel(hot=True)
def missing_cards(s, p, n0, n1, n2, n3):
    """How many cards of a cost `p`'s hand lacks."""
    hand = s.hand[p]
    return max(0, n0 - hand[0]) + max(0, n1 - hand[1]) + max(0, n2 - hand[2]) + max(0, n3 - hand[3])


# --- would it change something? (D16, U6) -----------------------------------------------------------------------------


@kernel
def can_pay(t, row, have):
    """Do the cards `have` cover the letters and the stars of the price of ability `row`?"""
    vec = t.pay_vec[row]
    if not has_at_least(have, vec):
        return False
    free = 0
    for r in range(KINDS):
        if has_bit(t.pay_set[row], r):
            free += have[r] - vec[r]
    return free >= t.pay_stars[row]


@kernel
def is_usable(s, t, p, row):
    """Does the condition hold, can the price be paid, and would an effect change something? (D16)"""
    if not is_condition_true(s, t, p, row, 0) or not can_pay(t, row, s.hand[p]):
        return False
    for i in range(TERMS):
        if would_change(s, t, p, row, i):
            return True
    return False


@kernel
def would_change(s, t, p, row, i):
    """Would effect `i` of ability `row` change something for `p`? (D16, U6)"""
    match t.eff_kind[row, i]:
        case Effect.GAIN | Effect.STOW:
            stowing = t.eff_kind[row, i] == Effect.STOW
            for r in range(KINDS):
                wanted = t.eff_vec[row, i, r] > 0 or (t.eff_stars[row, i] > 0 and has_bit(t.eff_set[row, i], r))
                if wanted and s.supply[r] > 0 and (not stowing or shelf_room(s, t, p, r) > 0):
                    return True
            return False
        case Effect.DRAW:
            return can_draw(s, t, p)
        case Effect.POINTS:
            return s.bonus_vp[p] < BONUS_CAP
        case Effect.PROMOTE:
            return promotable(s, t, p, t.eff_level[row, i]) != 0
        case Effect.READY:
            return readiable(s, p) != 0
        case Effect.REDEAL:
            return may_redeal(s) != 0
        case Effect.LEAD:
            return s.drone_first != p
        case Effect.BUILD:
            return may_build_room(s, t, p) != 0
    return False


@kernel
def promotable(s, t, p, level):
    """Slots below `level` that may level this round (D26)."""
    bits = 0
    for slot in range(s.rep_count[p]):
        bits |= int(s.rep_level[p, slot] < level and may_level(s, t, p, slot)) << slot
    return bits


@kernel
def readiable(s, p):
    """Slots below L4 that were levelled or gained this round (D29)."""
    bits, flags = 0, int(s.levelled[p]) | int(s.gained[p])
    for slot in range(s.rep_count[p]):
        bits |= int(s.rep_level[p, slot] < MAX_LEVEL and has_bit(flags, slot)) << slot
    return bits


@kernel
def may_redeal(s):
    """Axis and kind of cards that may be replaced: their kind must not be lost, the deck not be empty (D28)."""
    if s.field_pos >= FIELD_CARDS:
        return 0
    bits = 0
    for r in range(KINDS):
        on_x, on_y = count_field(s, r)
        if on_x + on_y >= 2:
            bits |= int(on_x > 0) << r | int(on_y > 0) << (KINDS + r)
    return bits


@kernel
def count_field(s, r):
    """How many cards of kind `r` lie on the x and on the y axis."""
    on_x, on_y = 0, 0
    for i in range(PLAYERS):
        on_x += s.field_x[i] == r
    for i in range(Y_CARDS):
        on_y += s.field_y[i] == r
    return on_x, on_y


@kernel
def may_build_room(s, t, p):
    """Unbuilt rooms whose building cost the locker covers (U10)."""
    bits = 0
    for room in range(t.n_rooms):
        if not has_bit(s.room_built, room):
            bits |= int(has_at_least(s.locker[p], t.room_cost[room])) << room
    return bits


@kernel
def is_room_usable(s, t, p, room):
    """Is the cost payable from the locker, and would the function change something? (U6)"""
    row = CARDS + room
    if not can_pay(t, row, s.locker[p]):
        return False
    if t.room_when_turn[room]:
        return not has_bit(s.armed[p], room)
    costs = t.pay_stars[row] > 0 or count_cards(t.pay_vec[row]) > 0
    for i in range(TERMS):
        if would_change(s, t, p, row, i) or (costs and t.eff_kind[row, i] == Effect.STOW):
            return True
    return False


@kernel
def reachable_rooms(s, t, room):
    """Bits of the other built rooms within the move range (U5)."""
    reach = 1 << int(room)
    for _ in range(t.move_range):
        grown = reach
        for r in range(t.n_rooms):
            if has_bit(reach, r):
                grown |= int(t.room_adjacent[r])
        reach = grown & int(s.room_built)
    return reach & ~(1 << int(room))
