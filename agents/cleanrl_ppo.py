"""Masked PPO in one file, in the manner of CleanRL: a page to read, change and copy; needs nothing but torch.

`python -m arkade_agents.cleanrl_ppo arkade/Replicants-v0 --steps 160000` learns against a random player, paid by how
its lead in points changes, and prints its share of the wins as it goes. What a trainer must know of this suite: masks
come as `infos["action_mask"]`, int8, one row per game, and belong to the observation they came with; with same-step
autoreset a row's observation is already the next game's where `terminated` or `truncated` is set, so nothing is
bootstrapped across.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Callable

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode, VectorEnv
from torch import Tensor, nn
from torch.distributions import Categorical

import arkade  # noqa: F401 (registers the games)


class ActorCritic(nn.Module):
    """Two layers, then a logit per action and a value."""

    def __init__(self, inputs: int, actions: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """The policy among the legal actions, and the values, (n,)."""
        hidden = self.body(observations)
        logits = self.actor(hidden).masked_fill(~masks, -torch.inf)
        return Categorical(logits=logits, validate_args=False), self.critic(hidden).squeeze(-1)


class Rollout:
    """What `steps` steps of all games showed: one row per step."""

    def __init__(self, envs: VectorEnv, steps: int) -> None:
        n, actions = envs.num_envs, envs.single_action_space.n  # type: ignore[attr-defined]
        self.observations = torch.zeros(steps, n, *(envs.single_observation_space.shape or ()))
        self.masks = torch.zeros(steps, n, actions, dtype=torch.bool)
        self.actions = torch.zeros(steps, n, dtype=torch.long)
        self.log_probs, self.values, self.rewards, self.ends = (torch.zeros(steps, n) for _ in range(4))

    def returns(self, last_value: Tensor, gamma: float, lam: float) -> tuple[Tensor, Tensor]:
        """Advantages by GAE and the values to learn; a game's end cuts both."""
        advantages, advantage, value = torch.zeros_like(self.values), torch.zeros_like(last_value), last_value
        for k in reversed(range(len(self.rewards))):
            live = 1 - self.ends[k]
            error = self.rewards[k] + gamma * live * value - self.values[k]
            advantage = error + gamma * lam * live * advantage
            advantages[k], value = advantage, self.values[k]
        return advantages, advantages + self.values


def train(
    env_id: str = "arkade/Replicants-v0",
    *,
    steps: int = 160_000,
    num_envs: int = 256,
    num_steps: int = 32,
    epochs: int = 2,
    batch_size: int = 2048,
    learning_rate: float = 1e-3,
    gamma: float = 0.99,
    lam: float = 0.95,
    clip: float = 0.2,
    entropy: float = 0.01,
    seed: int = 0,
    report: Callable[[int, float], None] | None = None,
) -> float:
    """Learn a game for two against a random player; returns the share of the last 1,000 games won, draws halved."""
    torch.manual_seed(seed)
    envs = gymnasium.make_vec(
        env_id,
        num_envs=num_envs,
        vectorization_mode="vector_entry_point",
        num_players=2,
        opponents="random",
        reward="margin_change",
        reward_scale=0.05,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )
    agent = ActorCritic(envs.single_observation_space.shape[0], int(envs.single_action_space.n))  # type: ignore
    optimizer = torch.optim.Adam(agent.parameters(), learning_rate, eps=1e-5)
    rollout, wins = Rollout(envs, num_steps), deque[float](maxlen=1000)
    observations, infos = envs.reset(seed=seed)
    for done in range(0, steps, num_envs * num_steps):
        for group in optimizer.param_groups:
            group["lr"] = learning_rate * (1 - done / steps)
        observations, infos = play(envs, agent, rollout, observations, infos, wins)
        with torch.no_grad():
            _, last = agent(torch.as_tensor(observations), torch.as_tensor(infos["action_mask"]).bool())
        advantages, targets = rollout.returns(last, gamma, lam)
        learn(agent, optimizer, rollout, advantages, targets, epochs, batch_size, clip, entropy)
        if report:
            report(done + num_envs * num_steps, float(np.mean(wins)) if wins else 0.0)
    envs.close()
    return float(np.mean(wins))


def play(
    envs: VectorEnv, agent: ActorCritic, rollout: Rollout, observations: np.ndarray, infos: dict, wins: deque[float]
) -> tuple[np.ndarray, dict]:
    """Fill `rollout` and note won games; returns what the next one begins with."""
    for k in range(len(rollout.rewards)):
        rollout.observations[k] = torch.as_tensor(observations)
        rollout.masks[k] = torch.as_tensor(infos["action_mask"]).bool()
        with torch.no_grad():
            policy, rollout.values[k] = agent(rollout.observations[k], rollout.masks[k])
            rollout.actions[k] = policy.sample()
            rollout.log_probs[k] = policy.log_prob(rollout.actions[k])
        observations, rewards, terminated, truncated, infos = envs.step(rollout.actions[k].numpy())
        over = terminated | truncated
        rollout.rewards[k], rollout.ends[k] = torch.as_tensor(rewards), torch.as_tensor(over)
        if over.any():
            wins.extend(infos["final_info"]["winner_share"][over])
    return observations, infos


def learn(
    agent: ActorCritic,
    optimizer: torch.optim.Optimizer,
    rollout: Rollout,
    advantages: Tensor,
    targets: Tensor,
    epochs: int,
    batch_size: int,
    clip: float,
    entropy: float,
) -> None:
    """PPO's clipped steps over the rollout in shuffled batches."""
    columns = (rollout.observations, rollout.masks, rollout.actions, rollout.log_probs, advantages, targets)
    flat = [column.flatten(0, 1) for column in columns]
    for _ in range(epochs):
        for rows in torch.randperm(len(flat[0])).split(batch_size):
            observations, masks, actions, old_log_probs, advantage, target = (column[rows] for column in flat)
            policy, values = agent(observations, masks)
            ratio = (policy.log_prob(actions) - old_log_probs).exp()
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
            legal = policy.probs.where(masks, torch.ones(()))  # 1 log 1 is 0: illegal actions count for nothing
            spread = -(legal * legal.log()).sum(-1).mean()
            loss = -gain + 0.5 * (values - target).square().mean() - entropy * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="masked PPO against a random player, in one file")
    parser.add_argument("env_id", nargs="?", default="arkade/Replicants-v0")
    parser.add_argument("--steps", type=int, default=160_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    train(
        given.env_id,
        steps=given.steps,
        seed=given.seed,
        report=lambda steps, won: print(f"{steps:>9,} steps: {100 * won:.1f} % of the last games won", flush=True),
    )


if __name__ == "__main__":
    main()
