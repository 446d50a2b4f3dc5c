"""arkade: reinforcement-learning environments for modern board games."""

from arkade.game import Game, IllegalAction
from arkade.records import NONE
from arkade.registry import games, make, register

__version__ = "0.1.0"
__all__ = ["NONE", "Game", "IllegalAction", "games", "make", "register"]
