"""The loop behind every façade with one learner a game: the learner acts, then the others until it is asked again.

Opponents that play at random do so here, in the same compiled loop; for a row whose opponent is an agent the loop
stops, counts it as waiting, and goes on in the next call. Nothing here depends on how rows are split into calls.
"""

from __future__ import annotations

import numpy as np

from arkade.bits import borrowed
from arkade.jit import kernel, loop
from arkade.loops import choice_stream, deal_seed, lead, observe_row
from arkade.records import ENDED, LIVE
from arkade.rng import hash2, scaled
from arkade.verbs import NO_TEAM, WIN, legal, random_action, reset, returns, step, team_points

MARGIN_CHANGE = 3  # a further reward code: the change of the lead in points since the learner's last move
DISABLED, NEXT_STEP, SAME_STEP = 0, 1, 2  # when a new game is dealt after an end
ROTATE, RANDOM_SEAT = -1, -2  # seats other than a fixed one
RANDOM_PLAY = 0  # who plays an opponent: at random, or agent 1, 2, …
ACT, GO_ON = 0, 1  # modes of `play`
TO_DEAL, DEALT, READY, PLAYING, LOST, OVER = 0, 1, 2, 3, 4, 5  # stages of a row
_SEATS = 3  # role of the stream of random seats

SETTINGS = np.dtype(
    [
        ("seed", "u8"),
        ("seat", "i8"),  # the learner's player, ROTATE or RANDOM_SEAT
        ("reward", "i8"),  # code of the reward
        ("reward_scale", "f8"),
        ("autoreset", "i8"),  # DISABLED, NEXT_STEP or SAME_STEP
        ("lose", "i8"),  # 1: an illegal action loses the game, 0: it is refused
    ],
    align=True,
)
LEARNER = np.dtype(
    [
        ("stage", "i8"),
        ("player", "i8"),  # the learner's player in this game
        ("game", "i8"),  # games dealt before this one
        ("choices", "i8"),  # random choices of opponents in this game
        ("margin", "i8"),  # its lead when the learner was last asked
        ("reward", "f8"),  # for the learner's last move
        ("over", "i8"),  # how the last move left the game: LIVE, ENDED or STOPPED
        (
            "winner_share",
            "f8",
        ),  # of the game that the last move ended: 1/w for each of w winners, 1 for a team's success
        ("total", "f8"),  # rewards of this game, or of the one that the last move ended
        ("length", "i8"),  # moves of the learner in it
    ],
    align=True,
)


@loop
def play(states, tables, blank, settings, learners, opponents, actions, scratch, scale, out, mode):
    """With ACT play the learners' actions, then in both modes the opponents until each learner is asked again.

    Fills `out`: observations, masks and the last observations of games that ended, one row each. Returns how many rows
    wait for an agent; or -1 - e where row e refuses its action, in which case nothing has changed.
    """
    t, c = tables[0], settings[0]
    mask, raw, points, results = scratch
    observations, masks, final_observations = out
    mask, masks = borrowed(mask), borrowed(masks)
    n = states.shape[0]
    if mode == ACT and c.lose == 0:
        for e in range(n):
            if learners[e].stage == READY and not _allowed(states[e], t, actions[e], mask):
                return -1 - e
    waiting = 0
    for e in range(n):
        s, r = states[e], learners[e]
        if mode == ACT:
            _act(s, t, c, r, actions[e], mask)
        elif r.stage == READY or r.stage == OVER:
            continue
        while _play_on(s, t, c, r, opponents, mask, points, results, e):
            if r.stage == OVER:
                observe_row(s, t, r.player, raw, scale, final_observations, e)
            states[e] = blank[0]
            _deal(s, t, c, r, points, e)
        if r.stage != OVER and s.current_player != r.player:
            waiting += 1
            continue
        _ask(s, t, c, r, points, masks, e)
        observe_row(s, t, r.player, raw, scale, observations, e)
    return waiting


@kernel
def _allowed(s, t, action, mask):
    if action < 0 or action >= mask.shape[0]:
        return False
    legal(s, t, mask)
    return mask[action] != 0


@kernel
def _act(s, t, c, r, action, mask):
    """Play the learner's action; where its game is over, ask for a new one."""
    if r.over != LIVE:
        r.total = 0.0
        r.length = 0
    r.reward = 0.0
    r.over = LIVE
    if r.stage == READY:
        r.length += 1
        r.stage = PLAYING
        if c.lose == 0 or _allowed(s, t, action, mask):
            step(s, t, action)
        else:
            r.stage = LOST
    elif c.autoreset != DISABLED:
        r.stage = TO_DEAL


@kernel
def _play_on(s, t, c, r, opponents, mask, points, results, e):
    """Play up to where the learner or an agent decides, or the game ends; True where a new game is to be dealt."""
    if r.stage == PLAYING or r.stage == DEALT:
        _play_random(s, t, c, r, opponents, mask, e)
        if s.over == LIVE:
            return False
    if r.stage == PLAYING or r.stage == LOST:
        _end(s, t, c, r, points, results)
        return c.autoreset == SAME_STEP
    return r.stage != OVER  # TO_DEAL, or DEALT and over before the learner was asked


@kernel
def _deal(s, t, c, r, points, e):
    r.game += 1
    seed = deal_seed(c.seed, e, r.game)
    reset(s, t, seed)
    r.player = c.seat
    if c.seat == ROTATE:
        r.player = (e + r.game) % s.num_players
    elif c.seat == RANDOM_SEAT:
        r.player = scaled(hash2(seed, _SEATS), s.num_players)
    r.choices = 0
    r.margin = lead(s, t, r.player, points)
    r.stage = DEALT


@kernel
def _play_random(s, t, c, r, opponents, mask, e):
    n = s.num_players
    stream = hash2(choice_stream(c.seed, e), r.game)
    while s.over == LIVE and s.current_player != r.player:
        if opponents[(s.current_player - r.player - 1 + n) % n] != RANDOM_PLAY:
            return
        step(s, t, random_action(s, t, mask, hash2(stream, r.choices)))
        r.choices += 1


@kernel
def _end(s, t, c, r, points, results):
    """Write the result of the game that the learner's last move led to, and leave the row over."""
    lost = r.stage == LOST
    r.over = ENDED if lost else s.over
    r.winner_share = 0.0
    if not lost:
        returns(s, t, WIN, results)
        r.winner_share = _winner_share(s, t, r, results)
    if lost:
        r.reward = -c.reward_scale
    elif c.reward == MARGIN_CHANGE:
        _reward_margin_change(s, t, c, r, points)
    else:
        returns(s, t, c.reward, results)
        r.reward = results[r.player] * c.reward_scale
    r.total += r.reward
    r.stage = OVER


@kernel
def _winner_share(s, t, r, results):
    """1 / w for each of w winners; where all share one result 1 for a success."""
    if team_points(s, t) != NO_TEAM:
        return 1.0 if results[r.player] > 0 else 0.0
    best, winners = results[0], 0
    for p in range(s.num_players):
        best = max(best, results[p])
    for p in range(s.num_players):
        winners += results[p] == best
    return 1 / winners if results[r.player] == best else 0.0


@kernel
def _ask(s, t, c, r, points, masks, e):
    """Ask the learner of row `e`, or show it that its game is over: its mask, and the reward of its last move."""
    if r.stage == PLAYING and c.reward == MARGIN_CHANGE:
        _reward_margin_change(s, t, c, r, points)
        r.total += r.reward
    if r.stage == OVER:
        masks[e, :] = 0
    else:
        r.stage = READY
        legal(s, t, masks[e])


@kernel
def _reward_margin_change(s, t, c, r, points):
    margin = lead(s, t, r.player, points)
    r.reward = (margin - r.margin) * c.reward_scale
    r.margin = margin
