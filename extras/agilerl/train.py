"""AgileRL: masked PPO in Replicants! for two against a random player.

`collect_rollouts` steps our VectorEnv as it is, with all games in one call, and takes the masks from
`info["action_mask"]`. It never resets: the environment does so in the step that ends a game (autoreset "SameStep").
"""

from __future__ import annotations

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts.on_policy import collect_rollouts

import arkade
from arkade_agents.evaluate import evaluate


def make_env(num_envs: int, **options) -> gymnasium.vector.VectorEnv:
    """`num_envs` games of Replicants! with one learner each, paid by how its lead in points changes."""
    return gymnasium.make_vec(
        "arkade/Replicants-v0",
        num_envs=num_envs,
        num_players=2,
        opponents="random",
        reward="margin_change",
        reward_scale=0.05,
        autoreset_mode="SameStep",
        **options,
    )


def train(steps: int = 40_960, num_envs: int = 128, batch: int = 4096, seed: int = 0) -> PPO:
    """Learn from `steps` decisions; returns the learner."""
    torch.set_num_threads(1)  # small networks: more threads only wait for each other
    torch.manual_seed(seed)
    np.random.seed(seed)  # AgileRL shuffles with it
    envs = make_env(num_envs, seed=seed)
    agent = PPO(
        envs.single_observation_space,
        envs.single_action_space,
        net_config={"latent_dim": 128, "encoder_config": {"hidden_size": [128]}, "head_config": {"hidden_size": [64]}},
        num_envs=num_envs,
        learn_step=batch,
        batch_size=1024,
        update_epochs=2,
        lr=1.5e-3,
        gamma=0.98,
        gae_lambda=0.9,
        ent_coef=0.003,
    )
    going_on: dict = {}
    for _ in range(0, steps, batch):
        _, *last = collect_rollouts(agent, envs, **going_on)
        going_on = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), last, strict=True))
        agent.learn()
    return agent


class Player:
    """A trained learner as an agent of `arkade_agents`: a legal action drawn from its policy."""

    name = "agilerl"

    def __init__(self, agent: PPO) -> None:
        self.agent = agent

    def act(self, game: arkade.Game, states: np.ndarray, players: np.ndarray) -> np.ndarray:
        """A legal action for every row."""
        return self.agent.get_action(game.observe(states, players), action_mask=game.legal(states))[0]


if __name__ == "__main__":
    print(evaluate(arkade.make("replicants", num_players=2), [Player(train()), "random"]).describe())
