"""What players and the main board hold in a scenario dictionary, creature cards apart (RULES.md 14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.records import NONE, Fields
from arkade.values import Given, bit_set, bits, different, error, items, number, one_of, seats, whole
from biohack_env.components import (
    ADVANCED,
    AREAS,
    BOARDS,
    EXPERIMENTS,
    GENES,
    LOCATIONS,
    MILESTONE_CARDS,
    MILESTONES,
    MOST_GENES,
    PLAYER_SIDES,
    RESERVATIONS,
    ROWS,
    SCIENTISTS,
    SOLO_CARDS,
    SOLO_PER_LOCATION,
    SPACE_NAMES,
    TILES,
    TILES_SHOWN,
    TOKEN_SPACES,
)
from biohack_env.state import LOCKS, MOST_MEDICINE, NOMANS, POLICE, TO_CHOOSE, Node, Phase, spaces_in_play

MOST_COINS = MOST_EP = 9999
NUMBERS = {  # of each player: lowest, highest, default
    "coins": (0, MOST_COINS, 10),
    "ep": (-MOST_EP, MOST_EP, 0),
    "medicine": (0, MOST_MEDICINE, 1),
    "injured": (0, NOMANS, 0),
    "locks": (0, LOCKS, LOCKS),
    "sci_used": (0, 1, 0),
}
TOKEN_NAMES = tuple(SPACE_NAMES[space] for space in TOKEN_SPACES)
ASSISTANT, POLICE_WORD = "assistant", "police"
SOLO_SCIENTIST = 3  # of a solo position, by default
SOLO_ASSISTANTS, SOLO_POLICE = ("river", "bank"), ("biofarm_gene", "tile0")


def _side(game: Game) -> int:
    """0 for side A of the main board, 1 for side B."""
    return int(game.num_players > 2)


def _or_none(values: Sequence[int]) -> list[int | None]:
    return [None if value == NONE else value for value in values]


# --- a position as a dictionary ---------------------------------------------------------------------------------------


def write_players(game: Game, s: Fields) -> dict[str, Any]:
    """What belongs to each player."""
    n = game.num_players
    values: dict[str, Any] = {key: s[key][:n] for key in (*NUMBERS, "board", "seventh_round", "score")}
    values["scientist"] = _or_none(s["scientist"][:n])
    values["side"] = [None if side == TO_CHOOSE else PLAYER_SIDES[side] for side in s["side"][:n]]
    values["genes"] = [row[: len(GENES)] for row in s["genes"][:n]]
    values["used"] = [bits(word) for word in s["used"][:n]]
    values["token"] = [[None if gene == NONE else GENES[gene] for gene in row] for row in s["token"][:n]]
    values["token_kept"] = [[GENES[gene] for gene in bits(word)] for word in s["token_kept"][:n]]
    values["loc_choice"] = [[LOCATIONS[i] for i in bits(word)] for word in s["loc_choice"][:n]]
    return values


def write_board(game: Game, s: Fields) -> dict[str, Any]:
    """What lies on the main board."""
    n, shown = game.num_players, TILES_SHOWN[_side(game)]
    on_location, assistants = s["on_location"][:n], s["assistant"]
    at_public: dict[str, list[int | str]] = {}
    for i, name in enumerate(LOCATIONS):
        at_public[name] = [p for p, word in enumerate(on_location) if word >> i & 1]
        if assistants >> i & 1:
            at_public[name].append(ASSISTANT)
    values = {
        "order": [p for p in s["order"] if p != NONE],
        "passed": bits(s["passed"]),
        "reserve": _or_none(s["reserve"]),
        "at_public": at_public,
        "adv": {
            name: POLICE_WORD if p == POLICE else p for name, p in zip(ADVANCED, s["adv"], strict=True) if p != NONE
        },
        "basic": dict(zip(AREAS, [row[:n] for row in s["basic"]], strict=True)),
        "milestone": s["milestone"],
        "milestone_token": [[p for p in row if p != NONE] for row in s["milestone_token"]],
        "row_token": [[p for p in row if p != NONE] for row in s["row_token"]],
        "tile": s["tile"][:shown],
        "tile_deck": s["tile_deck"][: s["tile_len"]][::-1],
    }
    if n == 1:
        values["solo_deck"], values["solo_pos"] = s["solo_deck"], s["solo_pos"]
    return values


# --- players ----------------------------------------------------------------------------------------------------------


def read_players(game: Game, given: Given, s: np.void) -> None:
    """Numbers, genes, boards, scientists and Enclosure tokens of each player; after the cards and the node."""
    n = game.num_players
    for key, (_, _, default) in NUMBERS.items():
        s[key][:n] = seats(game, given, key, _number, default)
    s["genes"][:n, : len(GENES)] = seats(game, given, "genes", _genes, [0] * len(GENES))
    s["board"][:n] = seats(game, given, "board", lambda key, value: whole(key, value, 0, BOARDS - 1), NONE)
    for p in range(n):
        s["board"][p] = p if s["board"][p] == NONE else s["board"][p]
    _check_different("board", s["board"][:n].tolist())
    _read_scientists(game, given, s)
    _read_sides(game, given, s)
    s["used"][:n] = seats(game, given, "used", lambda key, value: bit_set(key, value, range(ROWS[0])), 0)
    for p in range(n):
        if int(s["used"][p]) >> int(s["count"][p, 0]):
            raise error("used", bits(int(s["used"][p])), f"spaces of player {p} with a common creature")
    _read_seventh(game, given, s)
    _read_tokens(game, given, s)
    _read_choices(game, given, s)


def _number(key: str, value: Any) -> int:
    low, high, _ = NUMBERS[key]
    return whole(key, value, low, high)


def _check_different(key: str, values: Sequence[int]) -> None:
    if len({*values}) < len(values):
        raise error(key, list(values), "a different one for each player")


def _genes(key: str, value: Any) -> list[int]:
    if isinstance(value, Mapping):
        by_gene = {one_of(key, gene, GENES): n for gene, n in value.items()}
        value = [by_gene.get(gene, 0) for gene in GENES]
    return [whole(key, n, 0, MOST_GENES) for n in items(key, value, len(GENES))]


def _read_scientists(game: Game, given: Given, s: np.void) -> None:
    """The scientist of each player; nobody's where they are still to be picked."""
    n = game.num_players
    to_pick = s["node"] in (Node.SIDE, Node.SCIENTIST)
    found = seats(game, given, "scientist", lambda key, value: whole(key, value, 0, SCIENTISTS - 1), NONE)
    for p in range(n):
        if found[p] == NONE and not to_pick:
            found[p] = SOLO_SCIENTIST if n == 1 else p
    _check_different("scientist", [scientist for scientist in found if scientist != NONE])
    s["scientist"][:n] = found
    if not to_pick:
        return
    picked = int(s["cursor"]) if s["node"] == Node.SCIENTIST else 0
    late = [p for p in s["order"].tolist()[:n] if p != NONE][: n - picked] or list(range(n))
    for p in range(n):
        if (found[p] == NONE) != (p in late):
            raise error("scientist", given["scientist"], f"scientists of the {picked} players who have picked")


def _read_sides(game: Game, given: Given, s: np.void) -> None:
    """The side of each player board; nobody's where it is still to be chosen."""
    n, default = game.num_players, TO_CHOOSE if s["node"] == Node.SIDE else 0
    s["side"][:n] = seats(
        game, given, "side", lambda key, value: PLAYER_SIDES.index(one_of(key, value, PLAYER_SIDES)), default
    )
    for p in range(n):
        chooses = s["node"] == Node.SIDE and p >= s["cursor"] and game.blank["side"][0, p] == TO_CHOOSE
        if (s["side"][p] == TO_CHOOSE) != chooses:
            raise error("side", given["side"], "None for those who are still to choose, basic or advanced for others")


def _read_seventh(game: Game, given: Given, s: np.void) -> None:
    for p, seventh in enumerate(seats(game, given, "seventh_round", lambda key, value: whole(key, value, 0, 5), NONE)):
        made = int(s["count"][p].sum()) >= 7
        if seventh == NONE:
            seventh = int(s["round"]) if made else 0
        if made != (0 < seventh <= s["round"]) or not 0 <= seventh <= s["round"]:
            allowed = f"1 to {s['round']} with 7 or more creatures, else 0"
            raise error("seventh_round", seventh, allowed)
        s["seventh_round"][p] = seventh
        s["end_trigger"] |= made


def _read_tokens(game: Game, given: Given, s: np.void) -> None:
    """Enclosure tokens on the player boards, and those kept."""
    kept = seats(
        game, given, "token_kept", lambda key, value: [GENES.index(g) for g in different(key, value, GENES)], []
    )
    for p, row in enumerate(seats(game, given, "token", _token_row, [None] * len(TOKEN_SPACES))):
        genes = [GENES.index(gene) for gene in row if gene is not None]
        if not game.options["enclosure"] and (genes or kept[p]):
            raise error(
                "token" if genes else "token_kept", given["token" if genes else "token_kept"], "none in this game"
            )
        if len({*genes, *kept[p]}) < len(genes) + len(kept[p]):
            raise error("token", row, f"each gene once among token and token_kept of player {p}")
        for i, gene in enumerate(row):
            if gene is not None and s["tableau"][p, TOKEN_SPACES[i]] != NONE:
                raise error("token", row, f"None on {TOKEN_NAMES[i]} of player {p}, where a creature stands")
            s["token"][p, i] = NONE if gene is None else GENES.index(gene)
        s["token_kept"][p] = sum(1 << gene for gene in kept[p])


def _token_row(key: str, value: Any) -> list[str | None]:
    if isinstance(value, Mapping):
        by_space = {one_of(key, space, TOKEN_NAMES): gene for space, gene in value.items()}
        value = [by_space.get(space) for space in TOKEN_NAMES]
    return [None if gene is None else one_of(key, gene, GENES) for gene in items(key, value, len(TOKEN_SPACES))]


def _read_choices(game: Game, given: Given, s: np.void) -> None:
    """The locations of those who have chosen in `select`."""
    for p, names in enumerate(
        seats(game, given, "loc_choice", lambda key, value: different(key, value, LOCATIONS), [])
    ):
        s["loc_choice"][p] = sum(1 << LOCATIONS.index(name) for name in names)


def check_choices(game: Game, s: np.void) -> None:
    """Require as many locations as Nomans at home of those who have chosen, none of the others."""
    before = s["order"].tolist()[: int(s["cursor"])] if s["node"] == Node.SELECT else []
    for p in range(game.num_players):
        wanted = int(s["home"][p]) if p in before else 0
        if int(s["loc_choice"][p]).bit_count() != wanted:
            names = [LOCATIONS[i] for i in bits(int(s["loc_choice"][p]))]
            raise error("loc_choice", names, f"{wanted} locations of player {p} at this point")


# --- main board -------------------------------------------------------------------------------------------------------


def read_order(game: Game, given: Given, s: np.void) -> None:
    """Initiative, reservation track and who has passed."""
    n, drawn = game.num_players, s["node"] != Node.SIDE
    order = list(range(n)) if given["order"] is None and drawn else _players(game, "order", given["order"] or [])
    if len(order) != (n if drawn else 0):
        raise error("order", order, f"each of the {n} players once" if drawn else "nobody, before the order is drawn")
    s["order"][: len(order)] = order
    s["passed"] = sum(1 << p for p in _players(game, "passed", given["passed"] or []))
    reserve = items("reserve", given["reserve"] or [None] * RESERVATIONS, RESERVATIONS)
    there = _players(game, "reserve", [p for p in reserve if p is not None])
    if there and (_side(game) == 0 or s["node"] == Node.SELECT or s["phase"] == Phase.SETUP):
        raise error("reserve", reserve, "None everywhere, on side A, before round 1 and while locations are selected")
    s["reserve"] = [NONE if p is None else p for p in reserve]


def _players(game: Game, key: str, value: Any) -> list[int]:
    players = [whole(key, p, 0, game.num_players - 1) for p in items(key, value)]
    if len({*players}) < len(players):
        raise error(key, value, "each player at most once")
    return players


def read_nomans(game: Game, given: Given, s: np.void) -> None:
    """Nomans on locations and experiment spaces, assistants, police; the others are at home."""
    solo = game.num_players == 1
    at_public = given["at_public"]
    if at_public is None:
        at_public = {name: [ASSISTANT] for name in SOLO_ASSISTANTS} if solo else {}
    for name, found in _mapping("at_public", at_public, LOCATIONS).items():
        i, there = LOCATIONS.index(name), items("at_public", found)
        if ASSISTANT in there and solo:
            s["assistant"] |= 1 << i
            there.remove(ASSISTANT)
        for p in _players(game, "at_public", there):
            s["on_location"][p] |= 1 << i
    adv = given["adv"]
    if adv is None:
        adv = dict.fromkeys(SOLO_POLICE, POLICE_WORD) if solo else {}
    in_play = [EXPERIMENTS[e] for e in bits(spaces_in_play(game.num_players))]
    for name, p in _mapping("adv", adv, [name for name in in_play if name in ADVANCED]).items():
        police = solo and p == POLICE_WORD
        s["adv"][ADVANCED.index(name)] = POLICE if police else whole("adv", p, 0, game.num_players - 1)
        s["free_spaces"] &= ~(1 << EXPERIMENTS.index(name))
    for name, counts in _mapping("basic", given["basic"] or {}, AREAS).items():
        for p, count in enumerate(items("basic", counts, game.num_players)):
            s["basic"][AREAS.index(name), p] = whole("basic", count, 0, NOMANS)
    _count_home(game, s)


def _mapping(key: str, value: Any, names: Sequence[str]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise error(key, value, "a dict by name of space")
    return {one_of(key, name, names): entry for name, entry in value.items()}


def _count_home(game: Game, s: np.void) -> None:
    for p in range(game.num_players):
        away = int(s["on_location"][p]).bit_count() + int((s["adv"] == p).sum()) + int(s["basic"][:, p].sum())
        if away + s["injured"][p] > NOMANS:
            key = "injured" if s["injured"][p] else "at_public" if s["on_location"][p] else "basic"
            allowed = f"at most {NOMANS} Nomans of player {p} in at_public, adv, basic and injured"
            raise error(key, away + int(s["injured"][p]), allowed)
        s["home"][p] = NOMANS - away - s["injured"][p]


def read_board(game: Game, given: Given, s: np.void) -> None:
    """Milestone cards and tokens, tiles, solo cards."""
    s["milestone"] = _different_ids(
        "milestone", given["milestone"], MILESTONES, range(MILESTONE_CARDS), MILESTONE_CARDS
    )
    full = [[p for p in range(game.num_players) if s["count"][p, c] == size] for c, size in enumerate(ROWS)]
    _read_milestone_tokens(game, given, "milestone_token", [[]] * MILESTONE_CARDS, s)
    _read_milestone_tokens(game, given, "row_token", full, s)
    shown = TILES_SHOWN[_side(game)]
    deck = None if given["tile_deck"] is None else _different_ids("tile_deck", given["tile_deck"], TILES, ())
    lowest = [tile for tile in range(TILES) if tile not in (deck or ())][:shown]
    face_up = _different_ids("tile", given["tile"], TILES, lowest, shown)
    if deck is None:
        deck = [tile for tile in range(TILES) if tile not in face_up]
    if {*deck} & {*face_up}:
        raise error("tile_deck", deck, f"no tile that is face up: {face_up}")
    needed = shown * rounds_to_come(game, s)
    if len(deck) < needed:
        raise error("tile_deck", deck, f"at least {needed} tiles for the rounds to come")
    s["tile"][:shown], s["tile_deck"][: len(deck)], s["tile_len"] = face_up, deck[::-1], len(deck)
    _read_solo(game, given, s)


def _read_milestone_tokens(game: Game, given: Given, key: str, default: list[list[int]], s: np.void) -> None:
    rows = default if given[key] is None else items(key, given[key], len(default))
    for i, row in enumerate(rows):
        players = _players(game, key, row)
        s[key][i, : len(players)] = players


def _different_ids(key: str, value: Any, n: int, default: Sequence[int], length: int | None = None) -> list[int]:
    """Different ids below `n`, in order."""
    found = [whole(key, i, 0, n - 1) for i in items(key, list(default) if value is None else value, length)]
    if len({*found}) < len(found):
        raise error(key, value, "each at most once")
    return found


def _read_solo(game: Game, given: Given, s: np.void) -> None:
    if game.num_players > 1:
        for key in ("solo_deck", "solo_pos"):
            if given[key] is not None:
                raise error(key, given[key], "nothing with more than one player")
        return
    first = range(0, SOLO_CARDS, SOLO_PER_LOCATION)
    deck = _different_ids("solo_deck", given["solo_deck"], SOLO_CARDS, first, len(LOCATIONS))
    if len({card // SOLO_PER_LOCATION for card in deck}) < len(deck):
        raise error("solo_deck", deck, "a card of each location")
    flips = rounds_to_come(game, s) + int(s["phase"] in (Phase.SETUP, Phase.PLANNING))
    last = len(LOCATIONS) - 1 - flips  # each flip shows a further card
    s["solo_deck"], s["solo_pos"] = deck, number(given, "solo_pos", 0, last, min(2, last))


def rounds_to_come(game: Game, s: np.void) -> int:
    """Rounds after this one."""
    return int(game.tables[0]["rounds"][game.num_players]) - int(s["round"])
