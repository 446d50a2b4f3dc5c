"""What one player sees of a position, as plain Python: texts and pictures are made from this and from nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from arkade.jit import loop
from arkade.records import LIVE, NONE
from arkade.results import places
from arkade.values import bits
from arkade.words import listed
from biohack_env.card_set import CardSet, Creature, Milestone, Scientist, Tile
from biohack_env.components import (
    ADVANCED,
    AREAS,
    CLASSES,
    CREATURES_OF,
    EXPERIMENTS,
    GENES,
    LOCATIONS,
    MILESTONE_CARDS,
    PLAYERS,
    TILES_SHOWN,
)
from biohack_env.grammar import Line
from biohack_env.scoring import is_met
from biohack_env.scoring_parts import breakdown
from biohack_env.state import COLUMNS, POLICE, SLOTS, TO_CHOOSE, Node, Phase, spaces_in_play
from biohack_env.words import question_words

FIRST_OF = tuple(sum(CREATURES_OF[:c]) for c in range(len(CLASSES)))
_LEFT = {Node.PICK: ("pick_left",), Node.WILD: ("pick_left",), Node.TRADE: ("trade_left",)} | {
    Node.BUY: ("buy_left",),
    Node.CREATE: ("create_left",),
}
_OFF = {Node.BUY: ("buy_disc",), Node.CREATE: ("create_disc",), Node.ALLOC: ("alloc_left",)}


@dataclasses.dataclass(frozen=True)
class Seat:
    """One player's side; `rank` is 1 for the best, `score` the points now.

    `hand` has the cards that the viewer knows, `hidden` the number of further cards of each class. `choice` has the
    locations chosen in secret, None where the viewer may not see them.
    """

    player: int
    score: int
    parts: dict[str, int]  # of the score, as if the game ended now
    rank: int
    ep: int
    coins: int
    genes: tuple[int, ...]
    medicine: int
    home: int
    injured: int
    away: int  # on locations and experiment spaces
    locks: int
    sci_used: bool
    scientist: Scientist | None
    board: int
    side: int  # 0 basic, 1 advanced, TO_CHOOSE
    tableau: tuple[Creature | None, ...]
    used: tuple[int, ...]
    tokens: tuple[int, ...]  # gene by token space, NONE
    kept: tuple[int, ...]
    hand: tuple[Creature, ...]
    secret: tuple[bool, ...]  # by card of `hand`: not everybody knows it
    hidden: tuple[int, ...]
    choice: tuple[int, ...] | None
    counts: tuple[int, ...]
    passed: bool

    @property
    def label(self) -> str:
        """How sentences name this player."""
        return f"player {self.player}"


@dataclasses.dataclass(frozen=True)
class Place:
    """A space of the main board with who stands there: players, POLICE, or several Nomans of a player."""

    name: str
    players: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Goal:
    """A milestone card on display: tokens, leftmost first, and who could report it now."""

    card: Milestone
    tokens: tuple[int, ...]
    met_by: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Pile:
    """A deck: its size, the cards that the viewer knows with their places from the top (0 is next), the discards."""

    count: int
    known: tuple[tuple[int, Creature], ...]
    discards: tuple[Creature, ...]


@dataclasses.dataclass(frozen=True)
class View:
    """A position as `viewer` sees it (None: all hands and the order of the decks, too)."""

    cards: CardSet
    viewer: int | None
    over: int
    lost: bool
    round: int
    rounds: int
    phase: Phase
    node: Node
    current: int
    challenge: int
    enclosure: bool
    end_triggered: bool
    side: int  # of the main board: 0 A, 1 B
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    reserve: tuple[int, ...]
    locations: tuple[tuple[int, ...], ...]  # players, POLICE standing for an assistant
    basic: tuple[Place, ...]
    advanced: tuple[Place, ...]
    display: tuple[Creature | None, ...]
    piles: tuple[Pile, ...]
    goals: tuple[Goal, ...]
    rows: tuple[tuple[int, ...], ...]  # creation milestone tokens by class
    tiles: tuple[Tile, ...]
    tiles_left: int
    next_tiles: tuple[Tile, ...]  # for who sees everything
    solo_card: int  # the top card, NONE with more players
    solo_next: tuple[int, ...]  # for who sees everything
    look: tuple[Creature, ...]
    look_class: int
    line: Line | None  # the open line
    place: int  # of the action: location, then experiment space; NONE
    die: int
    asked: str  # the common creature that `improve` asks for
    left: int  # purchases, creations, picks or trades still to make
    off: int  # coins or genes off these

    @property
    def headline(self) -> str:
        """What the current player decides, or who has won."""
        if self.over == LIVE:
            return question_words(self.node, self.die, self.line, self.asked, self.left, self.off)
        if len(self.seats) == 1:
            return "the Survival challenge is lost" if self.lost else f"the game ends with {self.seats[0].score} EP"
        best = [seat for seat in self.seats if seat.rank == 1]
        verb = "share the victory" if len(best) > 1 else "wins"
        return f"{listed(seat.label for seat in best)} {verb} with {best[0].score} EP"


def view(game: Any, state: np.ndarray, player: int | None = None) -> View:
    """The position `state` (STATE[1]) as `player` sees it; None sees everything."""
    s, cards, t = state[0], game.cards, game.tables[0]
    n = int(s["num_players"])
    side = int(n > 2)
    parts = breakdown(game, state)
    totals = [one["total"] for one in parts] if s["over"] == LIVE else s["score"].tolist()[:n]
    ranks = places([(totals[p], int(s["count"][p].sum()), *s["count"][p].tolist()[:0:-1]) for p in range(n)])
    seats = tuple(_seat(cards, s, p, (totals[p], ranks[p], parts[p]), player) for p in range(n))
    stack_len, current = int(s["stack_len"]), int(s["current_player"])
    line = cards.lines[s["stack"][stack_len - 1]] if stack_len else None
    sees_look = player is None or player == current
    common = seats[current].tableau[line.a] if line is not None and s["node"] == Node.IMPROVE else None
    tiles = [cards.tiles[i] for i in s["tile_deck"].tolist()[: int(s["tile_len"])][::-1]]
    return View(
        cards=cards,
        viewer=player,
        over=int(s["over"]),
        lost=bool(s["lost"]),
        round=int(s["round"]),
        rounds=int(t["rounds"][n]),
        phase=Phase(s["phase"]),
        node=Node(s["node"]),
        current=current,
        challenge=int(s["challenge"]),
        enclosure=bool(s["enclosure"]),
        end_triggered=bool(s["end_trigger"]),
        side=side,
        seats=seats,
        order=tuple(p for p in s["order"].tolist() if p != NONE),
        reserve=tuple(s["reserve"].tolist()),
        locations=tuple(_standing(s, n, i) for i in range(len(LOCATIONS))),
        basic=tuple(_basic(s, i, n) for i in range(len(AREAS))),
        advanced=_advanced(s, n),
        display=tuple(_creature(cards, card) for card in s["display"].tolist()[:SLOTS]),
        piles=tuple(_pile(cards, s, c, player) for c in range(len(CLASSES))),
        goals=_goals(game, state),
        rows=tuple(tuple(p for p in row if p != NONE) for row in s["row_token"].tolist()),
        tiles=tuple(cards.tiles[i] for i in s["tile"].tolist()[: TILES_SHOWN[side]]),
        tiles_left=len(tiles),
        next_tiles=tuple(tiles) if player is None else (),
        solo_card=int(s["solo_deck"][s["solo_pos"]]) if n == 1 else NONE,
        solo_next=tuple(s["solo_deck"].tolist()[int(s["solo_pos"]) + 1 :]) if n == 1 and player is None else (),
        look=tuple(cards.creatures[card] for card in s["look"].tolist() if card != NONE and sees_look),
        look_class=int(s["look_class"]),
        line=line,
        place=int(s["cur_space"]),
        die=int(s["die_face"]),
        asked=common.name if common else "",
        left=sum(int(s[field]) for field in _LEFT.get(Node(s["node"]), ())),
        off=sum(int(s[field]) for field in _OFF.get(Node(s["node"]), ())),
    )


def first_column(v: View) -> int:
    """The leftmost column of the display."""
    return COLUMNS - len(v.cards.tracks.display_price[v.side])


# --- players ----------------------------------------------------------------------------------------------------------


def _seat(cards: CardSet, s: np.void, p: int, result: tuple[int, int, dict[str, int]], viewer: int | None) -> Seat:
    score, rank, parts = result
    sees = viewer in (None, p)
    hand = int(s["hand"][p])
    seen = bits(hand if sees else hand & int(s["hand_known"][p]))
    hidden = [cards.creatures[card].creature_class for card in bits(hand) if card not in seen]
    scientist = int(s["scientist"][p])
    choice = tuple(bits(int(s["loc_choice"][p])))
    return Seat(
        player=p,
        score=score,
        parts=parts,
        rank=rank,
        ep=int(s["ep"][p]),
        coins=int(s["coins"][p]),
        genes=tuple(s["genes"][p].tolist()[: len(GENES)]),
        medicine=int(s["medicine"][p]),
        home=int(s["home"][p]),
        injured=int(s["injured"][p]),
        away=3 - int(s["home"][p]) - int(s["injured"][p]),
        locks=int(s["locks"][p]),
        sci_used=bool(s["sci_used"][p]),
        scientist=cards.scientists[scientist] if scientist != NONE else None,
        board=int(s["board"][p]),
        side=int(s["side"][p]),
        tableau=tuple(_creature(cards, card) for card in s["tableau"][p].tolist()),
        used=tuple(bits(int(s["used"][p]))),
        tokens=tuple(s["token"][p].tolist()),
        kept=tuple(bits(int(s["token_kept"][p]))),
        hand=tuple(cards.creatures[card] for card in seen),
        secret=tuple(not int(s["hand_known"][p]) >> card & 1 for card in seen),
        hidden=tuple(hidden.count(c) for c in range(len(CLASSES))),
        choice=choice if sees or not choice else None,
        counts=tuple(s["count"][p].tolist()),
        passed=bool(int(s["passed"]) >> p & 1),
    )


def _creature(cards: CardSet, card: int) -> Creature | None:
    return cards.creatures[card] if card != NONE else None


# --- main board -------------------------------------------------------------------------------------------------------


def _standing(s: np.void, n: int, location: int) -> tuple[int, ...]:
    players = [p for p in range(n) if int(s["on_location"][p]) >> location & 1]
    return (*players, *[POLICE] * (int(s["assistant"]) >> location & 1))


def _basic(s: np.void, area: int, n: int) -> Place:
    counts = s["basic"][area].tolist()[:n]
    return Place(AREAS[area], tuple(p for p, count in enumerate(counts) for _ in range(count)))


def _advanced(s: np.void, n: int) -> tuple[Place, ...]:
    """The advanced spaces in play."""
    in_play = [EXPERIMENTS[e] for e in bits(spaces_in_play(n))]
    found = zip(ADVANCED, s["adv"].tolist(), strict=True)
    return tuple(Place(name, () if p == NONE else (p,)) for name, p in found if name in in_play)


@loop
def _met_rows(states, tables, met):
    """Write who meets which milestone card on display in every row (R50, R64)."""
    for e in range(states.shape[0]):
        for p in range(states[e].num_players):
            for position in range(MILESTONE_CARDS):
                met[e, p, position] = is_met(states[e], tables[0], p, states[e].milestone[position])


def _goals(game: Any, state: np.ndarray) -> tuple[Goal, ...]:
    s, met = state[0], np.zeros((1, PLAYERS, MILESTONE_CARDS), np.int8)
    _met_rows(game.check(state), game.tables, met)
    goals = []
    for position, (card, row) in enumerate(zip(s["milestone"].tolist(), s["milestone_token"].tolist(), strict=True)):
        tokens = tuple(p for p in row if p != NONE)
        able = tuple(p for p in range(PLAYERS) if met[0, p, position] and p not in tokens)
        goals.append(Goal(game.cards.milestones[card], tokens, able))
    return tuple(goals)


def _pile(cards: CardSet, s: np.void, c: int, viewer: int | None) -> Pile:
    count, deck = int(s["deck_len"][c]), s["deck"][c].tolist()
    known = bits((1 << count) - 1) if viewer is None else bits(int(s["deck_known"][viewer, c]))
    discards = [card for card in bits(int(s["discard"])) if FIRST_OF[c] <= card < FIRST_OF[c] + CREATURES_OF[c]]
    return Pile(
        count,
        tuple((count - 1 - i, cards.creatures[deck[i]]) for i in reversed(known)),
        tuple(cards.creatures[card] for card in discards),
    )


def side_name(seat: Seat) -> str:
    """The side of a player board in words."""
    return "side to be chosen" if seat.side == TO_CHOOSE else ("basic", "advanced")[seat.side]
