"""The referee of Replicants!: a second, plain and slow implementation, written from the rulebook and RULES.md alone.

Clauses in brackets (R rulebook, D and U decisions) are those of RULES.md. Nothing here comes from the kernels.

Readings (where the text is open, the most literal one was taken):
 1. D44: the `win_slot` that asks for options is 20 whatever `rep_max` is; it stays 20 while an option used there asks.
 2. D15, D44: only slot 0 (the setup L4) fires in setup; `win_slot` is 1 from the moment it has come up.
 3. D32: `used` is set when an ability comes up or is chosen, before its price and its effects; D27 marks `discount`
    after the rest of the cost has been paid, so a `waive` node still shows it unused.
 4. D45: "unused" is asked of `discount` only: `discount_all` and `rapid` of a slot marked as used still work.
    In a room the cleared `armed` bit (U13) ends all effects of that room.
 5. D27: two `discount` effects of one slot may serve the same level-up; the slot is marked once, afterwards.
    A source with `*` is used up even if nothing of the cost is left for it.
 6. `reached:L` is true only while the On Build checks of a level-up run; an `opt` with it is never usable.
 7. D25: "`*` gains" are the stars of `gain` and of `stow`. Letters of an effect are taken before its stars.
 8. D16, U6: "tested before paying": piles, hand and locker as they are; what the price would free or use up does not
    count. `points` changes something iff `bonus_vp` < 255; `first_shift` never does.
 9. D26, D29: each chosen replicant is handled at once, with all that follows (5.1); so what its L3 draws may become
    eligible (`rapid`), in a later slot.
10. D43: `left` is 0 for build_room and offer; `paid` is kept for every later sub-decision of the same activation.
11. D28: pass is legal when `left` is less than the k of the effect.
12. U7: `shelf_total` below the number of players gives shelves for 0 cards; only 0 itself lifts the limit.
13. `field_deck` holds the 16 cards in kind order at reset, as after `end`; a pending `stack_field` outlives `end`.
14. `drone_first` keeps its value of the last round until step `first`. Crew stand in the start room without `usc`, too.
15. Section 10: `margin` divides by 36, whatever `target_vp` is.
16. 11.1: a card in `own_discard` is "named", so it is not in the default deck.
17. U11: a card is "first" iff nothing has been paid yet in this activation.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from .common import Common
from .replicants_cards import KINDS, Ability, Effect, Pattern
from .replicants_position import (
    PAIRS,
    RESOURCE_CHOICES,
    STATION_STEPS,
    STEPS,
    WINDOWS,
    Pending,
    Player,
    Position,
    Replicant,
)

OPTIONS_ONLY = 20  # win_slot of a player whose automatic abilities have all come up (D44)
ROOM = 32  # the source of a room is 32 + its id (5.2)
OFFSETS = {"setup_l4": 0, "setup_discard": 5, "place_drone": 10, "level_up": 20, "use_ability": 40}  # section 6
OFFSETS |= {"choose_resource": 60, "choose_replicant": 64, "redeal": 84, "pass": 92}
OFFSETS |= {"go_use": 93, "go_only": 117, "build_room": 141}
PASS = ("pass", 0)


def only(cards: Counter, kinds: str) -> Counter:
    """The cards of some kinds."""
    return Counter({kind: cards[kind] for kind in kinds})


def ascending(available: Counter, floor: int, left: int) -> list[int]:
    """Kinds that may be chosen next when `left` resources are chosen in ascending order (D18)."""
    need = min(left, only(available, KINDS[floor:]).total())
    return [
        kind for kind in range(floor, 4) if available[KINDS[kind]] > 0 and only(available, KINDS[kind:]).total() >= need
    ]


# ---- The referee ----------------------------------------------------------------------------------------------------


class Referee(Position, Common):
    """One game of Replicants!, always standing at a decision with at least two legal actions, or over (D2)."""

    margin_unit = 36

    # -- Public calls --

    def reset(self, seed: int) -> None:
        """Shuffle the replicants and deal five to each player (R6, D42)."""
        self.clear()
        self.rng = seed & (2**64 - 1)
        self.deck = self.shuffled(range(len(self.cards.cards)))
        for player in self.players:
            dealt, self.deck = self.deck[: self.numbers["deal"]], self.deck[self.numbers["deal"] :]
            player.setup_hand = sorted(dealt)
        self.run_on()

    @classmethod
    def from_dict(
        cls, position: dict, *, num_players: int = 2, usc: bool = False, max_rounds: int = 60, cards: Path | None = None
    ) -> Referee:
        """Set up a scenario and run on to the first decision."""
        options = {"num_players": num_players, "usc": usc, "max_rounds": max_rounds}
        referee = cls(**{key: position.get(key, value) for key, value in options.items()}, cards=cards)
        referee.read(position)
        referee.run_on()
        return referee

    def legal(self) -> list[int]:
        """Legal flat action ids in ascending order."""
        if self.over:
            return []
        options = self.pending_options() if self.pending else self.step_options()
        return sorted(OFFSETS[kind] + parameter for kind, parameter in options)

    def step(self, action: int, legal: list[int] | None = None) -> None:
        """Play one legal action and everything that follows without a decision; `legal` where the caller has it."""
        if action not in (self.legal() if legal is None else legal):
            raise ValueError(f"action {action} is illegal at {self.node()}; legal: {self.legal()}")
        self.act(action)
        self.run_on()

    def node(self) -> str:
        """Name of the decision."""
        if self.pending:
            return self.pending.kind
        if self.at == "setup":
            return "setup_l4" if self.player().setup_l4 is None else "setup_discard"
        return f"window:{self.at}" if self.at in WINDOWS else self.at

    def rank_keys(self) -> list[tuple]:
        """R34: VP, then L4, L3, L2, then all replicants."""
        levels = [[rep.level for rep in player.reps] for player in self.players]
        return [
            (vp, own.count(4), own.count(3), own.count(2), len(own))
            for vp, own in zip(self.scores(), levels, strict=True)
        ]

    def is_paid(self) -> bool:
        """Section 10."""
        return bool(self.over)

    # -- The course of the game --

    def run_on(self) -> None:
        """Do the engine's work and play forced decisions up to the next real one (D2)."""
        while not self.over:
            if not self.asks():
                continue
            actions = self.legal()
            if not actions:
                raise ValueError(f"at: no legal action at {self.node()} of seat {self.current_player}")
            if len(actions) > 1:
                return
            self.act(actions[0])

    def asks(self) -> bool:
        """True if a player has to decide now; if not, one piece of the engine's work is done."""
        if self.pending or self.at == "build":
            return True
        return self.window() if self.at in WINDOWS else getattr(self, f"at_{self.at}")()

    def next_step(self) -> bool:
        """Go on to the next step of the round (5.1)."""
        if self.at == "station":
            for player in self.players:
                player.crew_moved, player.crew = [], sorted(player.crew)  # U8
        self.order_pos, self.win_slot = 0, 0
        if self.at == "after_end":
            self.start_round()
        else:
            self.at = STEPS[STEPS.index(self.at) + 1]
        if self.at in STATION_STEPS and not self.usc:
            self.at = "before_drone"
        return False

    def next_player(self) -> None:
        """The next player in turn order is on; after the last one the step is over."""
        self.order_pos, self.win_slot = self.order_pos + 1, 0
        if self.order_pos == self.num_players:
            self.next_step()

    def start_round(self) -> None:
        """R32: drones come back, field cards return to their deck (a stacked one stays); all marks go."""
        self.round, self.at, self.order_pos, self.win_slot = self.round + 1, "before_first", 0, 0
        self.x, self.y, self.placed = [], [], []
        if not self.stacked:
            self.field_deck = list(self.cards.field_cards)
        for player in self.players:
            player.produced, player.doubles, player.level_ups, player.armed = Counter(), 0, 0, set()
            for rep in player.reps:
                rep.levelled = rep.gained = rep.used = False

    def at_setup(self) -> bool:
        """Choices (D12), then white powers of the setup L4 in seat order (D15), then round 1."""
        if not self.setup_done:
            if any(player.setup_discard is None for player in self.players):
                return True
            self.reveal()
        elif self.order_pos == self.num_players:
            self.start_round()
        elif self.win_slot == 0:
            self.win_slot = 1
            if self.is_ready(self.current_player, 0, "white"):
                self.white_comes_up(self.current_player, 0)
        else:
            self.order_pos, self.win_slot = self.order_pos + 1, 0
        return False

    def reveal(self) -> None:
        """R6: one at L4, one under the deck, three at L1 (D12, D13)."""
        for player in self.players:
            hand = player.setup_hand
            best, player.own_discard = hand[player.setup_l4], hand[player.setup_discard]
            rest = [card for card in hand if card not in (best, player.own_discard)]
            player.reps = [Replicant(best, 4), *(Replicant(card, 1) for card in rest)]
            player.setup_hand, player.setup_l4, player.setup_discard = [], None, None
        self.deck += self.shuffled(player.own_discard for player in self.players)
        self.setup_done, self.order_pos, self.win_slot = True, 0, 0

    def at_first(self) -> bool:
        """R11, R12: random in round 1, then the fewest points; ties go left from the last first player (D9)."""
        if self.round == 1:
            self.first_player = self.below(self.num_players)
        else:
            counted = [self.vp(seat) - self.first_shift(seat) for seat in range(self.num_players)]
            scan = [(self.first_player + i) % self.num_players for i in range(1, self.num_players + 1)]
            self.first_player = next(seat for seat in scan if counted[seat] == min(counted))
        self.drone_first = self.first_player
        return self.next_step()

    def first_shift(self, seat: int) -> int:
        """D10: VP not counted in the comparison; no condition is asked."""
        effects = [e for slot in self.at_l4(seat) for e in self.ability(seat, slot).effects]
        return sum(effect.k for effect in effects if effect.kind == "first_shift")

    def at_replenish(self) -> bool:
        """R13: shuffle the field cards, deal the x axis, then the y axis (D3, D5); repair (R14, D6)."""
        if not self.stacked:
            self.field_deck = self.shuffled(self.cards.field_cards)
        self.stacked = False
        size = self.num_players + self.numbers["y_cards"]
        lying, self.field_deck = self.field_deck[:size], self.field_deck[size:]
        age = list(range(size))
        while len(set(lying)) < 4:
            most = max(Counter(lying).values())
            last = max((i for i in range(size) if lying.count(lying[i]) == most), key=lambda i: age[i])
            lying[last], age[last] = self.field_deck.pop(0), max(age) + 1
        self.x, self.y = lying[: self.num_players], lying[self.num_players :]
        return self.next_step()

    def window(self) -> bool:
        """D14: the player's automatic abilities by slot, then the optional ones until pass."""
        if self.win_slot == OPTIONS_ONLY:
            return True
        if not self.next_comes_up(self.at):
            self.win_slot = OPTIONS_ONLY
        return False

    def next_comes_up(self, trigger: str) -> bool:
        """The first unused automatic ability of this trigger from `win_slot` on comes up; False if there is none."""
        seat = self.current_player
        for slot in range(self.win_slot, len(self.players[seat].reps)):
            if self.is_ready(seat, slot, trigger) and self.ability(seat, slot).mode == "auto":
                self.win_slot = slot + 1
                self.comes_up(seat, slot)
                return True
        return False

    def at_station(self) -> bool:
        """U4: the go of a player ends by itself when both crew have moved."""
        if len(self.player().crew_moved) < 2:
            return True
        self.next_player()
        return False

    def at_drone(self) -> bool:
        """R17, R18: drones one by one; On Drone checks after each (D17)."""
        if self.taken is not None:
            if not self.next_comes_up("on_drone"):
                self.taken, self.win_slot = None, 0
            return False
        return len(self.placed) < self.numbers["drones"] * self.num_players or self.next_step()

    def at_discard(self) -> bool:
        """R31, R39, D30: the player's keep abilities come up; then keep, or discard all."""
        player, seat = self.player(), self.current_player
        ready = [slot for slot in self.at_l4(seat) if self.is_ready(seat, slot, "on_discard")]
        keeping = [slot for slot in ready if self.holds(seat, self.ability(seat, slot))]
        for slot in keeping:
            player.reps[slot].used = True  # D32
        if keeping and player.hand.total() > 0:
            capacity = sum(self.ability(seat, slot).effects[0].k for slot in keeping)
            self.pending = Pending("keep", keeping[0], stage=1, left=capacity)
        else:
            self.discard(Counter())
        return False

    def discard(self, kept: Counter) -> None:
        """The rest of the hand goes to the piles (core) or, as far as there is room, to the locker (U7)."""
        player, self.pending = self.player(), None
        for kind in KINDS:
            stowed = min(player.hand[kind], self.shelf_room(self.current_player, kind)) if self.usc else 0
            player.locker[kind] += stowed
            self.supply[kind] += player.hand[kind] - stowed
        player.hand = Counter(kept)
        self.next_player()

    def at_end(self) -> bool:
        """R32, R33, D33, D35: the count."""
        if max(self.scores()) >= self.numbers["target_vp"]:
            self.finish(1)
        elif self.round >= self.max_rounds:
            self.finish(2)
        else:
            self.next_step()
        return False

    # -- What can be asked of a position --

    def player(self) -> Player:
        return self.players[self.current_player]

    def ability(self, seat: int, source: int) -> Ability:
        """The ability of a slot, or of room source - 32."""
        if source >= ROOM:
            return self.cards.rooms[source - ROOM].ability
        return self.cards.cards[self.players[seat].reps[source].card].ability

    def at_l4(self, seat: int) -> list[int]:
        return [slot for slot, rep in enumerate(self.players[seat].reps) if rep.level == 4]

    def is_ready(self, seat: int, slot: int, trigger: str) -> bool:
        """The slot holds an L4 replicant with this trigger that is not used (R29)."""
        ready = slot in self.at_l4(seat) and not self.players[seat].reps[slot].used
        return ready and self.ability(seat, slot).trigger == trigger

    def holds(self, seat: int, ability: Ability, reached: int = 0) -> bool:
        """All terms of the condition are true now; `reached` is the level just reached (On Build)."""
        return all(self.term_holds(seat, kind, arg, reached) for kind, arg in ability.cond)

    def term_holds(self, seat: int, kind: str, arg: str, reached: int) -> bool:
        """The condition table of 3.1; conditions look at produced resources, never at gained ones (R20)."""
        player, taken = self.players[seat], self.taken or Counter()
        table = {
            "produced": lambda: Counter(arg) <= player.produced,
            "lacks": lambda: all(player.produced[kind] == 0 for kind in arg),
            "kinds": lambda: sum(player.produced[kind] > 0 for kind in KINDS) >= int(arg),
            "doubles": lambda: player.doubles >= int(arg),
            "first": lambda: seat == self.first_player,
            "not_first": lambda: seat != self.first_player,
            "fewest": lambda: self.vp(seat) == min(self.scores()),
            "levelled": lambda: player.level_ups >= int(arg),
            "reached": lambda: reached == int(arg.removeprefix("L")),
            "drone": lambda: Counter(arg) <= taken,
            "unspent": lambda: player.hand.total() >= int(arg),
            "l4": lambda: len(self.at_l4(seat)) >= int(arg),
            "reps": lambda: len(player.reps) >= int(arg),
        }
        return table[kind]()

    def may_level(self, seat: int, slot: int) -> bool:
        """R22: one level a round, and being gained counts as that level unless `rapid` is active."""
        rep = self.players[seat].reps[slot]
        rapid = any(effect.kind == "rapid" for _, effect in self.static_effects(seat))
        return rep.level < 4 and not rep.levelled and (not rep.gained or rapid)

    def static_effects(self, seat: int) -> list[tuple[int, Effect]]:
        """All static effects of a player whose condition holds, by slot, then by armed room (D27, D45)."""
        static = [slot for slot in self.at_l4(seat) if self.ability(seat, slot).static]
        sources = [slot for slot in static if self.holds(seat, self.ability(seat, slot))]
        sources += [ROOM + room for room in sorted(self.players[seat].armed)]
        return [(source, effect) for source in sources for effect in self.ability(seat, source).effects]

    def discounted(self, seat: int, slot: int) -> tuple[Counter, int, set[int]]:
        """D27: what is left of the cost of levelling `slot`, the waivers, and the `discount` sources this uses up."""
        reps = self.players[seat].reps
        level = reps[slot].level + 1
        rest, waivers, spent = Counter(self.cards.cards[reps[slot].card].cost[level]), 0, set()
        for source, effect in self.static_effects(seat):
            used = effect.kind == "discount" and source < ROOM and reps[source].used
            if effect.kind == "rapid" or used or not self.discount_fits(slot, level, effect):
                continue
            reduced = rest & Counter(effect.pattern.letters)
            rest, waivers = rest - reduced, waivers + effect.pattern.stars
            if effect.kind == "discount" and (reduced or effect.pattern.stars):
                spent.add(source)
        return rest, waivers, spent

    def discount_fits(self, slot: int, level: int, effect: Effect) -> bool:
        """`new`: drawn from the deck (slot 4 and up) and still L1 (U13)."""
        if effect.level == "new":
            return slot >= 4 and level == 2
        return effect.level in ("any", f"L{level}")

    def payable(self, seat: int, slot: int) -> bool:
        """D27: the missing cards can be waived."""
        rest, waivers, _ = self.discounted(seat, slot)
        return (rest - self.players[seat].hand).total() <= waivers

    def shelf_room(self, seat: int, kind: str) -> int:
        """U7: how many more cards of a kind the locker takes."""
        if self.numbers["shelf_total"] == 0:
            return 10**6
        return max(0, self.numbers["shelf_total"] // self.num_players - self.players[seat].locker[kind])

    def purse(self, seat: int, source: int) -> Counter:
        """What a price is paid from: rooms from the locker (U9), replicants from the hand."""
        return self.players[seat].locker if source >= ROOM else self.players[seat].hand

    def can_pay(self, seat: int, source: int) -> bool:
        price, purse = self.ability(seat, source).pay, self.purse(seat, source)
        rest = purse - Counter(price.letters)
        return Counter(price.letters) <= purse and only(rest, price.allowed).total() >= price.stars

    def usable(self, seat: int, source: int) -> bool:
        """D16: the condition holds, the price can be paid and at least one effect would change something."""
        ability = self.ability(seat, source)
        if not self.holds(seat, ability) or not self.can_pay(seat, source):
            return False
        if source >= ROOM and self.cards.rooms[source - ROOM].turn:
            return source - ROOM not in self.players[seat].armed  # U6
        return any(self.would_change(seat, ability.pay, effect) for effect in ability.effects)

    def would_change(self, seat: int, price: Pattern, effect: Effect) -> bool:
        """D16, U6: seen before the price is paid."""
        match effect.kind:
            case "stow" if price.letters or price.stars:
                return True
            case "gain" | "stow":
                wanted = effect.pattern.letters + effect.pattern.allowed * effect.pattern.stars
                return only(self.takeable(seat, effect), wanted).total() > 0
            case "draw":
                return self.can_draw(seat)
            case "points":
                return self.players[seat].bonus < 255
            case "promote" | "ready":
                return self.eligible(seat, effect) != []
            case "redeal":
                return self.redeals() != []
            case "lead":
                return self.drone_first != seat
            case "build":
                return self.buildable(seat) != []
        return False

    def takeable(self, seat: int, effect: Effect) -> Counter:
        """The piles; for the locker only as far as there is room (U7)."""
        if effect.kind == "gain":
            return Counter(self.supply)
        return Counter({kind: min(self.supply[kind], self.shelf_room(seat, kind)) for kind in KINDS})

    def can_draw(self, seat: int) -> bool:
        return self.deck != [] and len(self.players[seat].reps) < self.numbers["rep_max"]  # D21, D22

    def eligible(self, seat: int, effect: Effect, floor: int = 0) -> list[int]:
        """Slots from `floor` on for promote (D26) or ready (D29)."""
        slots = [(slot, rep) for slot, rep in enumerate(self.players[seat].reps) if slot >= floor]
        if effect.kind == "ready":
            return [slot for slot, rep in slots if rep.level < 4 and (rep.levelled or rep.gained)]
        top = int(effect.level.removeprefix("L"))
        return [slot for slot, rep in slots if rep.level < top and self.may_level(seat, slot)]

    def redeals(self) -> list[int]:
        """D28: axis * 4 + kind of every card that may be redealt."""
        spare = [kind for kind in KINDS if Counter(self.x + self.y)[kind] >= 2 and self.field_deck]
        axes = enumerate((self.x, self.y))
        return [axis * 4 + KINDS.index(kind) for axis, cards in axes for kind in spare if kind in cards]

    def is_built(self, room: int) -> bool:
        return self.cards.rooms[room].core or room in self.built

    def buildable(self, seat: int) -> list[int]:
        """U10."""
        unbuilt = [room for room in range(len(self.cards.rooms)) if not self.is_built(room)]
        return [room for room in unbuilt if self.cards.rooms[room].build <= self.players[seat].locker]

    def reachable(self, start: int) -> list[int]:
        """U5: built rooms at distance 1..move_range, through built rooms only."""
        seen = {start}
        for _ in range(self.numbers["move_range"]):
            seen |= {door for room in seen for door in self.cards.rooms[room].adjacent if self.is_built(door)}
        return sorted(seen - {start})

    # -- Legal options --

    def step_options(self) -> list[tuple[str, int]]:
        """Options of a decision that is no sub-decision."""
        seat, player = self.current_player, self.player()
        if self.at == "setup":
            if player.setup_l4 is None:
                return [("setup_l4", index) for index in range(len(player.setup_hand))]
            return [("setup_discard", index) for index in range(len(player.setup_hand)) if index != player.setup_l4]
        if self.at == "drone":
            return [("place_drone", PAIRS.index(pair)) for pair in self.free_pairs()]
        if self.at == "station":
            return [*self.station_options(seat), PASS]
        trigger = "on_build" if self.at == "build" else self.at
        ready = [slot for slot in self.at_l4(seat) if self.is_ready(seat, slot, trigger)]
        optional = [slot for slot in ready if self.ability(seat, slot).mode == "opt"]
        options = [("use_ability", slot) for slot in optional if self.usable(seat, slot)]
        if self.at == "build":
            slots = [slot for slot in range(len(player.reps)) if self.may_level(seat, slot)]
            options += [("level_up", slot) for slot in slots if self.payable(seat, slot)]
        return [*options, PASS]

    def station_options(self, seat: int) -> list[tuple[str, int]]:
        """U4-U6, U8."""
        player, options = self.players[seat], []
        unmoved = [crew for crew in (0, 1) if crew not in player.crew_moved]
        if unmoved == [0, 1] and player.crew[0] == player.crew[1]:
            unmoved = [0]
        for crew in unmoved:
            for room in self.reachable(player.crew[crew]):
                options.append(("go_only", crew * 12 + room))
                if self.usable(seat, ROOM + room):
                    options.append(("go_use", crew * 12 + room))
        return options

    def pending_options(self) -> list[tuple[str, int]]:
        """Options of the sub-decision in progress (5.2)."""
        pending, seat = self.pending, self.current_player
        if pending.kind == "keep" and self.usc:  # D30: optional
            kinds = [kind for kind in range(pending.floor, 4) if self.available()[KINDS[kind]] > 0]
            return [*(("choose_resource", kind) for kind in kinds), PASS]
        if pending.kind in RESOURCE_CHOICES:
            return [("choose_resource", kind) for kind in ascending(self.available(), pending.floor, pending.left)]
        if pending.kind in ("promote", "ready"):
            slots = self.eligible(seat, self.effect(), pending.floor)
            need = min(pending.left, len(slots))
            return [("choose_replicant", slot) for i, slot in enumerate(slots) if len(slots) - i >= need]
        if pending.kind == "redeal":
            options = [("redeal", choice) for choice in self.redeals()]
            return options if pending.left == self.effect().k else [*options, PASS]
        if pending.kind == "build_room":
            return [("build_room", room) for room in self.buildable(seat)]
        return [("use_ability", pending.source), PASS] if self.usable(seat, pending.source) else [PASS]  # offer

    def effect(self) -> Effect:
        """The effect of the sub-decision in progress."""
        return self.ability(self.current_player, self.pending.source).effects[self.pending.stage - 1]

    def available(self) -> Counter:
        """`avail` of D18 for the sub-decision in progress."""
        pending, seat = self.pending, self.current_player
        if pending.kind == "waive":
            return pending.vec
        if pending.kind == "keep":
            return self.players[seat].hand
        if pending.kind == "pay_any":
            return only(self.purse(seat, pending.source), self.ability(seat, pending.source).pay.allowed)
        cards = only(self.takeable(seat, self.effect()), self.effect().pattern.allowed)
        unpaid = Counter({kind: cards[kind] for kind in cards if kind not in pending.paid})
        if pending.left == self.effect().pattern.stars:  # D25, D43: the first star decides
            return unpaid if unpaid.total() > 0 else cards
        return cards if KINDS[pending.floor] in pending.paid else unpaid

    # -- Playing an action --

    def act(self, action: int) -> None:
        """Play a legal action; the engine's work that follows is left to run_on."""
        kind = max((kind for kind in OFFSETS if OFFSETS[kind] <= action), key=OFFSETS.get)
        getattr(self, f"play_{kind}")(action - OFFSETS[kind])

    def play_setup_l4(self, index: int) -> None:
        self.player().setup_l4 = index

    def play_setup_discard(self, index: int) -> None:
        self.player().setup_discard = index

    def play_place_drone(self, number: int) -> None:
        """R17: take both kinds, as far as the piles go (D8)."""
        player, taken = self.player(), Counter()
        for kind in PAIRS[number]:
            taken[kind] += self.take(player.hand, kind)
        player.produced += taken
        player.doubles += 2 in taken.values()  # D31
        self.placed.append(PAIRS[number])
        self.taken, self.win_slot = taken, 0

    def take(self, purse: Counter, kind: str) -> int:
        """One card from its pile, if there is one."""
        if self.supply[kind] == 0:
            return 0
        self.supply[kind] -= 1
        purse[kind] += 1
        return 1

    def play_level_up(self, slot: int) -> None:
        """D27: missing cards are waived first; further waivers are the player's choice; then the rest is paid."""
        seat, hand = self.current_player, self.player().hand
        rest, waivers, _ = self.discounted(seat, slot)
        self.pending = Pending("waive", slot, left=waivers - (rest - hand).total(), vec=rest & hand)
        self.check_resource_choice()

    def pay_level_up(self, slot: int, rest: Counter) -> None:
        """The rest is paid, `discount` sources are used up, the level rises."""
        seat, player, self.pending = self.current_player, self.player(), None
        _, _, spent = self.discounted(seat, slot)
        self.pay_to_piles(player.hand, rest)
        for source in spent:
            if source >= ROOM:
                player.armed.remove(source - ROOM)
            else:
                player.reps[source].used = True
        self.level_up(seat, slot)

    def pay_to_piles(self, purse: Counter, cards: Counter) -> None:
        for kind in KINDS:
            purse[kind] -= cards[kind]
            self.supply[kind] += cards[kind]

    def level_up(self, seat: int, slot: int) -> None:
        """R22-R27, paid or promoted: draw at L3, white power at L4, then On Build checks (5.1)."""
        rep = self.players[seat].reps[slot]
        rep.level, rep.levelled = rep.level + 1, True
        self.players[seat].level_ups += 1
        if rep.level == 3:
            self.draw(seat)
        if rep.level == 4:
            rep.used = False
        if self.is_ready(seat, slot, "white"):
            self.white_comes_up(seat, slot)  # its end brings the On Build checks
        else:
            self.on_build_checks(seat, rep.level)

    def draw(self, seat: int) -> None:
        """R8: the top replicant enters at L1 and is blocked this round."""
        if self.can_draw(seat):
            self.drawn.append(self.deck.pop(0))
            self.players[seat].reps.append(Replicant(self.drawn[-1], 1, gained=True))

    def on_build_checks(self, seat: int, reached: int) -> None:
        """Automatic, not static On Build abilities after a level-up, in step build only (3.1, 5.1)."""
        for slot in self.at_l4(seat) if self.at == "build" else []:
            ability = self.ability(seat, slot)
            if self.is_ready(seat, slot, "on_build") and ability.mode == "auto" and not ability.static:
                self.comes_up(seat, slot, reached)

    def comes_up(self, seat: int, slot: int, reached: int = 0) -> None:
        """An automatic ability: used and resolved if its condition holds (D14, D32)."""
        if self.holds(seat, self.ability(seat, slot), reached):
            self.players[seat].reps[slot].used = True
            self.go_on(seat, slot, 0, "")

    def white_comes_up(self, seat: int, slot: int) -> None:
        """R27: a white power, at once and only once; it never counts as used (D32)."""
        ability = self.ability(seat, slot)
        if ability.mode == "opt":
            self.pending = Pending("offer", slot)
        elif self.holds(seat, ability):
            self.go_on(seat, slot, 0, "")
        else:
            self.activation_done(seat, slot)

    def play_use_ability(self, slot: int) -> None:
        """An optional ability in a window or in build, or the offer of a white power."""
        self.player().reps[slot].used = self.pending is None
        self.pending = None
        self.go_on(self.current_player, slot, 0, "")

    # -- Price and effects (D25) --

    def go_on(self, seat: int, source: int, stage: int, paid: str) -> None:
        """Price (stage 0), first and second effect, from `stage` on, until a choice is needed."""
        for now in range(stage, 1 + len(self.ability(seat, source).effects)):
            if now == 0:
                paid = self.pay_price(seat, source)
            else:
                self.do_effect(seat, source, now, paid)
            if self.pending:
                return
        self.activation_done(seat, source)

    def activation_done(self, seat: int, source: int) -> None:
        """After a white power of a level-up its On Build checks follow."""
        if self.ability(seat, source).trigger == "white":
            self.on_build_checks(seat, 4)

    def ask(self, kind: str, source: int, stage: int, left: int, paid: str) -> None:
        """Start a sub-decision; On Drone remembers what the drone took (D17)."""
        self.pending = Pending(kind, source, stage, left, 0, paid, Counter(self.taken or {}))

    def end_choice(self) -> None:
        """The sub-decision is done: go on with the next stage of the same activation."""
        pending, self.pending = self.pending, None
        self.go_on(self.current_player, pending.source, pending.stage + 1, pending.paid)

    def pay_price(self, seat: int, source: int) -> str:
        """Pay the letters, ask for the stars; the kinds paid so far are returned."""
        price, paid = self.ability(seat, source).pay, ""
        for kind in price.letters:
            paid = self.pay_card(seat, source, kind, paid)
        if price.stars:
            self.ask("pay_any", source, 0, price.stars, paid)
        return paid

    def pay_card(self, seat: int, source: int, kind: str, paid: str) -> str:
        """One card to its pile; the first one for another player's annex to the builder's locker (U11)."""
        self.purse(seat, source)[kind] -= 1
        builder = self.built.get(source - ROOM, seat)
        if builder != seat and paid == "" and self.shelf_room(builder, kind) > 0:
            self.players[builder].locker[kind] += 1
        else:
            self.supply[kind] += 1
        return "".join(k for k in KINDS if k == kind or k in paid)

    def do_effect(self, seat: int, source: int, stage: int, paid: str) -> None:
        """One effect of the table in 3.1."""
        effect, player = self.ability(seat, source).effects[stage - 1], self.players[seat]
        match effect.kind:
            case "gain" | "stow":
                purse = player.hand if effect.kind == "gain" else player.locker
                for kind in effect.pattern.letters:
                    if self.takeable(seat, effect)[kind] > 0:
                        self.take(purse, kind)
                if only(self.takeable(seat, effect), effect.pattern.allowed * effect.pattern.stars).total() > 0:
                    self.ask(f"{effect.kind}_any", source, stage, effect.pattern.stars, paid)
            case "draw":
                for _ in range(effect.k):
                    self.draw(seat)
            case "points":
                self.score(seat, effect.k)
            case "promote" | "ready" if self.eligible(seat, effect):
                self.ask(effect.kind, source, stage, effect.k, paid)
            case "redeal" if self.redeals():
                self.ask("redeal", source, stage, effect.k, paid)
            case "discount" | "discount_all" | "rapid":
                player.armed.add(source - ROOM)  # a room `turn` (U13)
            case "lead":
                self.drone_first = seat  # U12
            case "build" if self.buildable(seat):
                self.ask("build_room", source, stage, 0, paid)

    def score(self, seat: int, points: int) -> None:
        self.players[seat].bonus = min(255, self.players[seat].bonus + points)

    # -- Playing sub-decisions --

    def play_choose_resource(self, number: int) -> None:
        """One more card of a choice in ascending order (D18)."""
        pending, player, kind = self.pending, self.player(), KINDS[number]
        match pending.kind:
            case "gain_any":
                self.take(player.hand, kind)
            case "stow_any":
                self.take(player.locker, kind)
            case "pay_any":
                pending.paid = self.pay_card(self.current_player, pending.source, kind, pending.paid)
            case "waive":
                pending.vec[kind] -= 1
            case "keep":
                player.hand[kind] -= 1
                pending.vec[kind] += 1
        pending.left, pending.floor = pending.left - 1, number
        self.check_resource_choice()

    def check_resource_choice(self) -> None:
        """A choice of resources ends when all are chosen or nothing is available any more (D18)."""
        pending = self.pending
        if pending.left > 0 and ascending(self.available(), pending.floor, pending.left):
            return
        if pending.kind == "waive":
            self.pay_level_up(pending.source, pending.vec)
        elif pending.kind == "keep":
            self.discard(pending.vec)
        else:
            self.end_choice()

    def play_choose_replicant(self, slot: int) -> None:
        """D26, D29: one more replicant of a choice in ascending order."""
        pending, seat, effect = self.pending, self.current_player, self.effect()
        if pending.kind == "ready":
            self.players[seat].reps[slot].levelled = self.players[seat].reps[slot].gained = False
        else:
            self.pending = None  # what follows the level-up (5.1) is no part of this choice, and asks nothing
            self.level_up(seat, slot)
            self.pending = pending
        pending.left, pending.floor = pending.left - 1, slot + 1
        if pending.left == 0 or not self.eligible(seat, effect, pending.floor):
            self.end_choice()

    def play_redeal(self, choice: int) -> None:
        """D28: the first such card goes aside, the next field card takes its place."""
        axis, kind = (self.x, self.y)[choice // 4], KINDS[choice % 4]
        axis[axis.index(kind)] = self.field_deck.pop(0)
        self.pending.left -= 1
        if self.pending.left == 0:
            self.end_choice()

    def play_build_room(self, room: int) -> None:
        """U10."""
        self.pay_to_piles(self.player().locker, self.cards.rooms[room].build)
        self.built[room] = self.current_player
        self.score(self.current_player, self.cards.rooms[room].build_points)
        self.end_choice()

    def play_go_only(self, choice: int) -> None:
        """U5."""
        crew, room = divmod(choice, 12)
        self.player().crew[crew] = room
        self.player().crew_moved = sorted([*self.player().crew_moved, crew])

    def play_go_use(self, choice: int) -> None:
        """U6."""
        self.play_go_only(choice)
        self.go_on(self.current_player, ROOM + choice % 12, 0, "")

    def play_pass(self, _: int) -> None:
        """Ends a redeal, a keep, an offer, or the player's part of a window, the station or the build."""
        pending = self.pending
        if pending is None:
            self.next_player()
        elif pending.kind == "redeal":
            self.end_choice()
        elif pending.kind == "keep":
            self.discard(pending.vec)
        else:
            self.pending = None
            self.activation_done(self.current_player, pending.source)
