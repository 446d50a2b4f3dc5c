"""A position in words, for terminals of 100 columns, and the door to its picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from arkade.records import LIVE, NONE
from arkade.words import joined, spread, wrapped
from replicants_env import svg as picture
from replicants_env.state import LETTERS, Y_CARDS
from replicants_env.view import Counts, Rep, Seat, View, view
from replicants_env.words import PHASES, letters, phase_of, plain, power, room_words, step_words, trigger_words

_LABEL = 10  # width of the first column of the table part


def text(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position in words as `player` sees it; None sees everything."""
    v = view(game, state, player)
    station = _station(v) if v.usc else []
    blocks = [_head(v), _table(v), station, *(_player(v, seat) for seat in v.seats), _hidden(v)]
    return joined(blocks)


def svg(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position as an SVG picture as `player` sees it; None sees everything."""
    return picture.draw(view(game, state, player))


def _listed(label: str, items: Iterable[str]) -> list[str]:
    """A label and items on as many lines as they need."""
    return wrapped(f"{label.ljust(_LABEL)}{', '.join(items)}", _LABEL)


# --- head -------------------------------------------------------------------------------------------------------------


def _head(v: View) -> list[str]:
    seen = "all seen" if v.viewer is None else f"seen by {v.seats[v.viewer].label}"
    expansion = " with the U.S.C." if v.usc else ""
    when = f"round {v.round} of {v.max_rounds}" if v.round else "before round 1"
    lines = [spread(f"REPLICANTS!{expansion}, {len(v.seats)} players, {when}", seen), _phases(v)]
    who = f"{v.seats[v.current].label} is to decide: " if v.over == LIVE and v.current != NONE else ""
    details = "".join(f" [{plain(words)}]" for words in v.details)
    return lines + wrapped(f">>> {who}{v.headline}{details}", 4)


def _phases(v: View) -> str:
    now = phase_of(v.step)
    phases = [(i, phase) for i, phase in enumerate(PHASES) if v.usc or phase != "Station"]
    strip = " > ".join(f"[{step_words(v.step)}]" if i == now else phase for i, phase in phases)
    return strip if now is not None else f"[{step_words(v.step)}] {strip}" if v.over == LIVE else f"{strip} [Over]"


# --- the table --------------------------------------------------------------------------------------------------------


def _table(v: View) -> list[str]:
    """The field on the left, what lies around it on the right."""
    grid = _grid(v)
    undealt = f"{_counted(v.undealt)}" + (f"   next {v.field_order}" if v.field_order else "")
    around = [f"Piles       {_counted(v.supply)}", f"Field deck  {undealt}", f"Deck        {v.deck_left} replicants"]
    around += [f"First       {v.seats[v.first].label}"] if v.first != NONE else []
    if v.drone_first != v.first:
        around.append(f"1st drone   {v.seats[v.drone_first].label}")
    rows = max(len(grid), len(around))
    grid, around = grid + [""] * (rows - len(grid)), around + [""] * (rows - len(around))
    return [f"{left:<40}{right}" for left, right in zip(grid, around, strict=True)]


def _grid(v: View) -> list[str]:
    if not v.x:
        return ["Field".ljust(_LABEL) + "not dealt"]
    lines = ["Field".ljust(_LABEL) + "   " + "".join(f"{LETTERS[kind]:>3}" for kind in v.x)]
    for row in range(Y_CARDS):
        cells = [str(v.drones.get((column, row), "·")) for column in range(len(v.x))]
        lines.append(f"{' ' * _LABEL}{LETTERS[v.y[row]]:>3}" + "".join(f"{cell:>3}" for cell in cells))
    return lines


def _counted(counts: Counts) -> str:
    return "  ".join(f"{letter} {count:<2}" for letter, count in zip(LETTERS, counts, strict=True)).rstrip()


def _station(v: View) -> list[str]:
    lines = []
    for r, room in enumerate(v.cards.rooms):
        guests = [
            f"{seat.player}{'*' if moved else ''}" for seat in v.seats for place, moved in seat.crew if place == r
        ]
        armed = [str(seat.player) for seat in v.seats if r in seat.armed]
        built = "core" if room.core else f"of {v.builders[r]}" if r in v.builders else f"-{room.build}"
        notes = ", ".join([f"crew {' '.join(guests)}"] * bool(guests) + [f"armed {' '.join(armed)}"] * bool(armed))
        near = " ".join(map(str, room.adjacent))
        points = f" ({room.build_points} for building)" if room.build_points and r not in v.builders else ""
        start = f"{r:>5} {room.name:<18} {built:<5} {near:<10} "
        lines += wrapped(start + plain(room_words(room)) + points + (f" [{notes}]" if notes else ""), len(start))
    shelf = v.seats[0].shelf
    lockers = f"; lockers hold {shelf} of a kind" if shelf is not None else ""
    return [f"Station   (number, name, -cost of building, rooms beside it; *: has moved{lockers})", *lines]


# --- players ----------------------------------------------------------------------------------------------------------


def _player(v: View, seat: Seat) -> list[str]:
    mark = ">" if seat.player == v.current else " "
    head = f"{mark}{seat.player} {seat.hive:<12} {seat.vp:>3} points"
    facts = [f"{seat.bonus} of them bonus"] if seat.bonus else []
    facts += [f"hand {letters(seat.hand) or '-'}", f"produced {letters(seat.produced) or '-'}"]
    if v.usc:
        facts.append(f"locker {letters(seat.locker) or '-'}")
    facts += [f"{seat.drones_left} drone{'s' * (seat.drones_left != 1)} left"] if v.x else []
    facts += [f"{seat.level_ups} level-up{'s' * (seat.level_ups != 1)}"] if seat.level_ups else []
    facts += [f"{seat.doubles} double{'s' * (seat.doubles != 1)}"] if seat.doubles else []
    facts += [f"place {seat.rank}"] if v.over != LIVE else []
    lines = wrapped(f"{head}  {', '.join(facts)}", len(head) + 2)
    for rep in seat.reps:
        lines += _replicant(rep)
    for rep in seat.dealt:
        lines += _dealt(rep)
    if seat.face_down:
        lines.append(f"     {seat.face_down} cards face down")
    if seat.discard:
        lines.append(f"     discarded {seat.discard}, under the deck")
    return lines


def _replicant(rep: Rep) -> list[str]:
    level = f"L{rep.level} > {rep.cost}" if rep.cost else f"L{rep.level}"
    return _card_lines(rep, f"{level:<11}")


def _dealt(rep: Rep) -> list[str]:
    return _card_lines(rep, " ".join(rep.card.costs))


def _card_lines(rep: Rep, costs: str) -> list[str]:
    """Number, name, costs and power of a card, and in brackets what is special about it."""
    start = f"  {rep.slot:>3} {rep.card.name:<18} {costs}  "
    marks = f" [{', '.join(rep.marks)}]" if rep.marks else ""
    return wrapped(f"{start}{_power(rep)}{marks}", len(start))


def _power(rep: Rep) -> str:
    words = f"{trigger_words(rep.card.ability)}: {plain(power(rep.card))}"
    return words if rep.level in (0, 4) else f"({words})"


def _hidden(v: View) -> list[str]:
    return _listed("Deck", v.deck) if v.deck else []
