"""What lies on the table in Enclosure, what can be counted of it, and how positions are written (RULES.md 11.1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .enclosure_cards import AREAS, CREATURES, SIZE, Cards

AP_BASE, AP_PRIVATE = 3, 4
END_CARDS = 12
SUPPLY_PER_CREATURE = 4
RESEARCH_SPACES = 3  # and one more with the private milestone
BASIC_SLOTS, ADVANCED_SLOTS = 5, 4
MAX_PENDING = 4
EMPTY = "."
PHASES = ("main", "effects", "game_over")
DEFAULT_HABITAT = "s..g/.w../..c./t..a"


@dataclass
class Player:
    """One seat; movement cards not in `hand` lie in the discard pile."""

    private: str
    habitat: list[str] = field(default_factory=lambda: list(DEFAULT_HABITAT.replace("/", "")))
    hand: set[str] = field(default_factory=set)
    research: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    private_done: bool = False


def by_letter(counts: Counter) -> dict[str, int]:
    return {creature: counts[creature] for creature in CREATURES}


class Position:
    """All that lies on the table; knows no rule but what can be counted."""

    def __init__(
        self,
        num_players: int = 2,
        max_rounds: int = 60,
        truncation_result: str = "standing",
        cards: Path | None = None,
    ):
        self.num_players, self.max_rounds, self.truncation_result = num_players, max_rounds, truncation_result
        self.cards = Cards(Path(cards) if cards else Path(__file__).parents[2] / "enclosure_env" / "cards")
        self.clear()

    def clear(self) -> None:
        """A table with nothing on it but the boards and the hands."""
        self.phase, self.seat, self.ap, self.round, self.rng = "main", 0, AP_BASE, 0, 0
        self.players = [Player(creature) for creature in CREATURES[: self.num_players]]
        self.supply: Counter = Counter()
        self.pending: Counter = Counter()
        self.public: list[str] = []
        self.public_owner: list[int | None] = []
        self.basic_display: list[str | None] = []
        self.advanced_display: list[str | None] = []
        self.basic_deck: list[str] = []  # top first
        self.advanced_deck: list[str] = []

    # -- What can be counted --

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat]

    @property
    def current_player(self) -> int:
        """The seat to act, -1 when over."""
        return -1 if self.phase == "game_over" else self.seat

    @property
    def end_triggered(self) -> bool:
        """Somebody has completed twelve cards; milestones do not count (R14, R39, D23)."""
        return any(len(player.done) >= END_CARDS for player in self.players)

    @property
    def over(self) -> int:
        """0 live, 1 ended, 2 stopped by max_rounds."""
        if self.phase != "game_over":
            return 0
        return 1 if self.end_triggered else 2

    def spaces(self, player: Player) -> int:
        """R4, R37: research spaces that can be used."""
        return RESEARCH_SPACES + player.private_done

    def full_ap(self, player: Player) -> int:
        """R15, R36: action points at the start of a turn."""
        return AP_PRIVATE if player.private_done else AP_BASE

    def executable(self) -> bool:
        """A waiting effect has a token in the supply (R31, D11)."""
        return any(self.pending[creature] and self.supply[creature] for creature in CREATURES)

    def features(self, seat: int) -> dict[str, int]:
        """What milestones look at, by the names of 3.5."""
        player = self.players[seat]
        done = [self.cards.research[name] for name in player.done]
        creature_tags, habitat_tags = Counter(), Counter()
        for card in done:
            creature_tags.update(card.creature_tags)
            habitat_tags.update(card.habitat_tags)
        tokens = Counter(token for token in player.habitat if token != EMPTY)
        occupied = Counter(area for token, area in zip(player.habitat, self.cards.area) if token != EMPTY)
        features = {f"creature_tags.{creature}": creature_tags[creature] for creature in CREATURES}
        features |= {f"habitat_tags.{area}": habitat_tags[area] for area in AREAS}
        features |= {f"occupied.{area}": occupied[area] for area in AREAS}
        return features | {
            "basic_done": sum(not card.advanced for card in done),
            "advanced_done": sum(card.advanced for card in done),
            "max_creature_tags": max(creature_tags[creature] for creature in CREATURES),
            "distinct_habitat_tags": sum(habitat_tags[area] > 0 for area in AREAS),
            "tokens": tokens.total(),
            "max_same_tokens": max(tokens[creature] for creature in CREATURES),
        }

    def claims(self) -> list[tuple[str, int]]:
        """Milestones the player can claim: the own private one, unowned public ones (R33, R35, R38, D13)."""
        features, player = self.features(self.seat), self.player
        private = self.cards.private[player.private]
        claims = [("claim_private", 0)] if not player.private_done and private.met(features) else []
        for slot, name in enumerate(self.public):
            if self.public_owner[slot] is None and self.cards.public[name].met(features):
                claims.append(("claim_public", slot))
        return claims

    def score(self, seat: int) -> int:
        """R41, D15: EP of completed cards and claimed milestones with the tags of now."""
        player, features = self.players[seat], self.features(seat)
        cards = sum(self.cards.research[name].ep for name in player.done)
        public = [name for name, owner in zip(self.public, self.public_owner) if owner == seat]
        private = self.cards.private[player.private].worth(features) if player.private_done else 0
        return cards + sum(self.cards.public[name].worth(features) for name in public) + private

    def push_card(self) -> str:
        return next(card.name for card in self.cards.movement.values() if card.kind == "push")

    # -- Writing --

    def to_dict(self) -> dict:
        """The position as a scenario dictionary, every key present."""
        players = self.players
        return {
            "num_players": self.num_players,
            "max_rounds": self.max_rounds,
            "current_player": self.current_player,
            "phase": self.phase,
            "ap": self.ap,
            "round": self.round,
            "habitat": [self.write_habitat(player.habitat) for player in players],
            "supply": by_letter(self.supply),
            "hand": [[name for name in self.cards.movement if name in player.hand] for player in players],
            "research": [list(player.research) for player in players],
            "done": [[name for name in self.cards.research if name in player.done] for player in players],
            "private": [player.private for player in players],
            "private_done": [seat for seat, player in enumerate(players) if player.private_done],
            "public": list(self.public),
            "public_owner": list(self.public_owner),
            "basic_display": list(self.basic_display),
            "advanced_display": list(self.advanced_display),
            "basic_deck": list(self.basic_deck),
            "advanced_deck": list(self.advanced_deck),
            "pending": by_letter(self.pending),
            "rng": self.rng,
        }

    @staticmethod
    def write_habitat(habitat: list[str]) -> str:
        return "/".join("".join(habitat[SIZE * row : SIZE * (row + 1)]) for row in range(SIZE))

    # -- Reading: every key with its default, and what is refused --

    def read(self, position: dict) -> None:
        """Take over a scenario dictionary; a position that cannot be is a ValueError naming the key."""
        allowed = self.to_dict()
        for key in position:
            check(key in allowed, str(key), "unknown key", f"one of {', '.join(allowed)}")
        n = position.get("num_players", self.num_players)
        check(n == self.num_players, "num_players", n, f"{self.num_players}, as the game has")
        self.max_rounds = whole("max_rounds", position.get("max_rounds", self.max_rounds), 1, 1000)
        self.rng = whole("rng", position.get("rng", 0), 0, 2**64 - 1)
        self.read_turn(position)
        self.read_players(position)
        self.read_milestones(position)
        self.read_supply(position.get("supply") or {})
        self.read_cards(position)
        self.read_pending(position.get("pending") or {})
        self.check_turn()

    def read_turn(self, position: dict) -> None:
        """Who is to act and how far the game is; once it is over nobody, with no AP left."""
        self.phase = position.get("phase", "main")
        check(self.phase in PHASES, "phase", self.phase, f"one of {', '.join(PHASES)}")
        self.round = whole("round", position.get("round", 0), 0, self.max_rounds - 1)
        if self.phase == "game_over":
            whole("current_player", position.get("current_player", -1), -1, -1)
            self.seat, self.ap = self.num_players - 1, whole("ap", position.get("ap", 0), 0, 0)
        else:
            self.seat = whole("current_player", position.get("current_player", 0), 0, self.num_players - 1)
            self.ap = whole("ap", position.get("ap", AP_BASE), 0, AP_PRIVATE)

    def read_players(self, position: dict) -> None:
        """Every key with one value per seat; where none is given the default holds."""
        for seat in position.get("private_done") or []:
            self.players[whole("private_done", seat, 0, self.num_players - 1)].private_done = True
        for player in self.players:
            player.hand = set(self.cards.movement)
        for key, reader in (("habitat", read_habitat), ("hand", self.read_hand), ("private", read_private)):
            for seat, value in self.per_seat(key, position.get(key)).items():
                setattr(self.players[seat], key, reader(value))
        for seat, names in self.per_seat("research", position.get("research")).items():
            self.players[seat].research = self.known("research", names, list(self.cards.research))
            spaces = self.spaces(self.players[seat])
            check(len(names) <= spaces, "research", f"{len(names)} cards of seat {seat}", f"at most {spaces}")
        for seat, names in self.per_seat("done", position.get("done")).items():
            self.players[seat].done = set(self.known("done", names, list(self.cards.research)))
        privates = [player.private for player in self.players]
        check(len(set(privates)) == len(privates), "private", privates, "each creature once")

    def per_seat(self, key: str, value: list | dict | None) -> dict:
        """A list with one entry for each seat, or a dict by seat; JSON makes the seats of a dict strings."""
        if not isinstance(value, dict):
            check(value is None or len(value) == self.num_players, key, value, f"{self.num_players} entries")
            return dict(enumerate(value or []))
        return {whole(key, int(seat), 0, self.num_players - 1): entry for seat, entry in value.items()}

    def read_hand(self, names: list[str]) -> set[str]:
        return set(self.known("hand", names, list(self.cards.movement)))

    @staticmethod
    def known(key: str, names: list[str], allowed: list[str]) -> list[str]:
        """Names out of a list, each at most once."""
        for name in names:
            check(name in allowed, key, name, f"one of {', '.join(allowed)}")
        check(len(set(names)) == len(names), key, names, "each once")
        return list(names)

    def read_milestones(self, position: dict) -> None:
        slots = self.num_players + 1
        public, owners = position.get("public"), position.get("public_owner") or {}
        names = list(self.cards.public)
        self.public = self.known("public", names[:slots] if public is None else public, names)
        check(len(self.public) == slots, "public", self.public, f"{slots} ids")
        if not isinstance(owners, dict):
            check(len(owners) == slots, "public_owner", owners, f"{slots} entries")
            owners = dict(enumerate(owners))
        self.public_owner = [None] * slots
        for slot, seat in owners.items():
            if seat is not None:
                whole("public_owner", seat, 0, self.num_players - 1)
                self.public_owner[whole("public_owner", int(slot), 0, slots - 1)] = seat

    def read_supply(self, supply: dict[str, int]) -> None:
        """By default the tokens that lie on no board."""
        self.known("supply", list(supply), list(CREATURES))
        on_boards = Counter(token for player in self.players for token in player.habitat)
        for creature in CREATURES:
            left = SUPPLY_PER_CREATURE + self.num_players - on_boards[creature]
            check(left >= 0, "habitat", f"{on_boards[creature]} tokens {creature}", f"{left + on_boards[creature]}")
            self.supply[creature] = whole("supply", supply.get(creature, left), 0, left)

    def read_cards(self, position: dict) -> None:
        """By default displays hold the lowest ids named nowhere, decks the rest, lowest on top."""
        keys = ("basic_display", "advanced_display", "basic_deck", "advanced_deck")
        named = [name for player in self.players for name in (*player.research, *player.done)]
        for key in keys:
            named += [name for name in position.get(key) or [] if name is not None]
        for name, times in Counter(named).items():
            check(times == 1, "research, done, displays, decks", f"{name} {times} times", "each card once")
        tiers = {"basic": (self.cards.basic, BASIC_SLOTS), "advanced": (self.cards.advanced, ADVANCED_SLOTS)}
        for tier, (ids, slots) in tiers.items():
            free = [name for name in ids if name not in named]
            display, deck = position.get(f"{tier}_display"), position.get(f"{tier}_deck")
            if display is None:
                display = free[:slots] + [None] * (slots - len(free))
            check(len(display) == slots, f"{tier}_display", display, f"{slots} entries")
            self.known(f"{tier}_display", [name for name in display if name is not None], ids)
            deck = [name for name in free if name not in display] if deck is None else deck
            setattr(self, f"{tier}_display", list(display))
            setattr(self, f"{tier}_deck", self.known(f"{tier}_deck", deck, ids))

    def read_pending(self, pending: dict[str, int]) -> None:
        """Effects wait in phase effects only, and then one can be carried out (I7)."""
        self.known("pending", list(pending), list(CREATURES))
        self.pending = Counter({creature: whole("pending", k, 0, MAX_PENDING) for creature, k in pending.items()})
        most = MAX_PENDING if self.phase == "effects" else 0
        check(self.pending.total() <= most, "pending", pending, f"at most {most} in phase {self.phase}")
        if self.phase == "effects":
            check(self.executable(), "pending", pending, "a creature of which the supply has a token")

    def check_turn(self) -> None:
        """I5, I11: no more AP than the player can have; a turn without AP stands only for a milestone."""
        most = 0 if self.over else self.full_ap(self.player)
        check(self.ap <= most, "ap", self.ap, f"at most {most}")
        if self.phase == "main" and self.ap == 0:
            check(bool(self.claims()), "ap", 0, "at least 1, as no milestone can be claimed")


def check(holds: bool, key: str, found: object, allowed: str) -> None:
    if not holds:
        raise ValueError(f"{key}: {found!r}; allowed: {allowed}")


def whole(key: str, value: object, low: int, high: int) -> int:
    """A whole number in a range."""
    right = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    check(right, key, value, f"whole numbers from {low} to {high}")
    return value


def read_habitat(text: str) -> list[str]:
    rows = text.split("/")
    right = [len(row) for row in rows] == [SIZE] * SIZE and set("".join(rows)) <= set(CREATURES + EMPTY)
    check(right, "habitat", text, f"four rows of four letters out of {CREATURES}{EMPTY} joined by /")
    return list("".join(rows))


def read_private(creature: str) -> str:
    check(len(creature) == 1 and creature in CREATURES, "private", creature, f"one of {CREATURES}")
    return creature
