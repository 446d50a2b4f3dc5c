"""Kernels and referee agree at every step of random games of all kinds.

`make test` compares 200,000 steps, `make fuzz` ten million; ARKADE_FUZZ_STEPS sets the number of steps in all, and
ARKADE_FUZZ_SEED another set of games.
"""

from __future__ import annotations

import itertools

import pytest

from biohack.lockstep import CHALLENGES, KINDS, LOCKSTEP, POLICIES, SEATS, SIDES, setup_of
from biohack_env.actions import ACTIONS
from lockstep import Difference
from referee.biohack import Referee


def kind_name(kind: int) -> str:
    setup = setup_of(kind)
    return f"{setup.rules['num_players']}p-{'house' if setup.card_seed is None else 'random_cards'}"


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", range(KINDS), ids=kind_name)
def test_kernels_and_referee_agree(kind: int, fuzz_factor: int, capfd: pytest.CaptureFixture[str]) -> None:
    LOCKSTEP.check(kind, kind_name(kind), fuzz_factor, capfd)


def test_a_seed_says_everything() -> None:
    kinds = [setup_of(kind) for kind in range(KINDS)]
    assert [setup_of(kind) for kind in range(KINDS)] == kinds
    found = {(setup.rules["num_players"], setup.card_seed is None) for setup in kinds}
    assert found == set(itertools.product(SEATS, (False, True)))
    setups = [setup_of(seed) for seed in range(400)]
    assert {policy for setup in setups for policy in setup.policies} == set(POLICIES)
    sides = {setup.rules["board_side"] for setup in setups}
    assert {side for side in sides if isinstance(side, str)} == set(SIDES) and any(
        isinstance(side, tuple) for side in sides
    )
    assert {setup.rules["enclosure"] for setup in setups} == {False, True}
    assert {setup.rules["challenge"] for setup in setups} == set(range(CHALLENGES))
    assert {setup.rules["num_players"] for setup in setups if setup.rules["challenge"]} == {1}


def test_games_end_and_meet_every_action() -> None:
    seen: set[str] = set()
    assert LOCKSTEP.play_many(itertools.count(), 24_000, seen=seen) == 24_000
    assert seen == {"ended", *ACTIONS.kinds}


def test_a_difference_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    seed = next(s.seed for s in map(setup_of, LOCKSTEP.seeds(1, seed=0)) if "dealing" in s.policies)
    monkeypatch.setattr(Referee, "do_convert", lambda self, *parameters: None)
    with pytest.raises(Difference) as failure:
        LOCKSTEP.play(setup_of(seed), tmp_path / "cards")
    text = str(failure.value)
    assert f"seed {seed}: num_players=2, board_side=" in text
    assert f"python -m tests.biohack.lockstep --seed {seed}" in text
    assert "convert(" in text and ": kernel " in text and ", referee " in text
    monkeypatch.undo()
    assert LOCKSTEP.play(setup_of(seed), tmp_path / "cards") > 0
