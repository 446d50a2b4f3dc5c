"""The STATE record of Biohack, its sizes and codes (RULES.md section 6)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from arkade.records import NONE, state_dtype
from biohack_env.components import (
    ADVANCED,
    AREAS,
    CLASSES,
    CREATURES_OF,
    EXPERIMENTS,
    LOCATIONS,
    MILESTONE_CARDS,
    PLAYERS,
    RESERVATIONS,
    SPACES,
    STACK,
    TILES,
    TOKEN_SPACES,
)

GENE_LANES = 8  # the six genes and two bytes of zeros: a word
DECK = max(CREATURES_OF)  # cards of one class, at most
COLUMNS = 4  # of the display; side A has no column 0
SLOTS = COLUMNS * len(CLASSES)  # slot COLUMNS * class + column
NOMANS = 3
MOST_MEDICINE = 2
LOCKS = 2
POLICE = PLAYERS  # who stands on an advanced space besides players
TO_CHOOSE = 2  # side of a player board before it is chosen
FIRST_EXPERIMENT = len(LOCATIONS)  # cur_space of experiment e is FIRST_EXPERIMENT + e
TILE_SPACE = len(EXPERIMENTS) - 4  # experiment code of tile 0
ADVANCED_TILE = len(ADVANCED) - 4  # advanced space of tile 0
SCIENTIST, RESERVATION = 1, 2  # bits of `unresolved`
TOP_CLOSED, BOTTOM_USED = 1, 2  # bits of `alley_flags`
REPORT_OPEN, UNLOCK_OPEN = 1, 2  # bits of `dna_flags`


class Phase(IntEnum):
    """The phases of a round, with setup before and the end after."""

    SETUP = 0
    PLANNING = 1
    RESEARCH = 2
    OVER = 3


class Node(IntEnum):
    """What is to be decided (RULES.md section 7)."""

    OVER = 0
    SIDE = 1
    SCIENTIST = 2
    DRAFT = 3
    PLAN = 4
    SELECT = 5
    TURN = 6
    PICK = 7
    WILD = 8
    DIE = 9
    BUY = 10
    KEEP = 11
    CREATE = 12
    ALLOC = 13
    ALLEY = 14
    DNA = 15
    RESERVE = 16
    TRADE = 17
    IMPROVE = 18


STATE = state_dtype(
    [
        ("rng", "u8"),  # splitmix64 counter, advanced by every draw; seen by nobody
        ("legal_low", "i8"),  # legal actions below RETRIEVE, as bits; 0 when over (D60)
        ("legal_bits", "i8"),  # further legal actions from `legal_first` on, as bits
        ("hand", "i8", PLAYERS),  # bits by card; seen by the owner
        ("hand_known", "i8", PLAYERS),  # those cards in hand that all know (D25)
        ("tableau_mask", "i8", PLAYERS),  # cache: bits of created cards
        ("discard", "i8"),  # bits of discarded cards, all classes
        ("recycled", "i8"),  # bits of cards in hiding that the last rebuild of their class put into the deck (D50)
        ("legal_first", "i2"),
        ("coins", "i2", PLAYERS),
        ("ep", "i2", PLAYERS),  # EP track, may be negative
        ("score", "i2", PLAYERS),  # final total, 0 before the end
        ("stack", "i2", STACK),  # line ids, executed from the top
        ("steps", "i4"),  # micro-steps so far
        ("deck_known", "i4", (PLAYERS, len(CLASSES))),  # bits by position in the deck, where the player knows the card
        ("genes", "i1", (PLAYERS, GENE_LANES)),  # 0..10; the last two are 0
        ("disc", "i1", (PLAYERS, GENE_LANES)),  # cache: sum of the own artisans' discounts
        ("disc_wild", "i1", PLAYERS),  # cache: sum of the own artisans' wild discounts
        ("tableau", "i1", (PLAYERS, SPACES)),  # card per space, common 0-3, artisan 4-6, noble 7-8; NONE
        ("count", "i1", (PLAYERS, len(CLASSES))),  # cache: creatures by class
        ("token", "i1", (PLAYERS, len(TOKEN_SPACES))),  # gene of the Enclosure token on TOKEN_SPACES, NONE
        ("token_kept", "i1", PLAYERS),  # bits by gene
        ("medicine", "i1", PLAYERS),  # full tokens
        ("locks", "i1", PLAYERS),  # locks left: 2, 1 (middle row open), 0 (all open)
        ("sci_used", "i1", PLAYERS),  # 1: the scientist's discount was used this round
        ("scientist", "i1", PLAYERS),
        ("board", "i1", PLAYERS),
        ("side", "i1", PLAYERS),  # 0 basic, 1 advanced, TO_CHOOSE
        ("used", "i1", PLAYERS),  # bits by common space activated this round
        ("seventh_round", "i1", PLAYERS),  # round of the 7th creature, 0 none
        ("home", "i1", PLAYERS),  # active Nomans at home
        ("injured", "i1", PLAYERS),
        ("on_location", "i1", PLAYERS),  # bits by location with an own Noman
        ("assistant", "i1"),  # bits by location with an assistant (R76)
        ("loc_choice", "i1", PLAYERS),  # bits of chosen locations until the reveal, then 0; seen by the owner
        ("deck", "i1", (len(CLASSES), DECK)),  # cards, index 0 at the bottom, NONE from deck_len on
        ("deck_len", "i1", len(CLASSES)),
        ("display", "i1", SLOTS),  # card per slot, NONE
        ("shown", "i2"),  # cache: bits of display slots with a card
        ("look", "i1", 2),  # cards being looked at, NONE; seen by the player to act
        ("look_class", "i1"),  # their class, NONE
        ("milestone_token", "i1", (MILESTONE_CARDS, PLAYERS)),  # player per position and space, NONE
        ("row_token", "i1", (len(CLASSES), PLAYERS)),  # player per class row and space, NONE
        ("tile_deck", "i1", TILES),  # next tile at tile_len - 1, NONE from tile_len on
        ("tile_len", "i1"),
        ("solo_deck", "i1", len(LOCATIONS)),  # solo cards, first to last; NONE with more players
        ("solo_pos", "i1"),  # index of the top card
        ("adv", "i1", len(ADVANCED)),  # player or POLICE per advanced space, NONE free or not in play
        ("free_spaces", "i2"),  # cache: bits of experiment spaces in play that a Noman can be put on
        ("basic", "i1", (len(AREAS), PLAYERS)),  # Nomans per basic space and player
        ("milestone", "i1", MILESTONE_CARDS),  # card per position
        ("tile", "i1", 4),  # face-up tiles, NONE
        ("order", "i1", PLAYERS),  # initiative, NONE padded
        ("reserve", "i1", RESERVATIONS),  # player per reservation space, NONE
        ("num_players", "i1"),
        ("enclosure", "i1"),
        ("challenge", "i1"),
        ("round", "i1"),  # 1..5
        ("phase", "i1"),  # Phase
        ("node", "i1"),  # Node
        ("over", "i1"),  # 0 live, 1 ended
        ("current_player", "i1"),  # to act; NONE when over
        ("cursor", "i1"),  # place in the players' sequence of this part of the phase
        ("passed", "i1"),  # bits of passed players
        ("end_trigger", "i1"),  # 1: somebody has made the 7th creature
        ("lost", "i1"),  # 1: lost the Survival challenge (R85)
        # scratch of the action in progress: 0, or NONE, except while in use
        ("cur_space", "i1"),  # location, FIRST_EXPERIMENT + experiment, NONE in planning
        ("unresolved", "i1"),  # SCIENTIST, RESERVATION
        ("stack_open", "i2"),  # bits by stack entry that has begun
        ("stack_len", "i1"),
        ("pick_left", "i1"),
        ("pick_last", "i1"),
        ("die_face", "i1"),  # result 0..3, NONE
        ("die_free", "i1"),  # free rerolls left
        ("buy_left", "i1"),
        ("buy_disc", "i1"),
        ("buy_last", "i1"),  # slot of the purchase just made, NONE
        ("bonus_buy", "i1"),
        ("bonus_disc", "i1"),
        ("create_left", "i1"),
        ("create_disc", "i1"),
        ("sci_on", "i1"),  # 1: the next creature takes the scientist's discount
        ("alloc_card", "i1"),
        ("alloc_left", "i1"),
        ("alloc_last", "i1"),
        ("alloc_cost", "i1", GENE_LANES),  # cost left after fixed discounts
        ("alley_opt", "i1"),  # option of the top row in use, NONE
        ("alley_last", "i1"),
        ("alley_paid", "i1"),  # bits by resource
        ("alley_gained", "i1"),
        ("alley_flags", "i1"),  # TOP_CLOSED, BOTTOM_USED
        ("dna_flags", "i1"),  # REPORT_OPEN, UNLOCK_OPEN
        ("dna_price", "i1"),
        ("trade_left", "i1"),
    ]
)

EMPTY_FIELDS = (
    *("tableau", "token", "scientist", "board", "deck", "display", "look", "look_class", "milestone_token"),
    *("row_token", "tile_deck", "solo_deck", "adv", "milestone", "tile", "order", "reserve", "current_player"),
    *("cur_space", "pick_last", "die_face", "buy_last", "alloc_card", "alloc_last", "alley_opt", "alley_last"),
    *("stack",),
)


def spaces_in_play(num_players: int) -> int:
    """The experiment spaces of the main board's side, as bits: side A has no reserve spaces and two tiles (D2, D3)."""
    small = num_players < 3
    names = [e for e in EXPERIMENTS if not (small and (e.endswith("_reserve") or e in ("tile2", "tile3")))]
    return sum(1 << EXPERIMENTS.index(name) for name in names)


def blank(num_players: int, sides: tuple[int, ...], enclosure: bool, challenge: int) -> np.ndarray:
    """STATE[1] before the deal: options written, all Nomans at home, nothing on the boards, both locks shut."""
    states = np.zeros(1, STATE)
    for name in EMPTY_FIELDS:
        states[name] = NONE
    states["num_players"], states["enclosure"], states["challenge"] = num_players, enclosure, challenge
    states["round"] = 1
    states["side"][0, :num_players] = sides
    states["home"][0, :num_players] = NOMANS
    states["locks"][0, :num_players] = LOCKS
    states["free_spaces"] = spaces_in_play(num_players)
    return states
