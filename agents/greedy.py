"""The greedy player: looks one step ahead, or some of its own steps, and takes what `evaluate` likes best."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade.game import Game
from arkade.jit import loop
from arkade.records import LIVE, NONE
from arkade_agents.look_ahead import COPIES, best_action, look_ahead

SMALL = 0.05  # a small difference between values in [-1, 1]


class GreedyAgent:
    """Takes the action with the best mean value over `worlds` deals of the hidden part; ties are broken by a hash.

    With more `steps` than one an action is worth the best of what its player may do next, as far as its turn goes.
    """

    def __init__(self, seed: int = 0, worlds: int = 1, steps: int = 1) -> None:
        for what, number in (("worlds", worlds), ("steps", steps)):
            if number < 1:
                raise ValueError(f"{what}={number!r}: allowed is a whole number from 1")
        self.seed = np.uint64(seed)
        self.worlds, self.steps = int(worlds), int(steps)
        self.name = "greedy" if steps == 1 else f"greedy:{steps}"

    def act(self, game: Game, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """The best action of `players[row]`, who is to move, for every row; -1 for a row that is over."""
        out = np.empty(len(states), np.int64)
        greedy_rows(game.check(states), game.tables, self.seed, self.worlds, self.steps, *_scratch(game), out)
        return out

    def judge(self, game: Game, states: np.ndarray) -> NDArray[np.uint8]:
        """What the player to move thinks of its actions, (n, A): 255 the best, less by e for each SMALL in value, 0 illegal."""
        out = np.empty((len(states), game.num_actions), np.uint8)
        judge_rows(game.check(states), game.tables, self.seed, self.worlds, self.steps, *_scratch(game), out)
        return out


def _scratch(game: Game) -> tuple[np.ndarray, ...]:
    actions = game.num_actions
    return (
        game.new(COPIES),
        np.empty(COPIES, np.int64),
        np.empty(COPIES),
        *np.empty((2, actions), np.int8),
        *np.empty((2, actions)),
        np.empty(game.observation_size, np.uint8),
    )


@loop
def greedy_rows(states, tables, seed, worlds, steps, copies, firsts, worths, mask, further, values, sums, raw, out):
    """Write the greedy action of every row's current player, NONE where the game is over; scratch as `look_ahead`'s."""
    t = tables[0]
    for e in range(states.shape[0]):
        out[e] = NONE
        if states[e].over == LIVE:
            known = look_ahead(
                states[e], t, seed, worlds, steps, copies, firsts, worths, mask, further, values, sums, raw
            )
            out[e] = best_action(mask, sums, known)


@loop
def judge_rows(states, tables, seed, worlds, steps, copies, firsts, worths, mask, further, values, sums, raw, out):
    """Write to uint8 `out[e, action]` how good looking ahead makes each action: 255 the best one, 0 an illegal one."""
    t = tables[0]
    for e in range(states.shape[0]):
        out[e, :] = 0
        if states[e].over == LIVE:
            look_ahead(states[e], t, seed, worlds, steps, copies, firsts, worths, mask, further, values, sums, raw)
            best = -np.inf
            for action in range(mask.shape[0]):
                if mask[action]:
                    best = max(best, sums[action])
            for action in range(mask.shape[0]):
                if mask[action]:
                    out[e, action] = int(round(255 * math.exp((sums[action] - best) / (worlds * SMALL))))
