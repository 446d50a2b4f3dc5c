"""`check`: does a Game keep the promises that agents, searches and façades rely on? For our games and for yours."""

from __future__ import annotations

import dataclasses
import json
import pickle
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from arkade import loops
from arkade.conformance_sample import ConformanceError, Sample, play_sample
from arkade.envs.batch import BatchEnv
from arkade.game import Game, IllegalAction
from arkade.jit import loop
from arkade.loops import choice_stream
from arkade.records import LIVE, NONE
from arkade.rng import hash2
from arkade.verbs import REWARDS, random_action

__all__ = ["ConformanceError", "Report", "check"]


@dataclasses.dataclass(frozen=True)
class Report:
    """What `check` looked at."""

    game: str
    seed: int
    games: int  # random games played to the end
    steps: int  # actions in them
    positions: int  # positions looked at closely
    checks: tuple[str, ...]  # what held


def check(game: Game, *, games: int = 20, seed: int = 0, positions: int = 100, hidden: bool = True) -> Report:
    """Play `games` random games and check everything that a Game promises; ConformanceError where it does not hold.

    `positions` of them, the ends included, are looked at closely. `hidden=False` is for games in which every player
    knows everything but the dice: `determinize` may then leave all but the generator as it is.
    """
    checks: dict[str, Callable[[Sample], None]] = {
        "actions": _check_actions,
        "reset": _check_reset,
        "replay": _check_replay,
        "ends": _check_ends,
        "leads": _check_leads,
        "masks": _check_masks,
        "random actions": _check_random_actions,
        "reading changes nothing": _check_reading,
        "observations": _check_observations,
        "determinize": _check_determinize,
        "dictionaries": _check_dicts,
        "pictures": _check_pictures,
        "pickle": _check_pickle,
        "random play": _check_random_play,
        "batch environment": _check_batch,
    }
    if hidden:
        checks["hidden information"] = _check_hidden
    sample = play_sample(game, games, seed, positions)
    for run in checks.values():
        run(sample)
    steps = int(sum((actions != NONE).sum() for actions in sample.log))
    return Report(game.name, seed, games, steps, len(sample.labels), tuple(checks))


def _check_actions(c: Sample) -> None:
    actions, described = c.game.actions, dict[str, int]()
    for action in range(c.game.num_actions):
        kind, params = actions.decode(action)
        if actions.encode(kind, **params) != action:
            c.fail(f"encode does not undo decode of action {action} {kind} {params}")
        text = actions.describe(action)
        if text in described:
            c.fail(f"actions {described[text]} and {action} are both described as {text!r}")
        described[text] = action


def _check_reset(c: Sample) -> None:
    fresh = c.game.new(len(c.deals))
    garbage = np.frombuffer(np.random.default_rng(c.seed).bytes(fresh.nbytes), c.game.state_dtype).copy()
    c.game.reset(fresh, c.deals)
    c.game.reset(garbage, c.deals)
    if fresh.tobytes() != garbage.tobytes():
        c.fail("reset does not overwrite every byte: a used buffer is dealt otherwise than a new one")
    if len(c.deals) > 1 and len({state.tobytes() for state in fresh}) == 1:
        c.fail("all seeds deal the same game")


def _check_replay(c: Sample) -> None:
    """The same deals and actions, game by game, give the same bytes as all games in one batch."""
    for e, deal in enumerate(c.deals):
        state = c.game.new(1)
        c.game.reset(state, deal)
        for actions in c.log:
            c.game.step(state, actions[e : e + 1])
        if state.tobytes() != c.finals[e].tobytes():
            c.fail("the same deal and actions ended otherwise alone than in a batch", f"game {e} (deal {deal})")


def _check_ends(c: Sample) -> None:
    game, over = c.game, c.game.over(c.states)
    players = game.current_player(c.states)
    for i in np.flatnonzero((players == NONE) != over):
        c.fail(f"current_player is {players[i]} where over is {over[i]}", c.labels[i])
    for reward in REWARDS:
        returns = game.returns(c.states, reward)
        if returns[~over].any():
            c.fail(
                f"returns({reward!r}) are not 0 in a live game",
                c.labels[np.flatnonzero(~over & returns.any(axis=1))[0]],
            )
        wrong = np.flatnonzero(~(np.abs(returns) <= 1).all(axis=1))
        if len(wrong):
            c.fail(f"returns({reward!r}) are {returns[wrong[0]].tolist()}, not in [-1, 1]", c.labels[wrong[0]])
        _check_sums(c, reward, returns)
    for i in np.flatnonzero(over):
        if game.legal(c.states[i : i + 1]).any():
            c.fail("an action is legal after the end", c.labels[i])
        _refuse(c, c.states[i : i + 1], 0, c.labels[i])


def _check_sums(c: Sample, reward: str, returns: NDArray[np.float32]) -> None:
    """Where the result is shared all have the same, else "win" and "rank" add up to 0."""
    if c.game.shared:
        apart = (returns != returns[:, :1]).any(axis=1)
        if apart.any():
            c.fail(f"returns({reward!r}) differ between players who share one result", c.labels[int(apart.argmax())])
        return
    sums = np.abs(returns.sum(axis=1))
    if reward != "margin" and c.game.num_players > 1 and (sums > 1e-5).any():
        c.fail(f"returns({reward!r}) do not sum to 0", c.labels[int(sums.argmax())])


def _check_leads(c: Sample) -> None:
    """The points that `margin_change` pays: alike for a team, else never above the lead over any other player."""
    game, scores = c.game, c.game.scores(c.states).astype(np.int64)
    leads = np.stack([game.leads(c.states, np.full(len(c.states), p)) for p in range(game.num_players)], axis=1)
    if game.shared:
        wrong = (leads != leads[:, :1]).any(axis=1)
    else:
        wrong = np.zeros(len(leads), np.bool_)
        for p in range(game.num_players):
            others = np.delete(scores, p, axis=1)
            wrong |= leads[:, p] != scores[:, p] - (others.max(axis=1) if others.shape[1] else 0)
    if wrong.any():
        i = int(wrong.argmax())
        c.fail(f"leads are {leads[i].tolist()} with scores {scores[i].tolist()}", c.labels[i])


@loop
def random_action_rows(states, tables, mask, seed, i, out):
    """What `sample_rows` writes for the masks of the rows, through `random_action`; `mask` is scratch."""
    t = tables[0]
    for e in range(states.shape[0]):
        out[e] = random_action(states[e], t, mask, hash2(choice_stream(seed, e), i))


def _check_random_actions(c: Sample) -> None:
    """`random_action` draws from the legal actions as from their mask."""
    game, seed = c.game, np.uint64(c.seed)
    masks, scratch = game.legal(c.states), np.zeros(game.num_actions, np.int8)
    wanted, found = np.zeros((2, len(masks)), np.int64)
    for i in range(20):
        loops.sample_rows(masks, seed, i, wanted)
        random_action_rows(c.states, game.tables, scratch, seed, i, found)
        for row in np.flatnonzero(wanted != found)[:1]:
            c.fail(f"random_action is {found[row]} where the mask gives {wanted[row]}", c.labels[row])


def _check_masks(c: Sample) -> None:
    """Every action of a mask can be played and every other is refused, at any position."""
    random = np.random.default_rng(c.seed)
    for state, where in c.each():
        mask, before = c.game.legal(state)[0], state.tobytes()
        if mask.dtype != np.int8 or not np.isin(mask, (0, 1)).all():
            c.fail("the mask is not int8 of 0 and 1", where)
        if c.game.over(state)[0]:
            continue
        for action in np.flatnonzero(mask):
            after, neighbours = np.repeat(state, 3), np.repeat(state, 3)
            try:
                c.game.step(after[1:2], [action])
            except IllegalAction as error:
                c.fail(f"an action of the mask is refused: {error}", where)
            if after[0].tobytes() != neighbours[0].tobytes() or after[2].tobytes() != before:
                c.fail(f"action {action} changed another state", where)
            _check_live(c, after[1:2], f"{where}, action {action}")
        refused = np.append(random.permutation(np.flatnonzero(mask == 0))[:20], [NONE, c.game.num_actions])
        for action in refused:
            _refuse(c, state, int(action), where)


def _check_live(c: Sample, state: np.ndarray, where: str) -> None:
    over, player, mask = c.game.over(state)[0], c.game.current_player(state)[0], c.game.legal(state)[0]
    if over != (player == NONE) or not NONE <= player < c.game.num_players:
        c.fail(f"leads to current_player {player} with over {over}", where)
    if bool(mask.any()) == bool(over):
        c.fail("leads to a live game in which nothing is legal, or to an end in which something is", where)


def _refuse(c: Sample, state: np.ndarray, action: int, where: str) -> None:
    before = state.tobytes()
    try:
        c.game.step(state, [action])
    except IllegalAction:
        if state.tobytes() != before:
            c.fail(f"refusing action {action} changed the state", where)
        return
    c.fail(f"action {action} is not in the mask but was played", where)


def _check_observations(c: Sample) -> None:
    layout, n = c.game.observation_layout, len(c.states)
    for p in range(c.game.num_players):
        players = np.full(n, p)
        raw = c.game.observe(c.states, players, np.uint8)
        wrong = np.argwhere(raw > layout.bounds)
        if len(wrong):
            i, k = wrong[0]
            c.fail(f"element {k} of player {p}'s observation is {raw[i, k]}, above {layout.bounds[k]}", c.labels[i])
        again = c.game.observe(c.states, players, np.uint8, out=np.full_like(raw, 255))
        scaled = c.game.observe(c.states, players, np.float32)
        if (raw != again).any() or (scaled != raw * layout.scale).any():
            c.fail(f"player {p}'s observation differs from call to call, or float32 is not raw times scale")
        if not ((scaled >= 0) & (scaled <= 1)).all():
            c.fail(f"player {p}'s float32 observation is not in [0, 1]")


def _check_reading(c: Sample) -> None:
    game, states = c.game, c.states.copy()
    players = np.zeros(len(states), np.int64)
    game.legal(states), game.observe(states, players), game.scores(states), game.returns(states), game.hash(states)
    values = game.evaluate(states, players)
    if states.tobytes() != c.states.tobytes():
        c.fail("legal, observe, scores, returns, hash or evaluate changed a state")
    if not (np.abs(values) <= 1).all():
        c.fail("evaluate is not in [-1, 1]", c.labels[int(np.argmin(np.abs(values) <= 1))])


def _check_determinize(c: Sample) -> None:
    """What the observer sees stays; what comes out depends on the seed, and not on the state's own generator."""
    game, live = c.game, c.states[~c.game.over(c.states)]
    labels = [label for label, over in zip(c.labels, c.game.over(c.states), strict=True) if not over]
    seeds = np.arange(len(live), dtype=np.uint64)
    for p in range(game.num_players):
        worlds, others = live.copy(), live.copy()
        others["rng"] ^= np.uint64(0x5555)
        players = np.full(len(live), p)
        for states in (worlds, others):
            game.determinize(states, players, seeds)
        seen, seen_before = game.observe(worlds, players, np.uint8), game.observe(live, players, np.uint8)
        masks, masks_before = game.legal(worlds), game.legal(live)
        own = game.current_player(live) == p
        for i, where in enumerate(labels):
            if worlds[i].tobytes() != others[i].tobytes():
                c.fail(f"determinize for player {p} depends on the state's generator, or on more than its seed", where)
            if (seen[i] != seen_before[i]).any():
                block = _block(c, int(np.flatnonzero(seen[i] != seen_before[i])[0]))
                c.fail(f"determinize for player {p} changed what it sees: {block}", where)
            if own[i] and (masks[i] != masks_before[i]).any():
                c.fail(f"determinize for player {p} changed its mask", where)
            if worlds["current_player"][i] != live["current_player"][i] or worlds["over"][i] != LIVE:
                c.fail(f"determinize for player {p} changed who is to move", where)
            _check_live(c, worlds[i : i + 1], f"{where}, determinized for player {p}")


def _check_hidden(c: Sample) -> None:
    """Something other than the generator is dealt anew for every player, and not always alike."""
    for p in range(c.game.num_players):
        worlds = [c.states.copy(), c.states.copy()]
        for seed, states in enumerate(worlds):
            c.game.determinize(states, np.full(len(states), p), seed)
            states["rng"] = c.states["rng"]
        if worlds[0].tobytes() == c.states.tobytes() or worlds[0].tobytes() == worlds[1].tobytes():
            c.fail(f"determinize deals nothing anew for player {p}")


def _block(c: Sample, element: int) -> str:
    for name, place in c.game.observation_layout.slices.items():
        if place.start <= element < place.stop:
            return f"element {element - place.start} of block {name!r}"
    return f"element {element}"


def _check_dicts(c: Sample) -> None:
    for state, where in c.each():
        before = state.tobytes()
        position = c.game.to_dict(state)
        if state.tobytes() != before:
            c.fail("to_dict changed the state", where)
        try:
            through = json.loads(json.dumps(position))
        except TypeError as error:
            c.fail(f"to_dict gives what JSON cannot hold: {error}", where)
        for form in (position, through):
            back = c.game.from_dict(form)
            if back.tobytes() != before:
                names = [name for name in state.dtype.names or () if (back[name] != state[name]).any()]
                c.fail(f"from_dict(to_dict(state)) differs in {', '.join(names) or 'padding'}", where)


def _check_pictures(c: Sample) -> None:
    for state, where in c.each()[::5]:
        before = state.tobytes()
        for player in (None, *range(c.game.num_players)):
            if not c.game.text(state, player).strip():
                c.fail(f"text is empty for player {player}", where)
            try:
                ElementTree.fromstring(c.game.svg(state, player))
            except ElementTree.ParseError as error:
                c.fail(f"svg for player {player} is not well-formed: {error}", where)
        _check_words(c, state, where)
        if state.tobytes() != before:
            c.fail("text, svg or words changed the state", where)


def _check_words(c: Sample, state: np.ndarray, where: str) -> None:
    """Words tell every legal action from the others."""
    said = dict[str, int]()
    for action in np.flatnonzero(c.game.legal(state)[0]).tolist():
        words = c.game.words(state, action)
        if not words.strip():
            c.fail(f"action {action} has no words", where)
        if words in said:
            c.fail(f"legal actions {said[words]} and {action} are both {words!r}", where)
        said[words] = action


def _check_pickle(c: Sample) -> None:
    game = pickle.loads(pickle.dumps(c.game))
    states = game.new(len(c.deals))
    game.reset(states, c.deals)
    for actions in c.log:
        game.step(states, actions)
    if states.tobytes() != c.finals.tobytes() or game.options != c.game.options:
        c.fail("a pickled game plays otherwise")


def _check_random_play(c: Sample) -> None:
    """`rollout` is the same as `step` with the choices of `BatchEnv.sample`."""
    env = BatchEnv(c.game, len(c.deals), seed=c.seed, observations=None)
    env.reset()
    states, steps = env.states.copy(), 2 * len(c.log)
    counts = c.game.rollout(states, steps, seed=c.seed)
    ends = np.zeros(len(states), np.int64)
    for _ in range(steps):
        batch = env.step(env.sample())
        ends += batch.terminated | batch.truncated
    live = ~c.game.over(states)
    if (counts != ends).any() or states[live].tobytes() != env.states[live].tobytes():
        c.fail("rollout differs from stepping with the same choices")
    played = c.finals.copy()
    c.game.reset(played, c.deals)
    results = c.game.playout(played, seed=c.seed)
    if not c.game.over(played).all() or (results != c.game.returns(played)).any():
        c.fail("playout does not end every game, or its results are not the returns")


def _check_batch(c: Sample) -> None:
    """The first games of a BatchEnv show what the kernels show, and the ends' results."""
    game, n = c.game, len(c.deals)
    env = BatchEnv(game, n, seed=c.seed)
    batch, states, live = env.reset(), game.new(n), np.ones(n, np.bool_)
    game.reset(states, c.deals)
    for step, actions in enumerate(c.log):
        assert batch.observation is not None
        masks, seen = batch.action_mask != game.legal(states), batch.observation != game.observe(states)
        if masks[live].any() or seen[live].any():
            c.fail("BatchEnv shows another mask or observation than the game", f"step {step}")
        batch = env.step(np.where(live, actions, batch.action_mask.argmax(axis=1)))
        game.step(states, actions)
        ended = live & game.over(states)
        if (batch.rewards[ended] != game.returns(states)[ended]).any():
            c.fail("BatchEnv pays otherwise than returns", f"step {step}")
        if ((batch.terminated | batch.truncated) != game.over(states))[live].any():
            c.fail("BatchEnv ends a game that goes on, or the other way", f"step {step}")
        live &= ~ended
