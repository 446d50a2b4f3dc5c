"""Actions in words, with what they do in a position: for people who play."""

from __future__ import annotations

from typing import Any

import numpy as np

from arkade.words import listed, some
from biohack_env.actions import ALLEY_CHOICES, EFFECTS, OPTIONS, SUBSETS
from biohack_env.components import CLASSES, EXPERIMENTS, GENES, LOCATIONS, PLAYER_SIDES
from biohack_env.grammar import DICE, Kind
from biohack_env.state import TILE_SPACE, Node
from biohack_env.tables import CONVERSIONS, UNITS
from biohack_env.view import Seat, View, view
from biohack_env.words import (
    DIE_WORDS,
    LOCATION_NAMES,
    card_words,
    discount_words,
    effect_words,
    line_words,
    milestone_words,
    resource_words,
    score_words,
    space_name,
)

AVERT_WORDS = "pay 5 coins: the Noman stays unhurt"
_DONE = {
    Node.PLAN: "leave the other planning effects",
    Node.SELECT: "choose no location: nobody is active",
    Node.BUY: "buy no more",
    Node.CREATE: "create no more",
    Node.ALLEY: "leave the ALLEY",
    Node.DNA: "leave DNA INC.",
    Node.RESERVE: "reserve nothing",
    Node.TRADE: "trade no more",
}


def action_words(game: Any, state: np.ndarray, action: int) -> str:
    """What a legal action of the current player does in the position `state` (STATE[1])."""
    v, (kind, params) = view(game, state), game.actions.decode(action)
    seat, value = v.seats[v.current], next(iter(params.values()), 0)
    match kind:
        case "done":
            return _done(v)
        case "accept":
            return _accept(v, seat)
        case "unlock":
            return f"unlock the {('bottom', 'middle')[seat.locks - 1]} row: {_row(seat)}"
        case "use_scientist":
            return f"use the scientist: {_discount(seat)}"
        case "side":
            return f"play the {PLAYER_SIDES[value]} side of board {seat.board}"
        case "scientist":
            return _scientist(v, value)
        case "take":
            return _take(v, value)
        case "deck":
            return f"look at the top of the {CLASSES[value]} deck ({some(v.piles[value].count, 'card')})"
        case "keep":
            return f"keep {card_words(v.look[value])}, {v.look[1 - value].name} goes under the deck"
        case "plan":
            return f"resolve the {EFFECTS[value]} effect: {_plan(v, seat, value)}"
        case "select":
            return (
                f"send Nomans to {listed(LOCATION_NAMES[i] for i in range(len(LOCATIONS)) if SUBSETS[value] >> i & 1)}"
            )
        case "retrieve":
            return _retrieve(v, value)
        case "experiment":
            return _experiment(v, value)
        case "create":
            return f"create {card_words(v.cards.creatures[value])}"
        case "resource":
            return _resource(v, value)
        case "reroll":
            return f"roll again for {_reroll(v, value)}"
        case "convert":
            pays, gains = CONVERSIONS[value]
            return f"pay {resource_words(pays, UNITS[pays])} for {resource_words(gains, UNITS[gains])}"
        case "alley":
            return _alley(value)
        case "report":
            goal = v.goals[value]
            worth = v.cards.tracks.milestone_ep[v.side][len(goal.tokens)]
            return f"report {goal.card.name} ({milestone_words(goal.card)}) for {worth} EP"
        case "reserve":
            return f"reserve space {value + 1}: {effect_words(v.cards.tracks.reservation[value])}"
    return {"pass": "pass: no more turns this round", "heal": "heal an injured Noman with a medicine"}[kind]


def _done(v: View) -> str:
    if v.node == Node.DIE:
        return f"accept the roll: {DIE_WORDS[v.die]}"
    return f"keep {v.asked} for later" if v.node == Node.IMPROVE else _DONE[v.node]


def _accept(v: View, seat: Seat) -> str:
    if v.node == Node.DIE:
        return f"accept {DIE_WORDS[v.die]}, {AVERT_WORDS}"
    assert v.line is not None
    if v.line.kind != Kind.COMMON:
        return line_words(v.line).split("times ", 1)[-1]
    card = seat.tableau[v.line.a]
    assert card is not None
    return f"activate {card.name}: {effect_words(card.effect)}"


def _row(seat: Seat) -> str:
    """What the topmost locked row of the scientist gives."""
    assert seat.scientist is not None
    return _discount(seat) if seat.locks == 2 else score_words(seat.scientist.score)


def _discount(seat: Seat) -> str:
    assert seat.scientist is not None
    return discount_words(seat.scientist.discount, seat.scientist.wild)


def _scientist(v: View, i: int) -> str:
    card = v.cards.scientists[i]
    rows = (effect_words(card.plan), discount_words(card.discount, card.wild), score_words(card.score))
    return f"take {card.name} ({' | '.join(rows)})"


def _take(v: View, slot: int) -> str:
    card = v.display[slot]
    assert card is not None
    if v.node == Node.DRAFT:
        return f"take {card_words(card)}"
    prices = v.cards.tracks.display_price[v.side]
    price = prices[slot % 4 - (4 - len(prices))]
    return f"buy {card_words(card)}, price {some(price, 'coin')}"


def _plan(v: View, seat: Seat, which: int) -> str:
    if EFFECTS[which] == "scientist":
        assert seat.scientist is not None
        return effect_words(seat.scientist.plan)
    return effect_words(v.cards.tracks.reservation[v.reserve.index(seat.player)])


def _retrieve(v: View, location: int) -> str:
    left = len(v.locations[location]) - 1
    return f"retrieve from {LOCATION_NAMES[location]}: {effect_words(v.cards.locations[len(v.seats)][location][left])}"


def _experiment(v: View, space: int) -> str:
    name = space_name(space, EXPERIMENTS)
    if space >= TILE_SPACE:
        tile = v.tiles[space - TILE_SPACE]
        return f"experiment at {name} {tile.name}: {effect_words(tile.effect)}"
    card = v.cards.spaces[space]
    bonus = f"{effect_words(card.bonus)}, then " if card.bonus else ""
    return f"experiment at {name}: {bonus}{effect_words(card.main)}"


def _resource(v: View, resource: int) -> str:
    if v.node == Node.ALLOC:
        return f"take the discount off {GENES[resource]}"
    n = v.line.vec[resource] if v.node == Node.PICK and v.line is not None else 1
    return f"gain {resource_words(resource, n)}"


def _reroll(v: View, way: int) -> str:
    gene = "reptile" if v.line is not None and DICE[v.line.b] == "river" else "avian"
    return (f"1 {gene}", "2 coins", "nothing, a free reroll")[way]


def _alley(choice: int) -> str:
    way, _, left_out = ALLEY_CHOICES[choice].partition("-")
    units = [resource_words(i, UNITS[i]) for i, gene in enumerate(OPTIONS) if gene != left_out]
    return f"pay 1 feral for {listed(units)}" if way == "gain" else f"pay {listed(units)} for 1 feral"
