"""The house card set (RULES.md 3 and 4), the tables of card sets, and folders that are none."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from card_files import put, read_table, write_table
from card_folders import check_all_at_once, check_no_folder, copied, reverse_columns
from replicants_env import card_set
from replicants_env.card_set import NEW_LEVEL, TRIGGERS, Cond, Effect, Mode
from replicants_env.state import CARDS, KINDS, LETTERS, Step
from replicants_env.tables import (
    FEATURE_BOUNDS,
    FEATURE_NAMES,
    FEATURES,
    TABLES,
    build_tables,
    check_folder,
    feature_scale,
    load_cards,
)

RULES = Path(card_set.__file__).parent / "RULES.md"
HOUSE = load_cards()
TIMINGS = {Step.AFTER_DRONE: 34, Step.SETUP: 8, Step.DRONE: 4, Step.BUILD: 4} | dict.fromkeys(
    (Step.AFTER_REPLENISH, Step.ON_FIRST, Step.BEFORE_DRONE, Step.AFTER_BUILD, Step.DISCARD), 2
)
FAMILIES = {"S": ("AB", "AABB", "AABBCD"), "F": ("AA", "AAAB", "AAABCD")} | {
    "P": ("AB", "AABB", "AAABBB"),
    "W": ("AB", "AACD", "ABBBCD"),
}
GROUPS = {"S1": 12, "S2": 6, "S3": 6, "F1": 4, "F2": 4, "F3": 4, "P1": 4, "P2": 4, "P3": 4, "W1": 4, "W2": 4, "W3": 4}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the house cards."""
    return copied(card_set.HOUSE, tmp_path)


def replace(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))


def house_rows(file: str) -> list[dict[str, str]]:
    return read_table(card_set.HOUSE / file)


# --- the house set ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["replicants.csv", "usc_rooms.csv"])
def test_card_files_are_the_tables_of_the_rules(file):
    rows = house_rows(file)
    header = "| " + " | ".join(rows[0]) + " |"
    lines = RULES.read_text().splitlines()
    start = lines.index(header) + 2
    table = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start : start + len(rows)]]
    assert [list(row.values()) for row in rows] == table


def test_small_files_are_as_the_rules_say():
    assert HOUSE.rules == {"target_vp": 36, "level_vp": [0, 1, 3, 6], "drones": 4, "deal": 5, "y_cards": 4} | {
        "rep_max": 20,
        "max_rounds": 60,
    }
    assert HOUSE.usc == {"crew": 2, "start_room": 1, "move_range": 2, "shelf_total": 12}
    assert HOUSE.hives == ("Verdigris", "Halcyon", "Ember", "Nocturne", "Meridian", "Thistle")
    assert HOUSE.resources == ("Nanites", "Power", "Hardware", "Software") and HOUSE.supply == (23, 23, 23, 23)
    assert [row["colour"] for row in house_rows("resources.csv")] == ["pink", "yellow", "green", "blue"]
    assert {row["source"] for row in house_rows("resources.csv")} == {"rulebook"}
    assert {row["source"] for row in house_rows("hives.csv") + house_rows("usc_rooms.csv")} == {"house"}


def test_every_kind_is_asked_for_equally_often():
    assert len(HOUSE.replicants) == 60
    for level, times in enumerate((30, 60, 90)):
        letters = "".join(card.costs[level] for card in HOUSE.replicants)
        assert Counter(letters) == dict.fromkeys(LETTERS, times)


def test_every_ability_group_asks_for_every_kind_equally_often():
    cards = iter(HOUSE.replicants)
    for group, size in GROUPS.items():
        counts = Counter("".join("".join(next(cards).costs) for _ in range(size)))
        assert set(counts) == set(LETTERS) and len(set(counts.values())) == 1, group
    assert next(cards, None) is None


def test_every_card_costs_what_its_family_says():
    found = Counter()
    for card in HOUSE.replicants:
        namings = [str.maketrans(LETTERS, "".join(names)) for names in itertools.permutations("ABCD")]
        shapes = {tuple("".join(sorted(cost.translate(names))) for cost in card.costs) for names in namings}
        found.update(family for family, shape in FAMILIES.items() if shape in shapes)
    assert found == {"S": 24, "F": 12, "P": 12, "W": 12}


def test_after_drone_is_the_majority_of_the_timings():
    assert Counter(card.ability.trigger for card in HOUSE.replicants) == TIMINGS
    white = [card for card in HOUSE.replicants if card.ability.trigger == Step.SETUP]
    assert sum(card.ability.effects[0].kind == Effect.DRAW for card in white) == 4


def test_equal_costs_carry_different_abilities():
    rows = house_rows("replicants.csv")
    words = [
        tuple(row[c] for c in (*card_set.COST_LENGTHS, "trigger", "mode", "cond", "pay", "effect")) for row in rows
    ]
    assert len(set(words)) == 60 and len({row["name"] for row in rows}) == 60


def test_enlightenment_is_the_printed_card():
    card = HOUSE.replicants[HOUSE.card("Enlightenment")]
    assert (card.maker, card.costs, card.source) == ("Eden Inc.", ("PH", "PPHH", "NPPHHS"), "rulebook")
    t = build_tables(HOUSE)[0]
    c = HOUSE.card("Enlightenment")
    assert (t["trigger"][c], t["mode"][c], t["static"][c]) == (Step.AFTER_DRONE, Mode.AUTO, 0)
    assert t["cond_kind"][c].tolist() == [Cond.PRODUCED, Cond.ALWAYS] and t["cond_vec"][c, 0].tolist() == [0, 1, 0, 0]
    assert t["eff_kind"][c].tolist() == [Effect.GAIN, Effect.NOTHING] and t["eff_vec"][c, 0].tolist() == [0, 0, 1, 0]


def test_arc_oracle_has_the_second_printed_ability():
    card = HOUSE.replicants[HOUSE.card("Arc Oracle")]
    assert (card.ability.trigger, card.ability.text, card.source) == (Step.AFTER_DRONE, "gain:S", "derived")
    assert card.ability.terms[0].vec == (0, 1, 0, 0)


def test_station_is_a_ring_of_four_core_rooms_with_two_annexes_each():
    rooms = HOUSE.rooms
    assert [room.core for room in rooms] == [True] * 4 + [False] * 8
    for r in range(4):
        annexes = {4 + 2 * r, 5 + 2 * r}
        assert set(rooms[r].adjacent) == {(r + 1) % 4, (r - 1) % 4} | annexes
        for annex in annexes:
            assert set(rooms[annex].adjacent) == {r} | annexes - {annex}
    assert Counter("".join(room.build for room in rooms)) == dict.fromkeys(LETTERS, 6)
    assert Counter("".join(row["cost"] for row in house_rows("usc_rooms.csv")).replace("*", "")) == dict.fromkeys(
        LETTERS, 4
    )


# --- tables -----------------------------------------------------------------------------------------------------------


def test_tables_carry_the_mark_of_the_sources():
    assert TABLES.names[-1].startswith("sources_") and TABLES.isalignedstruct
    assert build_tables(HOUSE).dtype == TABLES and build_tables(HOUSE).shape == (1,)


def test_numbers_of_the_game_in_the_tables():
    t = build_tables(HOUSE)[0]
    assert [t[name].tolist() for name in ("n_cards", "n_rooms", "target_vp", "rep_cap")] == [60, 12, 36, 20]
    assert t["level_vp"].tolist() == [0, 0, 1, 3, 6] and t["supply"].tolist() == [23] * 4
    assert [t[name].tolist() for name in ("start_room", "move_range", "shelf_total", "core_rooms")] == [
        1,
        2,
        12,
        0b1111,
    ]


def test_costs_in_the_tables():
    t = build_tables(HOUSE)[0]
    for c, card in enumerate(HOUSE.replicants):
        for level, letters in enumerate(("", *card.costs)):
            counts = [letters.count(letter) for letter in LETTERS]
            assert t["cost"][c, level].tolist() == counts
            assert int(t["cost_packed"][c, level]).to_bytes(4, "little") == bytes(counts)


ABILITIES = {
    ("white", "opt", "l4:2&reps:7", "N**/HS", "draw:2; promote:L3x3"): dict(
        trigger=0, mode=1, static=0, cond_kind=[12, 13], cond_k=[2, 7], pay_vec=[1, 0, 0, 0], pay_stars=2, pay_set=12,
        eff_kind=[3, 5], eff_k=[2, 3], eff_level=[0, 3],
    ),
    ("on_build", "auto", "not_first", "", "discount:L3:NP*; rapid"): dict(
        trigger=17, mode=0, static=1, cond_kind=[6, 0], eff_kind=[9, 11], eff_level=[3, 0], eff_stars=[1, 0],
        eff_vec=[[1, 1, 0, 0], [0] * 4], pay_set=15, eff_set=[15, 15],
    ),
    ("on_build", "auto", "", "", "discount_all:any:*; discount:new:HH"): dict(
        trigger=17, static=1, eff_kind=[10, 9], eff_level=[0, 5], eff_stars=[1, 0], eff_vec=[[0] * 4, [0, 0, 2, 0]],
    ),
    ("on_build", "auto", "", "", "discount:L2:P; discount_all:L4:*"): dict(eff_kind=[9, 10], eff_level=[2, 4], static=1),
    ("on_build", "auto", "reached:4&levelled:2", "", "gain:NNNNS; points:6"): dict(
        cond_kind=[9, 8], cond_k=[4, 2], static=0, eff_kind=[1, 4], eff_k=[0, 6], eff_vec=[[4, 0, 0, 1], [0] * 4],
    ),
    ("on_drone", "auto", "drone:NN&kinds:3", "", "gain:*/S; gain:****"): dict(
        trigger=14, cond_kind=[10, 3], cond_k=[0, 3], cond_vec=[[2, 0, 0, 0], [0] * 4], eff_stars=[1, 4], eff_set=[8, 15],
    ),
    ("before_station", "opt", "lacks:NS&unspent:92", "", "redeal:3"): dict(
        trigger=9, mode=1, cond_kind=[2, 11], cond_k=[0, 92], cond_vec=[[1, 0, 0, 1], [0] * 4], eff_kind=[7, 0], eff_k=[3, 0],
    ),
    ("on_first", "auto", "fewest", "", "first_shift:-20; draw:1"): dict(
        trigger=3, cond_kind=[7, 0], eff_kind=[12, 3], eff_k=[-20, 1],
    ),
    ("on_discard", "auto", "doubles:2&first", "", "keep:8"): dict(
        trigger=20, cond_kind=[4, 5], cond_k=[2, 0], eff_kind=[8, 0], eff_k=[8, 0],
    ),
    ("before_build", "auto", "produced:NPHS", "", "ready:3"): dict(
        trigger=16, cond_kind=[1, 0], cond_vec=[[1] * 4, [0] * 4], eff_kind=[6, 0], eff_k=[3, 0],
    ),
}  # fmt: skip


@pytest.mark.parametrize("words", ABILITIES, ids=" ".join)
def test_abilities_in_the_tables(folder, words):
    put(folder / "replicants.csv", 59, **dict(zip(("trigger", "mode", "cond", "pay", "effect"), words, strict=True)))
    t = build_tables(load_cards(folder))[0]
    for field, value in ABILITIES[words].items():
        assert t[field][59].tolist() == value, field


@pytest.mark.parametrize(("name", "trigger"), list(TRIGGERS.items()))
def test_triggers_are_step_codes(folder, name, trigger):
    codes = {"white": 0, "on_first": 3, "on_drone": 14, "on_build": 17, "on_discard": 20, "on_end": 23, "after_end": 25}
    assert codes.get(name, trigger) == trigger
    put(folder / "replicants.csv", 0, trigger=name, cond="", effect="keep:1" if name == "on_discard" else "draw:1")
    assert build_tables(load_cards(folder))[0]["trigger"][0] == trigger


def test_rooms_in_the_tables():
    t = build_tables(HOUSE)[0]
    lounge, track, academy = CARDS + 6, CARDS + 9, CARDS + 11
    assert t["trigger"][CARDS:].tolist() == [Step.STATION] * 12 and t["mode"][CARDS:].tolist() == [Mode.AUTO] * 12
    assert t["room_adjacent"][:2].tolist() == [0b111010, 0b11000101]
    assert t["room_when_turn"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1]
    assert t["room_points"].tolist() == [0] * 4 + [1] * 8
    assert t["room_cost"][4].tolist() == [1, 1, 0, 1] and not t["room_cost"][:4].any()
    assert (
        t["pay_vec"][CARDS + 4].tolist() == [2, 0, 2, 0] and t["pay_stars"][lounge] == 2 and t["pay_set"][lounge] == 15
    )
    assert (t["eff_kind"][lounge, 0], t["eff_k"][lounge, 0]) == (Effect.DRAW, 1)
    assert t["eff_kind"][track].tolist() == [Effect.RAPID, 0] and t["static"][track] == 1
    assert (t["eff_kind"][academy, 0], t["eff_level"][academy, 0], t["eff_stars"][academy, 0]) == (
        Effect.DISCOUNT,
        3,
        2,
    )
    assert [t["eff_kind"][CARDS + r, 0] for r in (0, 1, 2, 7)] == [2, 14, 10, 13]
    assert t["eff_level"][CARDS + 2, 0] == NEW_LEVEL


def test_features_of_a_card():
    row = build_tables(HOUSE)[0]["features"][HOUSE.card("Overcharge Saint")]
    shown = {name: int(value) for name, value in zip(FEATURE_NAMES, row, strict=True) if value}
    assert shown == {"cost2_P": 2, "cost3_P": 3, "cost3_H": 1, "cost4_N": 1, "cost4_P": 3, "cost4_H": 1, "cost4_S": 1} | {
        "trigger_after_drone": 1, "condition_P": 3, "gain_P": 1, "gain_H": 2
    }  # fmt: skip


def test_features_tell_the_house_cards_apart_and_keep_their_bounds():
    features = build_tables(HOUSE)[0]["features"]
    assert features.shape == (60, FEATURES) and len({row.tobytes() for row in features}) == 60
    assert (features <= FEATURE_BOUNDS).all() and len(set(FEATURE_NAMES)) == FEATURES == 32
    bounds = [2] * KINDS + [4] * KINDS + [6] * KINDS + [1] * 7 + [4] * KINDS + [4] * KINDS + [4, 2, 6, 4, 1]
    assert feature_scale() == bounds and all(type(bound) is float for bound in feature_scale())


def test_features_of_all_effects_are_cut_at_their_bounds(folder):
    cells = dict(trigger="white", mode="opt", cond="produced:NNN&produced:NNS", pay="NNNNPP*", effect="gain:PPPP*")
    put(folder / "replicants.csv", 0, **cells | {"effect": "gain:PPPP***; gain:PPP**"})
    put(folder / "replicants.csv", 1, trigger="white", cond="lacks:N", effect="draw:2; points:6")
    features = build_tables(load_cards(folder))[0]["features"][:2].tolist()
    saint, second = (dict(zip(FEATURE_NAMES, row, strict=True)) for row in features)
    assert [saint[name] for name in ("condition_N", "condition_S", "gain_P", "gain_stars", "price")] == [4, 1, 4, 4, 4]
    assert [saint[name] for name in ("trigger_white", "optional", "draw", "points")] == [1, 1, 0, 0]
    assert [second[name] for name in ("draw", "points", "condition_N", "optional")] == [2, 6, 0, 0]


# --- other folders ----------------------------------------------------------------------------------------------------

CHANGES = {
    "cost": ("replicants.csv", "Emberwright,Tidewater Labs,NP", "Emberwright,Tidewater Labs,SS"),
    "eff_vec": ("replicants.csv", "produced:N,,gain:P", "produced:N,,gain:H"),
    "target_vp": ("rules.toml", "target_vp = 36", "target_vp = 20"),
    "level_vp": ("rules.toml", "[0, 1, 3, 6]", "[0, 2, 3, 6]"),
    "rep_cap": ("rules.toml", "rep_max = 20", "rep_max = 5"),
    "supply": ("resources.csv", "green,4,23", "green,4,60"),
    "start_room": ("usc.toml", "start_room = 1", "start_room = 3"),
    "move_range": ("usc.toml", "move_range = 2", "move_range = 1"),
    "shelf_total": ("usc.toml", "shelf_total = 12", "shelf_total = 0"),
    "room_points": ("usc_rooms.csv", "NPS,1,NNHH", "NPS,2,NNHH"),
    "core_rooms": ("usc_rooms.csv", "annex,0 5,NPS,1", "core,0 5,,0"),
    "room_when_turn": ("usc_rooms.csv", "now,lead", "turn,rapid"),
}


@pytest.mark.parametrize("field", CHANGES)
def test_a_changed_folder_gives_changed_tables(folder, field):
    before = build_tables(load_cards(folder))
    assert before.tobytes() == build_tables(HOUSE).tobytes()
    replace(folder, *CHANGES[field])
    after = build_tables(load_cards(str(folder)))
    changed = {name for name in TABLES.names if not np.array_equal(before[name], after[name])}
    assert field in changed and len(changed) <= 4


def test_max_rounds_and_names_come_from_the_folder(folder):
    replace(folder, "rules.toml", "max_rounds = 60", "max_rounds = 9")
    replace(folder, "replicants.csv", "Haggler", "Hagglerin")
    cards = load_cards(folder)
    assert cards.rules["max_rounds"] == 9 and cards.card("Hagglerin") == 58 and cards.folder == folder
    with pytest.raises(KeyError):
        cards.card("Haggler")


@pytest.mark.parametrize("n", [40, 59])
def test_fewer_cards_are_accepted(folder, n):
    lines = (folder / "replicants.csv").read_text().splitlines(keepends=True)
    (folder / "replicants.csv").write_text("".join(lines[: 1 + n]))
    t = build_tables(load_cards(folder))[0]
    assert t["n_cards"] == n and t["cost"][n - 1].any() and not t["cost"][n:].any()


def test_columns_may_stand_in_any_order(folder):
    reverse_columns(folder, ["replicants.csv"])
    assert load_cards(folder).replicants == HOUSE.replicants


# --- folders that are no card set (the rest is in tests/test_data.py) -------------------------------------------------


@pytest.mark.parametrize(
    ("file", "rows", "allowed"),
    [
        ("replicants.csv", 39, "39 replicants; allowed: 40 to 60"),
        ("replicants.csv", 61, "61 replicants; allowed: 40 to 60"),
        ("resources.csv", 3, "3 resources; allowed: 4"),
        ("resources.csv", 5, "5 resources; allowed: 4"),
        ("hives.csv", 5, "5 hives; allowed: 6"),
        ("hives.csv", 7, "7 hives; allowed: 6"),
        ("usc_rooms.csv", 0, "0 rooms; allowed: 1 to 12"),
        ("usc_rooms.csv", 13, "13 rooms; allowed: 1 to 12"),
    ],
)
def test_a_table_has_too_few_or_too_many_rows(folder, file, rows, allowed):
    table = read_table(folder / file)
    extra = {**table[-1], "name": "One more", "code": "X", "id": str(len(table))}
    wanted = [*table, {key: extra[key] for key in table[0]}][:rows]
    write_table(folder / file, wanted, list(table[0]))
    assert check_folder(folder) == [f"{folder / file}, line {rows + 1}: found {allowed}"]


def test_all_problems_of_a_folder_are_told_at_once(folder):
    put(folder / "replicants.csv", 3, cost2="NNN")
    put(folder / "replicants.csv", 7, mode="maybe", pay="N")
    (folder / "hives.csv").write_text("id,name\n")
    (folder / "usc.toml").write_text("crew = 3\n")
    places = ["replicants.csv, line 5, column 'cost2'", "replicants.csv, line 9, column 'mode'"]
    places += ["hives.csv, line 1, column 'source'", "usc.toml, line 1, key 'crew'"]
    check_all_at_once(check_folder, load_cards, folder, places)


def test_a_station_needs_a_core_room_to_start_in(folder):
    for r in range(4):
        put(folder / "usc_rooms.csv", r, kind="annex")
    assert check_folder(folder)[0].endswith("found 1; allowed: the id of a core room (usc_rooms.csv has none)")


def test_no_folder_is_no_card_set(tmp_path):
    check_no_folder(check_folder, card_set.HOUSE, tmp_path)
