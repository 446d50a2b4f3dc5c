"""Random card sets: valid, wide, the same for the same seed."""

from __future__ import annotations

from pathlib import Path

from biohack.random_cards import random_cards
from biohack_env.card_set import FILES, load_cards
from biohack_env.grammar import Count, Kind


def test_random_sets_are_valid_and_use_what_is_allowed(tmp_path: Path) -> None:
    sets = [load_cards(random_cards(seed, tmp_path / str(seed))) for seed in range(40)]
    lines = [line for cards in sets for line in cards.lines]
    assert {line.kind for line in lines} == set(Kind) - {Kind.NONE}
    assert {max(line.vec) for line in lines} == set(range(13))
    assert {line.a for line in lines if line.kind == Kind.BUY} > {1, 2, 9}
    assert {(line.c, line.b > 0) for line in lines if line.kind == Kind.CREATE} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    terms = [term for cards in sets for card in cards.creatures for term in card.score]
    assert {term.count for term in terms} == set(Count) and max(term.amount for term in terms) > 40
    assert {len(cards.die) for cards in sets} > {1, 6}
    assert {sum(card.genes) for cards in sets for card in cards.milestones} >= {0, 1, 2, 3, 4, 9}
    assert {n for cards in sets for n in cards.tracks.rounds} == {1, 2, 3, 4, 5}
    assert max(len(cards.lines) for cards in sets) <= 256


def test_the_same_seed_gives_the_same_files(tmp_path: Path) -> None:
    a, b, c = (random_cards(seed, tmp_path / name) for name, seed in (("a", 3), ("b", 3), ("c", 4)))
    assert sorted(path.name for path in a.iterdir()) == sorted(FILES)
    assert all((a / file).read_bytes() == (b / file).read_bytes() for file in FILES)
    assert (a / "creatures.csv").read_bytes() != (c / "creatures.csv").read_bytes()
