"""Reading the pieces of a scenario dictionary into a state: cards, resources, field, station (RULES.md 11.1).

Every reader raises ValueError naming the key that is wrong, what was found, and what is allowed.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.records import NONE
from arkade.values import (
    Given,
    bit_set,
    by_number,
    check_options,
    check_unique,
    error,
    items,
    number,
    one_of,
    seats,
    whole,
)
from replicants_env.actions import PAIR_KINDS
from replicants_env.effects import BONUS_CAP, MAX_LEVEL
from replicants_env.state import (
    CREW,
    DEAL,
    DRONES,
    FIELD_CARDS,
    KINDS,
    LETTERS,
    OPTION_BIT,
    REPS,
    STATIC_BIT,
    Y_CARDS,
    Pend,
    Step,
)

STEPS = {step.name.lower(): step for step in Step}
FLAGS = {"l": "levelled", "g": "gained", "u": "used"}
PAIRS = ["".join(LETTERS[r] for r in pair) for pair in PAIR_KINDS]
DEFAULT_ROUND = 3


# --- values ---------------------------------------------------------------------------------------------------------


def letters(counts: Collection[int]) -> str:
    """Four counts as letters in kind order."""
    return "".join(letter * int(count) for letter, count in zip(LETTERS, counts, strict=True))


def read_counts(game: Game, key: str, value: Any) -> list[int]:
    """Resources, as letters or four counts, as four counts."""
    if isinstance(value, str):
        if set(value) - set(LETTERS):
            raise error(key, value, f"letters of {LETTERS}")
        value = [value.count(letter) for letter in LETTERS]
    most = game.cards.supply
    return [whole(key, count, 0, most[r]) for r, count in enumerate(items(key, value, KINDS))]


def card_id(game: Game, key: str, name: Any) -> int:
    """The id of a card by its name."""
    if not isinstance(name, str) or name not in game.cards.ids:
        raise error(key, name, "the name of a card of this card set")
    return game.cards.ids[name]


def read_kinds(key: str, value: Any) -> list[int]:
    """Field cards in order."""
    if not isinstance(value, str) or set(value) - set(LETTERS):
        raise error(key, value, f"letters of {LETTERS}")
    return [LETTERS.index(letter) for letter in value]


# --- options, cards ---------------------------------------------------------------------------------------------------


def read_options(game: Game, given: Given, s: np.void) -> None:
    """Options, step, round, first players and generator."""
    check_options(game, given, ("num_players", "usc"))
    step = STEPS[one_of("at", given["at"], STEPS)]
    if Step.BEFORE_STATION <= step <= Step.AFTER_STATION and not s["usc"]:
        raise error("at", given["at"], "this step only with usc")
    s["step"] = step
    s["max_rounds"] = number(given, "max_rounds", 1, 255, int(s["max_rounds"]))
    rounds = (0, 0, 0) if step == Step.SETUP else (1, 255, DEFAULT_ROUND)
    s["round"] = number(given, "round", *rounds)
    s["first_player"] = number(given, "first_player", 0, game.num_players - 1, 0)
    s["drone_first"] = number(given, "drone_first", 0, game.num_players - 1, int(s["first_player"]))
    s["rng"] = number(given, "rng", 0, 2**64 - 1, 0)


def _power_bits(t: np.void, card: int) -> int:
    return 1 << int(t["trigger"][card]) | int(t["static"][card]) << STATIC_BIT | int(t["mode"][card]) << OPTION_BIT


def read_reps(game: Game, given: Given, s: np.void) -> None:
    """Rows of replicants with their flags, and the points and triggers that follow from them (D24)."""
    t = game.tables[0]
    for key, most in (("doubles", DRONES), ("level_ups", REPS * (MAX_LEVEL - 1)), ("bonus", BONUS_CAP)):
        field = "bonus_vp" if key == "bonus" else key
        s[field][: game.num_players] = seats(game, given, key, partial(whole, low=0, high=most), 0)
    for p, row in enumerate(seats(game, given, "reps", items, [])):
        if len(row) > t["rep_cap"]:
            raise error("reps", row, f"at most {t['rep_cap']} replicants of one player")
        points = int(s["bonus_vp"][p])
        for slot, text in enumerate(row):
            card, level, flags = _read_rep(game, text)
            s["rep_card"][p, slot], s["rep_level"][p, slot] = card, level
            points += int(t["level_vp"][level])
            for letter in flags:
                s[FLAGS[letter]][p] |= 1 << slot
            if level == MAX_LEVEL:
                s["powers"][p] |= 1 << slot
                s["trig_mask"][p] |= _power_bits(t, card)
        s["rep_count"][p], s["vp"][p] = len(row), min(points, BONUS_CAP)


def _read_rep(game: Game, text: Any) -> tuple[int, int, str]:
    name, _, marks = str(text).rpartition("@")
    level, flags = marks[:1], marks[1:]
    good = level in tuple("1234") and len(set(flags)) == len(flags) and not set(flags) - set(FLAGS)
    if not isinstance(text, str) or not good:
        raise error("reps", text, "Name@level, level 1 to 4, and each of the flags l, g, u at most once")
    return card_id(game, "reps", name), int(level), flags


def read_deck(game: Game, given: Given, s: np.void) -> None:
    """Dealt hands, choices and discards of setup, and the deck: by default all cards named nowhere, by id."""
    n = game.num_players

    def cards(key: str, names: Any) -> list[int]:
        return [card_id(game, key, name) for name in items(key, names)]

    if given["setup_hand"] is not None:
        _read_setup(game, given, s)
    for key in ("setup_l4", "setup_discard"):
        if given["setup_hand"] is None and any(seats(game, given, key, lambda _, index: [index], None)):
            raise error(key, given[key], "None without setup_hand")
    s["own_discard"][:n] = seats(game, given, "own_discard", partial(card_id, game), NONE)
    rows, hands = s["rep_card"][s["rep_card"] != NONE].tolist(), s["setup_hand"][s["setup_hand"] != NONE].tolist()
    drawn = cards("drawn", given["drawn"] or [])
    for card in drawn:
        if card not in rows or drawn.count(card) > 1:
            raise error("drawn", game.cards.replicants[card].name, "each card that lies in a row at most once")
    named = {*rows, *hands, *drawn, *s["own_discard"].tolist()}
    deck = [card for card in range(len(game.cards.replicants)) if card not in named]
    if given["deck"] is not None:
        deck = cards("deck", given["deck"])
    lying = {"reps": rows, "setup_hand": hands, "deck": deck}
    check_unique((key, [game.cards.replicants[card].name for card in ids]) for key, ids in lying.items())
    s["deck_pos"], s["deck_len"] = len(drawn), len(drawn + deck)
    s["deck"][: s["deck_len"]] = drawn + deck


def _read_setup(game: Game, given: Given, s: np.void) -> None:
    """The dealt hands, sorted, and what has been chosen from them."""
    if s["step"] != Step.SETUP or s["rep_count"].any():
        raise error("setup_hand", given["setup_hand"], "None but in step setup with no replicant in play")
    hands = seats(game, given, "setup_hand", partial(items, length=DEAL), None)
    l4 = seats(game, given, "setup_l4", partial(whole, low=0, high=DEAL - 1), NONE)
    discards = seats(game, given, "setup_discard", partial(whole, low=0, high=DEAL - 1), NONE)
    for p, hand in enumerate(hands):
        if hand is None:
            raise error("setup_hand", given["setup_hand"], f"{DEAL} cards for every seat")
        if discards[p] != NONE and l4[p] in (NONE, discards[p]):
            raise error("setup_discard", discards[p], f"another card than setup_l4, chosen after it (seat {p})")
        s["setup_hand"][p] = sorted(card_id(game, "setup_hand", name) for name in hand)
        s["setup_l4"][p], s["setup_disc"][p] = l4[p], discards[p]


# --- resources, field, station ----------------------------------------------------------------------------------------


def read_resources(game: Game, given: Given, s: np.void) -> None:
    """Hands, produced cards and lockers, each within what one player can hold."""
    n, shelf_total = game.num_players, int(game.tables["shelf_total"][0])
    shelf = 0 if not s["usc"] else shelf_total // n if shelf_total else max(game.cards.supply)
    for key in ("hand", "produced", "locker"):
        s[key][:n] = seats(game, given, key, partial(read_counts, game), [0] * KINDS)
    for p in range(n):
        if s["produced"][p].sum() > 2 * DRONES:
            raise error("produced", letters(s["produced"][p]), f"at most {2 * DRONES} cards of {DRONES} drones")
        if s["locker"][p].max() > shelf:
            raise error("locker", letters(s["locker"][p]), f"at most {shelf} cards of a kind (usc {s['usc']})")


def read_supply(game: Game, given: Given, s: np.void) -> None:
    """The piles: by default what is in no hand and no locker and not kept; nowhere more than there are cards."""
    kept = s["pend_vec"] if s["pend_kind"] == Pend.KEEP else np.zeros(KINDS, int)
    places = {"hand": s["hand"].sum(axis=0), "locker": s["locker"].sum(axis=0), "pending": kept}
    if given["supply"] is not None:
        places["supply"] = np.array(read_counts(game, "supply", given["supply"]))
    left = np.array(game.cards.supply)
    for key, lying in places.items():
        left -= lying
        for r in np.flatnonzero(left < 0):
            raise error(key, given[key], f"no more {LETTERS[r]} than there are, {game.cards.supply[r]} in all")
    s["supply"] = places.get("supply", left)


def read_field(game: Game, given: Given, s: np.void) -> None:
    """The field, or a stacked next deal, and the field cards that are not dealt."""
    n = game.num_players
    dealt = {key: read_kinds(key, given[key] or "") for key in ("x", "y")}
    for key, length in (("x", n), ("y", Y_CARDS)):
        needed = Step.ON_REPLENISH <= s["step"] <= Step.DRONE or any(dealt.values())
        if len(dealt[key]) != (length if needed else 0):
            raise error(key, given[key], f"{length} letters, given for both axes, and in every step up to drone")
    s["field_x"][: len(dealt["x"])], s["field_y"][: len(dealt["y"])] = dealt["x"], dealt["y"]
    lying = dealt["x"] + dealt["y"]
    whole_deck = game.blank["field_deck"][0].tolist()
    default = list(whole_deck)
    for kind in lying:
        if kind not in default:
            raise error("x", given["x"], f"with y no more than {FIELD_CARDS // KINDS} cards of a kind")
        default.remove(kind)
    undealt = default if given["field_deck"] is None else read_kinds("field_deck", given["field_deck"])
    if given["stack_field"] is not None:
        stacked = read_kinds("stack_field", given["stack_field"])
        if lying or sorted(stacked) != whole_deck:
            raise error("stack_field", given["stack_field"], f"all {FIELD_CARDS} field cards, while no field is out")
        if given["field_deck"] is not None and undealt != stacked:
            raise error("field_deck", given["field_deck"], "the same as stack_field")
        undealt, s["field_stacked"] = stacked, 1
    for kind in range(KINDS):
        if undealt.count(kind) > default.count(kind):
            raise error("field_deck", given["field_deck"], f"with x and y no more {LETTERS[kind]} than there are")
    s["field_pos"] = FIELD_CARDS - len(undealt)
    s["field_deck"][: s["field_pos"]], s["field_deck"][s["field_pos"] :] = NONE, undealt


def read_drones(game: Game, given: Given, s: np.void) -> None:
    """The drones placed so far, in turn order from `drone_first`, and the intersections they leave free (D4)."""
    n = game.num_players
    if s["field_y"][0] != NONE:
        for a in s["field_x"][:n]:
            for b in s["field_y"]:
                s["pair_free"][PAIR_KINDS.index((min(a, b), max(a, b)))] += 1
    texts = items("placed", given["placed"] or [])
    if texts and s["step"] < Step.DRONE:
        raise error("placed", texts, "no drone before step drone")
    for k, text in enumerate(texts):
        seat, _, kinds = str(text).partition(":")
        pair = "".join(sorted(kinds, key=LETTERS.find))
        if seat != str((s["drone_first"] + k) % n) or pair not in PAIRS:
            raise error("placed", text, f"seat:pair, here of seat {(s['drone_first'] + k) % n}")
        if s["pair_free"][PAIRS.index(pair)] == 0:
            raise error("placed", text, "a pair with a free intersection")
        s["pair_free"][PAIRS.index(pair)] -= 1
        s["drone_pair"][int(seat), k // n] = PAIRS.index(pair)
    s["drones_placed"] = len(texts)


def read_station(game: Game, given: Given, s: np.void) -> None:
    """Crew, annexes and armed rooms; without the U.S.C. no annex is built and nothing armed."""
    t, n = game.tables[0], game.num_players
    rooms = int(t["n_rooms"])
    annexes = [room for room in range(rooms) if s["usc"] and not t["core_rooms"] >> room & 1]
    for room, builder in by_number("built", given["built"] or {}).items():
        if room not in annexes:
            raise error("built", room, f"an annex: {', '.join(map(str, annexes)) or 'none without usc'}")
        s["room_builder"][room] = whole("built", builder, 0, n - 1)
        s["room_built"] |= 1 << room
    moved = seats(game, given, "crew_moved", partial(bit_set, allowed=range(CREW)), 0)
    if any(moved) and s["step"] != Step.STATION:
        raise error("crew_moved", given["crew_moved"], "nothing but in step station")
    s["crew_moved"][:n] = moved
    for p, crew in enumerate(seats(game, given, "crew", partial(items, length=CREW), s["crew"][0].tolist())):
        for room in crew:
            if not s["room_built"] >> whole("crew", room, 0, rooms - 1) & 1:
                raise error("crew", int(room), "a room that is built")
        s["crew"][p] = crew if s["step"] == Step.STATION else sorted(crew)
    turn_rooms = [room for room in range(rooms) if s["usc"] and t["room_when_turn"][room]]
    s["armed"][:n] = seats(game, given, "armed", partial(bit_set, allowed=turn_rooms), 0)
