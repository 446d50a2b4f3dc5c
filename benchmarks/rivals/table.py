"""What `make rivals` found, as tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arkade_benchmarks.report import quantity
from arkade_benchmarks.rivals.measure import BATCH, COMPILED, SINGLE
from arkade_benchmarks.stats import median_interval

KINDS = (SINGLE, BATCH, COMPILED)
COMMON = "connect_four"
OURS, LIMIT = "arkade", "plain C"
HEAD = "| suite | how | batch | observation | steps/s | cores |\n|---|---|---|---|---|---|\n"

Measured = tuple[str, dict[str, Any]]  # suite, row


def measured(found: dict[str, Any]) -> list[Measured]:
    """Every row that has samples, with its suite; the quickest first."""
    rows = [(suite["suite"], row) for suite in found["suites"] for row in suite["rows"] if row["samples"]]
    return sorted(rows, key=lambda one: -_rate(one[1]))


def markdown(found: dict[str, Any]) -> str:
    """All tables."""
    rows = measured(found)
    parts = [_head(found)]
    for kind in KINDS:
        common = [one for one in rows if one[1]["game"] == COMMON and one[1]["kind"] == kind]
        shown = [one for one in common if one[1]["shown"] != "none"]
        if common:
            parts.append(f"### Connect Four, {kind}\n\n{winner(shown)}\n\n{HEAD}{lines(common)}")
    own = [one for one in rows if one[1]["game"] != COMMON and one[1]["shown"] != "none"]
    best: dict[tuple[str, str, str], Measured] = {}
    for suite, row in own:
        best.setdefault((suite, row["game"], row["kind"]), (f"{suite}: {row['game']}", row))
    ordered = [one for kind in KINDS for one in best.values() if one[1]["kind"] == kind]
    parts.append(
        f"### Each suite's own games, the quickest mode of each kind\n\nGames differ.\n\n{HEAD}{lines(ordered)}"
    )
    parts.append(_tail(found))
    return "\n\n".join(part.strip() for part in parts) + "\n"


def winner(rows: Sequence[Measured]) -> str:
    """Who is quickest among those that show an observation, the limit apart, and how arkade stands to both."""
    best = {suite: max(_rate(row) for other, row in rows if other == suite) for suite, _ in rows}
    limit = best.pop(LIMIT, None)
    if OURS not in best:
        return "arkade was not measured in this mode."
    first, *others = sorted(best, key=lambda suite: -best[suite])
    if not others:
        words = f"Only {first} has this mode."
    elif first == OURS:
        words = f"arkade is quickest: {quantity(best[OURS] / best[others[0]])} times {others[0]}."
    else:
        words = f"{first} is quickest: {quantity(best[first] / best[OURS])} times arkade."
    if limit is None:
        return words
    return f"{words} The limit, {LIMIT}, makes {limit / best[OURS]:.2f} times the steps of arkade."


def _rate(row: dict[str, Any]) -> float:
    return median_interval(row["samples"])[0]


def lines(rows: Iterable[Measured]) -> str:
    """A line of a table for each row."""
    return "".join(map(_line, rows))


def _line(one: Measured) -> str:
    suite, row = one
    middle, low, high = median_interval(row["samples"])
    cores = middle / median_interval(row["cpu_samples"])[0]
    rate = f"{quantity(middle)} ({quantity(low)}–{quantity(high)})"
    return f"| {suite} | {row['mode']} | {row['batch']:,} | {row['shown']} | {rate} | {cores:.1f} |\n"


def _head(found: dict[str, Any]) -> str:
    about = found["machine"]
    return f"""Uniformly random legal play; a step is one decision of a player, with the mask of its legal actions and its
observation really produced (but where the observation is "none"), new deals included. {about["processor"]},
{about["cores"]} cores, load {about["load"]}; {found["rounds"]} rounds of {found["seconds"]} s, suites in turn; median and 95 %
bootstrap interval of the median. "cores": CPU seconds per second of the clock."""


def _tail(found: dict[str, Any]) -> str:
    told = ["### What was measured", ""]
    for suite in found["suites"]:
        versions = ", ".join(f"{name} {version}" for name, version in suite["versions"].items())
        settings = ", ".join(f"{name} {value}" for name, value in suite["settings"].items())
        told.append(f"- {suite['suite']}: {versions}; {settings}")
        told += [
            f"  - {row['game']}, {row['mode']}, batch {row['batch']}: not measured, {row['error']}"
            for row in suite["rows"]
            if "error" in row
        ]
    told += [f"- {name}: not measured, {why}" for name, why in found["not_measured"].items()]
    return "\n".join(told)
