"""The invariants of RULES.md section 12 after every step of random games of the kernels."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from arkade.records import ENDED, LIVE, STOPPED
from hiddenark.lockstep import SEATS, VARIANTS
from hiddenark.random_cards import random_cards
from hiddenark.record_invariants import check_course, check_hidden, check_positions
from hiddenark_env.state import Phase
from random_play import Broken, check_observations, check_results, check_round_trip, dealt, hold, random_play

EAGER = ("rescue", "vessel", "install", "slot")  # chosen whenever legal: games come to rescues and to an end
IDS = [f"{mode}-{n}p" for mode, n in SEATS]


def check_games(game: arkade.Game, games: int, seed: int, prefer: tuple[str, ...] = ()) -> dict[str, int]:
    """Check every step of random games; how many positions there were of some kinds."""
    numbers, choices, start = (
        dict.fromkeys(("live", "ended", "stopped"), 0),
        random.Random(seed),
        dealt(game, games, seed),
    )
    wanted = [a for kind in prefer for a in game.actions.range(kind)]
    numbers |= {f"{phase.name.lower()}": 0 for phase in Phase}
    for step, (before, after, actions) in enumerate(random_play(game, start, seed, wanted)):
        check_positions(game, after, game.legal(after))
        check_course(game, before, after, actions)
        numbers["live"] += int((after["over"] == LIVE).sum())
        for phase in np.unique(after["phase"]):
            numbers[Phase(phase).name.lower()] += int((after["phase"] == phase).sum())
        if step % 5 == 0:
            check_round_trip(game, after, choices.randrange(len(after)))
        if step % 20 == 0:
            check_shown(game, after, seed)
    check_shown(game, after, seed)
    numbers["ended"], numbers["stopped"] = (int((after["over"] == how).sum()) for how in (ENDED, STOPPED))
    return numbers


def check_shown(game: arkade.Game, states: np.ndarray, seed: int) -> None:
    """Observations, results, what determinize may change."""
    check_hidden(game, states, seed)
    check_observations(game, states, "section 8")
    if game.options["mode"] == "competitive":
        check_results(game, states, "section 9")
    for reward in ("win", "rank", "margin"):
        results = game.returns(states, reward)
        live = (states["over"] == LIVE)[:, None]
        hold(game, states, (np.abs(results) <= 1) & ((results == 0) | ~live), f"section 9: {reward}")
        shared = (results == results[:, :1]) | (game.options["mode"] == "competitive")
        hold(game, states, shared, f"section 9: {reward} of a team is not shared")


@pytest.mark.fuzz
@pytest.mark.parametrize(("mode", "n"), SEATS, ids=IDS)
def test_invariants_hold_in_all_modes_and_variants(mode: str, n: int, fuzz_factor: int) -> None:
    variants = itertools.product((False, True), repeat=len(VARIANTS))
    for i, chosen in enumerate(variants):
        options: dict[str, Any] = dict(zip(VARIANTS, chosen), mode=mode, num_players=n, board=i % 2)
        game = arkade.make("hiddenark", max_rounds=4, **options)
        for seed in range(fuzz_factor):
            assert check_games(game, 6, seed, EAGER if i % 3 else ())["stopped"] == 6


@pytest.mark.fuzz
@pytest.mark.parametrize(("mode", "n"), SEATS, ids=IDS)
def test_invariants_hold_to_the_natural_end(mode: str, n: int, fuzz_factor: int) -> None:
    """With rescues, refills and a final round; every kind of decision is met."""
    game = arkade.make("hiddenark", mode=mode, num_players=n, max_rounds=150)
    for seed in range(fuzz_factor):
        numbers = check_games(game, 8, seed, EAGER)
        assert numbers["ended"] >= 2
        expected = {"setup", "opportunity", "choose", "main", "pay", "slot", "return", "overflow", "over"}
        expected |= {"flip"} if mode != "solo" else {"flip", "remove", "award", "block"}
        assert {name for name, found in numbers.items() if found} >= expected


@pytest.mark.fuzz
def test_invariants_hold_with_random_cards_and_maps(fuzz_factor: int, tmp_path: Path) -> None:
    for seed in range(len(SEATS) * fuzz_factor):
        mode, n = SEATS[seed % len(SEATS)]
        cards = random_cards(seed, tmp_path / "cards")
        game = arkade.make("hiddenark", mode=mode, num_players=n, max_rounds=6, cards=cards, uphill=seed % 2 == 0)
        check_games(game, 4, seed, EAGER)


def test_a_step_on_a_copy_gives_the_same() -> None:
    """I12: chance is in the record."""
    game = arkade.make("hiddenark", num_players=3, max_rounds=5, discovery=True)
    plays = random_play(game, dealt(game, 16, 3), seed=3)
    next(plays)  # the start
    for before, after, actions in plays:
        again = before.copy()
        game.step(again, actions)
        assert again.tobytes() == after.tobytes()


BREAKS = {
    "I1": lambda s: s["pool"].__setitem__((0, 0), s["pool"][0, 0] + 1),
    "I2": lambda s: s["undrawn"].__setitem__(0, 0),
    "I3": lambda s: s["esc_left"].__setitem__((0, 0), 9),
    "I4": lambda s: s["res"].__setitem__((0, 0, 0), 9),
    "I5": lambda s: s["loc_owner"].__setitem__((0, 3), 1),
    "I6": lambda s: s["sea_count"].__setitem__((0, 3), 1),
    "I7": lambda s: s["fish_vp"].__setitem__((0, 0), 1),
    "I8": lambda s: s["token_vp"].__setitem__((0, 0), 1),
    "I9": lambda s: s["refills_done"].__setitem__(0, 3),
    "D44": lambda s: s["phase"].__setitem__(0, Phase.OVER),
    "free_slots": lambda s: s["free_slots"].__setitem__((0, 0), 0),
    "free_locations": lambda s: s["free_locations"].__setitem__(0, 0),
    "held_bits": lambda s: s["held_bits"].__setitem__((0, 0), 4),
    "tiles_left": lambda s: s["tiles_left"].__setitem__(0, 9),
    "padding": lambda s: s["padding_54"].__setitem__((0, 0), 1),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_position_is_noticed(name: str) -> None:
    game = arkade.make("hiddenark", num_players=3)
    states = dealt(game, 1, seed=3)
    masks = game.legal(states)
    check_positions(game, states, masks)
    BREAKS[name](states)
    with pytest.raises(Broken, match=f"^{name}"):
        check_positions(game, states, masks)


COURSE = {
    "step_count": lambda s: s["step_count"].__setitem__(0, 9),
    "board": lambda s: s["board"].__setitem__(0, 1),
    "round": lambda s: s["round"].__setitem__(0, 0),
    "vp_left": lambda s: s["vp_left"].__setitem__(0, 1023),
    "I2": lambda s: s["fish_own"].__setitem__((0, 1), 0),
    "R40": lambda s: s["slot_token"].__setitem__((0, 1, 4), 5),
    "D43": lambda s: s["rng"].__setitem__(0, 5),
}


@pytest.mark.parametrize("name", COURSE)
def test_a_broken_course_is_noticed(name: str) -> None:
    game = arkade.make("hiddenark")
    position = {"stations": [["bahia"], ["perth"]], "own": [[], [7]], "slots": [{}, {4: "up_chem"}], "vp_taken": [1]}
    before, actions = game.from_dict(position), np.array([-1])
    after = before.copy()
    check_course(game, before, after, actions)
    COURSE[name](after)
    with pytest.raises(Broken, match=f"^{name}"):
        check_course(game, before, after, actions)
