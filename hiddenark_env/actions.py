"""The 194 actions of Hidden Ark, the same for all set-ups (RULES.md section 6)."""

from __future__ import annotations

from arkade.actions import ActionTable, Kind
from hiddenark_env.components import (
    AWARDS,
    DIRECTIONS,
    FISH_SPACES,
    KEPT_KINDS,
    LOCATIONS,
    PIECES,
    RESOURCES,
    ROWS,
    SLOTS,
)
from hiddenark_env.state import FACE_UP

N_DIRECTIONS = len(DIRECTIONS)

ACTIONS = ActionTable(
    [
        Kind("finish", meaning="end the turn; give up an odd unit of overflow"),
        Kind("take_face_up", {"place": FACE_UP}, meaning="take this face-up token"),
        Kind("take_blind", meaning="take a facedown token"),
        Kind("discard_face_up", {"place": FACE_UP}, meaning="flip this face-up token down; in solo remove it"),
        Kind("award", {"award": AWARDS}, meaning="put the removed token on this award"),
        Kind("row", {"row": len(ROWS)}, text=lambda row: ROWS[row], meaning="choose this action row"),
        Kind("use_token", {"token": KEPT_KINDS}, meaning="use a kept token of this kind"),
        Kind("install", {"token": KEPT_KINDS}, meaning="take a kept upgrade token of this kind in hand to install it"),
        Kind("slot", {"slot": SLOTS}, meaning="install it in this slot"),
        Kind("station", {"location": LOCATIONS}, meaning="build a station here; in setup with a vessel"),
        Kind("vessel", {"station": PIECES}, meaning="build a vessel at this own station; bring the vessel home to it"),
        Kind("launch", {"vessel": PIECES}, meaning="move this vessel out to where the arrow points"),
        Kind(
            "step",
            {"vessel": PIECES, "direction": N_DIRECTIONS},
            text=lambda vessel, direction: f"{vessel}, {DIRECTIONS[direction]}",
            meaning="move this vessel one space",
        ),
        Kind("convert", meaning="turn the rescue of the Operation row into a step"),
        Kind("extend", meaning="pay any two resources for a step"),
        Kind("rescue", {"vessel": PIECES}, meaning="rescue the fish under this vessel"),
        Kind("pay", {"resource": len(RESOURCES)}, text=lambda r: RESOURCES[r], meaning="give one of this resource"),
        Kind("take", {"resource": len(RESOURCES)}, text=lambda r: RESOURCES[r], meaning="gain one of this resource"),
        Kind("investigate", {"space": FISH_SPACES}, meaning="turn this facedown tile up"),
        Kind("block", {"space": FISH_SPACES}, meaning="put the blocking vessel on this tile"),
    ]
)

FINISH = ACTIONS.start("finish")
TAKE_FACE_UP = ACTIONS.start("take_face_up")
TAKE_BLIND = ACTIONS.start("take_blind")
DISCARD_FACE_UP = ACTIONS.start("discard_face_up")
AWARD = ACTIONS.start("award")
ROW = ACTIONS.start("row")
USE_TOKEN = ACTIONS.start("use_token")
INSTALL = ACTIONS.start("install")
SLOT = ACTIONS.start("slot")
STATION = ACTIONS.start("station")
VESSEL = ACTIONS.start("vessel")
LAUNCH = ACTIONS.start("launch")
STEP = ACTIONS.start("step")
CONVERT = ACTIONS.start("convert")
EXTEND = ACTIONS.start("extend")
RESCUE = ACTIONS.start("rescue")
PAY = ACTIONS.start("pay")
TAKE = ACTIONS.start("take")
INVESTIGATE = ACTIONS.start("investigate")
BLOCK = ACTIONS.start("block")
SIZE = ACTIONS.size
