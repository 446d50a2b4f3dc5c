"""The vocabulary of card powers (RULES.md 4): lines of an effect and terms of a score, read from texts and written."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cached_property

from arkade.data import Cell, whole_number, whole_words
from biohack_env.components import (
    CLASSES,
    GENES,
    LINES_OF_EFFECT,
    LOCATIONS,
    MOST,
    MOST_EP,
    MOST_PRICE,
    MOST_TIMES,
    PLAYERS,
    RESOURCES,
    ROWS,
    TERMS_OF_SCORE,
)


class Kind(IntEnum):
    """Kinds of a line (RULES.md 4)."""

    NONE = 0
    GAIN = 1
    PICK = 2
    WILD = 3
    DIE = 4
    BUY = 5
    CREATE = 6
    ALLEY = 7
    DNA = 8
    REPORT = 9
    UNLOCK = 10
    RESERVE = 11
    TRADE = 12
    REROLL = 13
    EXTRA_BUY = 14
    BUY_DISCOUNT = 15
    VISIT = 16
    COMMON = 17


class Count(IntEnum):
    """What a term of a score counts."""

    GENE = 0
    CLASS = 1
    REPORT = 2
    ROWS = 3
    TYPES = 4
    COINS = 5
    STORED = 6
    MEDICINE = 7
    FLAT = 8


PURE = (Kind.GAIN, Kind.PICK, Kind.WILD)  # never harmful (D9)
DICE = ("none", "mountain", "river")  # where paid rerolls have their price
DECKS = ("display", "any")
CREATIONS = ("other", "biofarm")

Amounts = tuple[int, ...]  # one per resource
Genes = tuple[int, ...]  # one per gene
NO_RESOURCES = (0,) * len(RESOURCES)
NO_GENES = (0,) * len(GENES)


class Malformed(ValueError):
    """A word of the vocabulary that is none; the message says what is allowed."""


# --- lines ------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Line:
    """One line of an effect; `a`, `b`, `c`, `vec` and `pay` by kind:

    gain: vec; pick: a of vec; wild: a of the genes that are 1 in vec; die: a free rerolls, b a place in DICE; buy: a
    purchases, b coins off, c 1 with decks; create: a creations, b genes off, c 1 with the scientist; dna, unlock: a the
    price; trade: a times pay for vec; reroll, extra_buy, buy_discount: a; visit: a location, b row from the top;
    common: a space of the player board.
    """

    kind: Kind
    a: int = 0
    b: int = 0
    c: int = 0
    vec: Amounts = NO_RESOURCES
    pay: Amounts = NO_RESOURCES

    @cached_property
    def text(self) -> str:
        """The line in the words of the card files; equal lines have equal texts."""
        name = self.kind.name.lower()
        return " ".join([name, *map(str, _WRITTEN[self.kind](self))])


Effect = tuple[Line, ...]  # up to two lines


def amounts_text(amounts: Amounts) -> str:
    """Resources with their numbers, such as `mammal 2 coin 1`."""
    return " ".join(f"{name} {n}" for name, n in zip(RESOURCES, amounts, strict=False) if n)


def effect_text(effect: Effect) -> str:
    """An effect in the words of the card files."""
    return "; ".join(line.text for line in effect) or "none"


def _wild_genes(line: Line) -> str:
    names = [name for name, n in zip(GENES, line.vec, strict=False) if n]
    return "all" if len(names) == len(GENES) else " ".join(names)


_WRITTEN: dict[Kind, Callable[[Line], Sequence[int | str]]] = {
    Kind.NONE: lambda line: (),
    Kind.GAIN: lambda line: (amounts_text(line.vec),),
    Kind.PICK: lambda line: (line.a, amounts_text(line.vec)),
    Kind.WILD: lambda line: (line.a, _wild_genes(line)),
    Kind.DIE: lambda line: (line.a, DICE[line.b]),
    Kind.BUY: lambda line: (line.a, line.b, DECKS[line.c]),
    Kind.CREATE: lambda line: (line.a, line.b, CREATIONS[line.c]),
    Kind.ALLEY: lambda line: (),
    Kind.DNA: lambda line: (line.a,),
    Kind.REPORT: lambda line: (),
    Kind.UNLOCK: lambda line: (line.a,),
    Kind.RESERVE: lambda line: (),
    Kind.TRADE: lambda line: (line.a, amounts_text(line.pay), ">", amounts_text(line.vec)),
    Kind.REROLL: lambda line: (line.a,),
    Kind.EXTRA_BUY: lambda line: (line.a,),
    Kind.BUY_DISCOUNT: lambda line: (line.a,),
    Kind.VISIT: lambda line: (LOCATIONS[line.a], line.b),
    Kind.COMMON: lambda line: (line.a,),
}
COMMONS = tuple(Line(Kind.COMMON, space) for space in range(ROWS[0]))  # never in files (D13)


def read_effect(cell: Cell) -> Effect:
    """The effect of a cell."""
    if cell.text == "none":
        return ()
    words = [word.strip() for word in cell.text.split(";")]
    if len(words) > LINES_OF_EFFECT:
        cell.fail(f"at most {LINES_OF_EFFECT} lines joined by ;")
    try:
        return tuple(_line(word) for word in words)
    except Malformed as error:
        cell.fail(str(error))


def _line(text: str) -> Line:
    name, *words = text.split() or [""]
    if name not in _READ:
        forms = ", ".join(f"{name} {form}".strip() for name, (form, _) in _READ.items())
        raise Malformed(f"none, or one or two joined by ; of {forms}")
    form, read = _READ[name]
    try:
        return read(words)
    except _Form as error:
        raise Malformed(
            f"{name} {form}".strip() + (f" ({error})" if str(error) else "") + f" in place of {text!r}"
        ) from None


class _Form(ValueError):
    """A line whose words are not in the form of its kind."""


def _number(word: str, low: int, high: int, name: str) -> int:
    value = whole_number(word, low, high)
    if value is None:
        raise _Form(f"{name} is {whole_words(low, high)}")
    return value


def _name(word: str, names: Sequence[str], name: str) -> int:
    if word not in names:
        raise _Form(f"{name} is one of {', '.join(names)}")
    return names.index(word)


def _split(words: Sequence[str], n: int) -> Sequence[str]:
    if len(words) != n:
        raise _Form
    return words


def _amounts(words: Sequence[str], names: Sequence[str] = RESOURCES) -> Amounts:
    """Pairs of a resource and a number, each resource once."""
    if not words or len(words) % 2:
        raise _Form("a resource and its number, one or more times")
    found = [0] * len(RESOURCES)
    for word, number in zip(words[::2], words[1::2], strict=True):
        i = _name(word, names, "R")
        if found[i]:
            raise _Form("each resource once")
        found[i] = _number(number, 1, MOST, "n")
    return tuple(found)


def _pick(words: Sequence[str]) -> Line:
    k = _number(words[0] if words else "", 1, len(RESOURCES), "k")
    vec = _amounts(words[1:])
    if k > sum(n > 0 for n in vec):
        raise _Form("k at most the entries")
    return Line(Kind.PICK, k, vec=vec)


def _wild(words: Sequence[str]) -> Line:
    k = _number(words[0] if words else "", 1, MOST_TIMES, "k")
    names = words[1:]
    if not names or len(set(names)) < len(names):
        raise _Form("all, or each gene once")
    genes = range(len(GENES)) if tuple(names) == ("all",) else [_name(name, GENES, "GENE") for name in names]
    return Line(Kind.WILD, k, vec=tuple(int(i in genes) for i in range(len(RESOURCES))))


def _die(words: Sequence[str]) -> Line:
    free, place = _split(words, 2)
    return Line(Kind.DIE, _number(free, 0, MOST_TIMES, "f"), _name(place, DICE, "S"))


def _buy(words: Sequence[str]) -> Line:
    n, d, decks = _split(words, 3)
    return Line(
        Kind.BUY, _number(n, 1, MOST_TIMES, "n"), _number(d, 0, MOST_TIMES, "d"), _name(decks, DECKS, "the last word")
    )


def _create(words: Sequence[str]) -> Line:
    n, d, place = _split(words, 3)
    line = Line(
        Kind.CREATE,
        _number(n, 1, MOST_TIMES, "n"),
        _number(d, 0, MOST_TIMES, "d"),
        _name(place, CREATIONS, "the last word"),
    )
    if line.b and line.a > 1:
        raise _Form("n is 1 where d is more than 0")
    return line


def _trade(words: Sequence[str]) -> Line:
    if list(words).count(">") != 1:
        raise _Form
    times, *left = words[: words.index(">")] or [""]
    pay, vec = _amounts(left, RESOURCES[:-1]), _amounts(words[words.index(">") + 1 :])
    if any(a and b for a, b in zip(pay, vec, strict=True)):
        raise _Form("no resource on both sides")
    return Line(Kind.TRADE, _number(times, 1, MOST_TIMES, "t"), vec=vec, pay=pay)


def _visit(words: Sequence[str]) -> Line:
    location, row = _split(words, 2)
    return Line(Kind.VISIT, _name(location, LOCATIONS, "L"), _number(row, 0, PLAYERS - 1, "r"))


def _plain(kind: Kind) -> tuple[str, Callable[[Sequence[str]], Line]]:
    def read(words: Sequence[str]) -> Line:
        _split(words, 0)
        return Line(kind)

    return "", read


def _counted(kind: Kind, name: str, low: int, high: int) -> tuple[str, Callable[[Sequence[str]], Line]]:
    return name, lambda words: Line(kind, _number(_split(words, 1)[0], low, high, name))


_READ: dict[str, tuple[str, Callable[[Sequence[str]], Line]]] = {
    "gain": ("R n …", lambda words: Line(Kind.GAIN, vec=_amounts(words))),
    "pick": ("k R n …", _pick),
    "wild": ("k all|GENE …", _wild),
    "die": ("f S", _die),
    "buy": ("n d display|any", _buy),
    "create": ("n d biofarm|other", _create),
    "alley": _plain(Kind.ALLEY),
    "dna": _counted(Kind.DNA, "p", 0, MOST_PRICE),
    "report": _plain(Kind.REPORT),
    "unlock": _counted(Kind.UNLOCK, "p", 0, MOST_PRICE),
    "reserve": _plain(Kind.RESERVE),
    "trade": ("t R n … > R n …", _trade),
    "reroll": _counted(Kind.REROLL, "n", 1, MOST_TIMES),
    "extra_buy": _counted(Kind.EXTRA_BUY, "n", 1, MOST_TIMES),
    "buy_discount": _counted(Kind.BUY_DISCOUNT, "n", 1, MOST_TIMES),
    "visit": ("L r", _visit),
}


# --- discounts and scores ---------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Term:
    """One term of a score: `amount` EP for each thing that `count` names, or 1 EP for each `amount` coins or genes.

    `genes` are the bits of the genes of `gene`, `creature_class` is the class of `class`.
    """

    count: Count
    amount: int
    genes: int = 0
    creature_class: int = 0

    @cached_property
    def text(self) -> str:
        """The term in the words of the card files."""
        words = [self.count.name.lower()]
        if self.count == Count.GENE:
            words.append("|".join(name for i, name in enumerate(GENES) if self.genes >> i & 1))
        if self.count == Count.CLASS:
            words.append(CLASSES[self.creature_class])
        return " ".join([*words, str(self.amount)])


Score = tuple[Term, ...]  # up to two terms


def score_text(score: Score) -> str:
    """A score in the words of the card files."""
    return "; ".join(term.text for term in score) or "none"


def read_score(cell: Cell) -> Score:
    """The score of a cell."""
    if cell.text == "none":
        return ()
    words = [word.strip() for word in cell.text.split(";")]
    if len(words) > TERMS_OF_SCORE:
        cell.fail(f"at most {TERMS_OF_SCORE} terms joined by ;")
    return tuple(_term(word, cell) for word in words)


_TERMS = ("gene", "class", "report", "rows", "types", "coins", "stored", "medicine", "flat")


def _term(text: str, cell: Cell) -> Term:
    name, *words = text.split() or [""]
    amount = whole_number(words[-1], 1, MOST_EP) if words else None
    named = words[:-1]
    if name in _TERMS and amount is not None:
        count = Count[name.upper()]
        genes = named[0].split("|") if len(named) == 1 else []
        if count == Count.GENE and genes and set(genes) <= set(GENES) and len(set(genes)) == len(genes):
            return Term(count, amount, genes=sum(1 << GENES.index(gene) for gene in genes))
        if count == Count.CLASS and len(named) == 1 and named[0] in CLASSES:
            return Term(count, amount, creature_class=CLASSES.index(named[0]))
        if count not in (Count.GENE, Count.CLASS) and not named:
            return Term(count, amount)
    forms = [f"{name} {'G[|G…] ' if name == 'gene' else 'C ' if name == 'class' else ''}e" for name in _TERMS]
    cell.fail(
        f"none, or one or two joined by ; of {', '.join(forms)}, with e {whole_words(1, MOST_EP)}, G one of "
        f"{', '.join(GENES)}, C one of {', '.join(CLASSES)}"
    )


def read_discount(cell: Cell) -> Genes:
    """The genes that a discount takes off a cost."""
    if cell.text == "none":
        return NO_GENES
    try:
        return _amounts(cell.text.split(), GENES)[: len(GENES)]
    except _Form:
        cell.fail(f"none, or genes of {', '.join(GENES)}, each once with a number from 1 to {MOST}")
