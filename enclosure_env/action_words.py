"""Actions in words, with what they do in a position: for people who play."""

from __future__ import annotations

from typing import Any

import numpy as np

from arkade.records import NONE
from arkade.words import listed, some
from enclosure_env.grid import LINE_CELLS, LINE_NAMES
from enclosure_env.state import AREA_NAMES, CREATURE_NAMES, PUSH_CARD, Phase
from enclosure_env.view import Card, Seat, View, view
from enclosure_env.words import push_words, term_words

SIDE_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
_PLAIN = {"skip_effects": "decline the waiting push effects", "end_turn": "end the turn"}


def action_words(game: Any, state: np.ndarray, action: int) -> str:
    """What an action of the current player does in the position `state` (STATE[1])."""
    v, (kind, params) = view(game, state), game.actions.decode(action)
    seat = v.seats[v.current]
    match kind:
        case "swap":
            return _swap(v, seat, **params)
        case "push":
            return _push(v, seat, **params)
        case "take_basic" | "take_advanced":
            return _take((v.basic if kind == "take_basic" else v.advanced)[params["slot"]])
        case "draw_basic" | "draw_advanced":
            which = int(kind == "draw_advanced")
            return (
                f"take the top card of the {('basic', 'advanced')[which]} deck ({some(v.deck_counts[which], 'card')})"
            )
        case "collect":
            discarded = [card.name for card, held in zip(v.cards.movements, seat.in_hand, strict=True) if not held]
            return f"collect {listed(discarded)}"
        case "complete":
            return f"complete {listed(f'{card.card.id} {card.card.name}' for card in seat.research if card.met)}"
        case "claim_private":
            return f"complete the private milestone {seat.private.milestone.name}"
        case "claim_public":
            return f"complete the milestone {v.public[params['slot']].milestone.name}"
    return _PLAIN[kind]


def _place(v: View, cell: int) -> str:
    return f"{cell} ({AREA_NAMES[v.cards.area[cell]]})"


def _swap(v: View, seat: Seat, card: int, a: int, b: int) -> str:
    name, there = v.cards.movements[card].name, seat.habitat
    if NONE in (there[a], there[b]):
        start, end = (a, b) if there[b] == NONE else (b, a)
        return f"{name}: move {CREATURE_NAMES[there[start]]} from {_place(v, start)} to {_place(v, end)}"
    first, second = (f"{CREATURE_NAMES[there[cell]]} on {_place(v, cell)}" for cell in (a, b))
    return f"{name}: swap {first} and {second}"


def _push(v: View, seat: Seat, creature: int, line: int) -> str:
    side, k = LINE_NAMES[line][0], LINE_NAMES[line][1]
    name = "effect" if v.phase == Phase.EFFECTS else v.cards.movements[PUSH_CARD].name
    where = f"from the {SIDE_NAMES[side]} along {'column' if side in 'NS' else 'row'} {k}"
    pushed = [seat.habitat[cell] for cell in LINE_CELLS[line]]
    out = "" if NONE in pushed else f", {CREATURE_NAMES[pushed[-1]]} leaves"
    return f"{name}: push {CREATURE_NAMES[creature]} {where} onto {_place(v, LINE_CELLS[line][0])}{out}"


def _take(card: Card | None) -> str:
    if card is None:
        return "take nothing: a gap"
    needs = " ".join(term_words(term) for term in card.card.need)
    return f"take {card.card.id} {card.card.name} ({needs}, {push_words(card.card)}, {card.card.ep} EP)"
