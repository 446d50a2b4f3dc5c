"""Loops over the verbs, written once for all games.

A loop takes arrays with one row per game and the game's `tables` (TABLES[1]). The body that handles rows
`start..stop-1` is a kernel; the serial and the threaded loop share it, so the thread count cannot change a byte.
Choices of random play come from a hash of (seed, row, step), never from a state's own generator.
"""

from __future__ import annotations

import numba
import numpy as np
from numba.extending import overload

from arkade.bits import borrowed, fetch_ahead
from arkade.choice import choose
from arkade.jit import kernel, loop
from arkade.records import ENDED, LIVE, NONE, STOPPED
from arkade.rng import hash2
from arkade.verbs import (
    NO_TEAM,
    determinize,
    evaluate,
    legal,
    observe,
    random_action,
    reset,
    returns,
    scores,
    step,
    team_points,
)

# Roles that keep the streams of random play apart.
DEALS, CHOICES = 1, 2
AHEAD = 2  # rows that a batch loop fetches ahead
REFUSED = -2  # what `turn` returns for an illegal action


@kernel
def deal_seed(seed, row, k):
    """The seed of game `k` of `row`: deals do not depend on how earlier games were played."""
    return hash2(hash2(hash2(seed, DEALS), row), k)


@kernel
def choice_stream(seed, row):
    """The stream of random choices of `row`; `hash2(stream, step)` is one choice."""
    return hash2(hash2(seed, CHOICES), row)


# --- one verb over all rows ----------------------------------------------------------------------------------------


@loop
def reset_rows(states, tables, blank, seeds):
    """Deal a new game into every row; every byte of the row is written."""
    t = tables[0]
    for e in range(states.shape[0]):
        states[e] = blank[0]
        reset(states[e], t, seeds[e])


@loop
def legal_rows(states, tables, masks):
    """Write every row's mask."""
    t = tables[0]
    for e in range(states.shape[0]):
        legal(states[e], t, masks[e])


@loop
def step_rows(states, tables, actions, mask):
    """Step every row; a row that is over takes NONE only.

    Returns NONE, or the first row whose action is not legal, in which case no row has changed. `mask` is scratch.
    """
    t = tables[0]
    for e in range(states.shape[0]):
        action = actions[e]
        if states[e].over != LIVE:
            if action != NONE:
                return e
            continue
        if action < 0 or action >= mask.shape[0]:
            return e
        legal(states[e], t, mask)
        if mask[action] == 0:
            return e
    for e in range(states.shape[0]):
        if actions[e] != NONE:
            step(states[e], t, actions[e])
    return NONE


@loop
def observe_rows(states, tables, players, raw, scale, out):
    """Write `players[e]`'s observation of every row, raw numbers times `scale`; zeros for player NONE."""
    t = tables[0]
    for e in range(states.shape[0]):
        observe_row(states[e], t, players[e], raw, scale, out, e)


def observe_row(s, t, player, raw, scale, out, e):
    """Write `player`'s observation into row `e` of `out`: raw where that is uint8, else times `scale`; zeros for NONE."""
    (_observe_raw if out.dtype == np.uint8 else _observe_scaled)(s, t, player, raw, scale, out, e)


@kernel
def _observe_raw(s, t, player, raw, scale, out, e):
    row = borrowed(out)[e]
    if player == NONE:
        row[:] = 0
    else:
        observe(s, t, player, row)


@kernel
def _observe_scaled(s, t, player, raw, scale, out, e):
    raw = borrowed(raw)
    if player == NONE:
        raw[:] = 0
    else:
        observe(s, t, player, raw)
    for i in range(raw.shape[0]):
        out[e, i] = raw[i] * scale[i]


@overload(observe_row, jit_options={"nogil": True, "error_model": "numpy"})
def _observe_row(s, t, player, raw, scale, out, e):
    chosen = _observe_raw if out.dtype == numba.types.uint8 else _observe_scaled
    return lambda s, t, player, raw, scale, out, e: chosen(s, t, player, raw, scale, out, e)


@loop
def scores_rows(states, tables, out):
    """Write every player's points in every row."""
    t = tables[0]
    for e in range(states.shape[0]):
        scores(states[e], t, out[e])


@kernel
def lead(s, t, player, points):
    """By how many points `player` is ahead of the best other one; the points of the team where all share one result.

    Who plays alone has its own points. `points` is scratch.
    """
    shared = team_points(s, t)
    if shared != NO_TEAM:
        return int(shared)
    scores(s, t, points)
    best_other = NONE
    for p in range(s.num_players):
        if p != player and (best_other == NONE or points[p] > points[best_other]):
            best_other = p
    return int(points[player]) - (0 if best_other == NONE else int(points[best_other]))


@loop
def lead_rows(states, tables, players, points, out):
    """Write `players[e]`'s lead in every row; `points` is scratch."""
    t = tables[0]
    for e in range(states.shape[0]):
        out[e] = lead(states[e], t, players[e], points)


@loop
def returns_rows(states, tables, reward, out):
    """Write every player's result in every row; 0 where the game is live."""
    t = tables[0]
    for e in range(states.shape[0]):
        returns(states[e], t, reward, out[e])


@loop
def determinize_rows(states, tables, players, seeds):
    """Deal anew what `players[e]` cannot know, in every row."""
    t = tables[0]
    for e in range(states.shape[0]):
        determinize(states[e], t, players[e], seeds[e])


@loop
def evaluate_rows(states, tables, players, out):
    """Write `players[e]`'s value of every row."""
    t = tables[0]
    for e in range(states.shape[0]):
        out[e] = evaluate(states[e], t, players[e])


@loop
def hash_rows(words, out):
    """Write a 64-bit hash of every row of `words`, the states seen as uint64."""
    for e in range(words.shape[0]):
        h = np.uint64(words.shape[1])
        for i in range(words.shape[1]):
            h = hash2(h, words[e, i])
        out[e] = h


@loop
def deal_seeds(seed, games, out):
    """Write the seed of game `games[e]` of every row `e` of an environment that was given `seed`."""
    for e in range(games.shape[0]):
        out[e] = deal_seed(seed, e, games[e])


@loop
def turn(states, tables, action, mask):
    """Play `action` in the only row and write the next mask; returns who is to move, or REFUSED: nothing changed."""
    s, t = states[0], tables[0]
    if action < 0 or action >= mask.shape[0]:
        return REFUSED
    legal(s, t, mask)
    if mask[action] == 0:
        return REFUSED
    step(s, t, action)
    legal(s, t, mask)
    return int(s.current_player)


# --- random play in the kernel -------------------------------------------------------------------------------------


@kernel
def _rollout(states, t, blank, steps, seed, first, mask, games, start, stop):
    for e in range(start, stop):
        s = states[e]
        stream = choice_stream(seed, first + e)
        finished = 0
        for i in range(steps):
            if s.over != LIVE:
                states[e] = blank[0]
                reset(s, t, deal_seed(seed, first + e, finished))
            step(s, t, random_action(s, t, mask, hash2(stream, i)))
            if s.over != LIVE:
                finished += 1
        games[e] = finished


@loop
def rollout(states, tables, blank, steps, seed, first, masks, games):
    """Play `steps` uniformly random actions in every row, dealing anew after an end; count the games that ended.

    Row `e` is played as row `first + e`.
    """
    _rollout(states, tables[0], blank, steps, seed, first, borrowed(masks)[0], games, 0, states.shape[0])


@loop(parallel=True)
def rollout_threaded(states, tables, blank, steps, seed, first, masks, games):
    """`rollout` with one chunk of rows for each row of `masks` (scratch), on as many threads."""
    n, chunks = states.shape[0], masks.shape[0]
    for c in numba.prange(chunks):
        mask = borrowed(masks)[c]
        start, stop = c * n // chunks, (c + 1) * n // chunks
        _rollout(states, tables[0], blank, steps, seed, first, mask, games, start, stop)


@loop
def playout(states, tables, seed, first, mask, reward, out):
    """Play every row `e` to its end as row `first + e`, uniformly at random, and write the results; `mask` is scratch."""
    t, mask = tables[0], borrowed(mask)
    for e in range(states.shape[0]):
        s = states[e]
        stream = choice_stream(seed, first + e)
        i = 0
        while s.over == LIVE:
            step(s, t, random_action(s, t, mask, hash2(stream, i)))
            i += 1
        returns(s, t, reward, out[e])


# --- the batch environment -----------------------------------------------------------------------------------------


@loop
def sample_rows(masks, seed, i, out):
    """Write a uniformly random legal action of every row, NONE where there is none."""
    masks = borrowed(masks)
    for e in range(masks.shape[0]):
        out[e] = choose(masks[e], hash2(choice_stream(seed, e), i))


@loop
def first_illegal(masks, actions):
    """The first row whose action is not in its mask, or NONE."""
    for e in range(masks.shape[0]):
        if actions[e] < 0 or actions[e] >= masks.shape[1] or masks[e, actions[e]] == 0:
            return e
    return NONE


@kernel
def _clear(numbers, start, stop):
    for i in range(start, stop):
        numbers[i] = 0


@kernel
def _advance(states, t, blank, seed, reward, dealing, lose, actions, games, raw, scale, out, start, stop):
    """Step rows `start..stop-1`, deal anew where a game ended, and fill the arrays of `out` (see `BatchEnv`).

    With `dealing` nothing is played: every row leaves its game for a new one. With `lose` an illegal action ends the
    game as it stands: -1 for its player, 0 for the others.
    """
    observations, masks, players, rewards, terminated, truncated, final_scores, final_observations = out
    masks, rewards, final_scores = borrowed(masks), borrowed(rewards), borrowed(final_scores)
    observing = observations.shape[0] > 0
    _clear(rewards.reshape(-1), start * rewards.shape[1], stop * rewards.shape[1])
    _clear(final_scores.reshape(-1), start * rewards.shape[1], stop * rewards.shape[1])
    for e in range(start, stop):
        fetch_ahead(states, min(e + AHEAD, stop - 1))
        s = states[e]
        mover, action, over = s.current_player, actions[e], LIVE
        lost = lose and (action < 0 or action >= masks.shape[1] or masks[e, action] == 0)
        if not dealing:
            if lost:
                over = ENDED
            else:
                step(s, t, action)
                over = s.over
        terminated[e] = over == ENDED
        truncated[e] = over == STOPPED
        if over != LIVE:
            if lost:
                rewards[e, mover] = -1
            else:
                returns(s, t, reward, rewards[e])
            scores(s, t, final_scores[e])
            if observing:
                observe_row(s, t, mover, raw, scale, final_observations, e)
            games[e] += 1
        if dealing or over != LIVE:
            states[e] = blank[0]
            reset(s, t, deal_seed(seed, e, games[e]))
        legal(s, t, masks[e])
        players[e] = s.current_player
        if observing:
            observe_row(s, t, s.current_player, raw, scale, observations, e)


@loop
def advance(states, tables, blank, seed, reward, dealing, lose, actions, games, raws, scale, out):
    """One step of a batch environment with same-step autoreset, or a deal."""
    n, t = states.shape[0], tables[0]
    _advance(states, t, blank, seed, reward, dealing, lose, actions, games, raws[0], scale, out, 0, n)


@loop(parallel=True)
def advance_threaded(states, tables, blank, seed, reward, dealing, lose, actions, games, raws, scale, out):
    """`advance` with one chunk of rows for each row of `raws` (scratch), on as many threads."""
    n, chunks = states.shape[0], raws.shape[0]
    for c in numba.prange(chunks):
        t = tables[0]
        start, stop = c * n // chunks, (c + 1) * n // chunks
        _advance(states, t, blank, seed, reward, dealing, lose, actions, games, raws[c], scale, out, start, stop)
