"""What a player may know, as small integers, with the player rotated to the front (RULES.md section 9).

GROUPS names every number and its bound once; the layout and the offsets that the kernels write to are read off it.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from arkade.jit import kernel
from arkade.layout import Block, ObservationLayout
from arkade.records import NONE
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
    PLAYERS,
    REPS,
    ROOM_SOURCE,
    ROOMS,
    Y_CARDS,
    Pend,
    Step,
)
from replicants_env.tables import FEATURE_BOUNDS, FEATURES

FEWEST_PLAYERS = 2
SPENT = 1  # in `cards`, added to 2 * level: spent for this round
OWN_DISCARD = 1  # in `cards`: the observer's own discard, not drawn yet

Bound = int | str | list[int]  # a string is the name of a bound that cards and options set; a list has one per number


@dataclasses.dataclass(frozen=True)
class Group:
    """`rows` rows of the same parts within a block; a part is its words, how many numbers it has, and their bound."""

    block: str
    rows: int
    parts: dict[str, tuple[int, Bound]]

    @property
    def width(self) -> int:
        """How many numbers one row holds."""
        return sum(size for size, _ in self.parts.values())

    def starts(self) -> list[int]:
        """Where each part begins in a row."""
        sizes = [size for size, _ in self.parts.values()]
        return [sum(sizes[:i]) for i in range(len(sizes))]

    def bounds(self, named: dict[str, np.ndarray]) -> np.ndarray:
        """The bounds of all rows."""
        row = [
            np.broadcast_to(named[bound] if isinstance(bound, str) else bound, size)
            for size, bound in self.parts.values()
        ]
        return np.tile(np.concatenate(row), self.rows)

    def words(self) -> str:
        """The parts for people: words [how many] (bound, where it is not 1)."""
        texts = []
        for words, (size, bound) in self.parts.items():
            many = f" [{size}]" if size > 1 else ""
            texts.append(words + many + (f" ({bound})" if isinstance(bound, str) or bound not in (1, [1]) else ""))
        return "; ".join(texts)


_FEATURES: dict[str, tuple[int, Bound]] = {"card features": (FEATURES, FEATURE_BOUNDS)}

GROUPS = {
    "global": Group(
        "global",
        1,
        {
            "round": (1, "max_rounds"),
            "step": (len(Step), 1),
            "open question": (len(Pend), 1),
            "answers left": (1, 8),
            "own turn": (1, 1),
            "usc": (1, 1),
            "2 to 6 players": (PLAYERS - FEWEST_PLAYERS + 1, 1),
            "cards in the deck": (1, 52),
            "drones placed": (1, 24),
            "VP of the leader": (1, 60),
        },
    ),
    "seats": Group(
        "seats",
        1,
        {"to act": (PLAYERS, 1), "first player": (PLAYERS, 1), "first drone": (PLAYERS, 1)},
    ),
    "field": Group(
        "field",
        1,
        {
            "piles": (KINDS, "supply"),
            "x axis": (KINDS, 4),
            "y axis": (KINDS, 4),
            "free intersections by pair": (PAIRS, 16),
            "undealt field cards": (KINDS, 4),
        },
    ),
    "players": Group(
        "players",
        PLAYERS,
        {
            "present": (1, 1),
            "hand": (KINDS, 12),
            "produced": (KINDS, 8),
            "locker": (KINDS, "shelf"),
            "VP": (1, 60),
            "bonus VP": (1, 40),
            "drones left": (1, DRONES),
            "replicants at L1, L2, L3, L4": (MAX_LEVEL, REPS),
            "level-ups": (1, 20),
            "doubles": (1, DRONES),
        },
    ),
    "cards": Group("cards", PLAYERS, {"2 level + spent, 1 own discard": (CARDS, 2 * MAX_LEVEL + SPENT)}),
    "own_reps": Group(
        "own_reps",
        REPS,
        {
            "present": (1, 1),
            "level": (MAX_LEVEL, 1),
            "may not level": (1, 1),
            "used": (1, 1),
            "affordable now": (1, 1),
            "gained": (1, 1),
            "next cost": (KINDS, 6),
            **_FEATURES,
        },
    ),
    "setup": Group(
        "setup", DEAL, {**_FEATURES, "present": (1, 1), "chosen as L4": (1, 1), "chosen as discard": (1, 1)}
    ),
    "crew": Group("usc", PLAYERS, {"crew by room": (ROOMS, CREW)}),
    "own_crew": Group("usc", CREW, {"room": (ROOMS, 1), "moved": (1, 1)}),
    "rooms": Group("usc", ROOMS, {"built": (1, 1), "builder": (PLAYERS, 1)}),
    "armed": Group("usc", PLAYERS, {"armed by room": (ROOMS, 1)}),
    "pending": Group(
        "pending",
        1,
        {
            **_FEATURES,
            "room": (ROOMS, 1),
            "cards in question": (KINDS, 8),
            "kinds paid": (KINDS, 1),
            "lowest answer": (1, REPS),
            "stage": (1, 2),
        },
    ),
}


def layout(tables_row: np.void, num_players: int, usc: bool, max_rounds: int) -> ObservationLayout:
    """The blocks of an observation; sizes are the same for all options, some bounds follow cards and options."""
    shelf = int(tables_row["shelf_total"])
    named = {
        "max_rounds": np.array([max_rounds]),
        "supply": tables_row["supply"],
        "shelf": np.full(KINDS, max(1, shelf // num_players)) if shelf else tables_row["supply"],  # U7
    }
    blocks = []
    for name in dict.fromkeys(group.block for group in GROUPS.values()):
        groups = [group for group in GROUPS.values() if group.block == name]
        bounds = np.concatenate([group.bounds(named) for group in groups])
        one = groups[0].rows == 1 or len(groups) > 1
        shape = (len(bounds),) if one else (groups[0].rows, groups[0].width)
        words = "; ".join(f"{g.rows} x ({g.words()})" if g.rows > 1 else g.words() for g in groups)
        blocks.append(Block(name, shape, bounds.reshape(shape), words))
    return ObservationLayout(blocks)


def _starts(name: str) -> list[int]:
    """Where the parts of a group's first row begin in the observation."""
    before = list(GROUPS)[: list(GROUPS).index(name)]
    start = sum(GROUPS[other].rows * GROUPS[other].width for other in before)
    return [start + at for at in GROUPS[name].starts()]


# --- where the kernels write: part by part, in the order of GROUPS ----------------------------------------------------

ROUND, STEP, QUESTION, ANSWERS_LEFT, OWN_TURN, USC, N_PLAYERS, IN_DECK, DRONES_PLACED, LEADER_VP = _starts("global")
TO_ACT, FIRST_PLAYER, FIRST_DRONE = _starts("seats")
PILES, X_AXIS, Y_AXIS, PAIRS_FREE, UNDEALT = _starts("field")
PRESENT, HAND, PRODUCED, LOCKER, VP, BONUS_VP, DRONES_LEFT, AT_LEVEL, LEVEL_UPS, DOUBLES = _starts("players")
(ROW_OF_CARDS,) = _starts("cards")
REP, REP_LEVEL, REP_BLOCKED, REP_USED, REP_AFFORDABLE, REP_GAINED, REP_COST, REP_FEATURES = _starts("own_reps")
SETUP_FEATURES, SETUP_PRESENT, SETUP_L4, SETUP_DISCARD = _starts("setup")
(CREW_BY_ROOM,) = _starts("crew")
CREW_ROOM, CREW_MOVED = _starts("own_crew")
ROOM_BUILT, ROOM_BUILDER = _starts("rooms")
(ARMED,) = _starts("armed")
ASKING_FEATURES, ASKING_ROOM, IN_QUESTION, KINDS_PAID, LOWEST_ANSWER, STAGE = _starts("pending")

PLAYER_WIDTH, REP_WIDTH, SETUP_WIDTH = GROUPS["players"].width, GROUPS["own_reps"].width, GROUPS["setup"].width
CREW_WIDTH, ROOM_WIDTH = GROUPS["own_crew"].width, GROUPS["rooms"].width


@kernel
def observe(s, t, player, out):
    """Write what `player` may know; every number is written."""
    out[:] = 0
    n = int(s.num_players)
    _write_table(s, t, player, n, out)
    _write_field(s, out)
    for i in range(n):
        p = player + i
        p -= n * int(p >= n)
        _write_player(s, p, i, out)
        _write_row(s, t, p, i, out)
    _write_own_discard(s, player, n, out)
    _write_own_reps(s, t, player, out)
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
    out[ANSWERS_LEFT] = min(8, int(s.pend_left))
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
    out[LEADER_VP] = min(60, leader)
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
        out[HAND + at + r] = min(12, int(s.hand[p, r]))
        out[PRODUCED + at + r] = s.produced[p, r]
        out[LOCKER + at + r] = s.locker[p, r]
    out[VP + at] = min(60, int(s.vp[p]))
    out[BONUS_VP + at] = min(40, int(s.bonus_vp[p]))
    left = 0
    for drone in range(DRONES):
        left += int(s.drone_pair[p, drone] == NONE)
    out[DRONES_LEFT + at] = left
    out[LEVEL_UPS + at] = min(20, int(s.level_ups[p]))
    out[DOUBLES + at] = s.doubles[p]


@kernel
def blocked_slots(s, t, p):
    """Slots that may not level this round (R22, RULES.md 5.1)."""
    if s.gained[p] == 0 or is_rapid(s, t, p):
        return int(s.levelled[p])
    return int(s.levelled[p]) | int(s.gained[p])


@kernel
def _write_row(s, t, p, i, out):
    """Level and freshness of each of `p`'s replicants by card, and how many are at each level."""
    blocked, used = blocked_slots(s, t, p), int(s.used[p])
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
def _write_features(t, card, at, out):
    """The features of a card."""
    features, part = t.features[card], out[at : at + FEATURES]
    for i in range(part.shape[0]):  # copied at once: its length is not known to the compiler, which would unroll it
        part[i] = features[i]


@kernel
def _write_own_reps(s, t, player, out):
    """The observer's replicants by slot: state, next cost and features."""
    blocked, hand = blocked_slots(s, t, player), packed_hand(s, player)
    no_discounts = s.armed[player] == 0 and not has_bit(s.trig_mask[player], Step.BUILD)
    for slot in range(s.rep_count[player]):
        at = slot * REP_WIDTH
        card, level = s.rep_card[player, slot], int(s.rep_level[player, slot])
        below_top = level < MAX_LEVEL
        may_not_level = has_bit(blocked, slot)
        before = level % MAX_LEVEL  # the row of costs: the first row, for L4, is zero
        if no_discounts:
            affordable = covers(hand, t.cost_packed[card, before])
        else:
            affordable = below_top and can_afford(s, t, player, slot)
        out[REP + at] = 1
        out[REP_LEVEL + at + level - 1] = 1
        out[REP_BLOCKED + at] = below_top & may_not_level
        out[REP_USED + at] = has_bit(s.used[player], slot)
        out[REP_AFFORDABLE + at] = below_top & (not may_not_level) & affordable
        out[REP_GAINED + at] = has_bit(s.gained[player], slot)
        for r in range(KINDS):
            out[REP_COST + at + r] = t.cost[card, before, r]
        _write_features(t, card, REP_FEATURES + at, out)


@kernel
def _write_setup(s, t, player, out):
    """The observer's dealt hand and choices, until the reveal."""
    for i in range(DEAL):
        at = i * SETUP_WIDTH
        out[SETUP_PRESENT + at] = 1
        out[SETUP_L4 + at] = s.setup_l4[player] == i
        out[SETUP_DISCARD + at] = s.setup_disc[player] == i
        _write_features(t, s.setup_hand[player, i], SETUP_FEATURES + at, out)


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
        _write_features(t, s.rep_card[s.current_player, s.pend_src], ASKING_FEATURES, out)
    for r in range(KINDS):
        out[IN_QUESTION + r] = min(8, int(s.pend_vec[r]))
        out[KINDS_PAID + r] = has_bit(s.pend_paid, r)
    out[LOWEST_ANSWER] = s.pend_floor
    out[STAGE] = s.pend_stage
