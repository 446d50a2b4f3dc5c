"""Effects, cards, questions and actions in words."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import arkade
from biohack_env.card_set import load_cards
from biohack_env.components import EXPERIMENTS
from biohack_env.grammar import Count, Kind, Line, Term
from biohack_env.state import Node
from biohack_env.words import (
    ability_words,
    card_words,
    discount_words,
    effect_words,
    line_words,
    milestone_words,
    question_words,
    score_words,
    space_name,
)

CARDS = load_cards()


@functools.cache
def game_of(num_players: int, **options: Any) -> arkade.Game:
    return arkade.make("biohack", num_players=num_players, **options)


LINES = {
    "gain mammal 2": "gain 2 mammal",
    "gain coin 2 ep 2": "gain 2 coins and 2 EP",
    "pick 1 mammal 2 avian 1": "gain 2 mammal / 1 avian",
    "pick 3 mammal 2 aquatic 2 avian 1 reptile 1": "gain 3 of 2 mammal / 2 aquatic / 1 avian / 1 reptile",
    "wild 1 all": "gain 1 gene of any type",
    "die 1 none": "roll the danger die with 1 free reroll",
    "die 0 river": "roll the danger die",
    "buy 2 1 any": "buy up to 2 cards, 1 coin off",
    "buy 1 0 display": "buy up to 1 card from the display",
    "create 1 2 other": "create up to 1 creature, 2 genes off",
    "create 2 0 biofarm": "create up to 2 creatures",
    "alley": "trade in the ALLEY",
    "dna 5": "report a milestone, unlock for 5 coins",
    "report": "report a milestone",
    "unlock 2": "unlock for 2 coins",
    "reserve": "reserve the turn order",
    "trade 2 coin 2 > avian 1 reptile 1": "up to 2 times pay 2 coins for 1 avian and 1 reptile",
    "trade 1 medicine 1 > feral 1": "pay 1 medicine for 1 feral",
    "reroll 1": "1 free reroll of the die",
    "extra_buy 1": "1 more purchase",
    "buy_discount 2": "2 coins off purchases",
    "visit basement 0": "BASEMENT action, row 1",
    "common 2": "activate the creature on common space 3",
}


@pytest.mark.parametrize("text", LINES)
def test_lines_in_words(text: str) -> None:
    assert line_words(CARDS.lines[CARDS.line_texts[text]]) == LINES[text]


def test_every_kind_of_line_has_words() -> None:
    assert {CARDS.lines[CARDS.line_texts[text]].kind for text in LINES} == set(Kind) - {Kind.NONE}
    assert line_words(Line(Kind.WILD, 2, vec=(0, 1, 0, 0, 0, 1, 0, 0, 0))) == "gain 2 genes of aquatic / feral"
    assert effect_words(CARDS.tiles[7].effect) == "gain 3 EP; gain 1 mammal / 1 aquatic"
    assert effect_words(()) == "nothing"


def test_scores_in_words() -> None:
    words = [
        *("2 EP per creature with mammal", "3 EP per common creature", "4 EP per reported milestone"),
        *("6 EP per full row", "2 EP per type of gene", "1 EP per 3 coins", "1 EP per 4 genes stored"),
        *("2 EP per medicine", "5 EP"),
    ]
    terms = [Term(count, n) for count, n in zip(Count, (2, 3, 4, 6, 2, 3, 4, 2, 5))]
    terms[0] = Term(Count.GENE, 2, genes=1)
    assert [score_words((term,)) for term in terms] == words
    assert (
        score_words((Term(Count.GENE, 1, genes=0b11), Term(Count.FLAT, 2)))
        == "1 EP per creature with mammal/aquatic and 2 EP"
    )
    assert score_words(()) == "nothing"


def test_cards_in_words() -> None:
    assert [ability_words(CARDS.creatures[i]) for i in (2, 20, 35, 42)] == [
        "MOUNTAIN: gain 1 coin; 1 free reroll of the die",
        "mammal -2",
        "any -1",
        "3 EP per common creature",
    ]
    assert card_words(CARDS.creatures[0]) == "Cragpelt Ram [C M4, 2 EP, MOUNTAIN: gain 2 mammal]"
    assert discount_words((0,) * 6, 0) == "no discount"
    assert milestone_words(CARDS.milestones[7]) == "1 mammal, 1 aquatic and 1 feral"


def test_spaces_in_words() -> None:
    names = [space_name(i, EXPERIMENTS) for i in range(len(EXPERIMENTS))]
    assert names[:3] == ["BIOFARM", "BIOFARM gene", "BIOFARM reserve"] and names[6] == "DNA INC."
    assert names[9:] == [f"DOWNTOWN tile {i}" for i in (1, 2, 3, 4)]


def test_every_node_has_a_question() -> None:
    line = Line(Kind.WILD, 1, vec=(1, 1, 1, 1, 1, 1, 0, 0, 0))
    words = {node: question_words(node, 0, line, "Gale Marten", 1, 0) for node in Node if node != Node.OVER}
    assert len(set(words.values())) == len(words) - 2  # pick, wild and trade say what their line does
    assert question_words(Node.CREATE, -1, None, "", 2, 1) == "create a creature, 2 left, 1 gene off"


# --- actions ----------------------------------------------------------------------------------------------------------

ALLEY = {
    "node": "alley",
    "stack": ["*alley"],
    "cur_space": "alley",
    "basic": {"alley": [1, 0]},
    "genes": {0: {"feral": 1}},
}
DNA = {"node": "dna", "stack": ["*dna 5"], "cur_space": "dna", "basic": {"dna": [1, 0]}, "dna_flags": 3, "dna_price": 5}
DIE = {"node": "die", "stack": ["*die 0 river"], "cur_space": "river", "die_face": 2, "genes": {0: {"reptile": 1}}}
IMPROVE = {"node": "improve", "stack": ["*common 0"], "cur_space": "mountain", "tableau": {0: [1]}} | {
    "at_public": {"mountain": [0]}
}
BUY = {"node": "buy", "stack": ["*buy 1 0 any"], "cur_space": "basement", "buy_left": 1}
TRADE = {"node": "trade", "stack": ["*trade 2 coin 2 > avian 1 reptile 1"], "cur_space": "tile0", "trade_left": 2}
TRADE |= {"adv": {"tile0": 0}}
CREATE = {"node": "create", "stack": ["*create 2 0 biofarm"], "cur_space": "biofarm", "create_left": 2} | {
    **{"hand": {0: [20, 33]}, "genes": {0: {"mammal": 4, "avian": 2}}, "locks": [1, 2]}
}
ALLOC = {"node": "alloc", "stack": ["*create 1 2 other"], "cur_space": "tile0", "adv": {"tile0": 0}} | {
    **{"hand": {0: [22]}, "genes": {0: [1, 0, 3, 0, 0, 0]}, "create_left": 1, "create_disc": 2, "alloc_card": 22},
    **{"alloc_left": 1, "alloc_last": 0, "alloc_cost": [1, 0, 3, 0, 0, 0]},
}
PICK = {"node": "pick", "stack": ["*pick 1 mammal 2 avian 1"], "cur_space": "mountain", "pick_left": 1}
KEEP = {"node": "keep", "stack": ["*buy 1 0 any"], "cur_space": "basement", "look": [8, 9]}
PLAN = {"node": "plan", "unresolved": ["scientist"], "scientist": {0: 5}}
TWO: list[tuple[dict[str, Any], str, str]] = [
    ({}, "pass", "pass: no more turns this round"),
    ({"injured": [1, 0]}, "heal", "heal an injured Noman with a medicine"),
    ({"at_public": {"bank": [0, 1]}}, "retrieve(bank)", "retrieve from BANK: gain 4 coins and 3 EP"),
    ({}, "experiment(alley)", "experiment at ALLEY: trade in the ALLEY"),
    ({}, "experiment(alley_feral)", "experiment at ALLEY feral: pay 1 medicine for 1 feral, then trade in the ALLEY"),
    ({}, "experiment(tile1)", "experiment at DOWNTOWN tile 2 Estuary Cache: gain 3 aquatic and 1 reptile"),
    (ALLEY, "done", "leave the ALLEY"),
    (ALLEY, "convert(coin>avian)", "pay 2 coins for 1 avian"),
    (ALLEY, "alley(gain-reptile)", "pay 1 feral for 2 mammal, 2 aquatic and 1 avian"),
    (
        {**ALLEY, "genes": {0: [2, 2, 0, 1, 0, 0]}},
        "alley(pay-avian)",
        "pay 2 mammal, 2 aquatic and 1 reptile for 1 feral",
    ),
    (DNA, "unlock", "unlock the middle row: avian -1 reptile -1"),
    ({**DNA, "locks": [1, 2]}, "unlock", "unlock the bottom row: 2 EP per creature with avian"),
    (
        {**DNA, "tableau": {0: [10, 11, 18, 19]}},
        "report(2)",
        "report Two Shores (2 mammal and 2 aquatic) for 9 EP",
    ),
    (DIE, "done", "accept the roll: 1 feral and injury"),
    (DIE, "reroll(gene)", "roll again for 1 reptile"),
    (DIE, "reroll(coin)", "roll again for 2 coins"),
    ({**DIE, "die_free": 1}, "reroll(free)", "roll again for nothing, a free reroll"),
    (IMPROVE, "accept", "activate Gale Marten: gain 1 avian"),
    (IMPROVE, "done", "keep Gale Marten for later"),
    (BUY, "done", "buy no more"),
    (
        BUY,
        "take(3)",
        "buy Scree Stalker [C M3 V1 P1, 4 EP, MOUNTAIN: gain 1 coin; 1 free reroll of the die], price 0 coins",
    ),
    (BUY, "deck(noble)", "look at the top of the noble deck (9 cards)"),
    (KEEP, "keep(1)", "keep Teller Ray [C A3 V1, 3 EP, BANK: gain 2 coins], Ledger Badger goes under the deck"),
    (TRADE, "accept", "pay 2 coins for 1 avian and 1 reptile"),
    (TRADE, "done", "trade no more"),
    (CREATE, "create(20)", "create Plumed Bison [A M4 V2, 6 EP, mammal -2]"),
    ({**CREATE, "genes": {0: {"avian": 1, "reptile": 1}}}, "use_scientist", "use the scientist: avian -1 reptile -1"),
    (ALLOC, "resource(avian)", "take the discount off avian"),
    (PICK, "resource(mammal)", "gain 2 mammal"),
    (
        PLAN,
        "plan(scientist)",
        "resolve the scientist effect: gain 1 coin; buy up to 1 card from the display, 1 coin off",
    ),
    (PLAN, "done", "leave the other planning effects"),
    ({"node": "select"}, "select(mountain+bank+basement)", "send Nomans to MOUNTAIN, BANK and BASEMENT"),
    (
        {"node": "draft", "round": 1},
        "take(2)",
        "take Gale Marten [C M2 V2, 4 EP, MOUNTAIN: gain 1 avian]",
    ),
    (
        {"node": "scientist", "round": 1},
        "scientist(2)",
        "take Dr. Mirela Sato (gain 1 coin; gain 1 mammal / 1 aquatic | primate -2 | 3 EP per artisan creature)",
    ),
]


def said(game: arkade.Game, position: dict[str, Any], action: str) -> str:
    """What a legal action is called."""
    state = game.from_dict(position)
    ids = {game.actions.describe(a): a for a in np.flatnonzero(game.legal(state)[0]).tolist()}
    return game.words(state, ids[action])


@pytest.mark.parametrize(
    ("position", "action", "words"), TWO, ids=[f"{action}-{i}" for i, (_, action, _) in enumerate(TWO)]
)
def test_actions_in_words(position: dict[str, Any], action: str, words: str) -> None:
    assert said(game_of(2), position, action) == words


def test_further_actions_in_words() -> None:
    reserving = {"node": "reserve", "stack": ["alley", "*reserve"], "cur_space": "alley_reserve"}
    reserving |= {"adv": {"alley_reserve": 0}}
    words = "reserve space 3: gain 1 coin; gain 1 mammal / 1 aquatic"
    assert said(game_of(4), reserving, "reserve(2)") == words
    assert said(game_of(4), reserving, "done") == "reserve nothing"
    planning = {"node": "plan", "scientist": {0: 5}, "reserve": [None, 0, None, None]}
    planning |= {"unresolved": ["scientist", "reservation"]}
    assert said(game_of(4), planning, "plan(reservation)") == "resolve the reservation effect: gain 1 coin"
    choosing = {"node": "side", "round": 1}
    assert said(game_of(2, board_side="choose"), choosing, "side(advanced)") == "play the advanced side of board 0"
    injury = {"node": "die", "stack": ["*die 0 mountain"], "cur_space": "mountain", "die_face": 0}
    words = "accept injury, pay 5 coins: the Noman stays unhurt"
    assert said(game_of(1, challenge=4), injury, "accept") == words
    nobody = {"node": "select", "injured": [2], "basic": {"dna": [1]}}
    assert said(game_of(1), nobody, "done") == "choose no location: nobody is active"


def test_every_kind_of_action_has_words() -> None:
    kinds = {action.partition("(")[0] for _, action, _ in TWO} | {"reserve", "side"}
    assert kinds == {*game_of(2).actions.kinds}
