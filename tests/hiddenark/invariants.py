"""The invariants of RULES.md 12 that can be seen in a scenario dictionary, after each micro-action of a real game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hiddenark.vector_play import NAMES
from referee.hiddenark_cards import RESOURCES, Cards, Map
from referee.hiddenark_position import THRESHOLD

COUNTERS = ("moves", "move_open", "op_rescue", "rescues", "builds", "installs", "upgrade_open", "science_left")
COUNTERS += ("any_left", "take_min", "investigated", "turn_done", "pay_kind", "pay_arg", "pay_give", "pay_min")
COUNTERS += ("block_due", "refill_due", "opp_done", "flip_due", "remove_due")
TOKENS, TILES, ESCALATION = 106, 30, 24


def check_position(position: dict[str, Any], cards: Cards) -> None:
    """All of them on one position."""
    board = next(known for known in cards.maps if known.name == position["board"])
    check_tokens(position, cards)
    check_tiles(position, cards, board)
    check_resources(position, cards)
    check_pieces(position, board)
    check_progress(position)


def token_places(position: dict[str, Any], cards: Cards) -> Iterator[Counter]:
    """Wherever opportunity tokens lie, but on the awards."""
    keys = {token.number: token.key for token in cards.tokens.values()}
    turn = position["turn"]
    yield from (Counter(position["pool"]), Counter(position["discard"]), Counter(position["face_up"]))
    yield from (Counter(position["loc_token"].values()), Counter(position["fish_token"].values()))
    yield from map(Counter, position["held"])
    yield from (Counter(slots.values()) for slots in position["slots"])
    yield Counter(keys[turn[hand]] for hand in ("award_token", "gain_token", "install_token") if turn[hand] >= 0)


def check_tokens(position: dict[str, Any], cards: Cards) -> None:
    """Tokens and escalation tokens (1, 3); in solo some lie on awards or have left the game."""
    seen = sum(token_places(position, cards), Counter())
    for token in cards.tokens.values():
        assert seen[token.key] <= token.count, token.key
        assert seen[token.key] == token.count or position["mode"] == "solo", token.key
    assert seen.total() <= TOKENS - sum(position["award_tokens"])
    places = cards.awards["two" if position["num_players"] <= 2 else "many"]
    full = all(held >= places[award][0] for award, held in enumerate(position["award_tokens"]))
    assert full or seen.total() == TOKENS - sum(position["award_tokens"])
    on_tiles = Counter(number for placed in position["fish_esc"].values() for number in placed)
    assert all(len(placed) <= 2 for placed in position["fish_esc"].values())
    assert all(position["esc_left"].get(e, 0) + on_tiles[e] <= kind.count for e, kind in cards.escalation.items())


def check_tiles(position: dict[str, Any], cards: Cards, board: Map) -> None:
    """Tiles, and the VP of the map (2, 8)."""
    fish = position["fish"]
    face_up = [tile for tile in fish.values() if tile != "facedown"]
    everywhere = [*position["undrawn"], *face_up, *(tile for own in position["own"] for tile in own)]
    assert sorted(everywhere) == list(range(TILES))
    colours = list(board.fish.values())
    assert all(cards.tiles[tile].colour == colours[space] for space, tile in fish.items() if tile != "facedown")
    undrawn = Counter(cards.tiles[tile].colour for tile in position["undrawn"])
    facedown = Counter(colours[space] for space, tile in fish.items() if tile == "facedown")
    assert all(facedown[colour] <= undrawn[colour] for colour in facedown)
    assert set(position["fish_token"]) | set(position["fish_esc"]) <= set(fish)
    values = list(board.vp.values())
    assert sum(position["token_vp"]) == sum(values[i] for i in position["vp_taken"])


def check_resources(position: dict[str, Any], cards: Cards) -> None:
    """Tracks, waiting and late bonuses, counters at the start of a turn (4)."""
    turn, seat = position["turn"], position["current_player"]
    for res in position["res"]:
        assert all(0 <= units <= cap for units, cap in zip(res, cards.cap))
    for r in range(len(RESOURCES)) if seat >= 0 else []:
        res = position["res"][seat][r]
        assert turn["late"][r] <= res and (not turn["pending"][r] or res == cards.cap[r])
    if turn["phase"] == "opportunity" and not turn["investigated"] and turn["opp_left"] == first_picks(position):
        assert not any(turn[name] for name in COUNTERS)
        assert not any(turn["pending"] + turn["late"] + turn["excess"])
        assert turn["row"] == turn["transit"] == turn["excess_partner"] == turn["return_vessel"] == -1


def first_picks(position: dict[str, Any]) -> int:
    return 2 if position["round"] == 1 and not position["uphill"] else 1


def check_pieces(position: dict[str, Any], board: Map) -> None:
    """Stations and vessels (5, 6)."""
    stations = [name for names in position["stations"] for name in names]
    assert len(set(stations)) == len(stations)
    for names, vessels in zip(position["stations"], position["vessels"]):
        low = 0 if position["round"] == 0 else 1
        assert low <= len(names) <= 4 and low <= len(vessels) <= 4
        assert all(place in names for place in vessels if isinstance(place, str))
    turn = position["turn"]
    places = Counter(str(place) for vessels in position["vessels"] for place in vessels)
    crowded = [place for place, count in places.items() if count > 2]
    if crowded:
        moving = position["vessels"][position["current_player"]][turn["transit"]]
        assert turn["transit"] >= 0 and crowded == [str(moving)] and places[crowded[0]] == 3
    assert not set(stations) & set(position["loc_token"])


def check_progress(position: dict[str, Any]) -> None:
    """Refills, and the pool in competitive play (9, 13)."""
    turn = position["turn"]
    assert position["refills_done"] <= (3 if position["long_game"] else 2)
    if turn["phase"] == "main" and not position["long_game"] and not turn["refill_due"]:
        assert position["end_state"] > 0 or len(position["fish"]) > THRESHOLD[position["num_players"]]
    if position["mode"] == "competitive" and turn["phase"] == "opportunity":
        assert position["pool"] or not position["discard"]


def check_transit(position: dict[str, Any], board: Map, legal: list[int]) -> None:
    """A vessel in transit can go on (11), and only it."""
    turn = position["turn"]
    if turn["transit"] < 0 or turn["phase"] != "main":
        return
    units = sum(position["res"][position["current_player"]]) + sum(turn["pending"])
    cell = tuple(position["vessels"][position["current_player"]][turn["transit"]])
    assert turn["moves"] + turn["op_rescue"] + units // 2 >= nearest_room(position, board, cell)
    assert {NAMES[action].split("(")[0] for action in legal} <= {"step", "convert", "extend"}


def nearest_room(position: dict[str, Any], board: Map, cell: tuple[int, int]) -> int:
    """Steps from a space without room for one more vessel to the nearest with room: here by relaxation."""
    occupied = Counter(tuple(v) for vessels in position["vessels"] for v in vessels if not isinstance(v, str))
    occupied[cell] -= 1
    limit = dict.fromkeys(board.sea, 2)
    for space, fish_cell in enumerate(board.fish):
        if position["fish"].get(space, "facedown") != "facedown":
            limit[fish_cell] = 1
        if space == position["blocker"]:
            limit[fish_cell] = 0
    distance = {sea: 0 if occupied[sea] < limit[sea] else 10**6 for sea in board.sea}
    for _ in board.sea:
        for (start, _way), to in board.steps.items():
            distance[start] = min(distance[start], distance[to] + 1)
    return distance[cell]
