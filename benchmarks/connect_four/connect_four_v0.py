"""The public doors of Connect Four."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from arkade.actions import ActionTable, Kind
from arkade.game import Game, Option, resolve_options
from arkade.layout import Block, ObservationLayout
from arkade.records import ENDED, LIVE, NONE
from arkade.verbs import register_kernels
from arkade_benchmarks.connect_four import rules
from arkade_benchmarks.connect_four.state import CELLS, COLUMNS, PER_COLUMN, PLAYERS, ROWS, STATE, TABLES, blank

OPTIONS = (Option("num_players", PLAYERS, (PLAYERS,), "players"),)
ACTIONS = ActionTable([Kind("drop", {"column": COLUMNS}, meaning="drop a disc into this column")])
LAYOUT = ObservationLayout(
    [
        Block("own", (ROWS, COLUMNS), 1, "own discs, rows from the bottom on"),
        Block("other", (ROWS, COLUMNS), 1, "the other player's discs"),
    ]
)
DISCS = "xo."  # of player 0, of player 1, no disc

register_kernels(
    STATE,
    reset=rules.reset,
    legal=rules.legal,
    random_action=rules.random_action,
    step=rules.step,
    observe=rules.observe,
    scores=rules.scores,
    returns=rules.returns,
    determinize=rules.determinize,
    evaluate=rules.evaluate,
)


def game(**options: Any) -> Game:
    """Connect Four."""
    return Game(
        name="connect_four",
        version="0",
        options=resolve_options("connect_four", OPTIONS, options),
        tables=np.zeros(1, TABLES),
        blank=blank(),
        actions=ACTIONS,
        layout=LAYOUT,
        cards=None,
        to_dict=_to_dict,
        from_dict=_from_dict,
        text=_text,
        svg=_svg,
    )


def _to_dict(game: Game, state: np.ndarray) -> dict[str, Any]:
    s = state[0]
    return {"board": _rows(s), "rng": int(s["rng"]), "over": bool(s["over"] != LIVE)}


def _from_dict(game: Game, position: Mapping[str, Any]) -> np.ndarray:
    """STATE[1] of `board`, six rows of `x`, `o` and `.` from the top; whoever has fewer discs is to move, `x` first."""
    board = position["board"]
    if len(board) != ROWS or any(len(row) != COLUMNS or set(row) - set(DISCS) for row in board):
        raise ValueError(f"board: {ROWS} rows of {COLUMNS} characters out of {DISCS!r}, got {board!r}")
    counts = ["".join(board).count(disc) for disc in DISCS[:PLAYERS]]
    if counts[0] - counts[1] not in (0, 1):
        raise ValueError(f"board: x has as many discs as o or one more, got {counts[0]} and {counts[1]}")
    states = game.new(1)
    s = states[0]
    s["rng"], s["moves"], s["current_player"] = position.get("rng", 0), sum(counts), sum(counts) % PLAYERS
    for column in range(COLUMNS):
        cells = [row[column] for row in reversed(board)]
        if "".join(cells).rstrip(DISCS[NONE]).count(DISCS[NONE]):
            raise ValueError(f"board: column {column}: a disc over an empty cell")
        for player in range(PLAYERS):
            discs = sum(1 << row for row, disc in enumerate(cells) if disc == DISCS[player])
            s["boards"][player] |= discs << PER_COLUMN * column
    for player in range(PLAYERS):
        if rules.lines(int(s["boards"][player])):
            s["winner"] = player
    if s["winner"] != NONE or s["moves"] == CELLS:
        s["over"], s["current_player"] = ENDED, NONE
    return states


def _rows(s: np.void) -> list[str]:
    """The board from the top, a string per row."""

    def disc(row: int, column: int) -> str:
        held = [p for p in range(PLAYERS) if int(s["boards"][p]) >> PER_COLUMN * column + row & 1]
        return DISCS[held[0] if held else NONE]

    return ["".join(disc(row, column) for column in range(COLUMNS)) for row in reversed(range(ROWS))]


def _text(game: Game, state: np.ndarray, player: int | None) -> str:
    return "\n".join(_rows(state[0]))


def _svg(game: Game, state: np.ndarray, player: int | None) -> str:
    colours = {"x": "#cc3311", "o": "#eecc66", ".": "#ffffff"}
    discs = "".join(
        f'<circle cx="{20 * column + 10}" cy="{20 * row + 10}" r="8" fill="{colours[disc]}"/>'
        for row, cells in enumerate(_rows(state[0]))
        for column, disc in enumerate(cells)
    )
    size = f'viewBox="0 0 {20 * COLUMNS} {20 * ROWS}"'
    board = f'<rect width="{20 * COLUMNS}" height="{20 * ROWS}" fill="#225588"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{board}{discs}</svg>'
