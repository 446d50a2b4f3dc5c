"""Compile ahead: call everything once that has machine code, so that later processes start at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numba
import numpy as np

from arkade.envs.aec import raw_env
from arkade.envs.batch import BatchEnv
from arkade.envs.learner import LearnerGames
from arkade.game import Game

Part = tuple[str, Callable[[], object]]


def parts(game: Game) -> list[Part]:
    """What there is to compile for a game: a name for people, and a call on a few states that compiles it.

    Machine code depends on the game and on dtypes, never on the options.
    """
    states = game.new(2)
    players = np.zeros(2, np.int64)
    threaded = numba.config.NUMBA_NUM_THREADS > 1  # type: ignore[attr-defined]
    found: list[Part] = [
        ("reset", lambda: game.reset(states, 0)),
        ("legal", lambda: game.legal(states)),
        ("step", lambda: game.step(states, game.legal(states).argmax(axis=1))),
        ("observe float32", lambda: game.observe(states)),
        ("observe uint8", lambda: game.observe(states, dtype=np.uint8)),
        ("scores", lambda: game.scores(states)),
        ("leads", lambda: game.leads(states, players)),
        ("returns", lambda: game.returns(states)),
        ("determinize", lambda: game.determinize(states, players, 0)),
        ("evaluate", lambda: game.evaluate(states, players)),
        ("hash", lambda: game.hash(states)),
        ("rollout", lambda: game.rollout(states, 1)),
        ("playout", lambda: game.playout(game_states(game))),
        ("dictionaries", lambda: game.from_dict(game.to_dict(game_states(game)[:1]))),
        ("batch float32", partial(play_batch, game, "float32", 1)),
        ("batch uint8", partial(play_batch, game, "uint8", 1)),
        ("one turn", partial(play_turn, game)),
        ("learner float32", partial(play_learner, game, "float32")),
        ("learner uint8", partial(play_learner, game, "uint8")),
    ]
    if threaded:
        found += [
            ("rollout, threaded", lambda: game.rollout(states, 1, num_threads=2)),
            ("batch float32, threaded", partial(play_batch, game, "float32", 2)),
            ("batch uint8, threaded", partial(play_batch, game, "uint8", 2)),
        ]
    return found


def game_states(game: Game) -> np.ndarray:
    """Two states, dealt."""
    states = game.new(2)
    game.reset(states, [0, 1])
    return states


def play_batch(game: Game, observations: str, num_threads: int) -> None:
    """One step of a small batch environment."""
    env = BatchEnv(game, 2, observations=observations, num_threads=num_threads)
    env.reset()
    env.step(env.sample())


def play_learner(game: Game, observations: str) -> None:
    """One step of a learner against random play, as in the Gymnasium and SB3 façades."""
    games = LearnerGames(game, 2, observations=observations)
    seen, masks = games.buffers()
    games.reset(seen, masks, seed=0)
    games.step(masks.argmax(axis=1), seen, masks)


def play_turn(game: Game) -> None:
    """One turn, as in PettingZoo's façade."""
    env = raw_env(game)
    env.reset(seed=0)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
