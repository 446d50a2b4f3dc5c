"""Scenario dictionaries: a position as plain Python that survives JSON, and back (RULES.md 11.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.jit import loop
from arkade.records import ENDED, LIVE, NONE, STOPPED
from arkade.values import (
    Given,
    bits,
    check_options,
    check_unique,
    different,
    error,
    given_keys,
    items,
    number,
    numbered,
    one_of,
    seats,
    whole,
)
from enclosure_env.card_set import CardSet
from enclosure_env.grid import SIDE
from enclosure_env.habitat import recount
from enclosure_env.state import (
    ADVANCED,
    AP_BASE,
    BASIC,
    BASIC_SLOTS,
    CELLS,
    CREATURE_LETTERS,
    END_CARDS,
    SLOTS,
    SPACES,
    SUPPLY,
    Phase,
)

KEYS = (
    *("num_players", "max_rounds", "current_player", "phase", "ap", "round"),
    *("habitat", "supply", "hand", "research", "done", "private", "private_done", "public", "public_owner"),
    *("basic_display", "advanced_display", "basic_deck", "advanced_deck", "pending", "rng"),
)
SCALARS = ("num_players", "max_rounds", "current_player", "ap", "round", "rng")
PHASES = {phase.name.lower(): phase for phase in Phase}
DEFAULT_HABITAT = "s..g/.w../..c./t..a"
EMPTY = "."
CREATURES = tuple(CREATURE_LETTERS)
TOKENS = EMPTY + CREATURE_LETTERS  # by what a cell of a habitat holds
MOST_ROUNDS = 1000
MOST_PENDING = SPACES  # as many cards can be completed at once
TIERS = {  # which cards, where their deck begins, and which slots of the display are theirs
    "basic": (range(BASIC), slice(BASIC_SLOTS)),
    "advanced": (range(BASIC, BASIC + ADVANCED), slice(BASIC_SLOTS, SLOTS)),
}


@loop
def recount_rows(states, tables):
    """Write what is counted of every row's habitats, completed cards and milestones."""
    t = tables[0]
    for e in range(states.shape[0]):
        for p in range(states[e].num_players):
            recount(states[e], t, p)


# --- a position as a dictionary ---------------------------------------------------------------------------------------


def to_dict(game: Game, state: np.ndarray) -> dict[str, Any]:
    """The position as a scenario dictionary, every key present; `from_dict` gives the same bytes back."""
    s, cards, n = state[0], game.cards, game.num_players
    values: dict[str, Any] = {key: int(s[key]) for key in SCALARS}
    values["phase"] = Phase(s["phase"]).name.lower()
    values["habitat"] = [_write_habitat(cells) for cells in s["habitat"][:n]]
    for key in ("supply", "pending"):
        values[key] = dict(zip(CREATURE_LETTERS, s[key].tolist(), strict=True))
    values["hand"] = [[cards.movements[card].name for card in bits(hand)] for hand in s["hand"][:n]]
    values["research"] = [_ids(cards, row[row != NONE]) for row in s["research"][:n]]
    values["done"] = [_ids(cards, bits(done)) for done in s["done"][:n]]
    values["private"] = [CREATURE_LETTERS[creature] for creature in s["private_milestone"][:n]]
    values["private_done"] = np.flatnonzero(s["private_done"]).tolist()
    values["public"] = [cards.public[milestone].id for milestone in s["public_milestone"][: n + 1]]
    values["public_owner"] = [None if p == NONE else int(p) for p in s["public_owner"][: n + 1]]
    for deck, (tier, (ids, slots)) in enumerate(TIERS.items()):
        values[f"{tier}_display"] = _ids(cards, s["display"][slots])
        top = ids.start + int(s["deck_count"][deck])
        values[f"{tier}_deck"] = _ids(cards, s["deck"][ids.start : top][::-1])
    return {key: values[key] for key in KEYS}


def _write_habitat(cells: np.ndarray) -> str:
    letters = "".join(TOKENS[token] for token in cells)
    return "/".join(letters[i : i + SIDE] for i in range(0, CELLS, SIDE))


def _ids(cards: CardSet, research: Collection[int]) -> list[str | None]:
    return [None if card == NONE else cards.research[card].id for card in research]


# --- a dictionary as a position ---------------------------------------------------------------------------------------


def from_dict(game: Game, position: Mapping[str, Any]) -> np.ndarray:
    """STATE[1] of a scenario dictionary, no step made; ValueError names the key that is wrong."""
    given = given_keys(position, KEYS)
    states = game.new(1)
    for read in _READERS:
        read(game, given, states[0])
    recount_rows(states, game.tables)
    if states["phase"][0] == Phase.MAIN and states["ap"][0] == 0 and game.legal(states).sum() == 1:
        raise error("ap", 0, "1 or more in phase main where no milestone can be claimed (D21)")
    return states


def _read_options(game: Game, given: Given, s: np.void) -> None:
    check_options(game, given, ["num_players"])
    s["max_rounds"] = number(given, "max_rounds", 1, MOST_ROUNDS, int(s["max_rounds"]))
    s["round"] = number(given, "round", 0, int(s["max_rounds"]) - 1, 0)
    s["rng"] = number(given, "rng", 0, 2**64 - 1, 0)


def _read_boards(game: Game, given: Given, s: np.void) -> None:
    """Habitats, and the supply: by default what is on no board (I1)."""
    n = game.num_players
    s["habitat"][:n] = seats(game, given, "habitat", _read_habitat, _read_habitat("habitat", DEFAULT_HABITAT))
    supply = _read_by_creature("supply", given["supply"], SUPPLY + n)
    for creature, letter in enumerate(CREATURE_LETTERS):
        placed = int((s["habitat"] == creature + 1).sum())
        left = SUPPLY + n - placed
        if left < 0:
            raise error("habitat", given["habitat"], f"no more {letter} than there are, {SUPPLY + n} on all boards")
        if supply.get(letter, 0) > left:
            raise error("supply", supply, f"at most {left} {letter}, as {placed} of {SUPPLY + n} are on boards")
        s["supply"][creature] = supply.get(letter, left)


def _read_habitat(key: str, value: Any) -> list[int]:
    """What each cell holds."""
    rows = value.split("/") if isinstance(value, str) else []
    if [len(row) for row in rows] != [SIDE] * SIDE or set("".join(rows)) - set(TOKENS):
        raise error(key, value, f"{SIDE} rows joined by /, each {SIDE} of {TOKENS}")
    return [TOKENS.index(letter) for letter in "".join(rows)]


def _read_by_creature(key: str, value: Any, most: int) -> dict[str, int]:
    if value is not None and not isinstance(value, Mapping):
        raise error(key, value, "a dict by creature letter")
    return {one_of(key, letter, CREATURES): whole(key, k, 0, most) for letter, k in (value or {}).items()}


def _read_hands(game: Game, given: Given, s: np.void) -> None:
    """Movement cards in hand, as bits; the others lie in the discard pile."""
    ids = game.cards.movement_ids

    def hand(key: str, value: Any) -> int:
        return sum(1 << ids[name] for name in different(key, value, ids))

    s["hand"][: game.num_players] = seats(game, given, "hand", hand, (1 << len(ids)) - 1)


def _read_milestones(game: Game, given: Given, s: np.void) -> None:
    """Private ones, one creature for each seat, and the public ones with their owners."""
    n, ids = game.num_players, game.cards.public_ids
    private = numbered(
        given, "private", n, lambda key, value: one_of(key, value, CREATURE_LETTERS), CREATURE_LETTERS[:n]
    )
    different("private", private, CREATURES)
    s["private_milestone"][:n] = [CREATURE_LETTERS.index(letter) for letter in private]
    for p in items("private_done", given["private_done"] or []):
        s["private_done"][whole("private_done", p, 0, n - 1)] = 1
    public = list(ids)[: n + 1] if given["public"] is None else items("public", given["public"], n + 1)
    s["public_milestone"][: n + 1] = [ids[name] for name in different("public", public, ids)]
    s["public_owner"][: n + 1] = numbered(given, "public_owner", n + 1, _seat_below(n), [NONE] * (n + 1))


def _seat_below(n: int) -> Callable[[str, Any], int]:
    return lambda key, value: whole(key, value, 0, n - 1)


# --- research cards ---------------------------------------------------------------------------------------------------


def _read_research(game: Game, given: Given, s: np.void) -> None:
    """Research areas, completed cards, displays and decks; by default the lowest ids lie in the displays (I2, I3)."""
    ids = game.cards.research_ids

    def names(key: str, value: Any) -> list[str]:
        return [one_of(key, name, ids) for name in items(key, value)]

    places = {key: seats(game, given, key, names, []) for key in ("research", "done")}
    for p, row in enumerate(places["research"]):
        spaces = AP_BASE + int(s["private_done"][p])
        if len(row) > spaces:
            raise error("research", row, f"at most {spaces} cards for seat {p}")
        s["research"][p, : len(row)], s["research_count"][p] = [ids[name] for name in row], len(row)
    for p, row in enumerate(places["done"]):
        s["done"][p] = sum(1 << ids[name] for name in set(row))
    given_cards = {key: [name for row in rows for name in row] for key, rows in places.items()}
    for tier in TIERS:
        given_cards |= _given_tier(game, given, tier)
    check_unique(given_cards.items())
    used = {name for row in given_cards.values() for name in row}
    for deck, tier in enumerate(TIERS):
        _deal(game, given, s, deck, tier, [name for name in _tier_ids(game, tier) if name not in used])
    s["end_triggered"] = max(map(len, places["done"])) >= END_CARDS


def _tier_ids(game: Game, tier: str) -> list[str]:
    return list(game.cards.research_ids)[slice(TIERS[tier][0].start, TIERS[tier][0].stop)]


def _given_tier(game: Game, given: Given, tier: str) -> dict[str, list[str]]:
    """The cards that display and deck of a tier hold, where they are given."""
    allowed, size = _tier_ids(game, tier), len(range(SLOTS)[TIERS[tier][1]])
    found = {}
    for key, length in ((f"{tier}_display", size), (f"{tier}_deck", None)):
        if given[key] is not None:
            held = items(key, given[key], length)
            found[key] = [one_of(key, name, allowed) for name in held if name is not None or length is None]
    return found


def _deal(game: Game, given: Given, s: np.void, deck: int, tier: str, unused: list[str]) -> None:
    """Write display and deck of a tier; `unused` are the cards named nowhere, by id."""
    ids, (cards, slots) = game.cards.research_ids, TIERS[tier]
    display = given[f"{tier}_display"]
    if display is None:
        size = len(s["display"][slots])
        display, unused = [*unused[:size], *[None] * (size - len(unused))], unused[size:]
    pile = unused if given[f"{tier}_deck"] is None else given[f"{tier}_deck"]
    s["display"][slots] = [NONE if name is None else ids[name] for name in display]
    s["deck"][cards.start : cards.start + len(pile)] = [ids[name] for name in reversed(list(pile))]
    s["deck_count"][deck] = len(pile)


# --- who is on --------------------------------------------------------------------------------------------------------


def _read_turn(game: Game, given: Given, s: np.void) -> None:
    """Phase, current player, action points and waiting effects (I5, I7)."""
    phase = Phase.MAIN if given["phase"] is None else PHASES[one_of("phase", given["phase"], PHASES)]
    s["phase"] = phase
    if phase == Phase.GAME_OVER:
        s["over"] = ENDED if s["end_triggered"] else STOPPED
        s["current_player"] = number(given, "current_player", NONE, NONE, NONE)
        s["ap"] = number(given, "ap", 0, 0, 0)
    else:
        s["over"] = LIVE
        s["current_player"] = p = number(given, "current_player", 0, game.num_players - 1, 0)
        s["ap"] = number(given, "ap", 0, AP_BASE + int(s["private_done"][p]), AP_BASE)
    pending = Counter(_read_by_creature("pending", given["pending"], MOST_PENDING))
    most = MOST_PENDING if phase == Phase.EFFECTS else 0
    if pending.total() > most:
        raise error("pending", given["pending"], f"at most {most} effects in phase {phase.name.lower()}")
    s["pending"] = [pending[letter] for letter in CREATURE_LETTERS]
    if phase == Phase.EFFECTS and not (s["pending"] * s["supply"]).any():
        raise error("pending", given["pending"], "an effect of a creature in the supply, in phase effects")


_READERS = (_read_options, _read_boards, _read_hands, _read_milestones, _read_research, _read_turn)
