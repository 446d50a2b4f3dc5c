"""The public doors of Higher Card."""

from __future__ import annotations

from typing import Any

from arkade.game import Game, Option, resolve_options
from arkade.verbs import register_kernels
from toy_env import deal, observe, rules, show
from toy_env.actions import ACTIONS
from toy_env.state import STATE, blank
from toy_env.tables import build_tables

OPTIONS = (
    Option("num_players", 2, range(2, 4), "players around the table"),
    Option("max_tricks", 6, range(1, 7), "stop the game after this many tricks"),
)

register_kernels(
    STATE,
    reset=deal.reset,
    legal=rules.legal,
    step=rules.step,
    observe=observe.observe,
    scores=rules.scores,
    returns=rules.returns,
    determinize=deal.determinize,
    evaluate=observe.evaluate,
)


def game(**options: Any) -> Game:
    """A configured game of Higher Card: `num_players` 2..3 (2), `max_tricks` 1..6 (6)."""
    resolved = resolve_options("toy", OPTIONS, options)
    return Game(
        name="toy",
        version="0",
        options=resolved,
        tables=build_tables(),
        blank=blank(**resolved),
        actions=ACTIONS,
        layout=observe.LAYOUT,
        cards=None,
        to_dict=show.to_dict,
        from_dict=show.from_dict,
        text=show.text,
        svg=show.svg,
    )


def env(**options: Any) -> Any:
    """Higher Card for PettingZoo; keywords are the game's options and `render_mode`, `reward`, `on_illegal`."""
    from arkade.envs.aec import env

    return env("toy", **options)
