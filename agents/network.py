"""The network of a trained player: how it is built, its weights as arrays, and its policy's logits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from arkade.jit import kernel, loop


class SparseInput(BaseFeaturesExtractor):
    """The layer that policy and value share: raw numbers times `scale`, then one layer of `width`.

    Most numbers of an observation are 0: only the others are multiplied, straight from the bytes. What follows after
    the numbers that `scale` is for is left to the policy.
    """

    scale: torch.Tensor

    def __init__(self, observation_space: gym.spaces.Box, width: int, scale: ArrayLike) -> None:
        super().__init__(observation_space, features_dim=width)
        weight = torch.empty(len(np.asarray(scale)), width)
        self.weight = torch.nn.Parameter(torch.nn.init.orthogonal_(weight, 2**0.5))
        self.bias = torch.nn.Parameter(torch.zeros(width))
        self.register_buffer("scale", torch.as_tensor(np.asarray(scale, np.float32))[:, None])

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        rows = observations[:, : len(self.weight)].contiguous()
        return torch.tanh(SparseProduct.apply(rows, self.weight * self.scale) + self.bias)


class SparseProduct(torch.autograd.Function):
    """Rows of bytes times a matrix."""

    @staticmethod
    def forward(ctx: Any, rows: torch.Tensor, matrix: torch.Tensor) -> torch.Tensor:
        ctx.rows = rows.numpy()
        out = np.zeros((len(rows), matrix.shape[1]), np.float32)
        multiply(ctx.rows, matrix.detach().numpy(), np.empty(rows.shape[1] + 1, np.int64), out)
        ctx.shape = matrix.shape
        return torch.from_numpy(out)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[None, torch.Tensor]:
        out = np.zeros(ctx.shape, np.float32)
        multiply_back(ctx.rows, gradients[0].contiguous().numpy(), np.empty(len(out) + 1, np.int64), out)
        return None, torch.from_numpy(out)


@kernel
def _find(row, places):
    """Write where `row` is not 0 to `places`, one longer than the row; returns how many places that are."""
    found = 0
    for i in range(row.shape[0]):
        places[found] = i
        found += int(row[i] != 0)
    return found


@loop
def multiply(rows, matrix, places, out):
    """Add rows times matrix to `out`; `places` is scratch."""
    for e in range(rows.shape[0]):
        row, sums = rows[e], out[e]
        for k in range(_find(row, places)):
            factor, line = np.float32(row[places[k]]), matrix[places[k]]
            for h in range(sums.shape[0]):
                sums[h] += factor * line[h]


@loop
def multiply_back(rows, gradients, places, out):
    """Add the gradient of the matrix, rows transposed times `gradients`, to `out`; `places` is scratch."""
    for e in range(rows.shape[0]):
        row, gradient = rows[e], gradients[e]
        for k in range(_find(row, places)):
            factor, line = np.float32(row[places[k]]), out[places[k]]
            for h in range(line.shape[0]):
                line[h] += factor * gradient[h]


class MaskedPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy without its distribution objects, which take more time than the network.

    With `judged` the last numbers of an observation say what a teacher thinks of each action (0..255): the policy
    learns how far to trust it, and what to add.
    """

    def __init__(self, *args: Any, judged: bool = False, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.judged = judged
        if judged:
            self.trust = torch.nn.Parameter(torch.ones(1))
            self.optimizer.add_param_group({"params": [self.trust]})

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return super()._get_constructor_parameters() | {"judged": self.judged}

    def forward(
        self, obs: torch.Tensor, deterministic: bool = False, action_masks: NDArray[np.int8] | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values, and the logarithms of the actions' chances."""
        scores, values = self.judge(obs, torch.from_numpy(action_masks))
        actions = scores.argmax(dim=1) if deterministic else draw(scores, torch.rand(len(scores)))
        return actions, values, torch.log_softmax(scores, dim=1).gather(1, actions[:, None]).flatten()

    def evaluate_actions(
        self, obs: torch.Tensor, actions: torch.Tensor, action_masks: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Values, the logarithms of the chances of `actions`, and the entropy of the choice."""
        assert action_masks is not None
        scores, values = self.judge(obs, action_masks)
        logarithms = torch.log_softmax(scores, dim=1)
        entropy = -(torch.softmax(scores, dim=1) * logarithms).sum(dim=1)
        return values, logarithms.gather(1, actions[:, None]).flatten(), entropy

    def judge(self, obs: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores of the actions, very low where the mask is 0, and values (n, 1)."""
        features = self.features_extractor(obs)
        scores = self.action_net(self.mlp_extractor.forward_actor(features))
        values = self.value_net(self.mlp_extractor.forward_critic(features))
        if self.judged:
            scores = scores + self.trust * obs[:, -scores.shape[1] :] / 16.0
        return scores.masked_fill(masks == 0, -1e9), values

    def predict_values(self, obs: Any) -> torch.Tensor:
        """Values (n, 1)."""
        return self.value_net(self.mlp_extractor.forward_critic(self.features_extractor(obs)))


def policy_keywords(about: Mapping[str, Any], scale: ArrayLike) -> dict[str, Any]:
    """The keywords of MaskedPolicy for the widths that `about` names; `scale` has a number per column that is seen."""
    layers = list(about["layers"])
    return dict(
        features_extractor_class=SparseInput,
        features_extractor_kwargs=dict(width=about["input_width"], scale=scale),
        judged=about["look_ahead"],
        net_arch=dict(pi=layers, vf=layers),
    )


def build_policy(about: Mapping[str, Any], weights: Mapping[str, torch.Tensor]) -> MaskedPolicy:
    """The policy of a player that `about` describes; ValueError where the weights are of another one."""
    n_columns, n_actions = len(about["columns"]), about["num_actions"]
    size = n_columns + (n_actions if about["look_ahead"] else 0)
    seen = gym.spaces.Box(0, 255, (size,), np.uint8)
    keywords = policy_keywords(about, np.zeros(n_columns))
    policy = MaskedPolicy(seen, gym.spaces.Discrete(n_actions), lambda progress: 0.0, **keywords)
    set_weights(policy, weights)
    return policy


def weights_of(policy: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Copies of all numbers that decide how a policy plays, by name."""
    return {name: tensor.detach().clone() for name, tensor in _tensors(policy).items()}


def set_weights(policy: torch.nn.Module, weights: Mapping[str, torch.Tensor]) -> None:
    """Make a policy play as the one that `weights` are of; ValueError where that one has another form."""
    ours = _tensors(policy)
    for name in ours.keys() ^ weights.keys():
        raise ValueError(f"weights {name} {'are missing' if name in ours else 'are not of this network'}")
    with torch.no_grad():
        for name, tensor in ours.items():
            if tensor.shape != weights[name].shape:
                raise ValueError(f"weights {name} have shape {tuple(weights[name].shape)}, not {tuple(tensor.shape)}")
            tensor.copy_(weights[name])


def _tensors(policy: torch.nn.Module) -> dict[str, torch.Tensor]:
    """Parameters and buffers, each once: SB3's own state_dict names the shared layer three times."""
    return dict(policy.named_parameters()) | dict(policy.named_buffers())


def logits(policy: Any, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> torch.Tensor:
    """The policy's logits (n, A), very low where an action is not legal."""
    return policy.judge(torch.from_numpy(observations), torch.from_numpy(masks))[0]


def draw(scores: torch.Tensor, dice: torch.Tensor) -> torch.Tensor:
    """An action per row (n,) with the chances that `scores` (n, A) give it, by `dice` (n,) in [0, 1)."""
    chances = torch.softmax(scores.double(), dim=1).cumsum(dim=1)
    return torch.searchsorted(chances, dice.double()[:, None] * chances[:, -1:], right=True).flatten()
