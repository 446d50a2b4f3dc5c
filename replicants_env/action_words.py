"""Actions in words, with what they do in a position: for people who play."""

from __future__ import annotations

from typing import Any

import numpy as np

from arkade.jit import loop
from replicants_env.conditions import discounted_cost
from replicants_env.state import KINDS, LETTERS, Pend
from replicants_env.view import Seat, View, view
from replicants_env.words import letters, plain, power, room_words, trigger_words

_CHOICES = {
    Pend.GAIN_ANY: "gain",
    Pend.STOW_ANY: "stow",
    Pend.PAY_ANY: "pay",
    Pend.WAIVE: "leave out",
    Pend.KEEP: "keep",
}


@loop
def price_rows(states, tables, slot, out):
    """Write what the next level of the current player's replicant costs in each row: counts, and waivers (D27)."""
    for e in range(states.shape[0]):
        price = discounted_cost(states[e], tables[0], states[e].current_player, slot, False)
        for i in range(out.shape[1]):
            out[e, i] = price[i]


def action_words(game: Any, state: np.ndarray, action: int) -> str:
    """What a legal action of the current player does in the position `state` (STATE[1])."""
    v, (kind, params) = view(game, state), game.actions.decode(action)
    seat, asked = v.seats[v.current], Pend(int(state["pend_kind"][0]))
    match kind:
        case "setup_l4":
            card = seat.dealt[params["index"]].card
            return f"let {card.name} enter at L4 ({trigger_words(card.ability)}: {plain(power(card))})"
        case "setup_discard":
            return f"discard {seat.dealt[params['index']].card.name}"
        case "place_drone":
            return f"place a drone at {LETTERS[params['x']]}×{LETTERS[params['y']]}"
        case "level_up":
            return _level_up(game, state, seat, params["slot"])
        case "use_ability":
            card = seat.reps[params["slot"]].card
            return f"use {card.name}: {plain(power(card)).removeprefix('you may ')}"
        case "choose_resource":
            return f"{_CHOICES[asked]} {LETTERS[params['resource']]}"
        case "choose_replicant":
            rep = seat.reps[params["slot"]]
            promoted = asked == Pend.PROMOTE
            return f"raise {rep.card.name} to L{rep.level + 1}" if promoted else f"let {rep.card.name} level again"
        case "redeal":
            return f"replace {LETTERS[params['resource']]} on the {'xy'[params['axis']]} axis"
        case "go_use" | "go_only":
            return _go(v, seat, params["crew"], params["room"], kind == "go_use")
        case "build_room":
            room = v.cards.rooms[params["room"]]
            return f"build {room.name} for {room.build or 'nothing'}"
    return "pass"


def _level_up(game: Any, state: np.ndarray, seat: Seat, slot: int) -> str:
    rep, price = seat.reps[slot], np.zeros((1, KINDS + 1), np.int64)
    price_rows(state, game.tables, slot, price)
    *counts, waivers = price[0].tolist()
    cost, waived = letters(tuple(counts)), f" less any {waivers}" if waivers else ""
    words = f"{cost}{waived}" if waivers < len(cost) else "nothing"
    return f"level up {rep.card.name} to L{rep.level + 1} for {words}"


def _go(v: View, seat: Seat, crew: int, number: int, use: bool) -> str:
    room, left = v.cards.rooms[number], v.cards.rooms[seat.crew[crew][0]]
    way = f"move crew from {left.name} to {room.name}"
    return f"{way} and use it: {plain(room_words(room))}" if use else way
