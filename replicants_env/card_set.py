"""The card set as plain Python, read from a folder of card files; every limit of RULES.md 3.1 and 4 is checked."""

from __future__ import annotations

import dataclasses
from enum import IntEnum
from pathlib import Path
from typing import Any

from arkade.data import CardError, Cell, Row, card_folder, check_ids, read_csv, read_toml, whole
from replicants_env.state import CARDS, DEAL, DRONES, FIELD_CARDS, KINDS, LETTERS, REPS, ROOMS, Y_CARDS, Step

HOUSE = Path(__file__).parent / "cards"
FILES = ("replicants.csv", "resources.csv", "hives.csv", "rules.toml", "usc_rooms.csv", "usc.toml")
FEWEST_CARDS = 40
COST_LENGTHS = {"cost2": 2, "cost3": 4, "cost4": 6}
ALL_KINDS = (1 << KINDS) - 1
TRIGGERS = {"white": Step.SETUP} | {
    step.name.lower(): step
    for step in Step
    if step.name.startswith(("BEFORE_", "ON_", "AFTER_"))
} | {"on_drone": Step.DRONE, "on_build": Step.BUILD, "on_discard": Step.DISCARD}  # fmt: skip


class Mode(IntEnum):
    """Whether an ability acts of itself or may be used (D16)."""

    AUTO = 0
    OPT = 1


class Cond(IntEnum):
    """Codes of a condition's terms (RULES.md 3.1)."""

    ALWAYS = 0
    PRODUCED = 1
    LACKS = 2
    KINDS = 3
    DOUBLES = 4
    FIRST = 5
    NOT_FIRST = 6
    FEWEST = 7
    LEVELLED = 8
    REACHED = 9
    DRONE = 10
    UNSPENT = 11
    L4 = 12
    REPS = 13


class Effect(IntEnum):
    """Codes of an ability's effects (RULES.md 3.1)."""

    NOTHING = 0
    GAIN = 1
    STOW = 2
    DRAW = 3
    POINTS = 4
    PROMOTE = 5
    READY = 6
    REDEAL = 7
    KEEP = 8
    DISCOUNT = 9
    DISCOUNT_ALL = 10
    RAPID = 11
    FIRST_SHIFT = 12
    LEAD = 13
    BUILD = 14


ANY_LEVEL, NEW_LEVEL = 0, 5  # eff_level of `any` and `new` in a discount; L2..L4 are 2..4
STATIC = (Effect.DISCOUNT, Effect.DISCOUNT_ALL, Effect.RAPID)


@dataclasses.dataclass(frozen=True)
class Pattern:
    """Letters (four counts) and stars; a star may be any kind of the bits `kinds`."""

    vec: tuple[int, int, int, int] = (0, 0, 0, 0)
    stars: int = 0
    kinds: int = ALL_KINDS


@dataclasses.dataclass(frozen=True)
class Term:
    """One term of a condition."""

    kind: Cond = Cond.ALWAYS
    k: int = 0
    vec: tuple[int, int, int, int] = (0, 0, 0, 0)


@dataclasses.dataclass(frozen=True)
class Deed:
    """One effect of an ability."""

    kind: Effect
    k: int = 0
    level: int = 0
    pattern: Pattern = Pattern()


@dataclasses.dataclass(frozen=True)
class Ability:
    """A card's power or a room's function; `text` is how the card file words it."""

    trigger: Step
    optional: bool
    terms: tuple[Term, ...]
    price: Pattern
    effects: tuple[Deed, ...]
    text: str

    @property
    def static(self) -> bool:
        """Does it only discount or hurry level-ups? (D45)"""
        return all(effect.kind in STATIC for effect in self.effects)


@dataclasses.dataclass(frozen=True)
class Replicant:
    """One replicant card; `costs` are the prices of L2, L3 and L4 as letters."""

    name: str
    maker: str
    costs: tuple[str, str, str]
    ability: Ability
    source: str


@dataclasses.dataclass(frozen=True)
class Room:
    """One room of the station (RULES.md 4)."""

    name: str
    core: bool
    adjacent: tuple[int, ...]
    build: str
    build_points: int
    when_turn: bool
    ability: Ability
    source: str


@dataclasses.dataclass(frozen=True)
class CardSet:
    """All that a folder of card files says."""

    folder: Path
    replicants: tuple[Replicant, ...]
    rooms: tuple[Room, ...]
    resources: tuple[str, ...]
    supply: tuple[int, ...]
    hives: tuple[str, ...]
    rules: dict[str, Any]
    usc: dict[str, Any]

    def card(self, name: str) -> int:
        """The id of the replicant with this name; KeyError if there is none."""
        return self._ids[name]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_ids", {card.name: i for i, card in enumerate(self.replicants)})


def load_cards(folder: str | Path | None = None) -> CardSet:
    """The card set of `folder` (None: the house set); CardError names file, line, column, found and allowed."""
    path = HOUSE if folder is None else card_folder(folder, FILES)
    usc = read_toml(path / "usc.toml", _USC)
    resources = _read_resources(path / "resources.csv")
    return CardSet(
        folder=path,
        replicants=_read_replicants(path / "replicants.csv"),
        rooms=_read_rooms(path / "usc_rooms.csv", usc["start_room"]),
        resources=tuple(row["name"].name() for row in resources),
        supply=tuple(row["supply"].integer(8, 60) for row in resources),
        hives=_read_hives(path / "hives.csv"),
        rules=read_toml(path / "rules.toml", _RULES),
        usc=usc,
    )


def _is_level_vp(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(type(v) is int and 0 <= v <= 12 for v in value)
        and value == sorted(value)
    )


_RULES = {
    "target_vp": whole(1, 100),
    "level_vp": (_is_level_vp, "four whole numbers from 0 to 12 that do not fall"),
    "drones": whole(DRONES, DRONES),
    "deal": whole(DEAL, DEAL),
    "y_cards": whole(Y_CARDS, Y_CARDS),
    "rep_max": whole(DEAL, REPS),
    "max_rounds": whole(1, 255),
}
_USC = {
    "crew": whole(2, 2),
    "start_room": whole(0, ROOMS - 1),
    "move_range": whole(1, 4),
    "shelf_total": whole(0, 138),
}


# --- files ---------------------------------------------------------------------------------------------------------


def _read_resources(path: Path) -> list[Row]:
    rows = read_csv(path, ("code", "name", "colour", "field_cards", "supply", "source"), unique=("code", "name"))
    if [row["code"].text for row in rows] != list(LETTERS):
        codes = ", ".join(row["code"].text for row in rows)
        raise CardError(f"{path}, column 'code': {codes}; allowed: {', '.join(LETTERS)}, in this order")
    for row in rows:
        row["field_cards"].integer(FIELD_CARDS // KINDS, FIELD_CARDS // KINDS)
        row["source"].name()
    return rows


def _read_hives(path: Path) -> tuple[str, ...]:
    rows = read_csv(path, ("id", "name", "source"), unique=("name",))
    check_ids(rows)
    if len(rows) < 6:
        raise CardError(f"{path}: {len(rows)} hives; allowed: at least 6, one per player")
    return tuple(row["name"].name() for row in rows)


def _read_replicants(path: Path) -> tuple[Replicant, ...]:
    columns = ("id", "name", "maker", *COST_LENGTHS, "trigger", "mode", "cond", "pay", "effect", "source")
    rows = read_csv(path, columns, unique=("name",))
    check_ids(rows)
    if not FEWEST_CARDS <= len(rows) <= CARDS:
        raise CardError(f"{path}: {len(rows)} replicants; allowed: {FEWEST_CARDS} to {CARDS}")
    return tuple(_replicant(row) for row in rows)


def _replicant(row: Row) -> Replicant:
    name = row["name"].name()
    if "@" in name:
        row["name"].fail("a name without '@'")
    return Replicant(
        name=name,
        maker=row["maker"].text,
        costs=tuple(_cost(row[column], length) for column, length in COST_LENGTHS.items()),  # type: ignore[arg-type]
        ability=_card_ability(row),
        source=row["source"].name(),
    )


def _cost(cell: Cell, length: int) -> str:
    if len(cell.text) != length or set(cell.text) - set(LETTERS):
        cell.fail(f"{length} letters of {LETTERS}")
    return cell.text


def _read_rooms(path: Path, start_room: int) -> tuple[Room, ...]:
    columns = ("id", "name", "kind", "adjacent", "build", "build_points", "cost", "when", "effect", "source")
    rows = read_csv(path, columns, unique=("name",))
    check_ids(rows)
    if not 1 <= len(rows) <= ROOMS:
        raise CardError(f"{path}: {len(rows)} rooms; allowed: 1 to {ROOMS}")
    rooms = tuple(_room(row, len(rows)) for row in rows)
    for i, room in enumerate(rooms):
        for j in room.adjacent:
            if i == j or i not in rooms[j].adjacent:
                rows[i]["adjacent"].fail(f"other rooms that name room {i} too; room {j} does not")
    if start_room >= len(rooms) or not rooms[start_room].core:
        raise CardError(f"{path.parent / 'usc.toml'}: key 'start_room': {start_room}; allowed: the id of a core room")
    return rooms


def _room(row: Row, n_rooms: int) -> Room:
    core = row["kind"].one_of(("core", "annex")) == "core"
    adjacent = row["adjacent"].text.split()
    if not all(word.isdigit() and int(word) < n_rooms for word in adjacent) or len(set(adjacent)) < len(adjacent):
        row["adjacent"].fail(f"different room ids from 0 to {n_rooms - 1} with blanks between")
    build = _pattern(row["build"])
    if build.stars or (core and row["build"].text):
        row["build"].fail("nothing for a core room, letters for an annex")
    when_turn = row["when"].one_of(("now", "turn")) == "turn"
    return Room(
        name=row["name"].name(),
        core=core,
        adjacent=tuple(int(word) for word in adjacent),
        build=row["build"].text,
        build_points=row["build_points"].integer(0, 0 if core else 6),
        when_turn=when_turn,
        ability=_room_ability(row, when_turn),
        source=row["source"].name(),
    )


# --- abilities (the grammar of RULES.md 3.1) -------------------------------------------------------------------------

_WINDOWS = {step for name, step in TRIGGERS.items() if step not in (Step.SETUP, Step.DRONE, Step.BUILD, Step.DISCARD)}
_BEFORE_DRONES = {step for step in _WINDOWS if Step.ON_REPLENISH <= step <= Step.BEFORE_DRONE}
_ANYTIME = _WINDOWS | {Step.SETUP, Step.DRONE, Step.BUILD}
_ALLOWED = {
    Effect.GAIN: (_ANYTIME, "white, windows, on_drone and on_build"),
    Effect.DRAW: (_ANYTIME, "white, windows, on_drone and on_build"),
    Effect.POINTS: (_ANYTIME, "white, windows, on_drone and on_build"),
    Effect.PROMOTE: (_WINDOWS | {Step.SETUP, Step.BUILD}, "white, windows and optional on_build"),
    Effect.READY: ({Step.BEFORE_BUILD, Step.BUILD}, "before_build and optional on_build"),
    Effect.REDEAL: (_BEFORE_DRONES, "on_replenish to before_drone"),
    Effect.KEEP: ({Step.DISCARD}, "on_discard"),
    Effect.DISCOUNT: ({Step.BUILD}, "on_build"),
    Effect.DISCOUNT_ALL: ({Step.BUILD}, "on_build"),
    Effect.RAPID: ({Step.BUILD}, "on_build"),
    Effect.FIRST_SHIFT: ({Step.ON_FIRST}, "on_first"),
    Effect.STOW: (set(), "rooms"),
    Effect.LEAD: (set(), "rooms"),
    Effect.BUILD: (set(), "rooms"),
}
_ROOM_NOW = (Effect.STOW, Effect.DRAW, Effect.POINTS, Effect.REDEAL, Effect.LEAD, Effect.BUILD)


def _card_ability(row: Row) -> Ability:
    trigger = TRIGGERS[row["trigger"].one_of(TRIGGERS)]
    optional = row["mode"].one_of(("auto", "opt")) == "opt"
    effects = _effects(row["effect"])
    terms = _terms(row["cond"], trigger)
    price = _pattern(row["pay"])
    ability = Ability(trigger, optional, terms, price, effects, row["effect"].text)
    if row["pay"].text and not optional:
        row["pay"].fail("a price only with mode 'opt'")
    if optional and trigger in (Step.DRONE, Step.DISCARD):
        row["mode"].fail(f"auto for {row['trigger'].text}")
    for i, effect in enumerate(effects):
        _check_place(row, ability, effect, i)
    if any(effect.kind in STATIC for effect in effects):
        if not ability.static:
            row["effect"].fail("discount, discount_all and rapid not mixed with other effects (D45)")
        if optional:
            row["mode"].fail("auto for discount, discount_all and rapid")
        if any(term.kind == Cond.REACHED for term in terms):
            row["cond"].fail("'reached' not with discount, discount_all or rapid")
    return ability


def _check_place(row: Row, ability: Ability, effect: Deed, i: int) -> None:
    places, words = _ALLOWED[effect.kind]
    if ability.trigger not in places:
        row["effect"].fail(f"{effect.kind.name.lower()} in {words} only")
    if ability.trigger == Step.BUILD and effect.kind in (Effect.PROMOTE, Effect.READY) and not ability.optional:
        row["mode"].fail(f"opt for {effect.kind.name.lower()} in on_build")
    if ability.trigger == Step.BUILD and effect.kind == Effect.GAIN and effect.pattern.stars and not ability.optional:
        row["effect"].fail("no stars in automatic on_build abilities")
    if effect.kind == Effect.KEEP and len(ability.effects) > 1:
        row["effect"].fail("keep alone")
    if effect.kind == Effect.FIRST_SHIFT and i > 0:
        row["effect"].fail("first_shift as the first effect")


def _room_ability(row: Row, when_turn: bool) -> Ability:
    effects = _effects(row["effect"])
    for effect in effects:
        allowed = STATIC if when_turn else _ROOM_NOW
        if effect.kind not in allowed:
            names = ", ".join(kind.name.lower() for kind in allowed)
            row["effect"].fail(f"{names} in a room with when = {row['when'].text}")
    return Ability(Step.STATION, False, (), _pattern(row["cost"]), effects, row["effect"].text)


def _terms(cell: Cell, trigger: Step) -> tuple[Term, ...]:
    words = [word.strip() for word in cell.text.split("&")] if cell.text else []
    if len(words) > 2:
        cell.fail("at most two terms joined by &")
    terms = tuple(_term(word, cell) for word in words)
    for term in terms:
        if term.kind == Cond.REACHED and trigger != Step.BUILD:
            cell.fail("'reached' in on_build only")
        if term.kind == Cond.DRONE and trigger != Step.DRONE:
            cell.fail("'drone' in on_drone only")
    return terms


_VEC_CONDS = ("produced", "drone", "lacks")
_PLAIN_CONDS = ("first", "not_first", "fewest")
_COUNT_CONDS = {"kinds": (1, 4), "doubles": (1, 4), "levelled": (1, 60), "reached": (2, 4)} | {
    "unspent": (1, 92), "l4": (1, REPS), "reps": (1, REPS)
}  # fmt: skip


def _term(word: str, cell: Cell) -> Term:
    name, _, value = word.partition(":")
    if name in _PLAIN_CONDS and not value:
        return Term(Cond[name.upper()])
    if name in _VEC_CONDS and value:
        vec = _letters(value, cell)
        if name == "lacks":
            vec = tuple(min(1, count) for count in vec)  # type: ignore[assignment]
        return Term(Cond[name.upper()], vec=vec)
    if name in _COUNT_CONDS:
        low, high = _COUNT_CONDS[name]
        return Term(Cond[name.upper()], k=_number(value, low, high, cell))
    allowed = [f"{name}:letters" for name in _VEC_CONDS] + [f"{name}:k" for name in _COUNT_CONDS] + list(_PLAIN_CONDS)
    cell.fail("terms " + ", ".join(allowed))


_COUNT_EFFECTS = {"draw": (1, 2), "points": (1, 6), "ready": (1, 3), "redeal": (1, 3), "keep": (1, 8)} | {
    "first_shift": (-20, 20)
}
_PLAIN_EFFECTS = ("rapid", "lead", "build")
_DISCOUNT_LEVELS = {"any": ANY_LEVEL, "L2": 2, "L3": 3, "L4": 4, "new": NEW_LEVEL}


def _effects(cell: Cell) -> tuple[Deed, ...]:
    words = [word.strip() for word in cell.text.split(";")]
    if not cell.text or len(words) > 2:
        cell.fail("one or two effects joined by ;")
    return tuple(_effect(word, cell) for word in words)


def _effect(word: str, cell: Cell) -> Deed:
    name, _, value = word.partition(":")
    if name in _PLAIN_EFFECTS and not value:
        return Deed(Effect[name.upper()])
    if name in ("gain", "stow") and value:
        return Deed(Effect[name.upper()], pattern=_parse_pattern(value, cell))
    if name in _COUNT_EFFECTS:
        low, high = _COUNT_EFFECTS[name]
        return Deed(Effect[name.upper()], k=_number(value, low, high, cell))
    if name == "promote":
        level, _, k = value.partition("x")
        if level not in ("L2", "L3"):
            cell.fail("promote:L2xk or promote:L3xk")
        return Deed(Effect.PROMOTE, k=_number(k, 1, 3, cell), level=int(level[1]))
    if name in ("discount", "discount_all"):
        level, _, pattern = value.partition(":")
        if level not in _DISCOUNT_LEVELS or not pattern or "/" in pattern:
            cell.fail(f"{name}:level:letters and stars, level one of {', '.join(_DISCOUNT_LEVELS)}, without /set")
        return Deed(Effect[name.upper()], level=_DISCOUNT_LEVELS[level], pattern=_parse_pattern(pattern, cell))
    allowed = [f"{name}:k" for name in _COUNT_EFFECTS] + list(_PLAIN_EFFECTS)
    cell.fail(", ".join(["gain:pat", "stow:pat", "promote:Lxk", "discount:lv:pat", "discount_all:lv:pat", *allowed]))


def _number(word: str, low: int, high: int, cell: Cell) -> int:
    try:
        value = int(word)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        cell.fail(f"a number from {low} to {high} where {word!r} stands")
    return value


def _letters(word: str, cell: Cell) -> tuple[int, int, int, int]:
    counts = tuple(word.count(letter) for letter in LETTERS)
    if sum(counts) != len(word) or max(counts, default=0) > 4:
        cell.fail(f"letters of {LETTERS}, at most 4 of a kind, where {word!r} stands")
    return counts  # type: ignore[return-value]


def _pattern(cell: Cell) -> Pattern:
    return _parse_pattern(cell.text, cell) if cell.text else Pattern()


def _parse_pattern(word: str, cell: Cell) -> Pattern:
    main, slash, kinds = word.partition("/")
    stars = main.count("*")
    if stars > 4:
        cell.fail("at most 4 stars")
    allowed = ALL_KINDS
    if slash:
        if not stars or not kinds or set(kinds) - set(LETTERS) or len(set(kinds)) < len(kinds):
            cell.fail(f"stars limited by different letters of {LETTERS}, such as */HS")
        allowed = sum(1 << LETTERS.index(letter) for letter in kinds)
    return Pattern(_letters(main.replace("*", ""), cell), stars, allowed)
