"""Setup: the L4 card, the discard, the reveal, and how a round begins (R6, R7, D12-D15)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import NONE
from arkade.rng import shuffle
from replicants_env.abilities import act_white, next_in_order
from replicants_env.effects import MAX_LEVEL, is_white, ready_power
from replicants_env.state import DEAL, KINDS, Step


@kernel
def run_setup(s, t):
    """Ask every player for the L4 card and the discard, reveal (R6, D12), then let white powers act (D15)."""
    if s.setup_hand[0, 0] != NONE:
        while s.order_pos < s.num_players:
            p = int(s.order_pos)
            if s.setup_disc[p] == NONE:
                s.current_player = p
                return True
            s.order_pos += 1
        _reveal(s, t)
    while s.order_pos < s.num_players:
        p = int(s.order_pos)
        s.current_player = p
        while s.win_slot < s.rep_count[p]:
            slot = int(s.win_slot)
            s.win_slot += 1
            if s.rep_level[p, slot] == MAX_LEVEL and is_white(t, s.rep_card[p, slot]):
                if act_white(s, t, p, slot):
                    return True
        next_in_order(s)
    start_round(s)
    return False


@kernel
def _reveal(s, t):
    """Everybody's cards come into play; the discards go under the deck in random order (R6, R7, D13)."""
    n = int(s.num_players)
    for p in range(n):
        s.rep_card[p, 0] = s.setup_hand[p, s.setup_l4[p]]
        s.rep_level[p, 0] = MAX_LEVEL
        ready_power(s, t, p, 0)
        slot = 1
        for i in range(DEAL):
            if i != s.setup_l4[p] and i != s.setup_disc[p]:
                s.rep_card[p, slot] = s.setup_hand[p, i]
                s.rep_level[p, slot] = 1
                slot += 1
        s.rep_count[p] = slot
        s.vp[p] = t.level_vp[MAX_LEVEL] + (slot - 1) * t.level_vp[1]
        s.own_discard[p] = s.setup_hand[p, s.setup_disc[p]]
        s.deck[s.deck_len + p] = s.own_discard[p]
    shuffle(s, s.deck, int(s.deck_len), int(s.deck_len) + n)
    s.deck_len += n
    s.setup_hand[:] = NONE
    s.setup_l4[:] = NONE
    s.setup_disc[:] = NONE
    s.order_pos = 0


@kernel
def start_round(s):
    """Begin a round: nothing produced, levelled, gained, used or armed yet."""
    s.round += 1
    for p in range(s.num_players):
        s.doubles[p] = 0
        s.level_ups[p] = 0
        s.levelled[p] = 0
        s.gained[p] = 0
        s.used[p] = 0
        s.armed[p] = 0
        for r in range(KINDS):
            s.produced[p, r] = 0
    s.drones_placed = 0
    s.step = Step.BEFORE_FIRST
    s.order_pos = 0
    s.win_slot = 0
