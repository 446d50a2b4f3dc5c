"""The test vectors V1 to V36 of RULES.md 11.2 on the kernels; what they expect is written in `test_referee_vectors`."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import hiddenark.test_referee_vectors as vectors
import hiddenark.vector_play as vector_play
from hiddenark.vector_text import action_ids, read_rows
from hiddenark_env.actions import ACTIONS
from hiddenark_env.hiddenark_v0 import game as make_game
from hiddenark_env.scoring_parts import breakdown, rank_keys, team_result
from two_sides import Kernel

house_game = functools.cache(make_game)
OPTIONS = ("num_players", "mode", "board", "discovery", "uphill", "long_game")


class Kernels(Kernel):
    """A game on the kernels, set up as the referee is."""

    def __init__(self, **options: Any) -> None:
        game = house_game(**options)
        super().__init__(game, game.new(1))
        self.players = range(self.game.num_players)

    @classmethod
    def from_dict(cls, position: dict[str, Any]) -> Kernels:
        play = cls(**{key: position[key] for key in OPTIONS if key in position})
        play.states = play.game.from_dict(position)
        return play

    def reset(self, seed: int) -> None:
        self.game.reset(self.states, seed)

    def breakdown(self, seat: int) -> dict[str, int]:
        return breakdown(self.game, self.states)[seat]

    def rank_keys(self) -> list[int]:
        return rank_keys(self.game, self.states)

    def team_score(self) -> int:
        return team_result(self.game, self.states)[0]

    def band(self) -> int:
        return team_result(self.game, self.states)[1]

    def discount(self, seat: int) -> list[int]:
        return self.states["discount"][0, seat].tolist()


@pytest.mark.parametrize("name", [name.lower() for name in read_rows()])
def test_vector(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "Referee", Kernels)
    monkeypatch.setattr(vector_play, "Referee", Kernels)
    getattr(vectors, f"test_{name}")()


def test_action_ids() -> None:
    ids = action_ids()
    assert len(ids) == ACTIONS.size == 194
    rows = {ACTIONS.encode("row", row=r): f"row({r})" for r in range(4)}
    assert all(ids[name] == action for action, name in rows.items())
    assert [ids[name] for name in ("step(3,W)", "take(0)", "block(9)")] == [
        ACTIONS.encode("step", vessel=3, direction=3),
        ACTIONS.encode("take", resource=0),
        ACTIONS.encode("block", space=9),
    ]
    assert {name.split("(")[0]: i for name, i in reversed(ids.items())} == {
        kind: ACTIONS.start(kind) for kind in ACTIONS.kinds
    }


def test_a_loaded_position_goes_on_in_the_same_way() -> None:
    """Invariants 12 and 14 at each decision of games of every mode."""
    for options in ({}, {"mode": "coop", "num_players": 3, "discovery": True}, {"mode": "solo", "board": 1}):
        game = house_game(max_rounds=4, **options)
        states, choices = game.new(1), np.random.default_rng(len(options))
        game.reset(states, 3)
        while not game.over(states)[0]:
            again = game.from_dict(game.to_dict(states))
            assert again.tobytes() == states.tobytes()
            action = choices.choice(np.flatnonzero(game.legal(states)[0]))
            game.step(states, action)
            game.step(again, action)
            assert again.tobytes() == states.tobytes()
        assert game.from_dict(game.to_dict(states)).tobytes() == states.tobytes()
