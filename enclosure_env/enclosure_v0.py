"""The public doors of Enclosure: `game()` for kernels and batches, the rest for PettingZoo."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from arkade.game import Game, Option, resolve_options
from arkade.verbs import register_kernels
from enclosure_env import deal, evaluate, legal, observe, render, rules, scenario, scoring
from enclosure_env.action_words import action_words
from enclosure_env.actions import action_table
from enclosure_env.blocks import LAYOUT
from enclosure_env.card_set import CardSet, load_cards
from enclosure_env.state import STATE, blank
from enclosure_env.tables import build_tables, swap_actions

VERSION = "0"

OPTIONS = (
    Option("num_players", 2, range(2, 5), "players around the table"),
    Option("max_rounds", 60, range(1, 1001), "stop the game after this many rounds"),
    Option("truncation_result", "standing", ("standing", "draw"), "what a game that is stopped pays"),
    Option("compact_actions", False, (False, True), "number only the swaps that the movement cards allow"),
)

register_kernels(
    STATE,
    reset=deal.reset,
    legal=legal.legal,
    random_action=legal.random_action,
    step=rules.step,
    observe=observe.observe,
    scores=scoring.scores,
    returns=scoring.returns,
    determinize=deal.determinize,
    evaluate=evaluate.evaluate,
)


def game(cards: str | Path | None = None, **options: Any) -> Game:
    """A configured game of Enclosure.

    `num_players` 2..4 (2), `max_rounds` 1..1000 (60), `truncation_result` "standing" or "draw", `compact_actions`
    (False), `cards` a folder with another card set. Raises ValueError for a bad option, `arkade.data.CardError` for a
    malformed card file.
    """
    resolved = resolve_options("enclosure", OPTIONS, options)
    compact = resolved["compact_actions"]
    card_set = _house_cards() if cards is None else load_cards(cards)
    names = [movement.name for movement in card_set.movements]
    return Game(
        name="enclosure",
        version=VERSION,
        options=resolved if cards is None else {**resolved, "cards": str(cards)},
        tables=_house_tables(compact) if cards is None else build_tables(card_set, compact),
        blank=blank(resolved["num_players"], resolved["max_rounds"], resolved["truncation_result"]),
        actions=action_table(names, swap_actions(card_set, compact)),
        layout=LAYOUT,
        cards=card_set,
        to_dict=scenario.to_dict,
        from_dict=scenario.from_dict,
        text=render.text,
        svg=render.svg,
        words=action_words,
    )


@cache
def _house_cards() -> CardSet:
    return load_cards(None)


@cache
def _house_tables(compact_actions: bool) -> np.ndarray:
    return build_tables(_house_cards(), compact_actions)


def raw_env(**options: Any) -> Any:
    """Enclosure for PettingZoo (AEC), without wrappers; keywords are those of `env`."""
    from arkade.envs.aec import raw_env

    return raw_env("enclosure", **options)


def env(**options: Any) -> Any:
    """Enclosure for PettingZoo (AEC); keywords are the game's options and `render_mode`, `reward`, `on_illegal`."""
    from arkade.envs.aec import env

    return env("enclosure", **options)


def parallel_env(**options: Any) -> Any:
    """Enclosure for PettingZoo's parallel API; keywords are those of `env`."""
    from arkade.envs.parallel import parallel_env

    return parallel_env("enclosure", **options)
