"""Positions of Hidden Ark as scenario dictionaries: written with every key, read with every default (RULES.md 11.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, fields

from .hiddenark_cards import ROWS, Place
from .hiddenark_position import BERTHS, FACE_DOWN, NONE, PIECES, SOLO, WORLD_WIDE, Position, Turn, check, pick, whole

OPTIONS = ("num_players", "mode", "board", "discovery", "uphill", "long_game", "max_rounds")
START = ("phase", "opp_left", "row", "moves", "rescues", "builds", "installs")  # stand in for `turn`
PHASES = ("setup", "opportunity", "flip", "remove", "award", "choose", "main", "pay", "slot", "return", "overflow")
PHASES += ("block", "over")
BASES = ("setup", "opportunity", "main")
FACE_UP, MOST_ESCALATION, HELD_KINDS = 5, 2, ("once", "upgrade")
MOST = 2**31 - 1
# The largest value of turn fields that are an id or a seat's piece; other fields only count.
LARGEST = {"over": 2, "row": 3, "transit": PIECES - 1, "return_vessel": PIECES - 1, "excess_partner": 4, "pay_min": 4}
LARGEST |= {"take_min": 4, "pay_kind": 6}
HANDS = ("award_token", "gain_token", "install_token")


class Scenario(Position):
    """The position with its two ways to and from a dictionary."""

    def to_dict(self) -> dict:
        players, spaces = self.players, range(len(self.fish))
        return {
            **{key: getattr(self, key) for key in OPTIONS if key != "board"},
            "board": self.map.name,
            **{key: getattr(self, key) for key in ("round", "current_player", "refills_done", "end_state")},
            "res": [list(player.res) for player in players],
            "stations": [list(player.stations) for player in players],
            "vessels": [[v if isinstance(v, str) else list(v) for v in player.vessels] for player in players],
            "held": [self.by_key(player.held) for player in players],
            "slots": [dict(sorted(player.slots.items())) for player in players],
            "own": [sorted(player.own) for player in players],
            "token_vp": [player.token_vp for player in players],
            "last_row": [ROWS[player.last_row] if player.last_row != NONE else NONE for player in players],
            "fish": {space: self.fish[space] for space in self.tile_spaces()},
            "undrawn": sorted(self.undrawn),
            "fish_token": {space: self.fish_token[space] for space in spaces if self.fish_token[space]},
            "fish_esc": {space: list(self.fish_esc[space]) for space in spaces if self.fish_esc[space]},
            "loc_token": {name: self.loc_token[name] for name in self.map.locations if name in self.loc_token},
            "face_up": list(self.face_up),
            "pool": self.by_key(self.pool),
            "discard": self.by_key(self.discard),
            "esc_left": {number: count for number, count in sorted(self.esc_left.items()) if count},
            "vp_taken": [i for i, cell in enumerate(self.map.vp) if cell in self.vp_taken],
            "blocker": self.blocker,
            "award_tokens": list(self.award_tokens),
            "rng": self.rng,
            "turn": asdict(self.turn),
        }

    def by_key(self, counts: Counter) -> dict[str, int]:
        """Counts of tokens in the order of their ids."""
        return {key: counts[key] for key in self.cards.tokens if counts[key]}

    # -- Reading --

    def read(self, position: dict) -> None:
        """Take over a dictionary but for the start of a turn; what cannot be is a ValueError naming key and value."""
        allowed = (*self.to_dict(), *START)
        for key in position:
            check(key in allowed, str(key), "unknown key", f"one of {', '.join(allowed)}")
        if "turn" in position:
            for key in START:
                check(key not in position, key, position.get(key), "nothing beside turn")
            self.turn = self.read_turn(position["turn"])
        self.rng = whole("rng", position.get("rng", 0), 0, 2**64 - 1)
        self.read_progress(position)
        self.read_players(position)
        self.read_tiles(position)
        self.read_vessels(position)
        self.read_tokens(position)
        self.read_solo(position)

    def read_turn(self, values: dict) -> Turn:
        """Every field as it is given."""
        names = [known.name for known in fields(Turn)]
        for name in values:
            check(name in names, "turn", name, f"one of {', '.join(names)}")
        turn = Turn(pick("phase", values.get("phase", "main"), PHASES), pick("base", values.get("base", "main"), BASES))
        for name, value in values.items():
            if isinstance(getattr(turn, name), list):
                check(len(value) == len(getattr(turn, name)), name, value, "five numbers")
                setattr(turn, name, [whole(name, number, 0, MOST) for number in value])
            elif name not in ("phase", "base"):
                setattr(turn, name, whole(name, value, NONE, LARGEST.get(name, MOST)))
        for name in HANDS:
            number = getattr(turn, name)
            check(number == NONE or number in self.cards.token_by_number, name, number, "-1 or the id of a token")
        check((turn.phase == "over") == (turn.over > 0), "over", turn.over, "1 or 2 in phase over, else 0")
        return turn

    def read_progress(self, position: dict) -> None:
        """How far the game is and who is to act."""
        first = 0 if self.turn.base == "setup" and "turn" in position else 1
        self.round = whole("round", position.get("round", 2), first, self.max_rounds)
        seats = (NONE, NONE) if self.over else (0, self.num_players - 1)
        self.current_player = whole("current_player", position.get("current_player", seats[0]), *seats)
        self.refills_done = whole("refills_done", position.get("refills_done", 0), 0, 3 if self.long_game else 2)
        self.end_state = whole("end_state", position.get("end_state", 0), 0, 2)

    def read_players(self, position: dict) -> None:
        """All that players have before them; players left out have nothing."""
        readers: dict[str, Callable] = {
            "res": self.read_res,
            "stations": self.read_stations,
            "held": lambda value: self.read_counts("held", value, HELD_KINDS),
            "slots": self.read_slots,
            "own": lambda value: set(map(self.read_tile, value)),
            "token_vp": lambda value: whole("token_vp", value, 0, MOST),
            "last_row": lambda value: NONE if value == NONE else ROWS.index(pick("last_row", value, ROWS)),
        }
        for key, reader in readers.items():
            values = position.get(key) or []
            check(len(values) <= self.num_players, key, values, f"at most {self.num_players} entries")
            for player, value in zip(self.players, values):
                setattr(player, key, reader(value))
        stations = [name for player in self.players for name in player.stations]
        check(len(set(stations)) == len(stations), "stations", stations, "each location once")

    def read_res(self, value: list[int]) -> list[int]:
        check(len(value) == len(self.cards.cap), "res", value, "five numbers")
        return [whole("res", units, 0, cap) for units, cap in zip(value, self.cards.cap)]

    def read_stations(self, names: list[str]) -> list[str]:
        check(len(names) <= PIECES, "stations", names, f"at most {PIECES}")
        for name in names:
            check(name in self.map.locations, "stations", name, f"one of {', '.join(self.map.locations)}")
        return list(names)

    def read_slots(self, value: dict) -> dict[int, str]:
        slots = {}
        for slot, key in value.items():
            check(int(slot) in self.cards.slots, "slots", slot, f"one of {list(self.cards.slots)}")
            slots[int(slot)] = self.read_key("slots", key, ("upgrade",))
        return slots

    def read_key(self, key: str, name: str, kinds: tuple[str, ...] = ("once", "upgrade", "instant")) -> str:
        allowed = [token.key for token in self.cards.tokens.values() if token.kind in kinds]
        check(name in allowed, key, name, f"one of {', '.join(allowed)}")
        return name

    def read_counts(self, key: str, value: dict, kinds: tuple[str, ...] = ("once", "upgrade", "instant")) -> Counter:
        return Counter({self.read_key(key, name, kinds): whole(key, count, 0, 127) for name, count in value.items()})

    def read_tile(self, tile: int) -> int:
        return whole("tile", tile, 0, len(self.cards.tiles) - 1)

    def read_space(self, key: str, space: int | str) -> int:
        return whole(key, int(space), 0, len(self.fish) - 1)

    def read_vessels(self, position: dict) -> None:
        """At an own station or at sea; more than two in a place only where one is in transit (D12)."""
        values = position.get("vessels") or []
        check(len(values) <= self.num_players, "vessels", values, f"at most {self.num_players} entries")
        for player, places in zip(self.players, values):
            check(len(places) <= PIECES, "vessels", places, f"at most {PIECES}")
            allowed = (*player.stations, *self.map.sea)
            player.vessels = [place if isinstance(place, str) else tuple(place) for place in places]
            for place in player.vessels:
                check(place in allowed, "vessels", place, "an own station or a sea space")
        for name in ("transit", "return_vessel"):
            v = getattr(self.turn, name)
            check(v == NONE or v < len(self.player.vessels), name, v, "-1 or an own vessel")
        for place in {place for player in self.players for place in player.vessels}:
            check(self.vessels_in(place) <= self.most_in(place), "vessels", place, f"at most {self.most_in(place)}")

    def most_in(self, place: Place) -> int:
        v = self.turn.transit
        return BERTHS + (v != NONE and not isinstance(place, str) and self.player.vessels[v] == place)

    def read_tiles(self, position: dict) -> None:
        """Each tile once, on spaces of its colour; what is not seen is undrawn."""
        for space, tile in (position.get("fish") or {}).items():
            space = self.read_space("fish", space)
            self.fish[space] = tile if tile == FACE_DOWN else self.read_tile(tile)
            if tile != FACE_DOWN:
                colour = self.cards.tiles[tile].colour
                check(colour == self.colour(space), "fish", tile, f"a tile of colour {self.colour(space)}")
        seen = [tile for tile in self.fish if tile not in (None, FACE_DOWN)]
        seen += [tile for player in self.players for tile in player.own]
        check(len(set(seen)) == len(seen), "fish, own", seen, "each tile once")
        undrawn = position.get("undrawn")
        self.undrawn = set(self.cards.tiles) - set(seen) if undrawn is None else set(map(self.read_tile, undrawn))
        check(not self.undrawn & set(seen), "undrawn", undrawn, "no tile that is on the map or owned")
        for colour in range(5):
            check(self.stack(colour) >= 0, "fish", FACE_DOWN, f"as many as undrawn tiles of colour {colour}")

    def read_tokens(self, position: dict) -> None:
        """Opportunity and escalation tokens, VP tokens."""
        for space, key in (position.get("fish_token") or {}).items():
            self.fish_token[self.read_tile_space("fish_token", space)] = self.read_key("fish_token", key)
        for space, placed in (position.get("fish_esc") or {}).items():
            check(len(placed) <= MOST_ESCALATION, "fish_esc", placed, f"at most {MOST_ESCALATION}")
            self.fish_esc[self.read_tile_space("fish_esc", space)] = [self.read_escalation(e) for e in placed]
        for name, key in (position.get("loc_token") or {}).items():
            check(name in self.map.locations, "loc_token", name, f"one of {', '.join(self.map.locations)}")
            self.loc_token[name] = self.read_key("loc_token", key)
        self.face_up = [self.read_key("face_up", key) for key in position.get("face_up") or []]
        check(len(self.face_up) <= FACE_UP, "face_up", self.face_up, f"at most {FACE_UP}")
        self.pool = self.read_counts("pool", position.get("pool") or {})
        self.discard = self.read_counts("discard", position.get("discard") or {})
        vp_cells = list(self.map.vp)
        self.vp_taken = {vp_cells[whole("vp_taken", i, 0, len(vp_cells) - 1)] for i in position.get("vp_taken") or []}
        placed = Counter(number for numbers in self.fish_esc for number in numbers)
        left = {number: max(0, kind.count - placed[number]) for number, kind in self.cards.escalation.items()}
        left = left if position.get("esc_left") is None else position["esc_left"]
        self.esc_left = Counter({self.read_escalation(e): whole("esc_left", n, 0, 127) for e, n in left.items()})

    def read_tile_space(self, key: str, space: int | str) -> int:
        space = self.read_space(key, space)
        check(self.fish[space] is not None, key, space, "a space with a tile")
        return space

    def read_escalation(self, number: int | str) -> int:
        check(int(number) in self.cards.escalation, "escalation", number, f"one of {list(self.cards.escalation)}")
        return int(number)

    def read_solo(self, position: dict) -> None:
        """The blocker stands on a tile, in solo only."""
        self.blocker = whole("blocker", position.get("blocker", NONE), NONE, len(self.fish) - 1)
        if self.blocker != NONE:
            check(self.mode == SOLO, "blocker", self.blocker, "-1 outside solo")
            check(self.fish[self.blocker] is not None, "blocker", self.blocker, "a space with a tile")
        tokens = position.get("award_tokens", self.award_tokens)
        check(len(tokens) == WORLD_WIDE + 1, "award_tokens", tokens, "six numbers")
        self.award_tokens = [whole("award_tokens", number, 0, 127) for number in tokens]
