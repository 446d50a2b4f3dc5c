"""The test vectors V1 to V38 of RULES.md 12 on the referee: position and actions read from the text, the rest here.

`determinize` (in V35) and the observation (V37) are no matter of the referee.
"""

from __future__ import annotations

import json

import pytest

from biohack.base_position import BASE_2
from biohack.vector_play import Play
from biohack.vector_text import read_rows, scenario
from referee.biohack import Referee


def test_every_vector_is_here() -> None:
    here = [name.removeprefix("test_v") for name in globals() if name.startswith("test_v")]
    assert here == list(read_rows())


# --- the printed examples ---------------------------------------------------------------------------------------------


def test_v1() -> None:
    play = Play("1")
    play.next("pass")
    assert play.round == 3 and play.order == [0, 1, 2] and play.reserve == [0, 1, None, 2]
    assert play.genes[0] == [2, 0, 0, 0, 0, 0] and play.genes[1] == [0, 2, 0, 0, 0, 0] and play.coins == [10, 11, 11]
    play.at(2, "pick")
    play.may("resource:mammal resource:aquatic")
    play.play("resource:mammal")
    assert play.coins[2] == 12
    play.at(2, "pick")
    play.may("resource:avian resource:reptile resource:primate")
    play.play("resource:primate")
    assert play.genes[2] == [1, 0, 0, 0, 1, 0] and play.reserve == [None] * 4
    play.at(0, "select")
    assert len(play.legal("select")) == len(play.legal()) == 10


def test_v2() -> None:
    play = Play("2")
    play.next("retrieve:mountain")
    assert play.genes[0] == [3, 0, 2, 0, 0, 0]
    play.at(0, "die")
    play.may("reroll:gene reroll:coin", "reroll")


def test_v3() -> None:
    play = Play("3")
    play.next("retrieve:mountain")
    assert play.genes[0] == [2, 0, 0, 0, 0, 0]
    play.at(0, "die")
    play.may("reroll:coin", "reroll")


def test_v4() -> None:
    play = Play("4")
    play.next("experiment:alley convert:coin>aquatic convert:mammal>aquatic convert:mammal>aquatic")
    assert play.coins[0] == 0 and play.genes[0] == [2, 6, 1, 0, 0, 0]
    play.next("alley:pay-reptile")
    assert play.genes[0] == [0, 4, 0, 0, 0, 1]
    play.at(1, "turn")


# --- a player's turn --------------------------------------------------------------------------------------------------


def test_v5() -> None:
    play = Play("5")
    play.next("experiment:alley convert:coin>aquatic")
    play.may("done convert:coin>aquatic convert:mammal>aquatic")


def test_v6() -> None:
    play = Play("6")
    play.next("experiment:alley convert:coin>mammal alley:gain-mammal")
    assert play.genes[0] == [2, 2, 1, 1, 0, 0] and play.coins[0] == 8
    play.at(1, "turn")
    play = Play("6")
    play.next("experiment:alley")
    play.play("alley:gain-mammal")
    assert "convert:coin>mammal" in play.legal() and play.alley_flags == 2


def test_v7() -> None:
    play = Play("7")
    play.may("done reroll:coin")
    play.next("done")
    assert play.genes[0][5] == 1 and play.home(0) == 2 and play.injured[0] == 1
    play.at(1, "turn")


def test_v8() -> None:
    play = Play("8")
    play.may("resource:mammal resource:aquatic reroll:gene")
    play.next("resource:aquatic")
    assert play.genes[0] == [0, 1, 0, 1, 0, 0]


def test_v9() -> None:
    play = Play("9")
    play.next("retrieve:mountain")
    assert play.coins[0] == 11 and play.used[0] == [0]
    play.at(0, "pick")
    play.next("resource:avian")
    play.at(0, "die")
    play.may("reroll:free", "reroll")


def test_v10() -> None:
    play = Play("10")
    play.next("retrieve:basement take:0")
    assert play.coins[0] == 0
    play.may("done take:3 take:7 take:11")
    play.next("take:7")
    assert play.hand[0] == play.hand_known[0] == [0, 23]
    play.at(1, "turn")


def test_v11() -> None:
    play = Play("11")
    play.next("retrieve:basement deck:noble")
    assert play.look == [40, 41] and play.coins[0] == 9
    play.next("keep:1")
    assert play.hand[0] == [41] and play.hand_known[0] == [] and play.deck[2] == [42, 43, 44, 45, 46, 47, 40]
    assert play.deck_known == [[40], [], [], []]
    play.at(1, "turn")


def test_v12() -> None:
    play = Play("12")
    play.next("retrieve:basement deck:noble")
    assert play.look[0] == 47 and 40 <= play.look[1] <= 46
    assert sorted(play.deck[2] + play.look) == list(range(40, 48)) and play.discard == [] and play.recycled == []


def test_v13() -> None:
    play = Play("13")
    play.next("experiment:biofarm create:20")
    assert play.genes[0] == [2, 0, 0, 0, 0, 0]
    play.next("create:0")
    assert play.genes[0] == [0] * 6 and play.tableau[0] == [0, 20]


def test_v14() -> None:
    play = Play("14")
    play.next("experiment:biofarm")
    play.may("done use_scientist")
    play.next("use_scientist")
    play.may("create:33")
    play.next("create:33")
    assert play.genes[0] == [0] * 6 and play.sci_used[0] == 1


def test_v15() -> None:
    play = Play("15")
    play.next("experiment:tile0 create:22")
    play.at(0, "alloc")
    assert play.alloc_cost == [1, 0, 3, 0, 0, 0] and play.alloc_last == 0
    play.may("resource:mammal resource:avian")
    play.next("resource:avian")
    assert play.genes[0] == [0, 0, 1, 0, 0, 0]


def test_v16() -> None:
    play = Play("16")
    play.next("experiment:biofarm create:41")
    assert play.row_token == [[], [], [2, 0]] and play.ep[0] == 2
    assert play.parts(0) == {"track": 2, "noble": 2 * 1 + 4 * 1, "rows": 6, "coins": 2}


def test_v17() -> None:
    play = Play("17")
    play.next("experiment:dna")
    play.may("done unlock")
    play = Play("18")
    play.play("experiment:dna")
    play.may("done unlock report:2")


def test_v18() -> None:
    play = Play("18")
    play.play("experiment:dna")
    play.next("report:2")
    play.may("done unlock")
    play.next("unlock")
    assert play.locks[0] == 1 and play.coins[0] == 5 and play.milestone_token == [[], [], [0], []]
    play.at(1, "turn")
    play = Play("18")
    play.play("experiment:dna")
    play.play("unlock")
    play.at(1, "turn")


def test_v19() -> None:
    play = Play("19")
    play.next("experiment:alley_reserve")
    play.may("done reserve:0 reserve:1 reserve:2 reserve:3")
    play.next("reserve:2 done pass pass experiment:biofarm_reserve")
    assert play.reserve == [None, None, 0, None]
    play.at(0, "turn")


def test_v20() -> None:
    play = Play("20")
    assert "pass" not in play.legal() and "retrieve:bank" in play.legal() and len(play.legal("experiment")) == 13


def test_v21() -> None:
    play = Play("21")
    play.may("pass heal")
    play.next("heal")
    assert play.medicine[0] == 0 and play.home(0) == 1
    play.at(0, "turn")


# --- Clean Up, solo, the end, dictionaries ----------------------------------------------------------------------------


def test_v22() -> None:
    play = Play("22")
    play.next("pass")
    assert play.ep[0] == -7 and play.round == 3 and play.home(0) == 3
    assert play.display == [4, 0, 1, 2, 25, 24, 20, 21, 40, 36, 37, 38]
    assert play.discard == [3, 23, 39] and play.tile == [4, 5, 6, 7]


def test_v23() -> None:
    play = Play("23")
    play.next("retrieve:bank retrieve:bank retrieve:hospital")
    assert play.coins == [14, 13] and play.ep == [3, 2] and play.genes[0][4] == 1 and play.medicine[0] == 2
    play.next("pass pass")
    assert play.round == 3 and play.order == [1, 0] and play.genes == [[2, 0, 0, 0, 1, 0], [0, 2, 0, 0, 0, 0]]
    assert play.coins == [14, 13] and play.display[:4] == [None, 3, 0, 1]
    play.at(1, "select")


def test_v24() -> None:
    play = Play("24")
    spaces = "biofarm alley alley_feral dna dna_buy tile1"
    play.may(" ".join(f"experiment:{space}" for space in spaces.split()), "experiment")
    play.next("retrieve:river")
    assert play.genes[0] == [0, 2, 0, 1, 0, 0]
    play.at(0, "die")
    play = Play("24", at_public={"mountain": [0], "river": ["assistant"], "bank": ["assistant"]})
    play.play("retrieve:mountain")
    play.at(0, "pick")
    play.may("resource:mammal resource:avian")


def test_v25() -> None:
    play = Play("25")
    play.next("pass")
    assert play.discard == [0, 21, 38] and play.coins == [12]
    assert play.display == [None, 3, 1, 2, None, 23, 20, 22, None, 39, 36, 37]
    assert [name for name, there in play.at_public.items() if "assistant" in there] == ["bank"] and play.adv == {}
    play.next("select:mountain+bank+basement")
    assert [name for name, there in play.at_public.items() if "assistant" in there] == ["bank", "hospital"]
    assert play.adv == {"biofarm_gene": "police", "dna_buy": "police"}


def test_v26() -> None:
    play = Play("26")
    play.may("done heal accept reroll:coin")
    play.play("accept")
    assert play.coins[0] == 1 and play.injured[0] == 1
    play.at(0, "turn")
    play = Play("26")
    play.play("done")
    assert play.game.over == 1 and play.lost == 1
    for reward in ("win", "rank", "margin"):
        assert play.game.returns(reward) == [-1]
    play = Play("26")
    play.play("heal")
    play.play("done")
    assert play.injured[0] == 1 and play.medicine[0] == 0
    play.at(0, "turn")


def test_v27() -> None:
    play = Play("27")
    play.next("pass")
    assert play.game.over == 1
    printed = {"track": -5, "printed": 25, "noble": 36, "scientist": 18, "rows": 8, "milestones": 16, "coins": 2}
    assert play.parts(0) == printed
    assert play.score[0] == play.game.scores()[0] == 100


def test_v28() -> None:
    play = Play("28")
    third = pytest.approx(1 / 3)
    assert play.game.returns("win") == [third, third, pytest.approx(-1 / 3), pytest.approx(-1 / 3)]
    assert play.game.returns("rank") == [pytest.approx(2 / 3)] * 2 + [pytest.approx(-1 / 3), -1]
    assert play.game.returns("margin") == [0, 0, 0, pytest.approx(-1 / 50)]


def test_v29() -> None:
    play = Play("29")
    play.next("experiment:biofarm create:1")
    assert play.token_kept[0] == ["avian"] and play.coins[0] == 11
    play.next("create:4")
    assert play.token[0] == [None, None, "feral", "aquatic", "reptile", "primate"] and play.token_kept[0] == ["avian"]
    assert play.parts(0)["tokens"] == 3
    play.at(0, "pick")
    assert play.stack == ["*create 2 0 biofarm", "*pick 1 mammal 1 aquatic 1"] and play.create_left == 0


def test_v30() -> None:
    play = Play("30")
    play.next("experiment:biofarm create:4")
    assert play.row_token == [[0], [0], []] and play.coins[0] == 12 and play.seventh_round == [2, 0, 0, 0]
    assert play.game.end_trigger()
    play.next("experiment:biofarm_reserve")
    play.at(0, "turn")
    play.next("pass pass")
    assert play.game.over == 1 and play.round == 2 and play.display[:4] == [None, None, None, 3]


def test_v31() -> None:
    play = Play("31")
    play.next("experiment:tile2")
    assert (play.buy_left, play.buy_disc) == (3, 3) and play.used[0] == [0, 1]
    play.next("take:0 take:4")
    assert (play.coins[0], play.buy_disc, play.buy_left) == (9, 0, 1)


def test_v32() -> None:
    play = Play("32")
    play.next("experiment:alley_feral accept")
    assert play.medicine[0] == 0 and play.genes[0][5] == 1
    play.at(0, "alley")


def test_v33() -> None:
    play = Play("33")
    play.next("experiment:tile1")
    play.may("resource:mammal resource:aquatic")
    play.next("resource:aquatic")
    play.may("resource:avian")
    play.next("resource:avian")
    play.may("resource:reptile")
    play.next("resource:reptile")
    assert play.genes[0] == [0, 2, 1, 1, 0, 0]


def test_v34() -> None:
    play = Play("34")
    play.next("retrieve:basement")
    play.at(0, "improve")
    play.may("done accept")
    assert play.stack[-1] == "*common 0"
    play.next("done")
    play.at(0, "improve")
    play.next("accept")
    play.at(0, "buy")
    assert (play.buy_left, play.buy_disc) == (2, 0) and play.used[0] == [1]
    play.next("done pass pass pass experiment:tile0")
    play.at(0, "buy")
    assert (play.buy_left, play.buy_disc) == (2, 3) and play.used[0] == [0, 1]


def test_v35() -> None:
    play = Play("35")
    play.next("retrieve:basement deck:noble keep:0")
    assert len(play.deck[2]) == 3 and play.discard == [] and play.recycled == [44, 45, 46, 47]
    assert sorted(play.hand[0] + play.deck[2]) == [44, 45, 46, 47] and play.deck_known[0] == play.deck[2][-1:]


def test_v36() -> None:
    play = Play("36")
    assert play.deck[2] == [47]
    play.next("pass")
    assert play.display[8:] == [47, 36, 37, 38] and play.deck[2] == []
    assert [number for number in play.discard if number >= 36] == [39, 46] and play.recycled == []


def test_v37() -> None:
    """What the observation is made of."""
    play = Play("37")
    assert play.coins == [75, 10, 10, 10] and play.ep == [-24, 7, 0, 0]


def test_v38() -> None:
    play = Play("38")
    assert play.position == BASE_2
    assert Referee.from_dict(json.loads(json.dumps(play.position))).to_dict() == BASE_2
    for key, change in {
        "genes": {"genes": [[11, 0, 0, 0, 0, 0], [0] * 6]},
        "hand": {"hand": [[22], [22]]},
        "hand_known": {"hand_known": [[22], []]},
        "tableau": {"tableau": [[0, 1, 2, 3, 4], []]},
        "injured": {"injured": [2, 0], "at_public": {"bank": [0], "river": [0]}},
        "node": {"basic": {"dna": [3, 0]}},
    }.items():
        with pytest.raises(ValueError, match=rf"^{key}: "):
            Referee.from_dict({**scenario("38"), **change})
