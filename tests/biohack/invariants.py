"""The invariants of RULES.md 12 that can be seen in a scenario dictionary, after each micro-step of a real game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.biohack_cards import ADVANCED, GENES, ROWS, TOKEN_SPACES, Cards
from referee.biohack_position import Scratch

SETUP = ("side", "scientist", "draft")
SIDE_A, SIDE_B = 2, 4  # tiles, tokens per row and per milestone card


def check_position(position: dict[str, Any], cards: Cards) -> None:
    """All of them on one position."""
    check_cards(position, cards)
    check_nomans(position)
    check_players(position, cards)
    check_tokens(position, cards)
    check_turn_order(position)
    check_memory(position, cards)
    check_scratch(position)


def check_cards(position: dict[str, Any], cards: Cards) -> None:
    """Every creature in one place; rows of a class on the display, no tile twice (1)."""
    places = [position["discard"], position["look"], *position["deck"], *position["hand"], *position["tableau"]]
    display = [number for number in position["display"] if number is not None]
    everywhere = Counter(number for place in [*places, display] for number in place)
    assert everywhere == Counter(range(len(cards.creatures)))
    for slot, number in enumerate(position["display"]):
        assert number is None or cards.creatures[number].cls == slot // 4
    for cls, deck in enumerate(position["deck"]):
        assert all(cards.creatures[number].cls == cls for number in deck)
    if position["num_players"] <= 2:
        assert position["display"][::4] == [None] * 3
    tiles = position["tile"] + position["tile_deck"]
    assert len(set(tiles)) == len(tiles)
    assert len(position["tile"]) == (SIDE_A if position["num_players"] <= 2 else SIDE_B)


def away(position: dict[str, Any], seat: int) -> tuple[int, int]:
    """Nomans on locations and on experiments."""
    on_locations = sum(there.count(seat) for there in position["at_public"].values())
    on_basic = sum(counts[seat] for counts in position["basic"].values())
    return on_locations, on_basic + list(position["adv"].values()).count(seat)


def check_nomans(position: dict[str, Any]) -> None:
    """Three per player, a location holds one of each (2, 4)."""
    for seat, injured in enumerate(position["injured"]):
        on_locations, on_experiments = away(position, seat)
        assert 0 <= injured and injured + on_locations + on_experiments <= 3
        assert position["phase"] in ("research", "over") or on_locations == on_experiments == 0
    assert all(len(set(there)) == len(there) for there in position["at_public"].values())
    assert set(position["adv"]) <= set(ADVANCED)
    solo = position["num_players"] == 1
    assistants = sum("assistant" in there for there in position["at_public"].values())
    police = list(position["adv"].values()).count("police")
    if position["phase"] == "research":
        assert (assistants, police) == ((2, 2) if solo else (0, 0))


def check_players(position: dict[str, Any], cards: Cards) -> None:
    """Resources and rows (3, 6), commons used, the round of the seventh creature."""
    for seat in range(position["num_players"]):
        assert all(0 <= count <= 10 for count in position["genes"][seat]) and position["coins"][seat] >= 0
        assert 0 <= position["medicine"][seat] <= 2 and 0 <= position["locks"][seat] <= 2
        tableau = position["tableau"][seat]
        counts = Counter(cards.creatures[number].cls for number in tableau)
        assert all(counts[cls] <= size for cls, size in enumerate(ROWS))
        assert all(space < counts[0] for space in position["used"][seat])
        assert (position["seventh_round"][seat] > 0) == (len(tableau) >= 7)
        assert set(position["hand_known"][seat]) <= set(position["hand"][seat])


def check_tokens(position: dict[str, Any], cards: Cards) -> None:
    """Milestone, row and Enclosure tokens (7, 8)."""
    most = SIDE_A if position["num_players"] <= 2 else SIDE_B
    for tokens in position["milestone_token"] + position["row_token"]:
        assert len(set(tokens)) == len(tokens) <= most
    for cls, tokens in enumerate(position["row_token"]):
        sizes = [sum(cards.creatures[number].cls == cls for number in row) for row in position["tableau"]]
        assert sorted(tokens) == [seat for seat, size in enumerate(sizes) if size == ROWS[cls]]
    for seat, tokens in enumerate(position["token"]):
        lying = [gene for gene in tokens if gene is not None]
        kept = position["token_kept"][seat]
        assert len(set(lying + kept)) == len(lying + kept) and set(lying + kept) <= set(GENES)
        sizes = Counter(("common", "artisan", "noble")[cards.creatures[n].cls] for n in position["tableau"][seat])
        bare = [int(space[-1]) >= sizes[space[:-1]] for space in TOKEN_SPACES]
        expected = bare if position["enclosure"] else [False] * 6
        assert [gene is not None for gene in tokens] == expected


def check_turn_order(position: dict[str, Any]) -> None:
    """Initiative, reservation track and choices (9, 10)."""
    n, node = position["num_players"], position["node"]
    assert sorted(position["order"]) == list(range(n)) or (node == "side" and position["order"] == [])
    track = [seat for seat in position["reserve"] if seat is not None]
    assert len(set(track)) == len(track) and (n > 2 or not track)
    if position["phase"] == "setup" or node == "select":
        assert not track
    assert node == "select" or not any(position["loc_choice"])
    assert position["current_player"] not in position["passed"]
    assert (node == "over") == (position["phase"] == "over") == (position["current_player"] == -1)
    assert (node in SETUP) == (position["phase"] == "setup")


def check_memory(position: dict[str, Any], cards: Cards) -> None:
    """What all, or one, know of hidden cards (16)."""
    recycled = set(position["recycled"])
    hidden = set(sum(position["deck"], [])) | set(position["look"])
    for hand, known in zip(position["hand"], position["hand_known"]):
        hidden |= set(hand) - set(known)
    assert recycled <= hidden
    assert all(recycled.isdisjoint(deck) or recycled >= set(deck) for deck in position["deck"])
    assert all(set(known) <= set(sum(position["deck"], [])) for known in position["deck_known"])


def check_scratch(position: dict[str, Any]) -> None:
    """Nothing is left of lines when the stack is empty; an open line is on top of a waiting stack (11)."""
    stack = position["stack"]
    if not stack:
        assert position["look"] == [] and position["cur_space"] is None
        assert all(position[name] == default for name, default in vars(Scratch()).items())
    else:
        assert stack[-1].startswith("*") and position["node"] not in ("plan", "select", "turn", "over")
    assert len(stack) <= 12
