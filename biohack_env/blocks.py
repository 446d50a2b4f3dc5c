"""The numbers of an observation: their names, where they are and their bounds (RULES.md section 10).

GROUPS lists every part once; the layout and the offsets that `observe` writes to are read off it.
"""

from __future__ import annotations

from arkade.layout import Bound, Group, ObservationLayout, layout_of, starts_of
from biohack_env.components import (
    ADVANCED,
    AREAS,
    BOARDS,
    CLASSES,
    CREATURES,
    DIE_RESULTS,
    EXPERIMENTS,
    GENES,
    LOCATIONS,
    MILESTONE_CARDS,
    MILESTONES,
    MOST_GENES,
    MOST_ROUNDS,
    PLAYERS,
    RESERVATIONS,
    RESOURCES,
    ROWS,
    SCIENTISTS,
    SOLO_CARDS,
    TILES,
    TOKEN_SPACES,
)
from biohack_env.grammar import DICE
from biohack_env.state import LOCKS, MOST_MEDICINE, NOMANS, SLOTS, Node, Phase

# Numbers are cut at these.
MOST_COINS, MOST_EP, MOST_DEBT, MOST_IN_HAND, MOST_HIDDEN, MOST_DISCOUNT, MOST_WILD = 60, 100, 144, 20, 10, 5, 2
MOST_PLACES, MOST_PRICE, MOST_COST, MOST_ALLOTTED, MOST_AMOUNT, MOST_PICKS, MOST_FREE = 20, 2, 5, 3, 5, 3, 2
MOST_BUYS, MOST_OFF, MOST_CREATIONS, MOST_POOL, MOST_TRADES, MOST_UNLOCK = 3, 5, 2, 3, 3, 5
OPTIONS = 3  # of ALLEY's top row
DEALT_IN = 6  # resources that it deals in: the genes but feral, and coins
CHALLENGES = 5
SOLO_COLUMNS = 3  # of the display, alone

_PLAYER: dict[str, tuple[int, Bound]] = {
    "present": (1, 1),
    "to act": (1, 1),
    "genes": (len(GENES), MOST_GENES),
    "coins": (1, MOST_COINS),
    "EP": (1, MOST_EP),
    "EP below 0": (1, MOST_DEBT),
    "medicine": (1, MOST_MEDICINE),
    "Nomans at home, on locations, on experiments, injured": (4, NOMANS),
    "locks": (1, LOCKS),
    "scientist's discount used": (1, 1),
    "scientist": (SCIENTISTS, 1),
    "advanced side": (1, 1),
    "board": (BOARDS, 1),
    "creatures by class": (len(CLASSES), ROWS),
    "commons used": (ROWS[0], 1),
    "passed": (1, 1),
    "place in turn order": (PLAYERS, 1),
    "reservation space": (RESERVATIONS, 1),
    "cards in hand": (1, MOST_IN_HAND),
    "cards in hand that not all know, by class": (len(CLASSES), MOST_HIDDEN),
    "artisans' discount": (len(GENES), MOST_DISCOUNT),
    "artisans' wild discount": (1, MOST_WILD),
    "Enclosure tokens by space": (len(TOKEN_SPACES) * len(GENES), 1),
    "Enclosure tokens kept": (len(GENES), 1),
}

_TASK: dict[str, tuple[int, Bound]] = {
    "space of the action": (len(LOCATIONS) + len(EXPERIMENTS), 1),
    "common that is asked for": (ROWS[0], 1),
    "amounts to pick from": (len(RESOURCES), MOST_AMOUNT),
    "picks left": (1, MOST_PICKS),
    "result of the die": (DIE_RESULTS, 1),
    "gene of paid rerolls (none, avian, reptile)": (len(DICE), 1),
    "free rerolls": (1, MOST_FREE),
    "purchases left": (1, MOST_BUYS),
    "coins off": (1, MOST_OFF),
    "decks allowed": (1, 1),
    "creations left": (1, MOST_CREATIONS),
    "wild discount of the action": (1, MOST_POOL),
    "scientist's discount on": (1, 1),
    "ALLEY option": (OPTIONS, 1),
    "ALLEY top closed, bottom used": (2, 1),
    "paid and gained in ALLEY (genes but feral, coins)": (2 * DEALT_IN, 1),
    "report open, unlock open": (2, 1),
    "price of an unlock": (1, MOST_UNLOCK),
    "trades left": (1, MOST_TRADES),
    "scientist, reservation unresolved": (2, 1),
    "cards in the decks": (len(CLASSES), MOST_PLACES),
    "cards discarded": (len(CLASSES), MOST_PLACES),
}

GROUPS = {
    "game": Group(
        "game",
        1,
        {
            "1 to 4 players": (PLAYERS, 1),
            "round": (MOST_ROUNDS, 1),
            "rounds left": (1, MOST_ROUNDS),
            "setup, planning, research": (len(Phase) - 1, 1),
            "node": (len(Node) - 1, 1),
            "7th creature made": (1, 1),
            "own decision": (1, 1),
            "enclosure": (1, 1),
            "challenge": (CHALLENGES, 1),
        },
    ),
    "players": Group("players", PLAYERS, _PLAYER),
    "cards": Group(
        "cards",
        CREATURES,
        {
            "own hand": (1, 1),
            "on the board of each player": (PLAYERS, 1),
            "in the hand of each player, known to all": (PLAYERS, 1),
            "discarded": (1, 1),
            "went into the deck by the last rebuild": (1, 1),
            "known place from the top of the deck": (1, MOST_PLACES),
        },
    ),
    "display": Group("display", SLOTS, {"card": (CREATURES, 1), "price": (1, MOST_PRICE)}),
    "work": Group(
        "work",
        1,
        {
            "own cards looked at": (2 * CREATURES, 1),
            "class of the cards looked at": (len(CLASSES), 1),
            "creature being created": (CREATURES, 1),
            "its cost": (len(GENES), MOST_COST),
            "wild discounts to allot": (1, MOST_ALLOTTED),
        },
    ),
    "spaces": Group(
        "spaces",
        1,
        {
            "Nomans of each player and assistant by location": (len(LOCATIONS) * (PLAYERS + 1), 1),
            "own choice of locations": (len(LOCATIONS), 1),
            "advanced spaces: free, blocked or not in play, Noman of each player": (len(ADVANCED) * (2 + PLAYERS), 1),
            "basic spaces: Nomans of each player": (len(AREAS) * PLAYERS, NOMANS),
        },
    ),
    "milestones": Group(
        "dna",
        MILESTONE_CARDS,
        {"card": (MILESTONES, 1), "met by the observer": (1, 1), "token by space and player": (PLAYERS * PLAYERS, 1)},
    ),
    "rows": Group("dna", len(CLASSES), {"token by space and player": (PLAYERS * PLAYERS, 1)}),
    "shown": Group("tiles", 4, {"tile": (TILES, 1)}),
    "seen": Group("tiles", 1, {"tiles seen so far": (TILES, 1)}),
    "solo": Group(
        "solo",
        1,
        {
            "location of the top card": (len(LOCATIONS), 1),
            "spaces that it clears": (len(CLASSES) * SOLO_COLUMNS, 1),
            "cards flipped": (SOLO_CARDS, 1),
        },
    ),
    "task": Group("task", 1, _TASK),
}


def layout() -> ObservationLayout:
    """The blocks of an observation, the same for all options."""
    return layout_of(GROUPS)


def starts(name: str) -> list[int]:
    """Where the parts of a group's first row begin in the observation."""
    return starts_of(GROUPS, name)
