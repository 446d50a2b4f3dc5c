"""Random card sets and maps: valid, wide, and read alike by the loader and by the referee."""

from __future__ import annotations

from pathlib import Path

import pytest

from hiddenark.random_cards import random_cards
from hiddenark_env.card_set import FILES, HOUSE, Map, load_cards
from hiddenark_env.components import DIRECTIONS, EFFECTS
from referee import hiddenark_cards


def test_random_sets_are_valid_and_use_what_is_allowed(tmp_path: Path) -> None:
    sets = [load_cards(random_cards(seed, tmp_path / str(seed))) for seed in range(40)]
    assert {len(cards.maps) for cards in sets} == {1, 2, 3, 4}
    tokens = [token for cards in sets for token in cards.tokens]
    assert {token.token_class for token in tokens} == {"once", "upgrade", "instant"}
    assert max(amount for token in tokens for amount in token.effect) > 15
    assert all(any(token.effect[i] for token in tokens) for i in range(len(EFFECTS)))
    assert {tile.need_stations for cards in sets for tile in cards.tiles} == {0, 1, 2, 3, 4}
    assert {len(row) for cards in sets for row in cards.board.slot_cost} == {0, 1, 2, 3, 4}
    maps = [one for cards in sets for one in cards.maps]
    assert {len(one.vp) for one in maps} == set(range(11))
    assert any(set(one.arrows) & set(one.fish) for one in maps)


def test_the_same_seed_gives_the_same_files(tmp_path: Path) -> None:
    a, b = (random_cards(3, tmp_path / name) for name in ("a", "b"))
    files = sorted(path.relative_to(a) for path in a.rglob("*") if path.is_file())
    assert files == sorted(path.relative_to(b) for path in b.rglob("*") if path.is_file())
    assert len(files) > len(FILES)
    assert all((a / file).read_bytes() == (b / file).read_bytes() for file in files)


def check_map(one: Map, other: hiddenark_cards.Map) -> None:
    """Compare a map with what the referee read."""
    assert (one.name, list(one.sea), list(one.locations)) == (other.name, other.sea, other.locations)
    steps = {
        (place, direction): one.sea[step]
        for place, neighbours in zip(one.sea, one.neighbours)
        for direction, step in zip(DIRECTIONS, neighbours)
        if step != -1
    }
    assert steps == other.steps
    assert {name: one.sea[space] for name, space in zip(one.locations, one.arrows)} == other.arrow
    assert {one.sea[space]: colour for space, colour in zip(one.fish, one.fish_colours)} == other.fish
    assert {one.sea[space]: value for space, value in zip(one.vp, one.vp_values)} == other.vp


@pytest.mark.parametrize("seed", [None, *range(100, 130)])
def test_loader_and_referee_read_the_same(seed: int | None, tmp_path: Path) -> None:
    folder = HOUSE if seed is None else random_cards(seed, tmp_path)
    cards, other = load_cards(folder), hiddenark_cards.Cards(folder)
    for token in cards.tokens:
        effect = {name: amount for name, amount in zip(EFFECTS, token.effect) if amount}
        assert other.tokens[token.key] == hiddenark_cards.Token(
            token.id, token.key, token.token_class, token.count, effect
        )
    assert len(other.tokens) == len(cards.tokens)
    assert [(tile.cost, tile.vp, tile.discount) for tile in cards.tiles] == [
        (tuple(tile.cost), tile.vp, tuple(tile.discount)) for tile in other.tiles.values()
    ]
    assert len(cards.maps) == len(other.maps)
    for one, its in zip(cards.maps, other.maps):
        check_map(one, its)
