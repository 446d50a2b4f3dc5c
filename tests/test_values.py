"""Values of scenario dictionaries: what is read, and errors that name key, found and allowed."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import numpy as np
import pytest

import arkade
import toy_env  # noqa: F401  (registers itself)
from arkade import values

GAME = arkade.make("toy", num_players=3)
SMALL = partial(values.whole, low=0, high=9)


def test_every_key_is_given_and_unknown_ones_are_named() -> None:
    assert values.given_keys({"b": 2}, ("a", "b")) == {"a": None, "b": 2}
    with pytest.raises(ValueError, match=r"^c: unknown key; keys are a, b$"):
        values.given_keys({"c": 2}, ("a", "b"))


def test_one_value_per_seat_comes_from_a_list_or_a_dict_as_json_writes_it() -> None:
    for given in ([1, None, 3], {0: 1, 2: 3}, {"0": 1, "2": 3}):
        assert values.seats(GAME, {"k": given}, "k", SMALL, 7) == [1, 7, 3]
    assert values.seats(GAME, {"k": None}, "k", SMALL, 7) == [7, 7, 7]
    assert values.numbered({"k": None}, "k", 2, SMALL, [4, 5]) == [4, 5]


def test_bits_are_a_list_of_numbers_and_back() -> None:
    assert values.bit_set("k", [4, np.int8(1)], range(5)) == 0b10010
    assert values.bits(0b10010) == [1, 4]
    assert values.bits(0) == []


def test_numbers_and_names() -> None:
    assert values.number({"k": None}, "k", 0, 5, 3) == 3
    assert values.number({"k": np.uint8(5)}, "k", 0, 5, 3) == 5
    assert values.different("k", ("x", "y"), "xyz") == ["x", "y"]
    values.check_unique([("k", ["x"]), ("j", ["y"])])
    values.check_options(GAME, {"num_players": 3}, ["num_players"])
    values.check_options(GAME, {"num_players": None}, ["num_players"])


ERRORS: list[tuple[Any, str]] = [
    (lambda: values.whole("k", 6, 0, 5), "k: 6; allowed is a whole number from 0 to 5"),
    (lambda: values.whole("k", True, 0, 5), "k: True; allowed is a whole number from 0 to 5"),
    (lambda: values.whole("k", 1.0, 1, 1), "k: 1.0; allowed is 1"),
    (lambda: values.items("k", "xy"), "k: 'xy'; allowed is a list"),
    (lambda: values.items("k", [1], 2), "k: [1]; allowed is a list of 2"),
    (lambda: values.by_number("k", [1]), "k: [1]; allowed is a dict by number"),
    (lambda: values.seats(GAME, {"k": {3: 1}}, "k", SMALL, 0), "k: 3; allowed is a whole number from 0 to 2"),
    (lambda: values.seats(GAME, {"k": {"x": 1}}, "k", SMALL, 0), "k: 'x'; allowed is a whole number from 0 to 2"),
    (lambda: values.one_of("k", "c", ("a", "b")), "k: 'c'; allowed is one of a, b"),
    (lambda: values.one_of("k", ["a"], ("a", "b")), "k: ['a']; allowed is one of a, b"),
    (lambda: values.different("k", ["a", "a"], ("a", "b")), "k: ['a', 'a']; allowed is each name at most once"),
    (lambda: values.bit_set("k", [1, 1], range(2)), "k: [1, 1]; allowed is each number at most once"),
    (lambda: values.bit_set("k", [2], range(2)), "k: [2]; allowed is a list of 0, 1"),
    (lambda: values.bit_set("k", [2], ()), "k: [2]; allowed is a list of nothing here"),
    (lambda: values.check_unique([("k", ["x"]), ("j", ["x"])]), "j: 'x'; allowed is no card twice; it lies in k already"),
    (lambda: values.check_options(GAME, {"num_players": 2}, ["num_players"]), "num_players: 2; allowed is 3, as in this game"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), ERRORS, ids=[message for _, message in ERRORS])
def test_an_error_names_key_found_and_allowed(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        call()
