"""What an answer does: optional abilities, choices, the crew and the rooms."""

from __future__ import annotations

from arkade.jit import kernel
from replicants_env.abilities import act_on_build, activate, after_ability, close_question, level_up
from replicants_env.effects import ability_row, count_cards, gain_points, pay_from_locker, take_from_pile
from replicants_env.field import count_pairs, next_field_card
from replicants_env.state import KINDS, ROOM_SOURCE, Y_CARDS, Pend


@kernel
def do_use(s, t, p, slot):
    """Use an optional ability; a white one is limited by its moment, not by `used` (D32)."""
    if s.pend_kind != Pend.OFFER:
        s.used[p] |= 1 << slot
    s.pend_kind = Pend.NOTHING
    if not activate(s, t, p, slot):
        after_ability(s, t, p, slot)


@kernel
def do_choose_resource(s, t, p, r):
    """Answer a question for a kind: gain, stow, pay, waive or keep one card of it."""
    s.pend_left -= 1
    match s.pend_kind:
        case Pend.GAIN_ANY:
            s.hand[p, r] += take_from_pile(s, r, 1)
        case Pend.STOW_ANY:
            s.locker[p, r] += take_from_pile(s, r, 1)
        case Pend.PAY_ANY:
            _pay_star(s, t, p, r)
        case Pend.WAIVE:
            s.pend_vec[r] -= 1
        case Pend.KEEP:
            s.hand[p, r] -= 1
            s.pend_vec[r] += 1
    s.pend_floor = r


@kernel
def _pay_star(s, t, p, r):
    """Pay one card of the player's choice; a room without letters in its cost pays its first star as royalty (U11)."""
    s.pend_paid |= 1 << r
    if s.pend_src >= ROOM_SOURCE:
        row = ability_row(s, p, s.pend_src)
        royalty = count_cards(t.pay_vec[row]) == 0 and s.pend_left + 1 == t.pay_stars[row]
        pay_from_locker(s, t, p, r, s.pend_src - ROOM_SOURCE, royalty)
    else:
        s.hand[p, r] -= 1
        s.supply[r] += 1


@kernel
def do_choose_replicant(s, t, p, slot):
    """Answer a question for a replicant: promote it (D26) or ready it (D29)."""
    s.pend_left -= 1
    s.pend_floor = slot + 1
    if s.pend_kind == Pend.PROMOTE:
        level_up(s, t, p, slot)
        act_on_build(s, t, p, s.rep_level[p, slot])
    else:
        s.levelled[p] &= ~(1 << slot)
        s.gained[p] &= ~(1 << slot)


@kernel
def do_redeal(s, t, p, where):
    """Put the first field card of this kind on this axis aside; the next field card takes its place (D28)."""
    kind = where % KINDS
    s.pend_left -= 1
    if where < KINDS:
        for i in range(s.num_players):
            if s.field_x[i] == kind:
                s.field_x[i] = next_field_card(s)
                break
    else:
        for i in range(Y_CARDS):
            if s.field_y[i] == kind:
                s.field_y[i] = next_field_card(s)
                break
    count_pairs(s)


@kernel
def do_go(s, t, p, crew, room, use):
    """Move a crew member into a room and, if wanted, use the room's function (U6)."""
    s.crew[p, crew] = room
    s.crew_moved[p] |= 1 << crew
    if use:
        activate(s, t, p, ROOM_SOURCE + room)


@kernel
def do_build_room(s, t, p, room):
    """Build an annex from the locker; its builder is noted and gains points (U10)."""
    for r in range(KINDS):
        s.locker[p, r] -= t.room_cost[room, r]
        s.supply[r] += t.room_cost[room, r]
    s.room_built |= 1 << room
    s.room_builder[room] = p
    gain_points(s, p, int(t.room_points[room]))
    close_question(s, t, p)
