"""The TABLES record of Replicants!: card, room and rule data read from `cards/`, passed to every kernel as `t`.

A card ability and a room function are the same thing to the rules, so both are rows of the ability arrays:
card `c` is row `c`, room `r` is row `CARDS + r`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arkade.records import tables_dtype
from replicants_env.card_set import CardSet, check_folder, load_cards
from replicants_env.grammar import Ability, Cond, Effect, Mode
from replicants_env.state import CARDS, KINDS, LETTERS, ROOMS, Step

__all__ = [
    "FEATURES",
    "FEATURE_BOUNDS",
    "FEATURE_NAMES",
    "TABLES",
    "TERMS",
    "CardSet",
    "build_tables",
    "check_folder",
    "feature_scale",
    "load_cards",
]

ABILITIES = CARDS + ROOMS
TERMS = 2  # terms of a condition, effects of an ability
FEATURES = 32  # card features of the observation (RULES.md section 9)


TABLES_FIELDS = [
    ("n_cards", "i1"),
    ("n_rooms", "i1"),
    ("target_vp", "i2"),  # 36
    ("rep_cap", "i1"),  # most replicants of one player (rep_max)
    ("level_vp", "i1", 5),  # VP by level 0..4; level_vp[0] = 0
    ("supply", "i1", KINDS),  # resource cards of each kind
    ("start_room", "i1"),
    ("move_range", "i1"),
    ("shelf_total", "i2"),  # 0: no limit
    ("core_rooms", "i2"),  # bits: built from the start
    # costs; cost[c, l] is the price of reaching level l + 1, so l is the level before
    ("cost", "i1", (CARDS, 4, KINDS)),  # cost[c, 0] = 0
    ("cost_packed", "i8", (CARDS, 4)),  # the four counts of a cost, one byte each, Nanites lowest
    # abilities: cards, then rooms
    ("trigger", "i1", ABILITIES),  # Step code; white = SETUP; rooms: STATION
    ("mode", "i1", ABILITIES),  # Mode
    ("static", "i1", ABILITIES),  # 1: all effects are discount, discount_all or rapid (D45)
    ("cond_kind", "i1", (ABILITIES, TERMS)),  # Cond
    ("cond_k", "i1", (ABILITIES, TERMS)),
    ("cond_vec", "i1", (ABILITIES, TERMS, KINDS)),  # letters of produced, drone; for lacks 1 for each kind of the set
    ("pay_vec", "i1", (ABILITIES, KINDS)),  # price: letters; rooms: cost
    ("pay_stars", "i1", ABILITIES),
    ("pay_set", "i1", ABILITIES),  # bits of the kinds a star of the price may be
    ("eff_kind", "i1", (ABILITIES, TERMS)),  # Effect
    ("eff_k", "i1", (ABILITIES, TERMS)),  # draw, points, promote, ready, redeal, keep, first_shift
    ("eff_level", "i1", (ABILITIES, TERMS)),  # promote: L; discounts: ANY_LEVEL, 2..4, NEW_LEVEL
    ("eff_stars", "i1", (ABILITIES, TERMS)),
    ("eff_set", "i1", (ABILITIES, TERMS)),  # bits of the kinds a star may be
    ("eff_vec", "i1", (ABILITIES, TERMS, KINDS)),  # letters
    # rooms
    ("room_when_turn", "i1", ROOMS),  # 1: the effect is armed until the round ends (U13)
    ("room_adjacent", "i2", ROOMS),  # bits by room
    ("room_cost", "i1", (ROOMS, KINDS)),  # what building an annex costs
    ("room_points", "i1", ROOMS),  # build_points
    # observation
    ("features", "u1", (CARDS, FEATURES)),  # raw card features
]
TABLES = tables_dtype(TABLES_FIELDS, __file__)

_TRIGGER_GROUPS = {  # first and last step
    "white": (Step.SETUP, Step.SETUP),
    "before_drones": (Step.BEFORE_FIRST, Step.BEFORE_DRONE),
    "on_drone": (Step.DRONE, Step.DRONE),
    "after_drone": (Step.AFTER_DRONE, Step.AFTER_DRONE),
    "build": (Step.BEFORE_BUILD, Step.AFTER_BUILD),
    "discard": (Step.BEFORE_DISCARD, Step.AFTER_DISCARD),
    "end": (Step.BEFORE_END, Step.AFTER_END),
}
_FEATURES = (
    [(f"{cost}_{letter}", bound) for cost, bound in (("cost2", 2), ("cost3", 4), ("cost4", 6)) for letter in LETTERS]
    + [(f"trigger_{group}", 1) for group in _TRIGGER_GROUPS]
    + [(f"{name}_{letter}", 4) for name in ("condition", "gain") for letter in LETTERS]
    + [("gain_stars", 4), ("draw", 2), ("points", 6), ("price", 4), ("optional", 1)]
)
FEATURE_NAMES = [name for name, _ in _FEATURES]
FEATURE_BOUNDS = [bound for _, bound in _FEATURES]
assert len(_FEATURES) == FEATURES


def feature_scale() -> list[float]:
    """The bound of each raw card feature: a feature divided by it lies in [0, 1]."""
    return [float(bound) for bound in FEATURE_BOUNDS]


def packed(counts: Sequence[int]) -> int:
    """Four counts as one number, one byte each, Nanites lowest."""
    return sum(count << (8 * r) for r, count in enumerate(counts))


def counts(letters: str) -> list[int]:
    """How often each kind occurs in `letters`."""
    return [letters.count(letter) for letter in LETTERS]


def build_tables(cards: CardSet) -> np.ndarray:
    """TABLES[1] of a card set."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t["n_cards"], t["n_rooms"] = len(cards.replicants), len(cards.rooms)
    t["target_vp"], t["rep_cap"] = cards.rules["target_vp"], cards.rules["rep_max"]
    t["level_vp"][1:] = cards.rules["level_vp"]
    t["supply"] = cards.supply
    for key in ("start_room", "move_range", "shelf_total"):
        t[key] = cards.usc[key]
    t["pay_set"] = t["eff_set"] = (1 << KINDS) - 1
    for c, card in enumerate(cards.replicants):
        t["cost"][c, 1:] = [counts(letters) for letters in card.costs]
        t["cost_packed"][c] = [packed(cost) for cost in t["cost"][c].tolist()]
        _write_ability(t, c, card.ability)
        t["features"][c] = np.minimum(_features(t, c), FEATURE_BOUNDS)
    for r, room in enumerate(cards.rooms):
        t["core_rooms"] |= int(room.core) << r
        t["room_when_turn"][r] = room.when_turn
        t["room_adjacent"][r] = sum(1 << other for other in room.adjacent)
        t["room_cost"][r] = counts(room.build)
        t["room_points"][r] = room.build_points
        _write_ability(t, CARDS + r, room.ability)
    return tables


def _write_ability(t: np.void, row: int, ability: Ability) -> None:
    t["trigger"][row] = ability.trigger
    t["mode"][row] = Mode.OPT if ability.optional else Mode.AUTO
    t["static"][row] = ability.static
    for i, term in enumerate(ability.terms):
        t["cond_kind"][row, i], t["cond_k"][row, i], t["cond_vec"][row, i] = term.kind, term.k, term.vec
    t["pay_vec"][row], t["pay_stars"][row] = ability.price.vec, ability.price.stars
    t["pay_set"][row] = ability.price.kinds
    for i, effect in enumerate(ability.effects):
        t["eff_kind"][row, i], t["eff_k"][row, i], t["eff_level"][row, i] = effect.kind, effect.k, effect.level
        t["eff_vec"][row, i], t["eff_stars"][row, i] = effect.pattern.vec, effect.pattern.stars
        t["eff_set"][row, i] = effect.pattern.kinds


def _features(t: np.void, c: int) -> list[int]:
    """The raw features of card `c`, in the order of RULES.md section 9."""
    trigger = int(t["trigger"][c])
    shown = np.isin(t["cond_kind"][c], (Cond.PRODUCED, Cond.DRONE))
    gains = t["eff_kind"][c] == Effect.GAIN
    return [
        *t["cost"][c, 1:].ravel(),
        *(int(first <= trigger <= last) for first, last in _TRIGGER_GROUPS.values()),
        *t["cond_vec"][c][shown].sum(axis=0),
        *t["eff_vec"][c][gains].sum(axis=0),
        t["eff_stars"][c][gains].sum(),
        t["eff_k"][c][t["eff_kind"][c] == Effect.DRAW].sum(),
        t["eff_k"][c][t["eff_kind"][c] == Effect.POINTS].sum(),
        t["pay_vec"][c].sum() + t["pay_stars"][c],
        int(t["mode"][c] == Mode.OPT),
    ]
