"""The house set: it is what RULES.md section 5 prints, and keeps the promises made there."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import pytest

from biohack_env.card_set import HOUSE, Creature, load_cards
from biohack_env.components import (
    BASEMENT,
    CLASSES,
    CREATURES_OF,
    EXPERIMENTS,
    GENES,
    LINES,
    LOCATIONS,
    POLICE_AREAS,
    RESOURCES,
    SPACE_NAMES,
    SPACES_OF_AREAS,
)
from biohack_env.grammar import Amounts, Count, Effect, Kind
from card_files import read_table

RULES = (Path(HOUSE).parent / "RULES.md").read_text(encoding="utf-8")
CARDS = load_cards()
VALUE = {"mammal": 1.0, "aquatic": 1.0, "avian": 2.0, "reptile": 2.0, "primate": 2.0, "feral": 6.0, "coin": 1.0} | {
    "medicine": 3.0,
    "ep": 1.5,
}  # in coins (5.2, 5.8)
MIRROR = (1, 0, 3, 2, 4, 5, 6, 7, 8)  # mammal and aquatic, avian and reptile change places


def printed(section: str, table: int = 0) -> list[list[str]]:
    """The cells of a table of a section of RULES.md."""
    lines = RULES.split(f"### {section} ")[1].split("\n## ")[0].split("\n### ")[0].splitlines()
    tables = [list(rows) for is_row, rows in itertools.groupby(lines, lambda line: line.startswith("|")) if is_row]
    return [[cell.strip(" `") for cell in row.strip().strip("|").split("|")] for row in tables[table][2:]]


def coins(amounts: Amounts) -> float:
    return sum(VALUE[name] * n for name, n in zip(RESOURCES, amounts))


def of_class(creature_class: int) -> list[Creature]:
    return [card for card in CARDS.creatures if card.creature_class == creature_class]


def half_up(number: float) -> int:
    return int(number + 0.5 + 1e-9)


# --- the files are the tables of the rules ----------------------------------------------------------------------------


def test_creatures_are_the_tables_of_the_rules() -> None:
    nothing = {"location": "none", "effect": "none", "discount": "none", "wild": "0", "score": "none"}
    rows = []
    for section, name, columns in (
        ("5.3", "common", ("ep", "location", "effect")),
        ("5.4", "artisan", ("ep", "discount", "wild")),
        ("5.5", "noble", ("score",)),
    ):
        for i, title, *cells in printed(section):
            costs, rest = dict(zip(GENES, cells)), dict(zip(columns, cells[6:]))
            rows.append(
                {"id": i, "name": title, "class": name, **costs, "ep": "0", **nothing, **rest, "source": "house"}
            )
    assert read_table(HOUSE / "creatures.csv") == rows


@pytest.mark.parametrize(
    ("section", "file", "columns"), [("5.6", "scientists", 6), ("5.7", "milestones", 12), ("5.8", "tiles", 3)]
)
def test_further_cards_are_the_tables_of_the_rules(section: str, file: str, columns: int) -> None:
    rows = [[*row[:columns], "house"] for row in printed(section)]
    assert [list(row.values()) for row in read_table(HOUSE / f"{file}.csv")] == rows


def test_boards_are_the_table_of_the_rules() -> None:
    basic, *advanced = [row[2:] for row in printed("5.9")]
    sides = [cells for i in range(4) for cells in (basic, advanced[i])]
    assert [[row[name] for name in SPACE_NAMES] for row in read_table(HOUSE / "boards.csv")] == sides
    assert all(board[0] == CARDS.boards[0][0] for board in CARDS.boards)


def test_locations_are_the_table_of_the_rules() -> None:
    cells = {row[0]: row[1:] for row in printed("5.10")}
    columns = {(4, 3): 0, (4, 2): 1, (4, 1): 2, (4, 0): 3, (3, 2): 0, (3, 1): 1, (3, 0): 2, (2, 1): 4, (2, 0): 5}
    rows = read_table(HOUSE / "locations.csv")
    for row in rows:
        assert row["effect"] == cells[row["location"]][columns[int(row["players"]), int(row["rem"])]]
        assert row["source"] == "rulebook"
    assert len(rows) == len(LOCATIONS) * len(columns)
    assert CARDS.locations[1] == CARDS.locations[2]


def test_spaces_and_tracks_are_the_tables_of_the_rules() -> None:
    assert [list(row.values()) for row in read_table(HOUSE / "spaces.csv")] == printed("5.11")
    found: dict[tuple[str, str], list[str]] = {}
    for row in read_table(HOUSE / "tracks.csv"):
        found.setdefault((row["key"], row["side"]), []).append(row["value"])
    for keys, side_a, side_b, _ in printed("5.11", 1):
        names = [name for name in keys.split(" / ") if not name[0].isdigit()]
        for side, cell in (("A", side_a), ("B", side_b)):
            values = [] if cell == "–" else cell.split(" / ") if "/" in cell else cell.split()
            if len(names) > 1:
                for name, value in zip(names, values, strict=True):
                    assert found.pop((name, side)) == [value]
            else:
                assert found.pop((names[0].split(" ")[0], side), []) == values
    assert not found
    assert " ".join(map(str, CARDS.die)) in RULES


def test_solo_cards_are_the_table_of_the_rules() -> None:
    letters = dict(zip("BADT", POLICE_AREAS))
    rows = [
        [location, *(letters[letter] for letter in police.split()), x]
        for location, _, *cards, x in printed("5.12")
        for police in cards
    ]
    assert [list(row.values())[1:5] for row in read_table(HOUSE / "solo.csv")] == rows
    assert {row["source"] for row in read_table(HOUSE / "solo.csv")} == {"house"}


def test_tokens_are_those_of_the_module() -> None:
    words = ", ".join(f"{name} {gene}" for name, gene in zip(CARDS.tokens, GENES))
    assert f"| R91 | E module | {words}. |" in RULES


# --- balance (5.2) ----------------------------------------------------------------------------------------------------


def test_totals_over_all_creatures() -> None:
    icons = [sum(card.cost[gene] > 0 for card in CARDS.creatures) for gene in range(6)]
    genes = [sum(card.cost[gene] for card in CARDS.creatures) for gene in range(6)]
    assert (icons, genes) == ([25, 25, 23, 23, 29, 10], [56, 56, 36, 36, 47, 11])
    assert [len(of_class(i)) for i in range(3)] == list(CREATURES_OF) == [20, 16, 12]


def test_no_two_cards_of_a_class_share_a_cost() -> None:
    for i in range(3):
        assert max(Counter(card.cost for card in of_class(i)).values()) == 1


def test_four_commons_for_each_location() -> None:
    assert Counter(card.location for card in of_class(0)) == dict.fromkeys(range(5), 4)


def mirrored(amounts: Amounts) -> Amounts:
    return tuple(amounts[MIRROR[i]] for i in range(len(amounts)))


def mirrored_effect(effect: Effect) -> tuple[object, ...]:
    return tuple((line.kind, line.a, line.b, line.c, mirrored(line.vec)) for line in effect)


def as_it_is(effect: Effect) -> tuple[object, ...]:
    return tuple((line.kind, line.a, line.b, line.c, line.vec) for line in effect)


def test_creatures_obey_the_mirror_law() -> None:
    def term(score: tuple, turned: bool) -> tuple:
        genes = score[0].genes if score else 0
        swapped = sum(1 << MIRROR[gene] for gene in range(6) if genes >> gene & 1)
        return tuple((one.count, one.amount, one.creature_class) for one in score) + (swapped if turned else genes,)

    def key(card: Creature, turned: bool) -> tuple:
        turn = mirrored if turned else tuple
        effect = mirrored_effect(card.effect) if turned else as_it_is(card.effect)
        location = (1, 0, 2, 3, 4)[card.location] if turned and card.location >= 0 else card.location
        score = term(card.score, turned)
        return card.creature_class, turn(card.cost), card.ep, location, effect, turn(card.discount), card.wild, score

    assert {key(card, True) for card in CARDS.creatures} == {key(card, False) for card in CARDS.creatures}


def test_ep_of_commons_and_artisans_follow_the_target() -> None:
    worth = {row[0]: float(row[-1]) for section in ("5.3", "5.4", "5.5") for row in printed(section)}
    for i, card in enumerate(CARDS.creatures):
        target = 0.8 * coins(card.cost) + 1
        if card.creature_class == 0:
            assert card.ep == half_up(target - worth[str(i)]), card.name
        elif card.creature_class == 1:
            assert card.ep == half_up(target - 0.7 * worth[str(i)]), card.name
        else:
            (term,) = card.score
            assert card.ep == 0 and abs(term.amount * worth[str(i)] - target) <= 0.8 + 1e-9, card.name


def test_nobles_use_six_counts() -> None:
    counts = Counter(card.score[0].count for card in of_class(2))
    assert counts == {Count.GENE: 6, Count.CLASS: 3, Count.REPORT: 1, Count.ROWS: 1, Count.TYPES: 1}


# --- other components -------------------------------------------------------------------------------------------------


def test_milestone_cards_ask_for_four_icons_or_fewer_with_feral() -> None:
    for card in CARDS.milestones:
        feral = card.genes[5]
        assert sum(card.genes) == {0: 4, 1: 3, 2: 2}[feral] and (card.classes, card.types) == ((0, 0, 0), 0)


def worth(effect: Effect) -> float:
    """Value in coins of a placement bonus (5.9): the best entries of a pick, 2 for a purchase."""
    total = 0.0
    for line in effect:
        if line.kind == Kind.GAIN:
            total += coins(line.vec)
        elif line.kind == Kind.PICK:
            entries = sorted((VALUE[name] * n for name, n in zip(RESOURCES, line.vec) if n), reverse=True)
            total += sum(entries[: line.a])
        else:
            assert line.text == "buy 1 2 display"
            total += 2
    return total


def test_every_side_of_a_player_board_is_worth_12_coins() -> None:
    for board in CARDS.boards:
        for side in board:
            assert sum(map(worth, side)) == 12


def test_tiles_are_worth_five_to_six_coins() -> None:
    for row in printed("5.8"):
        assert 5 <= float(row[-1]) <= 6
    plain = [tile for tile in CARDS.tiles if all(line.kind == Kind.GAIN for line in tile.effect)]
    assert {worth(tile.effect) - (tile.name == "Med Shipment") for tile in plain} == {5}
    assert len(plain) == 9


def test_reservation_values_repeat_the_coins_at_the_start() -> None:
    assert [worth(effect) for effect in CARDS.tracks.reservation] == [0, 1, 2, 3]
    assert [coin - 6 for coin in CARDS.tracks.start_coins[1]] == [0, 1, 2, 3]


def test_the_die_gives_feral_every_second_time_and_injures_every_third() -> None:
    die = Counter(CARDS.die)
    assert ((die[1] + die[2]) / 6, (die[0] + die[2]) / 6) == (1 / 2, 1 / 3)


def test_police_names_are_spread_evenly() -> None:
    names = Counter(area for card in CARDS.solo for area in card.police)
    assert [names[i] for i in range(4)] == [8, 7, 7, 8]
    assert set(Counter(frozenset(card.police) for card in CARDS.solo).values()) == {2, 3}
    for location in range(5):
        assert len({card.cleared for card in CARDS.solo if card.location == location}) == 1
        assert [card.location for card in CARDS.solo[3 * location : 3 * location + 3]] == [location] * 3


def test_one_advanced_space_for_each_police_name_on_side_a() -> None:
    """R76, D3: solo police cards name an area."""
    on_a = [space.name for space in CARDS.spaces if "A" in space.sides]
    for area in POLICE_AREAS[:3]:
        assert [name.split("_")[0] for name in on_a].count(area) == 2
    assert EXPERIMENTS[: len(SPACES_OF_AREAS)] == tuple(space.name for space in CARDS.spaces)


def test_words_of_the_house_set_are_canonical() -> None:
    """What `to_dict` writes of a line is what the files say."""
    for file, columns in (("creatures", ("effect",)), ("scientists", ("plan",)), ("tiles", ("effect",))):
        for row in read_table(HOUSE / f"{file}.csv"):
            for column in columns:
                assert all(line in CARDS.line_texts for line in row[column].split("; ") if line != "none")
    assert len(CARDS.lines) == len(CARDS.line_texts) == 70 < LINES
    assert [line.text for line in CARDS.lines[:4]] == [f"common {i}" for i in range(4)]


def test_commons_of_the_basement_help_its_purchases_only() -> None:
    """D48: discounts and further purchases stand on commons of the basement."""
    for card in of_class(0):
        helps = any(line.kind in (Kind.EXTRA_BUY, Kind.BUY_DISCOUNT) for line in card.effect)
        assert not helps or card.location == BASEMENT
    assert [CLASSES[card.creature_class] for card in CARDS.creatures[:20]] == ["common"] * 20
