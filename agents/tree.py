"""Information-set Monte Carlo tree search in kernels, written once over the verbs.

Before every descent all that the root's player cannot know is dealt anew, so one tree gathers what many worlds have in
common: a node stands for the actions that lead to it. Actions that were legal more often have been passed over more
often, which is what the exploration of a child counts (`seen`). Every node holds the results of all players, and who
is to move chooses for himself (max-n). A tree is an array of NODE, a node's children a chain through `next`.
"""

from __future__ import annotations

import math

import numpy as np

from arkade.bits import borrowed
from arkade.choice import choose
from arkade.jit import kernel
from arkade.loops import choice_stream
from arkade.records import LIVE, NONE
from arkade.rng import hash2
from arkade.verbs import determinize, evaluate, legal, random_action, returns, step
from arkade_agents.look_ahead import best_action, hash_known

PLAYERS = 6  # room in a node
TO_THE_END = -1  # `depth` of playouts that are not cut short
RANDOM, GREEDY = 0, 1  # who plays them
IN_TREE, AFTER = 1, 2  # roles of random numbers
NEXT_BEST = 4  # actions that a node keeps to be tried next

NODE = np.dtype(
    [
        ("total", "f8", PLAYERS),  # sum of each player's results
        ("judged", "f8"),  # the mover's value one step ahead, when its parent's actions were judged
        ("values", "f4", NEXT_BEST),  # of the actions below, one step ahead
        ("untried", "i2", NEXT_BEST),  # the best actions that have no node yet, NONE where taken
        ("visits", "i4"),  # descents through the node
        ("seen", "i4"),  # descents through its parent in which the action was legal
        ("action", "i4"),  # that leads here
        ("parent", "i4"),
        ("first", "i4"),  # child, NONE
        ("next", "i4"),  # sibling, NONE
    ],
    align=True,
)

SETTINGS = np.dtype(
    [
        ("simulations", "i8"),
        ("policy", "i8"),  # RANDOM or GREEDY
        ("depth", "i8"),  # steps of a playout until `evaluate` judges, TO_THE_END for none
        ("reward", "i8"),  # a code of verbs.REWARDS, for playouts to the end
        ("exploration", "f8"),
        ("prior", "f8"),  # visits that the judgment one step ahead counts for
        ("widening", "f8"),  # a node of v visits tries at most this times sqrt(v + 1) actions, best first; 0: all
    ],
    align=True,
)


@kernel
def grow_tree(s, t, r, seed, copies, nodes, mask, values, raw, result):
    """Search from `s` by the settings `r`, which fills `nodes`; returns a hash of what the player to move knows.

    Scratch: `copies` STATE[2], `mask` and `values` one number per action, `raw` an observation, `result` PLAYERS.
    """
    player = s.current_player
    known = hash_known(s, t, player, raw, seed)
    _make_node(nodes, 0, NONE, NONE, 0.0)
    used = 1
    for w in range(r.simulations):
        copies[0] = s
        determinize(copies[0], t, player, hash2(known, w))
        stream = choice_stream(known, w)
        leaf = _descend(copies, t, r, hash2(stream, IN_TREE), nodes, used, mask, values)
        used = max(used, leaf + 1)
        _play_out(copies, t, r, hash2(stream, AFTER), mask, values, result)
        _back_up(nodes, leaf, s.num_players, result)
    return known


@kernel
def _make_node(nodes, node, parent, action, judged):
    """Write `node` and put it in front of its siblings."""
    n = nodes[node]
    for p in range(PLAYERS):
        n.total[p] = 0.0
    n.judged = judged
    for i in range(NEXT_BEST):
        n.untried[i] = NONE
    n.visits = 0
    n.seen = 1
    n.action = action
    n.parent = parent
    n.first = NONE
    n.next = NONE
    if parent != NONE:
        n.next = nodes[parent].first
        nodes[parent].first = node


@kernel
def _descend(copies, t, r, stream, nodes, used, mask, values):
    """Play the world in `copies[0]` down the tree until a node is added, or to the end; returns the last node."""
    s, at, depth = copies[0], 0, 0
    while s.over == LIVE and at < used:
        legal(s, t, mask)
        chosen, tried = _best_child(nodes, at, s.current_player, r, mask)
        if chosen == NONE or r.widening == 0.0 or tried < r.widening * math.sqrt(nodes[at].visits + 1):
            action, judged = _untried(copies, t, r, nodes[at], mask, values, hash2(stream, depth))
            if action != NONE:
                chosen = used
                _make_node(nodes, chosen, at, action, judged)
        at = chosen
        _play(s, t, nodes[at].action)
        depth += 1
    return at


@kernel
def _play(s, t, action):
    """`step`, compiled once for its callers here."""
    step(s, t, action)


@kernel
def _best_child(nodes, at, player, r, mask):
    """The legal child that `player` likes best, NONE where there is none, and how many were legal.

    They count as seen, and `mask` keeps the actions that have no node.
    """
    mask = borrowed(mask)
    best, best_score, n_legal = NONE, -math.inf, 0
    node = int(nodes[at].first)
    while node != NONE:
        n = nodes[node]
        if mask[n.action] == 1:
            mask[n.action] = 0
            n_legal += 1
            n.seen += 1
            mean = (n.total[player] + r.prior * n.judged) / (n.visits + r.prior)
            score = mean + r.exploration * math.sqrt(math.log(n.seen) / n.visits)
            if score > best_score:
                best, best_score = node, score
        node = int(n.next)
    return best, n_legal


@kernel
def _untried(copies, t, r, n, mask, values, bits):
    """The action of `mask` to try next at the node `n` and its value; a random one where nothing is judged; or NONE.

    All are judged at once, in the world at hand, and the node keeps the next best for its later visits.
    """
    if r.prior == 0.0 and r.widening == 0.0:
        return choose(mask, bits), 0.0
    for i in range(NEXT_BEST):
        action = int(n.untried[i])
        if action != NONE and mask[action]:
            n.untried[i] = NONE
            return action, float(n.values[i])
    best, judged = _greedy_action(copies, t, mask, values, bits)
    action, i = best, 0
    while action != NONE and i < NEXT_BEST:
        mask[action] = 0
        action = best_action(mask, values, bits)
        n.untried[i] = action
        if action != NONE:
            n.values[i] = values[action]
        i += 1
    return best, judged


@kernel
def _greedy_action(copies, t, mask, values, bits):
    """The action of `mask` with the best value one step ahead in the world `copies[0]`, and that value; or NONE.

    Each step draws chance of its own: the dice that lie ready in a world must not make an action look good.
    """
    s, player = copies[1], int(copies[0].current_player)
    for action in range(mask.shape[0]):
        if mask[action]:
            copies[1] = copies[0]
            s.rng = hash2(bits, action)
            _play(s, t, action)
            values[action] = evaluate(s, t, player)
    best = best_action(mask, values, bits)
    return best, (0.0 if best == NONE else values[best])


@kernel
def _play_out(copies, t, r, stream, mask, values, result):
    """Play the world in `copies[0]` on, and write what it is worth to every player."""
    s, mask, i = copies[0], borrowed(mask), 0
    while s.over == LIVE and i != r.depth:
        if r.policy == RANDOM:
            step(s, t, random_action(s, t, mask, hash2(stream, i)))
        else:
            legal(s, t, mask)
            action, _ = _greedy_action(copies, t, mask, values, hash2(stream, i))
            _play(s, t, action)
        i += 1
    if r.depth == TO_THE_END:
        returns(s, t, r.reward, result)
        return
    for p in range(s.num_players):
        result[p] = evaluate(s, t, p)


@kernel
def _back_up(nodes, leaf, num_players, result):
    """Add a result to all nodes from `leaf` up to the root."""
    node = leaf
    while node != NONE:
        n = nodes[node]
        n.visits += 1
        for p in range(num_players):
            n.total[p] += result[p]
        node = int(n.parent)


@kernel
def most_visited(nodes, player, known):
    """The root's action with most visits; among equals what `player` won most with, then the largest hash."""
    best, best_hash = NONE, np.uint64(0)
    node = int(nodes[0].first)
    while node != NONE:
        n, h = nodes[node], hash2(known, nodes[node].action)
        if best == NONE or n.visits > nodes[best].visits:
            best, best_hash = node, h
        elif n.visits == nodes[best].visits:
            won, most = n.total[player], nodes[best].total[player]
            if won > most or (won == most and h > best_hash):
                best, best_hash = node, h
        node = int(n.next)
    return int(nodes[best].action)
