"""The referee of Biohack: a second, plain and slow implementation, written from the rulebook and RULES.md alone.

Clauses in brackets (R rulebook, D decisions) and sections are those of RULES.md. Nothing here comes from the kernels.

Readings (where the text is open, the most literal one was taken):
 1. Section 7: scratch stands at its defaults whenever the stack is empty, so what an action left of `bonus_buy`,
    `bonus_disc` or `die_free` is gone with it.
 2. D9: what `done` leaves of planning effects is judged line by line: pure lines of an effect run, others are dropped.
 3. D13: one free face-up tile whose effect visits the location is enough for the question, with or without a Noman
    that could go there; a tile under an own Noman is not free.
 4. D58: an action that rolls twice injures a second Noman only where one stands.
 5. Section 11: `rows` counts full rows. Terms count the creature itself, too. Over, `returns` and rank keys read the
    field `score`, `scores` is the formula at any time.
 6. D43: a loss in Survival drops what is left of the action, and `score` is the formula then.
"""

from __future__ import annotations

from .biohack_actions import KIND_OF, OFFSETS, SUBSETS, Actions
from .biohack_cards import LOCATIONS, Line, Solo
from .biohack_lines import is_pure
from .biohack_position import EFFECTS, NOMANS, NONE, SURVIVAL, check
from .biohack_scenario import OPTIONS, Scenario

SETUP = ("side", "scientist", "draft")
DRAFTS = 2  # R11
RIGHTMOST = 3  # column of the display


class Referee(Scenario, Actions):
    """One game of Biohack, always standing at a decision, or over."""

    # -- Public calls --

    def reset(self, seed: int) -> None:
        """Setup with the draws in the order of D53, as far as the first decision."""
        self.clear()
        self.rng = seed & (2**64 - 1)
        self.deck = [self.shuffled(numbers) for numbers in self.cards.by_class]
        self.deck_known = [[0] * len(deck) for deck in self.deck]
        self.slide_and_refill()
        self.milestone = self.shuffled(range(len(self.cards.milestones)))[:4]
        self.tile_deck = self.shuffled(range(len(self.cards.tiles)))
        self.draw_tiles()
        boards = self.shuffled(range(4))
        for player, board in zip(self.players, boards):
            player.board = board
        if self.enclosure:
            for player in self.players:
                player.token = self.shuffled(range(6))
        if self.solo:
            self.solo_deck = self.shuffled([self.random_solo_card(name) for name in LOCATIONS])
        self.stage = "side"
        self.cursor = NONE
        self.next_side()
        self.settle()

    @classmethod
    def from_dict(cls, position: dict, **options: object) -> Referee:
        """Set up a scenario (section 14), which stands at a decision or is over."""
        given = {key: position[key] for key in OPTIONS if key in position}
        for key, value in given.items():
            check(options.get(key, value) == value, key, value, f"that of the game, {options.get(key)!r}")
        referee = cls(**{**options, **given})
        referee.read(position)
        referee.wait()
        return referee

    def wait(self) -> None:
        """Stand at the node that was given, which must not move on by itself."""
        node, before = self.node, self.to_dict()
        if node != "over":
            check(not self.stack or self.stack[-1].open, "stack", "a line that has not begun", "an open one on top")
            found = self.run() if self.stack else self.go_on()
            check(found == node, "node", node, f"where the position waits: {found or 'nowhere, it moves on'}")
        self.options = [] if node == "over" else self.list_options()
        check(node == "over" or self.options and not self.plays_itself(), "node", node, "one that leaves a choice")
        check(self.to_dict() == before, "stack", before["stack"], "lines that wait")

    def legal(self) -> list[int]:
        """Legal flat action ids in ascending order."""
        return list(self.options)

    def step(self, action: int, legal: list[int] | None = None) -> None:
        """Play one legal action and all that follows by itself; `legal` where the caller has it."""
        if action not in (self.options if legal is None else legal):
            raise ValueError(f"action {action} is illegal at node {self.node}; legal: {self.options}")
        self.steps += 1
        self.apply(action)
        self.settle()

    def apply(self, action: int) -> None:
        kind = KIND_OF[action]
        getattr(self, f"do_{kind}")(action - OFFSETS[kind])

    # -- What follows by itself (section 7) --

    def settle(self) -> None:
        """Go on until there is a decision."""
        while self.stage != "over":
            node = self.run() if self.stack else self.go_on()
            if node:
                self.node = node
                self.options = self.list_options()
                if not self.plays_itself():
                    return
                self.apply(self.options[0])
        self.options = []

    def list_options(self) -> list[int]:
        options = getattr(self, f"{self.node}_options")()
        return sorted(OFFSETS[kind] + parameter for kind, parameter in options)

    def plays_itself(self) -> bool:
        """Only `done`, only `pass` (D31), one card to keep, one gene to allot."""
        if len(self.options) > 1:
            return False
        return self.options[0] in (OFFSETS["done"], OFFSETS["pass"]) or self.node in ("keep", "alloc")

    def go_on(self) -> str | None:
        """With an empty stack: the next decision, or None if something moved on."""
        if self.stage == "plan":
            return self.plan()
        if self.stage == "turn" and self.cur_space is not None:
            self.end_action()
            self.next_turn()
            return None
        return self.stage

    def do_done(self, parameter: int) -> None:
        """Accept the die, leave the effects that are not pure, select nothing, or end the top line."""
        if self.node == "die":
            self.apply_die()
        elif self.node == "plan":
            self.run_pure_effects()
        elif self.node == "select":
            self.next_select()
        else:
            self.end_line()

    # -- Setup --

    def draw_tiles(self) -> None:
        """R5, R60, R74."""
        self.tile = [self.tile_deck.pop() for _ in range(self.tile_count)]

    def random_solo_card(self, location: str) -> int:
        """R75."""
        numbers = [number for number, card in enumerate(self.cards.solo) if card.location == location]
        return numbers[self.below(len(numbers))]

    def next_side(self) -> None:
        """The next player who chooses a side; turn order and what depends on it after the last (R6, R7, D52)."""
        choosing = [seat for seat, player in enumerate(self.players) if player.side is None]
        if choosing:
            self.cursor = self.current_player = choosing[0]
            return
        self.order = self.shuffled(range(self.num_players))
        for place, seat in enumerate(self.order):
            self.players[seat].coins = self.start_coins[place]
            self.players[seat].medicine = self.start_medicine[place]
        self.stage, self.cursor, self.current_player = "scientist", 0, self.order[-1]

    def do_side(self, side: int) -> None:
        self.player.side = side
        self.next_side()

    def do_scientist(self, number: int) -> None:
        """R10: reverse turn order."""
        self.player.scientist = number
        self.cursor += 1
        if self.cursor == self.num_players:
            self.stage, self.cursor = "draft", 0
        self.current_player = self.order[-1 - self.cursor]

    def next_draft(self) -> None:
        """R11: reverse turn order twice."""
        self.cursor += 1
        if self.cursor == DRAFTS * self.num_players:
            self.slide_and_refill()
            self.start_planning()
        else:
            self.current_player = self.order[-1 - self.cursor % self.num_players]

    # -- Planning --

    def start_planning(self) -> None:
        """R16 and R17, or the first assistant (R76); then the first player's planning effects."""
        self.phase = "planning"
        if self.num_players >= 3 and self.round > 1:
            for seat in self.order:
                if seat not in self.reserve:
                    self.reserve[self.reserve.index(NONE)] = seat
            self.order = [seat for seat in self.reserve if seat != NONE]
        if self.solo:
            self.assistants = [self.top_card().location]
        self.start_plan(0)

    def top_card(self) -> Solo:
        return self.cards.solo[self.solo_deck[self.solo_pos]]

    def start_plan(self, cursor: int) -> None:
        """The effects that a player has (R18, D5, D8); after the last player the markers come off (R19)."""
        if cursor == self.num_players:
            self.reserve = [NONE] * 4
            self.start_select(0)
            return
        self.stage, self.cursor, self.current_player = "plan", cursor, self.order[cursor]
        self.unresolved = {name for name in EFFECTS if self.effect(name)}

    def effect(self, name: str) -> list[Line]:
        """The lines of a planning effect of the player to act."""
        if name == "scientist":
            return self.cards.scientists[self.player.scientist].plan
        if self.current_player not in self.reserve:
            return []
        return self.reservation[self.reserve.index(self.current_player)]

    def plan(self) -> str | None:
        """D9: asked only if something open is not pure."""
        open_effects = self.unresolved
        self.end_action()
        if not open_effects:
            self.start_plan(self.cursor + 1)
            return None
        self.unresolved = open_effects
        if all(is_pure(line) for name in open_effects for line in self.effect(name)):
            self.run_pure_effects()
            return None
        return "plan"

    def run_pure_effects(self) -> None:
        """The pure lines of all that is open, the scientist's first (D55)."""
        names = [name for name in EFFECTS if name in self.unresolved]
        self.unresolved = set()
        self.push([line for name in names for line in self.effect(name) if is_pure(line)])

    def do_plan(self, parameter: int) -> None:
        self.unresolved.remove(EFFECTS[parameter])
        self.push(self.effect(EFFECTS[parameter]))

    def start_select(self, cursor: int) -> None:
        """R20; after the last player all is revealed (R21)."""
        if cursor == self.num_players:
            self.reveal()
            return
        self.stage, self.cursor, self.current_player = "select", cursor, self.order[cursor]

    def next_select(self) -> None:
        self.start_select(self.cursor + 1)

    def do_select(self, parameter: int) -> None:
        self.player.chosen = SUBSETS[parameter]
        self.next_select()

    def reveal(self) -> None:
        """R21; solo: the top card is flipped, police and second assistant (R76)."""
        for seat, player in enumerate(self.players):
            for location in player.chosen:
                self.at_public[LOCATIONS[location]].append(seat)
            player.home -= len(player.chosen)
            player.chosen = []
        if self.solo:
            for space in self.top_card().police:
                self.adv[space] = "police"
            self.solo_pos += 1
            self.assistants.append(self.top_card().location)
        self.phase, self.stage, self.cursor, self.current_player = "research", "turn", 0, self.order[0]

    # -- Research --

    def do_pass(self, parameter: int) -> None:
        self.passed.add(self.current_player)
        self.next_turn()

    def next_turn(self) -> None:
        """The next player who has not passed; the end of the round without one (R25)."""
        if len(self.passed) == self.num_players:
            self.end_round()
            return
        self.cursor = (self.cursor + 1) % self.num_players
        while self.order[self.cursor] in self.passed:
            self.cursor = (self.cursor + 1) % self.num_players
        self.current_player = self.order[self.cursor]

    def end_round(self) -> None:
        """R14, R15."""
        if self.last_round():
            self.finish()
        else:
            self.clean_up()
            self.start_planning()

    def finish(self) -> None:
        """The totals become final."""
        self.end_action()
        self.cursor, self.current_player = 0, NONE
        self.stage = self.node = self.phase = "over"
        for player, score in zip(self.players, self.scores()):
            player.score = score

    # -- Clean Up --

    def clean_up(self) -> None:
        """R58 to R62, R71, R79."""
        for player in self.players:
            if self.challenge != SURVIVAL:  # D42
                player.ep -= self.injury_penalty * player.injured
                player.injured = 0
            player.home = NOMANS - player.injured
            player.sci_used = 0
            player.used = set()
        self.clear_spaces()
        self.clear_display()
        self.slide_and_refill()
        self.draw_tiles()
        self.passed = set()
        self.round += 1
        if self.num_players == 2:
            self.order.reverse()

    def clear_display(self) -> None:
        """The rightmost column, or what the top solo card marks, is discarded (R59, R79)."""
        slots = self.top_card().x if self.solo else [4 * cls + RIGHTMOST for cls in range(3)]
        for slot in slots:
            if self.display[slot] != NONE:
                self.discard.add(self.display[slot])
                self.display[slot] = NONE
