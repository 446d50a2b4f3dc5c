"""Reads the test vectors of RULES.md 11.2 into scenarios and actions, and the names of actions from section 6.

    | V13 | phase opportunity; res (0,7,8,8,10); face_up marine3; pool tech3:9 | `take_face_up(0)` | … | R43 §5.4 |

What a vector expects is written for people; the tests say it in Python.
"""

from __future__ import annotations

import copy
import functools
import re
from pathlib import Path
from typing import Any

import hiddenark_env

RULES = Path(hiddenark_env.__file__).with_name("RULES.md")
TILES_0 = dict(enumerate((24, 0, 12, 1, 6, 18, 7, 13, 25, 19)))
FULL = [8, 8, 8, 8, 10]
NUMBERS = ("num_players", "refills_done", "round", "current_player", "end_state", "max_rounds", "opp_left", "moves")
NUMBERS += ("blocker",)
LISTS_BY_SEAT = ("stations", "vessels", "own")

# Phrases that say something in a way of their own.
PHRASES: dict[str, dict[str, Any]] = {
    "res money 4": {"res": [[0, 0, 0, 0, 4]]},
    "res money 10": {"res": [[0, 0, 0, 0, 10]]},
    "res 1 unit": {"res": [[0, 0, 0, 0, 1]]},
    "as c with 2 units": {"vessels": [[[4, 5]], [[5, 5]]], "row": "research", "moves": 1, "res": [[0, 0, 0, 0, 2]]},
    "p1 vessel [[5,5]]": {"vessels": [[], [[5, 5]]]},
    "p0 stations and vessels bahia, peru, oman": {"stations": [["bahia", "peru", "oman"]]},
    "others perth / vietnam / bengal": {
        "stations": [["bahia", "peru", "oman"], ["perth"], ["vietnam"], ["bengal"]],
        "vessels": [["bahia", "peru", "oman"], ["perth"], ["vietnam"], ["bengal"]],
    },
    "token_vp p0 6": {"token_vp": [6]},
    "slots p0 {0: up_chem}, p1 none": {"slots": [{0: "up_chem"}, {}]},
    "rest equal": {},
    "slots {4: up_chem} only": {"slots": [{4: "up_chem"}], "res": [[8, 0, 0, 0, 0]]},
    "all ten spaces facedown": {"fish": {space: "facedown" for space in range(10)}},
    "2 players": {},
    "3 players, p2 at oman": {
        "num_players": 3,
        "stations": [["zanzibar"], ["perth"], ["oman"]],
        "vessels": [[[4, 8]], ["perth"], ["oman"]],
    },
    "p1 vessel at bergen": {"vessels": [[[4, 8]], ["bergen"], ["oman"], ["bengal"]]},
    "fish_token none": {"fish_token": {}},
    "face_up cons3 ×3, tech3": {"face_up": ["cons3", "cons3", "cons3", "tech3"]},
    "face_up 4 cons3": {"face_up": ["cons3"] * 4},
    "p0 [[4,5]]": {"vessels": [[[4, 5]], [[5, 5]]]},
    "p0 [[3,5]]": {"vessels": [[[3, 5]], [[5, 5]]]},
    "vessels at home but seat s on [4,8]": {},
    "all res full": {"res": [FULL] * 4},
    "current_player s": {},
    "competitive": {"mode": "competitive"},
    "coop": {"mode": "coop"},
    "discovery": {"discovery": True},
    "long_game": {"long_game": True},
}


@functools.cache
def read_rows() -> dict[str, tuple[str, str, str]]:
    """Given, do and expect of each vector, by name."""
    section = RULES.read_text(encoding="utf-8").split("### 11.2")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in re.findall(r"^\|.*\|$", section, re.M)]
    return {row[0].split()[0]: tuple(row[1:4]) for row in rows if re.match(r"V\d", row[0].strip())}


@functools.cache
def action_ids() -> dict[str, int]:
    """`step(0,S)`, `finish` and so on, by the offsets of section 6."""
    section = RULES.read_text(encoding="utf-8").split("## 6. Action space")[1].split("\n## ")[0]
    ids: dict[str, int] = {}
    for offset, name, parameters, count in re.findall(
        r"^\| (\d+) \| `(\w+)(\([\w,]+\))?`.*? \| (\d+) \|", section, re.M
    ):
        for i in range(int(count)):
            place = f"({i // 4},{'NESW'[i % 4]})" if name == "step" else f"({i})" if parameters else ""
            ids[name + place] = int(offset) + i
    return ids


def names(text: str) -> list[str]:
    """`take_face_up(0..4), take_blind` as single actions."""
    found: list[str] = []
    for name, first, dots, last in re.findall(r"(\w+(?:\((\d+)(\.\.)?(\d+)?(?:,\w)?\))?)", text):
        kind = name.split("(")[0]
        found += [f"{kind}({i})" for i in range(int(first), int(last) + 1)] if dots else [name]
    return found


def variants(text: str) -> dict[str, str]:
    """The text of each variant (a), (b) … behind the common text; one without a name if there is none."""
    common, *others = re.split(r"\s*\(([a-d])\) ", text)
    texts = dict(zip(others[::2], others[1::2]))
    return {name: f"{common.rstrip(';.')}; {rest}" for name, rest in texts.items()} if texts else {"": common}


def actions(vector: str, variant: str = "") -> list[str]:
    """What a vector does."""
    texts = variants(read_rows()[vector][1])
    return re.findall("`([^`]*)`", texts.get(variant) or texts.get("", ""))


def scenario(vector: str, variant: str = "") -> dict[str, Any]:
    """What a vector gives, as changes to S0."""
    position: dict[str, Any] = {
        "num_players": 2,
        "stations": [["bahia"], ["perth"]],
        "vessels": [["bahia"], ["perth"]],
        "fish": dict(TILES_0),
    }
    texts = variants(read_rows()[vector][0])
    _give(position, texts.get(variant) or texts[""])
    if position.get("mode") == "solo":
        position["num_players"] = 1
    return position


# --- phrases ----------------------------------------------------------------------------------------------------------


def _give(position: dict[str, Any], text: str) -> None:
    text = re.sub(r"^\(.*?\) (?=phase)|\(space 5: .*\)|\(tile 0: .*?\)|\(cost .*?\)", "", text)
    for phrase in re.split(r"[;.]+ ", text):
        copies = phrase.startswith("as V")
        for part in [phrase] if copies else re.split(r", (?=row=|res 1 unit|[a-z_]+ \d+(?:,|$))", phrase):
            _give_phrase(position, part.strip(" ;.,"))


def _give_phrase(position: dict[str, Any], phrase: str) -> None:
    """One phrase; a copied vector and what follows `as V13, …` or `as V19 but …` are several."""
    key, _, value = phrase.partition(" ")
    if copied := re.match(r"as (V\d+)(?:, | with | but |$)", phrase):
        position.update(scenario(copied[1]))
        for part in re.split(r", (?=[a-z]+[ _])", phrase[copied.end() :]):
            _give_phrase(position, part)
    elif phrase in PHRASES:
        position.update(copy.deepcopy(PHRASES[phrase]))
    elif "=" in key:
        position["row"] = phrase.removeprefix("row=")
    elif phrase:
        _give_value(position, key, value)


def _give_value(position: dict[str, Any], key: str, value: str) -> None:
    if value.startswith("as V"):
        position[key] = scenario(value.removeprefix("as "))[key]
    elif key in NUMBERS:
        position[key] = int(value)
    elif key in ("phase", "mode"):
        position[key] = value
    elif key in ("stations,", "stations") and value.startswith(("vessels ", "and vessels ")):
        position["stations"] = _lists(value.split("vessels ")[1])
        position["vessels"] = _lists(value.split("vessels ")[1])
    elif key == "vessels" and value == "same":
        position["vessels"] = [list(names) for names in position["stations"]]
    elif key in LISTS_BY_SEAT:
        position[key] = _lists(value)
    elif key == "res":
        found = re.findall(r"\(([^)]*)\)", value.replace("full", "(8,8,8,8,10)"))
        position[key] = [[int(number) for number in numbers.split(",")] for numbers in found]
    else:
        _give_table(position, key, value)


def _give_table(position: dict[str, Any], key: str, value: str) -> None:
    if key == "fish" and "tile" in value:
        position["fish"] |= {int(space): int(tile) for space, tile in re.findall(r"(\d): tile (\d+)", value)}
    elif key in ("fish", "fish_token", "fish_esc"):
        position[key] = _dict(value)
    elif key == "slots":
        position[key] = [_dict(value)]
    elif key == "held":
        position[key] = [_counts(value)]
    elif key in ("pool", "discard"):
        position[key] = _counts(value)
    elif key == "esc_left":
        position[key] = {int(kind): count for kind, count in _counts(value).items()}
    elif key == "loc_token":
        position[key] = dict([value.split(": ")])
    elif key == "face_up":
        position[key] = value.split(", ")
    elif key in ("last_row", "award_tokens", "token_vp", "undrawn"):
        position[key] = [_word(word) for word in re.findall(r"\w+", value)]
    else:
        raise ValueError(f"cannot read {key} {value}")


def _word(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


def _lists(text: str) -> list[Any]:
    """`[bahia,[4,8]],[perth]` as lists."""
    quoted = re.sub(r"[a-z_]+", lambda name: f'"{name[0]}"', text)
    return list(eval(f"[{quoted}]", {"__builtins__": {}}))


def _dict(text: str) -> dict[int, Any]:
    quoted = re.sub(r"[a-z_]\w*", lambda name: f'"{name[0]}"', text)
    return dict(eval(quoted, {"__builtins__": {}}))


def _counts(text: str) -> dict[str, int]:
    return {key: int(count) for key, count in re.findall(r"(\w+):(\d+)", text)}
