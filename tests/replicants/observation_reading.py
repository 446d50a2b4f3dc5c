"""A second reading of RULES.md section 9: an observation made from the scenario dictionary, block by block."""

from __future__ import annotations

import numpy as np

import arkade
from replicants_env.card_set import Ability, Cond, Effect
from replicants_env.state import LETTERS, Pend, Step

PAIRS = "NN NP NH NS PP PH PS HH HS SS".split()


def one_hot(size: int, *indices: int) -> list[int]:
    return [int(i in indices) for i in range(size)]


def counts(letters: str) -> list[int]:
    return [letters.count(letter) for letter in LETTERS]


def cut(values: list[int], bound: int) -> list[int]:
    return [min(value, bound) for value in values]


class Rep:
    """One replicant of a scenario dictionary."""

    def __init__(self, game: arkade.Game, words: str) -> None:
        name, _, rest = words.partition("@")
        self.card = game.cards.card(name)
        self.level, self.flags = int(rest[0]), rest[1:]
        self.costs = game.cards.replicants[self.card].costs

    @property
    def next_cost(self) -> str:
        return self.costs[self.level - 1] if self.level < 4 else ""


class Reading:
    """What `player` may know of a position, read from its dictionary."""

    def __init__(self, game: arkade.Game, state: np.ndarray, player: int) -> None:
        self.game, self.d, self.n = game, game.to_dict(state), game.num_players
        self.player = player
        self.seats = [(player + i) % self.n for i in range(self.n)]
        self.reps = [[Rep(game, words) for words in row] for row in self.d["reps"]]
        self.vp = [sum((0, 0, 1, 3, 6)[rep.level] for rep in row) + b for row, b in zip(self.reps, self.d["bonus"])]

    def relative(self, seat: int) -> list[int]:
        return one_hot(6, (seat - self.player) % self.n) if 0 <= seat < self.n else [0] * 6

    def padded(self, rows: list[list[int]], n_rows: int, width: int) -> list[int]:
        return sum(rows, []) + [0] * (width * (n_rows - len(rows)))

    # --- what may be levelled ---

    def discounts(self, seat: int) -> list[tuple[Ability, bool]]:
        """Abilities of L4 replicants and armed rooms that are static, and whether they have been used up."""
        cards, rooms = self.game.cards.replicants, self.game.cards.rooms
        found = [(cards[rep.card].ability, "u" in rep.flags) for rep in self.reps[seat] if rep.level == 4]
        found += [(rooms[room].ability, False) for room in self.d["armed"][seat]]
        found = [(ability, used) for ability, used in found if ability.static]
        assert all(term.kind == Cond.ALWAYS for ability, _ in found for term in ability.terms)  # the house set
        return found

    def may_level(self, seat: int, rep: Rep) -> bool:
        rapid = any(deed.kind == Effect.RAPID for ability, _ in self.discounts(seat) for deed in ability.effects)
        return rep.level < 4 and "l" not in rep.flags and ("g" not in rep.flags or rapid)

    def affordable(self, seat: int, slot: int) -> bool:
        """D27: letters come off the cost, every star waives a missing card."""
        rep = self.reps[seat][slot]
        if not self.may_level(seat, rep):
            return False
        cost, stars = counts(rep.next_cost), 0
        for ability, used in self.discounts(seat):
            for deed in ability.effects:
                fits = deed.level in (0, rep.level + 1) or (deed.level == 5 and slot >= 4 and rep.level == 1)
                if fits and (deed.kind == Effect.DISCOUNT_ALL or (deed.kind == Effect.DISCOUNT and not used)):
                    cost = [max(0, c - v) for c, v in zip(cost, deed.pattern.vec)]
                    stars += deed.pattern.stars
        return sum(max(0, c - h) for c, h in zip(cost, counts(self.d["hand"][seat]))) <= stars

    # --- blocks ---

    def features(self, card: int) -> list[int]:
        replicant = self.game.cards.replicants[card]
        ability = replicant.ability
        groups = [range(0, 1), range(1, 14), [14], [15], range(16, 19), range(19, 22), range(22, 26)]
        letters = [term.vec for term in ability.terms if term.kind in (Cond.PRODUCED, Cond.DRONE)]
        gains = [deed.pattern for deed in ability.effects if deed.kind == Effect.GAIN]
        totals = {
            kind: sum(deed.k for deed in ability.effects if deed.kind == kind) for kind in (Effect.DRAW, Effect.POINTS)
        }
        return [
            *sum((counts(cost) for cost in replicant.costs), []),
            *(int(ability.trigger in group) for group in groups),
            *cut([sum(vec[r] for vec in letters) for r in range(4)], 4),
            *cut([sum(gain.vec[r] for gain in gains) for r in range(4)], 4),
            min(4, sum(gain.stars for gain in gains)),
            min(2, totals[Effect.DRAW]),
            min(6, totals[Effect.POINTS]),
            min(4, sum(ability.price.vec) + ability.price.stars),
            int(ability.optional),
        ]

    def block_global(self) -> list[int]:
        d, pending = self.d, self.d["pending"] or {"kind": "nothing", "left": 0}
        return [
            d["round"],
            *one_hot(27, Step[d["at"].upper()]),
            *one_hot(11, Pend[pending["kind"].upper()]),
            min(8, pending["left"]),
            int(d["current_player"] == self.player),
            d["usc"],
            *one_hot(5, self.n - 2),
            len(d["deck"]),
            len(d["placed"]),
            min(60, max(self.vp)),
        ]

    def block_seats(self) -> list[int]:
        d = self.d
        return sum((self.relative(d[key]) for key in ("current_player", "first_player", "drone_first")), [])

    def block_field(self) -> list[int]:
        d = self.d
        free = ["".join(sorted(x + y, key=LETTERS.index)) for x in d["x"] for y in d["y"]]
        for drone in d["placed"]:
            free.remove(drone.partition(":")[2])
        return [
            *d["supply"],
            *counts(d["x"]),
            *counts(d["y"]),
            *(free.count(pair) for pair in PAIRS),
            *counts(d["field_deck"]),
        ]

    def block_players(self) -> list[int]:
        d, rows = self.d, []
        for seat in self.seats:
            rows.append(
                [
                    1,
                    *cut(counts(d["hand"][seat]), 12),
                    *counts(d["produced"][seat]),
                    *counts(d["locker"][seat]),
                    min(60, self.vp[seat]),
                    min(40, d["bonus"][seat]),
                    4 - sum(drone.startswith(f"{seat}:") for drone in d["placed"]),
                    *([rep.level for rep in self.reps[seat]].count(level) for level in (1, 2, 3, 4)),
                    min(20, d["level_ups"][seat]),
                    d["doubles"][seat],
                ]
            )
        return self.padded(rows, 6, 22)

    def block_cards(self) -> list[int]:
        rows = [[0] * 60 for _ in self.seats]
        for row, seat in zip(rows, self.seats):
            for rep in self.reps[seat]:
                spent = "u" in rep.flags if rep.level == 4 else not self.may_level(seat, rep)
                row[rep.card] = 2 * rep.level + spent
        discard = self.d["own_discard"][self.player]
        if discard in self.d["deck"]:
            rows[0][self.game.cards.card(discard)] = 1
        return self.padded(rows, 6, 60)

    def block_own_reps(self) -> list[int]:
        rows = []
        for slot, rep in enumerate(self.reps[self.player]):
            rows.append(
                [
                    1,
                    *one_hot(4, rep.level - 1),
                    int(rep.level < 4 and not self.may_level(self.player, rep)),
                    int("u" in rep.flags),
                    int(self.affordable(self.player, slot)),
                    int("g" in rep.flags),
                    *counts(rep.next_cost),
                    *self.features(rep.card),
                ]
            )
        return self.padded(rows, 20, 45)

    def block_setup(self) -> list[int]:
        d, rows = self.d, []
        for i, name in enumerate(d["setup_hand"][self.player] if d["setup_hand"] else []):
            chosen = [int(d[key][self.player] == i) for key in ("setup_l4", "setup_discard")]
            rows.append([*self.features(self.game.cards.card(name)), 1, *chosen])
        return self.padded(rows, 5, 35)

    def block_usc(self) -> list[int]:
        d = self.d
        if not d["usc"]:
            return [0] * 254
        rooms, own = self.game.cards.rooms, []
        for i, room in enumerate(d["crew"][self.player]):
            own += [*one_hot(12, room), int(i in d["crew_moved"][self.player])]
        built = []
        for i, room in enumerate(rooms):
            builder = d["built"].get(str(i))
            built.append([int(room.core or builder is not None), *self.relative(-1 if builder is None else builder)])
        return [
            *self.padded([[d["crew"][seat].count(room) for room in range(12)] for seat in self.seats], 6, 12),
            *own,
            *self.padded(built, 12, 7),
            *self.padded([one_hot(12, *d["armed"][seat]) for seat in self.seats], 6, 12),
        ]

    def block_pending(self) -> list[int]:
        pending = self.d["pending"]
        if not pending:
            return [0] * 54
        source = pending["source"]
        asking = [0] * 32
        if source < 32:
            asking = self.features(self.reps[self.d["current_player"]][source].card)
        return [
            *asking,
            *one_hot(12, source - 32),
            *cut(counts(pending["vec"]), 8),
            *(min(1, count) for count in counts(pending["paid"])),
            pending["floor"],
            pending["stage"],
        ]
