"""The network of a trained player: which columns of an observation it sees, and its policy's logits."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor


class ScaledInput(BaseFeaturesExtractor):
    """The layer that policy and value share: raw numbers times `scale`, then one layer of `width`."""

    scale: torch.Tensor

    def __init__(self, observation_space: gym.spaces.Box, width: int, scale: ArrayLike) -> None:
        super().__init__(observation_space, features_dim=width)
        self.linear = torch.nn.Linear(observation_space.shape[0], width)
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32)))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.linear(observations * self.scale))


def logits(policy: Any, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> torch.Tensor:
    """The policy's logits (n, A), -inf where an action is not legal."""
    features = policy.extract_features(torch.from_numpy(observations))
    scores = policy.action_net(policy.mlp_extractor.forward_actor(features))
    return scores.masked_fill(torch.from_numpy(masks) == 0, -torch.inf)


def values(policy: Any, observations: NDArray[np.uint8]) -> torch.Tensor:
    """The value (n,) of what the player to move sees."""
    features = policy.extract_features(torch.from_numpy(observations))
    return policy.value_net(policy.mlp_extractor.forward_critic(features)).flatten()
