"""A position in words, for terminals of 100 columns, and its picture; all information is open (D2)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from arkade.records import LIVE, NONE, STOPPED
from hiddenark_env import svg as picture
from hiddenark_env.components import COLOURS, MODES, RESOURCES, ROWS
from hiddenark_env.scoring_parts import breakdown, team_result
from hiddenark_env.state import COMPETITIVE, FACEDOWN, REFILLS, REFILLS_IN_LONG_GAME, THRESHOLDS, Phase

WIDTH = 100
QUESTIONS = {
    Phase.SETUP: "places a station and a vessel",
    Phase.OPPORTUNITY: "takes a token",
    Phase.FLIP: "flips a face-up token down",
    Phase.REMOVE: "removes a face-up token",
    Phase.AWARD: "puts the removed token on an award",
    Phase.CHOOSE: "chooses what to gain",
    Phase.MAIN: "acts",
    Phase.PAY: "gives units",
    Phase.SLOT: "chooses a slot",
    Phase.RETURN: "brings a vessel home",
    Phase.OVERFLOW: "converts what is too much",
    Phase.BLOCK: "moves the blocking vessel",
}

GRANTED = {
    "moves": "steps",
    "op_rescue": "rescue or step",
    "rescues": "rescues",
    "builds": "builds",
    "installs": "installs",
    "science_left": "science steps",
    "any_left": "free units",
    "pay_give": "units to give",
    "opp_left": "picks",
}


def text(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position in words; `player` sees what all see."""
    s, position = state[0], game.to_dict(state)
    *head, question = _head(game, state)
    blocks = [
        [*head, *_wrapped(question, 4)],
        _map(game, s, position),
        _tiles(game, s, position),
        _supply(position),
        *(_player(game, position, p, parts) for p, parts in enumerate(breakdown(game, state))),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)


def svg(game: Any, state: np.ndarray, player: int | None = None) -> str:
    """A position as an SVG picture; `player` sees what all see."""
    s, (_, facts, question) = state[0], _head(game, state)
    scene = picture.Scene(
        one=game.cards.maps[s["board"]],
        cards=game.cards,
        position=game.to_dict(state),
        points=breakdown(game, state),
        current=int(s["current_player"]),
        players=f"{MODES[s['mode']]}, {_number(game.num_players, 'player')}",
        when=_when(s).capitalize(),
        facts=facts,
        question=question.removeprefix(">>> ").capitalize(),
        award_side=int(game.num_players < 3),
        few=THRESHOLDS[game.num_players - 1],
        refills=REFILLS_IN_LONG_GAME if s["long_game"] else REFILLS,
    )
    return picture.draw(scene)


def _wrapped(line: str, indent: int = 10) -> list[str]:
    return textwrap.wrap(line, WIDTH, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "–"


def _counted(counts: Mapping[Any, int]) -> str:
    return _listed(f"{key} {n}" if n > 1 else f"{key}" for key, n in counts.items())


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


# --- head -------------------------------------------------------------------------------------------------------------


def _head(game: Any, state: np.ndarray) -> list[str]:
    """Mode, round, and who decides what."""
    s = state[0]
    title = f"HIDDEN ARK, {MODES[s['mode']]}, {_number(game.num_players, 'player')}, {_when(s)}"
    variants = [name.replace("_", " ") for name in ("discovery", "uphill", "long_game") if s[name]]
    ending = ("", "the end is near", "the final round")[s["end_state"]]
    facts = _listed([*variants, _number(s["refills_done"], "refill"), *filter(None, [ending])])
    if s["over"] != LIVE:
        how = "stopped by the limit of rounds" if s["over"] == STOPPED else "the game is over"
        return [title, facts, f">>> {how}: {_result(game, state)}"]
    p, phase = int(s["current_player"]), Phase(s["phase"])
    return [title, facts, f">>> player {p} {QUESTIONS[phase]}{_granted(s)}"]


def _when(s: np.void) -> str:
    return f"round {s['round']} of {s['max_rounds']}" if s["round"] else "setup"


def _granted(s: np.void) -> str:
    """The chosen row, and what is left to do."""
    row = f" (row {ROWS[s['row']]})" if s["row"] != NONE else ""
    left = _listed(f"{words} {s[name]}" for name, words in GRANTED.items() if s[name])
    waiting = [f"{name} {s[name].tolist()}" for name in ("pending", "excess") if s[name].any()]
    return f"{row}: {_listed([left, *waiting])}"


def _result(game: Any, state: np.ndarray) -> str:
    if state["mode"][0] != COMPETITIVE:
        points, band = team_result(game, state)
        return f"team score {points}, {game.cards.bands[band].name}"
    returns = game.returns(state, "rank")[0]
    return "winner " + _listed(f"player {p}" for p in np.flatnonzero(returns == returns.max()))


# --- the map ----------------------------------------------------------------------------------------------------------


def _map(game: Any, s: np.void, position: dict[str, Any]) -> list[str]:
    """The grid: stations S with their owner, vessels v with their owner and how many there are."""
    one = game.cards.maps[s["board"]]
    cells = [[cell if cell[0] != "*" else "~~" for cell in row] for row in one.grid]
    for i, value in enumerate(one.vp_values):
        if i not in position["vp_taken"]:
            _write(cells, one.sea[one.vp[i]], f"*{value}")
    for f, tile in position["fish"].items():
        _write(cells, one.sea[one.fish[f]], "??" if tile == "facedown" else f"{tile:02}")
    for f in set(range(len(one.fish))) - set(position["fish"]):
        _write(cells, one.sea[one.fish[f]], "~~")
    for p, stations in enumerate(position["stations"]):
        for name in stations:
            _write(cells, one.location_places[one.location_ids[name]], f"S{p}")
    grid = [" ".join(f"{cell:<2}" for cell in row) for row in cells]
    where = [
        f"player {p}'s vessel {v} at ({place[0]},{place[1]})"
        for p, places in enumerate(position["vessels"])
        for v, place in enumerate(places)
        if not isinstance(place, str)
    ]
    return [*grid, *_wrapped(f"at sea    {_listed(where)}")]


def _write(cells: list[list[str]], place: tuple[int, int], words: str) -> None:
    cells[place[0]][place[1]] = words


def _tiles(game: Any, s: np.void, position: dict[str, Any]) -> list[str]:
    """Each fish space: tile, cost, points, and what lies on it."""
    lines, one = [], game.cards.maps[s["board"]]
    for f, colour in enumerate(one.fish_colours):
        tile = int(s["fish_at"][f])
        place = one.sea[one.fish[f]]
        words = "facedown" if tile == FACEDOWN else "–"
        if tile >= 0:
            fish = game.cards.tiles[tile]
            cost = _listed(f"{n} {name}" for n, name in zip(fish.cost, RESOURCES, strict=True) if n)
            words = f"{tile:02} {fish.name}: {cost}; {fish.vp} VP"
        extras = [position["fish_token"].get(f, "")]
        if position["fish_esc"].get(f):
            extras.append(f"escalation {position['fish_esc'][f]}")
        if position["blocker"] == f:
            extras.append("blocked")
        more = _listed(filter(None, extras)) if any(extras) else ""
        line = f"fish {f}  ({place[0]},{place[1]}) {COLOURS[colour]:<14}{words}" + (f"; {more}" if more else "")
        lines += _wrapped(line, 28)
    return lines


def _supply(position: dict[str, Any]) -> list[str]:
    tokens = [f"{name} {token}" for name, token in position["loc_token"].items()]
    return [
        *_wrapped(f"face up   {_listed(position['face_up'])}"),
        *_wrapped(f"locations {_listed(tokens)}"),
        *_wrapped(f"pool      {sum(position['pool'].values())} tokens; used {sum(position['discard'].values())}"),
    ]


def _player(game: Any, position: dict[str, Any], p: int, parts: dict[str, int]) -> list[str]:
    """What a player has."""
    points = _listed(f"{name} {n}" for name, n in parts.items() if name != "total")
    res = "  ".join(f"{name} {n}" for name, n in zip(RESOURCES, position["res"][p], strict=True))
    slots = _listed(f"{ROWS[slot // 4]} {slot}: {key}" for slot, key in position["slots"][p].items())
    row = position["last_row"][p]
    return [
        f"PLAYER {p}  {parts['total']} points ({points})",
        f"  tracks    {res}" + ("" if row == NONE else f"   last row {row}"),
        *_wrapped(f"  stations  {_listed(position['stations'][p])}; vessels {len(position['vessels'][p])}", 12),
        *_wrapped(f"  tokens    {_counted(position['held'][p])}; installed {slots}", 12),
        *_wrapped(f"  tiles     {_listed(game.cards.tiles[tile].name for tile in position['own'][p])}", 12),
    ]
