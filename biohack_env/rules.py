"""Playing an action, and what follows of itself up to the next real decision (section 7)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import LIVE, NONE
from biohack_env.actions import (
    ACCEPT,
    ALLEY,
    CONVERT,
    CREATE,
    DECK,
    DONE,
    EXPERIMENT,
    HEAL,
    KEEP,
    PASS,
    PLAN,
    REPORT,
    REROLL,
    RESERVE,
    RESOURCE,
    RETRIEVE,
    SCIENTIST,
    SELECT,
    SIDE,
    SUBSETS,
    TAKE,
    UNLOCK,
    USE_SCIENTIST,
)
from biohack_env.answers import (
    do_accept,
    do_alley,
    do_convert,
    do_deck,
    do_done,
    do_keep,
    do_report,
    do_reroll,
    do_reserve,
    do_resource,
    do_take,
    do_unlock,
)
from biohack_env.creation import do_create
from biohack_env.effects import count_others, heal_noman, place_noman, push_effect
from biohack_env.legal import note_offer
from biohack_env.lines import push_location, run_line
from biohack_env.rounds import do_plan, end_game, run_planning, run_research, run_setup
from biohack_env.state import FIRST_EXPERIMENT, TILE_SPACE, Phase


@kernel(hot=True)
def step(s, t, action):
    """Play a legal action and run on to the next real decision."""
    s.steps += 1
    run_on(s, t, action)


@kernel
def run_on(s, t, action):
    """Play `action` unless it is NONE, and run on to the next decision that needs asking, or to the end."""
    while True:
        if action != NONE:
            _do(s, t, int(s.current_player), action)
        if not _reach_decision(s, t):
            s.legal_low = 0
            s.legal_first = 0
            s.legal_bits = 0
            return
        action = note_offer(s, t)
        if action == NONE:
            return


@kernel(hot=True)
def _reach_decision(s, t):
    """Run lines and go on with the phases until somebody is asked; False when the game is over."""
    while s.over == LIVE:
        if s.lost:
            end_game(s, t)
            return False
        if s.stack_len > 0:
            asks = run_line(s, t)
        elif s.phase == Phase.RESEARCH:
            asks = run_research(s, t)
        elif s.phase == Phase.PLANNING:
            asks = run_planning(s, t)
        else:
            asks = run_setup(s, t)
        if asks:
            return True
    return False


@kernel(hot=True)
def _do(s, t, p, action):
    if action < RETRIEVE:
        _do_low(s, t, p, action)
    elif action < EXPERIMENT:
        _do_retrieve(s, t, p, action - RETRIEVE)
    elif action < CREATE:
        _do_experiment(s, t, p, action - EXPERIMENT)
    elif action < RESOURCE:
        do_create(s, t, p, action - CREATE)
    elif action < REROLL:
        do_resource(s, t, p, action - RESOURCE)
    elif action < CONVERT:
        do_reroll(s, t, p, action - REROLL)
    elif action < ALLEY:
        do_convert(s, t, p, action - CONVERT)
    elif action < REPORT:
        do_alley(s, t, p, action - ALLEY)
    elif action < RESERVE:
        do_report(s, p, action - REPORT)
    else:
        do_reserve(s, p, action - RESERVE)


@kernel
def _do_low(s, t, p, action):
    if action == DONE:
        do_done(s, t, p)
    elif action == PASS:
        s.passed |= 1 << p
    elif action == HEAL:
        heal_noman(s, p)
    elif action == ACCEPT:
        do_accept(s, t, p)
    elif action == USE_SCIENTIST:
        s.sci_on = 1
    elif action == UNLOCK:
        do_unlock(s, p)
    elif action < SCIENTIST:
        s.side[p] = action - SIDE
        s.cursor += 1
    elif action < TAKE:
        s.scientist[p] = action - SCIENTIST
        s.cursor += 1
    elif action < DECK:
        do_take(s, t, p, action - TAKE)
    elif action < KEEP:
        do_deck(s, t, p, action - DECK)
    elif action < PLAN:
        do_keep(s, p, action - KEEP)
    elif action < SELECT:
        do_plan(s, t, p, 1 << action - PLAN)
    else:
        s.loc_choice[p] = SUBSETS[action - SELECT]
        s.cursor += 1


@kernel
def _do_retrieve(s, t, p, location):
    """Research: take a Noman home and do the location's action by the Nomans left there (R26)."""
    s.on_location[p] &= ~(1 << location)
    s.home[p] += 1
    s.cur_space = location
    push_location(s, t, p, location, count_others(s, p, location))


@kernel
def _do_experiment(s, t, p, e):
    """Experiment: put a Noman on a space and do its bonus, then its main action, or what the tile says (R37, R38)."""
    place_noman(s, p, e)
    s.cur_space = FIRST_EXPERIMENT + e
    if e >= TILE_SPACE:
        push_effect(s, t.tile_lines[s.tile[e - TILE_SPACE]])
    else:
        push_effect(s, t.space_lines[e, 1])
        push_effect(s, t.space_lines[e, 0])
