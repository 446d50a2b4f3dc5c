"""The golden playthroughs play as they were recorded, in this process, with these kernels, and on the referee."""

from __future__ import annotations

from pathlib import Path

import pytest

import arkade
from arkade.replay import load, verify
from golden import check_files, check_referee
from referee.replicants import Referee
from replicants.make_golden import GAMES, GOLDEN, playthrough
from replicants_env.actions import ACTIONS

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_games_play_as_recorded(path: Path) -> None:
    verify(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_referee_plays_them_too(path: Path) -> None:
    check_referee(path, Referee(**load(path).options), ACTIONS)


def test_golden_files_are_those_that_make_golden_writes() -> None:
    check_files(FILES, GAMES, playthrough)


def test_every_option_and_kind_of_action_occurs() -> None:
    replays = [load(path) for path in FILES]
    for name, values in (("num_players", set(range(2, 7))), ("usc", {False, True}), ("max_rounds", {1, 60, 255})):
        assert {replay.options[name] for replay in replays} >= values
    assert {replay.end for replay in replays} == {"ended", "stopped"}
    actions = arkade.make("replicants").actions
    assert {actions.decode(a)[0] for replay in replays for a in replay.actions} == set(actions.kinds)
