"""What an answer to the question of a line does."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import NONE
from biohack_env.components import MOUNTAIN, RESOURCES
from biohack_env.creation import do_allot
from biohack_env.effects import (
    FERAL,
    discards_of,
    draw_card,
    gain_gene,
    gain_line,
    gain_resource,
    injure_noman,
    pay_resource,
    place_token,
    put_under_deck,
    take_from_display,
)
from biohack_env.legal import AVERT_COINS, AVIAN, REPTILE, REROLL_COINS
from biohack_env.lines import activate, close_line, roll_die
from biohack_env.rounds import resolve_pure
from biohack_env.state import BOTTOM_USED, COLUMNS, REPORT_OPEN, TOP_CLOSED, Node


@kernel(hot=True)
def _top_line(s):
    return int(s.stack[s.stack_len - 1])


@kernel
def do_done(s, t, p):
    """End the question: accept the die, drop planning effects that are not pure, choose no location, decline."""
    match s.node:
        case Node.PLAN:
            resolve_pure(s, t, p)
        case Node.SELECT:
            s.cursor += 1
        case Node.DIE:
            _accept_die(s, p, True)
        case _:
            close_line(s)


@kernel
def do_accept(s, t, p):
    """Trade once, activate the common, or accept the die but avert the injury for coins (R85)."""
    line = _top_line(s)
    match s.node:
        case Node.TRADE:
            for r in range(len(RESOURCES)):
                if t.line_pay[line, r] > 0:
                    pay_resource(s, p, r, int(t.line_pay[line, r]))
            gain_line(s, t, p, line)
            s.trade_left -= 1
            if s.trade_left == 0:
                close_line(s)
        case Node.DIE:
            s.coins[p] -= AVERT_COINS
            _accept_die(s, p, False)
        case _:
            activate(s, t, p, int(t.line_a[line]))


@kernel
def _accept_die(s, p, injures):
    """The result of the die: injury, feral, or both (R31)."""
    face = int(s.die_face)
    close_line(s)
    if face == 1 or face == 2:
        gain_gene(s, p, FERAL, 1)
    if injures and face != 1:
        injure_noman(s, p)


@kernel
def do_resource(s, t, p, r):
    """Gain what was picked, or allot a wild discount."""
    match s.node:
        case Node.PICK | Node.WILD:
            gain_resource(s, p, r, int(t.line_vec[_top_line(s), r]))
            s.pick_left -= 1
            s.pick_last = r
            if s.pick_left == 0:
                close_line(s)
        case Node.DIE:
            gain_gene(s, p, r, 1)
            close_line(s)
        case _:
            do_allot(s, t, p, r)


@kernel
def do_reroll(s, t, p, price):
    """Pay a gene, coins or a free reroll and roll again (R30)."""
    if price == 2:
        s.die_free -= 1
    elif price == 1:
        s.coins[p] -= REROLL_COINS
    else:
        s.genes[p, AVIAN if t.line_b[_top_line(s)] - 1 == MOUNTAIN else REPTILE] -= 1
    roll_die(s, t)


# --- purchases --------------------------------------------------------------------------------------------------------


@kernel
def do_take(s, t, p, slot):
    """Take a card from the display: free in the draft, else at the price of its column (R11, R34)."""
    take_from_display(s, p, slot)
    if s.node == Node.DRAFT:
        s.cursor += 1
        return
    _pay_for_card(s, p, int(t.display_price[s.num_players, slot % COLUMNS]))
    s.buy_last = slot
    if s.buy_left == 0:
        close_line(s)


@kernel
def _pay_for_card(s, p, price):
    """Pay a price less what is left of the discount on the whole action (R36, D22)."""
    off = min(price, int(s.buy_disc))
    s.buy_disc -= off
    s.coins[p] -= price - off
    s.buy_left -= 1


@kernel
def do_deck(s, t, p, c):
    """Pay for and look at the top two cards of a deck; a single one goes to the hand (R35, D24, D50)."""
    _pay_for_card(s, p, int(t.deck_price[s.num_players]))
    s.buy_last = NONE
    first = draw_card(s, t, c)
    rebuilds = s.deck_len[c] == 0 and discards_of(s, t, c) > 0
    second = draw_card(s, t, c)
    if rebuilds:  # nobody else knows which of the two is kept
        s.recycled &= ~int(t.class_cards[c])
    if second != NONE:
        s.look[0] = first
        s.look[1] = second
        s.look_class = c
        return
    s.hand[p] |= 1 << first
    if s.buy_left == 0:
        close_line(s)


@kernel
def do_keep(s, p, which):
    """One card to the hand, the other under its deck (R35)."""
    s.hand[p] |= 1 << int(s.look[which])
    put_under_deck(s, p, int(s.look_class), int(s.look[1 - which]))
    s.look[0] = NONE
    s.look[1] = NONE
    s.look_class = NONE
    if s.buy_left == 0:
        close_line(s)


# --- ALLEY and DNA Inc. -----------------------------------------------------------------------------------------------


@kernel
def do_convert(s, t, p, i):
    """Pay one unit and gain another (R46, D18)."""
    pays, gains = int(t.conversion_pays[i]), int(t.conversion_gains[i])
    pay_resource(s, p, pays, int(t.unit[pays]))
    gain_resource(s, p, gains, int(t.unit[gains]))
    s.alley_opt = t.option_of[i]
    s.alley_last = i
    s.alley_paid |= 1 << pays
    s.alley_gained |= 1 << gains


@kernel
def do_alley(s, t, p, choice):
    """The bottom row: feral for all options but one, or the other way (R47); it closes a top row in use (D19)."""
    gains, left_out = choice < 4, choice % 4
    s.genes[p, FERAL] += -1 if gains else 1
    for option in range(4):
        if option != left_out:
            if gains:
                gain_gene(s, p, option, int(t.unit[option]))
            else:
                s.genes[p, option] -= t.unit[option]
    s.alley_flags |= BOTTOM_USED
    if s.alley_opt != NONE:
        s.alley_flags |= TOP_CLOSED


@kernel
def do_report(s, p, position):
    """A milestone token goes under the card (R50)."""
    place_token(s.milestone_token[position], p)
    s.dna_flags &= ~REPORT_OPEN


@kernel
def do_unlock(s, p):
    """Pay for the topmost lock; that ends the action (R51, D21)."""
    s.coins[p] -= s.dna_price
    s.locks[p] -= 1
    close_line(s)


@kernel
def do_reserve(s, p, space):
    """The marker goes on the reservation track (R56)."""
    s.reserve[space] = p
    close_line(s)
