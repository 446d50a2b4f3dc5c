"""The house set: it is what RULES.md section 4 prints, and keeps the promises made there."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from card_files import read_table
from hiddenark_env.card_set import HOUSE, Map, Tile, load_cards
from hiddenark_env.components import (
    CLASSES,
    COLOURS,
    EFFECTS,
    ESCALATIONS,
    MOST_VP,
    PLAYERS,
    POSITIONS,
    RESOURCES,
    SCIENCES,
    SIDES,
    TILES_PER_COLOUR,
    TOKENS,
    WORLD_WIDE,
)

RULES = (Path(HOUSE).parent / "RULES.md").read_text(encoding="utf-8")
CARDS = load_cards()
MAPS = {one.name: one for one in CARDS.maps}
EQUATOR, POLAR = MAPS["house_equator"], MAPS["house_polar"]


def printed(header: str) -> list[list[str]]:
    """The cells of the table of RULES.md whose header begins so."""
    lines = RULES.splitlines()
    (start,) = [i for i, line in enumerate(lines) if line.startswith(header)]
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[start + 2 :])
    return [[cell.strip(" `") for cell in row.strip().strip("|").split("|")] for row in rows]


def amounts(words: str, names: tuple[str, ...]) -> dict[str, str]:
    """A cell such as `chem=1 money=2`, a number for every name."""
    found = dict(word.split("=") for word in words.split())
    assert set(found) <= set(names)
    return {name: found.get(name, "0") for name in names}


# --- opportunity tokens -----------------------------------------------------------------------------------------------


def test_tokens_are_the_table_of_the_rules() -> None:
    rows = [
        {"id": i, "key": key, "class": kind, "count": n, **amounts(effect, EFFECTS), "source": source}
        for i, key, kind, n, effect, source in printed("| id | key | class |")
    ]
    assert read_table(HOUSE / "tokens.csv") == rows


def test_there_are_106_tokens() -> None:
    copies = Counter[str]()
    for token in CARDS.tokens:
        copies[token.token_class] += token.count
    assert [copies[kind] for kind in CLASSES] == [22, 32, 52]
    assert copies.total() == TOKENS == 106


def test_every_science_has_as_many_tokens() -> None:
    for science in range(len(SCIENCES)):
        by_amount = Counter[tuple[str, int]]()
        for token in CARDS.tokens:
            if token.effect[science]:
                by_amount[token.token_class, token.effect[science]] += token.count
        assert by_amount == {("instant", 3): 7, ("instant", 2): 3, ("instant", 1): 1, ("upgrade", 1): 4}


def test_every_instant_is_worth_about_three_resources() -> None:
    for token in CARDS.tokens:
        gains = sorted(amount for amount in token.effect if amount)
        assert token.token_class != "instant" or gains in ([3], [2, 2], [1, 2]) or token.key == "any2"
        assert token.token_class != "upgrade" or gains in ([1], [2])


def test_tokens_have_their_keys() -> None:
    assert [CARDS.token_ids[key] for key in ("once_move3", "up_upgrade", "chem3", "any2")] == [0, 12, 32, 47]
    assert CARDS.tokens[9].effect == (0,) * 7 + (2, 0, 0, 0, 0)  # up_move2


# --- fish species tiles -----------------------------------------------------------------------------------------------


def test_fish_are_the_table_of_the_rules() -> None:
    columns = ("tile", "colour", "name", *RESOURCES, "vp")
    rows = [
        dict(zip(columns, row))
        | {f"d_{name}": n for name, n in amounts(row[9], RESOURCES).items()}
        | dict(zip(("need_stations", "need_vessels", "source"), row[10:], strict=True))
        for row in printed("| tile | colour |")
    ]
    assert read_table(HOUSE / "fish.csv") == rows


def of_colour(colour: int) -> list[Tile]:
    return [tile for tile in CARDS.tiles if tile.colour == colour]


@pytest.mark.parametrize("colour", range(len(COLOURS)), ids=COLOURS)
def test_every_colour_asks_and_gives_the_same(colour: int) -> None:
    tiles = of_colour(colour)
    assert len(tiles) == TILES_PER_COLOUR == 6
    assert [sum(tile.cost[r] for tile in tiles) for r in range(len(RESOURCES))] == [11, 11, 11, 11, 3]
    assert [sum(tile.discount[r] for tile in tiles) for r in range(len(RESOURCES))] == [2, 2, 2, 2, 0]
    assert sum(tile.vp for tile in tiles) == 35


@pytest.mark.parametrize("colour", range(len(COLOURS)), ids=COLOURS)
def test_every_colour_has_the_six_shapes(colour: int) -> None:
    shapes = [(sorted(filter(None, tile.cost[:4]), reverse=True), tile.cost[4]) for tile in of_colour(colour)]
    wanted = [([4, 2], 0), ([3, 2, 2], 0), ([6, 1, 1], 0), ([4, 2], 2), ([3, 3, 2], 0), ([4, 3, 2], 1)]
    assert shapes == wanted
    assert [(tile.need_stations, tile.need_vessels) for tile in of_colour(colour)] == [
        (0, 0),
        (0, 0),
        (0, 2),
        (0, 0),
        (2, 0),
        (0, 0),
    ]


def test_vp_follow_the_curve() -> None:
    for tile in CARDS.tiles:
        requirement = 1 if tile.need_stations or tile.need_vessels else 0
        assert tile.vp == sum(tile.cost) - 2 + requirement - (sum(tile.discount) - 1), tile.name


def test_no_tile_is_better_than_another_in_all() -> None:
    for better, worse in itertools.permutations(CARDS.tiles, 2):
        cheaper = all(a <= b for a, b in zip(better.cost, worse.cost))
        easier = better.need_stations <= worse.need_stations and better.need_vessels <= worse.need_vessels
        richer = better.vp >= worse.vp and all(a >= b for a, b in zip(better.discount, worse.discount))
        assert not (cheaper and easier and richer), (better.name, worse.name)


def test_the_example_tile_is_the_one_of_the_rulebook() -> None:
    tile = CARDS.tiles[2]
    assert (tile.cost, tile.vp, tile.discount) == ((1, 6, 0, 1, 0), 7, (0, 0, 1, 0, 0))
    assert (tile.need_stations, tile.need_vessels, tile.source) == (0, 2, "rulebook")


# --- escalation tokens, awards, ratings -------------------------------------------------------------------------------


def test_escalation_tokens_are_the_table_of_the_rules() -> None:
    cells = [cell for row in printed("| id | adds | count |   |") for cell in row if cell]
    kinds = sorted(zip(cells[::3], cells[1::3], cells[2::3]), key=lambda kind: int(kind[0]))
    rows = [{"id": i, **amounts(adds, RESOURCES), "count": n, "source": "house"} for i, adds, n in kinds]
    assert read_table(HOUSE / "escalation.csv") == rows


def test_every_science_has_three_ones_two_twos_and_a_three() -> None:
    assert sum(kind.count for kind in CARDS.escalations) == ESCALATIONS == 24
    assert sum(kind.count * kind.number for kind in CARDS.escalations) == 40
    found = {kind.cost: kind.count for kind in CARDS.escalations}
    assert found == {
        tuple(n if r == science else 0 for r in range(5)): 4 - n for science in range(4) for n in (1, 2, 3)
    }


def test_awards_are_the_table_of_the_rules() -> None:
    rows = printed("| side | awards 0–4")
    assert [row[0].split("`")[0] for row in rows] == list(SIDES)
    for side, (_, colours, world_wide, _) in zip(CARDS.awards, rows, strict=True):
        assert side[:WORLD_WIDE] == (tuple(map(int, colours.split(" / "))),) * len(COLOURS)
        assert side[WORLD_WIDE] == (int(world_wide), 0, 0, 0)


def test_tied_players_share_the_awards_of_the_rulebook() -> None:
    """D32: two first get 6 each, a shared second 4, the third 3."""
    (first, second, third, fourth), *_ = CARDS.awards[0]
    assert ((first + second) // 2, (second + third) // 2, third, fourth) == (6, 4, 3, 0)
    assert len(POSITIONS) == PLAYERS


def test_ratings_are_the_table_of_the_rules() -> None:
    rows = printed("| players | band 1 |")
    assert [int(row[0]) for row in rows] == [1, 2, 3, 4]
    assert CARDS.bands[0].bounds is None
    assert [band.bounds for band in CARDS.bands[1:]] == [
        tuple(int(row[band]) for row in rows) for band in range(1, len(CARDS.bands))
    ]


def test_derived_bands_go_on_in_tens_up_to_201() -> None:
    for n in range(PLAYERS):
        bounds = [band.bounds[n] for band in CARDS.bands if band.bounds]
        assert [b - a for a, b in itertools.pairwise(bounds[2:])] == [10] * 5
    assert CARDS.bands[-1].bounds == (201, 191, 151, 111)
    assert [band.source for band in CARDS.bands] == ["rulebook"] * 5 + ["derived"] * 4
    assert [band.name_source for band in CARDS.bands] == ["rulebook"] * 4 + ["house"] * 5
    assert all(band.name in RULES for band in CARDS.bands[4:])


# --- player board -----------------------------------------------------------------------------------------------------


def test_player_board_is_the_one_of_the_rules() -> None:
    text = RULES.split("```toml\n")[1].split("```")[0]
    found = tomllib.loads((HOUSE / "boards" / "player_board.toml").read_text(encoding="utf-8"))
    sources = found.pop("source")
    assert found == tomllib.loads(text)
    assert set(sources) == set(found)


def test_player_board_keeps_the_figures_of_the_rulebook() -> None:
    board = CARDS.board
    assert (board.station_cost[0], board.station_vp, board.vessel_vp) == (3, 5, 3)  # R22, R51
    assert (board.base_move, board.research) == (1, 3)  # R26, R41
    assert [len(row) for row in board.slot_cost] == [3, 3, 3, 3]
    assert any(not any(cost) for cost in board.slot_cost[2])  # a slot without a price in the Upgrade row


# --- maps -------------------------------------------------------------------------------------------------------------


def of_map(name: str) -> tuple[str, str]:
    """What RULES.md 4.7 says of a map: its drawing, and the lists below it."""
    (found,) = re.findall(rf"\*\*\d `{name}`\*\*[^\n]*\n```\n(.*?)```\n([^\n]*)\n", RULES, re.DOTALL)
    return found


@pytest.mark.parametrize("one", MAPS.values(), ids=MAPS)
def test_maps_are_drawn_and_listed_in_the_rules(one: Map) -> None:
    grid, lists = of_map(one.name)
    assert "\n".join(map(" ".join, one.grid)) == grid.strip()
    locations, fish, vp = re.fullmatch(
        r"Locations 0–19: (.*)\. Fish spaces 0–9: (.*)\. VP spaces 0–9: (.*)\.", lists
    ).groups()  # type: ignore[union-attr]
    assert one.locations == tuple(locations.split(", "))
    shorts = {"np": 0, "sp": 1, "at": 2, "io": 3, "polar": 4}
    spaces = [(int(r), int(c), shorts[colour]) for r, c, colour in re.findall(r"\((\d+),(\d+)\) (\w+)", fish)]
    assert [(*one.sea[space], colour) for space, colour in zip(one.fish, one.fish_colours)] == spaces
    assert [one.sea[space] for space in one.vp] == [(int(r), int(c)) for r, c in re.findall(r"\((\d+),(\d+)\)", vp)]


def test_sizes_of_the_maps() -> None:
    assert list(CARDS.map_ids) == ["house_equator", "house_polar"]
    assert [len(one.sea) for one in CARDS.maps] == [58, 54]
    for one in CARDS.maps:
        assert (len(one.locations), len(one.fish), len(one.vp)) == (20, 10, 10)
        assert Counter(one.fish_colours) == dict.fromkeys(range(5), 2)
        assert one.vp_values == (2,) * 10 and max(one.vp_values) <= MOST_VP


def steps_of(one: Map) -> set[tuple[int, int]]:
    return {(a, b) for a, steps in enumerate(one.neighbours) for b in steps if b != -1}


def test_the_equator_joins_at_the_date_line_and_not_in_central_america() -> None:
    ids, steps = EQUATOR.sea_ids, steps_of(EQUATOR)
    for row in (0, 1, 2, 3, 4, 6):
        assert {(ids[row, 0], ids[row, 11]), (ids[row, 11], ids[row, 0])} <= steps
    assert EQUATOR.grid[5][11] == "Lv"
    assert {(ids[3, 2], ids[3, 3]), (ids[3, 3], ids[3, 2])}.isdisjoint(steps)


def test_nothing_else_is_walled_off() -> None:
    for one in CARDS.maps:
        wrap = {11} if one is EQUATOR else set()
        beside = {
            (a, b)
            for (r, c), a in one.sea_ids.items()
            for (r2, c2), b in one.sea_ids.items()
            if (r == r2 and abs(c - c2) in {1} | wrap) or (c == c2 and abs(r - r2) == 1)
        }
        walled = {(22, 23), (23, 22)} if one is EQUATOR else set()
        assert steps_of(one) == beside - walled


def distances(one: Map, start: int) -> dict[int, int]:
    """Steps to every sea space."""
    found, new = {start: 0}, [start]
    for space in new:
        for step in one.neighbours[space]:
            if step != -1 and step not in found:
                found[step] = found[space] + 1
                new.append(step)
    return found


@pytest.mark.parametrize("one", MAPS.values(), ids=MAPS)
def test_every_location_has_fish_in_reach_but_not_at_the_door(one: Map) -> None:
    for name, arrow in zip(one.locations, one.arrows):
        reach = distances(one, arrow)
        assert len(reach) == len(one.sea)
        assert 2 <= min(reach[space] for space in one.fish) + 1 <= 4, name


@pytest.mark.parametrize("one", MAPS.values(), ids=MAPS)
def test_arrows_end_on_plain_water_each_on_its_own(one: Map) -> None:
    assert len(set(one.arrows)) == len(one.arrows)
    assert set(one.arrows).isdisjoint({*one.fish, *one.vp})


def test_every_row_says_its_source() -> None:
    files = ("tokens", "fish", "escalation", "awards", "ratings")
    counts = Counter(row["source"] for file in files for row in read_table(HOUSE / f"{file}.csv"))
    assert counts["rulebook"] == 9 + 1 + 5
    assert counts.total() == 29 + 30 + 12 + 12 + 9
    assert [one.source for one in CARDS.maps] == ["house", "house"]
