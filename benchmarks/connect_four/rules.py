"""The rules of Connect Four: one kernel per verb."""

from __future__ import annotations

import numpy as np

from arkade.bits import WORD, store_word
from arkade.choice import choose_offered
from arkade.jit import kernel
from arkade.records import ENDED, LIVE, NONE
from arkade.rng import reseed
from arkade_benchmarks.connect_four.state import BOTTOM, CELLS, COLUMNS, PER_COLUMN, PLAYERS, ROWS

UP, RIGHT, RISING, FALLING = 1, PER_COLUMN, PER_COLUMN + 1, PER_COLUMN - 1  # steps between the bits of a line


@kernel
def reset(s, t, seed):
    """Player 0 begins on the empty board."""
    s.rng = seed
    s.current_player = 0


@kernel(hot=True)
def legal(s, t, mask):
    """Write the mask: the columns with a free cell at the top."""
    free = _free_columns(s)
    for column in range(COLUMNS):
        mask[column] = free >> PER_COLUMN * column & 1


@kernel(hot=True)
def _free_columns(s):
    """The lowest bit of each column with a free cell at the top; none when over."""
    return ~(s.boards[0] | s.boards[1]) >> (ROWS - 1) & BOTTOM if s.over == LIVE else 0


@kernel(hot=True)
def random_action(s, t, mask, bits):
    """A random column with a free cell."""
    return choose_offered(0, _free_columns(s), 0, 0, bits) // PER_COLUMN


@kernel(hot=True)
def step(s, t, action):
    """Drop a disc into column `action`; four in a line win, a full board is a draw."""
    player, bottom = s.current_player, 1 << PER_COLUMN * action
    column = bottom * ((1 << ROWS) - 1)
    board = s.boards[player] | ((s.boards[0] | s.boards[1]) + bottom & column)
    s.boards[player] = board
    s.moves += 1
    s.current_player = 1 - player
    if _lines(board) != 0:
        s.winner = player
        _end(s)
    elif s.moves == CELLS:
        _end(s)


def lines(board):
    """A bit for every line of four discs of a board."""
    found = 0
    for along in (UP, RIGHT, RISING, FALLING):
        pairs = board & board >> along
        found |= pairs & pairs >> 2 * along
    return found


_lines = kernel(lines, hot=True)


@kernel
def _end(s):
    s.over = ENDED
    s.current_player = NONE


@kernel(hot=True)
def observe(s, t, player, out):
    """Write two planes of rows from the bottom on: the discs of `player`, then those of the other."""
    for plane in range(PLAYERS):
        board = s.boards[player if plane == 0 else 1 - player]
        at = plane * CELLS
        for row in range(ROWS):  # a row is the lowest bit of each byte; the eighth byte is the next row's first
            if plane * ROWS + row < PLAYERS * ROWS - 1:
                store_word(out, at + row * COLUMNS, np.uint64(board >> row & BOTTOM))
            else:
                last = np.uint64((board >> row & BOTTOM) << PER_COLUMN | board >> row - 1 + PER_COLUMN * 6 & 1)
                store_word(out, PLAYERS * CELLS - WORD, last)


@kernel
def scores(s, t, out):
    """Write 1 for the winner, else 0."""
    for p in range(PLAYERS):
        out[p] = p == s.winner


@kernel
def returns(s, t, reward, out):
    """Write 1 for the winner and -1 for the other; 0 in a draw and while the game is live."""
    for p in range(PLAYERS):
        out[p] = evaluate(s, t, p)


@kernel
def evaluate(s, t, player):
    """The result where the game is over, else 0."""
    if s.winner == NONE:
        return 0.0
    return 1.0 if s.winner == player else -1.0


@kernel
def determinize(s, t, player, seed):
    """Nothing is hidden: only the generator starts anew."""
    reseed(s, seed)
