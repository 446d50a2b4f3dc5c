"""Nobody sees what is hidden, and `determinize` deals it anew (RULES.md section 9)."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import arkade
from arkade.records import NONE
from biohack.record_invariants import bits, check_positions
from biohack_env.actions import SUBSETS
from biohack_env.components import CREATURES
from biohack_env.state import Node, Phase
from random_play import dealt, random_play

GAMES, POSITIONS = 32, 1_600
SETUPS: dict[str, dict[str, Any]] = {
    **{f"{n}p": {"num_players": n} for n in (2, 3, 4)},
    "3p-enclosure": {"num_players": 3, "enclosure": True, "board_side": "choose"},
    "solo": {"num_players": 1},
}
BUYING = ("deck", "keep", "create", "use_scientist", "experiment")
# `legal_bits` is the mask, which shows an own hand while creating; masks are compared below
HIDDEN = ("rng", "deck", "hand", "look", "loc_choice", "tile_deck", "solo_deck", "legal_bits", "legal_low")
HIDDEN_KEYS = {"rng", "deck", "deck_known", "hand", "look", "loc_choice", "tile_deck", "solo_deck"}


@functools.cache
def game_of(name: str) -> arkade.Game:
    return arkade.make("biohack", **SETUPS[name])


@functools.cache
def positions_of(name: str) -> np.ndarray:
    """Live positions from all parts of games: at random, and with many cards bought and creatures made."""
    game, kept = game_of(name), []
    for seed, prefer in ((11, ()), (12, BUYING)):
        wanted = [a for kind in prefer for a in game.actions.range(kind)]
        for _, states, _ in random_play(game, dealt(game, GAMES, seed), seed, wanted):
            kept.append(states[~game.over(states)].copy())
    states = np.concatenate(kept)
    rare = np.isin(states["node"], (Node.SELECT, Node.KEEP, Node.ALLOC)) | (states["sci_on"] == 1)
    chosen = np.random.default_rng(5).choice(np.flatnonzero(~rare), POSITIONS, replace=False)
    return np.concatenate([states[rare][:POSITIONS], states[np.sort(chosen)]])


def dealt_anew(states: np.ndarray, game: arkade.Game, player: int, seed: int = 0) -> np.ndarray:
    """The worlds that `player` thinks possible, one per position."""
    worlds = states.copy()
    game.determinize(worlds, np.full(len(worlds), player), arkade.deal_seeds(seed, np.zeros(len(worlds), np.int64)))
    return worlds


def every_player() -> Iterator[Any]:
    for name, options in SETUPS.items():
        yield from (pytest.param(name, p, id=f"{name}-player_{p}") for p in range(options["num_players"]))


def unknown_places(states: np.ndarray, player: int) -> np.ndarray:
    """Which places of the decks `player` does not know."""
    places = np.arange(states["deck"].shape[2])
    return (places < states["deck_len"][:, :, None]) & ~bits(states["deck_known"][:, player], len(places))


# --- the observer sees no difference ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "player"), list(every_player()))
def test_the_observer_sees_the_same(name: str, player: int) -> None:
    game, states = game_of(name), positions_of(name)
    worlds, players = dealt_anew(states, game, player), np.full(len(states), player)
    before, after = game.observe(states, players, np.uint8), game.observe(worlds, players, np.uint8)
    assert before.tobytes() == after.tobytes()
    own = states["current_player"] == player
    assert own.any() and game.legal(states)[own].tobytes() == game.legal(worlds)[own].tobytes()
    for field in states.dtype.names or ():
        assert field in HIDDEN or worlds[field].tobytes() == states[field].tobytes(), field
    creating = states["node"] == Node.CREATE  # else nobody's mask depends on what is hidden
    assert game.legal(states)[~creating].tobytes() == game.legal(worlds)[~creating].tobytes()


@pytest.mark.parametrize("name", SETUPS)
def test_public_keys_of_the_dictionary_stay(name: str) -> None:
    game, states = game_of(name), positions_of(name)[::60].copy()
    for player in range(game.num_players):
        for state, world in zip(np.split(states, len(states)), np.split(dealt_anew(states, game, player), len(states))):
            before, after = game.to_dict(state), game.to_dict(world)
            assert {key for key in before if before[key] != after[key]} <= HIDDEN_KEYS
            for key in ("hand", "loc_choice", "deck_known"):
                assert before[key][player] == after[key][player]
                assert list(map(len, before[key])) == list(map(len, after[key]))


# --- what is dealt anew is possible -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "player"), list(every_player()))
def test_worlds_are_possible_positions(name: str, player: int) -> None:
    game, states = game_of(name), positions_of(name)
    worlds = dealt_anew(states, game, player, seed=player)
    check_positions(game, worlds, game.legal(worlds))
    classes, recycled = game.tables["class_cards"][0], states["recycled"]
    for p in range(game.num_players):
        for cards in classes:
            for group in (cards & recycled, cards & ~recycled):
                counts = [bits(s["hand"][:, p] & group, CREATURES).sum(axis=1) for s in (states, worlds)]
                assert (counts[0] == counts[1]).all()
        assert (worlds["hand"][:, p] & states["hand_known"][:, p] == states["hand_known"][:, p]).all()
        sizes = [bits(s["loc_choice"][:, p], 5).sum(axis=1) for s in (states, worlds)]
        assert (sizes[0] == sizes[1]).all()
    assert (worlds["hand"][:, player] == states["hand"][:, player]).all()
    known = ~unknown_places(states, player)
    assert (worlds["deck"][known] == states["deck"][known]).all()
    for old, new in zip(states, worlds):
        assert sorted(old["tile_deck"][: old["tile_len"]]) == sorted(new["tile_deck"][: new["tile_len"]])
        assert (old["tile_deck"][old["tile_len"] :] == new["tile_deck"][new["tile_len"] :]).all()
        assert sorted(old["solo_deck"] // 3) == sorted(new["solo_deck"] // 3)
        assert (old["solo_deck"][: old["solo_pos"]] == new["solo_deck"][: new["solo_pos"]]).all()
    playing = worlds[:200].copy()
    game.playout(playing)
    assert game.over(playing).all()


def test_the_one_who_uses_the_scientist_has_a_card_that_it_helps() -> None:
    game = game_of("2p")
    position = {
        "node": "create",
        "stack": ["*create 2 0 biofarm"],
        "cur_space": "biofarm",
        "basic": {"biofarm": [1, 0]},
    }
    position |= {"hand": [[33, 2, 7], []], "genes": [[0, 0, 1, 1, 0, 0], [0] * 6], "locks": [1, 2], "create_left": 2}
    states = np.repeat(game.from_dict({**position, "sci_on": 1}), 400)
    worlds = dealt_anew(states, game, 1)
    assert game.legal(worlds).any(axis=1).all()
    assert len({int(hand) for hand in worlds["hand"][:, 0]}) > 100


# --- seeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETUPS)
def test_seeds_deal_worlds(name: str) -> None:
    game, states = game_of(name), positions_of(name)
    first, again, other = (dealt_anew(states, game, 0, seed) for seed in (3, 3, 4))
    assert first.tobytes() == again.tobytes()
    assert (first["deck"] != other["deck"]).any(axis=(1, 2)).mean() > 0.99
    assert (first["rng"] != other["rng"]).all() and (first["rng"] != states["rng"]).all()
    one_by_one = np.concatenate([dealt_anew(state, game, 0, 9) for state in np.split(states[:30], 30)])
    batch = states[:30].copy()
    game.determinize(batch, np.zeros(30, np.int64), np.repeat(arkade.deal_seeds(9, np.zeros(1, np.int64)), 30))
    assert batch.tobytes() == one_by_one.tobytes()


@pytest.mark.parametrize("name", ["2p", "4p", "solo"])
def test_the_seed_of_the_deal_does_not_deal_the_same(name: str) -> None:
    """Whoever knows the seed of a game must not find the true decks by using it again."""
    game, seeds = game_of(name), np.arange(300, dtype=np.uint64)
    states = game.new(len(seeds))
    game.reset(states, seeds)
    for _ in range(6):
        for player in range(game.num_players):
            worlds = states.copy()
            game.determinize(worlds, np.full(len(seeds), player), seeds)
            for rng in (seeds, states["rng"]):
                assert (worlds["rng"] != rng).all()
            same = (worlds["deck"][:, 0, :12] == states["deck"][:, 0, :12]).mean()
            assert same < 0.1  # 1 of 16 cards by chance
        game.step(states, game.legal(states).argmax(axis=1))


# --- no more like the truth than chance -------------------------------------------------------------------------------


def agrees_with_chance(hits: float, tries: float, chance: float, sigmas: float = 4.5) -> bool:
    """Is the number of hits what independent tries give?"""
    return abs(hits - tries * chance) <= sigmas * math.sqrt(tries * chance * (1 - chance)) + 1


@pytest.mark.parametrize("player", range(4))
def test_the_dealt_decks_are_the_true_ones_no_more_often_than_chance(player: int) -> None:
    game, states = game_of("4p"), positions_of("4p")
    states = states[(states["recycled"] == 0) & (states["sci_on"] == 0) & (states["alloc_card"] == NONE)]
    worlds = dealt_anew(states, game, player, seed=21)
    hits, expected, places = 0.0, 0.0, 0
    for c, cards in enumerate(game.tables["class_cards"][0]):
        unknown = unknown_places(states, player)[:, c]
        hidden = [p for p in range(4) if p != player]
        in_hands = sum(bits(states["hand"][:, p] & ~states["hand_known"][:, p] & cards, 48).sum(axis=1) for p in hidden)
        looked = (states["look_class"] == c) & (states["current_player"] != player)
        pool = unknown.sum(axis=1) + in_hands + 2 * looked
        hits += ((states["deck"][:, c] == worlds["deck"][:, c]) & unknown).sum()
        expected += (unknown.sum(axis=1) / np.maximum(1, pool)).sum()
        places += unknown.sum()
    assert agrees_with_chance(hits, places, expected / places)


def test_hands_are_dealt_evenly() -> None:
    """A card that was bought from a deck in secret may be any that is not seen; so may the one under the deck."""
    game, times = game_of("4p"), 8_000
    position = {"at_public": {"basement": [0, 1, 2, 3]}, "coins": [40] * 4}
    state = game.from_dict(position)
    for action in ("retrieve", "deck", "keep", "deck", "keep"):
        params = {"retrieve": {"location": 4}, "deck": {"creature_class": 1}, "keep": {"card": 0}}[action]
        game.step(state, game.actions.encode(action, **params))
    worlds = dealt_anew(np.repeat(state, times), game, 2, seed=1)
    unseen = set(range(24, 36))
    for card in range(48):
        held = (worlds["hand"][:, 0] >> card & 1).sum()
        under = (worlds["deck"][:, 1, 0] == card).sum()
        assert held == under == 0 if card not in unseen else agrees_with_chance(held, times, 2 / 12)
        assert card not in unseen or agrees_with_chance(under, times, 1 / 12)
    own = dealt_anew(np.repeat(state, times), game, 0, seed=1)
    assert (own["hand"][:, 0] == state["hand"][0, 0]).all() and (own["deck"][:, 1, :2] == state["deck"][0, 1, :2]).all()


def test_choices_of_locations_are_dealt_evenly() -> None:
    game, times = game_of("3p"), 6_000
    state = game.from_dict(
        {
            "node": "select",
            "phase": "planning",
            "loc_choice": [["mountain", "river", "bank"], [], []],
            "current_player": 1,
        }
    )
    worlds = dealt_anew(np.repeat(state, times), game, 1, seed=1)
    for subset in SUBSETS[15:]:
        assert agrees_with_chance((worlds["loc_choice"][:, 0] == subset).sum(), times, 0.1)
    assert (dealt_anew(np.repeat(state, 50), game, 0)["loc_choice"] == state["loc_choice"]).all()


def test_solo_cards_are_dealt_evenly() -> None:
    """The top card keeps its location; each police side is as likely, and any order of the locations to come."""
    game, times = game_of("solo"), 6_000
    state = game.from_dict({"solo_deck": [0, 4, 8, 9, 12], "solo_pos": 2})
    worlds = dealt_anew(np.repeat(state, times), game, 0, seed=1)
    decks = worlds["solo_deck"]
    assert (decks[:, :2] == [0, 4]).all()
    for card in range(6, 9):
        assert agrees_with_chance((decks[:, 2] == card).sum(), times, 1 / 3)
    for card in range(9, 15):
        for place in (3, 4):
            assert agrees_with_chance((decks[:, place] == card).sum(), times, 1 / 6)


# --- hidden fields and the observation --------------------------------------------------------------------------------


def scrambled(game: arkade.Game, states: np.ndarray, player: int, random: np.random.Generator) -> np.ndarray:
    """What `player` cannot see, changed without `determinize`: possible or not."""
    changed, classes = states.copy(), game.tables["class_cards"][0]
    changed["rng"] = random.integers(2**63, size=len(states), dtype=np.uint64)
    unknown = unknown_places(states, player)
    for s, places in zip(changed, unknown):
        for c, cards in enumerate(classes):
            own = [card for card in range(48) if cards >> card & 1]
            s["deck"][c][places[c]] = random.choice(own, places[c].sum())
            for p in range(game.num_players):
                secret = int(s["hand"][p] & ~s["hand_known"][p] & cards)
                if p != player and secret:
                    spare = [card for card in own if not s["hand_known"][p] >> card & 1]
                    new = random.choice(spare, secret.bit_count(), replace=False)
                    s["hand"][p] = int(s["hand"][p]) & ~secret | sum(1 << int(card) for card in new)
            if s["look_class"] == c and s["current_player"] != player:
                s["look"] = random.choice(own, 2)
        for p in range(game.num_players):
            if p != player:
                s["loc_choice"][p] = random.choice(SUBSETS)
        s["tile_deck"][: s["tile_len"]] = random.permutation(s["tile_deck"][: s["tile_len"]])
        later = s["solo_deck"][s["solo_pos"] + 1 :]
        later[:] = random.integers(15, size=len(later))
        if s["current_player"] != player:
            s["legal_low"], s["legal_bits"] = random.integers(2**58, size=2)
    return changed


@pytest.mark.parametrize(("name", "player"), list(every_player()))
def test_hidden_fields_do_not_reach_the_observation(name: str, player: int) -> None:
    game, states = game_of(name), positions_of(name)[::3].copy()
    changed = scrambled(game, states, player, np.random.default_rng(player))
    players = np.full(len(states), player)
    before, after = game.observe(states, players, np.uint8), game.observe(changed, players, np.uint8)
    assert before.tobytes() == after.tobytes()
    if game.num_players > 1:  # nor the value that the player sees
        assert (game.evaluate(states, players) == game.evaluate(changed, players)).all()


def test_what_the_observer_may_see_does_reach_the_observation() -> None:
    """The own hand, choice, cards looked at and places in a deck: else the tests above could not fail."""
    game, states = game_of("2p"), positions_of("2p").copy()
    players = states["current_player"].astype(np.int64)
    rows = np.arange(len(states))
    before = game.observe(states, players, np.uint8)
    for change, when in _visible_changes(states, players, rows):
        changed = states.copy()
        change(changed)
        differs = (game.observe(changed, players, np.uint8) != before).any(axis=1)
        assert when.any() and (differs == when).all()


def _visible_changes(states: np.ndarray, players: np.ndarray, rows: np.ndarray) -> Iterator[tuple[Any, np.ndarray]]:
    def hand(s: np.ndarray) -> None:
        s["hand"][rows, players] ^= 1 << 40

    def look(s: np.ndarray) -> None:
        s["look"][s["node"] == Node.KEEP] = s["look"][s["node"] == Node.KEEP][:, ::-1]

    def choice(s: np.ndarray) -> None:
        s["loc_choice"][s["phase"] == Phase.PLANNING] ^= 3

    yield hand, np.full(len(rows), True)
    yield look, states["node"] == Node.KEEP
    yield choice, states["phase"] == Phase.PLANNING
