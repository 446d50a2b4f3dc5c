"""Spoilt positions: each is refused with a ValueError, or it is a position that can be shown, written and played on."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import arkade
from biohack.lockstep import POLICIES

SET_UPS: list[dict[str, Any]] = [
    {"num_players": 4, "enclosure": True},
    {"num_players": 2},
    {"num_players": 1, "challenge": 4},
    {"num_players": 3, "board_side": "choose"},
]
NONSENSE: list[Any] = [None, 0, -1, 47, 128, -300, 2**40, 1.5, True, "", "x", "bank", "tile0", [], {}, [None], [[]]]


def positions(game: arkade.Game, choices: random.Random) -> list[dict[str, Any]]:
    """Positions of a few games."""
    found = []
    for seed in range(3):
        states = game.new(1)
        game.reset(states, seed)
        while not game.over(states)[0]:
            if choices.random() < 0.3:
                found.append(game.to_dict(states))
            game.step(states, POLICIES["creating"](choices, np.flatnonzero(game.legal(states)[0]).tolist()))
    return found


def spoilt(value: Any, choices: random.Random) -> Any:
    """A value with something changed somewhere in it."""
    if isinstance(value, list) and value and choices.random() < 0.7:
        i = choices.randrange(len(value))
        return [*value[:i], spoilt(value[i], choices), *value[i + 1 :]]
    if isinstance(value, list) and choices.random() < 0.7:
        return value[1:] if choices.random() < 0.5 else [*value, choices.choice(NONSENSE)]
    if isinstance(value, dict) and value and choices.random() < 0.7:
        key = choices.choice(list(value))
        return {**value, key: spoilt(value[key], choices)}
    if isinstance(value, dict) and choices.random() < 0.7:
        return {**value, choices.choice(["x", 0, "bank", "tile1", "dna"]): choices.choice(NONSENSE)}
    if type(value) is int and choices.random() < 0.6:
        return value + choices.choice((-1, 1))
    return choices.choice(NONSENSE)


def play_on(game: arkade.Game, states: np.ndarray, choices: random.Random, steps: int) -> None:
    """Play at random; the position can be written and read all the way."""
    for _ in range(steps):
        if game.over(states)[0]:
            break
        game.step(states, choices.choice(np.flatnonzero(game.legal(states)[0]).tolist()))
    assert game.from_dict(game.to_dict(states)).tobytes() == states.tobytes()
    game.text(states)
    game.observe(states, dtype=np.uint8)


@pytest.mark.fuzz
def test_spoilt_positions_are_refused_or_can_be_played(fuzz_factor: int) -> None:
    choices, refused, played = random.Random(5), Counter[str](), 0
    for options in SET_UPS:
        game = arkade.make("biohack", **options)
        good = positions(game, choices)
        for _ in range(100 * fuzz_factor):
            position = copy.deepcopy(choices.choice(good))
            for _ in range(choices.choice((1, 1, 2))):
                key, other = choices.choice(list(position)), choices.choice(good)
                position[key] = other[key] if choices.random() < 0.4 else spoilt(position[key], choices)
            try:
                states = game.from_dict(position)
            except ValueError as error:
                refused[str(error).split(":")[0]] += 1
            else:
                played += 1
                play_on(game, states, choices, 40)
    assert len(refused) > 30 and played > 50 * fuzz_factor
