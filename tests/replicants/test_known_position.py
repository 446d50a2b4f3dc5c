"""One position of the U.S.C. game, its text word for word and its picture part by part."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import arkade
from replicants_env.actions import PAIR_KINDS
from replicants_env.state import Pend, Step
from svg_reading import SVG, fitting, of_class, said_in


@pytest.fixture(scope="module")
def station_game() -> arkade.Game:
    return arkade.make("replicants", num_players=2, usc=True)


@pytest.fixture
def known(station_game: arkade.Game) -> np.ndarray:
    """Two players at the station, player 0 placing a second drone; as few facts as possible are alike."""
    game = station_game
    state = game.new()
    s, card = state[0], game.cards.card
    s["round"], s["step"], s["current_player"], s["first_player"], s["drone_first"] = 7, Step.DRONE, 0, 1, 0
    s["field_x"][:2], s["field_y"][:] = (0, 2), (1, 3, 2, 2)
    s["field_deck"][:6], s["field_deck"][6:], s["field_pos"] = -1, [3, 0, 1, 0, 3, 1, 0, 3, 2, 1], 6
    s["drones_placed"] = 2
    s["drone_pair"][0, 0], s["drone_pair"][1, 0] = PAIR_KINDS.index((2, 2)), PAIR_KINDS.index((0, 3))
    s["supply"][:] = 20, 19, 17, 11
    s["hand"][:2], s["produced"][:2] = ((1, 2, 0, 0), (0, 0, 3, 4)), ((1, 0, 2, 0), (0, 5, 0, 6))
    s["locker"][:2] = (0, 0, 2, 1), (6, 0, 0, 0)
    s["doubles"][:2], s["level_ups"][:2], s["bonus_vp"][:2], s["vp"][:2] = (1, 0), (0, 3), (2, 5), (9, 14)
    rows = [("Enlightenment", 4), ("Arc Oracle", 2), ("Haggler", 1)], [("Early Riser", 4), ("Field Augur", 3)]
    for p, row in enumerate(rows):
        s["rep_count"][p] = len(row)
        for slot, (name, level) in enumerate(row):
            s["rep_card"][p, slot], s["rep_level"][p, slot] = card(name), level
    s["used"][1], s["levelled"][0], s["gained"][0] = 0b1, 0b10, 0b100
    deck = [card(name) for name in ("Quartet", "Swarmtide", "Recursion", "Underdog")]
    s["deck"][2:6], s["deck_pos"], s["deck_len"] = deck, 2, 6
    s["own_discard"][:2] = deck[2:]
    s["crew"][:2], s["crew_moved"][:2] = ((1, 9), (0, 1)), (0b10, 0)
    s["room_built"] |= 1 << 9
    s["room_builder"][9], s["armed"][1] = 0, 1 << 9
    return state


TEXT = """\
REPLICANTS! with the U.S.C., 2 players, round 7 of 60                     seen by Halcyon (player 1)
1st Player > Replenish > Station > [Drone] > Build > Discard > End
>>> Verdigris (player 0) is to decide: place drone 2 of 4

Field          N  H                     Piles       N 20  P 19  H 17  S 11
            P  ·  ·                     Field deck  N 3   P 3   H 1   S 3
            S  1  ·                     Deck        4 replicants
            H  ·  0                     First       Halcyon (player 1)
            H  ·  ·                     1st drone   Verdigris (player 0)

Station   (number, name, -cost of building, rooms beside it; *: has moved; lockers hold 6 of a kind)
    0 Salvage Lock       core  1 3 4 5    stow any 1 in your locker [crew 1]
    1 Drydock            core  0 2 6 7    build an annex [crew 0 1]
    2 Orientation Hall   core  1 3 8 9    pay any 1: each level-up of a new replicant costs any 1
                                          less (this round)
    3 Assembly Forum     core  0 2 10 11  pay NPHS: score 2 points
    4 Founders Gallery   -NPS  0 5        pay NNHH: score 3 points (1 for building)
    5 Survey Dome        -NPH  0 4        pay S: replace 1 field card (1 for building)
    6 Recruiting Lounge  -PHS  1 7        pay any 2: draw 1 replicant (1 for building)
    7 Launch Control     -NHS  1 6        pay P: place the first drone (1 for building)
    8 Barter Row         -NHS  2 9        pay any 2: stow NPHS in your locker (1 for building)
    9 Fast Track         of 0  2 8        pay H: replicants gained this round may level (this round)
                                          [crew 0*, armed 1]
   10 Archive of Hives   -NPH  3 11       pay PPSS: score 3 points (1 for building)
   11 Advanced Academy   -PHS  3 10       pay N: the first level-up to L3 costs any 2 less (this
                                          round) (1 for building)

>0 Verdigris      9 points  2 of them bonus, hand NPP, produced NHH, locker HHS, 3 drones left, 1
                            double
    0 Enlightenment      L4           After Drone: if you produced P, gain H
    1 Arc Oracle         L2 > PPSS    (After Drone: if you produced P, gain S) [levelled]
    2 Haggler            L1 > NH      (On Build: the first level-up costs any 1 less) [gained]

 1 Halcyon       14 points  5 of them bonus, hand HHHSSSS, produced PPPPPSSSSSS, locker NNNNNN, 3
                            drones left, 3 level-ups
    0 Early Riser        L4           On First: count 3 points less for first player; if you are
                                      first, gain any 1 [used]
    1 Field Augur        L3 > NNPPHS  (After Replenish: you may replace up to 2 field cards)
     discarded Underdog, under the deck
"""


def test_a_known_position_in_words(station_game: arkade.Game, known: np.ndarray) -> None:
    assert station_game.text(known, 1) == TEXT.rstrip()


def test_a_known_position_in_a_picture(station_game: arkade.Game, known: np.ndarray) -> None:
    picture = station_game.svg(known, 1)
    assert said_in(picture, "head") == [
        "Replicants!|2 players, with the U.S.C.|Round 7 of 60|seen by Halcyon (player 1)"
    ]
    assert said_in(picture, "question") == ["0|Verdigris: |place drone 2 of 4"]
    assert said_in(picture, "field") == ["FIELD|N|H|P|N|P|H|P|S|1|H|S|H|N|H|0|H|N|H|H|H"]
    piles = "PILES|N|20|P|19|H|17|S|11|FIELD DECK|N|3|P|3|H|1|S|3|10 of 16 undealt|DECK|R|R|R|4|replicants"
    assert said_in(picture, "piles") == [piles]
    assert said_in(picture, "points") == [
        "POINTS: THE GAME ENDS AT 36|0|Verdigris|9|1×L4  1×L2|1|Halcyon|14|1×L4  1×L3"
    ]
    assert said_in(picture, "player-info") == [
        "0|Verdigris|1st drone|to decide|9|points|hand|1|2|0|0|produced|1|0|2|0|locker (max 6)|0|0|2|1|0|0|0|"
        "2 bonus points, 1 double",
        "1|Halcyon|1st player|14|points|hand|0|0|3|4|produced|0|5|0|6|locker (max 6)|6|0|0|0|1|1|1|"
        "5 bonus points, 3 level-ups|armed: Fast Track|discarded Underdog",
    ]


def test_the_present_phase_stands_out(station_game: arkade.Game, known: np.ndarray) -> None:
    for step, words in ((Step.DRONE, "Drones"), (Step.AFTER_DRONE, "After Drone"), (Step.ON_END, "On End")):
        known["step"] = step
        phases = of_class(station_game.svg(known), "phases")[0]
        bold = [bool(node.get("font-weight")) for node in phases.iter(f"{SVG}text")]
        dark = [node.get("fill") != "#ffffff" for node in phases.iter(f"{SVG}rect")]
        assert bold == dark
        assert [node.text for node in phases.iter(f"{SVG}text") if node.get("font-weight")] == [words]


def test_costs_that_the_hand_covers_are_filled(station_game: arkade.Game, known: np.ndarray) -> None:
    cards = of_class(station_game.svg(known), "replicant")
    filled = [
        [disc.get("fill") != "#ffffff" for disc in card.iter(f"{SVG}circle")] for card in cards
    ]  # PPSS and NH with NPP in hand, NNPPHS with HHHSSSS
    assert filled == [[], [True, True, False, False], [True, False], [], [False] * 4 + [True, True]]


def test_crew_that_has_moved_is_an_outline(station_game: arkade.Game, known: np.ndarray) -> None:
    rooms = of_class(station_game.svg(known), "room")
    crew = {r: [disc.get("fill") == "#ffffff" for disc in rooms[r].iter(f"{SVG}circle")] for r in (0, 1)}
    assert crew == {0: [False], 1: [False, False]}
    assert [disc.get("fill") for disc in rooms[9].iter(f"{SVG}circle")] == ["#5b7f9e", "#ffffff"]  # armed, moved


def test_bars_are_as_long_as_the_points(station_game: arkade.Game, known: np.ndarray) -> None:
    points = of_class(station_game.svg(known), "points")[0]
    widths = [float(node.get("width")) for node in points.iter(f"{SVG}rect")][1:]
    whole, goal = widths[0], points.find(f"{SVG}line")
    assert [round(36 * width / whole, 1) for width in widths] == [36, 9, 7, 36, 14, 9]
    left = float(points.findall(f"{SVG}rect")[1].get("x"))
    assert float(goal.get("x1")) == pytest.approx(left + whole)
    known["vp"][0, 0] = 72
    points = of_class(station_game.svg(known), "points")[0]
    assert float(points.find(f"{SVG}line").get("x1")) == pytest.approx(left + whole / 2)


def test_what_has_been_paid_and_what_is_left_is_said(station_game: arkade.Game, known: np.ndarray) -> None:
    s = known[0]
    s["step"], s["pend_kind"], s["pend_src"], s["pend_left"] = Step.BUILD, Pend.WAIVE, 1, 2
    s["pend_vec"][:], s["pend_paid"] = (0, 2, 0, 1), 0b1000
    asked = "Arc Oracle: choose a resource of the cost to leave out (2 to go)"
    assert f"{asked} [paid S] [still to pay PPS]" in fitting(station_game.text(known))
    assert said_in(station_game.svg(known), "question") == [f"0|Verdigris: |{asked} · paid S · still to pay PPS"]


def test_the_picture_in_the_docs_is_up_to_date() -> None:
    docs = Path(__file__).parents[2] / "docs"
    position = json.loads((docs / "replicants.json").read_text(encoding="utf-8"))
    game = arkade.make("replicants")
    state = game.from_dict(position)
    drawn = game.svg(state, int(state["current_player"][0]))
    assert (docs / "replicants.svg").read_text(encoding="utf-8") == drawn, (
        "draw docs/replicants.svg anew: game.svg of docs/replicants.json, seen by the player to move"
    )
