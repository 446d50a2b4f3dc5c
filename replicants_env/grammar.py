"""The grammar of the card files (RULES.md 3.1): abilities of replicants and functions of rooms, read from cells."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from enum import IntEnum

from arkade.data import Cell, Row, whole_number, whole_words
from replicants_env.state import KINDS, LETTERS, REPS, Step

MOST = 4  # cards of a kind, and stars, in one pattern
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

Counts = tuple[int, int, int, int]  # of each kind


@dataclasses.dataclass(frozen=True)
class Pattern:
    """Letters (four counts) and stars; a star may be any kind of the bits `kinds`."""

    vec: Counts = (0, 0, 0, 0)
    stars: int = 0
    kinds: int = ALL_KINDS


@dataclasses.dataclass(frozen=True)
class Term:
    """One term of a condition."""

    kind: Cond = Cond.ALWAYS
    k: int = 0
    vec: Counts = (0, 0, 0, 0)


@dataclasses.dataclass(frozen=True)
class Deed:
    """One effect of an ability."""

    kind: Effect
    k: int = 0
    level: int = 0
    pattern: Pattern = Pattern()


@dataclasses.dataclass(frozen=True)
class Ability:
    """A card's power or a room's function; `text` is how the card file words its effects."""

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


# --- abilities --------------------------------------------------------------------------------------------------------

_WINDOWS = frozenset(TRIGGERS.values()) - {Step.SETUP, Step.DRONE, Step.BUILD, Step.DISCARD}
_FIELD_WINDOWS = {step for step in _WINDOWS if Step.ON_REPLENISH <= step <= Step.BEFORE_DRONE}
_ANYTIME = (_WINDOWS | {Step.SETUP, Step.DRONE, Step.BUILD}, "white, before_…, on_… (not on_discard) and after_…")
_BUILDING = ({Step.BUILD}, "on_build")
_IN_ROOMS: tuple[Collection[Step], str] = ((), "rooms")
_PLACES: dict[Effect, tuple[Collection[Step], str]] = {
    Effect.GAIN: _ANYTIME,
    Effect.DRAW: _ANYTIME,
    Effect.POINTS: _ANYTIME,
    Effect.PROMOTE: (_WINDOWS | {Step.SETUP, Step.BUILD}, "white, windows and optional on_build"),
    Effect.READY: ({Step.BEFORE_BUILD, Step.BUILD}, "before_build and optional on_build"),
    Effect.REDEAL: (_FIELD_WINDOWS, "on_replenish to before_drone"),
    Effect.KEEP: ({Step.DISCARD}, "on_discard"),
    Effect.DISCOUNT: _BUILDING,
    Effect.DISCOUNT_ALL: _BUILDING,
    Effect.RAPID: _BUILDING,
    Effect.FIRST_SHIFT: ({Step.ON_FIRST}, "on_first"),
    Effect.STOW: _IN_ROOMS,
    Effect.LEAD: _IN_ROOMS,
    Effect.BUILD: _IN_ROOMS,
}
_ROOM_NOW = (Effect.STOW, Effect.DRAW, Effect.POINTS, Effect.REDEAL, Effect.LEAD, Effect.BUILD)


def card_ability(row: Row) -> Ability:
    """The power of the replicant in this row; CardError where the grammar or the allowed places are broken."""
    trigger = TRIGGERS[row["trigger"].one_of(TRIGGERS)]
    optional = row["mode"].one_of(("auto", "opt")) == "opt"
    ability = Ability(
        trigger,
        optional,
        _terms(row["cond"], trigger),
        pattern(row["pay"]),
        _effects(row["effect"]),
        row["effect"].text,
    )
    if row["pay"].text and not optional:
        row["pay"].fail("nothing, as only mode opt has a price")
    if optional and trigger in (Step.DRONE, Step.DISCARD):
        row["mode"].fail(f"auto, as the trigger is {row['trigger'].text}")
    _check_places(row, ability)
    _check_static(row, ability)
    return ability


def room_ability(row: Row, when_turn: bool) -> Ability:
    """The function of the room in this row."""
    effects = _effects(row["effect"])
    allowed = STATIC if when_turn else _ROOM_NOW
    if any(effect.kind not in allowed for effect in effects):
        names = ", ".join(kind.name.lower() for kind in allowed)
        row["effect"].fail(f"{names}, as when is {row['when'].text}")
    return Ability(Step.STATION, False, (), pattern(row["cost"]), effects, row["effect"].text)


def _check_places(row: Row, ability: Ability) -> None:
    """Require the places that RULES.md 3.1 allows to each effect."""
    for i, effect in enumerate(ability.effects):
        places, words = _PLACES[effect.kind]
        if ability.trigger not in places:
            row["effect"].fail(f"{effect.kind.name.lower()} only in {words}, not in {row['trigger'].text}")
        if effect.kind == Effect.KEEP and len(ability.effects) > 1:
            row["effect"].fail("keep only alone")
        if effect.kind == Effect.FIRST_SHIFT and i > 0:
            row["effect"].fail("first_shift only as the first effect")
        if ability.trigger == Step.BUILD and not ability.optional:
            if effect.kind in (Effect.PROMOTE, Effect.READY):
                row["mode"].fail(f"opt, as {effect.kind.name.lower()} in on_build is optional")
            if effect.kind == Effect.GAIN and effect.pattern.stars:
                row["effect"].fail("no stars to gain, as the trigger is on_build and the mode auto")


def _check_static(row: Row, ability: Ability) -> None:
    """Require that discounts and `rapid` stand among themselves, automatic and without `reached` (D45)."""
    if not any(effect.kind in STATIC for effect in ability.effects):
        return
    if not ability.static:
        row["effect"].fail("discount, discount_all and rapid only among themselves")
    if ability.optional:
        row["mode"].fail("auto, as the effect is a discount or rapid")
    if any(term.kind == Cond.REACHED for term in ability.terms):
        row["cond"].fail("no 'reached', as the effect is a discount or rapid")


# --- conditions -------------------------------------------------------------------------------------------------------

_VEC_CONDS = ("produced", "lacks", "drone")
_PLAIN_CONDS = ("first", "not_first", "fewest")
_COUNT_CONDS = {"kinds": (1, KINDS), "doubles": (1, 4), "levelled": (1, 60), "reached": (2, 4)} | {
    "unspent": (1, 92), "l4": (1, REPS), "reps": (1, REPS)
}  # fmt: skip


def _terms(cell: Cell, trigger: Step) -> tuple[Term, ...]:
    words = [word.strip() for word in cell.text.split("&")] if cell.text else []
    if len(words) > 2:
        cell.fail("at most two terms joined by &")
    terms = tuple(_term(word, cell) for word in words)
    for term in terms:
        if term.kind == Cond.REACHED and trigger != Step.BUILD:
            cell.fail("'reached' only with the trigger on_build")
        if term.kind == Cond.DRONE and trigger != Step.DRONE:
            cell.fail("'drone' only with the trigger on_drone")
    return terms


def _term(word: str, cell: Cell) -> Term:
    name, colon, value = word.partition(":")
    if word in _PLAIN_CONDS:
        return Term(Cond[word.upper()])
    if name == "lacks" and colon:
        return Term(Cond.LACKS, vec=_letters(value, cell, most=1))
    if name in _VEC_CONDS and colon:
        return Term(Cond[name.upper()], vec=_letters(value, cell))
    if name in _COUNT_CONDS and colon:
        return Term(Cond[name.upper()], k=_number(value, *_COUNT_CONDS[name], cell))
    forms = [*_PLAIN_CONDS, *(f"{name}:letters" for name in _VEC_CONDS), *(f"{name}:number" for name in _COUNT_CONDS)]
    cell.fail(f"nothing, or up to two joined by & of {', '.join(forms)}")


# --- effects ----------------------------------------------------------------------------------------------------------

_PLAIN_EFFECTS = ("rapid", "lead", "build")
_COUNT_EFFECTS = {"draw": (1, 2), "points": (1, 6), "ready": (1, 3), "redeal": (1, 3), "keep": (1, 8)} | {
    "first_shift": (-20, 20)
}
_DISCOUNT_LEVELS = {"any": ANY_LEVEL, "L2": 2, "L3": 3, "L4": 4, "new": NEW_LEVEL}
_EFFECT_FORMS = [
    *("gain:pattern", "stow:pattern", "promote:L2xk", "discount:level:pattern", "discount_all:level:pattern"),
    *(f"{name}:number" for name in _COUNT_EFFECTS),
    *_PLAIN_EFFECTS,
]


def _effects(cell: Cell) -> tuple[Deed, ...]:
    words = [word.strip() for word in cell.text.split(";")]
    if len(words) > 2:
        cell.fail("at most two effects joined by ;")
    return tuple(_effect(word, cell) for word in words)


def _effect(word: str, cell: Cell) -> Deed:
    name, colon, value = word.partition(":")
    if word in _PLAIN_EFFECTS:
        return Deed(Effect[word.upper()])
    if name in ("gain", "stow") and value:
        return Deed(Effect[name.upper()], pattern=_parse_pattern(value, cell))
    if name in _COUNT_EFFECTS and colon:
        return Deed(Effect[name.upper()], k=_number(value, *_COUNT_EFFECTS[name], cell))
    if name == "promote" and colon:
        return _promotion(value, cell)
    if name in ("discount", "discount_all") and colon:
        return _discount(Effect[name.upper()], value, cell)
    cell.fail(f"one or two joined by ; of {', '.join(_EFFECT_FORMS)}")


def _promotion(value: str, cell: Cell) -> Deed:
    level, _, k = value.partition("x")
    if level not in ("L2", "L3"):
        cell.fail("promote:L2xk or promote:L3xk")
    return Deed(Effect.PROMOTE, k=_number(k, 1, 3, cell), level=int(level[1]))


def _discount(kind: Effect, value: str, cell: Cell) -> Deed:
    level, _, reduction = value.partition(":")
    if level not in _DISCOUNT_LEVELS or not reduction or "/" in reduction:
        levels = ", ".join(_DISCOUNT_LEVELS)
        cell.fail(f"{kind.name.lower()}:level:pattern with a level of {levels} and a pattern without /")
    return Deed(kind, level=_DISCOUNT_LEVELS[level], pattern=_parse_pattern(reduction, cell))


# --- numbers, letters, patterns ---------------------------------------------------------------------------------------


def pattern(cell: Cell) -> Pattern:
    """The pattern of a cell; an empty cell is the empty pattern."""
    return _parse_pattern(cell.text, cell) if cell.text else Pattern()


def _number(word: str, low: int, high: int, cell: Cell) -> int:
    value = whole_number(word, low, high)
    if value is None:
        cell.fail(f"{whole_words(low, high)} in place of {word!r}")
    return value


def _letters(word: str, cell: Cell, most: int = MOST) -> Counts:
    """The counts of at least one letter."""
    n, p, h, s = (word.count(letter) for letter in LETTERS)
    if not word or n + p + h + s != len(word) or max(n, p, h, s) > most:
        cell.fail(f"letters of {LETTERS}, at most {most} of a kind, in place of {word!r}")
    return n, p, h, s


def _parse_pattern(word: str, cell: Cell) -> Pattern:
    """Letters and stars, then perhaps / and the kinds a star may be."""
    main, slash, kinds = word.partition("/")
    letters, stars = main.replace("*", ""), main.count("*")
    if stars > MOST:
        cell.fail(f"at most {MOST} stars in place of {word!r}")
    if slash and (not stars or not kinds or set(kinds) - set(LETTERS) or len(set(kinds)) < len(kinds)):
        cell.fail(f"after / the different kinds of {LETTERS} that a star may be, such as */HS, in place of {word!r}")
    vec = _letters(letters, cell) if letters or not stars else (0, 0, 0, 0)
    return Pattern(vec, stars, sum(1 << LETTERS.index(kind) for kind in kinds) if slash else ALL_KINDS)
