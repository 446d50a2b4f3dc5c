"""The test vectors T01-T37 of RULES.md 11.3, those with a position on the kernels and on the referee.

Besides what a vector lists, everything that its actions cannot change must stay as it was.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

import arkade
import two_sides
from arkade.records import STOPPED
from enclosure.random_cards import allowed_pairs
from enclosure.vector_text import Case, Check, read_cases, read_texts
from enclosure_env.blocks import LAYOUT
from enclosure_env.grid import pair_index
from enclosure_env.state import AREA_TAGS, AREAS, CREATURE_LETTERS, CREATURE_TAGS, CREATURES
from referee.enclosure import Referee

CASES = read_cases()


@functools.cache
def house_game(**options: Any) -> arkade.Game:
    return arkade.make("enclosure", **options)


IDS = {house_game().actions.describe(a): a for a in range(house_game().num_actions)}


# --- two implementations behind one interface -------------------------------------------------------------------------


class Kernel(two_sides.Kernel):
    """The kernels, with what vectors ask for."""

    @classmethod
    def from_dict(cls, scenario: dict[str, Any], *, num_players: int) -> Kernel:
        game = house_game(num_players=num_players)
        return cls(game, game.from_dict(scenario))

    def tags(self, seat: int) -> tuple[list[int], list[int]]:
        features = self.states["features"][0, seat].tolist()
        return features[CREATURE_TAGS : CREATURE_TAGS + CREATURES], features[AREA_TAGS : AREA_TAGS + AREAS]


class Slow(Referee):
    """The referee, which counts no tags: they are those of the completed cards."""

    def tags(self, seat: int) -> tuple[list[int], list[int]]:
        cards = house_game().cards
        done = [cards.research[cards.research_ids[name]] for name in self.to_dict()["done"][seat]]
        kinds = ([card.creature_tags for card in done], [card.habitat_tags for card in done])
        return tuple(np.sum(tags, axis=0).tolist() for tags in kinds)


# --- what a vector lists ----------------------------------------------------------------------------------------------


def holds(play: Kernel | Slow, check: Check) -> bool:
    """Does a check hold now?"""
    legal, expected = {house_game().actions.describe(a) for a in play.legal()}, check.value
    match check.name:
        case "legal":
            return set(expected) <= legal
        case "illegal":
            return not set(expected) & legal
        case "legal exactly":
            return set(expected) == legal
        case "supply":
            return expected.items() <= play.to_dict()["supply"].items()
        case "winners" | "ranks":
            return shown(play, check.name) == expected
    found = shown(play, check.name)
    if isinstance(found, list) and found and isinstance(found[0], float):
        return np.allclose(found, expected, atol=5e-5)
    return sorted(found) == sorted(expected) if check.name.startswith(("done", "hand")) else found == expected


def shown(play: Kernel | Slow, name: str) -> Any:
    """The value that a vector lists under `name`; a digit at its end is a seat."""
    position, seat = play.to_dict(), int(name[-1]) if name[-1].isdigit() else None
    match name.rstrip("0123456789"):
        case "end_triggered":
            return int(any(len(done) >= 12 for done in position["done"]))
        case "truncated":
            return int(play.over == STOPPED)
        case "pending":
            return {letter: count for letter, count in position["pending"].items() if count}
        case "counts":
            kinds = Counter(name[0] for name in position["done"][seat])
            return [kinds["b"], kinds["a"]]
        case "score":
            return play.scores()[seat]
        case "creature_tags":
            return play.tags(seat)[0]
        case "habitat_tags":
            return play.tags(seat)[1]
        case "n_basic_deck":
            return len(position["basic_deck"])
        case "private_done":
            return int(seat in position["private_done"])
        case "reward_win" | "reward_rank" | "reward_margin":
            return play.returns(name.removeprefix("reward_"))
        case "ranks":
            n = len(position["hand"])
            return [round((n + 1 - rank * (n - 1)) / 2, 4) for rank in play.returns("rank")]
        case "winners":
            results = play.returns("rank")
            return [p for p, result in enumerate(results) if result == max(results)]
    return position[name] if seat is None else position[name[:-1]][seat]


# --- what may change besides ------------------------------------------------------------------------------------------

FOLLOWS = {  # what an action can change; of lists per seat only the entry of whoever acts
    "swap": {"habitat", "hand", "ap"},
    "push": {"habitat", "hand", "ap", "supply", "pending", "phase"},
    "take_basic": {"research", "basic_display", "ap"},
    "take_advanced": {"research", "advanced_display", "ap"},
    "draw_basic": {"research", "basic_deck", "ap"},
    "draw_advanced": {"research", "advanced_deck", "ap"},
    "collect": {"hand", "ap"},
    "complete": {"research", "done", "ap", "pending", "phase"},
    "claim_private": {"private_done"},
    "claim_public": {"public_owner"},
    "skip_effects": {"pending", "phase"},
    "end_turn": set(),
}
END_OF_TURN = {"current_player", "ap", "basic_display", "advanced_display", "basic_deck", "advanced_deck"}
END_OF_ROUND = {"round", "phase"}
PER_SEAT = ("habitat", "hand", "research", "done")


def check_rest(action: str, p: int, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Whatever is no consequence of the action of player `p` is as it was."""
    may = set(FOLLOWS[action.split("(")[0]])
    if after["current_player"] != p:
        may |= END_OF_TURN | (END_OF_ROUND if p == before["num_players"] - 1 else set())
    changed = {key for key in after if after[key] != before[key]}
    assert changed <= may, f"{action} changed {changed - may}"
    for key in changed & set(PER_SEAT):
        others = [q for q in range(before["num_players"]) if q != p and after[key][q] != before[key][q]]
        assert not others, f"{action} of player {p} changed {key} of {others}"
    assert tokens(after) == tokens(before)  # I1
    assert cards(after) == cards(before)  # I2


def tokens(position: dict[str, Any]) -> Counter[str]:
    """How many tokens of each creature there are."""
    standing = Counter("".join(position["habitat"]).replace("/", "").replace(".", ""))
    return standing + Counter(position["supply"])


def cards(position: dict[str, Any]) -> list[str]:
    """All research cards."""
    rows = [*position["research"], *position["done"]]
    rows += [position[key] for key in ("basic_display", "advanced_display", "basic_deck", "advanced_deck")]
    return sorted(name for row in rows for name in row if name is not None)


@pytest.mark.parametrize("implementation", [Kernel, Slow])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_vector(case: Case, implementation: type[Kernel | Slow]) -> None:
    play = implementation.from_dict(case.scenario, num_players=case.scenario.get("num_players", 2))
    for step in case.steps:
        for action in step.actions:
            assert IDS[action] in play.legal(), f"{action} is not legal"
            before, p = play.to_dict(), play.current_player
            play.step(IDS[action])
            check_rest(action, p, before, play.to_dict())
        for check in step.checks:
            assert holds(play, check), f"{check} after {step.actions}"


# --- vectors in words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "hands"), [(2, [5, 6]), (3, [4, 5, 6]), (4, [3, 4, 5, 6])])
def test_t01_setup(n: int, hands: list[int]) -> None:
    game = house_game(num_players=n)
    for seed in range(50):
        states = game.new(1)
        game.reset(states, seed)
        position = game.to_dict(states)
        assert position["supply"] == dict.fromkeys(CREATURE_LETTERS, 4)
        for board in position["habitat"]:
            cells = board.replace("/", "")
            assert sorted(cells.replace(".", "")) == sorted(CREATURE_LETTERS)
            assert [i for i, letter in enumerate(cells) if letter != "."] == sorted([0, 3, 15, 12, 5, 10])
        assert [len(hand) for hand in position["hand"]] == hands
        assert len(set(position["public"])) == n + 1 and position["public_owner"] == [None] * (n + 1)
        assert len(set(position["private"])) == n and position["private_done"] == []
        assert (len(position["basic_deck"]), len(position["advanced_deck"])) == (31, 8)
        assert None not in position["basic_display"] + position["advanced_display"]
        assert position["research"] == [[]] * n == position["done"]
        assert [position[key] for key in ("current_player", "ap", "round", "phase")] == [0, 3, 0, "main"]


@pytest.mark.parametrize("implementation", [Kernel, Slow])
def test_t26_an_advanced_card_outweighs_all_tokens(implementation: type[Kernel | Slow]) -> None:
    full = "sgat/gatw/atwc/twcs"
    position = {"max_rounds": 1, "current_player": 1, "done": [["a01"], ["b31", "b13"]], "habitat": {1: full}}
    play = implementation.from_dict(position, num_players=2)
    play.step(IDS["end_turn"])
    assert play.scores() == [6, 6] and play.returns("win") == [1, -1]


def test_t29_collect_needs_a_discarded_card_and_two_action_points() -> None:
    for position in ({"ap": 2}, {"ap": 1, "hand": {0: ["step", "airlift"]}}):
        for play in (Kernel.from_dict(position, num_players=2), Slow.from_dict(position, num_players=2)):
            assert IDS["collect"] not in play.legal()


def test_t33_action_indices() -> None:
    ids = {
        "swap(step,0,1)": 0, "swap(step,14,15)": 14, "swap(slant,3,6)": 155, "swap(hook,3,9)": 323,
        "swap(pincer,2,10)": 474, "swap(span,0,12)": 540, "push(s,N0)": 600, "push(c,W3)": 695, "take_basic(0)": 696,
        "take_advanced(3)": 704, "end_turn": 716,
    }  # fmt: skip
    assert {name: IDS[name] for name in ids} == ids and len(IDS) == 717
    assert [pair_index(*cells) for cells in ((3, 4), (0, 15), (1, 12), (2, 10))] == [3, 15, 76, 114]


def test_t34_determinize() -> None:
    game = house_game(num_players=3)
    states = game.new(300)
    game.reset(states, np.arange(300))
    game.rollout(states, 150, seed=3)
    for player in range(3):
        worlds, players = states.copy(), np.full(300, player)
        game.determinize(worlds, players, np.arange(300))
        for deck, (start, stop) in enumerate(((0, 36), (36, 48))):
            for world, state in zip(worlds, states):
                top = start + state["deck_count"][deck]
                assert sorted(world["deck"][start:top]) == sorted(state["deck"][start:top])
                assert (world["deck"][top:stop] == state["deck"][top:stop]).all()
        for name in set(states.dtype.names) - {"deck", "rng"}:
            assert (worlds[name] == states[name]).all()
        assert (game.legal(worlds) == game.legal(states)).all()
        for observer in range(3):
            seen = (game.observe(s, np.full(300, observer), np.uint8) for s in (worlds, states))
            assert (next(seen) == next(seen)).all()


def test_t34_every_order_is_as_likely() -> None:
    game, n = house_game(), 12_000
    states = np.repeat(game.from_dict({"advanced_deck": ["a05", "a06", "a07"]}), n)
    game.determinize(states, np.zeros(n, np.int64), np.arange(n))
    orders = Counter(map(tuple, states["deck"][:, 36:39].tolist()))
    chi_square = sum((count - n / 6) ** 2 / (n / 6) for count in orders.values())
    assert len(orders) == math.factorial(3) and chi_square < 20.5  # 5 degrees of freedom: exceeded once in 1000


def test_t35_data() -> None:
    cards, tables = house_game().cards, house_game().tables[0]
    reach = [set(np.flatnonzero(allowed)) for allowed in allowed_pairs(tables)]
    assert [len(pairs) for pairs in reach] == [24, 18, 24, 24, 24] and len(set.union(*reach)) == 106
    shared = [(0, 2), (1, 3), (0, 8), (4, 12), (3, 11), (7, 15), (12, 14), (13, 15)]
    assert reach[3] & reach[4] == {pair_index(a, b) for a, b in shared}
    assert len(cards.research) == 36 + 12 and sum(card.ep for card in cards.research) == 156
    needed = Counter[tuple[int, int]]()
    for card in cards.research:
        needed.update({(creature, area): tokens for creature, area, tokens in card.need})
    assert needed == dict.fromkeys(np.ndindex(CREATURES, AREAS), 4)
    assert np.sum([card.creature_tags for card in cards.research], axis=0).tolist() == [20] * CREATURES
    assert np.sum([card.habitat_tags for card in cards.research], axis=0).tolist() == [23, 23, 23, 23, 22]


@pytest.mark.parametrize("implementation", [Kernel, Slow])
def test_t36_scenario_dictionary(implementation: type[Kernel | Slow]) -> None:
    def load(**position: Any) -> Kernel | Slow:
        return implementation.from_dict(position, num_players=2)

    position = load().to_dict()
    assert position["habitat"] == ["s..g/.w../..c./t..a"] * 2
    assert position["supply"] == dict.fromkeys(CREATURE_LETTERS, 4)
    assert position["basic_display"] == [f"b{i:02}" for i in range(1, 6)]
    assert position["basic_deck"] == [f"b{i:02}" for i in range(6, 37)]
    assert position["public"] == ["p01", "p02", "p03"] and position["public_owner"] == [None] * 3
    assert load(**position).to_dict() == position
    wrong: list[dict[str, Any]] = [
        {"research": {0: ["b01", "b02", "b03", "b04"]}},
        {"ap": 4},
        {"ap": 0},
        {"pending": {"s": 1}},
        {"phase": "effects", "pending": {"s": 1}, "supply": {"s": 0}},
        {"done": [["b01"], ["b01"]]},
        {"private": ["g", "g"]},
        {"habitat": ["ssss/s.../..../....", "ss../..../..../...."]},
    ]
    for values in wrong:
        with pytest.raises(ValueError):
            load(**values)


def test_t37_raw_observation() -> None:
    game = house_game()

    def seen(name: str, **position: Any) -> list[Any]:
        return LAYOUT.view(game.observe(game.from_dict(position), 0, np.uint8)[0], name).tolist()

    assert seen("global") == [*[4] * 6, *[0] * 6, 1, 0, 0, 0, 0, 1, 0, 0, 20, 0, 1, 0, 0, 31, 8]
    need, push = [int(i == 5 * 4) for i in range(30)], [1, 0, 0, 0, 0, 0]
    assert seen("displays")[0] == [1, *need, *push, 1, 0, *(0, 0, 0, 0, 1, 0), *(1, 0, 0, 0, 0), 0, 1]
    features = [*[0] * 15, 6, 1, 1, 1, 1, 1, 2, 0, 0]
    assert [row[103:127] for row in seen("players")] == [features, features, [0] * 24, [0] * 24]
    late = seen("global", max_rounds=60, round=50)
    assert late[19:21] == [20, 9]


def test_the_vectors_are_those_of_the_rules() -> None:
    texts = read_texts()
    assert list(texts) == [f"T{i:02}" for i in range(1, 38)]
    in_words = {name[5:8].upper() for name in globals() if name.startswith("test_t") and name[6:8].isdigit()}
    assert {case.name for case in CASES} | in_words == set(texts)


def test_every_phrase_of_the_vectors_is_read() -> None:
    texts = read_texts()
    for case in CASES:
        text = texts[case.name][1].partition(". ")[2]
        prose = text.count("`c@C` is used") + text.count("`collect` is illegal")
        phrases = sum(len(step.actions) + len(step.checks) for step in case.steps)
        assert phrases == text.count("`") // 2 - prose + text.count("no legal action"), case.name
