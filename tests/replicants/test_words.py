"""Powers, steps and questions in words."""

from __future__ import annotations

import numpy as np
import pytest

import arkade
from replicants.scenario_errors import (
    AUGUR,
    BROKER,
    BUILD,
    DRONE,
    HERE,
    KEEP,
    KEEPING,
    PAYING,
    REDEAL,
    SETUP,
    STATION,
    STOWING,
    WAIVE,
    WAIVING,
)
from replicants_env.card_set import Ability, Cond, Deed, Effect, Pattern, Term
from replicants_env.state import Pend, Step
from replicants_env.words import ability_words, deed_words, pend_question, plain, step_words, term_words, trigger_words

HOUSE_POWERS = {
    "Enlightenment": "After Drone: if you produced P, gain H",
    "Early Riser": "On First: count 3 points less for first player; if you are first, gain any 1",
    "Field Augur": "After Replenish: you may replace up to 2 field cards",
    "Dust Broker": "After Drone: pay any 1: gain NS",
    "Monument Bloom": "At once: score 2 points",
    "Drillmaster Volt": "At once: raise up to 2 replicants below L2 a level",
    "Cradle Keeper": "At once: draw 1 replicant and gain NS",
    "Hoarder Queen": "On Discard: keep 1 resource",
    "Second Shift": "On Build: you may let up to 2 replicants level again",
    "Quartet": "After Drone: if you produced 4 kinds, gain any 1",
    "Underdog": "Before Drone: if nobody has fewer points, gain any 2",
    "Dry Season": "After Drone: if you produced no N, gain NN",
    "Twin Thunder": "After Drone: if a drone took two of a kind, gain any 1",
    "Chorus of Hands": "After Build: if you made 3 level-ups, score 2 points",
    "Graft Twins": "On Drone: if the drone took NH, gain NH",
    "Haggler": "On Build: the first level-up costs any 1 less",
}


@pytest.mark.parametrize("name", HOUSE_POWERS)
def test_powers_in_words(name: str) -> None:
    cards = arkade.make("replicants").cards
    ability = cards.replicants[cards.card(name)].ability
    assert f"{trigger_words(ability)}: {plain(ability_words(ability))}" == HOUSE_POWERS[name]


def test_every_condition_effect_step_and_question_has_words() -> None:
    for cond in Cond:
        assert bool(term_words(Term(cond, k=2, vec=(1, 0, 0, 0)))) == (cond != Cond.ALWAYS)
    for effect in Effect:
        assert bool(deed_words(Deed(effect, k=2, level=2, pattern=Pattern(stars=1)))) == (effect != Effect.NOTHING)
    assert len({step_words(step) for step in Step}) == len(Step)
    assert len({pend_question(pend, 1, None, False) for pend in Pend}) == len(Pend)


def test_two_terms_a_price_and_limited_stars_in_words() -> None:
    price = Pattern((1, 0, 0, 0), stars=1, kinds=0b1100)
    terms = (Term(Cond.PRODUCED, vec=(0, 2, 0, 0)), Term(Cond.L4, k=2))
    effects = (Deed(Effect.GAIN, pattern=Pattern((0, 0, 1, 1))), Deed(Effect.POINTS, k=1))
    ability = Ability(Step.AFTER_DRONE, True, terms, price, effects, "")
    words = "if you produced {PP} and you have 2 at L4, pay {N} and 1 of {HS}: gain {HS} and score 1 point"
    assert ability_words(ability) == words


def test_discounts_in_words() -> None:
    less = Pattern((1, 0, 0, 0))
    assert plain(deed_words(Deed(Effect.DISCOUNT_ALL, level=5, pattern=less))) == (
        "each level-up of a new replicant costs N less"
    )
    assert plain(deed_words(Deed(Effect.DISCOUNT, level=3, pattern=less))) == "the first level-up to L3 costs N less"


def test_questions_within_an_ability_say_how_many_and_whether_one_may_pass() -> None:
    redeal = Deed(Effect.REDEAL, k=2)
    assert pend_question(Pend.REDEAL, 2, redeal, False) == "choose a field card to replace (2 to go)"
    assert pend_question(Pend.REDEAL, 1, redeal, True) == "choose a field card to replace, or pass"
    assert pend_question(Pend.PROMOTE, 1, Deed(Effect.PROMOTE, k=1, level=2), False) == (
        "choose a replicant below L2 to raise"
    )


# --- actions ----------------------------------------------------------------------------------------------------------

READY = BUILD | {"reps": [["Second Shift@4", "Enlightenment@2l", "Quartet@2l"], ["Underdog@4"]]}
READYING = {"kind": "ready", "source": 0, "stage": 1, "left": 1}
PROMOTING = {"kind": "promote", "source": 0, "stage": 1, "left": 1}
DRILL = BUILD | {"reps": [["Drillmaster Volt@4", "Enlightenment@1", "Quartet@1"], ["Underdog@4"]], "pending": PROMOTING}
PUPIL = "Enlightenment@1"
GAINING = {"reps": [["Quartet@4u"], []], "pending": {"kind": "gain_any", "source": 0, "stage": 1, "left": 1}}
USED = "move crew from Drydock to Salvage Lock"
HALL = HERE | {"pending": {"kind": "build_room", "source": 33, "stage": 1}, "locker": ["NPHS", ""]}
LOCKER = {"locker": ["NPHS", ""]}
ACTIONS = [
    (SETUP, "setup_l4(0)", "let Enlightenment enter at L4 (After Drone: if you produced P, gain H)"),
    (SETUP | {"setup_l4": [1, 0]}, "setup_discard(0)", "discard Enlightenment"),
    (DRONE, "place_drone(NP)", "place a drone at N×P"),
    (BUILD | {"reps": [["Quartet@4", PUPIL], []]}, "level_up(1)", "level up Enlightenment to L2 for PH"),
    (BUILD | {"reps": [["Haggler@4", PUPIL], []]}, "level_up(1)", "level up Enlightenment to L2 for PH less any 1"),
    (
        BUILD | {"reps": [["Haggler@4", "Shortcut@4", PUPIL], []]},
        "level_up(2)",
        "level up Enlightenment to L2 for nothing",
    ),
    (READY, "use_ability(0)", "use Second Shift: let up to 2 replicants level again"),
    (READY, "pass", "pass"),
    (READY | {"pending": READYING}, "choose_replicant(1)", "let Enlightenment level again"),
    (DRILL, "choose_replicant(2)", "raise Quartet to L2"),
    (AUGUR | {"pending": REDEAL}, "redeal(yP)", "replace P on the y axis"),
    (KEEP | {"pending": KEEPING}, "choose_resource(S)", "keep S"),
    (WAIVE | {"pending": WAIVING}, "choose_resource(H)", "leave out H"),
    (BROKER | {"pending": PAYING}, "choose_resource(P)", "pay P"),
    (BROKER | GAINING, "choose_resource(N)", "gain N"),
    (HERE | {"pending": STOWING}, "choose_resource(H)", "stow H"),
    (STATION | LOCKER, "go_use(0:0)", f"{USED} and use it: stow any 1 in your locker"),
    (STATION | LOCKER, "go_only(0:0)", USED),
    (HALL, "build_room(4)", "build Founders Gallery for NPS"),
]


@pytest.mark.parametrize(("position", "action", "words"), ACTIONS, ids=[case[1] for case in ACTIONS])
def test_actions_in_words(position: dict, action: str, words: str) -> None:
    game = arkade.make("replicants", num_players=2, usc=position["at"] == "station")
    state = game.from_dict(position)
    ids = {game.actions.describe(a): a for a in np.flatnonzero(game.legal(state)[0]).tolist()}
    assert game.words(state, ids[action]) == words
