"""Nothing is hidden but what chance will bring: search in a determinized world learns nothing of it (D2, D43)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import arkade
from arkade_agents.greedy import GreedyAgent
from hiddenark.lockstep import SEATS
from random_play import dealt

S0: dict[str, Any] = {"stations": [["bahia"], ["perth"]], "vessels": [["bahia"], ["perth"]]}
IDS = [f"{mode}-{n}p" for mode, n in SEATS]


def some(mode: str, n: int, rows: int = 64, steps: int = 60) -> tuple[arkade.Game, np.ndarray]:
    game = arkade.make("hiddenark", mode=mode, num_players=n, discovery=True)
    states = dealt(game, rows, seed=n)
    game.rollout(states, steps, seed=n)
    return game, states


@pytest.mark.parametrize(("mode", "n"), SEATS, ids=IDS)
def test_determinize_changes_the_generator_alone(mode: str, n: int) -> None:
    game, states = some(mode, n)
    for player in range(n):
        worlds, players = states.copy(), np.full(len(states), player)
        game.determinize(worlds, players, np.arange(len(states)))
        assert (worlds["rng"] != states["rng"]).all() and len(set(worlds["rng"].tolist())) == len(states)
        worlds["rng"] = states["rng"]
        assert worlds.tobytes() == states.tobytes()


@pytest.mark.parametrize(("mode", "n"), SEATS, ids=IDS)
def test_nothing_that_is_shown_depends_on_the_generator(mode: str, n: int) -> None:
    game, states = some(mode, n)
    others = states.copy()
    others["rng"] = ~others["rng"]
    assert (game.legal(others) == game.legal(states)).all()
    for player in range(n):
        players = np.full(len(states), player)
        assert (game.observe(others, players, np.uint8) == game.observe(states, players, np.uint8)).all()
        assert (game.evaluate(others, players) == game.evaluate(states, players)).all()


def worlds_of(game: arkade.Game, position: dict[str, Any], action: int, n: int = 4_000) -> np.ndarray:
    """A position in `n` worlds that its player takes for possible, after an action."""
    worlds = np.repeat(game.from_dict(position), n)
    game.determinize(worlds, np.zeros(n, np.int64), np.arange(n))
    game.step(worlds, np.full(n, action))
    return worlds


def check_uniform(values: np.ndarray, shares: dict[int, float]) -> None:
    """Each value occurs about as often as its share says, five standard deviations allowed."""
    assert set(values.tolist()) == set(shares)
    for value, share in shares.items():
        assert abs((values == value).mean() - share) < 5 * (share * (1 - share) / len(values)) ** 0.5, value


def test_a_facedown_token_is_any_of_the_pool() -> None:
    """A token flipped down as well (D3)."""
    game = arkade.make("hiddenark")
    pool = {"tech3": 3, "marine3": 1, "money3": 4}
    face_up = ["cons3", "chem3", "any2", "once_move3", "up_chem"]
    position = S0 | {"phase": "opportunity", "face_up": face_up, "pool": pool}
    worlds = worlds_of(game, position, game.actions.start("take_blind"))
    before = game.from_dict(position)["pool"][0].astype(int)
    drawn = (before - worlds["pool"]).argmax(axis=1)
    kinds = game.cards.token_ids
    check_uniform(drawn, {kinds["tech3"]: 3 / 8, kinds["marine3"]: 1 / 8, kinds["money3"]: 4 / 8})
    flip = game.actions.encode("discard_face_up", place=0)
    game.step(worlds, np.full(len(worlds), flip))
    assert (worlds["pool"][:, kinds["cons3"]] == 1).all()


def test_a_facedown_tile_is_any_of_its_colour_that_nobody_has_seen() -> None:
    game = arkade.make("hiddenark", discovery=True)
    fish = {1: "facedown", 3: 2, 4: "facedown"}
    position = S0 | {"fish": fish, "own": [[0], [5]], "row": "operation"}
    worlds = worlds_of(game, position, game.actions.encode("investigate", space=1))
    check_uniform(worlds["fish_at"][:, 1], {1: 1 / 3, 3: 1 / 3, 4: 1 / 3})
    assert (worlds["fish_at"][:, 4] == -2).all()


def test_a_new_tile_and_a_new_display_are_drawn_anew_in_each_world() -> None:
    """A refill that the player to act brings about."""
    game = arkade.make("hiddenark")
    fish = {0: 24, 1: 0, 2: 12, 3: 1, 5: 18, 6: 7, 7: 13}
    position = {"stations": [["zanzibar"], ["perth"]], "vessels": [[[4, 8]], ["perth"]], "res": [[8, 8, 8, 8, 10]]}
    position |= {"fish": fish, "face_up": ["cons3"] * 4, "pool": {"marine3": 30, "tech3": 30}, "row": "operation"}
    worlds = worlds_of(game, position, game.actions.encode("rescue", vessel=0))
    assert (worlds["refills_done"] == 1).all()
    check_uniform(worlds["fish_at"][:, 4], dict.fromkeys((6, 8, 9, 10, 11), 1 / 5))
    assert len({row.tobytes() for row in worlds["face_up"]}) == 2**4


@pytest.mark.parametrize(("mode", "n"), SEATS, ids=IDS)
def test_greedy_plays_the_same_whatever_will_be_drawn(mode: str, n: int) -> None:
    game, states = some(mode, n)
    live = states[~game.over(states)]
    agent, players = GreedyAgent(), game.current_player(live)
    actions = agent.act(game, live, players)
    others = live.copy()
    others["rng"] = ~others["rng"]
    assert (agent.act(game, others, players) == actions).all()
