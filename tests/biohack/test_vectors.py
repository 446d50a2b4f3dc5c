"""The test vectors V1 to V38 of RULES.md 12 on the kernels; what they expect is written in `test_referee_vectors`."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import biohack.test_referee_vectors as vectors
import biohack.vector_play as vector_play
from biohack.vector_text import action_ids, scenario
from biohack_env.actions import ACTIONS
from biohack_env.biohack_v0 import game as make_game
from biohack_env.scoring_parts import breakdown
from two_sides import Kernel

house_game = functools.cache(make_game)
OPTIONS = ("num_players", "enclosure", "challenge")


class Kernels(Kernel):
    """A game on the kernels, set up as the referee is."""

    def __init__(self, **options: Any) -> None:
        game = house_game(**options)
        super().__init__(game, game.new(1))

    @classmethod
    def from_dict(cls, position: dict[str, Any]) -> Kernels:
        play = cls(**{key: position[key] for key in OPTIONS if key in position})
        play.states = play.game.from_dict(position)
        return play

    def breakdown(self, seat: int) -> dict[str, int]:
        parts = breakdown(self.game, self.states)[seat]
        assert parts.pop("total") == sum(parts.values()) == self.scores()[seat]
        return parts

    def end_trigger(self) -> bool:
        return bool(self.states["end_trigger"][0])


@pytest.mark.parametrize("name", [name for name in vars(vectors) if name.startswith("test_v")])
def test_vector(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "Referee", Kernels)
    monkeypatch.setattr(vector_play, "Referee", Kernels)
    getattr(vectors, name)()


def test_action_ids() -> None:
    """The kernels' ids are those of section 8."""
    ids = action_ids()
    assert len(ids) == ACTIONS.size == 166
    for name, action in ids.items():
        kind, _, parameter = name.partition(":")
        decoded, params = ACTIONS.decode(action)
        assert decoded == kind
        assert ACTIONS.describe(action) == (f"{kind}({parameter})" if params else kind)


# --- what the referee has no part in ----------------------------------------------------------------------------------


def test_v35_deals_anew_what_an_observer_cannot_know() -> None:
    """P0 keeps a noble of a rebuilt deck in secret and puts the other under it (D50)."""
    play = Kernels.from_dict(scenario("35"))
    for name in ("retrieve:basement", "deck:noble", "keep:0"):
        play.step(action_ids()[name])
    n = 4000
    states = np.repeat(play.states, n)
    play.game.determinize(states, np.full(n, 2), np.arange(n))
    kept = [card_of(hand) for hand in states["hand"][:, 0]]
    assert all(abs(kept.count(card) / n - 0.25) < 0.04 for card in range(44, 48)) and set(kept) == {44, 45, 46, 47}
    others = [sorted(bits_of(a) + bits_of(b)) for a, b in states["hand"][:, [1, 3]].tolist()]
    assert all(cards == [40, 41, 42, 43] for cards in others)
    assert len({tuple(bits_of(hand)) for hand in states["hand"][:, 1].tolist()}) == 6
    own = np.repeat(play.states, n)
    play.game.determinize(own, np.zeros(n, int), np.arange(n))
    assert (own["hand"][:, 0] == play.states["hand"][0, 0]).all()
    assert (own["deck"][:, 2, 0] == play.states["deck"][0, 2, 0]).all()
    assert {tuple(deck) for deck in own["deck"][:, 2, 1:3].tolist()} == {
        tuple(order) for order in (play.states["deck"][0, 2, 1:3].tolist(), play.states["deck"][0, 2, 2:0:-1].tolist())
    }


def bits_of(cards: int) -> list[int]:
    return [card for card in range(48) if cards >> card & 1]


def card_of(hand: int) -> int:
    (card,) = bits_of(int(hand))
    return card


def test_v37_numbers_are_cut_and_scaled() -> None:
    play = Kernels.from_dict(scenario("37"))
    layout = play.game.observation_layout
    raw = layout.view(play.game.observe(play.states, [1], np.uint8)[0], "players")
    scaled = layout.view(play.game.observe(play.states, [1], np.float32)[0], "players")
    points = slice(8, 11)  # within a row: coins, EP, EP below 0
    assert raw[0, points].tolist() == [10, 7, 0] and raw[3, points].tolist() == [60, 0, 24]
    assert scaled[0, points] == pytest.approx([1 / 6, 0.07, 0]) and scaled[3, points] == pytest.approx([1, 0, 1 / 6])


# --- positions as dictionaries ----------------------------------------------------------------------------------------


def test_a_loaded_position_goes_on_in_the_same_way() -> None:
    """Invariant 13 at each decision of games of every number of players."""
    for n, options in ((1, {"challenge": 4}), (2, {"board_side": "choose"}), (3, {"enclosure": True}), (4, {})):
        game = house_game(num_players=n, **options)
        states, choices = game.new(1), np.random.default_rng(n)
        game.reset(states, 3)
        while not game.over(states)[0]:
            again = game.from_dict(game.to_dict(states))
            assert again.tobytes() == states.tobytes()
            action = choices.choice(np.flatnonzero(game.legal(states)[0]))
            game.step(states, action)
            game.step(again, action)
            assert again.tobytes() == states.tobytes()
        assert game.from_dict(game.to_dict(states)).tobytes() == states.tobytes()
