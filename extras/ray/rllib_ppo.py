"""Masked PPO with RLlib: one learner against random players, sampled by two processes.

`python extras/ray/rllib_ppo.py arkade/Replicants-v0` learns, then says what it wins in all seats. One learner a game, the others
played inside the environment, is what RLlib does best: its runners then step a whole batch of games with one call,
where with every player an agent they would step each game by itself. It sees masks only within observations, and asks
for an action even where a game is over and nothing legal: hence a lowest logit rather than minus infinity.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core import DEFAULT_MODULE_ID
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor, nn

import arkade  # noqa: F401 (registers the games)
from arkade.game import Game
from arkade_agents.evaluate import evaluate

LOWEST = torch.finfo(torch.float32).min


class MaskedPolicy(TorchRLModule, ValueFunctionAPI):
    """A network for the policy and one for the values; an illegal action has no probability."""

    def setup(self) -> None:
        """Build both."""
        inputs, actions = self.observation_space["observation"].shape[0], int(self.action_space.n)
        self.policy = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, actions))
        self.values = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 1))

    def _forward(self, batch: dict[str, Any], **keywords: Any) -> dict[str, Any]:
        seen = batch[Columns.OBS]
        logits = self.policy(seen["observation"])
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, LOWEST)}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Tensor:
        """The value of every position, (n,)."""
        return self.values(batch[Columns.OBS]["observation"]).squeeze(-1)


def config(env_id: str, seed: int = 0, module: type[TorchRLModule] = MaskedPolicy) -> PPOConfig:
    """PPO on RLlib's current API stack: two runners, 64 games each, paid by how the learner's lead in points changes."""
    options = dict(num_players=2, opponents="random", reward="margin_change", reward_scale=0.05, dict_observations=True)
    return (
        PPOConfig()
        .environment(f"arkade:{env_id}", env_config=options)
        .env_runners(
            num_env_runners=2, num_envs_per_env_runner=64, gym_env_vectorize_mode="vector_entry_point",
            rollout_fragment_length=32, sample_timeout_s=600,  # which includes compiling, once
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=module))
        .training(
            train_batch_size_per_learner=4096, minibatch_size=1024, num_epochs=2, lr=1.5e-3, gamma=0.98, lambda_=0.9,
            entropy_coeff=0.003, use_kl_loss=False, vf_clip_param=100.0, grad_clip=0.5,
        )
        .fault_tolerance(restart_failed_env_runners=False)  # an illegal action ends the training
        .debugging(seed=seed)
    )  # fmt: skip


def train(
    env_id: str, iterations: int, seed: int = 0, report: Callable[[int, float], None] = lambda decisions, paid: None
) -> MaskedPolicy:
    """Learn in iterations of 4,096 decisions; `report` gets how many there were, and the mean pay of a game."""
    algorithm = config(env_id, seed).build_algo()
    try:
        for _ in range(iterations):
            found = algorithm.train()["env_runners"]
            report(int(found["num_env_steps_sampled_lifetime"]), found.get("episode_return_mean", float("nan")))
        return algorithm.get_module(DEFAULT_MODULE_ID)
    finally:
        algorithm.stop()


class Player:
    """A trained module as an agent of `arkade_agents`: the likeliest legal action."""

    name = "rllib"

    def __init__(self, module: MaskedPolicy) -> None:
        self.module = module

    def act(self, game: Game, states: np.ndarray, players: np.ndarray) -> np.ndarray:
        """A legal action for every row."""
        seen = dict(observation=game.observe(states, players), action_mask=game.legal(states))
        with torch.no_grad():
            found = self.module.forward_inference({Columns.OBS: {key: torch.as_tensor(seen[key]) for key in seen}})
        return found[Columns.ACTION_DIST_INPUTS].argmax(-1).numpy()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="masked PPO with RLlib against a random player")
    parser.add_argument("env_id", nargs="?", default="arkade/Replicants-v0")
    parser.add_argument("--iterations", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    ray.init()
    module = train(
        given.env_id,
        given.iterations,
        given.seed,
        lambda decisions, paid: print(f"{decisions:>9,} decisions: paid {paid:.2f} a game", flush=True),
    )
    game = gymnasium.make(given.env_id, num_players=2).unwrapped.game
    print(evaluate(game, [Player(module), "random"], seed=given.seed).describe())


if __name__ == "__main__":
    main()
