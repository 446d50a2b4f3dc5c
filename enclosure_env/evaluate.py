"""A cheap value of a position, for greedy play and search (RULES.md section 8)."""

from __future__ import annotations

import math

from arkade.jit import kernel
from enclosure_env.conditions import missing_tokens
from enclosure_env.habitat import count_done
from enclosure_env.scoring import score
from enclosure_env.state import CREATURES, MOVEMENTS

LEAD = 20.0  # a lead of this many points is a value of tanh(1)


@kernel
def evaluate(s, t, player):
    own, best_other = 0.0, -math.inf
    for p in range(s.num_players):
        worth = _worth(s, t, p)
        if p == player:
            own = worth
        else:
            best_other = max(best_other, worth)
    if s.current_player == player:
        for creature in range(CREATURES):
            own += 0.2 * s.pending[creature]
    return math.tanh((own - best_other) / LEAD)


@kernel
def _worth(s, t, p):
    points = score(s, t, p) + 0.5 * count_done(s, p) + 2.0 * s.private_done[p]
    for i in range(s.research_count[p]):
        card = s.research[p, i]
        points += (t.card_ep[card] + 1) * 0.6 ** (missing_tokens(s, t, p, card) + 1)
    for card in range(MOVEMENTS):
        points += 0.15 * ((s.hand[p] >> card) & 1)
    return points
