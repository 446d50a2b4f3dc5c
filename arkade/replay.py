"""Replays: one game as a text file that can be kept, attached to a bug report, and verified.

A file holds game, version, options, the seed of the deal, every action, a hash of the state after every 20 of them,
and how it ended:

    arkade replay 1
    game: replicants
    version: 0
    options: {"max_rounds": 60, "num_players": 2, "usc": false}
    seed: 7
    deal: 5ab21f1f7b1a5a0d
    0: 2 9 1 5 12 … -> 9a0c3c2b1d7e8f10
    20: …
    end: ended
    scores: 36 31
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from arkade.game import Game, IllegalAction
from arkade.registry import make

FIRST_LINE = "arkade replay 1"
HEADER = ("game", "version", "options", "seed", "deal")
ENDS = ("live", "ended", "stopped")  # by the state's `over`
EVERY = 20  # actions to a line, each line with the hash of the state after it
_FIRST_ACTIONS = 2 + len(HEADER)  # number of the line that holds the first actions
_HASH = "[0-9a-f]{16}"


class ReplayError(ValueError):
    """A replay that cannot be read, or does not play as recorded; says file, line and step."""


@dataclasses.dataclass(frozen=True)
class Replay:
    """One game: `hashes` are those of the state after the deal and after each line of `EVERY` actions."""

    game: str
    version: str
    options: dict[str, Any]
    seed: int
    actions: tuple[int, ...]
    hashes: tuple[int, ...]
    end: str  # "live", "ended", or "stopped" by a limit
    scores: tuple[int, ...]

    def lines(self) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """Each line of actions: the step it begins with, its actions, the hash after them."""
        for i, expected in enumerate(self.hashes[1:]):
            yield i * EVERY, self.actions[i * EVERY : (i + 1) * EVERY], expected


def record(game: Game, seed: int, actions: Sequence[int]) -> Replay:
    """Deal the game of `seed`, play `actions`, and keep what happened; ReplayError names a step that is illegal.

    The game may go on after the last action. Game k of row e of an environment was dealt from the seed
    `arkade.deal_seeds(env_seed, games)[e]` with `games[e] = k`.
    """
    played = tuple(int(action) for action in actions)
    state = _deal(game, seed)
    hashes = [_hash(game, state)]
    for start in range(0, len(played), EVERY):
        for step in range(start, min(start + EVERY, len(played))):
            _play(game, state, played[step], f"step {step}")
        hashes.append(_hash(game, state))
    end, scores = _result(game, state)
    return Replay(game.name, game.version, dict(game.options), int(seed), played, tuple(hashes), end, scores)


def play(replay: Replay, steps: int | None = None, **options: Any) -> tuple[Game, np.ndarray]:
    """The game and its STATE[1] after the first `steps` actions (None: all), to look at or to play on from.

    `options` replace recorded ones, such as `cards="folder"` where the card set lies elsewhere now.
    """
    game = make(replay.game, **{**replay.options, **options})
    state = _deal(game, replay.seed)
    for step, action in enumerate(replay.actions[:steps]):
        _play(game, state, action, f"step {step}")
    return game, state


def save(path: str | Path, replay: Replay) -> None:
    """Write a replay as a text file."""
    Path(path).write_text(to_text(replay), encoding="utf-8")


def load(path: str | Path) -> Replay:
    """Read a replay without playing it; ReplayError says which line is wrong and what it should be."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ReplayError(f"{path}: not a text file ({error})") from None
    return from_text(text, str(path))


def verify(path: str | Path, **options: Any) -> Replay:
    """Read a replay and play it: every action must be legal and every hash, the end and the scores as recorded.

    `options` replace recorded ones, as in `play`. Raises ReplayError naming file, line and step.
    """
    replay = load(path)
    game = _make(replay, options, str(path))
    state = _deal(game, replay.seed)
    _compare(f"{path}, line {_FIRST_ACTIONS - 1}, the deal", "hash", _hash(game, state), replay.hashes[0])
    line = _FIRST_ACTIONS
    for start, actions, expected in replay.lines():
        for step, action in enumerate(actions, start):
            _play(game, state, action, f"{path}, line {line}, step {step}")
        where = f"{path}, line {line}, after steps {start} to {start + len(actions) - 1}"
        _compare(where, "hash", _hash(game, state), expected)
        line += 1
    end, scores = _result(game, state)
    _compare(f"{path}, line {line}, after step {len(replay.actions) - 1}", "end", end, replay.end)
    _compare(f"{path}, line {line + 1}, after step {len(replay.actions) - 1}", "scores", scores, replay.scores)
    return replay


# --- playing ----------------------------------------------------------------------------------------------------------


def _deal(game: Game, seed: int) -> np.ndarray:
    state = game.new(1)
    game.reset(state, seed)
    return state


def _play(game: Game, state: np.ndarray, action: int, where: str) -> None:
    try:
        game.step(state, action)
    except IllegalAction as error:
        raise ReplayError(f"{where}: {str(error).removeprefix('row 0: ')}") from None


def _hash(game: Game, state: np.ndarray) -> int:
    return int(game.hash(state)[0])


def _result(game: Game, state: np.ndarray) -> tuple[str, tuple[int, ...]]:
    return ENDS[int(state["over"][0])], tuple(game.scores(state)[0].tolist())


def _make(replay: Replay, options: dict[str, Any], path: str) -> Game:
    try:
        game = make(replay.game, **{**replay.options, **options})
    except (ValueError, OSError) as error:
        raise ReplayError(f"{path}, line {2 if 'no game' in str(error) else 4}: {error}") from None
    if game.version != replay.version:
        raise ReplayError(f"{path}, line 3: version {replay.version!r} of {game.name}; this is {game.version!r}")
    return game


def _compare(where: str, what: str, found: Any, recorded: Any) -> None:
    if found != recorded:
        shown = [f"{value:016x}" if what == "hash" else value for value in (found, recorded)]
        raise ReplayError(f"{where}: {what} is {shown[0]}, recorded was {shown[1]}")


# --- text -------------------------------------------------------------------------------------------------------------


def to_text(replay: Replay) -> str:
    """The lines of a replay file."""
    options = json.dumps(replay.options, sort_keys=True)
    head = (replay.game, replay.version, options, replay.seed, f"{replay.hashes[0]:016x}")
    lines = [FIRST_LINE, *(f"{key}: {value}" for key, value in zip(HEADER, head, strict=True))]
    lines += [f"{step}: {' '.join(map(str, actions))} -> {after:016x}" for step, actions, after in replay.lines()]
    lines += [f"end: {replay.end}", f"scores: {' '.join(map(str, replay.scores))}"]
    return "\n".join(lines) + "\n"


def from_text(text: str, path: str = "replay") -> Replay:
    """The replay that the lines of a file describe; `path` is what errors call it."""
    return _Reader(text, path).read()


class _Reader:
    """Reads the lines of a file in order."""

    def __init__(self, text: str, path: str) -> None:
        self.lines, self.path, self.number = text.splitlines(), path, 0

    def fail(self, expected: str) -> NoReturn:
        found = repr(self.lines[self.number - 1]) if self.number <= len(self.lines) else "the end of the file"
        raise ReplayError(f"{self.path}, line {self.number}: found {found}; expected {expected}")

    def next(self, pattern: str, expected: str) -> re.Match[str]:
        """The next line, which must have this form."""
        self.number += 1
        line = self.lines[self.number - 1] if self.number <= len(self.lines) else None
        match = None if line is None else re.fullmatch(pattern, line, re.ASCII)
        return match or self.fail(expected)

    def read(self) -> Replay:
        self.next(re.escape(FIRST_LINE), repr(FIRST_LINE))
        name = self.next(r"game: (\S+)", "game: NAME")[1]
        version = self.next(r"version: (\S+)", "version: VERSION")[1]
        options = self.options()
        seed = int(self.next(r"seed: (\d{1,20})", "seed: a whole number below 2^64")[1])
        if seed >= 2**64:
            self.fail("seed: a whole number below 2^64")
        hashes = [int(self.next(f"deal: ({_HASH})", "deal: 16 hex digits")[1], 16)]
        actions = self.actions(hashes)
        end = self.next(f"end: ({'|'.join(ENDS)})", f"end: one of {', '.join(ENDS)}")[1]
        scores = self.next(r"scores: (-?\d+( -?\d+)*)", "scores: a whole number for each player")[1]
        if self.number < len(self.lines):
            self.number += 1
            self.fail("nothing after the scores")
        return Replay(name, version, options, seed, tuple(actions), tuple(hashes), end, tuple(map(int, scores.split())))

    def options(self) -> dict[str, Any]:
        text = self.next(r"options: (\{.*\})", "options: a JSON object")[1]
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            self.fail(f"options: a JSON object ({error})")

    def actions(self, hashes: list[int]) -> list[int]:
        """Lines of actions up to the `end` line; their hashes are added to `hashes`."""
        actions: list[int] = []
        while self.number < len(self.lines) and not self.lines[self.number].startswith("end:"):
            step = len(actions)
            if step % EVERY:
                self.number += 1
                self.fail(f"end: one of {', '.join(ENDS)}, as only the last line of actions is shorter than {EVERY}")
            expected = f"{step}: up to {EVERY} actions -> 16 hex digits (step {step})"
            match = self.next(rf"{step}: (\d+( \d+){{0,{EVERY - 1}}}) -> ({_HASH})", expected)
            actions += map(int, match[1].split())
            hashes.append(int(match[3], 16))
        return actions
