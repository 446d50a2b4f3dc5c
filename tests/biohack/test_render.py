"""Texts and pictures: everything a player may see is there, nothing else is, and the state stays as it is."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import types
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arkade
from biohack.lockstep import POLICIES
from biohack.random_cards import random_cards
from biohack_env import render
from biohack_env.components import CLASSES, GENES, LOCATIONS
from biohack_env.state import Node
from biohack_env.view import view
from biohack_env.words import LOCATION_NAMES, card_words, effect_words, milestone_words
from svg_reading import (
    SVG,
    Table,
    check_hidden,
    check_inside,
    check_lines,
    check_pictures,
    check_states_stay,
    fitting,
    of_class,
    said_in,
    viewers,
    words_of,
)

SET_UPS: dict[str, dict[str, Any]] = {
    "solo": {"num_players": 1, "challenge": 4, "enclosure": True},
    "2p": {"num_players": 2, "board_side": "choose"},
    "3p": {"num_players": 3, "enclosure": True},
    "4p": {"num_players": 4, "board_side": "advanced"},
    "random": {"num_players": 4, "enclosure": True},
}


@pytest.fixture(scope="module", params=SET_UPS)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game, and positions of random play; one game has other cards."""
    options = dict(SET_UPS[request.param])
    if request.param == "random":
        options["cards"] = random_cards(11, tmp_path_factory.mktemp("cards") / "cards")
    game = arkade.make("biohack", **options)
    return game, positions(game)


def positions(game: arkade.Game) -> list[np.ndarray]:
    """Of every node in some games the second position, of `turn` a later one, and an end."""
    choices, seen, found = random.Random(game.num_players), Counter[int](), []
    for number in range(6):
        state = game.new()
        game.reset(state, number)
        while not game.over(state)[0]:
            node = int(state["node"][0])
            seen[node] += 1
            if seen[node] == 2 + 20 * (node == Node.TURN):
                found.append(state.copy())
            legal = np.flatnonzero(game.legal(state)[0]).tolist()
            game.step(state, POLICIES[("creating", "by_kind", "unlocking")[number % 3]](choices, legal))
        found += [state.copy()] * (number == 5)
    return found


# --- every position, every viewer -------------------------------------------------------------------------------------


def test_positions_are_of_all_sorts(table: Table) -> None:
    game, states = table
    nodes = {int(state["node"][0]) for state in states}
    assert len(states) >= 12 and {Node.OVER, Node.DRAFT, Node.SELECT, Node.TURN, Node.CREATE, Node.DIE} <= nodes
    assert max(state["count"].sum() for state in states) >= game.num_players


def test_a_picture_is_well_formed_and_needs_nothing_from_outside(table: Table) -> None:
    check_pictures(table)


def test_texts_and_pictures_leave_the_state_alone(table: Table) -> None:
    check_states_stay(table)


def test_lines_fit_a_terminal_of_100_columns(table: Table) -> None:
    check_lines(table)


def test_texts_and_pictures_do_not_show_what_is_hidden(table: Table) -> None:
    check_hidden(table)


# --- players ----------------------------------------------------------------------------------------------------------


def test_facts_of_players_are_seen_by_everybody(table: Table) -> None:
    game, states = table
    for state in states:
        position, scores = game.to_dict(state), game.scores(state)[0].tolist()
        for player in viewers(game):
            text, picture = fitting(game.text(state, player)), game.svg(state, player)
            infos = said_in(picture, "player-info")
            for p in range(game.num_players):
                coins, genes = position["coins"][p], position["genes"][p]
                stores = "M {} A {} V {} R {} P {} F {} ".format(*genes)
                assert f"Player {p} {scores[p]} EP (" in text
                assert f"{stores}{coins} coin{'s' * (coins != 1)}, medicine {position['medicine'][p]} of 2" in text
                assert f"|Player {p}|" in infos[p] and f"|{scores[p]}|EP|" in infos[p] and f"|{coins}|" in infos[p]
                assert infos[p].count("track") == 1 and f"|track {position['ep'][p]}|" in infos[p]
                assert re.findall(r"\|(\d+)(?=\|)", infos[p])[-6:] == [str(n) for n in genes]
            assert f"round {position['round']} of " in text and f"Round {position['round']} of " in words_of(picture)


def test_points_are_shown_in_their_parts(table: Table) -> None:
    game, states = table
    for state in states:
        v = view(game, state)
        for seat in v.seats:
            assert sum(n for name, n in seat.parts.items() if name != "total") == seat.parts["total"]
            assert seat.score == game.scores(state)[0, seat.player] == seat.parts["total"]


def test_nomans_are_at_home_away_or_injured(table: Table) -> None:
    game, states = table
    for state in states:
        picture, text = game.svg(state, 0), fitting(game.text(state, 0))
        home, injured = (state[key][0, : game.num_players] for key in ("home", "injured"))
        assert len(of_class(picture, "at-home")) == home.sum()
        assert len(of_class(picture, "injured")) == injured.sum()
        assert len(of_class(picture, "away")) == 3 * game.num_players - home.sum() - injured.sum()
        for p in range(game.num_players):
            away = 3 - home[p] - injured[p]
            assert f"Nomans {home[p]} at home, {away} away, {injured[p]} injured" in text


def test_hands_are_seen_by_their_owners(table: Table) -> None:
    """D25: others see what was taken face up, and the classes of the rest."""
    game, states = table
    for state in states:
        position = game.to_dict(state)
        for player in viewers(game):
            picture = game.svg(state, player)
            hands = of_class(picture, "hand")
            for p, drawn in enumerate(hands):
                hand = position["hand"][p]
                seen = hand if player in (None, p) else position["hand_known"][p]
                nodes = [node for node in drawn.iter() if node.get("class") == "in-hand"]
                names = [node.findtext(f"{SVG}text") for node in nodes]
                assert names == [game.cards.creatures[card].name for card in seen]
                backs = [node.findtext(f"{SVG}text") for node in drawn.iter() if node.get("class") == "face-down"]
                hidden = [CLASSES[game.cards.creatures[card].creature_class] for card in hand if card not in seen]
                assert backs == sorted(hidden, key=CLASSES.index)
                dashed = [node.find(f"{SVG}rect").get("stroke-dasharray") is not None for node in nodes]
                assert dashed == [card not in position["hand_known"][p] for card in seen]


def test_creatures_stand_on_the_player_boards(table: Table) -> None:
    game, states = table
    for state in states:
        boards, text = of_class(game.svg(state, 0), "player-board"), fitting(game.text(state, 0))
        for p, drawn in enumerate(boards):
            cards = [card for card in state["tableau"][0, p].tolist() if card != -1]
            names = [n.findtext(f"{SVG}text") for n in drawn.iter() if n.get("class") == "creature"]
            assert names == [game.cards.creatures[card].name for card in cards]
            assert len([n for n in drawn.iter() if n.get("class") == "used"]) == int(state["used"][0, p]).bit_count()
            tokens = [n for n in drawn.iter() if n.get("class") == "creature-token"]
            assert len(tokens) == (state["token"][0, p] != -1).sum()
            assert all(f"{name} [" in text for name in names)


def test_scientists_and_locks(table: Table) -> None:
    game, states = table
    for state in states:
        position, picture = game.to_dict(state), game.svg(state)
        cards = said_in(picture, "scientist")
        for p, scientist in enumerate(position["scientist"]):
            name = "scientist to be picked" if scientist is None else game.cards.scientists[scientist].name
            assert cards[p].startswith(name)
            (drawn,) = [of_class(picture, "scientist")[p]]
            locks = len([node for node in drawn.iter() if node.get("class") == "lock"])
            assert locks == (0 if scientist is None else position["locks"][p])


def test_choices_of_locations_are_secret_until_the_reveal(table: Table) -> None:
    game, states = table
    chosen = 0
    for state in states:
        choices = game.to_dict(state)["loc_choice"]
        if not any(choices):
            continue
        chosen += 1
        for player in range(game.num_players):
            infos, text = said_in(game.svg(state, player), "player-info"), fitting(game.text(state, player))
            for p, names in enumerate(choices):
                assert ("has chosen" in infos[p]) == (bool(names) and player != p)
                assert player != p or ", ".join(name.title() for name in names) in infos[p]
            secret = [names for p, names in enumerate(choices) if names and p != player]
            assert text.count("locations a secret choice") == len(secret)
    assert chosen > 0 or game.num_players == 1


# --- main board -------------------------------------------------------------------------------------------------------


def test_locations_show_who_stands_there_and_what_comes_next(table: Table) -> None:
    """R26: the row by the Nomans that remain; alone by the assistant (R77)."""
    game, states = table
    for state in states:
        at_public, n = game.to_dict(state)["at_public"], game.num_players
        picture, text = game.svg(state, 0), fitting(game.text(state, 0))
        for i, drawn in enumerate(of_class(picture, "location")):
            there = at_public[LOCATIONS[i]]
            assert len([node for node in drawn.iter() if node.get("class") == "noman"]) == len(there)
            assert len([node for node in drawn.iter() if node.get("class") == "lit"]) == bool(there)
            table = game.cards.locations[n][i]
            left = int("assistant" in there) if n == 1 else min(max(0, len(there) - 1), n - 1)
            standing = " ".join(map(str, there)) or "-"
            assert f"{LOCATION_NAMES[i]} {standing} {effect_words(table[left])}" in text
            assert _lit_words(drawn) == ([effect_words(table[left])] if there else [])


def _lit_words(drawn: ET.Element) -> list[str]:
    """What the row says that is drawn right after the lit ground of a location."""
    children = list(drawn)
    lit = [k for k, node in enumerate(children) if node.get("class") == "lit"]
    return [children[k + 2].findtext(f"{SVG}title", "") for k in lit]


def test_spaces_and_tiles_show_who_stands_there(table: Table) -> None:
    game, states = table
    for state in states:
        position, picture = game.to_dict(state), game.svg(state)
        (spaces,) = of_class(picture, "spaces")
        standing = [node for node in spaces.iter() if node.get("class") == "noman"]
        assert len(standing) == len(position["adv"]) + sum(map(sum, position["basic"].values()))
        assert len(of_class(picture, "space")) == (6 if game.num_players < 3 else 9)
        names = [game.cards.tiles[tile].name for tile in position["tile"]]
        assert [node.findtext(f"{SVG}text") for node in of_class(picture, "tile")] == names
        assert all(f"{name}: " in fitting(game.text(state)) for name in names)
        assert f"{len(position['tile_deck'])} tiles left" in words_of(picture).lower()


def test_display_and_decks(table: Table) -> None:
    game, states = table
    side = int(game.num_players > 2)
    for state in states:
        position = game.to_dict(state)
        for player in viewers(game):
            picture, text = game.svg(state, player), fitting(game.text(state, player))
            (basement,), words = of_class(picture, "basement"), words_of(picture)
            names = [n.findtext(f"{SVG}text") for n in basement.iter() if n.get("class") == "creature"]
            assert names == [game.cards.creatures[card].name for card in position["display"] if card is not None]
            for c, deck in enumerate(position["deck"]):
                known = deck if player is None else [card for card in deck if card in position["deck_known"][player]]
                places = ", ".join(f"{deck.index(card) + 1} {game.cards.creatures[card].name}" for card in known)
                assert f"deck of {len(deck)} card{'s' * (len(deck) != 1)}{': ' * bool(places)}{places}" in text
                said = f"{CLASSES[c]} deck, top first: {places}" if places else f"{CLASSES[c]} deck, face down"
                assert said in words
            prices = game.cards.tracks.display_price[side]
            for slot, card in enumerate(position["display"]):
                if card is not None:
                    price = prices[slot % 4 - (4 - len(prices))]
                    assert f"{slot} {price} {card_words(game.cards.creatures[card])}" in text


def test_milestones_say_who_has_reported_and_who_could(table: Table) -> None:
    """R50: what the view calls met is what the kernels allow to report."""
    game, states = table
    for state in states:
        position, v, text = game.to_dict(state), view(game, state), fitting(game.text(state))
        drawn = of_class(game.svg(state), "milestone")
        for i, goal in enumerate(v.goals):
            assert f"{goal.card.name}: {milestone_words(goal.card)}" in text
            assert list(goal.tokens) == position["milestone_token"][i]
            marks = Counter(node.get("class") for node in drawn[i].iter())
            assert (marks["token"], marks["able"]) == (len(goal.tokens), len(goal.met_by))
        assert [list(row) for row in v.rows] == position["row_token"]


def test_who_could_report_may_report() -> None:
    game = arkade.make("biohack", num_players=2)
    position = {"tableau": {0: [10, 11, 18, 19], 1: [20, 21]}, "milestone_token": [[], [], [], [0]]}
    trial = {"node": "dna", "stack": ["*dna 5"], "cur_space": "dna", "basic": {"dna": [1, 0]}, "dna_flags": 3}
    state = game.from_dict(position | trial | {"dna_price": 5})
    v, may = view(game, state), np.flatnonzero(game.legal(state)[0]).tolist()
    reports = [i for i in range(4) if game.actions.encode("report", position=i) in may]
    assert [i for i, goal in enumerate(v.goals) if 0 in goal.met_by] == reports == [2]
    assert v.goals[2].met_by == (0,) and "[met by player 0]" in game.text(state)


def test_order_reservations_and_rounds(table: Table) -> None:
    game, states = table
    for state in states:
        position, text = game.to_dict(state), fitting(game.text(state))
        if position["order"] and game.num_players > 1:
            assert f"initiative {' '.join(map(str, position['order']))}" in text
        if position["order"] and game.num_players > 2:
            track = " ".join("-" if p is None else str(p) for p in position["reserve"])
            assert f"reservation track {track}" in text


def test_solo_cards_hide_their_police() -> None:
    game = arkade.make("biohack", num_players=1)
    state = game.from_dict({})
    assert "solo card bank; Clean Up discards common 1, artisan 2, noble 3" in fitting(game.text(state, 0))
    assert "police: " not in words_of(game.svg(state, 0)) and "next hospital" not in fitting(game.text(state, 0))
    assert "police: biofarm, dna" in words_of(game.svg(state)) and "next hospital, basement" in fitting(
        game.text(state)
    )
    (solo,) = of_class(game.svg(state, 0), "solo")
    assert [node.text for node in solo.iter(f"{SVG}text")].count("X") == 3


# --- other card sets --------------------------------------------------------------------------------------------------


def test_awkward_names_are_drawn_too() -> None:
    game = arkade.make("biohack", num_players=3, enclosure=True)
    awkward = 'R&D <"Ünit"> of the long, long name'

    def renamed(cards: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(dataclasses.replace(card, name=f"{awkward} {i}") for i, card in enumerate(cards))

    kinds = ("creatures", "scientists", "milestones", "tiles")
    cards = dataclasses.replace(game.cards, **{kind: renamed(getattr(game.cards, kind)) for kind in kinds})
    other = types.SimpleNamespace(cards=cards, tables=game.tables, check=game.check, num_players=3)
    for state in positions(game)[:4]:
        for words in (words_of(render.svg(other, state)), render.text(other, state)):
            assert awkward in fitting(words)


def test_a_picture_of_full_boards_and_full_hands() -> None:
    tableau = {0: [0, 1, 2, 3, 20, 21, 22, 36, 37], 1: [4, 5, 6, 7, 23, 24, 25, 38, 39]}
    hand = {0: [8, 9, 10, 11, 12, 13, 26, 27, 28, 29, 30, 31, 40, 41, 42, 43], 1: [14]}
    position: dict[str, Any] = {"tableau": tableau, "hand": hand, "genes": [[10] * 6] * 2, "coins": [9999, 100]}
    game = arkade.make("biohack", num_players=2)
    state = game.from_dict(position | {"ep": [-999, 120], "used": {0: [0, 1, 2, 3]}, "injured": [3, 0]})
    root = ET.fromstring(game.svg(state))
    check_inside(root)
    text = fitting(game.text(state))
    assert all(game.cards.creatures[card].name in text for card in [*tableau[0], *tableau[1]])
    assert all(gene in words_of(game.svg(state)) for gene in GENES)


def test_the_picture_in_the_docs_is_up_to_date() -> None:
    docs = Path(__file__).parents[2] / "docs"
    position = json.loads((docs / "biohack.json").read_text(encoding="utf-8"))
    game = arkade.make("biohack", num_players=position["num_players"])
    state = game.from_dict(position)
    drawn = game.svg(state, int(state["current_player"][0]))
    assert (docs / "biohack.svg").read_text(encoding="utf-8") == drawn, (
        "draw docs/biohack.svg anew: game.svg of docs/biohack.json, seen by the player to move"
    )
