"""Players, map and supplies of a scenario dictionary (RULES.md 11.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.records import NONE
from arkade.values import (
    Given,
    bit_set,
    bits,
    by_number,
    error,
    items,
    number,
    numbered,
    one_of,
    whole,
)
from hiddenark_env.card_set import Map
from hiddenark_env.components import (
    AWARDS,
    ESCALATIONS,
    FISH_SPACES,
    KEPT_KINDS,
    PIECES,
    ROWS,
    TILES,
    TILES_PER_COLOUR,
    TOKEN_KINDS,
)
from hiddenark_env.state import AT_LOCATION, ESCALATIONS_PER_TILE, FACE_UP, FACEDOWN, SOLO

MOST_COPIES = 127  # of a kind in a place, and of all kinds in the pool or among those used
MOST_VP = 10**6
HIDDEN = "facedown"


def _map(game: Game, s: np.void) -> Map:
    return game.cards.maps[s["board"]]


def token_key(game: Game, kind: int) -> str:
    """The key of a kind of token."""
    return next(token.key for token in game.cards.tokens if token.id == kind)


# --- a position as a dictionary ---------------------------------------------------------------------------------------


def write_players(game: Game, s: np.void) -> dict[str, Any]:
    """What belongs to each player."""
    one, keys, seats = _map(game, s), {token.id: token.key for token in game.cards.tokens}, range(game.num_players)

    def place(position: int) -> Any:
        return list(one.sea[position]) if position < AT_LOCATION else one.locations[position - AT_LOCATION]

    return {
        "res": s["res"][: game.num_players].tolist(),
        "stations": [[one.locations[j] for j in s["station_loc"][p].tolist() if j != NONE] for p in seats],
        "vessels": [[place(v) for v in s["vessel_pos"][p].tolist() if v != NONE] for p in seats],
        "held": [{keys[k]: n for k, n in enumerate(s["held"][p].tolist()) if n} for p in seats],
        "slots": [{slot: keys[k] for slot, k in enumerate(s["slot_token"][p].tolist()) if k != NONE} for p in seats],
        "own": [bits(int(s["fish_own"][p])) for p in seats],
        "token_vp": s["token_vp"][: game.num_players].tolist(),
        "last_row": [NONE if row == NONE else ROWS[row] for row in s["last_row"][: game.num_players].tolist()],
    }


def write_map(game: Game, s: np.void) -> dict[str, Any]:
    """What lies on the map."""
    one, keys = _map(game, s), {token.id: token.key for token in game.cards.tokens}
    escalations = {f: [e for e in row if e != NONE] for f, row in enumerate(s["fish_esc"].tolist())}
    return {
        "fish": {f: HIDDEN if i == FACEDOWN else i for f, i in enumerate(s["fish_at"].tolist()) if i != NONE},
        "fish_token": {f: keys[k] for f, k in enumerate(s["fish_token"].tolist()) if k != NONE},
        "fish_esc": {f: row for f, row in escalations.items() if row},
        "loc_token": {one.locations[j]: keys[k] for j, k in enumerate(s["loc_token"].tolist()) if k != NONE},
        "vp_taken": [i for i in range(len(one.vp)) if not int(s["vp_left"]) >> i & 1],
    }


def write_supplies(game: Game, s: np.void) -> dict[str, Any]:
    """What lies beside the map."""
    keys = {token.id: token.key for token in game.cards.tokens}
    return {
        "undrawn": bits(int(s["undrawn"])),
        "face_up": [keys[k] for k in s["face_up"].tolist() if k != NONE],
        "pool": {keys[k]: n for k, n in enumerate(s["pool"].tolist()) if n},
        "discard": {keys[k]: n for k, n in enumerate(s["discard"].tolist()) if n},
        "esc_left": {e: n for e, n in enumerate(s["esc_left"].tolist()) if n},
        "award_tokens": s["award_tokens"].tolist(),
    }


# --- players ----------------------------------------------------------------------------------------------------------


def _by_seat(game: Game, given: Given, key: str) -> list[Any]:
    """A value for each player, None for those left out."""
    value = [] if given[key] is None else items(key, given[key])
    if len(value) > game.num_players:
        raise error(key, value, f"a list of at most {game.num_players}, one for each player")
    return [*value, *[None] * (game.num_players - len(value))]


def read_players(game: Game, given: Given, s: np.void) -> None:
    """Tracks, tokens, tiles, points and rows of each player."""
    t = game.tables[0]
    for p, value in enumerate(_by_seat(game, given, "res")):
        if value is not None:
            s["res"][p] = [
                whole("res", n, 0, int(cap)) for n, cap in zip(items("res", value, 5), t["cap"], strict=True)
            ]
    for p, value in enumerate(_by_seat(game, given, "held")):
        s["held"][p] = _read_counts(game, "held", value, ("once", "upgrade"))[:KEPT_KINDS]
        s["held_bits"][p] = sum(1 << int(k) for k in np.flatnonzero(s["held"][p]))
    for p, value in enumerate(_by_seat(game, given, "slots")):
        for slot, key in by_number("slots", value or {}).items():
            if slot not in bits(int(t["all_slots"])):
                raise error("slots", slot, f"one of {', '.join(map(str, bits(int(t['all_slots']))))}")
            s["slot_token"][p, slot] = _kind(game, "slots", key, ("upgrade",))
            s["free_slots"][p] &= ~(1 << slot)
    for p, value in enumerate(_by_seat(game, given, "own")):
        s["fish_own"][p] = bit_set("own", [] if value is None else value, range(TILES))
        for tile in bits(int(s["fish_own"][p])):
            s["fish_vp"][p] += t["tile_vp"][tile]
            s["colour_count"][p, t["tile_colour"][tile]] += 1
            s["discount"][p] += t["tile_discount"][tile]
    for p, value in enumerate(_by_seat(game, given, "token_vp")):
        s["token_vp"][p] = whole("token_vp", value or 0, 0, MOST_VP)
    for p, value in enumerate(_by_seat(game, given, "last_row")):
        s["last_row"][p] = NONE if value in (None, NONE) else ROWS.index(one_of("last_row", value, ROWS))


def _kind(game: Game, key: str, value: Any, classes: Collection[str] = ()) -> int:
    """The kind of token with a key, of one of these classes."""
    allowed = [token.key for token in game.cards.tokens if not classes or token.token_class in classes]
    return game.cards.token_ids[one_of(key, value, allowed)]


def _read_counts(game: Game, key: str, value: Any, classes: Collection[str] = ()) -> list[int]:
    """Counts by kind."""
    counts = [0] * TOKEN_KINDS
    if value is not None and not isinstance(value, dict):
        raise error(key, value, "a dict by key of token")
    for name, n in (value or {}).items():
        counts[_kind(game, key, name, classes)] = whole(key, n, 0, MOST_COPIES)
    if sum(counts) > MOST_COPIES:
        raise error(key, value, f"at most {MOST_COPIES} tokens")
    return counts


# --- stations and vessels ---------------------------------------------------------------------------------------------


def read_pieces(game: Game, given: Given, s: np.void) -> None:
    """Stations and vessels; no place holds too many."""
    one = _map(game, s)
    for p, value in enumerate(_by_seat(game, given, "stations")):
        names = items("stations", value or [])
        if len(names) > PIECES:
            raise error("stations", names, f"at most {PIECES} for player {p}")
        for j, name in enumerate(names):
            location = one.location_ids[one_of("stations", name, one.location_ids)]
            if s["loc_owner"][location] != NONE:
                raise error("stations", name, "one station on a location")
            s["station_loc"][p, j], s["loc_owner"][location] = location, p
            s["free_locations"] &= ~(1 << location)
        s["n_station"][p] = len(names)
    for p, value in enumerate(_by_seat(game, given, "vessels")):
        places = items("vessels", value or [])
        if len(places) > PIECES:
            raise error("vessels", places, f"at most {PIECES} for player {p}")
        for v, place in enumerate(places):
            s["vessel_pos"][p, v] = _read_place(one, s, p, place)
        s["n_vessel"][p] = len(places)
    _check_places(one, given, s)


def _read_place(one: Map, s: np.void, p: int, place: Any) -> int:
    """A location with an own station, or a sea space."""
    if isinstance(place, str):
        location = one.location_ids[one_of("vessels", place, one.location_ids)]
        if s["loc_owner"][location] != p:
            raise error("vessels", place, f"a location with a station of player {p}")
        return AT_LOCATION + location
    row_column = tuple(items("vessels", place, 2))
    if row_column not in one.sea_ids:
        raise error("vessels", place, "a location or [row, column] of a sea space")
    return one.sea_ids[row_column]


def _check_places(one: Map, given: Given, s: np.void) -> None:
    counts = np.bincount(s["vessel_pos"][s["vessel_pos"] != NONE], minlength=AT_LOCATION + 32)
    s["sea_count"] = counts[:AT_LOCATION]
    turn = given["turn"]
    transit = turn.get("transit", NONE) if isinstance(turn, dict) else NONE
    crowded = np.flatnonzero(counts > 2)
    if len(crowded) > 0 and (
        len(crowded) > 1 or counts.max() > 3 or crowded[0] >= AT_LOCATION or transit in (None, NONE)
    ):
        raise error("vessels", given["vessels"], "two in a place, three in a sea space while one is in transit")


# --- the map ----------------------------------------------------------------------------------------------------------


def read_tiles(game: Game, given: Given, s: np.void) -> None:
    """Tiles on the map and those that are not drawn yet, by default all others."""
    colours = _map(game, s).fish_colours
    places = {whole("fish", f, 0, FISH_SPACES - 1): i for f, i in by_number("fish", given["fish"] or {}).items()}
    used: set[int] = {tile for own in s["fish_own"].tolist() for tile in bits(own)}
    if sum(bin(own).count("1") for own in s["fish_own"].tolist()) > len(used):
        raise error("own", given["own"], "no tile twice")
    for f, tile in places.items():
        if tile == HIDDEN:
            s["fish_at"][f] = FACEDOWN
            continue
        first = TILES_PER_COLOUR * colours[f]
        s["fish_at"][f] = whole("fish", tile, first, first + TILES_PER_COLOUR - 1)
        if tile in used:
            raise error("fish", tile, "no tile twice")
        used.add(int(tile))
    s["tiles_left"] = len(places)
    left = [tile for tile in range(TILES) if tile not in used]
    s["undrawn"] = bit_set("undrawn", left if given["undrawn"] is None else given["undrawn"], left)
    for colour in set(colours):
        hidden = sum(tile == HIDDEN and colours[f] == colour for f, tile in places.items())
        undrawn = sum(tile // TILES_PER_COLOUR == colour for tile in bits(int(s["undrawn"])))
        if hidden > undrawn:
            raise error(
                "fish", given["fish"], f"at most {undrawn} facedown tiles of colour {colour}, as so many are undrawn"
            )


def read_map_tokens(game: Game, given: Given, s: np.void) -> None:
    """Tokens and escalation tokens on tiles, tokens on locations, the VP tokens left, the blocker."""
    one, kinds = _map(game, s), len(game.cards.escalations)

    def tile_at(key: str, f: Any) -> int:
        if s["fish_at"][whole(key, f, 0, FISH_SPACES - 1)] == NONE:
            raise error(key, f, "a fish space with a tile")
        return int(f)

    for f, key in by_number("fish_token", given["fish_token"] or {}).items():
        s["fish_token"][tile_at("fish_token", f)] = _kind(game, "fish_token", key)
    for f, row in by_number("fish_esc", given["fish_esc"] or {}).items():
        ids = [whole("fish_esc", e, 0, kinds - 1) for e in items("fish_esc", row)]
        if len(ids) > ESCALATIONS_PER_TILE:
            raise error("fish_esc", row, f"at most {ESCALATIONS_PER_TILE} on a tile")
        s["fish_esc"][tile_at("fish_esc", f), : len(ids)] = ids
    if given["loc_token"] is not None and not isinstance(given["loc_token"], dict):
        raise error("loc_token", given["loc_token"], "a dict by location")
    for name, key in (given["loc_token"] or {}).items():
        s["loc_token"][one.location_ids[one_of("loc_token", name, one.location_ids)]] = _kind(game, "loc_token", key)
    s["vp_left"] &= ~bit_set("vp_taken", given["vp_taken"] or [], range(len(one.vp)))
    s["blocker"] = number(given, "blocker", NONE, FISH_SPACES - 1, NONE)
    if s["blocker"] != NONE and s["mode"] != SOLO:
        raise error("blocker", given["blocker"], "-1 outside solo")
    if s["blocker"] != NONE:
        tile_at("blocker", given["blocker"])


def read_supplies(game: Game, given: Given, s: np.void) -> None:
    """Face-up tokens, pool, used tokens, escalation tokens, awards."""
    face_up = items("face_up", given["face_up"] or [])
    if len(face_up) > FACE_UP:
        raise error("face_up", face_up, f"at most {FACE_UP} tokens")
    s["face_up"][: len(face_up)] = [_kind(game, "face_up", key) for key in face_up]
    s["n_face_up"] = len(face_up)
    s["pool"], s["discard"] = (_read_counts(game, key, given[key]) for key in ("pool", "discard"))
    s["pool_n"] = s["pool"].sum()
    kinds = game.cards.escalations
    placed = np.bincount(s["fish_esc"][s["fish_esc"] != NONE], minlength=len(kinds))
    left = [max(0, kind.count - int(n)) for kind, n in zip(kinds, placed, strict=True)]
    if given["esc_left"] is not None:
        given_left = by_number("esc_left", given["esc_left"])
        left = numbered({"esc_left": given_left}, "esc_left", len(kinds), _read_copies, [0] * len(kinds))
    s["esc_left"][: len(left)] = left
    s["award_tokens"] = [
        whole("award_tokens", n, 0, MOST_COPIES)
        for n in items("award_tokens", given["award_tokens"] or [0] * AWARDS, AWARDS)
    ]


def _read_copies(key: str, value: Any) -> int:
    return whole(key, value, 0, ESCALATIONS)
