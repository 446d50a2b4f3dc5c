"""What happens between the rollouts of a training run: log, checkpoint, check, next learning rate and opponents."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import FloatSchedule

from arkade_agents.training_log import Row, losses
from arkade_agents.words import company

if TYPE_CHECKING:
    from arkade_agents.ppo import Run


class Callback(BaseCallback):
    """Ends a run in time; a checkpoint holds the run as it is when a rollout starts, before its next check."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run
        self.ended: tuple[list[float], list[float]] = ([], [])  # win shares of games against teacher and pool
        self.row: Row | None = None  # of the rollout whose updates are under way
        self.begun = 0.0  # when the rollout began

    def _on_rollout_start(self) -> None:
        run, recipe = self.run, self.run.recipe
        if self.row is not None:
            rate = recipe.num_envs * recipe.n_steps / max(1e-9, run.clock.now() - self.begun)
            run.log.add(self.row | losses(self.logger.name_to_value) | {"decisions_per_second": rate})
            self.row = None
        if run.checkpoint.due():
            run.save()
        over = run.clock.part(run.started / run.clock.seconds, 1)
        if over >= len(run.checks) / recipe.checks and len(run.checks) < recipe.checks:
            run.check("in between")
            if len(run.checks) % recipe.pool_checks == 0:
                run.pool.add(run.agent)
        self.model.lr_schedule = FloatSchedule(recipe.learning_rate * (1 - 0.9 * over))
        run.pool.draw()
        self.begun = run.clock.now()

    def _on_step(self) -> bool:
        against_teacher = self.run.env.parts[0].num_envs
        for e in np.flatnonzero(self.locals["dones"]):
            self.ended[int(e >= against_teacher)].append(self.locals["infos"][e]["winner_share"])
        return self.run.clock.left() > 0

    def _on_rollout_end(self) -> None:
        row: Row = dict(seconds=self.run.clock.now(), decisions=self.num_timesteps)
        for whom, shares in zip(("teacher", "pool"), self.ended, strict=True):
            row[f"share_against_{whom}"] = float(np.mean(shares)) if shares else None
            row[f"games_against_{whom}"] = len(shares)
            shares.clear()
        self.row = row | {"learning_rate": self.model.lr_schedule(1.0)}
        self._show()

    def _show(self) -> None:
        run = self.run
        games = won = 0.0
        for row in [*run.log.rows[-9:], self.row]:
            if row and row["games_against_teacher"]:
                games += row["games_against_teacher"]
                won += (row["share_against_teacher"] or 0) * row["games_against_teacher"]
        verb = "succeeds in" if run.game.shared else "wins"
        share = f", {verb} {100 * won / games:.0f} %" if games else ""
        run.show.at(run.clock.now(), f"PPO {company(run.game, run.recipe.teacher)}{share}")
