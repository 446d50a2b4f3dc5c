"""Positions of Biohack from scenario dictionaries, with every default and check (RULES.md 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields

from .biohack_cards import ADVANCED, BASIC, GENES, LOCATIONS, RESOURCES, ROWS, SIDES, TOKEN_SPACES, Line, parse_line
from .biohack_checks import Checks
from .biohack_lines import SCRATCH_OF
from .biohack_position import (
    ASSISTANT,
    EFFECTS,
    MOST_GENES,
    MOST_MEDICINE,
    NODES,
    NOMANS,
    NONE,
    PHASES,
    POLICE,
    SEVENTH,
    Frame,
    Scratch,
    check,
    pick,
    whole,
)

OPTIONS = ("num_players", "enclosure", "challenge")
SOLO_KEYS = ("solo_deck", "solo_pos")
MOST = 2**15 - 1
KEPT_TO_A_USE = ("bonus_buy", "bonus_disc", "die_free")  # set before the line that they serve is open
ALLOC = ("alloc_card", "alloc_left", "alloc_last", "alloc_cost")


class Scenario(Checks):
    """The way of a position from a dictionary. What cannot be is a ValueError naming the key."""

    def read(self, position: dict) -> None:
        known = [*self.to_dict(), *SOLO_KEYS] if self.solo else list(self.to_dict())
        for key in position:
            check(key in known, str(key), "unknown key", f"one of {', '.join(known)}")
        self.given = position
        self.read_progress()
        self.read_players()
        self.read_cards()
        self.read_main_board()
        self.read_work()
        self.check_nomans()
        self.check_phase()
        if self.node == "over":
            self.read_scores()

    def read_progress(self) -> None:
        """Round, phase, node and whose turn it is."""
        self.round = whole("round", self.given.get("round", 2), 1, self.rounds)
        self.phase = pick("phase", self.given.get("phase", "research"), PHASES)
        self.node = pick("node", self.given.get("node", "turn"), NODES)
        low = NONE if self.node == "over" else 0
        seat = self.given.get("current_player", low)
        self.current_player = whole("current_player", seat, low, low if self.node == "over" else self.num_players - 1)
        self.order = self.seats("order", self.given.get("order", list(range(self.num_players))))
        undrawn = not self.order and self.node == "side"
        check(undrawn or len(self.order) == self.num_players, "order", self.order, "every player once")
        self.passed = set(self.seats("passed", self.given.get("passed", [])))
        reserve = self.given.get("reserve") or [None] * 4
        check(len(reserve) == 4, "reserve", reserve, "4 spaces")
        self.seats("reserve", [seat for seat in reserve if seat is not None])
        check(self.main_side == "B" or not any(s is not None for s in reserve), "reserve", reserve, "none on side A")
        self.reserve = [NONE if seat is None else seat for seat in reserve]
        self.lost = whole("lost", self.given.get("lost", 0), 0, int(self.solo and self.node == "over"))
        self.steps = whole("steps", self.given.get("steps", 0), 0, 2**31 - 1)
        self.rng = whole("rng", self.given.get("rng", 0), 0, 2**64 - 1)

    def seats(self, key: str, value: list) -> list[int]:
        """Different players."""
        check(isinstance(value, (list, tuple)), key, value, "a list of players")
        found = [whole(key, seat, 0, self.num_players - 1) for seat in value]
        check(len(set(found)) == len(found), key, value, "each player once")
        return found

    # -- Players --

    def per_player(self, key: str, default: Callable[[int], object], read: Callable[[object], object]) -> list:
        """One value per player, from a list, or from a dictionary that names some."""
        value = self.given.get(key, {})
        if isinstance(value, dict):
            for seat in value:
                check(str(seat).isdigit() and int(seat) < self.num_players, key, seat, "players")
            named = {int(seat): item for seat, item in value.items()}
            value = [named.get(seat, default(seat)) for seat in range(self.num_players)]
        length = isinstance(value, (list, tuple)) and len(value) == self.num_players
        check(length, key, value, f"{self.num_players} values, one per player")
        return [read(item) for item in value]

    def read_players(self) -> None:
        last = len(self.cards.scientists) - 1
        self.put("scientist", self.first_scientist, lambda x: NONE if x is None else whole("scientist", x, 0, last))
        self.put("board", lambda seat: seat, lambda x: whole("board", x, 0, 3))
        self.put("side", lambda seat: "basic", lambda x: None if x is None else SIDES.index(pick("side", x, SIDES)))
        for key, default, low, high in (
            ("coins", 10, 0, MOST),
            ("ep", 0, -MOST, MOST),
            ("medicine", 1, 0, MOST_MEDICINE),
            ("injured", 0, 0, NOMANS),
            ("locks", 2, 0, 2),
            ("sci_used", 0, 0, 1),
        ):
            self.put(key, lambda seat, d=default: d, lambda x, k=key, a=low, b=high: whole(k, x, a, b))
        self.put("genes", lambda seat: [0] * 6, self.read_genes)
        self.put("kept", lambda seat: [], lambda x: set(places("token_kept", x, GENES)), "token_kept")
        self.put("token", lambda seat: [None] * 6, self.read_tokens)
        self.put("chosen", lambda seat: [], lambda x: sorted(places("loc_choice", x, LOCATIONS)), "loc_choice")
        taken = [player.scientist for player in self.players if player.scientist != NONE]
        check(len(set(taken)) == len(taken), "scientist", taken, "different ones")
        boards = [player.board for player in self.players]
        check(len(set(boards)) == len(boards), "board", boards, "different ones")

    def first_scientist(self, seat: int) -> int:
        return 3 if self.solo else seat

    def put(self, field: str, default: Callable, read: Callable, key: str = "") -> None:
        for player, value in zip(self.players, self.per_player(key or field, default, read)):
            setattr(player, field, value)

    def read_genes(self, value: object) -> list[int]:
        """Six counts, or a dictionary of some."""
        if isinstance(value, dict):
            for name in value:
                pick("genes", name, GENES)
            value = [value.get(name, 0) for name in GENES]
        check(len(value) == 6, "genes", value, "6 counts")
        return [whole("genes", count, 0, MOST_GENES) for count in value]

    def read_tokens(self, value: object) -> list[int]:
        """R90: genes or None by space."""
        if isinstance(value, dict):
            for space in value:
                pick("token", space, TOKEN_SPACES)
            value = [value.get(space) for space in TOKEN_SPACES]
        check(len(value) == 6, "token", value, "6 genes or None")
        found = [NONE if name is None else GENES.index(pick("token", name, GENES)) for name in value]
        there = [gene for gene in found if gene != NONE]
        check(len(set(there)) == len(there), "token", value, "each gene once")
        check(self.enclosure or not there, "token", value, "none without the Enclosure module")
        return found

    # -- Cards --

    def ids(self, key: str, value: object, count: int) -> list[int]:
        """Different ids below a count."""
        check(isinstance(value, (list, tuple)), key, value, "a list of ids")
        found = [whole(key, number, 0, count - 1) for number in value]
        check(len(set(found)) == len(found), key, value, "each id once")
        return found

    def card_ids(self, key: str, value: object) -> list[int]:
        return self.ids(key, value, len(self.cards.creatures))

    def read_cards(self) -> None:
        """Every creature is in one place (invariant 1)."""
        self.put("hand", lambda seat: [], lambda x: set(self.card_ids("hand", x)))
        self.put("known", lambda seat: [], lambda x: set(self.card_ids("hand_known", x)), "hand_known")
        self.put("rows", lambda seat: [], self.read_tableau, "tableau")
        self.put("used", lambda seat: [], lambda x: set(self.ids("used", x, ROWS[0])))
        self.discard = set(self.card_ids("discard", self.given.get("discard", [])))
        self.look = self.card_ids("look", self.given.get("look", []))
        check(len(self.look) <= 2, "look", self.look, "at most 2 cards")
        named = [*self.discard, *self.look]
        for player in self.players:
            named += [*player.hand, *self.creature_numbers(player)]
            check(player.known <= player.hand, "hand_known", sorted(player.known), "cards of the hand")
            empty = [space for space in player.used if space >= len(player.rows[0])]
            check(not empty, "used", empty, "spaces with a creature")
        self.read_display_and_decks(named)
        everywhere = Counter([*named, *filter(lambda x: x != NONE, self.display), *sum(self.deck, [])])
        for number in range(len(self.cards.creatures)):
            check(everywhere[number] == 1, self.key_of(number), number, "each card in one place")
        self.read_memory()
        for player in self.players:
            filled = [i for i, space in enumerate(TOKEN_SPACES) if self.is_filled(player.rows, space)]
            check(all(player.token[i] == NONE for i in filled), "token", player.token, "none under a creature")
        default = [self.round if player.creatures() >= SEVENTH else 0 for player in self.players]
        self.put("seventh_round", lambda seat: default[seat], lambda x: whole("seventh_round", x, 0, self.rounds))

    def key_of(self, number: int) -> str:
        """A key that names a card."""
        places = {"hand": [p.hand for p in self.players], "tableau": [self.creature_numbers(p) for p in self.players]}
        places |= {"discard": [self.discard], "look": [self.look], "display": [self.display], "deck": self.deck}
        return next((key for key, lists in places.items() if any(number in cards for cards in lists)), "deck")

    def is_filled(self, rows: list[list[int]], space: str) -> bool:
        return len(rows[("common", "artisan", "noble").index(space[:-1])]) > int(space[-1])

    def read_tableau(self, value: object) -> list[list[int]]:
        rows: list[list[int]] = [[], [], []]
        for number in self.card_ids("tableau", value):
            rows[self.cards.creatures[number].cls].append(number)
        check(all(len(row) <= size for row, size in zip(rows, ROWS)), "tableau", value, "4 common, 3 artisan, 2 noble")
        return rows

    def read_display_and_decks(self, named: list[int]) -> None:
        """As they are given; else that of BASE(n), and all other cards with the lowest id on top."""
        decks = self.given.get("deck") or [None] * 3
        check(len(decks) == 3, "deck", decks, "3 lists")
        fixed = [number for deck in decks if deck is not None for number in self.card_ids("deck", deck)]
        display = self.given.get("display")
        if display is None:
            elsewhere = {*named, *fixed}
            for cls, numbers in enumerate(self.cards.by_class):
                for column, number in zip(self.columns, numbers):
                    self.display[4 * cls + column] = NONE if number in elsewhere else number
        else:
            check(len(display) == 12, "display", display, "12 ids or None")
            self.card_ids("display", [number for number in display if number is not None])
            self.display = [NONE if number is None else number for number in display]
        for slot, number in enumerate(self.display):
            right = number == NONE or (self.cards.creatures[number].cls == slot // 4 and slot % 4 in self.columns)
            check(right, "display", number, "cards in the row of their class, in a column of the board's side")
        placed = {*named, *fixed, *self.display}
        for cls, deck in enumerate(decks):
            others = [number for number in self.cards.by_class[cls] if number not in placed]
            self.deck[cls] = others[::-1] if deck is None else list(deck)[::-1]
            right = all(self.cards.creatures[number].cls == cls for number in self.deck[cls])
            check(right, "deck", deck, "cards of the class of the deck")

    def read_memory(self) -> None:
        """What is known of decks, and which cards were rebuilt into them (16)."""
        self.deck_known = [[0] * len(deck) for deck in self.deck]
        known = self.per_player("deck_known", lambda seat: [], lambda x: self.card_ids("deck_known", x))
        for seat, numbers in enumerate(known):
            for number in numbers:
                cls = self.cards.creatures[number].cls
                check(number in self.deck[cls], "deck_known", number, "cards in decks")
                self.deck_known[cls][self.deck[cls].index(number)] |= 1 << seat
        self.recycled = set(self.card_ids("recycled", self.given.get("recycled", [])))
        hidden = set(sum(self.deck, self.look))
        for player in self.players:
            hidden |= player.hand - player.known
        seen = sorted(self.recycled - hidden)
        check(not seen, "recycled", seen, "cards in decks, looked at, or unknown in hands")
        for deck in self.deck:
            whole_deck = self.recycled.isdisjoint(deck) or self.recycled >= set(deck)
            check(whole_deck, "recycled", sorted(self.recycled), f"all or none of the deck {deck}")

    # -- Main board --

    def read_main_board(self) -> None:
        self.milestone = self.ids("milestone", self.given.get("milestone", [0, 1, 2, 3]), len(self.cards.milestones))
        check(len(self.milestone) == 4, "milestone", self.milestone, "4 ids")
        self.milestone_token = self.token_lists("milestone_token", [[], [], [], []], len(self.milestone_ep))
        players = list(enumerate(self.players))
        full = [[seat for seat, player in players if len(player.rows[cls]) == ROWS[cls]] for cls in range(3)]
        self.row_token = self.token_lists("row_token", full, len(self.row_ep))
        tiles = len(self.cards.tiles)
        below = self.given.get("tile_deck", ())
        first = [tile for tile in range(tiles) if tile not in below][: self.tile_count]
        self.tile = self.ids("tile", self.given.get("tile", first), tiles)
        check(len(self.tile) == self.tile_count, "tile", self.tile, f"{self.tile_count} ids")
        others = [tile for tile in range(tiles) if tile not in self.tile]
        self.tile_deck = self.ids("tile_deck", self.given.get("tile_deck", others), tiles)[::-1]
        self.ids("tile_deck", self.tile + self.tile_deck, tiles)
        if self.solo:
            self.read_solo()
        self.read_spaces()

    def token_lists(self, key: str, default: list, most: int) -> list[list[int]]:
        lists = self.given.get(key, default)
        check(len(lists) == len(default), key, lists, f"{len(default)} lists")
        found = [self.seats(key, seats) for seats in lists]
        check(all(len(seats) <= most for seats in found), key, lists, f"at most {most} tokens each")
        return found

    def read_solo(self) -> None:
        """One card of each location (R75)."""
        deck = self.given.get("solo_deck", [0, 3, 6, 9, 12])
        self.solo_deck = self.ids("solo_deck", deck, len(self.cards.solo))
        locations = {self.cards.solo[number].location for number in self.solo_deck}
        check(len(self.solo_deck) == 5 == len(locations), "solo_deck", deck, "one card of each location")
        self.solo_pos = whole("solo_pos", self.given.get("solo_pos", 2), 0, 4)

    def read_spaces(self) -> None:
        """Nomans, assistants and police on the main board."""
        solo_public = {"river": [ASSISTANT], "bank": [ASSISTANT]} if self.solo else {}
        for location, there in self.given.get("at_public", solo_public).items():
            pick("at_public", location, LOCATIONS)
            seats = [seat for seat in there if seat != ASSISTANT]
            check(len(there) - len(seats) <= self.solo, "at_public", there, "an assistant in solo only, players")
            self.at_public[location] = self.seats("at_public", seats)
            self.assistants += [location] * (ASSISTANT in there)
        solo_adv = {"biofarm_gene": POLICE, "tile0": POLICE} if self.solo else {}
        for space, holder in self.given.get("adv", solo_adv).items():
            pick("adv", space, tuple(s for s in ADVANCED if s in self.in_play))
            if holder != POLICE or not self.solo:
                whole("adv", holder, 0, self.num_players - 1)
            self.adv[space] = holder
        for space, counts in self.given.get("basic", {}).items():
            pick("basic", space, BASIC)
            check(len(counts) == self.num_players, "basic", counts, "one count per player")
            self.basic[space] = [whole("basic", count, 0, NOMANS) for count in counts]

    # -- What is going on --

    def read_work(self) -> None:
        """The stack and all scratch."""
        for text in self.given.get("stack", []):
            self.stack.append(Frame(self.read_line(text), text.startswith("*")))
        self.cur_space = self.given.get("cur_space")
        if self.cur_space is not None:
            pick("cur_space", self.cur_space, (*LOCATIONS, *self.in_play))
        self.unresolved = {pick("unresolved", name, EFFECTS) for name in self.given.get("unresolved", [])}
        for known in fields(Scratch):
            default = getattr(self.scratch, known.name)
            value = self.given.get(known.name, default)
            if known.name == "alloc_cost":
                check(len(value) == 6, known.name, value, "6 counts")
                value = [whole(known.name, count, 0, MOST_GENES) for count in value]
            else:
                whole(known.name, value, NONE if default == NONE else 0, 127)
            setattr(self.scratch, known.name, value)
        in_use = {name for frame in self.stack if frame.open for name in SCRATCH_OF.get(frame.line.kind, ())}
        in_use |= set(KEPT_TO_A_USE if self.stack else ())
        in_use |= set(ALLOC if self.node == "alloc" else ())
        for name, default in vars(Scratch()).items():
            value = getattr(self.scratch, name)
            check(name in in_use or value == default, name, value, f"{default} while not in use")
        check(not self.look or self.node == "keep", "look", self.look, "none but at node keep")

    def read_line(self, text: object) -> Line:
        """A line in the words of section 4."""
        words = text.removeprefix("*") if isinstance(text, str) else ""
        try:
            line = parse_line(words)
        except (ValueError, IndexError, TypeError):
            line = None
        right = line is not None and hasattr(self, f"run_{line.kind}") and line.text == words
        check(right, "stack", text, f"lines such as gain mammal 2, with any of {', '.join(RESOURCES)}")
        return line

    def read_scores(self) -> None:
        for player, score in zip(self.players, self.scores()):
            player.score = score
        scores = [player.score for player in self.players]
        self.put("score", lambda seat: scores[seat], lambda x: whole("score", x, -MOST, MOST))


def places(key: str, value: object, names: tuple[str, ...]) -> list[int]:
    """Different names as their places in a list of names."""
    check(isinstance(value, (list, tuple)) and len(set(value)) == len(value), key, value, f"some of {', '.join(names)}")
    return [names.index(pick(key, name, names)) for name in value]
