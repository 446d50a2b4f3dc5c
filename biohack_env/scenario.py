"""Scenario dictionaries: a position as plain Python that survives JSON, and back (RULES.md 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.jit import loop
from arkade.records import NONE, plain_fields
from arkade.values import check_options, error, given_keys, seats, whole
from biohack_env.legal import note_offer
from biohack_env.rules import run_on
from biohack_env.scenario_cards import read_cards, write_cards
from biohack_env.scenario_pieces import (
    MOST_EP,
    NUMBERS,
    check_choices,
    read_board,
    read_nomans,
    read_order,
    read_players,
    write_board,
    write_players,
)
from biohack_env.scenario_turn import (
    OF_ACTION,
    WHERE,
    read_action,
    read_node,
    read_player,
    write_action,
    write_where,
)
from biohack_env.state import Node

OPTIONS = ("num_players", "enclosure", "challenge")
KEYS = (
    *(*OPTIONS, *WHERE, "order", "passed", "reserve", "scientist", "board", "side", *NUMBERS, "genes"),
    *("hand", "hand_known", "tableau", "used", "seventh_round", "token", "token_kept", "loc_choice"),
    *("at_public", "adv", "basic", "display", "deck", "discard", "recycled", "deck_known"),
    *("milestone", "milestone_token", "row_token", "tile", "tile_deck", "solo_deck", "solo_pos"),
    *(*OF_ACTION, "look", "lost", "steps", "rng", "score"),
)


@loop
def note_offers(states, tables):
    """Note the legal actions of every row's node."""
    for e in range(states.shape[0]):
        note_offer(states[e], tables[0])


@loop
def settle_rows(states, tables):
    """Run every row on to the decision that it comes to by itself."""
    for e in range(states.shape[0]):
        run_on(states[e], tables[0], NONE)


def to_dict(game: Game, state: np.ndarray) -> dict[str, Any]:
    """The position as a scenario dictionary, every key present; `from_dict` gives the same bytes back."""
    s = plain_fields(state)
    values: dict[str, Any] = {"num_players": game.num_players, "challenge": s["challenge"]}
    values["enclosure"] = bool(s["enclosure"])
    values |= write_where(s) | write_players(game, s) | write_cards(game, s)
    values |= write_board(game, s) | write_action(game, s)
    return {key: values[key] for key in KEYS if key in values}


def from_dict(game: Game, position: Mapping[str, Any]) -> np.ndarray:
    """STATE[1] of a scenario dictionary, no step made; ValueError names the key that is wrong."""
    given = given_keys(position, KEYS)
    check_options(game, given, OPTIONS)
    states = game.new(1)
    s = states[0]
    read_node(game, given, s)
    read_order(game, given, s)
    read_player(game, given, s)
    read_cards(game, given, s)
    read_players(game, given, s)
    read_nomans(game, given, s)
    read_board(game, given, s)
    check_choices(game, s)
    read_action(game, given, s)
    scores = seats(game, given, "score", lambda key, value: whole(key, value, -MOST_EP, MOST_EP), None)
    totals = game.scores(states)[0].tolist() if s["node"] == Node.OVER else [0] * game.num_players
    for p in range(game.num_players):
        if scores[p] not in (None, 0) and s["node"] != Node.OVER:
            raise error("score", given["score"], "0 before the end")
        s["score"][p] = totals[p] if scores[p] is None else scores[p]
    _check_decision(game, states)
    return states


def _check_decision(game: Game, states: np.ndarray) -> None:
    """Note what may be done, and require that the position does not move on by itself."""
    if states["node"][0] == Node.OVER:
        return
    note_offers(states, game.tables)
    settled = states.copy()
    settle_rows(settled, game.tables)
    if settled.tobytes() != states.tobytes():
        name = Node(states["node"][0]).name.lower()
        raise error("node", name, "a node with a decision; this position moves on by itself")
