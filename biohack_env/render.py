"""A position in words, for terminals of 100 columns, and the door to its picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from arkade.records import LIVE, NONE
from arkade.words import joined, listed, some, spread, wrapped
from biohack_env import svg as picture
from biohack_env.card_set import Creature
from biohack_env.components import (
    CLASSES,
    EXPERIMENTS,
    GENES,
    LOCATIONS,
    ROWS,
    SPACES_OF_AREAS,
    TILE_SPACES,
    TOKEN_SPACES,
)
from biohack_env.state import COLUMNS, POLICE, Phase
from biohack_env.view import Goal, Pile, Place, Seat, View, first_column, side_name, view
from biohack_env.words import (
    CHALLENGES,
    GENE_LETTERS,
    LOCATION_NAMES,
    ability_words,
    card_words,
    discount_words,
    effect_words,
    gene_letters,
    milestone_words,
    score_words,
    space_name,
)

_INDENT = 12  # of what stands beside a name


def text(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position in words as `player` sees it; None sees all hands and the order of the decks, too."""
    v = view(game, state, player)
    blocks = [_head(v), _locations(v), _spaces(v), _basement(v), _dna(v), *(_player(v, seat) for seat in v.seats)]
    return joined(blocks)


def svg(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position as an SVG picture as `player` sees it; None sees all hands and the order of the decks, too."""
    return picture.draw(view(game, state, player))


def _item(name: str, words: str) -> list[str]:
    return wrapped(f"  {name:<{_INDENT - 2}}{words}", _INDENT)


# --- head -------------------------------------------------------------------------------------------------------------


def _head(v: View) -> list[str]:
    seen = "all seen" if v.viewer is None else f"seen by {v.seats[v.viewer].label}"
    players = "solo" if len(v.seats) == 1 else f"{len(v.seats)} players"
    title = f"BIOHACK, {players}, round {v.round} of {v.rounds}, {v.phase.name.lower()}"
    title += f", challenge {CHALLENGES[v.challenge]}" if v.challenge else ""
    title += ", the last round: 7 creatures" if v.end_triggered and v.over == LIVE else ""
    who = f"{v.seats[v.current].label} is on: " if v.current != NONE else ""
    genes = " ".join(f"{letter} {name}" for letter, name in zip(GENE_LETTERS, GENES, strict=True))
    lines = [spread(title, seen), *wrapped(f">>> {who}{v.headline}", 4)]
    lines += wrapped(f"    looks at {listed(map(card_words, v.look))}", 13) if v.look else []
    lines += [_order(v)] if v.order and len(v.seats) > 1 else []
    return [*lines, f"genes {genes}; classes C common A artisan N noble"]


def _order(v: View) -> str:
    words = f"initiative {' '.join(map(str, v.order))}"
    if v.side == 1:
        track = " ".join("-" if p == NONE else str(p) for p in v.reserve)
        words += f"; reservation track {track}"
    passed = [seat.label for seat in v.seats if seat.passed]
    return words + (f"; passed {listed(passed)}" if passed and v.phase == Phase.RESEARCH else "")


# --- main board -------------------------------------------------------------------------------------------------------


def _standing(players: Sequence[int], other: str) -> str:
    return " ".join(other if p == POLICE else str(p) for p in players)


def _locations(v: View) -> list[str]:
    """Who stands on each location, and what the next Noman retrieved there does."""
    lines = ["Locations: Nomans there; what retrieving one does"]
    for i, there in enumerate(v.locations):
        table = v.cards.locations[len(v.seats)][i]
        left = min(max(len(there) - 1, 0), len(table) - 1) if len(v.seats) > 1 else int(POLICE in there)
        action = effect_words(table[left])
        lines += wrapped(f"  {LOCATION_NAMES[i]:<10}{_standing(there, 'assistant') or '-':<12}{action}", 24)
    if v.solo_card != NONE:
        card = v.cards.solo[v.solo_card]
        cleared = ", ".join(f"{CLASSES[place // 3]} {place % 3 + 1}" for place in card.cleared)
        lines += _item("solo card", f"{LOCATIONS[card.location]}; Clean Up discards {cleared or 'nothing'}")
    if v.solo_next:
        lines += _item("next", ", ".join(LOCATIONS[v.cards.solo[card].location] for card in v.solo_next))
    return lines


def _spaces(v: View) -> list[str]:
    """Experiment spaces, tiles among them, with who stands there."""
    lines = ["Experiment spaces: Nomans there; what an experiment does"]
    places = {place.name: place for place in (*v.basic, *v.advanced)}
    for name in EXPERIMENTS:
        if name in places:
            lines += wrapped(f"  {_space(v, places[name])}", 36)
    order = f", next {', '.join(tile.name for tile in v.next_tiles)}" if v.next_tiles else ""
    return [*lines, *wrapped(f"  {some(v.tiles_left, 'tile')} left{order}", 4)]


def _space(v: View, place: Place) -> str:
    name, there = space_name(EXPERIMENTS.index(place.name), EXPERIMENTS), _standing(place.players, "police") or "free"
    if place.name in TILE_SPACES:
        tile = v.tiles[TILE_SPACES.index(place.name)]
        return f"{name:<20}{there:<14}{tile.name}: {effect_words(tile.effect)}"
    space = v.cards.spaces[SPACES_OF_AREAS.index(place.name)]
    bonus = f"{effect_words(space.bonus)}, then " if space.bonus else ""
    return f"{name:<20}{there:<14}{bonus}{effect_words(space.main)}"


def _basement(v: View) -> list[str]:
    """The display with prices, decks and discard piles."""
    prices = v.cards.tracks.display_price[v.side]
    lines = [f"Basement: slot, price, card; a deck card costs {some(v.cards.tracks.deck_price[v.side], 'coin')}"]
    for c, name in enumerate(CLASSES):
        for i, price in enumerate(prices):
            slot = COLUMNS * c + first_column(v) + i
            card = v.display[slot]
            words = card_words(card) if card else "empty"
            lines += wrapped(f"  {name if i == 0 else '':<8}{slot:>3} {price:>2}  {words}", 18)
        lines += wrapped(f"  {'':<8}{_pile(v.piles[c])}", 14)
    return lines


def _pile(pile: Pile) -> str:
    known = ", ".join(f"{place + 1} {card.name}" for place, card in pile.known)
    discards = ", ".join(card.name for card in pile.discards)
    words = f"deck of {some(pile.count, 'card')}" + (f": {known}" if known else "")
    return words + (f"; discarded {discards}" if discards else "")


def _dna(v: View) -> list[str]:
    """Milestone cards and creation milestones with their tokens."""
    lines = ["DNA INC.: EP of the spaces; tokens of players"]
    values = v.cards.tracks.milestone_ep[v.side]
    for i, goal in enumerate(v.goals):
        words = f"{goal.card.name}: {milestone_words(goal.card)}"
        lines += wrapped(f"  {i} {words:<58}{_tokens(goal.tokens, values)}{_able(goal)}", 6)
    values = v.cards.tracks.row_ep[v.side]
    for name, size, tokens in zip(CLASSES, ROWS, v.rows, strict=True):
        lines += wrapped(f"  {f'{size} {name} creatures':<60}{_tokens(tokens, values)}", 6)
    return lines


def _able(goal: Goal) -> str:
    return f"  [met by {listed(f'player {p}' for p in goal.met_by)}]" if goal.met_by else ""


def _tokens(tokens: Sequence[int], values: Sequence[int]) -> str:
    places = [f"{ep} EP {f'player {tokens[i]}' if i < len(tokens) else '-'}" for i, ep in enumerate(values)]
    return "  ".join(places)


# --- players ----------------------------------------------------------------------------------------------------------


def _player(v: View, seat: Seat) -> list[str]:
    mark = ">" if seat.player == v.current else " "
    parts = [f"{name} {n}" for name, n in seat.parts.items() if n and name != "total"]
    place = f", place {seat.rank}" if v.over != LIVE and len(v.seats) > 1 else ""
    lines = wrapped(f"{mark}Player {seat.player}   {seat.score} EP ({', '.join(parts) or 'nothing'}){place}", 4)
    nomans = f"Nomans {seat.home} at home, {seat.away} away, {seat.injured} injured"
    stored = "  ".join(f"{letter} {n}" for letter, n in zip(GENE_LETTERS, seat.genes, strict=True))
    lines += _item("stores", f"{stored}  {some(seat.coins, 'coin')}, medicine {seat.medicine} of 2; {nomans}")
    lines += _item("scientist", _scientist(seat))
    for c, name in enumerate(CLASSES):
        lines += _item(name, _row(v, seat, c))
    if seat.kept:
        lines += _item("kept", f"{listed(v.cards.tokens[gene] for gene in seat.kept)} tokens")
    if seat.choice is None or seat.choice:
        chosen = "a secret choice" if seat.choice is None else listed(LOCATION_NAMES[i] for i in seat.choice)
        lines += _item("locations", chosen)
    return [*lines, *_item("hand", _hand(seat))]


def _scientist(seat: Seat) -> str:
    card = seat.scientist
    if card is None:
        return f"to be picked; board {seat.board}, {side_name(seat)}"
    discount = discount_words(card.discount, card.wild)
    rows = (
        effect_words(card.plan),
        f"locked: {discount}" if seat.locks == 2 else f"{discount} (used)" if seat.sci_used else discount,
        f"locked: {score_words(card.score)}" if seat.locks else score_words(card.score),
    )
    return f"{card.name}: {' | '.join(rows)}; board {seat.board}, {side_name(seat)}"


def _row(v: View, seat: Seat, c: int) -> str:
    """The spaces of a row: creatures, or what an empty space gives."""
    first = sum(ROWS[:c])
    return "; ".join(_board_space(v, seat, space) for space in range(first, first + ROWS[c]))


def _board_space(v: View, seat: Seat, space: int) -> str:
    card = seat.tableau[space]
    if card is not None:
        return _creature(card) + (" used" if space in seat.used else "")
    bonus = v.cards.boards[seat.board][seat.side][space] if seat.side < 2 else ()
    words = [effect_words(bonus)] if bonus else []
    if space in TOKEN_SPACES and seat.tokens[TOKEN_SPACES.index(space)] != NONE:
        words.append(f"{v.cards.tokens[seat.tokens[TOKEN_SPACES.index(space)]]} token")
    return f"({', '.join(words) or 'empty'})"


def _creature(card: Creature) -> str:
    worth = f", {card.ep} EP" if card.ep else ""
    return f"{card.name} [{gene_letters(card.cost)}{worth}, {ability_words(card)}]"


def _hand(seat: Seat) -> str:
    words = [card_words(card) for card in seat.hand]
    words += [some(n, f"{CLASSES[c]} card") for c, n in enumerate(seat.hidden) if n]
    return "; ".join(words) or "-"
