"""Games of a few lines whose best play is known: an open tree of choices, and a bet on a hidden card or on dice."""

import itertools

import numpy as np

from arkade.actions import ActionTable, Kind
from arkade.game import Game
from arkade.jit import kernel
from arkade.layout import Block, ObservationLayout
from arkade.records import ENDED, LIVE, NONE, state_dtype, tables_dtype
from arkade.rng import below, reseed, shuffle
from arkade.verbs import register_kernels

BASE = [("rng", "u8"), ("num_players", "i1"), ("current_player", "i1"), ("over", "i1")]


def make(name, blank, tables, actions, layout):
    """A Game without pictures."""
    return Game(
        name=name, version="0", options={"num_players": int(blank["num_players"][0])}, tables=tables, blank=blank,
        actions=actions, layout=layout, cards=None, to_dict=lambda *_: {}, from_dict=lambda *_: blank.copy(),
        text=lambda *_: "", svg=lambda *_: "",
    )  # fmt: skip


@kernel
def end(s):
    """End the game."""
    s.over = ENDED
    s.current_player = NONE


# --- an open tree: everybody in turn takes one of CHOICES branches, and a table says what each leaf pays ---------------

PLAYERS, CHOICES, MOVES = 6, 3, 6
TREE = state_dtype([*BASE, ("moves", "i1"), ("leaf", "i2")])
TREE_TABLES = tables_dtype([("moves", "i1"), ("payoff", "f4", (CHOICES**MOVES, PLAYERS))], __file__)
TREE_LAYOUT = ObservationLayout(
    [Block("path", (2,), (MOVES, 255), "moves made, and which"), Block("me", (1,), PLAYERS)]
)


@kernel
def tree_reset(s, t, seed):
    s.rng = seed
    s.current_player = 0


@kernel
def tree_legal(s, t, mask):
    mask[:] = s.over == LIVE


@kernel
def tree_step(s, t, action):
    s.leaf = CHOICES * s.leaf + action
    s.moves += 1
    s.current_player = s.moves % s.num_players
    if s.moves == t.moves:
        end(s)


@kernel
def tree_observe(s, t, player, out):
    out[0] = s.moves
    out[1] = s.leaf % 256
    out[2] = player


@kernel
def tree_returns(s, t, reward, out):
    for p in range(s.num_players):
        out[p] = t.payoff[s.leaf, p] if s.over != LIVE else 0.0


@kernel
def tree_scores(s, t, out):
    for p in range(s.num_players):
        out[p] = 0


@kernel
def tree_determinize(s, t, player, seed):
    reseed(s, seed)


@kernel
def tree_evaluate(s, t, player):
    return float(t.payoff[s.leaf, player]) if s.over != LIVE else 0.0


register_kernels(
    TREE, reset=tree_reset, legal=tree_legal, step=tree_step, observe=tree_observe, scores=tree_scores,
    returns=tree_returns, determinize=tree_determinize, evaluate=tree_evaluate,
)  # fmt: skip


def tree(num_players, payoff, moves):
    """The game in which the leaves of `moves` choices in turn pay `payoff` (leaf, player)."""
    blank, tables = np.zeros(1, TREE), np.zeros(1, TREE_TABLES)
    blank["num_players"] = num_players
    tables["moves"] = moves
    tables["payoff"][0, : CHOICES**moves, : payoff.shape[1]] = payoff
    return make("tree", blank, tables, ActionTable([Kind("take", {"branch": CHOICES})]), TREE_LAYOUT)


def max_n(num_players, payoff, moves):
    """The best first choice, and what it pays everybody, where all play best for themselves."""
    worth = dict(enumerate(payoff))
    for move in range(moves - 1, -1, -1):
        mover, below_it = move % num_players, worth
        choices = {n: [below_it[CHOICES * n + c] for c in range(CHOICES)] for n in range(CHOICES**move)}
        worth = {n: max(paid, key=lambda p: p[mover]) for n, paid in choices.items()}
    return int(np.argmax([paid[0] for paid in choices[0]])), worth[0]


# --- a bet: on the face-down card on top of the deck, or on dice; or nothing is won and nothing lost --------------------

CARDS, PASS, BET = 10, 0, 1
BETTING_FIELDS = [("dice", "i1"), ("winning", "i1"), ("result", "i1"), ("deck", "i1", CARDS)]
BETTING = state_dtype([*BASE, *BETTING_FIELDS])
BET_TABLES = tables_dtype([("nothing", "i1")], __file__)
BET_LAYOUT = ObservationLayout([Block("bet", (2,), (1, CARDS), "is it dice, and how many of ten win")])


@kernel
def bet_reset(s, t, seed):
    s.rng = seed
    for card in range(CARDS):
        s.deck[card] = card
    shuffle(s, s.deck, 0, CARDS)
    s.current_player = 0


@kernel
def bet_legal(s, t, mask):
    mask[:] = s.over == LIVE


@kernel
def bet_step(s, t, action):
    if action == BET:
        card = below(s, CARDS) if s.dice else int(s.deck[0])
        s.result = 1 if card < s.winning else -1
    end(s)


@kernel
def bet_observe(s, t, player, out):
    out[0] = s.dice
    out[1] = s.winning


@kernel
def bet_returns(s, t, reward, out):
    out[0] = s.result
    out[1] = -s.result


@kernel
def bet_scores(s, t, out):
    out[0] = s.result
    out[1] = -s.result


@kernel
def bet_determinize(s, t, player, seed):
    reseed(s, seed)
    shuffle(s, s.deck, 0, CARDS)


@kernel
def bet_peek(s, t, player, seed):
    """What determinize must not do: leave all as it is."""


@kernel
def bet_evaluate(s, t, player):
    return float(s.result) if player == 0 else -float(s.result)


PEEKING = state_dtype([*BASE, ("peeking", "i1"), *BETTING_FIELDS])
for dtype, worlds in ((BETTING, bet_determinize), (PEEKING, bet_peek)):
    register_kernels(
        dtype, reset=bet_reset, legal=bet_legal, step=bet_step, observe=bet_observe, scores=bet_scores,
        returns=bet_returns, determinize=worlds, evaluate=bet_evaluate,
    )  # fmt: skip


def bet(winning, dice=False, peeking=False):
    """The bet that `winning` of ten cards win; `peeking`: with a determinize that leaves cards and dice in place."""
    blank = np.zeros(1, PEEKING if peeking else BETTING)
    blank["num_players"], blank["dice"], blank["winning"] = 2, dice, winning
    actions = ActionTable([Kind("pass"), Kind("bet")])
    return make("bet", blank, np.zeros(1, BET_TABLES), actions, BET_LAYOUT)


def bets(game, n=40):
    """Positions with every card on top, and dice of all kinds."""
    states = game.new(n)
    game.reset(states, np.arange(n))
    for state, top in zip(states, itertools.cycle(range(CARDS))):
        at = int(np.flatnonzero(state["deck"] == top)[0])
        state["deck"][[0, at]] = state["deck"][[at, 0]]
    return states
