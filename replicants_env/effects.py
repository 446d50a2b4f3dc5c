"""What cards and rooms do: the verbs that move pieces. Nothing here asks a question."""

from __future__ import annotations

from arkade.jit import kernel
from replicants_env.card_set import Effect
from replicants_env.state import CARDS, CREW, KINDS, OPTION_BIT, ROOM_SOURCE, STATIC_BIT, Step

BONUS_CAP = 255  # bonus_vp and vp stop here (RULES.md 3.1)
MAX_LEVEL = 4


@kernel(hot=True)
def has_bit(bits, i):
    """Is bit `i` set?"""
    return (bits >> i) & 1 != 0


@kernel(hot=True)
def count_cards(vec):
    """How many cards four counts hold."""
    return int(vec[0]) + int(vec[1]) + int(vec[2]) + int(vec[3])


@kernel(hot=True)
def ability_row(s, p, source):
    """The row of the ability tables of a source: a slot of player `p`, or ROOM_SOURCE + room."""
    if source >= ROOM_SOURCE:
        return CARDS + source - ROOM_SOURCE
    return int(s.rep_card[p, source])


@kernel(hot=True)
def unused_powers(s, p):
    """Bits of `p`'s slots at L4 whose ability has not been used this round."""
    return int(s.powers[p]) & ~int(s.used[p])


@kernel
def has_effect(t, row, kind):
    """Is one of the effects of ability `row` of this kind?"""
    return t.eff_kind[row, 0] == kind or t.eff_kind[row, 1] == kind


@kernel
def is_white(t, row):
    """Does this power act at once on reaching L4, once only? (R27)"""
    return t.trigger[row] == Step.SETUP


# --- resource cards ---------------------------------------------------------------------------------------------------


@kernel(hot=True)
def take_from_pile(s, r, n):
    """Take up to `n` cards of kind `r` from the pile; returns how many there were (D8)."""
    taken = min(n, int(s.supply[r]))
    s.supply[r] -= taken
    return taken


@kernel(hot=True)
def gain_cards(s, p, vec):
    """Take the letters `vec` from the piles to `p`'s hand, as far as they reach (D8)."""
    for r in range(KINDS):
        if vec[r] > 0:
            s.hand[p, r] += take_from_pile(s, r, int(vec[r]))


@kernel
def shelf_room(s, t, p, r):
    """How many cards of kind `r` still fit into `p`'s locker (U7)."""
    if t.shelf_total == 0:
        return int(t.supply[r])
    return int(t.shelf_total) // int(s.num_players) - int(s.locker[p, r])


@kernel(hot=True)
def stow_cards(s, t, p, vec):
    """Take the letters `vec` from the piles to `p`'s locker, as far as piles and shelves reach (U7)."""
    for r in range(KINDS):
        if vec[r] > 0:
            s.locker[p, r] += take_from_pile(s, r, min(int(vec[r]), shelf_room(s, t, p, r)))


@kernel(hot=True)
def pay_from_hand(s, p, vec):
    """Return the letters `vec` from `p`'s hand to the piles."""
    for r in range(KINDS):
        s.hand[p, r] -= vec[r]
        s.supply[r] += vec[r]


@kernel
def pay_from_locker(s, t, p, r, room, royalty):
    """Return one card of kind `r` from `p`'s locker to the pile, or as `royalty` to the builder of `room` (U9, U11)."""
    s.locker[p, r] -= 1
    builder = s.room_builder[room]
    if royalty and builder >= 0 and builder != p and shelf_room(s, t, builder, r) > 0:
        s.locker[builder, r] += 1
    else:
        s.supply[r] += 1


@kernel
def discard_hand(s, t, p):
    """Return what `p` has left to the piles (R31); with the U.S.C. to the locker, as far as it fits (R39, U7)."""
    for r in range(KINDS):
        left = int(s.hand[p, r])
        if s.usc:
            stowed = min(left, shelf_room(s, t, p, r))
            s.locker[p, r] += stowed
            left -= stowed
        s.supply[r] += left
        s.hand[p, r] = 0


# --- replicants and points --------------------------------------------------------------------------------------------


@kernel
def can_draw(s, t, p):
    """Would a draw give `p` a replicant? (D21, D22)"""
    return s.deck_pos < s.deck_len and s.rep_count[p] < t.rep_cap


@kernel
def draw_replicant(s, t, p):
    """`p` draws the top replicant into the next slot, at L1 and blocked for this round (R8, R22)."""
    if not can_draw(s, t, p):
        return
    slot = int(s.rep_count[p])
    s.rep_card[p, slot] = s.deck[s.deck_pos]
    s.rep_level[p, slot] = 1
    s.rep_count[p] += 1
    s.deck_pos += 1
    s.gained[p] |= 1 << slot
    s.vp[p] = min(BONUS_CAP, s.vp[p] + t.level_vp[1])


@kernel
def gain_points(s, p, k):
    """`p` gains `k` bonus points."""
    gained = min(k, BONUS_CAP - s.bonus_vp[p])
    s.bonus_vp[p] += gained
    s.vp[p] = min(BONUS_CAP, s.vp[p] + gained)


@kernel
def raise_level(s, t, p, slot):
    """Raise a replicant one level, paid or promoted; reaching L3 draws (R25), reaching L4 readies its power (R27)."""
    level = s.rep_level[p, slot] + 1
    s.rep_level[p, slot] = level
    s.levelled[p] |= 1 << slot
    s.level_ups[p] += 1
    s.vp[p] = min(BONUS_CAP, s.vp[p] + t.level_vp[level] - t.level_vp[level - 1])
    if level == 3:
        draw_replicant(s, t, p)
    elif level == MAX_LEVEL:
        ready_power(s, t, p, slot)


@kernel
def power_bits(t, card):
    """The bits of `trig_mask` that a card's power sets."""
    return 1 << int(t.trigger[card]) | int(t.static[card]) << STATIC_BIT | int(t.mode[card]) << OPTION_BIT


@kernel
def ready_power(s, t, p, slot):
    """A replicant at L4 has its power, not used yet."""
    card = s.rep_card[p, slot]
    s.used[p] &= ~(1 << slot)
    s.powers[p] |= 1 << slot
    s.trig_mask[p] |= power_bits(t, card)


@kernel
def sort_crew(s, p):
    """Order the crew by room: the two are alike (U8)."""
    if s.crew[p, 0] > s.crew[p, CREW - 1]:
        room = s.crew[p, 0]
        s.crew[p, 0] = s.crew[p, CREW - 1]
        s.crew[p, CREW - 1] = room


# --- effects that ask nothing -----------------------------------------------------------------------------------------


@kernel
def apply_effect(s, t, p, row, i):
    """Do what effect `i` of ability `row` does without a question: letters, draws, points, the first drone."""
    k = int(t.eff_k[row, i])
    match t.eff_kind[row, i]:
        case Effect.GAIN:
            gain_cards(s, p, t.eff_vec[row, i])
        case Effect.STOW:
            stow_cards(s, t, p, t.eff_vec[row, i])
        case Effect.DRAW:
            for _ in range(k):
                draw_replicant(s, t, p)
        case Effect.POINTS:
            gain_points(s, p, k)
        case Effect.LEAD:
            s.drone_first = p
