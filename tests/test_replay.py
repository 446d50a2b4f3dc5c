"""Replays come back as they were saved, verify, and say which line and step is wrong."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import arkade
from arkade.replay import EVERY, Replay, ReplayError, load, play, record, save, verify
from game_cases import CASES, IDS, make
from replicants.random_cards import random_cards


def random_actions(game: arkade.Game, seed: int, most: int = 10_000) -> list[int]:
    state, random = game.new(1), np.random.default_rng(seed)
    game.reset(state, seed)
    actions: list[int] = []
    while not game.over(state)[0] and len(actions) < most:
        actions.append(int(random.choice(np.flatnonzero(game.legal(state)[0]))))
        game.step(state, actions[-1])
    return actions


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_whole_game_comes_back_and_verifies(case, tmp_path: Path) -> None:
    game = make(case)
    actions = random_actions(game, seed=4)
    replay = record(game, 4, actions)
    assert replay.actions == tuple(actions) and len(replay.hashes) == 1 + -(-len(actions) // EVERY)
    save(tmp_path / "game.txt", replay)
    assert load(tmp_path / "game.txt") == verify(tmp_path / "game.txt") == replay
    again, state = play(replay)
    assert again.over(state)[0] and tuple(again.scores(state)[0].tolist()) == replay.scores
    assert replay.end == ("stopped" if state["over"][0] == 2 else "ended")


@pytest.mark.parametrize("length", [0, 1, EVERY - 1, EVERY, EVERY + 1])
def test_a_game_that_goes_on(length: int, tmp_path: Path) -> None:
    game = arkade.make("replicants", num_players=2)
    actions = random_actions(game, 9, most=length)
    save(tmp_path / "game.txt", record(game, 9, actions))
    replay = verify(tmp_path / "game.txt")
    assert (replay.end, len(replay.actions), replay.seed) == ("live", length, 9)


def test_a_position_in_the_middle() -> None:
    game = arkade.make("replicants", num_players=3, usc=True)
    actions = random_actions(game, 5, most=50)
    replay, state = record(game, 5, actions), game.new(1)
    game.reset(state, 5)
    for action in actions[:33]:
        game.step(state, action)
    again, middle = play(replay, steps=33)
    assert again.options == game.options and middle.tobytes() == state.tobytes()


def test_game_k_of_a_row_of_an_environment_can_be_recorded() -> None:
    env, k, row = arkade.BatchEnv("replicants", 4, num_players=2, seed=3, max_rounds=1), 2, 1
    env.reset()
    games, actions = 0, []
    while games <= k:
        sample = env.sample()
        if games == k:
            actions.append(int(sample[row]))
        batch = env.step(sample)
        games += int(batch.terminated[row] | batch.truncated[row])
    replay = record(env.game, int(arkade.deal_seeds(3, np.array([k] * 4))[row]), actions)
    assert replay.end == "stopped" and replay.scores == tuple(batch.final_scores[row].tolist())


def test_cards_may_lie_elsewhere(tmp_path: Path) -> None:
    here = random_cards(1, tmp_path / "here")
    game = arkade.make("replicants", num_players=2, cards=here)
    save(tmp_path / "game.txt", record(game, 1, random_actions(game, 1)))
    verify(tmp_path / "game.txt")
    here.rename(tmp_path / "there")
    with pytest.raises(ReplayError, match=r"game.txt, line 4: .*here"):
        verify(tmp_path / "game.txt")
    verify(tmp_path / "game.txt", cards=tmp_path / "there")
    random_cards(2, tmp_path / "there")
    with pytest.raises(ReplayError, match=r"game.txt, line \d+, .*(hash is|illegal)"):
        verify(tmp_path / "game.txt", cards=tmp_path / "there")


# --- what is wrong with a file ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def text() -> list[str]:
    """The lines of a good file: actions on lines 7 to 9."""
    game = arkade.make("replicants", num_players=2, max_rounds=12)
    lines = arkade.replay.to_text(record(game, 6, random_actions(game, 6, most=45))).splitlines()
    assert lines[6].startswith("0: ") and lines[8].startswith("40: ") and lines[9] == "end: live"
    return lines


def put(number: int, line: str | None) -> Callable[[list[str]], list[str]]:
    """Replace line `number` (from 1), or leave it out."""
    return lambda lines: [*lines[: number - 1], *([] if line is None else [line]), *lines[number:]]


def edit(number: int, old: str, new: str) -> Callable[[list[str]], list[str]]:
    def change(lines: list[str]) -> list[str]:
        assert old in lines[number - 1]
        return put(number, lines[number - 1].replace(old, new, 1))(lines)

    return change


def other_hash(number: int) -> Callable[[list[str]], list[str]]:
    """The last hex digit of line `number` is another one."""
    return lambda lines: put(number, lines[number - 1][:-1] + ("0" if lines[number - 1][-1] != "0" else "1"))(lines)


MALFORMED = [
    ("nothing", lambda lines: [], r"line 1: found the end of the file; expected 'arkade replay 1'"),
    ("other format", put(1, "arkade replay 2"), r"line 1: found 'arkade replay 2'; expected 'arkade replay 1'"),
    ("no game", put(2, "game replicants"), r"line 2: found 'game replicants'; expected game: NAME"),
    ("no version", put(3, None), r"line 3: found 'options.*'; expected version"),
    ("options no dict", put(4, "options: [2]"), r"line 4: found .*; expected options: a JSON object"),
    ("options no JSON", put(4, "options: {usc}"), r"line 4: found .*; expected options: a JSON object \("),
    ("seed no number", put(5, "seed: -1"), r"line 5: found 'seed: -1'; expected seed: a whole number"),
    ("seed too large", put(5, f"seed: {2**64}"), r"line 5: found .*; expected seed: a whole number below 2\^64"),
    ("deal cut off", put(6, "deal: 12ab"), r"line 6: found 'deal: 12ab'; expected deal: 16 hex digits"),
    ("action no number", edit(8, " ", " x"), r"line 8: found .*; expected 20: up to 20 actions .*\(step 20\)"),
    ("negative action", edit(8, ": ", ": -"), r"line 8: found .*\(step 20\)"),
    ("no hash", edit(9, " -> ", " "), r"line 9: found .*; expected 40: .*\(step 40\)"),
    ("a line missing", put(8, None), r"line 8: found '40: .*; expected 20: .*\(step 20\)"),
    ("a short line", edit(7, " ", " 1 1\n"), r"line 7: found '0: 1 1'; expected 0: .*"),
    (
        "cut off in the actions",
        lambda lines: lines[:8],
        r"line 9: found the end of the file; expected end: one of live",
    ),
    ("cut off before the scores", lambda lines: lines[:10], r"line 11: found the end of the file; expected scores: "),
    ("unknown end", put(10, "end: over"), r"line 10: found 'end: over'; expected end: one of live, ended, stopped"),
    ("no scores", put(11, "scores:"), r"line 11: found 'scores:'; expected scores: a whole number for each player"),
    ("more", lambda lines: [*lines, "more"], r"line 12: found 'more'; expected nothing after the scores"),
]
PLAYED_OTHERWISE = [
    ("unknown game", edit(2, "replicants", "chess"), r"line 2: no game 'chess'; games are .*replicants"),
    ("other version", edit(3, "0", "99"), r"line 3: version '99' of replicants; this is '0'"),
    ("unknown option", edit(4, '"usc"', '"nsc"'), r"line 4: replicants has no option 'nsc'"),
    ("bad option", edit(4, '"num_players": 2', '"num_players": 7'), r"line 4: num_players=7: allowed is"),
    ("other seed", edit(5, "6", "7"), r"line 6, the deal: hash is [0-9a-f]{16}, recorded was [0-9a-f]{16}"),
    ("other deal", put(6, "deal: 0123456789abcdef"), r"line 6, the deal: hash is .* recorded was 0123456789abcdef"),
    ("illegal action", edit(7, "0: ", "0: 152 "), r"line 7"),
    ("other hash", other_hash(8), r"line 8, after steps 20 to 39: hash is .*, recorded was"),
    ("other end", put(10, "end: ended"), r"line 10, after step 44: end is live, recorded was ended"),
    ("other scores", put(11, "scores: 1 2"), r"line 11, after step 44: scores is \(\d+, \d+\), recorded was \(1, 2\)"),
]


@pytest.mark.parametrize(("name", "change", "message"), MALFORMED, ids=[case[0] for case in MALFORMED])
def test_malformed_files(name: str, change, message: str, text: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("\n".join(change(text)) + "\n" * bool(change(text)), encoding="utf-8")
    for read in (load, verify):
        with pytest.raises(ReplayError, match=f"game.txt, {message}"):
            read(path)


@pytest.mark.parametrize(("name", "change", "message"), PLAYED_OTHERWISE, ids=[case[0] for case in PLAYED_OTHERWISE])
def test_files_that_do_not_play_as_recorded(name: str, change, message: str, text: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("\n".join(change(text)) + "\n", encoding="utf-8")
    with pytest.raises(ReplayError, match=f"game.txt, {message}"):
        verify(path)


@pytest.mark.parametrize("step", [0, 7, 25, 44])
def test_an_illegal_action_is_named_with_line_and_step(step: int, text: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    replay = arkade.replay.from_text("\n".join(text) + "\n")
    actions = (*replay.actions[:step], 152, *replay.actions[step + 1 :])
    save(path, dataclasses.replace(replay, actions=actions))
    with pytest.raises(
        ReplayError, match=rf"line {7 + step // EVERY}, step {step}: action 152 .* is illegal; legal are"
    ):
        verify(path)
    game = arkade.make("replicants", num_players=2, max_rounds=12)
    with pytest.raises(ReplayError, match=rf"^step {step}: action 152 "):
        record(game, 6, actions)


def test_no_text_at_all(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_bytes(bytes(range(128, 256)))
    with pytest.raises(ReplayError, match="not a text file"):
        load(tmp_path / "game.txt")
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.txt")


def test_every_changed_byte_is_noticed(text: list[str], tmp_path: Path) -> None:
    """One character changed anywhere: no other game passes for the recorded one."""
    good, path, random = "\n".join(text) + "\n", tmp_path / "game.txt", np.random.default_rng(1)
    for place in random.choice(len(good) - 1, 150, replace=False):
        other = random.choice([c for c in "0123456789 abcdef:->x\n" if c != good[place]])
        path.write_text(good[:place] + other + good[place + 1 :], encoding="utf-8")
        with pytest.raises(ReplayError):
            verify(path)


def test_a_replay_is_plain_data() -> None:
    game = arkade.make("replicants", num_players=2)
    replay = record(game, np.int64(3), np.array([0, 6]))
    assert isinstance(replay, Replay) and isinstance(replay.seed, int) and replay.actions == (0, 6)
