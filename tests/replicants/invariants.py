"""The invariants I1-I12 of RULES.md section 12, checked on whole batches of states with numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade.records import ENDED, LIVE, NONE
from random_play import check_padding, hold
from replicants_env.grammar import Effect
from replicants_env.state import CARDS, DRONES, FIELD_CARDS, KINDS, LETTERS, OPTIONS_ONLY, PAIRS, REPS, Pend, Step

PER_PLAYER = (
    "drone_pair hand produced locker doubles level_ups rep_count bonus_vp vp rep_card rep_level levelled gained used "
    "trig_mask setup_hand setup_l4 setup_disc own_discard crew crew_moved armed"
).split()
CURSORS = ("order_pos", "win_slot", "pend_kind", "pend_src", "pend_stage", "pend_left", "pend_floor", "pend_paid")
PAIR_OF = np.array([[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]])  # NN NP NH NS PP PH PS HH HS SS
MOST_IN_CORE = 19  # replicants of one player in the core game with the house set (D22)


# --- one position -----------------------------------------------------------------------------------------------------


def check_positions(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """Everything that holds in a position by itself; `masks` are its legal actions."""
    for check in (_check_resources, _check_cards, _check_field, _check_drones, _check_points, _check_station):
        check(game, s)
    _check_turns(game, s, masks)
    _check_unused(game, s)


def _check_resources(game: arkade.Game, s: np.ndarray) -> None:
    """I1, I8."""
    kept = s["pend_vec"] * (s["pend_kind"] == Pend.KEEP)[:, None]
    everywhere = s["supply"] + s["hand"].sum(axis=1) + s["locker"].sum(axis=1) + kept
    hold(game, s, everywhere == game.tables["supply"][0], f"I1: cards of each kind of {LETTERS} in all")
    for name in ("supply", "hand", "locker", "produced", "pend_vec"):
        hold(game, s, s[name] >= 0, f"I1: {name} is negative")
    total = int(game.tables["shelf_total"][0])
    shelf = total // game.num_players if total else 127
    hold(game, s, s["locker"] <= (shelf if game.options["usc"] else 0), "I8: more on a shelf than fits")


def _check_cards(game: arkade.Game, s: np.ndarray) -> None:
    """I2, and rows without gaps."""
    rows, places = np.arange(len(s))[:, None], np.arange(CARDS)
    undrawn = (places >= s["deck_pos"][:, None]) & (places < s["deck_len"][:, None])
    lying = (s["rep_card"].reshape(len(s), -1), np.where(undrawn, s["deck"], NONE), s["setup_hand"].reshape(len(s), -1))
    seen = np.zeros((len(s), CARDS + 1), int)
    for cards in lying:
        np.add.at(seen, (rows, cards), 1)  # NONE counts in the last column
    exist = places < game.tables["n_cards"][0]
    hold(game, s, seen[:, :CARDS] == exist, "I2: a card lies nowhere, or twice")
    hold(game, s, (s["deck"] == NONE) == (places >= s["deck_len"][:, None]), "I2: the deck has gaps")
    in_use = np.arange(REPS) < s["rep_count"][:, :, None]
    hold(game, s, (s["rep_card"] != NONE) == in_use, "rep_card beyond rep_count, or a gap")
    hold(game, s, (s["rep_level"] >= 1) == in_use, "rep_level beyond rep_count, or a gap")
    hold(game, s, s["rep_level"] <= 4, "a level above 4")
    for name in ("levelled", "gained", "used"):
        hold(game, s, s[name] >> s["rep_count"] == 0, f"I9: {name} beyond the slots in use")


def _check_field(game: arkade.Game, s: np.ndarray) -> None:
    """I3."""
    n = game.num_players
    dealt = s["field_y"][:, 0] != NONE
    field = np.concatenate([s["field_x"][:, :n], s["field_y"]], axis=1)
    hold(game, s, (field != NONE) == dealt[:, None], "I3: a field with gaps")
    undealt = np.arange(FIELD_CARDS) >= s["field_pos"][:, None]
    hold(game, s, (s["field_deck"] != NONE) == undealt, "I3: field_deck below field_pos, or with gaps")
    aside = s["field_pos"] - field.shape[1] * dealt
    hold(game, s, aside >= 0, "I3: more field cards out than dealt")
    counts = np.stack([(field == k).sum(axis=1) + (s["field_deck"] == k).sum(axis=1) for k in range(KINDS)], axis=1)
    hold(game, s, (counts <= 4) & (counts.sum(axis=1) == FIELD_CARDS - aside)[:, None], "I3: 4 field cards of a kind")
    out = np.stack([(field == k).any(axis=1) for k in range(KINDS)], axis=1)
    after = (s["step"] > Step.REPLENISH) & (s["step"] <= Step.AFTER_END) | (s["over"] != LIVE)
    hold(game, s, out | ~after[:, None], "I3: a kind is absent from the field")
    hold(game, s, dealt == after, "I3: a field is out exactly from Replenish to the end of the round")


def _check_drones(game: arkade.Game, s: np.ndarray) -> None:
    """I4, I5."""
    n, drones = game.num_players, s["drone_pair"] != NONE
    free = np.zeros((len(s), PAIRS), int)
    for i in range(n):
        for j in range(s["field_y"].shape[1]):
            a, b = s["field_x"][:, i], s["field_y"][:, j]
            rows = np.flatnonzero(a != NONE)
            np.add.at(free, (rows, PAIR_OF[a[rows], b[rows]]), 1)
    for pair in range(PAIRS):
        free[:, pair] -= (s["drone_pair"] == pair).sum(axis=(1, 2))
    hold(game, s, s["pair_free"] == free, "I4: pair_free")
    hold(game, s, (s["pair_free"].sum(axis=1) + s["drones_placed"] == DRONES * n) | (free.sum(axis=1) == 0), "I4: sum")
    hold(game, s, drones.sum(axis=(1, 2)) == s["drones_placed"], "drones_placed")
    most = 2 * drones.sum(axis=2)
    produced = s["produced"].sum(axis=2)
    hold(game, s, produced <= most, "I5: more produced than drones take")
    no_pile_dry = (s["step"] == Step.DRONE) & (s["supply"] > 0).all(axis=1)  # in this step piles do not grow
    hold(game, s, (produced == most) | ~no_pile_dry[:, None], "I5: less produced than drones take")
    hold(game, s, 2 * s["doubles"] <= produced, "D31: doubles")


def _check_points(game: arkade.Game, s: np.ndarray) -> None:
    """I6."""
    points = game.tables["level_vp"][0][s["rep_level"]].sum(axis=2) + s["bonus_vp"]
    hold(game, s, s["vp"] == np.minimum(points, 255), "I6: vp is not what D24 says")
    hold(game, s, (s["bonus_vp"] >= 0) & (s["bonus_vp"] <= 255), "bonus_vp")
    house = not game.options["usc"] and "cards" not in game.options
    hold(game, s, s["rep_count"] <= (MOST_IN_CORE if house else int(game.tables["rep_cap"][0])), "I6: rep_count")


def _check_station(game: arkade.Game, s: np.ndarray) -> None:
    """I10."""
    t, n = game.tables[0], game.num_players
    built = s["room_built"][:, None, None] >> s["crew"][:, :n] & 1
    hold(game, s, built == 1, "I10: crew in a room that is not built")
    hold(game, s, (s["crew"][:, :, 0] <= s["crew"][:, :, 1]) | (s["step"] == Step.STATION)[:, None], "I10: crew order")
    turn_rooms = int((t["room_when_turn"] << np.arange(len(t["room_when_turn"]))).sum()) if game.options["usc"] else 0
    hold(game, s, s["armed"] & ~turn_rooms == 0, "I10: a room is armed that is not `turn`")
    annexes = s["room_builder"] != NONE
    rooms = np.arange(annexes.shape[1])
    standing = s["room_built"][:, None] >> rooms & 1
    hold(game, s, (standing == 1) == (annexes | (int(t["core_rooms"]) >> rooms & 1 == 1)), "room_built")
    hold(game, s, (s["crew_moved"] == 0) | (s["step"] == Step.STATION)[:, None], "crew_moved")


def _check_turns(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """I7."""
    n, live = game.num_players, s["over"] == LIVE
    hold(game, s, (masks.sum(axis=1, dtype=int) >= 2) | ~live, "I7: fewer than two legal actions")
    hold(game, s, (masks == 0) | live[:, None], "I7: a legal action after the end")
    hold(game, s, (s["current_player"] >= 0) == live, "I7: current_player")
    hold(game, s, s["current_player"] < n, "I7: current_player")
    hold(game, s, (s["step"] == Step.OVER) == ~live, "D46: step")
    reached = (s["vp"] >= game.tables["target_vp"][0]).any(axis=1)
    hold(game, s, live | ((s["over"] == ENDED) == reached), "R33, D35: why it is over")
    hold(game, s, live | reached | (s["round"] == game.options["max_rounds"]), "D35: stopped before max_rounds")


def _check_unused(game: arkade.Game, s: np.ndarray) -> None:
    """Absent players, idle cursors and padding are as in the blank record."""
    n = game.num_players
    for name in PER_PLAYER:
        hold(game, s, s[name][:, n:] == game.blank[name][0, n:], f"{name} of an absent player")
    check_padding(game, s)
    for name in CURSORS:
        idle = s["over"] != LIVE
        if name.startswith("pend_"):
            idle = s["pend_kind"] == Pend.NOTHING
        hold(game, s, (s[name] == 0) | ~idle, f"D43, D46: {name} while nothing is asked")
    hold(game, s, (s["pend_vec"] == 0).all(axis=1) | (s["pend_kind"] != Pend.NOTHING), "D43: pend_vec")
    hold(game, s, s["win_slot"] <= OPTIONS_ONLY, "D44: win_slot")


# --- the course of a game ---------------------------------------------------------------------------------------------


class Course:
    """What holds from one decision to the next, in games with the house set."""

    def __init__(self, game: arkade.Game, deal: np.ndarray) -> None:
        self.game = game
        self.levels = deal["rep_level"].copy()  # when the round began

    def check(self, before: np.ndarray, after: np.ndarray) -> None:
        """I6, I8 and I9 over one step."""
        for name in ("vp", "bonus_vp", "rep_count", "rep_level", "deck_pos", "round", "room_built"):
            hold(self.game, after, after[name] >= before[name], f"I6: {name} falls")
        self._check_levels(before, after)
        self._check_hands(before, after)

    def _check_levels(self, before: np.ndarray, after: np.ndarray) -> None:
        """I9: one level per round and none for new replicants, more only where `ready` (or, in a room, `rapid`) is."""
        used = (before["used"] | after["used"])[:, :, None] >> np.arange(REPS) & 1 == 1
        has_ready = (self.game.tables["eff_kind"][0][after["rep_card"]] == Effect.READY).any(axis=3)
        readies = (used & has_ready & (after["rep_level"] == 4)).sum(axis=2)[:, :, None]
        rise = np.where(self.levels > 0, after["rep_level"] - self.levels, 0)
        hold(self.game, after, rise <= 1 + readies, "I9: a replicant rose twice in a round")
        if not self.game.options["usc"]:
            new = (self.levels == 0) & (after["rep_level"] > 1) & (before["round"] > 0)[:, None, None]
            hold(self.game, after, ~new | (readies > 0), "R22: a replicant levelled in the round it came")
        new_round = after["round"] != before["round"]
        self.levels[new_round] = after["rep_level"][new_round]

    def _check_hands(self, before: np.ndarray, after: np.ndarray) -> None:
        """I8: what is in hand in a new round was kept, or gained before the drones."""
        t = self.game.tables[0]
        keeps = np.where(t["eff_kind"] == Effect.KEEP, t["eff_k"], 0)
        gains = np.where(t["eff_kind"] == Effect.GAIN, t["eff_vec"].sum(axis=2) + t["eff_stars"], 0)
        early = (t["trigger"] < Step.DRONE) & (t["trigger"] != Step.SETUP) | (t["trigger"] > Step.DISCARD)
        worth = (keeps + gains * early[:, None]).sum(axis=1)
        at_l4 = after["rep_level"] == 4
        most = np.where(at_l4, worth[after["rep_card"]], 0).sum(axis=2)
        fresh = (after["round"] > np.maximum(before["round"], 1)) & (after["drones_placed"] == 0)
        total = after["hand"].sum(axis=2)
        hold(self.game, after, (total <= most) | ~fresh[:, None], "I8: more in hand than can be kept")
