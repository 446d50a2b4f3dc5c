"""BASE(2) as a dictionary with every key: the defaults of RULES.md 14."""

from __future__ import annotations

from typing import Any

BASE_2: dict[str, Any] = {
    "num_players": 2,
    "enclosure": False,
    "challenge": 0,
    "round": 2,
    "phase": "research",
    "node": "turn",
    "current_player": 0,
    "order": [0, 1],
    "passed": [],
    "reserve": [None] * 4,
    "scientist": [0, 1],
    "board": [0, 1],
    "side": ["basic"] * 2,
    "coins": [10, 10],
    "medicine": [1, 1],
    "locks": [2, 2],
    "genes": [[0] * 6] * 2,
    "token": [[None] * 6] * 2,
    "at_public": {name: [] for name in ("mountain", "river", "bank", "hospital", "basement")},
    "adv": {},
    "basic": {name: [0, 0] for name in ("biofarm", "alley", "dna")},
    "display": [None, 0, 1, 2, None, 20, 21, 22, None, 36, 37, 38],
    "deck": [list(range(3, 20)), list(range(23, 36)), list(range(39, 48))],
    "discard": [],
    "recycled": [],
    "milestone": [0, 1, 2, 3],
    "milestone_token": [[]] * 4,
    "row_token": [[]] * 3,
    "tile": [0, 1],
    "tile_deck": list(range(2, 20)),
    "stack": [],
    "cur_space": None,
    "unresolved": [],
    "look": [],
    "alloc_cost": [0] * 6,
}
BASE_2 |= {key: [0, 0] for key in ("ep", "injured", "sci_used", "seventh_round", "score")}
BASE_2 |= {key: [[], []] for key in ("hand", "hand_known", "tableau", "used", "token_kept", "loc_choice", "deck_known")}
BASE_2 |= dict.fromkeys(
    ("pick_last", "die_face", "buy_last", "alloc_card", "alloc_last", "alley_opt", "alley_last"), -1
)
ZERO = "cursor pick_left die_free buy_left buy_disc bonus_buy bonus_disc create_left create_disc sci_on alloc_left"
ZERO += " alley_paid alley_gained alley_flags dna_flags dna_price trade_left lost steps rng"
BASE_2 |= dict.fromkeys(ZERO.split(), 0)
