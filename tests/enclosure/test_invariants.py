"""The invariants of RULES.md section 11.2 after every step of random games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from arkade.records import ENDED, LIVE, STOPPED
from enclosure.invariants import check_course, check_hidden, check_positions
from enclosure.random_cards import random_cards
from enclosure.starts import late_position
from enclosure_env.state import Phase
from random_play import Broken, check_results, check_round_trip, dealt, random_play

EAGER = ("complete", "claim_private", "claim_public")  # chosen whenever legal: games come to effects and to an end


def check_games(game: arkade.Game, start: np.ndarray, seed: int, prefer: tuple[str, ...]) -> dict[str, int]:
    """Check every step of random games; how many positions there were of some kinds."""
    numbers, choices = dict.fromkeys(("positions", "effects", "space 4", "ended"), 0), random.Random(seed)
    wanted = [a for kind in prefer for a in game.actions.range(kind)]
    for step, (before, after, _) in enumerate(random_play(game, start, seed, wanted)):
        check_positions(game, after, game.legal(after))
        check_course(game, before, after)
        check_results(game, after, "I13", (after["over"] == STOPPED) & (after["draw_if_stopped"] == 1))
        if step % 4 == 0:
            check_round_trip(game, after, choices.randrange(len(after)))
        if step % 16 == 0:
            check_hidden(game, after, seed)
        numbers["positions"] += int((after["over"] == LIVE).sum())
        numbers["effects"] += int((after["phase"] == Phase.EFFECTS).sum())
        numbers["space 4"] += int((after["research_count"] == 4).any(axis=1).sum())
    numbers["ended"] = int((after["over"] == ENDED).sum())
    check_hidden(game, after, seed)
    return numbers


def late(game: arkade.Game, games: int, seed: int) -> np.ndarray:
    """Positions near the end, in which the current player can act."""
    choices, n = random.Random(seed), game.num_players
    positions = [late_position(choices, game.cards, n, game.options["max_rounds"]) for _ in range(games)]
    return np.concatenate([game.from_dict(position) for position in positions])


@pytest.mark.fuzz
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_invariants_hold_in_random_games(num_players: int, fuzz_factor: int) -> None:
    game = arkade.make("enclosure", num_players=num_players, max_rounds=12)
    for seed in range(fuzz_factor):
        assert check_games(game, dealt(game, 24, seed), seed, ())["positions"] > 1_000


@pytest.mark.fuzz
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_invariants_hold_where_cards_are_completed(num_players: int, fuzz_factor: int) -> None:
    options: dict[str, Any] = dict(max_rounds=40 // num_players, truncation_result="draw", compact_actions=True)
    game = arkade.make("enclosure", num_players=num_players, **options)
    for seed in range(fuzz_factor):
        assert check_games(game, dealt(game, 24, seed), seed, EAGER)["effects"]


@pytest.mark.fuzz
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_invariants_hold_to_the_natural_end(num_players: int, fuzz_factor: int) -> None:
    game = arkade.make("enclosure", num_players=num_players)
    for seed in range(fuzz_factor):
        numbers = check_games(game, late(game, 32, seed), seed, EAGER)
        assert numbers["ended"] > 16 and numbers["effects"] and numbers["space 4"]


@pytest.mark.fuzz
def test_invariants_hold_with_random_cards_and_layouts(fuzz_factor: int, tmp_path: Path) -> None:
    for seed in range(4 * fuzz_factor):
        cards = random_cards(seed, tmp_path / "cards")
        game = arkade.make("enclosure", num_players=2 + seed % 3, max_rounds=10, cards=cards)
        check_games(game, dealt(game, 8, seed), seed, EAGER)


BREAKS = {
    "I1": lambda s: s["supply"].__setitem__((0, 2), s["supply"][0, 2] - 1),
    "I2": lambda s: s["deck"].__setitem__((0, 0), s["deck"][0, 1]),
    "I3": lambda s: s["research_count"].__setitem__((0, 0), s["research_count"][0, 0] + 1),
    "I5": lambda s: s["ap"].__setitem__(0, 5),
    "I6": lambda s: s["features"].__setitem__((0, 1, 15), s["features"][0, 1, 15] + 1),
    "I7": lambda s: s["pending"].__setitem__((0, 3), 1),
    "I8": lambda s: s["end_triggered"].__setitem__(0, 1),
    "D32": lambda s: s["phase"].__setitem__(0, Phase.GAME_OVER),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_position_is_noticed(name: str) -> None:
    game = arkade.make("enclosure", num_players=3)
    states = dealt(game, 1, seed=3)
    masks = game.legal(states)
    check_positions(game, states, masks)
    BREAKS[name](states)
    with pytest.raises(Broken, match=f"^{name}"):
        check_positions(game, states, masks)


@pytest.mark.parametrize("action", ["swap", "push", "take_advanced", "draw_basic", "collect", "end_turn"])
def test_a_mask_that_allows_too_much_or_too_little_is_noticed(action: str) -> None:
    game = arkade.make("enclosure")
    states = dealt(game, 1, seed=3)
    masks = game.legal(states)
    masks[0, game.actions.start(action) + 1 % len(game.actions.range(action))] ^= 1
    with pytest.raises(Broken, match="^I1[12]: "):
        check_positions(game, states, masks)


COURSE = {
    "I5": lambda s: s["ap"].__setitem__(0, s["ap"][0] + 1),
    "I9": lambda s: s["done"].__setitem__((0, 1), 0),
    "I10": lambda s: (s["current_player"].__setitem__(0, 1), s["display"].__setitem__((0, 4), -1)),
}


@pytest.mark.parametrize("name", COURSE)
def test_a_broken_course_is_noticed(name: str) -> None:
    game = arkade.make("enclosure")
    before = game.from_dict({"ap": 2, "done": {1: ["b30"]}})
    after = before.copy()
    check_course(game, before, after)
    COURSE[name](after)
    with pytest.raises(Broken, match=f"^{name}: "):
        check_course(game, before, after)
