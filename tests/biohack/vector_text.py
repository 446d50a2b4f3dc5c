"""Reads the test vectors of RULES.md 12 into scenarios and actions, and the names of actions from section 8.

    | 4 | BASE(4), P0 mammal 6, avian 1, coins 2 | `experiment:alley`, `convert:mammal>aquatic` ×2 | … | R46–R48 |

What a vector expects is written for people; the tests say it in Python.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import biohack_env

RULES = Path(biohack_env.__file__).with_name("RULES.md")
GENES = ("mammal", "aquatic", "avian", "reptile", "primate", "feral")
LOCATIONS = ("mountain", "river", "bank", "hospital", "basement")
CLASSES = ("common", "artisan", "noble")
FIRST_OF_CLASS = (0, 20, 36)  # ids of the house set
Position = dict[str, Any]


@functools.cache
def read_rows() -> dict[str, tuple[str, str, str]]:
    """Position, actions and expectation of each vector, by number."""
    section = RULES.read_text(encoding="utf-8").split("## 12.")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in re.findall(r"^\|.*\|$", section, re.M)]
    return {row[0].strip(): tuple(row[1:4]) for row in rows if row[0].strip().isdigit()}


# --- names of actions -------------------------------------------------------------------------------------------------


@functools.cache
def action_ids() -> dict[str, int]:
    """`retrieve:river`, `done` and so on, by the offsets and lists of section 8."""
    section = RULES.read_text(encoding="utf-8").split("## 8.")[1].split("\n## ")[0]
    parameters = _parameters(section)
    ids: dict[str, int] = {}
    for kind, offset, size in re.findall(r"^\| (\w+) \| (\d+) \| (\d+) \|", section, re.M):
        names = parameters.get(kind, [str(i) for i in range(int(size))])
        assert len(names) == int(size), (kind, names)
        for i, name in enumerate(names):
            ids[f"{kind}:{name}" if int(size) > 1 else kind] = int(offset) + i
    return ids


def _parameters(section: str) -> dict[str, list[str]]:
    """What stands behind the colon, for the kinds whose parameter is not a number."""
    bits = re.findall(r"\d+", re.search(r"`select` index: .*?: ([\d ·]+)", section)[1])
    conversions = re.search(r"`convert` index: (.*?) Units", section)[1]
    experiments = re.search(r"0 biofarm, .*?, 8 dna_reserve", section)[0]
    options = GENES[:4]
    return {
        "side": ["basic", "advanced"],
        "deck": list(CLASSES),
        "plan": ["scientist", "reservation"],
        "select": ["+".join(name for i, name in enumerate(LOCATIONS) if int(b) >> i & 1) for b in bits],
        "retrieve": list(LOCATIONS),
        "experiment": [*re.findall(r"[a-z]\w+", experiments), *(f"tile{i}" for i in range(4))],
        "resource": [*GENES, "coin", "medicine", "ep"],
        "reroll": ["gene", "coin", "free"],
        "convert": [f"{paid}>{gained}" for paid, gained in re.findall(r"(\w+)→(\w+)", conversions)],
        "alley": [*(f"gain-{name}" for name in options), *(f"pay-{name}" for name in options)],
    }


def actions(vector: str) -> list[str]:
    """What a vector does; `P1–P3` before an action is one for each of them."""
    names: list[str] = []
    for first, last, name, times in re.findall(r"(?:P(\d)–P(\d) )?`([^`]*)`(?: ×(\d))?", read_rows()[vector][1]):
        names += [name] * (int(last) - int(first) + 1 if last else int(times or 1))
    return names


# --- positions --------------------------------------------------------------------------------------------------------


def scenario(vector: str) -> Position:
    """What a vector gives, as changes to BASE."""
    return _Reader(read_rows()[vector][0]).position


def _numbers(text: str) -> list[int]:
    """`40–42, 46` as numbers; – before a number alone is a minus."""
    found: list[int] = []
    for first, last in re.findall(r"(\d+)(?:–(\d+))?", text):
        found += range(int(first), int(last or first) + 1)
    return found


LIST = r"((?:\d+(?:–\d+)?(?:, (?=\d))?)+)"
PLACES = r"((?:[A-Z]{4,})(?:, [A-Z]{4,})*)"
REMARK = r"\((?:rulebook|example|scientist 0|deck empty|token on space 0).*?\)"


class _Reader:
    """Reads a position phrase by phrase; `seat` is the player who was named last."""

    def __init__(self, text: str):
        self.position: Position = {"num_players": 4}
        self.seat = 0
        while text := text.lstrip(" ;,."):
            for pattern, give in RULES_OF_TEXT.items():
                if found := re.match(pattern, text):
                    give(self, *found.groups())
                    text = text[found.end() :]
                    break
            else:
                raise ValueError(f"cannot read {text!r}")

    def by_seat(self, key: str, value: Any, seat: int | None = None) -> None:
        self.position.setdefault(key, {})[self.seat if seat is None else seat] = value

    def nothing(self) -> None:
        """A remark."""

    def base(self, n: str) -> None:
        self.position["num_players"] = int(n)

    def copy(self, vector: str, number: str) -> None:
        self.position = scenario(vector)
        self.position["tableau"][0].append(int(number))

    def number(self, key: str, value: str) -> None:
        self.position[key] = int(value)

    def number_of_seat(self, key: str, value: str) -> None:
        self.by_seat(key, int(value.replace("−", "-")))

    def gene(self, name: str, count: str) -> None:
        self.position.setdefault("genes", {}).setdefault(self.seat, {})[name] = int(count)

    def turn_of(self, seat: str) -> None:
        self.seat = int(seat)

    # Turn order

    def order(self, numbers: str) -> None:
        self.position["order"] = _numbers(numbers)

    def marker(self, seat: str, space: str) -> None:
        self.position["reserve"] = [int(seat) if i == int(space) else None for i in range(4)]

    def passed(self, first: str, joint: str, last: str) -> None:
        seats = range(int(first), int(last) + 1) if joint == "–" else (int(first), int(last))
        self.position["passed"] = list(seats)

    def others_passed(self) -> None:
        self.position["passed"] = [seat for seat in range(self.position["num_players"]) if seat != self.seat]

    def to_act(self, seat: str) -> None:
        self.position["current_player"] = int(seat)

    def module(self) -> None:
        self.position["enclosure"] = True

    # Nomans

    def all_on(self, place: str) -> None:
        self.put_on("0123", place)

    def put_on(self, seats: str, places: str) -> None:
        """Assistants of BASE(1) stay."""
        solo = {"river": ["assistant"], "bank": ["assistant"]} if self.position["num_players"] == 1 else {}
        there = self.position.setdefault("at_public", solo)
        for place in places.lower().split(", "):
            there[place] = [*(int(seat) for seat in re.findall(r"\d", seats)), *there.get(place, [])]

    def stand_on(self, places: str) -> None:
        self.put_on(str(self.seat), places)

    def nomans(self, placed: str, injured: str) -> None:
        self.position["basic"] = {"biofarm": [int(placed), 0]}
        self.by_seat("injured", int(injured))

    def die(self, face: str, place: str) -> None:
        """The Noman has come home, the die has been rolled."""
        place = place.lower()
        self.position |= {"node": "die", "die_face": int(face), "stack": [f"*die 0 {place}"], "cur_space": place}

    # Cards and tokens

    def cards(self, key: str, numbers: str) -> None:
        self.by_seat(key, _numbers(numbers))

    def creatures(self, numbers: str) -> None:
        self.cards("tableau", numbers)

    def hand(self, numbers: str) -> None:
        self.cards("hand", numbers)

    def card_in_hand(self, number: str, seat: str) -> None:
        self.by_seat("hand", [int(number)], int(seat))

    def discarded(self, numbers: str) -> None:
        self.position["discard"] = _numbers(numbers)

    def nobles(self, text: str) -> None:
        """`36, 37 P2's, 38, 39 P3's tableau, …`: the place stands behind the last of several players."""
        for group, key in re.findall(r"(.*?) (tableau|hand)(?:, )?", text):
            for numbers, seat in re.findall(LIST + r" P(\d)'s", group):
                self.by_seat(key, _numbers(numbers), int(seat))

    def tile(self, place: str, number: str) -> None:
        """It takes the place of the tile that lies there in BASE(4)."""
        self.position["tile"] = [int(number) if i == int(place) else i for i in range(4)]

    def tokens_on_card(self, place: str, seats: str) -> None:
        lists = self.position.setdefault("milestone_token", [[], [], [], []])
        lists[int(place)] = [int(seat) for seat in re.findall(r"\d", seats)]

    def enclosure_tokens(self, genes: str) -> None:
        self.by_seat("token", genes.split(", "))

    def game_over(self) -> None:
        self.position |= {"node": "over", "phase": "over", "score": {}, "tableau": {}}

    def counts(self, seat: str, score: str, all_: str, nobles: str, artisans: str) -> None:
        """Any creatures of these counts: the lowest ids of each class that nobody has."""
        self.by_seat("score", int(score), int(seat))
        taken = [number for cards in self.position["tableau"].values() for number in cards]
        wanted = (int(all_) - int(nobles) - int(artisans), int(artisans), int(nobles))
        own: list[int] = []
        for first, count in zip(FIRST_OF_CLASS, wanted):
            free = [number for number in range(first, first + 20) if number not in taken]
            own += free[:count]
        self.by_seat("tableau", own, int(seat))


# Phrases; the first pattern that fits is taken.
RULES_OF_TEXT: dict[str, Callable[..., None]] = {
    REMARK: _Reader.nothing,
    r"BASE\((\d)\)": _Reader.base,
    r"as (\d+) with (\d+)": _Reader.copy,
    r"over \(`node` over, `score` given, any creatures of these counts\)": _Reader.game_over,
    r"\(EP, creatures, nobles, artisans\):": _Reader.nothing,
    r"P(\d) \((\d+), (\d), (\d), (\d)\)": _Reader.counts,
    r"(challenge|round) (\d)": _Reader.number,
    r"Enclosure": _Reader.module,
    rf"order {LIST}": _Reader.order,
    r"P(\d)'s marker on reservation space \d \(index (\d)\)": _Reader.marker,
    r"P(\d)(, | and |–)P(\d) passed": _Reader.passed,
    r"others passed": _Reader.others_passed,
    r"P(\d) to act": _Reader.to_act,
    rf"all four on {PLACES}": _Reader.all_on,
    rf"(?:only )?(P\d(?: and P\d)*) on {PLACES}": _Reader.put_on,
    rf"(?:alone )?on {PLACES}": _Reader.stand_on,
    r"P0 Nomans: (\d) on experiments, (\d) injured": _Reader.nomans,
    r"node `die`, face (\d),? after (?:P0's )?([A-Z]+)": _Reader.die,
    rf"(?:has )?creatures? {LIST}(?: in play)?": _Reader.creatures,
    rf"noble {LIST} in play": _Reader.creatures,
    rf"nobles {LIST}": _Reader.creatures,
    rf"hand {LIST}": _Reader.hand,
    r"card (\d+) in P(\d)'s hand": _Reader.card_in_hand,
    rf"(?:cards )?{LIST} discarded(?:, so the deck is 47)?": _Reader.discarded,
    r"nobles: (.*hand), ": _Reader.nobles,
    r"tile(\d) = (\d+)": _Reader.tile,
    r"tokens: ": _Reader.nothing,
    r"position (\d) (P\d(?: then P\d)*)": _Reader.tokens_on_card,
    r"noble row P0": _Reader.nothing,
    r"tokens on spaces 1, 2, 3, 5, 6, 8 = ([a-z, ]+)(?=;)": _Reader.enclosure_tokens,
    r"(coins|ep|medicine|injured|locks|scientist) (−?\d+)": _Reader.number_of_seat,
    rf"({'|'.join(GENES)}) (\d+)": _Reader.gene,
    r"to_dict": _Reader.nothing,
    r"P(\d)": _Reader.turn_of,
}
