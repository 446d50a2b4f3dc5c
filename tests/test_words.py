"""Words and lines; actions in words: the game's, or those of the action table where it has none; only legal ones."""

from __future__ import annotations

import pytest

import arkade
import toy_env  # noqa: F401  (registers itself)
from arkade.game import IllegalAction
from arkade.words import WIDTH, joined, listed, some, spread, wrapped


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


def test_several_things_in_a_sentence() -> None:
    assert listed(["a"]) == "a" and listed("ab") == "a and b" and listed("abc") == "a, b and c"
    assert (some(0, "card"), some(1, "card"), some(2, "card")) == ("0 cards", "1 card", "2 cards")


def test_lines_of_a_terminal() -> None:
    lines = wrapped("word " * 50, indent=4)
    assert all(len(line) <= WIDTH for line in lines) and lines[1].startswith("    word")
    assert len(spread("left", "right")) == WIDTH and spread("left", "right").endswith("  right")
    assert joined([["a ", "b"], [], ["c"]]) == "a\nb\n\nc"
