"""What lies on the table in Biohack and what can be counted of it; knows no rule of play."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from .biohack_cards import (
    ADVANCED,
    BASIC,
    GENES,
    LOCATIONS,
    SIDES,
    SPACES,
    Cards,
    Line,
    parse_effect,
)
from .common import Common

NONE = -1
MOST_GENES, MOST_MEDICINE, NOMANS, PLAYERS = 10, 2, 3, 4
SEVENTH = 7  # creatures that end the game (R15)
SURVIVAL, PROFESSIONAL, REPORT_MANIA, SMALL_CREATURE = 4, 3, 2, 1
ASSISTANT, POLICE = "assistant", "police"
PHASES = ("setup", "planning", "research", "over")
NODES = ("over", "side", "scientist", "draft", "plan", "select", "turn", "pick", "wild", "die", "buy", "keep")
NODES += ("create", "alloc", "alley", "dna", "reserve", "trade", "improve")
EFFECTS = ("scientist", "reservation")  # planning effects


@dataclass
class Player:
    """One seat: player board and all that belongs to it."""

    scientist: int = NONE
    board: int = NONE
    side: int | None = 0  # None: to be chosen
    coins: int = 0
    ep: int = 0
    medicine: int = 0
    home: int = NOMANS
    injured: int = 0
    locks: int = 2
    sci_used: int = 0
    genes: list[int] = field(default_factory=lambda: [0] * 6)
    hand: set[int] = field(default_factory=set)
    known: set[int] = field(default_factory=set)  # of the hand, to all
    rows: list[list[int]] = field(default_factory=lambda: [[], [], []])  # creatures of each class
    used: set[int] = field(default_factory=set)
    seventh_round: int = 0
    token: list[int] = field(default_factory=lambda: [NONE] * 6)
    kept: set[int] = field(default_factory=set)
    chosen: list[int] = field(default_factory=list)  # locations, until they are revealed
    score: int = 0

    def creatures(self) -> int:
        return len(self.rows[0]) + len(self.rows[1]) + len(self.rows[2])


@dataclass
class Frame:
    """A line on the stack; `open` once it has begun."""

    line: Line
    open: bool = False


@dataclass
class Scratch:
    """What the lines of a turn pass through, by the names of section 6."""

    pick_left: int = 0
    pick_last: int = NONE
    die_face: int = NONE
    die_free: int = 0
    buy_left: int = 0
    buy_disc: int = 0
    buy_last: int = NONE
    bonus_buy: int = 0
    bonus_disc: int = 0
    create_left: int = 0
    create_disc: int = 0
    sci_on: int = 0
    alloc_card: int = NONE
    alloc_left: int = 0
    alloc_last: int = NONE
    alloc_cost: list[int] = field(default_factory=lambda: [0] * 6)
    alley_opt: int = NONE
    alley_last: int = NONE
    alley_paid: int = 0
    alley_gained: int = 0
    alley_flags: int = 0
    dna_flags: int = 0
    dna_price: int = 0
    trade_left: int = 0


class Position(Common):
    """All that lies on the table."""

    margin_unit = 50

    def __init__(
        self,
        num_players: int = 4,
        board_side: str | list[str] | tuple[str, ...] = "basic",
        enclosure: bool = False,
        challenge: int = 0,
        cards: Path | None = None,
    ):
        self.cards = Cards(Path(cards) if cards else Path(__file__).parents[2] / "biohack_env" / "cards")
        self.num_players = whole("num_players", num_players, 1, PLAYERS)
        sides = [board_side] * num_players if isinstance(board_side, str) else list(board_side)
        check(len(sides) == num_players, "board_side", board_side, "one side, or one per player")
        self.board_sides = [pick("board_side", side, (*SIDES, "choose")) for side in sides]
        self.enclosure = bool(enclosure)
        self.challenge = whole("challenge", challenge, 0, SURVIVAL if num_players == 1 else 0)
        self.solo = num_players == 1
        self.main_side = "A" if num_players <= 2 else "B"
        self.columns = range(1, 4) if num_players <= 2 else range(4)
        self.tile_count = 2 if num_players <= 2 else 4
        self.read_tracks()
        self.clear()

    def read_tracks(self) -> None:
        """Numbers and effects of the main board's side, and which spaces are on it."""
        tracks = {key: values for (key, side), values in self.cards.tracks.items() if side == self.main_side}
        self.price = dict(zip(self.columns, map(int, tracks["display_price"])))
        self.deck_price = int(tracks["deck_price"][0])
        self.rounds = int(tracks["solo_rounds" if self.solo else "rounds"][0])
        self.start_coins = [int(value) for value in tracks["start_coins"]]
        self.start_medicine = [int(value) for value in tracks["start_medicine"]]
        self.injury_penalty = int(tracks["injury_penalty"][0])
        self.coins_per_ep = int(tracks["coins_per_ep"][0])
        self.token_ep = int(tracks["token_ep"][0])
        self.row_ep = [int(value) for value in tracks["row_ep"]]
        self.milestone_ep = [int(value) for value in tracks["milestone_ep"]]
        self.reservation = [parse_effect(text) for text in tracks.get("reservation", [])]
        printed = self.cards.spaces[self.main_side]
        self.in_play = [space for space in SPACES if space in printed]
        self.in_play += [f"tile{i}" for i in range(self.tile_count)]

    def clear(self) -> None:
        """An empty table before setup."""
        self.rng = self.steps = self.lost = self.cursor = 0
        self.round, self.phase, self.node, self.current_player = 1, "setup", "over", 0
        self.players = [Player(side=SIDES.index(s) if s in SIDES else None) for s in self.board_sides]
        self.order: list[int] = []
        self.passed: set[int] = set()
        self.reserve = [NONE] * PLAYERS
        self.display = [NONE] * 12
        self.deck: list[list[int]] = [[], [], []]  # the top is the last
        self.deck_known: list[list[int]] = [[], [], []]  # bits of players, by position
        self.discard: set[int] = set()
        self.recycled: set[int] = set()
        self.milestone: list[int] = []
        self.milestone_token: list[list[int]] = [[], [], [], []]
        self.row_token: list[list[int]] = [[], [], []]
        self.tile: list[int] = []
        self.tile_deck: list[int] = []  # the top is the last
        self.solo_deck: list[int] = []
        self.solo_pos = 0
        self.clear_spaces()
        self.end_action()

    def clear_spaces(self) -> None:
        """No token on any location or experiment space."""
        self.at_public: dict[str, list[int]] = {name: [] for name in LOCATIONS}
        self.assistants: list[str] = []
        self.adv: dict[str, int | str] = {}
        self.basic = {space: [0] * self.num_players for space in BASIC}

    def end_action(self) -> None:
        """Nothing on the stack, all scratch at its defaults."""
        self.stack: list[Frame] = []
        self.scratch = Scratch()
        self.cur_space: str | None = None
        self.unresolved: set[str] = set()
        self.look: list[int] = []

    # -- Public properties --

    @property
    def over(self) -> int:
        """0 live, 1 ended."""
        return int(self.node == "over")

    @property
    def player(self) -> Player:
        return self.players[self.current_player]

    # -- Counting --

    def on_location(self, seat: int) -> bool:
        return any(seat in there for there in self.at_public.values())

    def on_experiments(self, seat: int) -> int:
        return sum(counts[seat] for counts in self.basic.values()) + list(self.adv.values()).count(seat)

    def end_trigger(self) -> bool:
        """Has someone 7 creatures (R15)?"""
        return any(player.creatures() >= SEVENTH for player in self.players)

    def last_round(self) -> bool:
        """Is this round known to be the last one (R14, R15, R84)?"""
        return self.round == self.rounds or (self.end_trigger() and self.challenge != PROFESSIONAL)

    def is_free(self, space: str) -> bool:
        """Can a Noman be placed there (R37, R77)?"""
        return space in BASIC or space not in self.adv

    def tile_lines(self, space: str) -> list[Line]:
        return self.cards.tiles[self.tile[int(space[-1])]]

    def creature_numbers(self, player: Player) -> list[int]:
        return player.rows[0] + player.rows[1] + player.rows[2]

    def discounts(self, player: Player) -> tuple[list[int], int]:
        """Fixed and wild discounts of the own artisans (R40)."""
        fixed, wild = [0] * 6, 0
        for number in player.rows[1]:
            card = self.cards.creatures[number]
            fixed = [a + b for a, b in zip(fixed, card.discount)]
            wild += card.wild
        return fixed, wild

    # -- The dictionary (section 14) --

    def to_dict(self) -> dict:
        """Every key; solo keys only in solo."""
        players, scratch = self.players, self.scratch
        position = {
            "num_players": self.num_players,
            "enclosure": self.enclosure,
            "challenge": self.challenge,
            "round": self.round,
            "phase": self.phase,
            "node": self.node,
            "current_player": self.current_player,
            "order": list(self.order),
            "passed": sorted(self.passed),
            "reserve": [None if seat == NONE else seat for seat in self.reserve],
            "scientist": [None if p.scientist == NONE else p.scientist for p in players],
            "board": [p.board for p in players],
            "side": [None if p.side is None else SIDES[p.side] for p in players],
            "coins": [p.coins for p in players],
            "ep": [p.ep for p in players],
            "medicine": [p.medicine for p in players],
            "injured": [p.injured for p in players],
            "locks": [p.locks for p in players],
            "sci_used": [p.sci_used for p in players],
            "genes": [list(p.genes) for p in players],
            "hand": [sorted(p.hand) for p in players],
            "hand_known": [sorted(p.known) for p in players],
            "tableau": [self.creature_numbers(p) for p in players],
            "used": [sorted(p.used) for p in players],
            "seventh_round": [p.seventh_round for p in players],
            "token": [[None if g == NONE else GENES[g] for g in p.token] for p in players],
            "token_kept": [[GENES[g] for g in sorted(p.kept)] for p in players],
            "loc_choice": [[LOCATIONS[i] for i in p.chosen] for p in players],
            "at_public": {name: self.tokens_at(name) for name in LOCATIONS},
            "adv": {space: self.adv[space] for space in ADVANCED if space in self.adv},
            "basic": {space: list(counts) for space, counts in self.basic.items()},
            "display": [None if card == NONE else card for card in self.display],
            "deck": [deck[::-1] for deck in self.deck],
            "discard": sorted(self.discard),
            "recycled": sorted(self.recycled),
            "deck_known": [self.known_in_decks(seat) for seat in range(self.num_players)],
            "milestone": list(self.milestone),
            "milestone_token": [list(tokens) for tokens in self.milestone_token],
            "row_token": [list(tokens) for tokens in self.row_token],
            "tile": list(self.tile),
            "tile_deck": self.tile_deck[::-1],
            "stack": ["*" * frame.open + frame.line.text for frame in self.stack],
            "cur_space": self.cur_space,
            "unresolved": [name for name in EFFECTS if name in self.unresolved],
            "look": list(self.look),
            "cursor": self.cursor,
            **vars(scratch),
            "lost": self.lost,
            "steps": self.steps,
            "rng": self.rng,
            "score": [p.score for p in players],
        }
        position["alloc_cost"] = list(scratch.alloc_cost)
        if self.solo:
            position["solo_deck"], position["solo_pos"] = list(self.solo_deck), self.solo_pos
        return position

    def tokens_at(self, location: str) -> list[int | str]:
        return [*sorted(self.at_public[location]), *([ASSISTANT] if location in self.assistants else [])]

    def known_in_decks(self, seat: int) -> list[int]:
        """Cards in decks whose position a player knows."""
        places = zip(self.deck, self.deck_known)
        return sorted(card for deck, known in places for card, bits in zip(deck, known) if bits >> seat & 1)


def check(holds: bool, key: str, found: object, allowed: str) -> None:
    if not holds:
        raise ValueError(f"{key}: {found!r}; allowed: {allowed}")


def whole(key: str, value: object, low: int, high: int) -> int:
    """A whole number in a range."""
    right = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    check(right, key, value, f"whole numbers from {low} to {high}")
    return value


def pick(key: str, value: object, names: tuple[str, ...]) -> str:
    """One of some names."""
    check(value in names, key, value, f"one of {', '.join(names)}")
    return value
