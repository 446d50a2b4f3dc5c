"""What happens by itself in Hidden Ark: payments, and the list of RULES.md 5.1 after each action."""

from __future__ import annotations

from .hiddenark_cards import ROWS, SLOTS_PER_ROW
from .hiddenark_position import COMPETITIVE, NONE, SOLO, THRESHOLD, Turn
from .hiddenark_resources import Resources
from .hiddenark_scenario import FACE_UP, MOST_ESCALATION

AGAIN = "again"  # a line of the list has acted: start over
ANY_TWO = 2  # units paid for a row used twice, or for a step (R20, R28)
DEDICATION, EXTEND, STATION, VESSEL, RESCUE, INSTALL = range(1, 7)
DISPLAY = 4  # face-up tokens after setup and after a refill
LIVE, TRIGGERED, LAST_ROUND = range(3)
ENDED, STOPPED = 1, 2


class Settling(Resources):
    """The game between two decisions."""

    def choose_row(self, row: int) -> None:
        """All bonuses installed in the row, and its action (R21)."""
        turn, player = self.turn, self.player
        turn.row = player.last_row = row
        for slot, key in sorted(player.slots.items()):
            if slot // SLOTS_PER_ROW == row:
                self.grant(self.cards.tokens[key].effect, installed=True)
        if ROWS[row] == "build":
            turn.builds += 1
        elif ROWS[row] == "operation":
            turn.moves += self.cards.base_move + len(player.vessels)
            turn.move_open = turn.op_rescue = 1
        elif ROWS[row] == "upgrade":
            self.add_installs(1)
        else:
            turn.science_left += self.cards.research

    # -- Payments (5.3) --

    def start_payment(self, kind: int, argument: int, cost: list[int], of_choice: int = 0) -> None:
        """Give what the cost names; two units of choice for each that is missing (R42)."""
        have, turn = self.have(), self.turn
        short = sum(max(0, c - h) for c, h in zip(cost, have))
        for r in range(5):
            self.lose(r, min(cost[r], have[r]))
        turn.pay_kind, turn.pay_arg, turn.pay_give, turn.pay_min = kind, argument, 2 * short + of_choice, 0

    def payable(self) -> list[int]:
        """Units go in rising order of resources, so that each choice can be made in one way only."""
        have = self.have()
        rest = range(self.turn.pay_min, 5)
        return [r for r in rest if have[r] >= 1 and sum(have[r:]) >= self.turn.pay_give]

    def give(self, r: int) -> None:
        self.lose(r, 1)
        self.turn.pay_give -= 1
        self.turn.pay_min = r

    def purchase(self, kind: int, argument: int) -> None:
        """What has been paid for."""
        if kind == DEDICATION:
            self.choose_row(argument)
        elif kind == EXTEND:
            self.turn.moves += 1
        elif kind == STATION:
            self.place_station(self.map.locations[argument])
        elif kind == VESSEL:
            self.place_vessel(argument)
        elif kind == RESCUE:
            self.take_tile(argument)
        elif kind == INSTALL:
            self.install_in(argument)

    def place_station(self, name: str) -> None:
        """Onto the location, whose token is taken (R23)."""
        self.player.stations.append(name)
        self.receive(self.loc_token.pop(name, None))

    def receive(self, key: str | None) -> None:
        self.turn.gain_token = self.cards.tokens[key].number if key else NONE

    def place_vessel(self, station: int) -> None:
        """In a turn of the Operation row it adds a step (R24, R25, D23)."""
        self.player.vessels.append(self.player.stations[station])
        if self.turn.row == ROWS.index("operation"):
            self.turn.moves += 1

    def take_tile(self, v: int) -> None:
        """The tile to the player, its escalation tokens out of the game, the vessel home, the token (D26, R36, R48)."""
        space, turn = self.fish_cells.index(self.player.vessels[v]), self.turn
        self.player.own.add(self.fish[space])
        self.receive(self.fish_token[space])
        self.fish[space] = self.fish_token[space] = None
        self.fish_esc[space] = []
        turn.return_vessel, turn.refill_due = v, 1
        turn.block_due = int(self.mode == SOLO)

    def install_in(self, slot: int) -> None:
        """A token in the chosen row counts at once (R40)."""
        token = self.cards.token_by_number[self.turn.install_token]
        self.player.slots[slot] = token.key
        self.turn.install_token = NONE
        if slot // SLOTS_PER_ROW == self.turn.row:
            self.grant(token.effect, installed=True)

    # -- The list of 5.1: each line gives "" if it does not apply, AGAIN, or the phase of a decision --

    def settle(self) -> None:
        """The first line that applies acts, then from the top, until a decision is awaited."""
        outcome = AGAIN
        while outcome == AGAIN:
            outcome = next(filter(None, (line() for line in self.lines())))
        self.turn.phase = outcome

    def lines(self) -> list:
        lines = [self.pay_line, self.return_line, self.token_line, self.excess_line, self.turn_line, self.choose_line]
        return lines + [self.block_line, self.refill_line, self.slot_line, self.base_line]

    def pay_line(self) -> str:
        turn = self.turn
        if not turn.pay_kind:
            return ""
        if turn.pay_give > 0:
            if len(self.payable()) > 1:
                return "pay"
            self.give(self.payable()[0])
            return AGAIN
        kind, argument = turn.pay_kind, turn.pay_arg
        turn.pay_kind = turn.pay_arg = turn.pay_min = 0
        self.purchase(kind, argument)
        return AGAIN

    def return_line(self) -> str:
        """The owner picks a station with room (R36)."""
        if self.turn.return_vessel == NONE:
            return ""
        if len(self.free_stations()) > 1:
            return "return"
        self.go_home(self.free_stations()[0])
        return AGAIN

    def go_home(self, station: int) -> None:
        self.player.vessels[self.turn.return_vessel] = self.player.stations[station]
        self.turn.return_vessel = NONE

    def token_line(self) -> str:
        """Instants at once, others kept (R8, R13, R14)."""
        if self.turn.gain_token == NONE:
            return ""
        token = self.cards.token_by_number[self.turn.gain_token]
        self.turn.gain_token = NONE
        if token.kind == "instant":
            self.grant(token.effect)
            self.discard[token.key] += 1
        else:
            self.player.held[token.key] += 1
        return AGAIN

    def excess_line(self) -> str:
        """R43, D16."""
        turn = self.turn
        if not any(turn.excess):
            return ""
        units, turn.excess = turn.excess, [0] * 5
        for r, n in enumerate(units):
            self.gain(r, n)
        if not any(turn.excess):
            return AGAIN
        r = self.excess_track()
        if not self.targets(r):
            turn.excess[r] = 0
        elif turn.excess[r] >= 2 and len(self.targets(r)) == 1:
            self.convert_excess(self.targets(r)[0])
        else:
            return "overflow"
        return AGAIN

    def excess_track(self) -> int:
        return next(r for r in range(5) if self.turn.excess[r] > 0)

    def targets(self, r: int) -> list[int]:
        return [c for c in range(5) if c != r and self.room(c) > 0]

    def convert_excess(self, c: int) -> None:
        """Two excess units, or the last one and a unit of the partner, into one (5.4)."""
        turn, r = self.turn, self.excess_track()
        if turn.excess[r] >= 2:
            turn.excess[r] -= 2
        else:
            turn.excess[r] = 0
            self.lose(turn.excess_partner, 1)
            turn.excess_partner = NONE
        self.gain(c, 1)

    def turn_line(self) -> str:
        """Next seat, next round, or the end (R50, D30, D40)."""
        if not self.turn.turn_done:
            return ""
        if self.current_player == self.num_players - 1:
            if self.end_state == LAST_ROUND:
                return self.stop(ENDED)
            if self.end_state == TRIGGERED:
                self.end_state = LAST_ROUND
            if self.round >= self.max_rounds:
                return self.stop(STOPPED)
            self.round += 1
        self.current_player = (self.current_player + 1) % self.num_players
        self.start_turn()
        return AGAIN

    def stop(self, how: int) -> str:
        self.turn = Turn("over", "main", self.turn.step_count, how)
        self.current_player = NONE
        return "over"

    def start_turn(self) -> None:
        """Step 1, twice in the first round (R11) but for Uphill (R65)."""
        self.turn = Turn("opportunity", "opportunity", self.turn.step_count)
        self.turn.opp_left = 2 if self.round == 1 and not self.uphill else 1

    def choose_line(self) -> str:
        waiting = self.turn.any_left + self.turn.science_left > 0
        return "choose" if waiting and self.turn.base != "main" else ""

    def block_line(self) -> str:
        if not self.turn.block_due:
            return ""
        if self.block_spaces():
            return "block"
        self.turn.block_due = 0
        return AGAIN

    def block_spaces(self) -> list[int]:
        """Tiles of another colour than the one left, without an own vessel (R61, D37)."""
        spaces = [space for space in self.tile_spaces() if self.fish_cells[space] not in self.player.vessels]
        return [space for space in spaces if self.blocker == NONE or self.colour(space) != self.colour(self.blocker)]

    def refill_line(self) -> str:
        """The check after a rescue (R44, R49, D28)."""
        if not self.turn.refill_due:
            return ""
        self.turn.refill_due = 0
        if self.end_state == LIVE and len(self.tile_spaces()) <= THRESHOLD[self.num_players]:
            if self.refills_done < (3 if self.long_game else 2):
                self.refill()
            else:
                self.end_state = TRIGGERED
        return AGAIN

    def refill(self) -> None:
        """Tokens, escalation, new tiles, new display, in this order (R45 to R47, R57, R66, D29, D31)."""
        self.refills_done += 1
        left = self.tile_spaces()
        for space in left:
            if not self.fish_token[space] and space != self.blocker and not self.vessels_in(self.fish_cells[space]):
                self.fish_token[space] = self.draw_token()
        for space in left if self.mode != COMPETITIVE or self.uphill else []:
            if len(self.fish_esc[space]) < MOST_ESCALATION and self.esc_left.total():
                self.fish_esc[space].append(self.draw_from(self.esc_left, sorted(self.esc_left)))
        for space in range(len(self.fish)):
            if self.fish[space] is None and self.stack(self.colour(space)) > 0:
                self.place_tile(space)
        self.discard.update(self.face_up)
        self.face_up = []
        self.reveal(DISPLAY)

    def slot_line(self) -> str:
        return "slot" if self.turn.install_token != NONE else ""

    def base_line(self) -> str:
        """What the base awaits, as nothing else does."""
        if self.turn.base == "main":
            return "main"
        return self.setup_line() if self.turn.base == "setup" else self.opportunity_line()

    def setup_line(self) -> str:
        """In reverse order each seat places its pieces; then the solo blocker, then round 1 (R8, R60, R61)."""
        if len(self.player.stations) < self.starting_pieces():
            self.turn = Turn("setup", "setup", self.turn.step_count)
            return "setup"
        if self.mode == SOLO and self.blocker == NONE and self.block_spaces():
            self.turn.block_due = 1
        elif self.current_player > 0:
            self.current_player -= 1
        else:
            self.round = 1
            self.start_turn()
        return AGAIN

    def opportunity_line(self) -> str:
        """Reveal, pick, flip, remove, award; then the next repetition or step 2 (R9 to R11, R62)."""
        turn = self.turn
        if not turn.opp_done:
            self.reveal(FACE_UP)
            if self.face_up or self.pool.total():
                return "opportunity"
            turn.opp_left = 1  # no token anywhere (D6)
        turn.flip_due *= bool(self.face_up)
        turn.remove_due *= bool(self.face_up)
        if turn.flip_due or turn.remove_due:
            return "flip" if turn.flip_due else "remove"
        if turn.award_token != NONE and self.award_room():
            return "award"
        turn.award_token = NONE
        turn.opp_left -= 1
        turn.opp_done = 0
        turn.base = "opportunity" if turn.opp_left else "main"
        return AGAIN
