"""Writing what a player may know, the player rotated to the front (RULES.md section 7; numbers in `blocks`)."""

from __future__ import annotations

import numpy as np

from arkade.bits import WORD, least_bytes, load_word, store_word
from arkade.jit import kernel
from arkade.records import NONE
from enclosure_env.blocks import (
    FEATURE_BOUNDS,
    GROUPS,
    LAYOUT,
    MOST_CARD_EP,
    MOST_MISSING,
    MOST_PRIVATE_EP,
    MOST_PUBLIC_EP,
    MOST_ROUNDS,
    MOST_SCORE,
    starts,
)
from enclosure_env.conditions import can_claim_private, is_met, missing_tokens
from enclosure_env.scoring import private_score, score
from enclosure_env.state import (
    BASIC,
    CELLS,
    CREATURES,
    DECKS,
    FEATURE_WORDS,
    FEWEST_PLAYERS,
    MOVEMENTS,
    PRIVATES,
    PUBLIC_SLOTS,
    SLOTS,
    SPACES,
    Phase,
)
from enclosure_env.tables import CARD_NUMBER_WORDS

# --- where the kernels write: in the first row of each block ----------------------------------------------------------

PRESENT, HABITAT, HAND, FEATURES_AT, CARD_EP, PUBLIC_EP, PRIVATE_EP, SCORE, *PRIVATE_AT = starts("players")
PRIVATE, PRIVATE_DONE, PRIVATE_MET, TO_ACT, SEAT = PRIVATE_AT
RESEARCH, DISPLAYS, (UNSEEN,) = LAYOUT.start("research"), LAYOUT.start("displays"), starts("unseen")
PUBLIC, PUBLIC_USED, PUBLIC_FREE, PUBLIC_OWNER, PUBLIC_MET = starts("publics")
SUPPLY, PENDING, MAIN, EFFECTS, AP, ROUND, ROUNDS_LEFT, END_TRIGGERED, N_PLAYERS, *IN_DECK = starts("global")
IN_BASIC_DECK, IN_ADVANCED_DECK = IN_DECK

PLAYER_WIDTH, CARD_WIDTH, PUBLIC_WIDTH = GROUPS["players"].width, GROUPS["research"].width, GROUPS["publics"].width
*_, FULFILLED, MISSING = GROUPS["research"].starts()
_ONE, _BITS = np.uint64(1), np.uint64(8)  # bits of a byte
_MOST_FEATURES = tuple(np.array(FEATURE_BOUNDS, np.int8).view(np.uint64))


@kernel
def observe(s, t, player, out):
    """Write what `player` may know; every number is written."""
    out[:] = 0
    n = int(s.num_players)
    for i in range(n):
        p = player + i
        p -= n * int(p >= n)
        _write_player(s, t, p, PLAYER_WIDTH * i, out)
        for k in range(s.research_count[p]):
            _write_card(s, t, p, s.research[p, k], RESEARCH + CARD_WIDTH * (SPACES * i + k), out)
    for slot in range(SLOTS):
        if s.display[slot] != NONE:
            _write_card(s, t, player, s.display[slot], DISPLAYS + CARD_WIDTH * slot, out)
    _write_publics(s, t, player, n, out)
    for deck in range(DECKS):
        for i in range(s.deck_count[deck]):
            out[UNSEEN + s.deck[BASIC * deck + i]] = 1
    _write_global(s, n, out)


@kernel
def _write_player(s, t, p, at, out):
    """A player's habitat, hand, features, points and private milestone."""
    out[at + PRESENT] = 1
    for cell in range(CELLS):  # a word of eight numbers each: the next cell's write over its end
        token = np.uint64(s.habitat[p, cell])
        store_word(out, at + HABITAT + CREATURES * cell, (_ONE << _BITS * token) >> _BITS)
    for card in range(MOVEMENTS):
        out[at + HAND + card] = (s.hand[p] >> card) & 1
    for w in range(FEATURE_WORDS):
        word = least_bytes(load_word(s.features[p], WORD * w), _MOST_FEATURES[w])
        store_word(out, at + FEATURES_AT + WORD * w, word)
    out[at + CARD_EP] = min(int(s.card_score[p]), MOST_CARD_EP)
    out[at + PUBLIC_EP] = min(int(s.public_score[p]), MOST_PUBLIC_EP)
    out[at + PRIVATE_EP] = min(private_score(s, t, p), MOST_PRIVATE_EP)
    out[at + SCORE] = min(score(s, t, p), MOST_SCORE)
    out[at + PRIVATE + s.private_milestone[p]] = 1
    out[at + PRIVATE_DONE] = s.private_done[p]
    out[at + PRIVATE_MET] = can_claim_private(s, t, p)
    out[at + TO_ACT] = s.current_player == p
    out[at + SEAT + p] = 1


@kernel
def _write_card(s, t, p, card, at, out):
    """A research card, tested on `p`'s habitat."""
    for w in range(CARD_NUMBER_WORDS):  # the end of the last word is 0, as are the numbers that it meets
        store_word(out, at + WORD * w, load_word(t.card_numbers[card], WORD * w))
    missing = missing_tokens(s, t, p, card)
    out[at + FULFILLED] = missing == 0
    out[at + MISSING] = min(missing, MOST_MISSING)


@kernel
def _write_publics(s, t, player, n, out):
    """The public milestones: which, whose, and who meets the condition."""
    for slot in range(PUBLIC_SLOTS):
        milestone, owner, at = int(s.public_milestone[slot]), int(s.public_owner[slot]), PUBLIC_WIDTH * slot
        if milestone == NONE:
            continue
        out[at + PUBLIC + milestone] = 1
        out[at + PUBLIC_USED] = 1
        for i in range(n):
            p = player + i
            p -= n * int(p >= n)
            out[at + PUBLIC_OWNER + i] = owner == p
            out[at + PUBLIC_MET + i] = is_met(s, t, p, PRIVATES + milestone)
        out[at + PUBLIC_FREE] = owner == NONE


@kernel
def _write_global(s, n, out):
    """Supply, waiting effects, phase, rounds, sizes."""
    for creature in range(CREATURES):
        out[SUPPLY + creature] = s.supply[creature]
        out[PENDING + creature] = s.pending[creature]
    out[MAIN] = s.phase == Phase.MAIN
    out[EFFECTS] = s.phase == Phase.EFFECTS
    out[AP + s.ap] = 1
    out[ROUND] = min(int(s.round), MOST_ROUNDS)
    out[ROUNDS_LEFT] = min(int(s.max_rounds) - 1 - int(s.round), MOST_ROUNDS)
    out[END_TRIGGERED] = s.end_triggered
    out[N_PLAYERS + n - FEWEST_PLAYERS] = 1
    out[IN_BASIC_DECK] = s.deck_count[0]
    out[IN_ADVANCED_DECK] = s.deck_count[1]
