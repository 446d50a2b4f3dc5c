"""What one can do with a state: one name for all games, resolved by the type of the state record.

`s` is one state record, `t` the game's tables record. Each stub below is documentation and dispatch: inside a kernel
the verb compiles to the game's own kernel, with JIT off it looks the kernel up by dtype.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from arkade.choice import choose
from arkade.jit import Record, kernel

_kernels: dict[Any, dict[str, Callable[..., Any]]] = {}  # numba's record type or numpy's dtype -> verb -> kernel

NO_TEAM = -(2**31)  # of `team_points`
WIN, RANK, MARGIN = 0, 1, 2  # codes of `reward` in `returns`
REWARDS = {"win": WIN, "rank": RANK, "margin": MARGIN}


def register_kernels(state: np.dtype, **kernels: Callable[..., Any]) -> None:
    """Make `kernels`, one per verb, what the verbs do with states of dtype `state`.

    May be left out: `random_action`, which then chooses from the mask, and `team_points`.
    Raises TypeError naming verbs that are missing or unknown.
    """
    kernels = {"random_action": choose_from_mask, "team_points": no_team} | kernels
    if set(kernels) != set(VERBS):
        missing, unknown = sorted(set(VERBS) - set(kernels)), sorted(set(kernels) - set(VERBS))
        raise TypeError(f"kernels of a game: missing {missing}, unknown {unknown}")
    _kernels[state] = kernels
    _kernels[numba.from_dtype(state)] = kernels


def _find(verb: str, kind: Any) -> Callable[..., Any]:
    try:
        return _kernels[kind][verb]
    except KeyError:
        raise TypeError(f"no game registered a kernel {verb!r} for states of type {kind}") from None


def _verb(stub: Callable[..., Any]) -> Callable[..., Any]:
    name = stub.__name__

    @functools.wraps(stub)
    def by_dtype(s: Any, *args: Any) -> Any:
        return _find(name, s.void.dtype if isinstance(s, Record) else getattr(s, "dtype", type(s)))(s, *args)

    def by_type(s: Any, *args: Any) -> Callable[..., Any]:
        return _find(name, s).py_func  # type: ignore[attr-defined]

    signature = inspect.signature(stub).replace(return_annotation=inspect.Signature.empty)
    by_type.__signature__ = signature  # type: ignore[attr-defined]
    overload(by_dtype, jit_options={"nogil": True, "error_model": "numpy", "forceinline": True})(by_type)
    return by_dtype


@_verb
def reset(s, t, seed):
    """Deal a new game into `s`, a copy of the game's blank record, and run to the first decision."""


@_verb
def legal(s, t, mask):
    """Write the int8 mask of the current player: 1 exactly at the legal actions; all 0 after the end."""


@_verb
def random_action(s, t, mask, bits):
    """A uniformly random legal action, as `arkade.choice.choose` draws it from the mask; `mask` is scratch."""


@_verb
def step(s, t, action):
    """Play a legal `action` of the current player in place: effects, chance, on to the next real decision."""


@_verb
def observe(s, t, player, out):
    """Write into uint8 `out` what `player` may know, `player` rotated to the front."""


@_verb
def scores(s, t, out):
    """Write each player's points now into `out[0:num_players]`."""


@_verb
def team_points(s, t):
    """Points now of all players together, where they share one result; NO_TEAM where each plays for itself."""


@kernel(hot=True)
def choose_from_mask(s, t, mask, bits):
    """A random legal action of the mask."""
    legal(s, t, mask)
    return choose(mask, bits)


@kernel
def no_team(s, t):
    """NO_TEAM: each plays for itself."""
    return NO_TEAM


@_verb
def returns(s, t, reward, out):
    """Write each player's result in [-1, 1] into `out[0:num_players]`; `reward` is a code of REWARDS; 0 while live."""


@_verb
def determinize(s, t, player, seed):
    """Deal anew all that `player` cannot know, generator included; `player` sees no difference."""


@_verb
def evaluate(s, t, player):
    """A cheap value of the position for `player`, in [-1, 1]."""


VERBS = (
    "reset",
    "legal",
    "random_action",
    "step",
    "observe",
    "scores",
    "team_points",
    "returns",
    "determinize",
    "evaluate",
)
