"""The observation is what RULES.md section 7 says, for every player, at any position; and nothing hidden is in it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

import arkade
from enclosure.observation_writing import Table
from enclosure.random_cards import random_cards
from enclosure.starts import late_position
from enclosure_env.blocks import FEATURE_BOUNDS, GROUPS, LAYOUT, starts
from random_play import dealt, random_play

SIZES = {"players": 576, "research": 832, "displays": 468, "publics": 110, "unseen": 48, "global": 27}
EAGER = ("complete", "claim_private", "claim_public")


def check(game: arkade.Game, states: np.ndarray, row: int) -> None:
    """Every player's raw observation of a row, number by number."""
    state = states[row : row + 1]
    table = Table(game.cards, game.to_dict(state))
    for p in range(game.num_players):
        seen, wanted = game.observe(state, p, np.uint8)[0], np.array(table.observation(p))
        assert seen.shape == wanted.shape
        for at in np.flatnonzero(seen != wanted):
            block = next(name for name, place in LAYOUT.slices.items() if place.start <= at < place.stop)
            where = f"element {at - LAYOUT.start(block)} of block {block!r}"
            raise AssertionError(f"{where} for player {p} is {seen[at]}, not {wanted[at]}: {table.position}")


def check_games(game: arkade.Game, start: np.ndarray, seed: int, every: int) -> None:
    choices, prefer = random.Random(seed), [a for kind in EAGER for a in game.actions.range(kind)]
    for step, (_, states, _) in enumerate(random_play(game, start, seed, prefer)):
        if step % every == 0:
            check(game, states, choices.randrange(len(states)))
    for row in range(len(states)):
        check(game, states, row)


def test_the_layout_is_that_of_the_rules() -> None:
    assert LAYOUT.size == 2061 == sum(SIZES.values())
    assert {name: place.stop - place.start for name, place in LAYOUT.slices.items()} == SIZES
    assert LAYOUT.blocks["players"].shape == (4, 144) and LAYOUT.blocks["publics"].shape == (5, 22)
    assert LAYOUT.blocks["research"].shape == (16, 52) and LAYOUT.blocks["displays"].shape == (9, 52)
    for name, group in GROUPS.items():
        assert starts(name)[0] == LAYOUT.start(name) and group.starts()[0] == 0


@pytest.mark.fuzz
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_number_of_random_games(num_players: int, fuzz_factor: int) -> None:
    game = arkade.make("enclosure", num_players=num_players, max_rounds=30)
    for seed in range(fuzz_factor):
        check_games(game, dealt(game, 8, seed), seed, every=2)


@pytest.mark.fuzz
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_every_number_near_the_end(num_players: int, fuzz_factor: int) -> None:
    game = arkade.make("enclosure", num_players=num_players)
    for seed in range(fuzz_factor):
        choices = random.Random(seed)
        positions = [late_position(choices, game.cards, num_players, 60) for _ in range(16)]
        start = np.concatenate([game.from_dict(position) for position in positions])
        for row in range(len(start)):
            check(game, start, row)
        check_games(game, start, seed, every=2)


@pytest.mark.fuzz
def test_every_number_with_other_cards(fuzz_factor: int, tmp_path: Path) -> None:
    """Counts above their bounds are cut."""
    for seed in range(10 * fuzz_factor):
        cards = random_cards(seed, tmp_path / "cards")
        game = arkade.make("enclosure", num_players=2 + seed % 3, max_rounds=15, cards=cards)
        check_games(game, dealt(game, 4, seed), seed, every=3)


def test_every_number_is_written_whatever_was_there() -> None:
    game = arkade.make("enclosure", num_players=3)
    states = dealt(game, 1, seed=5)
    out = np.full((1, game.observation_size), 255, np.uint8)
    assert (game.observe(states, 1, np.uint8, out=out) == game.observe(states, 1, np.uint8)).all()


def test_nothing_is_cut_with_the_house_set_but_the_rounds() -> None:
    """With 11 completed cards and 4 more completed at once, all five public milestones, and every tag."""
    cards = arkade.make("enclosure").cards
    ep, public_ep = (sorted((card.ep for card in kind), reverse=True) for kind in (cards.research, cards.public))
    tags = [
        np.sum([getattr(card, kind) for card in cards.research], axis=0) for kind in ("creature_tags", "habitat_tags")
    ]
    most = [("EP of research cards", sum(ep[:15])), ("EP of public milestones", sum(public_ep[:5]))]
    most += [
        ("EP of the private milestone, if completed", max(tags[0])),
        ("score", sum(ep[:15]) + sum(public_ep[:5]) + max(tags[0])),
    ]
    bounds = GROUPS["players"].parts
    assert all(number <= bounds[words][1] for words, number in most)
    assert tags[0].max() <= FEATURE_BOUNDS[0] and tags[1].max() <= FEATURE_BOUNDS[6]


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_the_order_of_the_decks_is_hidden(num_players: int) -> None:
    game = arkade.make("enclosure", num_players=num_players)
    states = dealt(game, 64, seed=2)
    game.rollout(states, 40)
    others = states.copy()
    for state in others:
        for start, count in zip((0, 36), state["deck_count"]):
            state["deck"][start : start + count] = state["deck"][start : start + count][::-1].copy()
    others["rng"] ^= np.uint64(1)
    for p in range(num_players):
        players = np.full(64, p)
        assert (game.observe(others, players) == game.observe(states, players)).all()
