"""The actions of Higher Card."""

from __future__ import annotations

from arkade.actions import ActionTable, Kind
from toy_env.state import RANKS

ACTIONS = ActionTable(
    [
        Kind("play", {"rank": RANKS}, meaning="play a card of this rank face down"),
        Kind("keep", meaning="keep the prize of the trick"),
        Kind("gamble", meaning="double the prize or lose it"),
    ]
)
PLAY, KEEP, GAMBLE = ACTIONS.start("play"), ACTIONS.start("keep"), ACTIONS.start("gamble")
