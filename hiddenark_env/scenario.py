"""Scenario dictionaries: a position as plain Python that survives JSON, and back (RULES.md 11.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.jit import loop
from arkade.records import LIVE, NONE
from arkade.values import Given, error, given_keys, number, one_of
from hiddenark_env.components import MODES, ROWS
from hiddenark_env.scenario_pieces import (
    read_map_tokens,
    read_pieces,
    read_players,
    read_supplies,
    read_tiles,
    write_map,
    write_players,
    write_supplies,
)
from hiddenark_env.scenario_turn import check_turn, read_turn, write_turn
from hiddenark_env.state import REFILLS, REFILLS_IN_LONG_GAME, Phase
from hiddenark_env.turns import choose_row, settle

OPTIONS = ("num_players", "mode", "board", "discovery", "uphill", "long_game")
COUNTERS = {"moves": "move_open", "rescues": "", "builds": "", "installs": "upgrade_open"}  # and what they open
OF_TURN = ("phase", "opp_left", "row", *COUNTERS)  # of hand-written positions, instead of `turn`
KEYS = (
    *OPTIONS,
    *("max_rounds", "round", "current_player", "refills_done", "end_state"),
    *OF_TURN,
    *("res", "stations", "vessels", "held", "slots", "own", "token_vp", "last_row"),
    *("fish", "undrawn", "fish_token", "fish_esc", "loc_token", "face_up", "pool", "discard", "esc_left"),
    *("vp_taken", "blocker", "award_tokens", "rng", "turn"),
)
MOST_ROUNDS, MOST_COUNTER = 65535, 999


@loop
def start_rows(states, tables, rows, counters):
    """Grant the chosen row (NONE: none chosen) and more on its counters, and go on to the first decision."""
    t = tables[0]
    for e in range(states.shape[0]):
        s = states[e]
        if rows[e] != NONE:
            choose_row(s, t, int(s.current_player), rows[e])
        s.moves += counters[e, 0]
        s.rescues += counters[e, 1]
        s.builds += counters[e, 2]
        s.installs += counters[e, 3]
        s.move_open |= counters[e, 0] > 0
        s.upgrade_open |= counters[e, 3] > 0
        settle(s, t)


# --- a position as a dictionary ---------------------------------------------------------------------------------------


def to_dict(game: Game, state: np.ndarray) -> dict[str, Any]:
    """The position as a scenario dictionary with `turn`; `from_dict` gives the same bytes back."""
    s = state[0]
    values: dict[str, Any] = {key: int(s[key]) for key in ("num_players", "max_rounds", "round", "current_player")}
    values |= {key: int(s[key]) for key in ("refills_done", "end_state", "blocker", "rng")}
    values |= {key: bool(s[key]) for key in ("discovery", "uphill", "long_game")}
    values["mode"], values["board"] = MODES[s["mode"]], game.cards.maps[s["board"]].name
    values |= write_players(game, s) | write_map(game, s) | write_supplies(game, s)
    values["turn"] = write_turn(s)
    return {key: values[key] for key in KEYS if key not in OF_TURN}


# --- a dictionary as a position ---------------------------------------------------------------------------------------


def from_dict(game: Game, position: Mapping[str, Any]) -> np.ndarray:
    """STATE[1] of a scenario dictionary, run on to its first decision; ValueError names the key that is wrong."""
    given = given_keys(position, KEYS)
    states = game.new(1)
    s = states[0]
    _read_options(game, given, s)
    read_players(game, given, s)
    read_pieces(game, given, s)
    read_tiles(game, given, s)
    read_map_tokens(game, given, s)
    read_supplies(game, given, s)
    if given["turn"] is None:
        _start(game, given, states)
    else:
        for key in OF_TURN:
            if given[key] is not None:
                raise error(key, given[key], "nothing beside turn")
        read_turn(game, given["turn"], s)
        _check_seat(game, given, s)
        check_turn(game, s)
        settled = states.copy()
        start_rows(settled, game.tables, np.array([NONE]), np.zeros((1, len(COUNTERS)), np.int64))
        if settled.tobytes() != states.tobytes():
            raise error("turn", given["turn"], f"a decision of phase {Phase(s['phase']).name.lower()}")
    return states


def _read_options(game: Game, given: Given, s: np.void) -> None:
    for key in OPTIONS:
        if given[key] not in (None, game.options[key], int(s[key])):
            raise error(key, given[key], f"{game.options[key]!r}, as in this game")
    s["max_rounds"] = number(given, "max_rounds", 1, MOST_ROUNDS, int(s["max_rounds"]))
    turn = given["turn"]
    first = 0 if isinstance(turn, Mapping) and turn.get("base") == "setup" else 1
    s["round"] = number(given, "round", first, int(s["max_rounds"]), min(2, int(s["max_rounds"])))
    s["refills_done"] = number(given, "refills_done", 0, REFILLS_IN_LONG_GAME if s["long_game"] else REFILLS, 0)
    s["end_state"] = number(given, "end_state", 0, 2, 0)
    s["rng"] = number(given, "rng", 0, 2**64 - 1, 0)


def _check_seat(game: Game, given: Given, s: np.void) -> None:
    """The player to act; nobody where the game is over."""
    lowest, highest = (0, game.num_players - 1) if s["over"] == LIVE else (NONE, NONE)
    s["current_player"] = number(given, "current_player", lowest, highest, lowest)


def _start(game: Game, given: Given, states: np.ndarray) -> None:
    """Begin with step 1 or 2 of a turn, with the grant of a chosen row."""
    s = states[0]
    _check_seat(game, given, s)
    phases = {"main": Phase.MAIN, "opportunity": Phase.OPPORTUNITY}
    s["base"] = s["phase"] = phases[one_of("phase", given["phase"] or "main", phases)]
    is_main = s["base"] == Phase.MAIN
    s["opp_left"] = number(given, "opp_left", 0, 0, 0) if is_main else number(given, "opp_left", 1, 2, 1)
    row = NONE
    if given["row"] is not None:
        if not is_main:
            raise error("row", given["row"], "nothing in phase opportunity")
        row = ROWS.index(one_of("row", given["row"], ROWS))
    counters = [number(given, key, 0, MOST_COUNTER, 0) for key in COUNTERS]
    start_rows(states, game.tables, np.array([row]), np.array([counters]))
