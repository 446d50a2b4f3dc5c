"""The invariants of RULES.md section 12 after every step of random games of the kernels."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from arkade.records import ENDED
from biohack.random_cards import random_cards
from biohack.record_invariants import check_course, check_positions
from biohack_env.state import Node
from random_play import Broken, check_observations, check_results, check_round_trip, dealt, hold, random_play

EAGER = ("create", "report", "use_scientist")  # chosen whenever legal: boards fill, games end early
SETUPS: dict[str, dict[str, Any]] = {
    **{f"{n}p": {"num_players": n} for n in (2, 3, 4)},
    "2p-choose": {"num_players": 2, "board_side": "choose", "enclosure": True},
    "3p-advanced": {"num_players": 3, "board_side": "advanced"},
    "4p-mixed": {"board_side": ["basic", "advanced", "choose", "choose"], "enclosure": True},
    **{f"solo-{challenge}": {"num_players": 1, "challenge": challenge} for challenge in range(5)},
}


def check_games(game: arkade.Game, games: int, seed: int, prefer: tuple[str, ...] = ()) -> set[int]:
    """Check every step of random games; the nodes that were met."""
    choices, met = random.Random(seed), set[int]()
    wanted = [a for kind in prefer for a in game.actions.range(kind)]
    for step, (before, after, actions) in enumerate(random_play(game, dealt(game, games, seed), seed, wanted)):
        check_positions(game, after, game.legal(after))
        check_course(game, before, after, actions)
        met |= set(after["node"].tolist())
        if step % 5 == 0:
            check_round_trip(game, after, choices.randrange(len(after)))
        if step % 20 == 0:
            check_observations(game, after, "section 10")
    check_observations(game, after, "section 10")
    check_ends(game, after)
    return met


def check_ends(game: arkade.Game, states: np.ndarray) -> None:
    """The end comes when it must; (12); `score` is what `scores` says."""
    hold(game, states, states["over"] == ENDED, "section 11: every game ends by itself")
    n = game.num_players
    hold(game, states, states["score"][:, :n] == game.scores(states), "section 11: score")
    last = game.tables["rounds"][0][n]
    early = (states["end_trigger"] == 1) & (game.options["challenge"] != 3)
    hold(game, states, (states["round"] == last) | early | (states["lost"] == 1), "R14, R15: the last round")
    hold(game, states, (states["lost"] == 0) | (game.options["challenge"] == 4), "R85: a loss")
    if n > 1:
        check_results(game, states, "(12)")
    else:
        for reward in ("win", "rank"):
            hold(game, states, np.abs(game.returns(states, reward)) == 1, "section 11: a solo result")


@pytest.mark.fuzz
@pytest.mark.parametrize("name", SETUPS)
def test_invariants_hold_in_random_games(name: str, fuzz_factor: int) -> None:
    game, met = arkade.make("biohack", **SETUPS[name]), set[int]()
    for seed in range(fuzz_factor):
        met |= check_games(game, 24, seed)
        met |= check_games(game, 24, seed + 1000, EAGER)
    others = {Node.WILD, Node.ALLOC, Node.TRADE, Node.KEEP, Node.IMPROVE, Node.PLAN, Node.SIDE, Node.RESERVE}
    assert met >= set(Node) - others


@pytest.mark.fuzz
def test_invariants_hold_with_random_card_sets(fuzz_factor: int, tmp_path: Path) -> None:
    met = set[int]()
    for seed in range(48 + 16 * fuzz_factor):  # `improve` is met in few of them
        options = list(SETUPS.values())[seed % len(SETUPS)]
        game = arkade.make("biohack", cards=random_cards(seed, tmp_path / "cards"), **options)
        met |= check_games(game, 6, seed, EAGER if seed % 2 else ())
    assert met == set(Node)


# --- the checks can fail ----------------------------------------------------------------------------------------------

BREAKS = {
    "(1)": lambda s: s["discard"].__setitem__(0, s["discard"][0] ^ 1 << int(s["deck"][0, 0, 0])),
    "(2)": lambda s: s["home"].__setitem__((0, 1), 2),
    "(3) genes": lambda s: s["genes"].__setitem__((0, 0, 3), 11),
    "(3) coins": lambda s: s["coins"].__setitem__((0, 0), -1),
    "(5) count": lambda s: s["count"].__setitem__((0, 0, 0), 1),
    "(5) disc": lambda s: s["disc"].__setitem__((0, 0, 0), 1),
    "(5) shown": lambda s: s["shown"].__setitem__(0, 0),
    "(5) free_spaces": lambda s: s["free_spaces"].__setitem__(0, 1),
    "(7)": lambda s: s["row_token"].__setitem__((0, 2, 1), 2),
    "(8)": lambda s: s["token_kept"].__setitem__((0, 0), 5),
    "(9) order": lambda s: s["order"].__setitem__((0, 0), s["order"][0, 1]),
    "(9) a marker": lambda s: s["reserve"].__setitem__((0, 2), 1),
    "(10) a known": lambda s: s["hand_known"].__setitem__((0, 1), ~s["hand"][0, 1] & 255),
    "(11) player": lambda s: s["current_player"].__setitem__(0, -1),
    "(15)": lambda s: s["node"].__setitem__(0, Node.TURN),
    "(16) a recycled": lambda s: s["recycled"].__setitem__(0, 1 << int(s["display"][0, 3])),
    "section 6": lambda s: s["pick_left"].__setitem__(0, 1),
    "absent": lambda s: s["coins"].__setitem__((0, 3), 1),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_position_is_noticed(name: str) -> None:
    game = arkade.make("biohack", num_players=3)
    states = dealt(game, 1, seed=3)
    while states["node"][0] != Node.SELECT:
        game.step(states, int(game.legal(states)[0].argmax()))
    masks = game.legal(states)
    check_positions(game, states, masks)
    BREAKS[name](states)
    with pytest.raises(Broken) as broken:
        check_positions(game, states, masks)
    assert str(broken.value).startswith(name)
