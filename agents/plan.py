"""What decides the results of a run, to be kept beside them: who goes on with a run must have the same."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arkade.game import Game

GAME = ("game", "version", "options", "rules", "cards")


def plan_of_game(game: Game) -> dict[str, Any]:
    """The entries GAME: which game, and digests of its sources and of its cards."""
    assert game.tables.dtype.names is not None
    return dict(
        game=game.name,
        version=game.version,
        options=game.options,
        rules=game.tables.dtype.names[-1].removeprefix("sources_"),
        cards=hashlib.sha256(game.tables.tobytes()).hexdigest()[:16],
    )


def check_same(path: Path, what: str, before: Mapping[str, Any], now: Mapping[str, Any], keys: Sequence[str]) -> None:
    """ValueError naming the first of `keys` in which what `path` holds differs from what is asked for."""
    for key in keys:
        if before.get(key) != now[key]:
            told = f"{path} is of a {what} with {key} {before.get(key)!r}, not {now[key]!r}"
            raise ValueError(f"{told}: choose another folder")
