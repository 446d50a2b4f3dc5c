"""Actions in words: those of the game, or those of the action table where it has none; only legal ones."""

from __future__ import annotations

import pytest

import arkade
import toy_env  # noqa: F401  (registers itself)
from arkade.game import IllegalAction


def test_a_game_without_words_uses_those_of_its_actions() -> None:
    game = arkade.make("toy")
    state = game.new()
    game.reset(state, 1)
    for action in game.legal(state)[0].nonzero()[0]:
        assert game.words(state, action) == game.actions.describe(action)


def test_words_are_for_legal_actions_only() -> None:
    game = arkade.make("enclosure")
    state = game.from_dict({"hand": [[], []]})
    assert game.words(state, game.actions.encode("end_turn")) == "end the turn"
    for action in (game.actions.start("swap"), -1, game.num_actions):
        with pytest.raises(IllegalAction, match=f"action {action}"):
            game.words(state, action)
