"""Higher Card with other kernels: a state of another type, otherwise the same rules."""

import numpy as np

import arkade
from arkade.game import Game
from arkade.records import PADDING, state_dtype
from arkade.verbs import register_kernels
from toy_env import deal, observe, rules, show
from toy_env.state import STATE


def other_toy(name, num_players, **kernels):
    """The game whose state has one more field, `name`, and whose verbs are `kernels` where they name one."""
    game = arkade.make("toy", num_players=num_players)
    fields = [(field, *_kind(STATE[field])) for field in STATE.names if not field.startswith(PADDING)]
    dtype = state_dtype([*fields, (name, "i1")])
    own = dict(
        reset=deal.reset, legal=rules.legal, step=rules.step, observe=observe.observe, scores=rules.scores,
        returns=rules.returns, determinize=deal.determinize, evaluate=observe.evaluate,
    )  # fmt: skip
    register_kernels(dtype, **own | kernels)
    blank = np.zeros(1, dtype)
    for field, *_ in fields:
        blank[field] = game.blank[field]
    return Game(
        name=name, version="0", options=game.options, tables=game.tables.copy(), blank=blank,
        actions=game.actions, layout=game.observation_layout, cards=None,
        to_dict=show.to_dict, from_dict=show.from_dict, text=show.text, svg=show.svg,
    )  # fmt: skip


def _kind(field):
    return (field.base, field.shape) if field.shape else (field.base,)
