"""The invariants I1-I14 of RULES.md section 11.2, checked on whole batches of states with numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade.records import ENDED, LIVE, NONE, STOPPED
from enclosure_env.state import (
    ADVANCED_DONE,
    AP_BASE,
    AREA_TAGS,
    AREAS,
    BASIC,
    BASIC_DONE,
    BASIC_SLOTS,
    CARDS,
    CELLS,
    CREATURE_TAGS,
    CREATURES,
    DISTINCT_AREA_TAGS,
    END_CARDS,
    FEATURES,
    MAX_CREATURE_TAGS,
    MAX_SAME_TOKENS,
    MOVEMENTS,
    OCCUPIED,
    PUSH_CARD,
    SPACES,
    SUPPLY,
    TOKENS,
    Phase,
)
from random_play import check_padding, hold

PER_PLAYER = (
    "area_count done habitat features card_score public_score hand research research_count private_milestone "
    "private_done"
).split()
MOST_PENDING = SPACES  # cards completed at once
CORNERS = {"E0": 3, "E3": 15, "W0": 0, "W3": 12}  # lines that enter a corner along a row (D3)


# --- one position -----------------------------------------------------------------------------------------------------


def check_positions(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """Everything that holds in a position by itself; `masks` are its legal actions."""
    for check in (_check_tokens, _check_cards, _check_caches, _check_milestones, _check_unused):
        check(game, s)
    _check_turns(game, s, masks)
    _check_masks(game, s, masks)


def _check_tokens(game: arkade.Game, s: np.ndarray) -> None:
    """I1 and I7; I4 is in `check_course`: six tokens at the deal, and never fewer."""
    n = game.num_players
    boards = s["habitat"].reshape(len(s), -1, 1) == np.arange(1, CREATURES + 1)
    hold(game, s, boards.sum(axis=1) + s["supply"] == SUPPLY + n, "I1: tokens of each creature")
    hold(game, s, (s["supply"] >= 0) & (s["pending"] >= 0), "I1, I7: supply or pending is negative")
    effects = s["phase"] == Phase.EFFECTS
    hold(game, s, (s["pending"] == 0).all(axis=1) | effects, "I7: pending outside phase effects")
    waiting = ((s["pending"] > 0) & (s["supply"] > 0)).any(axis=1)
    hold(game, s, waiting | ~effects, "I7: phase effects without an effect to carry out")
    hold(game, s, s["pending"].sum(axis=1) <= MOST_PENDING, "I7: too many effects")


def _check_cards(game: arkade.Game, s: np.ndarray) -> None:
    """I2 and I3."""
    rows, spaces = np.arange(len(s))[:, None], np.arange(SPACES)
    seen = np.zeros((len(s), CARDS + 1), int)
    for cards in (s["research"].reshape(len(s), -1), s["display"], s["deck"]):
        np.add.at(seen, (rows, cards), 1)  # NONE counts in the last column
    done = (s["done"][:, :, None] >> np.arange(CARDS) & 1).sum(axis=1)
    hold(game, s, seen[:, :CARDS] + done == 1, "I2: a card lies nowhere, or twice")
    for deck, (start, stop) in enumerate(((0, BASIC), (BASIC, CARDS))):
        inside = np.arange(stop - start) < s["deck_count"][:, deck, None]
        held = s["deck"][:, start:stop]
        hold(game, s, (held != NONE) == inside, "I2: a deck with gaps, or cards beyond its top")
        hold(game, s, (held == NONE) | ((held >= start) & (held < stop)), "I2: a card in the wrong deck")
    held, basic = s["display"] != NONE, s["display"] < BASIC
    hold(game, s, ~held | (basic == (np.arange(held.shape[1]) < BASIC_SLOTS)), "I2: a card in the wrong display")
    in_use = spaces < s["research_count"][:, :, None]
    hold(game, s, (s["research"] != NONE) == in_use, "I3: research areas with gaps")
    hold(game, s, s["research_count"] <= AP_BASE + s["private_done"], "I3: more research cards than spaces")


def _check_caches(game: arkade.Game, s: np.ndarray) -> None:
    """I6: what is counted anew from habitats, completed cards and claimed milestones is what the record holds."""
    n, cards = game.num_players, game.cards
    area = np.array(cards.area)
    tokens = (s["habitat"][:, :n, :, None] == np.arange(1, CREATURES + 1)).astype(int)
    by_area = np.stack([tokens[:, :, area == a].sum(axis=2) for a in range(AREAS)], axis=3)
    nibbles = s["area_count"][:, :n, :, None] >> 4 * np.arange(15) & 15
    hold(game, s, nibbles.reshape(by_area.shape) == by_area, "I6: area_count")
    done = s["done"][:, :n, None] >> np.arange(CARDS) & 1
    want = np.zeros((len(s), n, FEATURES), int)
    want[..., CREATURE_TAGS:AREA_TAGS] = done @ [card.creature_tags for card in cards.research]
    want[..., AREA_TAGS:BASIC_DONE] = done @ [card.habitat_tags for card in cards.research]
    want[..., BASIC_DONE], want[..., ADVANCED_DONE] = done[..., :BASIC].sum(axis=2), done[..., BASIC:].sum(axis=2)
    want[..., MAX_CREATURE_TAGS] = want[..., CREATURE_TAGS:AREA_TAGS].max(axis=2)
    want[..., DISTINCT_AREA_TAGS] = (want[..., AREA_TAGS:BASIC_DONE] > 0).sum(axis=2)
    want[..., TOKENS] = tokens.sum(axis=(2, 3))
    want[..., MAX_SAME_TOKENS] = tokens.sum(axis=2).max(axis=2)
    want[..., OCCUPIED : OCCUPIED + AREAS] = by_area.sum(axis=2)
    hold(game, s, s["features"][:, :n] == want, "I6: features")
    hold(game, s, s["card_score"][:, :n] == done @ [card.ep for card in cards.research], "I6: card_score")
    ep = np.array([milestone.ep for milestone in cards.public])[s["public_milestone"]]
    claimed = s["public_owner"][:, None, :] == np.arange(n)[:, None]
    hold(game, s, s["public_score"][:, :n] == (claimed * ep[:, None, :]).sum(axis=2), "I6: public_score")
    triggered = (want[..., BASIC_DONE] + want[..., ADVANCED_DONE] >= END_CARDS).any(axis=1)
    hold(game, s, (s["end_triggered"] == 1) == triggered, "I8: end_triggered")


def _check_milestones(game: arkade.Game, s: np.ndarray) -> None:
    n = game.num_players
    for name, used in (("private_milestone", n), ("public_milestone", n + 1)):
        ids = np.sort(s[name][:, :used])
        hold(game, s, (ids >= 0).all(axis=1) & (np.diff(ids) > 0).all(axis=1), f"{name}: the same card twice")
    hold(game, s, s["public_owner"] < n, "public_owner")


def _check_unused(game: arkade.Game, s: np.ndarray) -> None:
    """Absent players, unused slots and padding are as in the blank record."""
    n = game.num_players
    for name, used in [(name, n) for name in PER_PLAYER] + [("public_milestone", n + 1), ("public_owner", n + 1)]:
        hold(game, s, s[name][:, used:] == game.blank[name][0, used:], f"{name} of an absent player or slot")
    check_padding(game, s)


def _check_turns(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """I5, I11 and D32."""
    n, live, main, player = game.num_players, s["over"] == LIVE, s["phase"] == Phase.MAIN, s["current_player"]
    hold(game, s, (s["ap"] >= 0) & (s["ap"] <= AP_BASE + s["private_done"][np.arange(len(s)), player]), "I5: ap")
    hold(game, s, (player >= 0) == live, "D32: current_player")
    hold(game, s, player < n, "D32: current_player")
    hold(game, s, (s["phase"] == Phase.GAME_OVER) == ~live, "D32: phase")
    hold(game, s, (s["ap"] == 0) | live, "D32: ap")
    hold(game, s, live | ((s["over"] == ENDED) == (s["end_triggered"] == 1)), "R40, D27: why it is over")
    hold(game, s, (s["over"] != STOPPED) | (s["round"] == s["max_rounds"] - 1), "D27: stopped before max_rounds")
    hold(game, s, s["round"] < s["max_rounds"], "D27: round")
    claim = [*game.actions.range("claim_private"), *game.actions.range("claim_public")]
    hold(game, s, masks.any(axis=1) == live, "I11: no legal action, or one after the end")
    hold(game, s, masks[:, game.actions.start("end_turn")] == main, "I11: end_turn")
    hold(game, s, masks[:, game.actions.start("skip_effects")] == (live & ~main), "I11: skip_effects")
    hold(game, s, masks[:, claim].any(axis=1) | ~(main & (s["ap"] == 0)), "I11: ap 0 with nothing to claim")


def _check_masks(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """I12: section 5, from the fields."""
    rows, main, effects = np.arange(len(s)), s["phase"] == Phase.MAIN, s["phase"] == Phase.EFFECTS
    p, ap = s["current_player"], np.where(main, s["ap"], 0)
    board, hand = s["habitat"][rows, p], np.where(ap >= 1, s["hand"][rows, p], 0)
    tables, n_swaps = game.tables[0], int(game.tables["n_swaps"][0])
    card, a, b = (tables[name][:n_swaps].astype(int) for name in ("swap_card", "swap_a", "swap_b"))
    reach = np.zeros((CELLS, CELLS, MOVEMENTS), bool)
    for i, movement in enumerate(game.cards.movements[:PUSH_CARD]):
        for x, y in _reach(movement.pattern):
            reach[x, y, i] = True
    may = (hand[:, None] >> card & 1 == 1) & (board[:, a] != board[:, b]) & reach[a, b, card]
    hold(game, s, (masks[:, :n_swaps] == 1) == may, "I12: swap")
    can = np.where(main[:, None], (hand >> PUSH_CARD & 1 == 1)[:, None], effects[:, None] & (s["pending"] > 0))
    lines = np.ones((len(s), 16), bool)
    for name, cell in CORNERS.items():
        lines[:, "NESW".index(name[0]) * 4 + int(name[1])] = board[:, cell] != 0
    may = (can & (s["supply"] > 0))[:, :, None] & lines[:, None, :]
    hold(game, s, (masks[:, game.actions.range("push")] == 1) == may.reshape(len(s), -1), "I12: push")
    take = (ap >= 1) & (s["research_count"][rows, p] < AP_BASE + s["private_done"][rows, p])
    start = game.actions.start("take_basic")
    may = take[:, None] & np.concatenate([s["display"] != NONE, s["deck_count"] > 0], axis=1)
    hold(game, s, (masks[:, start : start + may.shape[1]] == 1) == may, "I12: take and draw")
    may = (ap >= 2) & (s["hand"][rows, p] != (1 << MOVEMENTS) - 1)
    hold(game, s, (masks[:, game.actions.start("collect")] == 1) == may, "I12: collect")


def _reach(pattern: tuple[str, ...]) -> set[tuple[int, int]]:
    """Cells a < b that lie in one image of a pattern (D5): any of 8 orientations, anywhere."""
    marks = [(r, c) for r, row in enumerate(pattern) for c, mark in enumerate(row) if mark == "X"]
    corners = [(0, 0), (len(pattern) - 1, len(pattern[0]) - 1)]  # of the frame
    turns = [lambda r, c, i=i, j=j, swap=swap: (i * (c if swap else r), j * (r if swap else c))
             for i in (1, -1) for j in (1, -1) for swap in (False, True)]  # fmt: skip
    pairs = set()
    for turn in turns:
        for dr in range(-3, 7):
            for dc in range(-3, 7):
                frame, cells = ([(turn(r, c)[0] + dr, turn(r, c)[1] + dc) for r, c in x] for x in (corners, marks))
                if all(0 <= r < 4 and 0 <= c < 4 for r, c in frame):
                    numbers = [4 * r + c for r, c in cells]
                    pairs |= {(x, y) for x in numbers for y in numbers if x < y}
    return pairs


# --- from one position to the next ------------------------------------------------------------------------------------


def check_course(game: arkade.Game, before: np.ndarray, after: np.ndarray) -> None:
    """I4, I5, I9 and I10 over one step."""
    same_turn = (before["current_player"] == after["current_player"]) | (before["over"] != LIVE)
    hold(game, after, (after["ap"] <= before["ap"]) | ~same_turn, "I5: ap rises within a turn")
    tokens = [(s["habitat"] != 0).sum(axis=2) for s in (before, after)]
    hold(game, after, tokens[1] >= tokens[0], "I4: tokens of a habitat get fewer")
    for name in ("private_done", "end_triggered", "round", "over"):
        hold(game, after, after[name] >= before[name], f"I9: {name} goes back")
    hold(game, after, after["done"] & before["done"] == before["done"], "I9: a completed card is lost")
    kept = (before["public_owner"] == NONE) | (after["public_owner"] == before["public_owner"])
    hold(game, after, kept, "I9: a claimed milestone changes hands")
    for name in ("max_rounds", "num_players", "draw_if_stopped", "private_milestone", "public_milestone", "rng"):
        hold(game, after, after[name] == before[name], f"{name} changes")
    empty = np.repeat(after["deck_count"] == 0, (BASIC_SLOTS, after["display"].shape[1] - BASIC_SLOTS), axis=1)
    hold(game, after, same_turn[:, None] | (after["display"] != NONE) | empty, "I10: a gap over a deck")


# --- what is shown ----------------------------------------------------------------------------------------------------


def check_hidden(game: arkade.Game, s: np.ndarray, seed: int) -> None:
    """I14: `determinize` changes the order of the decks and `rng` only; nobody sees a difference."""
    worlds = s.copy()
    for p in range(game.num_players):
        players = np.full(len(s), p)
        game.determinize(worlds, players, np.arange(len(s)) + seed)
        for name in set(s.dtype.names or ()) - {"deck", "rng"}:
            hold(game, s, worlds[name] == s[name], f"I14: determinize changes {name}")
        for cards in (slice(BASIC), slice(BASIC, CARDS)):
            hold(game, s, np.sort(worlds["deck"][:, cards]) == np.sort(s["deck"][:, cards]), "I14: other cards")
            hold(game, s, (worlds["deck"][:, cards] == NONE) == (s["deck"][:, cards] == NONE), "I14: another top")
        seen = [game.observe(states, players, np.uint8) for states in (worlds, s)]
        hold(game, s, seen[0] == seen[1], f"I14: player {p} sees a difference")
        hold(game, s, game.legal(worlds) == game.legal(s), "I14: the mask changes")
