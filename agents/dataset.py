"""Policies as data: games recorded to one npz file, and loaded as arrays of decisions with one call.

A file holds seeds, actions and results; states, observations and masks follow from these and are made anew by playing
the games again, checked by a hash of each game's end. So a file is small, and recording is as fast as play.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade.bits import borrowed
from arkade.choice import choose
from arkade.envs.common import deal_seeds
from arkade.game import Game
from arkade.jit import loop
from arkade.loops import choice_stream
from arkade.records import LIVE, NONE
from arkade.registry import make
from arkade.rng import hash2
from arkade.verbs import legal, step
from arkade_agents import Agent, RandomAgent, make_agent
from arkade_agents.evaluate import fill_line_up, games_bar, play_games
from arkade_agents.tournament import plan_of

FORMAT = 1
AT_ONCE = 4096  # games played in step


@dataclasses.dataclass(frozen=True)
class Recording:
    """Whole games: per game seed, agent in each seat, number of actions, results, points and a hash of the end.

    `actions` are those of all games, one game after the other; `about` says what was played, by whom, with what.
    """

    about: dict[str, Any]
    seeds: NDArray[np.uint64]  # (G,)
    seats: NDArray[np.int8]  # (G, P), an index of about["line_up"]
    lengths: NDArray[np.int32]  # (G,)
    actions: NDArray[np.int16]  # (T,)
    returns: NDArray[np.float32]  # (G, P), reward "win"
    scores: NDArray[np.int32]  # (G, P)
    hashes: NDArray[np.uint64]  # (G,)


@dataclasses.dataclass(frozen=True)
class Dataset:
    """Decisions, a row each in the order of play, and the games they belong to."""

    about: dict[str, Any]
    game: Game
    states: np.ndarray  # STATE (T,), before the action
    observations: np.ndarray  # (T, D) of the player to move; (0, D) where not asked for
    masks: NDArray[np.int8]  # (T, A)
    actions: NDArray[np.int64]  # (T,)
    players: NDArray[np.int64]  # (T,) who moved
    games: NDArray[np.int64]  # (T,) the row of the game in the arrays below
    seeds: NDArray[np.uint64]  # (G,)
    seats: NDArray[np.int8]  # (G, P)
    returns: NDArray[np.float32]  # (G, P)
    scores: NDArray[np.int32]  # (G, P)


def record(
    game: Game,
    agents: Sequence[str | Path | Agent],
    games: int = 1000,
    seed: int = 0,
    *,
    num_threads: int = 1,
    progress: bool = False,
) -> Recording:
    """Play `games` games, every one a deal of its own; the seats of the line-up move on by one from game to game.

    Where there are fewer agents than players, the last one takes the seats that are left.
    """
    if games < 1:
        raise ValueError(f"games={games!r}: allowed is a whole number from 1")
    if game.num_actions > np.iinfo(np.int16).max:
        raise ValueError(f"{game.name} has {game.num_actions} actions, more than a recording can hold")
    line_up = fill_line_up(game, [make_agent(agent, num_threads=num_threads) for agent in agents])
    names = [*map(str, agents), *[str(agents[-1])] * (game.num_players - len(agents))]
    seeds = deal_seeds(seed, np.zeros(games, np.int64))
    seat_of = (np.arange(game.num_players) + np.arange(games)[:, None]) % game.num_players
    only_random, parts = all(isinstance(agent, RandomAgent) for agent in line_up), []
    with games_bar(games, progress) as report:
        for first in range(0, games, AT_ONCE):
            rows = slice(first, first + AT_ONCE)
            states = game.new(len(seeds[rows]))
            game.reset(states, seeds[rows])
            if only_random:
                lengths, actions = _play_randomly(game, states, seed, first)
                report(len(states))
            else:
                lengths, actions = _play(game, line_up, states, seat_of[rows], report)
            scores = game.scores(states).astype(np.int32)
            parts.append((lengths, actions, game.returns(states), scores, game.hash(states)))
    about = plan_of(game, dict(zip(names, line_up, strict=True)), seed) | dict(line_up=names, format=FORMAT)
    lengths, actions, returns, scores, hashes = (np.concatenate(column) for column in zip(*parts, strict=True))
    seats = np.argsort(seat_of, axis=1).astype(np.int8)
    return Recording(about, seeds, seats, lengths, actions, returns, scores, hashes)


def _play(
    game: Game, line_up: list[Agent], states: np.ndarray, seat_of: NDArray[np.int64], report: Callable[[int], None]
) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """Play all rows to their end, in place; returns how long each game was, and the actions, game by game."""
    steps: list[NDArray[np.int16]] = []
    play_games(game, line_up, states, seat_of, report, lambda actions: steps.append(actions.astype(np.int16)))
    log = np.ascontiguousarray(np.stack(steps).T)
    played = log != NONE
    return played.sum(axis=1, dtype=np.int32), log[played]


def _play_randomly(
    game: Game, states: np.ndarray, seed: int, first: int
) -> tuple[NDArray[np.int32], NDArray[np.int16]]:
    """The same where all agents are random: once to count, once to keep, all in the kernel."""
    lengths, mask = np.empty(len(states), np.int32), np.empty(game.num_actions, np.int8)
    play_randomly(states.copy(), game.tables, np.uint64(seed), first, mask, lengths, np.empty(0, np.int16))
    actions = np.empty(int(lengths.sum()), np.int16)
    play_randomly(states, game.tables, np.uint64(seed), first, mask, lengths, actions)
    return lengths, actions


def save(path: str | Path, recording: Recording) -> None:
    """Write a recording to one npz file."""
    arrays = {key: value for key, value in vars(recording).items() if key != "about"}
    np.savez(path, about=np.array(json.dumps(recording.about)), **arrays)


def read(path: str | Path) -> Recording:
    """The recording of a file, as it was saved; ValueError for any other file."""
    names = [field.name for field in dataclasses.fields(Recording) if field.name != "about"]
    try:
        with np.load(path) as file:
            about = json.loads(str(file["about"]))
            if about["format"] != FORMAT:
                raise ValueError(f"format {about['format']}, this arkade {arkade.__version__} reads {FORMAT}")
            return Recording(about, *(file[name] for name in names))
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is no recording that `arkade record` wrote ({error})") from None


def load(
    path: str | Path,
    games: slice = slice(None),
    *,
    observations: str | None = "uint8",
    reward: str = "win",
    cards: str | Path | None = None,
) -> Dataset:
    """The decisions of a file, or those of a slice of its games; ValueError names a game that does not play as recorded.

    `observations` is "uint8", "float32" or None; `cards` says where the card set lies now.
    """
    recording = read(path)
    about, options = recording.about, recording.about["options"] | ({} if cards is None else dict(cards=str(cards)))
    game = make(about["game"], **options)
    if game.version != about["version"]:
        raise ValueError(f"{path} holds games of {game.name} version {about['version']}, this is {game.version}")
    if observations not in ("uint8", "float32", None):
        raise ValueError(f"observations={observations!r}: allowed is 'uint8', 'float32' or None")
    ends = np.cumsum(recording.lengths, dtype=np.int64)
    numbers = np.arange(len(ends))[games]
    lengths = recording.lengths[numbers].astype(np.int64)
    game_of = np.repeat(np.arange(len(numbers)), lengths)
    starts = ends[numbers] - lengths
    at = np.arange(len(game_of)) + np.repeat(starts - (np.cumsum(lengths) - lengths), lengths)
    actions = recording.actions[at].astype(np.int64)
    last, states = game.new(len(numbers)), game.new(len(actions))
    game.reset(last, recording.seeds[numbers])
    wrong = play_again(last, game.tables, actions, lengths, np.empty(game.num_actions, np.int8), states)
    if wrong == NONE:
        wrong = next(iter(np.flatnonzero(game.hash(last) != recording.hashes[numbers])), NONE)
    if wrong != NONE:
        raise ValueError(f"{path}: game {numbers[wrong]} does not play as recorded; other rules or other cards?")
    shape = (0, game.observation_size)
    seen = np.zeros(shape, np.uint8) if observations is None else game.observe(states, dtype=np.dtype(observations))
    return Dataset(
        about, game, states, seen, game.legal(states), actions, game.current_player(states), game_of,
        recording.seeds[numbers], recording.seats[numbers], game.returns(last, reward), game.scores(last),
    )  # fmt: skip


@loop
def play_randomly(states, tables, seed, first, mask, lengths, actions):
    """Play every row to its end, uniformly at random; writes how long each was, and the actions where there is room."""
    t, mask, keeping, at = tables[0], borrowed(mask), actions.shape[0] > 0, 0
    for e in range(states.shape[0]):
        s, i, stream = states[e], 0, choice_stream(seed, first + e)
        while s.over == LIVE:
            legal(s, t, mask)
            action = choose(mask, hash2(stream, i))
            step(s, t, action)
            if keeping:
                actions[at] = action
            at += 1
            i += 1
        lengths[e] = i


@loop
def play_again(states, tables, actions, lengths, mask, out):
    """Play each dealt row's actions and write the state before each; returns the first row that refuses, or NONE."""
    t, i = tables[0], 0
    for e in range(states.shape[0]):
        s = states[e]
        for _ in range(lengths[e]):
            out[i] = s
            legal(s, t, mask)
            if s.over != LIVE or actions[i] < 0 or actions[i] >= mask.shape[0] or mask[actions[i]] == 0:
                return e
            step(s, t, actions[i])
            i += 1
        if s.over == LIVE:
            return e
    return NONE
