"""The verbs that move pieces: resources, Nomans, cards, and the stack of lines. Nothing here asks a question."""

from __future__ import annotations

from arkade.bits import cap_bytes, count_bits, load_word, lowest_bit, store_word
from arkade.jit import kernel
from arkade.records import NONE
from arkade.rng import shuffle
from biohack_env.components import CLASSES, COIN, EP, MEDICINE, MOST_GENES, PLAYERS
from biohack_env.state import (
    ADVANCED_TILE,
    COLUMNS,
    FIRST_EXPERIMENT,
    MOST_MEDICINE,
    NOMANS,
    TILE_SPACE,
)

PROFESSIONAL, SURVIVAL = 3, 4  # challenges (R84, R85)
PRIMATE, FERAL = 4, 5
FEWEST_ACTIVE = 1  # active Nomans with which Survival is lost


@kernel(hot=True)
def has_bit(bits, i):
    """Is bit `i` set?"""
    return (bits >> i) & 1 != 0


# --- resources --------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def gain_line(s, t, p, line):
    """`p` gains all that a `gain` line or the right side of a trade says (R24, R27)."""
    store_word(s.genes[p], 0, cap_bytes(load_word(s.genes[p], 0) + load_word(t.line_genes[line], 0), MOST_GENES))
    s.coins[p] += t.line_vec[line, COIN]
    s.ep[p] += t.line_vec[line, EP]
    if t.line_vec[line, MEDICINE] > 0:
        gain_medicine(s, p, int(t.line_vec[line, MEDICINE]))


@kernel
def gain_medicine(s, p, n):
    """`p` turns up to `n` medicine tokens full (R24); in Survival as much primate (R85)."""
    if s.challenge == SURVIVAL:
        gain_gene(s, p, PRIMATE, n)
    else:
        s.medicine[p] = min(MOST_MEDICINE, s.medicine[p] + n)


@kernel(hot=True)
def gain_gene(s, p, gene, n):
    """`p` gains `n` of a gene, up to 10 (R27)."""
    s.genes[p, gene] = min(MOST_GENES, s.genes[p, gene] + n)


@kernel
def gain_resource(s, p, r, n):
    """`p` gains `n` of resource `r`."""
    if r < COIN:
        gain_gene(s, p, r, n)
    elif r == COIN:
        s.coins[p] += n
    elif r == MEDICINE:
        gain_medicine(s, p, n)
    else:
        s.ep[p] += n


@kernel
def pay_resource(s, p, r, n):
    """`p` pays `n` of resource `r`."""
    if r < COIN:
        s.genes[p, r] -= n
    elif r == COIN:
        s.coins[p] -= n
    else:
        s.medicine[p] -= n


@kernel
def holding(s, p, r):
    """How much `p` has of resource `r`, which is not EP."""
    if r < COIN:
        return int(s.genes[p, r])
    return int(s.coins[p]) if r == COIN else int(s.medicine[p])


@kernel
def has_room(s, p, r):
    """Would `p` keep any of a gain of resource `r`? (R24, R27, R85)"""
    if r == MEDICINE:
        if s.challenge == SURVIVAL:
            return s.genes[p, PRIMATE] < MOST_GENES
        return s.medicine[p] < MOST_MEDICINE
    return r >= COIN or s.genes[p, r] < MOST_GENES


# --- Nomans -----------------------------------------------------------------------------------------------------------


@kernel(hot=True)
def heal_noman(s, p):
    """Flip a medicine: an injured Noman is active again, at home (R23)."""
    s.medicine[p] -= 1
    s.injured[p] -= 1
    s.home[p] += 1


@kernel(hot=True)
def advanced_of(e):
    """The advanced space of experiment `e`, which is not basic."""
    return e - TILE_SPACE + ADVANCED_TILE if e >= TILE_SPACE else e - 1 - e // 3


@kernel(hot=True)
def is_basic(e):
    """Is experiment `e` a basic space?"""
    return e < TILE_SPACE and e % 3 == 0


@kernel(hot=True)
def place_noman(s, p, e):
    """Put a Noman from home on experiment space `e` (R37)."""
    s.home[p] -= 1
    if is_basic(e):
        s.basic[e // 3, p] += 1
    else:
        s.adv[advanced_of(e)] = p
        s.free_spaces &= ~(1 << e)


@kernel
def injure_noman(s, p):
    """Injure the Noman used: in planning and at a location one at home, else the one on the space (R31, R32, D29, D49).

    Without such a Noman nothing happens. In Survival the last active Noman loses the game (D43).
    """
    e = int(s.cur_space) - FIRST_EXPERIMENT
    if e < 0:
        if s.home[p] == 0:
            return
        s.home[p] -= 1
    elif is_basic(e):
        if s.basic[e // 3, p] == 0:
            return
        s.basic[e // 3, p] -= 1
    else:
        if s.adv[advanced_of(e)] != p:
            return
        s.adv[advanced_of(e)] = NONE
        s.free_spaces |= 1 << e
    s.injured[p] += 1
    if s.challenge == SURVIVAL and NOMANS - s.injured[p] <= FEWEST_ACTIVE:
        s.lost = 1


# --- cards ------------------------------------------------------------------------------------------------------------


@kernel
def draw_card(s, t, c):
    """Take the top card of a class's deck, which is rebuilt if it is empty; NONE where there is no card (R35, D51)."""
    if s.deck_len[c] == 0:
        rebuild_deck(s, t, c)
    if s.deck_len[c] == 0:
        return NONE
    top = int(s.deck_len[c]) - 1
    card = int(s.deck[c, top])
    s.deck[c, top] = NONE
    s.deck_len[c] = top
    for p in range(s.num_players):
        s.deck_known[p, c] &= (1 << top) - 1
    return card


@kernel
def rebuild_deck(s, t, c):
    """Shuffle the discards of a class into its empty deck; all know what it holds (D50, D51)."""
    cards = s.discard & t.class_cards[c]
    s.discard ^= cards
    if cards != 0:
        s.recycled = (s.recycled & ~t.class_cards[c]) | cards
    n = 0
    while cards != 0:
        s.deck[c, n] = lowest_bit(cards)
        cards &= cards - 1
        n += 1
    s.deck_len[c] = n
    shuffle(s, s.deck[c], 0, n)


@kernel
def put_under_deck(s, p, c, card):
    """Put a card under a class's deck; `p` knows where it lies (D25)."""
    n = int(s.deck_len[c])
    for i in range(n, 0, -1):
        s.deck[c, i] = s.deck[c, i - 1]
    s.deck[c, 0] = card
    s.deck_len[c] = n + 1
    for q in range(s.num_players):
        s.deck_known[q, c] <<= 1
    s.deck_known[p, c] |= 1


@kernel(hot=True)
def take_from_display(s, p, slot):
    """`p` takes the card on a display slot into the hand, where all know it (D25)."""
    card = int(s.display[slot])
    s.display[slot] = NONE
    s.shown &= ~(1 << slot)
    s.hand[p] |= 1 << card
    s.hand_known[p] |= 1 << card


@kernel
def slide_display(s, t):
    """Slide the cards of each row of the display to the right."""
    first = int(t.first_column[s.num_players])
    for c in range(len(CLASSES)):
        to = COLUMNS * c + COLUMNS - 1
        for slot in range(to, COLUMNS * c + first - 1, -1):
            card = s.display[slot]
            if card != NONE:
                s.display[slot] = NONE
                s.display[to] = card
                to -= 1


@kernel
def refill_display(s, t):
    """Fill the display from the decks: class by class, from the rightmost empty space to the left (D26)."""
    first = int(t.first_column[s.num_players])
    s.shown = 0
    for c in range(len(CLASSES)):
        for slot in range(COLUMNS * c + COLUMNS - 1, COLUMNS * c + first - 1, -1):
            if s.display[slot] == NONE:
                card = draw_card(s, t, c)
                s.display[slot] = card
                if card != NONE:
                    s.recycled &= ~(1 << card)
            s.shown |= int(s.display[slot] != NONE) << slot


@kernel
def discard_slots(s, slots):
    """Discard what lies on display slots (bits)."""
    slots &= s.shown
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        s.discard |= 1 << int(s.display[slot])
        s.display[slot] = NONE


@kernel
def reveal_tiles(s, t):
    """Draw new tiles from left to right (R5, R60)."""
    for i in range(t.tiles_shown[s.num_players]):
        s.tile_len -= 1
        s.tile[i] = s.tile_deck[s.tile_len]
        s.tile_deck[s.tile_len] = NONE


@kernel
def place_token(tokens, p):
    """`p` puts a milestone token on the leftmost empty space of a row (R45, R50)."""
    space = 0
    while tokens[space] != NONE:
        space += 1
    tokens[space] = p


@kernel(hot=True)
def count_others(s, p, location):
    """How many Nomans of others and assistants stand at a location."""
    n = int(has_bit(s.assistant, location))
    for q in range(s.num_players):
        n += int(q != p and has_bit(s.on_location[q], location))
    return n


@kernel
def has_marker(s, p):
    """Is `p`'s marker on the reservation track?"""
    for space in range(PLAYERS):
        if s.reserve[space] == p:
            return True
    return False


@kernel
def creatures(s, p):
    """How many creatures `p` has created."""
    return int(s.count[p, 0]) + int(s.count[p, 1]) + int(s.count[p, 2])


@kernel
def is_last_round(s, t):
    """Is this round known to be the last? (R14, R15, R70, R84)"""
    return s.round >= t.rounds[s.num_players] or (s.end_trigger != 0 and s.challenge != PROFESSIONAL)


# --- the stack of lines -----------------------------------------------------------------------------------------------


@kernel(hot=True)
def push_line(s, line):
    """Put a line on the stack, unless it is NONE."""
    if line != NONE:
        s.stack[s.stack_len] = line
        s.stack_len += 1


@kernel(hot=True)
def push_effect(s, lines):
    """Put the two lines of an effect on the stack, the first one on top."""
    push_line(s, lines[1])
    push_line(s, lines[0])


@kernel(hot=True)
def pop_line(s):
    """Take the top line off the stack."""
    s.stack_len -= 1
    s.stack[s.stack_len] = NONE
    s.stack_open &= (1 << int(s.stack_len)) - 1


@kernel
def push_commons(s, t, p, location):
    """Put every unused own common of a location on the stack, space 0 on top (R43, D14)."""
    for space in range(int(s.count[p, 0]) - 1, -1, -1):
        if t.card_location[s.tableau[p, space]] == location and not has_bit(s.used[p], space):
            push_line(s, space)


@kernel
def discards_of(s, t, c):
    """How many cards of a class are discarded."""
    return count_bits(s.discard & t.class_cards[c])


@kernel
def clear_bonuses(s):
    """What commons add to purchases and dice lasts as long as the action."""
    s.bonus_buy = 0
    s.bonus_disc = 0
    s.die_free = 0
