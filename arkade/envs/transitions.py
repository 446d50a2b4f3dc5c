"""Self-play seen from every seat: each move with what its player was paid and saw when it was asked next."""

from __future__ import annotations

import dataclasses

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arkade.envs.batch import Batch, BatchEnv


@dataclasses.dataclass(frozen=True, slots=True)
class Transitions:
    """Moves whose consequences are known, one per row; `next_` arrays are 0 where the game ended."""

    row: NDArray[np.int64]
    player: NDArray[np.int64]
    observation: np.ndarray
    action_mask: NDArray[np.int8]
    action: NDArray[np.int64]
    reward: NDArray[np.float32]  # the player's, from its move to its next move or the end
    next_observation: np.ndarray
    next_action_mask: NDArray[np.int8]
    done: NDArray[np.bool_]


class PlayerTransitions:
    """Steps a BatchEnv and hands out the transitions of all players as they become complete."""

    def __init__(self, env: BatchEnv) -> None:
        game, n = env.game, env.num_envs
        if env.batch.observation is None:
            raise ValueError("transitions need an environment with observations")
        self.env = env
        self._waiting = np.zeros((n, game.num_players), np.bool_)  # has moved, and was not asked since
        self._observations = np.zeros((n, game.num_players, game.observation_size), env.batch.observation.dtype)
        self._masks = np.zeros((n, game.num_players, game.num_actions), np.int8)
        self._actions = np.zeros((n, game.num_players), np.int64)

    def step(self, actions: ArrayLike) -> tuple[Batch, Transitions]:
        """Play one action per row; returns what the environment shows, and the transitions that this completes.

        First those of players who have been asked again, then those of games that ended.
        """
        batch, rows = self.env.batch, np.arange(self.env.num_envs)
        assert batch.observation is not None
        players, seen, masks = batch.current_player.copy(), batch.observation.copy(), batch.action_mask.copy()
        actions = np.array(actions)
        batch = self.env.step(actions)
        again = rows[self._waiting[rows, players]]
        asked = self._complete(
            again, players[again], seen[again], masks[again], np.zeros(len(again), np.float32), False
        )
        self._waiting[rows, players] = True
        self._observations[rows, players], self._masks[rows, players] = seen, masks
        self._actions[rows, players] = actions
        over = batch.terminated | batch.truncated
        e, p = np.nonzero(self._waiting & over[:, None])
        blank = np.zeros((len(e), seen.shape[1]), seen.dtype), np.zeros((len(e), masks.shape[1]), np.int8)
        ended = self._complete(e, p, *blank, batch.rewards[e, p], True)
        self._waiting[over] = False
        return batch, Transitions(*(np.concatenate(pair) for pair in zip(asked, ended, strict=True)))

    def _complete(
        self,
        e: NDArray[np.int64],
        p: NDArray[np.int64],
        next_seen: np.ndarray,
        next_masks: NDArray[np.int8],
        rewards: NDArray[np.float32],
        done: bool,
    ) -> tuple[np.ndarray, ...]:
        then = self._observations[e, p], self._masks[e, p], self._actions[e, p]
        return (e, p, *then, rewards, next_seen, next_masks, np.full(len(e), done))
