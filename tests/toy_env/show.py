"""A position as a dictionary, in words and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.records import PADDING
from toy_env.state import RANKS

_FIXED = ("num_players", "max_tricks")  # options: a position must have the game's own


def to_dict(game: Game, state: np.ndarray) -> dict[str, Any]:
    """Every field under its own name."""
    return {name: state[name][0].tolist() for name in _names(game)}


def from_dict(game: Game, position: Mapping[str, Any]) -> np.ndarray:
    """STATE[1] of a dictionary; fields that it leaves out are as before the deal."""
    states = game.new(1)
    for name, value in position.items():
        if name not in _names(game):
            raise ValueError(f"{name}: no such key")
        if name in _FIXED and value != states[name][0]:
            raise ValueError(f"{name}: {value!r}, but this game has {states[name][0]}")
        try:
            states[name] = value
        except (TypeError, ValueError, OverflowError) as error:
            raise ValueError(f"{name}: {error}") from None
    return states


def _names(game: Game) -> list[str]:
    return [name for name in game.state_dtype.names or () if not name.startswith(PADDING)]


def text(game: Game, state: np.ndarray, player: int | None) -> str:
    """A line about the trick, then a line per player."""
    s = state[0]
    lines = [f"trick {s['trick'] + 1}, prize {s['prize']}, player {s['current_player']} to move"]
    for p in range(game.num_players):
        hand = " ".join(str(rank) for rank in range(RANKS) for _ in range(s["hand"][p, rank]))
        hidden = player is not None and p != player
        lines.append(f"player {p}: {s['points'][p]} points, hand {'?' if hidden else hand}")
    return "\n".join(lines)


def svg(game: Game, state: np.ndarray, player: int | None) -> str:
    """The text, drawn."""
    rows = text(game, state, player).splitlines()
    spans = "".join(f'<text x="8" y="{20 * i + 20}">{row}</text>' for i, row in enumerate(rows))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {20 * len(rows) + 12}">{spans}</svg>'
