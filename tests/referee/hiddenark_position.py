"""What lies on the table in Hidden Ark and what can be counted of it; knows no rule of play."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .hiddenark_cards import COLOURS, SLOTS_PER_ROW, TWO_SIDE, Cards, Cell, Place, Tile

MODES = ("competitive", "coop", "solo")
COMPETITIVE, COOP, SOLO = MODES
THRESHOLD = {1: 7, 2: 6, 3: 5, 4: 4}
WORLD_WIDE = 5
FACE_DOWN = "facedown"
PIECES = 4  # stations, and vessels, of a player
BERTHS = 2  # vessels in a location or on plain water
NONE = -1


@dataclass
class Player:
    """One seat: player board, pieces on the map, tokens and tiles."""

    res: list[int] = field(default_factory=lambda: [0] * 5)
    stations: list[str] = field(default_factory=list)
    vessels: list[Place] = field(default_factory=list)
    held: Counter = field(default_factory=Counter)
    slots: dict[int, str] = field(default_factory=dict)
    own: set[int] = field(default_factory=set)
    token_vp: int = 0
    last_row: int = NONE


@dataclass
class Turn:
    """What a turn passes through, by the names of section 7."""

    phase: str
    base: str
    step_count: int = 0
    over: int = 0
    opp_left: int = 0
    opp_done: int = 0
    flip_due: int = 0
    remove_due: int = 0
    award_token: int = NONE
    row: int = NONE
    transit: int = NONE
    moves: int = 0
    move_open: int = 0
    op_rescue: int = 0
    rescues: int = 0
    builds: int = 0
    installs: int = 0
    upgrade_open: int = 0
    science_left: int = 0
    any_left: int = 0
    take_min: int = 0
    investigated: int = 0
    turn_done: int = 0
    pending: list[int] = field(default_factory=lambda: [0] * 5)
    late: list[int] = field(default_factory=lambda: [0] * 5)
    excess: list[int] = field(default_factory=lambda: [0] * 5)
    excess_partner: int = NONE
    pay_kind: int = 0
    pay_arg: int = 0
    pay_give: int = 0
    pay_min: int = 0
    return_vessel: int = NONE
    gain_token: int = NONE
    install_token: int = NONE
    block_due: int = 0
    refill_due: int = 0


class Position:
    """All that lies on the table."""

    def __init__(
        self,
        num_players: int | None = None,
        mode: int | str = COMPETITIVE,
        board: int | str = 0,
        discovery: bool = False,
        uphill: bool = False,
        long_game: bool = False,
        max_rounds: int = 200,
        reward: str = "win",
        cards: Path | None = None,
    ):
        self.cards = Cards(Path(cards) if cards else Path(__file__).parents[2] / "hiddenark_env" / "cards")
        self.mode = pick("mode", mode, MODES)
        boards = {known.name: known for known in self.cards.maps}
        self.map = boards[pick("board", board, tuple(boards))]
        solo = self.mode == SOLO
        self.num_players = whole("num_players", num_players or (1 if solo else 2), 1 if solo else 2, 1 if solo else 4)
        self.discovery, self.uphill, self.long_game = bool(discovery), bool(uphill), bool(long_game)
        self.max_rounds = whole("max_rounds", max_rounds, 1, 65535)
        self.reward = reward
        self.fish_cells = list(self.map.fish)
        self.clear()

    def clear(self) -> None:
        """An empty map, an empty bag."""
        self.rng = self.round = self.current_player = self.refills_done = self.end_state = 0
        self.players = [Player() for _ in range(self.num_players)]
        self.fish: list[int | str | None] = [None] * len(self.fish_cells)  # tile, facedown or no tile
        self.fish_token: list[str | None] = [None] * len(self.fish_cells)
        self.fish_esc: list[list[int]] = [[] for _ in self.fish_cells]
        self.loc_token: dict[str, str] = {}
        self.undrawn = set(self.cards.tiles)
        self.vp_taken: set[Cell] = set()
        self.blocker = NONE
        self.face_up: list[str] = []
        self.pool: Counter = Counter()
        self.discard: Counter = Counter()
        self.esc_left = Counter({number: kind.count for number, kind in self.cards.escalation.items()})
        self.award_tokens = [0] * (WORLD_WIDE + 1)
        self.turn = Turn("setup", "setup")

    # -- The player to act --

    @property
    def player(self) -> Player:
        return self.players[self.current_player]

    @property
    def over(self) -> int:
        """0 live, 1 ended, 2 stopped by max_rounds."""
        return self.turn.over

    def have(self) -> list[int]:
        """Units on the tracks and waiting bonuses; both can be paid (D17)."""
        return [units + waiting for units, waiting in zip(self.player.res, self.turn.pending)]

    def room(self, r: int) -> int:
        """Units that a track can still take; late bonuses would make way (D17)."""
        return self.cards.cap[r] - self.player.res[r] + self.turn.late[r]

    def feasible(self, cost: list[int]) -> bool:
        """Two units above the cost for every one that is missing (R42, 5.3)."""
        have = self.have()
        short = sum(max(0, c - h) for c, h in zip(cost, have))
        return sum(max(0, h - c) for c, h in zip(cost, have)) >= 2 * short

    # -- Pieces on the map --

    def starting_pieces(self) -> int:
        """Stations, and vessels, that are placed at setup (R8, R60)."""
        return 2 if self.mode == SOLO else 1

    def station_price(self) -> list[int]:
        """Money for the topmost station left (R22, D22)."""
        return [0, 0, 0, 0, self.cards.station_cost[max(0, len(self.player.stations) - 1)]]

    def vessel_price(self) -> list[int]:
        return [0, 0, 0, 0, self.cards.vessel_cost[max(0, len(self.player.vessels) - 1)]]

    def taken_locations(self) -> set[str]:
        return {name for player in self.players for name in player.stations}

    def vessels_in(self, place: Place) -> int:
        return sum(player.vessels.count(place) for player in self.players)

    def has_berth(self, station: str) -> bool:
        """A location holds two vessels (R24, D42)."""
        return self.vessels_in(station) < BERTHS

    def free_stations(self) -> list[int]:
        """Own stations with room, by their numbers."""
        return [j for j, name in enumerate(self.player.stations) if self.has_berth(name)]

    def acting_vessels(self) -> list[int]:
        """Of own vessels in the same place the lowest; in transit only that one (5.6)."""
        if self.turn.transit != NONE:
            return [self.turn.transit]
        places = self.player.vessels
        return [v for v, place in enumerate(places) if place not in places[:v]]

    def can_rest(self, cell: Cell, v: int) -> bool:
        """Is there room in a space for vessel v: one on a face-up tile, two elsewhere, none at the blocker (R31, R61)?"""
        others = self.vessels_in(cell) - (self.player.vessels[v] == cell)
        if cell not in self.fish_cells:
            return others < BERTHS
        space = self.fish_cells.index(cell)
        return space != self.blocker and others < (1 if self.face_up_tile(space) else BERTHS)

    def rest_distance(self, cell: Cell, v: int) -> float:
        """Fewest steps from a space to one with room (D12)."""
        distance, ring, seen = 0, {cell}, {cell}
        while ring:
            if any(self.can_rest(reached, v) for reached in ring):
                return distance
            ring = {self.map.steps.get((reached, d)) for reached in ring for d in "NESW"} - seen - {None}
            seen |= ring
            distance += 1
        return float("inf")

    # -- Fish tiles --

    def face_up_tile(self, space: int) -> Tile | None:
        return self.cards.tiles.get(self.fish[space]) if self.fish[space] != FACE_DOWN else None

    def tile_spaces(self) -> list[int]:
        """Spaces with a tile, facedown ones too (D28)."""
        return [space for space, tile in enumerate(self.fish) if tile is not None]

    def colour(self, space: int) -> int:
        return self.map.fish[self.fish_cells[space]]

    def stack(self, colour: int) -> int:
        """Tiles left to be placed: those not drawn, without the ones that lie facedown (section 7)."""
        undrawn = [tile for tile in self.undrawn if self.cards.tiles[tile].colour == colour]
        lying = [space for space in self.tile_spaces() if self.fish[space] == FACE_DOWN]
        return len(undrawn) - sum(self.colour(space) == colour for space in lying)

    def discount(self, player: Player) -> list[int]:
        """R38."""
        return [sum(self.cards.tiles[tile].discount[r] for tile in player.own) for r in range(5)]

    def net_cost(self, space: int) -> list[int]:
        """Cost of the tile and its escalation tokens without the own discount (R34, R57, D27)."""
        cost = list(self.face_up_tile(space).cost)
        for number in self.fish_esc[space]:
            cost = [units + more for units, more in zip(cost, self.cards.escalation[number].adds)]
        return [max(0, units - less) for units, less in zip(cost, self.discount(self.player))]

    # -- Slots --

    def free_slots(self) -> list[int]:
        return [slot for slot in self.cards.slots if slot not in self.player.slots]

    def distinct_slots(self) -> list[int]:
        """Free slots, of those with the same row and price the lowest (section 6)."""
        kinds = [(slot // SLOTS_PER_ROW, self.cards.slots[slot]) for slot in self.free_slots()]
        return [slot for i, slot in enumerate(self.free_slots()) if kinds[i] not in kinds[:i]]

    # -- Scoring --

    def award_places(self) -> dict[int, list[int]]:
        return self.cards.awards[TWO_SIDE if self.num_players <= 2 else "many"]

    def award_room(self) -> list[int]:
        """Awards with fewer tokens than their first value (R62, D37)."""
        return [award for award, places in self.award_places().items() if self.award_tokens[award] < places[0]]

    def colour_count(self, player: Player, colour: int) -> int:
        return sum(self.cards.tiles[tile].colour == colour for tile in player.own)

    def award_vp(self) -> list[int]:
        """VP of each player for all awards (R54, R55)."""
        won = [0] * self.num_players
        for award, places in self.award_places().items():
            values = [places[0] - self.award_tokens[award]] if self.mode == SOLO else places
            if award == WORLD_WIDE:
                shares = [values[0] * self.has_all_colours(player) for player in self.players]
            else:
                shares = shared_places([self.colour_count(player, award) for player in self.players], values)
            won = [have + share for have, share in zip(won, shares)]
        return won

    def has_all_colours(self, player: Player) -> bool:
        return all(self.colour_count(player, colour) for colour in range(len(COLOURS)))

    def breakdown(self, seat: int) -> dict[str, int]:
        """The parts of a score (R51 to R55, section 9)."""
        player, start = self.players[seat], self.starting_pieces()
        parts = {
            "stations": self.cards.station_vp * (len(player.stations) - start),
            "vessels": self.cards.vessel_vp * (len(player.vessels) - start),
            "fish": sum(self.cards.tiles[tile].vp for tile in player.own),
            "tokens": player.token_vp,
            "resources": sum(player.res) // 4,
            "awards": self.award_vp()[seat],
        }
        return parts | {"total": sum(parts.values())}

    def scores(self) -> list[int]:
        """The scores if the game ended now, also in co-op and solo."""
        return [self.breakdown(seat)["total"] for seat in range(self.num_players)]

    def rank_keys(self) -> list[tuple[int, int, int]]:
        """R56, D34: score, fish tiles, installed upgrades."""
        return [(score, len(player.own), len(player.slots)) for score, player in zip(self.scores(), self.players)]

    def team_score(self) -> int:
        """R58."""
        escalation = sum(sum(self.cards.escalation[number].adds) for placed in self.fish_esc for number in placed)
        return min(self.scores()) + 2 * self.pool.total() - escalation

    def band(self) -> int:
        """R59, D36: the highest band whose bound is reached."""
        return sum(self.team_score() >= bound for bound in self.cards.bounds[self.num_players])


def shared_places(counts: list[int], values: list[int]) -> list[int]:
    """Players with the same number of tiles share the values of the places they fill, rounded down (R54, D32)."""
    shares = []
    for count in counts:
        first, tied = sum(other > count for other in counts), counts.count(count)
        places = values[first : first + tied]
        shares.append(sum(places) // tied if count else 0)
    return shares


def check(holds: bool, key: str, found: object, allowed: str) -> None:
    if not holds:
        raise ValueError(f"{key}: {found!r}; allowed: {allowed}")


def whole(key: str, value: object, low: int, high: int) -> int:
    """A whole number in a range."""
    right = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    check(right, key, value, f"whole numbers from {low} to {high}")
    return value


def pick(key: str, value: object, names: tuple[str, ...]) -> str:
    """One of some names, given as it is or by its number."""
    if isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    check(value in names, key, value, f"one of {', '.join(names)}, or its number")
    return value
