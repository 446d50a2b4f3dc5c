"""The STATE record of Replicants!, its sizes and codes (RULES.md section 7)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from arkade.records import NONE, state_dtype

PLAYERS = 6  # rows of per-player arrays; rows of absent players are 0, NONE where a field may be none
KINDS = 4  # resource kinds: Nanites, Power, Hardware, Software
LETTERS = "NPHS"
CARDS = 60  # replicant cards, at most
REPS = 20  # replicants of one player, at most (D22)
DEAL = 5  # cards dealt to a player
DRONES = 4  # drones of a player
Y_CARDS = 4  # field cards on the y axis; the x axis has one per player (D3)
FIELD_CARDS = 16
PAIRS = 10  # unordered pairs of kinds: NN NP NH NS PP PH PS HH HS SS
ROOMS = 12  # station rooms, at most
CREW = 2
ROOM_SOURCE = 32  # pend_src of room r is ROOM_SOURCE + r, of a replicant its slot
STATIC_BIT = 27  # bit of trig_mask: has an L4 discount or rapid (D45)
OPTION_BIT = 28  # bit of trig_mask: has an L4 ability that is optional
OPTIONS_ONLY = REPS  # win_slot when only optional abilities are left


class Step(IntEnum):
    """The steps of a round (RULES.md 5.1); the trigger of an ability is the code of its step, SETUP means white."""

    SETUP = 0
    BEFORE_FIRST = 1
    FIRST = 2
    ON_FIRST = 3
    AFTER_FIRST = 4
    BEFORE_REPLENISH = 5
    REPLENISH = 6
    ON_REPLENISH = 7
    AFTER_REPLENISH = 8
    BEFORE_STATION = 9
    STATION = 10
    ON_STATION = 11
    AFTER_STATION = 12
    BEFORE_DRONE = 13
    DRONE = 14
    AFTER_DRONE = 15
    BEFORE_BUILD = 16
    BUILD = 17
    AFTER_BUILD = 18
    BEFORE_DISCARD = 19
    DISCARD = 20
    AFTER_DISCARD = 21
    BEFORE_END = 22
    ON_END = 23
    END = 24
    AFTER_END = 25
    OVER = 26


class Pend(IntEnum):
    """The kind of sub-decision in progress (RULES.md 5.2)."""

    NOTHING = 0
    GAIN_ANY = 1
    STOW_ANY = 2
    PAY_ANY = 3
    WAIVE = 4
    PROMOTE = 5
    READY = 6
    REDEAL = 7
    KEEP = 8
    BUILD_ROOM = 9
    OFFER = 10


STATE = state_dtype(
    [
        ("rng", "u8"),  # splitmix64 counter (D42); seen by nobody
        ("legal_bits", "i8"),  # legal actions of the current player from `legal_first` on, as bits; 0 when over (D47)
        ("legal_first", "i2"),
        ("legal_pass", "i1"),  # 1: `pass` is legal too
        ("num_players", "i1"),  # 2..6
        ("usc", "i1"),  # 1 with the U.S.C. expansion
        ("current_player", "i1"),  # player to act; NONE when over
        ("over", "i1"),  # 0 live, 1 ended (R33), 2 stopped by max_rounds (D35)
        ("max_rounds", "i2"),  # 1..255
        ("round", "i2"),  # 0 in setup, then 1..255
        ("step", "i1"),  # Step
        ("order_pos", "i1"),  # players who have finished in this step, in turn order (D44)
        ("win_slot", "i1"),  # next slot of a window to come up, OPTIONS_ONLY (D44)
        ("first_player", "i1"),
        ("drone_first", "i1"),  # who places the first drone (U12)
        ("pend_kind", "i1"),  # Pend; all pend_ fields are 0 when nothing is pending (D43)
        ("pend_src", "i1"),  # slot, or ROOM_SOURCE + room
        ("pend_stage", "i1"),  # 0 price, 1 first effect, 2 second effect
        ("pend_left", "i2"),
        ("pend_floor", "i1"),
        ("pend_paid", "i1"),  # bits of the kinds paid in this activation
        ("pend_vec", "i1", KINDS),  # rest of a cost (waive), kept cards (keep), what the last drone took (D17)
        ("deck_pos", "i1"),  # top of the deck
        ("deck_len", "i1"),
        ("field_pos", "i1"),  # next undealt field card
        ("field_stacked", "i1"),  # 1: field_deck is the order of the next deal (scenarios only)
        ("deck", "i1", CARDS),  # card ids, top at deck_pos, NONE from deck_len on; seen by nobody
        ("field_deck", "i1", FIELD_CARDS),  # kinds, NONE below field_pos; the order is seen by nobody
        ("field_x", "i1", PLAYERS),  # kinds of the columns, NONE where there is none
        ("field_y", "i1", Y_CARDS),  # kinds of the rows
        ("pair_free", "i1", PAIRS),  # free intersections showing this pair (D4)
        ("drones_placed", "i1"),  # 0..24
        ("drone_pair", "i1", (PLAYERS, DRONES)),  # pair of each drone, NONE not placed
        ("supply", "i1", KINDS),  # cards in the piles
        ("hand", "i1", (PLAYERS, KINDS)),
        ("produced", "i1", (PLAYERS, KINDS)),  # taken by own drones this round (R20)
        ("locker", "i1", (PLAYERS, KINDS)),  # on the station (R39)
        ("doubles", "i1", PLAYERS),  # drones that took two cards of one kind (D31)
        ("level_ups", "i1", PLAYERS),  # this round
        ("rep_count", "i1", PLAYERS),
        ("bonus_vp", "i2", PLAYERS),  # 0..255
        ("vp", "i2", PLAYERS),  # 0..255, cached sum of D24
        ("rep_card", "i1", (PLAYERS, REPS)),  # ids by slot, NONE
        ("rep_level", "i1", (PLAYERS, REPS)),  # 1..4, 0 where there is none
        ("levelled", "i4", PLAYERS),  # bits by slot: levelled this round (R22)
        ("gained", "i4", PLAYERS),  # bits by slot: gained this round (R22)
        ("powers", "i4", PLAYERS),  # bits by slot: at L4
        ("used", "i4", PLAYERS),  # bits by slot: ability used this round (R29, D32)
        ("trig_mask", "i4", PLAYERS),  # bits by step: has an L4 ability with this trigger; STATIC_BIT, OPTION_BIT
        ("setup_hand", "i1", (PLAYERS, DEAL)),  # dealt cards by id until the reveal, then NONE; seen by the owner
        ("setup_l4", "i1", PLAYERS),  # index chosen for L4; NONE not chosen, or after the reveal
        ("setup_disc", "i1", PLAYERS),  # index chosen as discard; likewise
        ("own_discard", "i1", PLAYERS),  # card discarded at setup, from the reveal on; seen by the owner
        ("crew", "i1", (PLAYERS, CREW)),  # rooms of the crew
        ("crew_moved", "i1", PLAYERS),  # bits by crew, in step station only
        ("room_built", "i2"),  # bits by room
        ("armed", "i2", PLAYERS),  # bits by room: effect armed until the round ends (U13)
        ("room_builder", "i1", ROOMS),  # player who built the annex, NONE
    ]
)


def blank(tables: np.ndarray, num_players: int, usc: bool, max_rounds: int) -> np.ndarray:
    """STATE[1] before the deal: options written, unused rows NONE, field cards in kind order, full piles."""
    t = tables[0]
    states = np.zeros(1, STATE)
    states["num_players"], states["usc"], states["max_rounds"] = num_players, usc, max_rounds
    for (
        name
    ) in "deck field_x field_y drone_pair rep_card setup_hand setup_l4 setup_disc own_discard room_builder".split():
        states[name] = NONE
    states["field_deck"] = np.repeat(np.arange(KINDS), FIELD_CARDS // KINDS)
    states["supply"] = t["supply"]
    states["crew"][0, :num_players] = t["start_room"]
    states["room_built"] = t["core_rooms"]
    return states
