"""Writing what a player may know, the player rotated to the front (RULES.md section 10; numbers in `blocks`)."""

from __future__ import annotations

from arkade.bits import cap_bytes, count_bits, load_word, lowest_bit, spread_bits, store_word
from arkade.jit import kernel
from arkade.records import NONE
from biohack_env.blocks import (
    CREATURES,
    DEALT_IN,
    GROUPS,
    MOST_ALLOTTED,
    MOST_AMOUNT,
    MOST_BUYS,
    MOST_COINS,
    MOST_COST,
    MOST_CREATIONS,
    MOST_DEBT,
    MOST_DISCOUNT,
    MOST_EP,
    MOST_FREE,
    MOST_HIDDEN,
    MOST_IN_HAND,
    MOST_OFF,
    MOST_PICKS,
    MOST_POOL,
    MOST_PRICE,
    MOST_TRADES,
    MOST_UNLOCK,
    MOST_WILD,
    SOLO_COLUMNS,
    starts,
)
from biohack_env.components import (
    ADVANCED,
    AREAS,
    CLASSES,
    COIN,
    GENES,
    MILESTONE_CARDS,
    PLAYERS,
    RESOURCES,
    TILES,
    TOKEN_SPACES,
)
from biohack_env.effects import discards_of, has_bit
from biohack_env.rounds import experiment_of
from biohack_env.scoring import is_met
from biohack_env.state import COLUMNS, NOMANS, SLOTS, Node, Phase

# --- where the kernels write, in the order of GROUPS ------------------------------------------------------------------

# In a group's first row, or its only one:
N_PLAYERS, ROUND, ROUNDS_LEFT, PHASE, NODE, ENDING, OWN_DECISION, ENCLOSURE, CHALLENGE = starts("game")
_player, _task = starts("players"), starts("task")
PRESENT, TO_ACT, GENES_HELD, COINS, EP, DEBT, MEDICINE, NOMAN_COUNTS, LOCKS_LEFT, DISCOUNT_USED = _player[:10]
SCIENTIST, ADVANCED_SIDE, BOARD, BY_CLASS, COMMONS_USED, PASSED, TURN_ORDER, MARKER, IN_HAND = _player[10:19]
HIDDEN, DISCOUNT, WILD_DISCOUNT, TOKENS, TOKENS_KEPT = _player[19:]
OWN_HAND, ON_BOARD, KNOWN_HAND, DISCARDED, RECYCLED, DECK_PLACE = starts("cards")
SHOWN_CARD, PRICE = starts("display")
LOOK, LOOK_CLASS, CREATED, ITS_COST, TO_ALLOT = starts("work")
AT_LOCATION, CHOICE, ON_ADVANCED, ON_BASIC = starts("spaces")
MILESTONE, MET, TOKEN_AT = starts("milestones")
(ROW_TOKEN,) = starts("rows")
(TILE,) = starts("shown")
(TILES_SEEN,) = starts("seen")
TOP_LOCATION, TOP_CLEARS, FLIPPED = starts("solo")
SPACE, COMMON, AMOUNTS, PICKS, RESULT, REROLL_GENE, FREE_REROLLS, BUYS, COINS_OFF, DECKS, CREATIONS = _task[:11]
POOL, SCIENTIST_ON, OPTION, ALLEY_CLOSED, ALLEY_DEALT, DNA_OPEN, UNLOCK_PRICE, TRADES, UNRESOLVED = _task[11:20]
IN_DECKS, IN_DISCARD = _task[20:]

PLAYER_WIDTH, CARD_WIDTH, SLOT_WIDTH = GROUPS["players"].width, GROUPS["cards"].width, GROUPS["display"].width
MILESTONE_WIDTH, LOCATION_WIDTH, ADVANCED_WIDTH, TOKEN_WIDTH = GROUPS["milestones"].width, PLAYERS + 1, PLAYERS + 2, 16


@kernel
def observe(s, t, player, out):
    """Write what `player` may know; every number is written."""
    out[:] = 0
    n = int(s.num_players)
    _write_game(s, t, player, n, out)
    for i in range(n):
        p = player + i
        p -= n * int(p >= n)
        _write_player(s, t, p, i, out)
        _write_pieces(s, p, i, out)
        _write_cards(int(s.tableau_mask[p]), ON_BOARD + i, out)
        _write_cards(int(s.hand_known[p]), KNOWN_HAND + i, out)
    _write_order(s, player, n, out)
    _write_cards(int(s.hand[player]), OWN_HAND, out)
    _write_cards(int(s.discard), DISCARDED, out)
    _write_cards(int(s.recycled), RECYCLED, out)
    _write_known_places(s, player, out)
    _write_display(s, t, n, out)
    _write_spaces(s, player, n, out)
    _write_milestones(s, t, player, n, out)
    _write_tiles(s, out)
    if n == 1:
        _write_solo(s, t, out)
    if s.current_player != NONE:
        _write_task(s, t, player, out)


@kernel
def seat_from(player, p, n):
    """How many seats to the left of player `player` sits `p`."""
    seat = p - player
    return int(seat + n * int(seat < 0))


@kernel
def _write_game(s, t, player, n, out):
    """Options, round, phase and node, and the sizes of decks and discards."""
    out[N_PLAYERS + n - 1] = 1
    out[ROUND + s.round - 1] = 1
    out[ROUNDS_LEFT] = max(0, int(t.rounds[n]) - int(s.round))
    if s.phase != Phase.OVER:
        out[PHASE + s.phase] = 1
        out[NODE + s.node - 1] = 1
    out[ENDING] = s.end_trigger
    out[OWN_DECISION] = s.current_player == player
    out[ENCLOSURE] = s.enclosure
    out[CHALLENGE + s.challenge] = 1
    for c in range(len(CLASSES)):
        out[IN_DECKS + c] = s.deck_len[c]
        out[IN_DISCARD + c] = discards_of(s, t, c)


# --- players ----------------------------------------------------------------------------------------------------------


@kernel
def _write_player(s, t, p, i, out):
    """What player `p`, `i` seats to the left, has: resources, Nomans, creatures, cards, discounts."""
    at = i * PLAYER_WIDTH
    out[PRESENT + at] = 1
    out[TO_ACT + at] = s.current_player == p
    store_word(out, GENES_HELD + at, load_word(s.genes[p], 0))
    out[COINS + at] = min(MOST_COINS, int(s.coins[p]))
    out[EP + at] = max(0, min(MOST_EP, int(s.ep[p])))
    out[DEBT + at] = max(0, min(MOST_DEBT, -int(s.ep[p])))
    out[MEDICINE + at] = s.medicine[p]
    on_locations = count_bits(int(s.on_location[p]))
    out[NOMAN_COUNTS + at] = s.home[p]
    out[NOMAN_COUNTS + at + 1] = on_locations
    out[NOMAN_COUNTS + at + 2] = NOMANS - int(s.home[p]) - int(s.injured[p]) - on_locations
    out[NOMAN_COUNTS + at + 3] = s.injured[p]
    out[LOCKS_LEFT + at] = s.locks[p]
    out[DISCOUNT_USED + at] = s.sci_used[p]
    if s.scientist[p] != NONE:
        out[SCIENTIST + at + s.scientist[p]] = 1
    out[ADVANCED_SIDE + at] = s.side[p] == 1
    out[BOARD + at + s.board[p]] = 1
    hidden = int(s.hand[p]) & ~int(s.hand_known[p])
    for c in range(len(CLASSES)):
        out[BY_CLASS + at + c] = s.count[p, c]
        out[HIDDEN + at + c] = min(MOST_HIDDEN, count_bits(hidden & int(t.class_cards[c])))
    out[IN_HAND + at] = min(MOST_IN_HAND, count_bits(int(s.hand[p])))
    store_word(out, DISCOUNT + at, cap_bytes(load_word(s.disc[p], 0), MOST_DISCOUNT))
    out[WILD_DISCOUNT + at] = min(MOST_WILD, int(s.disc_wild[p]))


@kernel
def _write_pieces(s, p, i, out):
    """`p`'s activated commons and Enclosure tokens."""
    at = i * PLAYER_WIDTH
    _write_bits(int(s.used[p]), COMMONS_USED + at, 1, out)
    out[PASSED + at] = has_bit(s.passed, p)
    if s.enclosure:
        for k in range(len(TOKEN_SPACES)):
            if s.token[p, k] != NONE:
                out[TOKENS + at + len(GENES) * k + s.token[p, k]] = 1
        _write_bits(int(s.token_kept[p]), TOKENS_KEPT + at, 1, out)


@kernel
def _write_order(s, player, n, out):
    """Everybody's place in the turn order and on the reservation track."""
    for place in range(PLAYERS):
        if s.order[place] != NONE:
            out[TURN_ORDER + PLAYER_WIDTH * seat_from(player, s.order[place], n) + place] = 1
        if s.reserve[place] != NONE:
            out[MARKER + PLAYER_WIDTH * seat_from(player, s.reserve[place], n) + place] = 1


# --- cards ------------------------------------------------------------------------------------------------------------


@kernel
def _write_cards(cards, at, out):
    """A 1 in the column at `at` of each of a set of cards."""
    while cards != 0:
        out[at + CARD_WIDTH * lowest_bit(cards)] = 1
        cards &= cards - 1


@kernel
def _write_known_places(s, player, out):
    """How far from the top of its deck a card lies that `player` put there (D25)."""
    for c in range(len(CLASSES)):
        left = int(s.deck_known[player, c])
        while left != 0:
            place = lowest_bit(left)
            left &= left - 1
            out[DECK_PLACE + CARD_WIDTH * int(s.deck[c, place])] = int(s.deck_len[c]) - place


@kernel
def _write_display(s, t, n, out):
    """The card on each space of the display, and prices."""
    for slot in range(SLOTS):
        if s.display[slot] != NONE:
            out[SHOWN_CARD + SLOT_WIDTH * slot + s.display[slot]] = 1
    for c in range(len(CLASSES)):
        for column in range(t.first_column[n], COLUMNS):
            price = min(MOST_PRICE, int(t.display_price[n, column]))
            out[PRICE + SLOT_WIDTH * (COLUMNS * c + column)] = price


# --- the main board ---------------------------------------------------------------------------------------------------


@kernel
def _write_spaces(s, player, n, out):
    """Who stands where, and the observer's secret choice of locations."""
    for i in range(n):
        p = player + i
        p -= n * int(p >= n)
        _write_bits(int(s.on_location[p]), AT_LOCATION + i, LOCATION_WIDTH, out)
        for area in range(len(AREAS)):
            out[ON_BASIC + PLAYERS * area + i] = s.basic[area, p]
    _write_bits(int(s.assistant), AT_LOCATION + PLAYERS, LOCATION_WIDTH, out)
    _write_bits(int(s.loc_choice[player]), CHOICE, 1, out)
    for a in range(len(ADVANCED)):
        at = ON_ADVANCED + ADVANCED_WIDTH * a
        if has_bit(s.free_spaces, experiment_of(a)):
            out[at] = 1
        elif s.adv[a] >= 0 and s.adv[a] < n:
            out[at + 2 + seat_from(player, s.adv[a], n)] = 1
        else:
            out[at + 1] = 1


@kernel
def _write_bits(bits, at, width, out):
    """A 1 at every `width`-th place from `at` on whose bit is set."""
    while bits != 0:
        out[at + width * lowest_bit(bits)] = 1
        bits &= bits - 1


@kernel
def _write_milestones(s, t, player, n, out):
    """Milestone cards, whether the observer meets them, and everybody's tokens there and for full rows."""
    for position in range(MILESTONE_CARDS):
        at = MILESTONE_WIDTH * position
        out[MILESTONE + at + s.milestone[position]] = 1
        out[MET + at] = is_met(s, t, player, s.milestone[position])
        _write_tokens(s.milestone_token[position], player, n, TOKEN_AT + at, out)
    for c in range(len(CLASSES)):
        _write_tokens(s.row_token[c], player, n, ROW_TOKEN + TOKEN_WIDTH * c, out)


@kernel
def _write_tokens(tokens, player, n, at, out):
    """Milestone tokens from the leftmost space on."""
    for space in range(PLAYERS):
        if tokens[space] == NONE:
            return
        out[at + PLAYERS * space + seat_from(player, tokens[space], n)] = 1


@kernel
def _write_tiles(s, out):
    """Face-up tiles, and all that have been seen."""
    for i in range(4):
        if s.tile[i] != NONE:
            out[TILE + TILES * i + s.tile[i]] = 1
    seen = (1 << TILES) - 1
    for i in range(s.tile_len):
        seen &= ~(1 << int(s.tile_deck[i]))
    spread_bits(out, TILES_SEEN, seen)


@kernel
def _write_solo(s, t, out):
    """What the top solo card shows, and the cards that were flipped."""
    top = int(s.solo_deck[s.solo_pos])
    out[TOP_LOCATION + t.solo_location[top]] = 1
    for c in range(len(CLASSES)):
        for column in range(SOLO_COLUMNS):
            slot = COLUMNS * c + COLUMNS - SOLO_COLUMNS + column
            out[TOP_CLEARS + SOLO_COLUMNS * c + column] = has_bit(t.solo_cleared[top], slot)
    for i in range(s.solo_pos):
        out[FLIPPED + s.solo_deck[i]] = 1


# --- the action in progress -------------------------------------------------------------------------------------------


@kernel
def _write_task(s, t, player, out):
    """The action in progress, whoever takes it; cards looked at for their owner only."""
    if s.cur_space != NONE:
        out[SPACE + s.cur_space] = 1
    for i in range(2):
        out[UNRESOLVED + i] = has_bit(s.unresolved, i)
    if s.stack_len == 0:
        return
    _write_line(s, t, int(s.stack[s.stack_len - 1]), out)
    out[PICKS] = min(MOST_PICKS, int(s.pick_left))
    out[FREE_REROLLS] = min(MOST_FREE, int(s.die_free))
    out[BUYS] = min(MOST_BUYS, int(s.buy_left))
    out[COINS_OFF] = min(MOST_OFF, int(s.buy_disc))
    out[CREATIONS] = min(MOST_CREATIONS, int(s.create_left))
    out[POOL] = min(MOST_POOL, int(s.create_disc))
    out[SCIENTIST_ON] = s.sci_on
    for i in range(2):
        out[DNA_OPEN + i] = has_bit(s.dna_flags, i)
    out[UNLOCK_PRICE] = min(MOST_UNLOCK, int(s.dna_price))
    out[TRADES] = min(MOST_TRADES, int(s.trade_left))
    if s.look_class != NONE:
        out[LOOK_CLASS + s.look_class] = 1
        if s.current_player == player:
            out[LOOK + s.look[0]] = 1
            out[LOOK + CREATURES + s.look[1]] = 1
    if s.alloc_card != NONE:
        out[CREATED + s.alloc_card] = 1
        for gene in range(len(GENES)):
            out[ITS_COST + gene] = min(MOST_COST, int(s.alloc_cost[gene]))
        out[TO_ALLOT] = min(MOST_ALLOTTED, int(s.alloc_left))


@kernel
def _write_line(s, t, line, out):
    """The question of the top line."""
    match s.node:
        case Node.PICK | Node.WILD:
            for r in range(len(RESOURCES)):
                out[AMOUNTS + r] = min(MOST_AMOUNT, int(t.line_vec[line, r]))
        case Node.DIE:
            out[RESULT + s.die_face] = 1
            out[REROLL_GENE + t.line_b[line]] = 1
        case Node.BUY | Node.KEEP:
            out[DECKS] = t.line_c[line]
        case Node.IMPROVE:
            out[COMMON + t.line_a[line]] = 1
        case Node.ALLEY:
            if s.alley_opt != NONE:
                out[OPTION + s.alley_opt] = 1
            for i in range(2):
                out[ALLEY_CLOSED + i] = has_bit(s.alley_flags, i)
            for i in range(DEALT_IN):
                r = COIN if i == DEALT_IN - 1 else i
                out[ALLEY_DEALT + i] = has_bit(s.alley_paid, r)
                out[ALLEY_DEALT + DEALT_IN + i] = has_bit(s.alley_gained, r)
