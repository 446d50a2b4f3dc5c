"""Milestones, points, standings and results (RULES.md section 11)."""

from __future__ import annotations

import numpy as np

from arkade.bits import count_bits, lowest_bit
from arkade.jit import kernel
from arkade.records import LIVE, NONE
from arkade.results import write_results
from arkade.verbs import MARGIN, NO_TEAM
from biohack_env.components import CLASSES, CREATURES, GENES, MILESTONE_CARDS, PLAYERS, SPACES, TERMS_OF_SCORE
from biohack_env.creation import ARTISAN, ENOUGH, capacity
from biohack_env.effects import FERAL, PROFESSIONAL, SURVIVAL, creatures
from biohack_env.grammar import Count
from biohack_env.state import NOMANS

MARGIN_UNIT = 50  # a margin of this many EP is a result of 1
EARLY_EP, EARLY_ROUND = 20, 4  # for the 7th creature before this round, solo (R80)
ACTIVE_EP = 10  # for each active Noman, Survival (R85)
MOST_CREATURES = SPACES  # on a player board (R84)
_BASE = SPACES + 1

SMALL, REPORTS = 1, 2  # challenges (R82, R83)
MANY_REPORTS, SOME_REPORTS, LEFT_COINS, FERAL_CREATURES = 3, 2, 5, 3  # that challenges ask for (R83-R85)
NOBLE = 2  # class


# --- milestone cards --------------------------------------------------------------------------------------------------


@kernel
def is_met(s, t, p, milestone):
    """Has `p` the creatures that a milestone card asks for? Icons are on different creatures (R50, R68, D33)."""
    for c in range(len(CLASSES)):
        if s.count[p, c] < t.need_class[milestone, c]:
            return False
    if t.need_types[milestone] > 0 and count_types(s, t, p) < t.need_types[milestone]:
        return False
    wanted = int(t.need_genes[milestone])
    if creatures(s, p) < t.need_sum[milestone, wanted]:
        return False
    genes = wanted
    while genes != 0:
        if count_with_genes(s, t, p, genes) < t.need_sum[milestone, genes]:
            return False
        genes = (genes - 1) & wanted
    return True


@kernel
def count_with_genes(s, t, p, genes):
    """How many of `p`'s creatures have one of these genes in their cost (R64, D34)."""
    n, left = 0, int(s.tableau_mask[p])
    while left != 0:
        n += int(t.card_genes[lowest_bit(left)] & genes != 0)
        left &= left - 1
    return n


@kernel
def count_types(s, t, p):
    """How many different genes `p`'s creatures have in their costs."""
    genes, left = 0, int(s.tableau_mask[p])
    while left != 0:
        genes |= int(t.card_genes[lowest_bit(left)])
        left &= left - 1
    return count_bits(genes)


@kernel
def reports(s, p):
    """How many milestone cards `p` has reported."""
    n = 0
    for position in range(MILESTONE_CARDS):
        n += int(has_token(s.milestone_token[position], p))
    return n


@kernel
def has_token(tokens, p):
    """Has `p` a milestone token in this row?"""
    for space in range(PLAYERS):
        if tokens[space] == p:
            return True
    return False


# --- points -----------------------------------------------------------------------------------------------------------


@kernel
def score_of(s, t, p):
    """`p`'s points now (section 11)."""
    points = int(s.ep[p]) + printed_points(s, t, p) + noble_points(s, t, p) + scientist_points(s, t, p)
    points += row_points(s, t, p) + milestone_points(s, t, p) + coin_points(s, t, p) + token_points(s, t, p)
    return points + solo_points(s, p)


@kernel
def printed_points(s, t, p):
    """The EP printed on commons and artisans."""
    points, left = 0, int(s.tableau_mask[p])
    while left != 0:
        points += int(t.card_ep[lowest_bit(left)])
        left &= left - 1
    return points


@kernel
def noble_points(s, t, p):
    """The EP of the nobles' abilities (R44, R64)."""
    points, left = 0, int(s.tableau_mask[p]) & int(t.class_cards[NOBLE])
    while left != 0:
        points += _terms(s, t, p, lowest_bit(left))
        left &= left - 1
    return points


@kernel
def scientist_points(s, t, p):
    """The EP of the scientist's bottom row, once it is unlocked (R65)."""
    return _terms(s, t, p, CREATURES + int(s.scientist[p])) if s.locks[p] == 0 else 0


@kernel
def row_points(s, t, p):
    """The EP of full rows (R45)."""
    points = 0
    for c in range(len(CLASSES)):
        for space in range(PLAYERS):
            points += int(s.row_token[c, space] == p) * int(t.row_ep[s.num_players, space])
    return points


@kernel
def milestone_points(s, t, p):
    """The EP of reported milestones (R50)."""
    points = 0
    for position in range(MILESTONE_CARDS):
        for space in range(PLAYERS):
            points += int(s.milestone_token[position, space] == p) * int(t.milestone_ep[s.num_players, space])
    return points


@kernel
def coin_points(s, t, p):
    """The EP of coins (R66)."""
    return int(s.coins[p]) // int(t.coins_per_ep[s.num_players])


@kernel
def token_points(s, t, p):
    """The EP of kept Enclosure tokens (R93)."""
    return int(t.token_ep[s.num_players]) * count_bits(int(s.token_kept[p]))


@kernel
def solo_points(s, p):
    """Alone: EP for an early 7th creature (R80), in Survival for active Nomans (R85)."""
    points = 0
    if s.num_players == 1:
        if 0 < s.seventh_round[p] and s.seventh_round[p] < EARLY_ROUND:
            points += EARLY_EP
        if s.challenge == SURVIVAL:
            points += ACTIVE_EP * (NOMANS - int(s.injured[p]))
    return points


@kernel
def _terms(s, t, p, row):
    """The points of a noble or a scientist: both its terms."""
    points = 0
    for i in range(TERMS_OF_SCORE):
        if t.term_count[row, i] != NONE:
            points += _term(s, t, p, row, i)
    return points


@kernel
def _term(s, t, p, row, i):
    amount = int(t.term_amount[row, i])
    match t.term_count[row, i]:
        case Count.GENE:
            return amount * count_with_genes(s, t, p, int(t.term_genes[row, i]))
        case Count.CLASS:
            return amount * int(s.count[p, t.term_class[row, i]])
        case Count.REPORT:
            return amount * reports(s, p)
        case Count.ROWS:
            return amount * full_rows(s, p)
        case Count.TYPES:
            return amount * count_types(s, t, p)
        case Count.COINS:
            return int(s.coins[p]) // amount
        case Count.STORED:
            return stored_genes(s, p) // amount
        case Count.MEDICINE:
            return amount * int(s.medicine[p])
    return amount


@kernel
def full_rows(s, p):
    """How many rows of `p`'s board are full."""
    n = 0
    for c in range(len(CLASSES)):
        n += int(s.count[p, c] == capacity(c))
    return n


@kernel
def stored_genes(s, p):
    """How many genes `p` has stored."""
    n = 0
    for gene in range(len(GENES)):
        n += int(s.genes[p, gene])
    return n


@kernel
def scores(s, t, out):
    """Write each player's points now."""
    for p in range(s.num_players):
        out[p] = score_of(s, t, p)


@kernel
def team_points(s, t):
    """The points of a player alone; NO_TEAM with others at the table."""
    return score_of(s, t, 0) if s.num_players == 1 else NO_TEAM


# --- results ----------------------------------------------------------------------------------------------------------


@kernel
def rank_key(s, p):
    """Final points, then creatures, nobles, artisans, as one number: larger is better (R67, D46)."""
    key = int(s.score[p]) * _BASE + creatures(s, p)
    return (key * _BASE + int(s.count[p, NOBLE])) * _BASE + int(s.count[p, ARTISAN])


@kernel
def write_keys(s, keys):
    """Write each player's rank key."""
    for p in range(s.num_players):
        keys[p] = rank_key(s, p)


@kernel
def returns(s, t, reward, out):
    """Write each player's result: WIN, RANK or MARGIN; 0 while the game is live."""
    n = int(s.num_players)
    if s.over == LIVE:
        for p in range(n):
            out[p] = 0
    elif n == 1:
        out[0] = _solo_margin(s, t) if reward == MARGIN else (1 if is_won(s, t) else -1)
    else:
        keys = np.empty(PLAYERS, np.int64)
        write_keys(s, keys)
        write_results(keys, s.score, n, reward, MARGIN_UNIT, out)


@kernel
def target(s):
    """The EP that a game alone must reach; the Professional challenge has no such condition."""
    return 105 if s.challenge == REPORTS or s.challenge == SURVIVAL else 100


@kernel
def conditions(s, t):
    """How many of a solo game's conditions besides the EP are met, and how many there are (R80-R85)."""
    enough = int(creatures(s, 0) >= ENOUGH)
    match s.challenge:
        case 1:  # Small Creature
            return enough + int(s.count[0, 0] == capacity(0)), 2
        case 2:  # Report Mania
            return enough + int(reports(s, 0) >= MANY_REPORTS), 2
        case 3:  # Professional
            met = int(creatures(s, 0) >= MOST_CREATURES) + int(s.locks[0] == 0)
            return met + int(reports(s, 0) >= SOME_REPORTS) + int(s.coins[0] >= LEFT_COINS), 4
        case 4:  # Survival
            return enough + int(count_with_genes(s, t, 0, 1 << FERAL) >= FERAL_CREATURES), 2
    return enough, 1


@kernel
def is_won(s, t):
    """Is a solo game that is over won?"""
    met, of = conditions(s, t)
    return not s.lost and met == of and (s.challenge == PROFESSIONAL or s.score[0] >= target(s))


@kernel
def _solo_margin(s, t):
    """How far a solo game went towards its goal, in [-1, 1] (section 11)."""
    met, of = conditions(s, t)
    if s.challenge == PROFESSIONAL:
        return 2.0 * met / of - 1.0
    if s.lost or creatures(s, 0) < ENOUGH:
        return -1.0
    margin = max(-1.0, min(1.0, (s.score[0] - target(s)) / MARGIN_UNIT))
    return margin if met == of else min(0.0, margin)
