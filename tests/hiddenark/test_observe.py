"""The observation is what RULES.md section 8 says, for every player, at any position."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import arkade
from hiddenark.lockstep import SEATS
from hiddenark.observation_writing import Table
from hiddenark.random_cards import random_cards
from hiddenark_env.blocks import GROUPS, starts
from random_play import dealt, random_play

SIZES = {
    **{"globals": 46, "turn": 75, "players": 508, "face_up": 75, "locations": 672, "fish": 490},
    **{"sea": 512, "own_vessels": 140, "supply": 180},
}
EAGER = ("rescue", "vessel", "install", "slot")
IDS = [f"{mode}-{n}p" for mode, n in SEATS]


def check(game: arkade.Game, states: np.ndarray, row: int, cards: Path | None = None) -> None:
    """Every player's raw observation of a row, number by number."""
    state, layout = states[row : row + 1], game.observation_layout
    table = Table(game, game.to_dict(state), cards)
    for p in range(game.num_players):
        seen, wanted = game.observe(state, p, np.uint8)[0], np.array(table.observation(p))
        assert seen.shape == wanted.shape
        for at in np.flatnonzero(seen != wanted):
            block = next(name for name, place in layout.slices.items() if place.start <= at < place.stop)
            where = f"element {at - layout.start(block)} of block {block!r}"
            raise AssertionError(f"{where} for player {p} is {seen[at]}, not {wanted[at]}: {table.position}")


def check_games(game: arkade.Game, games: int, seed: int, every: int, cards: Path | None = None) -> None:
    choices, prefer = random.Random(seed), [a for kind in EAGER for a in game.actions.range(kind)]
    for step, (_, states, _) in enumerate(random_play(game, dealt(game, games, seed), seed, prefer)):
        if step % every == 0:
            check(game, states, choices.randrange(len(states)), cards)
    for row in range(len(states)):
        check(game, states, row, cards)


def test_the_layout_is_that_of_the_rules() -> None:
    layout = arkade.make("hiddenark").observation_layout
    assert layout.size == 2698 == sum(SIZES.values())
    assert {name: place.stop - place.start for name, place in layout.slices.items()} == SIZES
    assert layout.blocks["players"].shape == (4, 127) and layout.blocks["locations"].shape == (32, 21)
    assert layout.blocks["fish"].shape == (10, 49) and layout.blocks["sea"].shape == (64, 8)
    for name, group in GROUPS.items():
        assert starts(name)[0] == layout.start(name) and group.starts()[0] == 0


@pytest.mark.fuzz
@pytest.mark.parametrize(("mode", "n"), SEATS, ids=IDS)
def test_every_number_of_random_games(mode: str, n: int, fuzz_factor: int) -> None:
    for seed in range(2 * fuzz_factor):
        options = dict(discovery=seed % 2 == 1, uphill=seed % 2 == 0, board=seed % 2)
        game = arkade.make("hiddenark", mode=mode, num_players=n, max_rounds=25, **options)
        check_games(game, 6, seed, every=5)


@pytest.mark.fuzz
def test_every_number_with_other_cards_and_maps(fuzz_factor: int, tmp_path: Path) -> None:
    """Counts above their bounds are cut."""
    for seed in range(2 * len(SEATS) * fuzz_factor):
        mode, n = SEATS[seed % len(SEATS)]
        cards = random_cards(seed, tmp_path / "cards")
        game = arkade.make("hiddenark", mode=mode, num_players=n, max_rounds=8, cards=cards)
        check_games(game, 3, seed, every=7, cards=cards)


def test_every_number_is_written_whatever_was_there() -> None:
    game = arkade.make("hiddenark", num_players=3)
    states = dealt(game, 1, seed=5)
    out = np.full((1, game.observation_size), 255, np.uint8)
    assert (game.observe(states, 1, np.uint8, out=out) == game.observe(states, 1, np.uint8)).all()


def test_bounds_are_those_of_the_card_set() -> None:
    """A 3, C 12, V 8, D 1 and Z 6 with the house set."""
    bounds = arkade.make("hiddenark").observation_layout.bounds
    effect, cost = starts("face_up")[1], starts("fish")[3]
    assert bounds[effect] == 3 and bounds[cost] == 12
    assert [bounds[starts("fish")[i]] for i in (5, 6, 12)] == [1, 8, 2]
    assert bounds[starts("fish")[13]] == 6


@pytest.mark.parametrize("n", [2, 3, 4])
def test_players_are_rotated_to_the_front(n: int) -> None:
    game = arkade.make("hiddenark", num_players=n)
    states = dealt(game, 1, seed=n)
    game.rollout(states, 40)
    place = game.observation_layout.slices["players"]
    blocks = [game.observe(states, p, np.uint8)[0][place].reshape(4, 127)[:n] for p in range(n)]
    assert all((np.roll(blocks[p], p, axis=0) == blocks[0]).all() for p in range(n))
    assert len({row.tobytes() for row in blocks[0]}) > 1
