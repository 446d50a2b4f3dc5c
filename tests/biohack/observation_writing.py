"""The raw observation of RULES.md section 10, written in plain Python from a scenario dictionary and the card set."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import arkade
from biohack_env.card_set import Milestone

PHASES = ("setup", "planning", "research")
NODES = (
    "side scientist draft plan select turn pick wild die buy keep create alloc alley dna reserve trade improve".split()
)
GENES = ("mammal", "aquatic", "avian", "reptile", "primate", "feral")
RESOURCES = (*GENES, "coin", "medicine", "ep")
LOCATIONS = ("mountain", "river", "bank", "hospital", "basement")
BASIC = ("biofarm", "alley", "dna")
EXPERIMENTS = (
    *("biofarm", "biofarm_gene", "biofarm_reserve", "alley", "alley_feral", "alley_reserve"),
    *("dna", "dna_buy", "dna_reserve", "tile0", "tile1", "tile2", "tile3"),
)
ADVANCED = tuple(name for name in EXPERIMENTS if name not in BASIC)
NOT_ON_SIDE_A = ("biofarm_reserve", "alley_reserve", "dna_reserve", "tile2", "tile3")
Numbers = list[int]


def one_hot(size: int, place: int | None) -> Numbers:
    """All 0 but a 1 at `place`; None: all 0."""
    return [int(i == place) for i in range(size)]


def marks(size: int, places: Iterable[int]) -> Numbers:
    found = set(places)
    return [int(i in found) for i in range(size)]


def cut(number: int, most: int) -> int:
    return max(0, min(number, most))


class Table:
    """A position with the cards that it names."""

    def __init__(self, game: arkade.Game, position: dict[str, Any]) -> None:
        self.cards, self.position, self.n = game.cards, position, position["num_players"]
        self.side = int(self.n > 2)

    def __getattr__(self, key: str) -> Any:
        return self.position[key]

    def seats(self, observer: int) -> list[int | None]:
        """Who sits 0 to 3 places to the left; None: nobody."""
        return [*((observer + i) % self.n for i in range(self.n)), *[None] * (4 - self.n)]

    def observation(self, observer: int) -> Numbers:
        """All blocks in order."""
        seats = self.seats(observer)
        players = [number for p in seats for number in (self.player(p) if p is not None else [0] * 98)]
        cards = [number for card in range(48) for number in self.card(card, observer)]
        display = [number for slot in range(12) for number in self.slot(slot)]
        return [
            *(*self.course(observer), *players, *cards, *display, *self.work(observer), *self.spaces(observer)),
            *(*self.dna(observer), *self.tiles(), *self.solo(), *self.task()),
        ]

    # --- blocks -------------------------------------------------------------------------------------------------------

    def rounds_left(self) -> int:
        tracks = self.cards.tracks
        return (tracks.solo_rounds if self.n == 1 else tracks.rounds[self.side]) - self.round

    def course(self, observer: int) -> Numbers:
        """The block `game`."""
        seventh = any(len(tableau) >= 7 for tableau in self.tableau)
        return [
            *(*one_hot(4, self.n - 1), *one_hot(5, self.round - 1), self.rounds_left()),
            *one_hot(3, None if self.phase == "over" else PHASES.index(self.phase)),
            *one_hot(18, None if self.node == "over" else NODES.index(self.node)),
            *(int(seventh), int(self.current_player == observer), int(self.enclosure)),
            *one_hot(5, self.challenge),
        ]

    def player(self, p: int) -> Numbers:
        locations = sum(p in there for there in self.at_public.values())
        spaces = sum(counts[p] for counts in self.basic.values()) + list(self.adv.values()).count(p)
        injured = self.injured[p]
        own = [self.cards.creatures[card] for card in self.tableau[p]]
        secret = [self.cards.creatures[card].creature_class for card in self.hand[p] if card not in self.hand_known[p]]
        scientist = self.scientist[p]
        return [
            *(1, int(self.current_player == p), *self.genes[p], cut(self.coins[p], 60)),
            *(cut(self.ep[p], 100), cut(-self.ep[p], 144), self.medicine[p]),
            *(3 - locations - spaces - injured, locations, spaces, injured, self.locks[p], self.sci_used[p]),
            *(*one_hot(6, scientist), int(self.position["side"][p] == "advanced"), *one_hot(4, self.board[p])),
            *(sum(card.creature_class == c for card in own) for c in range(3)),
            *(*marks(4, self.used[p]), int(p in self.passed)),
            *one_hot(4, self.order.index(p) if p in self.order else None),
            *one_hot(4, self.reserve.index(p) if p in self.reserve else None),
            *(cut(len(self.hand[p]), 20), *(cut(secret.count(c), 10) for c in range(3))),
            *(cut(sum(card.discount[g] for card in own if card.creature_class == 1), 5) for g in range(6)),
            cut(sum(card.wild for card in own), 2),
            *(number for gene in self.token[p] for number in one_hot(6, GENES.index(gene) if gene else None)),
            *(int(gene in self.token_kept[p]) for gene in GENES),
        ]

    def card(self, card: int, observer: int) -> Numbers:
        seats, place = self.seats(observer), 0
        if card in self.deck_known[observer]:
            deck = self.deck[self.cards.creatures[card].creature_class]  # top first
            place = deck.index(card) + 1
        return [
            int(card in self.hand[observer]),
            *(int(p is not None and card in self.tableau[p]) for p in seats),
            *(int(p is not None and card in self.hand_known[p]) for p in seats),
            *(int(card in self.discard), int(card in self.recycled), place),
        ]

    def slot(self, slot: int) -> Numbers:
        prices = self.cards.tracks.display_price[self.side]
        column = slot % 4 - (4 - len(prices))
        return [*one_hot(48, self.display[slot]), cut(prices[column], 2) if column >= 0 else 0]

    def work(self, observer: int) -> Numbers:
        look = self.look if self.current_player == observer else []
        classes = {self.cards.creatures[card].creature_class for card in self.look}
        card = self.alloc_card
        seen = [number for i in range(2) for number in one_hot(48, look[i] if look else None)]
        return [
            *(*seen, *marks(3, classes), *one_hot(48, card if card >= 0 else None)),
            *(cut(cost, 5) for cost in self.alloc_cost),
            cut(self.alloc_left, 3),
        ]

    def spaces(self, observer: int) -> Numbers:
        seats = self.seats(observer)
        numbers: Numbers = []
        for there in self.at_public.values():
            numbers += [int(p is not None and p in there) for p in seats] + [int("assistant" in there)]
        numbers += [int(name in self.loc_choice[observer]) for name in LOCATIONS]
        for name in ADVANCED:
            there = self.adv.get(name)
            out_of_play = not self.side and name in NOT_ON_SIDE_A
            numbers += [int(there is None and not out_of_play), int(there == "police" or out_of_play)]
            numbers += [int(p is not None and p == there) for p in seats]
        return numbers + [self.basic[name][p] if p is not None else 0 for name in BASIC for p in seats]

    def tokens(self, tokens: list[int], observer: int) -> Numbers:
        return [int(space < len(tokens) and tokens[space] == p) for space in range(4) for p in self.seats(observer)]

    def dna(self, observer: int) -> Numbers:
        numbers: Numbers = []
        for milestone, tokens in zip(self.milestone, self.milestone_token):
            met = self.meets(observer, self.cards.milestones[milestone])
            numbers += [*one_hot(10, milestone), int(met), *self.tokens(tokens, observer)]
        return numbers + [number for tokens in self.row_token for number in self.tokens(tokens, observer)]

    def meets(self, p: int, milestone: Milestone) -> bool:
        """Each icon on another creature, by trying."""
        own = [self.cards.creatures[card] for card in self.tableau[p]]
        icons = [g for g, count in enumerate(milestone.genes) for _ in range(count)]
        if any(sum(card.creature_class == c for card in own) < least for c, least in enumerate(milestone.classes)):
            return False
        if sum(any(card.cost[g] for card in own) for g in range(6)) < milestone.types:
            return False
        return self.matches(icons, [{g for g in range(6) if card.cost[g]} for card in own])

    def matches(self, icons: list[int], creatures: list[set[int]]) -> bool:
        if not icons:
            return True
        rest = [(i, genes) for i, genes in enumerate(creatures) if icons[0] in genes]
        return any(self.matches(icons[1:], creatures[:i] + creatures[i + 1 :]) for i, _ in rest)

    def tiles(self) -> Numbers:
        shown = [*self.tile, *[None] * (4 - len(self.tile))]
        unseen = set(self.tile_deck)
        return [*itertools.chain(*(one_hot(20, tile) for tile in shown)), *(int(i not in unseen) for i in range(20))]

    def solo(self) -> Numbers:
        if self.n > 1:
            return [0] * 29
        top = self.cards.solo[self.solo_deck[self.solo_pos]]
        return [
            *(*one_hot(5, top.location), *marks(9, top.cleared)),
            *marks(15, self.solo_deck[: self.solo_pos]),
        ]

    def task(self) -> Numbers:
        line = self.stack[-1].removeprefix("*").split() if self.stack else [""]
        amounts, place = [0] * 9, self.position["cur_space"]
        if line[0] == "pick":
            named = dict(zip(line[2::2], map(int, line[3::2])))
            amounts = [cut(named.get(name, 0), 5) for name in RESOURCES]
        if line[0] == "wild":
            amounts = [int(name in line[2:] or line[2] == "all" and name in GENES) for name in RESOURCES]
        dealt_in = (0, 1, 2, 3, 4, 6)
        paid, gained = ([self.alley_paid >> r & 1 for r in dealt_in], [self.alley_gained >> r & 1 for r in dealt_in])
        discards = [self.cards.creatures[card].creature_class for card in self.discard]
        return [
            *one_hot(18, (*LOCATIONS, *EXPERIMENTS).index(place) if place else None),
            *one_hot(4, int(line[1]) if line[0] == "common" else None),
            *(*amounts, cut(self.pick_left, 3), *one_hot(4, self.die_face if line[0] == "die" else None)),
            *one_hot(3, ("none", "mountain", "river").index(line[2]) if line[0] == "die" else None),
            *(cut(self.die_free, 2), cut(self.buy_left, 3), cut(self.buy_disc, 5)),
            *(int(line[0] == "buy" and line[3] == "any"), cut(self.create_left, 2), cut(self.create_disc, 3)),
            *(self.sci_on, *one_hot(3, self.alley_opt), self.alley_flags & 1, self.alley_flags >> 1),
            *(*paid, *gained, self.dna_flags & 1, self.dna_flags >> 1, cut(self.dna_price, 5), cut(self.trade_left, 3)),
            *(int(name in self.unresolved) for name in ("scientist", "reservation")),
            *(len(deck) for deck in self.deck),
            *(discards.count(c) for c in range(3)),
        ]
