"""The vocabulary of card powers (RULES.md 4): every malformed line has its message, every other is read and written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from biohack_env.card_set import HOUSE, check_folder, load_cards
from biohack_env.components import CLASSES, GENES, LOCATIONS
from biohack_env.grammar import Count, Kind, Line, Term, amounts_text, effect_text, score_text
from card_files import put


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the house cards."""
    return Path(shutil.copytree(HOUSE, tmp_path / "cards"))


# --- malformed lines of an effect: what the message adds to its kind's form -------------------------------------------

AMOUNTS = "a resource and its number, one or more times"
NUMBER = "n is a whole number from 1 to 12"
R = "R is one of mammal, aquatic, avian, reptile, primate, feral, coin, medicine, ep"
N = "n is a whole number from 1 to 9"
D = "d is a whole number from 0 to 9"
P = "p is a whole number from 0 to 30"
K = "k is a whole number from 1 to 9"
LINE_ERRORS: list[tuple[str, list[tuple[str, str]]]] = [
    (
        "gain R n …",
        [
            *(("gain", AMOUNTS), ("gain mammal", AMOUNTS), ("gain mammal 1 coin", AMOUNTS), ("gain gold 1", R)),
            *(("gain mammal 0", NUMBER), ("gain mammal 13", NUMBER), ("gain mammal 1, coin 1", NUMBER)),
            ("gain mammal 1 mammal 1", "each resource once"),
        ],
    ),
    (
        "pick k R n …",
        [
            *(("pick", K), ("pick mammal 1", K), ("pick 0 mammal 1", K), ("pick 1", AMOUNTS), ("pick 1 all", AMOUNTS)),
            *(("pick 2 mammal 1", "k at most the entries"), ("pick 1 coin 1 coin 1", "each resource once")),
        ],
    ),
    (
        "wild k all|GENE …",
        [
            *(("wild", K), ("wild 0 all", K), ("wild 10 all", K), ("wild 1", "all, or each gene once")),
            *(("wild 1 avian avian", "all, or each gene once"), ("wild 1 coin", f"GENE is one of {', '.join(GENES)}")),
        ],
    ),
    (
        "die f S",
        [
            *(("die", ""), ("die 1", ""), ("die 1 none none", ""), ("die 10 none", "f is a whole number from 0 to 9")),
            ("die 1 bank", "S is one of none, mountain, river"),
        ],
    ),
    (
        "buy n d display|any",
        [
            *(("buy", ""), ("buy 1 0", ""), ("buy 0 0 any", N), ("buy 10 0 any", N), ("buy 1 x any", D)),
            ("buy 1 0 deck", "the last word is one of display, any"),
        ],
    ),
    (
        "create n d biofarm|other",
        [
            *(("create 1", ""), ("create 0 0 other", N), ("create 1 10 other", D)),
            *(("create 1 0 x", "the last word is one of other, biofarm"),),
            ("create 2 1 biofarm", "n is 1 where d is more than 0"),
        ],
    ),
    ("alley", [("alley 1", "")]),
    ("report", [("report 1", "")]),
    ("dna p", [("dna", ""), ("dna 31", P), ("dna x", P)]),
    ("unlock p", [("unlock", ""), ("unlock -1", P), ("unlock 1 1", "")]),
    (
        "trade t R n … > R n …",
        [
            *(("trade", ""), ("trade 1 coin 1", ""), ("trade 1 coin 1 > ep 1 > ep 1", ""), ("trade 1 > ep 1", AMOUNTS)),
            *(("trade 1 coin 1 >", AMOUNTS), ("trade > coin 1", AMOUNTS)),
            ("trade 0 coin 1 > ep 1", "t is a whole number from 1 to 9"),
            ("trade 1 ep 1 > coin 1", R.removesuffix(", ep")),
            ("trade 1 coin 1 > coin 2", "no resource on both sides"),
        ],
    ),
    ("reroll n", [("reroll", ""), ("reroll 0", N), ("reroll 10", N)]),
    ("extra_buy n", [("extra_buy", ""), ("extra_buy 0", N)]),
    ("buy_discount n", [("buy_discount", ""), ("buy_discount 10", N)]),
    (
        "visit L r",
        [
            *(("visit", ""), ("visit bank", ""), ("visit bank 4", "r is a whole number from 0 to 3")),
            ("visit alley 0", f"L is one of {', '.join(LOCATIONS)}"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("form", "line", "reason"), [(form, line, reason) for form, cases in LINE_ERRORS for line, reason in cases]
)
def test_a_malformed_line_is_told_with_its_form(folder: Path, form: str, line: str, reason: str) -> None:
    text = f"gain coin 1; {line}"
    put(folder / "tiles.csv", 5, effect=text)
    where = f"{folder / 'tiles.csv'}, line 7, column 'effect'"
    allowed = f"{form} ({reason})" if reason else form
    assert check_folder(folder) == [f"{where}: found {text!r}; allowed: {allowed} in place of {line!r}"]


# --- what lines and terms mean ----------------------------------------------------------------------------------------

LINES = [
    ("gain mammal 12 ep 3", Line(Kind.GAIN, vec=(12, 0, 0, 0, 0, 0, 0, 0, 3))),
    ("pick 2 coin 1 medicine 2", Line(Kind.PICK, 2, vec=(0, 0, 0, 0, 0, 0, 1, 2, 0))),
    ("wild 3 all", Line(Kind.WILD, 3, vec=(1, 1, 1, 1, 1, 1, 0, 0, 0))),
    ("wild 1 aquatic feral", Line(Kind.WILD, 1, vec=(0, 1, 0, 0, 0, 1, 0, 0, 0))),
    ("die 2 river", Line(Kind.DIE, 2, 2)),
    ("buy 3 4 display", Line(Kind.BUY, 3, 4)),
    ("buy 1 0 any", Line(Kind.BUY, 1, 0, 1)),
    ("create 2 0 biofarm", Line(Kind.CREATE, 2, 0, 1)),
    ("create 1 3 other", Line(Kind.CREATE, 1, 3)),
    ("alley", Line(Kind.ALLEY)),
    ("dna 0", Line(Kind.DNA)),
    ("report", Line(Kind.REPORT)),
    ("unlock 30", Line(Kind.UNLOCK, 30)),
    (
        "trade 9 mammal 1 coin 2 > feral 1 ep 2",
        Line(Kind.TRADE, 9, vec=(0, 0, 0, 0, 0, 1, 0, 0, 2), pay=(1, 0, 0, 0, 0, 0, 2, 0, 0)),
    ),
    ("reroll 1", Line(Kind.REROLL, 1)),
    ("extra_buy 9", Line(Kind.EXTRA_BUY, 9)),
    ("buy_discount 5", Line(Kind.BUY_DISCOUNT, 5)),
    ("visit hospital 2", Line(Kind.VISIT, 3, 2)),
]


@pytest.mark.parametrize(("text", "line"), LINES)
def test_a_line_is_read_and_written(folder: Path, text: str, line: Line) -> None:
    put(folder / "scientists.csv", 0, plan=f"{text};{text}")
    cards = load_cards(folder)
    assert cards.scientists[0].plan == (line, line)
    assert line.text == text and effect_text((line, line)) == f"{text}; {text}"
    assert cards.lines[cards.line_ids[line]] == line and cards.line_texts[text] == cards.line_ids[line]
    assert cards.ids((line,)) == (cards.line_ids[line], -1)


def test_reserve_is_read_on_side_b() -> None:
    assert load_cards().spaces[2].bonus == (Line(Kind.RESERVE),)
    assert {line.kind for _, line in LINES} == set(Kind) - {Kind.NONE, Kind.RESERVE, Kind.COMMON}


def test_words_are_written_in_the_order_of_resources(folder: Path) -> None:
    put(folder / "tiles.csv", 0, effect="  gain  ep 1   mammal 2 ;wild 2 feral aquatic")
    assert effect_text(load_cards(folder).tiles[0].effect) == "gain mammal 2 ep 1; wild 2 aquatic feral"
    assert effect_text(()) == "none" == score_text(())
    assert amounts_text((0, 2)) == "aquatic 2"


SCORES = [
    ("gene feral 4", Term(Count.GENE, 4, genes=32)),
    ("gene mammal|primate 60", Term(Count.GENE, 60, genes=17)),
    *[(f"class {name} 3", Term(Count.CLASS, 3, creature_class=i)) for i, name in enumerate(CLASSES)],
    *[(f"{count.name.lower()} 5", Term(count, 5)) for count in Count if count > Count.CLASS],
]


@pytest.mark.parametrize(("text", "term"), SCORES)
def test_a_score_is_read_and_written(folder: Path, text: str, term: Term) -> None:
    put(folder / "creatures.csv", 47, score=f"{text}; flat 1")
    put(folder / "scientists.csv", 5, score=text)
    cards = load_cards(folder)
    assert cards.creatures[47].score == (term, Term(Count.FLAT, 1)) and cards.scientists[5].score == (term,)
    assert score_text(cards.scientists[5].score) == text
