"""Random play in OpenSpiel: states through Python, the observation written into one numpy array, or whole games in C++."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.observation import make_observation

from arkade_benchmarks.rivals.measure import COMPILED, SINGLE, Row, main

FEW_ACTIONS = 64
GAMES = ("connect_four", "backgammon", "gin_rummy", "chess")


def states(name: str) -> Callable[[], Callable[[int], int]]:
    """`State` itself: legal actions, their mask, the observation through `make_observation`, which fills an array.

    The mask is OpenSpiel's own list for few actions, and for many ones an array, which is quicker there.
    """

    def start() -> Callable[[int], int]:
        game = pyspiel.load_game(name)
        observation = make_observation(game)
        state = game.new_initial_state()
        mask = np.zeros(game.num_distinct_actions(), np.int8)
        few = len(mask) < FEW_ACTIONS
        choose = random.Random(0).choice
        draw = random.Random(1).choices

        def play(rounds: int) -> int:
            nonlocal state
            steps = 0
            while steps < rounds:
                if state.is_terminal():
                    state = game.new_initial_state()
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(draw(outcomes, weights)[0])
                    continue
                legal = state.legal_actions()
                if few:
                    state.legal_actions_mask()
                else:
                    mask.fill(0)
                    mask[legal] = 1
                observation.set_from(state, state.current_player())
                state.apply_action(choose(legal))
                steps += 1
            return steps

        return play

    return start


def environment(name: str) -> Callable[[], Callable[[int], int]]:
    """`rl_environment`: what the suite's own learning examples use."""

    def start() -> Callable[[int], int]:
        env: Any = rl_environment.Environment(name)
        step = env.reset()
        choose = random.Random(0).choice

        def play(rounds: int) -> int:
            nonlocal step
            for _ in range(rounds):
                if step.last():
                    step = env.reset()
                shown = step.observations
                step = env.step([choose(shown["legal_actions"][shown["current_player"]])])
            return rounds

        return play

    return start


def bots(name: str) -> Callable[[], Callable[[int], int]]:
    """Whole games of two random bots in C++: no mask, no observation, one call for a game."""

    def start() -> Callable[[int], int]:
        game = pyspiel.load_game(name)
        players = [pyspiel.make_uniform_random_bot(p, 7 + p) for p in range(game.num_players())]

        def play(rounds: int) -> int:
            steps = 0
            for seed in range(rounds):
                state = game.new_initial_state()
                pyspiel.evaluate_bots(state, players, seed)
                steps += sum(1 for move in state.full_history() if move.player >= 0)
            return steps

        return play

    return start


def size(name: str) -> str:
    """How many numbers an observation has."""
    return f"{make_observation(pyspiel.load_game(name)).tensor.size} float32"


def rows() -> list[Row]:
    """All rows."""
    found = []
    for name in GAMES:
        found.append(Row(name, SINGLE, "State, make_observation", 1, size(name), states(name)))
    found.append(Row("connect_four", SINGLE, "rl_environment", 1, "126 numbers, list", environment("connect_four")))
    found.append(Row("connect_four", COMPILED, "evaluate_bots, a game per call", 1, "none", bots("connect_four")))
    return found


if __name__ == "__main__":
    main("OpenSpiel", ("open_spiel", "numpy"), {"threads": 1}, rows())
