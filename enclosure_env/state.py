"""The STATE record of Enclosure, its sizes and codes (RULES.md section 6)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from arkade.records import NONE, state_dtype

PLAYERS = 4  # rows of per-player arrays; rows of absent players are 0, NONE where a field may be none
FEWEST_PLAYERS = 2
CREATURES = 6  # Sumesh, Gajamina, Safat, Tsuchinoko, Werewolf, Cerberus
CREATURE_LETTERS = "sgatwc"
CREATURE_NAMES = ("Sumesh", "Gajamina", "Safat", "Tsuchinoko", "Werewolf", "Cerberus")
AREAS = 5  # mountain, coast, forest, desert, city
AREA_LETTERS = "MKFDC"
AREA_NAMES = ("mountain", "coast", "forest", "desert", "city")
AREA_SIZES = (3, 3, 3, 3, 4)  # (R3)
CELLS = 16  # of a habitat, row by row from the top left
COUNT_WORDS = 2  # words of `area_count`
NIBBLES = 15  # of a word of `area_count`

MOVEMENTS = 6  # movement cards of a player: SWAPS swap types, then one push type
SWAPS = 5
PUSH_CARD = 5
ALL_MOVEMENTS, ALL_SWAPS = (1 << MOVEMENTS) - 1, (1 << SWAPS) - 1  # bits of `hand`

BASIC, ADVANCED = 36, 12  # research cards; ids of advanced cards follow those of basic ones
CARDS = BASIC + ADVANCED
DECKS = 2  # basic, advanced
BASIC_SLOTS, ADVANCED_SLOTS = 5, 4
SLOTS = BASIC_SLOTS + ADVANCED_SLOTS  # of the displays
SPACES = 4  # of a research area; the last one opens with the private milestone (R4, R37)

PRIVATES, PUBLICS = 6, 12  # in the tables, public ones follow private ones
MILESTONES = PRIVATES + PUBLICS
PUBLIC_SLOTS = 5

AP_BASE = 3  # action points of a turn, and research spaces; each one more with the private milestone (R15, R36, R37)
SUPPLY = 4  # tokens of each creature in the supply at the start (R7)
END_CARDS = 12  # completed cards of one player that trigger the end (R14)

# Features of a player, which milestones ask for.
CREATURE_TAGS = 0
AREA_TAGS = CREATURE_TAGS + CREATURES
BASIC_DONE = AREA_TAGS + AREAS
ADVANCED_DONE = BASIC_DONE + 1
MAX_CREATURE_TAGS = ADVANCED_DONE + 1
DISTINCT_AREA_TAGS = MAX_CREATURE_TAGS + 1
TOKENS = DISTINCT_AREA_TAGS + 1
MAX_SAME_TOKENS = TOKENS + 1
OCCUPIED = MAX_SAME_TOKENS + 1
FEATURE_NAMES = (
    *(f"creature_tags.{letter}" for letter in CREATURE_LETTERS),
    *(f"habitat_tags.{letter}" for letter in AREA_LETTERS),
    *("basic_done", "advanced_done", "max_creature_tags", "distinct_habitat_tags", "tokens", "max_same_tokens"),
    *(f"occupied.{letter}" for letter in AREA_LETTERS),
)
FEATURES = 24  # bytes, the last two of no meaning
FEATURE_WORDS = FEATURES // 8
CARD_FEATURES = MAX_CREATURE_TAGS  # the first features are sums over completed cards
assert len(FEATURE_NAMES) == OCCUPIED + AREAS <= FEATURES


class Phase(IntEnum):
    """What is going on (RULES.md section 4)."""

    MAIN = 0  # the current player acts, or ends the turn
    EFFECTS = 1  # push effects of completed cards wait
    GAME_OVER = 2


STATE = state_dtype(
    [
        ("rng", "u8"),  # splitmix64 counter, used by reset and determinize only; seen by nobody
        ("area_count", "i8", (PLAYERS, COUNT_WORDS)),  # cache: tokens per (creature, area), nibble 5 * creature + area
        ("done", "i8", PLAYERS),  # bits by card: completed
        ("habitat", "i1", (PLAYERS, CELLS)),  # 0 empty, creature + 1
        ("features", "i1", (PLAYERS, FEATURES)),  # cache: FEATURE_NAMES
        ("card_score", "i2", PLAYERS),  # cache: EP of completed research cards
        ("public_score", "i2", PLAYERS),  # cache: EP of claimed public milestones
        ("round", "i2"),  # 0..max_rounds - 1
        ("max_rounds", "i2"),  # 1..1000
        ("draw_if_stopped", "i1"),  # 1: a game that max_rounds stops is a draw (section 8)
        ("num_players", "i1"),  # 2..4
        ("current_player", "i1"),  # player to act; NONE when over
        ("over", "i1"),  # 0 live, 1 ended (R40), 2 stopped by max_rounds (D27)
        ("phase", "i1"),  # Phase
        ("ap", "i1"),  # action points left in this turn, 0..4
        ("end_triggered", "i1"),  # 1: somebody has completed 12 cards (D23)
        ("supply", "i1", CREATURES),  # tokens in the supply
        ("pending", "i1", CREATURES),  # waiting push effects; 0 outside phase `effects` (D11)
        ("hand", "i1", PLAYERS),  # bits by movement card: in hand, else in the discard pile
        ("research", "i1", (PLAYERS, SPACES)),  # card ids in order of taking, then NONE (D20)
        ("research_count", "i1", PLAYERS),
        ("private_milestone", "i1", PLAYERS),  # 0..5
        ("private_done", "i1", PLAYERS),  # 1: completed
        ("public_milestone", "i1", PUBLIC_SLOTS),  # 0..11 in slots 0..n, then NONE
        ("public_owner", "i1", PUBLIC_SLOTS),  # player who completed it, NONE
        ("display", "i1", SLOTS),  # card ids; basic slots, then advanced ones; NONE is a gap
        ("deck", "i1", CARDS),  # card ids, basic from 0, advanced from BASIC; the top comes last, NONE beyond; unseen
        ("deck_count", "i1", DECKS),  # cards in each deck
    ]
)


def blank(num_players: int, max_rounds: int, truncation_result: str) -> np.ndarray:
    """STATE[1] before the deal: options written, all else empty."""
    states = np.zeros(1, STATE)
    states["num_players"], states["max_rounds"] = num_players, max_rounds
    states["draw_if_stopped"] = truncation_result == "draw"
    for name in "research private_milestone public_milestone public_owner display deck".split():
        states[name] = NONE
    return states
