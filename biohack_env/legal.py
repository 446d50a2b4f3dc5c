"""What a player may do: one `_may_<node>` per node, read by `legal` and by forced steps alike.

A node's legal actions are an *offer* of three numbers: bits of the ids below RETRIEVE, the first id of a window of
further ids, and bits within that window. A live state holds the offer of its node, so that a mask costs next to nothing.
"""

from __future__ import annotations

from arkade.bits import lowest_bit, spread_bits
from arkade.choice import choose_offered
from arkade.jit import kernel
from arkade.records import NONE
from biohack_env.actions import (
    ACCEPT,
    ALLEY,
    CONVERT,
    CREATE,
    DECK,
    DONE,
    HEAL,
    KEEP,
    PASS,
    PLAN,
    REPORT,
    REROLL,
    RESERVE,
    RESOURCE,
    RETRIEVE,
    SCIENTIST,
    SELECT,
    SIDE,
    TAKE,
    UNLOCK,
    USE_SCIENTIST,
)
from biohack_env.components import (
    CLASSES,
    COIN,
    LOCATIONS,
    MILESTONE_CARDS,
    MOST_GENES,
    MOUNTAIN,
    RESERVATIONS,
    RESOURCES,
    SCIENTISTS,
)
from biohack_env.creation import creatable_cards, helped_cards, may_allot, may_use_scientist
from biohack_env.effects import FERAL, PRIMATE, SURVIVAL, discards_of, has_bit, has_room, holding
from biohack_env.scoring import has_token, is_met
from biohack_env.state import BOTTOM_USED, COLUMNS, REPORT_OPEN, TOP_CLOSED, UNLOCK_OPEN, Node

AVERT_COINS = 5  # for an injury in Survival (R85)
REROLL_COINS = 2
AVIAN, REPTILE = 2, 3  # prices of paid rerolls besides coins (R30)
MIXED = 3  # result of the die: mammal or aquatic (R31)
_DONE, _ALWAYS = 1 << DONE, 1 << DONE | 1 << ACCEPT
_COLUMN = sum(1 << COLUMNS * c for c in range(len(CLASSES)))  # the slots of one column
_SELECT = (1 << DONE, 0b11111 << SELECT, 0b1111111111 << SELECT + 5, 0b1111111111 << SELECT + 15)  # by Nomans at home


@kernel(hot=True)
def legal(s, t, mask):
    """Write the mask of the current player; all 0 when over."""
    for a in range(mask.shape[0]):
        mask[a] = 0
    spread_bits(mask, 0, s.legal_low)
    spread_bits(mask, s.legal_first, s.legal_bits)


@kernel(hot=True)
def random_action(s, t, mask, bits):
    """A random legal action, straight from the offer."""
    return choose_offered(0, int(s.legal_low), int(s.legal_first), int(s.legal_bits), bits)


@kernel(hot=True)
def note_offer(s, t):
    """Note the legal actions of a node in the state; returns the action that needs no asking, or NONE (section 7)."""
    low, first, bits = offer(s, t)
    s.legal_low = low
    s.legal_first = first
    s.legal_bits = bits
    if bits == 0 and (low == 1 << DONE or low == 1 << PASS):
        return lowest_bit(low)
    if s.node == Node.ALLOC and bits & (bits - 1) == 0:
        return first + lowest_bit(bits)
    return NONE


@kernel(hot=True)
def offer(s, t):
    """The legal actions of the current player: (bits of low ids, first id of the window, bits from there on)."""
    p = int(s.current_player)
    match s.node:
        case Node.TURN:
            return _may_turn(s, p)
        case Node.DIE:
            return _may_roll(s, t, p)
        case Node.ALLEY:
            return _may_trade_in_alley(s, t, p)
        case Node.PICK:
            return 0, RESOURCE, _may_pick(s, t)
        case Node.BUY:
            return _may_buy(s, t, p), 0, 0
        case Node.SELECT:
            return _SELECT[s.home[p]] | _may_heal(s, p), 0, 0
    return _offer_rarely(s, t, p)


@kernel
def _offer_rarely(s, t, p):
    match s.node:
        case Node.CREATE:
            return _may_create(s, t, p)
        case Node.DNA:
            return _may_deal(s, t, p)
        case Node.RESERVE:
            return _DONE, RESERVE, _may_reserve(s)
        case Node.ALLOC:
            return 0, RESOURCE, may_allot(s, p)
        case Node.WILD:
            return 0, RESOURCE, _entries(s, t) & -1 << max(0, int(s.pick_last))
        case Node.TRADE:
            return _DONE | int(_may_trade(s, t, p)) << ACCEPT, 0, 0
        case Node.KEEP:
            return 0b11 << KEEP, 0, 0
        case Node.PLAN:
            return _DONE | _may_heal(s, p) | int(s.unresolved) << PLAN, 0, 0
        case Node.DRAFT:
            return int(s.shown) << TAKE, 0, 0
        case Node.SCIENTIST:
            return _free_scientists(s) << SCIENTIST, 0, 0
        case Node.SIDE:
            return 0b11 << SIDE, 0, 0
    return _ALWAYS, 0, 0  # improve


@kernel(hot=True)
def _may_heal(s, p):
    """HEAL as a bit: an injured Noman and a full medicine (R23)."""
    return int(s.injured[p] > 0 and s.medicine[p] > 0) << HEAL


@kernel(hot=True)
def _may_turn(s, p):
    """Retrieve a Noman, put one on a free space, heal; pass with none on a location (R25, R37, R57)."""
    low = int(s.on_location[p] == 0) << PASS | _may_heal(s, p)
    bits = int(s.on_location[p])
    if s.home[p] > 0:
        bits |= int(s.free_spaces) << len(LOCATIONS)
    return low, RETRIEVE, bits


# --- picks and the die ------------------------------------------------------------------------------------------------


@kernel(hot=True)
def _entries(s, t):
    """Bits of the resources of the top line."""
    return int(t.line_entries[s.stack[s.stack_len - 1]])


@kernel(hot=True)
def _may_pick(s, t):
    """Resources in ascending order, so that every choice has one path and enough entries are left (section 8)."""
    left = _entries(s, t) & -1 << int(s.pick_last) + 1
    for _ in range(1, s.pick_left):  # the last entries are for the further picks
        highest = len(RESOURCES) - 1
        while not has_bit(left, highest):
            highest -= 1
        left &= ~(1 << highest)
    return left


@kernel(hot=True)
def _may_roll(s, t, p):
    """Accept the die or roll again, free rerolls first (R29-R31, D10, D11); in Survival avert or heal (D43)."""
    place = int(t.line_b[s.stack[s.stack_len - 1]])
    low, bits = 0, 0
    if s.die_face == MIXED:
        bits = 0b11
    else:
        low = 1 << DONE
    if s.die_free > 0:
        bits |= 0b100 << REROLL - RESOURCE
    elif place > 0:
        price = AVIAN if place - 1 == MOUNTAIN else REPTILE
        bits |= int(s.genes[p, price] > 0) << REROLL - RESOURCE
        bits |= int(s.coins[p] >= REROLL_COINS) << REROLL - RESOURCE + 1
    if s.challenge == SURVIVAL:
        low |= _may_heal(s, p)
        low |= int(s.coins[p] >= AVERT_COINS and (s.die_face == 0 or s.die_face == 2)) << ACCEPT
    return low, RESOURCE, bits


# --- purchases and creations ------------------------------------------------------------------------------------------


@kernel
def _may_buy(s, t, p):
    """Cards of the display after the last purchase's, and decks, that `p` can pay for (R34-R36, D22-D24)."""
    if s.buy_left == 0:
        return _DONE
    n, budget = int(s.num_players), int(s.coins[p]) + int(s.buy_disc)
    slots = 0
    for column in range(t.first_column[n], COLUMNS):
        slots |= (_COLUMN << column) * int(t.display_price[n, column] <= budget)
    low = _DONE | (slots & int(s.shown) & -1 << int(s.buy_last) + 1) << TAKE
    if t.line_c[s.stack[s.stack_len - 1]] != 0 and t.deck_price[n] <= budget:
        for c in range(len(CLASSES)):
            low |= int(s.deck_len[c] > 0 or discards_of(s, t, c) > 0) << DECK + c
    return low


@kernel
def _may_create(s, t, p):
    """Cards that can be created; the scientist where it helps, after which only the cards it helps (D15)."""
    if s.create_left == 0:
        return _DONE, CREATE, 0
    if s.sci_on:
        return 0, CREATE, helped_cards(s, t, p)
    in_biofarm = t.line_c[s.stack[s.stack_len - 1]] != 0
    low = _DONE | int(may_use_scientist(s, t, p, in_biofarm)) << USE_SCIENTIST
    return low, CREATE, creatable_cards(s, t, p, False)


# --- ALLEY and trades -------------------------------------------------------------------------------------------------


@kernel
def _may_trade_in_alley(s, t, p):
    """Conversions of the option in use, and the bottom row once (R46-R48, D18-D20)."""
    payable, room = int(s.coins[p] >= t.unit[COIN]) << COIN, 1 << COIN
    for gene in range(PRIMATE + 1):
        payable |= int(s.genes[p, gene] >= t.unit[gene]) << gene
        room |= int(s.genes[p, gene] < MOST_GENES) << gene
    bits = 0
    if s.alley_flags & TOP_CLOSED == 0:
        bits = int(t.conversions_paying[payable & ~s.alley_gained] & t.conversions_gaining[room & ~s.alley_paid])
        if s.alley_opt != NONE:
            bits &= int(t.conversions_of[s.alley_opt]) & -1 << int(s.alley_last)
    if s.alley_flags & BOTTOM_USED == 0:
        bits |= _may_use_bottom(payable & 0b1111, room & 0b1111, int(s.genes[p, FERAL])) << ALLEY - CONVERT
    return _DONE, CONVERT, bits


@kernel
def _may_use_bottom(payable, room, feral):
    """Feral for all options but one that has room elsewhere; all options but one, payable, for feral (R47, D20)."""
    bits = 0
    for option in range(4):
        others = 0b1111 & ~(1 << option)
        bits |= int(feral > 0 and room & others != 0) << option
        bits |= int(feral < MOST_GENES and payable & others == others) << 4 + option
    return bits


@kernel
def _may_trade(s, t, p):
    """Can `p` pay the left side of the trade and keep some of the right one? (D20)"""
    line = s.stack[s.stack_len - 1]
    gains = False
    for r in range(len(RESOURCES)):
        if t.line_pay[line, r] > 0 and holding(s, p, r) < t.line_pay[line, r]:
            return False
        gains = gains or (t.line_vec[line, r] > 0 and has_room(s, p, r))
    return gains and s.trade_left > 0


# --- DNA Inc. and setup -----------------------------------------------------------------------------------------------


@kernel
def _may_deal(s, t, p):
    """Report a milestone that is met and has no own token; unlock the topmost lock (R49-R51)."""
    low, bits = _DONE, 0
    if s.dna_flags & UNLOCK_OPEN:
        low |= int(s.locks[p] > 0 and s.coins[p] >= s.dna_price) << UNLOCK
    if s.dna_flags & REPORT_OPEN:
        for position in range(MILESTONE_CARDS):
            if not has_token(s.milestone_token[position], p):
                bits |= int(is_met(s, t, p, s.milestone[position])) << position
    return low, REPORT, bits


@kernel
def _may_reserve(s):
    """Empty spaces of the reservation track (R56)."""
    bits = 0
    for space in range(RESERVATIONS):
        bits |= int(s.reserve[space] == NONE) << space
    return bits


@kernel
def _free_scientists(s):
    """Bits of the scientists that nobody has taken (R10)."""
    bits = (1 << SCIENTISTS) - 1
    for p in range(s.num_players):
        if s.scientist[p] != NONE:
            bits &= ~(1 << int(s.scientist[p]))
    return bits
