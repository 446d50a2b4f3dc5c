"""Running the lines on the stack: what asks nothing happens at once, the others open their question (RULES.md 4, 7)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import NONE
from arkade.rng import below
from biohack_env.creation import clear_create
from biohack_env.effects import (
    clear_bonuses,
    gain_line,
    has_bit,
    has_marker,
    is_last_round,
    pop_line,
    push_commons,
    push_effect,
)
from biohack_env.grammar import Kind
from biohack_env.state import REPORT_OPEN, TILE_SPACE, UNLOCK_OPEN, Node, Phase


@kernel
def run_line(s, t):
    """Run the top line of the stack; True where it asks something."""
    top = int(s.stack_len) - 1
    line = int(s.stack[top])
    kind = int(t.line_kind[line])
    if not has_bit(s.stack_open, top):
        if kind == Kind.GAIN:
            pop_line(s)
            gain_line(s, t, int(s.current_player), line)
            return False
        if not _begin(s, t, int(s.current_player), line, kind):
            return False
        s.stack_open |= 1 << top
    elif kind == Kind.CREATE and s.create_left == 0:
        clear_create(s)
        pop_line(s)
        return False
    s.node = t.node_of_kind[kind]
    if kind == Kind.BUY and s.look_class != NONE:
        s.node = Node.KEEP
    elif kind == Kind.CREATE and s.alloc_card != NONE:
        s.node = Node.ALLOC
    return True


@kernel
def _begin(s, t, p, line, kind):
    """Open a line's question, or do what it says and take it off the stack; True where it is open."""
    a, b = int(t.line_a[line]), int(t.line_b[line])
    match kind:
        case Kind.PICK | Kind.WILD:
            s.pick_left = a
        case Kind.DIE:
            roll_die(s, t)
            s.die_free += a
        case Kind.BUY:
            s.buy_left = a + s.bonus_buy
            s.buy_disc = b + s.bonus_disc
        case Kind.CREATE:
            s.create_left = a
            s.create_disc = b
        case Kind.DNA:
            s.dna_flags = REPORT_OPEN | UNLOCK_OPEN
            s.dna_price = a
        case Kind.REPORT:
            s.dna_flags = REPORT_OPEN
        case Kind.UNLOCK:
            s.dna_flags = UNLOCK_OPEN
            s.dna_price = a
        case Kind.TRADE:
            s.trade_left = a
        case Kind.ALLEY:
            pass
        case Kind.COMMON:
            return _begin_common(s, t, p, a)
        case Kind.RESERVE:
            if has_marker(s, p) or is_last_round(s, t) or s.num_players < 3:  # (D6, D7, R71)
                pop_line(s)
                return False
        case _:
            pop_line(s)
            _add(s, t, p, kind, a, b)
            return False
    return True


@kernel
def _add(s, t, p, kind, a, b):
    """What a common adds to the action; a visit's action."""
    match kind:
        case Kind.REROLL:
            s.die_free += a
        case Kind.EXTRA_BUY:
            s.bonus_buy += a
        case Kind.BUY_DISCOUNT:
            s.bonus_disc += a
        case Kind.VISIT:
            push_location(s, t, p, a, max(0, int(t.location_rows[s.num_players]) - 1 - b))


@kernel
def push_location(s, t, p, location, left):
    """Put a location's action with `left` Nomans there on the stack, the commons that improve it on top (D14)."""
    push_effect(s, t.location_lines[s.num_players, location, left])
    push_commons(s, t, p, location)


@kernel
def _begin_common(s, t, p, space):
    """Ask whether to activate a common where `p` can still act there this round, else activate it (D13)."""
    if s.phase == Phase.PLANNING or _may_return(s, t, p, int(t.card_location[s.tableau[p, space]])):
        return True
    activate(s, t, p, space)
    return False


@kernel
def _may_return(s, t, p, location):
    """Has `p` a Noman at the location, or does a free tile let visit it?"""
    if has_bit(s.on_location[p], location):
        return True
    for i in range(t.tiles_shown[s.num_players]):
        if s.tile[i] != NONE and has_bit(t.tile_visits[s.tile[i]], location) and has_bit(s.free_spaces, TILE_SPACE + i):
            return True
    return False


@kernel
def activate(s, t, p, space):
    """Activate the common that the top line stands for: its lines take its place (R43)."""
    pop_line(s)
    s.used[p] |= 1 << space
    push_effect(s, t.card_lines[s.tableau[p, space]])


@kernel(hot=True)
def roll_die(s, t):
    """Roll the danger die."""
    s.die_face = t.die[below(s, int(t.die_faces))]


# --- the end of a question --------------------------------------------------------------------------------------------


@kernel
def close_line(s):
    """End the question of the top line and take it off the stack."""
    _clear_question(s)
    pop_line(s)


@kernel
def _clear_question(s):
    """Forget what the question of this node has kept."""
    match s.node:
        case Node.PICK | Node.WILD:
            s.pick_left = 0
            s.pick_last = NONE
        case Node.DIE:
            s.die_face = NONE
            s.die_free = 0
        case Node.BUY | Node.KEEP:
            s.buy_left = 0
            s.buy_disc = 0
            s.buy_last = NONE
            s.bonus_buy = 0
            s.bonus_disc = 0
        case Node.ALLEY:
            s.alley_opt = NONE
            s.alley_last = NONE
            s.alley_paid = 0
            s.alley_gained = 0
            s.alley_flags = 0
        case Node.DNA:
            s.dna_flags = 0
            s.dna_price = 0
        case Node.TRADE:
            s.trade_left = 0
        case Node.CREATE:
            clear_create(s)


@kernel
def clear_scratch(s):
    """Nothing is in progress any more."""
    while s.stack_len > 0:
        pop_line(s)
    for node in range(Node.PICK, Node.IMPROVE + 1):
        s.node = node
        _clear_question(s)
    s.unresolved = 0
    end_action(s)


@kernel
def end_action(s):
    """Leave the space of the action when all its lines have run."""
    s.cur_space = NONE
    clear_bonuses(s)
