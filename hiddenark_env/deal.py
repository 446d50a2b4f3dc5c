"""Setting a game up, and what nobody can know (RULES.md 5.1, D43)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.rng import reseed
from hiddenark_env.components import ESCALATION_KINDS, TOKEN_KINDS
from hiddenark_env.state import DISPLAY, N_RESOURCES
from hiddenark_env.supply import draw_token, place_tiles, reveal
from hiddenark_env.turns import settle


@kernel
def reset(s, t, seed):
    """Set the map up by chance; the last player places the first station (R2-R8)."""
    s.rng = seed
    for k in range(TOKEN_KINDS):
        s.pool[k] = t.token_count[k]
    s.pool_n = t.token_n
    for e in range(ESCALATION_KINDS):
        s.esc_left[e] = t.esc_count[e]
    place_tiles(s, t)
    reveal(s, DISPLAY)
    for location in range(t.n_loc[s.board]):
        s.loc_token[location] = draw_token(s)
    for p in range(s.num_players):
        for r in range(N_RESOURCES):
            s.res[p, r] = 0 if s.uphill else t.start[r]
    s.current_player = s.num_players - 1
    settle(s, t)


@kernel
def determinize(s, t, player, seed):
    """Start the generator anew: what is drawn later is all that anybody cannot know (D2, D43)."""
    reseed(s, seed)
