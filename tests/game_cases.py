"""The set-ups that the tests of façades and conformance run over."""

import numpy as np

import arkade
import toy_env  # noqa: F401  (registers itself)

CASES = [
    ("toy", {"num_players": 2}),
    ("toy", {"num_players": 3, "max_tricks": 3}),
    ("replicants", {"num_players": 2}),
    ("replicants", {"num_players": 4, "usc": True, "max_rounds": 6}),
    ("biohack", {"num_players": 2}),
    ("biohack", {"num_players": 4, "board_side": "advanced", "enclosure": True}),
    ("biohack", {"num_players": 1, "challenge": 2}),
    ("enclosure", {"max_rounds": 12}),
    ("enclosure", {"num_players": 4, "max_rounds": 10, "compact_actions": True}),
    ("hiddenark", {"max_rounds": 12}),
    ("hiddenark", {"num_players": 4, "board": "house_polar", "discovery": True, "max_rounds": 8}),
    ("hiddenark", {"num_players": 3, "mode": "coop", "max_rounds": 6}),
    ("hiddenark", {"num_players": 1, "mode": "solo", "max_rounds": 12}),
]
IDS = ["-".join([name, *(f"{key}={value}" for key, value in options.items())]) for name, options in CASES]


def make(case):
    """The Game of a case."""
    name, options = case
    return arkade.make(name, **options)


def play_log(game, seed=0, row=0, choices=0):
    """One whole random game as (states before each action, actions): game 0 of `row` of an environment with `seed`."""
    state, random = game.new(1), np.random.default_rng(choices)
    game.reset(state, arkade.deal_seeds(seed, np.zeros(row + 1, np.int64))[row])
    states, actions = [state.copy()], []
    while not game.over(state)[0]:
        actions.append(int(random.choice(np.flatnonzero(game.legal(state)[0]))))
        game.step(state, [actions[-1]])
        states.append(state.copy())
    return np.concatenate(states), actions


def hides(case):
    """Whether players hide something from each other; else only what chance will bring is hidden."""
    return case[0] != "hiddenark" and case[1].get("num_players") != 1


class Scripted:
    """An agent that plays what a log says, found by the position."""

    def __init__(self, game, states, actions):
        self.script = dict(zip(game.hash(states).tolist(), actions))  # the last state has no action

    def act(self, game, states, players):
        return np.array([self.script[h] for h in game.hash(states).tolist()])


def first_legal(game, states, players):
    """An agent that plays the first legal action."""
    return game.legal(states).argmax(axis=1)
