"""The parts of a game: setup, planning, research, clean up, the end (section 7). Each `run_<phase>` goes on to the next
decision of its phase when no line is left to run.
"""

from __future__ import annotations

from arkade.bits import count_bits
from arkade.jit import kernel
from arkade.records import ENDED, NONE
from arkade.rng import shuffle
from biohack_env.components import ADVANCED, AREAS, CLASSES, PLAYERS, RESERVATIONS
from biohack_env.effects import (
    SURVIVAL,
    clear_bonuses,
    discard_slots,
    has_bit,
    is_last_round,
    push_line,
    refill_display,
    reveal_tiles,
    slide_display,
)
from biohack_env.grammar import Kind
from biohack_env.lines import clear_scratch, end_action
from biohack_env.scoring import score_of
from biohack_env.state import (
    COLUMNS,
    NOMANS,
    POLICE,
    RESERVATION,
    SCIENTIST,
    TO_CHOOSE,
    Node,
    Phase,
    spaces_in_play,
)

_SMALL, _LARGE = spaces_in_play(2), spaces_in_play(PLAYERS)
_LAST_COLUMN = sum(1 << COLUMNS * c + COLUMNS - 1 for c in range(len(CLASSES)))  # display slots
PICKS = 2  # creatures that each player drafts (R11)


# --- setup ------------------------------------------------------------------------------------------------------------


@kernel
def run_setup(s, t):
    """Ask for sides, then for scientists and cards in reverse turn order; then the first round begins (R6-R13)."""
    n = int(s.num_players)
    if s.node == Node.SIDE:
        while s.cursor < n and s.side[s.cursor] != TO_CHOOSE:
            s.cursor += 1
        if s.cursor < n:
            s.current_player = s.cursor
            return True
        _draw_order(s, t, n)
        s.node = Node.SCIENTIST
        s.cursor = 0
    if s.node == Node.SCIENTIST and s.cursor == n:
        s.node = Node.DRAFT
        s.cursor = 0
    if s.node == Node.DRAFT and s.cursor == PICKS * n:
        slide_display(s, t)
        refill_display(s, t)
        begin_planning(s, t)
        return False
    s.current_player = s.order[n - 1 - s.cursor % n]
    return True


@kernel
def _draw_order(s, t, n):
    """The turn order of round 1 at random, with its coins and medicine (R7, R12, R13, D52)."""
    for i in range(n):
        s.order[i] = i
    shuffle(s, s.order, 0, n)
    for i in range(n):
        s.coins[s.order[i]] = t.start_coins[n, i]
        s.medicine[s.order[i]] = t.start_medicine[n, i]


# --- planning ---------------------------------------------------------------------------------------------------------


@kernel
def begin_planning(s, t):
    """Reset the turn order from the reservation track (R16, R17); alone, place the first assistant (R76)."""
    s.phase = Phase.PLANNING
    s.node = Node.PLAN
    s.cursor = NONE
    if s.num_players > 2 and s.round > 1:
        _place_markers(s)
        place = 0
        for space in range(RESERVATIONS):
            if s.reserve[space] != NONE:
                s.order[place] = s.reserve[space]
                place += 1
    if s.num_players == 1:
        s.assistant |= 1 << int(t.solo_location[s.solo_deck[s.solo_pos]])


@kernel
def _place_markers(s):
    """In initiative order everybody without a marker on the track puts it on the leftmost empty space (R16)."""
    for i in range(s.num_players):
        p, empty, placed = s.order[i], NONE, False
        for space in range(RESERVATIONS - 1, -1, -1):
            placed = placed or s.reserve[space] == p
            if s.reserve[space] == NONE:
                empty = space
        if not placed:
            s.reserve[empty] = p


@kernel
def run_planning(s, t):
    """One player after the other resolves planning effects (D8, D9), then one after the other chooses locations."""
    n = int(s.num_players)
    if s.node == Node.SELECT:
        if s.cursor < n:
            s.current_player = s.order[s.cursor]
            return True
        _reveal(s, t)
        return False
    clear_bonuses(s)
    p = int(s.current_player)
    if s.unresolved == 0:
        s.cursor += 1
        if s.cursor == n:
            for space in range(RESERVATIONS):
                s.reserve[space] = NONE
            s.node = Node.SELECT
            s.cursor = 0
            return False
        p = int(s.order[s.cursor])
        s.current_player = p
        s.unresolved = _planning_effects(s, t, p)
    if all_pure(s, t, p):
        resolve_pure(s, t, p)
        return False
    s.node = Node.PLAN
    return True


@kernel
def reserved_space(s, p):
    """The space of `p`'s marker on the reservation track, or NONE."""
    for space in range(RESERVATIONS):
        if s.reserve[space] == p:
            return space
    return NONE


@kernel
def _planning_effects(s, t, p):
    """SCIENTIST and RESERVATION, where `p` has such an effect (R18, D5)."""
    effects = SCIENTIST * int(t.plan_lines[s.scientist[p], 0] != NONE)
    space = reserved_space(s, p)
    if space != NONE:
        effects |= RESERVATION * int(t.reservation_lines[space, 0] != NONE)
    return effects


@kernel
def plan_line(s, t, p, effect, i):
    """Line `i` of a planning effect that `p` has not resolved, else NONE."""
    if s.unresolved & effect == 0:
        return NONE
    if effect == SCIENTIST:
        return int(t.plan_lines[s.scientist[p], i])
    return int(t.reservation_lines[reserved_space(s, p), i])


@kernel
def is_pure(t, line):
    """Is this line never harmful? (D9)"""
    return t.line_kind[line] >= Kind.GAIN and t.line_kind[line] <= Kind.WILD


@kernel
def all_pure(s, t, p):
    """Are all lines of `p`'s unresolved planning effects pure?"""
    for effect in range(SCIENTIST, RESERVATION + 1):
        for i in range(2):
            line = plan_line(s, t, p, effect, i)
            if line != NONE and not is_pure(t, line):
                return False
    return True


@kernel
def resolve_pure(s, t, p):
    """Put the pure lines of the unresolved effects on the stack, the scientist's on top, and drop the others (D9)."""
    for effect in range(RESERVATION, SCIENTIST - 1, -1):
        for i in range(1, -1, -1):
            line = plan_line(s, t, p, effect, i)
            if line != NONE and is_pure(t, line):
                push_line(s, line)
    s.unresolved = 0


@kernel
def do_plan(s, t, p, effect):
    """Resolve one planning effect."""
    first, second = plan_line(s, t, p, effect, 0), plan_line(s, t, p, effect, 1)
    s.unresolved &= ~effect
    push_line(s, second)
    push_line(s, first)


@kernel
def _reveal(s, t):
    """A Noman goes to each chosen location (R21); alone, police and the second assistant come (R76)."""
    for p in range(s.num_players):
        s.on_location[p] = s.loc_choice[p]
        s.home[p] -= count_bits(int(s.loc_choice[p]))
        s.loc_choice[p] = 0
    if s.num_players == 1:
        card = int(s.solo_deck[s.solo_pos])
        for i in range(2):
            _place_police(s, int(t.solo_police[card, i]))
        s.solo_pos += 1
        s.assistant |= 1 << int(t.solo_location[s.solo_deck[s.solo_pos]])
    s.phase = Phase.RESEARCH
    s.node = Node.TURN
    s.cursor = 0
    s.current_player = s.order[0]


@kernel
def _place_police(s, advanced):
    """A police token blocks an advanced space (R77)."""
    s.adv[advanced] = POLICE
    s.free_spaces &= ~(1 << experiment_of(advanced))


@kernel
def experiment_of(advanced):
    """The experiment of an advanced space."""
    return advanced + 3 if advanced >= 6 else advanced + 1 + advanced // 2


# --- research and clean up --------------------------------------------------------------------------------------------


@kernel(hot=True)
def run_research(s, t):
    """Ask for a turn; after one, go on to the next player who has not passed, or end the phase (R25)."""
    p = int(s.current_player)
    if s.cur_space != NONE or has_bit(s.passed, p):
        end_action(s)
        if not _next_turn(s):
            _end_research(s, t)
            return False
    s.node = Node.TURN
    return True


@kernel(hot=True)
def _next_turn(s):
    n, place = int(s.num_players), int(s.cursor)
    for _ in range(n):
        place += 1
        place -= n * int(place >= n)
        if not has_bit(s.passed, s.order[place]):
            s.cursor = place
            s.current_player = s.order[place]
            return True
    return False


@kernel
def _end_research(s, t):
    """After the last round the game is over, else clean up and begin the next round (R14, R15)."""
    if is_last_round(s, t):
        end_game(s, t)
    else:
        _clean_up(s, t)
        begin_planning(s, t)


@kernel
def _clean_up(s, t):
    """Nomans and tokens come home, display and tiles change, what was used is ready again (R58-R62, R79)."""
    n = int(s.num_players)
    for p in range(n):
        if s.challenge != SURVIVAL:  # (D42)
            s.ep[p] -= int(t.injury_penalty[n]) * int(s.injured[p])
            s.injured[p] = 0
        s.home[p] = NOMANS - s.injured[p]
        s.sci_used[p] = 0
        s.used[p] = 0
    for space in range(len(ADVANCED)):
        s.adv[space] = NONE
    for area in range(len(AREAS)):
        for p in range(n):
            s.basic[area, p] = 0
    s.free_spaces = _SMALL if n < 3 else _LARGE
    s.assistant = 0
    discard_slots(s, int(t.solo_cleared[s.solo_deck[s.solo_pos]]) if n == 1 else _LAST_COLUMN)
    slide_display(s, t)
    refill_display(s, t)
    reveal_tiles(s, t)
    s.passed = 0
    s.round += 1
    if n == 2:  # (R71)
        first = s.order[0]
        s.order[0] = s.order[1]
        s.order[1] = first


@kernel
def end_game(s, t):
    """The game is over: final scoring, and nothing is in progress any more (R63)."""
    clear_scratch(s)
    s.over = ENDED
    s.phase = Phase.OVER
    s.node = Node.OVER
    s.current_player = NONE
    s.cursor = 0
    for p in range(s.num_players):
        s.score[p] = score_of(s, t, p)
