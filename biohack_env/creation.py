"""What a creature costs, which can be created, and the creation itself (R39-R45, D15-D17)."""

from __future__ import annotations

from arkade.bits import count_bytes, load_word, lowest_bit, store_word, subtract_bytes, sum_bytes
from arkade.jit import kernel
from arkade.records import NONE
from biohack_env.components import CLASSES, GENES, TOKEN_SPACES
from biohack_env.effects import creatures, has_bit, place_token, push_effect

ENOUGH = 7  # creatures that make the round the last one (R15)
ARTISAN = 1


@kernel(hot=True)
def capacity(c):
    """How many spaces a class's row has: 4, 3, 2."""
    return 4 - c


@kernel(hot=True)
def first_space(c):
    """The leftmost space of a class's row: 0, 4, 7."""
    return 4 * c - int(c == 2)


@kernel(hot=True)
def fixed_discount(s, t, p, with_scientist):
    """The genes taken off every cost: artisans, and the scientist's."""
    word = load_word(s.disc[p], 0)
    if with_scientist:
        word += load_word(t.sci_disc[s.scientist[p]], 0)
    return word


@kernel(hot=True)
def wild_discount(s, t, p, with_scientist):
    """How many genes of any type are taken off the next cost (D16)."""
    wild = int(s.disc_wild[p]) + int(s.create_disc)
    if with_scientist:
        wild += int(t.sci_wild[s.scientist[p]])
    return wild


@kernel
def placeable_cards(s, t, p):
    """Bits of the cards in hand whose row has room."""
    cards = 0
    for c in range(len(CLASSES)):
        if s.count[p, c] < capacity(c):
            cards |= int(s.hand[p]) & int(t.class_cards[c])
    return cards


@kernel
def creatable_cards(s, t, p, with_scientist):
    """Bits of the cards that `p` can create now (section 7)."""
    left, bits = placeable_cards(s, t, p), 0
    if left == 0:
        return 0
    have = fixed_discount(s, t, p, with_scientist) + load_word(s.genes[p], 0)
    wild = wild_discount(s, t, p, with_scientist)
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        bits |= int(sum_bytes(subtract_bytes(load_word(t.cost[card], 0), have)) <= wild) << card
    return bits


@kernel
def helped_cards(s, t, p):
    """Bits of the cards that `p` can create with the scientist, for fewer genes than without (D15)."""
    left, bits = creatable_cards(s, t, p, True), 0
    while left != 0:
        card = lowest_bit(left)
        left &= left - 1
        bits |= int(genes_to_pay(s, t, p, card, True) < genes_to_pay(s, t, p, card, False)) << card
    return bits


@kernel
def genes_to_pay(s, t, p, card, with_scientist):
    """How many genes the creation of a card costs."""
    cost = subtract_bytes(load_word(t.cost[card], 0), fixed_discount(s, t, p, with_scientist))
    return max(0, sum_bytes(cost) - wild_discount(s, t, p, with_scientist))


@kernel
def may_use_scientist(s, t, p, in_biofarm):
    """May the next creation take the scientist's discount? (R52, D15)"""
    if not in_biofarm or s.locks[p] > 1 or s.sci_used[p] or s.sci_on:
        return False
    return helped_cards(s, t, p) != 0


@kernel
def do_create(s, t, p, card):
    """Begin a creation: allot wild discounts as far as that needs no choice, pay, place (R40, D16)."""
    cost = subtract_bytes(load_word(t.cost[card], 0), fixed_discount(s, t, p, s.sci_on != 0))
    wild = wild_discount(s, t, p, s.sci_on != 0)
    total = sum_bytes(cost)
    store_word(s.alloc_cost, 0, cost)
    s.alloc_card = card
    if wild >= total:
        store_word(s.alloc_cost, 0, cost - cost)
        _finish(s, t, p, card, total)
    elif wild == 0:
        _finish(s, t, p, card, 0)
    elif count_bytes(cost) == 1:
        for gene in range(len(GENES)):
            s.alloc_cost[gene] = max(0, s.alloc_cost[gene] - wild)
        _finish(s, t, p, card, wild)
    else:
        s.alloc_left = wild


@kernel
def may_allot(s, p):
    """Bits of the genes that the next wild discount may be allotted to, in ascending order (section 8)."""
    bits, at_least, below_payable = 0, 0, True
    missing = sum_bytes(subtract_bytes(load_word(s.alloc_cost, 0), load_word(s.genes[p], 0)))
    left = int(s.alloc_left)
    for gene in range(len(GENES)):
        at_least += int(s.alloc_cost[gene])
    for gene in range(len(GENES)):
        cost, have = int(s.alloc_cost[gene]), int(s.genes[p, gene])
        if gene >= s.alloc_last and cost > 0 and below_payable and at_least >= left:
            bits |= int(missing - int(cost > have) <= left - 1) << gene
        below_payable = below_payable and cost <= have
        at_least -= cost
    return bits


@kernel
def do_allot(s, t, p, gene):
    """Take one gene off the cost; with the last wild discount pay and place."""
    s.alloc_cost[gene] -= 1
    s.alloc_last = gene
    s.alloc_left -= 1
    if s.alloc_left == 0:
        _finish(s, t, p, int(s.alloc_card), wild_discount(s, t, p, s.sci_on != 0))


@kernel
def _finish(s, t, p, card, wild_used):
    """Pay what is left of the cost, place the card, and gain the bonus of its space (R41)."""
    store_word(s.genes[p], 0, load_word(s.genes[p], 0) - load_word(s.alloc_cost, 0))
    lasting = wild_discount(s, t, p, s.sci_on != 0) - int(s.create_disc)
    s.create_disc -= max(0, wild_used - lasting)
    _clear_creation(s)
    s.create_left -= 1
    if s.sci_on:
        s.sci_on = 0
        s.sci_used[p] = 1
    place_creature(s, t, p, card)
    c = int(t.card_class[card])
    space = first_space(c) + int(s.count[p, c]) - 1
    push_effect(s, t.bonus_lines[s.board[p], s.side[p], space])


@kernel
def place_creature(s, t, p, card):
    """Put a card from the hand on the leftmost empty space of its row, with all that follows of it (R41-R45, R92)."""
    c, bit = int(t.card_class[card]), 1 << card
    space = first_space(c) + int(s.count[p, c])
    s.hand[p] &= ~bit
    s.hand_known[p] &= ~bit
    s.recycled &= ~bit
    s.tableau_mask[p] |= bit
    s.tableau[p, space] = card
    s.count[p, c] += 1
    if c == ARTISAN:
        store_word(s.disc[p], 0, load_word(s.disc[p], 0) + load_word(t.card_disc[card], 0))
        s.disc_wild[p] += t.card_wild[card]
    if s.enclosure:
        _meet_token(s, t, p, card, space)
    if s.count[p, c] == capacity(c):
        place_token(s.row_token[c], p)
    if creatures(s, p) == ENOUGH:
        s.end_trigger = 1
        s.seventh_round[p] = s.round


@kernel
def _meet_token(s, t, p, card, space):
    """Keep the Enclosure token of the space if the creature's cost has its gene, else it leaves the game (R92)."""
    for i in range(len(TOKEN_SPACES)):
        if TOKEN_SPACES[i] == space and s.token[p, i] != NONE:
            gene = int(s.token[p, i])
            if has_bit(t.card_genes[card], gene):
                s.token_kept[p] |= 1 << gene
            s.token[p, i] = NONE


@kernel
def clear_create(s):
    """Forget a `create` line and a creation in progress."""
    s.create_left = 0
    s.create_disc = 0
    s.sci_on = 0
    _clear_creation(s)


@kernel
def _clear_creation(s):
    for gene in range(len(GENES)):
        s.alloc_cost[gene] = 0
    s.alloc_left = 0
    s.alloc_card = NONE
    s.alloc_last = NONE
