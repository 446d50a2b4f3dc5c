"""The 166 actions of Biohack (RULES.md section 8), the same for all player counts and options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arkade.actions import ActionTable, Kind
from biohack_env.components import (
    CLASSES,
    CREATURES,
    EXPERIMENTS,
    GENES,
    LOCATIONS,
    MILESTONE_CARDS,
    PLAYER_SIDES,
    RESERVATIONS,
    RESOURCES,
    SCIENTISTS,
)
from biohack_env.state import NOMANS, SLOTS
from biohack_env.tables import CONVERSIONS

SUBSETS = tuple(  # of locations, as bits; by size, then ascending
    sorted((k for k in range(1, 1 << len(LOCATIONS)) if k.bit_count() <= NOMANS), key=lambda k: (k.bit_count(), k))
)
REROLL_PRICES = ("gene", "coin", "free")
EFFECTS = ("scientist", "reservation")
OPTIONS = GENES[:4]  # of ALLEY's bottom row
ALLEY_CHOICES = tuple(f"{way}-{gene}" for way in ("gain", "pay") for gene in OPTIONS)  # the option that is left out


def locations_text(places: int) -> str:
    """A set of locations, such as `mountain+bank`."""
    return "+".join(name for i, name in enumerate(LOCATIONS) if places >> i & 1)


def conversion_text(conversion: int) -> str:
    """A conversion, such as `coin>avian`."""
    return ">".join(RESOURCES[r] for r in CONVERSIONS[conversion])


def _named(names: Sequence[str]) -> Callable[[int], str]:
    return lambda i: names[i]


ACTIONS = ActionTable(
    [
        Kind("done", meaning="end what is going on, accept the die, keep a common for later"),
        Kind("pass", meaning="take no more turns in this phase"),
        Kind("heal", meaning="flip a full medicine: an injured Noman stands up"),
        Kind("accept", meaning="trade once; avert the injury for 5 coins; activate the common"),
        Kind("use_scientist", meaning="take the scientist's discount on the next creature"),
        Kind("unlock", meaning="pay for the topmost lock and remove it"),
        Kind("side", {"side": len(PLAYER_SIDES)}, text=_named(PLAYER_SIDES), meaning="play this side of the board"),
        Kind("scientist", {"scientist": SCIENTISTS}, meaning="take this scientist"),
        Kind("take", {"slot": SLOTS}, meaning="take the card on this space of the display"),
        Kind("deck", {"creature_class": len(CLASSES)}, text=_named(CLASSES), meaning="look at two cards of this deck"),
        Kind("keep", {"card": 2}, meaning="keep this of the two cards, put the other under the deck"),
        Kind("plan", {"effect": len(EFFECTS)}, text=_named(EFFECTS), meaning="resolve this planning effect"),
        Kind(
            "select",
            {"subset": len(SUBSETS)},
            text=lambda i: locations_text(SUBSETS[i]),
            meaning="choose these locations in secret",
        ),
        Kind("retrieve", {"location": len(LOCATIONS)}, text=_named(LOCATIONS), meaning="research here"),
        Kind("experiment", {"space": len(EXPERIMENTS)}, text=_named(EXPERIMENTS), meaning="put a Noman on this space"),
        Kind("create", {"card": CREATURES}, meaning="create this creature"),
        Kind(
            "resource",
            {"resource": len(RESOURCES)},
            text=_named(RESOURCES),
            meaning="gain this, or take one of it off a cost",
        ),
        Kind("reroll", {"price": len(REROLL_PRICES)}, text=_named(REROLL_PRICES), meaning="roll the die again"),
        Kind("convert", {"conversion": len(CONVERSIONS)}, text=conversion_text, meaning="pay one unit for another"),
        Kind(
            "alley",
            {"choice": len(ALLEY_CHOICES)},
            text=_named(ALLEY_CHOICES),
            meaning="feral for all options but this one, or the other way",
        ),
        Kind("report", {"position": MILESTONE_CARDS}, meaning="report this milestone"),
        Kind("reserve", {"space": RESERVATIONS}, meaning="put the marker on this space of the reservation track"),
    ]
)

# First ids, for kernels.
DONE = ACTIONS.start("done")
PASS = ACTIONS.start("pass")
HEAL = ACTIONS.start("heal")
ACCEPT = ACTIONS.start("accept")
USE_SCIENTIST = ACTIONS.start("use_scientist")
UNLOCK = ACTIONS.start("unlock")
SIDE = ACTIONS.start("side")
SCIENTIST = ACTIONS.start("scientist")
TAKE = ACTIONS.start("take")
DECK = ACTIONS.start("deck")
KEEP = ACTIONS.start("keep")
PLAN = ACTIONS.start("plan")
SELECT = ACTIONS.start("select")
RETRIEVE = ACTIONS.start("retrieve")
EXPERIMENT = ACTIONS.start("experiment")
CREATE = ACTIONS.start("create")
RESOURCE = ACTIONS.start("resource")
REROLL = ACTIONS.start("reroll")
CONVERT = ACTIONS.start("convert")
ALLEY = ACTIONS.start("alley")
REPORT = ACTIONS.start("report")
RESERVE = ACTIONS.start("reserve")
