"""Every game under its names in Gymnasium's and PettingZoo's registries; nothing is imported until it is made."""

from __future__ import annotations

import re

import gymnasium
import pettingzoo


def ids(name: str, door: str) -> tuple[str, str]:
    """Gymnasium's and PettingZoo's ids of a game: `arkade/Replicants-v0` and `arkade/replicants_v0`."""
    found = re.search(r"_v(\d+):", door)
    version = found[1] if found else "0"
    words = "".join(word.capitalize() for word in name.split("_"))
    return f"arkade/{words}-v{version}", f"arkade/{name}_v{version}"


def register_envs(name: str, door: str) -> None:
    """Register a game that is new to both."""
    gym_id, zoo_id = ids(name, door)
    gymnasium.register(
        gym_id,
        entry_point="arkade.envs.gym:GymEnv",
        vector_entry_point="arkade.envs.vector:GymVectorEnv",
        disable_env_checker=True,
        kwargs={"game": name},
    )
    register = getattr(pettingzoo, "register", None)  # PettingZoo before 1.27 has no registry
    if register is not None:
        register("aec", zoo_id, entry_point="arkade.envs.aec:env", kwargs={"game": name})
        register("parallel", zoo_id, entry_point="arkade.envs.parallel:parallel_env", kwargs={"game": name})
