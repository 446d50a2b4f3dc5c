"""Kernels and referee agree at every step of random games of all kinds.

`make test` compares 200,000 steps, `make fuzz` ten million; ARKADE_FUZZ_STEPS sets the number of steps in all, and
ARKADE_FUZZ_SEED another set of games.
"""

from __future__ import annotations

import itertools

import pytest

from enclosure.lockstep import FULL, KINDS, LOCKSTEP, PLAYERS, POLICIES, STARTS, setup_of
from lockstep import Difference
from referee.enclosure import Referee


def kind_name(kind: int) -> str:
    setup = setup_of(kind)
    cards = "house" if setup.card_seed is None else "random_cards"
    return f"{setup.num_players}p-{setup.start}-{cards}"


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", range(KINDS), ids=kind_name)
def test_kernels_and_referee_agree(kind: int, fuzz_factor: int, capfd: pytest.CaptureFixture[str]) -> None:
    LOCKSTEP.check(kind, kind_name(kind), fuzz_factor, capfd)


def test_a_seed_says_everything() -> None:
    kinds = [setup_of(kind) for kind in range(KINDS)]
    assert [setup_of(kind) for kind in range(KINDS)] == kinds
    combinations = {(setup.num_players, setup.start, setup.card_seed is None) for setup in kinds}
    assert combinations == set(itertools.product(PLAYERS, STARTS, (False, True)))
    setups = [setup_of(seed) for seed in range(400)]
    assert {policy for setup in setups for policy in setup.policies} == set(POLICIES)
    options = {(setup.truncation_result, setup.compact_actions) for setup in setups}
    assert options == set(itertools.product(("standing", "draw"), (False, True)))
    assert {setup.max_rounds for setup in setups} >= {1, 60, 1000}


@pytest.mark.parametrize("house", [True, False], ids=["house", "random_cards"])
def test_games_end_in_both_ways_and_meet_every_action(house: bool) -> None:
    seen: set[str] = set()
    setups = map(setup_of, itertools.count())
    seeds = (s.seed for s in setups if (s.card_seed is None) == house and s.start == "late")
    assert LOCKSTEP.play_many(seeds, 5_000, seen=seen) == 5_000
    assert seen == {"ended", "stopped", *FULL.kinds}


def test_a_difference_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(Referee, "collect", lambda self, parameter: None)
    seed = next(seed for seed in LOCKSTEP.seeds(1, seed=0) if "pushing" in setup_of(seed).policies)
    with pytest.raises(Difference) as failure:
        LOCKSTEP.play(setup_of(seed), tmp_path / "cards")
    text = str(failure.value)
    assert f"seed {seed}: num_players=3, max_rounds=" in text
    assert f"python -m tests.enclosure.lockstep --seed {seed}" in text
    assert "707 collect\n" in text and "hand: kernel" in text
    monkeypatch.undo()
    assert LOCKSTEP.play(setup_of(seed), tmp_path / "cards") > 0
