"""Kernels and referee agree at every step of random games of all kinds.

`make test` compares 200,000 steps, `make fuzz` ten million; ARKADE_FUZZ_STEPS sets the number of steps in all, and
ARKADE_FUZZ_SEED another set of games.
"""

from __future__ import annotations

import itertools

import pytest

from lockstep import Difference
from referee.replicants import Referee
from replicants.lockstep import KINDS, LOCKSTEP, PLAYERS, POLICIES, setup_of

DECISIONS = {
    *("setup_l4", "setup_discard", "station", "drone", "build"),
    *("gain_any", "stow_any", "pay_any", "waive", "promote", "ready", "redeal", "keep", "build_room", "offer"),
}


def kind_name(kind: int) -> str:
    setup = setup_of(kind)
    cards = "house" if setup.card_seed is None else "random_cards"
    return f"{setup.num_players}p-{'usc' if setup.usc else 'core'}-{cards}"


@pytest.mark.fuzz
@pytest.mark.parametrize("kind", range(KINDS), ids=kind_name)
def test_kernels_and_referee_agree(kind: int, fuzz_factor: int, capfd: pytest.CaptureFixture[str]) -> None:
    LOCKSTEP.check(kind, kind_name(kind), fuzz_factor, capfd)


def test_a_seed_says_everything() -> None:
    kinds = [setup_of(kind) for kind in range(KINDS)]
    assert [setup_of(kind) for kind in range(KINDS)] == kinds
    combinations = {(setup.num_players, setup.usc, setup.card_seed is None) for setup in kinds}
    assert combinations == set(itertools.product(PLAYERS, (False, True), (False, True)))
    assert {policy for seed in range(400) for policy in setup_of(seed).policies} == set(POLICIES)


def test_random_card_sets_meet_every_decision() -> None:
    seen: set[str] = set()
    seeds = (seed for seed in itertools.count() if seed % KINDS >= KINDS // 2)
    assert LOCKSTEP.play_many(seeds, 10_000, seen=seen) == 10_000
    windows = {name for name in seen if name.startswith("window:")}
    assert seen - windows - {"ended", "stopped"} == DECISIONS
    assert len(windows) >= 8


def test_a_difference_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(Referee, "draw", lambda self, seat: None)  # reaching L3 draws nothing
    seeds = (seed for seed in LOCKSTEP.seeds(2, seed=0) if "levelling" in setup_of(seed).policies)
    seed = next(seeds)
    with pytest.raises(Difference) as failure:
        LOCKSTEP.play(setup_of(seed), tmp_path / "cards")
    text = str(failure.value)
    assert f"seed {seed}: num_players=4, usc=False" in text
    assert f"python -m tests.replicants.lockstep --seed {seed}" in text
    assert "level_up(" in text and "deck: kernel" in text
    monkeypatch.undo()
    assert LOCKSTEP.play(setup_of(seed), tmp_path / "cards") > 0
