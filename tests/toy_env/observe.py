"""What a player may know, and what a position is worth at a glance."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.layout import Block, ObservationLayout
from arkade.records import NONE
from toy_env.rules import MOST_POINTS
from toy_env.state import CARDS, COPIES, PLAYERS, RANKS

LAYOUT = ObservationLayout(
    [
        Block("turn", (4,), (6, 1, 3, CARDS), "tricks finished, deciding about a prize, prize, cards in the deck"),
        Block("hand", (RANKS,), COPIES, "own cards of each rank"),
        Block("played", (RANKS,), 1, "own card face down"),
        Block("players", (PLAYERS, 4 + RANKS), (MOST_POINTS, CARDS, 1, 1, 1, 1, 1, 1), "from the observer on: points, "
              "cards in hand, has played, leads, and the rank shown before"),
    ]
)  # fmt: skip
TURN, HAND, PLAYED, EVERYONE = (LAYOUT.start(name) for name in ("turn", "hand", "played", "players"))
PER_PLAYER = 4 + RANKS


@kernel
def observe(s, t, player, out):
    """Write the observation of `player`."""
    out[:] = 0
    out[TURN] = s.trick
    out[TURN + 1] = s.phase
    out[TURN + 2] = s.prize
    out[TURN + 3] = CARDS - s.deck_pos
    for rank in range(RANKS):
        out[HAND + rank] = s.hand[player, rank]
    if s.played[player] != NONE:
        out[PLAYED + s.played[player]] = 1
    for i in range(s.num_players):
        p = (player + i) % s.num_players
        at = EVERYONE + i * PER_PLAYER
        out[at] = s.points[p]
        for rank in range(RANKS):
            out[at + 1] += s.hand[p, rank]
        out[at + 2] = s.played[p] != NONE
        out[at + 3] = p == s.leader
        if s.shown[p] != NONE:
            out[at + 4 + s.shown[p]] = 1


@kernel
def evaluate(s, t, player):
    """The lead in points over the best other player, as a share of the most points there are."""
    best_other = 0
    for p in range(s.num_players):
        if p != player:
            best_other = max(best_other, s.points[p])
    return (s.points[player] - best_other) / MOST_POINTS
