"""Kernels and referee agree at every step of random games of all kinds.

`make test` compares 200,000 steps, `make fuzz` ten million; ARKADE_FUZZ_STEPS sets the number of steps in all, and
ARKADE_FUZZ_SEED another set of games.
"""

from __future__ import annotations

import itertools

import pytest

from hiddenark.lockstep import KINDS, LOCKSTEP, POLICIES, SEATS, VARIANTS, setup_of
from hiddenark_env.actions import ACTIONS
from lockstep import Difference
from referee.hiddenark import Referee


def kind_name(kind: int) -> str:
    setup = setup_of(kind)
    cards = "house" if setup.card_seed is None else "random_cards"
    return f"{setup.rules['mode']}-{setup.rules['num_players']}p-{cards}"


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", range(KINDS), ids=kind_name)
def test_kernels_and_referee_agree(kind: int, fuzz_factor: int, capfd: pytest.CaptureFixture[str]) -> None:
    LOCKSTEP.check(kind, kind_name(kind), fuzz_factor, capfd)


def test_a_seed_says_everything() -> None:
    kinds = [setup_of(kind) for kind in range(KINDS)]
    assert [setup_of(kind) for kind in range(KINDS)] == kinds
    found = {(setup.rules["mode"], setup.rules["num_players"], setup.card_seed is None) for setup in kinds}
    assert found == {(*seats, house) for seats in SEATS for house in (False, True)}
    setups = [setup_of(seed) for seed in range(400)]
    assert {policy for setup in setups for policy in setup.policies} == set(POLICIES)
    variants = {tuple(setup.rules[name] for name in VARIANTS) for setup in setups}
    assert variants == set(itertools.product((False, True), repeat=len(VARIANTS)))
    assert {setup.rules["board"] for setup in setups} == {0, 1}


def test_games_end_in_both_ways_and_meet_every_action() -> None:
    seen: set[str] = set()
    setups = map(setup_of, itertools.count())
    seeds = (s.seed for s in setups if s.rules["mode"] == "solo" or "rescuing" in s.policies)
    assert LOCKSTEP.play_many(seeds, 15_000, seen=seen) == 15_000
    assert seen == {"ended", "stopped", *ACTIONS.kinds}


def test_a_difference_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(Referee, "do_convert", lambda self, *parameters: None)
    setups = map(setup_of, LOCKSTEP.seeds(0, seed=0))
    seed = next(s.seed for s in setups if "crowding" in s.policies and s.rules["max_rounds"] == 20)
    with pytest.raises(Difference) as failure:
        LOCKSTEP.play(setup_of(seed), tmp_path / "cards")
    text = str(failure.value)
    assert f"seed {seed}: num_players=2, mode='competitive'" in text
    assert f"python -m tests.hiddenark.lockstep --seed {seed}" in text
    assert "158 convert\n" in text and "turn.moves: kernel 1" in text
    monkeypatch.undo()
    assert LOCKSTEP.play(setup_of(seed), tmp_path / "cards") > 0
