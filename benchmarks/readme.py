"""README's figures and pictures from the results that are committed: `python -m arkade_benchmarks.readme` (`make report`)."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arkade_benchmarks import pictures, profile
from arkade_benchmarks.report import SHOWN, quantity
from arkade_benchmarks.rivals import table

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
TITLES = {"replicants": "Replicants!", "enclosure": "Enclosure", "hiddenark": "Hidden Ark", "biohack": "Biohack"}
ROWS = {  # figure -> how the README calls it
    "kernel: random play": "kernel: legal actions, uniform choice, step, new deal",
    "kernel: random play, raw observations": "kernel, an observation before each step",
    "BatchEnv, 4,096 games, no observations": "`BatchEnv`, 4,096 games, no observations",
    "BatchEnv, 4,096 games, uint8 observations": "`BatchEnv`, raw `uint8` observations",
    "BatchEnv, 4,096 games, float32 observations": "`BatchEnv`, `float32` observations",
    "BatchEnv, 1 game, float32 observations": "`BatchEnv`, one game, `float32` observations",
    "VectorEnv, 1,024 games": "`VectorEnv`, 1,024 games against random",
    "SB3 VecEnv, 1,024 games": "SB3 `VecEnv`, 1,024 games against random",
    "Gymnasium, one player against random": "Gymnasium, one player against random",
    "PettingZoo, raw AEC loop": "PettingZoo, raw AEC loop",
    "PettingZoo, env()": "PettingZoo, `env()`",
    "tree search, whole random games": "tree search, random playouts to the end",
    "two threads against one, 65,536 games": "two threads against one, 65,536 games",
    "kernel: copy a state": "copies of a state in a kernel",
    "state": "a state",
    "memory of 1,000 games, uint8 observations": "1,000 games in a `BatchEnv`, raw observations",
    "cold start: compile all of a first BatchEnv": "cold start: compile what a first `BatchEnv` needs",
    "warm start: import to first step": "warm start: import to first step",
}

Reports = Sequence[dict[str, Any]]


def fill(text: str, name: str, words: str) -> str:
    """`text` with what stands between the marks `<!-- name -->` and `<!-- /name -->` replaced; ValueError without them."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    if text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"expected the marks {begin} and {end} once each")
    return re.sub(f"{begin}.*{end}", lambda _: f"{begin}\n{words.strip()}\n{end}", text, flags=re.DOTALL)


def readme(text: str, bench: Reports, rivals: dict[str, Any]) -> str:
    """The README with its figures from the results."""
    return fill(fill(text, "bench", layers(bench)), "rivals", suites(rivals))


def layers(bench: Reports) -> str:
    """The games' figures at the numbers of players that the README shows, a row per layer."""
    shown = [report for report in bench if report["options"]["num_players"] == SHOWN.get(report["game"])]
    if {report["game"] for report in shown} != set(SHOWN):
        raise ValueError(f"bench.json: expected {SHOWN} among the games and numbers of players")
    shown.sort(key=lambda report: list(SHOWN).index(report["game"]))
    names = [f"{TITLES[report['game']]}, {report['options']['num_players']} players" for report in shown]
    lines = [f"| layer | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    figures = [{figure["name"]: figure for figure in report["figures"]} for report in shown]
    for name, words in ROWS.items():
        unit = next((one[name]["unit"] for one in figures if name in one), None)
        if unit:
            cells = " | ".join(cell(one[name]) if name in one else "" for one in figures)
            lines.append(f"| {words}; {unit} | {cells} |")
    about = shown[0]["machine"]
    load = "nothing else running" if about["load"] is None else f"load {about['load']}"
    head = (
        f"{about['processor']} with {about['cores']} cores, {load}, Python {about['python']}, numba {about['numba']}:\n"
        "`arkade bench`, medians and their 95 % bootstrap intervals. One core by CPU time; threads and warm start by the\n"
        "clock. The command says what each row counts and what limits it;\n"
        "[docs/benchmarks.md](docs/benchmarks.md) has all rows that were measured."
    )
    return f"{head}\n\n" + "\n".join(lines) + "\n\n![Rates by batch size](docs/batches.svg)"


def cell(figure: dict[str, Any]) -> str:
    """A median and its interval."""
    if len(figure["samples"]) < 2:
        return quantity(figure["median"])
    return f"{quantity(figure['median'])} ({quantity(figure['low'])}–{quantity(figure['high'])})"


def suites(rivals: dict[str, Any]) -> str:
    """Connect Four, the quickest mode of each suite and kind that shows an observation."""
    rows = [one for one in table.measured(rivals) if one[1]["game"] == table.COMMON and one[1]["shown"] != "none"]
    parts = []
    for kind in table.KINDS:
        of_kind = [one for one in rows if one[1]["kind"] == kind]
        best: dict[str, table.Measured] = {}
        for suite, row in of_kind:
            best.setdefault(suite, (suite, row))
        parts.append(
            f"{kind[0].upper()}{kind[1:]}. {table.winner(of_kind)}\n\n{table.HEAD}{table.lines(best.values())}"
        )
    versions = ", ".join(
        f"{suite['suite']} {next(iter(suite['versions'].values()))}"
        for suite in rivals["suites"]
        if suite["suite"] in {suite for suite, _ in rows} - {table.OURS, table.LIMIT}
    )
    head = (
        "Connect Four, written on arkade's verbs in [benchmarks/connect_four](benchmarks/connect_four/rules.py), beside the\n"
        f"Connect Four of other suites in one run ({versions}) and beside plain C:\nuniformly random legal play, mask and "
        "observation produced at every step, each suite's quickest mode.\n[All modes, each suite's own games, and what was "
        "not measured](benchmarks/results/rivals.md)."
    )
    return f"{head}\n\n" + "\n".join(parts) + "\n![Connect Four by suite](docs/rivals.svg)"


def page(bench: Reports, parts_of_steps: dict[str, Any]) -> str:
    """All figures: a table per game, a column per number of players; then what is counted, and where the time goes."""
    parts = ["# All figures of `arkade bench`\n\nWritten by `make report`; medians and 95 % bootstrap intervals."]
    for game, title in TITLES.items():
        reports = [report for report in bench if report["game"] == game]
        names = list(dict.fromkeys(figure["name"] for report in reports for figure in report["figures"]))
        units = {figure["name"]: figure["unit"] for report in reports for figure in report["figures"]}
        counts = [report["options"]["num_players"] for report in reports]
        heads = " | ".join("1 player" if count == 1 else f"{count} players" for count in counts)
        lines = [f"## {title}\n", f"| layer | {heads} |", "|---" * (len(reports) + 1) + "|"]
        figures = [{figure["name"]: figure for figure in report["figures"]} for report in reports]
        for name in names:
            cells = " | ".join(cell(one[name]) if name in one else "" for one in figures)
            lines.append(f"| {name}; {units[name]} | {cells} |")
        parts.append("\n".join(lines))
    counted = dict.fromkeys((figure["counts"], figure["limit"]) for report in bench for figure in report["figures"])
    parts.append(
        "## What is counted, and what limits it\n\n" + "\n".join(f"- {what}. Limit: {why}." for what, why in counted)
    )
    parts.append(f"## Where the time of a step goes\n\n{profile.table(parts_of_steps)}")
    return "\n\n".join(parts) + "\n"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m arkade_benchmarks.readme", description=__doc__)
    parser.parse_args()
    names = ("bench.json", "rivals.json", "profile.json")
    bench, rivals, parts = (json.loads((RESULTS / name).read_text(encoding="utf-8")) for name in names)
    path = ROOT / "README.md"
    path.write_text(readme(path.read_text(encoding="utf-8"), bench, rivals), encoding="utf-8")
    (ROOT / "docs" / "benchmarks.md").write_text(page(bench, parts), encoding="utf-8")
    (RESULTS / "rivals.md").write_text(table.markdown(rivals), encoding="utf-8")
    pictures.batches(bench, SHOWN, TITLES, ROOT / "docs" / "batches.svg")
    pictures.rivals(rivals, ROOT / "docs" / "rivals.svg")


if __name__ == "__main__":
    main()
