"""A small training run whose clock counts steps: `python small_run.py FOLDER [N]` is killed by SIGKILL at step N."""

import os
import signal
import sys

from arkade_agents import checkpoint, ppo
from arkade_agents.recipes import Recipe
from game_cases import CASES, make

RECIPE = Recipe(
    imitation_seconds=0.2, imitation_decisions=2000, num_envs=32, n_steps=16, batch_size=128, check_games=40, checks=4,
    pool_share=0.5, input_width=16, layers=(16,),
)  # fmt: skip
STEPS = 500


class StepClock(ppo.Clock):
    """A run is over after STEPS steps; a step is a batch of imitation or a step of all games."""

    kill_at = STEPS + 1

    def __init__(self, seconds, used=0.0):
        super().__init__(seconds, used)
        self.steps = round(used * STEPS)

    def now(self):
        return self.steps / STEPS

    def left(self):
        self._step()
        return super().left()

    def part(self, start, stop):
        self._step()
        return super().part(start, stop)

    def _step(self):
        self.steps += 1
        if self.steps == self.kill_at:
            os.kill(os.getpid(), signal.SIGKILL)


def run(folder, seed=3, **changes):
    """Train as ever, by the clock that is `ppo.Clock`; `changes` are keywords of `ppo.train`."""
    keywords = dict(minutes=1 / 60, recipe=RECIPE, final_games=20, progress=False) | changes
    return ppo.train(make(CASES[1]), seed=seed, out=folder, **keywords)


if __name__ == "__main__":
    ppo.Clock = StepClock
    checkpoint.SHARE = 1e9  # whenever it may be written, however slow the disk is
    StepClock.kill_at = int(sys.argv[2])
    run(sys.argv[1])
