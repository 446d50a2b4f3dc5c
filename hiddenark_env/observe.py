"""Writing what a player may know, the player rotated to the front (RULES.md section 8; numbers in `blocks`).

Parts of a row are written in order: words of eight numbers may write zeros over the beginning of what follows.
"""

from __future__ import annotations

import numpy as np

from arkade.bits import (
    CHUNK,
    WORD,
    cap_bytes,
    cap_chunk,
    cap_shorts,
    least_bytes,
    load_word,
    lowest_bit,
    reach_bytes,
    spread_byte,
    store_word,
    subtract_bytes,
    sum_bytes,
)
from arkade.jit import kernel, wraps_around
from arkade.records import NONE
from hiddenark_env.blocks import (
    GROUPS,
    MOST_ARGUMENT,
    MOST_AWARD_TOKENS,
    MOST_AWARD_VP,
    MOST_BONUS,
    MOST_COPIES,
    MOST_DISCOUNT,
    MOST_ESCALATIONS,
    MOST_FISH_VP,
    MOST_GIVEN,
    MOST_GRANTS,
    MOST_HELD,
    MOST_MOVES,
    MOST_POOL,
    MOST_ROUNDS,
    MOST_SCORE,
    MOST_TOKEN_VP,
    MOST_WAITING,
    starts,
)
from hiddenark_env.components import (
    AWARDS,
    EFFECTS,
    ESCALATION_KINDS,
    FISH_SPACES,
    KEPT_KINDS,
    LOCATIONS,
    PIECES,
    PLAYERS,
    ROWS,
    SEA_SPACES,
    SLOTS,
    SLOTS_PER_ROW,
    TILES,
    TOKEN_KINDS,
)
from hiddenark_env.scoring import award_points, colours_of, score_beside_awards
from hiddenark_env.state import AT_LOCATION, FACE_UP, FACEDOWN, N_COLOURS, N_RESOURCES, THRESHOLDS
from hiddenark_env.tables import BEFORE_TILES
from hiddenark_env.turns import refills_allowed

# --- where the kernels write: in the first row of each block ----------------------------------------------------------

PHASE, MODE, VARIANTS, N_PLAYERS, MAP, END_STATE, NUMBERS = starts("globals")[:7]
TO_ACT, SEAT = starts("globals")[-2:]
ROW, COUNTERS = starts("turn")[:2]
_TURN = dict(zip(GROUPS["turn"].parts, starts("turn"), strict=True))
TRANSIT, WAITING = _TURN["vessel in transit, or none"], _TURN["bonuses that wait"]
PARTNER, PAID_FOR = _TURN["partner of an odd unit, or none"], _TURN["what is paid for"]
PAYMENT, HOMEWARD = _TURN["argument of the payment"], _TURN["vessel on its way home, or none"]
IN_HAND = _TURN["class of the token"]
PRESENT, _, _, _, VESSELS, COSTS, DISCOUNT, COLOURS, _ = starts("players")[:9]
_PLAYER = starts("players")[9:]
FISH_VP, TOKEN_VP, AWARD_VP, SCORE, LAST_ROW, HELD, BONUSES, SLOTS_FREE = _PLAYER
DISPLAY, (EXISTS, OWNER, AT, LOCATION_TOKEN) = starts("face_up")[0], starts("locations")[:4]
COLOUR, FACE_UP_AT, FACEDOWN_AT, COST, NET_COST, TILE_DISCOUNT, TILE_VP, NEEDS, MET, AFFORDABLE = starts("fish")[:10]
_FISH = starts("fish")[10:]
TILE_TOKEN, ESCALATIONS, ESCALATION_SUM, BLOCKED, VESSELS_ON = _FISH[0], *_FISH[2:]
OWN, OTHERS, VP_TOKEN = starts("sea")
STATE_OF, LOCATION_OF = starts("own_vessels")
POOL, DISCARD, UNDRAWN, ESCALATIONS_LEFT, ON_AWARDS = starts("supply")

PLAYER_WIDTH, LOCATION_WIDTH, FISH_WIDTH = (GROUPS[name].width for name in ("players", "locations", "fish"))
SEA_WIDTH, VESSEL_WIDTH, TOKEN_WIDTH = (GROUPS[name].width for name in ("sea", "own_vessels", "face_up"))
N_ROWS, N_EFFECTS = len(ROWS), len(EFFECTS)
MOST_BYTE = 127  # in a word of eight numbers


def _owned() -> np.ndarray:
    """How a location's numbers begin: by number of players less 1, observer, and 1 + owner."""
    words = np.ones((PLAYERS, PLAYERS, 1 + PLAYERS), np.uint64)
    for last, player, owner in np.ndindex(PLAYERS, PLAYERS, PLAYERS):
        words[last, player, 1 + owner] += np.uint64(1 << 8 * (OWNER - EXISTS + (owner - player) % (1 + last)))
    return words


def _counted() -> np.ndarray:
    """Where a vessel is counted: by seats after the observer, vessel, and 1 + where it is.

    Those not built are counted in what `_write_fish` writes.
    """
    places = np.empty((PLAYERS, PIECES, 1 + SEA_SPACES + LOCATIONS), np.uint16)
    for i, v in np.ndindex(PLAYERS, PIECES):
        at_sea = [SEA_WIDTH * y + (OWN + v if i == 0 else OTHERS + i - 1) for y in range(SEA_SPACES)]
        places[i, v] = [FISH_WIDTH + COLOUR, *at_sea, *(LOCATION_WIDTH * at + AT for at in range(LOCATIONS))]
    return places


_OWNED, _COUNTED = _owned(), _counted()
_FOUR, _FIVE = np.uint64(0xFFFFFFFF), np.uint64(0xFFFFFFFFFF)  # the first of them
_S8, _S32, _S40, _S48 = np.uint64(8), np.uint64(32), np.uint64(40), np.uint64(48)
_TWO_ONES = np.uint64(0x0101)


@kernel
def observe(s, t, player, out):
    """Write what `player` may know; every number is written."""
    out[:] = 0
    n = int(s.num_players)
    _write_globals(s, player, n, out)
    _write_turn(s, t, out)
    for i in range(n):
        p = player + i
        p -= n * int(p >= n)
        _write_player(s, t, p, PLAYER_WIDTH * i, out)
    _write_bonuses(s, t, player, n, out)
    for i in range(FACE_UP):
        _write_token(t, s.face_up[i], DISPLAY + TOKEN_WIDTH * i, out)
    _write_locations(s, t, player, n, out)
    _write_vessels(s, t, player, n, out)
    _write_fish(s, t, player, out)
    _write_own_vessels(s, player, out)
    _write_supply(s, out)


@kernel(hot=True)
def _seat(p, player, n):
    """How many seats after `player` `p` sits."""
    return p - player + n * int(p < player)


# --- several numbers at once ------------------------------------------------------------------------------------------


@kernel(hot=True)
def _byte(number, place):
    """A number 0..255 as a byte of a word."""
    return np.uint64(number) << np.uint64(8 * place)


@kernel(hot=True)
def _row(kind):
    """The row of a kind in a table whose first row stands for NONE; unsigned, so that nothing looks for its sign."""
    return np.uint64(1 + kind)


@kernel(hot=True)
def _write_token(t, kind, at, out):
    """A token: class and effect, 15 numbers and a 0; zeros for NONE."""
    row = _row(kind)
    first, second = load_word(t.token_numbers[row], 0), load_word(t.token_numbers[row], WORD)
    store_word(out, at, first)
    store_word(out, at + WORD, second)


@kernel(hot=True)
def _cut(x, most):
    return max(0, min(int(x), most))


# --- the course of the game -------------------------------------------------------------------------------------------


@kernel(hot=True)
def _write_globals(s, player, n, out):
    out[PHASE + s.phase] = 1
    out[MODE + s.mode] = 1
    out[VARIANTS] = s.discovery
    out[VARIANTS + 1] = s.uphill
    out[VARIANTS + 2] = s.long_game
    out[N_PLAYERS + n - 1] = 1
    out[MAP + s.board] = 1
    out[END_STATE + s.end_state] = 1
    out[NUMBERS] = _cut(s.round, MOST_ROUNDS)
    out[NUMBERS + 1] = s.refills_done
    out[NUMBERS + 2] = _cut(refills_allowed(s) - int(s.refills_done), MOST_POOL)
    out[NUMBERS + 3] = s.tiles_left
    out[NUMBERS + 4] = THRESHOLDS[n - 1]
    out[NUMBERS + 5] = _cut(s.pool_n, MOST_POOL)
    out[NUMBERS + 6] = s.n_face_up
    out[NUMBERS + 7] = s.blocker != NONE
    if s.current_player != NONE:
        out[TO_ACT + _seat(s.current_player, player, n)] = 1
    out[SEAT + player] = 1


@kernel(hot=True)
def _write_turn(s, t, out):
    out[ROW + (s.row if s.row != NONE else N_ROWS)] = 1
    out[COUNTERS] = _cut(s.moves, MOST_MOVES)
    out[COUNTERS + 1] = s.move_open
    out[COUNTERS + 2] = s.op_rescue
    out[COUNTERS + 3] = _cut(s.rescues, MOST_GRANTS)
    out[COUNTERS + 4] = _cut(s.builds, MOST_GRANTS)
    out[COUNTERS + 5] = _cut(s.installs, MOST_GRANTS)
    out[COUNTERS + 6] = s.upgrade_open
    out[COUNTERS + 7] = _cut(s.science_left, MOST_GRANTS)
    out[COUNTERS + 8] = _cut(s.any_left, MOST_GRANTS)
    out[COUNTERS + 9] = s.opp_left
    out[COUNTERS + 10] = s.flip_due
    out[COUNTERS + 11] = s.remove_due
    out[COUNTERS + 12] = s.investigated
    out[TRANSIT + (s.transit if s.transit != NONE else PIECES)] = 1
    store_word(out, WAITING, cap_shorts(s.pending, 0, MOST_WAITING))
    store_word(out, WAITING + N_RESOURCES, cap_shorts(s.late, 0, MOST_WAITING))
    store_word(out, WAITING + 2 * N_RESOURCES, cap_shorts(s.excess, 0, MOST_WAITING) & _FIVE)
    out[PARTNER + (s.excess_partner if s.excess_partner != NONE else N_RESOURCES)] = 1
    out[PAID_FOR + s.pay_kind] = 1
    out[PAYMENT] = _cut(s.pay_arg, MOST_ARGUMENT)
    out[PAYMENT + 1] = _cut(s.pay_give, MOST_GIVEN)
    out[PAYMENT + 2] = s.pay_min
    out[PAYMENT + 3] = s.take_min
    out[HOMEWARD + (s.return_vessel if s.return_vessel != NONE else PIECES)] = 1
    in_hand = max(int(s.install_token), int(s.award_token), int(s.gain_token))  # never two at once
    _write_token(t, in_hand, IN_HAND, out)


# --- players ----------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def _write_player(s, t, p, at, out):
    """What lies before `p`; words first, single numbers over what they wrote beyond."""
    n_station, n_vessel, units = int(s.n_station[p]), int(s.n_vessel[p]), load_word(s.res[p], 0) & _FIVE
    store_word(out, at + PRESENT, _byte(1, 0) | units << _S8 | _byte(sum_bytes(units), 6) | _byte(n_station, 7))
    out[at + VESSELS] = n_vessel
    out[at + COSTS] = t.station_cost[n_station * int(n_station < PIECES)]
    out[at + COSTS + 1] = t.vessel_cost[n_vessel * int(n_vessel < PIECES)]
    store_word(out, at + DISCOUNT, cap_shorts(s.discount[p], 0, MOST_DISCOUNT))
    colours, award = colours_of(s, p), award_points(s, t, p)
    store_word(out, at + COLOURS, colours | _byte(sum_bytes(colours), N_COLOURS))
    out[at + FISH_VP] = min(int(s.fish_vp[p]), MOST_FISH_VP)
    out[at + TOKEN_VP] = min(int(s.token_vp[p]), MOST_TOKEN_VP)
    out[at + AWARD_VP] = _cut(award, MOST_AWARD_VP)
    out[at + SCORE] = _cut(score_beside_awards(s, t, p) + award, MOST_SCORE)
    out[at + LAST_ROW + (s.last_row[p] if s.last_row[p] != NONE else N_ROWS)] = 1
    cap_chunk(s.held[p], 0, MOST_HELD, out, at + HELD)


@kernel(hot=True)
@wraps_around
def _write_bonuses(s, t, player, n, out):
    """What the tokens installed in each row give together, then which slots are free: words reach beyond a row."""
    taken = 0  # bits by player and slot
    for p in range(PLAYERS):
        taken |= (int(t.all_slots) & ~int(s.free_slots[p])) << (SLOTS * p)
    low, high, before = np.uint64(0), np.uint64(0), NONE
    while taken != 0:
        place = lowest_bit(taken)
        row, kind = place // SLOTS_PER_ROW, int(s.slot_token[place // SLOTS, place % SLOTS])
        same_row = np.uint64(row == before)
        low = low * same_row + load_word(t.token_effect[np.uint64(kind)], 0)
        high = high * same_row + load_word(t.token_effect[np.uint64(kind)], WORD)
        at = PLAYER_WIDTH * _seat(row // N_ROWS, player, n) + BONUSES + N_EFFECTS * (row % N_ROWS)
        store_word(out, at, cap_bytes(low, MOST_BONUS))
        store_word(out, at + WORD, cap_bytes(high, MOST_BONUS))
        before = row
        taken &= taken - 1
    for p in range(n):
        at = PLAYER_WIDTH * _seat(p, player, n) + SLOTS_FREE
        store_word(out, at, spread_byte(s.free_slots[p]))
        store_word(out, at + WORD, spread_byte(s.free_slots[p] >> WORD))


# --- the map ----------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def _write_locations(s, t, player, n, out):
    """A word for owner and the beginning of the token, then the token over its end."""
    for location in range(t.n_loc[np.uint64(s.board)]):
        at, owner = LOCATION_WIDTH * location, _row(s.loc_owner[location])
        store_word(out, at + EXISTS, _OWNED[np.uint64(n - 1), np.uint64(player), owner])
        _write_token(t, s.loc_token[location], at + LOCATION_TOKEN, out)


@kernel(hot=True)
def _write_fish(s, t, player, out):
    """The fish spaces; of a facedown tile only its escalation is known, of an empty one nothing but the vessels."""
    held, discounts, units = np.uint64(0), cap_shorts(s.discount[player], 0, MOST_BYTE) & _FIVE, 0
    for r in range(N_RESOURCES):
        have = int(s.res[player, r]) + int(s.current_player == player) * int(s.pending[r])
        held |= _byte(min(have, MOST_BYTE), r)
        units += have
    pieces = _byte(s.n_station[player], NEEDS - TILE_DISCOUNT) | _byte(s.n_vessel[player], NEEDS + 1 - TILE_DISCOUNT)
    for f in range(FISH_SPACES):
        _write_fish_space(s, t, f, held, discounts, units, pieces, FISH_WIDTH * f, out)


@kernel(hot=True)
def _write_fish_space(s, t, f, held, discounts, units, pieces, at, out):
    """One of them, where the player has `held` of each resource, `units` in all, `discounts` and `pieces`."""
    tile = int(s.fish_at[f])
    is_up, row = int(tile >= 0), np.uint64(tile + BEFORE_TILES)
    added = load_word(t.esc_numbers[_row(s.fish_esc[f, 0])], 0) + load_word(t.esc_numbers[_row(s.fish_esc[f, 1])], 0)
    cost = load_word(t.tile_costs[row], 0) + (added & _FIVE)
    net = subtract_bytes(cost, discounts * np.uint64(is_up))
    numbers = load_word(t.tile_numbers[row], 0)
    colour = load_word(t.fish_head[np.uint64(s.board), f], 0)
    store_word(out, at + COLOUR, colour | _byte(is_up, N_COLOURS) | _byte(int(tile == FACEDOWN), N_COLOURS + 1))
    store_word(out, at + COST, cost)
    store_word(out, at + NET_COST, net)
    store_word(out, at + TILE_DISCOUNT, numbers)
    out[at + MET] = is_up & int(reach_bytes(pieces, numbers) >> _S48 == _TWO_ONES)
    paid = sum_bytes(least_bytes(held, net))  # the other units may stand for the rest, two for one (R42)
    out[at + AFFORDABLE] = is_up & int(units - paid >= 2 * (sum_bytes(net) - paid))
    token = t.token_numbers[_row(s.fish_token[f])]
    token_end = load_word(token, WORD)
    store_word(out, at + TILE_TOKEN, load_word(token, 0))
    store_word(out, at + TILE_TOKEN + WORD, token_end)
    here = load_word(out, SEA_WIDTH * t.fish_sea[np.uint64(s.board), f] + OWN)
    vessels = np.uint64(sum_bytes(here & _FOUR)) | (here >> _S32 << _S8) & _FOUR
    escalation = added >> _S40 | _byte(int(s.blocker == f), BLOCKED - ESCALATIONS)
    store_word(out, at + ESCALATIONS - 1, token_end >> _S48 | escalation << _S8 | vessels << _S32)


@kernel(hot=True)
def _write_vessels(s, t, player, n, out):
    """Vessels by location and sea space; VP tokens."""
    for i in range(n):
        p = player + i
        p -= n * int(p >= n)
        for v in range(PIECES):
            out[_COUNTED[np.uint64(i), np.uint64(v), _row(s.vessel_pos[p, v])]] += 1
    board, left = np.uint64(s.board), int(s.vp_left)
    for vp in range(t.n_vp[board]):
        out[SEA_WIDTH * t.vp_sea[board, vp] + VP_TOKEN] = t.vp_value[board, vp] * (left >> vp & 1)


@kernel(hot=True)
def _write_own_vessels(s, player, out):
    """Where each vessel of the player is."""
    for v in range(PIECES):
        at, place = VESSEL_WIDTH * v, int(s.vessel_pos[player, v])
        where = STATE_OF + int(place >= 0) + int(0 <= place < AT_LOCATION)
        out[at + where] = 1
        out[at + (LOCATION_OF + place - AT_LOCATION if place >= AT_LOCATION else where)] = 1


@kernel(hot=True)
def _write_supply(s, out):
    """Pool, used tokens, undrawn tiles, escalation tokens, tokens on awards: in this order, as words reach beyond."""
    for at in range(0, TOKEN_KINDS, CHUNK):
        cap_chunk(s.pool, at, MOST_COPIES, out, POOL + at)
        cap_chunk(s.discard, at, MOST_COPIES, out, DISCARD + at)
    for at in range(0, TILES, WORD):
        store_word(out, UNDRAWN + at, spread_byte(s.undrawn >> at))
    for at in range(0, ESCALATION_KINDS, WORD):
        store_word(out, ESCALATIONS_LEFT + at, cap_bytes(load_word(s.esc_left, at), MOST_ESCALATIONS))
    for a in range(AWARDS):
        out[ON_AWARDS + a] = min(int(s.award_tokens[a]), MOST_AWARD_TOKENS)


assert SEA_SPACES == AT_LOCATION and LOCATIONS <= MOST_ARGUMENT + 1 and KEPT_KINDS == CHUNK
