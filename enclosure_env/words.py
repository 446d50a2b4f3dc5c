"""Cards, milestones and questions in words."""

from __future__ import annotations

from collections.abc import Sequence

from arkade.records import NONE
from arkade.words import listed
from enclosure_env.card_set import Condition, Milestone, Research, Term
from enclosure_env.state import AREA_LETTERS, AREA_NAMES, CREATURE_LETTERS, CREATURE_NAMES, FEATURE_NAMES, Phase

_FEATURE_WORDS = {
    "basic_done": "{} basic cards",
    "advanced_done": "{} advanced cards",
    "max_creature_tags": "{} tags of one creature",
    "distinct_habitat_tags": "tags of {} areas",
    "tokens": "{} tokens",
    "max_same_tokens": "{} tokens of one creature",
}
_LETTERED_WORDS = {"creature_tags": "{} {} tags", "habitat_tags": "{} {} tags", "occupied": "{} tokens in {}"}
_UNITS = {
    "basic_done": "basic card",
    "advanced_done": "advanced card",
    "max_creature_tags": "tag of the commonest creature",
    "distinct_habitat_tags": "area with tags",
    "tokens": "token",
    "max_same_tokens": "token of the commonest creature",
}
_LETTERED_UNITS = {"creature_tags": "{} tag", "habitat_tags": "{} tag", "occupied": "token in {}"}


# --- cards ------------------------------------------------------------------------------------------------------------


def term_words(term: Term) -> str:
    """A term of a requirement as card files write it: "g2@C"."""
    count = str(term.tokens) if term.tokens > 1 else ""
    return f"{CREATURE_LETTERS[term.creature]}{count}@{AREA_LETTERS[term.area]}"


def push_words(card: Research) -> str:
    """The push effect of a research card."""
    return "no push" if card.push == NONE else f"push {CREATURE_LETTERS[card.push]}"


def _named(feature: int) -> tuple[str, str]:
    """The name of a feature, and the creature or area that it counts."""
    name, _, letter = FEATURE_NAMES[feature].partition(".")
    names = {
        **dict(zip(CREATURE_LETTERS, CREATURE_NAMES, strict=True)),
        **dict(zip(AREA_LETTERS, AREA_NAMES, strict=True)),
    }
    return name, names.get(letter, "")


def condition_words(condition: Condition) -> str:
    """What one condition of a milestone asks for: "3+ Sumesh tags"."""
    name, of = _named(condition.feature)
    return (_LETTERED_WORDS if of else _FEATURE_WORDS)[name].format(f"{condition.threshold}+", of)


def milestone_words(milestone: Milestone) -> str:
    """What a milestone asks for."""
    return " or ".join(
        " and ".join(condition_words(condition) for condition in alternative) for alternative in milestone.alternatives
    )


def worth_words(milestone: Milestone) -> str:
    """What a milestone is worth at the end."""
    if milestone.ep_tag == NONE:
        return f"{milestone.ep} EP"
    base = f"{milestone.ep} EP and " if milestone.ep else ""
    name, of = _named(milestone.ep_tag)
    return f"{base}{milestone.ep_per_tag} EP per {(_LETTERED_UNITS if of else _UNITS)[name].format(of)}"


# --- questions --------------------------------------------------------------------------------------------------------


def question_words(phase: Phase, ap: int, pending: Sequence[int]) -> str:
    """What the current player decides."""
    if phase == Phase.EFFECTS:
        waiting = [f"{count} × {CREATURE_NAMES[c]}" if count > 1 else CREATURE_NAMES[c] for c, count in _some(pending)]
        return f"push effects wait: {listed(waiting)}"
    if ap == 0:
        return "complete a milestone or end the turn"
    return f"{ap} AP left: act or end the turn"


def _some(counts: Sequence[int]) -> list[tuple[int, int]]:
    return [(i, count) for i, count in enumerate(counts) if count]
