"""A cheap value of a position, for greedy play and search; it reads the own hand, of others what all know.

What a player has scored, and what may still come of cards, genes, Nomans and the rest, in points.
"""

from __future__ import annotations

import math

import numpy as np

from arkade.bits import count_bits, load_word, lowest_bit, subtract_bytes, sum_bytes
from arkade.jit import kernel, wraps_around
from arkade.records import LIVE, NONE
from arkade.verbs import MARGIN, WIN
from biohack_env.components import (
    BANK,
    BASEMENT,
    CLASSES,
    CREATURES,
    HOSPITAL,
    MILESTONE_CARDS,
    MOUNTAIN,
    PLAYERS,
    RIVER,
    TERMS_OF_SCORE,
)
from biohack_env.creation import ENOUGH, capacity
from biohack_env.effects import PROFESSIONAL, creatures, has_bit, is_last_round
from biohack_env.grammar import Count
from biohack_env.scoring import count_types, count_with_genes, has_token, reports, returns, score_of, target
from biohack_env.state import LOCKS, Node, Phase

LEAD = 25.0  # a lead of this many points is a value of tanh(1)
# What things are worth in points, beside what they score:
COIN, COIN_EARLY, GENE = 0.25, 0.2, 0.22  # a coin, and more before the last turns; genes left over, by coin
AT_HOME, ON_LOCATION = 1.6, 1.5  # a Noman that can act, and more if it also researches
MEDICINE, INJURED = 1.5, 8.0
READY, IN_ACTION, MISSING, NEXT = 0.62, 0.97, 0.84, 0.85  # of a card's worth: paid for, while creating, by coin, each
EXPECTED = 0.6  # of genes that Nomans on locations will bring
DISCOUNT, ACTIVATION = 0.3, 0.8  # an artisan's discount by coin and creature to come; a common by round
MILESTONE = (0.62, 0.42, 0.2, 0.08)  # of a milestone's EP, by creatures that are missing
ROW = 0.75  # of a row's EP, shared by its spaces
UNLOCKED = (1.0, 0.5, 0.25)  # of the scientist's score, by locks left
EACH_OF_SEVEN = 5.0  # a creature of those that a game alone asks for
QUESTION = 0.7  # a pick, purchase or reservation that is being made
CHOSEN = 4  # cards that are planned for

_HIGH = np.uint64(0x000000FFFFFF0000)  # avian, reptile, primate: two coins each
_FERAL = np.uint64(0x0000FF0000000000)
_S40 = np.uint64(40)
_MOUNTAIN_GENES, _RIVER_GENES = np.uint64(0x010002), np.uint64(0x01000200)  # what research brings
_HOSPITAL_GENES = np.uint64(0x0200000000)


@kernel
def evaluate(s, t, player):
    """`player`'s lead over the best other player; alone, how near the goal is."""
    n = int(s.num_players)
    if s.over != LIVE:
        return _final_value(s, t, player)
    own = worth(s, t, player, int(s.hand[player]), True)
    if n == 1:
        goal = 105.0 if s.challenge == PROFESSIONAL else float(target(s))
        return math.tanh((own - goal) / (2 * LEAD))
    best_other = -math.inf
    for p in range(n):
        if p != player:
            best_other = max(best_other, worth(s, t, p, int(s.hand_known[p]), False))
    return math.tanh((own - best_other) / LEAD)


@kernel
def _final_value(s, t, player):
    results = np.empty(PLAYERS, np.float64)
    returns(s, t, WIN, results)
    if s.num_players == 1 and results[0] < 0:  # a loss by little is better than a plain one
        returns(s, t, MARGIN, results)
        return (results[0] - 3) / 4
    return results[player]


@kernel
def worth(s, t, p, cards, own):
    """Points of `p`, and what may come of what `p` has; `cards` are those in hand that are seen."""
    last = is_last_round(s, t)
    rounds = 0 if last else int(t.rounds[s.num_players]) - int(s.round)
    nomans = _nomans_worth(s, p)
    going_on = nomans > 0 or rounds > 0
    n = int(s.num_players)
    points = float(score_of(s, t, p)) - int(s.coins[p]) // int(t.coins_per_ep[n]) + nomans
    points += int(s.coins[p]) * (COIN + COIN_EARLY * int(going_on))
    if not last:
        points -= INJURED * int(s.injured[p])
        points += MEDICINE * int(s.medicine[p])
    for space in range(s.count[p, 0]):
        uses = rounds + 0.5 * int(not has_bit(s.used[p], space))
        points += ACTIVATION * uses
    places = int(s.on_location[p])
    if own:
        places |= int(s.loc_choice[p])
        if s.current_player == p:
            points += _question_worth(s)
            if s.look_class != NONE:
                cards |= 1 << int(s.look[0]) | 1 << int(s.look[1])
    points += _places_worth(s, t, places)
    points += QUESTION * count_bits(int(s.hand[p]) & ~cards) + _milestones_worth(s, t, p, going_on)
    if s.locks[p] > 0 and s.scientist[p] != NONE and going_on:
        points += UNLOCKED[s.locks[p]] * _score_to_come(s, t, p, CREATURES + int(s.scientist[p]), 0)
        points += DISCOUNT * rounds * int(s.locks[p] < LOCKS) * 3.0
    if n == 1:
        points += EACH_OF_SEVEN * min(ENOUGH, creatures(s, p))
    if going_on:
        points += _cards_worth(s, t, p, cards, places, rounds)
    return points


@kernel
def _nomans_worth(s, p):
    """Nomans that can still act in this round; after the choice of locations one at home only experiments."""
    if has_bit(s.passed, p):
        return 0.0
    points = AT_HOME * int(s.home[p])
    if s.phase == Phase.RESEARCH:
        return points + (AT_HOME + ON_LOCATION) * count_bits(int(s.on_location[p]))
    return points + ON_LOCATION * int(s.home[p])


@kernel
def _places_worth(s, t, places):
    """What research brings beside genes: EP and coins of the BANK, medicine, a card."""
    points = 0.3 * int(has_bit(places, MOUNTAIN) + has_bit(places, RIVER))
    points += 2.2 * int(has_bit(places, BANK)) + 0.6 * int(has_bit(places, HOSPITAL))
    return points + 1.2 * int(has_bit(places, BASEMENT))


@kernel
def _question_worth(s):
    """What is being asked is worth something, so that actions which ask are not thought poor."""
    match s.node:
        case Node.PICK | Node.WILD:
            return QUESTION * int(s.pick_left)
        case Node.BUY:
            return QUESTION * int(s.buy_left)
        case Node.DIE | Node.RESERVE | Node.IMPROVE | Node.TRADE | Node.ALLEY:
            return QUESTION
    return 0.0


# --- cards in hand ----------------------------------------------------------------------------------------------------


@kernel
def _cards_worth(s, t, p, cards, places, rounds):
    """The best cards one after the other, by their worth and what their cost still lacks; genes left over a little."""
    have = load_word(s.genes[p], 0)
    to_come = have
    if has_bit(places, MOUNTAIN):
        to_come += _MOUNTAIN_GENES
    if has_bit(places, RIVER):
        to_come += _RIVER_GENES
    if has_bit(places, HOSPITAL):
        to_come += _HOSPITAL_GENES
    discount, wild = load_word(s.disc[p], 0), 2.0 * int(s.disc_wild[p])
    creating = int(s.create_left) if s.current_player == p and s.stack_len > 0 else 0
    trading = s.node == Node.ALLEY and s.current_player == p
    taken = 0  # creatures that are planned for, four bits by class
    points, share = 0.0, 1.0
    for _ in range(CHOSEN):
        best, best_card, left = 0.0, NONE, cards
        while left != 0:
            card = lowest_bit(left)
            left &= left - 1
            c = int(t.card_class[card])
            if int(s.count[p, c]) + (taken >> 4 * c & 15) < capacity(c):
                cost = subtract_bytes(load_word(t.cost[card], 0), discount)
                lacks = max(0.0, in_coins(subtract_bytes(cost, have)) - wild)
                later = max(0.0, in_coins(subtract_bytes(cost, to_come)) - wild)
                if trading and lacks <= s.coins[p]:
                    lacks *= 0.5
                lacks += EXPECTED * (later - lacks)
                ready = IN_ACTION if creating > 0 and lacks == 0 else READY * MISSING**lacks
                value = ready * card_worth(s, t, p, card, rounds)
                if value > best:
                    best, best_card = value, card
        if best_card == NONE:
            break
        cost = subtract_bytes(load_word(t.cost[best_card], 0), discount)
        have, to_come = subtract_bytes(have, cost), subtract_bytes(to_come, cost)
        cards &= ~(1 << best_card)
        taken += 1 << 4 * int(t.card_class[best_card])
        creating -= 1
        points += share * best
        share *= NEXT
    return points + GENE * (in_coins(have) + EXPECTED * (in_coins(to_come) - in_coins(have)))


@kernel
@wraps_around
def in_coins(genes):
    """What genes are worth in coins: mammal and aquatic 1, avian, reptile and primate 2, feral 6 (R46, R47)."""
    return float(sum_bytes(genes) + sum_bytes(genes & _HIGH)) + 5.0 * int((genes & _FERAL) >> _S40)


@kernel
def card_worth(s, t, p, card, rounds):
    """What a creature is worth on `p`'s board."""
    c = int(t.card_class[card])
    points = float(t.card_ep[card])
    to_come = max(0, ENOUGH + 1 - creatures(s, p))
    if c == 0:
        points += ACTIVATION * rounds
    elif c == 1:
        saved = in_coins(load_word(t.card_disc[card], 0)) + 2.0 * int(t.card_wild[card])
        points += DISCOUNT * saved * min(to_come - 1, 4)
    else:
        points += _score_to_come(s, t, p, card, 1)
    space = 0
    while space < PLAYERS - 1 and s.row_token[c, space] != NONE:
        space += 1
    points += ROW * int(t.row_ep[s.num_players, space]) / capacity(c)
    if s.num_players == 1:
        points += EACH_OF_SEVEN * int(creatures(s, p) < ENOUGH)
    return points + _icons_worth(s, t, p, card)


@kernel
def _score_to_come(s, t, p, row, itself):
    """What a noble's or a scientist's terms may score at the end."""
    points = 0.0
    for i in range(TERMS_OF_SCORE):
        kind, amount = int(t.term_count[row, i]), float(t.term_amount[row, i])
        match kind:
            case Count.GENE:
                genes = int(t.term_genes[row, i])
                points += amount * (count_with_genes(s, t, p, genes) + 1.0 + 0.5 * itself)
            case Count.CLASS:
                points += amount * (int(s.count[p, t.term_class[row, i]]) + 0.8)
            case Count.REPORT:
                points += amount * (reports(s, p) + 1.0)
            case Count.ROWS:
                points += amount * 1.2
            case Count.TYPES:
                points += amount * min(6.0, count_types(s, t, p) + 1.5)
            case Count.FLAT | Count.MEDICINE:
                points += amount
    return points


# --- milestones -------------------------------------------------------------------------------------------------------


@kernel
def _next_ep(s, t, position):
    space = 0
    while space < PLAYERS - 1 and s.milestone_token[position, space] != NONE:
        space += 1
    return int(t.milestone_ep[s.num_players, space])


@kernel
def _milestones_worth(s, t, p, going_on):
    """Milestone cards that `p` may report later, by the creatures that are missing."""
    if not going_on:
        return 0.0
    points = 0.0
    reporting = s.node == Node.DNA and s.current_player == p and has_bit(s.dna_flags, 0)
    for position in range(MILESTONE_CARDS):
        if not has_token(s.milestone_token[position], p):
            short = missing_creatures(s, t, p, int(s.milestone[position]))
            if short < len(MILESTONE):
                share = IN_ACTION if reporting and short == 0 else MILESTONE[short]
                reporting = reporting and short > 0
                points += share * _next_ep(s, t, position)
    return points


@kernel
def missing_creatures(s, t, p, milestone):
    """How many creatures a milestone card still asks for (D33)."""
    short = 0
    for c in range(len(CLASSES)):
        short = max(short, int(t.need_class[milestone, c]) - int(s.count[p, c]))
    wanted = int(t.need_genes[milestone])
    genes = wanted
    while genes != 0:
        short = max(short, int(t.need_sum[milestone, genes]) - count_with_genes(s, t, p, genes))
        genes = (genes - 1) & wanted
    return short


@kernel
def _icons_worth(s, t, p, card):
    """What a card's genes bring towards milestones."""
    points = 0.0
    for position in range(MILESTONE_CARDS):
        m = int(s.milestone[position])
        if int(t.need_genes[m]) & int(t.card_genes[card]) and not has_token(s.milestone_token[position], p):
            points += 0.12 * _next_ep(s, t, position)
    return points
