"""Where a game stands in a scenario dictionary: node, stack of lines, scratch of the action (RULES.md 14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from arkade.game import Game
from arkade.records import ENDED, NONE, Fields
from arkade.values import Given, bits, different, error, items, number, one_of, whole
from biohack_env.components import CREATURES, EXPERIMENTS, GENES, LOCATIONS, MOST_GENES, STACK
from biohack_env.grammar import Kind
from biohack_env.state import RESERVATION, SCIENTIST, SLOTS, Node, Phase

PHASES = {phase.name.lower(): phase for phase in Phase}
NODES = {node.name.lower(): node for node in Node}
_PHASE_NAMES, _NODE_NAMES = tuple(PHASES), tuple(NODES)  # by code
PLACES = (*LOCATIONS, *EXPERIMENTS)  # by cur_space
UNRESOLVED = {"scientist": SCIENTIST, "reservation": RESERVATION}
OPEN = "*"
MOST_STEPS, MOST = 2**31 - 1, 127
SCRATCH = {  # lowest, highest; the lowest is the default
    "pick_left": (0, 9),
    "pick_last": (NONE, 8),
    "die_face": (NONE, 3),
    "die_free": (0, MOST),
    "buy_left": (0, MOST),
    "buy_disc": (0, MOST),
    "buy_last": (NONE, SLOTS - 1),
    "bonus_buy": (0, MOST),
    "bonus_disc": (0, MOST),
    "create_left": (0, MOST),
    "create_disc": (0, MOST),
    "sci_on": (0, 1),
    "alloc_card": (NONE, CREATURES - 1),
    "alloc_left": (0, MOST),
    "alloc_last": (NONE, len(GENES) - 1),
    "alloc_cost": (0, MOST_GENES),
    "alley_opt": (NONE, 2),
    "alley_last": (NONE, 13),
    "alley_paid": (0, MOST),
    "alley_gained": (0, MOST),
    "alley_flags": (0, 3),
    "dna_flags": (0, 3),
    "dna_price": (0, 30),
    "trade_left": (0, 9),
}
LENGTHS = {"alloc_cost": len(GENES)}
WHERE = ("round", "phase", "node", "current_player", "cursor")
OF_ACTION = ("stack", "cur_space", "unresolved", *SCRATCH)
_SETUP = (Node.SIDE, Node.SCIENTIST, Node.DRAFT)
_NO_STACK = (Node.OVER, *_SETUP, Node.PLAN, Node.SELECT, Node.TURN)
_ASKED_AT = {  # the nodes that use what these names begin with; other scratch is used with lines on the stack
    "pick": (Node.PICK, Node.WILD),
    "die_face": (Node.DIE,),
    "buy": (Node.BUY, Node.KEEP),
    "alloc": (Node.ALLOC,),
    "alley": (Node.ALLEY,),
    "dna": (Node.DNA,),
    "trade": (Node.TRADE,),
}
_OF_CREATION = ("create_left", "create_disc", "sci_on")  # used while a `create` is open
_NEEDS = {  # what must be under way at a node
    Node.PICK: ("pick_left", 1),
    Node.WILD: ("pick_left", 1),
    Node.DIE: ("die_face", 0),
    Node.BUY: ("buy_left", 1),
    Node.CREATE: ("create_left", 1),
    Node.ALLOC: ("alloc_card", 0),
    Node.DNA: ("dna_flags", 1),
    Node.TRADE: ("trade_left", 1),
}


# --- a position as a dictionary ---------------------------------------------------------------------------------------


def write_where(s: Fields) -> dict[str, Any]:
    """Round, phase, node and who is to act."""
    values: dict[str, Any] = {key: s[key] for key in ("round", "current_player", "cursor", "steps", "lost", "rng")}
    return values | {"phase": _PHASE_NAMES[s["phase"]], "node": _NODE_NAMES[s["node"]]}


def write_action(game: Game, s: Fields) -> dict[str, Any]:
    """The stack and what the action in progress needs."""
    lines, is_open = game.cards.lines, s["stack_open"]
    values: dict[str, Any] = {key: s[key] for key in SCRATCH}
    values["alloc_cost"] = values["alloc_cost"][: len(GENES)]
    stack = s["stack"][: s["stack_len"]]
    values["stack"] = [(OPEN if is_open >> i & 1 else "") + lines[line].text for i, line in enumerate(stack)]
    place = s["cur_space"]
    values["cur_space"] = None if place == NONE else PLACES[place]
    values["unresolved"] = [name for name, bit in UNRESOLVED.items() if s["unresolved"] & bit]
    return values


# --- a dictionary as a position ---------------------------------------------------------------------------------------


def read_node(game: Game, given: Given, s: np.void) -> None:
    """Round, phase and node, which much else depends on."""
    rounds = int(game.tables[0]["rounds"][game.num_players])
    s["round"] = number(given, "round", 1, rounds, min(2, rounds))
    over = "over" in (given["phase"], given["node"])
    s["node"] = node = NODES[one_of("node", given["node"] or ("over" if over else "turn"), NODES)]
    usual = {Node.OVER: "over", **dict.fromkeys(_SETUP, "setup"), Node.PLAN: "planning", Node.SELECT: "planning"}
    phase = one_of("phase", given["phase"] or usual.get(node, "research"), PHASES)
    s["phase"] = PHASES[phase]
    allowed = [usual[node]] if node in usual else ["research"] if node == Node.TURN else ["planning", "research"]
    if phase not in allowed:
        raise error("phase", phase, f"{' or '.join(allowed)} with node {node.name.lower()}")
    s["over"] = ENDED if over else 0
    s["steps"], s["rng"] = number(given, "steps", 0, MOST_STEPS, 0), number(given, "rng", 0, 2**64 - 1, 0)
    s["lost"] = number(given, "lost", 0, int(over and game.options["challenge"] == 4), 0)
    if node in (Node.SCIENTIST, Node.DRAFT):
        s["cursor"] = number(given, "cursor", 0, game.num_players * (1 + (node == Node.DRAFT)) - 1, 0)
    elif node == Node.SIDE:
        s["cursor"] = number(given, "cursor", 0, game.num_players - 1, 0)


def read_player(game: Game, given: Given, s: np.void) -> None:
    """Who is to act, and the place in the players' sequence."""
    n, node, order = game.num_players, s["node"], s["order"].tolist()
    if node == Node.OVER:
        s["current_player"] = number(given, "current_player", NONE, NONE, NONE)
        s["cursor"] = number(given, "cursor", 0, 0, 0)
        return
    if node in _SETUP:
        cursor = int(s["cursor"])
        player = cursor if node == Node.SIDE else order[n - 1 - cursor % n]
        if given["current_player"] not in (None, player):
            raise error("current_player", given["current_player"], f"{player}, as cursor is {cursor}")
        s["current_player"] = player
        return
    player = number(given, "current_player", 0, n - 1, 0)
    place = order.index(player)
    if given["cursor"] not in (None, place):
        raise error("cursor", given["cursor"], f"{place}, the place of player {player} in order")
    if node == Node.TURN and int(s["passed"]) >> player & 1:
        raise error("passed", bits(int(s["passed"])), f"not player {player}, who is to act")
    s["current_player"], s["cursor"] = player, place


def read_action(game: Game, given: Given, s: np.void) -> None:
    """The stack and what the action in progress needs."""
    _read_stack(game, given, s)
    if given["cur_space"] is not None:
        s["cur_space"] = PLACES.index(one_of("cur_space", given["cur_space"], PLACES))
    s["unresolved"] = sum(UNRESOLVED[name] for name in different("unresolved", given["unresolved"] or [], UNRESOLVED))
    if s["unresolved"] and (s["phase"] != Phase.PLANNING or s["node"] == Node.SELECT):
        raise error("unresolved", given["unresolved"], "nothing outside planning effects")
    for key, (low, high) in SCRATCH.items():
        if key in LENGTHS:
            length = LENGTHS[key]
            values = [whole(key, v, low, high) for v in items(key, given[key] or [low] * length, length)]
            s[key][:length] = values
        else:
            s[key] = number(given, key, low, high, low)
    _check_action(game, given, s)


def _read_stack(game: Game, given: Given, s: np.void) -> None:
    stack = items("stack", given["stack"] or [])
    if len(stack) > STACK:
        raise error("stack", stack, f"at most {STACK} lines")
    for i, text in enumerate(stack):
        line = text.removeprefix(OPEN) if isinstance(text, str) else ""
        if line not in game.cards.line_texts:
            raise error("stack", text, f"a line of the card set, an open one preceded by {OPEN}")
        s["stack"][i] = game.cards.line_texts[line]
        s["stack_open"] |= (line != text) << i
    s["stack_len"] = len(stack)


def _check_action(game: Game, given: Given, s: np.void) -> None:
    """Require that the stack and its scratch fit the node."""
    node, depth = Node(s["node"]), int(s["stack_len"])
    kinds = [Kind(game.cards.lines[line].kind) for line in s["stack"].tolist()[:depth]]
    is_open = [bool(int(s["stack_open"]) >> i & 1) for i in range(depth)]
    if node in _NO_STACK:
        if kinds:
            raise error("stack", given["stack"], f"no lines at node {node.name.lower()}")
    else:
        _check_stack(game, given, node, kinds, is_open)
    in_research = bool(kinds) and s["phase"] == Phase.RESEARCH
    if (s["cur_space"] != NONE) != in_research:
        raise error("cur_space", given["cur_space"], "where the Noman of the action was taken from or put, else None")
    creating = any(kind == Kind.CREATE and begun for kind, begun in zip(kinds, is_open, strict=True))
    for key, (default, _) in SCRATCH.items():
        nodes = next((nodes for name, nodes in _ASKED_AT.items() if key.startswith(name)), None)
        used = creating if key in _OF_CREATION else bool(kinds) if nodes is None else node in nodes
        if not used and np.any(s[key] != default):
            raise error(key, given[key], f"its default at node {node.name.lower()}")
    _check_needs(given, s, node)


def _check_stack(game: Game, given: Given, node: Node, kinds: list[Kind], is_open: list[bool]) -> None:
    """Require an open line on top that asks at the node, and below it none open but `create`."""
    name = node.name.lower()
    if not kinds or not is_open[-1]:
        raise error("stack", given["stack"], f"an open line on top at node {name}")
    asked = {Node.KEEP: Node.BUY, Node.ALLOC: Node.CREATE}.get(node, node)
    if game.tables[0]["node_of_kind"][kinds[-1]] != asked:
        raise error("stack", given["stack"], f"on top a line that asks at node {name}")
    if any(begun and kind != Kind.CREATE for kind, begun in zip(kinds[:-1], is_open[:-1], strict=True)):
        raise error("stack", given["stack"], "below the top only create open")


def _check_needs(given: Given, s: np.void, node: Node) -> None:
    """Require what a node asks about."""
    key, low = _NEEDS.get(node, ("pick_left", 0))
    if s[key] < low:
        raise error(key, int(s[key]), f"{low} or more at node {node.name.lower()}")
    if (node == Node.KEEP) != (s["look"][1] != NONE) or (s["look"][0] != NONE and node != Node.KEEP):
        raise error("look", given["look"], "two cards at node keep, else none")
    if node == Node.ALLOC and not int(s["hand"][s["current_player"]]) >> int(s["alloc_card"]) & 1:
        raise error("alloc_card", int(s["alloc_card"]), "a card in hand of the player to act")
