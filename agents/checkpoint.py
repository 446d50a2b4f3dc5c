"""What a training run needs to go on after it was killed: one file, written anew beside the old one and then renamed.

A checkpoint holds plain Python and tensors alone; reading one runs no code.
"""

from __future__ import annotations

import json
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from arkade_agents.plan import check_same

SHARE = 0.02  # of the time, at most, goes into writing


class Checkpoint:
    """The file of a run whose settings are `plan`."""

    def __init__(self, path: Path, plan: dict[str, Any]) -> None:
        self.path = path
        self.plan = json.loads(json.dumps(plan))
        self._written, self._cost = -float("inf"), 0.0

    def load(self) -> dict[str, Any] | None:
        """What was saved, None where there is nothing; ValueError for a run with other settings and for other files."""
        if not self.path.exists():
            return None
        try:
            held = torch.load(self.path, weights_only=True)
            before, state = held["plan"], held["state"]
        except (RuntimeError, ValueError, EOFError, KeyError, TypeError, pickle.UnpicklingError) as error:
            told = f"{self.path} is no checkpoint that `arkade train` wrote ({type(error).__name__})"
            raise ValueError(f"{told}: remove it, or choose another folder") from None
        check_same(self.path, "run that is not over,", before, self.plan, list(self.plan))
        return state

    def due(self) -> bool:
        """Whether enough time has passed since the last writing for the next one to be cheap."""
        return (time.perf_counter() - self._written) * SHARE >= self._cost

    def save(self, state: Callable[[], dict[str, Any]]) -> None:
        """Put what `state` returns in place of what was saved before; killed in between, that is still there."""
        start = time.perf_counter()
        new = self.path.with_suffix(".new")
        torch.save(dict(plan=self.plan, state=state()), new)
        new.replace(self.path)
        self._written = time.perf_counter()
        self._cost = self._written - start

    def remove(self) -> None:
        """The run is over."""
        self.path.unlink(missing_ok=True)
        self.path.with_suffix(".new").unlink(missing_ok=True)


def pack(array: np.ndarray) -> torch.Tensor:
    """The bytes of an array of any dtype, records too."""
    return torch.from_numpy(np.frombuffer(array.tobytes(), np.uint8).copy())


def unpack(tensor: torch.Tensor, dtype: Any) -> np.ndarray:
    """The one-dimensional array that was packed."""
    return np.frombuffer(tensor.numpy().tobytes(), dtype)


def random_state() -> dict[str, Any]:
    """Where the generators are that SB3 draws from."""
    generator = np.random.get_state(legacy=False)
    generator["state"]["key"] = generator["state"]["key"].tolist()
    return dict(torch=torch.get_rng_state(), numpy=generator)


def set_random_state(state: dict[str, Any]) -> None:
    """Set the generators to where they were."""
    torch.set_rng_state(state["torch"])
    generator = dict(state["numpy"])
    generator["state"] = dict(generator["state"], key=np.array(generator["state"]["key"], np.uint32))
    np.random.set_state(generator)
