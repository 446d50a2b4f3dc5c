"""The invariants of RULES.md section 12 after every step of random games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import arkade
from random_play import (
    Broken,
    check_observations,
    check_results,
    check_round_trip,
    dealt,
    random_play,
)
from replicants.invariants import Course, check_positions
from replicants.random_cards import random_cards
from replicants_env.state import Pend

GAMES = 32


def check_games(game: arkade.Game, games: int, seed: int) -> tuple[int, set[int]]:
    """Check every step of random games; the number of positions, and the kinds of questions met."""
    course, positions, asked = None, 0, {0}
    random = np.random.default_rng(seed)
    house = "cards" not in game.options
    for step, (before, after, _) in enumerate(random_play(game, dealt(game, games, seed), seed)):
        check_positions(game, after, game.legal(after))
        check_results(game, after, "I12")
        course = course or Course(game, after)
        if house:
            course.check(before, after)
        asks = set(after["pend_kind"].tolist()) - asked
        for row in [int(np.flatnonzero(after["pend_kind"] == kind)[0]) for kind in asks] + [random.integers(games)]:
            check_round_trip(game, after, row)
        asked |= asks
        if step % 8 == 0:
            check_observations(game, after, "I12")
        positions += games
    check_observations(game, after, "I12")
    return positions, asked


@pytest.mark.fuzz
@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
@pytest.mark.parametrize("num_players", range(2, 7))
def test_invariants_hold_in_random_games(num_players: int, usc: bool, fuzz_factor: int) -> None:
    game = arkade.make("replicants", num_players=num_players, usc=usc)
    asked = set()
    for seed in range(fuzz_factor):
        positions, kinds = check_games(game, GAMES, seed)
        asked |= kinds
        assert positions > 5_000
    expected = {Pend.GAIN_ANY, Pend.PROMOTE, Pend.PAY_ANY, Pend.WAIVE, Pend.REDEAL, Pend.KEEP}
    assert asked >= expected | ({Pend.STOW_ANY, Pend.BUILD_ROOM} if usc else set())


@pytest.mark.fuzz
@pytest.mark.parametrize("usc", [False, True], ids=["core", "usc"])
def test_invariants_hold_with_random_card_sets(usc: bool, fuzz_factor: int, tmp_path: Path) -> None:
    for seed in range(5 * fuzz_factor):
        cards = random_cards(seed, tmp_path / "cards")
        check_games(arkade.make("replicants", num_players=2 + seed % 5, usc=usc, max_rounds=12, cards=cards), 8, seed)


BREAKS = {
    "I1": lambda s: s["supply"].__setitem__((0, 2), s["supply"][0, 2] - 1),
    "I2": lambda s: s["deck"].__setitem__((0, s["deck_pos"][0]), s["deck"][0, s["deck_pos"][0] + 1]),
    "I3": lambda s: s["field_x"].__setitem__((0, 0), (s["field_x"][0, 0] + 1) % 4),
    "I4": lambda s: s["pair_free"].__setitem__((0, 3), s["pair_free"][0, 3] + 1),
    "I5": lambda s: s["produced"].__setitem__((0, 0), 5),
    "I6": lambda s: s["vp"].__setitem__((0, 1), s["vp"][0, 1] + 1),
    "I7": lambda s: s["current_player"].__setitem__(0, 4),
    "I8": lambda s: (s["locker"].__setitem__((0, 1, 1), 7), s["supply"].__setitem__((0, 1), s["supply"][0, 1] - 7)),
    "I9": lambda s: s["levelled"].__setitem__((0, 0), 1 << 15),
    "I10": lambda s: s["crew"].__setitem__((0, 0, 0), 9),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_position_is_noticed(name: str) -> None:
    game = arkade.make("replicants", num_players=4)
    for _, states, _ in random_play(game, dealt(game, 1, seed=3), seed=3):
        if states["round"][0] == 3 and states["drones_placed"][0] == 2:
            break
    masks = game.legal(states)
    check_positions(game, states, masks)
    BREAKS[name](states)
    with pytest.raises(Broken, match=f"^{name}: "):
        check_positions(game, states, masks)
