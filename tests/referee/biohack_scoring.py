"""Scores and results of Biohack (RULES.md 11)."""

from __future__ import annotations

from .biohack_cards import FERAL, ROWS, Term
from .biohack_position import (
    NOMANS,
    PROFESSIONAL,
    REPORT_MANIA,
    SEVENTH,
    SMALL_CREATURE,
    SURVIVAL,
    Player,
    Position,
)

TARGET = {0: 100, SMALL_CREATURE: 100, REPORT_MANIA: 105, PROFESSIONAL: 0, SURVIVAL: 105}
EARLY_BONUS, ACTIVE_BONUS = 20, 10  # R80, R85
LAST_SOLO_ROUND = 4


class Scoring(Position):
    """What is counted at the end."""

    def scores(self) -> list[int]:
        """The scores if the game ended now (R63)."""
        return [sum(self.breakdown(seat).values()) for seat in range(self.num_players)]

    def breakdown(self, seat: int) -> dict[str, int]:
        """The parts of a score (R63 to R66, R80, R85, R93)."""
        player = self.players[seat]
        creatures = [self.cards.creatures[number] for number in self.creature_numbers(player)]
        nobles = [term for number in player.rows[2] for term in self.cards.creatures[number].score]
        scientist = self.cards.scientists[player.scientist].score if player.locks == 0 else []
        rows = [self.row_ep[tokens.index(seat)] for tokens in self.row_token if seat in tokens]
        reports = [self.milestone_ep[tokens.index(seat)] for tokens in self.milestone_token if seat in tokens]
        return {
            "track": player.ep,
            "printed": sum(card.ep for card in creatures if card.cls < 2),
            "noble": sum(self.term(seat, term) for term in nobles),
            "scientist": sum(self.term(seat, term) for term in scientist),
            "rows": sum(rows),
            "milestones": sum(reports),
            "coins": player.coins // self.coins_per_ep,
            "tokens": self.token_ep * len(player.kept),
            "solo": self.solo_bonus(player),
        }

    def term(self, seat: int, term: Term) -> int:
        """One term of a noble or scientist (section 4, R64, R65, D34)."""
        player = self.players[seat]
        creatures = [self.cards.creatures[number] for number in self.creature_numbers(player)]
        counts = {
            "gene": lambda: sum(any(card.cost[g] for g in term.genes) for card in creatures),
            "class": lambda: len(player.rows[term.cls]),
            "report": lambda: self.reports(seat),
            "rows": lambda: sum(len(row) == size for row, size in zip(player.rows, ROWS)),
            "types": lambda: len({g for card in creatures for g in card.genes}),
            "medicine": lambda: player.medicine,
            "flat": lambda: 1,
        }
        if term.kind in ("coins", "stored"):
            return (player.coins if term.kind == "coins" else sum(player.genes)) // term.e
        return term.e * counts[term.kind]()

    def reports(self, seat: int) -> int:
        """Milestone cards with an own token."""
        return sum(seat in tokens for tokens in self.milestone_token)

    def solo_bonus(self, player: Player) -> int:
        """Seven creatures before round 4 (R80), active Nomans in Survival (R85)."""
        early = self.solo and 0 < player.seventh_round < LAST_SOLO_ROUND
        active = NOMANS - player.injured if self.challenge == SURVIVAL else 0
        return EARLY_BONUS * early + ACTIVE_BONUS * active

    # -- Results --

    def final_scores(self) -> list[int]:
        """The field `score` once the game is over."""
        return [player.score for player in self.players] if self.over else self.scores()

    def rank_keys(self) -> list[tuple[int, int, int, int]]:
        """R67, D46: EP, creatures, nobles, artisans."""
        counts = [(p.creatures(), len(p.rows[2]), len(p.rows[1])) for p in self.players]
        return [(score, *count) for score, count in zip(self.final_scores(), counts)]

    def is_paid(self) -> bool:
        return bool(self.over)

    def conditions(self) -> list[bool]:
        """What a challenge asks beside EP and, but in challenge 3, seven creatures (R81 to R85)."""
        player, reports = self.players[0], self.reports(0)
        feral = [number for number in self.creature_numbers(player) if self.cards.creatures[number].cost[FERAL]]
        return {
            0: [],
            SMALL_CREATURE: [len(player.rows[0]) == ROWS[0]],
            REPORT_MANIA: [reports >= 3],
            PROFESSIONAL: [player.creatures() == 9, player.locks == 0, reports >= 2, player.coins >= 5],
            SURVIVAL: [len(feral) >= 3],
        }[self.challenge]

    def failed(self) -> bool:
        """Lost whatever the EP are: by injuries, or with too few creatures (R80, R81, R85)."""
        return bool(self.lost) or self.players[0].creatures() < SEVENTH

    def win(self) -> list[float]:
        if not self.solo:
            return super().win()
        reached = self.challenge == PROFESSIONAL or self.final_scores()[0] >= TARGET[self.challenge]
        return [1.0 if reached and all(self.conditions()) and not self.failed() else -1.0]

    def rank(self) -> list[float]:
        return self.win() if self.solo else super().rank()

    def margin(self) -> list[float]:
        scores = self.final_scores()
        if self.solo:
            return [self.solo_margin(scores[0])]
        others = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(self.num_players)]
        return [clipped((own - other) / self.margin_unit) for own, other in zip(scores, others)]

    def solo_margin(self, score: int) -> float:
        conditions = self.conditions()
        if self.challenge == PROFESSIONAL:
            return 2 * sum(conditions) / len(conditions) - 1
        if self.failed():
            return -1.0
        margin = clipped((score - TARGET[self.challenge]) / self.margin_unit)
        return margin if all(conditions) else min(0.0, margin)


def clipped(result: float) -> float:
    return max(-1.0, min(1.0, result))
