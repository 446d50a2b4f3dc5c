"""The public doors of Replicants!: `game()` for kernels and batches, the rest for PettingZoo."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from arkade.game import Game, Option, resolve_options
from arkade.verbs import register_kernels
from replicants_env import deal, evaluate, legal, observe, render, rules, scenario, scoring
from replicants_env.action_words import action_words
from replicants_env.actions import ACTIONS
from replicants_env.card_set import CardSet, load_cards
from replicants_env.state import STATE, blank
from replicants_env.tables import build_tables

VERSION = "0"

OPTIONS = (
    Option("num_players", 4, range(2, 7), "players around the table"),
    Option("usc", False, (False, True), "the U.S.C. expansion: a Station phase and lockers"),
    Option("max_rounds", 60, range(1, 256), "stop the game after this round (default: the card set's rules.toml)"),
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
    """A configured game of Replicants!.

    `num_players` 2..6 (4), `usc` (False), `max_rounds` 1..255 (60), `cards` a folder with another card set. Raises
    ValueError for a bad option, `arkade.data.CardError` for a malformed card file.
    """
    card_set, tables = _tables(None if cards is None else str(Path(cards).resolve()))
    options.setdefault("max_rounds", card_set.rules["max_rounds"])
    resolved = resolve_options("replicants", OPTIONS, options)
    return Game(
        name="replicants",
        version=VERSION,
        options=resolved if cards is None else {**resolved, "cards": str(cards)},
        tables=tables,
        blank=blank(tables, **resolved),
        actions=ACTIONS,
        layout=observe.layout(tables[0], **resolved),
        cards=card_set,
        to_dict=scenario.to_dict,
        from_dict=scenario.from_dict,
        text=render.text,
        svg=render.svg,
        words=action_words,
    )


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
    """Replicants! for PettingZoo (AEC), without wrappers; keywords are those of `env`."""
    from arkade.envs.aec import raw_env

    return raw_env("replicants", **options)


def env(**options: Any) -> Any:
    """Replicants! for PettingZoo (AEC); keywords are the game's options and `render_mode`, `reward`, `on_illegal`."""
    from arkade.envs.aec import env

    return env("replicants", **options)


def parallel_env(**options: Any) -> Any:
    """Replicants! for PettingZoo's parallel API; keywords are those of `env`."""
    from arkade.envs.parallel import parallel_env

    return parallel_env("replicants", **options)
