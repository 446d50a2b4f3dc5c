"""The public doors of Biohack: `game()` for kernels and batches, the rest for PettingZoo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from arkade.game import Game, Option, resolve_options
from arkade.verbs import register_kernels
from biohack_env import blocks, deal, evaluate, legal, observe, render, rules, scenario, scoring
from biohack_env.action_words import action_words
from biohack_env.actions import ACTIONS
from biohack_env.card_set import CardSet, load_cards
from biohack_env.components import PLAYER_SIDES
from biohack_env.state import STATE, blank
from biohack_env.tables import build_tables

VERSION = "0"
BOARD_SIDES = (*PLAYER_SIDES, "choose")

OPTIONS = (
    Option("num_players", 4, range(1, 5), "players around the table; 1 plays alone"),
    Option("board_side", "basic", BOARD_SIDES, "side of the player boards, or a list with one for each player"),
    Option("enclosure", False, (False, True), "the Enclosure module: creature tokens on the player boards"),
    Option("challenge", 0, range(5), "alone: 1 Small Creature, 2 Report Mania, 3 Professional, 4 Survival"),
)

register_kernels(
    STATE,
    reset=deal.reset,
    legal=legal.legal,
    random_action=legal.random_action,
    step=rules.step,
    observe=observe.observe,
    scores=scoring.scores,
    team_points=scoring.team_points,
    returns=scoring.returns,
    determinize=deal.determinize,
    evaluate=evaluate.evaluate,
)


def game(cards: str | Path | None = None, **options: Any) -> Game:
    """A configured game of Biohack.

    `num_players` 1..4 (4); `board_side` "basic", "advanced", "choose" ("basic") or a list of these, one per player;
    `enclosure` (False); `challenge` 0..4 (0), more than 0 only alone; `cards` a folder with another card set. Raises
    ValueError for a bad option, `arkade.data.CardError` for a malformed card file.
    """
    card_set, tables = _tables(None if cards is None else str(Path(cards).resolve()))
    sides = options.get("board_side", PLAYER_SIDES[0])
    one_each = not isinstance(sides, str) and isinstance(sides, Sequence)
    named = {**options, "board_side": PLAYER_SIDES[0]} if one_each else options
    resolved = resolve_options("biohack", OPTIONS, named)
    if one_each:
        resolved["board_side"] = _check_sides(sides, resolved["num_players"])
    if resolved["challenge"] and resolved["num_players"] > 1:
        raise ValueError(f"challenge={resolved['challenge']}: allowed is 0 with more than one player")
    return Game(
        name="biohack",
        version=VERSION,
        options=resolved if cards is None else {**resolved, "cards": str(cards)},
        tables=tables,
        blank=_blank(**resolved),
        actions=ACTIONS,
        layout=blocks.layout(),
        cards=card_set,
        to_dict=scenario.to_dict,
        from_dict=scenario.from_dict,
        text=render.text,
        svg=render.svg,
        words=action_words,
        shared=resolved["num_players"] == 1,
    )


def _check_sides(sides: Sequence[Any], num_players: int) -> list[str]:
    """The sides of a list; ValueError where it has not one of BOARD_SIDES for each player."""
    if len(sides) != num_players or any(side not in BOARD_SIDES for side in sides):
        allowed = " or ".join(map(repr, BOARD_SIDES))
        raise ValueError(f"board_side={sides!r}: allowed is {allowed}, or a list of these for {num_players} players")
    return list(sides)


def _blank(num_players: int, board_side: str | list[str], enclosure: bool, challenge: int) -> np.ndarray:
    sides = [board_side] * num_players if isinstance(board_side, str) else board_side
    return blank(num_players, tuple(BOARD_SIDES.index(side) for side in sides), enclosure, challenge)


@cache
def _house_tables() -> tuple[CardSet, np.ndarray]:
    card_set = load_cards(None)
    return card_set, build_tables(card_set)


def _tables(folder: str | None) -> tuple[CardSet, np.ndarray]:
    if folder is None:
        return _house_tables()
    card_set = load_cards(folder)
    return card_set, build_tables(card_set)


def raw_env(**options: Any) -> Any:
    """Biohack for PettingZoo (AEC), without wrappers; keywords are those of `env`."""
    from arkade.envs.aec import raw_env

    return raw_env("biohack", **options)


def env(**options: Any) -> Any:
    """Biohack for PettingZoo (AEC); keywords are the game's options and `render_mode`, `reward`, `on_illegal`."""
    from arkade.envs.aec import env

    return env("biohack", **options)


def parallel_env(**options: Any) -> Any:
    """Biohack for PettingZoo's parallel API; keywords are those of `env`."""
    from arkade.envs.parallel import parallel_env

    return parallel_env("biohack", **options)
