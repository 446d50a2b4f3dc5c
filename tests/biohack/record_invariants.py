"""The invariants of RULES.md section 12, checked on whole batches of states with numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import arkade
from arkade.records import ENDED, LIVE, NONE
from biohack_env.actions import ACTIONS
from biohack_env.components import ADVANCED, CREATURES, EXPERIMENTS, GENES, ROWS, TOKEN_SPACES
from biohack_env.state import POLICE, STATE, TO_CHOOSE, Node, Phase, spaces_in_play
from random_play import check_padding, hold

FIRST = (0, 4, 7)  # spaces of a player board by class
NODES = {  # kinds of actions at each node (15)
    Node.SIDE: "side",
    Node.SCIENTIST: "scientist",
    Node.DRAFT: "take",
    Node.PLAN: "done heal plan",
    Node.SELECT: "done heal select",
    Node.TURN: "pass heal retrieve experiment",
    Node.PICK: "resource",
    Node.WILD: "resource",
    Node.DIE: "done heal accept resource reroll",
    Node.BUY: "done take deck",
    Node.KEEP: "keep",
    Node.CREATE: "done use_scientist create",
    Node.ALLOC: "resource",
    Node.ALLEY: "done convert alley",
    Node.DNA: "done unlock report",
    Node.RESERVE: "done reserve",
    Node.TRADE: "done accept",
    Node.IMPROVE: "done accept",
}
CLEAN = STATE.names[STATE.names.index("cur_space") : STATE.names.index("trade_left") + 1]  # scratch
CARDS = np.arange(CREATURES)


def bits(numbers: np.ndarray, size: int) -> NDArray[np.bool_]:
    """Which of the bits 0..size-1 are set, along a further axis."""
    return (numbers[..., None].astype(np.int64) >> np.arange(size) & 1).astype(bool)


def here(cards: np.ndarray) -> NDArray[np.int64]:
    """How often each card occurs in a row of ids, NONE left out."""
    flat = cards.reshape(len(cards), -1)
    return (flat[:, :, None] == CARDS).sum(axis=1)


def check_positions(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """Everything that holds in a position by itself; `masks` are its legal actions."""
    for check in (_check_cards, _check_nomans, _check_ranges, _check_caches, _check_rows, _check_tokens, _check_track):
        check(game, s)
    _check_node(game, s, masks)
    _check_memory(game, s)
    _check_unused(game, s)


def _check_cards(game: arkade.Game, s: np.ndarray) -> None:
    """(1)"""
    in_deck = np.arange(s["deck"].shape[2]) < s["deck_len"][:, :, None]
    hold(game, s, (s["deck"] == NONE) == ~in_deck, "(1) the deck has gaps")
    places = here(s["deck"]) + here(s["display"]) + here(s["tableau"]) + here(s["look"])
    places += bits(s["discard"], CREATURES) + bits(s["hand"], CREATURES).sum(axis=1)
    hold(game, s, places == 1, "(1) a card lies nowhere, or twice")
    classes = game.tables["card_class"][0]
    slots = np.arange(12) // 4
    hold(game, s, (s["display"] == NONE) | (classes[s["display"]] == slots), "(1) class of a card on display")
    hold(game, s, ~in_deck | (classes[s["deck"]] == np.arange(3)[:, None]), "(1) class of a card in a deck")


def _on_experiments(s: np.ndarray, p: int) -> NDArray[np.int64]:
    return (s["adv"] == p).sum(axis=1) + s["basic"][:, :, p].sum(axis=1)


def _check_nomans(game: arkade.Game, s: np.ndarray) -> None:
    """(2), (4)"""
    for p in range(game.num_players):
        on_locations = bits(s["on_location"][:, p], 5).sum(axis=1)
        nomans = s["home"][:, p] + s["injured"][:, p] + on_locations + _on_experiments(s, p)
        hold(game, s, nomans == 3, "(2) Nomans")
    for name in ("home", "injured", "basic"):
        hold(game, s, s[name] >= 0, f"(2) {name} is negative")
    outside = s["phase"] != Phase.RESEARCH
    for p in range(game.num_players):
        away = (s["on_location"][:, p] != 0) | (_on_experiments(s, p) > 0)
        hold(game, s, ~(outside & away) | (s["phase"] == Phase.OVER), "(2) a Noman away before research")
    if game.num_players > 1:
        hold(game, s, (s["assistant"] == 0) & ~(s["adv"] == POLICE).any(axis=1), "R76: solo tokens")


def _check_ranges(game: arkade.Game, s: np.ndarray) -> None:
    """(3)"""
    limits = {"genes": 10, "medicine": 2, "locks": 2, "coins": 9999, "token_kept": 63, "used": 15, "lost": 1}
    for name, most in limits.items():
        hold(game, s, (s[name] >= 0) & (s[name] <= most), f"(3) {name}")
    hold(game, s, s["genes"][:, :, len(GENES) :] == 0, "(3) genes beyond the six")
    hold(game, s, (s["steps"] >= 0) & (s["steps"] < 5000), "section 11: steps")


def _check_caches(game: arkade.Game, s: np.ndarray) -> None:
    """(5)"""
    t, tableau = game.tables[0], s["tableau"]
    there = tableau != NONE
    hold(
        game, s, (bits(s["tableau_mask"], CREATURES)) == here(tableau.reshape(-1, 9)).reshape(len(s), 4, -1), "(5) mask"
    )
    for c, (first, size) in enumerate(zip(FIRST, ROWS)):
        counts = there[:, :, first : first + size].sum(axis=2)
        hold(game, s, s["count"][:, :, c] == counts, "(5) count")
    artisans = tableau[:, :, 4:7]
    found = (artisans != NONE)[..., None] * t["card_disc"][artisans]
    hold(game, s, s["disc"] == found.sum(axis=2), "(5) disc")
    hold(game, s, s["disc_wild"] == ((artisans != NONE) * t["card_wild"][artisans]).sum(axis=2), "(5) disc_wild")
    hold(game, s, bits(s["shown"], 12) == (s["display"] != NONE), "(5) shown")
    free = np.full(len(s), spaces_in_play(game.num_players))
    for a, name in enumerate(ADVANCED):
        free &= ~((s["adv"][:, a] != NONE).astype(np.int64) << EXPERIMENTS.index(name))
    hold(game, s, s["free_spaces"] == free, "(5) free_spaces")


def _check_rows(game: arkade.Game, s: np.ndarray) -> None:
    """(6)"""
    classes, there = game.tables["card_class"][0], s["tableau"] != NONE
    for c, (first, size) in enumerate(zip(FIRST, ROWS)):
        row = there[:, :, first : first + size]
        hold(game, s, row[:, :, :-1] >= row[:, :, 1:], "(6) a row has a gap")
        cards = s["tableau"][:, :, first : first + size]
        hold(game, s, ~row | (classes[cards] == c), "(6) a creature in another row")


def _check_tokens(game: arkade.Game, s: np.ndarray) -> None:
    """(7), (8)"""
    for name in ("milestone_token", "row_token"):
        lying = s[name] != NONE
        hold(game, s, lying[:, :, :-1] >= lying[:, :, 1:], f"(7) {name} has a gap")
        for p in range(game.num_players):
            hold(game, s, (s[name] == p).sum(axis=2) <= 1, f"(7) {name} twice")
    for c, size in enumerate(ROWS):
        for p in range(game.num_players):
            full = s["count"][:, p, c] == size
            hold(game, s, (s["row_token"][:, c] == p).any(axis=1) == full, "(7) a full row without its token")
    lying = s["token"] != NONE
    if game.options["enclosure"]:
        empty = s["tableau"][:, : game.num_players][:, :, TOKEN_SPACES] == NONE
        hold(game, s, lying[:, : game.num_players] == empty, "(8) a token lies on an empty space")
        kept = bits(s["token_kept"], len(GENES))
        for gene in range(len(GENES)):
            hold(game, s, (s["token"] == gene).sum(axis=2) + kept[:, :, gene] <= 1, "(8) a token twice")
    else:
        hold(game, s, ~lying & (s["token_kept"] == 0)[:, :, None], "(8) a token without the module")


def _check_track(game: arkade.Game, s: np.ndarray) -> None:
    """(9), (10)"""
    n = game.num_players
    ordered = np.sort(s["order"][:, :n], axis=1) == np.arange(n)
    hold(game, s, ordered | ((s["node"] == Node.SIDE)[:, None] & (s["order"][:, :n] == NONE)), "(9) order")
    for p in range(n):
        hold(game, s, (s["reserve"] == p).sum(axis=1) <= 1, "(9) a marker twice")
    empty = (s["node"] == Node.SELECT) | (s["phase"] == Phase.SETUP) | (n < 3)
    hold(game, s, (s["reserve"] == NONE) | ~empty[:, None], "(9) a marker on the track")
    hold(game, s, s["hand_known"] & ~s["hand"] == 0, "(10) a known card that is not in hand")
    hold(game, s, (s["loc_choice"] == 0) | (s["node"] == Node.SELECT)[:, None], "(10) a choice of locations")


def _check_node(game: arkade.Game, s: np.ndarray, masks: NDArray[np.int8]) -> None:
    """(11), (15)"""
    live = s["over"] == LIVE
    hold(game, s, masks.any(axis=1) == live, "(11) legal actions")
    hold(game, s, (s["current_player"] >= 0) == live, "(11) player to act")
    hold(game, s, (s["phase"] == Phase.OVER) == ~live, "(11) phase over")
    hold(game, s, (s["node"] == Node.OVER) == ~live, "(11) node over")
    hold(game, s, live | (s["over"] == ENDED), "(11) over")
    for node, kinds in NODES.items():
        allowed = [a for kind in kinds.split() for a in ACTIONS.range(kind)]
        outside = np.delete(masks, allowed, axis=1)
        hold(game, s, (s["node"] != node) | ~outside.any(axis=1), f"(15) an action at node {node.name}")
    idle = s["stack_len"] == 0
    open_node = (s["node"] >= Node.PICK) & (s["node"] <= Node.IMPROVE)
    hold(game, s, idle != open_node, "(11) node and stack")
    for name in CLEAN:
        if not name.startswith("padding") and name not in ("unresolved", "stack_len"):
            default = game.blank[name][0]
            hold(game, s, ~idle.reshape(-1, *[1] * default.ndim) | (s[name] == default), f"section 6: {name} when idle")


def _check_memory(game: arkade.Game, s: np.ndarray) -> None:
    """(16)"""
    hiding = here(s["deck"]) + here(s["look"]) + bits(s["hand"] & ~s["hand_known"], CREATURES).any(axis=1) > 0
    recycled = bits(s["recycled"], CREATURES)
    hold(game, s, ~recycled | hiding, "(16) a recycled card in sight")
    for c in range(3):
        deck = here(s["deck"][:, c]) > 0
        some, every = (deck & recycled).any(axis=1), (~deck | recycled).all(axis=1)
        hold(game, s, ~some | every, "(16) a deck is recycled in part")
    for p in range(game.num_players):
        hold(game, s, s["deck_known"][:, p] >> s["deck_len"] == 0, "(16) a known place beyond the deck")


def _check_unused(game: arkade.Game, s: np.ndarray) -> None:
    """Rows of absent players are as before the deal; nothing that is there now is only padding."""
    check_padding(game, s)
    for name in STATE.names or ():
        field = s[name]
        if field.ndim > 1 and field.shape[1] == 4 and name not in ("milestone", "milestone_token", "reserve", "tile"):
            hold(game, s, field[:, game.num_players :] == game.blank[name][0, game.num_players :], f"absent: {name}")
    if not any(side == TO_CHOOSE for side in game.blank["side"][0]):
        hold(game, s, s["side"] == game.blank["side"], "the side of a board")


def check_course(game: arkade.Game, before: np.ndarray, after: np.ndarray, actions: NDArray[np.int64]) -> None:
    """What changes, or does not, from one step to the next."""
    played = actions != NONE
    hold(game, after, after["steps"] == before["steps"] + played, "steps")
    for name in ("num_players", "enclosure", "challenge", "milestone", "board"):
        hold(game, after, after[name] == before[name], f"{name} changed")
    for name in ("round", "end_trigger", "lost", "token_kept", "tableau_mask", "seventh_round"):
        hold(game, after, after[name] >= before[name], f"{name} went back")
    hold(game, after, after["locks"] <= before["locks"], "locks grew")
    gone = bits(before["tableau_mask"], CREATURES) & ~bits(after["tableau_mask"], CREATURES)
    hold(game, after, ~gone.any(axis=2), "a creature left")
    tokens = (before["milestone_token"] != NONE) & (before["milestone_token"] != after["milestone_token"])
    hold(game, after, ~tokens, "a milestone token moved")
