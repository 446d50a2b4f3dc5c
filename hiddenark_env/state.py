"""The STATE record of Hidden Ark, its sizes and codes (RULES.md section 7)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from arkade.records import NONE, state_dtype
from hiddenark_env.components import (
    AWARDS,
    COLOURS,
    ESCALATION_KINDS,
    FISH_SPACES,
    KEPT_KINDS,
    LOCATIONS,
    MODES,
    PIECES,
    PLAYERS,
    RESOURCES,
    SEA_SPACES,
    SLOTS,
    TOKEN_KINDS,
)

N_RESOURCES, N_SCIENCES, MONEY = len(RESOURCES), len(RESOURCES) - 1, len(RESOURCES) - 1
N_COLOURS = len(COLOURS)
FACE_UP, DISPLAY = 5, 4  # tokens face up in step 1; after setup and refills (R4, R10, R47)
ESCALATIONS_PER_TILE = 2  # (R57)
FACEDOWN = -2  # of `fish_at`; NONE is an empty space
AT_LOCATION = SEA_SPACES  # of `vessel_pos`: AT_LOCATION + location; below it sea spaces
THRESHOLDS = (7, 6, 5, 4)  # tiles at which a refill is due, by number of players (R44, R63)
REFILLS, REFILLS_IN_LONG_GAME = 2, 3  # (R49, R66)
COMPETITIVE, COOP, SOLO = range(len(MODES))


class Phase(IntEnum):
    """The kind of decision awaited from the current player (RULES.md 5.1)."""

    SETUP = 0
    OPPORTUNITY = 1
    FLIP = 2
    REMOVE = 3
    AWARD = 4
    CHOOSE = 5
    MAIN = 6
    PAY = 7
    SLOT = 8
    RETURN = 9
    OVERFLOW = 10
    BLOCK = 11
    OVER = 12


class Row(IntEnum):
    """The action rows of a player board."""

    BUILD = 0
    OPERATION = 1
    UPGRADE = 2
    RESEARCH = 3


class Pay(IntEnum):
    """What is being paid for."""

    NOTHING = 0
    DEDICATION = 1  # argument: row
    EXTEND = 2
    STATION = 3  # location
    VESSEL = 4  # index of the station
    RESCUE = 5  # vessel
    INSTALL = 6  # slot


STATE = state_dtype(
    [
        ("rng", "u8"),  # splitmix64 counter (D43); seen by nobody
        ("free_locations", "i8"),  # cache: bits of locations without a station
        ("held_bits", "i8", PLAYERS),  # cache: bits of the kinds in `held`
        # options
        ("num_players", "i1"),  # 1..4
        ("mode", "i1"),  # COMPETITIVE, COOP, SOLO
        ("discovery", "i1"),
        ("uphill", "i1"),
        ("long_game", "i1"),
        ("board", "i1"),  # map
        ("max_rounds", "i4"),  # 1..65535
        # the course of the game
        ("current_player", "i1"),  # player to act; NONE when over
        ("phase", "i1"),  # Phase
        ("base", "i1"),  # Phase.SETUP, OPPORTUNITY or MAIN: where the other phases return to
        ("end_state", "i1"),  # 1 triggered, 2 final round (D30)
        ("refills_done", "i1"),
        ("over", "i1"),  # 0 live, 1 ended (D30), 2 stopped by max_rounds (D40)
        ("round", "i4"),  # 0 in setup, then 1..max_rounds
        ("step_count", "i4"),  # micro-actions played
        # step 1 of a turn
        ("opp_left", "i1"),  # repetitions left, this one included
        ("opp_done", "i1"),  # 1: the token of this repetition is taken
        ("flip_due", "i1"),  # 1: a face-up token must be flipped
        ("remove_due", "i1"),  # 1: a face-up token must be removed (R62)
        ("award_token", "i1"),  # removed token that waits for an award, NONE
        # step 2 of a turn
        ("row", "i1"),  # chosen row, NONE
        ("transit", "i1"),  # vessel on a full space, which must go on (D12), NONE
        ("moves", "i2"),
        ("rescues", "i2"),
        ("builds", "i2"),
        ("installs", "i2"),
        ("science_left", "i2"),
        ("any_left", "i2"),
        ("move_open", "i1"),  # 1: movement was granted in this turn (D11)
        ("op_rescue", "i1"),  # 1: the rescue of the Operation row is left (D10)
        ("upgrade_open", "i1"),  # 1: an Upgrade action was granted in this turn (D21)
        ("take_min", "i1"),  # lowest track of the next free gain
        ("investigated", "i1"),  # 1: has flipped a tile in this turn (R64)
        ("turn_done", "i1"),
        ("pending", "i2", N_RESOURCES),  # row bonuses that wait for room (D17)
        ("late", "i2", N_RESOURCES),  # units on a track that make way (D17)
        ("excess", "i2", N_RESOURCES),  # overflow (R43)
        ("excess_partner", "i1"),  # resource paired with an odd unit of overflow, NONE
        ("pay_give", "i2"),  # units still to give
        ("pay_kind", "i1"),  # Pay
        ("pay_arg", "i1"),
        ("pay_min", "i1"),  # lowest resource that may still be given
        ("return_vessel", "i1"),  # vessel on its way home, NONE
        ("gain_token", "i1"),  # token received just now, NONE
        ("install_token", "i1"),  # upgrade token in hand, NONE
        ("block_due", "i1"),  # 1: the solo blocker must move (R61)
        ("refill_due", "i1"),  # 1: a tile was rescued, tiles must be counted (D28)
        # players
        ("res", "i1", (PLAYERS, N_RESOURCES)),  # tracks
        ("colour_count", "i1", (PLAYERS, N_COLOURS)),  # own tiles by colour
        ("discount", "i2", (PLAYERS, N_RESOURCES)),  # of own tiles
        ("fish_vp", "i2", PLAYERS),  # of own tiles
        ("token_vp", "i4", PLAYERS),  # of VP tokens and `vp` effects
        ("fish_own", "i4", PLAYERS),  # bits by tile
        ("n_station", "i1", PLAYERS),  # on the map
        ("n_vessel", "i1", PLAYERS),
        ("station_loc", "i1", (PLAYERS, PIECES)),  # location, NONE
        ("vessel_pos", "i1", (PLAYERS, PIECES)),  # sea space, AT_LOCATION + location, NONE not built
        ("held", "i1", (PLAYERS, KEPT_KINDS)),  # kept tokens by kind
        ("slot_token", "i1", (PLAYERS, SLOTS)),  # installed kind, NONE
        ("free_slots", "i4", PLAYERS),  # cache: bits of slots that exist and are empty
        ("last_row", "i1", PLAYERS),  # NONE before the first turn
        # the map
        ("loc_owner", "i1", LOCATIONS),  # NONE
        ("loc_token", "i1", LOCATIONS),  # NONE
        ("fish_at", "i1", FISH_SPACES),  # tile, NONE empty, FACEDOWN
        ("fish_token", "i1", FISH_SPACES),  # NONE
        ("fish_esc", "i1", (FISH_SPACES, ESCALATIONS_PER_TILE)),  # NONE
        ("undrawn", "i4"),  # bits of tiles that nobody has seen yet
        ("vp_left", "i2"),  # bits of VP spaces that still hold a token
        ("sea_count", "i1", SEA_SPACES),  # cache: vessels on each sea space
        ("blocker", "i1"),  # fish space of the foreign vessel (R61), NONE
        ("tiles_left", "i1"),  # cache: tiles on the map
        # tokens
        ("n_face_up", "i1"),
        ("pool_n", "i1"),  # cache: tokens in the pool
        ("face_up", "i1", FACE_UP),  # kinds, then NONE
        ("pool", "i1", TOKEN_KINDS),  # counts by kind
        ("discard", "i1", TOKEN_KINDS),
        ("esc_left", "i1", ESCALATION_KINDS),  # escalation tokens that are not placed yet
        ("award_tokens", "i1", AWARDS),  # solo (R62)
    ]
)

EMPTY_FIELDS = (
    *("award_token", "row", "transit", "excess_partner", "return_vessel", "gain_token", "install_token"),
    *("station_loc", "vessel_pos", "slot_token", "last_row", "loc_owner", "loc_token"),
    *("fish_at", "fish_token", "fish_esc", "blocker", "face_up"),
)


def blank(tables: np.ndarray, **options: int) -> np.ndarray:
    """STATE[1] before the deal: options written, nothing on the map, all slots free, all tiles undrawn."""
    t = tables[0]
    states = np.zeros(1, STATE)
    for name, value in options.items():
        states[name] = value
    for name in EMPTY_FIELDS:
        states[name] = NONE
    board = states["board"][0]
    states["free_slots"] = t["all_slots"]
    states["free_locations"] = (1 << int(t["n_loc"][board])) - 1
    states["vp_left"] = (1 << int(t["n_vp"][board])) - 1
    states["undrawn"] = t["all_tiles"]
    return states
