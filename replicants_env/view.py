"""What one player sees of a position, as plain Python: texts and pictures are made from this and from nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from arkade.records import LIVE, NONE
from arkade.results import places
from arkade.values import bits
from arkade.words import listed
from replicants_env.actions import PAIR_KINDS
from replicants_env.card_set import CardSet, Replicant, Room
from replicants_env.state import DRONES, FIELD_CARDS, KINDS, LETTERS, ROOM_SOURCE, Y_CARDS, Pend, Step
from replicants_env.words import letters, pend_question, step_question

Counts = tuple[int, ...]  # one number per kind


@dataclasses.dataclass(frozen=True)
class Rep:
    """A replicant in a row, or a card of a setup hand (level 0); `marks`: levelled, gained, used; L4, discarded."""

    slot: int
    card: Replicant
    level: int
    marks: tuple[str, ...]

    @property
    def cost(self) -> str:
        """What the next level costs; nothing at L4 and before the game."""
        return self.card.costs[self.level - 1] if 1 <= self.level <= 3 else ""


@dataclasses.dataclass(frozen=True)
class Seat:
    """One player's things; `face_down` counts dealt cards that the viewer cannot see, `rank` is 1 for the best."""

    player: int
    hive: str
    vp: int
    bonus: int
    rank: int
    hand: Counts
    produced: Counts
    locker: Counts
    shelf: int | None  # cards of a kind that the locker holds at most; None: no limit
    doubles: int
    level_ups: int
    drones_left: int
    reps: tuple[Rep, ...]
    dealt: tuple[Rep, ...]
    face_down: int
    discard: str  # card discarded at setup that the viewer knows to be still in the deck
    crew: tuple[tuple[int, bool], ...]  # room, and whether it has moved
    armed: tuple[int, ...]  # rooms whose effect waits

    @property
    def label(self) -> str:
        """How sentences name this player."""
        return f"{self.hive} (player {self.player})"


@dataclasses.dataclass(frozen=True)
class View:
    """A position as `viewer` sees it (None: everything); what is hidden is empty."""

    cards: CardSet
    viewer: int | None
    usc: bool
    over: int
    round: int
    max_rounds: int
    step: Step
    current: int
    first: int
    drone_first: int
    seats: tuple[Seat, ...]
    x: tuple[int, ...]
    y: tuple[int, ...]
    drones: dict[tuple[int, int], int]  # column, row -> player
    supply: Counts
    undealt: Counts
    field_order: str
    deck_left: int
    deck: tuple[str, ...]
    builders: dict[int, int]  # built room -> player who built it, NONE for core rooms
    question: str
    source: str  # replicant or room that asks
    details: tuple[str, ...]  # what has been paid or kept so far

    @property
    def target(self) -> int:
        """Points that end the game."""
        return self.cards.rules["target_vp"]

    @property
    def headline(self) -> str:
        """Who decides what, or who has won."""
        if self.over == LIVE:
            asks = f"{self.source}: " if self.source else ""
            return f"{asks}{self.question}" if self.current != NONE else ""
        best = [seat for seat in self.seats if seat.rank == 1]
        names = listed(seat.label for seat in best)
        how = "stopped at the last round, " if self.over > 1 else ""
        return f"{how}{names} {'share the win' if len(best) > 1 else 'wins'} with {best[0].vp} points"


def view(game: Any, state: np.ndarray, player: int | None = None) -> View:
    """The position `state` (STATE[1]) as `player` sees it; None sees everything."""
    s, cards = state[0], game.cards
    n = int(s["num_players"])
    every = player is None
    ranks = _ranks(s, n)
    left = s["field_deck"][int(s["field_pos"]) :].tolist()
    kind, asked = Pend(int(s["pend_kind"])), int(s["current_player"]) != NONE
    return View(
        cards=cards,
        viewer=player,
        usc=bool(s["usc"]),
        over=int(s["over"]),
        round=int(s["round"]),
        max_rounds=int(s["max_rounds"]),
        step=Step(int(s["step"])),
        current=int(s["current_player"]),
        first=int(s["first_player"]) if s["round"] > 0 else NONE,
        drone_first=int(s["drone_first"]) if s["round"] > 0 else NONE,
        seats=tuple(_seat(cards, s, p, ranks[p], every or player == p) for p in range(n)),
        x=tuple(int(kind) for kind in s["field_x"] if kind != NONE),
        y=tuple(int(kind) for kind in s["field_y"] if kind != NONE),
        drones=_drone_cells(s, n),
        supply=_counts(s["supply"]),
        undealt=tuple(left.count(r) for r in range(KINDS)),
        field_order="".join(LETTERS[r] for r in left)
        if every and (len(left) < FIELD_CARDS or s["field_stacked"])
        else "",
        deck_left=int(s["deck_len"] - s["deck_pos"]),
        deck=tuple(cards.replicants[c].name for c in s["deck"][s["deck_pos"] : s["deck_len"]]) if every else (),
        builders={r: int(s["room_builder"][r]) for r in bits(s["room_built"])} if s["usc"] else {},
        question=_question(cards, s, kind) if asked else "",
        source=_source(cards, s).name if asked and kind != Pend.NOTHING else "",
        details=_details(s, kind),
    )


def _counts(row: np.ndarray) -> Counts:
    return tuple(int(count) for count in row)


# --- players ----------------------------------------------------------------------------------------------------------


def _seat(cards: CardSet, s: np.void, p: int, rank: int, seen: bool) -> Seat:
    dealt = [int(card) for card in s["setup_hand"][p] if card != NONE]
    shelf_total, usc = cards.usc["shelf_total"], bool(s["usc"])
    return Seat(
        player=p,
        hive=cards.hives[p],
        vp=int(s["vp"][p]),
        bonus=int(s["bonus_vp"][p]),
        rank=rank,
        hand=_counts(s["hand"][p]),
        produced=_counts(s["produced"][p]),
        locker=_counts(s["locker"][p]),
        shelf=shelf_total // int(s["num_players"]) if usc and shelf_total else None,
        doubles=int(s["doubles"][p]),
        level_ups=int(s["level_ups"][p]),
        drones_left=DRONES - sum(int(pair != NONE) for pair in s["drone_pair"][p]),
        reps=tuple(_rep(cards, s, p, slot) for slot in range(int(s["rep_count"][p]))),
        dealt=tuple(_dealt(cards, s, p, i, card) for i, card in enumerate(dealt)) if seen else (),
        face_down=0 if seen else len(dealt),
        discard=_discard(cards, s, p) if seen else "",
        crew=tuple((int(room), bool(s["crew_moved"][p] >> i & 1)) for i, room in enumerate(s["crew"][p]))
        if usc
        else (),
        armed=tuple(bits(s["armed"][p])),
    )


def _rep(cards: CardSet, s: np.void, p: int, slot: int) -> Rep:
    marks = tuple(mark for mark in ("levelled", "gained", "used") if int(s[mark][p]) >> slot & 1)
    return Rep(slot, cards.replicants[int(s["rep_card"][p, slot])], int(s["rep_level"][p, slot]), marks)


def _dealt(cards: CardSet, s: np.void, p: int, i: int, card: int) -> Rep:
    marks = ("L4",) * int(s["setup_l4"][p] == i) + ("discarded",) * int(s["setup_disc"][p] == i)
    return Rep(i, cards.replicants[card], 0, marks)


def _discard(cards: CardSet, s: np.void, p: int) -> str:
    """The card that `p` discarded at setup, as long as nobody has drawn it."""
    card = int(s["own_discard"][p])
    return cards.replicants[card].name if card != NONE and card not in s["rep_card"] else ""


def _ranks(s: np.void, n: int) -> list[int]:
    """Places by points, then L4, L3, L2 and all replicants (R34); tied players share one."""
    keys = []
    for p in range(n):
        levels = s["rep_level"][p].tolist()
        keys.append((int(s["vp"][p]), levels.count(4), levels.count(3), levels.count(2), int(s["rep_count"][p])))
    return places(keys)


# --- the field --------------------------------------------------------------------------------------------------------


def _drone_cells(s: np.void, n: int) -> dict[tuple[int, int], int]:
    """Which intersections the drones take: in placement order the first free one of their pair, by columns (D4)."""
    cells: dict[tuple[int, int], int] = {}
    for k in range(int(s["drones_placed"])):
        p = (int(s["drone_first"]) + k) % n
        pair = int(s["drone_pair"][p, k // n])
        if pair != NONE:
            cells[_free_cell(s, n, pair, cells)] = p
    return cells


def _free_cell(s: np.void, n: int, pair: int, taken: dict[tuple[int, int], int]) -> tuple[int, int]:
    for column in range(n):
        for row in range(Y_CARDS):
            kinds = sorted((int(s["field_x"][column]), int(s["field_y"][row])))
            if (column, row) not in taken and tuple(kinds) == PAIR_KINDS[pair]:
                return column, row
    raise ValueError(f"no free intersection shows {letters(_pair_counts(pair))}")


def _pair_counts(pair: int) -> Counts:
    return tuple(PAIR_KINDS[pair].count(r) for r in range(KINDS))


# --- the question -----------------------------------------------------------------------------------------------------


def _question(cards: CardSet, s: np.void, kind: Pend) -> str:
    p = int(s["current_player"])
    if kind == Pend.NOTHING:
        drone = DRONES + 1 - sum(int(pair == NONE) for pair in s["drone_pair"][p])
        return step_question(Step(int(s["step"])), drone, bool(s["setup_l4"][p] != NONE))
    left, stage = int(s["pend_left"]), int(s["pend_stage"])
    effect = _source(cards, s).ability.effects[stage - 1] if stage > 0 else None
    may_pass = kind == Pend.REDEAL and effect is not None and left < effect.k
    return pend_question(kind, left, effect, may_pass or (kind == Pend.KEEP and bool(s["usc"])))


def _source(cards: CardSet, s: np.void) -> Replicant | Room:
    """The replicant or room whose ability, price or discount is in progress."""
    source = int(s["pend_src"])
    if source >= ROOM_SOURCE:
        return cards.rooms[source - ROOM_SOURCE]
    return cards.replicants[int(s["rep_card"][int(s["current_player"]), source])]


def _details(s: np.void, kind: Pend) -> tuple[str, ...]:
    details = []
    paid = tuple(int(s["pend_paid"]) >> r & 1 for r in range(KINDS))
    if any(paid):
        details.append(f"paid {{{letters(paid)}}}")
    vec = _counts(s["pend_vec"])
    if any(vec):
        words = {Pend.WAIVE: "still to pay", Pend.KEEP: "kept so far"}.get(kind, "the drone took")
        details.append(f"{words} {{{letters(vec)}}}")
    return tuple(details)
