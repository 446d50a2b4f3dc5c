"""Creature cards of a scenario dictionary: hands, tableaus, display, decks, discards (RULES.md 14)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np

from arkade.game import Game
from arkade.records import NONE, Fields
from arkade.values import Given, bit_set, bits, check_unique, error, items, seats, whole
from biohack_env.components import CLASSES, CREATURES, CREATURES_OF, ROWS
from biohack_env.state import COLUMNS, SLOTS

CARDS_OF = tuple(range(sum(CREATURES_OF[:c]), sum(CREATURES_OF[: c + 1])) for c in range(len(CLASSES)))
CLASS_OF = tuple(c for c, cards in enumerate(CARDS_OF) for _ in cards)
FIRST_SPACE = tuple(sum(ROWS[:c]) for c in range(len(ROWS)))


def first_column(game: Game) -> int:
    """The leftmost column of the display: side A of the main board has three."""
    return 1 if game.num_players <= 2 else 0


# --- a position as a dictionary ---------------------------------------------------------------------------------------


def write_cards(game: Game, s: Fields) -> dict[str, Any]:
    """Where every creature card is."""
    n = game.num_players
    decks = [row[:length] for row, length in zip(s["deck"], s["deck_len"], strict=True)]
    known = s["deck_known"][:n]
    return {
        "hand": [bits(word) for word in s["hand"][:n]],
        "hand_known": [bits(word) for word in s["hand_known"][:n]],
        "tableau": [[card for card in row if card != NONE] for row in s["tableau"][:n]],
        "display": [None if card == NONE else card for card in s["display"]],
        "deck": [deck[::-1] for deck in decks],
        "discard": bits(s["discard"]),
        "recycled": bits(s["recycled"]),
        "deck_known": [
            sorted(deck[i] for deck, word in zip(decks, row, strict=True) for i in bits(word)) for row in known
        ],
        "look": [card for card in s["look"] if card != NONE],
    }


# --- a dictionary as a position ---------------------------------------------------------------------------------------


def read_cards(game: Game, given: Given, s: np.void) -> None:
    """Put every creature card in its place."""
    hands, tableaus = (seats(game, given, key, _cards, []) for key in ("hand", "tableau"))
    discard, look = (_cards(key, given[key] or []) for key in ("discard", "look"))
    display = _given_display(game, given)
    decks = _given_decks(given)
    places = [("hand", hand) for hand in hands] + [("tableau", row) for row in tableaus]
    places += [("discard", discard), ("look", look)]
    places += [("display", [card for card in display or [] if card is not None])]
    places += [("deck", deck) for deck in decks if deck is not None]
    check_unique(places)
    named = {card for _, cards in places for card in cards}
    if display is None:
        display = _default_display(game, named)
        named |= {card for card in display if card is not None}
    for c, given_deck in enumerate(decks):
        left = [card for card in CARDS_OF[c] if card not in named]
        if given_deck is not None and left:
            raise error("deck", given["deck"], f"every card somewhere; card {left[0]} lies nowhere")
        deck = left if given_deck is None else given_deck
        s["deck"][c, : len(deck)], s["deck_len"][c] = deck[::-1], len(deck)
    s["discard"] = _bits(discard)
    s["look"][: len(look)] = look
    if len(look) > 0:
        s["look_class"] = CLASS_OF[look[0]]
    _write_display(s, display)
    for p in range(game.num_players):
        s["hand"][p] = _bits(hands[p])
        _place_creatures(game, s, p, tableaus[p])
    _read_knowledge(game, given, s)


def _bits(cards: Collection[int]) -> int:
    return sum(1 << card for card in cards)


def _cards(key: str, value: Any) -> list[int]:
    limit = 2 if key == "look" else CREATURES
    cards = [whole(key, card, 0, CREATURES - 1) for card in items(key, value)]
    if len(cards) > limit or (key == "look" and len({CLASS_OF[card] for card in cards}) > 1):
        raise error(key, value, f"at most {limit} cards of one class")
    return cards


def _given_display(game: Game, given: Given) -> list[int | None] | None:
    if given["display"] is None:
        return None
    slots = items("display", given["display"], SLOTS)
    for slot, card in enumerate(slots):
        c, column = divmod(slot, COLUMNS)
        if card is not None and column < first_column(game):
            raise error("display", card, f"None in slot {slot}, as side A has no such column")
        if card is not None:
            whole("display", card, CARDS_OF[c].start, CARDS_OF[c].stop - 1)
    return slots


def _default_display(game: Game, named: Collection[int]) -> list[int | None]:
    """The lowest cards of each class, without those that lie elsewhere."""
    first = first_column(game)
    slots = [(c, column - first) for c in range(len(CLASSES)) for column in range(COLUMNS)]
    cards = [CARDS_OF[c][i] if i >= 0 else None for c, i in slots]
    return [None if card in named else card for card in cards]


def _given_decks(given: Given) -> list[list[int] | None]:
    """Each deck, top first, or None for the default."""
    decks: list[list[int] | None] = []
    for c, deck in enumerate(items("deck", given["deck"] or [None] * len(CLASSES), len(CLASSES))):
        cards = CARDS_OF[c]
        if deck is not None:
            deck = [whole("deck", card, cards.start, cards.stop - 1) for card in items("deck", deck)]
        decks.append(deck)
    return decks


def _write_display(s: np.void, display: list[int | None]) -> None:
    s["display"] = [NONE if card is None else card for card in display]
    s["shown"] = sum(1 << slot for slot, card in enumerate(display) if card is not None)


def _place_creatures(game: Game, s: np.void, p: int, cards: list[int]) -> None:
    """Each to the leftmost free space of its row, and what is counted of them."""
    t = game.tables[0]
    for card in cards:
        c = CLASS_OF[card]
        if s["count"][p, c] == ROWS[c]:
            raise error("tableau", cards, f"at most {ROWS[c]} {CLASSES[c]} creatures of a player")
        s["tableau"][p, FIRST_SPACE[c] + s["count"][p, c]] = card
        s["count"][p, c] += 1
        s["disc"][p] += t["card_disc"][card]
        s["disc_wild"][p] += t["card_wild"][card]
    s["tableau_mask"][p] = _bits(cards)


def _read_knowledge(game: Game, given: Given, s: np.void) -> None:
    """What players know of cards in hiding: known hands, known places of decks, recycled cards."""
    for p, word in enumerate(seats(game, given, "hand_known", _known_cards, 0)):
        if word & ~int(s["hand"][p]):
            raise error("hand_known", bits(word), f"cards in hand of player {p}: {bits(int(s['hand'][p]))}")
        s["hand_known"][p] = word
    decks = [row[:length] for row, length in zip(s["deck"].tolist(), s["deck_len"].tolist(), strict=True)]
    places = {card: (c, i) for c, deck in enumerate(decks) for i, card in enumerate(deck)}
    for p, word in enumerate(seats(game, given, "deck_known", _known_cards, 0)):
        for card in bits(word):
            if card not in places:
                raise error("deck_known", card, "a card in a deck")
            c, i = places[card]
            s["deck_known"][p, c] |= 1 << i
    recycled = _known_cards("recycled", given["recycled"] or [])
    hiding = _bits(places) | _bits([card for card in s["look"].tolist() if card != NONE])
    for p in range(game.num_players):
        hiding |= int(s["hand"][p]) & ~int(s["hand_known"][p])
    if recycled & ~hiding:
        raise error("recycled", bits(recycled), "cards in decks, in look, or in hands outside hand_known")
    for c, deck in enumerate(decks):
        if 0 < (recycled & _bits(deck)).bit_count() < len(deck):
            raise error("recycled", bits(recycled), f"all or none of the {CLASSES[c]} deck's cards")
    s["recycled"] = recycled


def _known_cards(key: str, value: Any) -> int:
    return bit_set(key, value, range(CREATURES))
