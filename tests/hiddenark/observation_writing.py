"""The raw observation of RULES.md section 8, written in plain Python from a scenario dictionary and the card set."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import arkade
from hiddenark_env.card_set import Token
from referee.hiddenark import Referee

PHASES = (
    "setup opportunity flip remove award choose main pay slot return overflow block over".split()
)  # fmt: skip
MODES, CLASSES = ("competitive", "coop", "solo"), ("once", "upgrade", "instant")
ROWS = ("build", "operation", "upgrade", "research")
NO_TOKEN = [0] * 15
Numbers = list[int]


def one_hot(size: int, place: int | None) -> Numbers:
    """All 0 but a 1 at `place`; None: all 0."""
    return [int(i == place) for i in range(size)]


def or_none(size: int, place: int) -> Numbers:
    """A one-hot whose last place stands for -1."""
    return one_hot(size, place if place >= 0 else size - 1)


def cut(numbers: Iterable[int], most: int) -> Numbers:
    return [max(0, min(int(number), most)) for number in numbers]


def padded(rows: list[Numbers], count: int, width: int) -> Numbers:
    """Rows one after the other, then rows of zeros."""
    return [number for row in [*rows, *[[0] * width] * (count - len(rows))] for number in row]


class Table:
    """A position with the cards that it names."""

    def __init__(self, game: arkade.Game, position: dict[str, Any], cards: Path | None = None) -> None:
        self.cards, self.position, self.turn = game.cards, position, position["turn"]
        self.referee = Referee.from_dict(position, cards=cards)
        self.n = position["num_players"]
        self.map = game.cards.maps[list(game.cards.map_ids).index(position["board"])]
        self.tokens: dict[Any, Token] = {token.key: token for token in game.cards.tokens}
        self.tokens |= {token.id: token for token in game.cards.tokens}

    def token(self, name: str | int | None) -> Numbers:
        """A kind of token by key or id; None and -1: no token."""
        if name in (None, -1):
            return NO_TOKEN
        token = self.tokens[name]
        return [*one_hot(3, CLASSES.index(token.token_class)), *token.effect]

    def counts(self, key: str) -> Numbers:
        """How many tokens of each kind lie in the pool, or among those used."""
        found = {self.tokens[name].id: count for name, count in self.position[key].items()}
        return [found.get(kind, 0) for kind in range(64)]

    # --- blocks -------------------------------------------------------------------------------------------------------

    def globals(self, observer: int) -> Numbers:
        position, refills = self.position, 3 if self.position["long_game"] else 2
        player = position["current_player"]
        return [
            *one_hot(13, PHASES.index(self.turn["phase"])),
            *one_hot(3, MODES.index(position["mode"])),
            *(int(position[name]) for name in ("discovery", "uphill", "long_game")),
            *one_hot(4, self.n - 1),
            *one_hot(4, list(self.cards.map_ids).index(position["board"])),
            *one_hot(3, position["end_state"]),
            *(min(position["round"], 200), position["refills_done"], refills - position["refills_done"]),
            *(len(position["fish"]), {1: 7, 2: 6, 3: 5, 4: 4}[self.n]),
            *(sum(position["pool"].values()), len(position["face_up"]), int(position["blocker"] >= 0)),
            *one_hot(4, None if player < 0 else (player - observer) % self.n),
            *one_hot(4, observer),
        ]

    def course(self) -> Numbers:
        """The block `turn`."""
        turn = self.turn
        grants = cut((turn[name] for name in ("rescues", "builds", "installs")), 8)
        gains = cut((turn[name] for name in ("science_left", "any_left")), 8)
        in_hand = max(turn[name] for name in ("install_token", "award_token", "gain_token"))
        return [
            *or_none(5, turn["row"]),
            *(min(turn["moves"], 16), turn["move_open"], turn["op_rescue"], *grants, turn["upgrade_open"], *gains),
            *(turn[name] for name in ("opp_left", "flip_due", "remove_due", "investigated")),
            *or_none(5, turn["transit"]),
            *(number for name in ("pending", "late", "excess") for number in cut(turn[name], 8)),
            *or_none(6, turn["excess_partner"]),
            *one_hot(7, turn["pay_kind"]),
            *(turn["pay_arg"], min(turn["pay_give"], 40), turn["pay_min"], turn["take_min"]),
            *or_none(5, turn["return_vessel"]),
            *self.token(in_hand),
        ]

    def player(self, p: int) -> Numbers:
        position, parts = self.position, self.referee.breakdown(p)
        res, own = position["res"][p], [self.cards.tiles[tile] for tile in position["own"][p]]
        pieces = [len(position[name][p]) for name in ("stations", "vessels")]
        costs = [
            prices[count - 1] if 0 < count < 4 else 0
            for count, prices in zip(pieces, (self.cards.board.station_cost, self.cards.board.vessel_cost))
        ]
        held = {self.tokens[key].id: count for key, count in position["held"][p].items()}
        row = position["last_row"][p]
        return [
            *(1, *res, sum(res), *pieces, *costs),
            *cut((sum(tile.discount[r] for tile in own) for r in range(5)), 10),
            *(sum(tile.colour == colour for tile in own) for colour in range(5)),
            *(len(own), min(sum(tile.vp for tile in own), 200), min(position["token_vp"][p], 40)),
            *(*cut([parts["awards"]], 50), *cut([parts["total"]], 250)),
            *or_none(5, row if row == -1 else ROWS.index(row)),
            *cut((held.get(kind, 0) for kind in range(32)), 8),
            *self.bonuses(p),
            *self.free_slots(p),
        ]

    def bonuses(self, p: int) -> Numbers:
        """What the tokens installed in each row give together."""
        sums = [[0] * 12 for _ in ROWS]
        for slot, key in self.position["slots"][p].items():
            sums[slot // 4] = [a + b for a, b in zip(sums[slot // 4], self.tokens[key].effect)]
        return cut((number for row in sums for number in row), 8)

    def free_slots(self, p: int) -> Numbers:
        sizes, used = [len(row) for row in self.cards.board.slot_cost], self.position["slots"][p]
        return [int(slot % 4 < sizes[slot // 4] and slot not in used) for slot in range(16)]

    def location(self, name: str, observer: int) -> Numbers:
        owners = [p for p in range(self.n) if name in self.position["stations"][p]]
        vessels = sum(place == name for places in self.position["vessels"] for place in places)
        owner = one_hot(4, (owners[0] - observer) % self.n if owners else None)
        return [1, *owner, vessels, *self.token(self.position["loc_token"].get(name))]

    def fish(self, f: int, observer: int) -> Numbers:
        position, cell = self.position, list(self.map.sea[self.map.fish[f]])
        found = position["fish"].get(f)
        seats = [(observer + i) % self.n for i in range(self.n)]
        vessels = [*(sum(place == cell for place in position["vessels"][p]) for p in seats), *[0] * (4 - self.n)]
        colour = one_hot(5, self.map.fish_colours[f])
        if found is None:
            return [*colour, *[0] * 40, *vessels]
        kinds = [self.cards.escalations[e] for e in position["fish_esc"].get(f, [])]
        more = [sum(kind.cost[r] for kind in kinds) for r in range(5)]
        lying = [
            *self.token(position["fish_token"].get(f)),
            *(len(kinds), sum(sum(kind.cost) for kind in kinds), int(position["blocker"] == f)),
        ]
        if found == "facedown":
            return [*colour, 0, 1, *more, *more, *[0] * 10, *lying, *vessels]
        tile = self.cards.tiles[found]
        cost = [a + b for a, b in zip(tile.cost, more)]
        net = [max(0, c - d) for c, d in zip(cost, self.discount(observer))]
        needs = (tile.need_stations, tile.need_vessels)
        met = all(len(position[name][observer]) >= need for name, need in zip(("stations", "vessels"), needs))
        marks = (int(met), int(self.can_pay(observer, net)))
        return [*colour, 1, 0, *cost, *net, *tile.discount, tile.vp, *needs, *marks, *lying, *vessels]

    def discount(self, p: int) -> Numbers:
        own = [self.cards.tiles[tile] for tile in self.position["own"][p]]
        return [sum(tile.discount[r] for tile in own) for r in range(5)]

    def can_pay(self, p: int, cost: Numbers) -> bool:
        """Two units stand for a missing one; what waits counts."""
        mine = self.position["current_player"] == p
        waiting = self.turn["pending"] if mine else [0] * 5
        left = [a + b - c for a, b, c in zip(self.position["res"][p], waiting, cost)]
        return sum(n for n in left if n > 0) >= 2 * sum(-n for n in left if n < 0)

    def sea(self, space: int, observer: int) -> Numbers:
        position, cell = self.position, list(self.map.sea[space])
        own = position["vessels"][observer]
        others = [position["vessels"][(observer + i) % self.n].count(cell) for i in range(1, self.n)]
        value = 0
        if space in self.map.vp and self.map.vp.index(space) not in position["vp_taken"]:
            value = self.map.vp_values[self.map.vp.index(space)]
        return [*(int(v < len(own) and own[v] == cell) for v in range(4)), *others, *[0] * (4 - self.n), value]

    def vessel(self, v: int, observer: int) -> Numbers:
        places = self.position["vessels"][observer]
        if v >= len(places):
            return [1, 0, 0, *[0] * 32]
        at_home = isinstance(places[v], str)
        home = self.map.locations.index(places[v]) if at_home else None
        return [0, int(at_home), int(not at_home), *one_hot(32, home)]

    def supply(self) -> Numbers:
        position = self.position
        return [
            *cut(self.counts("pool"), 10),
            *cut(self.counts("discard"), 10),
            *(int(tile in position["undrawn"]) for tile in range(30)),
            *cut((position["esc_left"].get(e, 0) for e in range(16)), 4),
            *cut(position["award_tokens"], 8),
        ]

    def observation(self, observer: int) -> Numbers:
        """All blocks in order."""
        seats = [(observer + i) % self.n for i in range(self.n)]
        return [
            *self.globals(observer),
            *self.course(),
            *padded([self.player(p) for p in seats], 4, 127),
            *padded([self.token(key) for key in self.position["face_up"]], 5, 15),
            *padded([self.location(name, observer) for name in self.map.locations], 32, 21),
            *padded([self.fish(f, observer) for f in range(10)], 10, 49),
            *padded([self.sea(space, observer) for space in range(len(self.map.sea))], 64, 8),
            *padded([self.vessel(v, observer) for v in range(4)], 4, 35),
            *self.supply(),
        ]
