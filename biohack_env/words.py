"""Cards, effects and questions in words."""

from __future__ import annotations

from collections.abc import Sequence

from arkade.words import listed, some
from biohack_env.card_set import Creature, Milestone
from biohack_env.components import CLASSES, GENES, LOCATIONS, RESOURCES
from biohack_env.grammar import Amounts, Count, Effect, Genes, Kind, Line, Score, Term
from biohack_env.state import Node

GENE_LETTERS = "MAVRPF"
CLASS_LETTERS = "CAN"
LOCATION_NAMES = tuple(name.upper() for name in LOCATIONS)
AREA_NAMES = {"biofarm": "BIOFARM", "alley": "ALLEY", "dna": "DNA INC."}
CHALLENGES = ("standard", "Small Creature", "Report Mania", "Professional", "Survival")
DIE_WORDS = ("injury", "1 feral", "1 feral and injury", "1 mammal or 1 aquatic")


# --- amounts ----------------------------------------------------------------------------------------------------------


def resource_words(resource: int, n: int) -> str:
    """A number of a resource: "2 mammal", "1 coin", "3 EP"."""
    name = RESOURCES[resource]
    return f"{n} EP" if name == "ep" else some(n, name) if name == "coin" else f"{n} {name}"


def amount_words(amounts: Amounts) -> list[str]:
    """Each resource of which there are some."""
    return [resource_words(i, n) for i, n in enumerate(amounts) if n]


def gene_letters(genes: Genes) -> str:
    """Genes in letters: "M4 V2"."""
    return " ".join(f"{letter}{n}" for letter, n in zip(GENE_LETTERS, genes, strict=False) if n) or "-"


def discount_words(discount: Genes, wild: int) -> str:
    """What a discount takes off a cost."""
    words = [f"{GENES[g]} -{n}" for g, n in enumerate(discount) if n] + [f"any -{wild}"] * (wild > 0)
    return " ".join(words) or "no discount"


# --- effects ----------------------------------------------------------------------------------------------------------


def line_words(line: Line) -> str:
    """What a line of an effect does."""
    match line.kind:
        case Kind.GAIN:
            return f"gain {listed(amount_words(line.vec))}"
        case Kind.PICK:
            of = f"{line.a} of " if line.a > 1 else ""
            return f"gain {of}{' / '.join(amount_words(line.vec))}"
        case Kind.WILD:
            genes = [GENES[g] for g in range(len(GENES)) if line.vec[g]]
            return f"gain {some(line.a, 'gene')} of {'any type' if len(genes) == len(GENES) else ' / '.join(genes)}"
        case Kind.DIE:
            return "roll the danger die" + (f" with {some(line.a, 'free reroll')}" if line.a else "")
        case Kind.BUY:
            off = f", {some(line.b, 'coin')} off" if line.b else ""
            return f"buy up to {some(line.a, 'card')}{'' if line.c else ' from the display'}{off}"
        case Kind.CREATE:
            off = f", {some(line.b, 'gene')} off" if line.b else ""
            return f"create up to {some(line.a, 'creature')}{off}"
        case Kind.TRADE:
            times = f"up to {line.a} times " if line.a > 1 else ""
            return f"{times}pay {listed(amount_words(line.pay))} for {listed(amount_words(line.vec))}"
        case Kind.VISIT:
            return f"{LOCATION_NAMES[line.a]} action, row {line.b + 1}"
        case Kind.DNA:
            return f"report a milestone, unlock for {some(line.a, 'coin')}"
        case Kind.UNLOCK:
            return f"unlock for {some(line.a, 'coin')}"
        case Kind.REROLL:
            return f"{some(line.a, 'free reroll')} of the die"
        case Kind.EXTRA_BUY:
            return f"{line.a} more purchase{'s' * (line.a > 1)}"
        case Kind.BUY_DISCOUNT:
            return f"{some(line.a, 'coin')} off purchases"
        case Kind.COMMON:
            return f"activate the creature on common space {line.a + 1}"
    return {
        Kind.ALLEY: "trade in the ALLEY",
        Kind.REPORT: "report a milestone",
        Kind.RESERVE: "reserve the turn order",
    }.get(line.kind, "nothing")


def effect_words(effect: Effect) -> str:
    """What an effect does."""
    return "; ".join(map(line_words, effect)) or "nothing"


# --- cards ------------------------------------------------------------------------------------------------------------


def term_words(term: Term) -> str:
    """What one term of a score gives."""
    genes = "/".join(name for i, name in enumerate(GENES) if term.genes >> i & 1)
    unit = {
        Count.GENE: f"creature with {genes}",
        Count.CLASS: f"{CLASSES[term.creature_class]} creature",
        Count.REPORT: "reported milestone",
        Count.ROWS: "full row",
        Count.TYPES: "type of gene",
        Count.MEDICINE: "medicine",
        Count.COINS: f"{term.amount} coins",
        Count.STORED: f"{term.amount} genes stored",
    }
    if term.count == Count.FLAT:
        return f"{term.amount} EP"
    return f"{1 if term.count in (Count.COINS, Count.STORED) else term.amount} EP per {unit[term.count]}"


def score_words(score: Score) -> str:
    """What a score gives at the end."""
    return " and ".join(map(term_words, score)) or "nothing"


def ability_words(card: Creature) -> str:
    """What a creature does once created."""
    name = CLASSES[card.creature_class]
    if name == "common":
        return f"{LOCATION_NAMES[card.location]}: {effect_words(card.effect)}" if card.effect else "nothing"
    return discount_words(card.discount, card.wild) if name == "artisan" else score_words(card.score)


def card_words(card: Creature) -> str:
    """A creature on one line: class, cost, EP, ability."""
    worth = f"{card.ep} EP, " if card.ep else ""
    return f"{card.name} [{CLASS_LETTERS[card.creature_class]} {gene_letters(card.cost)}, {worth}{ability_words(card)}]"


def milestone_words(card: Milestone) -> str:
    """What a milestone card asks for."""
    words = [f"{n} {GENES[g]}" for g, n in enumerate(card.genes) if n]
    words += [f"{n} {CLASSES[c]} creatures" for c, n in enumerate(card.classes) if n]
    words += [f"{card.types} types of genes"] if card.types else []
    return listed(words)


def space_name(place: int, names: Sequence[str]) -> str:
    """A space of the main board for people: "ALLEY feral", "tile 1"."""
    name = names[place]
    if name.startswith("tile"):
        return f"DOWNTOWN tile {int(name[4:]) + 1}"
    area, _, which = name.partition("_")
    return f"{AREA_NAMES.get(area, area.upper())} {which}".rstrip()


# --- questions --------------------------------------------------------------------------------------------------------

_QUESTIONS = {
    Node.SIDE: "choose a side of the player board",
    Node.SCIENTIST: "take a scientist",
    Node.DRAFT: "take a creature card from the display",
    Node.PLAN: "resolve planning effects",
    Node.SELECT: "choose locations in secret",
    Node.TURN: "research, experiment or pass",
    Node.BUY: "buy creature cards",
    Node.KEEP: "keep one of two cards",
    Node.CREATE: "create a creature",
    Node.ALLOC: "take the discount off which gene?",
    Node.ALLEY: "convert in the ALLEY",
    Node.DNA: "report or unlock",
    Node.RESERVE: "reserve the turn order",
    Node.TRADE: "trade",
    Node.WILD: "gain which gene?",
    Node.PICK: "gain what?",
}


def question_words(node: Node, die: int, line: Line | None, asked: str, left: int, off: int) -> str:
    """What the current player decides.

    `die` is the result rolled, `line` the open line, `asked` a common creature, `left` how often more, `off` a discount.
    """
    if node == Node.DIE:
        return f"the danger die shows {DIE_WORDS[die]}: accept or roll again"
    if node == Node.IMPROVE:
        return f"activate {asked} for this action?"
    if node in (Node.PICK, Node.WILD, Node.TRADE) and line is not None:
        return line_words(line) + (f", {left} left" if left < line.a else "")
    more = f", {left} left" if left > 1 else ""
    unit = "coin" if node == Node.BUY else "gene"
    return _QUESTIONS[node] + more + (f", {some(off, unit)} off" if off else "")
