"""Every number of the observation, against one written in plain Python from the position (RULES.md section 10)."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import arkade
from biohack.observation_writing import Table
from biohack.random_cards import random_cards
from biohack.test_invariants import EAGER, SETUPS
from biohack_env.blocks import GROUPS, starts
from random_play import dealt, random_play

SIZES = {"game": 39, "players": 392, "cards": 576, "display": 588, "work": 154, "spaces": 102, "dna": 156}
SIZES |= {"tiles": 100, "solo": 29, "task": 75}


def check(game: arkade.Game, states: np.ndarray, row: int) -> None:
    """Every player's raw observation of a row, number by number."""
    state, layout = states[row : row + 1], game.observation_layout
    table = Table(game, game.to_dict(state))
    for p in range(game.num_players):
        seen, wanted = game.observe(state, p, np.uint8)[0], np.array(table.observation(p))
        assert seen.shape == wanted.shape
        for at in np.flatnonzero(seen != wanted):
            block = next(name for name, place in layout.slices.items() if place.start <= at < place.stop)
            where = f"element {at - layout.start(block)} of block {block!r}"
            raise AssertionError(f"{where} for player {p} is {seen[at]}, not {wanted[at]}: {table.position}")


def check_games(game: arkade.Game, games: int, seed: int, every: int) -> None:
    choices, prefer = random.Random(seed), [a for kind in EAGER for a in game.actions.range(kind)]
    for step, (_, states, _) in enumerate(random_play(game, dealt(game, games, seed), seed, prefer)):
        if step % every == 0:
            check(game, states, choices.randrange(len(states)))
    for row in range(len(states)):
        check(game, states, row)


def test_the_layout_is_that_of_the_rules() -> None:
    layout = arkade.make("biohack").observation_layout
    assert layout.size == 2211 == sum(SIZES.values())
    assert {name: place.stop - place.start for name, place in layout.slices.items()} == SIZES
    assert layout.blocks["players"].shape == (4, 98) and layout.blocks["cards"].shape == (48, 12)
    assert layout.blocks["display"].shape == (12, 49)
    for name, group in GROUPS.items():
        assert group.starts()[0] == 0 and (name in ("rows", "seen", "milestones", "shown") or name in layout.slices)
    assert starts("rows")[0] == layout.start("dna") + 4 * 27 and starts("seen")[0] == layout.start("tiles") + 80


@pytest.mark.fuzz
@pytest.mark.parametrize("name", SETUPS)
def test_every_number_of_random_games(name: str, fuzz_factor: int) -> None:
    for seed in range(fuzz_factor):
        check_games(arkade.make("biohack", **SETUPS[name]), 6, seed, every=3)


@pytest.mark.fuzz
def test_every_number_with_other_cards(fuzz_factor: int, tmp_path: Path) -> None:
    """Counts above their bounds are cut."""
    for seed in range(12 * fuzz_factor):
        options = list(SETUPS.values())[seed % len(SETUPS)]
        check_games(arkade.make("biohack", cards=random_cards(seed, tmp_path / "cards"), **options), 3, seed, every=4)


def test_every_number_is_written_whatever_was_there() -> None:
    game = arkade.make("biohack", num_players=3)
    states = dealt(game, 1, seed=5)
    out = np.full((1, game.observation_size), 255, np.uint8)
    assert (game.observe(states, 1, np.uint8, out=out) == game.observe(states, 1, np.uint8)).all()


@pytest.mark.parametrize("n", [2, 3, 4])
def test_players_are_rotated_to_the_front(n: int) -> None:
    game = arkade.make("biohack", num_players=n)
    states = dealt(game, 1, seed=n)
    game.rollout(states, 60)
    views = [game.observation_layout.view(game.observe(states, p, np.uint8)[0], "players")[:n] for p in range(n)]
    assert all((np.roll(view, p, axis=0) == views[0]).all() for p, view in enumerate(views))
    assert len({row.tobytes() for row in views[0]}) > 1
