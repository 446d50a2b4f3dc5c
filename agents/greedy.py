"""The greedy player: looks one step ahead and takes what `evaluate` likes best.

It steps copies in which all that its player cannot know has been dealt anew, so it never sees a hidden card or the
dice to come. The seed of that deal is a hash of what the player does know: the action depends on nothing else.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade.game import Game
from arkade.jit import kernel, loop
from arkade.records import LIVE, NONE
from arkade.rng import hash2
from arkade.verbs import determinize, evaluate, legal, observe, step

SMALL = 0.05  # a small difference between values in [-1, 1]


class GreedyAgent:
    """Takes the action with the best mean value over `worlds` deals of the hidden part; ties are broken by a hash."""

    name = "greedy"

    def __init__(self, seed: int = 0, worlds: int = 1) -> None:
        if worlds < 1:
            raise ValueError(f"worlds={worlds!r}: allowed is a whole number from 1")
        self.seed = np.uint64(seed)
        self.worlds = int(worlds)

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """The best action of `players[row]`, who is to move, for every row; -1 for a row that is over."""
        out = np.empty(len(states), np.int64)
        greedy_rows(game.check(states), game.tables, self.seed, self.worlds, *_scratch(game), out)
        return out

    def judge(self, game: Game, states: np.ndarray) -> NDArray[np.uint8]:
        """What the player to move thinks of its actions, (n, A): 255 the best, less by e for each SMALL in value, 0 illegal."""
        out = np.empty((len(states), game.num_actions), np.uint8)
        judge_rows(game.check(states), game.tables, self.seed, self.worlds, *_scratch(game), out)
        return out


def _scratch(game: Game) -> tuple[np.ndarray, ...]:
    return (
        game.new(2),
        np.empty(game.num_actions, np.int8),
        np.empty(game.num_actions),
        np.empty(game.observation_size, np.uint8),
    )


@loop
def greedy_rows(states, tables, seed, worlds, copies, mask, values, raw, out):
    """Write the greedy action of every row's current player, NONE where the game is over.

    Scratch: `copies` STATE[2], `mask` and `values` one number per action, `raw` one observation.
    """
    t = tables[0]
    for e in range(states.shape[0]):
        out[e] = NONE
        if states[e].over == LIVE:
            known = look_ahead(states[e], t, seed, worlds, copies, mask, values, raw)
            out[e] = best_action(mask, values, known)


@loop
def judge_rows(states, tables, seed, worlds, copies, mask, values, raw, out):
    """Write to uint8 `out[e, action]` how good one step ahead makes each action: 255 the best one, 0 an illegal one."""
    t = tables[0]
    for e in range(states.shape[0]):
        out[e, :] = 0
        if states[e].over == LIVE:
            look_ahead(states[e], t, seed, worlds, copies, mask, values, raw)
            best = -np.inf
            for action in range(mask.shape[0]):
                if mask[action]:
                    best = max(best, values[action])
            for action in range(mask.shape[0]):
                if mask[action]:
                    out[e, action] = int(round(255 * math.exp((values[action] - best) / (worlds * SMALL))))


@kernel
def look_ahead(s, t, seed, worlds, copies, mask, values, raw):
    """Write the mask, and the sum of every legal action's values in `worlds` deals; returns a hash of what is known."""
    player = s.current_player
    legal(s, t, mask)
    known = hash_known(s, t, player, raw, seed)
    for action in range(mask.shape[0]):
        values[action] = 0
    for w in range(worlds):
        copies[0] = s
        determinize(copies[0], t, player, hash2(known, w))
        for action in range(mask.shape[0]):
            if mask[action]:
                copies[1] = copies[0]
                step(copies[1], t, action)
                values[action] += evaluate(copies[1], t, player)
    return known


@kernel
def hash_known(s, t, player, raw, seed):
    """A hash of what `player` may know; `raw` is scratch for the observation."""
    observe(s, t, player, raw)
    h = np.uint64(seed)
    for i in range(0, raw.shape[0] - 7, 8):
        word = np.uint64(0)
        for k in range(8):
            word = (word << np.uint64(8)) | np.uint64(raw[i + k])
        h = hash2(h, word)
    for i in range(raw.shape[0] // 8 * 8, raw.shape[0]):
        h = hash2(h, raw[i])
    return h


@kernel
def best_action(mask, values, tie):
    """The legal action with the largest value; among equals the one with the largest hash."""
    best, best_hash = NONE, np.uint64(0)
    for action in range(mask.shape[0]):
        if mask[action]:
            h = hash2(tie, action)
            if best == NONE or values[action] > values[best] or (values[action] == values[best] and h > best_hash):
                best, best_hash = action, h
    return best
