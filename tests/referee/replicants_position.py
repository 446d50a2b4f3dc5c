"""A position of the referee: its pieces, and scenario dictionaries (RULES.md 11.1) in and out.

Clauses in brackets (R rulebook, D and U decisions) are those of RULES.md.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .replicants_cards import KINDS, Cards

PAIRS = ["NN", "NP", "NH", "NS", "PP", "PH", "PS", "HH", "HS", "SS"]
# The steps of a round (5.1); each has its window before, on or after it, except on drone, build, discard.
STEPS = ["setup", "before_first", "first", "on_first", "after_first"]
STEPS += ["before_replenish", "replenish", "on_replenish", "after_replenish"]
STEPS += ["before_station", "station", "on_station", "after_station", "before_drone", "drone", "after_drone"]
STEPS += ["before_build", "build", "after_build", "before_discard", "discard", "after_discard"]
STEPS += ["before_end", "on_end", "end", "after_end", "over"]
WINDOWS = [step for step in STEPS if "_" in step]
STATION_STEPS = [step for step in STEPS if "station" in step]  # U2
RESOURCE_CHOICES = ["gain_any", "stow_any", "pay_any", "waive", "keep"]
PENDING_KINDS = [*RESOURCE_CHOICES, "promote", "ready", "redeal", "build_room", "offer"]  # 5.2


# ---- Pieces of a position -------------------------------------------------------------------------------------------


@dataclass
class Replicant:
    """A card in play."""

    card: int
    level: int
    levelled: bool = False
    gained: bool = False
    used: bool = False


@dataclass
class Player:
    """What lies in front of one player."""

    crew: list[int]
    crew_moved: list[int] = field(default_factory=list)
    armed: set[int] = field(default_factory=set)
    hand: Counter = field(default_factory=Counter)
    produced: Counter = field(default_factory=Counter)
    locker: Counter = field(default_factory=Counter)
    reps: list[Replicant] = field(default_factory=list)
    doubles: int = 0
    level_ups: int = 0
    bonus: int = 0
    setup_hand: list[int] = field(default_factory=list)
    setup_l4: int | None = None
    setup_discard: int | None = None
    own_discard: int | None = None


@dataclass
class Pending:
    """A sub-decision in progress (5.2, D43)."""

    kind: str
    source: int
    stage: int = 0
    left: int = 0
    floor: int = 0
    paid: str = ""
    vec: Counter = field(default_factory=Counter)


def letters(cards: Counter) -> str:
    """Resources as letters in kind order."""
    return "".join(kind * cards[kind] for kind in KINDS)


def pair_of(one: str, other: str) -> str:
    """Two resources in kind order."""
    return "".join(sorted((one, other), key=KINDS.index))


# ---- The position ---------------------------------------------------------------------------------------------------


class Position:
    """All that lies on the table; knows no rule but what follows from where things lie."""

    def __init__(self, num_players: int = 4, usc: bool = False, max_rounds: int = 60, cards: Path | None = None):
        self.num_players, self.usc, self.max_rounds = int(num_players), int(usc), int(max_rounds)
        self.cards = Cards(Path(cards) if cards else Path(__file__).parents[2] / "replicants_env" / "cards")
        self.numbers = self.cards.numbers
        self.clear()

    def clear(self) -> None:
        """An empty table: nothing dealt, nobody has anything."""
        self.round, self.first_player, self.drone_first, self.rng = 0, 0, 0, 0
        self.at, self.over, self.order_pos, self.win_slot = "setup", 0, 0, 0
        self.setup_done = False  # the setup cards have been revealed
        self.players = [Player([self.numbers["start_room"]] * 2) for _ in range(self.num_players)]
        self.deck: list[int] = []  # top first
        self.drawn: list[int] = []
        self.supply = Counter(self.cards.supply)
        self.x: list[str] = []
        self.y: list[str] = []
        self.field_deck = list(self.cards.field_cards)
        self.stacked = False
        self.placed: list[str] = []  # pairs by drone number
        self.taken: Counter | None = None  # what the last drone took, while its On Drone checks run (D17)
        self.built: dict[int, int] = {}  # annex -> builder
        self.pending: Pending | None = None

    @property
    def current_player(self) -> int:
        """The seat to act, -1 when over."""
        if self.over:
            return -1
        if self.at == "setup":
            undone = [seat for seat, player in enumerate(self.players) if player.setup_discard is None]
            return self.order_pos if self.setup_done else undone[0]
        if self.at == "drone":
            number = len(self.placed) - (1 if self.taken is not None else 0)
            return (self.drone_first + number) % self.num_players
        return (self.first_player + self.order_pos) % self.num_players

    def vp(self, seat: int) -> int:
        """D24."""
        player = self.players[seat]
        return min(255, player.bonus + sum(self.numbers["level_vp"][rep.level - 1] for rep in player.reps))

    def scores(self) -> list[int]:
        return [self.vp(seat) for seat in range(self.num_players)]

    def free_pairs(self) -> Counter:
        """D4: free intersections by the two kinds they show."""
        return Counter(pair_of(x, y) for x in self.x for y in self.y) - Counter(self.placed)

    def finish(self, over: int) -> None:
        """D46."""
        self.over, self.at, self.order_pos, self.win_slot, self.pending = over, "over", 0, 0, None

    # -- Scenario dictionaries (11.1) --

    def to_dict(self) -> dict:
        """The position as a scenario dictionary in its canonical form, every key present."""
        players, plain = self.players, ("num_players", "usc", "max_rounds", "at", "round", "first_player")
        position = {key: getattr(self, key) for key in (*plain, "drone_first", "current_player", "win_slot")}
        choosing = self.at == "setup" and not self.setup_done
        position["setup_hand"] = [self.names(player.setup_hand) for player in players] if choosing else None
        for key in ("setup_l4", "setup_discard", "doubles", "level_ups", "bonus"):
            position[key] = [getattr(player, key) for player in players]
        for key in ("hand", "produced", "locker"):
            position[key] = [letters(getattr(player, key)) for player in players]
        for key in ("crew", "crew_moved", "armed"):
            position[key] = [sorted(player.armed) if key == "armed" else [*getattr(player, key)] for player in players]
        field_deck = "".join(self.field_deck)
        return position | {
            "own_discard": [
                p.own_discard if p.own_discard is None else self.names([p.own_discard])[0] for p in players
            ],
            "reps": [[self.write_rep(rep) for rep in player.reps] for player in players],
            "deck": self.names(self.deck),
            "drawn": self.names(self.drawn),
            "supply": [self.supply[kind] for kind in KINDS],
            "x": "".join(self.x),
            "y": "".join(self.y),
            "field_deck": field_deck,
            "stack_field": field_deck if self.stacked else None,
            "placed": [f"{(self.drone_first + k) % self.num_players}:{pair}" for k, pair in enumerate(self.placed)],
            "built": {str(room): self.built[room] for room in sorted(self.built)},
            "pending": {**vars(self.pending), "vec": letters(self.pending.vec)} if self.pending else None,
            "rng": self.rng,
        }

    def names(self, cards: list[int]) -> list[str]:
        return [self.cards.cards[card].name for card in cards]

    def write_rep(self, rep: Replicant) -> str:
        flags = "l" * rep.levelled + "g" * rep.gained + "u" * rep.used
        return f"{self.cards.cards[rep.card].name}@{rep.level}{flags}"

    # -- Reading a scenario dictionary --

    def read(self, position: dict) -> None:
        """Take over every key of a scenario dictionary, with its defaults."""
        unknown = set(position) - set(self.to_dict())
        if unknown:
            raise ValueError(f"{sorted(unknown)}: unknown key; allowed: {', '.join(self.to_dict())}")
        steps = [step for step in STEPS if self.usc or step not in STATION_STEPS]
        if position.get("at") not in steps:
            raise ValueError(f"at: {position.get('at')!r} is no step; allowed: {', '.join(steps)}")
        self.at, self.rng = position["at"], position.get("rng", 0)
        self.round = position.get("round", 0 if self.at == "setup" else 3)
        self.first_player = position.get("first_player", 0)
        self.drone_first = position.get("drone_first", self.first_player)
        self.setup_done = position.get("setup_hand") is None
        self.built = {int(room): builder for room, builder in (position.get("built") or {}).items()}
        self.read_players(position)
        self.read_deck(position)
        self.read_field(position)
        self.read_placed(position.get("placed") or [])
        self.read_pending(position.get("pending"))
        self.read_supply(position.get("supply"))
        self.read_cursors(position)

    def read_players(self, position: dict) -> None:
        """Every key with one value per seat; where none is given the default holds."""
        readers = {
            "hand": self.read_resources,
            "produced": self.read_resources,
            "locker": self.read_resources,
            "doubles": int,
            "level_ups": int,
            "bonus": int,
            "setup_hand": lambda names: sorted(self.card(name) for name in names),
            "setup_l4": int,
            "setup_discard": int,
            "own_discard": self.card,
            "reps": lambda texts: [self.read_rep(text) for text in texts],
            "crew": list,
            "crew_moved": list,
            "armed": set,
        }
        for key, reader in readers.items():
            for seat, value in self.per_seat(key, position.get(key)).items():
                if value is not None:
                    setattr(self.players[seat], key, reader(value))

    def per_seat(self, key: str, value: list | dict | None) -> dict:
        """A list with one entry per seat, or a dict by seat."""
        if isinstance(value, list | tuple) and len(value) != self.num_players:
            raise ValueError(f"{key}: {len(value)} entries; allowed: one for each of {self.num_players} seats")
        by_seat = value if isinstance(value, dict) else dict(enumerate(value or []))
        if not {int(seat) for seat in by_seat} <= set(range(self.num_players)):
            raise ValueError(f"{key}: seats {list(by_seat)}; allowed: 0 to {self.num_players - 1}")
        return {int(seat): entry for seat, entry in by_seat.items()}

    def card(self, name: str) -> int:
        if name not in self.cards.ids:
            raise ValueError(f"reps, deck, drawn, setup_hand or own_discard: unknown card {name!r}")
        return self.cards.ids[name]

    def read_rep(self, text: str) -> Replicant:
        name, _, marks = text.rpartition("@")
        if marks[:1] not in ("1", "2", "3", "4") or not set(marks[1:]) <= set("lgu"):
            raise ValueError(f"reps: {text!r}; allowed: Name@level with level 1 to 4 and the flags l, g, u")
        return Replicant(self.card(name), int(marks[0]), *(flag in marks for flag in "lgu"))

    def read_resources(self, value: str | list[int]) -> Counter:
        """Letters in any order, or four counts."""
        counts = [value.count(kind) for kind in KINDS] if isinstance(value, str) else list(value)
        if len(counts) != 4 or min(counts) < 0 or (isinstance(value, str) and sum(counts) != len(value)):
            raise ValueError(f"resources: {value!r}; allowed: letters of {KINDS} or four counts")
        return Counter(dict(zip(KINDS, counts, strict=True)))

    def read_deck(self, position: dict) -> None:
        """By default the deck holds all cards named nowhere, by id."""
        lying = [rep.card for player in self.players for rep in player.reps]
        lying += [card for player in self.players for card in player.setup_hand]
        self.drawn = [self.card(name) for name in position.get("drawn") or []]
        named = {*lying, *self.drawn, *(player.own_discard for player in self.players)}
        self.deck = [card for card in range(len(self.cards.cards)) if card not in named]
        if position.get("deck") is not None:
            self.deck = [self.card(name) for name in position["deck"]]
        if len(set(lying + self.deck)) < len(lying + self.deck):
            raise ValueError("deck: a card lies twice in rows, deck and setup hands")

    def read_field(self, position: dict) -> None:
        """The field, and the deck it is dealt from."""
        n, stack, rest = self.num_players, position.get("stack_field"), position.get("field_deck")
        self.x, self.y = list(position.get("x") or ""), list(position.get("y") or "")
        if (len(self.x), len(self.y)) not in ((0, 0), (n, self.numbers["y_cards"])):
            raise ValueError(f"x, y: {len(self.x)} and {len(self.y)} cards; allowed: {n} and 4, or none")
        if stack is not None and (
            self.x or sorted(stack) != sorted(self.cards.field_cards) or rest not in (None, stack)
        ):
            raise ValueError(f"stack_field: {stack!r}; allowed: all 16 field cards, while no field is out")
        self.stacked = stack is not None
        left = letters(Counter(self.cards.field_cards) - Counter(self.x + self.y))
        self.field_deck = list(stack if stack is not None else left if rest is None else rest)

    def read_placed(self, placed: list[str]) -> None:
        """The k-th drone is of seat (drone_first + k) mod n; each player's drones in their order."""
        drones = [text.split(":") for text in placed]
        own = [[pair_of(*pair) for owner, pair in drones if int(owner) == seat] for seat in range(self.num_players)]
        for k in range(len(placed)):
            row = own[(self.drone_first + k) % self.num_players]
            if not row or self.free_pairs()[row[0]] == 0:
                raise ValueError(f"placed: {placed}: drone {k} is not of the seat in turn, or on no free pair")
            self.placed.append(row.pop(0))

    def read_pending(self, pending: dict | None) -> None:
        if pending is None:
            return
        if pending.get("kind") not in PENDING_KINDS:
            raise ValueError(f"pending: kind {pending.get('kind')!r}; allowed: {', '.join(PENDING_KINDS)}")
        paid, vec = letters(Counter(set(pending.get("paid") or ""))), self.read_resources(pending.get("vec") or "")
        numbers = [pending.get(key, 0) for key in ("source", "stage", "left", "floor")]
        self.pending = Pending(pending["kind"], *numbers, paid, vec)
        if self.at == "drone":
            self.taken = Counter(vec)

    def read_supply(self, supply: list[int] | None) -> None:
        """By default what is not in hands, lockers and among kept cards."""
        if supply is not None:
            self.supply = self.read_resources(supply)
            return
        elsewhere = [player.hand for player in self.players] + [player.locker for player in self.players]
        if self.pending and self.pending.kind == "keep":
            elsewhere.append(self.pending.vec)
        for cards in elsewhere:
            self.supply.subtract(cards)
        if min(self.supply.values()) < 0:
            raise ValueError("hand, locker: more of a resource than there is")

    def read_cursors(self, position: dict) -> None:
        """`order_pos`, `win_slot` and `over` (D44, D46)."""
        self.win_slot = position.get("win_slot", 0)
        if self.at == "over":
            self.finish(1 if max(self.scores()) >= self.numbers["target_vp"] else 2)
        elif self.at == "setup":
            self.order_pos = position.get("current_player", 0)
        else:
            on = position.get("current_player", self.first_player)
            self.order_pos = 0 if self.at == "drone" else (on - self.first_player) % self.num_players
