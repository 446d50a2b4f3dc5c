"""Writing what a player may know, the player rotated to the front (RULES.md section 8; numbers in `blocks`).

Parts of a row are written in order: words of eight numbers may write zeros over the beginning of what follows.
"""

from __future__ import annotations

import numpy as np

from arkade.bits import WORD, load_word, spread_bits, store_word
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
    ROWS,
    SEA_SPACES,
    SLOTS_PER_ROW,
    TOKEN_KINDS,
)
from hiddenark_env.pieces import gross_cost_of, meets_needs
from hiddenark_env.scoring import award_points, count_tiles, score
from hiddenark_env.state import AT_LOCATION, ESCALATIONS_PER_TILE, FACEDOWN, N_COLOURS, N_RESOURCES
from hiddenark_env.turns import THRESHOLDS, refills_allowed

# --- where the kernels write: in the first row of each block ----------------------------------------------------------

PHASE, MODE, VARIANTS, N_PLAYERS, MAP, END_STATE, NUMBERS = starts("globals")[:7]
TO_ACT, SEAT = starts("globals")[-2:]
ROW, COUNTERS = starts("turn")[:2]
_TURN = dict(zip(GROUPS["turn"].parts, starts("turn"), strict=True))
TRANSIT, WAITING = _TURN["vessel in transit, or none"], _TURN["bonuses that wait"]
PARTNER, PAID_FOR = _TURN["partner of an odd unit, or none"], _TURN["what is paid for"]
PAYMENT, HOMEWARD = _TURN["argument of the payment"], _TURN["vessel on its way home, or none"]
IN_HAND = _TURN["class of the token"]
PRESENT, RES, SUM, STATIONS, VESSELS, COSTS, DISCOUNT, COLOURS, TILES = starts("players")[:9]
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
_ONES, _TOPS, _S7 = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080), np.uint64(7)


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
    for i in range(s.n_face_up):
        _write_token(t, s.face_up[i], DISPLAY + TOKEN_WIDTH * i, out)
    _write_locations(s, t, player, n, out)
    for f in range(FISH_SPACES):
        _write_fish(s, t, player, f, FISH_WIDTH * f, out)
    _write_vessels(s, t, player, n, out)
    _write_supply(s, out)


# --- several numbers at once ------------------------------------------------------------------------------------------


@kernel(hot=True)
def _least_bytes(x, most):
    """Each byte 0..127 of a word, cut at `most`."""
    y = _ONES * np.uint64(most)
    kept = ((y | _TOPS) - x) & _TOPS
    kept = kept - (kept >> _S7)
    return (x & kept) | (y & ~kept)


@kernel(hot=True)
def _write_cut(items, size, most, at, out):
    """Write `size` numbers 0..127, cut at `most`; eight at a time."""
    for w in range(size // WORD):
        store_word(out, at + WORD * w, _least_bytes(load_word(items, WORD * w), most))


@kernel(hot=True)
def _write_token(t, kind, at, out):
    """A token: class and effect, 15 numbers and a 0."""
    store_word(out, at, load_word(t.token_numbers[kind], 0))
    store_word(out, at + WORD, load_word(t.token_numbers[kind], WORD))


@kernel(hot=True)
def _cut(x, most):
    return max(0, min(int(x), most))


# --- the course of the game -------------------------------------------------------------------------------------------


@kernel
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
        out[TO_ACT + (int(s.current_player) - player + n) % n] = 1
    out[SEAT + player] = 1


@kernel
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
    for r in range(N_RESOURCES):
        out[WAITING + r] = _cut(s.pending[r], MOST_WAITING)
        out[WAITING + N_RESOURCES + r] = _cut(s.late[r], MOST_WAITING)
        out[WAITING + 2 * N_RESOURCES + r] = _cut(s.excess[r], MOST_WAITING)
    out[PARTNER + (s.excess_partner if s.excess_partner != NONE else N_RESOURCES)] = 1
    out[PAID_FOR + s.pay_kind] = 1
    out[PAYMENT] = _cut(s.pay_arg, MOST_ARGUMENT)
    out[PAYMENT + 1] = _cut(s.pay_give, MOST_GIVEN)
    out[PAYMENT + 2] = s.pay_min
    out[PAYMENT + 3] = s.take_min
    out[HOMEWARD + (s.return_vessel if s.return_vessel != NONE else PIECES)] = 1
    in_hand = max(int(s.install_token), int(s.award_token), int(s.gain_token))  # never two at once
    if in_hand != NONE:
        _write_token(t, in_hand, IN_HAND, out)


# --- players ----------------------------------------------------------------------------------------------------------


@kernel
def _write_player(s, t, p, at, out):
    out[at + PRESENT] = 1
    units = 0
    for r in range(N_RESOURCES):
        out[at + RES + r] = s.res[p, r]
        units += s.res[p, r]
        out[at + DISCOUNT + r] = _cut(s.discount[p, r], MOST_DISCOUNT)
    out[at + SUM] = units
    out[at + STATIONS] = s.n_station[p]
    out[at + VESSELS] = s.n_vessel[p]
    if s.n_station[p] < PIECES:
        out[at + COSTS] = t.station_cost[s.n_station[p]]
    if s.n_vessel[p] < PIECES:
        out[at + COSTS + 1] = t.vessel_cost[s.n_vessel[p]]
    for c in range(N_COLOURS):
        out[at + COLOURS + c] = s.colour_count[p, c]
    out[at + TILES] = count_tiles(s, p)
    out[at + FISH_VP] = _cut(s.fish_vp[p], MOST_FISH_VP)
    out[at + TOKEN_VP] = _cut(s.token_vp[p], MOST_TOKEN_VP)
    out[at + AWARD_VP] = _cut(award_points(s, t, p), MOST_AWARD_VP)
    out[at + SCORE] = _cut(score(s, t, p), MOST_SCORE)
    out[at + LAST_ROW + (s.last_row[p] if s.last_row[p] != NONE else N_ROWS)] = 1
    if s.held_bits[p] != 0:
        _write_cut(s.held[p], KEPT_KINDS, MOST_HELD, at + HELD, out)
    for row in range(N_ROWS):
        _write_bonuses(s, t, p, row, at + BONUSES + N_EFFECTS * row, out)
    spread_bits(out, at + SLOTS_FREE, s.free_slots[p])


@kernel
@wraps_around
def _write_bonuses(s, t, p, row, at, out):
    """What the tokens installed in a row give together, 12 numbers and four 0."""
    low, high = np.uint64(0), np.uint64(0)
    for slot in range(SLOTS_PER_ROW * row, SLOTS_PER_ROW * row + SLOTS_PER_ROW):
        kind = int(s.slot_token[p, slot])
        if kind != NONE:
            low += load_word(t.token_effect[kind], 0)
            high += load_word(t.token_effect[kind], WORD)
    store_word(out, at, _least_bytes(low, MOST_BONUS))
    store_word(out, at + WORD, _least_bytes(high, MOST_BONUS))


# --- the map ----------------------------------------------------------------------------------------------------------


@kernel
def _write_locations(s, t, player, n, out):
    for location in range(t.n_loc[s.board]):
        at = LOCATION_WIDTH * location
        out[at + EXISTS] = 1
        if s.loc_token[location] != NONE:
            _write_token(t, s.loc_token[location], at + LOCATION_TOKEN, out)
        owner = int(s.loc_owner[location])
        if owner != NONE:
            out[at + OWNER + (owner - player + n) % n] = 1
            for v in range(s.n_vessel[owner]):
                out[at + AT] += s.vessel_pos[owner, v] == AT_LOCATION + location


@kernel
def _write_fish(s, t, player, f, at, out):
    """A fish space; of a facedown tile only its escalation is known, of an empty one nothing but the vessels."""
    out[at + COLOUR + t.fish_colour[s.board, f]] = 1
    tile = int(s.fish_at[f])
    if tile == NONE:
        return
    out[at + FACE_UP_AT] = tile != FACEDOWN
    out[at + FACEDOWN_AT] = tile == FACEDOWN
    short, spare = 0, 0
    for r in range(N_RESOURCES):
        cost = gross_cost_of(s, t, f, r)
        net = max(0, cost - int(s.discount[player, r])) if tile != FACEDOWN else cost
        out[at + COST + r] = cost
        out[at + NET_COST + r] = net
        left = int(s.res[player, r]) - net
        if s.current_player == player:
            left += s.pending[r]
        short += max(0, -left)
        spare += max(0, left)
    if tile != FACEDOWN:
        for r in range(N_RESOURCES):
            out[at + TILE_DISCOUNT + r] = t.tile_discount[tile, r]
        out[at + TILE_VP] = t.tile_vp[tile]
        out[at + NEEDS] = t.tile_need_station[tile]
        out[at + NEEDS + 1] = t.tile_need_vessel[tile]
        out[at + MET] = meets_needs(s, t, player, tile)
        out[at + AFFORDABLE] = spare >= 2 * short
    if s.fish_token[f] != NONE:
        _write_token(t, s.fish_token[f], at + TILE_TOKEN, out)
    out[at + ESCALATIONS] = 0
    for i in range(ESCALATIONS_PER_TILE):
        if s.fish_esc[f, i] != NONE:
            out[at + ESCALATIONS] += 1
            out[at + ESCALATION_SUM] += t.esc_number[s.fish_esc[f, i]]
    out[at + BLOCKED] = s.blocker == f


@kernel
def _write_vessels(s, t, player, n, out):
    """Vessels and VP tokens by sea space, vessels by fish space, and where each own vessel is."""
    for i in range(n):
        p = (player + i) % n
        for v in range(s.n_vessel[p]):
            y = int(s.vessel_pos[p, v])
            if y < AT_LOCATION:
                out[SEA_WIDTH * y + (OWN + v if i == 0 else OTHERS + i - 1)] += 1
                if t.sea_fish[s.board, y] != NONE:
                    out[FISH_WIDTH * t.sea_fish[s.board, y] + VESSELS_ON + i] += 1
    for vp in range(t.n_vp[s.board]):
        if (int(s.vp_left) >> vp) & 1:
            out[SEA_WIDTH * t.vp_sea[s.board, vp] + VP_TOKEN] = t.vp_value[s.board, vp]
    for v in range(PIECES):
        at, place = VESSEL_WIDTH * v, int(s.vessel_pos[player, v])
        if place == NONE:
            out[at + STATE_OF] = 1
        elif place >= AT_LOCATION:
            out[at + STATE_OF + 1] = 1
            out[at + LOCATION_OF + place - AT_LOCATION] = 1
        else:
            out[at + STATE_OF + 2] = 1


@kernel
def _write_supply(s, out):
    _write_cut(s.pool, TOKEN_KINDS, MOST_COPIES, POOL, out)
    _write_cut(s.discard, TOKEN_KINDS, MOST_COPIES, DISCARD, out)
    spread_bits(out, UNDRAWN, s.undrawn)
    _write_cut(s.esc_left, ESCALATION_KINDS, MOST_ESCALATIONS, ESCALATIONS_LEFT, out)
    for a in range(AWARDS):
        out[ON_AWARDS + a] = _cut(s.award_tokens[a], MOST_AWARD_TOKENS)


assert SEA_SPACES == AT_LOCATION and LOCATIONS <= MOST_ARGUMENT + 1
