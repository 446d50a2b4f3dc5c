"""What each action of Hidden Ark does before anything settles (RULES.md 6)."""

from __future__ import annotations

from .hiddenark_cards import Cell
from .hiddenark_position import NONE, SOLO
from .hiddenark_settle import ANY_TWO, DEDICATION, EXTEND, INSTALL, RESCUE, STATION, VESSEL, Settling

DIRECTIONS = "NESW"
NOTHING = [0] * 5


class Actions(Settling):
    """The game with its actions; whether they are legal is asked elsewhere."""

    # -- Step 1 --

    def do_take_face_up(self, i: int) -> None:
        """R10; the others close up."""
        self.picked(self.face_up.pop(i))

    def do_take_blind(self, _: int) -> None:
        """R10: draw first, choose what to flip afterwards (D4)."""
        self.turn.flip_due = 1
        self.picked(self.draw_token())

    def picked(self, key: str) -> None:
        self.turn.opp_done = 1
        self.turn.remove_due = int(self.mode == SOLO)
        self.receive(key)

    def do_discard_face_up(self, i: int) -> None:
        """Into the pool (D3), or in the hand until it lies on an award (R62)."""
        key, turn = self.face_up.pop(i), self.turn
        if turn.phase == "flip":
            turn.flip_due = 0
            self.pool[key] += 1
        else:
            turn.remove_due = 0
            turn.award_token = self.cards.tokens[key].number

    def do_award(self, award: int) -> None:
        """R62."""
        self.award_tokens[award] += 1
        self.turn.award_token = NONE

    def do_investigate(self, space: int) -> None:
        """R64."""
        self.fish[space] = self.draw_tile(self.colour(space))
        self.turn.investigated = 1

    # -- Rows, tokens, upgrades --

    def do_row(self, row: int) -> None:
        """The row of the turn before costs two units (R20)."""
        if row == self.player.last_row:
            self.start_payment(DEDICATION, row, NOTHING, of_choice=ANY_TWO)
        else:
            self.choose_row(row)

    def do_finish(self, _: int) -> None:
        """The last excess unit is lost (5.4); or the turn ends, and what waits becomes excess (D17)."""
        turn = self.turn
        if turn.phase == "overflow":
            turn.excess[self.excess_track()] = 0
            return
        turn.excess = [units + waiting for units, waiting in zip(turn.excess, turn.pending)]
        turn.pending, turn.late = [0] * 5, [0] * 5
        turn.turn_done = 1

    def do_use_token(self, number: int) -> None:
        """R14, R19."""
        token = self.cards.token_by_number[number]
        self.player.held[token.key] -= 1
        self.grant(token.effect)
        self.discard[token.key] += 1

    def do_install(self, number: int) -> None:
        """From the kept tokens into the hand."""
        self.player.held[self.cards.token_by_number[number].key] -= 1
        self.turn.install_token = number

    def do_slot(self, slot: int) -> None:
        """Free installs first (R39, D21)."""
        if self.turn.installs > 0:
            self.turn.installs -= 1
            self.install_in(slot)
        else:
            self.start_payment(INSTALL, slot, self.cards.slots[slot])

    # -- Resources --

    def do_pay(self, r: int) -> None:
        """A unit of a payment, or the partner of the last excess unit."""
        if self.turn.phase == "overflow":
            self.turn.excess_partner = r
        else:
            self.give(r)

    def do_take(self, c: int) -> None:
        """Excess into another resource (5.4), or a free gain, science steps first (R41, 5.5)."""
        turn = self.turn
        if turn.phase == "overflow":
            self.convert_excess(c)
            return
        if turn.science_left:
            turn.science_left -= 1
        else:
            turn.any_left -= 1
        turn.take_min = c
        self.gain(c, 1)

    # -- Pieces --

    def do_station(self, location: int) -> None:
        """At setup with a vessel and for nothing (R8)."""
        if self.turn.phase == "setup":
            name = self.map.locations[location]
            self.place_station(name)
            self.player.vessels.append(name)
            return
        self.turn.builds -= 1
        self.start_payment(STATION, location, self.station_price())

    def do_vessel(self, station: int) -> None:
        """A new vessel (R24), or the one that has rescued goes home (R36)."""
        if self.turn.phase == "return":
            self.go_home(station)
            return
        self.turn.builds -= 1
        self.start_payment(VESSEL, station, self.vessel_price())

    def do_launch(self, v: int) -> None:
        """R29."""
        self.enter(v, self.map.arrow[self.player.vessels[v]])

    def do_step(self, parameter: int) -> None:
        v, d = divmod(parameter, len(DIRECTIONS))
        self.enter(v, self.map.steps[self.player.vessels[v], DIRECTIONS[d]])

    def enter(self, v: int, cell: Cell) -> None:
        """A VP token there is taken, also in passing (R32, D24); without room the vessel has to go on (D12)."""
        self.turn.moves -= 1
        self.player.vessels[v] = cell
        if cell in self.map.vp and cell not in self.vp_taken:
            self.vp_taken.add(cell)
            self.player.token_vp += self.map.vp[cell]
        self.turn.transit = NONE if self.can_rest(cell, v) else v

    def do_convert(self, _: int) -> None:
        """R27."""
        self.turn.op_rescue = 0
        self.turn.moves = 1

    def do_extend(self, _: int) -> None:
        """R28."""
        self.start_payment(EXTEND, 0, NOTHING, of_choice=ANY_TWO)

    def do_rescue(self, v: int) -> None:
        """Other rescues before that of the row, which could still become a step (D10); the payment (R34, D27)."""
        if self.turn.rescues > 0:
            self.turn.rescues -= 1
        else:
            self.turn.op_rescue = 0
        self.start_payment(RESCUE, v, self.net_cost(self.fish_cells.index(self.player.vessels[v])))

    def do_block(self, space: int) -> None:
        """R61."""
        self.blocker = space
        self.turn.block_due = 0
