"""What comes by chance: tokens of the pool, tiles, escalation tokens; refills (R10, R12, R44-R47, D43)."""

from __future__ import annotations

import numpy as np

from arkade.bits import WORD, count_bits, load_word, lowest_bit
from arkade.jit import kernel, wraps_around
from arkade.records import NONE
from arkade.rng import below
from hiddenark_env.components import ESCALATION_KINDS, FISH_SPACES, TILES_PER_COLOUR, TOKEN_KINDS
from hiddenark_env.state import COMPETITIVE, DISPLAY, ESCALATIONS_PER_TILE, FACE_UP, FACEDOWN

_ONES = np.uint64(0x0101010101010101)
_TOPS = np.uint64(0x8080808080808080)
_S7, _S56 = np.uint64(7), np.uint64(56)
_TILES_OF_COLOUR = (1 << TILES_PER_COLOUR) - 1


@kernel
@wraps_around
def kind_of_copy(counts, copy):
    """The kind of copy number `copy`, where copies are numbered kind by kind; at most 127 copies, eight kinds a word.

    A product with _ONES leaves running sums in the bytes of a word.
    """
    w, left = 0, np.uint64(copy)
    sums = load_word(counts, 0) * _ONES
    while sums >> _S56 <= left:
        left -= sums >> _S56
        w += 1
        sums = load_word(counts, WORD * w) * _ONES
    beyond = ((sums | _TOPS) - _ONES * (left + np.uint64(1)) & _TOPS) >> _S7  # 1 in each byte from the kind on
    return WORD * (w + 1) - int(beyond * _ONES >> _S56)


# --- opportunity tokens -----------------------------------------------------------------------------------------------


@kernel
def recycle(s):
    """Fill the empty pool with all used and removed tokens, not in co-op and solo (R12, D5)."""
    if s.mode != COMPETITIVE:
        return
    for k in range(TOKEN_KINDS):
        s.pool[k] = s.discard[k]
        s.pool_n += s.discard[k]
        s.discard[k] = 0


@kernel
def draw_token(s):
    """Draw a token of the pool: its kind, NONE where none is left."""
    if s.pool_n == 0:
        recycle(s)
        if s.pool_n == 0:
            return NONE
    kind = kind_of_copy(s.pool, below(s, s.pool_n))
    s.pool[kind] -= 1
    s.pool_n -= 1
    if s.pool_n == 0:
        recycle(s)
    return kind


@kernel
def reveal(s, wanted):
    """Turn tokens up until there are `wanted`, or no more."""
    while s.n_face_up < wanted:
        kind = draw_token(s)
        if kind == NONE:
            return
        s.face_up[s.n_face_up] = kind
        s.n_face_up += 1


@kernel
def take_from_display(s, place):
    """Take a face-up token; the others close up."""
    kind = int(s.face_up[place])
    for i in range(place, FACE_UP - 1):
        s.face_up[i] = s.face_up[i + 1]
    s.face_up[FACE_UP - 1] = NONE
    s.n_face_up -= 1
    return kind


@kernel
def _replace_display(s):
    """Remove the face-up tokens and turn up four others (R47)."""
    for i in range(s.n_face_up):
        s.discard[s.face_up[i]] += 1
        s.face_up[i] = NONE
    s.n_face_up = 0
    reveal(s, DISPLAY)


# --- tiles ------------------------------------------------------------------------------------------------------------


@kernel
def stack(s, t, f):
    """Bits, from the first tile of the colour on, of the undrawn tiles of a space's colour."""
    return (int(s.undrawn) >> (TILES_PER_COLOUR * t.fish_colour[s.board, f])) & _TILES_OF_COLOUR


@kernel
def draw_tile(s, t, f):
    """Put an undrawn tile of the space's colour face up on the space."""
    bits = stack(s, t, f)
    for _ in range(below(s, count_bits(bits))):
        bits &= bits - 1
    tile = TILES_PER_COLOUR * t.fish_colour[s.board, f] + lowest_bit(bits)
    s.undrawn &= ~(1 << tile)
    s.fish_at[f] = tile


@kernel
def place_tiles(s, t):
    """Put a tile on each empty space in order while its stack lasts, facedown in Discovery (R2, R46, R64, R66)."""
    for f in range(FISH_SPACES):
        if s.fish_at[f] != NONE:
            continue
        left = count_bits(stack(s, t, f))
        for other in range(FISH_SPACES):
            same = t.fish_colour[s.board, other] == t.fish_colour[s.board, f]
            left -= int(same and s.fish_at[other] == FACEDOWN)
        if left <= 0:
            continue
        if s.discovery:
            s.fish_at[f] = FACEDOWN
        else:
            draw_tile(s, t, f)
        s.tiles_left += 1


# --- refill -----------------------------------------------------------------------------------------------------------


@kernel
def refill(s, t):
    """Tokens and escalation on the tiles that are left, new tiles, a new display (R45-R47, R57, D29)."""
    for f in range(FISH_SPACES):
        occupied = s.sea_count[t.fish_sea[s.board, f]] > 0 or s.blocker == f
        if s.fish_at[f] != NONE and s.fish_token[f] == NONE and not occupied:
            s.fish_token[f] = draw_token(s)
    if s.mode != COMPETITIVE or s.uphill:
        for f in range(FISH_SPACES):
            if s.fish_at[f] != NONE:
                _escalate(s, f)
    place_tiles(s, t)
    _replace_display(s)


@kernel
def _escalate(s, f):
    """Put a random escalation token on a tile with fewer than two (R57)."""
    left = 0
    for e in range(ESCALATION_KINDS):
        left += s.esc_left[e]
    if left == 0:
        return
    for i in range(ESCALATIONS_PER_TILE):
        if s.fish_esc[f, i] == NONE:
            kind = kind_of_copy(s.esc_left, below(s, left))
            s.esc_left[kind] -= 1
            s.fish_esc[f, i] = kind
            return
