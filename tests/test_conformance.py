"""Every game keeps what it promises, and `check` notices when one does not."""

import types

import numpy as np
import pytest
from other_toys import other_toy

import arkade
from arkade.conformance import ConformanceError, check
from arkade.jit import kernel
from arkade.records import NONE
from arkade.verbs import legal
from game_cases import CASES, IDS, hides, make


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_game_keeps_its_promises(case):
    report = check(make(case), games=6, positions=60, hidden=hides(case))
    assert report.games == 6 and report.steps > 20 and "determinize" in report.checks


@pytest.mark.fuzz
@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_game_keeps_its_promises_with_other_seeds(case, fuzz_factor):
    for seed in range(1, 1 + fuzz_factor):
        check(make(case), games=8, positions=80, seed=seed, hidden=hides(case))


def sabotage(game, name, change):
    """Replace a method of one Game by `change(what it was)`."""
    setattr(game, name, types.MethodType(change(getattr(type(game), name)), game))


def peeking_determinize(was):
    def determinize(self, states, players, seeds):
        was(self, states, players, states["rng"].copy())

    return determinize


def blind_determinize(was):
    def determinize(self, states, players, seeds):
        states["rng"] = seeds

    return determinize


def leaking_observe(was):
    def observe(self, states, players=None, dtype=np.float32, out=None):
        seen = was(self, states, players, np.uint8)
        seen[:, 0] = np.maximum(states["deck"][:, -1], 0)
        out = np.empty(seen.shape, dtype) if out is None else out
        out[:] = seen if dtype == np.uint8 else seen * self.observation_layout.scale
        return out

    return observe


def generous_legal(was):
    def legal(self, states, out=None):
        masks = was(self, states, out)
        masks[masks.any(axis=1)] = 1
        return masks

    return legal


def stingy_legal(was):
    def legal(self, states, out=None):
        masks = was(self, states, out)
        masks[masks[:, -2] == 1, -1] = 0
        return masks

    return legal


def writing_observe(was):
    def observe(self, states, *args, **keywords):
        states["points"] += 1
        return was(self, states, *args, **keywords)

    return observe


def forgetful_reset(was):
    def reset(self, states, seeds=0):
        kept = states["points"].copy()
        was(self, states, seeds)
        states["points"] = kept

    return reset


def lossy_dict(was):
    return lambda self, state: {**was(self, state), "prize": 0}


def unpaid_returns(was):
    return lambda self, states, reward="win": np.abs(was(self, states, reward))


def plain_text(was):
    return lambda self, state, player=None: "<svg>&</svg>"


def same_words(was):
    return lambda self, state, action: "play a card"


@pytest.mark.parametrize(
    ("method", "change", "message"),
    [
        ("determinize", peeking_determinize, "depends on the state's generator"),
        ("determinize", blind_determinize, "deals nothing anew"),
        ("observe", leaking_observe, "changed what it sees: element 0 of block 'turn'"),
        ("legal", generous_legal, "an action of the mask is refused"),
        ("legal", stingy_legal, "not in the mask but was played"),
        ("observe", writing_observe, "changed a state"),
        ("reset", forgetful_reset, "does not overwrite every byte"),
        ("to_dict", lossy_dict, "differs in prize"),
        ("returns", unpaid_returns, "do not sum to 0"),
        ("svg", plain_text, "not well-formed"),
        ("words", same_words, "are both 'play a card'"),
    ],
)
def test_a_broken_game_is_found(method, change, message):
    game = arkade.make("toy", num_players=3)
    sabotage(game, method, change)
    with pytest.raises(ConformanceError, match=message):
        check(game, games=8)


@kernel
def always_the_first(s, t, mask, bits):
    """A legal action, but no random one."""
    legal(s, t, mask)
    for action in range(mask.shape[0]):
        if mask[action]:
            return action
    return NONE


def test_a_random_action_must_be_the_one_that_the_mask_gives():
    with pytest.raises(ConformanceError, match="random_action is .* where the mask gives"):
        check(other_toy("first", 3, random_action=always_the_first), games=4, positions=20)


def test_a_game_says_whether_its_players_share_one_result():
    alone, team = arkade.make("toy", num_players=3), arkade.make("hiddenark", mode="coop", max_rounds=2)
    for game, message in ((alone, "differ between players who share one result"), (team, "do not sum to 0")):
        assert game.shared == (game is team)
        game.shared = not game.shared
        with pytest.raises(ConformanceError, match=message):
            check(game, games=4, hidden=False)


def test_an_error_names_the_game_and_the_seed():
    game = arkade.make("toy", num_players=2)
    sabotage(game, "returns", unpaid_returns)
    with pytest.raises(ConformanceError, match=r"arkade.make\('toy', num_players=2.*deal \d+.*seed=5"):
        check(game, games=8, seed=5)


def test_a_game_without_hidden_information_may_say_so():
    game = arkade.make("toy", num_players=2)
    sabotage(game, "determinize", blind_determinize)
    assert "hidden information" not in check(game, games=4, hidden=False).checks


def test_equal_states_have_equal_bytes_after_every_kind_of_copy():
    """numpy leaves unnamed gaps between fields as it finds them; so there are none."""
    for case in CASES:
        game = make(case)
        assert sum(game.state_dtype[name].itemsize for name in game.state_dtype.names) == game.state_dtype.itemsize
        states = game.new(3)
        game.reset(states, 7)
        copies = [states.copy(), states[[0, 1, 2]], np.concatenate([states[:1], states[1:]]), np.repeat(states[:1], 3)]
        assert all(copy.tobytes() == states.tobytes() for copy in copies)
