"""Every game under its names in Gymnasium's and PettingZoo's registries; nothing is imported until it is made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import gymnasium
import pettingzoo


def ids(name: str, door: str, title: str | None = None) -> tuple[str, str]:
    """Gymnasium's and PettingZoo's ids of a game: `arkade/Replicants-v0` and `arkade/replicants_v0`."""
    found = re.search(r"_v(\d+):", door)
    version = found[1] if found else "0"
    words = title or "".join(word.capitalize() for word in name.split("_"))
    return f"arkade/{words}-v{version}", f"arkade/{name}_v{version}"


def register_envs(
    name: str, door: str, title: str | None = None, presets: Mapping[str, Mapping[str, Any]] | None = None
) -> None:
    """Register a game that is new to both.

    `title` is how Gymnasium's id writes the name; `presets` are further titles, known to Gymnasium alone, with options.
    """
    gym_id, zoo_id = ids(name, door, title)
    _register_gym(gym_id, name, {})
    for other, options in (presets or {}).items():
        _register_gym(ids(name, door, other)[0], name, options)
    register = getattr(pettingzoo, "register", None)  # PettingZoo before 1.27 has no registry
    if register is not None:
        register("aec", zoo_id, entry_point="arkade.envs.aec:env", kwargs={"game": name})
        register("parallel", zoo_id, entry_point="arkade.envs.parallel:parallel_env", kwargs={"game": name})


def _register_gym(gym_id: str, name: str, options: Mapping[str, Any]) -> None:
    gymnasium.register(
        gym_id,
        entry_point="arkade.envs.gym:GymEnv",
        vector_entry_point="arkade.envs.vector:GymVectorEnv",
        disable_env_checker=True,
        kwargs={"game": name, **options},
    )
