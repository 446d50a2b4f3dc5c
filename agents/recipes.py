"""How to train and how to search: settings per game, every number in one place."""

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
# Hidden Ark: so does what a step on the map leads to. Biohack: a creature pays for a plan of many turns.
SEEING = (
    dataclasses.replace(DEFAULT[0], look_ahead=True, imitation_decisions=30_000),
    dataclasses.replace(DEFAULT[1], look_ahead=True, imitation_decisions=30_000),
)


def _for_a_team(recipe: Recipe) -> Recipe:
    """What a turn costs a team is known at once, what a turn was good for some two hundred decisions later."""
    return dataclasses.replace(
        recipe,
        gamma=0.997,
        gae_lambda=0.95,
        reward_scale=0.02,
        learning_rate=5e-4,
        entropy=0.001,
        pool_share=0.0,
        check_games=300,
    )


TEAM = (_for_a_team(SEEING[0]), _for_a_team(SEEING[1]))
RECIPES: dict[str, tuple[Recipe, Recipe]] = {
    "replicants": DEFAULT,
    "enclosure": SEEING,
    "hiddenark": SEEING,
    "biohack": SEEING,
}
LONG = 5.0  # minutes from which on the second recipe is used


def recipe_for(game: str, minutes: float, shared: bool = False) -> Recipe:
    """The game's recipe for about one minute, or the one for ten; `shared`: where all players share one result."""
    short, long = TEAM if shared else RECIPES.get(game, DEFAULT)
    return long if minutes >= LONG else short


@dataclasses.dataclass(frozen=True)
class SearchRecipe:
    """The settings of a tree search."""

    playout: str = "random"  # random actions; "greedy": the best one step ahead; "value": random, judged at once
    depth: int | None = None  # steps of a playout until `evaluate` judges the position; None: to the end
    exploration: float = 0.7  # of actions tried seldom, in units of the results, which are in [-1, 1]
    prior: float = 0.0  # visits that the value one step ahead counts for
    widening: float = 0.0  # a position of v visits tries widening * sqrt(v + 1) actions, the best first; 0: all


# A few greedy steps bring a position to where `evaluate` judges it well; in Hidden Ark they made search weaker, in
# Biohack they brought nothing. Hidden Ark's values are close to each other and misleading: they want more exploration.
SEARCH_RECIPES: dict[str, SearchRecipe] = {
    "replicants": SearchRecipe("greedy", depth=5, exploration=0.1, prior=1.0, widening=2.0),
    "enclosure": SearchRecipe("greedy", depth=5, exploration=0.1, prior=1.0, widening=2.0),
    "hiddenark": SearchRecipe("value", exploration=0.6, prior=1.0, widening=2.0),
    "biohack": SearchRecipe("value", exploration=0.1, prior=1.0, widening=1.0),
}


def search_recipe_for(game: str) -> SearchRecipe:
    """The game's settings of a search."""
    return SEARCH_RECIPES.get(game, SearchRecipe())
