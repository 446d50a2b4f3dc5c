"""Actions of Biohack by number: which are legal at a node, and what each does (RULES.md 8)."""

from __future__ import annotations

from .biohack_cards import AQUATIC, AVIAN, BASIC, COIN, FERAL, LOCATIONS, MAMMAL, PRIMATE, REPTILE, SPACES, Milestone
from .biohack_lines import FERAL_AND_INJURE, INJURE, ONE_MAMMAL_OR_AQUATIC, REPORT, REROLL_GENE, UNLOCK, Lines
from .biohack_position import EFFECTS, MOST_GENES, NONE, SURVIVAL

# Where the block of each kind of action starts.
OFFSETS = {"done": 0, "pass": 1, "heal": 2, "accept": 3, "use_scientist": 4, "unlock": 5, "side": 6, "scientist": 8}
OFFSETS |= {
    "take": 14,
    "deck": 26,
    "keep": 29,
    "plan": 31,
    "select": 33,
    "retrieve": 58,
    "experiment": 63,
    "create": 76,
}
OFFSETS |= {"resource": 124, "reroll": 133, "convert": 136, "alley": 150, "report": 158, "reserve": 162}
SIZE = 166
KIND_OF = [[kind for kind, offset in OFFSETS.items() if offset <= action][-1] for action in range(SIZE)]
# Locations that can be selected together: by size, then by bits.
SUBSETS = [[i for i in range(5) if bits >> i & 1] for bits in range(32)]
SUBSETS = sorted((subset for subset in SUBSETS if 1 <= len(subset) <= 3), key=len)
# ALLEY: the option, what is paid and what is gained (R46), and the four of the bottom row (R47).
CONVERSIONS = [(0, COIN, MAMMAL), (0, COIN, AQUATIC), (0, MAMMAL, COIN), (0, MAMMAL, AQUATIC)]
CONVERSIONS += [(0, AQUATIC, COIN), (0, AQUATIC, MAMMAL), (1, COIN, AVIAN), (1, COIN, REPTILE), (1, AVIAN, COIN)]
CONVERSIONS += [(1, AVIAN, REPTILE), (1, REPTILE, COIN), (1, REPTILE, AVIAN), (2, COIN, PRIMATE), (2, PRIMATE, COIN)]
UNIT = {COIN: 2, MAMMAL: 2, AQUATIC: 2, AVIAN: 1, REPTILE: 1, PRIMATE: 1}
BOTTOM = (MAMMAL, AQUATIC, AVIAN, REPTILE)
TOP_CLOSED, BOTTOM_USED = 1, 2  # alley_flags
PAY_GENE, PAY_COINS, FREE = range(3)  # rerolls
REROLL_COINS, AVERT_COINS = 2, 5  # R30, R85
MIDDLE_OPEN = 1  # locks left

Option = tuple[str, int]


class Actions(Lines):
    """`…_options` are the legal actions of a node, `do_…` the effect of a kind of action."""

    def can_heal(self) -> bool:
        return self.player.injured > 0 and self.player.medicine > 0

    def heal_option(self) -> list[Option]:
        return [("heal", 0)] if self.can_heal() else []

    def do_heal(self, parameter: int) -> None:
        """R23."""
        self.player.medicine -= 1
        self.player.injured -= 1
        self.player.home += 1

    # -- Setup --

    def side_options(self) -> list[Option]:
        return [("side", 0), ("side", 1)]

    def scientist_options(self) -> list[Option]:
        taken = [player.scientist for player in self.players]
        return [("scientist", i) for i in range(len(self.cards.scientists)) if i not in taken]

    def draft_options(self) -> list[Option]:
        return [("take", slot) for slot in range(12) if self.display[slot] != NONE]

    # -- Planning --

    def plan_options(self) -> list[Option]:
        return [("done", 0), *self.heal_option(), *(("plan", EFFECTS.index(name)) for name in self.unresolved)]

    def select_options(self) -> list[Option]:
        """Exactly as many locations as active Nomans (R20, D47)."""
        home = self.player.home
        subsets = [("select", i) for i, subset in enumerate(SUBSETS) if len(subset) == home]
        return [*self.heal_option(), *(subsets or [("done", 0)])]

    # -- A turn --

    def turn_options(self) -> list[Option]:
        """R25."""
        seat = self.current_player
        there = [i for i, name in enumerate(LOCATIONS) if seat in self.at_public[name]]
        options = self.heal_option() + [("retrieve", i) for i in there]
        if not there:
            options.append(("pass", 0))
        if self.player.home:
            options += [("experiment", SPACES.index(space)) for space in self.in_play if self.is_free(space)]
        return options

    def do_retrieve(self, parameter: int) -> None:
        """R26."""
        location = LOCATIONS[parameter]
        self.at_public[location].remove(self.current_player)
        self.player.home += 1
        self.cur_space = location
        self.push_location(location, len(self.at_public[location]) + (location in self.assistants))

    def do_experiment(self, parameter: int) -> None:
        """R37, R38, R53."""
        space = SPACES[parameter]
        self.player.home -= 1
        self.cur_space = space
        if space in BASIC:
            self.basic[space][self.current_player] += 1
        else:
            self.adv[space] = self.current_player
        if space.startswith("tile"):
            self.push(self.tile_lines(space))
        else:
            bonus, main = self.cards.spaces[self.main_side][space]
            self.push(bonus + main)

    # -- Gains --

    def pick_options(self) -> list[Option]:
        """In ascending order, with enough entries left for the rest."""
        entries = [r for r in self.stack[-1].line.gains if r > self.scratch.pick_last]
        return [("resource", r) for r in entries[: len(entries) - self.scratch.pick_left + 1]]

    def wild_options(self) -> list[Option]:
        return [("resource", g) for g in self.stack[-1].line.gains if g >= self.scratch.pick_last]

    def do_resource(self, resource: int) -> None:
        if self.node == "alloc":
            self.allot(resource)
        elif self.node == "die":
            self.end_line()
            self.gain(resource, 1)
        else:
            self.gain(resource, self.stack[-1].line.gains[resource])
            self.scratch.pick_left -= 1
            self.scratch.pick_last = resource

    def trade_options(self) -> list[Option]:
        """D20."""
        line = self.stack[-1].line
        payable = all(self.have(resource) >= amount for resource, amount in line.pays.items())
        gains = any(map(self.has_room, line.gains))
        return [("done", 0), *([("accept", 0)] if payable and gains else [])]

    def do_accept(self, parameter: int) -> None:
        """One trade, one creature activated, or an injury averted (R85)."""
        if self.node == "improve":
            self.activate()
        elif self.node == "die":
            self.player.coins -= AVERT_COINS
            self.apply_die(averted=True)
        else:
            line = self.stack[-1].line
            for resource, amount in line.pays.items():
                self.pay(resource, amount)
            for resource, amount in line.gains.items():
                self.gain(resource, amount)
            self.scratch.trade_left -= 1

    def improve_options(self) -> list[Option]:
        return [("done", 0), ("accept", 0)]

    # -- The danger die --

    def die_options(self) -> list[Option]:
        """R30, R31, D10, D11, D43."""
        scratch, player, survival = self.scratch, self.player, self.challenge == SURVIVAL
        options = [("resource", MAMMAL), ("resource", AQUATIC)]
        if scratch.die_face != ONE_MAMMAL_OR_AQUATIC:
            options = [("done", 0)]
        if survival:
            options += self.heal_option()
        if survival and scratch.die_face in (INJURE, FERAL_AND_INJURE) and player.coins >= AVERT_COINS:
            options.append(("accept", 0))
        place = self.stack[-1].line.word
        if scratch.die_free:
            options.append(("reroll", FREE))
        elif place in REROLL_GENE:
            options += [("reroll", PAY_GENE)] if player.genes[REROLL_GENE[place]] else []
            options += [("reroll", PAY_COINS)] if player.coins >= REROLL_COINS else []
        return options

    def do_reroll(self, parameter: int) -> None:
        if parameter == FREE:
            self.scratch.die_free -= 1
        elif parameter == PAY_COINS:
            self.player.coins -= REROLL_COINS
        else:
            self.player.genes[REROLL_GENE[self.stack[-1].line.word]] -= 1
        self.roll()

    # -- Purchases --

    def net_price(self, price: int) -> int:
        """D22."""
        return max(0, price - self.scratch.buy_disc)

    def buy_options(self) -> list[Option]:
        """R34, R35, D23, D24."""
        coins, after = self.player.coins, range(self.scratch.buy_last + 1, 12)
        slots = [
            slot for slot in after if self.display[slot] != NONE and self.net_price(self.slot_price(slot)) <= coins
        ]
        decks = [cls for cls in range(3) if self.deck[cls] or self.discards(cls)]
        if self.stack[-1].line.word != "any" or self.net_price(self.deck_price) > coins:
            decks = []
        return [("done", 0), *(("take", slot) for slot in slots), *(("deck", cls) for cls in decks)]

    def slot_price(self, slot: int) -> int:
        return self.price[slot % 4]

    def purchase(self, price: int) -> None:
        """R36, D22."""
        self.player.coins -= self.net_price(price)
        self.scratch.buy_disc -= min(price, self.scratch.buy_disc)
        self.scratch.buy_left -= 1

    def do_take(self, slot: int) -> None:
        """A display card to the hand, known to all (D25)."""
        number = self.display[slot]
        self.display[slot] = NONE
        self.player.hand.add(number)
        self.player.known.add(number)
        if self.node == "draft":
            self.next_draft()
        else:
            self.purchase(self.slot_price(slot))
            self.scratch.buy_last = slot

    def do_deck(self, cls: int) -> None:
        """R35: look at two."""
        self.purchase(self.deck_price)
        self.scratch.buy_last = NONE
        first = self.draw(cls)
        second = self.draw(cls, between=True)
        self.look = [number for number in (first, second) if number != NONE]

    def keep_options(self) -> list[Option]:
        return [("keep", i) for i in range(len(self.look))]

    def do_keep(self, parameter: int) -> None:
        """The other card goes to the bottom, which the player knows (D25)."""
        self.player.hand.add(self.look.pop(parameter))
        for number in self.look:
            cls = self.cards.creatures[number].cls
            self.deck[cls].insert(0, number)
            self.deck_known[cls].insert(0, 1 << self.current_player)
        self.look = []

    # -- Creation --

    def create_options(self) -> list[Option]:
        hand, helped = sorted(self.player.hand), []
        if self.scratch.sci_on or self.scientist_is_ready():
            helped = [number for number in hand if self.is_helped(number)]
        if self.scratch.sci_on:
            return [("create", number) for number in helped]
        cards = [("create", number) for number in hand if self.can_create(number, False)]
        return [("done", 0), *([("use_scientist", 0)] if helped else []), *cards]

    def scientist_is_ready(self) -> bool:
        """R52."""
        biofarm = self.stack[-1].line.word == "biofarm"
        return biofarm and self.player.locks <= MIDDLE_OPEN and not self.player.sci_used

    def do_use_scientist(self, parameter: int) -> None:
        self.scratch.sci_on = 1

    def do_create(self, number: int) -> None:
        self.create(number)

    def alloc_options(self) -> list[Option]:
        """D16: genes for one wild discount, so that the rest can be allotted from this gene on and be paid."""
        scratch, have = self.scratch, self.player.genes
        genes = [g for g in range(max(0, scratch.alloc_last), 6) if scratch.alloc_cost[g]]
        options, left = [], scratch.alloc_left - 1
        for g in genes:
            cost = list(scratch.alloc_cost)
            cost[g] -= 1
            lacking = [max(0, need - units) for need, units in zip(cost, have)]
            if sum(lacking[:g]) == 0 and sum(lacking) <= left <= sum(cost[g:]):
                options.append(("resource", g))
        return options

    def allot(self, gene: int) -> None:
        scratch = self.scratch
        scratch.alloc_cost[gene] -= 1
        scratch.alloc_left -= 1
        scratch.alloc_last = gene
        if scratch.alloc_left == 0:
            number, cost = scratch.alloc_card, scratch.alloc_cost
            scratch.alloc_card = scratch.alloc_last = NONE
            scratch.alloc_cost = [0] * 6
            self.place(number, cost)

    # -- ALLEY --

    def alley_options(self) -> list[Option]:
        """R46 to R48, D18 to D20."""
        converts = [("convert", i) for i in range(len(CONVERSIONS)) if self.can_convert(i)]
        bottoms = [("alley", i) for i in range(8) if self.can_exchange(i)]
        return [("done", 0), *converts, *bottoms]

    def can_convert(self, index: int) -> bool:
        scratch = self.scratch
        option, paid, gained = CONVERSIONS[index]
        if scratch.alley_flags & TOP_CLOSED or index < scratch.alley_last or scratch.alley_opt not in (NONE, option):
            return False
        if scratch.alley_gained >> paid & 1 or scratch.alley_paid >> gained & 1:
            return False
        return self.have(paid) >= UNIT[paid] and self.has_room(gained)

    def do_convert(self, index: int) -> None:
        scratch = self.scratch
        option, paid, gained = CONVERSIONS[index]
        self.pay(paid, UNIT[paid])
        self.gain(gained, UNIT[gained])
        scratch.alley_opt, scratch.alley_last = option, index
        scratch.alley_paid |= 1 << paid
        scratch.alley_gained |= 1 << gained

    def can_exchange(self, index: int) -> bool:
        """Feral for all but one of the four, or all but one for feral."""
        if self.scratch.alley_flags & BOTTOM_USED:
            return False
        three = [gene for i, gene in enumerate(BOTTOM) if i != index % 4]
        genes = self.player.genes
        if index < 4:
            return genes[FERAL] > 0 and any(map(self.has_room, three))
        return genes[FERAL] < MOST_GENES and all(genes[gene] >= UNIT[gene] for gene in three)

    def do_alley(self, index: int) -> None:
        """After a conversion this closes the top row (D19)."""
        three = [gene for i, gene in enumerate(BOTTOM) if i != index % 4]
        one, other = (self.pay, self.gain) if index < 4 else (self.gain, self.pay)
        one(FERAL, 1)
        for gene in three:
            other(gene, UNIT[gene])
        self.scratch.alley_flags |= BOTTOM_USED
        if self.scratch.alley_opt != NONE:
            self.scratch.alley_flags |= TOP_CLOSED

    # -- DNA INC. --

    def dna_options(self) -> list[Option]:
        """R49 to R51."""
        scratch, player, options = self.scratch, self.player, [("done", 0)]
        if scratch.dna_flags & UNLOCK and player.locks and player.coins >= scratch.dna_price:
            options.append(("unlock", 0))
        if scratch.dna_flags & REPORT:
            options += [("report", i) for i in range(len(self.milestone)) if self.can_report(i)]
        return options

    def can_report(self, place: int) -> bool:
        tokens = self.milestone_token[place]
        if self.current_player in tokens or len(tokens) == len(self.milestone_ep):
            return False
        return self.fulfils(self.cards.milestones[self.milestone[place]])

    def fulfils(self, card: Milestone) -> bool:
        """Icons from different creatures: enough of them for each set of genes (R68, D33)."""
        creatures = [self.cards.creatures[number].cost for number in self.creature_numbers(self.player)]
        asked = [g for g in range(6) if card.icons[g]]
        for bits in range(1, 1 << len(asked)):
            genes = [g for i, g in enumerate(asked) if bits >> i & 1]
            if sum(any(cost[g] for g in genes) for cost in creatures) < sum(card.icons[g] for g in genes):
                return False
        types = sum(any(cost[g] for cost in creatures) for g in range(6))
        return types >= card.types and all(len(row) >= least for row, least in zip(self.player.rows, card.least))

    def do_report(self, place: int) -> None:
        self.milestone_token[place].append(self.current_player)
        self.scratch.dna_flags &= ~REPORT

    def do_unlock(self, parameter: int) -> None:
        """The action ends (D21)."""
        self.player.coins -= self.scratch.dna_price
        self.player.locks -= 1
        self.end_line()

    # -- Turn order --

    def reserve_options(self) -> list[Option]:
        return [("done", 0), *(("reserve", i) for i in range(4) if self.reserve[i] == NONE)]

    def do_reserve(self, space: int) -> None:
        self.reserve[space] = self.current_player
        self.end_line()
