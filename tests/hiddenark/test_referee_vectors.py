"""The test vectors V1 to V36 of RULES.md 11.2 on the referee: given and do read from the text, what is expected here."""

from __future__ import annotations

from hiddenark.vector_play import Play
from hiddenark.vector_text import FULL, action_ids, actions, read_rows
from referee.hiddenark import Referee

HOME = [["zanzibar"], ["bergen"], ["oman"], ["bengal"]]
ROWS = "row(0), row(1), row(2), row(3)"


def test_every_vector_is_here() -> None:
    assert [name.removeprefix("test_").upper() for name in globals() if name.startswith("test_v")] == list(read_rows())


# --- the printed examples ---------------------------------------------------------------------------------------------


def test_v1() -> None:
    play = Play("V1")
    assert len(play.face_up) == 5 and play.pool == {"tech3": 2}
    play.may("take_face_up(0..4), take_blind")
    play.next("take_face_up(0)")
    play.has((1, 4, 1, 1, 3))
    assert play.discard == {"marine3": 1} and len(play.face_up) == 4 and play.phase == "main"


def test_v2() -> None:
    play = Play("V2")
    play.next("take_face_up(1)")
    assert play.held[0] == {"up_chem": 1} and play.discard == {}
    play.has((1, 1, 1, 1, 3))
    play.may(f"{ROWS}, use_token(4)")


def test_v3() -> None:
    play = Play("V3")
    play.next("station(13)")
    play.has((2, 0, 0, 2, 1))
    assert play.stations[0] == ["peru", "bahia"] and play.loc_token == {}
    play.may("finish")


def test_v4() -> None:
    play = Play("V4")
    assert play.moves == 2
    play.next("launch(0), step(0,S)")
    assert play.vessels[0] == [[5, 5]]
    play.may("finish, convert, extend, rescue(0)")
    play.next("rescue(0)")
    assert play.phase == "return"
    play.may("vessel(0), vessel(1)")
    play.next("vessel(1)")
    play.has((0, 0, 1, 0, 0))
    assert play.discount(0) == (0, 1, 0, 0, 0) and play.parts("fish") == (7, 0)
    assert play.vessels[0] == ["peru"] and 7 not in play.fish
    play.may("finish")


def test_v5() -> None:
    assert not Play("V5", "a").legal("rescue")
    play = Play("V5", "b")
    play.next("rescue(0)")
    assert play.phase == "main" and play.vessels[0] == ["vietnam", "vietnam"]
    play.has((0, 0, 0, 0, 0))
    assert play.discount(0) == (0, 0, 1, 0, 0) and play.game.scores()[0] == 16
    assert [play.parts(part)[0] for part in ("fish", "vessels", "awards")] == [7, 3, 6]


def test_v6() -> None:
    play = Play("V6")
    play.next("rescue(0)")
    assert play.phase == "main" and play.discount(0) == (1, 0, 1, 0, 0)
    play.has((0, 0, 0, 0, 0))


def test_v7() -> None:
    play = Play("V7")
    play.may("finish, use_token(5), use_token(8), install(5), install(8)")
    play.next("install(8)")
    play.may("slot(0), slot(1), slot(2), slot(4), slot(5), slot(6), slot(8), slot(12), slot(13), slot(14)")
    play.next("slot(2), install(5)")
    play.may("slot(0), slot(4), slot(8), slot(12)")
    play.next("slot(8)")
    play.has((0, 1, 0, 0, 0))


def test_v8() -> None:
    play = Play("V8")
    play.has((0, 2, 1, 1, 0))
    play.may("take(0..3)")
    play.next("take(1), take(1)")
    play.may("take(1), take(2), take(3)")
    play.next("take(3)")
    play.has((0, 4, 1, 2, 0))
    play.may("finish")


def test_v9() -> None:
    assert Play("V9").parts("awards") == (6, 6, 3)


def test_v10() -> None:
    play = Play("V10")
    parts = {"stations": 10, "vessels": 6, "fish": 30, "tokens": 6, "resources": 3, "awards": 14, "total": 69}
    assert play.game.breakdown(0) == parts
    assert play.parts("awards") == (14, 14, 9, 7) and play.game.scores() == [69, 35, 31, 15]


# --- payments, overflow, movement -------------------------------------------------------------------------------------


def test_v11() -> None:
    play = Play("V11")
    play.next("rescue(0)")
    play.has((1, 0, 0, 0, 2))
    assert play.pay_give == 2
    play.may("pay(0), pay(4)")
    play.next("pay(0)")
    play.has((0, 0, 0, 0, 1))
    assert not Play("V11", res=[[1, 0, 2, 3, 0]]).legal("rescue")


def test_v12() -> None:
    play = Play("V12", "a")
    play.may(ROWS)
    play.next("row(3)")
    play.has((0, 0, 0, 0, 0))
    assert play.phase == "main" and play.science_left == 3
    Play("V12", "b").may("row(0..2)")


def test_v13() -> None:
    play = Play("V13")
    play.next("take_face_up(0)")
    play.has((1, 8, 8, 8, 10))
    assert play.phase == "main"


def test_v14() -> None:
    for variant, units in {"a": (2, 8, 3, 0, 0), "b": (2, 8, 2, 0, 1), "c": (2, 7, 3, 1, 0)}.items():
        play = Play("V14", res=[[2, 6, 3, 0, 0]])
        play.script = actions("V14", variant)
        play.next("take_face_up(0)")
        play.has((2, 8, 3, 0, 0))
        assert play.phase == "overflow"
        play.may("finish, pay(0), pay(1), pay(2)")
        play.next(play.script[0])
        if variant == "b":
            play.may("take(0), take(3), take(4)")
        for name in list(play.script):
            play.next(name)
        play.has(units)
        assert play.phase == "main"


def test_v15() -> None:
    play = Play("V15")
    assert play.res[0][4] == 10 and play.pending == [0, 0, 0, 0, 2]
    play.next("station(13)")
    assert play.res[0][4] == 9 and play.pending == [0] * 5 and play.held[0] == {"once_build": 1}


def test_v16() -> None:
    play = Play("V16")
    play.next("launch(0), step(0,S)")
    play.may("finish, convert, extend")
    play.next("convert, step(0,S)")
    assert play.vessels[0] == [[6, 5]] and play.token_vp[0] == 2
    play.next("extend")
    play.may("pay(0), pay(2)")
    play.next("pay(0)")
    play.may("pay(2), pay(3)")
    play.next("pay(3)")
    play.has((0, 0, 1, 0, 0))
    assert play.moves == 1


def test_v17() -> None:
    play = Play("V17", "a")
    play.next("step(0,S)")
    assert play.transit == 0
    play.may("step(0,N), step(0,S), step(0,W)")
    play.next("step(0,S)")
    assert play.vessels[0] == [[6, 5]] and play.transit == -1 and play.token_vp[0] == 2
    play = Play("V17", "b")
    play.next("step(0,S), step(0,S)")
    play.may("convert")
    play.next("convert")
    assert "step(0,S)" not in Play("V17", "c").legal()
    assert "step(0,S)" in Play("V17", "d").legal()


def test_v18() -> None:
    play = Play("V18")
    assert not play.legal("rescue") and play.moves == 4
    play.next("launch(0)")
    assert "rescue(2)" in play.legal()


# --- refills and the end ----------------------------------------------------------------------------------------------


def test_v19() -> None:
    play = Play("V19")
    play.next("rescue(0)")
    play.has((6, 8, 4, 8, 10))
    assert play.refills_done == 1 and play.fish_token == {1: "any2", 2: "marine3", 3: "marine3"}
    assert all(play.fish[space] // 6 == colour for space, colour in zip(range(4, 10), (1, 3, 1, 2, 4, 3)))
    assert play.face_up == ["marine3"] * 4 and play.pool == {"cons3": 3, "tech3": 1} and play.discard == {}


def test_v20() -> None:
    for seat in range(4):
        vessels = [[[4, 8]] if other == seat else HOME[other] for other in range(4)]
        play = Play("V20", vessels=vessels, current_player=seat)
        before = play.position
        play.next("rescue(0)")
        same = ("fish_token", "face_up", "pool", "discard", "undrawn")
        assert [play.position[key] for key in same] == [before[key] for key in same]
        assert play.fish == {space: tile for space, tile in before["fish"].items() if space != 5}
        assert play.end_state == 1
        play.next("finish")
        assert play.end_state == (2 if seat == 3 else 1)
        assert play.turns_to_come() == [(9, other) for other in range(seat + 1, 4)] + [
            (10, other) for other in range(4)
        ]
        assert play.game.over == 1


def test_v21() -> None:
    play = Play("V21")
    play.may("take_face_up(0), take_face_up(2), take_face_up(3), take_face_up(4), take_blind")
    play.next("take_blind")
    play.has((0, 0, 0, 3, 0))
    assert play.phase == "flip" and play.pool == {"tech3": 2}
    play.may("discard_face_up(0), discard_face_up(2), discard_face_up(3), discard_face_up(4)")
    play.next("discard_face_up(3)")
    assert play.pool == {"once_build": 1, "tech3": 2} and play.face_up == ["chem3", "chem3", "cons3", "tech3"]


def test_v22() -> None:
    play = Play("V22", "a")
    assert play.pool == {"money3": 3} and play.discard == {}
    play = Play("V22", "b")
    assert play.pool == {} and play.discard == {"money3": 3} and not play.legal("take_blind")


def test_v23() -> None:
    play = Play("V23")
    play.next("take_face_up(0)")
    assert play.phase == "opportunity" and len(play.face_up) == 5 and play.pool == {"tech3": 6}
    play.next("take_face_up(2)")
    assert play.held[0] == {"once_build": 1} and play.phase == "main" and len(play.face_up) == 4
    game = Referee(uphill=True)
    game.reset(5)
    assert game.to_dict()["res"] == [[0] * 5] * 2
    while game.to_dict()["round"] == 0:
        game.step(game.legal()[0])
    assert game.to_dict()["turn"]["opp_left"] == 1


# --- co-op, solo, variants --------------------------------------------------------------------------------------------


def test_v24() -> None:
    play = Play("V24")
    assert play.game.scores() == [25, 14] and play.game.team_score() == 32 and play.game.band() == 0


def test_v25() -> None:
    play = Play("V25")
    play.next("take_face_up(0)")
    assert play.phase == "remove"
    play.may("discard_face_up(0..2)")
    play.next("discard_face_up(1)")
    assert play.phase == "award"
    play.may("award(1..4)")
    play.next("award(4)")
    assert play.award_tokens == [6, 0, 0, 0, 6, 6] and len(play.face_up) == 3 and play.parts("awards") == (0,)


def test_v26() -> None:
    play = Play("V26")
    play.next("rescue(0), vessel(0)")
    assert play.phase == "block"
    play.may("block(0), block(1), block(3), block(5), block(6), block(8), block(9)")
    play.next("block(5)")
    assert play.blocker == 5


def test_v27() -> None:
    play = Play("V27")
    play.may(", ".join(f"investigate({space})" for space in range(10)), "investigate")
    play.next("investigate(1)")
    assert play.fish[1] in range(6) and not play.legal("investigate")
    assert "step(0,S)" in play.legal()
    play.game.step(action_ids()["step(0,S)"])
    play.position = play.game.to_dict()
    assert play.transit == 0
    play.may("step(0,N), step(0,S), step(0,W)")


def test_v28() -> None:
    play = Play("V28")
    play.next("rescue(0)")
    assert play.refills_done == 3 and play.end_state == 0 and len(play.fish) == 7
    assert play.fish[4] == 6 and {play.fish[5], play.fish[9]} == {19, 20}


def test_v29() -> None:
    assert Play("V29").parts("awards") == (26, 26)


def test_v30() -> None:
    play = Play("V30", "a")
    play.next("rescue(0)")
    assert len(play.fish_token) == 6 and play.pool == {"marine3": 30} and len(play.fish) == 10
    play = Play("V30", "b")
    play.next("rescue(0)")
    assert play.refills_done == 0 and len(play.fish) == 6


def test_v31() -> None:
    play = Play("V31")
    play.next("rescue(0)")
    assert play.held[0] == {"once_move3": 1} and play.moves == 2
    play.next("use_token(0)")
    assert play.moves == 5 and play.discard == {"once_move3": 1}


def test_v32() -> None:
    play = Play("V32")
    assert len(set(play.game.scores())) == 1 and play.game.rank_keys()[0] > play.game.rank_keys()[1]
    ended = {**play.position, "current_player": -1, "turn": {"phase": "over", "over": 1}}
    game = Referee.from_dict(ended)
    returns = {"win": [1, -1], "rank": [1, -1], "margin": [0, 0]}
    assert {reward: game.returns(reward) for reward in returns} == returns
    assert play.game.returns("win") == [0, 0]


# --- waiting bonuses, the last round ----------------------------------------------------------------------------------


def test_v33() -> None:
    play = Play("V33", "a")
    assert play.pending == [2, 0, 0, 0, 0]
    play.next("rescue(0)")
    play.has((0, 0, 0, 0, 0))
    assert play.pending == [0] * 5
    play = Play("V33", "b")
    assert play.pending == [1, 0, 0, 0, 0] and not play.legal("rescue")


def test_v34() -> None:
    play = Play("V34")
    play.has((2, 8, 8, 8, 7))
    assert play.late == [0, 1, 0, 0, 0]
    play.next("station(12)")
    play.has((2, 8, 8, 8, 4))
    assert play.phase == "overflow" and play.excess == [0, 2, 0, 0, 0] and play.pending == [0, 1, 0, 0, 0]
    play.may("take(0), take(4)")
    play.next("take(4), use_token(1), rescue(0), vessel(0)")
    play.has((0, 5, 8, 8, 5))
    assert play.pending == [0] * 5


def test_v35() -> None:
    for variant, over in {"a": 1, "b": 2, "c": 2}.items():
        play = Play("V35", variant)
        play.next("finish")
        assert play.over == over and play.phase == "over"


def test_v36() -> None:
    play = Play("V36")
    play.next("rescue(0), vessel(0)")
    play.may("block(0), block(7), block(8), block(9)")
    play.next("block(8)")
    assert play.blocker == 8 and play.refills_done == 1 and len(play.fish) == 10
    assert play.fish_token == {0: "any2", 1: "marine3", 3: "marine3", 7: "marine3", 9: "marine3"}
    assert play.fish_esc == {0: [0], 1: [0], 2: [0], 3: [0], 7: [3, 3], 8: [0], 9: [0]}
    assert play.esc_left[0] == 3 and play.face_up == ["marine3"] * 4
    assert play.pool == {"marine3": 12} and play.discard == {"cons3": 2}


def test_full_tracks_are_full() -> None:
    """The tracks that the vectors call full are those of the player board."""
    assert Referee().cards.cap == FULL
