"""The options of Biohack: what is allowed, and the error for everything else (RULES.md section 1)."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import arkade
from biohack_env.state import Node


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"num_players": 5}, "num_players=5: allowed is a whole number from 1 to 4"),
        ({"board_side": "left"}, "board_side='left': allowed is 'basic' or 'advanced' or 'choose'"),
        ({"board_side": ["basic"]}, r"board_side=\['basic'\]: allowed is .* a list of these for 4 players"),
        ({"num_players": 2, "board_side": ["basic", "left"]}, r"board_side=\['basic', 'left'\]: allowed is"),
        ({"board_side": None}, "board_side=None: allowed is"),
        ({"challenge": 5, "num_players": 1}, "challenge=5: allowed is a whole number from 0 to 4"),
        ({"challenge": 2}, "challenge=2: allowed is 0 with more than one player"),
        ({"enclosure": 1}, "enclosure=1: allowed is False or True"),
        ({"colour": "red"}, "biohack has no option 'colour'"),
    ],
)
def test_a_bad_option_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        arkade.make("biohack", **options)


def test_defaults() -> None:
    game = arkade.make("biohack")
    assert game.options == {"num_players": 4, "board_side": "basic", "enclosure": False, "challenge": 0}


@pytest.mark.parametrize("sides", [["choose", "advanced", "choose"], ("basic", "basic", "choose")])
def test_every_player_has_a_side_or_chooses_it(sides: list[str] | tuple[str, ...]) -> None:
    game = arkade.make("biohack", num_players=3, board_side=sides)
    assert game.options["board_side"] == list(sides) and pickle.loads(pickle.dumps(game)).options == game.options
    states, asked = game.new(1), []
    game.reset(states, 1)
    while states["node"][0] == Node.SIDE:
        asked.append(int(states["current_player"][0]))
        game.step(states, game.actions.encode("side", side=1))
    assert asked == [p for p, side in enumerate(sides) if side == "choose"]
    assert states["side"][0, :3].tolist() == [int(side != "basic") for side in sides]
    assert np.sort(states["order"][0, :3]).tolist() == [0, 1, 2]
