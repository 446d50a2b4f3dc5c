"""The invariants I1-I14 of RULES.md section 12 and the caches of the record, checked on whole batches with numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade.records import ENDED, LIVE, NONE, STOPPED
from hiddenark_env.components import FISH_SPACES, KEPT_KINDS, LOCATIONS, TILES, TILES_PER_COLOUR, TOKEN_KINDS
from hiddenark_env.scenario_turn import TURN_FIELDS
from hiddenark_env.state import AT_LOCATION, COMPETITIVE, FACEDOWN, SOLO, Phase
from random_play import check_padding, hold

THRESHOLDS = np.array((7, 6, 5, 4))  # tiles, by number of players
TILE_IDS = np.arange(TILES)
PER_PLAYER = (
    "held_bits res colour_count discount fish_vp token_vp fish_own n_station n_vessel station_loc vessel_pos held "
    "slot_token free_slots last_row"
).split()
OPTIONS = ("num_players", "mode", "discovery", "uphill", "long_game", "board", "max_rounds")
CHANCE = ("pool", "discard", "undrawn", "esc_left", "fish_at")  # one of them changes with each draw


def counts_of(ids: np.ndarray, size: int) -> NDArray[np.int64]:
    """How often each id 0..size-1 occurs in each row, NONE left out."""
    return (ids.reshape(len(ids), -1, 1) == np.arange(size)).sum(axis=1)


def bits_of(words: np.ndarray, size: int) -> NDArray[np.int64]:
    """The lowest bits of words, along a new last axis."""
    return words[..., None].astype(np.int64) >> np.arange(size) & 1


# --- one position -----------------------------------------------------------------------------------------------------


def check_positions(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """Everything that holds in a position by itself; `masks` are its legal actions."""
    for check in (_check_tokens, _check_tiles, _check_tracks, _check_stations, _check_vessels, _check_progress):
        check(game, s)
    _check_unused(game, s)
    _check_turns(game, s, masks)
    _check_transit(game, s, masks)


def _check_tokens(game: arkade.Game, s: np.ndarray) -> None:
    """I1, I13, and what is counted of tokens."""
    seen = s["pool"].astype(int) + s["discard"]
    for name in ("face_up", "loc_token", "fish_token", "slot_token", "award_token", "gain_token", "install_token"):
        seen = seen + counts_of(s[name], TOKEN_KINDS)
    seen[:, :KEPT_KINDS] += s["held"].sum(axis=1)
    missing = game.tables["token_count"][0] - seen
    hold(game, s, missing >= 0, "I1: more tokens of a kind than there are")
    solo = s["mode"] == SOLO
    hold(game, s, (missing == 0).all(axis=1) | solo, "I1: a token is lost")
    capacity = game.tables["award_vp"][0][1][:, 0]
    full = (s["award_tokens"] >= capacity).all(axis=1)
    hold(game, s, (missing.sum(axis=1) == s["award_tokens"].sum(axis=1)) | full, "I1: tokens on awards")
    hold(game, s, (s["award_tokens"] <= capacity) & (solo[:, None] | (s["award_tokens"] == 0)), "D37: award_tokens")
    hold(game, s, s["pool_n"] == s["pool"].sum(axis=1), "pool_n")
    in_use = np.arange(s["face_up"].shape[1]) < s["n_face_up"][:, None]
    hold(game, s, (s["face_up"] != NONE) == in_use, "face_up with gaps")
    picks = (s["mode"] == COMPETITIVE) & (s["phase"] == Phase.OPPORTUNITY)
    hold(game, s, (s["pool_n"] > 0) | (s["discard"] == 0).all(axis=1) | ~picks, "I13: empty pool beside used tokens")
    hold(game, s, s["held_bits"] == ((s["held"] > 0) << np.arange(KEPT_KINDS)).sum(axis=2), "held_bits")
    slots = s["slot_token"].shape[2]
    free = (s["slot_token"] == NONE) & (bits_of(game.tables["all_slots"], slots)[0] == 1)
    hold(game, s, s["free_slots"] == (free << np.arange(slots)).sum(axis=2), "free_slots")


def _check_tiles(game: arkade.Game, s: np.ndarray) -> None:
    """I2, I3 and I7."""
    t = game.tables[0]
    own, undrawn = bits_of(s["fish_own"], TILES), bits_of(s["undrawn"], TILES)
    hold(game, s, undrawn + counts_of(s["fish_at"], TILES) + own.sum(axis=1) == 1, "I2: a tile is nowhere, or twice")
    colours = t["fish_colour"][s["board"]]
    faceup, facedown = s["fish_at"] >= 0, s["fish_at"] == FACEDOWN
    hold(game, s, ~faceup | (s["fish_at"] // TILES_PER_COLOUR == colours), "I2: a tile on another colour")
    for colour in range(TILES // TILES_PER_COLOUR):
        left = undrawn[:, TILES_PER_COLOUR * colour : TILES_PER_COLOUR * (colour + 1)].sum(axis=1)
        hold(game, s, (facedown & (colours == colour)).sum(axis=1) <= left, "I2: more facedown tiles than undrawn")
    hold(game, s, ~facedown | (s["discovery"] == 1)[:, None], "R64: a facedown tile outside Discovery")
    empty = s["fish_at"] == NONE
    hold(game, s, s["tiles_left"] == FISH_SPACES - empty.sum(axis=1), "tiles_left")
    hold(game, s, ~empty | (s["fish_token"] == NONE), "a token on an empty fish space")
    hold(game, s, ~empty | (s["fish_esc"] == NONE).all(axis=2), "escalation on an empty fish space")
    placed = counts_of(s["fish_esc"], len(t["esc_count"]))
    hold(game, s, (s["esc_left"] >= 0) & (s["esc_left"] + placed <= t["esc_count"]), "I3: escalation tokens")
    escalates = (s["mode"] != COMPETITIVE) | (s["uphill"] == 1)
    hold(game, s, (placed.sum(axis=1) == 0) | escalates, "R57: escalation in a competitive game")
    colour_of = TILE_IDS[:, None] // TILES_PER_COLOUR == np.arange(TILES // TILES_PER_COLOUR)
    hold(game, s, s["colour_count"] == own @ colour_of, "I7: colour_count")
    hold(game, s, s["discount"] == own @ t["tile_discount"].astype(int), "I7: discount")
    hold(game, s, s["fish_vp"] == own @ t["tile_vp"].astype(int), "I7: fish_vp")


def _check_tracks(game: arkade.Game, s: np.ndarray) -> None:
    """I4 and I8."""
    t, cap = game.tables[0], game.tables["cap"][0]
    hold(game, s, (s["res"] >= 0) & (s["res"] <= cap), "I4: res")
    own = s["res"][np.arange(len(s)), s["current_player"]]
    live = (s["over"] == LIVE)[:, None]
    hold(game, s, (s["late"] >= 0) & ((s["late"] <= own) | ~live), "I4: late")
    hold(game, s, (s["pending"] >= 0) & ((s["pending"] == 0) | (own == cap) | ~live), "I4: pending beside room")
    hold(game, s, s["excess"] >= 0, "I4: excess")
    waiting = (s["pending"] > 0) | (s["late"] > 0)
    hold(game, s, ~waiting | (s["row"] != NONE)[:, None], "I4: bonuses that wait before the row is chosen")
    value = t["vp_value"][s["board"]].astype(int)
    taken = (value * (1 - bits_of(s["vp_left"], value.shape[1]))).sum(axis=1)
    given = s["token_vp"].sum(axis=1) - taken
    hold(game, s, given >= 0, "I8: fewer VP than tokens taken")
    if not any(token.effect[-1] for token in game.cards.tokens):
        hold(game, s, given == 0, "I8: more VP than tokens taken")


def _check_stations(game: arkade.Game, s: np.ndarray) -> None:
    """The half of I5 on stations."""
    used = np.arange(s["station_loc"].shape[2]) < s["n_station"][:, :, None]
    hold(game, s, (s["station_loc"] != NONE) == used, "I5: n_station")
    owner = np.full((len(s), LOCATIONS), NONE)
    for p in range(game.num_players):
        mine = counts_of(s["station_loc"][:, p], LOCATIONS)
        hold(game, s, (mine <= 1) & ((mine == 0) | (owner == NONE)), "I5: two stations on a location")
        owner[mine == 1] = p
    hold(game, s, s["loc_owner"] == owner, "I5: loc_owner")
    hold(game, s, (owner == NONE) | (s["loc_token"] == NONE), "R23: a token under a station")
    exists = np.arange(LOCATIONS) < game.tables["n_loc"][0][s["board"]][:, None]
    free = (exists & (owner == NONE)) << np.arange(LOCATIONS)
    hold(game, s, s["free_locations"] == free.sum(axis=1), "free_locations")


def _check_vessels(game: arkade.Game, s: np.ndarray) -> None:
    """The half of I5 on vessels, and I6."""
    n, place = game.num_players, s["vessel_pos"].astype(int)
    used = np.arange(place.shape[2]) < s["n_vessel"][:, :, None]
    hold(game, s, (place != NONE) == used, "I5: n_vessel")
    at_home = place >= AT_LOCATION
    owner = np.take_along_axis(s["loc_owner"], np.where(at_home, place - AT_LOCATION, 0).reshape(len(s), -1), axis=1)
    mine = owner.reshape(place.shape) == np.arange(place.shape[1])[:, None]
    hold(game, s, mine | ~at_home, "I5: a vessel at a foreign location")
    counts = counts_of(place, AT_LOCATION + LOCATIONS)
    hold(game, s, counts[:, AT_LOCATION:] <= 2, "I5: three vessels at a location")
    hold(game, s, s["sea_count"] == counts[:, :AT_LOCATION], "I6: sea_count")
    most = np.where(s["transit"] != NONE, 3, 2)[:, None]
    hold(game, s, (counts <= most) & ((counts > 2).sum(axis=1) <= 1)[:, None], "I6: a crowded space")
    fewest = np.where(s["base"] == Phase.SETUP, 0, 1)[:, None]
    for name in ("n_station", "n_vessel"):
        hold(game, s, (s[name][:, :n] >= fewest) & (s[name][:, :n] <= 4), f"I5: {name}")


def _check_progress(game: arkade.Game, s: np.ndarray) -> None:
    """I9."""
    hold(game, s, s["refills_done"] <= 2 + s["long_game"], "I9: refills_done")
    acts = (s["phase"] == Phase.MAIN) & (s["long_game"] == 0)
    enough = s["tiles_left"] > THRESHOLDS[s["num_players"] - 1]
    hold(game, s, ~acts | (s["end_state"] > 0) | enough, "I9: a refill is missing")
    hold(game, s, (s["end_state"] == 0) | (s["refills_done"] == 2 + s["long_game"]), "I9: end_state")
    hold(game, s, (s["blocker"] == NONE) | (s["mode"] == SOLO), "R61: a blocker outside solo")


def _check_unused(game: arkade.Game, s: np.ndarray) -> None:
    """Absent players and padding are as in the blank record."""
    for name in PER_PLAYER:
        used = game.num_players
        hold(game, s, s[name][:, used:] == game.blank[name][0, used:], f"{name} of an absent player")
    check_padding(game, s)


def _check_turns(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """I10, D30, D40, D44, and the second half of I4."""
    live, player = s["over"] == LIVE, s["current_player"]
    hold(game, s, masks.any(axis=1) == live, "I10: no legal action, or one after the end")
    hold(game, s, (player >= 0) == live, "D44: current_player")
    hold(game, s, player < game.num_players, "D44: current_player")
    hold(game, s, (s["phase"] == Phase.OVER) == ~live, "D44: phase")
    hold(game, s, (s["over"] != ENDED) | (s["end_state"] == 2), "D30: ended without a final round")
    hold(game, s, (s["over"] != STOPPED) | (s["round"] == s["max_rounds"]), "D40: stopped before max_rounds")
    hold(game, s, s["round"] <= s["max_rounds"], "D40: round")
    hold(game, s, (s["round"] == 0) == (s["base"] == Phase.SETUP), "D44: round 0 is setup")
    first = np.where((s["round"] == 1) & (s["uphill"] == 0), 2, 1)
    starts = (s["phase"] == Phase.OPPORTUNITY) & (s["opp_left"] == first) & (s["investigated"] == 0)
    for name in TURN_FIELDS:
        same = (s[name] == game.blank[name]).reshape(len(s), -1).all(axis=1)
        between = ~live | (s["phase"] == Phase.SETUP) | (starts & (name != "opp_left"))
        hold(game, s, same | ~between, f"I4, D41, D44: {name} between turns")


def _check_transit(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """I11: who is in transit can go on, and must."""
    t = game.tables[0]
    going_on = [a for kind in ("step", "convert", "extend") for a in game.actions.range(kind)]
    others = np.delete(masks, going_on, axis=1)
    in_transit = (s["transit"] != NONE) & (s["phase"] == Phase.MAIN)
    hold(game, s, (others == 0).all(axis=1) | ~in_transit, "I11: another action in transit")
    for row in np.flatnonzero(in_transit):
        x = s[row]
        p, board = x["current_player"], x["board"]
        y = int(x["vessel_pos"][p, x["transit"]])
        n, limits = int(t["n_sea"][board]), np.full(AT_LOCATION, 2)
        limits[t["fish_sea"][board][x["fish_at"] >= 0]] = 1
        if x["blocker"] != NONE:
            limits[t["fish_sea"][board, x["blocker"]]] = 0
        occupied = x["sea_count"].astype(int)
        occupied[y] -= 1
        rest = t["distance"][board, y, :n][occupied[:n] < limits[:n]].min(initial=127)
        steps = x["moves"] + x["op_rescue"] + (x["res"][p].sum() + x["pending"].sum()) // 2
        hold(game, s[row : row + 1], np.array([0 < rest <= steps]), "I11: no way out of a full space")


# --- from one position to the next ------------------------------------------------------------------------------------


def check_course(game: arkade.Game, before: np.ndarray, after: np.ndarray, actions: NDArray[np.int64]) -> None:
    """What one step may change."""
    hold(game, after, after["step_count"] == before["step_count"] + (actions != NONE), "step_count")
    for name in OPTIONS:
        hold(game, after, after[name] == before[name], f"{name} changes")
    for name in ("refills_done", "end_state", "over", "round", "n_station", "n_vessel", "token_vp", "fish_vp"):
        hold(game, after, after[name] >= before[name], f"{name} goes back")
    for name in ("undrawn", "vp_left"):
        hold(game, after, after[name] & ~before[name] == 0, f"{name}: something comes back")
    hold(game, after, before["fish_own"] & ~after["fish_own"] == 0, "I2: a rescued tile is lost")
    kept = (before["slot_token"] == NONE) | (after["slot_token"] == before["slot_token"])
    hold(game, after, kept, "R40: an installed token is lost")
    escalations = [s["esc_left"].sum(axis=1) + (s["fish_esc"] != NONE).sum(axis=(1, 2)) for s in (before, after)]
    hold(game, after, escalations[1] <= escalations[0], "I3: escalation tokens come back")
    drew = after["rng"] != before["rng"]
    shown = [(after[name] != before[name]).reshape(len(after), -1).any(axis=1) for name in CHANCE]
    flipped = np.isin(actions, game.actions.range("discard_face_up"))  # a token that may be the next to be drawn
    hold(game, after, ~drew | np.any(shown, axis=0) | flipped, "D43: a draw that reveals nothing")


# --- what is hidden ---------------------------------------------------------------------------------------------------


def check_hidden(game: arkade.Game, s: np.ndarray, seed: int) -> None:
    """I12: `determinize` changes `rng` only; nobody sees a difference."""
    for p in range(game.num_players):
        worlds, players = s.copy(), np.full(len(s), p)
        game.determinize(worlds, players, np.arange(len(s)) + seed)
        hold(game, s, worlds["rng"] != s["rng"], "I12: determinize keeps rng")
        for name in set(s.dtype.names or ()) - {"rng"}:
            hold(game, s, worlds[name] == s[name], f"I12: determinize changes {name}")
        seen = [game.observe(states, players, np.uint8) for states in (worlds, s)]
        hold(game, s, seen[0] == seen[1], f"I12: player {p} sees a difference")
        hold(game, s, game.legal(worlds) == game.legal(s), "I12: the mask changes")
        hold(game, s, game.evaluate(worlds, players) == game.evaluate(s, players), "I12: the value changes")
