"""Arguments that the façades share, checked in one place."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade import loops
from arkade.game import Game
from arkade.registry import make

ON_ILLEGAL = ("raise", "lose")
RENDER_MODES = ("ansi", "svg")


def resolve_game(game: Game | str, options: Mapping[str, Any]) -> Game:
    """A Game as it is, or the game of a name with its options."""
    if isinstance(game, str):
        return make(game, **options)
    if not isinstance(game, Game):
        raise ValueError(f"game must be a name or a Game, got {type(game).__name__}")
    if options:
        raise ValueError(f"options {sorted(options)} were given with a Game that is configured already")
    return game


def check_lose(on_illegal: str) -> bool:
    """Whether an illegal action loses the game rather than raising."""
    if on_illegal not in ON_ILLEGAL:
        raise ValueError(f"on_illegal={on_illegal!r}: allowed is 'raise' or 'lose'")
    return on_illegal == "lose"


def check_observations(observations: str | None) -> np.dtype:
    """The dtype of observations; None stands for float32 arrays without rows."""
    if observations not in ("float32", "uint8", None):
        raise ValueError(f"observations={observations!r}: allowed is 'float32', 'uint8' or None")
    return np.dtype(observations or "float32")


def check_num_envs(num_envs: int) -> int:
    """`num_envs` as an int of at least 1."""
    if isinstance(num_envs, bool) or not isinstance(num_envs, (int, np.integer)) or num_envs < 1:
        raise ValueError(f"num_envs={num_envs!r}: allowed is a whole number from 1")
    return int(num_envs)


def deal_seeds(seed: int | np.integer, games: ArrayLike) -> NDArray[np.uint64]:
    """The seed that game `games[e]` of row `e` is dealt from in every environment that was given `seed`."""
    games = np.ascontiguousarray(games, np.int64)
    out = np.empty(len(games), np.uint64)
    loops.deal_seeds(check_seed(seed), games, out)
    return out


def check_seed(seed: int | np.integer) -> np.uint64:
    """`seed` as 64 bits."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**64:
        raise ValueError(f"seed={seed!r}: allowed is a whole number from 0 to 2^64 - 1")
    return np.uint64(seed)


def fresh_seed(seed: int | None) -> np.uint64:
    """`seed` as 64 bits, or a random one."""
    return check_seed(secrets.randbits(63) if seed is None else seed)


def action_index(action: Any) -> int:
    """`action` as an int; ValueError for anything but one whole number."""
    try:
        return operator.index(action)
    except TypeError:
        raise ValueError(f"action {action!r} is not a whole number") from None


def check_render_mode(render_mode: str | None) -> str | None:
    """`render_mode` if there is such a mode."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode={render_mode!r}: allowed is 'ansi', 'svg' or None")
    return render_mode


def draw(game: Game, state: np.ndarray, render_mode: str | None, player: int | None) -> str | None:
    """A position in a render mode as `player` sees it, None without a mode."""
    if render_mode is None:
        return None
    return game.text(state, player) if render_mode == "ansi" else game.svg(state, player)
