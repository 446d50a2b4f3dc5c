"""The referee of Hidden Ark: a second, plain and slow implementation, written from the rulebook and RULES.md alone.

Clauses in brackets (R rulebook, D decisions) and sections are those of RULES.md. Nothing here comes from the kernels.

Readings (where the text is open, the most literal one was taken):
 1. 5.1: a payment that is done leaves `pay_kind`, `pay_arg`, `pay_give` and `pay_min` 0, an overflow that is done leaves
    `excess_partner` -1; the last pick of step 1 leaves `opp_left` 0. Every turn, and every placing at setup, starts with
    all fields from `opp_left` to `refill_due` as they are left out: counters gained at setup are lost then (D41).
 2. 5.1: the step that is skipped for want of tokens (D6) is the whole of step 1, also its second repetition.
 3. 5.5: `take_min` stays from the last science step to the first free gain after it; nothing is out of reach by that.
 4. 5.4: the partner of a last excess unit must be on its track (`res`), not waiting (`pending`).
 5. 5.6: steps are counted from a space without room to the nearest one with room, which may be the one just left.
 6. D37: at setup the blocker may go to any tile, in play to any of another colour than that of the space it leaves; its
    own space has that colour. Without a blocker on the map (a scenario) every tile without an own vessel qualifies.
 7. D22: who has no station yet (a scenario) pays for it what the second one costs; the same holds for vessels.
 8. D31: a stack that has run out leaves its spaces empty without the Long Game, too.
 9. D43: tokens of a refill are drawn before its escalation tokens, these before its tiles, these before the display.
10. Section 9: pieces missing in a scenario count negative; `scores` are those of the seats in co-op and solo, `returns`
    those of the team.
11. 11.1: a position takes the place of the options. `num_players` is 1 by default in solo. `esc_left` and `fish_esc` by
    default may clash with the counts of 4.3, as counts need not sum; `esc_left` is then 0. `esc_left`, `pool`, `discard`
    and `held` are written without zeros. A row or counters may be given with phase main only, `opp_left` with phase
    opportunity only.
12. 11.1: loading draws as far as `settle` does: the reveal at the start of step 1.
"""

from __future__ import annotations

from collections import Counter

from .hiddenark_actions import Actions
from .hiddenark_cards import ROWS
from .hiddenark_options import Options
from .hiddenark_position import COMPETITIVE, Turn, check, pick, whole
from .hiddenark_scenario import OPTIONS, START
from .hiddenark_settle import DISPLAY

# Section 6: where the block of each kind of action starts.
OFFSETS = {"finish": 0, "take_face_up": 1, "take_blind": 6, "discard_face_up": 7, "award": 12, "row": 18}
OFFSETS |= {"use_token": 22, "install": 54, "slot": 86, "station": 102, "vessel": 134, "launch": 138, "step": 142}
OFFSETS |= {"convert": 158, "extend": 159, "rescue": 160, "pay": 164, "take": 169, "investigate": 174, "block": 184}
GOOD_BAND, BANDS = 4, 8


class Referee(Options, Actions):
    """One game of Hidden Ark, always standing at a decision, or over."""

    # -- Public calls --

    def reset(self, seed: int) -> None:
        """Setup (R2 to R7), with the draws in the order of 5.1 and D43."""
        self.clear()
        self.rng = seed & (2**64 - 1)
        start = [0] * 5 if self.uphill else self.cards.start
        for player in self.players:
            player.res = list(start)
        self.pool = Counter({token.key: token.count for token in self.cards.tokens.values()})
        for space in range(len(self.fish)):
            self.place_tile(space)
        self.reveal(DISPLAY)
        self.loc_token = {name: self.draw_token() for name in self.map.locations}
        self.current_player = self.num_players - 1
        self.settle()

    @classmethod
    def from_dict(cls, position: dict, **options: object) -> Referee:
        """Set up a scenario: `turn` as it is, otherwise the start of step 1 or 2 and what settles by itself (11.1)."""
        given = {key: position[key] for key in OPTIONS if key in position}
        referee = cls(**{**options, **given})
        referee.read(position)
        if "turn" not in position:
            referee.begin(position)
        return referee

    def begin(self, position: dict) -> None:
        """Step 1, or step 2 with a row chosen without dedication and counters added to it."""
        phase = pick("phase", position.get("phase", "main"), ("main", "opportunity"))
        excluded = "opp_left" if phase == "main" else "row"
        check(excluded not in position, excluded, position.get(excluded), f"nothing with phase {phase}")
        self.turn = Turn(phase, phase)
        if phase == "opportunity":
            self.turn.opp_left = whole("opp_left", position.get("opp_left", 1), 1, 2)
        if "row" in position:
            self.choose_row(ROWS.index(pick("row", position["row"], ROWS)))
        counts = {key: whole(key, position.get(key, 0), 0, 127) for key in START[3:]}
        self.add_moves(counts["moves"])
        self.add_installs(counts["installs"])
        self.turn.rescues += counts["rescues"]
        self.turn.builds += counts["builds"]
        self.settle()

    def legal(self) -> list[int]:
        """Legal flat action ids in ascending order."""
        options = getattr(self, f"{self.turn.phase}_options")()
        return sorted(OFFSETS[kind] + parameter for kind, parameter in options)

    def step(self, action: int, legal: list[int] | None = None) -> None:
        """Play one legal action and all that follows by itself; `legal` where the caller has it."""
        if action not in (self.legal() if legal is None else legal):
            raise ValueError(f"action {action} is illegal in phase {self.turn.phase}; legal: {self.legal()}")
        kind = [name for name, offset in OFFSETS.items() if offset <= action][-1]
        self.turn.step_count += 1
        if kind != "take" or self.turn.phase == "overflow":
            self.turn.take_min = 0
        getattr(self, f"do_{kind}")(action - OFFSETS[kind])
        self.settle()

    def returns(self, reward: str | None = None) -> list[float]:
        """Section 9; zeros while the game runs."""
        reward = pick("reward", reward or self.reward, ("win", "rank", "margin"))
        if not self.over:
            return [0.0] * self.num_players
        if self.mode != COMPETITIVE:
            return [self.team_return(reward)] * self.num_players
        return {"win": self.win, "rank": self.rank, "margin": self.margin}[reward]()

    def team_return(self, reward: str) -> float:
        if reward == "win":
            return 1.0 if self.band() >= GOOD_BAND else -1.0
        if reward == "rank":
            return 2 * self.band() / BANDS - 1
        return clipped((self.team_score() - self.cards.bounds[self.num_players][GOOD_BAND - 1]) / 100)

    def win(self) -> list[float]:
        n, keys = self.num_players, self.rank_keys()
        winners = keys.count(max(keys))
        if winners == n:
            return [0.0] * n
        return [((n / winners - 1) if key == max(keys) else -1) / (n - 1) for key in keys]

    def rank(self) -> list[float]:
        """A tied group has the mean of the ranks it fills."""
        n, keys = self.num_players, self.rank_keys()
        ranks = [sum(other > key for other in keys) + (keys.count(key) + 1) / 2 for key in keys]
        return [1 - 2 * (rank - 1) / (n - 1) for rank in ranks]

    def margin(self) -> list[float]:
        scores = self.scores()
        return [clipped((own - (sum(scores) - own) / (self.num_players - 1)) / 100) for own in scores]


def clipped(result: float) -> float:
    return max(-1.0, min(1.0, result))
