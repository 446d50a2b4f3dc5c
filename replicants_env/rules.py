"""The round, step by step: one `_run_<step>` per step, one `_do_<decision>` per decision.

`step` plays an action and runs on to the next decision with two or more legal actions (D2).
"""

from __future__ import annotations

import numpy as np

from arkade.bits import lowest_bit
from arkade.jit import kernel
from arkade.records import ENDED, LIVE, NONE, STOPPED
from arkade.rng import below
from replicants_env.abilities import (
    act_automatically,
    act_on_drone,
    after_ability,
    ask,
    clear_pending,
    close_question,
    finish_keep,
    next_in_order,
    pay_level_up,
)
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
    USE_ABILITY,
)
from replicants_env.answers import do_build_room, do_choose_replicant, do_choose_resource, do_go, do_redeal, do_use
from replicants_env.card_set import Effect
from replicants_env.conditions import discounted_cost, is_condition_true, missing_cards
from replicants_env.effects import (
    count_cards,
    has_bit,
    sort_crew,
    take_from_pile,
)
from replicants_env.field import clear_field, deal_field, pair_kinds
from replicants_env.legal import is_question_open, may_have_options, note_offer, usable_abilities
from replicants_env.setup import run_setup, start_round
from replicants_env.state import CREW, DRONES, OPTIONS_ONLY, ROOMS, Pend, Step

_CORE_WORK = sum(1 << code for code in (Step.FIRST, Step.REPLENISH, Step.DRONE, Step.BUILD, Step.DISCARD, Step.END))
_USC_WORK = _CORE_WORK | 1 << Step.STATION
_STEPS = (1 << Step.OVER) - 1
_CORE_STEPS = _STEPS & ~sum(1 << code for code in range(Step.BEFORE_STATION, Step.BEFORE_DRONE))  # (U2)

_RECIPROCALS = np.array([0, 256, 128, 86, 64, 52, 43])  # 256 / n, rounded up


@kernel(hot=True)
def step(s, t, action):
    """Play a legal action and run on to the next real decision."""
    run_on(s, t, action)


@kernel
def run_on(s, t, action):
    """Play `action` unless it is NONE, and run on to the next decision with several legal ones, or to the end (D2)."""
    while True:
        if action != NONE:
            _do(s, t, action)
        if not _reach_decision(s, t):
            s.legal_first = 0
            s.legal_bits = 0
            s.legal_pass = 0
            return
        action = note_offer(s, t)
        if action == NONE:
            return


@kernel(hot=True)
def _do(s, t, action):
    p = int(s.current_player)
    if action < SETUP_DISCARD:
        s.setup_l4[p] = action
    elif action < PLACE_DRONE:
        s.setup_disc[p] = action - SETUP_DISCARD
    elif action < LEVEL_UP:
        _do_place(s, t, p, action - PLACE_DRONE)
    elif action < USE_ABILITY:
        _do_level_up(s, t, p, action - LEVEL_UP)
    elif action < CHOOSE_RESOURCE:
        do_use(s, t, p, action - USE_ABILITY)
    elif action < CHOOSE_REPLICANT:
        do_choose_resource(s, t, p, action - CHOOSE_RESOURCE)
    elif action < REDEAL:
        do_choose_replicant(s, t, p, action - CHOOSE_REPLICANT)
    elif action < PASS:
        do_redeal(s, t, p, action - REDEAL)
    elif action == PASS:
        _do_pass(s, t, p)
    elif action < GO_ONLY:
        do_go(s, t, p, (action - GO_USE) // ROOMS, (action - GO_USE) % ROOMS, True)
    elif action < BUILD_ROOM:
        do_go(s, t, p, (action - GO_ONLY) // ROOMS, (action - GO_ONLY) % ROOMS, False)
    else:
        do_build_room(s, t, p, action - BUILD_ROOM)


@kernel(hot=True)
def _reach_decision(s, t):
    """Do the work of the steps until somebody has a decision; False when the game is over."""
    while s.over == LIVE:
        if s.pend_kind != Pend.NOTHING:
            if is_question_open(s, t):
                return True
            close_question(s, t, int(s.current_player))
            continue
        match s.step:
            case Step.DRONE:
                asks = _run_drone(s)
            case Step.SETUP:
                asks = run_setup(s, t)
            case Step.FIRST:
                asks = _run_first(s, t)
            case Step.REPLENISH:
                asks = _run_replenish(s)
            case Step.STATION:
                asks = _run_station(s, t)
            case Step.BUILD:
                asks = _run_build(s)
            case Step.DISCARD:
                asks = _run_discard(s, t)
            case Step.END:
                asks = _run_end(s, t)
            case _:
                asks = _run_window(s, t)
        if asks and s.pend_kind == Pend.NOTHING:
            return True
    return False


@kernel
def _next_step(s):
    """Go to the next step in which there is work, passing over windows without an ability and, in core games, U2."""
    s.order_pos = 0
    s.win_slot = 0
    wanted = _USC_WORK if s.usc else _CORE_WORK
    for p in range(s.num_players):
        wanted |= s.trig_mask[p]
    wanted &= _STEPS if s.usc else _CORE_STEPS
    ahead = wanted & -2 << int(s.step)
    if ahead == 0:
        clear_field(s)
        start_round(s)
        ahead = wanted & -1 << int(s.step)
    s.step = lowest_bit(ahead)


@kernel(hot=True)
def player_in_order(s):
    """The player who is on in this step, in turn order."""
    p = int(s.first_player) + int(s.order_pos)
    return p - int(s.num_players) if p >= s.num_players else p


@kernel
def _do_pass(s, t, p):
    """End the build, station or window part; decline an offer, further redeals or further keeping."""
    match s.pend_kind:
        case Pend.NOTHING:
            next_in_order(s)
        case Pend.KEEP:
            finish_keep(s, t, p)
        case Pend.OFFER:
            source = int(s.pend_src)
            clear_pending(s)
            after_ability(s, t, p, source)
        case _:
            s.pend_left = 0  # no further redeal


# --- windows before, on and after steps (D14) -------------------------------------------------------------------------


@kernel
def _run_window(s, t):
    """In turn order: automatic abilities by slot, then optional ones until `pass`."""
    while s.order_pos < s.num_players:
        p = player_in_order(s)
        if has_bit(s.trig_mask[p], s.step):
            s.current_player = p
            if act_automatically(s, t, p, s.step):
                return True
            s.win_slot = OPTIONS_ONLY
            if may_have_options(s, p) and usable_abilities(s, t, p) != 0:
                return True
        next_in_order(s)
    _next_step(s)
    return False


# --- first player and field -------------------------------------------------------------------------------------------


@kernel
def _run_first(s, t):
    """Round 1 random, then whoever has the fewest points; ties to the left of the last first player (R11, R12)."""
    n = int(s.num_players)
    if s.round == 1:
        s.first_player = below(s, n)
    else:
        last, best, fewest = int(s.first_player), 0, 0
        for i in range(1, n + 1):
            p = (last + i) % n
            points = int(s.vp[p]) - _first_shift(s, t, p)
            if i == 1 or points < fewest:
                best, fewest = p, points
        s.first_player = best
    s.drone_first = s.first_player
    _next_step(s)
    return False


@kernel
def _first_shift(s, t, p):
    """How many points less `p` counts as having in this comparison (D10)."""
    shift = 0
    if has_bit(s.trig_mask[p], Step.ON_FIRST):
        left = int(s.powers[p])
        while left != 0:
            row = s.rep_card[p, lowest_bit(left)]
            left &= left - 1
            if t.eff_kind[row, 0] == Effect.FIRST_SHIFT:
                shift += t.eff_k[row, 0]
    return shift


@kernel
def _run_replenish(s):
    """A new field (R13, R14)."""
    deal_field(s)
    _next_step(s)
    return False


# --- station (U2-U14) -------------------------------------------------------------------------------------------------


@kernel
def _run_station(s, t):
    """In turn order each player moves the crew, until `pass` or both have moved (U4)."""
    while s.order_pos < s.num_players:
        p = player_in_order(s)
        if s.crew_moved[p] != (1 << CREW) - 1:
            s.current_player = p
            return True
        next_in_order(s)
    s.crew_moved[:] = 0
    for p in range(s.num_players):
        sort_crew(s, p)
    _next_step(s)
    return False


# --- drones -----------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def _run_drone(s):
    """One drone at a time in turn until everybody has placed all (R18)."""
    n = int(s.num_players)
    if s.drones_placed < DRONES * n:
        turn = int(s.drone_first) + int(s.drones_placed)
        s.current_player = turn - n * _round_of(turn, n)
        return True
    _next_step(s)
    return False


@kernel(hot=True)
def _round_of(turn, n):
    """turn // n below 30 turns of 2 to 6 players, without a division."""
    return turn * _RECIPROCALS[n] >> 8


@kernel(hot=True)
def _do_place(s, t, p, pair):
    """Place a drone and take both kinds, as far as the piles reach (R17, D8); then On Drone abilities (D17)."""
    a, b = pair_kinds(pair)
    s.pair_free[pair] -= 1
    s.drone_pair[p, _round_of(s.drones_placed, s.num_players)] = pair
    s.drones_placed += 1
    took_a = _produce(s, p, a)
    took_b = _produce(s, p, b)
    s.doubles[p] += int(a == b) & int(took_a + took_b == 2)
    if has_bit(s.trig_mask[p], Step.DRONE):
        s.pend_vec[a] += took_a
        s.pend_vec[b] += took_b
        act_on_drone(s, t, p)


@kernel(hot=True)
def _produce(s, p, r):
    taken = take_from_pile(s, r, 1)
    s.hand[p, r] += taken
    s.produced[p, r] += taken
    return taken


# --- build ------------------------------------------------------------------------------------------------------------


@kernel
def _run_build(s):
    """One player after the other in turn order builds until `pass` (D19)."""
    if s.order_pos < s.num_players:
        s.current_player = player_in_order(s)
        return True
    _next_step(s)
    return False


@kernel
def _do_level_up(s, t, p, slot):
    """Pay for the next level; with waivers to spare ask which cards are not paid (R23-R26, D27)."""
    n0, n1, n2, n3, waivers = discounted_cost(s, t, p, slot, False)
    waivers -= missing_cards(s, p, n0, n1, n2, n3)
    hand = s.hand[p]
    s.pend_vec[0] = min(n0, int(hand[0]))
    s.pend_vec[1] = min(n1, int(hand[1]))
    s.pend_vec[2] = min(n2, int(hand[2]))
    s.pend_vec[3] = min(n3, int(hand[3]))
    s.pend_src = slot
    if waivers > 0 and count_cards(s.pend_vec) > 0:
        s.pend_kind = Pend.WAIVE
        s.pend_left = waivers
    else:
        pay_level_up(s, t, p)


# --- discard and end --------------------------------------------------------------------------------------------------


@kernel
def _run_discard(s, t):
    """In turn order each player keeps what abilities allow (D30) and discards the rest (R31)."""
    while s.order_pos < s.num_players:
        p = player_in_order(s)
        s.current_player = p
        if has_bit(s.trig_mask[p], Step.DISCARD) and _ask_keep(s, t, p):
            return True
        finish_keep(s, t, p)
    _next_step(s)
    return False


@kernel
def _ask_keep(s, t, p):
    """Open the question which cards to keep; False where no ability allows any or the hand is empty."""
    capacity, first = 0, NONE
    left = int(s.powers[p])
    while left != 0:
        slot = lowest_bit(left)
        left &= left - 1
        row = s.rep_card[p, slot]
        if t.trigger[row] == Step.DISCARD and is_condition_true(s, t, p, row, 0):
            capacity += t.eff_k[row, 0]
            s.used[p] |= 1 << slot
            if first == NONE:
                first = slot
    if first == NONE:
        return False
    s.pend_src = first
    s.pend_stage = 1
    return ask(s, Pend.KEEP, capacity)


@kernel
def _run_end(s, t):
    """Count: somebody at the target ends the game (R32, R33), else `max_rounds` may stop it (D35)."""
    reached = False
    for p in range(s.num_players):
        if s.vp[p] >= t.target_vp:
            reached = True
    if reached or s.round >= s.max_rounds:
        s.over = ENDED if reached else STOPPED
        s.step = Step.OVER
        s.current_player = NONE
        s.order_pos = 0
        s.win_slot = 0
    else:
        _next_step(s)
    return False
