"""The referee of Enclosure: a second, plain and slow implementation, written from the rulebook and RULES.md alone.

Clauses in brackets (R rulebook, D decisions, I invariants) are those of RULES.md. Nothing here comes from the kernels.

Readings (where the text is open, the most literal one was taken):
 1. D30: every shuffle is made, also that of a seat which discards nothing; the shuffles start from ids in ascending
    order, and dealing the displays (basic first) draws nothing.
 2. Internal card ids follow the names of research cards (b.. before a..), the numbers of movement cards and the order
    of rows of milestones. The push card is the one of kind push; names mean nothing.
 3. D3: corners are corners of the square, whatever the layout of the areas is.
 4. D8: tags written on a card replace the derived ones of their own kind only; a term without a number counts once.
 5. D15: `ep_tag` may name any feature; without it a milestone is worth `ep`.
 6. D21, I11: an action that leaves AP 0 ends the turn by itself unless a milestone can be claimed now; that is asked
    again after each claim, after the last effect and after `skip_effects`.
 7. D23: `end_triggered` means that somebody has twelve completed cards; cards are never lost, so it never goes back.
 8. Section 8: `draw` changes `returns` of a game stopped by max_rounds, not scores or rank keys. A last round with the
    end triggered is a normal end. `margin` divides by 30, whatever the cards are.
 9. 11.1: in phase `game_over` `current_player` is -1 and `ap` 0, given or by default; the round may be any.
10. 11.1: a position given need not fulfil I1, I2, I4 or I10: boards may hold fewer than six tokens, displays may have
    gaps over a deck. But supply and boards together never hold more than the 4 + n tokens there are.
11. 11.1: a display by default has its gaps, if cards are short, in the last slots. A card named anywhere is in no
    default. `rng` is 0 by default.
12. 11.1: `max_rounds` of a position takes the place of the option; another `num_players` is an error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from .common import Common
from .enclosure_cards import CREATURES, SIZE
from .enclosure_position import (
    ADVANCED_SLOTS,
    BASIC_SLOTS,
    EMPTY,
    SUPPLY_PER_CREATURE,
    Position,
)

# Section 5: where the block of each kind of action starts.
OFFSETS = {"swap": 0, "push": 600, "take_basic": 696, "take_advanced": 701, "draw_basic": 705, "draw_advanced": 706}
OFFSETS |= {"collect": 707, "complete": 708, "claim_private": 709, "claim_public": 710, "skip_effects": 715}
OFFSETS |= {"end_turn": 716}
PAIRS_PER_CARD, LINES_PER_CREATURE = 120, 16

Option = tuple[str, int]  # kind of action and place in its block


def pair_index(a: int, b: int) -> int:
    """The number of two cells a < b (section 5)."""
    distance = b - a
    if distance <= 7:
        return 16 * (distance - 1) + a
    return 112 + a if distance == 8 else 16 * (15 - distance) + b


def line_cells(side: str, k: int) -> list[int]:
    """The cells of a line in order of travel (section 5, D2)."""
    if side in "NS":
        cells = [SIZE * i + k for i in range(SIZE)]
    else:
        cells = [SIZE * k + i for i in range(SIZE)]
    return cells if side in "NW" else cells[::-1]


CELLS = [(a, b) for b in range(SIZE * SIZE) for a in range(b)]
PAIRS = {pair_index(a, b): (a, b) for a, b in CELLS}
LINES = [(side, k, line_cells(side, k)) for side in "NESW" for k in range(SIZE)]


class Referee(Position, Common):
    """One game of Enclosure, always standing at a decision, or over."""

    margin_unit = 30

    # -- Public calls --

    def reset(self, seed: int) -> None:
        """Setup (section 4, R5 to R12), with the draws in the order of D30."""
        self.clear()
        self.rng = seed & (2**64 - 1)
        self.supply = Counter({creature: SUPPLY_PER_CREATURE for creature in CREATURES})
        self.deal_tokens()
        self.deal_hands()
        privates = self.shuffled(CREATURES)
        for player, creature in zip(self.players, privates):
            player.private = creature
        self.public = self.shuffled(self.cards.public)[: self.num_players + 1]
        self.public_owner = [None] * len(self.public)
        self.basic_deck = self.shuffled(self.cards.basic)[::-1]  # the last card shuffled is the top
        self.advanced_deck = self.shuffled(self.cards.advanced)[::-1]
        self.basic_display, self.advanced_display = [None] * BASIC_SLOTS, [None] * ADVANCED_SLOTS
        self.refill()

    @classmethod
    def from_dict(
        cls,
        position: dict,
        *,
        num_players: int = 2,
        max_rounds: int = 60,
        truncation_result: str = "standing",
        cards: Path | None = None,
    ) -> Referee:
        """Set up a scenario; no automatic step is taken (11.1)."""
        referee = cls(num_players, max_rounds, truncation_result, cards)
        referee.read(position)
        return referee

    def legal(self) -> list[int]:
        """Legal flat action ids in ascending order."""
        options = {"main": self.main_options, "effects": self.effect_options, "game_over": list}[self.phase]()
        return sorted(OFFSETS[kind] + parameter for kind, parameter in options)

    def step(self, action: int, legal: list[int] | None = None) -> None:
        """Play one legal action and the automatic steps after it; `legal` where the caller has it."""
        if action not in (self.legal() if legal is None else legal):
            raise ValueError(f"action {action} is illegal in phase {self.phase}; legal: {self.legal()}")
        kind = [name for name, offset in OFFSETS.items() if offset <= action][-1]
        getattr(self, kind)(action - OFFSETS[kind])
        self.run_on()

    def scores(self) -> list[int]:
        """R41, section 8: EP of basic and advanced cards and of milestones, tags counted now (D15)."""
        return [self.score(seat) for seat in range(self.num_players)]

    def rank_keys(self) -> list[tuple[int, int, int]]:
        """R42: score, completed advanced cards, tokens in the habitat (D26)."""
        features = [self.features(seat) for seat in range(self.num_players)]
        scores = self.scores()
        return [(score, own["advanced_done"], own["tokens"]) for score, own in zip(scores, features)]

    def is_paid(self) -> bool:
        """Section 8."""
        return bool(self.over) and not (self.over == 2 and self.truncation_result == "draw")

    # -- Setup --

    def deal_tokens(self) -> None:
        """One token of each creature on the start spaces of each board (R6)."""
        for player in self.players:
            player.habitat = [EMPTY] * (SIZE * SIZE)
            for cell, creature in zip(self.cards.start, self.shuffled(CREATURES)):
                player.habitat[cell] = creature

    def deal_hands(self) -> None:
        """Each player discards n - 1 - seat movement cards at random (R8)."""
        for seat, player in enumerate(self.players):
            discards = self.num_players - 1 - seat
            player.hand = set(self.shuffled(self.cards.movement)[discards:])

    # -- What may be done (section 5) --

    def main_options(self) -> list[Option]:
        """R15, R16: what the action points left pay for; milestones and the end of the turn are free."""
        options = [("end_turn", 0), *self.claims()]
        if self.ap >= 1:
            options += self.swaps() + self.card_pushes() + self.takes()
        if self.ap >= 2:
            options += self.collects() + self.completions()
        return options

    def effect_options(self) -> list[Option]:
        """Waiting effects in any order, or none of them (R30, R31, D11)."""
        return [("skip_effects", 0), *self.pushes(creature for creature in CREATURES if self.pending[creature])]

    def swaps(self) -> list[Option]:
        """Swap cards in hand, on indicated spaces with different contents (R22, D5, D6)."""
        habitat, hand = self.player.habitat, [self.cards.movement[name] for name in self.player.hand]
        return [
            ("swap", PAIRS_PER_CARD * card.number + pair_index(a, b))
            for card in hand
            for a, b in card.pairs
            if habitat[a] != habitat[b]
        ]

    def card_pushes(self) -> list[Option]:
        """The push card, when in hand, pushes any creature (R19)."""
        return self.pushes(CREATURES) if self.push_card() in self.player.hand else []

    def pushes(self, creatures: Iterable[str]) -> list[Option]:
        """These creatures, if in the supply (D4), on every line but the merged ones (D3)."""
        return [
            ("push", LINES_PER_CREATURE * CREATURES.index(creature) + line)
            for creature in creatures
            if self.supply[creature] >= 1
            for line in range(len(LINES))
            if not self.merged(line)
        ]

    def merged(self, line: int) -> bool:
        """A row line into an empty corner does the same as the column line (D3)."""
        side, k, cells = LINES[line]
        return side in "EW" and k in (0, SIZE - 1) and self.player.habitat[cells[0]] == EMPTY

    def takes(self) -> list[Option]:
        """Any card of a display or the top card of a deck, given a free research space (R25 to R27, D19)."""
        if len(self.player.research) >= self.spaces(self.player):
            return []
        options = [("take_basic", slot) for slot, card in enumerate(self.basic_display) if card]
        options += [("take_advanced", slot) for slot, card in enumerate(self.advanced_display) if card]
        options += [("draw_basic", 0)] if self.basic_deck else []
        return options + ([("draw_advanced", 0)] if self.advanced_deck else [])

    def collects(self) -> list[Option]:
        """Some movement card is in the discard pile (R28, D29)."""
        return [("collect", 0)] if self.player.hand != set(self.cards.movement) else []

    def completions(self) -> list[Option]:
        """Some card of the research area is fulfilled (R29, D10)."""
        return [("complete", 0)] if any(map(self.fulfilled, self.player.research)) else []

    def fulfilled(self, name: str) -> bool:
        """Enough tokens of each creature in each area asked for; each card by itself (R29, D9)."""
        there = Counter(zip(self.player.habitat, self.cards.area))
        return all(there[place] >= count for place, count in self.cards.research[name].need.items())

    # -- Actions (section 5) --

    def swap(self, parameter: int) -> None:
        """Swap two tokens or move one (R22); the card is used up (R18)."""
        number, pair = divmod(parameter, PAIRS_PER_CARD)
        (a, b), habitat = PAIRS[pair], self.player.habitat
        habitat[a], habitat[b] = habitat[b], habitat[a]
        self.player.hand.remove(list(self.cards.movement)[number])
        self.ap -= 1

    def push(self, parameter: int) -> None:
        """Push with the movement card (R18, R19), or as a waiting effect, which costs nothing (R30, R31)."""
        creature, line = CREATURES[parameter // LINES_PER_CREATURE], parameter % LINES_PER_CREATURE
        self.push_token(creature, LINES[line][2])
        if self.phase == "effects":
            self.pending[creature] -= 1
        else:
            self.player.hand.remove(self.push_card())
            self.ap -= 1

    def push_token(self, creature: str, cells: list[int]) -> None:
        """Each token moves to the next space until one moves into a gap, or out, to the supply (R20, R21, D4)."""
        habitat, moving = self.player.habitat, creature
        self.supply[creature] -= 1
        for cell in cells:
            moving, habitat[cell] = habitat[cell], moving
            if moving == EMPTY:
                return
        self.supply[moving] += 1

    def take_basic(self, slot: int) -> None:
        """R25: the gap stays (R17)."""
        self.take(self.basic_display[slot])
        self.basic_display[slot] = None

    def take_advanced(self, slot: int) -> None:
        self.take(self.advanced_display[slot])
        self.advanced_display[slot] = None

    def draw_basic(self, _: int) -> None:
        """R26."""
        self.take(self.basic_deck.pop(0))

    def draw_advanced(self, _: int) -> None:
        self.take(self.advanced_deck.pop(0))

    def take(self, card: str) -> None:
        self.player.research.append(card)
        self.ap -= 1

    def collect(self, _: int) -> None:
        """R28."""
        self.player.hand = set(self.cards.movement)
        self.ap -= 2

    def complete(self, _: int) -> None:
        """All fulfilled cards at once; their push effects wait (R29, R30, D10, D11)."""
        player = self.player
        completed = [name for name in player.research if self.fulfilled(name)]
        player.research = [name for name in player.research if name not in completed]
        player.done |= set(completed)
        pushes = [self.cards.research[name].push for name in completed]
        self.pending = Counter(creature for creature in pushes if creature)
        self.phase = "effects"
        self.ap -= 2

    def claim_private(self, _: int) -> None:
        """R33; space 4 is open at once, the fourth AP comes with the next turn (R36, R37, D16)."""
        self.player.private_done = True

    def claim_public(self, slot: int) -> None:
        """R33, R38."""
        self.public_owner[slot] = self.seat

    def skip_effects(self, _: int) -> None:
        """R30 "may": the rest lapses (D11)."""
        self.end_effects()

    def end_turn(self, _: int = 0) -> None:
        """Refill the displays, then the next seat or the end of the game (section 4, R14, R17, R40, D23, D24)."""
        self.refill()
        if self.seat == self.num_players - 1:
            if self.end_triggered or self.round + 1 >= self.max_rounds:
                self.phase, self.ap = "game_over", 0
                return
            self.round += 1
        self.seat = (self.seat + 1) % self.num_players
        self.ap = self.full_ap(self.player)

    # -- Automatic steps (section 4) --

    def run_on(self) -> None:
        """Effects that cannot be carried out lapse; a turn with nothing left to do ends (D11, D21)."""
        if self.phase == "effects" and not self.executable():
            self.end_effects()
        if self.phase == "main" and self.ap == 0 and not self.claims():
            self.end_turn()

    def end_effects(self) -> None:
        self.pending, self.phase = Counter(), "main"

    def refill(self) -> None:
        """Each display from slot 0 upward, from the top of its deck; without cards the gaps stay (R17, D18)."""
        for display, deck in ((self.basic_display, self.basic_deck), (self.advanced_display, self.advanced_deck)):
            for slot, card in enumerate(display):
                if card is None and deck:
                    display[slot] = deck.pop(0)
