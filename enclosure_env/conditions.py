"""What must hold: requirements of research cards, conditions of milestones, waiting effects."""

from __future__ import annotations

import numpy as np

from arkade.bits import WORD, load_word, positive_bits, subtract_bytes
from arkade.jit import kernel, wraps_around
from arkade.records import NONE
from enclosure_env.lanes import ONES
from enclosure_env.state import (
    AP_BASE,
    AREAS,
    COUNT_WORDS,
    CREATURES,
    FEATURE_WORDS,
    NIBBLES,
    PRIVATES,
    PUBLIC_SLOTS,
    SPACES,
)
from enclosure_env.tables import ALTERNATIVES, NEVER
from enclosure_env.vectors import reaches_either

EVERY_CREATURE = (1 << CREATURES) - 1
TOP_OF_NIBBLES = np.uint64(0x0888888888888888)  # the highest bit of each of 15 nibbles
_EVEN_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_EVEN_BYTES, _PAIRS = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0001000100010001)
_S3, _S4, _S8, _S48, _S56 = np.uint64(3), np.uint64(4), np.uint64(8), np.uint64(48), np.uint64(56)


@kernel(hot=True)
def is_fulfilled(s, t, p, card):
    """Does `p`'s habitat hold the tokens that a research card asks for? (R29, D9)"""
    kept = TOP_OF_NIBBLES
    for w in range(COUNT_WORDS):
        kept &= (np.uint64(s.area_count[p, w]) | TOP_OF_NIBBLES) - np.uint64(t.need[card, w])
    return kept == TOP_OF_NIBBLES


@kernel(hot=True)
@wraps_around
def missing_tokens(s, t, p, card):
    """How many tokens of a research card's requirement `p`'s habitat lacks."""
    missing = 0
    for w in range(COUNT_WORDS):
        rest = (np.uint64(t.need[card, w]) | TOP_OF_NIBBLES) - np.uint64(s.area_count[p, w])
        lacking = rest & TOP_OF_NIBBLES  # where the habitat has no more than is needed
        rest &= lacking - (lacking >> _S3)
        missing += int(((rest & _EVEN_NIBBLES) + ((rest >> _S4) & _EVEN_NIBBLES)) * ONES >> _S56)
    return missing


@kernel(hot=True)
def count_area(s, p, creature, area):
    """How many tokens of a creature stand in an area of `p`'s habitat."""
    place = AREAS * creature + area
    return (s.area_count[p, place // NIBBLES] >> 4 * (place % NIBBLES)) & 15


@kernel(hot=True)
def fulfilled_slots(s, t, p):
    """Bits by slot of `p`'s research cards that are fulfilled."""
    bits = 0
    for i in range(SPACES):
        card = int(s.research[p, i])
        bits |= (int(card != NONE) & int(is_fulfilled(s, t, p, max(card, 0)))) << i
    return bits


@kernel(hot=True)
def has_space(s, p):
    """Is a research space free? (R27, R37)"""
    return s.research_count[p] < AP_BASE + s.private_done[p]


@kernel(hot=True)
def is_met(s, t, p, milestone):
    """Does one of a milestone's alternatives hold for `p`? (R33, R35)"""
    return reaches_either(s.features[p], t.milestone_min[milestone])


@kernel
@wraps_around
def shortfall(s, t, p, milestone):
    """By how much `p` falls short of a milestone: the missing units of its nearest alternative added up."""
    nearest = NEVER
    for i in range(ALTERNATIVES):
        units = 0
        for w in range(FEATURE_WORDS):
            have, least = load_word(s.features[p], WORD * w), load_word(t.milestone_min[milestone, i], WORD * w)
            short = subtract_bytes(least, have)
            units += int(((short & _EVEN_BYTES) + ((short >> _S8) & _EVEN_BYTES)) * _PAIRS >> _S48)
        nearest = min(nearest, units)
    return nearest


@kernel(hot=True)
def can_claim_private(s, t, p):
    """May `p` complete the own milestone now?"""
    return s.private_done[p] == 0 and is_met(s, t, p, s.private_milestone[p])


@kernel(hot=True)
def can_claim_public(s, t, p, slot):
    """May `p` complete this public milestone now? (R38)"""
    milestone = s.public_milestone[slot]
    return milestone != NONE and s.public_owner[slot] == NONE and is_met(s, t, p, PRIVATES + milestone)


@kernel
def can_claim(s, t, p):
    """May `p` complete any milestone now?"""
    if can_claim_private(s, t, p):
        return True
    for slot in range(PUBLIC_SLOTS):
        if can_claim_public(s, t, p, slot):
            return True
    return False


@kernel(hot=True)
def pushable(s):
    """Bits of the creatures of which a push effect waits and the supply has a token (R31, D11)."""
    return positive_bits(s.pending, 0) & in_supply(s)


@kernel(hot=True)
def in_supply(s):
    """Bits of the creatures in the supply."""
    return positive_bits(s.supply, 0) & EVERY_CREATURE
