"""Random play in Catanatron: its Gymnasium environment, and whole games in its engine with features or without."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import catanatron_gym  # noqa: F401  registers the environment
import gymnasium
import numpy as np
from catanatron import Color, Game, RandomPlayer
from catanatron_gym.envs.catanatron_env import ACTION_SPACE_SIZE, to_action_space
from catanatron_gym.features import create_sample_vector, get_feature_ordering

from arkade_benchmarks.rivals.measure import SINGLE, Row, main

COLORS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


class Watching(RandomPlayer):
    """Plays at random, with the mask and the features made before each decision."""

    def decide(self, game: Any, playable_actions: Any) -> Any:
        """A random action."""
        mask = np.zeros(ACTION_SPACE_SIZE, np.int8)
        mask[[to_action_space(action) for action in playable_actions]] = 1
        np.array(create_sample_vector(game, self.color))
        return super().decide(game, playable_actions)


def environment() -> Callable[[int], int]:
    """The learner's steps; the opponent's random moves are played by the environment."""
    env: Any = gymnasium.make("catanatron_gym:catanatron-v1")
    info = env.reset(seed=0)[1]
    choose = random.Random(0).choice
    mask = np.zeros(ACTION_SPACE_SIZE, np.int8)

    def play(rounds: int) -> int:
        nonlocal info
        for _ in range(rounds):
            legal = info["valid_actions"]
            mask.fill(0)
            mask[legal] = 1
            _, _, terminated, truncated, info = env.step(choose(legal))
            if terminated or truncated:
                info = env.reset()[1]
        return rounds

    return play


def games(players: int, player: type) -> Callable[[int], int]:
    """Whole games; a step is a decision."""
    random.seed(0)

    def play(rounds: int) -> int:
        steps = 0
        for _ in range(rounds):
            game = Game([player(color) for color in COLORS[:players]])
            game.play()
            steps += len(game.state.actions)
        return steps

    return play


def rows() -> list[Row]:
    """All rows."""
    found = [Row("catan, 2 players", SINGLE, "Gymnasium, against random", 1, "614 float64", environment)]
    for players in (2, 4):
        shown = f"{len(get_feature_ordering(players, 'BASE'))} numbers"
        name = f"catan, {players} players"
        found.append(Row(name, SINGLE, "Game.play with features", 1, shown, partial(games, players, Watching)))
        found.append(Row(name, SINGLE, "Game.play", 1, "none", partial(games, players, RandomPlayer)))
    return found


if __name__ == "__main__":
    main("Catanatron", ("catanatron", "catanatron-gym", "gymnasium", "numpy"), {"threads": 1}, rows())
