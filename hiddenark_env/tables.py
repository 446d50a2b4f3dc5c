"""The TABLES record of Hidden Ark: token, tile, board and map data, passed to every kernel as `t`."""

from __future__ import annotations

import numpy as np

from arkade.records import NONE, tables_dtype
from hiddenark_env.card_set import CardSet, Map, check_folder, load_cards
from hiddenark_env.components import (
    AWARDS,
    BANDS,
    CLASSES,
    DIRECTIONS,
    EFFECTS,
    ESCALATION_KINDS,
    FISH_SPACES,
    KEPT_KINDS,
    LOCATIONS,
    MAPS,
    PIECES,
    PLAYERS,
    POSITIONS,
    SEA_SPACES,
    SIDES,
    SLOTS,
    SLOTS_PER_ROW,
    TILES,
    TOKEN_KINDS,
    VP_SPACES,
)
from hiddenark_env.state import ESCALATIONS_PER_TILE, FACEDOWN, N_COLOURS, N_RESOURCES, N_SCIENCES

__all__ = ["TABLES", "CardSet", "build_tables", "check_folder", "load_cards"]

FAR = 127  # a distance that nobody goes
N_WAYS = len(DIRECTIONS)  # out of a place
SPACE, NEAR, WAYS = range(3)  # of `places`
LAUNCHES = 1 << N_WAYS  # of WAYS: the one way out of a location
FISH_AT_ONCE = 1 << FISH_SPACES // 2  # sets of a half of the fish spaces
EFFECT_BYTES = 16  # two words
SHARES = (PLAYERS + 1) * PLAYERS
BEFORE_TILES = -FACEDOWN  # rows before the first tile: facedown, empty
ANY, SCIENCE, MOVE, RESCUE, BUILD, UPGRADE, VP = range(N_RESOURCES, len(EFFECTS))  # of an effect

EFFECT_WORTH = (  # of one of each effect, in points, in competitive games and for a team
    (*[0.6] * N_RESOURCES, 0.72, 0.60, 0.43, 1.14, 1.25, 0.85, 1.0),
    (*[0.6] * N_RESOURCES, 0.96, 0.69, 0.16, 1.73, 1.01, 0.80, 1.0),
)

# What makes a token worth using, bits of `token_use`: room on a track by resource, then these.
USE_ALWAYS = 1 << N_RESOURCES
USE_RESCUE, USE_BUILD = USE_ALWAYS << 1, USE_ALWAYS << 2
USE_UPGRADE = USE_ALWAYS << 3  # an upgrade token is held and a slot is free
USE_OTHER_UPGRADE = USE_ALWAYS << 4  # two upgrade tokens are held and a slot is free
USES_AT_ONCE = USE_ALWAYS  # combinations of the lower half of these bits, and of the higher one

TABLES_FIELDS = [
    # maps
    ("n_sea", "i1", MAPS),
    ("n_loc", "i1", MAPS),
    ("n_vp", "i1", MAPS),
    # sea spaces that a vessel can go to, by where it is + 1: one in each direction or NONE, from a location the first
    ("exits", "i1", (MAPS, 1 + SEA_SPACES + LOCATIONS, N_WAYS)),
    # the same in words: SPACE a bit, nothing for a location; NEAR bits of all; WAYS bits of those that exist
    ("places", "u8", (MAPS, 1 + SEA_SPACES + LOCATIONS, 4)),
    ("arrow", "i1", (MAPS, LOCATIONS)),  # sea space
    ("sea_fish", "i1", (MAPS, SEA_SPACES)),  # fish space, NONE
    ("sea_vp", "i1", (MAPS, SEA_SPACES)),  # VP space, NONE
    ("fish_sea", "i1", (MAPS, FISH_SPACES)),
    ("fish_colour", "i1", (MAPS, FISH_SPACES)),
    ("vp_sea", "i1", (MAPS, VP_SPACES)),
    ("vp_value", "i1", (MAPS, VP_SPACES)),
    # opportunity tokens
    ("token_class", "i1", TOKEN_KINDS),  # 0 once, 1 upgrade, 2 instant; NONE: no such kind
    ("token_effect", "i1", (TOKEN_KINDS, EFFECT_BYTES)),  # by EFFECTS, then zeros
    ("token_count", "i1", TOKEN_KINDS),
    ("token_use", "i2", TOKEN_KINDS),  # USE_ bits
    ("token_worth", "f8", (2, TOKEN_KINDS)),  # what `evaluate` takes it to be worth in points, alone and in a team
    ("token_n", "i1"),  # all copies
    ("upgrade_kinds", "i8"),  # bits of upgrade kinds
    ("rescue_kinds", "i8"),  # bits of kept kinds whose use asks for a rescue, for a build
    ("build_kinds", "i8"),
    ("useful_kinds", "i8", (2, USES_AT_ONCE)),  # bits of kept kinds, by the lower and by the higher bits of USE_ bits
    # fish tiles
    ("tile_cost", "i1", (TILES, N_RESOURCES)),
    ("tile_discount", "i1", (TILES, N_RESOURCES)),
    ("tile_colour", "i1", TILES),
    ("tile_vp", "i1", TILES),
    ("tile_need_station", "i1", TILES),
    ("tile_need_vessel", "i1", TILES),
    ("all_tiles", "i4"),  # bits
    # escalation tokens
    ("esc_cost", "i1", (ESCALATION_KINDS, N_RESOURCES)),
    ("esc_number", "i2", ESCALATION_KINDS),
    ("esc_count", "i1", ESCALATION_KINDS),
    # the player board
    ("cap", "i1", N_RESOURCES),
    ("start", "i1", N_RESOURCES),
    ("station_cost", "i1", PIECES),  # by stations on the map; 0 without one and with all
    ("vessel_cost", "i1", PIECES),
    ("station_vp", "i1"),
    ("vessel_vp", "i1"),
    ("base_move", "i1"),
    ("research", "i1"),
    ("slot_cost", "i1", (SLOTS, N_RESOURCES)),
    ("slot_twins", "i4", SLOTS),  # bits of slots before it in its row with its price
    ("all_slots", "i4"),  # bits
    # points
    ("award_vp", "i1", (len(SIDES), AWARDS, len(POSITIONS))),
    # points of a colour's award by 4 * (players with as many tiles or more) + players with more (D32); first 0
    ("award_share", "i1", (len(SIDES), N_COLOURS, SHARES)),
    ("rating", "i2", (PLAYERS, BANDS)),  # lowest team score of each band by number of players; of band 0: 0
    # what is observed in words; a row of zeros stands for what is not there
    ("token_numbers", "u1", (1 + TOKEN_KINDS, 16)),  # by kind + 1: class and effect
    ("tile_costs", "u1", (BEFORE_TILES + TILES, 8)),  # by tile + BEFORE_TILES: cost
    ("tile_numbers", "u1", (BEFORE_TILES + TILES, 8)),  # by tile + BEFORE_TILES: discount, VP, needs
    ("esc_numbers", "u1", (1 + ESCALATION_KINDS, 8)),  # by kind + 1: cost, 1, number
    ("fish_head", "u1", (MAPS, FISH_SPACES, 8)),  # colour
    # bounds of what is observed
    ("most_effect", "i1"),
    ("most_cost", "i1"),
    ("most_vp", "i1"),
    ("most_discount", "i1"),
    ("most_number", "i2"),
    ("distance", "i1", (MAPS, SEA_SPACES, SEA_SPACES)),  # steps between sea spaces
    ("tiles_at_sea", "u8", (MAPS, 2, FISH_AT_ONCE)),  # bits of sea spaces by bits of a half of the fish spaces
]
TABLES = tables_dtype(TABLES_FIELDS, __file__)


def build_tables(cards: CardSet) -> np.ndarray:
    """TABLES[1] of a card set."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    for name in ("exits", "arrow", "sea_fish", "sea_vp", "vp_sea", "token_class"):
        t[name] = NONE
    for m, one in enumerate(cards.maps):
        _write_map(t, m, one)
    _write_tokens(t, cards)
    for i, tile in enumerate(cards.tiles):
        t["tile_cost"][i], t["tile_discount"][i] = tile.cost, tile.discount
        t["tile_colour"][i], t["tile_vp"][i] = tile.colour, tile.vp
        t["tile_need_station"][i], t["tile_need_vessel"][i] = tile.need_stations, tile.need_vessels
    t["all_tiles"] = (1 << TILES) - 1
    for i, escalation in enumerate(cards.escalations):
        t["esc_cost"][i], t["esc_count"][i], t["esc_number"][i] = escalation.cost, escalation.count, escalation.number
    _write_board(t, cards)
    _write_observed(t, cards)
    t["award_vp"] = cards.awards
    for reached in range(1, PLAYERS + 1):
        for better in range(reached):
            shared = t["award_vp"][:, :N_COLOURS, better:reached].astype(int).sum(axis=2)
            t["award_share"][:, :, PLAYERS * reached + better] = shared // (reached - better)
    for i, band in enumerate(cards.bands):
        t["rating"][:, i] = band.bounds or (0,) * PLAYERS
    _write_bounds(t)
    return tables


def _write_observed(t: np.void, cards: CardSet) -> None:
    """What observations copy of tokens, tiles and spaces."""
    for token in cards.tokens:
        is_class = [int(token.token_class == name) for name in CLASSES]
        t["token_numbers"][1 + token.id, : len(CLASSES) + len(EFFECTS)] = [*is_class, *token.effect]
    t["tile_costs"][BEFORE_TILES:, :N_RESOURCES] = t["tile_cost"]
    for i, tile in enumerate(cards.tiles):
        t["tile_numbers"][BEFORE_TILES + i] = [*tile.discount, tile.vp, tile.need_stations, tile.need_vessels]
    for i, escalation in enumerate(cards.escalations):
        t["esc_numbers"][1 + i, : N_RESOURCES + 2] = [*escalation.cost, 1, escalation.number]
    for m in range(len(cards.maps)):
        t["fish_head"][m, :, :N_COLOURS] = np.eye(N_COLOURS)[t["fish_colour"][m]]


def _write_bounds(t: np.void) -> None:
    """The largest numbers that are observed, at least 1 (RULES.md section 8)."""
    for name, largest in (
        ("most_effect", t["token_effect"].max()),
        ("most_cost", t["tile_cost"].max() + ESCALATIONS_PER_TILE * t["esc_cost"].max()),
        ("most_vp", t["tile_vp"].max()),
        ("most_discount", t["tile_discount"].max()),
        ("most_number", ESCALATIONS_PER_TILE * t["esc_number"].max()),
    ):
        t[name] = max(1, int(largest))


def _write_map(t: np.void, m: int, one: Map) -> None:
    n = len(one.sea)
    t["n_sea"][m], t["n_loc"][m], t["n_vp"][m] = n, len(one.locations), len(one.vp)
    t["exits"][m, 1 : 1 + n] = one.neighbours
    t["exits"][m, 1 + SEA_SPACES :][: len(one.arrows), 0] = one.arrows
    for place, spaces in enumerate(t["exits"][m].tolist()):
        if 1 <= place <= n:
            t["places"][m, place, SPACE] = 1 << place - 1
        t["places"][m, place, NEAR] = sum(1 << y for y in set(spaces) - {NONE})
        ways = sum(1 << way for way, y in enumerate(spaces) if y != NONE)
        t["places"][m, place, WAYS] = ways if place <= n else LAUNCHES * ways
    t["arrow"][m, : len(one.arrows)] = one.arrows
    t["fish_sea"][m], t["fish_colour"][m] = one.fish, one.fish_colours
    t["sea_fish"][m, list(one.fish)] = range(len(one.fish))
    t["vp_sea"][m, : len(one.vp)], t["vp_value"][m, : len(one.vp)] = one.vp, one.vp_values
    t["sea_vp"][m, list(one.vp)] = range(len(one.vp))
    for half, bits in np.ndindex(2, FISH_AT_ONCE):
        spaces = one.fish[half * FISH_SPACES // 2 :][: FISH_SPACES // 2]
        t["tiles_at_sea"][m, half, bits] = sum(1 << space for i, space in enumerate(spaces) if bits >> i & 1)
    t["distance"][m] = FAR
    for space in range(n):
        t["distance"][m, space, :n] = _distances(one, space)


def _distances(one: Map, start: int) -> list[int]:
    """Steps from a sea space to each; the sea is connected."""
    steps = {start: 0}
    queue = [start]
    for space in queue:
        for step in one.neighbours[space]:
            if step != NONE and step not in steps:
                steps[step] = steps[space] + 1
                queue.append(step)
    return [steps[space] for space in range(len(one.sea))]


def _write_tokens(t: np.void, cards: CardSet) -> None:
    for token in cards.tokens:
        k = token.id
        t["token_class"][k], t["token_count"][k] = CLASSES.index(token.token_class), token.count
        t["token_effect"][k, : len(EFFECTS)] = token.effect
        t["token_worth"][:, k] = np.dot(EFFECT_WORTH, token.effect)
        t["token_use"][k] = _uses(token.effect, token.token_class == "upgrade")
        t["token_n"] += token.count
        if k < KEPT_KINDS:
            for half, bits in np.ndindex(2, USES_AT_ONCE):
                is_useful = int(t["token_use"][k]) & bits * USES_AT_ONCE**half != 0
                t["useful_kinds"][half, bits] |= int(is_useful) << k
            t["upgrade_kinds"] |= int(token.token_class == "upgrade") << k
            t["rescue_kinds"] |= int(token.effect[RESCUE] > 0) << k
            t["build_kinds"] |= int(token.effect[BUILD] > 0) << k


def _uses(effect: tuple[int, ...], is_upgrade: bool) -> int:
    """USE_ bits of an effect (RULES.md section 6, useful)."""
    uses = sum(1 << r for r in range(N_RESOURCES) if effect[r])
    uses |= (1 << N_RESOURCES) - 1 if effect[ANY] else 0
    uses |= (1 << N_SCIENCES) - 1 if effect[SCIENCE] else 0
    uses |= USE_ALWAYS if effect[MOVE] or effect[VP] else 0
    uses |= USE_RESCUE if effect[RESCUE] else 0
    uses |= USE_BUILD if effect[BUILD] else 0
    return uses | ((USE_OTHER_UPGRADE if is_upgrade else USE_UPGRADE) if effect[UPGRADE] else 0)


def _write_board(t: np.void, cards: CardSet) -> None:
    board = cards.board
    for name in ("cap", "start", "station_vp", "vessel_vp", "base_move", "research"):
        t[name] = getattr(board, name)
    t["station_cost"][1:], t["vessel_cost"][1:] = board.station_cost, board.vessel_cost
    for row, prices in enumerate(board.slot_cost):
        for i, price in enumerate(prices):
            slot = SLOTS_PER_ROW * row + i
            t["slot_cost"][slot] = price
            t["slot_twins"][slot] = sum(1 << SLOTS_PER_ROW * row + j for j in range(i) if prices[j] == price)
            t["all_slots"] |= 1 << slot
