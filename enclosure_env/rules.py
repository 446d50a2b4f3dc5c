"""The course of a turn: one `_do_<action>` per kind of action, then what follows of itself (RULES.md section 4)."""

from __future__ import annotations

from arkade.jit import kernel
from arkade.records import ENDED, NONE, STOPPED
from enclosure_env.actions import (
    CLAIM_PRIVATE,
    CLAIM_PUBLIC,
    COLLECT,
    COMPLETE,
    DRAW,
    END_TURN,
    SKIP_EFFECTS,
    TAKE,
)
from enclosure_env.conditions import can_claim, fulfilled_slots, pushable
from enclosure_env.grid import LINES
from enclosure_env.habitat import add_tags, count_done, count_kinds_of_tags, push_token, swap_tokens
from enclosure_env.state import (
    ALL_MOVEMENTS,
    AP_BASE,
    BASIC,
    BASIC_SLOTS,
    CREATURES,
    END_CARDS,
    PRIVATES,
    PUSH_CARD,
    SLOTS,
    Phase,
)


@kernel(hot=True)
def step(s, t, action):
    """Play a legal action and what follows of itself."""
    p, other = int(s.current_player), int(action) - int(t.n_swaps)
    if other < 0:
        _do_swap(s, t, p, action)
    elif other < TAKE:
        _do_push(s, t, p, other // LINES, other % LINES)
    elif other == END_TURN:
        end_turn(s, p)
        return
    else:
        _do_other(s, t, p, other)
    if s.phase == Phase.EFFECTS and pushable(s) == 0:
        _end_effects(s)
    if s.ap == 0 and s.phase == Phase.MAIN and not can_claim(s, t, p):
        end_turn(s, p)  # (D21)


@kernel
def _do_other(s, t, p, other):
    if other < DRAW:
        _do_take(s, p, other - TAKE)
    elif other < COLLECT:
        _do_draw(s, p, other - DRAW)
    elif other == COLLECT:
        s.hand[p] = ALL_MOVEMENTS  # (R28)
        s.ap -= 2
    elif other == COMPLETE:
        _do_complete(s, t, p)
    elif other == CLAIM_PRIVATE:
        s.private_done[p] = 1
    elif other < SKIP_EFFECTS:
        slot = other - CLAIM_PUBLIC
        s.public_owner[slot] = p
        s.public_score[p] += t.milestone_ep[PRIVATES + s.public_milestone[slot]]
    else:
        _end_effects(s)


@kernel(hot=True)
def _do_swap(s, t, p, action):
    """Swap two cells by a card (R22)."""
    swap_tokens(s, t, p, t.swap_a[action], t.swap_b[action])
    _discard(s, p, t.swap_card[action])


@kernel(hot=True)
def _do_push(s, t, p, creature, line):
    """Push a token by card, or as a waiting effect (R19, R30)."""
    push_token(s, t, p, creature, line)
    if s.phase == Phase.EFFECTS:
        s.pending[creature] -= 1
    else:
        _discard(s, p, PUSH_CARD)


@kernel(hot=True)
def _discard(s, p, card):
    """Put a movement card that was played on the discard pile (R18)."""
    s.hand[p] &= ~(1 << card)
    s.ap -= 1


@kernel
def _do_take(s, p, slot):
    """Take a card of a display; the gap stays until the turn ends (R25)."""
    _put_into_research(s, p, s.display[slot])
    s.display[slot] = NONE


@kernel
def _do_draw(s, p, deck):
    """Take the top card of a deck (R26)."""
    _put_into_research(s, p, _draw_top(s, deck))


@kernel
def _draw_top(s, deck):
    s.deck_count[deck] -= 1
    place = BASIC * deck + s.deck_count[deck]
    card = int(s.deck[place])
    s.deck[place] = NONE
    return card


@kernel
def _put_into_research(s, p, card):
    s.research[p, s.research_count[p]] = card
    s.research_count[p] += 1
    s.ap -= 1


@kernel
def _do_complete(s, t, p):
    """Complete all cards that are fulfilled now; their push effects wait (R29, R30, D10, D11)."""
    fulfilled, kept = fulfilled_slots(s, t, p), 0
    for i in range(s.research_count[p]):
        card = int(s.research[p, i])
        s.research[p, i] = NONE
        if (fulfilled >> i) & 1 == 0:
            s.research[p, kept] = card
            kept += 1
            continue
        s.done[p] |= 1 << card
        s.card_score[p] += t.card_ep[card]
        add_tags(s, t, p, card)
        if t.card_push[card] != NONE:
            s.pending[t.card_push[card]] += 1
    s.research_count[p] = kept
    count_kinds_of_tags(s, p)
    if count_done(s, p) >= END_CARDS:
        s.end_triggered = 1  # (R14, D23)
    s.ap -= 2
    s.phase = Phase.EFFECTS


@kernel
def _end_effects(s):
    """Effects that still wait lapse (D11)."""
    for creature in range(CREATURES):
        s.pending[creature] = 0
    s.phase = Phase.MAIN


@kernel
def end_turn(s, p):
    """Fill the displays; go on to the next player, or end the game after the last one (R17, R40, D27)."""
    refill_displays(s)
    following = p + 1
    if following == s.num_players:
        following = 0
        if s.end_triggered or s.round + 1 >= s.max_rounds:
            s.over = ENDED if s.end_triggered else STOPPED
            s.phase = Phase.GAME_OVER
            s.ap = 0
            s.current_player = NONE
            return
        s.round += 1
    s.current_player = following
    s.ap = AP_BASE + s.private_done[following]  # (R15, R36, D16)


@kernel
def refill_displays(s):
    """Fill each gap from the top of its deck, slot by slot, as far as the decks reach (R12, R17, D18)."""
    for slot in range(SLOTS):
        deck = int(slot >= BASIC_SLOTS)
        if s.display[slot] == NONE and s.deck_count[deck] > 0:
            s.display[slot] = _draw_top(s, deck)
