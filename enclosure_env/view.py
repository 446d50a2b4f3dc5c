"""What one player sees of a position, as plain Python: texts and pictures are made from this and from nothing else."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from arkade.records import LIVE, NONE
from arkade.results import places
from arkade.words import listed
from enclosure_env.card_set import CardSet, Milestone, Research, Term
from enclosure_env.state import (
    ADVANCED_DONE,
    AP_BASE,
    AREA_TAGS,
    AREAS,
    BASIC,
    BASIC_SLOTS,
    CREATURE_TAGS,
    CREATURES,
    MOVEMENTS,
    PUBLIC_SLOTS,
    SLOTS,
    TOKENS,
    Phase,
)
from enclosure_env.words import question_words

Counts = tuple[int, ...]
Habitat = tuple[int, ...]  # creature in each cell, NONE where there is none


@dataclasses.dataclass(frozen=True)
class Card:
    """A research card before somebody's habitat: `have` counts the tokens there that each term asks for."""

    card: Research
    have: Counts

    @property
    def terms(self) -> tuple[tuple[Term, bool], ...]:
        """Each term, and whether it is met."""
        return tuple((term, have >= term.tokens) for term, have in zip(self.card.need, self.have, strict=True))

    @property
    def met(self) -> bool:
        """Is the whole requirement met? (R29)"""
        return all(met for _, met in self.terms)


@dataclasses.dataclass(frozen=True)
class Goal:
    """A milestone on the table: who has completed it (NONE), and who meets it now."""

    milestone: Milestone
    owner: int
    met_by: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class Seat:
    """One player's side; `rank` is 1 for the best, `worth` what the private milestone gives if completed."""

    player: int
    score: int
    rank: int
    habitat: Habitat
    in_hand: tuple[bool, ...]  # by movement card; the others lie in the discard pile
    research: tuple[Card, ...]
    spaces: int
    done: tuple[Research, ...]
    creature_tags: Counts
    area_tags: Counts
    private: Goal
    worth: int
    claimed: tuple[Milestone, ...]  # public milestones

    @property
    def label(self) -> str:
        """How sentences name this player."""
        return f"player {self.player}"

    @property
    def n_advanced(self) -> int:
        """Completed advanced cards."""
        return sum(card.id.startswith("a") for card in self.done)

    @property
    def tokens(self) -> int:
        """Tokens in the habitat."""
        return sum(creature != NONE for creature in self.habitat)


@dataclasses.dataclass(frozen=True)
class View:
    """A position as `viewer` sees it (None: the order of the decks, too).

    `looker` is whose habitat the cards of the displays are held against: the viewer, else the current player.
    """

    cards: CardSet
    viewer: int | None
    looker: int
    over: int
    round: int
    max_rounds: int
    phase: Phase
    current: int
    ap: int
    end_triggered: bool
    seats: tuple[Seat, ...]
    supply: Counts
    pending: Counts
    public: tuple[Goal, ...]
    basic: tuple[Card | None, ...]
    advanced: tuple[Card | None, ...]
    deck_counts: Counts
    decks: tuple[tuple[str, ...], ...]  # ids, top first; empty for a player

    @property
    def headline(self) -> str:
        """What the current player decides, or who has won."""
        if self.over == LIVE:
            return question_words(self.phase, self.ap, self.pending)
        best = [seat for seat in self.seats if seat.rank == 1]
        how = "stopped at the last round: " if self.over > 1 else ""
        verb = "share the victory" if len(best) > 1 else "wins"
        return f"{how}{listed(seat.label for seat in best)} {verb} with {best[0].score} EP"

    @property
    def most_ap(self) -> int:
        """Action points of the current player's whole turn."""
        return AP_BASE + int(self.current != NONE and self.seats[self.current].private.owner != NONE)


def view(game: Any, state: np.ndarray, player: int | None = None) -> View:
    """The position `state` (STATE[1]) as `player` sees it; None sees the order of the decks, too."""
    s, cards = state[0], game.cards
    n, current = int(s["num_players"]), int(s["current_player"])
    looker = player if player is not None else max(current, 0)
    display = [_card(cards, s, looker, card) if card != NONE else None for card in s["display"].tolist()]
    piles = [s["deck"][start : start + count] for start, count in zip((0, BASIC), s["deck_count"], strict=True)]
    ranks = _ranks(cards, s, n)
    return View(
        cards=cards,
        viewer=player,
        looker=looker,
        over=int(s["over"]),
        round=int(s["round"]),
        max_rounds=int(s["max_rounds"]),
        phase=Phase(s["phase"]),
        current=current,
        ap=int(s["ap"]),
        end_triggered=bool(s["end_triggered"]),
        seats=tuple(_seat(cards, s, p, ranks[p]) for p in range(n)),
        supply=tuple(s["supply"].tolist()),
        pending=tuple(s["pending"].tolist()),
        public=tuple(_public(cards, s, slot) for slot in range(PUBLIC_SLOTS) if s["public_milestone"][slot] != NONE),
        basic=tuple(display[:BASIC_SLOTS]),
        advanced=tuple(display[BASIC_SLOTS:SLOTS]),
        deck_counts=tuple(s["deck_count"].tolist()),
        decks=tuple(tuple(cards.research[card].id for card in pile[::-1]) if player is None else () for pile in piles),
    )


# --- players ----------------------------------------------------------------------------------------------------------


def _seat(cards: CardSet, s: np.void, p: int, rank: int) -> Seat:
    features = s["features"][p].tolist()
    done = tuple(card for i, card in enumerate(cards.research) if int(s["done"][p]) >> i & 1)
    private = cards.private[int(s["private_milestone"][p])]
    return Seat(
        player=p,
        score=_score(cards, s, p),
        rank=rank,
        habitat=tuple((s["habitat"][p] - 1).tolist()),
        in_hand=tuple(bool(int(s["hand"][p]) >> card & 1) for card in range(MOVEMENTS)),
        research=tuple(_card(cards, s, p, card) for card in s["research"][p].tolist() if card != NONE),
        spaces=AP_BASE + int(s["private_done"][p]),
        done=done,
        creature_tags=tuple(features[CREATURE_TAGS : CREATURE_TAGS + CREATURES]),
        area_tags=tuple(features[AREA_TAGS : AREA_TAGS + AREAS]),
        private=Goal(private, p if s["private_done"][p] else NONE, (p,) if _is_met(private, features) else ()),
        worth=_worth(private, features),
        claimed=tuple(
            cards.public[int(s["public_milestone"][slot])]
            for slot in range(PUBLIC_SLOTS)
            if s["public_owner"][slot] == p
        ),
    )


def _score(cards: CardSet, s: np.void, p: int) -> int:
    private = cards.private[int(s["private_milestone"][p])]
    own = _worth(private, s["features"][p].tolist()) if s["private_done"][p] else 0
    return int(s["card_score"][p]) + int(s["public_score"][p]) + own


def _worth(milestone: Milestone, features: list[int]) -> int:
    """What a milestone gives at the end (D15)."""
    return milestone.ep + (milestone.ep_per_tag * features[milestone.ep_tag] if milestone.ep_tag != NONE else 0)


def _ranks(cards: CardSet, s: np.void, n: int) -> list[int]:
    """Places by points, then advanced cards, then tokens (R42); tied players share one."""
    features = s["features"]
    keys = [(_score(cards, s, p), int(features[p, ADVANCED_DONE]), int(features[p, TOKENS])) for p in range(n)]
    return places(keys)


# --- cards ------------------------------------------------------------------------------------------------------------


def _card(cards: CardSet, s: np.void, p: int, card: int) -> Card:
    """A research card before `p`'s habitat."""
    research = cards.research[card]
    standing = [(token - 1, area) for token, area in zip(s["habitat"][p].tolist(), cards.area, strict=True)]
    return Card(research, tuple(standing.count((term.creature, term.area)) for term in research.need))


def _public(cards: CardSet, s: np.void, slot: int) -> Goal:
    milestone, owner = cards.public[int(s["public_milestone"][slot])], int(s["public_owner"][slot])
    players = range(int(s["num_players"]))
    return Goal(milestone, owner, tuple(p for p in players if _is_met(milestone, s["features"][p].tolist())))


def _is_met(milestone: Milestone, features: list[int]) -> bool:
    """Does one alternative hold in full? (R35)"""
    return any(
        all(features[feature] >= threshold for feature, threshold in alternative)
        for alternative in milestone.alternatives
    )
