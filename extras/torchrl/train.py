"""TorchRL: masked PPO in Replicants! for two against a random player.

`GymWrapper` takes our VectorEnv as it is, with all games in one call. The mask comes with the observation, as bool,
since `MaskedCategorical` takes no integers; TorchRL itself resets the rows that ended, hence autoreset "Disabled".
"""

from __future__ import annotations

import gymnasium
import numpy as np
import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import arkade
from arkade_agents.evaluate import evaluate


def make_env(num_envs: int, **options) -> TransformedEnv:
    """`num_envs` games of Replicants! with one learner each, paid by how its lead in points changes."""
    games = gymnasium.make_vec(
        "arkade/Replicants-v0",
        num_envs=num_envs,
        num_players=2,
        opponents="random",
        reward="margin_change",
        reward_scale=0.05,
        dict_observations=True,
        autoreset_mode="Disabled",
        **options,
    )
    as_bool = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(GymWrapper(games, categorical_action_encoding=True), Compose(as_bool, ActionMask()))


def make_networks(inputs: int, actions: int, width: int = 128) -> tuple[ProbabilisticActor, ValueOperator]:
    """The policy among the legal actions, and the value."""
    net = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, actions))
    logits = TensorDictModule(net, in_keys=["observation"], out_keys=["logits"])
    actor = ProbabilisticActor(
        logits,
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    value = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, 1))
    return actor, ValueOperator(value, in_keys=["observation"])


def train(frames: int = 40_960, num_envs: int = 128, steps: int = 32, seed: int = 0) -> ProbabilisticActor:
    """Learn from `frames` decisions; returns the policy."""
    torch.set_num_threads(1)  # small networks: more threads only wait for each other
    torch.manual_seed(seed)
    env = make_env(num_envs, seed=seed)
    inputs, actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
    actor, value = make_networks(inputs, actions)
    loss_of = ClipPPOLoss(actor, value, entropy_coeff=0.003, normalize_advantage=True)
    advantage = GAE(gamma=0.98, lmbda=0.9, value_network=value)
    optimizer = torch.optim.Adam(loss_of.parameters(), 1.5e-3)
    batches = Collector(
        env, actor, frames_per_batch=num_envs * steps, total_frames=frames, auto_register_policy_transforms=True
    )
    for data in batches:
        with torch.no_grad():
            advantage(data)
        flat = data.exclude("next").reshape(-1)
        for rows in [rows for _ in range(2) for rows in torch.randperm(len(flat)).split(1024)]:
            losses = loss_of(flat[rows])
            optimizer.zero_grad()
            sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
            nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
            optimizer.step()
    return actor


class Player:
    """A trained policy as an agent of `arkade_agents`: the likeliest legal action."""

    name = "torchrl"

    def __init__(self, actor: ProbabilisticActor) -> None:
        self.actor = actor

    def act(self, game: arkade.Game, states: np.ndarray, players: np.ndarray) -> np.ndarray:
        """A legal action for every row."""
        seen = torch.from_numpy(game.observe(states, players))
        masks = torch.from_numpy(game.legal(states)).bool()
        with torch.no_grad():
            rows = TensorDict({"observation": seen, "action_mask": masks}, batch_size=[len(states)])
            return self.actor.get_dist(rows).mode.numpy()


if __name__ == "__main__":
    print(evaluate(arkade.make("replicants", num_players=2), [Player(train()), "random"]).describe())
