"""Cards, rooms, steps and questions in words; resource letters stand in braces, so that a picture can colour them."""

from __future__ import annotations

from arkade.words import some
from replicants_env.card_set import (
    ALL_KINDS,
    ANY_LEVEL,
    NEW_LEVEL,
    Ability,
    Cond,
    Deed,
    Effect,
    Pattern,
    Replicant,
    Room,
    Term,
)
from replicants_env.state import LETTERS, Pend, Step

PHASES = ("1st Player", "Replenish", "Station", "Drones", "Build", "Discard", "End")
_PHASE_STEPS = (Step.FIRST, Step.REPLENISH, Step.STATION, Step.DRONE, Step.BUILD, Step.DISCARD, Step.END)
_TRIGGER_PHASES = ("First", "Replenish", "Station", "Drone", "Build", "Discard", "End")


def letters(counts: tuple[int, ...]) -> str:
    """Four counts as letters: (2, 0, 1, 0) is NNH."""
    return "".join(letter * int(count) for letter, count in zip(LETTERS, counts, strict=True))


def plain(words: str) -> str:
    """Words without the braces around resource letters."""
    return words.replace("{", "").replace("}", "")


# --- steps ------------------------------------------------------------------------------------------------------------


def phase_of(step: Step) -> int | None:
    """Index into PHASES of the phase that a step belongs to; None in setup and when the game is over."""
    if step in (Step.SETUP, Step.OVER):
        return None
    words = step.name.removeprefix("BEFORE_").removeprefix("ON_").removeprefix("AFTER_")
    return _PHASE_STEPS.index(Step[words])


def step_words(step: Step) -> str:
    """A step as the cards call it: "After Drone", "On First", "Build"."""
    phase = phase_of(step)
    if phase is None:
        return step.name.title()
    prefix = step.name.partition("_")[0].title() if "_" in step.name else ""
    return f"{prefix} {_TRIGGER_PHASES[phase]}".strip()


def trigger_words(ability: Ability) -> str:
    """The first line of a power: when it acts."""
    if ability.trigger == Step.SETUP:
        return "At once"
    if ability.trigger in (Step.DRONE, Step.BUILD, Step.DISCARD):
        return f"On {step_words(ability.trigger)}"
    return step_words(ability.trigger)


# --- abilities --------------------------------------------------------------------------------------------------------


def power(card: Replicant) -> str:
    """What a replicant does at L4, its trigger left out."""
    return ability_words(card.ability)


def room_words(room: Room) -> str:
    """What a room does, its price included."""
    words = ability_words(room.ability)
    return f"{words} (this round)" if room.when_turn else words


def ability_words(ability: Ability) -> str:
    """Price, condition and effects in one sentence."""
    always = [deed_words(deed) for deed in ability.effects if deed.kind == Effect.FIRST_SHIFT]
    effects = [deed_words(deed) for deed in ability.effects if deed.kind != Effect.FIRST_SHIFT]
    condition = " and ".join(words for words in map(term_words, ability.terms) if words)
    price = f"pay {pattern_words(ability.price)}: " if has_price(ability) else ""
    may = "you may " if ability.optional and not price else ""
    deed = f"{may}{price}{' and '.join(effects)}" if effects else ""
    clause = f"if {condition}, {deed}" if condition and deed else deed
    return "; ".join([*always, clause] if clause else always)


def has_price(ability: Ability) -> bool:
    """Does using it cost resources?"""
    return ability.price.stars > 0 or any(ability.price.vec)


def pattern_words(pattern: Pattern) -> str:
    """Letters and free choices: "{NN}", "any 2", "{N} and 1 of {HS}"."""
    parts = ["{" + letters(pattern.vec) + "}"] if any(pattern.vec) else []
    if pattern.stars and pattern.kinds == ALL_KINDS:
        parts.append(f"any {pattern.stars}")
    elif pattern.stars:
        kinds = "".join(letter for r, letter in enumerate(LETTERS) if pattern.kinds >> r & 1)
        parts.append(f"{pattern.stars} of {{{kinds}}}")
    return " and ".join(parts)


def term_words(term: Term) -> str:
    """One term of a condition; nothing where it always holds."""
    vec = "{" + letters(term.vec) + "}"
    doubles = "a drone" if term.k == 1 else f"{term.k} drones"
    return {
        Cond.ALWAYS: "",
        Cond.PRODUCED: f"you produced {vec}",
        Cond.LACKS: f"you produced no {vec}",
        Cond.KINDS: f"you produced {term.k} kinds",
        Cond.DOUBLES: f"{doubles} took two of a kind",
        Cond.FIRST: "you are first",
        Cond.NOT_FIRST: "you are not first",
        Cond.FEWEST: "nobody has fewer points",
        Cond.LEVELLED: f"you made {term.k} level-ups",
        Cond.REACHED: f"it reached L{term.k}",
        Cond.DRONE: f"the drone took {vec}",
        Cond.UNSPENT: f"you hold {term.k} resources",
        Cond.L4: f"you have {term.k} at L4",
        Cond.REPS: f"you have {term.k} replicants",
    }[term.kind]


def deed_words(deed: Deed) -> str:
    """One effect of an ability."""
    pattern = pattern_words(deed.pattern)
    shift = f"{abs(deed.k)} points {'less' if deed.k >= 0 else 'more'}"
    return {
        Effect.NOTHING: "",
        Effect.GAIN: f"gain {pattern}",
        Effect.STOW: f"stow {pattern} in your locker",
        Effect.DRAW: f"draw {some(deed.k, 'replicant')}",
        Effect.POINTS: f"score {some(deed.k, 'point')}",
        Effect.PROMOTE: f"raise up to {some(deed.k, 'replicant')} below L{deed.level} a level",
        Effect.READY: f"let up to {some(deed.k, 'replicant')} level again",
        Effect.REDEAL: f"replace {'up to ' if deed.k > 1 else ''}{some(deed.k, 'field card')}",
        Effect.KEEP: f"keep {some(deed.k, 'resource')}",
        Effect.DISCOUNT: f"the first level-up{_level_words(deed.level)} costs {pattern} less",
        Effect.DISCOUNT_ALL: f"each level-up{_level_words(deed.level)} costs {pattern} less",
        Effect.RAPID: "replicants gained this round may level",
        Effect.FIRST_SHIFT: f"count {shift} for first player",
        Effect.LEAD: "place the first drone",
        Effect.BUILD: "build an annex",
    }[deed.kind]


def _level_words(level: int) -> str:
    if level == ANY_LEVEL:
        return ""
    return " of a new replicant" if level == NEW_LEVEL else f" to L{level}"


# --- questions --------------------------------------------------------------------------------------------------------


def step_question(step: Step, drone: int, discarding: bool) -> str:
    """What a player decides in a step; `drone` is the number of the drone to place."""
    match step:
        case Step.SETUP:
            return "discard a replicant" if discarding else "choose the replicant that enters at L4"
        case Step.DRONE:
            return f"place drone {drone} of 4"
        case Step.BUILD:
            return "level up, use a power, or pass"
        case Step.STATION:
            return "move crew, or pass"
    return f"{step_words(step)}: use a power, or pass"


def pend_question(kind: Pend, left: int, effect: Deed | None, may_pass: bool) -> str:
    """What a player decides within an ability; `left` answers are open, `effect` is the one in progress."""
    more = f" ({left} to go)" if left > 1 else ""
    more += ", or pass" if may_pass else ""
    return {
        Pend.NOTHING: "",
        Pend.GAIN_ANY: f"choose a resource to gain{more}",
        Pend.STOW_ANY: f"choose a resource to stow{more}",
        Pend.PAY_ANY: f"choose a resource to pay{more}",
        Pend.WAIVE: f"choose a resource of the cost to leave out{more}",
        Pend.PROMOTE: f"choose a replicant below L{effect.level if effect else 4} to raise{more}",
        Pend.READY: f"choose a replicant that may level again{more}",
        Pend.REDEAL: f"choose a field card to replace{more}",
        Pend.KEEP: f"choose a resource to keep{more}",
        Pend.BUILD_ROOM: "choose an annex to build",
        Pend.OFFER: "use this power, or pass",
    }[kind]
