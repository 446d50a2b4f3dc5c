"""The log of a training run: a line per rollout in log.csv, and the same in TensorBoard where that is installed."""

from __future__ import annotations

import csv
import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, TensorBoardOutputFormat

# What MaskablePPO reports of a rollout's updates, and what we call it.
LOSSES = {
    "policy_loss": "train/policy_gradient_loss",
    "value_loss": "train/value_loss",
    "entropy_loss": "train/entropy_loss",
    "explained_variance": "train/explained_variance",
    "kl": "train/approx_kl",
}
COLUMNS = (
    "seconds",  # of the run, at the end of the rollout
    "decisions",  # of the learner until then
    "share_against_teacher",  # of the wins in the rollout's games that ended; empty where none did
    "games_against_teacher",
    "share_against_pool",
    "games_against_pool",
    *LOSSES,
    "learning_rate",
    "decisions_per_second",  # of this rollout, updates included
)
Row = dict[str, float | int | None]


class TrainingLog:
    """`rows` has an entry per rollout with the keys COLUMNS; the file gets each as soon as it is there."""

    def __init__(self, folder: Path, rows: Sequence[Row] = ()) -> None:
        self.path = folder / "log.csv"
        self.rows: list[Row] = []
        self._writers = tensorboard(folder)
        with self.path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(COLUMNS)
        self._keep(rows)

    def add(self, row: Row) -> None:
        """Keep a row, here and in the files."""
        self._keep([row])
        told = {f"rollout/{name}": value for name, value in row.items() if value is not None}
        for writer in self._writers:
            writer.write(told, dict.fromkeys(told, ()), int(row["decisions"] or 0))

    def close(self) -> None:
        """Close the files."""
        for writer in self._writers:
            writer.close()

    def _keep(self, rows: Sequence[Row]) -> None:
        self.rows += rows
        with self.path.open("a", encoding="utf-8", newline="") as file:
            csv.DictWriter(file, COLUMNS, lineterminator="\n").writerows(rows)


def losses(reported: Mapping[str, Any]) -> Row:
    """The losses among what SB3's logger holds."""
    return {name: float(reported[key]) for name, key in LOSSES.items()}


def tensorboard(folder: Path) -> list[KVWriter]:
    """What writes TensorBoard's files into `folder`; nothing where TensorBoard is not installed."""
    if importlib.util.find_spec("tensorboard") is None:
        return []
    return [TensorBoardOutputFormat(str(folder / "tensorboard"))]
