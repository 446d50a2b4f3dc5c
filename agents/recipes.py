"""How to train: a Recipe per game and time, every number of it in one place."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Recipe:
    """The settings of one training run."""

    # Imitation of a teacher that plays all seats; some moves are random, so that it is seen out of trouble, too.
    teacher: str = "greedy"
    imitation_seconds: float = 12.0  # or 60 % of a short run
    imitation_decisions: int = 120_000  # collected per pass, then learned from `imitation_epochs` times
    imitation_epochs: int = 4
    imitation_noise: float = 0.05  # share of random moves
    imitation_learning_rate: float = 2e-3

    look_ahead: bool = False  # show the policy what greedy's look-ahead thinks of each action

    # MaskablePPO against the teacher and, in longer runs, a pool of earlier selves.
    num_envs: int = 512
    n_steps: int = 16
    batch_size: int = 1024
    n_epochs: int = 2
    learning_rate: float = 1.5e-3  # falls to a tenth
    gamma: float = 0.98
    gae_lambda: float = 0.9
    entropy: float = 0.003
    clip: float = 0.2
    reward_scale: float = 0.05  # of the change of the margin in points, which is the reward
    pool_share: float = 0.0  # of the games are played against the pool, the others against the teacher
    pool_size: int = 8
    pool_checks: int = 1  # a self joins the pool at every so many-th check
    input_width: int = 64  # of the layer that policy and value share
    layers: tuple[int, ...] = (64,)  # of each of them after that

    checks: int = 2  # evaluations after that of the imitated player, evenly in time, the last one at the end
    check_games: int = 600


DEFAULT = (
    Recipe(),
    Recipe(
        imitation_seconds=30.0,
        n_steps=32,
        batch_size=4096,
        pool_share=0.1,
        input_width=128,
        checks=10,
        check_games=1000,
    ),
)
# Enclosure: whether a swap helps hangs on habitat and cards together, more than this network learns in ten minutes.
# Hidden Ark: so does what a step on the map leads to.
SEEING = tuple(dataclasses.replace(recipe, look_ahead=True, imitation_decisions=30_000) for recipe in DEFAULT)
# A team: what a turn costs it is known at once, what a turn was good for some two hundred decisions later.
TEAM = tuple(
    dataclasses.replace(
        recipe,
        gamma=0.997,
        gae_lambda=0.95,
        reward_scale=0.02,
        learning_rate=5e-4,
        entropy=0.001,
        pool_share=0.0,
        check_games=300,
    )
    for recipe in SEEING
)
RECIPES: dict[str, tuple[Recipe, Recipe]] = {
    "replicants": DEFAULT,
    "enclosure": (SEEING[0], SEEING[1]),
    "hiddenark": (SEEING[0], SEEING[1]),
}
LONG = 5.0  # minutes from which on the second recipe is used


def recipe_for(game: str, minutes: float, shared: bool = False) -> Recipe:
    """The game's recipe for about one minute, or the one for ten; `shared`: where all players share one result."""
    short, long = TEAM if shared else RECIPES.get(game, DEFAULT)
    return long if minutes >= LONG else short
