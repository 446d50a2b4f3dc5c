"""Nobody sees what is hidden, and `determinize` deals it anew (RULES.md section 8)."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import arkade
from arkade.records import NONE
from random_play import dealt, random_play
from replicants.invariants import check_positions
from replicants_env.state import DEAL, FIELD_CARDS, Step

GAMES, POSITIONS = 40, 2_400
SETUPS = [(n, usc) for n in range(2, 7) for usc in (False, True)]
IDS = [f"{n}p-{'usc' if usc else 'core'}" for n, usc in SETUPS]
# `legal_bits` is the mask, which shows an own choice until the reveal; masks are compared below
HIDDEN = ("rng", "deck", "field_deck", "setup_hand", "setup_l4", "setup_disc", "own_discard", "legal_bits")
HIDDEN_KEYS = {"rng", "deck", "field_deck", "setup_hand", "setup_l4", "setup_discard", "own_discard", "stack_field"}


@functools.cache
def game_of(num_players: int, usc: bool) -> arkade.Game:
    return arkade.make("replicants", num_players=num_players, usc=usc)


@functools.cache
def positions_of(num_players: int, usc: bool) -> np.ndarray:
    """Live positions from all parts of random games: all of setup, and some of everything later."""
    game, kept = game_of(num_players, usc), []
    for _, states, _ in random_play(game, dealt(game, GAMES, seed=11), seed=11):
        kept.append(states[~game.over(states)].copy())
    setup = np.concatenate(kept[: 2 * num_players])
    later = np.concatenate(kept[2 * num_players :])
    chosen = np.random.default_rng(5).choice(len(later), POSITIONS - len(setup), replace=False)
    return np.concatenate([setup, later[np.sort(chosen)]])


def dealt_anew(states: np.ndarray, game: arkade.Game, player: int, seed: int = 0) -> np.ndarray:
    """The worlds that `player` thinks possible, one per position."""
    worlds = states.copy()
    game.determinize(worlds, np.full(len(worlds), player), arkade.deal_seeds(seed, np.zeros(len(worlds), np.int64)))
    return worlds


def choosing(states: np.ndarray) -> np.ndarray:
    """Before the reveal?"""
    return states["setup_hand"][:, 0, 0] != NONE


def every_player() -> Iterator[Any]:
    for (n, usc), name in zip(SETUPS, IDS, strict=True):
        yield from (pytest.param(n, usc, player, id=f"{name}-player_{player}") for player in range(n))


# --- the observer sees no difference ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "usc", "player"), list(every_player()))
def test_the_observer_sees_the_same(num_players: int, usc: bool, player: int) -> None:
    game, states = game_of(num_players, usc), positions_of(num_players, usc)
    worlds, players = dealt_anew(states, game, player), np.full(len(states), player)
    before, after = game.observe(states, players, np.uint8), game.observe(worlds, players, np.uint8)
    assert before.tobytes() == after.tobytes()
    own = states["current_player"] == player
    assert own.any() and game.legal(states)[own].tobytes() == game.legal(worlds)[own].tobytes()
    for name in states.dtype.names or ():
        assert name in HIDDEN or worlds[name].tobytes() == states[name].tobytes(), name
    revealed = ~choosing(states)  # after the reveal nobody's mask depends on what is hidden
    assert game.legal(states)[revealed].tobytes() == game.legal(worlds)[revealed].tobytes()


@pytest.mark.parametrize(("num_players", "usc"), SETUPS, ids=IDS)
def test_public_keys_of_the_dictionary_stay(num_players: int, usc: bool) -> None:
    game, states = game_of(num_players, usc), positions_of(num_players, usc)[::40].copy()
    for player in range(num_players):
        for state, world in zip(np.split(states, len(states)), np.split(dealt_anew(states, game, player), len(states))):
            before, after = game.to_dict(state), game.to_dict(world)
            changed = {key for key in before if before[key] != after[key]}
            assert changed <= HIDDEN_KEYS
            for key in ("setup_hand", "setup_l4", "setup_discard", "own_discard"):
                if before[key] is not None:
                    assert before[key][player] == after[key][player]
                    assert [entry is None for entry in before[key]] == [entry is None for entry in after[key]]


# --- what is dealt anew is possible -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "usc"), SETUPS, ids=IDS)
def test_worlds_are_possible_positions(num_players: int, usc: bool) -> None:
    game, states = game_of(num_players, usc), positions_of(num_players, usc)
    for player in range(num_players):
        worlds = dealt_anew(states, game, player, seed=player)
        check_positions(game, worlds, game.legal(worlds))
        check_dealt_cards(states, worlds, player)
        check_discards(states, worlds, num_players, player)
        playing = worlds[:200].copy()
        game.playout(playing)
        assert game.over(playing).all()


def check_dealt_cards(states: np.ndarray, worlds: np.ndarray, player: int) -> None:
    """Drawn cards stay, undrawn field cards are the same set; the own hand and choices stay, hands are sorted."""
    for before, after in zip(states, worlds):
        top, end = before["deck_pos"], before["deck_len"]
        assert (after["deck"][:top] == before["deck"][:top]).all() and (after["deck"][end:] == NONE).all()
        assert sorted(after["field_deck"]) == sorted(before["field_deck"])
        assert (after["field_deck"][: before["field_pos"]] == NONE).all()
    for name in ("setup_hand", "setup_l4", "setup_disc", "own_discard"):
        assert (worlds[name][:, player] == states[name][:, player]).all(), name
        assert ((worlds[name] == NONE) == (states[name] == NONE)).all(), name
    hands = worlds["setup_hand"][choosing(states)]
    assert (np.diff(hands[hands[:, :, 0] != NONE], axis=1) > 0).all()
    chosen = (worlds["setup_disc"] != NONE) & (worlds["setup_disc"] == worlds["setup_l4"])
    assert not chosen.any()


def check_discards(states: np.ndarray, worlds: np.ndarray, n: int, player: int) -> None:
    """The discards are the last n cards: the observer's own among them, the others' are the rest (D13)."""
    for before, after in zip(states, worlds):
        if before["own_discard"][player] == NONE:
            continue
        last = after["deck"][after["deck_len"] - n : after["deck_len"]].tolist()
        assert sorted(after["own_discard"][:n].tolist()) == sorted(last)
        drawn = before["deck_pos"] - (before["deck_len"] - n)
        if drawn > 0:  # who drew them saw them
            assert last[:drawn] == before["deck"][before["deck_len"] - n : before["deck_pos"]].tolist()


def test_discards_that_were_drawn_stay_where_they_lie() -> None:
    """With a deck that is nearly used up, some of the last n cards lie in rows already."""
    game = game_of(2, False)
    reps = [["Quartet@4", "Haggler@1", "Shortcut@1"], ["Monument Bloom@4", "Arc Oracle@3", "Enlightenment@1"]]
    deck = {"drawn": ["Haggler", "Enlightenment"], "deck": ["Underdog"], "own_discard": ["Enlightenment", "Underdog"]}
    state = game.from_dict({"at": "drone", "x": "NP", "y": "NPHS", "reps": reps, **deck})
    for seed in range(20):
        for player in range(2):
            world = state.copy()
            game.determinize(world, player, seed)
            again = game.to_dict(world)
            assert (again["deck"], again["drawn"]) == (["Underdog"], ["Haggler", "Enlightenment"])
            assert again["own_discard"] == ["Enlightenment", "Underdog"]


# --- seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("num_players", "usc"), SETUPS, ids=IDS)
def test_seeds_deal_worlds(num_players: int, usc: bool) -> None:
    game, states = game_of(num_players, usc), positions_of(num_players, usc)
    first, again, other = (dealt_anew(states, game, 1, seed) for seed in (3, 3, 4))
    assert first.tobytes() == again.tobytes()
    decks = (first["deck"] != other["deck"]).any(axis=1)
    assert decks.all() or (states["deck_len"] - states["deck_pos"])[~decks].max() < 6
    assert (first["rng"] != other["rng"]).all() and (first["rng"] != states["rng"]).all()
    one_by_one = np.concatenate([dealt_anew(state, game, 1, 9) for state in np.split(states[:30], 30)])
    seeds = np.repeat(arkade.deal_seeds(9, np.zeros(1, np.int64)), 30)
    batch = states[:30].copy()
    game.determinize(batch, np.ones(30, np.int64), seeds)
    assert batch.tobytes() == one_by_one.tobytes()


@pytest.mark.parametrize("num_players", [2, 6])
def test_the_seed_of_the_deal_does_not_deal_the_same(num_players: int) -> None:
    """Whoever knows the seed of a game must not find the true deck by using it again."""
    game, seeds = game_of(num_players, False), np.arange(500, dtype=np.uint64)
    states = game.new(len(seeds))
    game.reset(states, seeds)
    for _ in range(2 * num_players):  # at the deal, at every choice of setup, and after the reveal
        for player in range(num_players):
            worlds = states.copy()
            game.determinize(worlds, np.full(len(seeds), player), seeds)
            for rng in (seeds, states["rng"]):
                assert (worlds["rng"] != rng).all()
            assert (worlds["deck"] != states["deck"]).any(axis=1).all()
            same = (worlds["deck"] == states["deck"])[:, :30].mean()
            assert same < 0.04  # 1 of about 50 cards by chance
        game.step(states, game.legal(states).argmax(axis=1))


# --- no more like the truth than chance -------------------------------------------------------------------------------


def agrees_with_chance(hits: float, tries: float, chance: float, sigmas: float = 4.5) -> bool:
    """Is the number of hits what independent tries give?"""
    return abs(hits - tries * chance) <= sigmas * math.sqrt(tries * chance * (1 - chance)) + 1


@pytest.mark.parametrize("player", range(4))
def test_the_dealt_deck_is_the_true_one_no_more_often_than_chance(player: int) -> None:
    game, states = game_of(4, False), positions_of(4, False)
    states = states[~choosing(states)]
    worlds = dealt_anew(states, game, player, seed=21)
    hits, expected, places = 0.0, 0.0, 0
    for before, after in zip(states, worlds):
        top, end, own = int(before["deck_pos"]), int(before["deck_len"]), before["own_discard"][player]
        others = [i for i in range(top, end) if before["deck"][i] != own]
        hits += sum(before["deck"][i] == after["deck"][i] for i in others)
        expected += len(others) / max(1, end - top)
        places += len(others)
    assert agrees_with_chance(hits, places, expected / places)
    field = [(b["field_deck"][b["field_pos"] :], a["field_deck"][b["field_pos"] :]) for b, a in zip(states, worlds)]
    shares = [sum((x == kind).mean() ** 2 for kind in range(4)) for x, _ in field]
    same = [(x == y).mean() for x, y in field]
    assert abs(np.mean(same) - np.mean(shares)) < 0.02


def test_hands_and_choices_of_setup_are_dealt_evenly() -> None:
    """Seat 2 looks when the others have chosen or not: every unseen card is as likely in every unseen place."""
    game, times = game_of(4, False), 8_000
    state = game.new(1)
    game.reset(state, 77)
    for action in (2, 5, 4, 8):  # seats 0 and 1 choose
        game.step(state, action)
    worlds = dealt_anew(np.repeat(state, times), game, 2, seed=1)
    own = set(state["setup_hand"][0, 2].tolist())
    hands = np.stack([worlds["setup_hand"][:, p] for p in (0, 1, 3)])
    for card in range(60):
        for hand in hands:
            held = (hand == card).any(axis=1).sum()
            assert held == 0 if card in own else agrees_with_chance(held, times, DEAL / 55)
        on_top = (worlds["deck"][:, 0] == card).sum()
        assert on_top == 0 if card in own else agrees_with_chance(on_top, times, 1 / 55)
    for p in (0, 1):
        for index in range(DEAL):
            assert agrees_with_chance((worlds["setup_l4"][:, p] == index).sum(), times, 1 / DEAL)
            assert agrees_with_chance((worlds["setup_disc"][:, p] == index).sum(), times, 1 / DEAL)


def test_the_last_cards_of_the_deck_are_dealt_evenly() -> None:
    """The own discard lies anywhere among the last n; any unseen card may be another player's discard."""
    game, times, n = game_of(4, False), 8_000, 4
    state = game.new(1)
    game.reset(state, 78)
    while state["drones_placed"][0] == 0:
        game.step(state, int(game.legal(state)[0].argmax()))
    worlds = dealt_anew(np.repeat(state, times), game, 1, seed=1)
    own, end = int(state["own_discard"][0, 1]), int(state["deck_len"][0])
    unseen = set(state["deck"][0, state["deck_pos"][0] : end].tolist()) - {own}
    for place in range(n):
        assert agrees_with_chance((worlds["deck"][:, end - n + place] == own).sum(), times, 1 / n)
    for p in (0, 2, 3):
        for card in unseen:
            assert agrees_with_chance((worlds["own_discard"][:, p] == card).sum(), times, 1 / len(unseen))
    for card in unseen:
        on_top = (worlds["deck"][:, state["deck_pos"][0]] == card).sum()
        assert agrees_with_chance(on_top, times, 1 / len(unseen))


# --- hidden fields and the observation --------------------------------------------------------------------------------


def scrambled(states: np.ndarray, player: int, num_players: int, random: np.random.Generator) -> np.ndarray:
    """What `player` cannot see, changed without `determinize`: possible or not."""
    changed = states.copy()
    changed["rng"] = random.integers(2**63, size=len(states), dtype=np.uint64)
    for s in changed:
        top, end, field = int(s["deck_pos"]), int(s["deck_len"]), int(s["field_pos"])
        s["deck"][top:end] = random.permutation(s["deck"][top:end])
        s["field_deck"][field:] = random.permutation(s["field_deck"][field:])
        for p in range(num_players):
            if p == player:
                continue
            if s["setup_hand"][p, 0] != NONE:
                s["setup_hand"][p] = np.sort(random.choice(60, DEAL, replace=False))
                s["setup_l4"][p], s["setup_disc"][p] = random.integers(NONE, DEAL, size=2)
            if s["own_discard"][p] != NONE:
                s["own_discard"][p] = random.integers(60)
    return changed


@pytest.mark.parametrize(("num_players", "usc", "player"), list(every_player()))
def test_hidden_fields_do_not_reach_the_observation(num_players: int, usc: bool, player: int) -> None:
    game, states = game_of(num_players, usc), positions_of(num_players, usc)[::3].copy()
    changed = scrambled(states, player, num_players, np.random.default_rng(player))
    players = np.full(len(states), player)
    before, after = game.observe(states, players, np.uint8), game.observe(changed, players, np.uint8)
    assert before.tobytes() == after.tobytes()


def test_what_the_observer_may_see_does_reach_the_observation() -> None:
    """The own hand and choices, and the own discard: else the tests above could not fail."""
    game = game_of(3, False)
    states = positions_of(3, False)
    hands = states[choosing(states)][:50]
    other = hands.copy()
    other["setup_hand"][:, 1] = [1, 2, 3, 4, 5]
    assert seen_differently(game, hands, other, player=1) and not seen_differently(game, hands, other, player=0)
    later = states[(states["step"] == Step.DRONE) & (states["deck_pos"] == 0)][:50]
    other = later.copy()
    other["own_discard"][:, 1] = later["deck"][:, 0]
    assert seen_differently(game, later, other, player=1) and not seen_differently(game, later, other, player=2)
    other = later.copy()
    other["field_pos"] = FIELD_CARDS
    other["field_deck"] = NONE
    assert seen_differently(game, later, other, player=0)  # how many of each kind are undealt is known


def seen_differently(game: arkade.Game, states: np.ndarray, others: np.ndarray, player: int) -> bool:
    players = np.full(len(states), player)
    return bool((game.observe(states, players) != game.observe(others, players)).any(axis=1).all())
