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

import arkade
from arkade.envs.sb3 import SB3VecEnv
from arkade.game import Game
from arkade_agents import make_agent
from arkade_agents.callback import Callback
from arkade_agents.checkpoint import Checkpoint, random_state, set_random_state
from arkade_agents.curve import plot_curve
from arkade_agents.evaluate import Evaluation, evaluate
from arkade_agents.imitation import Decisions, collect, imitate
from arkade_agents.model import about_player, make_model
from arkade_agents.network import SparseProduct, set_weights, weights_of
from arkade_agents.plan import plan_of_game
from arkade_agents.ppo_agent import PPOAgent
from arkade_agents.progress import Report, report
from arkade_agents.recipes import Recipe, recipe_for
from arkade_agents.sight import Sight, judge
from arkade_agents.training_env import Pool, SideBySide, training_env
from arkade_agents.training_log import TrainingLog
from arkade_agents.words import in_words, percents

FINAL_GAMES = 1000
PACE = 10_000  # decisions to imitate collected per pass and second of imitation, at most
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
    """Seconds of a run, and how many are left; `used` have passed before."""

    def __init__(self, seconds: float, used: float = 0.0) -> None:
        self.seconds = seconds
        self.start = time.perf_counter() - used

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
    """Train a player for `minutes` of wall-clock time; writes player.npz, training.json, log.csv, curve.png into `out`.

    Compiling and the measurement at the end (`final_games` games against random and the teacher) come on top. A run
    that was stopped goes on where it was when the same call is made again. Two torch threads are faster on idle cores
    and many times slower on busy ones. Raises TrainingCollapsed where the player falls below random play, and
    ValueError where `out` holds a run that was stopped and had other settings.
    """
    game = game_name if isinstance(game_name, Game) else arkade.make(game_name, num_players=num_players, **options)
    recipe = recipe or recipe_for(game.name, minutes, game.shared)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    threads_before = torch.get_num_threads()
    torch.set_num_threads(num_threads)
    try:
        with report(60 * minutes, progress) as show:
            run = Run(game, recipe, 60 * minutes, seed, folder, show)
            run.imitate()
            run.reinforce()
            return run.finish(final_games)
    finally:
        torch.set_num_threads(threads_before)


class Run:
    """One training run; `imitate`, `reinforce` and `finish` are its three acts. Goes on from the folder's checkpoint."""

    model: MaskablePPO
    env: SideBySide
    agent: PPOAgent
    optimizer: torch.optim.Optimizer

    def __init__(self, game: Game, recipe: Recipe, seconds: float, seed: int, folder: Path, show: Report) -> None:
        self.game, self.recipe, self.seed, self.folder, self.show = game, recipe, seed, folder, show
        self.checkpoint = Checkpoint(folder / "checkpoint.pt", plan_of_run(game, recipe, seconds, seed))
        held = self.checkpoint.load()
        self.teacher = make_agent(recipe.teacher)
        self.sight = Sight(np.arange(game.observation_size), judge(recipe.look_ahead))
        self.master = self.sight.judge or self.teacher  # who is imitated
        self.act = "imitate"  # then "reinforce", then "finish"
        self.imitated: dict[str, Any] = dict(
            player=self.master.name, passes=0, decisions=0, agreement=0.0, seconds=0.0, columns=0
        )
        self.agreed: list[float] = []  # in the latest batches
        self.started = 0.0  # when reinforcement began
        self.checks: list[dict[str, Any]] = []
        self.best: tuple[float, dict[str, torch.Tensor]] | None = None
        self.pool = Pool(recipe.pool_size, seed)
        start = time.perf_counter()
        self._compile()
        self.compiled = time.perf_counter() - start
        self.clock = Clock(seconds)
        self.log = TrainingLog(folder, held["rows"] if held else [])
        if held:
            self._take_up(held)

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

    # --- going on -------------------------------------------------------------------------------------------------

    def _take_up(self, state: dict[str, Any]) -> None:
        """Become what was saved."""
        self.act, self.imitated, self.agreed = state["act"], state["imitated"], state["agreed"]
        self.started, self.checks, self.best = state["started"], state["checks"], state["best"]
        self.sight = dataclasses.replace(self.sight, columns=state["columns"].numpy())
        self._build()
        set_weights(self.model.policy, state["weights"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.pool.restore(state["pool"], self.agent.about)
        self.model.num_timesteps, self.model._n_updates = state["decisions"], state["updates"]
        if state["env"] is not None:
            self.model._last_obs = self.env.go_on_from(state["env"])
            self.model._last_episode_starts = state["episode_starts"].numpy()
        self.clock = Clock(self.clock.seconds, state["seconds"])
        self.show.line(f"{state['seconds']:6.1f} s  goes on with the run in {self.folder}")
        set_random_state(state["random"])

    def save(self) -> None:
        """Write the checkpoint."""
        self.checkpoint.save(self._state)

    def _state(self) -> dict[str, Any]:
        """All that decides how the run goes on."""
        model = self.model
        starts = model._last_episode_starts
        return dict(
            act=self.act, imitated=self.imitated, agreed=self.agreed, started=self.started, checks=self.checks,
            best=self.best, columns=torch.from_numpy(self.sight.columns), weights=weights_of(model.policy),
            optimizer=self.optimizer.state_dict(), pool=self.pool.state(), decisions=model.num_timesteps,
            updates=model._n_updates, env=None if starts is None else self.env.state(),
            episode_starts=None if starts is None else torch.from_numpy(starts), rows=self.log.rows,
            seconds=self.clock.now(), random=random_state(),
        )  # fmt: skip

    # --- imitation ------------------------------------------------------------------------------------------------

    def imitate(self) -> None:
        """Learn to decide as the teacher does, or who judges, from fresh games of that player in every pass."""
        if self.act != "imitate":
            return
        recipe, done = self.recipe, self.imitated
        until = min(0.6, recipe.imitation_seconds / self.clock.seconds)
        n = int(min(recipe.imitation_decisions, PACE * self.clock.seconds * until))
        first = self._look(n) if not done["passes"] else None

        def go_on() -> bool:
            over = self.clock.part(0, until)
            self.show.at(self.clock.now(), f"imitating {self.master.name}")
            self.optimizer.param_groups[0]["lr"] = recipe.imitation_learning_rate * (1 - 0.9 * over)
            return over < 1

        policy = self.model.policy
        policy.set_training_mode(True)
        while go_on():
            decisions = self._collect(n, done["passes"]) if first is None else first
            first = None
            agreed = imitate(policy, self.optimizer, decisions, recipe.imitation_epochs, 512, done["passes"], go_on)
            self.agreed = [*self.agreed, *agreed][-RECENT:]
            done["passes"] += 1
            done["decisions"] += len(decisions)
            if self.checkpoint.due():
                self.save()
        done.update(agreement=float(np.mean(self.agreed or [0.0])), seconds=self.clock.now())
        self.check("after imitation")
        self.pool.add(self.agent)
        self.started = self.clock.now()
        self.optimizer = policy.optimizer
        self.act = "reinforce"
        self.save()

    def _look(self, n: int) -> Decisions:
        """The decisions of the first pass; leaves out of sight what is the same in all of them, and makes the model."""
        decisions = self._collect(n, 0)
        size = self.game.observation_size
        varied = (decisions.observations[:, :size] != decisions.observations[0, :size]).any(axis=0)
        self.sight = dataclasses.replace(self.sight, columns=np.flatnonzero(varied))
        self.imitated["columns"] = len(self.sight.columns)
        kept = np.concatenate([varied, np.ones(decisions.observations.shape[1] - size, np.bool_)])
        self._build()
        return dataclasses.replace(decisions, observations=decisions.observations[:, kept])

    def _collect(self, n: int, batch: int) -> Decisions:
        recipe = self.recipe
        return collect(
            self.game,
            self.master,
            n,
            seed=1000 * self.seed + batch,
            noise=recipe.imitation_noise,
            gamma=recipe.gamma,
            reward_scale=recipe.reward_scale,
            sight=self.sight,
        )

    def _build(self) -> None:
        """Make the environment, the model and the agent that plays it."""
        game, recipe = self.game, self.recipe
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
        about = about_player(game, recipe, self.sight.columns)
        self.model = make_model(game, recipe, about, self.env, self.seed)
        policy = self.model.policy
        self.agent = PPOAgent(policy, about)
        if self.act == "imitate":
            self.optimizer = torch.optim.Adam(policy.parameters(), lr=recipe.imitation_learning_rate)
        else:
            self.optimizer = policy.optimizer

    # --- reinforcement --------------------------------------------------------------------------------------------

    def reinforce(self) -> None:
        """Learn with MaskablePPO until the time is up."""
        if self.act != "reinforce":
            return
        self.model.learn(2**62, Callback(self), log_interval=2**62, reset_num_timesteps=False)
        self.check("at the end")
        self.act = "finish"
        self.save()

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
                self.checkpoint.remove()
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

    def finish(self, games: int) -> Training:
        """Take the best player of all checks, measure it on new deals, write the files."""
        assert self.best is not None
        folder, seconds = self.folder, self.clock.now()
        set_weights(self.model.policy, self.best[1])
        self.model.policy.set_training_mode(False)
        random_game = evaluate(self.game, [self.agent, "random"], games, FINAL_SEED + self.seed)
        teacher_game = evaluate(self.game, [self.agent, self.teacher], games, FINAL_SEED + self.seed)
        summary = self._summary(seconds, random_game, teacher_game)
        kept = ("seed", "minutes", "seconds", "recipe", "imitated", "learned", "final", "machine")
        self.agent.about["trained"] = {key: summary[key] for key in kept}
        self.agent.save(folder / "player.npz")
        (folder / "training.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
        plot_curve(summary, self.log.rows, folder / "curve.png")
        self.log.close()
        self.checkpoint.remove()
        for line in summary["in_words"]:
            self.show.line(line)
        self.show.line(f"written: {folder / 'player.npz'}, training.json, log.csv, curve.png")
        return Training(folder / "player.npz", summary, random_game, teacher_game)

    def _summary(self, seconds: float, random_game: Evaluation, teacher_game: Evaluation) -> dict[str, Any]:
        summary = dict(
            game=self.game.name,
            version=self.game.version,
            options=dict(self.game.options),
            seed=self.seed,
            minutes=self.clock.seconds / 60,
            seconds=seconds,
            seconds_compiling=self.compiled,
            recipe=dataclasses.asdict(self.recipe),
            imitated=self.imitated,
            learned=dict(decisions=self.model.num_timesteps, seconds=seconds - self.imitated["seconds"]),
            checks=self.checks,
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


def plan_of_run(game: Game, recipe: Recipe, seconds: float, seed: int) -> dict[str, Any]:
    """What two runs must have in common for one to go on where the other was stopped."""
    settings = {f"recipe's {name}": value for name, value in dataclasses.asdict(recipe).items()}
    return dict(**plan_of_game(game), seed=seed, minutes=seconds / 60, **settings)
