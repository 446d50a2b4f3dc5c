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
from biohack_env.effects import FERAL, PROFESSIONAL, SURVIVAL, creatures, has_bit, is_last_round
from biohack_env.grammar import Count
from biohack_env.scoring import (
    FERAL_CREATURES,
    LEFT_COINS,
    MANY_REPORTS,
    MOST_CREATURES,
    NOBLE,
    SMALL,
    SOME_REPORTS,
    count_types,
    count_with_genes,
    has_token,
    reports,
    returns,
    score_of,
    target,
)
from biohack_env.state import LOCKS, Node, Phase

LEAD, LEAD_ALONE = 25.0, 50.0  # a lead of this many points is a value of tanh(1)
# What things are worth in points, beside what they score; found by an evolution of greedy players, alone and in twos.
COIN = 0.17  # a coin at the end
COIN_EARLY = 0.16  # and more before
GENE = 0.22  # genes left over, by coin
AT_HOME = 1.26  # a Noman that can act
ON_LOCATION = 1.46  # and more where it also researches
MEDICINE = 1.82
INJURED = 14.27
READY = 0.53  # of a card's worth: paid for
IN_ACTION = 1.88  # while creating; more than 1, lest creations be put off
MISSING = 0.88  # for each coin that it lacks
NEXT = 0.83  # for each card before it
EXPECTED = 0.96  # of genes that Nomans on locations will bring
TRADING = 0.72  # of what is lacking, in ALLEY with the coins for it
DISCOUNT = 0.94  # an artisan's discount, by coin and creature to come
ACTIVATION = 0.42  # a common, by round
MET = 0.54  # of a milestone's EP that is met
ONE_SHORT = 0.47  # and that lacks a creature
TWO_SHORT = 0.19
ROW = 1.06  # of a row's EP, shared by its spaces
ONE_LOCK = 0.46  # of the scientist's score, by locks left
TWO_LOCKS = 0.4
TO_COME = 2.49  # creatures and reports that a noble may still count
EACH_OF_SEVEN = 9.57  # a creature of those that a game alone asks for
GOAL = 4.96  # anything else that a challenge asks for
QUESTION = 1.27  # a pick or purchase that is being made
DIE = -0.46  # a roll
OPEN_DNA = 0.46  # an unlock that can be paid
AT_BANK = 7.8  # a Noman that will research there
AT_BASEMENT = 1.32
UNSEEN = 1.62  # a card in another hand that is not known
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
        return math.tanh((own - target(s)) / LEAD_ALONE)
    best_other = -math.inf
    for p in range(n):
        if p != player:
            best_other = max(best_other, worth(s, t, p, int(s.hand_known[p]), False))
    return math.tanh((own - best_other) / LEAD)


@kernel
def _final_value(s, t, player):
    """The result; alone a loss by little is better than a plain one."""
    results = np.empty(PLAYERS, np.float64)
    returns(s, t, WIN, results)
    if s.num_players == 1 and results[0] < 0:
        returns(s, t, MARGIN, results)
        return (results[0] - 3) / 4
    return results[player]


@kernel
def worth(s, t, p, cards, own):
    """Points of `p`, and what may come of what `p` has; `cards` are those in hand that are seen."""
    n, last = int(s.num_players), is_last_round(s, t)
    rounds = 0 if last else int(t.rounds[n]) - int(s.round)
    nomans = _nomans_worth(s, t, p)
    points = float(score_of(s, t, p)) - int(s.coins[p]) // int(t.coins_per_ep[n]) + COIN * int(s.coins[p]) + nomans
    if n == 1:
        points += EACH_OF_SEVEN * min(creatures_wanted(s), creatures(s, p)) + GOAL * _goals_reached(s, t)
    if nomans == 0 and rounds == 0:
        return points
    if not last:
        points += MEDICINE * int(s.medicine[p]) - INJURED * int(s.injured[p])
    for space in range(s.count[p, 0]):
        points += ACTIVATION * (rounds + 0.5 * int(not has_bit(s.used[p], space)))
    places = int(s.on_location[p])
    if own:
        places |= int(s.loc_choice[p])
        if s.current_player == p:
            points += _question_worth(s, t, p)
            if s.look_class != NONE:
                cards |= 1 << int(s.look[0]) | 1 << int(s.look[1])
    points += COIN_EARLY * int(s.coins[p]) + UNSEEN * count_bits(int(s.hand[p]) & ~cards)
    points += AT_BANK * int(has_bit(places, BANK)) + AT_BASEMENT * int(has_bit(places, BASEMENT))
    points += _milestones_worth(s, t, p, 0)
    if s.locks[p] > 0 and s.scientist[p] != NONE:
        share = ONE_LOCK if s.locks[p] < LOCKS else TWO_LOCKS
        points += share * _score_to_come(s, t, p, CREATURES + int(s.scientist[p]))
        points += DISCOUNT * rounds * int(s.locks[p] < LOCKS) * 3.0
    return points + _cards_worth(s, t, p, cards, places, rounds)


@kernel
def creatures_wanted(s):
    """How many creatures a game alone asks for."""
    return MOST_CREATURES if s.challenge == PROFESSIONAL else ENOUGH


@kernel
def _goals_reached(s, t):
    """How much there is of what a challenge asks for beside creatures and EP."""
    match s.challenge:
        case 1:
            return int(s.count[0, 0])
        case 2:
            return min(MANY_REPORTS, reports(s, 0))
        case 3:
            return min(SOME_REPORTS, reports(s, 0)) + LOCKS - int(s.locks[0]) + int(s.coins[0] >= LEFT_COINS)
        case 4:
            return min(FERAL_CREATURES, count_with_genes(s, t, 0, 1 << FERAL))
    return 0


@kernel
def _nomans_worth(s, t, p):
    """Nomans that can still act in this round; after the choice of locations one at home only experiments."""
    if has_bit(s.passed, p):
        return 0.0
    points = AT_HOME * int(s.home[p])
    if s.phase == Phase.RESEARCH:
        return points + (AT_HOME + ON_LOCATION) * count_bits(int(s.on_location[p]))
    return points + ON_LOCATION * int(s.home[p])


@kernel
def _question_worth(s, t, p):
    """What is being asked is worth something, so that actions which ask are not thought poor."""
    match s.node:
        case Node.PICK | Node.WILD:
            return QUESTION * int(s.pick_left)
        case Node.BUY:
            return QUESTION * int(s.buy_left)
        case Node.DIE:
            return DIE
        case Node.RESERVE | Node.IMPROVE | Node.TRADE | Node.ALLEY:
            return QUESTION
        case Node.DNA:
            return OPEN_DNA * int(has_bit(s.dna_flags, 1) and s.locks[p] > 0 and s.coins[p] >= s.dna_price)
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
    acting = s.current_player == p and s.stack_len > 0
    creating, trading = int(s.create_left) if acting else 0, acting and s.node == Node.ALLEY
    worths = np.empty(CREATURES, np.float64)
    left = cards
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        worths[card] = card_worth(s, t, p, card, rounds)
    discount, wild = load_word(s.disc[p], 0), 2.0 * int(s.disc_wild[p])
    points, share, taken = 0.0, 1.0, 0  # taken: creatures that are planned for, four bits by class
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
                    lacks *= TRADING
                ready = (
                    IN_ACTION
                    if creating > 0 and lacks == 0
                    else READY * MISSING ** (lacks + EXPECTED * (later - lacks))
                )
                if ready * worths[card] > best:
                    best, best_card = ready * worths[card], card
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
    if c == 0:
        points += ACTIVATION * rounds
    elif c == NOBLE:
        points += _score_to_come(s, t, p, card)
    else:
        saved = in_coins(load_word(t.card_disc[card], 0)) + 2.0 * int(t.card_wild[card])
        points += DISCOUNT * saved * min(max(0, ENOUGH - creatures(s, p)), 4)
    space = 0
    while space < PLAYERS - 1 and s.row_token[c, space] != NONE:
        space += 1
    points += ROW * int(t.row_ep[s.num_players, space]) / capacity(c)
    genes = int(t.card_genes[card])
    if s.num_players == 1:
        points += EACH_OF_SEVEN * int(creatures(s, p) < creatures_wanted(s))
        if s.challenge == SURVIVAL and has_bit(genes, FERAL):
            points += GOAL * int(count_with_genes(s, t, p, 1 << FERAL) < FERAL_CREATURES)
        elif s.challenge == SMALL and c == 0:
            points += GOAL
    return points + _milestones_worth(s, t, p, genes) - _milestones_worth(s, t, p, 0)


@kernel
def _score_to_come(s, t, p, row):
    """What a noble's or a scientist's terms may score at the end."""
    points = 0.0
    for i in range(TERMS_OF_SCORE):
        kind, amount = int(t.term_count[row, i]), float(t.term_amount[row, i])
        match kind:
            case Count.GENE:
                points += amount * (count_with_genes(s, t, p, int(t.term_genes[row, i])) + TO_COME)
            case Count.CLASS:
                points += amount * (int(s.count[p, t.term_class[row, i]]) + TO_COME)
            case Count.REPORT:
                points += amount * (reports(s, p) + TO_COME)
            case Count.ROWS:
                points += amount * TO_COME
            case Count.TYPES:
                points += amount * min(6.0, count_types(s, t, p) + TO_COME)
            case Count.FLAT | Count.MEDICINE:
                points += amount
    return points


# --- milestones -------------------------------------------------------------------------------------------------------


@kernel
def _milestones_worth(s, t, p, genes):
    """Milestone cards that `p` may report later, with one more creature that has `genes` in its cost."""
    points = 0.0
    reporting = s.node == Node.DNA and s.current_player == p and has_bit(s.dna_flags, 0)
    for position in range(MILESTONE_CARDS):
        if has_token(s.milestone_token[position], p):
            continue
        space = 0
        while space < PLAYERS - 1 and s.milestone_token[position, space] != NONE:
            space += 1
        ep = int(t.milestone_ep[s.num_players, space])
        match missing_creatures(s, t, p, int(s.milestone[position]), genes):
            case 0:
                points += ep * (IN_ACTION if reporting else MET)
                reporting = False
            case 1:
                points += ep * ONE_SHORT
            case 2:
                points += ep * TWO_SHORT
            case 3:
                points += ep * TWO_SHORT * 0.4
    return points


@kernel
def missing_creatures(s, t, p, milestone, genes):
    """How many creatures a milestone card still asks for, with one more that has `genes` in its cost (D33)."""
    short = 0
    for c in range(len(CLASSES)):
        short = max(short, int(t.need_class[milestone, c]) - int(s.count[p, c]))
    wanted = int(t.need_genes[milestone])
    some = wanted
    while some != 0:
        there = count_with_genes(s, t, p, some) + int(some & genes != 0)
        short = max(short, int(t.need_sum[milestone, some]) - there)
        some = (some - 1) & wanted
    return short
