"""`Game`: one configured game, and the batch calls of the public contract."""

from __future__ import annotations

import copy
import dataclasses
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from arkade import loops
from arkade.actions import ActionTable
from arkade.layout import ObservationLayout
from arkade.records import LIVE, NONE
from arkade.threads import threads
from arkade.verbs import REWARDS


class IllegalAction(ValueError):
    """An action that the rules do not allow; says row, action and player. Nothing has changed."""


@dataclasses.dataclass(frozen=True)
class Option:
    """One keyword of a game: its default, what it may be, and what it means."""

    name: str
    default: Any
    allowed: range | tuple[Any, ...]
    meaning: str

    def check(self, value: Any) -> Any:
        """`value` as the type of the default; ValueError saying what is allowed."""
        same = isinstance(value, (bool, np.bool_)) == isinstance(self.default, bool) and not isinstance(value, float)
        if not same or value not in self.allowed:
            raise ValueError(f"{self.name}={value!r}: allowed is {self.describe()}")
        return type(self.default)(value)

    def describe(self) -> str:
        """The allowed values in words."""
        if isinstance(self.allowed, range):
            return f"a whole number from {self.allowed.start} to {self.allowed.stop - 1}"
        return " or ".join(repr(value) for value in self.allowed)


def resolve_options(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's value, defaults filled in; ValueError for an unknown or bad one."""
    unknown = sorted(set(given) - {option.name for option in options})
    if unknown:
        names = ", ".join(option.name for option in options)
        raise ValueError(f"{game} has no option {', '.join(map(repr, unknown))}; its options are {names}, cards")
    return {option.name: option.check(given.get(option.name, option.default)) for option in options}


class Game:
    """One configured game. Every call takes arrays with one row per game, `states` of dtype `game.state_dtype`.

    Attributes: `name`, `version`, `num_players`, `options`, `num_actions`, `observation_size`, `state_dtype`,
    `actions`, `observation_layout`, `cards`, `tables` (TABLES[1], read-only), `blank` (STATE[1], read-only), `shared`.

    Results: with two or more players that play against each other, "win" and "rank" add up to 0 in every game. Where
    `shared` is true (one team, or one player alone) every player has the same result of each kind, and it may have
    any sum; "win" is then 1 for a success and -1 for a failure.
    """

    def __init__(
        self,
        *,
        name: str,
        version: str,
        options: Mapping[str, Any],
        tables: np.ndarray,
        blank: np.ndarray,
        actions: ActionTable,
        layout: ObservationLayout,
        cards: Any,
        to_dict: Callable[[Game, np.ndarray], dict[str, Any]],
        from_dict: Callable[[Game, Mapping[str, Any]], np.ndarray],
        text: Callable[[Game, np.ndarray, int | None], str],
        svg: Callable[[Game, np.ndarray, int | None], str],
        words: Callable[[Game, np.ndarray, int], str] | None = None,
        shared: bool = False,
    ) -> None:
        self.name = name
        self.version = version
        self.options = dict(options)
        self.num_players = int(blank["num_players"][0])
        self.state_dtype = blank.dtype
        self.tables = tables
        self.blank = blank
        self.actions = actions
        self.num_actions = actions.size
        self.observation_layout = layout
        self.observation_size = layout.size
        self.cards = cards
        self.shared = shared
        self._to_dict, self._from_dict = to_dict, from_dict
        self._text, self._svg, self._words = text, svg, words
        tables.flags.writeable = False
        blank.flags.writeable = False

    def __repr__(self) -> str:
        options = ", ".join(f"{key}={value!r}" for key, value in self.options.items())
        return f"arkade.make({self.name!r}, {options})"

    def __reduce__(self) -> tuple[Any, ...]:
        from arkade.registry import door, make_from_options

        return make_from_options, (self.name, door(self.name), self.options, self.digest())

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    def digest(self) -> str:
        """16 hex digits over the version and the tables: other rules or other cards have others."""
        return hashlib.sha256(self.version.encode() + b"\0" + self.tables.tobytes()).hexdigest()[:16]

    # --- states ---------------------------------------------------------------------------------------------------

    def new(self, n: int = 1) -> np.ndarray:
        """STATE[n], blank: options written, nothing dealt; `reset` deals."""
        return np.repeat(self.blank, n)

    def reset(self, states: np.ndarray, seeds: ArrayLike = 0) -> None:
        """Deal a new game into every row, in place; `seeds` is one integer per row or one for all (0..2^64-1)."""
        states = self.check(states)
        loops.reset_rows(states, self.tables, self.blank, self._per_row(states, seeds, np.uint64, "seeds"))

    def legal(self, states: np.ndarray, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """The int8 masks (n, A) of the current players; all zero where a game is over."""
        states = self.check(states)
        out = self._buffer(out, (len(states), self.num_actions), np.int8)
        loops.legal_rows(states, self.tables, out)
        return out

    def step(self, states: np.ndarray, actions: ArrayLike) -> None:
        """Play one action per row, in place; a row that is over takes -1 and stays as it is.

        Raises IllegalAction naming row, action and player; then no row has changed.
        """
        states = self.check(states)
        actions = self._per_row(states, actions, np.int64, "actions")
        row = loops.step_rows(states, self.tables, actions, np.empty(self.num_actions, np.int8))
        if row != NONE:
            self.raise_illegal(states, row, int(actions[row]))

    def raise_illegal(self, states: np.ndarray, row: int, action: int) -> None:
        """Raise the IllegalAction that says why `action` is not legal in `row`."""
        player = int(states["current_player"][row])
        if states["over"][row] != LIVE:
            raise IllegalAction(f"row {row}: action {action}, but the game is over; only -1 is allowed there")
        if not 0 <= action < self.num_actions:
            raise IllegalAction(f"row {row}: action {action} of player {player}: not in 0..{self.num_actions - 1}")
        allowed = np.flatnonzero(self.legal(states[row : row + 1])[0])
        names = ", ".join(f"{a} {self.actions.describe(int(a))}" for a in allowed[:12])
        more = ", …" if len(allowed) > 12 else ""
        described = self.actions.describe(action)
        raise IllegalAction(
            f"row {row}: action {action} {described} of player {player} is illegal; legal are {names}{more}"
        )

    def observe(
        self,
        states: np.ndarray,
        players: ArrayLike | None = None,
        dtype: DTypeLike = np.float32,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """What `players` (None: the current ones) may know, (n, D) float32 in [0, 1], or raw with np.uint8.

        A row whose player is -1 (over) is all zero.
        """
        states = self.check(states)
        dtype = np.dtype(dtype)
        if dtype not in (np.dtype(np.float32), np.dtype(np.uint8)):
            raise ValueError(f"dtype={dtype}: observations are float32 or uint8")
        players = states["current_player"] if players is None else players
        players = self._per_row(states, players, np.int64, "players")
        self._check_players(players, lowest=NONE)
        out = self._buffer(out, (len(states), self.observation_size), dtype)
        loops.observe_rows(states, self.tables, players, self._scratch_raw(), self.observation_layout.scale, out)
        return out

    def _scratch_raw(self) -> NDArray[np.uint8]:
        return np.empty(self.observation_size, np.uint8)

    def current_player(self, states: np.ndarray) -> NDArray[np.int64]:
        """Who decides now, (n,); -1 where a game is over."""
        return self.check(states)["current_player"].astype(np.int64)

    def over(self, states: np.ndarray) -> NDArray[np.bool_]:
        """Which games are over, (n,)."""
        return self.check(states)["over"] != LIVE

    def scores(self, states: np.ndarray) -> NDArray[np.int32]:
        """Points now, (n, P)."""
        states = self.check(states)
        out = np.zeros((len(states), self.num_players), np.int32)
        loops.scores_rows(states, self.tables, out)
        return out

    def leads(self, states: np.ndarray, players: ArrayLike) -> NDArray[np.int64]:
        """By how many points `players` are ahead of the best other one, (n,); the team's points where `shared`."""
        states = self.check(states)
        players = self._per_row(states, players, np.int64, "players")
        self._check_players(players)
        out = np.empty(len(states), np.int64)
        loops.lead_rows(states, self.tables, players, np.zeros(self.num_players, np.int32), out)
        return out

    def returns(self, states: np.ndarray, reward: str = "win") -> NDArray[np.float32]:
        """Results (n, P) in [-1, 1], 0 where a game is live; `reward` is "win", "rank" or "margin"."""
        states = self.check(states)
        out = np.zeros((len(states), self.num_players), np.float32)
        loops.returns_rows(states, self.tables, reward_code(reward), out)
        return out

    def determinize(self, states: np.ndarray, players: ArrayLike, seeds: ArrayLike) -> None:
        """Deal anew, in place, all that `players` cannot know; their observations and masks stay the same."""
        states = self.check(states)
        players = self._per_row(states, players, np.int64, "players")
        self._check_players(players)
        loops.determinize_rows(states, self.tables, players, self._per_row(states, seeds, np.uint64, "seeds"))

    def evaluate(self, states: np.ndarray, players: ArrayLike) -> NDArray[np.float64]:
        """A cheap value of every position for `players`, (n,) in [-1, 1]."""
        states = self.check(states)
        players = self._per_row(states, players, np.int64, "players")
        self._check_players(players)
        out = np.empty(len(states))
        loops.evaluate_rows(states, self.tables, players, out)
        return out

    def hash(self, states: np.ndarray) -> NDArray[np.uint64]:
        """A 64-bit hash of every state, (n,); equal states have equal hashes in every process."""
        states = self.check(states)
        out = np.empty(len(states), np.uint64)
        loops.hash_rows(states.view(np.uint64).reshape(len(states), states.itemsize // 8), out)
        return out

    # --- random play ----------------------------------------------------------------------------------------------

    def rollout(
        self, states: np.ndarray, steps: int, seed: int = 0, num_threads: int = 1, first_row: int = 0
    ) -> NDArray[np.int64]:
        """Play `steps` uniformly random actions in every row, dealing anew after an end; returns games ended, (n,).

        Choices come from a hash of (seed, row, step): neither threads nor batch size nor the states' own generators
        change them. Rows are numbered from `first_row`: a part of a larger batch is played as it is there.
        """
        states = self.check(states)
        games = np.zeros(len(states), np.int64)
        masks = np.empty((num_threads, self.num_actions), np.int8)
        args = (states, self.tables, self.blank, int(steps), np.uint64(seed), int(first_row), masks, games)
        with threads(num_threads) as threaded:
            (loops.rollout_threaded if threaded else loops.rollout)(*args)
        return games

    def playout(
        self, states: np.ndarray, seed: int = 0, reward: str = "win", first_row: int = 0
    ) -> NDArray[np.float32]:
        """Play every row to its end, in place, with uniformly random actions; returns the results (n, P).

        Rows are numbered from `first_row`, as in `rollout`.
        """
        states = self.check(states)
        out = np.zeros((len(states), self.num_players), np.float32)
        mask = np.empty(self.num_actions, np.int8)
        loops.playout(states, self.tables, np.uint64(seed), int(first_row), mask, reward_code(reward), out)
        return out

    # --- one state for people -------------------------------------------------------------------------------------

    def to_dict(self, state: np.ndarray) -> dict[str, Any]:
        """A position as plain Python that survives JSON; `from_dict` gives the same bytes back."""
        return self._to_dict(self, self._one(state))

    def from_dict(self, position: Mapping[str, Any]) -> np.ndarray:
        """STATE[1] of a scenario dictionary, run on to its first decision; ValueError names the key that is wrong."""
        return self._from_dict(self, copy.deepcopy(dict(position)))

    def text(self, state: np.ndarray, player: int | None = None) -> str:
        """A position in words; `player`: as that player sees it."""
        return self._text(self, self._one(state), self._viewer(player))

    def svg(self, state: np.ndarray, player: int | None = None) -> str:
        """A position as a picture; `player`: as that player sees it."""
        return self._svg(self, self._one(state), self._viewer(player))

    def words(self, state: np.ndarray, action: int) -> str:
        """What a legal action of the current player does in this position, for that player; IllegalAction for others."""
        state = self._one(state)
        if not 0 <= action < self.num_actions or not self.legal(state)[0, action]:
            self.raise_illegal(state, 0, int(action))
        return self.actions.describe(action) if self._words is None else self._words(self, state, int(action))

    def save(self, path: str | Path, states: np.ndarray) -> None:
        """Write states to one .npz file with the game's name, version and options."""
        about = json.dumps(dict(game=self.name, version=self.version, options=self.options))
        np.savez_compressed(path, states=self.check(states), about=np.array(about))

    def load(self, path: str | Path) -> np.ndarray:
        """Read states that `save` wrote; ValueError where they belong to another game, version or options."""
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            ours = json.loads(json.dumps(dict(game=self.name, version=self.version, options=self.options)))
            if about != ours:
                raise ValueError(f"{path} holds states of {about}, this is {ours}")
            return self.check(file["states"]).copy()

    # --- checks of arguments --------------------------------------------------------------------------------------

    def check(self, states: np.ndarray) -> np.ndarray:
        """`states` as STATE[n]; ValueError for another dtype, shape or memory order."""
        if states.dtype is self.state_dtype and states.ndim == 1 and states.flags.c_contiguous:
            return states
        if not isinstance(states, np.ndarray) or states.dtype != self.state_dtype:
            raise ValueError(f"states of {self.name} are arrays of its STATE dtype, got {_kind(states)}")
        if states.ndim != 1 or not states.flags.c_contiguous:
            raise ValueError(f"states must be one contiguous row of records, got shape {states.shape}: copy a slice")
        return states.view(self.state_dtype)

    def _one(self, state: np.ndarray) -> np.ndarray:
        state = np.atleast_1d(np.asarray(state))
        if len(state) != 1:
            raise ValueError(f"expected one state, got {len(state)}")
        return self.check(state)

    def _viewer(self, player: int | None) -> int | None:
        if player is not None and not 0 <= player < self.num_players:
            raise ValueError(f"player {player}: allowed is None or 0..{self.num_players - 1}")
        return player

    def _check_players(self, players: np.ndarray, lowest: int = 0) -> None:
        wrong = np.flatnonzero((players < lowest) | (players >= self.num_players))
        if len(wrong):
            raise ValueError(f"row {wrong[0]}: player {players[wrong[0]]} is not in {lowest}..{self.num_players - 1}")

    @staticmethod
    def _per_row(states: np.ndarray, values: ArrayLike, dtype: DTypeLike, what: str) -> np.ndarray:
        array = np.asarray(values)
        if array.dtype.kind not in "iub":
            raise ValueError(f"{what} must be integers, got {array.dtype}")
        if array.ndim == 0:
            array = np.full(len(states), values, dtype)
        if array.shape != (len(states),):
            raise ValueError(f"{what} has shape {array.shape} for {len(states)} states")
        return np.ascontiguousarray(array, dtype)

    @staticmethod
    def _buffer(out: np.ndarray | None, shape: tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
        if out is None:
            return np.empty(shape, dtype)
        if out.shape != shape or out.dtype != np.dtype(dtype) or not out.flags.c_contiguous:
            raise ValueError(f"out must be a contiguous {np.dtype(dtype)} array of shape {shape}, got {_kind(out)}")
        return out


def reward_code(reward: str) -> int:
    """The kernel's code of a reward kind; ValueError naming what is allowed."""
    if reward not in REWARDS:
        raise ValueError(f"reward={reward!r}: allowed is {', '.join(map(repr, REWARDS))}")
    return REWARDS[reward]


def _kind(value: Any) -> str:
    return f"{value.dtype} {value.shape}" if isinstance(value, np.ndarray) else type(value).__name__
