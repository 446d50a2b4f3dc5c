"""Milestones, questions and actions in words."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import arkade
from enclosure_env.card_set import Condition, load_cards
from enclosure_env.state import FEATURE_NAMES, Phase
from enclosure_env.words import condition_words, milestone_words, question_words, term_words, worth_words

CARDS = load_cards()
GAME = arkade.make("enclosure")

MILESTONES = {  # the reference of the rulebook (R43, R44)
    "m_g": "3+ Gajamina tags or 6+ basic cards",
    "p01": "2+ coast tags and 1+ mountain tags",
    "p04": "tags of 5+ areas",
    "p06": "3+ advanced cards",
    "p07": "5+ tags of one creature",
    "p08": "12+ tokens",
    "p09": "3+ tokens of one creature",
    "p10": "3+ tokens in mountain and 3+ tokens in forest",
    "p12": "4+ tokens in city and 3+ basic cards",
}


@pytest.mark.parametrize("name", MILESTONES)
def test_milestones_in_words(name: str) -> None:
    (milestone,) = [milestone for milestone in CARDS.milestones if milestone.id == name]
    assert milestone_words(milestone) == MILESTONES[name]


def test_what_milestones_are_worth() -> None:
    private, public = CARDS.private[3], CARDS.public[0]
    assert (worth_words(private), worth_words(public)) == ("1 EP per Tsuchinoko tag", "3 EP")
    changed = dataclasses.replace(private, ep=2, ep_tag=FEATURE_NAMES.index("occupied.D"), ep_per_tag=3)
    assert worth_words(changed) == "2 EP and 3 EP per token in desert"


def test_every_feature_has_words() -> None:
    words = [condition_words(Condition(feature, 3)) for feature in range(len(FEATURE_NAMES))]
    assert len(set(words)) == len(words)
    units = {
        worth_words(dataclasses.replace(CARDS.private[0], ep_tag=feature)) for feature in range(len(FEATURE_NAMES))
    }
    assert len(units) == len(words)


def test_terms_are_written_as_in_card_files() -> None:
    assert " ".join(map(term_words, CARDS.research[42].need)) == "a@K c@F s@D g2@C"


def test_questions() -> None:
    assert question_words(Phase.MAIN, 2, [0] * 6) == "2 AP left: act or end the turn"
    assert question_words(Phase.MAIN, 0, [0] * 6) == "complete a milestone or end the turn"
    assert question_words(Phase.EFFECTS, 1, [1, 0, 0, 0, 0, 3]) == "push effects wait: Sumesh and 3 × Cerberus"


# --- actions ----------------------------------------------------------------------------------------------------------

MEETING = {
    "habitat": {0: "st.g/.w../..c./...a"},
    "research": {0: ["b12", "b17", "b31"]},
    "hand": {0: ["step", "airlift"]},
}
ACTIONS = [
    ({}, "swap(step,0,1)", "step: move Sumesh from 0 (mountain) to 1 (mountain)"),
    ({}, "swap(hook,3,10)", "hook: swap Gajamina on 3 (coast) and Cerberus on 10 (city)"),
    ({}, "swap(slant,2,5)", "slant: move Werewolf from 5 (city) to 2 (mountain)"),
    ({}, "push(c,W3)", "airlift: push Cerberus from the west along row 3 onto 12 (desert)"),
    ({}, "push(a,S1)", "airlift: push Safat from the south along column 1 onto 13 (forest)"),
    (
        {"habitat": {0: "sgat/..../..../.w.c"}},
        "push(w,E0)",
        "airlift: push Werewolf from the east along row 0 onto 3 (coast), Sumesh leaves",
    ),
    (
        {"phase": "effects", "ap": 1, "pending": {"s": 1}},
        "push(s,N2)",
        "effect: push Sumesh from the north along column 2 onto 2 (mountain)",
    ),
    ({"phase": "effects", "ap": 1, "pending": {"s": 1}}, "skip_effects", "decline the waiting push effects"),
    ({}, "take_basic(2)", "take b03 Tusks in the Tide (g@K, push s, 1 EP)"),
    (
        {"advanced_display": ["a07", None, None, None]},
        "take_advanced(0)",
        "take a07 Twin Tusks by Streetlight (a@K c@F s@D g2@C, no push, 8 EP)",
    ),
    ({}, "draw_basic", "take the top card of the basic deck (31 cards)"),
    ({"advanced_deck": ["a12"]}, "draw_advanced", "take the top card of the advanced deck (1 card)"),
    (MEETING, "collect", "collect slant, hook, pincer and span"),
    (MEETING, "complete", "complete b12 Keeper of the Old Gate and b17 Watchdog and Rockslide"),
    ({"done": {0: ["b09", "b10", "b11"]}, "public": ["p03", "p01", "p02"]}, "claim_public(0)", "complete the milestone City Desk"),
    (
        {"done": {0: [f"b0{i}" for i in range(1, 7)]}, "private": {0: "c"}},
        "claim_private",
        "complete the private milestone Cerberus Keeper",
    ),
    ({}, "end_turn", "end the turn"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "action", "words"), ACTIONS, ids=[case[1] for case in ACTIONS])
def test_actions_in_words(position: dict, action: str, words: str) -> None:
    state = GAME.from_dict(position)
    ids = {GAME.actions.describe(a): a for a in np.flatnonzero(GAME.legal(state)[0]).tolist()}
    assert GAME.words(state, ids[action]) == words
