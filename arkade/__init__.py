"""arkade: reinforcement-learning environments for modern board games."""

from arkade.envs.batch import Batch, BatchEnv
from arkade.envs.common import deal_seeds
from arkade.game import Game, IllegalAction
from arkade.records import NONE
from arkade.registry import games, make, register

__version__ = "0.1.0"
__all__ = ["NONE", "Batch", "BatchEnv", "Game", "IllegalAction", "deal_seeds", "games", "make", "register"]
