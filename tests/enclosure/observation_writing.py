"""The raw observation of RULES.md section 7, written in plain Python from a scenario dictionary and the card set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from enclosure_env.card_set import CardSet, Milestone, Research

CREATURES, AREAS, SIZES = "sgatwc", "MKFDC", (3, 3, 3, 3, 4)
BOUNDS = (*[20] * 6, *[24] * 5, 15, 12, 20, 5, 16, 8, *SIZES)  # of the features
CARD_WIDTH = 52


def one_hot(size: int, place: int | None) -> list[int]:
    """All 0 but a 1 at `place`; None: all 0."""
    return [int(i == place) for i in range(size)]


class Table:
    """A position with the cards it names."""

    def __init__(self, cards: CardSet, position: dict[str, Any]) -> None:
        self.cards, self.position = cards, position
        self.n = position["num_players"]
        self.boards = [board.replace("/", "") for board in position["habitat"]]

    def tokens(self, p: int) -> Counter[tuple[str, str]]:
        """How many tokens of a creature stand in an area."""
        areas = (AREAS[area] for area in self.cards.area)
        return Counter((letter, area) for letter, area in zip(self.boards[p], areas) if letter != ".")

    def done(self, p: int) -> list[Research]:
        return [self.cards.research[self.cards.research_ids[name]] for name in self.position["done"][p]]

    def features(self, p: int) -> list[int]:
        done, tokens = self.done(p), self.tokens(p)
        by_creature = [sum(card.creature_tags[i] for card in done) for i in range(6)]
        by_area = [sum(card.habitat_tags[i] for card in done) for i in range(5)]
        basic = sum(card.id.startswith("b") for card in done)
        same = [sum(count for (letter, _), count in tokens.items() if letter == creature) for creature in CREATURES]
        occupied = [sum(count for (_, other), count in tokens.items() if other == area) for area in AREAS]
        kinds = sum(count > 0 for count in by_area)
        return [
            *by_creature, *by_area, basic, len(done) - basic, max(by_creature), kinds, sum(same), max(same), *occupied,
        ]  # fmt: skip

    def is_met(self, p: int, milestone: Milestone) -> bool:
        features = self.features(p)
        return any(all(features[c.feature] >= c.threshold for c in each) for each in milestone.alternatives)

    def private(self, p: int) -> tuple[int, Milestone]:
        creature = CREATURES.index(self.position["private"][p])
        return creature, self.cards.private[creature]

    def publics(self) -> list[Milestone]:
        return [self.cards.public[self.cards.public_ids[name]] for name in self.position["public"]]

    # --- blocks -------------------------------------------------------------------------------------------------------

    def player(self, p: int) -> list[int]:
        position, features = self.position, self.features(p)
        names = [card.name for card in self.cards.movements]
        creature, milestone = self.private(p)
        done = p in position["private_done"]
        card_ep = sum(card.ep for card in self.done(p))
        owners = zip(self.publics(), position["public_owner"])
        public_ep = sum(public.ep for public, owner in owners if owner == p)
        private_ep = milestone.ep + milestone.ep_per_tag * (features[milestone.ep_tag] if milestone.ep_per_tag else 0)
        score = card_ep + public_ep + private_ep * done
        return [
            1,
            *(int(letter == creature) for letter in self.boards[p] for creature in CREATURES),
            *(int(name in position["hand"][p]) for name in names),
            *(min(feature, bound) for feature, bound in zip(features, BOUNDS, strict=True)),
            *(0, 0),
            *(min(card_ep, 100), min(public_ep, 25), min(private_ep, 20), min(score, 140)),
            *one_hot(6, creature),
            *(int(done), int(not done and self.is_met(p, milestone))),
            int(position["current_player"] == p),
            *one_hot(4, p),
        ]

    def card(self, name: str | None, p: int) -> list[int]:
        """A research card, tested on `p`'s habitat."""
        if name is None:
            return [0] * CARD_WIDTH
        card, tokens = self.cards.research[self.cards.research_ids[name]], self.tokens(p)
        need = {(CREATURES[creature], AREAS[area]): count for creature, area, count in card.need}
        missing = sum(max(0, count - tokens[place]) for place, count in need.items())
        return [
            1,
            *(need.get((creature, area), 0) for creature in CREATURES for area in AREAS),
            *one_hot(6, None if card.push < 0 else card.push),
            *(card.ep, int(name.startswith("a"))),
            *(min(count, 4) for count in (*card.creature_tags, *card.habitat_tags)),
            *(int(missing == 0), min(missing, 6)),
        ]

    def public(self, slot: int, seats: list[int]) -> list[int]:
        if slot > self.n:
            return [0] * 22
        milestone, owner = self.publics()[slot], self.position["public_owner"][slot]
        met = [int(self.is_met(p, milestone)) for p in seats]
        return [
            *one_hot(12, self.cards.public.index(milestone)),
            *(1, int(owner is None)),
            *one_hot(4, None if owner is None else seats.index(owner)),
            *_padded(met, 4),
        ]

    def everything(self) -> list[int]:
        """The block `global`."""
        position, phases = self.position, ("main", "effects")
        rounds = (position["round"], position["max_rounds"] - 1 - position["round"])
        return [
            *(position["supply"][creature] for creature in CREATURES),
            *(position["pending"][creature] for creature in CREATURES),
            *(int(position["phase"] == phase) for phase in phases),
            *one_hot(5, position["ap"]),
            *(min(count, 20) for count in rounds),
            int(any(len(done) >= 12 for done in position["done"])),
            *one_hot(3, self.n - 2),
            *(len(position["basic_deck"]), len(position["advanced_deck"])),
        ]

    def observation(self, observer: int) -> list[int]:
        """All blocks in order."""
        position = self.position
        seats = [(observer + i) % self.n for i in range(self.n)]
        numbers = [self.player(p) for p in seats] + [[0] * 144] * (4 - self.n)
        for p in seats:
            numbers += [self.card(name, p) for name in _padded(position["research"][p], 4, None)]
        numbers += [[0] * CARD_WIDTH] * 4 * (4 - self.n)
        numbers += [self.card(name, observer) for name in position["basic_display"] + position["advanced_display"]]
        numbers += [self.public(slot, seats) for slot in range(5)]
        unseen = position["basic_deck"] + position["advanced_deck"]
        numbers += [[int(card.id in unseen) for card in self.cards.research], self.everything()]
        return [number for row in numbers for number in row]


def _padded(values: Iterable[Any], length: int, empty: Any = 0) -> list[Any]:
    row = list(values)
    return row + [empty] * (length - len(row))
