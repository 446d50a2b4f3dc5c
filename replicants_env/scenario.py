"""Scenario dictionaries: a position as plain Python that survives JSON, and back (RULES.md 11.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.jit import loop
from arkade.records import ENDED, NONE, STOPPED
from arkade.values import Given, bit_set, bits, error, given_keys, number, whole
from replicants_env.card_set import Effect, Mode
from replicants_env.effects import MAX_LEVEL
from replicants_env.legal import is_question_open
from replicants_env.rules import run_on
from replicants_env.scenario_pieces import (
    FLAGS,
    PAIRS,
    STEPS,
    letters,
    read_counts,
    read_deck,
    read_drones,
    read_field,
    read_kinds,
    read_options,
    read_reps,
    read_resources,
    read_station,
    read_supply,
)
from replicants_env.state import CARDS, KINDS, LETTERS, OPTIONS_ONLY, REPS, ROOM_SOURCE, Pend, Step

KEYS = (
    *("num_players", "usc", "max_rounds", "at", "round", "first_player", "drone_first", "current_player", "win_slot"),
    *("setup_hand", "setup_l4", "setup_discard", "own_discard", "reps", "deck", "drawn"),
    *("hand", "produced", "locker", "supply", "doubles", "level_ups", "bonus"),
    *("x", "y", "field_deck", "stack_field", "placed", "crew", "crew_moved", "built", "armed", "pending", "rng"),
)
SCALARS = (
    *("num_players", "usc", "max_rounds", "round", "first_player", "drone_first"),
    *("current_player", "win_slot", "rng"),
)
STEP_NAMES = [step.name.lower() for step in Step]
PENDING_KEYS = ("kind", "source", "stage", "left", "floor", "paid", "vec")
WINDOWS = [step for name, step in STEPS.items() if name.startswith(("before_", "on_", "after_"))]
MOST_LEFT = 1000  # pend_left, where no card bounds it
QUESTIONS = {  # the effect whose stars or number a question counts; the others belong to a price or to no effect
    Pend.GAIN_ANY: Effect.GAIN,
    Pend.STOW_ANY: Effect.STOW,
    Pend.PROMOTE: Effect.PROMOTE,
    Pend.READY: Effect.READY,
    Pend.REDEAL: Effect.REDEAL,
    Pend.KEEP: Effect.KEEP,
    Pend.BUILD_ROOM: Effect.BUILD,
}
UNCOUNTED = (Pend.BUILD_ROOM, Pend.OFFER)  # pend_left stays 0 (D43)


@loop
def resume_rows(states, tables):
    """Run every row on to its next decision (D2); returns the first row with a question that has no answer, or NONE."""
    t = tables[0]
    for e in range(states.shape[0]):
        if states[e].pend_kind != Pend.NOTHING and not is_question_open(states[e], t):
            return e
        run_on(states[e], t, NONE)
    return NONE


# --- a position as a dictionary ---------------------------------------------------------------------------------------


def to_dict(game: Game, state: np.ndarray) -> dict[str, Any]:
    """The position as a scenario dictionary, every key present; `from_dict` gives the same bytes back."""
    s, n = _plain(state), game.num_players
    values: dict[str, Any] = {key: s[key] for key in SCALARS}
    values |= {key: [letters(counts) for counts in s[key][:n]] for key in ("hand", "produced", "locker")}
    values |= {key: s[key][:n] for key in ("doubles", "level_ups", "crew")}
    values |= _write_cards(game, s) | _write_field(s)
    values["at"] = STEP_NAMES[s["step"]]
    values["supply"], values["bonus"] = s["supply"], s["bonus_vp"][:n]
    for key in ("armed", "crew_moved"):
        values[key] = [bits(word) for word in s[key][:n]]
    values["built"] = {str(room): p for room, p in enumerate(s["room_builder"]) if p != NONE}
    values["pending"] = _write_pending(s)
    return {key: values[key] for key in KEYS}


def _plain(state: np.ndarray) -> dict[str, Any]:
    """The fields of STATE[1] as ints and lists, which Python reads much faster than a record."""
    values = zip(state.dtype.names or (), state.tolist()[0], strict=True)
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in values}


def _write_cards(game: Game, s: dict[str, Any]) -> dict[str, Any]:
    """Everything that names replicants."""
    n, cards = game.num_players, game.cards.replicants

    def names(ids: list[int]) -> list[str | None]:
        return [None if c == NONE else cards[c].name for c in ids]

    def rep(p: int, slot: int) -> str:
        flags = "".join(letter for letter, field in FLAGS.items() if s[field][p] >> slot & 1)
        return f"{cards[s['rep_card'][p][slot]].name}@{s['rep_level'][p][slot]}{flags}"

    top, end = s["deck_pos"], s["deck_len"]
    dealt = s["setup_hand"][0][0] != NONE
    return {
        "setup_hand": [names(hand) for hand in s["setup_hand"][:n]] if dealt else None,
        "setup_l4": [None if i == NONE else i for i in s["setup_l4"][:n]],
        "setup_discard": [None if i == NONE else i for i in s["setup_disc"][:n]],
        "own_discard": names(s["own_discard"][:n]),
        "reps": [[rep(p, slot) for slot in range(s["rep_count"][p])] for p in range(n)],
        "deck": names(s["deck"][top:end]),
        "drawn": names(s["deck"][:top]),
    }


def _write_field(s: dict[str, Any]) -> dict[str, Any]:
    """The field, its deck, and the drones in the order in which they were placed."""
    n = s["num_players"]
    seats = [(s["drone_first"] + k) % n for k in range(s["drones_placed"])]
    undealt = _kinds(s["field_deck"][s["field_pos"] :])
    return {
        "x": _kinds(s["field_x"]),
        "y": _kinds(s["field_y"]),
        "field_deck": undealt,
        "stack_field": undealt if s["field_stacked"] else None,
        "placed": [f"{p}:{PAIRS[s['drone_pair'][p][k // n]]}" for k, p in enumerate(seats)],
    }


def _write_pending(s: dict[str, Any]) -> dict[str, Any] | None:
    if s["pend_kind"] == Pend.NOTHING:
        return None
    return {
        "kind": Pend(s["pend_kind"]).name.lower(),
        "source": s["pend_src"],
        **{key: s[f"pend_{key}"] for key in ("stage", "left", "floor")},
        "paid": _kinds(bits(s["pend_paid"])),
        "vec": letters(s["pend_vec"]),
    }


def _kinds(kinds: Collection[int]) -> str:
    return "".join(LETTERS[r] for r in kinds if r != NONE)


# --- a dictionary as a position ---------------------------------------------------------------------------------------


def from_dict(game: Game, position: Mapping[str, Any]) -> np.ndarray:
    """STATE[1] of a scenario dictionary, run on to its first decision; ValueError names the key that is wrong."""
    given = given_keys(position, KEYS)
    states = game.new(1)
    for read in _READERS:
        read(game, given, states[0])
    if resume_rows(states, game.tables) != NONE:
        raise error("pending", given["pending"], "a question that has an answer")
    return states


# --- who is on, and with which question -------------------------------------------------------------------------------


def _read_turn(game: Game, given: Given, s: np.void) -> None:
    """The current player and the cursors that follow (D44, D46)."""
    n, step, first = game.num_players, Step(s["step"]), int(s["first_player"])
    choosing = given["setup_hand"] is not None
    asked = given["pending"] is not None
    follows = None
    if step == Step.OVER:
        follows = NONE
        s["over"] = ENDED if (s["vp"] >= game.tables["target_vp"][0]).any() else STOPPED
    elif choosing:
        s["order_pos"] = [*s["setup_disc"][:n].tolist(), NONE].index(NONE)
        follows = int(s["order_pos"]) % n
    elif step == Step.DRONE:
        follows = (int(s["drone_first"]) + int(s["drones_placed"]) - asked) % n
    if follows is None:
        s["current_player"] = number(given, "current_player", 0, n - 1, 0 if step == Step.SETUP else first)
    elif given["current_player"] in (None, follows):
        s["current_player"] = follows
    else:
        raise error("current_player", given["current_player"], f"{follows}, which follows from the other keys")
    if step == Step.SETUP and not choosing:
        s["order_pos"] = s["current_player"]
    elif step in WINDOWS or step in (Step.STATION, Step.BUILD, Step.DISCARD):
        s["order_pos"] = (int(s["current_player"]) - first) % n
    counts_slots = step in WINDOWS or (step == Step.SETUP and not choosing) or (step == Step.DRONE and asked)
    s["win_slot"] = number(given, "win_slot", 0, OPTIONS_ONLY if counts_slots else 0, 0)


def _read_pending(game: Game, given: Given, s: np.void) -> None:
    """The question in progress; it must be one that its source asks in this step (RULES.md 5.2, D43)."""
    question = given["pending"]
    if question is None:
        return
    if not isinstance(question, Mapping) or set(question) - set(PENDING_KEYS):
        raise error("pending", question, f"a dict of {', '.join(PENDING_KEYS)}")
    kinds = {kind.name.lower(): kind for kind in Pend if kind != Pend.NOTHING}
    if not isinstance(question.get("kind"), str) or question["kind"] not in kinds:
        raise error("pending", question.get("kind"), f"a kind: {', '.join(kinds)}")
    kind = kinds[question["kind"]]
    source = whole("pending", question.get("source", 0), 0, ROOM_SOURCE + int(game.tables["n_rooms"][0]) - 1)
    stage = whole("pending", question.get("stage", 0), 0, 2)
    most = _most_left(game, s, kind, source, stage)
    if most is None:
        raise error("pending", dict(question), f"a question that its source asks at {Step(s['step']).name.lower()}")
    floor = REPS if kind in (Pend.PROMOTE, Pend.READY) else KINDS - 1
    s["pend_kind"], s["pend_src"], s["pend_stage"] = kind, source, stage
    s["pend_left"] = whole("pending", question.get("left", 0), 0 if kind in UNCOUNTED else 1, most)
    s["pend_floor"] = whole("pending", question.get("floor", 0), 0, floor)
    s["pend_paid"] = bit_set("pending", read_kinds("pending", question.get("paid", "")), range(KINDS))
    vec = np.array(read_counts(game, "pending", question.get("vec", "")))
    held = {Pend.WAIVE: s["hand"][s["current_player"]], Pend.KEEP: game.tables["supply"][0]}.get(kind, 0)
    if (vec > held).any() and (s["step"] != Step.DRONE or vec.sum() > 2):
        raise error("pending", question["vec"], "as vec what is kept, what is not waived, what the last drone took")
    s["pend_vec"] = vec


def _most_left(game: Game, s: np.void, kind: Pend, source: int, stage: int) -> int | None:
    """How many answers this question can still want, None where its source does not ask it in this step."""
    t, p, step = game.tables[0], s["current_player"], s["step"]
    if p == NONE or s["rep_count"][p] <= source < ROOM_SOURCE or (step == Step.DRONE and s["drones_placed"] == 0):
        return None
    row = CARDS + source - ROOM_SOURCE if source >= ROOM_SOURCE else s["rep_card"][p, source]
    level = MAX_LEVEL if source >= ROOM_SOURCE else s["rep_level"][p, source]
    if kind == Pend.WAIVE:
        return MOST_LEFT if step == Step.BUILD and level < MAX_LEVEL and stage == 0 else None
    white = t["trigger"][row] == Step.SETUP
    if level < MAX_LEVEL or not (t["trigger"][row] == step or (white and step == Step.BUILD)):
        return None
    if kind == Pend.OFFER:
        return 0 if white and t["mode"][row] == Mode.OPT and stage == 0 else None
    if kind == Pend.PAY_ANY:
        return int(t["pay_stars"][row]) if stage == 0 else None
    if stage == 0 or t["eff_kind"][row, stage - 1] != QUESTIONS[kind]:
        return None
    if kind in UNCOUNTED or kind == Pend.KEEP:
        return MOST_LEFT if kind == Pend.KEEP else 0
    return int(max(t["eff_k"][row, stage - 1], t["eff_stars"][row, stage - 1]))


_READERS = (
    *(read_options, read_reps, read_deck, read_resources, read_field, read_drones, read_station),
    *(_read_turn, _read_pending, read_supply),
)
