"""Clauses of RULES.md that the referee follows by a short cut, against the long way round."""

from __future__ import annotations

import itertools
import random

from biohack.vector_text import action_ids
from referee.biohack import Referee
from referee.biohack_actions import CONVERSIONS, OFFSETS, UNIT
from referee.biohack_cards import COIN, Milestone

Resources = tuple[int, ...]  # six genes and coins


def reports_by_hand(icons: list[int], costs: list[list[int]]) -> bool:
    """Is there a different creature for each icon (R68)?"""
    asked = [g for g, count in enumerate(icons) for _ in range(count)]
    return any(all(cost[g] for g, cost in zip(asked, some)) for some in itertools.permutations(costs, len(asked)))


def test_icons_come_from_different_creatures() -> None:
    """D33."""
    choices, found = random.Random(0), set()
    game = Referee()
    for _ in range(300):
        game.reset(0)
        numbers = choices.sample(range(48), choices.randint(1, 6))
        game.player.rows = [[n for n in numbers if game.cards.creatures[n].cls == cls] for cls in range(3)]
        icons = [0] * 6
        for _ in range(choices.randint(1, 4)):
            icons[choices.randrange(6)] += 1
        expected = reports_by_hand(icons, [game.cards.creatures[n].cost for n in numbers])
        assert game.fulfils(Milestone(icons, [0, 0, 0], 0)) == expected
        found.add(expected)
    assert found == {False, True}


def allotments(cost: list[int], have: list[int], wild: int) -> set[Resources]:
    """What can be paid if so many genes are free."""
    ways = itertools.product(*(range(need + 1) for need in cost))
    paid = (tuple(need - free for need, free in zip(cost, way)) for way in ways if sum(way) == wild)
    return {way for way in paid if all(need <= units for need, units in zip(way, have))}


def test_every_allotment_of_wild_discounts_can_be_chosen() -> None:
    """D16 and `alloc`: with artisan 35 in play and, on tile 13, two more wild genes."""
    choices, asked = random.Random(1), 0
    for _ in range(60):
        number = choices.choice([n for n in range(48) if n != 35])
        artisans = [35] if choices.random() < 0.5 else []
        have = [choices.randrange(4) for _ in range(6)]
        game = Referee.from_dict(
            {"tile": [13, 1, 2, 3], "hand": {0: [number]}, "tableau": {0: artisans}, "genes": {0: have}}
        )
        game.step(action_ids()["experiment:tile0"])
        create = action_ids()[f"create:{number}"]
        wild = 2 + len(artisans)
        expected = allotments(game.cards.creatures[number].cost, have, wild)
        assert (create in game.legal()) == bool(expected)
        if expected:
            assert all_payments(game.to_dict(), create) == expected
            asked += len(expected) > 1
    assert asked > 10


def all_payments(position: dict, action: int) -> set[Resources]:
    """What is paid in the end, by all ways to go on at `alloc`."""
    game = Referee.from_dict(position)
    before = position["genes"][0]
    game.step(action)
    after = game.to_dict()
    if game.node != "alloc":
        assert len(sum(after["tableau"], [])) == len(sum(position["tableau"], [])) + 1
        return {tuple(a - b for a, b in zip(before, after["genes"][0]))}
    ways = (all_payments(after, option) for option in game.legal())
    return set().union(*ways)


def by_hand(start: Resources, option: int) -> set[Resources]:
    """All that the conversions of one option lead to, in any order and number (R46)."""
    reached, new = {start}, {start}
    while new:
        new = {after for have in new for after in conversions(have, option)} - reached
        reached |= new
    return reached


def conversions(have: Resources, option: int) -> list[Resources]:
    found = []
    for own, paid, gained in CONVERSIONS:
        if own == option and have[paid] >= UNIT[paid] and (gained == COIN or have[gained] < 10):
            after = list(have)
            after[paid] -= UNIT[paid]
            after[gained] += UNIT[gained]
            found.append((*(min(10, count) for count in after[:6]), after[6]))
    return found


def test_alley_loses_nothing_by_its_order() -> None:
    """D18: whatever conversions in any order lead to is reached, or something that is at least as much of everything."""
    choices = random.Random(2)
    for _ in range(3):
        start = (*(choices.choice((0, 1, 2, 3, 9, 10)) for _ in range(5)), 0, choices.randrange(6))
        for option in range(3):
            reached = in_play(start, option)
            possible = by_hand(start, option)
            assert reached <= possible
            for have in possible - reached:
                assert any(all(a >= b for a, b in zip(more, have)) for more in reached), (start, option, have)


def in_play(start: Resources, option: int) -> set[Resources]:
    """What the legal conversions of one option lead to."""
    game = Referee.from_dict({"num_players": 2, "genes": {0: list(start[:6])}, "coins": {0: start[6]}})
    game.step(action_ids()["experiment:alley"])
    reached, positions = {start}, [game.to_dict()]
    while positions:
        position = positions.pop()
        for action in Referee.from_dict(position).legal() if position["node"] == "alley" else []:
            index = action - OFFSETS["convert"]
            if index in range(len(CONVERSIONS)) and CONVERSIONS[index][0] == option:
                game = Referee.from_dict(position)
                game.step(action)
                positions.append(game.to_dict())
                reached.add((*positions[-1]["genes"][0], positions[-1]["coins"][0]))
    return reached
