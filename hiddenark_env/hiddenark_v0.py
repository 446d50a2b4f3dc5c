"""The public doors of Hidden Ark: `game()` for kernels and batches, the rest for PettingZoo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from arkade.game import Game, Option, resolve_options
from arkade.verbs import register_kernels
from hiddenark_env import blocks, deal, evaluate, legal, observe, render, rules, scenario, scoring
from hiddenark_env.actions import ACTIONS
from hiddenark_env.card_set import CardSet, load_cards
from hiddenark_env.components import MODES
from hiddenark_env.state import COMPETITIVE, SOLO, STATE, blank
from hiddenark_env.tables import build_tables

VERSION = "0"

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


def options_of(maps: Sequence[str], mode: str) -> tuple[Option, ...]:
    """The options of a card set with these maps; how many players there can be depends on the mode (section 1)."""
    seats = Option("num_players", 1, range(1, 2), "players") if mode == MODES[SOLO] else _SEATS
    return (
        seats,
        Option("mode", MODES[COMPETITIVE], MODES, "every player alone, all together, or one player"),
        Option("board", maps[0], tuple(maps), "the map"),
        Option("discovery", False, (False, True), "tiles lie facedown until somebody turns them up"),
        Option("uphill", False, (False, True), "no resources at the start, escalation tokens"),
        Option("long_game", False, (False, True), "one refill more"),
        Option("max_rounds", 200, range(1, 65536), "stop the game after this round"),
    )


_SEATS = Option("num_players", 2, range(2, 5), "players around the table")


def __getattr__(name: str) -> Any:
    """`OPTIONS`: those of the house set in a competitive game; its maps are read when they are asked for."""
    if name == "OPTIONS":
        return options_of(tuple(_house_tables()[0].map_ids), MODES[COMPETITIVE])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def game(cards: str | Path | None = None, **options: Any) -> Game:
    """A configured game of Hidden Ark.

    `num_players` 2..4 (2), in solo 1; `mode` "competitive", "coop" or "solo", for one player "solo"; `board` the name of a map; both also by
    number; `discovery`, `uphill`, `long_game` (False); `max_rounds` 1..65535 (200); `cards` a folder with another card
    set. Raises ValueError for a bad option, `arkade.data.CardError` for a malformed card file.
    """
    card_set, tables = _tables(None if cards is None else str(Path(cards).resolve()))
    maps = tuple(card_set.map_ids)
    alone = options.get("num_players") == 1 and not isinstance(options["num_players"], bool)
    mode = options.get("mode", MODES[SOLO if alone else COMPETITIVE])
    named = dict(options, mode=_name(mode, MODES), board=_name(options.get("board", 0), maps))
    resolved = resolve_options("hiddenark", options_of(maps, named["mode"]), named)
    codes = dict(resolved, mode=MODES.index(resolved["mode"]), board=maps.index(resolved["board"]))
    return Game(
        name="hiddenark",
        version=VERSION,
        options=resolved if cards is None else {**resolved, "cards": str(cards)},
        tables=tables,
        blank=blank(tables, **codes),
        actions=ACTIONS,
        layout=blocks.layout(tables[0]),
        cards=card_set,
        to_dict=scenario.to_dict,
        from_dict=scenario.from_dict,
        text=render.text,
        svg=render.svg,
        shared=resolved["mode"] != MODES[COMPETITIVE],
    )


def _name(value: Any, names: Sequence[str]) -> Any:
    """The name of a number in range; any other value as it is."""
    is_number = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    return names[value] if is_number and 0 <= value < len(names) else value


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
    """Hidden Ark for PettingZoo (AEC), without wrappers; keywords are those of `env`."""
    from arkade.envs.aec import raw_env

    return raw_env("hiddenark", **options)


def env(**options: Any) -> Any:
    """Hidden Ark for PettingZoo (AEC); keywords are the game's options and `render_mode`, `reward`, `on_illegal`."""
    from arkade.envs.aec import env

    return env("hiddenark", **options)


def parallel_env(**options: Any) -> Any:
    """Hidden Ark for PettingZoo's parallel API; keywords are those of `env`."""
    from arkade.envs.parallel import parallel_env

    return parallel_env("hiddenark", **options)
