"""The part `turn` of a scenario dictionary: the fields that a turn passes through (RULES.md 11.1)."""

from __future__ import annotations

from typing import Any

import numpy as np

from arkade.game import Game
from arkade.records import ENDED, LIVE, NONE, STOPPED
from arkade.values import error, given_keys, items, number, one_of, whole
from hiddenark_env.components import KEPT_KINDS, PIECES, SLOTS
from hiddenark_env.state import AT_LOCATION, N_RESOURCES, STATE, Pay, Phase

NAMES = STATE.names or ()
TURN_FIELDS = tuple(name for name in NAMES[NAMES.index("opp_left") : NAMES.index("refill_due") + 1])
TURN_FIELDS = tuple(name for name in TURN_FIELDS if not name.startswith("padding"))
PHASES = {phase.name.lower(): phase for phase in Phase}
BASES = ("setup", "opportunity", "main")
NONE_ALLOWED = ("award_token", "row", "transit", "excess_partner", "return_vessel", "gain_token", "install_token")
MOST_STEPS, MOST = 2**31 - 1, 9_999
HIGHEST = {  # of the fields that are not flags
    **dict.fromkeys(("moves", "rescues", "builds", "installs", "science_left", "any_left", "pay_give"), MOST),
    **dict.fromkeys(("pending", "late", "excess"), MOST),
    **dict.fromkeys(("take_min", "excess_partner", "pay_min"), N_RESOURCES - 1),
    **dict.fromkeys(("transit", "return_vessel"), PIECES - 1),
    **dict.fromkeys(("award_token", "gain_token", "install_token"), 63),
    **{"opp_left": 2, "row": 3, "pay_kind": len(Pay) - 1, "pay_arg": 31},
}


def write_turn(s: np.void) -> dict[str, Any]:
    """The part `turn` of a position."""
    values = {name: s[name].tolist() for name in TURN_FIELDS}
    phase, base = Phase(s["phase"]).name.lower(), Phase(s["base"]).name.lower()
    return {"phase": phase, "base": base, "step_count": int(s["step_count"]), "over": int(s["over"]), **values}


def read_turn(game: Game, value: Any, s: np.void) -> None:
    """Write the fields of the part `turn` into the position."""
    if not isinstance(value, dict):
        raise error("turn", value, "a dict by field")
    given = given_keys(value, ("phase", "base", "step_count", "over", *TURN_FIELDS))
    s["phase"] = PHASES[one_of("phase", given["phase"] or "main", PHASES)]
    s["base"] = PHASES[one_of("base", given["base"] or "main", BASES)]
    s["step_count"] = number(given, "step_count", 0, MOST_STEPS, 0)
    s["over"] = number(given, "over", LIVE, STOPPED, LIVE)
    if (s["phase"] == Phase.OVER) != (s["over"] in (ENDED, STOPPED)):
        raise error("over", int(s["over"]), "1 or 2 in phase over, else 0")
    for name in TURN_FIELDS:
        lowest, highest = (NONE if name in NONE_ALLOWED else 0), HIGHEST.get(name, 1)
        if s[name].ndim == 0:
            s[name] = number(given, name, lowest, highest, lowest)
        elif given[name] is not None:
            s[name] = [whole(name, entry, 0, highest) for entry in items(name, given[name], N_RESOURCES)]


def check_turn(game: Game, s: np.void) -> None:
    """Require that what is under way can be: tokens and vessels in hand, payments, overflow."""
    t, p = game.tables[0], int(s["current_player"])
    if s["over"] != LIVE:
        return
    for name in ("award_token", "gain_token", "install_token"):
        kind = int(s[name])
        is_upgrade = kind < KEPT_KINDS and int(t["upgrade_kinds"]) >> max(kind, 0) & 1
        if kind != NONE and (t["token_class"][kind] == NONE or (name == "install_token" and not is_upgrade)):
            raise error(name, kind, "a kind of token" if name != "install_token" else "a kind of upgrade token")
    for name in ("transit", "return_vessel"):
        if s[name] != NONE and not 0 <= s["vessel_pos"][p, s[name]] < AT_LOCATION:
            raise error(name, int(s[name]), "a vessel at sea of the player to act")
    for name, phase in (("return_vessel", Phase.RETURN), ("award_token", Phase.AWARD), ("install_token", Phase.SLOT)):
        if s["phase"] == phase and s[name] == NONE:
            raise error(name, NONE, f"0 or more in phase {phase.name.lower()}")
    if s["phase"] == Phase.OVERFLOW and not s["excess"].any():
        raise error("excess", s["excess"].tolist(), "some resource in phase overflow")
    _check_payment(game, s, t, p)


def _check_payment(game: Game, s: np.void, t: np.void, p: int) -> None:
    kind, argument = int(s["pay_kind"]), int(s["pay_arg"])
    if (s["phase"] == Phase.PAY) != (kind != Pay.NOTHING):
        raise error("pay_kind", kind, "1 to 6 in phase pay, else 0")
    match kind:
        case Pay.DEDICATION:
            right = argument < 4
        case Pay.STATION:
            right = (
                argument < t["n_loc"][s["board"]] and s["loc_owner"][argument] == NONE and s["n_station"][p] < PIECES
            )
        case Pay.VESSEL:
            right = argument < s["n_station"][p] and s["n_vessel"][p] < PIECES
        case Pay.RESCUE:
            place = int(s["vessel_pos"][p, argument]) if argument < PIECES else NONE
            f = int(t["sea_fish"][s["board"], place]) if 0 <= place < AT_LOCATION else NONE
            right = f != NONE and s["fish_at"][f] >= 0
        case Pay.INSTALL:
            right = argument < SLOTS and bool(int(s["free_slots"][p]) >> argument & 1) and s["install_token"] != NONE
        case _:
            right = True
    if not right:
        raise error("pay_arg", argument, f"what can be paid for with pay_kind {kind}")
