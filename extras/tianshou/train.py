"""Tianshou: masked PPO in Replicants! for two against a random player.

Tianshou steps single environments and resets them itself; what it knows of an environment beyond the observation never
reaches a network, so the mask travels within the observation (`dict_observations`), and the actor applies it.
"""

from __future__ import annotations

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from tianshou.utils.net.common import AbstractDiscreteActor
from torch import Tensor, nn

import arkade
from arkade_agents.evaluate import evaluate


def make_env(**options) -> gymnasium.Env:
    """A game of Replicants! with a learner, paid by how its lead in points changes."""
    return gymnasium.make(
        "arkade/Replicants-v0",
        num_players=2,
        opponents="random",
        reward="margin_change",
        reward_scale=0.05,
        dict_observations=True,
        **options,
    )


class Layers(nn.Sequential):
    """A small network over what is seen; with one output it is the critic."""

    def __init__(self, inputs: int, outputs: int, width: int = 128) -> None:
        super().__init__(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, outputs))

    def forward(self, obs: Batch, **unused: object) -> Tensor:
        """The outputs (n, …)."""
        return super().forward(torch.as_tensor(obs.observation))


class Actor(AbstractDiscreteActor):
    """A logit per action, -inf where the mask is 0."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__(actions)
        self.net = Layers(inputs, actions)

    def forward(self, obs: Batch, state: object = None, info: object = None) -> tuple[Tensor, object]:
        """The logits (n, A), and the state as it was."""
        return self.net(obs).masked_fill(~torch.as_tensor(obs.action_mask).bool(), -torch.inf), state

    def get_preprocess_net(self) -> nn.Module:
        """Nothing is shared with the critic."""
        return nn.Identity()


def train(steps: int = 40_960, num_envs: int = 64, batch: int = 4096, seed: int = 0) -> DiscreteActorPolicy:
    """Learn from `steps` decisions; returns the policy."""
    torch.set_num_threads(1)  # small networks: more threads only wait for each other
    torch.manual_seed(seed)
    np.random.seed(seed)  # Tianshou shuffles with it
    envs = DummyVectorEnv([make_env] * num_envs)
    envs.seed(num_envs * seed)
    game = envs.workers[0].env.unwrapped.game
    actor, critic = Actor(game.observation_size, game.num_actions), Layers(game.observation_size, 1)
    policy = DiscreteActorPolicy(actor=actor, action_space=envs.action_space[0], deterministic_eval=True)
    settings = {"gamma": 0.98, "gae_lambda": 0.9, "ent_coef": 0.003, "max_grad_norm": 0.5}
    ppo = PPO(policy=policy, critic=critic, optim=AdamOptimizerFactory(lr=1.5e-3), **settings)
    plan = OnPolicyTrainerParams(
        training_collector=Collector(ppo, envs, VectorReplayBuffer(batch, num_envs)),
        max_epochs=1,
        epoch_num_steps=steps,
        collection_step_num_env_steps=batch,
        batch_size=1024,
        update_step_num_repetitions=2,
        show_progress=False,
        verbose=False,
    )
    ppo.run_training(plan)
    return policy


class Player:
    """A trained policy as an agent of `arkade_agents`: the likeliest legal action."""

    name = "tianshou"

    def __init__(self, policy: DiscreteActorPolicy) -> None:
        self.policy = policy

    def act(self, game: arkade.Game, states: np.ndarray, players: np.ndarray) -> np.ndarray:
        """A legal action for every row."""
        seen = Batch(observation=game.observe(states, players), action_mask=game.legal(states))
        with torch.no_grad():
            return self.policy(Batch(obs=seen, info=Batch())).act.numpy()


if __name__ == "__main__":
    print(evaluate(arkade.make("replicants", num_players=2), [Player(train()), "random"]).describe())
