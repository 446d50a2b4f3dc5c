"""What must hold in a position of Biohack as a whole (RULES.md 12: 2, 9 to 11)."""

from __future__ import annotations

from .biohack_lines import Lines
from .biohack_position import NOMANS, NONE, check, whole

SETUP_NODES = ("side", "scientist", "draft")
STAGES = {"setup": SETUP_NODES, "planning": ("plan", "select"), "research": ("turn",), "over": ("over",)}


class Checks(Lines):
    """Checks of a position that has been read from the dictionary `given`."""

    given: dict

    def check_nomans(self) -> None:
        """Three Nomans each; what is on no space and not injured is at home (2)."""
        for seat, player in enumerate(self.players):
            away = sum(seat in there for there in self.at_public.values()) + self.on_experiments(seat)
            key = "injured" if player.injured else "at_public"
            check(player.injured + away <= NOMANS, key, player.injured + away, f"{NOMANS} Nomans of each player")
            player.home = NOMANS - player.injured - away
        busy = any(self.at_public.values()) or self.adv or any(map(any, self.basic.values()))
        check(not busy or self.phase in ("research", "over"), "at_public", self.phase, "no Nomans placed in this phase")

    def check_phase(self) -> None:
        """Node, phase, turn order and choices belong together (9 to 11)."""
        stages = STAGES[self.phase]
        line_node = self.phase in ("planning", "research") and bool(self.stack)
        check(self.node in stages or line_node, "node", self.node, f"in phase {self.phase}: {', '.join(stages)}")
        check(self.node not in stages or not self.stack, "stack", "a line", f"none at node {self.node}")
        self.stage = self.node if self.node in stages else stages[0]
        unresolved = sorted(self.unresolved)
        check(not unresolved or self.stage == "plan", "unresolved", unresolved, "none but at planning effects")
        check(self.phase == "research" or self.phase == "over" or not self.passed, "passed", self.passed, "none yet")
        track = [seat for seat in self.reserve if seat != NONE]
        check(not track or self.stage in ("plan", "turn", "over"), "reserve", track, f"empty at node {self.stage}")
        place = self.place_of_current()
        self.cursor = whole("cursor", self.given.get("cursor", place), 0, 2 * self.num_players - 1)
        right = self.stage == "over" or self.player_at(self.cursor) == self.current_player
        check(right, "cursor", self.cursor, "the place of current_player")
        check(self.current_player not in self.passed, "passed", self.current_player, "not the player to act")
        for seat, player in enumerate(self.players):
            chosen = len(player.chosen)
            early = self.stage == "select" and self.order.index(seat) < self.cursor
            check(chosen == (player.home if early else 0), "loc_choice", player.chosen, "at select, by who has chosen")
            picked = player.scientist != NONE or self.stage in ("side", "scientist")
            check(picked, "scientist", None, "one per player")
            check(player.side is not None or self.stage == "side", "side", None, "one per player")

    def place_of_current(self) -> int:
        if self.stage == "over":
            return 0
        if self.stage == "side":
            return self.current_player
        places = range(2 * self.num_players)
        return next(place for place in places if self.player_at(place) == self.current_player)

    def player_at(self, cursor: int) -> int:
        """The player at a place of the sequence of this stage (D54)."""
        if self.stage == "side":
            return cursor
        if self.stage in SETUP_NODES:
            return self.order[-1 - cursor % self.num_players]
        return self.order[cursor] if cursor < self.num_players else NONE
