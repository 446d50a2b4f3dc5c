"""What may be done in Hidden Ark in each phase (RULES.md 6)."""

from __future__ import annotations

from .hiddenark_cards import RESOURCES, ROWS, SCIENCES, Cell
from .hiddenark_position import FACE_DOWN, NONE, PIECES
from .hiddenark_settle import ANY_TWO, Settling

DIRECTIONS = "NESW"

Option = tuple[str, int]  # kind of action and place in its block


class Options(Settling):
    """The game with its choices; nothing here changes it."""

    def over_options(self) -> list[Option]:
        return []

    def setup_options(self) -> list[Option]:
        return [("station", i) for i in self.empty_locations()]

    def empty_locations(self) -> list[int]:
        taken = self.taken_locations()
        return [i for i, name in enumerate(self.map.locations) if name not in taken]

    def distinct_face_up(self, kind: str) -> list[Option]:
        """Of equal tokens the first."""
        return [(kind, i) for i, key in enumerate(self.face_up) if key not in self.face_up[:i]]

    def opportunity_options(self) -> list[Option]:
        """R10; with Discovery a tile may be flipped first (D38)."""
        blind = [("take_blind", 0)] if self.pool.total() else []
        return self.distinct_face_up("take_face_up") + blind + self.investigations()

    def flip_options(self) -> list[Option]:
        return self.distinct_face_up("discard_face_up")

    def remove_options(self) -> list[Option]:
        return self.distinct_face_up("discard_face_up")

    def award_options(self) -> list[Option]:
        return [("award", award) for award in self.award_room()]

    def choose_options(self) -> list[Option]:
        """5.5."""
        turn = self.turn
        if turn.any_left + turn.science_left == 0:
            return []
        tracks = list(SCIENCES) if turn.science_left else list(range(5))
        n = turn.science_left or turn.any_left
        roomy = [c for c in tracks if self.room(c) > 0]
        wide = [c for c in roomy if c >= turn.take_min and sum(self.room(q) for q in tracks if q >= c) >= n]
        return [("take", c) for c in wide or roomy or tracks[:1]]

    def pay_options(self) -> list[Option]:
        return [("pay", r) for r in self.payable()]

    def slot_options(self) -> list[Option]:
        """A free install, or a price that can be paid (R39, D21)."""
        free = self.turn.installs > 0
        return [("slot", s) for s in self.distinct_slots() if free or self.feasible(self.cards.slots[s])]

    def return_options(self) -> list[Option]:
        return [("vessel", j) for j in self.free_stations()]

    def overflow_options(self) -> list[Option]:
        """5.4."""
        turn, r = self.turn, self.excess_track()
        if turn.excess[r] >= 2:
            return [("take", c) for c in self.targets(r)]
        if turn.excess_partner != NONE:
            return [("take", c) for c in self.targets(turn.excess_partner)]
        partners = [x for x in range(5) if self.player.res[x] >= 1 and self.targets(x)]
        return [("finish", 0), *(("pay", x) for x in partners)]

    def block_options(self) -> list[Option]:
        return [("block", space) for space in self.block_spaces()]

    # -- Phase main --

    def main_options(self) -> list[Option]:
        """Step 2, in any order (R14, R20, R21, D9)."""
        if self.turn.transit != NONE:
            return self.moves() + self.more_moves()
        options = self.rows() + self.token_uses() + self.installs() + self.builds() + self.moves() + self.more_moves()
        return options + self.rescues() + self.choose_options() + self.investigations()

    def rows(self) -> list[Option]:
        """One row, the last one again for two units (R20); the end of the turn after it (D18)."""
        turn, again = self.turn, sum(self.have()) >= ANY_TWO
        if turn.row == NONE:
            return [("row", row) for row in range(len(ROWS)) if row != self.player.last_row or again]
        return [] if turn.any_left + turn.science_left else [("finish", 0)]

    def held_tokens(self) -> list[str]:
        return [key for key, count in self.player.held.items() if count]

    def token_uses(self) -> list[Option]:
        """R14, R19, D8."""
        held = [self.cards.tokens[key] for key in self.held_tokens()]
        return [("use_token", token.number) for token in held if self.useful(token.key, token.effect)]

    def useful(self, key: str, effect: dict[str, int]) -> bool:
        """Would using it now do something (section 6)?"""
        room = [self.room(r) > 0 for r in range(5)]
        uses = {name: room[r] for r, name in enumerate(RESOURCES)}
        uses |= {"any": any(room), "science": any(room[r] for r in SCIENCES), "move": True, "vp": True}
        uses |= {"rescue": bool(self.rescue_vessels()), "build": bool(self.buildings())}
        others = [other for other in self.upgrades_held() if other != key or self.player.held[key] > 1]
        uses |= {"upgrade": bool(others) and bool(self.free_slots())}
        return any(uses[name] for name in effect)

    def upgrades_held(self) -> list[str]:
        return [key for key in self.held_tokens() if self.cards.tokens[key].kind == "upgrade"]

    def installs(self) -> list[Option]:
        """R39, D21."""
        free = self.free_slots()
        paid = self.turn.upgrade_open and any(self.feasible(self.cards.slots[slot]) for slot in free)
        if not (free and self.turn.installs) and not paid:
            return []
        return [("install", self.cards.tokens[key].number) for key in self.upgrades_held()]

    def builds(self) -> list[Option]:
        return self.buildings() if self.turn.builds > 0 else []

    def buildings(self) -> list[Option]:
        """What could be built by a Build action (R22 to R24)."""
        options = []
        if len(self.player.stations) < PIECES and self.feasible(self.station_price()):
            options += [("station", i) for i in self.empty_locations()]
        if len(self.player.vessels) < PIECES and self.feasible(self.vessel_price()):
            options += [("vessel", j) for j in self.free_stations()]
        return options

    def moves(self) -> list[Option]:
        """R26, R29, R31, 5.6."""
        options = []
        for v in self.acting_vessels():
            place = self.player.vessels[v]
            if isinstance(place, str):
                targets = {("launch", v): self.map.arrow[place]}
            else:
                targets = {("step", 4 * v + d): self.map.steps.get((place, way)) for d, way in enumerate(DIRECTIONS)}
            options += [option for option, cell in targets.items() if cell and self.may_enter(cell, v)]
        return options

    def may_enter(self, cell: Cell, v: int) -> bool:
        """There is room, or there are steps enough to go on to a space with room (D12)."""
        if self.turn.moves < 1:
            return False
        further = self.turn.moves - 1 + self.turn.op_rescue + sum(self.have()) // 2
        return self.can_rest(cell, v) or further >= self.rest_distance(cell, v)

    def more_moves(self) -> list[Option]:
        """The row's rescue as a step (R27, D10), steps for two units each (R28, D11)."""
        if not self.turn.move_open or self.turn.moves:
            return []
        convert = [("convert", 0)] if self.turn.op_rescue else []
        return convert + ([("extend", 0)] if sum(self.have()) >= ANY_TWO else [])

    def rescues(self) -> list[Option]:
        counted = self.turn.rescues + self.turn.op_rescue
        return [("rescue", v) for v in self.rescue_vessels()] if counted else []

    def rescue_vessels(self) -> list[int]:
        return [v for v in self.acting_vessels() if self.player.vessels[v] in self.fish_cells and self.rescuable(v)]

    def rescuable(self, v: int) -> bool:
        """A face-up tile, its needs, its cost, room at home (R34 to R36, D25, D27)."""
        space, player = self.fish_cells.index(self.player.vessels[v]), self.player
        tile = self.face_up_tile(space)
        if tile is None or space == self.blocker or not self.free_stations():
            return False
        owned = len(player.stations) >= tile.need_stations and len(player.vessels) >= tile.need_vessels
        return owned and self.feasible(self.net_cost(space))

    def investigations(self) -> list[Option]:
        """R64: one facedown tile in a turn."""
        if not self.discovery or self.turn.investigated:
            return []
        return [("investigate", space) for space, tile in enumerate(self.fish) if tile == FACE_DOWN]
