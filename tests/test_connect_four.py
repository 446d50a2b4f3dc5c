"""Connect Four of the benchmarks: its rules against brute force and known counts, and the plain C against the kernels."""

import itertools

import numpy as np
import pytest

import arkade
import arkade_benchmarks.connect_four  # noqa: F401  registers "connect_four"
from arkade.conformance import check
from arkade.envs.batch import BatchEnv
from arkade_benchmarks.connect_four import native
from arkade_benchmarks.connect_four.state import CELLS, COLUMNS, LINE, PER_COLUMN, ROWS
from arkade_benchmarks.kernels import play_observed
from random_play import dealt, random_play

SEQUENCES = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]  # of moves, by their number
POSITIONS = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]  # different ones, by the discs on the board
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
RUNS = [
    [(row + i * up, column + i * right) for i in range(LINE)]
    for row, column, (up, right) in itertools.product(range(ROWS), range(COLUMNS), DIRECTIONS)
]
LINES = [run for run in RUNS if all(0 <= row < ROWS and 0 <= column < COLUMNS for row, column in run)]

game = arkade.make("connect_four")


def bit(cell):
    """The bit of a cell (row from the bottom, column)."""
    return 1 << PER_COLUMN * cell[1] + cell[0]


def board(state, player):
    """Which cells hold the player's discs, (rows from the bottom, columns)."""
    bits = int(state["boards"][player])
    return np.array([[int(bits & bit((row, column)) != 0) for column in range(COLUMNS)] for row in range(ROWS)])


def has_line(cells):
    """Brute force."""
    return any(all(cells[at] for at in line) for line in LINES)


def test_it_keeps_what_every_game_promises():
    assert check(game, games=6, positions=60, hidden=False).games == 6


def test_there_are_69_lines():
    assert len(LINES) == 69


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_line_wins_whichever_disc_comes_last(line):
    """The fourth disc of a line wins for both players; what lies under it is the other player's."""
    for last, player in itertools.product(line, (0, 1)):
        row, column = last
        if (row + 1, column) in line:
            continue  # only the top disc of an upright line can come last
        own = sum(bit(at) for at in line if at != last)
        state = game.new(1)
        game.reset(state)
        state["boards"][0, player] = own
        state["boards"][0, 1 - player] = sum(bit((r, column)) for r in range(row)) & ~own
        state["current_player"] = player
        game.step(state, [column])
        assert (state["winner"][0], state["over"][0], state["current_player"][0]) == (player, 1, -1)
        assert game.returns(state)[0, [player, 1 - player]].tolist() == [1, -1]


def test_a_full_board_without_a_line_is_a_draw():
    state = game.from_dict({"board": ["xox.xxo", "oxoooxo", "oooxxoo", "xoxoxxx", "xxooxxx", "oxxxooo"]})
    assert state["moves"][0] == CELLS - 1 and game.legal(state)[0].tolist() == [0, 0, 0, 1, 0, 0, 0]
    game.step(state, [3])
    assert state["over"][0] == 1 and state["winner"][0] == -1
    assert not game.returns(state).any() and not game.legal(state).any()


def test_the_last_disc_can_win():
    state = game.from_dict({"board": ["oo.oxxx", "xoxxooo", "xxoooxx", "ooxxooo", "xoxoxxx", "xxoxxoo"]})
    game.step(state, [2])
    assert state["winner"][0] == 1 and state["moves"][0] == CELLS and game.returns(state)[0].tolist() == [-1, 1]


def test_masks_observations_and_results_by_brute_force():
    draws = 0
    for before, after, actions in random_play(game, dealt(game, 400, seed=3), seed=4):
        masks, seen = game.legal(after), game.observe(after, dtype=np.uint8)
        for e in np.flatnonzero(actions >= 0) if actions.max() >= 0 else range(len(after)):
            mover, boards = before["current_player"][e], [board(after[e], p) for p in (0, 1)]
            filled = boards[0] + boards[1]
            assert filled.max() <= 1 and filled.sum() == after["moves"][e]
            assert (np.diff(filled, axis=0) <= 0).all()  # nothing hangs in the air
            if actions[e] >= 0:
                added = boards[mover] - board(before[e], mover)
                assert added.sum() == 1 and added[:, actions[e]].sum() == 1
                assert (boards[1 - mover] == board(before[e], 1 - mover)).all()
            won = has_line(boards[mover]) and actions[e] >= 0
            over = won or filled.sum() == CELLS
            draws += over and not won
            assert after["over"][e] == over and after["winner"][e] == (mover if won else -1)
            assert (masks[e] == (0 if over else 1 - filled[-1])).all()
            if not over:
                own = after["current_player"][e]
                assert own == filled.sum() % 2
                assert (seen[e] == np.concatenate([boards[own].ravel(), boards[1 - own].ravel()])).all()
    assert draws > 0


def test_numbers_of_sequences_and_of_positions():
    """Sequences of moves from the empty board; games that ended before count no further."""
    positions, ways = game.new(1), np.ones(1, np.int64)
    game.reset(positions)
    for depth in range(len(POSITIONS)):
        assert (ways.sum(), len(positions)) == (SEQUENCES[depth], POSITIONS[depth])
        live = ~game.over(positions)
        parents, actions = np.nonzero(game.legal(positions[live]))
        children, ways = positions[live][parents], ways[live][parents]
        game.step(children, actions)
        _, first, same = np.unique(children["boards"], axis=0, return_index=True, return_inverse=True)
        positions, ways = children[first], np.bincount(same.ravel(), ways).astype(np.int64)


def test_c_counts_the_same_sequences():
    state = dealt(game, 1, seed=0)
    assert [native.sequences(state, depth) for depth in range(len(SEQUENCES))] == SEQUENCES


@pytest.mark.parametrize("observing", [False, True])
def test_c_plays_the_games_of_rollout(observing):
    ours, theirs = dealt(game, 300, seed=1), dealt(game, 300, seed=1)
    games = game.rollout(ours, 150, seed=9)
    assert (native.play(theirs, 150, seed=9, observing=observing) == games).all() and games.sum() > 1500
    assert game.hash(ours).sum() == game.hash(theirs).sum() and ours.tobytes() == theirs.tobytes()


def test_the_observing_loop_plays_the_games_of_rollout():
    ours, theirs, counts = dealt(game, 50, seed=1), dealt(game, 50, seed=1), np.zeros(50, np.int64)
    games = game.rollout(ours, 60, seed=9)
    buffers = np.zeros(game.num_actions, np.int8), np.zeros(game.observation_size, np.uint8)
    play_observed(theirs, game.tables, game.blank, 60, np.uint64(9), *buffers, counts)
    assert (counts == games).all() and ours.tobytes() == theirs.tobytes()


@pytest.mark.parametrize("observing", [False, True])
def test_c_fills_the_arrays_of_a_batch_environment(observing):
    env = BatchEnv("connect_four", 33, seed=5, observations="uint8" if observing else None)
    batch, other = env.reset(), native.CBatch(33, seed=5, observing=observing)
    for _ in range(120):
        batch = env.step(env.sample())
        other.step()
        assert env.states.tobytes() == other.states.tobytes()
        for name in ("action_mask", "current_player", "rewards", "terminated", "observation"):
            assert np.array_equal(getattr(batch, name), getattr(other, name)), name
    assert other.games.sum() > 100


def test_a_wrong_board_is_refused():
    empty = ["." * COLUMNS] * ROWS
    for board, words in (
        (["xo"], "6 rows of 7 characters"),
        ([*empty[1:], "xx....."], "x has as many discs as o or one more, got 2 and 0"),
        (["x......", *empty[1:]], "column 0: a disc over an empty cell"),
    ):
        with pytest.raises(ValueError, match=f"board: .*{words}"):
            game.from_dict({"board": board})
