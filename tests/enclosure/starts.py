"""Positions to start games from: near the end, any habitat, any hands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from enclosure_env.card_set import CardSet
from enclosure_env.state import ADVANCED_SLOTS, BASIC_SLOTS, CREATURE_LETTERS, SUPPLY


def late_position(choices: random.Random, cards: CardSet, n: int, max_rounds: int) -> dict[str, Any]:
    """A scenario dictionary with 10 or 11 completed cards per seat (RULES.md section 10)."""
    done, research, rest = _deal_cards(choices, cards, n)
    basic, advanced = ([name for name in rest if name.startswith(letter)] for letter in "ba")
    private_done = sorted(choices.sample(range(n), choices.randint(0, n)))
    for p in private_done:
        research[p] += [pile.pop() for pile in (basic,) if pile and choices.random() < 0.5 and len(research[p]) == 3]
    player = choices.randrange(n)
    names = [card.name for card in cards.movements]
    return {
        "current_player": player,
        "ap": choices.randint(1, 3 + (player in private_done)),
        "round": choices.randrange(max_rounds),
        "habitat": _habitats(choices, n),
        "hand": [sorted(choices.sample(names, choices.randint(0, 6))) for _ in range(n)],
        "research": research,
        "done": done,
        "private": choices.sample(CREATURE_LETTERS, n),
        "private_done": private_done,
        "public": choices.sample([card.id for card in cards.public], n + 1),
        "public_owner": [choices.choice([None, None, *range(n)]) for _ in range(n + 1)],
        "basic_display": _padded(basic, BASIC_SLOTS),
        "advanced_display": _padded(advanced, ADVANCED_SLOTS),
        "basic_deck": basic[BASIC_SLOTS:],
        "advanced_deck": advanced[ADVANCED_SLOTS:],
        "rng": choices.getrandbits(64),
    }


def _deal_cards(choices: random.Random, cards: CardSet, n: int) -> tuple[list[list[str]], list[list[str]], list[str]]:
    """Completed cards and up to three in the research area of each seat, and the others."""
    rest = [card.id for card in cards.research]
    choices.shuffle(rest)
    done, research = [], []
    for _ in range(n):
        done.append([rest.pop() for _ in range(choices.choice((10, 11, 11)))])
    for _ in range(n):
        research.append([rest.pop() for _ in range(min(len(rest), choices.randint(0, 3)))])
    return done, research, rest


def _padded(names: Sequence[str], length: int) -> list[str | None]:
    return [*names[:length], *[None] * (length - len(names))]


def _habitats(choices: random.Random, n: int) -> list[str]:
    """Six to sixteen tokens per seat, no more of a creature than there are."""
    pool = list(CREATURE_LETTERS * (SUPPLY + n))
    choices.shuffle(pool)
    habitats = []
    for _ in range(n):
        tokens = [pool.pop() for _ in range(min(len(pool), choices.randint(6, 16)))]
        cells = choices.sample([*tokens, *"." * (16 - len(tokens))], 16)
        habitats.append("/".join("".join(cells[i : i + 4]) for i in range(0, 16, 4)))
    return habitats
