"""The golden playthroughs play as they were recorded, in this process, with these kernels, and on the referee."""

from __future__ import annotations

from pathlib import Path

import pytest

import arkade
from arkade.replay import load, verify
from enclosure.lockstep import FULL
from enclosure.make_golden import GAMES, GOLDEN, playthrough
from golden import check_files, check_referee
from referee.enclosure import Referee

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_games_play_as_recorded(path: Path) -> None:
    verify(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_referee_plays_them_too(path: Path) -> None:
    options = load(path).options
    known = {key: options[key] for key in ("num_players", "max_rounds", "truncation_result")}
    check_referee(path, Referee(**known), FULL)


def test_golden_files_are_those_that_make_golden_writes() -> None:
    check_files(FILES, GAMES, playthrough)


def test_every_option_and_kind_of_action_occurs() -> None:
    replays = [load(path) for path in FILES]
    values = {"num_players": {2, 3, 4}, "max_rounds": {1, 60, 1000}, "truncation_result": {"standing", "draw"}}
    for name, wanted in {**values, "compact_actions": {False, True}}.items():
        assert {replay.options[name] for replay in replays} >= wanted
    assert {replay.end for replay in replays} == {"ended", "stopped"}
    for compact in (False, True):
        actions = arkade.make("enclosure", compact_actions=compact).actions
        played = [replay for replay in replays if replay.options["compact_actions"] == compact]
        assert {actions.decode(a)[0] for replay in played for a in replay.actions} == set(actions.kinds)
