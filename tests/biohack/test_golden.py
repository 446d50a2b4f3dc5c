"""The golden playthroughs play as they were recorded, in this process, with these kernels, and on the referee."""

from __future__ import annotations

from pathlib import Path

import pytest

from arkade.replay import load, verify
from biohack.make_golden import GAMES, GOLDEN, playthrough
from biohack_env.actions import ACTIONS
from golden import check_files, check_referee
from referee.biohack import Referee

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
    values = {"num_players": {1, 2, 3, 4}, "enclosure": {False, True}, "challenge": set(range(5))}
    for name, wanted in values.items():
        assert {replay.options[name] for replay in replays} == wanted, name
    sides = [replay.options["board_side"] for replay in replays]
    assert all(side in sides for side in ("basic", "advanced", "choose", ["basic", "advanced", "choose", "choose"]))
    assert {replay.end for replay in replays} == {"ended"}
    assert {ACTIONS.decode(a)[0] for replay in replays for a in replay.actions} == set(ACTIONS.kinds)
