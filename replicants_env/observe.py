"""Writing what a player may know, the player rotated to the front (RULES.md section 9; numbers in `blocks`)."""

from __future__ import annotations

from arkade.bits import WORD, load_word, store_word
from arkade.jit import kernel
from arkade.records import NONE
from replicants_env.blocks import (
    FEWEST_PLAYERS,
    GROUPS,
    MOST_ANSWERS,
    MOST_BONUS_VP,
    MOST_IN_HAND,
    MOST_IN_QUESTION,
    MOST_LEVEL_UPS,
    MOST_PRODUCED,
    MOST_VP,
    OWN_DISCARD,
    SPENT,
    layout,
    starts,
)
from replicants_env.conditions import can_afford, covers, is_rapid, packed_hand
from replicants_env.effects import MAX_LEVEL, has_bit
from replicants_env.state import (
    CARDS,
    CREW,
    DEAL,
    DRONES,
    FIELD_CARDS,
    KINDS,
    PAIRS,
    ROOM_SOURCE,
    ROOMS,
    STATIC_BIT,
    Y_CARDS,
    Pend,
)
from replicants_env.tables import FEATURES

__all__ = ["layout", "observe"]

# --- where the kernels write, in the order of GROUPS ------------------------------------------------------------------

# In a group's first row, or its only one:
ROUND, STEP, QUESTION, ANSWERS_LEFT, OWN_TURN, USC, N_PLAYERS, IN_DECK, DRONES_PLACED, LEADER_VP = starts("global")
TO_ACT, FIRST_PLAYER, FIRST_DRONE = starts("seats")
PILES, X_AXIS, Y_AXIS, PAIRS_FREE, UNDEALT = starts("field")
PRESENT, HAND, PRODUCED, LOCKER, VP, BONUS_VP, DRONES_LEFT, AT_LEVEL, LEVEL_UPS, DOUBLES = starts("players")
(ROW_OF_CARDS,) = starts("cards")
(CREW_BY_ROOM,) = starts("crew")
CREW_ROOM, CREW_MOVED = starts("own_crew")
ROOM_BUILT, ROOM_BUILDER = starts("rooms")
(ARMED,) = starts("armed")
ASKING_FEATURES, ASKING_ROOM, IN_QUESTION, KINDS_PAID, LOWEST_ANSWER, STAGE = starts("pending")

PLAYER_WIDTH, CREW_WIDTH, ROOM_WIDTH = GROUPS["players"].width, GROUPS["own_crew"].width, GROUPS["rooms"].width

# Within one row:
REP_PRESENT, REP_LEVEL, REP_BLOCKED, REP_USED, REP_AFFORDABLE, REP_GAINED, REP_COST, REP_FEATURES = GROUPS[
    "own_reps"
].starts()
SETUP_FEATURES, SETUP_PRESENT, SETUP_L4, SETUP_DISCARD = GROUPS["setup"].starts()
OWN_REPS, REP_WIDTH = starts("own_reps")[0], GROUPS["own_reps"].width
SETUP, SETUP_WIDTH = starts("setup")[0], GROUPS["setup"].width


@kernel
def observe(s, t, player, out):
    """Write what `player` may know; every number is written."""
    out[:] = 0
    n = int(s.num_players)
    rapid = _rapid_players(s, t, n)
    _write_table(s, t, player, n, out)
    _write_field(s, out)
    for i in range(n):
        p = player + i
        p -= n * int(p >= n)
        _write_player(s, p, i, out)
        _write_row(s, p, i, rapid, out)
    _write_own_discard(s, player, n, out)
    _write_own_reps(s, t, player, rapid, out)
    if s.setup_hand[player, 0] != NONE:
        _write_setup(s, t, player, out)
    if s.usc:
        _write_station(s, t, player, n, out)
    if s.pend_kind != Pend.NOTHING:
        _write_question(s, t, out)


@kernel
def seat_from(player, p, n):
    """How many seats to the left of `player` `p` sits."""
    seat = p - player
    return int(seat + n * int(seat < 0))


@kernel
def _write_table(s, t, player, n, out):
    """Round, step, question, sizes, and who acts and begins."""
    out[ROUND] = s.round
    out[STEP + s.step] = 1
    out[QUESTION + s.pend_kind] = 1
    out[ANSWERS_LEFT] = min(MOST_ANSWERS, int(s.pend_left))
    out[OWN_TURN] = s.current_player == player
    out[USC] = s.usc
    out[N_PLAYERS + n - FEWEST_PLAYERS] = 1
    out[IN_DECK] = int(s.deck_len) - int(s.deck_pos)
    out[DRONES_PLACED] = s.drones_placed
    if s.current_player != NONE:
        out[TO_ACT + seat_from(player, s.current_player, n)] = 1
    out[FIRST_PLAYER + seat_from(player, s.first_player, n)] = 1
    out[FIRST_DRONE + seat_from(player, s.drone_first, n)] = 1
    leader = 0
    for p in range(n):
        leader = max(leader, int(s.vp[p]))
    out[LEADER_VP] = min(MOST_VP, leader)
    for r in range(KINDS):
        out[PILES + r] = s.supply[r]


@kernel
def one_of(kind):
    """A count of one of `kind`: four counts are added up in one number, a byte for each."""
    return 1 << (8 * int(kind))


@kernel
def _write_counts(counts, at, out):
    """Write four counts that were added up in one number."""
    for i in range(KINDS):
        out[at + i] = (counts >> (8 * i)) & 255


@kernel
def _write_field(s, out):
    """The two axes, the free intersections, and the set of undealt field cards."""
    if s.field_x[0] != NONE:
        on_x, on_y = 0, 0
        for i in range(s.num_players):
            on_x += one_of(s.field_x[i])
        for i in range(Y_CARDS):
            on_y += one_of(s.field_y[i])
        _write_counts(on_x, X_AXIS, out)
        _write_counts(on_y, Y_AXIS, out)
    for pair in range(PAIRS):
        out[PAIRS_FREE + pair] = s.pair_free[pair]
    undealt = 0
    for i in range(s.field_pos, FIELD_CARDS):
        undealt += one_of(s.field_deck[i])
    _write_counts(undealt, UNDEALT, out)


@kernel
def _write_player(s, p, i, out):
    """What player `p`, `i` seats to the left, has in resources, points and drones."""
    at = i * PLAYER_WIDTH
    out[PRESENT + at] = 1
    for r in range(KINDS):
        out[HAND + at + r] = min(MOST_IN_HAND, int(s.hand[p, r]))
        out[PRODUCED + at + r] = min(MOST_PRODUCED, int(s.produced[p, r]))
        out[LOCKER + at + r] = s.locker[p, r]
    out[VP + at] = min(MOST_VP, int(s.vp[p]))
    out[BONUS_VP + at] = min(MOST_BONUS_VP, int(s.bonus_vp[p]))
    left = 0
    for drone in range(DRONES):
        left += int(s.drone_pair[p, drone] == NONE)
    out[DRONES_LEFT + at] = left
    out[LEVEL_UPS + at] = min(MOST_LEVEL_UPS, int(s.level_ups[p]))
    out[DOUBLES + at] = s.doubles[p]


@kernel
def _rapid_players(s, t, n):
    """Bits of the players whose replicants gained this round may level this round."""
    bits = 0
    for p in range(n):
        if s.gained[p] != 0:
            bits |= int(is_rapid(s, t, p)) << p
    return bits


@kernel
def _blocked_slots(s, p, rapid):
    """Slots that may not level this round (R22, RULES.md 5.1)."""
    return int(s.levelled[p]) if has_bit(rapid, p) else int(s.levelled[p]) | int(s.gained[p])


@kernel
def _affordable_slots(s, t, p):
    """Slots below L4 whose next level is payable from the present hand (D27)."""
    bits, hand = 0, packed_hand(s, p)
    for slot in range(s.rep_count[p]):
        level = int(s.rep_level[p, slot])
        below_top = int(level < MAX_LEVEL)
        payable = covers(hand, t.cost_packed[s.rep_card[p, slot], level * below_top])
        bits |= (below_top & payable) << slot
    if s.armed[p] != 0 or has_bit(s.trig_mask[p], STATIC_BIT):
        bits |= _slots_with_discounts(s, t, p, hand)
    return bits


@kernel
def _slots_with_discounts(s, t, p, hand):
    bits = 0
    for slot in range(s.rep_count[p]):
        bits |= int(s.rep_level[p, slot] < MAX_LEVEL and can_afford(s, t, p, slot, hand)) << slot
    return bits


@kernel
def _write_row(s, p, i, rapid, out):
    """Level and freshness of each of `p`'s replicants by card, and how many are at each level."""
    blocked, used = _blocked_slots(s, p, rapid), int(s.used[p])
    cards = ROW_OF_CARDS + i * CARDS
    at_level = 0
    for slot in range(s.rep_count[p]):
        level = int(s.rep_level[p, slot])
        spent = used if level == MAX_LEVEL else blocked
        out[cards + s.rep_card[p, slot]] = 2 * level + SPENT * int(has_bit(spent, slot))
        at_level += one_of(level - 1)
    _write_counts(at_level, AT_LEVEL + i * PLAYER_WIDTH, out)


@kernel
def _write_own_discard(s, player, n, out):
    """The observer's own discard, as long as nobody has drawn it."""
    card = int(s.own_discard[player])
    if card == NONE:
        return
    for i in range(n):
        if out[ROW_OF_CARDS + i * CARDS + card] != 0:
            return
    out[ROW_OF_CARDS + card] = OWN_DISCARD


@kernel
def _write_own_reps(s, t, player, rapid, out):
    """The observer's replicants by slot: state, next cost and features."""
    blocked = _blocked_slots(s, player, rapid)
    affordable = _affordable_slots(s, t, player) & ~blocked
    used, gained = int(s.used[player]), int(s.gained[player])
    for slot in range(s.rep_count[player]):
        row = out[OWN_REPS + slot * REP_WIDTH : OWN_REPS + (slot + 1) * REP_WIDTH]
        card, level = s.rep_card[player, slot], int(s.rep_level[player, slot])
        below_top = int(level < MAX_LEVEL)
        row[REP_PRESENT] = 1
        row[REP_LEVEL + level - 1] = 1
        row[REP_BLOCKED] = below_top & (blocked >> slot)
        row[REP_USED] = (used >> slot) & 1
        row[REP_AFFORDABLE] = (affordable >> slot) & 1
        row[REP_GAINED] = (gained >> slot) & 1
        cost = t.cost[card, level * below_top]
        for r in range(KINDS):
            row[REP_COST + r] = cost[r]
        _copy_features(t, card, row[REP_FEATURES:])


@kernel
def _copy_features(t, card, row):
    """Write the features of a card."""
    for i in range(0, FEATURES, WORD):
        store_word(row, i, load_word(t.features[card], i))


@kernel
def _write_setup(s, t, player, out):
    """The observer's dealt hand and choices, until the reveal."""
    for i in range(DEAL):
        row = out[SETUP + i * SETUP_WIDTH : SETUP + (i + 1) * SETUP_WIDTH]
        _copy_features(t, s.setup_hand[player, i], row[SETUP_FEATURES : SETUP_FEATURES + FEATURES])
        row[SETUP_PRESENT] = 1
        row[SETUP_L4] = s.setup_l4[player] == i
        row[SETUP_DISCARD] = s.setup_disc[player] == i


@kernel
def _write_station(s, t, player, n, out):
    """Everybody's crew, the observer's own crew, rooms and their builders, armed rooms."""
    for i in range(n):
        p = (player + i) % n
        for crew in range(CREW):
            out[CREW_BY_ROOM + i * ROOMS + s.crew[p, crew]] += 1
        for room in range(t.n_rooms):
            out[ARMED + i * ROOMS + room] = has_bit(s.armed[p], room)
    for crew in range(CREW):
        out[CREW_ROOM + crew * CREW_WIDTH + s.crew[player, crew]] = 1
        out[CREW_MOVED + crew * CREW_WIDTH] = has_bit(s.crew_moved[player], crew)
    for room in range(t.n_rooms):
        at = room * ROOM_WIDTH
        out[ROOM_BUILT + at] = has_bit(s.room_built, room)
        if s.room_builder[room] != NONE:
            out[ROOM_BUILDER + at + seat_from(player, s.room_builder[room], n)] = 1


@kernel
def _write_question(s, t, out):
    """The sub-decision in progress, whoever takes it."""
    if s.pend_src >= ROOM_SOURCE:
        out[ASKING_ROOM + s.pend_src - ROOM_SOURCE] = 1
    else:
        card = s.rep_card[s.current_player, s.pend_src]
        _copy_features(t, card, out[ASKING_FEATURES : ASKING_FEATURES + FEATURES])
    for r in range(KINDS):
        out[IN_QUESTION + r] = min(MOST_IN_QUESTION, int(s.pend_vec[r]))
        out[KINDS_PAID + r] = has_bit(s.pend_paid, r)
    out[LOWEST_ANSWER] = s.pend_floor
    out[STAGE] = s.pend_stage
