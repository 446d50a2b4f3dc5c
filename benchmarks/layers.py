"""The work of every layer: a function of the number of rounds, ready to be timed."""

from __future__ import annotations

import importlib.util
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.wrappers import OrderEnforcing

from arkade import loops
from arkade.envs import aec
from arkade.envs.batch import BatchEnv
from arkade.envs.gym import GymEnv
from arkade.envs.vector import GymVectorEnv
from arkade.game import Game
from arkade_agents.search import SearchAgent
from arkade_benchmarks.kernels import copy_states, play_observed

ROWS, STEPS = 256, 10  # of a round of the kernel
SEARCHES, SIMULATIONS = 8, 200
CALLS = 100  # in a round of one game
HAS_SB3 = importlib.util.find_spec("stable_baselines3") is not None

Work = Callable[[int], object]


def dealt(game: Game, n: int) -> np.ndarray:
    """STATE[n], dealt."""
    states = game.new(n)
    game.reset(states, np.arange(n))
    return states


def kernel(game: Game) -> Work:
    """Random play inside the kernel, ROWS * STEPS steps a round."""
    states = dealt(game, ROWS)
    return lambda rounds: game.rollout(states, STEPS * rounds)


def kernel_observed(game: Game) -> Work:
    """The same with a raw observation before each step."""
    states, seed = dealt(game, ROWS), np.uint64(0)
    buffers = np.zeros(game.num_actions, np.int8), np.zeros(game.observation_size, np.uint8), np.zeros(ROWS, np.int64)
    return lambda rounds: play_observed(states, game.tables, game.blank, STEPS * rounds, seed, *buffers)


def whole_games(game: Game) -> Work:
    """64 games from the deal to the end a round."""

    def games(rounds: int) -> None:
        for seed in range(rounds):
            game.playout(dealt(game, 64), seed=seed)

    return games


def search(game: Game) -> Work:
    """SEARCHES searches of SIMULATIONS playouts a round."""
    agent = SearchAgent(SIMULATIONS, playout="random", prior=0.0, widening=0.0)

    def searches(rounds: int) -> None:
        for seed in range(rounds):
            states = game.new(SEARCHES)
            game.reset(states, np.arange(SEARCHES) + SEARCHES * seed)
            agent.search(game, states)

    return searches


def copies(game: Game) -> Work:
    """64 copies of a state a round."""
    states = dealt(game, 65)
    return lambda rounds: copy_states(states, game.tables, rounds)


def batch_env(game: Game, n: int, observations: str | None, num_threads: int) -> BatchEnv:
    """A BatchEnv some steps away from the deal, where all games look alike."""
    env = BatchEnv(game, n, observations=observations, num_threads=num_threads)
    env.reset()
    for _ in range(20):
        env.step(env.sample())
    return env


def batch(game: Game, n: int, observations: str | None, num_threads: int = 1) -> Work:
    """One step of `n` games a round."""
    env = batch_env(game, n, observations, num_threads)

    def steps(rounds: int) -> None:
        for _ in range(rounds):
            env.step(env.sample())

    return steps


def batch_bytes(game: Game, n: int, observations: str | None) -> int:
    """What a BatchEnv of `n` games allocates, as Python's tracemalloc counts it."""
    BatchEnv(game, 1, observations=observations).reset()
    tracemalloc.start()
    try:
        env = BatchEnv(game, n, observations=observations)
        env.reset()
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def _choices() -> list[int]:
    return np.random.default_rng(0).integers(0, 1 << 30, 1024).tolist()


def gymnasium(game: Game) -> Work:
    """CALLS steps a round of what `gymnasium.make` gives."""
    env = OrderEnforcing(GymEnv(game, seat=0, opponents="random"))
    mask = env.reset(seed=0)[1]["action_mask"]
    choices = _choices()

    def steps(rounds: int) -> None:
        nonlocal mask
        for i in range(CALLS * rounds):
            legal = mask.nonzero()[0]
            _, _, terminated, truncated, info = env.step(legal[choices[i & 1023] % len(legal)])
            mask = env.reset()[1]["action_mask"] if terminated or truncated else info["action_mask"]

    return steps


def vector(game: Game, n: int) -> Work:
    """One step of `n` learners a round."""
    env = GymVectorEnv(game, n, opponents="random", autoreset_mode="SameStep")
    mask, actions, seed = env.reset(seed=0)[1]["action_mask"], np.zeros(n, np.int64), np.uint64(0)

    def steps(rounds: int) -> None:
        nonlocal mask
        for i in range(rounds):
            loops.sample_rows(mask, seed, i, actions)
            mask = env.step(actions)[4]["action_mask"]

    return steps


def sb3(game: Game, n: int) -> Work:
    """One step of `n` learners a round."""
    from arkade.envs.sb3 import SB3VecEnv

    env = SB3VecEnv(game, n, opponents="random")
    env.reset()
    actions, seed = np.zeros(n, np.int64), np.uint64(0)

    def steps(rounds: int) -> None:
        for i in range(rounds):
            loops.sample_rows(env.action_masks(), seed, i, actions)
            env.step(actions)

    return steps


def agents(game: Game, checked: bool) -> Work:
    """CALLS turns of PettingZoo's loop a round, with the wrapper that checks the order of calls or without."""
    env: Any = (aec.env if checked else aec.raw_env)(game)
    env.reset(seed=0)
    choices = _choices()

    def turns(rounds: int) -> None:
        done = 0
        while done < CALLS * rounds:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[choices[done & 1023] % len(legal)])
            done += 1

    return turns
