"""Lines of effects in Biohack: what runs by itself, and at which node a line waits (RULES.md 4, 7)."""

from __future__ import annotations

from .biohack_cards import (
    AVIAN,
    BASIC,
    BOARD_SPACES,
    COIN,
    EP,
    FERAL,
    FIRST_SPACE,
    LOCATIONS,
    MEDICINE,
    PRIMATE,
    REPTILE,
    ROWS,
    TOKEN_SPACES,
    Line,
    parse_line,
)
from .biohack_position import (
    MOST_GENES,
    MOST_MEDICINE,
    NOMANS,
    NONE,
    SEVENTH,
    SURVIVAL,
    Frame,
)
from .biohack_scoring import Scoring

PURE = ("gain", "pick", "wild")  # D9
INJURE, ONE_FERAL, FERAL_AND_INJURE, ONE_MAMMAL_OR_AQUATIC = range(4)  # results of the die (R31)
COMMONS = [parse_line(f"common {space}") for space in range(4)]
REROLL_GENE = {"mountain": AVIAN, "river": REPTILE}  # R30
# What a line leaves at its default when it ends.
SCRATCH_OF = {"pick": ("pick_left", "pick_last"), "wild": ("pick_left", "pick_last"), "die": ("die_face", "die_free")}
SCRATCH_OF |= {"buy": ("buy_left", "buy_disc", "buy_last", "bonus_buy", "bonus_disc"), "trade": ("trade_left",)}
SCRATCH_OF |= {"create": ("create_left", "create_disc", "sci_on"), "dna": ("dna_flags", "dna_price")}
SCRATCH_OF |= {"alley": ("alley_opt", "alley_last", "alley_paid", "alley_gained", "alley_flags")}
SCRATCH_OF |= {"report": SCRATCH_OF["dna"], "unlock": SCRATCH_OF["dna"]}
DEFAULTS = {name: NONE for name in ("pick_last", "die_face", "buy_last", "alley_opt", "alley_last")}
REPORT, UNLOCK = 1, 2  # dna_flags


class Lines(Scoring):
    """The stack. `run_…` either does something and returns None, or names the node at which the line waits."""

    def push(self, lines: list[Line]) -> None:
        """The first of these runs first."""
        self.stack += [Frame(line) for line in reversed(lines)]

    def run(self) -> str | None:
        """Run the top line."""
        frame = self.stack[-1]
        opening, frame.open = not frame.open, True
        return getattr(self, f"run_{frame.line.kind}")(frame.line, opening)

    def end_line(self) -> None:
        """The top line has ended."""
        for name in SCRATCH_OF.get(self.stack.pop().line.kind, ()):
            setattr(self.scratch, name, DEFAULTS.get(name, 0))

    # -- Resources --

    def gain(self, resource: int, amount: int) -> None:
        """R24, R27, R28; in Survival medicine comes as primate (R85)."""
        player = self.player
        if resource == MEDICINE and self.challenge == SURVIVAL:
            resource = PRIMATE
        if resource < COIN:
            player.genes[resource] = min(MOST_GENES, player.genes[resource] + amount)
        elif resource == COIN:
            player.coins += amount
        elif resource == MEDICINE:
            player.medicine = min(MOST_MEDICINE, player.medicine + amount)
        else:
            player.ep += amount

    def pay(self, resource: int, amount: int) -> None:
        player = self.player
        if resource < COIN:
            player.genes[resource] -= amount
        elif resource == COIN:
            player.coins -= amount
        else:
            player.medicine -= amount

    def have(self, resource: int) -> int:
        player = self.player
        if resource < COIN:
            return player.genes[resource]
        return player.coins if resource == COIN else player.medicine

    def has_room(self, resource: int) -> bool:
        """Would a unit of it be gained at all (D20)?"""
        if resource == MEDICINE and self.challenge == SURVIVAL:
            resource = PRIMATE
        if resource in (COIN, EP):
            return True
        return self.have(resource) < (MOST_MEDICINE if resource == MEDICINE else MOST_GENES)

    # -- Lines that run by themselves --

    def run_gain(self, line: Line, opening: bool) -> None:
        for resource, amount in line.gains.items():
            self.gain(resource, amount)
        self.end_line()

    def run_reroll(self, line: Line, opening: bool) -> None:
        self.scratch.die_free += line.n
        self.end_line()

    def run_extra_buy(self, line: Line, opening: bool) -> None:
        self.scratch.bonus_buy += line.n
        self.end_line()

    def run_buy_discount(self, line: Line, opening: bool) -> None:
        self.scratch.bonus_disc += line.n
        self.end_line()

    def run_visit(self, line: Line, opening: bool) -> None:
        """Row r of a location's table from the top; the last one if there are fewer."""
        self.end_line()
        self.push_location(line.word, max(0, self.most_left() - line.n))

    def most_left(self) -> int:
        """Most Nomans of others that can be left at a location; solo: the assistant."""
        return max(1, self.num_players - 1)

    def push_location(self, location: str, left: int) -> None:
        """A location's action with so many Nomans left there, own commons first (R33, R43, D14)."""
        player, numbers = self.player, enumerate(self.player.rows[0])
        here = [s for s, number in numbers if self.cards.creatures[number].location == location]
        commons = [COMMONS[space] for space in here if space not in player.used]
        self.push(commons + self.cards.locations[max(2, self.num_players), location, left])

    # -- Lines that may wait --

    def run_common(self, line: Line, opening: bool) -> str | None:
        """D13: asked while the player can still act at the location, else activated."""
        location = self.cards.creatures[self.player.rows[0][line.n]].location
        if self.can_act_again(location):
            return "improve"
        self.activate()
        return None

    def can_act_again(self, location: str) -> bool:
        tiles = [f"tile{i}" for i in range(self.tile_count)]
        visits = [
            space for space in tiles if any(x.kind == "visit" and x.word == location for x in self.tile_lines(space))
        ]
        again = self.current_player in self.at_public[location] or any(map(self.is_free, visits))
        return self.phase == "planning" or again

    def activate(self) -> None:
        """The lines of the creature take the place of `common s`."""
        space = self.stack[-1].line.n
        self.player.used.add(space)
        self.end_line()
        self.push(self.cards.creatures[self.player.rows[0][space]].effect)

    def run_pick(self, line: Line, opening: bool) -> str | None:
        if opening:
            self.scratch.pick_left = line.n
        if self.scratch.pick_left:
            return line.kind
        self.end_line()
        return None

    run_wild = run_pick

    def run_die(self, line: Line, opening: bool) -> str:
        if opening:
            self.scratch.die_free += line.n
            self.roll()
        return "die"

    def roll(self) -> None:
        self.scratch.die_face = self.cards.die[self.below(len(self.cards.die))]

    def run_buy(self, line: Line, opening: bool) -> str | None:
        scratch = self.scratch
        if opening:
            scratch.buy_left = line.n + scratch.bonus_buy
            scratch.buy_disc = line.d + scratch.bonus_disc
        if self.look:
            return "keep"
        if scratch.buy_left:
            return "buy"
        self.end_line()
        return None

    def run_create(self, line: Line, opening: bool) -> str | None:
        scratch = self.scratch
        if opening:
            scratch.create_left, scratch.create_disc = line.n, line.d
        if scratch.alloc_card != NONE:
            return "alloc"
        if scratch.create_left:
            return "create"
        self.end_line()
        return None

    def run_alley(self, line: Line, opening: bool) -> str:
        return "alley"

    def run_dna(self, line: Line, opening: bool) -> str:
        if opening:
            self.scratch.dna_flags = {"dna": REPORT | UNLOCK, "report": REPORT, "unlock": UNLOCK}[line.kind]
            self.scratch.dna_price = line.n
        return "dna"

    run_report = run_unlock = run_dna

    def run_reserve(self, line: Line, opening: bool) -> str | None:
        """R56; without effect if the marker is used (D6), if it cannot matter (D7), and without a track (R71)."""
        if self.main_side == "A" or self.current_player in self.reserve or self.last_round():
            self.end_line()
            return None
        return "reserve"

    def run_trade(self, line: Line, opening: bool) -> str | None:
        if opening:
            self.scratch.trade_left = line.n
        if self.scratch.trade_left:
            return "trade"
        self.end_line()
        return None

    # -- The danger die --

    def apply_die(self, averted: bool = False) -> None:
        """Done with the die: the face that is not 3 takes effect (R31, R32)."""
        face = self.scratch.die_face
        self.end_line()
        if face in (ONE_FERAL, FERAL_AND_INJURE):
            self.gain(FERAL, 1)
        if face in (INJURE, FERAL_AND_INJURE) and not averted:
            self.injure()

    def injure(self) -> None:
        """One of those at home, or the one on the experiment space (D29, D49, D58); in Survival two are a loss (D43)."""
        player, seat, space = self.player, self.current_player, self.cur_space
        if space is None or space in LOCATIONS:
            if player.home == 0:
                return
            player.home -= 1
        elif space in BASIC:
            if self.basic[space][seat] == 0:
                return
            self.basic[space][seat] -= 1
        elif self.adv.get(space) == seat:
            del self.adv[space]
        else:
            return
        player.injured += 1
        if self.challenge == SURVIVAL and NOMANS - player.injured <= 1:
            self.lost = 1
            self.finish()

    # -- Creation --

    def net_cost(self, number: int, with_scientist: bool) -> tuple[list[int], int]:
        """Genes to pay after fixed discounts, and the wild discounts (R40, D15, D16)."""
        player = self.player
        fixed, wild = self.discounts(player)
        if with_scientist:
            scientist = self.cards.scientists[player.scientist]
            fixed = [a + b for a, b in zip(fixed, scientist.discount)]
            wild += scientist.wild
        cost = self.cards.creatures[number].cost
        return [max(0, need - less) for need, less in zip(cost, fixed)], wild + self.scratch.create_disc

    def can_create(self, number: int, with_scientist: bool) -> bool:
        """A space in its row, and genes enough (R39, R40)."""
        cls = self.cards.creatures[number].cls
        if len(self.player.rows[cls]) == ROWS[cls]:
            return False
        cost, wild = self.net_cost(number, with_scientist)
        return sum(max(0, need - have) for need, have in zip(cost, self.player.genes)) <= wild

    def is_helped(self, number: int) -> bool:
        """Can it be created with the scientist's discount, for fewer genes than without (D15)?"""
        if not self.can_create(number, True):
            return False
        (cost, wild), (plain, plain_wild) = self.net_cost(number, True), self.net_cost(number, False)
        return max(0, sum(cost) - wild) < max(0, sum(plain) - plain_wild)

    def create(self, number: int) -> None:
        """Allot the wild discounts: at node `alloc` where there is a choice (D16)."""
        scratch = self.scratch
        cost, wild = self.net_cost(number, bool(scratch.sci_on))
        asked = [g for g in range(6) if cost[g]]
        if wild and sum(cost) > wild and len(asked) >= 2:
            scratch.alloc_card, scratch.alloc_left, scratch.alloc_cost = number, wild, cost
            return
        if sum(cost) <= wild:
            cost = [0] * 6
        elif wild:
            cost[asked[0]] -= wild
        self.place(number, cost)

    def place(self, number: int, to_pay: list[int]) -> None:
        """Pay and put the card on the leftmost free space of its row, with all that follows (R41, R45, R15, R92)."""
        player, scratch, card = self.player, self.scratch, self.cards.creatures[number]
        cost, wild = self.net_cost(number, bool(scratch.sci_on))
        others = wild - scratch.create_disc
        scratch.create_disc -= max(0, min(wild, sum(cost)) - others)
        player.genes = [have - need for have, need in zip(player.genes, to_pay)]
        player.hand.remove(number)
        player.known.discard(number)
        self.recycled.discard(number)
        player.sci_used |= scratch.sci_on
        scratch.sci_on = 0
        scratch.create_left -= 1
        row = player.rows[card.cls]
        space = FIRST_SPACE[card.cls] + len(row)
        row.append(number)
        self.turn_token(BOARD_SPACES[space], card.cost)
        if len(row) == ROWS[card.cls]:
            self.row_token[card.cls].append(self.current_player)
        if player.creatures() == SEVENTH:
            player.seventh_round = self.round
        self.push(self.cards.bonus[player.board, ("basic", "advanced")[player.side]][space])

    def turn_token(self, space: str, cost: list[int]) -> None:
        """An Enclosure token under a new creature is kept or leaves the game (R92)."""
        player = self.player
        if space in TOKEN_SPACES:
            gene = player.token[TOKEN_SPACES.index(space)]
            if gene != NONE and cost[gene]:
                player.kept.add(gene)
            player.token[TOKEN_SPACES.index(space)] = NONE

    # -- Cards --

    def draw(self, cls: int, between: bool = False) -> int:
        """The top card of a deck, which is rebuilt if it is empty (D51); NONE without cards."""
        if not self.deck[cls]:
            self.rebuild(cls, between)
        if not self.deck[cls]:
            return NONE
        self.deck_known[cls].pop()
        return self.deck[cls].pop()

    def rebuild(self, cls: int, between: bool) -> None:
        """The discards of a class become its deck; what all know of it is in `recycled` (D50)."""
        cards = [number for number in self.cards.by_class[cls] if number in self.discard]
        if not cards:
            return
        self.deck[cls] = self.shuffled(cards)
        self.deck_known[cls] = [0] * len(cards)
        self.discard.difference_update(cards)
        self.recycled.difference_update(self.cards.by_class[cls])
        if not between:
            self.recycled.update(cards)

    def slide_and_refill(self) -> None:
        """R11, R59, D26."""
        for cls in range(3):
            slots = [4 * cls + column for column in self.columns]
            cards = [self.display[slot] for slot in slots if self.display[slot] != NONE]
            for slot in reversed(slots):
                self.display[slot] = cards.pop() if cards else self.draw(cls)
                self.recycled.discard(self.display[slot])

    def discards(self, cls: int) -> int:
        return sum(number in self.discard for number in self.cards.by_class[cls])


def is_pure(line: Line) -> bool:
    return line.kind in PURE
