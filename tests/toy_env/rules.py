"""What is legal and what an action does."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import ENDED, LIVE, NONE, STOPPED
from arkade.results import write_results
from arkade.rng import below
from toy_env.actions import GAMBLE, KEEP, PLAY
from toy_env.state import CARDS, PLAYING, PRIZE, RANKS

MOST_POINTS = 36  # six tricks of three points, doubled


@kernel
def legal(s, t, mask):
    """Write the mask: the ranks in hand, or the two answers about a prize."""
    mask[:] = 0
    if s.over != LIVE:
        return
    if s.phase == PRIZE:
        mask[KEEP] = 1
        mask[GAMBLE] = 1
        return
    for rank in range(RANKS):
        if s.hand[s.current_player, rank] > 0:
            mask[PLAY + rank] = 1


@kernel
def step(s, t, action):
    """Play a card or decide about the prize, then what follows of itself."""
    if s.phase == PRIZE:
        _decide_prize(s, t, action)
    else:
        _play_card(s, t, action - PLAY)


@kernel
def start_trick(s, t):
    """Roll the trick's prize and let the leader play."""
    s.prize = 1 + below(s, t.prizes)
    s.phase = PLAYING
    s.current_player = s.leader


@kernel
def draw_card(s, p):
    """Give player `p` the next card of the deck, if there is one."""
    if s.deck_pos < CARDS:
        s.hand[p, s.deck[s.deck_pos]] += 1
        s.deck[s.deck_pos] = NONE
        s.deck_pos += 1


@kernel
def _play_card(s, t, rank):
    p = s.current_player
    s.hand[p, rank] -= 1
    s.played[p] = rank
    s.current_player = (p + 1) % s.num_players
    if s.current_player == s.leader:
        _show_cards(s, t)


@kernel
def _show_cards(s, t):
    best, winner = -1, NONE
    for p in range(s.num_players):
        s.shown[p] = s.played[p]
        s.played[p] = NONE
        strength = t.strength[s.shown[p]]
        if strength > best:
            best, winner = strength, p
        elif strength == best:
            winner = NONE
    if winner == NONE:
        _end_trick(s, t)
        return
    s.phase = PRIZE
    s.leader = winner
    s.current_player = winner


@kernel
def _decide_prize(s, t, action):
    if action == KEEP:
        s.points[s.current_player] += s.prize
    elif below(s, 2) == 1:
        s.points[s.current_player] += 2 * s.prize
    _end_trick(s, t)


@kernel
def _end_trick(s, t):
    s.trick += 1
    for p in range(s.num_players):
        draw_card(s, p)
    cards_left = 0
    for rank in range(RANKS):
        cards_left += s.hand[s.leader, rank]
    if cards_left > 0 and s.trick < s.max_tricks:
        start_trick(s, t)
        return
    s.over = STOPPED if cards_left > 0 else ENDED
    s.current_player = NONE


@kernel
def scores(s, t, out):
    """Write each player's points."""
    for p in range(s.num_players):
        out[p] = s.points[p]


@kernel
def returns(s, t, reward, out):
    """Write each player's result: WIN, RANK or MARGIN; 0 while the game is live."""
    if s.over == LIVE:
        for p in range(s.num_players):
            out[p] = 0
    else:
        write_results(s.points, s.points, s.num_players, reward, MOST_POINTS, out)
