"""A cheap value of a position, for greedy play and search (RULES.md section 8)."""

from __future__ import annotations

import math

import numpy as np

from arkade.bits import WORD, load_word
from arkade.jit import kernel, wraps_around
from arkade.records import LIVE, NONE
from arkade.results import final_value
from enclosure_env.conditions import count_area, shortfall
from enclosure_env.habitat import count_done
from enclosure_env.lanes import ONES, differing_bytes
from enclosure_env.scoring import private_score, score, write_keys
from enclosure_env.state import ALL_SWAPS, PLAYERS, PRIVATES, PUBLIC_SLOTS, PUSH_CARD, SWAPS, TOKENS
from enclosure_env.tables import CELL_WORDS, TERMS

LEAD = 20.0  # a lead of this many points is a value of tanh(1)
# What things are worth in points, beside those that are scored:
COMPLETED = 0.2  # a completed card, for the end comes nearer
RESEARCH = 1.0  # a research card beside its EP
OWN_TAG = 0.7  # a tag on it of the creature of the own private milestone
SWAP_CARD, PUSH_CARD_IN_HAND, TOKEN = 0.15, 0.4, 0.5
PRIVATE_DONE, PRIVATE, PRIVATE_EP = 2.0, 1.0, 0.3  # completed; still open, and for each EP that it would give
PUBLIC = 0.4  # each EP of a public milestone that is still open
MOVE, UNIT = 0.6, 0.5  # what is left for each move that a card takes, and each unit that a milestone lacks
_S56 = np.uint64(56)


@kernel
def evaluate(s, t, player):
    """`player`'s lead over the best other player, in points and in what may become points; open fields only."""
    if s.over != LIVE:
        keys = np.empty(PLAYERS, np.int64)
        write_keys(s, t, keys)
        return final_value(keys, int(s.num_players), player)
    own, best_other = 0.0, -math.inf
    for p in range(s.num_players):
        worth = _worth(s, t, p)
        if p == player:
            own = worth
        else:
            best_other = max(best_other, worth)
    return math.tanh((own - best_other) / LEAD)


@kernel
def _worth(s, t, p):
    """What `p` has scored, completed, holds in hand and has in the habitat, and may still complete."""
    points = score(s, t, p) + COMPLETED * count_done(s, p) + TOKEN * s.features[p, TOKENS]
    for card in range(SWAPS):
        points += SWAP_CARD * ((s.hand[p] >> card) & 1)
    points += PUSH_CARD_IN_HAND * ((s.hand[p] >> PUSH_CARD) & 1)
    own = int(s.private_milestone[p])
    for i in range(s.research_count[p]):
        card = int(s.research[p, i])
        worth = RESEARCH + t.card_ep[card] + OWN_TAG * t.card_features[card, own]
        points += worth * MOVE ** (1 + _moves(s, t, p, card))
    if s.private_done[p]:
        points += PRIVATE_DONE
    else:
        points += (PRIVATE + PRIVATE_EP * private_score(s, t, p)) * UNIT ** shortfall(s, t, p, own)
    for slot in range(PUBLIC_SLOTS):
        if s.public_milestone[slot] != NONE and s.public_owner[slot] == NONE:
            milestone = PRIVATES + s.public_milestone[slot]
            points += PUBLIC * t.milestone_ep[milestone] * UNIT ** shortfall(s, t, p, milestone)
    return points


@kernel
def _moves(s, t, p, card):
    """Tokens that a research card still asks for; those that no swap card in hand can bring at once count twice."""
    moves = 0
    for i in range(TERMS):
        creature = int(t.term_creature[card, i])
        if creature == NONE:
            break
        area = int(t.term_area[card, i])
        missing = int(t.term_tokens[card, i]) - count_area(s, p, creature, area)
        if missing > 0:
            moves += missing + max(0, missing - _tokens_in_reach(s, t, p, creature, area))
    return moves


@kernel(hot=True)
@wraps_around
def _tokens_in_reach(s, t, p, creature, area):
    """How many tokens of a creature one of `p`'s swap cards can bring into an area."""
    swaps, token, tokens = s.hand[p] & ALL_SWAPS, ONES * np.uint64(creature + 1), 0
    for w in range(CELL_WORDS):
        others = differing_bytes(load_word(s.habitat[p], WORD * w), token)
        tokens += int((np.uint64(t.reach[swaps, area, w]) & ~others) * ONES >> _S56)
    return tokens
