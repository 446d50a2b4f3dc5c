"""Card files: what is read, and the message for every way a file or a folder can be malformed."""

from __future__ import annotations

import csv
import itertools
import pickle
import shutil
from functools import partial
from pathlib import Path

import pytest

from arkade import data
from arkade.data import CardError, Cell, gather, read_csv, read_toml
from replicants_env.card_set import FILES, HOUSE, check_folder

COLUMNS = ("id", "name", "cost")


@pytest.fixture
def csv_file(tmp_path: Path) -> Path:
    return tmp_path / "animals.csv"


@pytest.fixture
def toml_file(tmp_path: Path) -> Path:
    return tmp_path / "rules.toml"


def message(call, *args, **kwargs) -> str:
    with pytest.raises(CardError) as caught:
        call(*args, **kwargs)
    return str(caught.value)


# --- CSV --------------------------------------------------------------------------------------------------------------


def test_rows_know_text_file_line_and_column(csv_file):
    csv_file.write_text("name,id,cost\nOtter , 0,3\n\nSeal,1,\n")
    rows = read_csv(csv_file, COLUMNS)
    assert [[row[column].text for column in COLUMNS] for row in rows] == [["0", "Otter", "3"], ["1", "Seal", ""]]
    assert rows[1]["cost"] == Cell("", csv_file, 4, "cost")


def test_byte_order_mark_and_windows_line_ends_do_not_matter(csv_file):
    csv_file.write_bytes(b"\xef\xbb\xbfid,name,cost\r\n0,Otter,3\r\n1,Seal,4\r\n")
    assert [row["name"].text for row in read_csv(csv_file, COLUMNS)] == ["Otter", "Seal"]
    assert read_csv(csv_file, COLUMNS)[1]["id"].line == 3


def test_line_numbers_count_line_ends_inside_quotes(csv_file):
    csv_file.write_text('id,name,cost\n0,"Sea\nOtter",3\n1,Seal,4\n')
    assert [row["id"].line for row in read_csv(csv_file, COLUMNS)] == [2, 4]


def test_a_column_with_a_default_may_be_left_out(csv_file):
    csv_file.write_text("id,name\n0,Otter\n")
    assert read_csv(csv_file, COLUMNS, defaults={"cost": "2"})[0]["cost"].integer(0, 9) == 2
    assert "no such column" in message(read_csv, csv_file, COLUMNS)


@pytest.mark.parametrize(
    ("text", "line", "found", "allowed"),
    [
        ("", 1, "an empty file", "id, name, cost"),
        ("\n\n", 1, "an empty file", "id, name, cost"),
        ("id,name\n0,Otter\n", 1, "column 'cost': found no such column", "id, name, cost"),
        ("id,name,cost,colour\n", 1, "column 'colour': found an unknown column", "id, name, cost"),
        ("id,name,name,cost\n", 1, "column 'name': found the same column twice", "each column once"),
        ("id,name,cost\n0,Otter,3\n1,Seal\n", 3, "found 2 cells", "3, one per column of line 1"),
        ("id,name,cost\n0,Otter,3,\n", 2, "found 4 cells", "3, one per column of line 1"),
        ('id,name,cost\n0,Otter,3\n1,"Seal,4\n2,Auk,1\n', 3, "found a malformed line", "quotes"),
        ('id,name,cost\n0,"Otter"s,3\n', 2, "found a malformed line", "quotes"),
        ("id,name,cost\n0,Ot\x00ter,3\n", 2, "found the byte 0x00", "text in UTF-8"),
        ("id,name,cost\n0,Otter,3\n1,Otter,4\n", 3, "column 'name': found 'Otter'", "no other row has (line 2 has it)"),
    ],
)
def test_malformed_csv_names_file_line_found_and_allowed(csv_file, text, line, found, allowed):
    csv_file.write_text(text)
    words = message(read_csv, csv_file, COLUMNS, unique=("name",))
    assert words.startswith(f"{csv_file}, line {line}")
    assert found in words and allowed in words.partition("allowed: ")[2]


def test_unreadable_encoding_names_line_and_byte(csv_file):
    for mark in (b"", b"\xef\xbb\xbf"):
        csv_file.write_bytes(mark + "id,name,cost\n0,Bär,3\n".encode("latin-1"))
        assert (
            message(read_csv, csv_file, COLUMNS) == f"{csv_file}, line 2: found the byte 0xe4; allowed: text in UTF-8"
        )


def test_missing_file_and_folder_in_place_of_a_file(tmp_path):
    assert message(read_csv, tmp_path / "none.csv", COLUMNS).startswith(f"{tmp_path / 'none.csv'}: found a file that")
    assert "cannot be read" in message(read_csv, tmp_path, COLUMNS)


@pytest.mark.parametrize("text", ["", "x", "1.0", "1_0", "+3", "٣", "²", "-1", "10", "9" * 5000])
def test_a_cell_that_is_no_number_in_range(csv_file, text):
    cell = Cell(text, csv_file, 7, "cost")
    words = message(cell.integer, 0, 9)
    assert words == f"{csv_file}, line 7, column 'cost': found {text!r}; allowed: a whole number from 0 to 9"


def test_typed_cells(csv_file):
    def cell(text: str) -> Cell:
        return Cell(text, csv_file, 7, "cost")

    assert [cell(text).integer(-3, 9) for text in ("-3", "0", "9", "007")] == [-3, 0, 9, 7]
    assert cell("core").one_of(("core", "annex")) == "core"
    assert cell("Seal").name() == "Seal"
    assert message(cell("corn").one_of, ("core", "annex")).endswith("found 'corn'; allowed: core, annex")
    assert message(cell("").name).endswith("found ''; allowed: a text that is not empty")


@pytest.mark.parametrize(("ids", "line", "expected"), [("012", None, ""), ("021", 3, "1"), ("123", 2, "0")])
def test_ids_count_up_from_0(csv_file, ids, line, expected):
    csv_file.write_text("id,name,cost\n" + "".join(f"{i},Seal,1\n" for i in ids))
    rows = read_csv(csv_file, COLUMNS)
    if line is None:
        data.check_ids(rows)
    else:
        words = message(data.check_ids, rows)
        assert f"line {line}, column 'id'" in words and f"allowed: {expected}, as ids" in words


# --- TOML -------------------------------------------------------------------------------------------------------------

KEYS = {"players": data.whole(2, 6), "points": data.wholes(3, 0, 9, rising=True)}
MORE_KEYS = {"side": data.one_of("A", "B"), "wrap": data.one_of(True, False), "title": data.text()}
TOML = "# a comment: players = 99\nplayers = 2\npoints = [0, 1, 1]\n"


def test_values_of_a_toml_file_and_defaults(toml_file):
    toml_file.write_text(TOML + 'side = "B"\nwrap = true\n')
    values = read_toml(toml_file, KEYS | MORE_KEYS, defaults={"title": "sea", "side": "A"})
    assert values == {"players": 2, "points": [0, 1, 1], "side": "B", "wrap": True, "title": "sea"}


@pytest.mark.parametrize(
    ("old", "new", "where", "found", "allowed"),
    [
        ("players = 2", "", ", key 'players'", "no such key", "players, points; players is a whole number from 2 to 6"),
        ("players", "plyers", ", line 2, key 'plyers'", "an unknown key", "players, points"),
        ("= 2", "= 7", ", line 2, key 'players'", "7", "a whole number from 2 to 6"),
        ("[0, 1, 1]", "[0, 1]", ", line 3, key 'points'", "[0, 1]", "a list of 3"),
        ("[0, 1, 1]", '[0, "x", 1]', ", line 3, key 'points'", "[0, 'x', 1]", "each a whole number from 0 to 9"),
        ("[0, 1, 1]", "3", ", line 3, key 'points'", "3", "a list of 3"),
        ("1]", "1]\n[map]", ", line 4, key 'map'", "an unknown key", "players, points"),
        ("points", "players", "", "text that is not TOML (Cannot overwrite a value (at line 3", "each key once"),
        ("= 2", "= two", "", "text that is not TOML (Invalid value (at line 2", "key = value"),
    ],
)
def test_malformed_toml_names_file_line_key_found_and_allowed(toml_file, old, new, where, found, allowed):
    toml_file.write_text(
        "".join(line.replace(old, new, 1) if line[0] != "#" else line for line in TOML.splitlines(True))
    )
    words = message(read_toml, toml_file, KEYS)
    assert words.startswith(f"{toml_file}{where}: found {found}")
    assert allowed in words.partition("allowed: ")[2]


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [("side", '"C"', "'A' or 'B'"), ("wrap", "1", "True or False"), ("title", '" "', "a text that is not empty")]
    + [("title", "3", "a text that is not empty")],
)
def test_other_checks_of_toml_values(toml_file, key, value, allowed):
    toml_file.write_text(f"{key} = {value}\n")
    words = message(read_toml, toml_file, {key: MORE_KEYS[key]})
    assert words.startswith(f"{toml_file}, line 1, key {key!r}: found ") and words.endswith(f"allowed: {allowed}")


# --- folders, errors --------------------------------------------------------------------------------------------------


def test_card_folder(tmp_path, csv_file):
    csv_file.write_text("id\n")
    assert data.card_folder(str(tmp_path), ["animals.csv"]) == tmp_path
    words = message(data.card_folder, tmp_path, ["animals.csv", "rules.toml", "maps.csv"])
    assert words.startswith(f"{tmp_path}: found no file rules.toml, maps.csv; allowed: a card folder, which holds anim")
    assert message(data.card_folder, tmp_path / "no", ["rules.toml"]).startswith(f"{tmp_path / 'no'}: found nothing;")
    assert message(data.card_folder, csv_file, ["rules.toml"]).startswith(f"{csv_file}: found a file;")


def test_gather_tells_the_problems_of_all(csv_file):
    cells = [Cell(text, csv_file, line, "cost") for line, text in enumerate(("1", "x", "2", "y"), start=2)]
    assert gather(partial(cell.integer, 0, 9) for cell in cells[::2]) == [1, 2]
    with pytest.raises(CardError) as caught:
        gather(partial(cell.integer, 0, 9) for cell in cells)
    assert [words.split(",")[1] for words in caught.value.problems] == [" line 3", " line 5"]
    assert str(caught.value) == "\n".join(caught.value.problems)


def test_card_error_is_a_value_error_and_survives_pickling():
    error = pickle.loads(pickle.dumps(CardError("one", "two")))
    assert isinstance(error, ValueError) and error.problems == ("one", "two")


# --- malformed folders, with the cards of Replicants! -----------------------------------------------------------------
# a line: cells put into one row (alternatives with | between) -> the column that is named: what the message allows

ERRORS = {
    ("replicants.csv", 0): """
        id=1 -> id: 0, as ids count up from 0
        name=  -> name: a text that is not empty
        name=A@4 -> name: a name without @
        maker= -> maker: a text that is not empty
        source= -> source: a text that is not empty
        cost2=|N|NPH|np|N*|NX -> cost2: 2 letters of NPHS
        cost3=NNP|NNPPH -> cost3: 4 letters of NPHS
        cost4=NNPPH|NNPPHSS -> cost4: 6 letters of NPHS
        trigger=|drone|setup|before_white|After_drone|station -> trigger: white, before_first, on_first, after_first
        mode=|may|AUTO -> mode: auto, opt
        cond=x|first:|fewest:1|produced|kinds|first&|draw:1 -> cond: nothing, or up to two joined by & of first, not_first
        cond=produced:|produced:n|produced:NNNNN|produced:* -> cond: letters of NPHS, at most 4 of a kind, in place of
        cond=lacks:|lacks:NN|lacks:3 -> cond: letters of NPHS, at most 1 of a kind, in place of
        cond=kinds:0|kinds:5|kinds:x|kinds:|doubles:0|doubles:5|first&doubles:5 -> cond: a whole number from 1 to 4 in
        cond=levelled:0|levelled:61 -> cond: a whole number from 1 to 60
        cond=unspent:0|unspent:93 -> cond: a whole number from 1 to 92
        cond=l4:0|l4:21|reps:0|reps:21 -> cond: a whole number from 1 to 20
        cond=reached:4 -> cond: 'reached' only with the trigger on_build
        trigger=on_build  cond=reached:1|reached:5 -> cond: a whole number from 2 to 4
        cond=drone:N -> cond: 'drone' only with the trigger on_drone
        cond=first&fewest&first -> cond: at most two terms joined by &
        pay=N|* -> pay: nothing, as only mode opt has a price
        mode=opt  pay=n|NNNNN|N-* -> pay: letters of NPHS, at most 4 of a kind, in place of
        mode=opt  pay=N/H|/H|*/|*/HH|*/X -> pay: after / the different kinds of NPHS that a star may be
        mode=opt  pay=***** -> pay: at most 4 stars
        effect=|gain|gain:|win:3|rapid:|lead:1|gain:N;|first_shift -> effect: one or two joined by ; of gain:pattern
        effect=gain:X|gain:NNNNN|gain:N P -> effect: letters of NPHS, at most 4 of a kind, in place of
        effect=gain:***** -> effect: at most 4 stars
        effect=gain:N/P|gain:*/|gain:*/PP|gain:*/Q -> effect: after / the different kinds of NPHS
        effect=gain:N;gain:N;gain:N -> effect: at most two effects joined by ;
        effect=draw:0|draw:3|draw:x|draw: -> effect: a whole number from 1 to 2
        effect=points:0|points:7 -> effect: a whole number from 1 to 6
        effect=promote:L4x1|promote:2x1|promote: -> effect: promote:L2xk or promote:L3xk
        effect=promote:L2x0|promote:L3x4|promote:L2|ready:0|ready:4|redeal:0|redeal:4 -> effect: a whole number from 1 to 3
        effect=keep:0|keep:9 -> effect: a whole number from 1 to 8
        effect=first_shift:-21|first_shift:21|first_shift:+3 -> effect: a whole number from -20 to 20
        effect=discount:L1:*|discount:any|discount:any:|discount_all:any:*/NP|discount_all:* -> effect: :level:pattern with
        trigger=on_discard  effect=gain:N|draw:1|points:1 -> effect: only in white, before_…, on_… (not on_discard) and
        trigger=on_drone|on_discard  effect=promote:L2x1 -> effect: promote only in white, windows and optional on_build
        trigger=white|after_drone|after_build|on_drone  effect=ready:1 -> effect: ready only in before_build and optional
        trigger=white|on_first|after_drone|on_drone|on_build  effect=redeal:1 -> effect: redeal only in on_replenish to
        trigger=white|before_discard|on_build  effect=keep:1 -> effect: keep only in on_discard
        trigger=on_discard  effect=keep:1;keep:1 -> effect: keep only alone
        trigger=white|before_build|on_drone  effect=discount:any:*|discount_all:any:*|rapid -> effect: only in on_build
        trigger=white|after_first  effect=first_shift:1 -> effect: first_shift only in on_first
        trigger=on_first  effect=draw:1;first_shift:1 -> effect: first_shift only as the first effect
        trigger=white|after_drone|on_build  effect=stow:N|lead|build -> effect: only in rooms
        trigger=on_drone|on_discard  mode=opt  effect=keep:1 -> mode: auto, as the trigger is on_d
        trigger=on_build  effect=promote:L2x1|ready:1 -> mode: opt, as
        trigger=on_build  effect=gain:N* -> effect: no stars to gain, as the trigger is on_build and the mode auto
        trigger=on_build  effect=rapid;gain:N -> effect: discount, discount_all and rapid only among themselves
        trigger=on_build  mode=opt  effect=rapid|discount:any:* -> mode: auto, as the effect is a discount or rapid
        trigger=on_build  cond=first&reached:2  effect=rapid -> cond: no 'reached', as the effect is a discount or rapid
    """,
    ("usc_rooms.csv", 4): """
        id=5 -> id: 4, as ids count up from 0
        name= -> name: a text that is not empty
        name=Drydock -> name: a value that no other row has (line 3 has it)
        kind=|hall -> kind: core, annex
        adjacent=0 12|0 5 5|4|0,5|²|-1 -> adjacent: each at most once and with blanks between, 0 1 2 3 5 6
        adjacent=0 5 6 -> adjacent: rooms that name room 4 too, which room 6 does not
        build=N*|* -> build: letters of NPHS, no stars
        build=X|NNNNN -> build: letters of NPHS, at most 4 of a kind
        kind=core -> build: nothing, as a core room stands from the start
        kind=core  build=  build_points=1 -> build_points: 0
        build_points=|-1|7|x -> build_points: a whole number from 0 to 6
        cost=X -> cost: letters of NPHS
        cost=***** -> cost: at most 4 stars
        when=|later -> when: now, turn
        effect=|wins -> effect: one or two joined by ; of
        effect=gain:N|keep:1|rapid|discount:any:*|lead;rapid -> effect: stow, draw, points, redeal, lead, build, as when is
        when=turn  effect=points:1|stow:*|lead -> effect: discount, discount_all, rapid, as when is turn
        source= -> source: a text that is not empty
    """,
    ("resources.csv", 0): """
        code=X|n| -> code: N, as the order is N, P, H, S
        name= -> name: a text that is not empty
        colour= -> colour: a text that is not empty
        field_cards=|3|5 -> field_cards: 4
        supply=7|61|x -> supply: a whole number from 8 to 60
        source= -> source: a text that is not empty
    """,
    ("hives.csv", 5): """
        id=6 -> id: 5, as ids count up from 0
        name= -> name: a text that is not empty
        name=Ember -> name: a value that no other row has (line 4 has it)
        source= -> source: a text that is not empty
    """,
}
TOML_ERRORS = """
    rules.toml target_vp=0|101|"36"|3.5|true: a whole number from 1 to 100
    rules.toml level_vp=[0, 1, 3]|[0, 1, 3, 13]|[0, 3, 1, 6]|6: a list of 4, each a whole number from 0 to 12, none less
    rules.toml drones=3|5: 4
    rules.toml deal=4|6: 5
    rules.toml y_cards=3: 4
    rules.toml rep_max=4|21: a whole number from 5 to 20
    rules.toml max_rounds=0|256: a whole number from 1 to 255
    usc.toml crew=1|3: 2
    usc.toml start_room=-1|12: a whole number from 0 to 11
    usc.toml start_room=4|11: the id of a core room (0, 1, 2, 3)
    usc.toml move_range=0|5: a whole number from 1 to 4
    usc.toml shelf_total=-1|139: a whole number from 0 to 138
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the house cards."""
    return Path(shutil.copytree(HOUSE, tmp_path / "cards"))


def read_table(file: Path) -> list[dict[str, str]]:
    with file.open(newline="") as stream:
        return list(csv.DictReader(stream))


def write_table(file: Path, rows: list[dict[str, str]]) -> None:
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def cell_errors():
    for (file, row), block in ERRORS.items():
        for line in block.strip().splitlines():
            cells, _, expected = line.strip().partition(" -> ")
            keys, texts = zip(*(cell.split("=") for cell in cells.strip().split("  ")), strict=True)
            for choice in itertools.product(*(text.split("|") for text in texts)):
                yield file, row, dict(zip(keys, choice, strict=True)), *expected.split(": ", 1)


@pytest.mark.parametrize(("file", "row", "cells", "column", "allowed"), list(cell_errors()))
def test_a_malformed_cell_is_named(folder, file, row, cells, column, allowed):
    table = read_table(folder / file)
    table[row] |= cells
    write_table(folder / file, table)
    (problem,) = check_folder(folder)
    text = table[row][column].strip()
    assert problem.startswith(f"{folder / file}, line {row + 2}, column {column!r}: found {text!r}; allowed: ")
    assert allowed in problem.partition("allowed: ")[2]


def toml_errors():
    for line in TOML_ERRORS.strip().splitlines():
        file, rest = line.strip().split(" ", 1)
        key, _, rest = rest.partition("=")
        values, _, allowed = rest.partition(": ")
        yield from ((file, key, value, allowed) for value in values.split("|"))


@pytest.mark.parametrize(("file", "key", "value", "allowed"), list(toml_errors()))
def test_a_malformed_value_is_named(folder, file, key, value, allowed):
    before, after = (folder / file).read_text().split(f"{key} = ")
    (folder / file).write_text(f"{before}{key} = {value}\n{after.partition(chr(10))[2]}")
    (problem,) = check_folder(folder)
    place = f"{folder / file}, line {before.count(chr(10)) + 1}, key {key!r}: found "
    assert problem.startswith(place) and allowed in problem.partition("allowed: ")[2]


@pytest.mark.parametrize("key", ["start_room", "crew", "target_vp", "level_vp", "max_rounds"])
def test_a_missing_or_unknown_key_is_named(folder, key):
    (file,) = [file for file in folder.glob("*.toml") if key in file.read_text()]
    content = file.read_text()
    file.write_text(content.replace(key, "#"))
    assert f"{file}, key {key!r}: found no such key; allowed: " in check_folder(folder)[0]
    file.write_text(content + "extra = 1\n")
    line = content.count("\n") + 1
    assert check_folder(folder)[0].startswith(f"{file}, line {line}, key 'extra': found an unknown key; allowed: ")


@pytest.mark.parametrize("file", FILES)
def test_a_folder_lacks_a_file_or_has_an_empty_or_unreadable_one(folder, file):
    (folder / file).write_bytes(b"\xff\xfe")
    assert check_folder(folder) == [f"{folder / file}, line 1: found the byte 0xff; allowed: text in UTF-8"]
    (folder / file).write_text("")
    (problem,) = check_folder(folder)
    assert problem.startswith(f"{folder / file}, ") and ("an empty file" in problem or "no such key" in problem)
    (folder / file).unlink()
    assert check_folder(folder)[0].startswith(f"{folder}: found no file {file}; allowed: a card folder, which holds re")


@pytest.mark.parametrize("file", [file for file in FILES if file.endswith(".csv")])
def test_a_table_lacks_repeats_or_adds_a_column(folder, file):
    table = read_table(folder / file)
    for column in table[0]:
        write_table(folder / file, [{key: row[key] for key in row if key != column} for row in table])
        assert f"line 1, column {column!r}: found no such column; allowed: " in check_folder(folder)[0]
        write_table(folder / file, [row | {f"{column}2": "x"} for row in table])
        assert f"line 1, column '{column}2': found an unknown column" in check_folder(folder)[0]
        content = (folder / file).read_text().replace(f"{column}2", column)
        (folder / file).write_text(content)
        assert f"line 1, column {column!r}: found the same column twice" in check_folder(folder)[0]
