"""What texts and pictures say of the question asked, of the last round and of the end."""

from __future__ import annotations

from typing import Any

import arkade
from svg_reading import fitting, words_of


def shown(position: dict[str, Any], **options: Any) -> tuple[str, str]:
    """Text and words of the picture."""
    game = arkade.make("biohack", **options)
    state = game.from_dict(position)
    return fitting(game.text(state)), fitting(words_of(game.svg(state)))


def test_questions_are_asked_in_words() -> None:
    buying = {"node": "buy", "stack": ["*buy 2 1 any"], "cur_space": "basement", "buy_left": 2, "buy_disc": 1}
    picking = {"node": "pick", "stack": ["*pick 3 mammal 2 aquatic 2 avian 1 reptile 1"], "cur_space": "tile0"}
    rolling = {"node": "die", "stack": ["*die 0 river"], "cur_space": "river", "die_face": 2}
    looking = {"node": "keep", "stack": ["*buy 1 0 any"], "cur_space": "basement", "look": [40, 41]}
    asking = {"node": "improve", "stack": ["*common 0"], "cur_space": "mountain", "tableau": {0: [1]}}
    for position, words in (
        ({}, "esearch, experiment or pass"),
        (buying, "uy creature cards, 2 left, 1 coin off"),
        (picking | {"pick_left": 2}, "ain 3 of 2 mammal / 2 aquatic / 1 avian / 1 reptile, 2 left"),
        (rolling, "he danger die shows 1 feral and injury: accept or roll again"),
        (looking, "eep one of two cards"),
        (asking | {"at_public": {"mountain": [0]}}, "ctivate Gale Marten for this action?"),
    ):
        for said in shown(position, num_players=4):
            assert words in said
    text, picture = shown(looking, num_players=2)
    assert "looks at Crowned Vanara [N V1 R1 P4, 2 EP per creature with primate] and Fenrir Prime" in text
    assert "Keep one of two cards: Crowned Vanara or Fenrir Prime" in picture


def test_cards_looked_at_are_seen_by_one_player() -> None:
    game = arkade.make("biohack", num_players=2)
    position = {"node": "keep", "stack": ["*buy 1 0 any"], "cur_space": "basement", "look": [40, 41]}
    state = game.from_dict(position)
    for player, sees in ((0, True), (1, False), (None, True)):
        assert ("Fenrir Prime" in game.text(state, player)) == sees == ("Fenrir" in game.svg(state, player))


def test_the_last_round_is_announced() -> None:
    text, picture = shown({"tableau": {0: [0, 1, 2, 3, 20, 21, 22]}})
    assert "the last round: 7 creatures" in text and "7 creatures: last round" in picture
    assert "of 9 creatures" in picture and "last round" not in shown({})[0]


def test_winners_ties_and_places() -> None:
    """R67: points, then creatures, then nobles, then artisans; who ties in all shares the victory."""
    over = {"node": "over", "score": [80, 80, 80, 79]}
    tableau = {0: [0, 1, 2, 20, 36, 37], 1: [4, 5, 6, 21, 38, 39], 2: [7, 8, 22, 23, 24, 40], 3: [9, 10, 11, 12]}
    for words in shown(over | {"tableau": tableau}, num_players=4):
        assert "layer 0 and player 1 share the victory with 80 EP" in words
        assert "place 3" in words and "place 4" in words
    for words in shown({"node": "over", "score": [5, 9]}, num_players=2):
        assert "layer 1 wins with 9 EP" in words


def test_ends_alone() -> None:
    for words in shown({"node": "over", "score": [42]}, num_players=1):
        assert "he game ends with 42 EP" in words
    for words in shown({"node": "over", "score": [42], "lost": 1}, num_players=1, challenge=4):
        assert "he Survival challenge is lost" in words and "urvival" in words
