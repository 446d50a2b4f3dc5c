"""Folders of card files that are none, and what others mean: each kind of malformed file has its message."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arkade.data import CardError
from biohack_env.card_set import FILES, HOUSE, CardSet, check_folder, load_cards
from biohack_env.components import GENES, LOCATIONS, SPACE_NAMES
from card_files import put, read_table, write_table


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the house cards."""
    return Path(shutil.copytree(HOUSE, tmp_path / "cards"))


# --- malformed cells: file and row, the cells put there, the column that is named, what its message allows ------------

Place = tuple[str, int]
COMMON, BASEMENT_COMMON, ARTISAN, NOBLE = (("creatures.csv", row) for row in (0, 16, 20, 36))
SCIENTIST, MILESTONE, TILE = ("scientists.csv", 0), ("milestones.csv", 8), ("tiles.csv", 0)
BOARD, ADVANCED = ("boards.csv", 4), ("boards.csv", 5)
LOCATION, LAST_LOCATION = ("locations.csv", 0), ("locations.csv", 44)
BASIC, SPACE, RESERVE = ("spaces.csv", 0), ("spaces.csv", 1), ("spaces.csv", 2)
PRICE, LAST_EP, RESERVATION = ("tracks.csv", 0), ("tracks.csv", 41), ("tracks.csv", 42)
ROUNDS, SOLO_ROUNDS = ("tracks.csv", 9), ("tracks.csv", 11)
FACE, SOLO, TOKEN = ("die.csv", 2), ("solo.csv", 4), ("tokens.csv", 3)

NAMES, SOURCES = "a text that is not empty", "rulebook, derived, house"
NO_RETURN = "no medicine from a place that rolls the die, where an injured Noman could come back for ever"
BAD_SOURCES = ["", "mine", "House"]
EP, TIMES = "a whole number from 0 to 60", "a whole number from 0 to 9"
GENE_NUMBER = "a whole number from 0 to 10"
FORMS = (
    "none, or one or two joined by ; of gain R n …, pick k R n …, wild k all|GENE …, die f S, buy n d display|any, "
    "create n d biofarm|other, alley, dna p, report, unlock p, reserve, trade t R n … > R n …, reroll n, extra_buy n, "
    "buy_discount n, visit L r"
)
TERMS = (
    "none, or one or two joined by ; of gene G[|G…] e, class C e, report e, rows e, types e, coins e, stored e, "
    "medicine e, flat e, with e a whole number from 1 to 60, G one of mammal, aquatic, avian, reptile, primate, feral, "
    "C one of common, artisan, noble"
)
DISCOUNT = f"none, or genes of {', '.join(GENES)}, each once with a number from 1 to 12"
BAD_EFFECTS = ["", "None", "mammal 2", "gain mammal 2;", "common 0", "none; alley"]
BAD_DISCOUNTS = ["", "0", "mammal", "mammal 0", "mammal 13", "mammal 1 mammal 1", "coin 1", "mammal 1;"]
BAD_SCORES = [
    *("", "gene", "gene mammal", "gene mammal 0", "gene mammal 61", "gene 2", "gene mammal|mammal 1", "gene coin 1"),
    *(
        "gene mammal avian 1",
        "class 1",
        "class human 1",
        "report",
        "report 1 1",
        "rows x",
        "ep 3",
        "flat 1;",
        "gene | 2",
    ),
]


def only(owner: str, nothing: str = "none") -> str:
    return f"{nothing}, as only {owner}s have it"


CELL_ERRORS: list[tuple[Place, str, list[str], str]] = [
    (COMMON, "id", ["1", "", "x", "00"], "0, as ids count up from 0"),
    (COMMON, "name", [""], NAMES),
    (COMMON, "class", ["", "noble", "Common", "0"], "common"),
    (ARTISAN, "class", ["common", "noble"], "artisan"),
    (NOBLE, "class", ["artisan"], "noble"),
    *[(COMMON, gene, ["", "-1", "11", "x"], GENE_NUMBER) for gene in GENES],
    (COMMON, "mammal", ["0"], "more than 0, as the other genes of the cost are 0"),
    (COMMON, "ep", ["", "-1", "61", "1.5"], EP),
    (NOBLE, "ep", ["1", ""], "0"),
    (COMMON, "location", ["", "none", "0", "alley"], ", ".join(LOCATIONS)),
    (ARTISAN, "location", ["", "bank"], only("common")),
    (COMMON, "effect", BAD_EFFECTS, FORMS),
    *[
        (COMMON, "effect", [text], f"no {text.split()[0]} of a common")
        for text in ("create 1 0 other", "alley", "dna 5", "die 1 none", "reserve", "visit bank 0")
    ],
    (BASEMENT_COMMON, "effect", ["gain coin 1; buy 1 0 any"], "no buy at the basement"),
    (NOBLE, "effect", ["gain coin 1"], only("common")),
    (ARTISAN, "discount", BAD_DISCOUNTS, DISCOUNT),
    (COMMON, "discount", ["mammal 1", ""], only("artisan")),
    (ARTISAN, "wild", ["", "-1", "10", "none"], TIMES),
    (NOBLE, "wild", ["1"], only("artisan", "0")),
    (NOBLE, "score", BAD_SCORES, TERMS),
    (NOBLE, "score", ["flat 1; flat 1; flat 1"], "at most 2 terms joined by ;"),
    (ARTISAN, "score", ["flat 1"], only("noble")),
    (COMMON, "source", BAD_SOURCES, SOURCES),
    (SCIENTIST, "id", ["1", ""], "0, as ids count up from 0"),
    (SCIENTIST, "name", [""], NAMES),
    (SCIENTIST, "plan", BAD_EFFECTS, FORMS),
    (SCIENTIST, "plan", ["reserve"], "no reserve as a planning effect"),
    (SCIENTIST, "discount", BAD_DISCOUNTS, DISCOUNT),
    (SCIENTIST, "wild", ["", "-1", "10"], TIMES),
    (SCIENTIST, "score", BAD_SCORES, TERMS),
    (SCIENTIST, "source", BAD_SOURCES, SOURCES),
    (MILESTONE, "id", ["7", ""], "8, as ids count up from 0"),
    (MILESTONE, "name", [""], NAMES),
    *[(MILESTONE, gene, ["", "-1", "10", "x"], TIMES) for gene in GENES],
    (MILESTONE, "min_common", ["", "-1", "5"], "a whole number from 0 to 4"),
    (MILESTONE, "min_artisan", ["", "-1", "4"], "a whole number from 0 to 3"),
    (MILESTONE, "min_noble", ["", "-1", "3"], "a whole number from 0 to 2"),
    (MILESTONE, "min_types", ["", "-1", "7"], "a whole number from 0 to 6"),
    (MILESTONE, "source", BAD_SOURCES, SOURCES),
    (TILE, "id", ["1", ""], "0, as ids count up from 0"),
    (TILE, "name", [""], NAMES),
    (TILE, "effect", BAD_EFFECTS, FORMS),
    (TILE, "effect", ["alley; reserve"], "no reserve on a tile"),
    (TILE, "effect", ["alley; alley; alley"], "at most 2 lines joined by ;"),
    (TILE, "source", BAD_SOURCES, SOURCES),
    (BOARD, "board", ["1", "3", "", "x"], "2"),
    (BOARD, "side", ["advanced", "", "A"], "basic"),
    (ADVANCED, "side", ["basic"], "advanced"),
    *[(BOARD, name, ["", "x"], FORMS) for name in SPACE_NAMES],
    *[(BOARD, name, ["create 1 0 other"], "no create as a placement bonus") for name in SPACE_NAMES],
    (ADVANCED, "noble1", ["gain coin 1; reserve"], "no reserve as a placement bonus"),
    (BOARD, "source", BAD_SOURCES, SOURCES),
    (LOCATION, "players", ["3", "", "x"], "4"),
    (LAST_LOCATION, "players", ["4"], "2"),
    (LOCATION, "location", ["river", "", "0"], "mountain"),
    (LAST_LOCATION, "location", ["bank"], "basement"),
    (LOCATION, "rem", ["0", "4", ""], "3"),
    (LAST_LOCATION, "rem", ["1"], "0"),
    (LOCATION, "effect", BAD_EFFECTS, FORMS),
    *[
        (LOCATION, "effect", [text], f"no {text.split()[0]} at a location")
        for text in ("visit bank 0", "create 1 0 other", "reserve")
    ],
    (LOCATION, "effect", ["die 0 none; gain medicine 1"], NO_RETURN),
    (LOCATION, "source", BAD_SOURCES, SOURCES),
    (BASIC, "space", ["alley", "", "biofarm_gene"], "biofarm"),
    (BASIC, "side", ["A", "B", ""], "AB"),
    (RESERVE, "side", ["AB", "A", ""], "B"),
    (BASIC, "bonus", ["gain coin 1", ""], "none, as a basic space has no bonus"),
    (SPACE, "bonus", BAD_EFFECTS, FORMS),
    (SPACE, "bonus", ["reserve"], "no reserve on a space of side A, which has no reservation track"),
    (SPACE, "main", BAD_EFFECTS, FORMS),
    (SPACE, "main", ["reserve"], "no reserve on a space of side A, which has no reservation track"),
    (SPACE, "main", ["die 0 none; gain medicine 1", "visit bank 0; visit river 0"], NO_RETURN),
    (SPACE, "source", BAD_SOURCES, SOURCES),
    (PRICE, "key", ["", "price", "deck_price"], "display_price"),
    (PRICE, "side", ["", "B", "AB"], "A"),
    (PRICE, "position", ["", "1", "x"], "0"),
    (PRICE, "value", ["", "-1", "10", "none"], TIMES),
    (ROUNDS, "value", ["", "0", "6"], "a whole number from 1 to 5"),
    (SOLO_ROUNDS, "value", ["", "0", "5"], "a whole number from 1 to 4"),
    (LAST_EP, "value", ["", "-1", "61"], EP),
    (RESERVATION, "value", BAD_EFFECTS, FORMS),
    (RESERVATION, "value", ["reserve"], "no reserve as a planning effect"),
    (PRICE, "source", BAD_SOURCES, SOURCES),
    (FACE, "face", ["3", ""], "2, as ids count up from 0"),
    (FACE, "result", ["", "-1", "4", "feral"], "a whole number from 0 to 3"),
    (FACE, "source", BAD_SOURCES, SOURCES),
    (SOLO, "id", ["5", ""], "4, as ids count up from 0"),
    (SOLO, "location", ["", "mountain", "1"], "river"),
    (SOLO, "police_a", ["", "B", "mountain"], "biofarm, alley, dna, downtown"),
    (SOLO, "police_b", ["", "alley", "D"], "biofarm, dna, downtown"),
    (
        *(SOLO, "x", ["", "..X", "..X/.X.", "..X/.X./X../...", "..X/.X./X.", "..x/.X./X..", "..X/.X./X. ."]),
        "a row for each class joined by /, each three of . and X, as ..X/.X./X..",
    ),
    (SOLO, "source", BAD_SOURCES, SOURCES),
    (TOKEN, "name", [""], NAMES),
    (TOKEN, "gene", ["", "avian", "3"], "reptile"),
    (TOKEN, "source", BAD_SOURCES, SOURCES),
]


@pytest.mark.parametrize(
    ("place", "column", "text", "allowed"),
    [(place, column, text, allowed) for place, column, texts, allowed in CELL_ERRORS for text in texts],
)
def test_a_malformed_cell_is_named(folder: Path, place: Place, column: str, text: str, allowed: str) -> None:
    file, row = place
    put(folder / file, row, **{column: text})
    where = f"{folder / file}, line {row + 2}, column {column!r}"
    assert check_folder(folder) == [f"{where}: found {text!r}; allowed: {allowed}"]


def test_every_column_has_a_malformed_cell() -> None:
    named = {(place[0], column) for place, column, *_ in CELL_ERRORS}
    assert named == {(file, column) for file in FILES for column in read_table(HOUSE / file)[0]}


# --- rules across cells -----------------------------------------------------------------------------------------------


def test_a_milestone_card_asks_for_something_that_nine_creatures_can_show(folder: Path) -> None:
    file = folder / "milestones.csv"
    put(file, 8, feral="0")
    where = f"{file}, line 10, column"
    allowed = "more than 0, as the card asks for nothing else"
    assert check_folder(folder) == [f"{where} 'min_types': found '0'; allowed: {allowed}"]
    put(file, 8, mammal="5", feral="5")
    allowed = "at most 9 genes in all, as each is on another creature"
    assert check_folder(folder) == [f"{where} 'feral': found '5'; allowed: {allowed}"]
    put(file, 8, mammal="4", feral="5")
    assert check_folder(folder) == []


def test_there_are_at_most_256_different_lines(folder: Path) -> None:
    n = len(load_cards().lines)
    rows = read_table(folder / "boards.csv")
    texts = [f"gain mammal {a} coin {b}; gain avian {a} coin {b}" for a in range(1, 11) for b in range(1, 13)]
    for i, row in enumerate(rows):
        row |= dict(zip(SPACE_NAMES, texts[9 * i :]))
    write_table(folder / "boards.csv", rows)
    assert n + 2 * 9 * 8 <= 256 and check_folder(folder) == []
    table = read_table(folder / "locations.csv")
    for row, text in zip(table, texts[72:]):
        row["effect"] = text
    write_table(folder / "locations.csv", table)
    (found,) = check_folder(folder)
    assert found.startswith(f"{folder}: found ") and found.endswith(
        " different lines in all effects; allowed: at most 256"
    )


@pytest.mark.parametrize("file", ["creatures.csv", "scientists.csv", "milestones.csv", "tiles.csv", "tokens.csv"])
def test_a_repeated_name_is_told_with_both_lines(folder: Path, file: str) -> None:
    name = read_table(folder / file)[1]["name"]
    put(folder / file, 4, name=name)
    place = f"{folder / file}, line 6, column 'name'"
    assert check_folder(folder) == [f"{place}: found {name!r}; allowed: a value that no other row has (line 3 has it)"]


# --- whole files ------------------------------------------------------------------------------------------------------

COUNTS = {
    "creatures.csv": (48, "creatures"),
    "scientists.csv": (6, "scientists"),
    "milestones.csv": (10, "milestone cards"),
    "tiles.csv": (20, "tiles"),
    "boards.csv": (8, "sides of player boards"),
    "locations.csv": (45, "rows of locations"),
    "spaces.csv": (9, "experiment spaces"),
    "tracks.csv": (46, "values of tracks"),
    "solo.csv": (15, "solo cards"),
    "tokens.csv": (6, "tokens"),
}


@pytest.mark.parametrize(("file", "rows", "noun"), [(file, *count) for file, count in COUNTS.items()])
def test_a_table_has_too_few_or_too_many_rows(folder: Path, file: str, rows: int, noun: str) -> None:
    table = read_table(folder / file)
    extra = table[-1] | {key: {"id": str(rows), "name": "One more"}[key] for key in ("id", "name") if key in table[0]}
    for wanted, line in ((table[:-1], rows), ([*table, extra], rows + 2)):
        write_table(folder / file, wanted)
        place = f"{folder / file}, line {line}"
        assert check_folder(folder) == [f"{place}: found {len(wanted)} {noun}; allowed: {rows}"]


def test_a_die_has_one_to_twelve_faces(folder: Path) -> None:
    file = folder / "die.csv"
    faces = [{"face": str(i), "result": str(i % 4), "source": "house"} for i in range(13)]
    write_table(file, faces[:12])
    assert load_cards(folder).die == (0, 1, 2, 3) * 3
    write_table(file, faces)
    assert check_folder(folder) == [f"{file}, line 14: found 13 faces; allowed: 1 to 12"]
    write_table(file, faces[:1])
    assert load_cards(folder).die == (0,)
    file.write_text("face,result,source\n")
    assert check_folder(folder) == [f"{file}, line 1: found 0 faces; allowed: 1 to 12"]


@pytest.mark.parametrize("file", FILES)
def test_a_table_lacks_repeats_or_adds_a_column(folder: Path, file: str) -> None:
    table = read_table(folder / file)
    for column in table[0]:
        write_table(folder / file, [{key: row[key] for key in row if key != column} for row in table])
        assert f"line 1, column {column!r}: found no such column; allowed: " in check_folder(folder)[0]
        write_table(folder / file, [row | {f"{column}_": "x"} for row in table])
        assert f"line 1, column '{column}_': found an unknown column" in check_folder(folder)[0]
        (folder / file).write_text((folder / file).read_text().replace(f"{column}_\n", f"{column}\n"))
        assert f"line 1, column {column!r}: found the same column twice" in check_folder(folder)[0]


@pytest.mark.parametrize("file", FILES)
def test_a_folder_lacks_a_file_or_has_an_empty_or_unreadable_one(folder: Path, file: str) -> None:
    (folder / file).write_bytes(b"\xff\xfe")
    assert check_folder(folder) == [f"{folder / file}, line 1: found the byte 0xff; allowed: text in UTF-8"]
    (folder / file).write_text("")
    (problem,) = check_folder(folder)
    assert problem.startswith(f"{folder / file}, line 1: found an empty file; allowed: a header with the columns ")
    (folder / file).unlink()
    allowed = f"a card folder, which holds {', '.join(FILES)}"
    assert check_folder(folder) == [f"{folder}: found no file {file}; allowed: {allowed}"]


def test_all_problems_of_a_folder_are_told_at_once(folder: Path) -> None:
    put(folder / "creatures.csv", 3, avian="x")
    put(folder / "creatures.csv", 40, score="flat")
    put(folder / "boards.csv", 7, noble0="gain")
    put(folder / "tracks.csv", 12, value="x")
    put(folder / "solo.csv", 2, x="X")
    places = [words.removeprefix(f"{folder}/").partition(": ")[0] for words in check_folder(folder)]
    assert places == [
        "creatures.csv, line 5, column 'avian'",
        "creatures.csv, line 42, column 'score'",
        "boards.csv, line 9, column 'noble0'",
        "tracks.csv, line 14, column 'value'",
        "solo.csv, line 4, column 'x'",
    ]
    with pytest.raises(CardError) as caught:
        load_cards(folder)
    assert list(caught.value.problems) == check_folder(folder)


def test_no_folder_is_no_card_set(tmp_path: Path) -> None:
    assert check_folder(HOUSE) == []
    assert check_folder(tmp_path / "none")[0].startswith(f"{tmp_path / 'none'}: found nothing; allowed: a card folder")


# --- what other folders mean ------------------------------------------------------------------------------------------


def same(a: CardSet, b: CardSet) -> bool:
    """Do two folders say the same?"""
    return all(getattr(a, name) == getattr(b, name) for name in a.__dataclass_fields__ if name != "folder")


def test_columns_may_stand_in_any_order(folder: Path) -> None:
    for file in FILES:
        write_table(folder / file, [dict(reversed(row.items())) for row in read_table(folder / file)])
    assert same(load_cards(folder), load_cards())
    put(folder / "tracks.csv", 3, value="3")
    assert not same(load_cards(folder), load_cards())


def test_cells_are_read_as_written(folder: Path) -> None:
    put(
        folder / "creatures.csv",
        20,
        name="X",
        feral="10",
        ep="0",
        discount="feral 2 mammal 1",
        wild="9",
        source="derived",
    )
    put(folder / "creatures.csv", 0, location="basement", effect="none")
    put(folder / "milestones.csv", 9, min_common="4", min_artisan="3", min_noble="2", min_types="6")
    put(folder / "solo.csv", 14, police_a="dna", police_b="alley", x="XXX/.../..X")
    put(folder / "tracks.csv", 10, value="5")
    cards = load_cards(folder)
    card = cards.creatures[20]
    assert (card.name, card.cost, card.ep, card.source) == ("X", (4, 0, 2, 0, 0, 10), 0, "derived")
    assert (card.discount, card.wild, card.creature_class, card.location) == ((1, 0, 0, 0, 0, 2), 9, 1, -1)
    assert (cards.creatures[0].location, cards.creatures[0].effect) == (4, ())
    milestone = cards.milestones[9]
    assert (milestone.genes, milestone.classes, milestone.types) == ((1, 1, 1, 1, 0, 0), (4, 3, 2), 6)
    assert (cards.solo[14].location, cards.solo[14].police, cards.solo[14].cleared) == (4, (2, 1), (0, 1, 2, 8))
    assert (cards.tracks.rounds, cards.tracks.solo_rounds) == ((5, 5), 4)
    assert cards.tokens[5] == "Cerberus"
