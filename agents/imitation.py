"""Learning from a teacher: its decisions collected by the batch, and a policy trained to take the same ones."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from arkade.envs.common import deal_seeds
from arkade.game import Game
from arkade.records import LIVE, NONE
from arkade_agents import Agent, RandomAgent
from arkade_agents.sight import Sight

MOST_GAMES, FEWEST_GAMES = 512, 16  # played in step
SHORT_GAME = 64  # decisions


@dataclasses.dataclass
class Decisions:
    """A teacher's decisions: what its player saw, the mask, the action, and the reward to come."""

    observations: NDArray[np.uint8]  # (n, D) as `sight` shows them
    masks: NDArray[np.int8]  # (n, A)
    actions: NDArray[np.int64]  # (n,)
    to_come: NDArray[np.float32]  # (n,) changes of the player's lead from here on, discounted

    def __len__(self) -> int:
        return len(self.actions)


def collect(
    game: Game,
    teacher: Agent,
    n: int,
    *,
    seed: int,
    noise: float,
    gamma: float,
    reward_scale: float,
    sight: Sight,
) -> Decisions:
    """At least `n` decisions of `teacher` from whole games in which it plays all seats.

    A share `noise` of the moves is random, the decision kept is the teacher's all the same.
    """
    parts: list[Decisions] = []
    games = min(MOST_GAMES, max(FEWEST_GAMES, n // SHORT_GAME))
    while sum(map(len, parts)) < n:
        states = game.new(games)
        game.reset(states, deal_seeds(seed, np.full(games, len(parts))))
        steps = _play(game, teacher, states, np.random.default_rng([seed, len(parts)]), noise, sight)
        to_come = _rewards_to_come(game, states, steps, gamma, reward_scale)
        observations, masks, actions = (np.concatenate([step[i] for step in steps]) for i in (2, 3, 4))
        parts.append(Decisions(observations, masks, actions, to_come))
    return Decisions(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in vars(parts[0])})


def _play(
    game: Game,
    teacher: Agent,
    states: np.ndarray,
    dice: np.random.Generator,
    noise: float,
    sight: Sight,
) -> list[tuple[Any, ...]]:
    """Play all rows to their end, in place; per step the live rows: their players, what these saw and decided, …"""
    stray = RandomAgent(int(dice.integers(2**63)))
    steps: list[tuple[Any, ...]] = []
    live = np.flatnonzero(states["over"] == LIVE)
    while len(live):
        rows = states[live]
        players = rows["current_player"].astype(np.int64)
        actions = teacher.act(game, rows, players)
        steps.append((live, players, sight.of(game, rows), game.legal(rows), actions, game.leads(rows, players)))
        chosen = np.full(len(states), NONE, np.int64)
        chosen[live] = np.where(dice.random(len(live)) < noise, stray.act(game, rows, players), actions)
        game.step(states, chosen)
        live = live[states["over"][live] == LIVE]
    return steps


def _rewards_to_come(
    game: Game, ended: np.ndarray, steps: list[tuple[Any, ...]], gamma: float, reward_scale: float
) -> NDArray[np.float32]:
    """For every decision the discounted changes of its player's lead from one own decision to the next."""
    seats = range(game.num_players)
    after = np.stack([game.leads(ended, np.full(len(ended), p)) for p in seats], axis=1)
    to_come = np.zeros(after.shape)
    found = []
    for live, players, *_, lead in reversed(steps):
        change = (after[live, players] - lead) * reward_scale
        to_come[live, players] = change + gamma * to_come[live, players]
        after[live, players] = lead
        found.append(to_come[live, players])
    return np.concatenate(found[::-1]).astype(np.float32)


def imitate(
    policy: Any,
    optimizer: torch.optim.Optimizer,
    decisions: Decisions,
    epochs: int,
    batch_size: int,
    seed: int,
    go_on: Callable[[], bool],
) -> list[float]:
    """Train policy and value on `decisions` while `go_on()`; returns how often it agreed, per batch of `batch_size`."""
    dice = np.random.default_rng(seed)
    agreed: list[float] = []
    for _ in range(epochs):
        order = dice.permutation(len(decisions))
        for start in range(0, len(order), batch_size):
            if not go_on():
                return agreed
            rows = order[start : start + batch_size]
            actions = torch.from_numpy(decisions.actions[rows])
            seen, masks = torch.from_numpy(decisions.observations[rows]), torch.from_numpy(decisions.masks[rows])
            scores, worth = policy.judge(seen, masks)
            loss = torch.nn.functional.cross_entropy(scores, actions)
            loss = loss + 0.5 * torch.nn.functional.mse_loss(worth[:, 0], torch.from_numpy(decisions.to_come[rows]))
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
            agreed.append(float((scores.argmax(dim=1) == actions).float().mean()))
    return agreed
