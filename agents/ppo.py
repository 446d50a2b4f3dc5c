"""Training a player in a given time: imitate the teacher, then MaskablePPO against it and earlier selves.

The time is measured, not counted in steps: a slower machine learns less, it does not take longer. So two runs differ
in how far they get; games, choices and networks start from the seed.
"""

from __future__ import annotations

import dataclasses
import json
import platform
import time
from pathlib import Path
from typing import Any

import numpy as np
import sb3_contrib
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.utils import FloatSchedule

import arkade
from arkade.envs.sb3 import SB3VecEnv
from arkade.game import Game
from arkade_agents import make_agent
from arkade_agents.curve import plot_curve
from arkade_agents.evaluate import Evaluation, evaluate
from arkade_agents.greedy import GreedyAgent
from arkade_agents.imitation import Decisions, collect, imitate
from arkade_agents.network import MaskedPolicy, SparseProduct, policy_keywords, set_weights, weights_of
from arkade_agents.ppo_agent import PPOAgent
from arkade_agents.progress import Report, report
from arkade_agents.recipes import Recipe, recipe_for
from arkade_agents.sight import Sight
from arkade_agents.training_env import Pool, training_env
from arkade_agents.words import company, in_words, percents

FINAL_GAMES = 1000
PACE = 10_000  # decisions of the teacher collected per pass and second of imitation, at most
RECENT = 50  # batches that the reported agreement is a mean of
GRACE = 30.0  # seconds in which a player may be worse than random
FINAL_SEED, CHECK_SEED = 1_000_003, 1_000_033  # apart from the deals that are learned from


class TrainingCollapsed(RuntimeError):
    """The player has become worse than random play; nothing was saved."""


@dataclasses.dataclass
class Training:
    """What a run did: its files, what was imitated and learned, every check, and what the player wins at the end."""

    player: Path
    report: dict[str, Any]
    against_random: Evaluation
    against_teacher: Evaluation


class Clock:
    """Seconds of a run, and how many are left."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.start = time.perf_counter()

    def now(self) -> float:
        """Seconds since the start."""
        return time.perf_counter() - self.start

    def left(self) -> float:
        """Seconds to the end, 0 after it."""
        return max(0.0, self.seconds - self.now())

    def part(self, start: float, stop: float) -> float:
        """How much of the part from `start` to `stop` (shares of all) is over, 0 to 1."""
        begin, end = start * self.seconds, stop * self.seconds
        return min(1.0, max(0.0, (self.now() - begin) / max(1e-9, end - begin)))


def train(
    game_name: str | Game = "replicants",
    minutes: float = 1.0,
    seed: int = 0,
    out: str | Path = "runs/player",
    num_players: int = 2,
    *,
    recipe: Recipe | None = None,
    final_games: int = FINAL_GAMES,
    num_threads: int = 1,
    progress: bool = True,
    **options: Any,
) -> Training:
    """Train a player for `minutes` of wall-clock time and write player.npz, training.json and curve.png into `out`.

    Compiling and the measurement at the end (`final_games` games against random and the teacher) come on top. Two
    torch threads are faster on idle cores and many times slower on busy ones. Raises TrainingCollapsed where the
    player falls below random play.
    """
    game = game_name if isinstance(game_name, Game) else arkade.make(game_name, num_players=num_players, **options)
    recipe = recipe or recipe_for(game.name, minutes, game.shared)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    threads_before = torch.get_num_threads()
    torch.set_num_threads(num_threads)
    try:
        with report(60 * minutes, progress) as show:
            run = Run(game, recipe, 60 * minutes, seed, show)
            run.imitate()
            run.reinforce()
            return run.finish(folder, final_games)
    finally:
        torch.set_num_threads(threads_before)


class Run:
    """One training run; `imitate`, `reinforce` and `finish` are its three acts."""

    def __init__(self, game: Game, recipe: Recipe, seconds: float, seed: int, show: Report) -> None:
        self.game, self.recipe, self.seed, self.show = game, recipe, seed, show
        self.teacher = make_agent(recipe.teacher)
        self.sight = Sight(np.arange(game.observation_size), GreedyAgent() if recipe.look_ahead else None)
        self.checks: list[dict[str, Any]] = []
        self.rollouts: list[dict[str, Any]] = []
        self.best: tuple[float, dict[str, torch.Tensor]] | None = None
        self.pool = Pool(recipe.pool_size, seed)
        self.imitated: dict[str, Any] = {}
        start = time.perf_counter()
        self._compile()
        self.compiled = time.perf_counter() - start
        self.clock = Clock(seconds)

    def _compile(self) -> None:
        """Call once whatever is slow the first time, so that it does not use up the run's time."""
        self._collect(1, 0)
        evaluate(self.game, ["random", self.teacher], 1)
        matrix = torch.nn.Parameter(torch.zeros(8, 2))
        torch.optim.Adam([matrix])
        SparseProduct.apply(torch.zeros(1, 8, dtype=torch.uint8), matrix).sum().backward()
        env = SB3VecEnv(self.game, 2, opponents=self.teacher, observations="uint8")
        env.reset()
        env.step(env.action_masks().argmax(axis=1))

    # --- imitation ------------------------------------------------------------------------------------------------

    def imitate(self) -> None:
        """Learn to decide as the teacher does, from fresh games of the teacher in every pass."""
        recipe = self.recipe
        until = min(0.6, recipe.imitation_seconds / self.clock.seconds)
        n = int(min(recipe.imitation_decisions, PACE * self.clock.seconds * until))
        decisions = self._collect(n, 0)
        size = self.game.observation_size
        varied = (decisions.observations[:, :size] != decisions.observations[0, :size]).any(axis=0)
        self.sight = dataclasses.replace(self.sight, columns=np.flatnonzero(varied))
        kept = np.concatenate([varied, np.ones(decisions.observations.shape[1] - size, np.bool_)])
        decisions.observations = decisions.observations[:, kept]
        self._build()
        policy = self.model.policy
        optimizer = torch.optim.Adam(policy.parameters(), lr=recipe.imitation_learning_rate)

        def go_on() -> bool:
            over = self.clock.part(0, until)
            self.show.at(self.clock.now(), f"imitating {recipe.teacher}")
            optimizer.param_groups[0]["lr"] = recipe.imitation_learning_rate * (1 - 0.9 * over)
            return over < 1

        policy.set_training_mode(True)
        passes, total = 0, 0
        agreed: list[float] = []
        while go_on():
            if passes:
                decisions = self._collect(n, passes)
            agreed += imitate(policy, optimizer, decisions, recipe.imitation_epochs, 512, passes, go_on)
            passes, total = passes + 1, total + len(decisions)
        self.imitated = dict(
            teacher=recipe.teacher,
            decisions=total,
            agreement=float(np.mean(agreed[-RECENT:] or [0.0])),
            seconds=self.clock.now(),
            columns=len(self.sight.columns),
        )
        self.check("after imitation")

    def _collect(self, n: int, batch: int) -> Decisions:
        recipe = self.recipe
        return collect(
            self.game,
            self.teacher,
            n,
            seed=1000 * self.seed + batch,
            noise=recipe.imitation_noise,
            gamma=recipe.gamma,
            reward_scale=recipe.reward_scale,
            sight=self.sight,
        )

    def _build(self) -> None:
        """Make the environment, the model and the agent that plays it."""
        game, recipe, columns = self.game, self.recipe, self.sight.columns
        self.env = training_env(
            game,
            self.teacher,
            self.pool,
            recipe.num_envs,
            recipe.pool_share,
            self.sight,
            reward="margin_change",
            reward_scale=recipe.reward_scale,
            seed=self.seed,
        )
        about = dict(
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
        self.model = MaskablePPO(
            MaskedPolicy,
            self.env,
            learning_rate=recipe.learning_rate,
            n_steps=recipe.n_steps,
            batch_size=recipe.batch_size,
            n_epochs=recipe.n_epochs,
            gamma=recipe.gamma,
            gae_lambda=recipe.gae_lambda,
            clip_range=recipe.clip,
            ent_coef=recipe.entropy,
            seed=self.seed,
            device="cpu",
            policy_kwargs=policy_keywords(about, game.observation_layout.scale[columns].tolist()),
        )
        self.model.set_logger(Logger(None, []))  # SB3 would leave a folder behind
        self.agent = PPOAgent(self.model.policy, about)

    # --- reinforcement --------------------------------------------------------------------------------------------

    def reinforce(self) -> None:
        """Learn with MaskablePPO until the time is up."""
        self.pool.add(self.agent)
        self.model.learn(total_timesteps=2**62, callback=Callback(self), log_interval=2**62)
        self.check("at the end")

    # --- checks ---------------------------------------------------------------------------------------------------

    def check(self, when: str) -> None:
        """Measure the player, keep it if it is the best so far, and stop the run where it is worse than random."""
        games, seconds = self.recipe.check_games, self.clock.now()
        self.show.at(seconds, "playing")
        self.model.policy.set_training_mode(False)
        shares, points = {}, 0.0
        for name, opponent in (("random", make_agent("random")), (self.recipe.teacher, self.teacher)):
            result = evaluate(self.game, [self.agent, opponent], games, CHECK_SEED + self.seed)
            shares[name], points = result.shares[0], result.mean_scores[0]
            if name == "random" and result.intervals[0][1] < self._chance() and self._should_know(seconds):
                raise TrainingCollapsed(
                    f"after {seconds:.0f} s the player wins {100 * result.shares[0]:.1f} % against random play, less "
                    f"than chance: training was stopped; a lower learning rate ({self.recipe.learning_rate}) may help"
                )
        self.checks.append(
            dict(when=when, seconds=seconds, decisions=self.model.num_timesteps, shares=shares, points=points)
        )
        share = shares[self.recipe.teacher]
        if self.best is None or share >= self.best[0]:
            self.best = (share, weights_of(self.model.policy))
        self.show.line(f"{seconds:6.1f} s  {when}: {percents(shares)}, {points:.1f} points")

    def _should_know(self, seconds: float) -> bool:
        """Whether the player has had its time to learn, or has been better than random before."""
        return seconds > GRACE or any(check["shares"]["random"] > self._chance() for check in self.checks)

    def _chance(self) -> float:
        """The share that play as good as random wins: deals are compared where all players share one result."""
        return 1 / 2 if self.game.shared else 1 / self.game.num_players

    # --- the end --------------------------------------------------------------------------------------------------

    def finish(self, folder: Path, games: int) -> Training:
        """Take the best player of all checks, measure it on new deals, write the files."""
        assert self.best is not None
        seconds = self.clock.now()
        set_weights(self.model.policy, self.best[1])
        random_game = evaluate(self.game, [self.agent, "random"], games, FINAL_SEED + self.seed)
        teacher_game = evaluate(self.game, [self.agent, self.teacher], games, FINAL_SEED + self.seed)
        summary = self._summary(seconds, random_game, teacher_game)
        kept = ("seed", "seconds", "recipe", "imitated", "learned", "final", "machine")
        self.agent.about["trained"] = {key: summary[key] for key in kept}
        self.agent.save(folder / "player.npz")
        (folder / "training.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
        plot_curve(summary, folder / "curve.png")
        for line in summary["in_words"]:
            self.show.line(line)
        self.show.line(f"written: {folder / 'player.npz'}, training.json, curve.png")
        return Training(folder / "player.npz", summary, random_game, teacher_game)

    def _summary(self, seconds: float, random_game: Evaluation, teacher_game: Evaluation) -> dict[str, Any]:
        summary = dict(
            game=self.game.name,
            version=self.game.version,
            options=dict(self.game.options),
            seed=self.seed,
            seconds=seconds,
            seconds_compiling=self.compiled,
            recipe=dataclasses.asdict(self.recipe),
            imitated=self.imitated,
            learned=dict(decisions=self.model.num_timesteps, seconds=seconds - self.imitated["seconds"]),
            checks=self.checks,
            rollouts=self.rollouts,
            final={"random": random_game.to_dict(), self.recipe.teacher: teacher_game.to_dict()},
            machine=dict(
                python=platform.python_version(),
                torch=torch.__version__,
                sb3_contrib=sb3_contrib.__version__,
                arkade=arkade.__version__,
                torch_threads=torch.get_num_threads(),
            ),
        )
        summary["in_words"] = in_words(summary)
        return summary


class Callback(BaseCallback):
    """Ends a run in time, makes its checks, changes learning rate and opponents between rollouts."""

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run
        self.started = run.clock.now()
        self.ended: list[list[float]] = [[], []]  # win shares of games that ended, against teacher and pool

    def _on_rollout_start(self) -> None:
        run, recipe = self.run, self.run.recipe
        over = run.clock.part(self.started / run.clock.seconds, 1)
        if over >= len(run.checks) / recipe.checks and len(run.checks) < recipe.checks:
            run.check("in between")
            if len(run.checks) % recipe.pool_checks == 0:
                run.pool.add(run.agent)
        self.model.lr_schedule = FloatSchedule(recipe.learning_rate * (1 - 0.9 * over))
        run.pool.draw()

    def _on_step(self) -> bool:
        against_teacher = self.run.env.parts[0].num_envs
        for e in np.flatnonzero(self.locals["dones"]):
            self.ended[int(e >= against_teacher)].append(self.locals["infos"][e]["winner_share"])
        return self.run.clock.left() > 0

    def _on_rollout_end(self) -> None:
        run = self.run
        teacher, pool = ([float(np.mean(shares)) if shares else None, len(shares)] for shares in self.ended)
        run.rollouts.append(
            dict(seconds=run.clock.now(), decisions=self.num_timesteps, against_teacher=teacher, against_pool=pool)
        )
        recent = [r["against_teacher"] for r in run.rollouts[-10:] if r["against_teacher"][1]]
        games = sum(n for _, n in recent)
        verb = "succeeds in" if run.game.shared else "wins"
        share = f", {verb} {100 * sum(s * n for s, n in recent) / games:.0f} %" if games else ""
        run.show.at(run.clock.now(), f"PPO {company(run.game, run.recipe.teacher)}{share}")
        self.ended = [[], []]
