"""The MaskablePPO model of a training run, made from its recipe."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from arkade.game import Game
from arkade_agents.network import MaskedPolicy, policy_keywords
from arkade_agents.recipes import Recipe
from arkade_agents.training_env import SideBySide


def about_player(game: Game, recipe: Recipe, columns: NDArray[np.int64]) -> dict[str, Any]:
    """What a player's file says of its game and of its network, which sees `columns` of the observation."""
    return dict(
        game=game.name,
        version=game.version,
        options=dict(game.options),
        observation_size=game.observation_size,
        num_actions=game.num_actions,
        columns=columns.tolist(),
        look_ahead=recipe.look_ahead,
        input_width=recipe.input_width,
        layers=list(recipe.layers),
    )


def make_model(game: Game, recipe: Recipe, about: dict[str, Any], env: SideBySide, seed: int) -> MaskablePPO:
    """A model that has learned nothing; seeds the random generators of torch and numpy."""
    scale = game.observation_layout.scale[about["columns"]].tolist()
    model = MaskablePPO(
        MaskedPolicy,
        env,
        learning_rate=recipe.learning_rate,
        n_steps=recipe.n_steps,
        batch_size=recipe.batch_size,
        n_epochs=recipe.n_epochs,
        gamma=recipe.gamma,
        gae_lambda=recipe.gae_lambda,
        clip_range=recipe.clip,
        ent_coef=recipe.entropy,
        seed=seed,
        device="cpu",
        policy_kwargs=policy_keywords(about, scale),
    )
    model.set_logger(Logger(None, []))  # SB3 would leave a folder behind
    return model
