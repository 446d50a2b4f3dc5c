"""A position in words, for terminals of 100 columns, and the door to its picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from arkade.records import LIVE, NONE
from arkade.words import WIDTH, joined, listed, some, spread, wrapped
from enclosure_env import svg as picture
from enclosure_env.grid import SIDE
from enclosure_env.state import AREA_LETTERS, AREA_NAMES, CELLS, CREATURE_LETTERS, CREATURE_NAMES, END_CARDS, SPACES
from enclosure_env.view import Card, Goal, Seat, View, view
from enclosure_env.words import milestone_words, push_words, term_words, worth_words

_BOARD = 26  # width of a habitat beside a player's facts


def text(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position in words as `player` sees it; None sees the order of the decks, too."""
    v = view(game, state, player)
    blocks = [_head(v), _legend(v), _displays(v), _publics(v), *(_player(v, seat) for seat in v.seats)]
    return joined(blocks)


def svg(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position as an SVG picture as `player` sees it; None sees the order of the decks, too."""
    return picture.draw(view(game, state, player))


# --- head -------------------------------------------------------------------------------------------------------------


def _head(v: View) -> list[str]:
    seen = "all seen" if v.viewer is None else f"seen by {v.seats[v.viewer].label}"
    title = f"ENCLOSURE, {len(v.seats)} players, round {v.round + 1} of {v.max_rounds}"
    if v.end_triggered and v.over == LIVE:
        title += f", the last: {END_CARDS} cards completed"
    who = f"{v.seats[v.current].label} is on: " if v.current != NONE else ""
    return [spread(title, seen), *wrapped(f">>> {who}{v.headline}", 4)]


def _legend(v: View) -> list[str]:
    """Letters, the numbers of the cells, and the supply."""
    areas = ", ".join(f"{letter} {name}" for letter, name in zip(AREA_LETTERS, AREA_NAMES, strict=True))
    creatures = ", ".join(f"{letter} {name}" for letter, name in zip(CREATURE_LETTERS, CREATURE_NAMES, strict=True))
    cells = [f"{cell:>4}{AREA_LETTERS[v.cards.area[cell]]}" for cell in range(CELLS)]
    grid = ["".join(cells[i : i + SIDE]) for i in range(0, CELLS, SIDE)]
    beside = [creatures, areas, f"supply  {_counts(CREATURE_LETTERS, v.supply)}", ""]
    return [
        f"{'cells' if i == 0 else '':<6}{row}    {words}"
        for i, (row, words) in enumerate(zip(grid, beside, strict=True))
    ]


def _counts(letters: str, counts: Sequence[int]) -> str:
    return "  ".join(f"{letter} {count}" for letter, count in zip(letters, counts, strict=True))


# --- cards ------------------------------------------------------------------------------------------------------------


def _displays(v: View) -> list[str]:
    lines = [f"Displays    (*: met in the habitat of {v.seats[v.looker].label})"]
    for name, row, count, deck in zip(
        ("basic", "advanced"), (v.basic, v.advanced), v.deck_counts, v.decks or ((), ()), strict=True
    ):
        for slot, card in enumerate(row):
            lines.append(f"  {name if slot == 0 else '':<9}{slot} {_card(card) if card else 'gap'}")
        order = f", next {' '.join(deck)}" if deck else ""
        lines += wrapped(f"  {'':<9}deck of {some(count, 'card')}{order}", 13)
    return lines


def _card(card: Card) -> str:
    """Id, name, requirement with a star at what is met, push effect and EP."""
    terms = " ".join(term_words(term) + "*" * met for term, met in card.terms)
    printed = card.card
    done = "  met" if card.met else ""
    return f"{printed.id} {printed.name:<30} {terms:<28} {push_words(printed):<8} {printed.ep} EP{done}"


def _publics(v: View) -> list[str]:
    lines = ["Public milestones"]
    for slot, goal in enumerate(v.public):
        lines += wrapped(f"  {slot} {_goal(goal)}", 4)
    return lines


def _goal(goal: Goal, more: str = "") -> str:
    words = f"{goal.milestone.name}: {milestone_words(goal.milestone)}, {worth_words(goal.milestone)}{more}"
    if goal.owner != NONE:
        return f"{words} [completed by player {goal.owner}]"
    return f"{words} [met by {listed(f'player {p}' for p in goal.met_by)}]" if goal.met_by else words


# --- players ----------------------------------------------------------------------------------------------------------


def _player(v: View, seat: Seat) -> list[str]:
    mark = ">" if seat.player == v.current else " "
    facts = f"{seat.score} EP, {some(len(seat.done) - seat.n_advanced, 'basic card')}"
    facts += f" and {seat.n_advanced} advanced of {END_CARDS}, {some(seat.tokens, 'token')}"
    facts += f", {v.ap} AP" if seat.player == v.current else ""
    facts += f", place {seat.rank}" if v.over != LIVE else ""
    return [f"{mark}Player {seat.player}   {facts}", *_board(v, seat), *_research(seat)]


def _board(v: View, seat: Seat) -> list[str]:
    """The habitat on the left, tags, movement cards and milestones on the right."""
    letters = ["." if creature == NONE else CREATURE_LETTERS[creature] for creature in seat.habitat]
    areas = [AREA_LETTERS[area] for area in v.cards.area]
    rows = [f"   {' '.join(letters[i : i + SIDE])}   {' '.join(areas[i : i + SIDE])}" for i in range(0, CELLS, SIDE)]
    names = [card.name for card in v.cards.movements]
    held = [name for name, in_hand in zip(names, seat.in_hand, strict=True) if in_hand]
    discarded = [name for name in names if name not in held]
    worth = f"; worth {seat.worth} EP {'now' if seat.private.owner != NONE else 'if completed now'}"
    beside = [
        f"tags    {_counts(CREATURE_LETTERS, seat.creature_tags)}   {_counts(AREA_LETTERS, seat.area_tags)}",
        f"hand    {', '.join(held) or '-'}; discarded {', '.join(discarded) or '-'}",
        f"private {_goal(seat.private, worth)}",
    ]
    if seat.claimed:
        beside.append(f"public  {', '.join(milestone.name for milestone in seat.claimed)}")
    if seat.done:
        beside.append(f"done    {' '.join(card.id for card in seat.done)}")
    return _side_by_side(rows, beside)


def _side_by_side(left: Sequence[str], right: Iterable[str]) -> list[str]:
    lines = [line for words in right for line in wrapped(words, 8, WIDTH - _BOARD)]
    height = max(len(left), len(lines))
    rows = [*left, *[""] * (height - len(left))]
    return [f"{row:<{_BOARD}}{words}" for row, words in zip(rows, [*lines, *[""] * (height - len(lines))], strict=True)]


def _research(seat: Seat) -> list[str]:
    lines = []
    for i in range(SPACES):
        if i < len(seat.research):
            words = _card(seat.research[i])
        else:
            words = "free" if i < seat.spaces else "closed until the private milestone is completed"
        lines.append(f"  {'research' if i == 0 else '':<9}{i + 1} {words}")
    return lines
